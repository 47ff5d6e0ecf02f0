/* Inserts rows into an SQLite file for some seconds, and prints how many transactions it made in a second.
 *
 *   inserts DB CONNECTIONS SECONDS ROWS
 *       Each connection has a thread and prepared statements. It runs BEGIN IMMEDIATE, ROWS times INSERT, and COMMIT. The
 *       file has a write-ahead log, and each transaction is on the disk when COMMIT returns (synchronous = FULL).
 *
 * Build: cc -O2 -o inserts inserts.c -lsqlite3 -lpthread
 */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *path;
static double ends;
static int rows;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void check(sqlite3 *db, int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE) return;
  fprintf(stderr, "inserts: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static void step(sqlite3 *db, sqlite3_stmt *statement) {
  check(db, sqlite3_step(statement));
  check(db, sqlite3_reset(statement));
}

static void *work(void *count) {
  sqlite3 *db;
  sqlite3_stmt *begin, *insert, *commit;
  check(db, sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
  sqlite3_busy_timeout(db, 60000);
  check(db, sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL));
  check(db, sqlite3_prepare_v2(db, "BEGIN IMMEDIATE", -1, &begin, NULL));
  check(db, sqlite3_prepare_v2(db, "INSERT INTO facts(name, amount, price) VALUES (?, ?, ?)", -1, &insert, NULL));
  check(db, sqlite3_prepare_v2(db, "COMMIT", -1, &commit, NULL));
  for (; now() < ends; ++*(long *)count) {
    step(db, begin);
    for (int row = 0; row < rows; row++) {
      sqlite3_bind_text(insert, 1, "Fact number 12", -1, SQLITE_STATIC);
      sqlite3_bind_int64(insert, 2, 110866);
      sqlite3_bind_double(insert, 3, 2566.75);
      step(db, insert);
    }
    step(db, commit);
  }
  sqlite3_finalize(begin), sqlite3_finalize(insert), sqlite3_finalize(commit);
  sqlite3_close(db);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 5) return fprintf(stderr, "usage: see the top of inserts.c\n"), 2;
  int connections = atoi(argv[2]);
  double seconds = atof(argv[3]), start = now();
  path = argv[1], rows = atoi(argv[4]), ends = start + seconds;
  pthread_t threads[connections];
  long counts[connections], all = 0;
  for (int i = 0; i < connections; i++) {
    counts[i] = 0;
    pthread_create(&threads[i], NULL, work, &counts[i]);
  }
  for (int i = 0; i < connections; i++) {
    pthread_join(threads[i], NULL);
    all += counts[i];
  }
  printf("%.1f\n", all / (now() - start));
  return 0;
}
