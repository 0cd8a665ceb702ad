/*
 * host.h - the runtime that loaded the module: its functions, found by name, and what kind of host it is.
 */
#ifndef SAMPLEPOINT_HOST_H
#define SAMPLEPOINT_HOST_H

#include "profiler/include/mono-profiler-abi.h"

#include <glib.h>
#include <pthread.h>
#include <stdbool.h>

#define SP_HOST_FIELD(return_type, name, parameters, need) return_type(*name) parameters;
typedef struct {
    MONO_HOST_FUNCTIONS(SP_HOST_FIELD)
} SpHost;
#undef SP_HOST_FIELD

extern SpHost sp_host;

/* Fills sp_host. False: a required function is missing; the error names it. */
bool sp_host_find(GError **error);

/* For locks whose holder may be waiting for the host, as it does when it asks for names. The host's collector waits for
 * every thread that runs code of the program or of the host, our callbacks included, until it comes to a place where it
 * can be stopped; so such a thread must count as waiting while it waits for such a lock, or all wait for each other.
 * Any thread may call these, in any state. within: false when the lock was not to be had in so many seconds. */
void sp_host_lock(pthread_mutex_t *lock);
bool sp_host_lock_within(pthread_mutex_t *lock, int seconds);

/* The host raises method_samplepoint (our runtime, newer Monos on a page). */
bool sp_host_has_samplepoints(void);

/* Stock Mono was started with --interp: its own sampling sees no managed frame there. */
bool sp_host_interprets(void);

/* Where the code of a frame came from: of the frame that a stack walk is at where the host tells (our runtime), else what
 * all frames of the host are. */
MonoFrameTier sp_host_tier(void);

/* Stock Mono was started with --llvm. */
bool sp_host_uses_llvm(void);

/* The class library is jitted rather than taken from precompiled images, whose code raises no enter and leave. */
bool sp_host_jits_class_library(void);

/* "Mono 6.8.0.105 JIT". Free with g_free(). */
char *sp_host_description(void);

#endif
