#pragma once

/// Retains an object, unless its deinitialization has begun: the runtime's function behind `weak` references.
void *_Nullable swift_tryRetain(void *_Nonnull object);
