#pragma once
#include <errno.h>
#include <fcntl.h>
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// <poll.h> hides it without _GNU_SOURCE, with which <sys/select.h> would not be the one of Swift's Glibc module.
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif

// What Swift cannot import from <microhttpd.h>: variadic functions, flags combined
// by macros, and the members of the information unions. Nothing here keeps state.

/// Everything a daemon is started with; `context` reaches every callback.
struct cmh_options {
    int listen_socket;
    unsigned threads;
    unsigned connections;
    unsigned connections_per_address;
    unsigned idle_seconds;
    size_t connection_memory;
    void *context;
    MHD_AcceptPolicyCallback accept;
    MHD_AccessHandlerCallback access;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_NotifyConnectionCallback connection;
    MHD_RequestCompletedCallback completed;
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
    MHD_LogCallback log;
    /// Chooses the certificate of a handshake; NULL for plain HTTP.
    gnutls_certificate_retrieve_function2 *certificate;
    /// The versions and ciphers of TLS, as GnuTLS reads them.
    const char *priorities;
};

/// Starts a daemon that polls with epoll on its own threads; NULL, with `errno` set, on failure.
static inline struct MHD_Daemon *cmh_start(const struct cmh_options *o) {
    struct MHD_OptionItem items[] = {
        {MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)o->log, o->context},
        {MHD_OPTION_LISTEN_SOCKET, o->listen_socket, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)o->connections, NULL},
        {MHD_OPTION_PER_IP_CONNECTION_LIMIT, (intptr_t)o->connections_per_address, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)o->idle_seconds, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)o->connection_memory, NULL},
        // Strict, 0.9.75 closes without an answer on a space in the target, and writes the head of its 400 twice
        // where Host is missing. Lenient, it leaves both to the access callback, which refuses them properly.
        {MHD_OPTION_STRICT_FOR_CLIENT, 0, NULL},
        {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)o->target, o->context},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)o->connection, o->context},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)o->completed, o->context},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)o->unescape, o->context},
        {o->certificate ? MHD_OPTION_HTTPS_PRIORITIES : MHD_OPTION_END, 0, (void *)o->priorities},
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)o->certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem pool[] = {
        // A pool of one is no pool: libmicrohttpd refuses it.
        {o->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)o->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    if (o->certificate) flags |= MHD_USE_TLS;
    return MHD_start_daemon(flags, 0, o->accept, o->context, o->access, o->context, MHD_OPTION_ARRAY, pool,
                            MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

/// The TLS session of a connection, or NULL.
static inline gnutls_session_t cmh_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? (gnutls_session_t)info->tls_session : NULL;
}

/// The longest chain of certificates that is read.
enum { cmh_max_chain = 16 };

/// A certificate with those that vouch for it, and its key.
struct cmh_certificate {
    gnutls_pcert_st chain[cmh_max_chain];
    unsigned count;
    gnutls_privkey_t key;
    time_t begins, ends;
    /// Whether the key is that of the certificate.
    int matches;
};

/// Reads a certificate and its key from texts in PEM. Returns 0, or an error of GnuTLS. What was read is never freed.
static inline int cmh_read_certificate(const void *chain, size_t chain_size, const void *key, size_t key_size,
                                       struct cmh_certificate *certificate) {
    gnutls_datum_t pem = {(unsigned char *)chain, (unsigned)chain_size};
    gnutls_datum_t key_pem = {(unsigned char *)key, (unsigned)key_size};
    gnutls_x509_crt_t parts[cmh_max_chain];
    unsigned char ids[2][64];
    size_t sizes[2] = {sizeof ids[0], sizeof ids[1]};
    gnutls_pubkey_t public_key;
    certificate->count = cmh_max_chain;
    int error = gnutls_x509_crt_list_import(parts, &certificate->count, &pem, GNUTLS_X509_FMT_PEM,
                                            GNUTLS_X509_CRT_LIST_IMPORT_FAIL_IF_EXCEED);
    if (error < 0) return error;
    if ((error = gnutls_pcert_import_x509_list(certificate->chain, parts, &certificate->count, 0)) < 0) return error;
    if ((error = gnutls_privkey_init(&certificate->key)) < 0) return error;
    if ((error = gnutls_privkey_import_x509_raw(certificate->key, &key_pem, GNUTLS_X509_FMT_PEM, NULL, 0)) < 0)
        return error;
    if ((error = gnutls_pubkey_init(&public_key)) < 0) return error;
    if ((error = gnutls_pubkey_import_privkey(public_key, certificate->key, 0, 0)) < 0) return error;
    if ((error = gnutls_pubkey_get_key_id(public_key, 0, ids[0], &sizes[0])) < 0) return error;
    if ((error = gnutls_x509_crt_get_key_id(parts[0], 0, ids[1], &sizes[1])) < 0) return error;
    certificate->matches = sizes[0] == sizes[1] && !memcmp(ids[0], ids[1], sizes[0]);
    certificate->begins = gnutls_x509_crt_get_activation_time(parts[0]);
    certificate->ends = gnutls_x509_crt_get_expiration_time(parts[0]);
    return 0;
}

/// The socket of a connection, or -1.
static inline int cmh_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// What the connection callback stored for this connection, or NULL.
static inline void *cmh_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// The length of the request's head, from its method to the empty line; 0 when unknown.
static inline size_t cmh_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/// Writes a numeric address, IPv4 also where it came mapped into IPv6; an empty string when unknown.
static inline void cmh_address(const struct sockaddr *address, char *text, size_t size) {
    text[0] = 0;
    if (!address) return;
    socklen_t length = address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(address, length, text, (socklen_t)size, NULL, 0, NI_NUMERICHOST)) text[0] = 0;
    if (!strncmp(text, "::ffff:", 7) && strchr(text, '.')) memmove(text, text + 7, strlen(text + 7) + 1);
}

