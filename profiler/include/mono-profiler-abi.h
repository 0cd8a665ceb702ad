/*
 * mono-profiler-abi.h - Mono's public profiler API, version 3 (Mono 6.8), with the method_samplepoint additions.
 *
 * Names, numbers, layouts and signatures are Mono's, so one binary module loads in Mono and in any runtime that keeps
 * this ABI; nothing of Mono is needed to build. Events and functions stand in mono-profiler-lists.h; from them come
 * here the callback types and the prototypes. A module that is loaded at run time looks the functions up by name
 * (the rows of MONO_HOST_FUNCTIONS); one that is linked into its host calls the prototypes.
 *
 * A module exports `void mono_profiler_init_NAME(const char *desc)`; desc is the text after --profile=, NAME included.
 */
#ifndef MONO_PROFILER_ABI_H
#define MONO_PROFILER_ABI_H

#include <stdint.h>

#include "mono-profiler-lists.h"

#define MONO_PROFILER_API_VERSION 3

/* mono/utils/mono-publib.h: booleans cross the ABI as 32 bits. */
typedef int32_t mono_bool;
typedef uint8_t mono_byte;

/* Opaque. Tags are Mono's, so both headers may meet in one translation unit. struct _MonoProfiler is the module's own:
 * it defines it, hands it to mono_profiler_create() and gets it back in every callback. */
typedef struct _MonoProfiler MonoProfiler;
typedef struct _MonoProfilerDesc *MonoProfilerHandle;
typedef struct _MonoProfilerCallContext MonoProfilerCallContext;
typedef struct _MonoAppContext MonoAppContext;
typedef struct _MonoAssembly MonoAssembly;
typedef struct _MonoAssemblyName MonoAssemblyName;
typedef struct _MonoClass MonoClass;
typedef struct _MonoDomain MonoDomain;
typedef struct _MonoImage MonoImage;
typedef struct _MonoJitInfo MonoJitInfo;
typedef struct _MonoMethod MonoMethod;
typedef struct _MonoMethodHeader MonoMethodHeader;
typedef struct _MonoMethodSignature MonoMethodSignature;
typedef struct _MonoObject MonoObject;
typedef struct _MonoThread MonoThread;
typedef struct _MonoType MonoType;
typedef struct MonoVTable MonoVTable;

/* ---- Numbers: each enum names the Mono header and enum its values come from -------------------------------------- */

/* mono/metadata/profiler.h, MonoProfilerSampleMode. */
typedef enum {
    MONO_PROFILER_SAMPLE_MODE_NONE = 0,
    MONO_PROFILER_SAMPLE_MODE_PROCESS = 1, /* CPU time of the process; the kernel ticks at CONFIG_HZ at most */
    MONO_PROFILER_SAMPLE_MODE_REAL = 2,    /* monotonic wall time */
} MonoProfilerSampleMode;

/* mono/metadata/profiler.h, MonoProfilerCallInstrumentationFlags; the SAMPLEPOINT bits from dotnet/runtime (2025). A
 * host ignores bits it does not know, so a module may always ask for samplepoints. */
typedef enum {
    MONO_PROFILER_CALL_INSTRUMENTATION_NONE = 0,
    MONO_PROFILER_CALL_INSTRUMENTATION_ENTER = 2,
    MONO_PROFILER_CALL_INSTRUMENTATION_ENTER_CONTEXT = 4, /* *_CONTEXT: also build the context argument */
    MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE = 8,
    MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE_CONTEXT = 16,
    MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL = 32,
    MONO_PROFILER_CALL_INSTRUMENTATION_EXCEPTION_LEAVE = 64,
    MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT = 128,
    MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT_CONTEXT = 256,
} MonoProfilerCallInstrumentationFlags;

