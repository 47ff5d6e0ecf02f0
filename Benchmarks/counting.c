/* Preloaded into a server by `instructions`, to count what it allocates.
 *
 * The number of allocations so far is the first word of the file that COUNTING names, mapped into memory, where it can
 * be read at any time without asking the server.
 * Build: cc -O2 -shared -fPIC -o counting.so counting.c
 */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static unsigned long before;
static unsigned long *count = &before;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("COUNTING");
  int file = path ? open(path, O_RDWR) : -1;
  void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) count = map;
}

static void note(void) { __atomic_fetch_add(count, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) { return note(), __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return note(), __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return note(), __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return note(), __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  note();
  return (*result = __libc_memalign(alignment, size)) ? 0 : 12;
}

/* The main thread of a server with libdispatch waits here for ever, with a mask that cannot be written, to which
 * valgrind (3.19) writes. */
int sigsuspend(const sigset_t *mask) {
  (void)mask;
  return pause();
}
