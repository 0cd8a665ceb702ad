/*
 * abi-mono.c - the facts as Mono's headers state them, and whether each signature of our lists is the one declared
 * there.
 *
 * Our lists (not our types) are expanded among Mono's own types, so a row that differs in any parameter, in constness
 * or in its result is not compatible with Mono's declaration.
 */
#include <mono/jit/jit.h>
#include <mono/metadata/appdomain.h>
#include <mono/metadata/assembly.h>
#include <mono/metadata/attrdefs.h>
#include <mono/metadata/class.h>
#include <mono/metadata/debug-helpers.h>
#include <mono/metadata/environment.h>
#include <mono/metadata/image.h>
#include <mono/metadata/loader.h>
#include <mono/metadata/mono-debug.h>
#include <mono/metadata/mono-gc.h>
#include <mono/metadata/profiler.h>
#include <mono/metadata/threads.h>

#include "profiler/include/mono-profiler-lists.h"
#include "tests/include/abi-facts.h"

/* What Mono 6.8 does not have: nothing to compare with. */
typedef void (*MonoProfilerMethodSamplePointCallback)(MonoProfiler *, MonoMethod *, MonoProfilerCallContext *);
void mono_profiler_set_method_samplepoint_callback(MonoProfilerHandle, MonoProfilerMethodSamplePointCallback);
int32_t *mono_profiler_get_skip_counter(void);
mono_bool mono_profiler_enable_samplepoint_requests(MonoProfilerHandle);
void mono_profiler_request_samplepoint(void);
typedef struct _MonoProfilerCallNode MonoProfilerCallNode;
MonoProfilerCallNode **mono_profiler_get_call_cursor(void);
mono_bool mono_profiler_enable_call_cursor(MonoProfilerHandle);
typedef enum { MONO_FRAME_TIER_UNKNOWN } MonoFrameTier;
MonoFrameTier mono_stack_walk_frame_tier(void);

const AbiFact abi_mono[] = {ABI_FACTS};
const size_t abi_mono_count = sizeof abi_mono / sizeof abi_mono[0];

#define EVENT_ROW(unused, name, Type, parameters, need)                                                                \
    {#name, #Type, __builtin_types_compatible_p(MonoProfiler##Type##Callback, void(*) parameters)},
const AbiSignature abi_mono_events[] = {MONO_PROFILER_EVENTS(EVENT_ROW, )};
const size_t abi_mono_events_count = sizeof abi_mono_events / sizeof abi_mono_events[0];

#define FUNCTION_ROW(return_type, name, parameters, need)                                                              \
    {#name, NULL, __builtin_types_compatible_p(__typeof__(&name), return_type(*) parameters)},
const AbiSignature abi_mono_functions[] = {MONO_HOST_FUNCTIONS(FUNCTION_ROW)};
const size_t abi_mono_functions_count = sizeof abi_mono_functions / sizeof abi_mono_functions[0];

/* The typedefs that are no events. */
#define SAME_TYPE(type, ...)                                                                                           \
    _Static_assert(__builtin_types_compatible_p(type, __VA_ARGS__), #type " differs from Mono's declaration")
SAME_TYPE(MonoProfilerCleanupCallback, void (*)(MonoProfiler *));
SAME_TYPE(MonoProfilerCoverageFilterCallback, mono_bool (*)(MonoProfiler *, MonoMethod *));
SAME_TYPE(MonoProfilerCoverageCallback, void (*)(MonoProfiler *, const MonoProfilerCoverageData *));
SAME_TYPE(MonoProfilerCallInstrumentationFilterCallback,
          MonoProfilerCallInstrumentationFlags (*)(MonoProfiler *, MonoMethod *));
SAME_TYPE(MonoStackWalk, mono_bool (*)(MonoMethod *, int32_t, int32_t, mono_bool, void *));
SAME_TYPE(MonoStackWalkAsyncSafe, mono_bool (*)(MonoMethod *, MonoDomain *, void *, int, void *));
