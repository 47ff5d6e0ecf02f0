#pragma once
#include <dlfcn.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/// Makes an epoll watch a socket for input, for output, for both, or no longer. `number` is what `cpq_wait` returns.
static inline void cpq_watch(int epoll, int socket, uint64_t number, int reads, int writes) {
    struct epoll_event event = {(reads ? EPOLLIN | EPOLLRDHUP : 0u) | (writes ? EPOLLOUT : 0u), {.u64 = number}};
    if (!event.events) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, socket, NULL);
    } else if (epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event)) {
        epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
    }
}

/// Waits for sockets and writes the numbers of those that are ready. Returns their count.
static inline int cpq_wait(int epoll, uint64_t *numbers, int capacity, int milliseconds) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll, events, capacity < 64 ? capacity : 64, milliseconds);
    for (int index = 0; index < count; index++) numbers[index] = events[index].data.u64;
    return count < 0 ? 0 : count;
}

/// Keeps OpenSSL from freeing its locks when the process exits. A thread that opens a connection then would crash.
///
/// Call it before the first connection. Without OpenSSL, libpq has no encryption, and nothing is kept.
static inline void cpq_keep_openssl(void) {
    const uint64_t no_atexit = 0x00080000;  // OPENSSL_INIT_NO_ATEXIT
    int (*init)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(RTLD_DEFAULT, "OPENSSL_init_crypto");
    if (init) init(no_atexit, NULL);
}

static inline void cpq_ignore_notice(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}

/// Keeps libpq from printing the server's notices to standard error.
static inline void cpq_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, cpq_ignore_notice, NULL);
}

// The fields of an error that are characters in <postgres_ext.h>.
static inline const char *cpq_field(const PGresult *result, char field) { return PQresultErrorField(result, field); }

#ifdef __GLIBC__
extern char *program_invocation_name;

/// Overwrites the arguments of this program that equal `text` with `replacement`, which is as long, so that `ps` shows
/// that.
static inline void cpq_replace_argument(const char *text, const char *replacement) {
    size_t length = strlen(text), count = 0, read;
    char block[4096];
    FILE *file = fopen("/proc/self/cmdline", "re");
    if (!file) return;
    while ((read = fread(block, 1, sizeof block, file))) count += read;
    fclose(file);
    // The kernel lays the arguments out one after another.
    char *argument = program_invocation_name, *end = argument + count;
    for (; argument < end; argument += strlen(argument) + 1) {
        // An option has its name before it: --state=ADDRESS.
        char *tail = argument + strlen(argument) - length;
        if (tail >= argument && !strcmp(tail, text)) memcpy(tail, replacement, length);
    }
}
#endif
