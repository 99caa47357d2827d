#include "store.h"
#include <stdlib.h>

// Tables and indexes as objwire makes them for Customer, Order and Product; see OrderModel.swift.
static const char schema[] =
  "CREATE TABLE ZCUSTOMER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);"
  "CREATE TABLE ZPRODUCT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);"
  "CREATE TABLE ZORDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZQUANTITY INTEGER,"
  " ZCUSTOMER INTEGER, ZPRODUCT INTEGER, ZDATE TIMESTAMP, ZNOTE VARCHAR);"
  "CREATE INDEX ZORDER_ZCUSTOMER_INDEX ON ZORDER (ZCUSTOMER);"
  "CREATE INDEX ZORDER_ZPRODUCT_INDEX ON ZORDER (ZPRODUCT);";

static const char insert_order[] =
  "INSERT INTO ZORDER (Z_PK, Z_ENT, Z_OPT, ZQUANTITY, ZCUSTOMER, ZPRODUCT, ZDATE, ZNOTE)"
  " VALUES (?1, 2, 1, ?2, ?3, ?4, ?5, ?6)";

struct baseline_orders {
  sqlite3 *connection;
  sqlite3_stmt *insert, *touch[2];
  int64_t owners[2];
};

static int run(baseline_orders *orders, const char *sql) {
  return sqlite3_exec(orders->connection, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

static sqlite3_stmt *prepare(baseline_orders *orders, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(orders->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  return statement;
}

static int finish(sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? 0 : -1;
}

static int make_owners(baseline_orders *orders, const char *sql, int64_t count) {
  sqlite3_stmt *statement = prepare(orders, sql);
  int failed = statement ? run(orders, "BEGIN IMMEDIATE") : -1;
  for (int64_t key = 1; key <= count && !failed; key++) {
    sqlite3_bind_int64(statement, 1, key);
    failed = finish(statement);
  }
  sqlite3_finalize(statement);
  return failed ? -1 : run(orders, "COMMIT");
}

baseline_orders *baseline_orders_open(const char *path, int64_t customers, int64_t products) {
  baseline_orders *orders = calloc(1, sizeof *orders);
  if (!orders) abort();
  orders->owners[0] = customers;
  orders->owners[1] = products;
  if (sqlite3_open(path, &orders->connection) != SQLITE_OK) goto failed;
  if (run(orders, "PRAGMA journal_mode=WAL") != 0 || run(orders, "PRAGMA synchronous=FULL") != 0) goto failed;
  if (run(orders, schema) != 0) goto failed;
  if (make_owners(orders, "INSERT INTO ZCUSTOMER VALUES (?1, 1, 1, 'customer')", customers) != 0) goto failed;
  if (make_owners(orders, "INSERT INTO ZPRODUCT VALUES (?1, 3, 1, 'product')", products) != 0) goto failed;
  if (!(orders->insert = prepare(orders, insert_order))) goto failed;
  if (!(orders->touch[0] = prepare(orders, "UPDATE ZCUSTOMER SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ?1"))) goto failed;
  if (!(orders->touch[1] = prepare(orders, "UPDATE ZPRODUCT SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ?1"))) goto failed;
  return orders;
failed:
  baseline_orders_close(orders);
  return NULL;
}

void baseline_orders_close(baseline_orders *orders) {
  sqlite3_finalize(orders->insert);
  sqlite3_finalize(orders->touch[0]);
  sqlite3_finalize(orders->touch[1]);
  sqlite3_close(orders->connection);
  free(orders);
}

static int insert_one(baseline_orders *orders, int64_t index, const baseline_row *row) {
  sqlite3_bind_int64(orders->insert, 1, index + 1);
  sqlite3_bind_int(orders->insert, 2, row->category);
  sqlite3_bind_int64(orders->insert, 3, baseline_order_owner(index, orders->owners[0]) + 1);
  sqlite3_bind_int64(orders->insert, 4, baseline_order_owner(index, orders->owners[1]) + 1);
  sqlite3_bind_double(orders->insert, 5, row->date);
  sqlite3_bind_text(orders->insert, 6, row->description, -1, SQLITE_STATIC);
  return finish(orders->insert);
}

int64_t baseline_order_owner(int64_t index, int64_t count) { return index * 7919 % count; }

int64_t baseline_orders_insert(baseline_orders *orders, int64_t count) {
  baseline_row *rows = malloc((size_t)count * sizeof *rows);
  if (!rows) abort();
  for (int64_t index = 0; index < count; index++) baseline_row_make(index, &rows[index]);
  int64_t began = baseline_now();
  int failed = run(orders, "BEGIN IMMEDIATE");
  for (int kind = 0; kind < 2; kind++) {
    for (int64_t key = 1; key <= orders->owners[kind] && !failed; key++) {
      sqlite3_bind_int64(orders->touch[kind], 1, key);
      failed = finish(orders->touch[kind]);
    }
  }
  for (int64_t index = 0; index < count && !failed; index++) failed = insert_one(orders, index, &rows[index]);
  failed = failed || run(orders, "COMMIT");
  int64_t took = baseline_now() - began;
  free(rows);
  return failed ? -1 : took;
}