/* mono/metadata/profiler.h, MonoProfilerCodeBufferType; the comment says what `data` of jit_code_buffer is. */
typedef enum {
    MONO_PROFILER_CODE_BUFFER_METHOD = 0,              /* MonoMethod * */
    MONO_PROFILER_CODE_BUFFER_METHOD_TRAMPOLINE = 1,   /* no longer raised */
    MONO_PROFILER_CODE_BUFFER_UNBOX_TRAMPOLINE = 2,    /* MonoMethod * */
    MONO_PROFILER_CODE_BUFFER_IMT_TRAMPOLINE = 3,      /* NULL */
    MONO_PROFILER_CODE_BUFFER_GENERICS_TRAMPOLINE = 4, /* NULL */
    MONO_PROFILER_CODE_BUFFER_SPECIFIC_TRAMPOLINE = 5, /* const char *, may be NULL */
    MONO_PROFILER_CODE_BUFFER_HELPER = 6,              /* NULL */
    MONO_PROFILER_CODE_BUFFER_MONITOR = 7,             /* no longer raised */
    MONO_PROFILER_CODE_BUFFER_DELEGATE_INVOKE = 8,     /* NULL */
    MONO_PROFILER_CODE_BUFFER_EXCEPTION_HANDLING = 9,  /* NULL */
} MonoProfilerCodeBufferType;

/* mono/metadata/profiler.h, MonoProfilerGCEvent, in the order they arrive during a collection. */
typedef enum {
    MONO_GC_EVENT_PRE_STOP_WORLD = 6,
    MONO_GC_EVENT_PRE_STOP_WORLD_LOCKED = 10,
    MONO_GC_EVENT_POST_STOP_WORLD = 7,
    MONO_GC_EVENT_START = 0,
    MONO_GC_EVENT_END = 5,
    MONO_GC_EVENT_PRE_START_WORLD = 8,
    MONO_GC_EVENT_POST_START_WORLD_UNLOCKED = 11,
    MONO_GC_EVENT_POST_START_WORLD = 9,
} MonoProfilerGCEvent;

/* mono/metadata/mono-gc.h, MonoGCRootSource: what kind of root; the comment says what `key` of gc_root_register is. */
typedef enum {
    MONO_ROOT_SOURCE_EXTERNAL = 0, /* an embedder's */
    MONO_ROOT_SOURCE_STACK = 1,    /* thread id */
    MONO_ROOT_SOURCE_FINALIZER_QUEUE = 2,
    MONO_ROOT_SOURCE_STATIC = 3,         /* MonoVTable * */
    MONO_ROOT_SOURCE_THREAD_STATIC = 4,  /* thread id */
    MONO_ROOT_SOURCE_CONTEXT_STATIC = 5, /* MonoAppContext * */
    MONO_ROOT_SOURCE_GC_HANDLE = 6,
    MONO_ROOT_SOURCE_JIT = 7,
    MONO_ROOT_SOURCE_THREADING = 8,   /* thread id or NULL */
    MONO_ROOT_SOURCE_DOMAIN = 9,      /* MonoDomain * or NULL */
    MONO_ROOT_SOURCE_REFLECTION = 10, /* MonoVTable * or NULL */
    MONO_ROOT_SOURCE_MARSHAL = 11,
    MONO_ROOT_SOURCE_THREAD_POOL = 12,
    MONO_ROOT_SOURCE_DEBUGGER = 13,
    MONO_ROOT_SOURCE_HANDLE = 14, /* thread id */
    MONO_ROOT_SOURCE_EPHEMERON = 15,
    MONO_ROOT_SOURCE_TOGGLEREF = 16,
} MonoGCRootSource;

/* mono/metadata/mono-gc.h, MonoGCHandleType. */
typedef enum {
    MONO_GC_HANDLE_TYPE_MIN = 0,
    MONO_GC_HANDLE_WEAK = 0,
    MONO_GC_HANDLE_WEAK_TRACK_RESURRECTION = 1,
    MONO_GC_HANDLE_NORMAL = 2,
    MONO_GC_HANDLE_PINNED = 3,
    MONO_GC_HANDLE_TYPE_MAX = 4,
} MonoGCHandleType;

/* mono/metadata/metadata.h, MonoExceptionEnum; ECMA-335 II.25.4.6. */
typedef enum {
    MONO_EXCEPTION_CLAUSE_NONE = 0,
    MONO_EXCEPTION_CLAUSE_FILTER = 1,
    MONO_EXCEPTION_CLAUSE_FINALLY = 2,
    MONO_EXCEPTION_CLAUSE_FAULT = 4,
} MonoExceptionEnum;

