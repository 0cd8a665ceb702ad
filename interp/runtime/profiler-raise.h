/*
 * profiler-raise.h - one raise function an event, from MONO_PROFILER_EVENTS. Part of runtime.h.
 *
 * mono_profiler_dispatch_NAME(NULL, ...) calls every profiler that listens; prof, the first parameter, is filled in.
 */
#ifndef MONOSP_PROFILER_RAISE_H
#define MONOSP_PROFILER_RAISE_H

#define MONO_PROFILER_DISPATCH(C, name, Type, parameters, need) void mono_profiler_dispatch_##name parameters;
MONO_PROFILER_EVENTS(MONO_PROFILER_DISPATCH, )
#undef MONO_PROFILER_DISPATCH

#endif
