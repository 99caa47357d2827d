#define _GNU_SOURCE
#include "baseline.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { read_size = 1 << 16, argument_limit = 64 };

struct baseline_child {
  pid_t pid;
  int input, output;
  baseline_text reply;  // bytes read; the last whole line ends at `reply_end`
  size_t reply_end;
};

// Both ends close on exec, so that a second child cannot keep the first one's pipe open.
static int spawn(char *command, pid_t *pid, int *input, int *output) {
  char *arguments[argument_limit + 1] = {0};
  int count = 0;
  for (char *next = strtok(command, "\n"); next && count < argument_limit; next = strtok(NULL, "\n"))
    arguments[count++] = next;
  int to[2], from[2];
  if (!count || pipe2(to, O_CLOEXEC) != 0) return -1;
  if (pipe2(from, O_CLOEXEC) != 0) {
    close(to[0]);
    close(to[1]);
    return -1;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  int failure = posix_spawnp(pid, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  *input = to[1];
  *output = from[0];
  if (!failure) return 0;
  close(to[1]);
  close(from[0]);
  return -1;
}

baseline_child *baseline_child_start(const char *command) {
  signal(SIGPIPE, SIG_IGN);
  baseline_child *child = calloc(1, sizeof *child);
  char *copy = strdup(command);
  if (!child || !copy) abort();
  int failed = spawn(copy, &child->pid, &child->input, &child->output);
  free(copy);
  if (!failed) return child;
  free(child);
  return NULL;
}

static int exit_code(pid_t pid) {
  int status = 0;
  if (waitpid(pid, &status, 0) < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int baseline_child_finish(baseline_child *child) {
  char rest[read_size];
  close(child->input);
  while (read(child->output, rest, sizeof rest) > 0) {}
  close(child->output);
  int code = exit_code(child->pid);
  baseline_text_free(&child->reply);
  free(child);
  return code;
}

static int write_all(int descriptor, const char *bytes, size_t length) {
  while (length) {
    ssize_t written = write(descriptor, bytes, length);
    if (written < 0) return -1;
    bytes += written;
    length -= (size_t)written;
  }
  return 0;
}

static int read_reply(baseline_child *child) {
  char chunk[read_size];
  child->reply.length = 0;
  for (;;) {
    ssize_t got = read(child->output, chunk, sizeof chunk);
    if (got <= 0) return -1;
    baseline_text_append(&child->reply, chunk, (size_t)got);
    if (chunk[got - 1] == '\n') {
      child->reply_end = child->reply.length - 1;
      return 0;
    }
  }
}

int64_t baseline_child_exchange(baseline_child *child, const baseline_text *requests, size_t line) {
  return baseline_child_exchange_pieces(child, requests, line, SIZE_MAX);
}

int64_t baseline_child_exchange_pieces(
  baseline_child *child, const baseline_text *requests, size_t line, size_t piece
) {
  size_t from = requests->starts[line], to = requests->starts[line + 1];
  int64_t began = baseline_now();
  while (from < to) {
    size_t length = to - from < piece ? to - from : piece;
    if (write_all(child->input, requests->bytes + from, length) != 0) return -1;
    from += length;
  }
  if (read_reply(child) != 0) return -1;
  return baseline_now() - began;
}

int64_t baseline_child_cancel(baseline_child *child, const baseline_text *requests, int64_t delay) {
  // The first request has the id 0.
  static const char cancel[] = "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":0}}\n";
  struct timespec pause = {delay / 1000000000, delay % 1000000000};
  if (write_all(child->input, requests->bytes, requests->starts[1]) != 0) return -1;
  nanosleep(&pause, NULL);
  int64_t began = baseline_now();
  if (write_all(child->input, cancel, sizeof cancel - 1) != 0) return -1;
  if (read_reply(child) != 0) return -1;
  return baseline_now() - began;
}

const char *baseline_child_reply(const baseline_child *child, size_t *length) {
  *length = child->reply_end;
  return child->reply.bytes;
}

int baseline_child_one_by_one(
  baseline_child *child, const baseline_text *requests, int64_t *samples, size_t count
) {
  for (size_t index = 0; index < count; index++) {
    samples[index] = baseline_child_exchange(child, requests, index % requests->lines);
    if (samples[index] < 0) return -1;
  }
  return 0;
}

int64_t baseline_child_pipelined(baseline_child *child, const baseline_text *requests, size_t depth) {
  char chunk[read_size];
  size_t sent = 0, answered = 0, more = depth;
  int64_t began = baseline_now();
  while (answered < requests->lines) {
    size_t until = sent + more < requests->lines ? sent + more : requests->lines;
    size_t from = requests->starts[sent], to = requests->starts[until];
    if (to > from && write_all(child->input, requests->bytes + from, to - from) != 0) return -1;
    sent = until;
    ssize_t got = read(child->output, chunk, sizeof chunk);
    if (got <= 0) return -1;
    more = 0;
    for (const char *at = chunk; (at = memchr(at, '\n', (size_t)(chunk + got - at))); at++) more += 1;
    answered += more;
  }
  return baseline_now() - began;
}

int baseline_child_memory(const baseline_child *child, int64_t *resident, int64_t *peak) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", (int)child->pid);
  FILE *status = fopen(path, "r");
  if (!status) return -1;
  *resident = *peak = -1;
  while (fgets(line, sizeof line, status)) {
    if (!strncmp(line, "VmRSS:", 6)) *resident = atoll(line + 6);
    if (!strncmp(line, "VmHWM:", 6)) *peak = atoll(line + 6);
  }
  fclose(status);
  return *resident < 0 || *peak < 0 ? -1 : 0;
}

int64_t baseline_first_line(const char *command, const char *input) {
  signal(SIGPIPE, SIG_IGN);
  char *copy = strdup(command), byte = 0;
  pid_t pid;
  int to, from;
  if (!copy) abort();
  int64_t began = baseline_now();
  int failed = spawn(copy, &pid, &to, &from);
  free(copy);
  if (failed) return -1;
  write_all(to, input, strlen(input));
  close(to);
  int64_t answered = -1;
  char chunk[read_size];
  for (ssize_t got; (got = read(from, chunk, sizeof chunk)) > 0;) {
    byte = chunk[got - 1];
    if (answered < 0 && byte == '\n') answered = baseline_now() - began;
  }
  close(from);
  return exit_code(pid) == 0 ? answered : -1;
}
