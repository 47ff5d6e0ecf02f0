#pragma once

#include <stddef.h>
#include <stdint.h>

/// Retains an object, unless its deinitialization has begun: the runtime's function behind `weak` references.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Returns the declaration that a mangled name stands for, to be freed by the caller; null for other names.
char *_Nullable swift_demangle(
    const char *_Nonnull name, size_t length, char *_Nullable buffer, size_t *_Nullable size, uint32_t flags);

/// Returns the first place of some bytes in others; null if there is none. The C library shows it to GNU sources only.
void *_Nullable memmem(
    const void *_Nonnull bytes, size_t count, const void *_Nonnull sought, size_t soughtCount);
