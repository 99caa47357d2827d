#include "baseline.h"
#include <stdlib.h>
#include <string.h>

static void reserve(baseline_text *text, size_t more) {
  size_t needed = text->length + more;
  if (needed <= text->capacity) return;
  size_t capacity = text->capacity ? text->capacity : 4096;
  while (capacity < needed) capacity *= 2;
  char *bytes = realloc(text->bytes, capacity);
  if (!bytes) abort();
  text->bytes = bytes;
  text->capacity = capacity;
}

void baseline_text_append(baseline_text *text, const char *bytes, size_t length) {
  reserve(text, length);
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

void baseline_text_append_string(baseline_text *text, const char *string) {
  baseline_text_append(text, string, strlen(string));
}

void baseline_text_append_integer(baseline_text *text, int64_t value) {
  char digits[24], *end = digits + sizeof digits, *start = end;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do *--start = (char)('0' + rest % 10); while (rest /= 10);
  if (value < 0) *--start = '-';
  baseline_text_append(text, start, (size_t)(end - start));
}

void baseline_text_append_json(baseline_text *text, const char *bytes, size_t length) {
  static const char hex[] = "0123456789abcdef";
  reserve(text, length * 6 + 2);
  char *out = text->bytes + text->length;
  *out++ = '"';
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)bytes[index];
    if (byte == '"' || byte == '\\') {
      *out++ = '\\';
      *out++ = (char)byte;
    } else if (byte < 0x20) {
      memcpy(out, "\\u00", 4);
      out[4] = hex[byte >> 4];
      out[5] = hex[byte & 15];
      out += 6;
    } else {
      *out++ = (char)byte;
    }
  }
  *out++ = '"';
  text->length = (size_t)(out - text->bytes);
}

static char *two_digits(char *out, int value, char after) {
  out[0] = (char)('0' + value / 10);
  out[1] = (char)('0' + value % 10);
  out[2] = after;
  return out + 3;
}

// Days to year, month and day with March as the first month, so that the leap day comes last.
void baseline_text_append_date(baseline_text *text, double seconds) {
  int64_t total = (int64_t)seconds + 978307200;
  int64_t days = total / 86400, rest = total % 86400;
  if (rest < 0) { rest += 86400; days -= 1; }
  int64_t shifted = days + 719468;
  int64_t era = shifted / 146097, day_of_era = shifted % 146097;
  int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int month_index = (int)((5 * day_of_year + 2) / 153);
  int day = (int)(day_of_year - (153 * month_index + 2) / 5 + 1);
  int month = month_index < 10 ? month_index + 3 : month_index - 9;
  int year = (int)(year_of_era + era * 400 + (month <= 2));
  char written[24], *out = written;
  *out++ = '"';
  *out++ = (char)('0' + year / 1000);
  *out++ = (char)('0' + year / 100 % 10);
  out = two_digits(out, year % 100, '-');
  out = two_digits(out, month, '-');
  out = two_digits(out, day, 'T');
  out = two_digits(out, (int)(rest / 3600), ':');
  out = two_digits(out, (int)(rest / 60 % 60), ':');
  out = two_digits(out, (int)(rest % 60), 'Z');
  *out++ = '"';
  baseline_text_append(text, written, (size_t)(out - written));
}

void baseline_text_index(baseline_text *text) {
  size_t lines = 0;
  for (size_t index = 0; index < text->length; index++) lines += text->bytes[index] == '\n';
  free(text->starts);
  text->starts = malloc((lines + 1) * sizeof *text->starts);
  if (!text->starts) abort();
  text->lines = lines;
  size_t line = 0;
  text->starts[0] = 0;
  for (size_t index = 0; index < text->length; index++)
    if (text->bytes[index] == '\n') text->starts[++line] = index + 1;
}

void baseline_text_free(baseline_text *text) {
  free(text->bytes);
  free(text->starts);
  *text = (baseline_text){0};
}
