/*
 * abi-facts.h - every number and layout of the profiler ABI, as a list that is compiled twice: once against our header
 * (abi-ours.c) and once against Mono's (abi-mono.c). check-abi.c compares what came out.
 */
#ifndef TESTS_ABI_FACTS_H
#define TESTS_ABI_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *name;
    int64_t value;
} AbiFact;

typedef struct {
    const char *name, *type; /* event: setter's part and callback type's part; function: name and NULL */
    bool same;               /* the row's signature is compatible with Mono's declaration; abi-mono.c only */
} AbiSignature;

extern const AbiFact abi_ours[], abi_mono[];
extern const size_t abi_ours_count, abi_mono_count;
extern const AbiSignature abi_mono_events[], abi_mono_functions[];
extern const size_t abi_mono_events_count, abi_mono_functions_count;

#define ABI_ENUMERATORS(X)                                                                                             \
    X(MONO_PROFILER_SAMPLE_MODE_NONE)                                                                                  \
    X(MONO_PROFILER_SAMPLE_MODE_PROCESS)                                                                               \
    X(MONO_PROFILER_SAMPLE_MODE_REAL)                                                                                  \
    X(MONO_PROFILER_CALL_INSTRUMENTATION_NONE)                                                                         \
    X(MONO_PROFILER_CALL_INSTRUMENTATION_ENTER)                                                                        \
    X(MONO_PROFILER_CALL_INSTRUMENTATION_ENTER_CONTEXT)                                                                \
    X(MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE)                                                                        \
    X(MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE_CONTEXT)                                                                \
    X(MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL)                                                                    \
    X(MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE)                                                              \
    X(MONO_PROFILER_CODE_BUFFER_METHOD)                                                                                \
    X(MONO_PROFILER_CODE_BUFFER_METHOD_TRAMPOLINE)                                                                     \
    X(MONO_PROFILER_CODE_BUFFER_UNBOX_TRAMPOLINE)                                                                      \
    X(MONO_PROFILER_CODE_BUFFER_IMT_TRAMPOLINE)                                                                        \
    X(MONO_PROFILER_CODE_BUFFER_GENERICS_TRAMPOLINE)                                                                   \
    X(MONO_PROFILER_CODE_BUFFER_SPECIFIC_TRAMPOLINE)                                                                   \
    X(MONO_PROFILER_CODE_BUFFER_HELPER)                                                                                \
    X(MONO_PROFILER_CODE_BUFFER_MONITOR)                                                                               \
    X(MONO_PROFILER_CODE_BUFFER_DELEGATE_INVOKE)                                                                       \
    X(MONO_PROFILER_CODE_BUFFER_EXCEPTION_HANDLING)                                                                    \
    X(MONO_GC_EVENT_PRE_STOP_WORLD)                                                                                    \
    X(MONO_GC_EVENT_PRE_STOP_WORLD_LOCKED)                                                                             \
    X(MONO_GC_EVENT_POST_STOP_WORLD)                                                                                   \
    X(MONO_GC_EVENT_START)                                                                                             \
    X(MONO_GC_EVENT_END)                                                                                               \
    X(MONO_GC_EVENT_PRE_START_WORLD)                                                                                   \
    X(MONO_GC_EVENT_POST_START_WORLD_UNLOCKED)                                                                         \
    X(MONO_GC_EVENT_POST_START_WORLD)                                                                                  \
    X(MONO_ROOT_SOURCE_EXTERNAL)                                                                                       \
    X(MONO_ROOT_SOURCE_STACK)                                                                                          \
    X(MONO_ROOT_SOURCE_FINALIZER_QUEUE)                                                                                \
    X(MONO_ROOT_SOURCE_STATIC)                                                                                         \
    X(MONO_ROOT_SOURCE_THREAD_STATIC)                                                                                  \
    X(MONO_ROOT_SOURCE_CONTEXT_STATIC)                                                                                 \
    X(MONO_ROOT_SOURCE_GC_HANDLE)                                                                                      \
    X(MONO_ROOT_SOURCE_JIT)                                                                                            \
    X(MONO_ROOT_SOURCE_THREADING)                                                                                      \
    X(MONO_ROOT_SOURCE_DOMAIN)                                                                                         \
    X(MONO_ROOT_SOURCE_REFLECTION)                                                                                     \
    X(MONO_ROOT_SOURCE_MARSHAL)                                                                                        \
    X(MONO_ROOT_SOURCE_THREAD_POOL)                                                                                    \
    X(MONO_ROOT_SOURCE_DEBUGGER)                                                                                       \
    X(MONO_ROOT_SOURCE_HANDLE)                                                                                         \
    X(MONO_ROOT_SOURCE_EPHEMERON)                                                                                      \
    X(MONO_ROOT_SOURCE_TOGGLEREF)                                                                                      \
    X(MONO_GC_HANDLE_TYPE_MIN)                                                                                         \
    X(MONO_GC_HANDLE_WEAK)                                                                                             \
    X(MONO_GC_HANDLE_WEAK_TRACK_RESURRECTION)                                                                          \
    X(MONO_GC_HANDLE_NORMAL)                                                                                           \
    X(MONO_GC_HANDLE_PINNED)                                                                                           \
    X(MONO_GC_HANDLE_TYPE_MAX)                                                                                         \
    X(MONO_EXCEPTION_CLAUSE_NONE)                                                                                      \
    X(MONO_EXCEPTION_CLAUSE_FILTER)                                                                                    \
    X(MONO_EXCEPTION_CLAUSE_FINALLY)                                                                                   \
    X(MONO_EXCEPTION_CLAUSE_FAULT)                                                                                     \
    X(MONO_METHOD_ATTR_STATIC)                                                                                         \
    X(MONO_METHOD_ATTR_PINVOKE_IMPL)                                                                                   \
    X(MONO_METHOD_IMPL_ATTR_NATIVE)                                                                                    \
    X(MONO_METHOD_IMPL_ATTR_RUNTIME)                                                                                   \
    X(MONO_METHOD_IMPL_ATTR_NOINLINING)                                                                                \
    X(MONO_METHOD_IMPL_ATTR_INTERNAL_CALL)                                                                             \
    X(MONO_PROFILER_API_VERSION)