/* mono/metadata/attrdefs.h; ECMA-335 II.23.1.10 and II.23.1.11. Only those a profiler asks about. */
enum {
    MONO_METHOD_ATTR_STATIC = 0x0010,
    MONO_METHOD_ATTR_PINVOKE_IMPL = 0x2000,
    MONO_METHOD_IMPL_ATTR_NATIVE = 0x0001,
    MONO_METHOD_IMPL_ATTR_RUNTIME = 0x0003,
    MONO_METHOD_IMPL_ATTR_NOINLINING = 0x0008,
    MONO_METHOD_IMPL_ATTR_INTERNAL_CALL = 0x1000,
};

/* Ours. Where the code of a frame came from. */
typedef enum {
    MONO_FRAME_TIER_UNKNOWN = 0,
    MONO_FRAME_TIER_INTERP = 1,
    MONO_FRAME_TIER_JITERP = 2,
    MONO_FRAME_TIER_JIT = 3,
    MONO_FRAME_TIER_AOT = 4,
} MonoFrameTier;

/* ---- Structures with a public layout ----------------------------------------------------------------------------- */

/* mono/metadata/profiler.h. Belongs to the host, valid during the callback. */
typedef struct {
    MonoMethod *method;
    uint32_t il_offset;
    uint32_t counter;      /* times reached */
    const char *file_name; /* may be NULL */
    uint32_t line;         /* 1-based */
    uint32_t column;
} MonoProfilerCoverageData;

/* mono/metadata/mono-debug.h. */
typedef struct _MonoDebugSourceLocation MonoDebugSourceLocation;
struct _MonoDebugSourceLocation {
    char *source_file;
    uint32_t row, column; /* 1-based; column 0 = unknown */
    uint32_t il_offset;
};

/* Extension of our own runtime: a node of a call tree that the host walks, see mono_profiler_get_call_cursor(). Nodes
 * belong to the listener and are no smaller than this. */
typedef struct _MonoProfilerCallNode MonoProfilerCallNode;
struct _MonoProfilerCallNode {
    MonoMethod *method; /* NULL: no method's; the host neither comes here nor goes from here by itself */
    MonoProfilerCallNode *parent;
    MonoProfilerCallNode *last_child; /* the child entered last; never NULL, rather a node without a method */
    uint64_t calls;
};

/* ---- Callback types ---------------------------------------------------------------------------------------------- */

typedef void (*MonoProfilerCleanupCallback)(MonoProfiler *prof);
typedef mono_bool (*MonoProfilerCoverageFilterCallback)(MonoProfiler *prof, MonoMethod *method);
typedef void (*MonoProfilerCoverageCallback)(MonoProfiler *prof, const MonoProfilerCoverageData *data);
typedef MonoProfilerCallInstrumentationFlags (*MonoProfilerCallInstrumentationFilterCallback)(MonoProfiler *prof,
                                                                                              MonoMethod *method);
/* Offsets in bytes from the start of the method's code; -1 = unknown. managed is false for native frames. */
typedef mono_bool (*MonoStackWalk)(MonoMethod *method, int32_t native_offset, int32_t il_offset, mono_bool managed,
                                   void *data);
typedef mono_bool (*MonoStackWalkAsyncSafe)(MonoMethod *method, MonoDomain *domain, void *base_address, int offset,
                                            void *data);

#define MONO_PROFILER_CALLBACK_TYPE(unused, name, Type, parameters, need)                                              \
    typedef void(*MonoProfiler##Type##Callback) parameters;
MONO_PROFILER_EVENTS(MONO_PROFILER_CALLBACK_TYPE, )
#undef MONO_PROFILER_CALLBACK_TYPE

/* ---- Prototypes -------------------------------------------------------------------------------------------------- */

#define MONO_HOST_PROTOTYPE(return_type, name, parameters, need)                                                       \
    __attribute__((visibility("default"))) return_type name parameters;
MONO_HOST_FUNCTIONS(MONO_HOST_PROTOTYPE)
#undef MONO_HOST_PROTOTYPE

#endif
