#define _GNU_SOURCE
#include "baseline.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The bytes after `name` in the line, or NULL.
static const char *after(const char *line, size_t length, const char *name) {
  size_t size = strlen(name);
  const char *found = memmem(line, length, name, size);
  return found ? found + size : NULL;
}

static void answer_rows(
  baseline_store *store, const char *line, size_t length, baseline_text *out
) {
  const char *uuid = after(line, length, "\"uuid\":\"");
  if (uuid) {
    baseline_store_json_get(store, uuid, 36, out);
    return;
  }
  int by_category = after(line, length, "category") != NULL;
  baseline_text_append_string(out, "{\"objects\":[");
  baseline_store_json(store, by_category ? baseline_fetch_category : baseline_fetch_limit, out);
  baseline_text_append_string(out, "]}");
}

// `{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{…}}` → `{"jsonrpc":"2.0","id":1,"result":{…}}`
static void answer(baseline_store *store, const char *line, size_t length, baseline_text *out) {
  const char *id = after(line, length, "\"id\":"), *end = line + length;
  const char *params = after(line, length, "\"params\":");
  if (!id || !params) return;
  size_t id_length = (size_t)((const char *)memchr(id, ',', (size_t)(end - id)) - id);
  baseline_text_append_string(out, "{\"jsonrpc\":\"2.0\",\"id\":");
  baseline_text_append(out, id, id_length);
  baseline_text_append_string(out, ",\"result\":");
  if (after(line, length, "\"server.ping\"")) {
    baseline_text_append(out, params, (size_t)(end - params) - 1);
  } else {
    answer_rows(store, line, length, out);
  }
  baseline_text_append_string(out, "}\n");
}

static int flush(baseline_text *out) {
  size_t done = 0;
  while (done < out->length) {
    ssize_t written = write(1, out->bytes + done, out->length - done);
    if (written < 0) return -1;
    done += (size_t)written;
  }
  out->length = 0;
  return 0;
}

// Room for a whole line at least; a longer one doubles it.
static int make_room(char **input, size_t *room, size_t held) {
  if (held < *room) return 0;
  char *larger = realloc(*input, *room * 2);
  if (!larger) return -1;
  *input = larger;
  *room *= 2;
  return 0;
}

int baseline_serve(const char *store_path) {
  size_t room = 1 << 16, held = 0, searched = 0;
  char *input = malloc(room);
  baseline_store *store = store_path ? baseline_store_open(store_path, 1) : NULL;
  if (!input || (store_path && !store)) return 3;
  baseline_text out = {0};
  for (ssize_t got; make_room(&input, &room, held) == 0 && (got = read(0, input + held, room - held)) > 0;) {
    const char *line = input, *from = input + searched, *end, *limit = input + held + got;
    while ((end = memchr(from, '\n', (size_t)(limit - from)))) {
      answer(store, line, (size_t)(end - line), &out);
      line = from = end + 1;
    }
    held = searched = (size_t)(limit - line);
    memmove(input, line, held);
    if (flush(&out) != 0) break;
  }
  if (store) baseline_store_close(store);
  baseline_text_free(&out);
  free(input);
  return 0;
}
