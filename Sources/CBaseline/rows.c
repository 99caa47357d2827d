#include "baseline.h"
#include <stdlib.h>
#include <string.h>

static const char *const words[64] = {
  "buy", "call", "write", "read", "clean", "repair", "paint", "plan", "visit", "send", "order", "check",
  "move", "print", "learn", "sort", "milk", "bread", "letter", "report", "garden", "bicycle", "window",
  "ticket", "doctor", "teacher", "market", "train", "coffee", "table", "kitchen", "music", "before",
  "after", "during", "without", "for", "with", "from", "and", "monday", "tuesday", "friday", "weekend",
  "morning", "evening", "summer", "winter", "red", "green", "small", "large", "early", "late", "new",
  "old", "home", "office", "school", "station", "park", "river", "friend", "family"};

// SplitMix64: every index gets numbers of its own without a state that has to be carried along.
static uint64_t mix(uint64_t value) {
  value += 0x9E3779B97F4A7C15u;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

void baseline_row_make(int64_t index, baseline_row *row) {
  uint64_t random = mix((uint64_t)index);
  row->category = (int)(index % 10);
  row->finished = (int)(random & 1);
  row->notification = (int)(random >> 1 & 1);
  row->date = 800000000.0 + (double)(random >> 2 & 0xFFFFFF);
  char *out = row->description;
  for (int word = 0; word < 7; word++) {
    const char *chosen = word == 3 && index % 100 == 0 ? "Cr\xC3\xA8me" : words[mix(random + (uint64_t)word) & 63];
    if (word) *out++ = ' ';
    out = stpcpy(out, chosen);
  }
  snprintf(
    row->uuid, sizeof row->uuid, "%08X-%04X-4%03X-8%03X-%012llX", (unsigned)(random >> 32),
    (unsigned)(random >> 16 & 0xFFFF), (unsigned)(random & 0xFFF), (unsigned)(random >> 12 & 0xFFF),
    (unsigned long long)index);
}

static void append_values(baseline_text *text, const baseline_row *row) {
  baseline_text_append_string(text, "{\"taskDescription\":");
  baseline_text_append_json(text, row->description, strlen(row->description));
  baseline_text_append_string(text, ",\"date\":");
  baseline_text_append_date(text, row->date);
  baseline_text_append_string(text, ",\"category\":");
  baseline_text_append_integer(text, row->category);
  baseline_text_append_string(text, row->finished ? ",\"finished\":true" : ",\"finished\":false");
  baseline_text_append_string(
    text, row->notification ? ",\"notificationEnabled\":true" : ",\"notificationEnabled\":false");
  baseline_text_append_string(text, ",\"uuid\":\"");
  baseline_text_append_string(text, row->uuid);
  baseline_text_append_string(text, "\"}");
}

static void append_head(baseline_text *text, int64_t id, const char *method) {
  baseline_text_append_string(text, "{\"jsonrpc\":\"2.0\",\"id\":");
  baseline_text_append_integer(text, id);
  baseline_text_append_string(text, ",\"method\":\"");
  baseline_text_append_string(text, method);
  baseline_text_append_string(text, "\",\"params\":");
}

static baseline_text *make_text(void) {
  baseline_text *text = calloc(1, sizeof *text);
  if (!text) abort();
  return text;
}

static baseline_text *finish(baseline_text *text) {
  baseline_text_index(text);
  return text;
}

baseline_text *baseline_requests_add_all(int64_t first, int64_t count) {
  baseline_text *text = make_text();
  append_head(text, 1, "task.add");
  baseline_text_append_string(text, "{\"objects\":[");
  for (int64_t index = first; index < first + count; index++) {
    baseline_row row;
    baseline_row_make(index, &row);
    if (index > first) baseline_text_append(text, ",", 1);
    append_values(text, &row);
  }
  baseline_text_append_string(text, "],\"save\":true}}\n");
  return finish(text);
}

baseline_text *baseline_requests_add_each(int64_t first, int64_t count) {
  baseline_text *text = make_text();
  for (int64_t index = first; index < first + count; index++) {
    baseline_row row;
    baseline_row_make(index, &row);
    append_head(text, index, "task.add");
    baseline_text_append_string(text, "{\"values\":");
    append_values(text, &row);
    baseline_text_append_string(text, ",\"save\":true}}\n");
  }
  return finish(text);
}

baseline_text *baseline_requests_get(int64_t count, int64_t rows) {
  baseline_text *text = make_text();
  for (int64_t index = 0; index < count; index++) {
    baseline_row row;
    baseline_row_make((int64_t)(mix((uint64_t)index) % (uint64_t)rows), &row);
    append_head(text, index, "task.get");
    baseline_text_append_string(text, "{\"uuid\":\"");
    baseline_text_append_string(text, row.uuid);
    baseline_text_append_string(text, "\"}}\n");
  }
  return finish(text);
}

baseline_text *baseline_requests_repeat(int64_t count, const char *method, const char *params) {
  baseline_text *text = make_text();
  for (int64_t index = 0; index < count; index++) {
    append_head(text, index, method);
    baseline_text_append_string(text, params);
    baseline_text_append_string(text, "}\n");
  }
  return finish(text);
}

void baseline_requests_free(baseline_text *requests) {
  if (!requests) return;
  baseline_text_free(requests);
  free(requests);
}
