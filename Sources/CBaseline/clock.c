#define _GNU_SOURCE
#include "baseline.h"
#include <sched.h>
#include <time.h>
#include <unistd.h>

int64_t baseline_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void baseline_pin(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int each = 0; each < CPU_SETSIZE; each++)
    if (processor < 0 || each == processor) CPU_SET(each, &set);
  sched_setaffinity(0, sizeof set, &set);
}

void baseline_deadline(unsigned seconds) {
  alarm(seconds);
}

void baseline_say(const char *line) {
  fprintf(stderr, "%s\n", line);
}
