/* Preloaded into a server by `references`, to record which counts of references its threads change, and when.
 *
 * A first SIGUSR1 begins, a second ends and writes the file that REFERENCES names: the answers sent meanwhile, then for
 * each thread how many records there are and the records, each an object and a time.
 * Build: clang -O2 -shared -fPIC -o references.so references.c (another compiler does not know preserve_most)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* The runtime's callers expect their registers to be as they were. */
#define RUNTIME __attribute__((preserve_most))
#define MOST (1 << 21)

typedef struct {
  uint64_t object, time;
} Record;

static __thread Record *records;
static __thread uint64_t count;
static Record *all[64];
static uint64_t *counts[64];
static int threads;
static volatile int recording;
static uint64_t answers;
static void *(*retain)(void *), *(*bridgeRetain)(void *);
static void (*release)(void *), (*bridgeRelease)(void *);
static ssize_t (*send_message)(int, const struct msghdr *, int);

static void put(int file, const void *bytes, size_t size) {
  for (ssize_t done; size > 0 && (done = write(file, bytes, size)) > 0; size -= done) bytes = (const char *)bytes + done;
}

static void toggle(int number) {
  (void)number;
  if (!recording) {
    recording = 1;
    return;
  }
  recording = 0;
  const char *path = getenv("REFERENCES");
  int file = path ? open(path, O_WRONLY) : -1;
  put(file, &answers, 8);
  for (int index = 0; index < threads; index++) {
    uint64_t number = *counts[index] < MOST ? *counts[index] : MOST;
    put(file, &number, 8);
    put(file, all[index], number * sizeof(Record));
  }
  close(file);
}

__attribute__((constructor)) static void begin(void) {
  retain = dlsym(RTLD_NEXT, "swift_retain");
  release = dlsym(RTLD_NEXT, "swift_release");
  bridgeRetain = dlsym(RTLD_NEXT, "swift_bridgeObjectRetain");
  bridgeRelease = dlsym(RTLD_NEXT, "swift_bridgeObjectRelease");
  send_message = dlsym(RTLD_NEXT, "sendmsg");
  signal(SIGUSR1, toggle);
}

/* Others' constructors come before this one's. */
static void note(void *object) {
  if (!retain) begin();
  if (!recording) return;
  if (!records) {
    records = malloc(MOST * sizeof(Record));
    int index = __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED);
    all[index & 63] = records;
    counts[index & 63] = &count;
  }
  if (records && count < MOST) {
    records[count].object = (uint64_t)object & 0x00FFFFFFFFFFFFF8;
    records[count].time = __builtin_ia32_rdtsc();
  }
  count++;
}

RUNTIME void *swift_retain(void *object) {
  note(object);
  return retain(object);
}
RUNTIME void swift_release(void *object) {
  note(object);
  release(object);
}
/* Those with their highest bit set have no count. */
RUNTIME void *swift_bridgeObjectRetain(void *object) {
  if (!((uint64_t)object >> 63)) note(object);
  return bridgeRetain(object);
}
RUNTIME void swift_bridgeObjectRelease(void *object) {
  if (!((uint64_t)object >> 63)) note(object);
  bridgeRelease(object);
}
ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  if (recording) __atomic_fetch_add(&answers, 1, __ATOMIC_RELAXED);
  return send_message(socket, message, flags);
}
