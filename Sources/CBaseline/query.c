#include "store.h"
#include <string.h>

#define COLUMNS                                                                                      \
  "SELECT Z_PK, Z_ENT, Z_OPT, ZCATEGORY, ZFINISHED, ZNOTIFICATIONENABLED, ZDATE, ZTASKDESCRIPTION," \
  " ZUUID FROM ZTASK "

static const char get[] = COLUMNS "WHERE ZUUID IS ?1";

static const char *const fetch[] = {
  [baseline_fetch_limit] = COLUMNS "ORDER BY Z_PK LIMIT 10000",
  [baseline_fetch_category] = COLUMNS "WHERE ZCATEGORY IS 3 ORDER BY Z_PK"};

static const char *const contains[] = {
  [baseline_contains_like] = "SELECT count(*) FROM ZTASK WHERE ZTASKDESCRIPTION LIKE '%' || ?1 || '%'",
  [baseline_contains_instr] = "SELECT count(*) FROM ZTASK WHERE instr(ZTASKDESCRIPTION, ?1)"};

static sqlite3_stmt *cached(baseline_store *store, sqlite3_stmt **slot, const char *sql) {
  if (!*slot) *slot = baseline_prepare(store, sql);
  return *slot;
}

// Every column is asked for in the form in which it would be used.
static int64_t touch(sqlite3_stmt *statement) {
  int64_t sum = 0;
  for (int column = 0; column < 6; column++) sum += sqlite3_column_int64(statement, column);
  sum += (int64_t)sqlite3_column_double(statement, 6);
  for (int column = 7; column < 9; column++) {
    sum += sqlite3_column_text(statement, column)[0];
    sum += sqlite3_column_bytes(statement, column);
  }
  return sum;
}

static volatile int64_t kept;

int64_t baseline_store_step(baseline_store *store, baseline_fetch which, int64_t *found) {
  int64_t rows = 0, sum = 0, began = baseline_now();
  sqlite3_stmt *statement = cached(store, &store->fetch[which], fetch[which]);
  if (!statement) return -1;
  for (; sqlite3_step(statement) == SQLITE_ROW; rows++) sum += touch(statement);
  int failed = sqlite3_reset(statement);
  kept = sum;
  *found = rows;
  return failed ? -1 : baseline_now() - began;
}

int baseline_store_get_each(baseline_store *store, int64_t rows, int64_t *samples, size_t count) {
  sqlite3_stmt *statement = cached(store, &store->get, get);
  if (!statement) return -1;
  for (size_t index = 0; index < count; index++) {
    baseline_row row;
    baseline_row_make((int64_t)(index * 7919) % rows, &row);
    int64_t began = baseline_now();
    sqlite3_bind_text(statement, 1, row.uuid, 36, SQLITE_STATIC);
    int code = sqlite3_step(statement);
    kept = code == SQLITE_ROW ? touch(statement) : 0;
    sqlite3_reset(statement);
    samples[index] = baseline_now() - began;
    if (code != SQLITE_ROW) return -1;
  }
  return 0;
}

static void append_object(sqlite3_stmt *statement, baseline_text *out) {
  static const char id[] =
    "{\"$objectID\":\"x-coredata://00000000-0000-4000-8000-000000000000/Task/p";
  baseline_text_append(out, id, sizeof id - 1);
  baseline_text_append_integer(out, sqlite3_column_int64(statement, 0));
  baseline_text_append_string(out, "\",\"$entity\":\"Task\",\"$version\":");
  baseline_text_append_integer(out, sqlite3_column_int64(statement, 2));
  baseline_text_append_string(out, ",\"category\":");
  baseline_text_append_integer(out, sqlite3_column_int64(statement, 3));
  baseline_text_append_string(out, ",\"date\":");
  baseline_text_append_date(out, sqlite3_column_double(statement, 6));
  baseline_text_append_string(
    out, sqlite3_column_int(statement, 4) ? ",\"finished\":true" : ",\"finished\":false");
  baseline_text_append_string(
    out, sqlite3_column_int(statement, 5) ? ",\"notificationEnabled\":true" : ",\"notificationEnabled\":false");
  baseline_text_append_string(out, ",\"taskDescription\":");
  const char *text = (const char *)sqlite3_column_text(statement, 7);
  baseline_text_append_json(out, text, (size_t)sqlite3_column_bytes(statement, 7));
  baseline_text_append_string(out, ",\"uuid\":");
  text = (const char *)sqlite3_column_text(statement, 8);
  baseline_text_append_json(out, text, (size_t)sqlite3_column_bytes(statement, 8));
  baseline_text_append(out, "}", 1);
}

static int64_t append_objects(sqlite3_stmt *statement, baseline_text *out) {
  int64_t rows = 0;
  for (; sqlite3_step(statement) == SQLITE_ROW; rows++) {
    if (rows) baseline_text_append(out, ",", 1);
    append_object(statement, out);
  }
  return sqlite3_reset(statement) ? -1 : rows;
}

int64_t baseline_store_json(baseline_store *store, baseline_fetch which, baseline_text *out) {
  sqlite3_stmt *statement = cached(store, &store->fetch[which], fetch[which]);
  return statement ? append_objects(statement, out) : -1;
}

int64_t baseline_store_json_get(
  baseline_store *store, const char *uuid, size_t length, baseline_text *out
) {
  sqlite3_stmt *statement = cached(store, &store->get, get);
  if (!statement) return -1;
  sqlite3_bind_text(statement, 1, uuid, (int)length, SQLITE_STATIC);
  return append_objects(statement, out);
}

int64_t baseline_store_contains(
  baseline_store *store, baseline_contains how, const char *word, int64_t *found
) {
  int64_t began = baseline_now();
  sqlite3_stmt *statement = cached(store, &store->contains[how], contains[how]);
  if (!statement) return -1;
  sqlite3_bind_text(statement, 1, word, -1, SQLITE_STATIC);
  int code = sqlite3_step(statement);
  *found = sqlite3_column_int64(statement, 0);
  sqlite3_reset(statement);
  return code == SQLITE_ROW ? baseline_now() - began : -1;
}