/* Types that cross the ABI by value. */
#define ABI_TYPES(X)                                                                                                   \
    X(mono_bool)                                                                                                       \
    X(mono_byte)                                                                                                       \
    X(MonoProfilerHandle)                                                                                              \
    X(MonoProfilerSampleMode)                                                                                          \
    X(MonoProfilerCallInstrumentationFlags)                                                                            \
    X(MonoProfilerCodeBufferType)                                                                                      \
    X(MonoProfilerGCEvent)                                                                                             \
    X(MonoGCRootSource)                                                                                                \
    X(MonoGCHandleType)                                                                                                \
    X(MonoExceptionEnum)

#define ABI_STRUCTS(X)                                                                                                 \
    X(MonoProfilerCoverageData)                                                                                        \
    X(MonoDebugSourceLocation)

#define ABI_FIELDS(X)                                                                                                  \
    X(MonoProfilerCoverageData, method, MonoMethod *)                                                                  \
    X(MonoProfilerCoverageData, il_offset, uint32_t)                                                                   \
    X(MonoProfilerCoverageData, counter, uint32_t)                                                                     \
    X(MonoProfilerCoverageData, file_name, const char *)                                                               \
    X(MonoProfilerCoverageData, line, uint32_t)                                                                        \
    X(MonoProfilerCoverageData, column, uint32_t)                                                                      \
    X(MonoDebugSourceLocation, source_file, char *)                                                                    \
    X(MonoDebugSourceLocation, row, uint32_t)                                                                          \
    X(MonoDebugSourceLocation, column, uint32_t)                                                                       \
    X(MonoDebugSourceLocation, il_offset, uint32_t)

#define ABI_ENUMERATOR_FACT(e) {#e, e},
#define ABI_TYPE_FACT(t) {"sizeof " #t, sizeof(t)}, {"alignof " #t, _Alignof(t)}, {"signed " #t, (t)-1 < (t)0},
#define ABI_STRUCT_FACT(s) {"sizeof " #s, sizeof(s)}, {"alignof " #s, _Alignof(s)},
/* The type column is right when this fact is 1 on both sides. */
#define ABI_FIELD_FACT(s, f, t)                                                                                        \
    {"offset of " #s "." #f, offsetof(s, f)},                                                                          \
        {"type of " #s "." #f " is " #t, __builtin_types_compatible_p(__typeof__(((s *)0)->f), t)},

#define ABI_FACTS                                                                                                      \
    ABI_ENUMERATORS(ABI_ENUMERATOR_FACT)                                                                               \
    ABI_TYPES(ABI_TYPE_FACT) ABI_STRUCTS(ABI_STRUCT_FACT) ABI_FIELDS(ABI_FIELD_FACT)

#endif
