#include <sqlite3.h>
#include <string.h>

// Copies the header of the index of a write-ahead log, 48 bytes that every commit changes (sqlite.org/walformat.html,
// "The WAL-Index Header"), from the memory that all connections to the file share; nothing is read or locked.
//
// Returns 0 where there is none. Must not be asked of a connection without a log: one would be made ready.
static inline int csqlite_log_header(sqlite3 *connection, unsigned long long *words) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
  void volatile *region = 0;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || !region) return 0;
  const volatile unsigned long long *header = (const volatile unsigned long long *)region;
  for (int word = 0; word < 6; word++) words[word] = header[word];
  // The byte that says that the header was filled in.
  return ((const unsigned char *)words)[12] == 1;
}
