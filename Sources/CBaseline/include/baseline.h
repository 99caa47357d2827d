// The same work as objwire's, done as directly as C can: what the benchmarks measure against.
//
// One header for small files: the clock, the made-up rows, a child process with its pipes, and raw SQLite.
// Every function that returns a time returns nanoseconds, and -1 when the work failed.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// MARK: Clock, processor, standard error (clock.c)

// Nanoseconds of the monotonic clock.
int64_t baseline_now(void);
// Binds this process and the children it starts from now on to one processor; a negative number unbinds.
void baseline_pin(int processor);
// Ends this process with SIGALRM unless it is called again within `seconds`; 0 takes the alarm away.
void baseline_deadline(unsigned seconds);

// Writes a line to standard error.
void baseline_say(const char *line);

// MARK: Text (text.c)

// Bytes that grow, and where each line of them begins.
typedef struct {
  char *bytes;
  size_t length, capacity;
  size_t *starts;  // lines + 1 offsets: line i is [starts[i], starts[i + 1]), its LF included
  size_t lines;
} baseline_text;

void baseline_text_append(baseline_text *text, const char *bytes, size_t length);
void baseline_text_append_string(baseline_text *text, const char *string);
void baseline_text_append_integer(baseline_text *text, int64_t value);
// Appends `bytes` as a JSON string with its quotes.
void baseline_text_append_json(baseline_text *text, const char *bytes, size_t length);
// Appends seconds since 2001-01-01 UTC as an RFC 3339 JSON string of whole seconds.
void baseline_text_append_date(baseline_text *text, double seconds);
// Finds the lines again after appending.
void baseline_text_index(baseline_text *text);
void baseline_text_free(baseline_text *text);

// MARK: Rows (rows.c)

// One made-up task. Row `index` is the same on every run.
typedef struct {
  int category, finished, notification;
  double date;              // whole seconds since 2001-01-01 UTC
  char description[128];    // seven words, one row in a hundred with letters outside ASCII
  char uuid[37];
} baseline_row;

void baseline_row_make(int64_t index, baseline_row *row);

// One `task.add` line with rows [first, first + count) as `objects`, saved.
baseline_text *baseline_requests_add_all(int64_t first, int64_t count);
// `count` lines, each adding and saving one row.
baseline_text *baseline_requests_add_each(int64_t first, int64_t count);
// `count` `task.get` lines by uuid, spread over rows [0, rows).
baseline_text *baseline_requests_get(int64_t count, int64_t rows);
// `count` times the line with method and params (a JSON text), each with its own id.
baseline_text *baseline_requests_repeat(int64_t count, const char *method, const char *params);
void baseline_requests_free(baseline_text *requests);

// MARK: Child processes (child.c)

typedef struct baseline_child baseline_child;

// Starts `command`, its arguments separated by LF, with pipes for input and output; NULL when it cannot.
baseline_child *baseline_child_start(const char *command);
// Closes the input, reads to the end, waits; returns the exit code, or 128 + the signal.
int baseline_child_finish(baseline_child *child);
// Sends line `line` of the requests and reads one line.
int64_t baseline_child_exchange(baseline_child *child, const baseline_text *requests, size_t line);
// The same in writes of at most `piece` bytes each.
int64_t baseline_child_exchange_pieces(
  baseline_child *child, const baseline_text *requests, size_t line, size_t piece
);
// The reply of the last exchange, without its LF; valid until the next one.
const char *baseline_child_reply(const baseline_child *child, size_t *length);
// Sends the first of the requests, cancels it `delay` nanoseconds later, and reads one line; from the cancel on.
int64_t baseline_child_cancel(baseline_child *child, const baseline_text *requests, int64_t delay);
// Sends all lines one by one, each after the reply to the one before, and stores one time for each.
int baseline_child_one_by_one(
  baseline_child *child, const baseline_text *requests, int64_t *samples, size_t count);
// Sends all lines with `depth` of them unanswered at any moment.
int64_t baseline_child_pipelined(baseline_child *child, const baseline_text *requests, size_t depth);
// Resident (VmRSS) and peak (VmHWM) memory in KiB from /proc.
int baseline_child_memory(const baseline_child *child, int64_t *resident, int64_t *peak);
// From before the process is made to its first line of output; `input` is written at once and then closed.
int64_t baseline_first_line(const char *command, const char *input);

// MARK: SQLite (store.c, query.c)

typedef struct baseline_store baseline_store;

// Opens or makes a store with the task table in WAL mode; `full` asks for synchronous=FULL, else NORMAL.
baseline_store *baseline_store_open(const char *path, int full);
void baseline_store_close(baseline_store *store);
// Inserts rows [first, first + count) in one transaction.
int64_t baseline_store_insert(baseline_store *store, int64_t first, int64_t count);
// Inserts each row in a transaction of its own and stores one time for each.
int baseline_store_insert_each(baseline_store *store, int64_t first, int64_t *samples, size_t count);
// Looks every uuid of `count` rows up, spread over rows [0, rows), and stores one time for each.
int baseline_store_get_each(baseline_store *store, int64_t rows, int64_t *samples, size_t count);

// What a fetch asks for: the statements are those that objwire compiles.
typedef enum { baseline_fetch_limit, baseline_fetch_category } baseline_fetch;

// Steps through 10,000 rows and touches every column; `found` gets the number of rows.
int64_t baseline_store_step(baseline_store *store, baseline_fetch fetch, int64_t *found);
// Appends the rows as JSON objects of the wire, separated by commas; returns the number of rows or -1.
int64_t baseline_store_json(baseline_store *store, baseline_fetch fetch, baseline_text *out);
// Appends the object with this uuid, or nothing; returns the number of rows or -1.
int64_t baseline_store_json_get(
  baseline_store *store, const char *uuid, size_t length, baseline_text *out);

typedef enum { baseline_contains_like, baseline_contains_instr } baseline_contains;

// Counts the rows whose description contains `word` by reading all of them.
int64_t baseline_store_contains(
  baseline_store *store, baseline_contains how, const char *word, int64_t *found);

// MARK: Orders (orders.c)

// Customers and products with an index from each order to both.
typedef struct baseline_orders baseline_orders;

// Makes a store with so many customers and products and no order, in WAL mode with synchronous=FULL.
baseline_orders *baseline_orders_open(const char *path, int64_t customers, int64_t products);
void baseline_orders_close(baseline_orders *orders);
// To which of `count` customers or products order `index` belongs, 0 for the first.
int64_t baseline_order_owner(int64_t index, int64_t count);
// Inserts `count` orders in one transaction, in which the version of every customer and product rises by one.
int64_t baseline_orders_insert(baseline_orders *orders, int64_t count);

// MARK: Server (server.c)

// Answers `server.ping`, `task.get` and `task.fetch` from standard input until it ends.
//
// It looks for the members where the benchmarks write them and checks nothing: a lower limit, not a server.
int baseline_serve(const char *store_path);
