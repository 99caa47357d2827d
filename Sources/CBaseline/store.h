// What store.c and query.c share.
#pragma once
#include "baseline.h"
#include <sqlite3.h>

struct baseline_store {
  sqlite3 *connection;
  sqlite3_stmt *insert, *begin, *commit, *get, *fetch[2], *contains[2];
};

// A statement that is kept until the store is closed; NULL when SQLite refuses it.
sqlite3_stmt *baseline_prepare(baseline_store *store, const char *sql);
