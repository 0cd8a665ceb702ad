/*
 * nettrace-methods.h - the methods and modules that a nettrace file's events name, and whose code an address is.
 */
#ifndef SAMPLEPOINT_NETTRACE_METHODS_H
#define SAMPLEPOINT_NETTRACE_METHODS_H

#include "profiler/import/nettrace-objects.h"

typedef struct {
    SpBuild *b;
    GArray *methods;     /* as their events have them */
    GArray *ranges;      /* code by address, none overlapping, after sp_nettrace_methods_settle() */
    GHashTable *modules; /* id -> simple name */
    uint32_t unknown;    /* the frame of an address that no method has */
} SpNettraceMethods;

void sp_nettrace_methods_init(SpNettraceMethods *m, SpBuild *b);
void sp_nettrace_methods_free(SpNettraceMethods *m);

/* Events; false and an error if they are too short. */
bool sp_nettrace_add_method(SpNettraceMethods *m, SpBytes payload);
bool sp_nettrace_add_module(SpNettraceMethods *m, SpBytes payload, size_t strings);

/* When all events are known, as most names come at a file's end: each method becomes a function of the profile. */
void sp_nettrace_methods_settle(SpNettraceMethods *m);
/* The frame that an address belongs to. A caller's may be the first behind its code, where it will return to. */
uint32_t sp_nettrace_frame(const SpNettraceMethods *m, uint64_t address, bool is_caller);

#endif
