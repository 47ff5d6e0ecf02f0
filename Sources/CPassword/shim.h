#pragma once
#include <crypt.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <stdlib.h>
#include <string.h>

/// Hashes a password with the setting or the hash before it. Returns a text to free, or NULL.
static inline char *cpassword_hash(const char *password, const char *setting) {
    struct crypt_data *data = calloc(1, sizeof *data);
    if (!data) return NULL;
    char *hash = crypt_r(password, setting, data);
    // A failure is a text that begins with an asterisk.
    char *copy = hash && hash[0] != '*' ? strdup(hash) : NULL;
    explicit_bzero(data, sizeof *data);
    free(data);
    return copy;
}

/// Returns a setting for yescrypt with a new salt, as a text to free, or NULL.
static inline char *cpassword_setting(void) {
    char setting[CRYPT_GENSALT_OUTPUT_SIZE];
    return crypt_gensalt_rn("$y$", 0, NULL, 0, setting, sizeof setting) ? strdup(setting) : NULL;
}

/// Writes the SHA-256 digest of some bytes. Returns 0, or an error of GnuTLS.
static inline int cpassword_sha256(const void *bytes, size_t count, unsigned char *digest) {
    return gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, count, digest);
}
