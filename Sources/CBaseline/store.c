#include "store.h"
#include <stdlib.h>
#include <string.h>

static const char schema[] =
  "CREATE TABLE IF NOT EXISTS ZTASK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,"
  " ZCATEGORY INTEGER, ZFINISHED INTEGER, ZNOTIFICATIONENABLED INTEGER, ZDATE TIMESTAMP,"
  " ZTASKDESCRIPTION VARCHAR, ZUUID VARCHAR);"
  "CREATE UNIQUE INDEX IF NOT EXISTS Z_Task_UNIQUE_uuid ON ZTASK (ZUUID COLLATE BINARY ASC);";

static const char insert[] =
  "INSERT INTO ZTASK (Z_PK, Z_ENT, Z_OPT, ZCATEGORY, ZFINISHED, ZNOTIFICATIONENABLED, ZDATE,"
  " ZTASKDESCRIPTION, ZUUID) VALUES (?1, 1, 1, ?2, ?3, ?4, ?5, ?6, ?7)";

static int run(baseline_store *store, const char *sql) {
  return sqlite3_exec(store->connection, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

baseline_store *baseline_store_open(const char *path, int full) {
  baseline_store *store = calloc(1, sizeof *store);
  if (!store) abort();
  if (sqlite3_open(path, &store->connection) != SQLITE_OK) goto failed;
  sqlite3_busy_timeout(store->connection, 5000);
  if (run(store, "PRAGMA journal_mode=WAL") != 0) goto failed;
  if (run(store, full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL") != 0) goto failed;
  if (run(store, schema) != 0) goto failed;
  if (!(store->insert = baseline_prepare(store, insert))) goto failed;
  if (!(store->begin = baseline_prepare(store, "BEGIN IMMEDIATE"))) goto failed;
  if (!(store->commit = baseline_prepare(store, "COMMIT"))) goto failed;
  return store;
failed:
  baseline_store_close(store);
  return NULL;
}

void baseline_store_close(baseline_store *store) {
  sqlite3_stmt **const statements[] = {
    &store->insert, &store->begin, &store->commit, &store->get, &store->fetch[0], &store->fetch[1],
    &store->contains[0], &store->contains[1]};
  for (size_t index = 0; index < sizeof statements / sizeof *statements; index++)
    sqlite3_finalize(*statements[index]);
  sqlite3_close(store->connection);
  free(store);
}

sqlite3_stmt *baseline_prepare(baseline_store *store, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(store->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return statement;
}

static int finish(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? 0 : -1;
}

static int insert_row(baseline_store *store, int64_t index, const baseline_row *row) {
  sqlite3_bind_int64(store->insert, 1, index + 1);
  sqlite3_bind_int(store->insert, 2, row->category);
  sqlite3_bind_int(store->insert, 3, row->finished);
  sqlite3_bind_int(store->insert, 4, row->notification);
  sqlite3_bind_double(store->insert, 5, row->date);
  sqlite3_bind_text(store->insert, 6, row->description, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->insert, 7, row->uuid, 36, SQLITE_STATIC);
  return finish(store->insert);
}

// The rows are made before the clock starts: making them is not part of the work.
static baseline_row *make_rows(int64_t first, int64_t count) {
  baseline_row *rows = malloc((size_t)count * sizeof *rows);
  if (!rows) abort();
  for (int64_t index = 0; index < count; index++) baseline_row_make(first + index, &rows[index]);
  return rows;
}

int64_t baseline_store_insert(baseline_store *store, int64_t first, int64_t count) {
  baseline_row *rows = make_rows(first, count);
  int64_t began = baseline_now();
  int failed = finish(store->begin);
  for (int64_t index = 0; index < count && !failed; index++)
    failed = insert_row(store, first + index, &rows[index]);
  failed |= finish(store->commit);
  int64_t took = baseline_now() - began;
  free(rows);
  return failed ? -1 : took;
}

int baseline_store_insert_each(baseline_store *store, int64_t first, int64_t *samples, size_t count) {
  baseline_row *rows = make_rows(first, (int64_t)count);
  int failed = 0;
  for (size_t index = 0; index < count && !failed; index++) {
    int64_t began = baseline_now();
    failed |= finish(store->begin);
    failed |= insert_row(store, first + (int64_t)index, &rows[index]);
    failed |= finish(store->commit);
    samples[index] = baseline_now() - began;
  }
  free(rows);
  return failed ? -1 : 0;
}