/// The peer's address; NULL when unknown.
static inline const struct sockaddr *cmh_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/// A response without a body.
static inline struct MHD_Response *cmh_empty_response(void) {
    return MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
}

/// A response whose body is a block of `malloc`, freed with it.
static inline struct MHD_Response *cmh_block_response(size_t size, void *block) {
    return MHD_create_response_from_buffer(size, block, MHD_RESPMEM_MUST_FREE);
}

/// Makes a response of unknown length end with the connection and not with a last chunk.
static inline void cmh_end_with_connection(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/// Calls `each` for every header of the request, in order, until it answers no.
static inline void cmh_each_header(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context) {
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, each, context);
}

/// The value of the first header of that name, and its length; NULL without one.
static inline const char *cmh_header(struct MHD_Connection *connection, const char *name, size_t *size) {
    const char *value = NULL;
    MHD_lookup_connection_value_n(connection, MHD_HEADER_KIND, name, strlen(name), &value, size);
    return value;
}

// glibc shows POLLRDHUP to _GNU_SOURCE only, under which this module's fd_set would not be the one Swift knows.
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif

/// What poll reports of a peer that has closed its side for sending (1), or altogether (2); else 0. Does not wait.
static inline int cmh_hung_up(int socket) {
    struct pollfd entry = {socket, POLLRDHUP, 0};
    if (poll(&entry, 1, 0) <= 0) return 0;
    return entry.revents & (POLLHUP | POLLERR) ? 2 : entry.revents & POLLRDHUP ? 1 : 0;
}

static inline int cmh_is_opening(enum MHD_ConnectionNotificationCode code) {
    return code == MHD_CONNECTION_NOTIFY_STARTED;
}
static inline enum MHD_Result cmh_yes(void) { return MHD_YES; }
static inline enum MHD_Result cmh_no(void) { return MHD_NO; }
static inline uint64_t cmh_size_unknown(void) { return MHD_SIZE_UNKNOWN; }
static inline ssize_t cmh_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t cmh_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/// Makes glibc give freed memory back to the system: blocks of 128 KB and more at once. Without a fixed threshold, glibc
/// raises it to 32 MB. Each arena keeps free memory, and there would be eight for each processor.
static inline void cmh_limit_free_memory(int arenas) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_ARENA_MAX, arenas);
#endif
}
