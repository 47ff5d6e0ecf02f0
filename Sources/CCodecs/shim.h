#pragma once
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

// What Swift cannot import from <zlib.h>: initializers that are macros, and a stream that must not move.

/// A stream that writes gzip at a level from 1 to 9; NULL when out of memory. For `cc_gzip_free`.
static inline z_stream *cc_gzip_make(int level) {
    z_stream *stream = calloc(1, sizeof(z_stream));
    // 16 has gzip's head and foot written around the largest window; 8 is the default of memory.
    if (stream && deflateInit2(stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

static inline void cc_gzip_free(z_stream *stream) {
    deflateEnd(stream);
    free(stream);
}

/// The same for reading.
static inline z_stream *cc_gunzip_make(void) {
    z_stream *stream = calloc(1, sizeof(z_stream));
    if (stream && inflateInit2(stream, 16 + MAX_WBITS) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

static inline void cc_gunzip_free(z_stream *stream) {
    inflateEnd(stream);
    free(stream);
}
