/*
 * methods.h - what the module knows of the host's methods: selected or not, and their frames in the recording.
 *
 * Names are taken when a method is first sampled and kept, so methods and domains may go away afterwards. Everything
 * may be called from any thread outside signal handlers, without the recording's lock.
 */
#ifndef SAMPLEPOINT_METHODS_H
#define SAMPLEPOINT_METHODS_H

#include "profiler/plugin/host.h"
#include "profiler/plugin/options.h"

void sp_methods_init(const SpOptions *options);

/* From now on the host is not asked about methods, on this thread (it is no longer attached) or on all (the host goes
 * away). What is known stays known; any other method has no frame. */
void sp_methods_off_limits_here(void);
void sp_methods_off_limits(void);
bool sp_methods_may_ask(void);

/* The callspec selects the method and it is no hidden wrapper. */
bool sp_method_selected(MonoMethod *method);

/* Frame of the method in the tier of sp_host_tier(), without a line; SP_NONE: not shown (hidden wrapper, outside the
 * callspec). */
uint32_t sp_method_frame(MonoMethod *method);

/* The same at the line of a native offset where lines are wanted and known. */
uint32_t sp_method_frame_at(MonoMethod *method, MonoDomain *domain, int32_t native_offset);

/* The program's entry point, or NULL while it is not known. */
MonoMethod *sp_method_entry_point(void);

/* The method's IL holds localloc, so its leave events lie below its enter's anchor. */
bool sp_method_has_localloc(MonoMethod *method);

/* The host freed a method, or unloads a domain: addresses may come back as other methods. */
void sp_method_freed(MonoMethod *method);
void sp_methods_forget_all(void);

/* The address no longer means the method that `frame` was made for. */
bool sp_method_is_gone(const void *method, uint32_t frame);

/* Changes whenever an address may mean another method; caches of frames compare it. */
extern uint32_t sp_methods_generation;

/* How many methods the callspec was asked about and how many it selected. */
void sp_methods_counts(int64_t *asked, int64_t *selected);

#endif
