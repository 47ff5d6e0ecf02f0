/* Inserts rows into an SQLite file for some seconds, and prints how many transactions it made in a second.
 *
 *   inserts DB SECONDS ROWS
 *       Runs BEGIN IMMEDIATE, ROWS times INSERT, and COMMIT, with prepared statements. The file has a write-ahead log, and
 *       each transaction is on the disk when COMMIT returns (synchronous = FULL). One connection is the fastest: SQLite
 *       has one writer at a time, and further ones would wait for it.
 *
 * Build: cc -O2 -o inserts inserts.c -lsqlite3
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sqlite3 *db;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void check(int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE) return;
  fprintf(stderr, "inserts: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL));
  return statement;
}

static void run(sqlite3_stmt *statement) {
  check(sqlite3_step(statement));
  check(sqlite3_reset(statement));
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: see the top of inserts.c\n"), 2;
  int rows = atoi(argv[3]);
  check(sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE, NULL));
  check(sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL));
  sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
  sqlite3_stmt *insert = prepared("INSERT INTO facts(name, amount, price) VALUES (?, ?, ?)");
  double start = now(), end = start + atof(argv[2]);
  long count = 0;
  for (; now() < end; count++) {
    run(begin);
    for (int row = 0; row < rows; row++) {
      sqlite3_bind_text(insert, 1, "Fact number 12", -1, SQLITE_STATIC);
      sqlite3_bind_int64(insert, 2, 110866);
      sqlite3_bind_double(insert, 3, 2566.75);
      run(insert);
    }
    run(commit);
  }
  printf("%.1f\n", count / (now() - start));
  return 0;
}
