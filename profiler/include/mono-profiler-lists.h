/*
 * mono-profiler-lists.h - the two lists that describe a host: its events and its functions.
 *
 * They stand alone, without the types they mention, so that the same text can be checked against Mono's own headers.
 * Everyone else includes mono-profiler-abi.h, which has the types.
 *
 *   MONO_PROFILER_EVENTS(X, C)  X(C, name, Type, parameters, need)   one row per event; C is handed through
 *   MONO_HOST_FUNCTIONS(X)      X(return_type, name, parameters, need)   setters of all events, then all the rest
 *
 * need is REQUIRED (a host without it cannot be profiled: the module refuses and names it) or OPTIONAL (look before
 * you call). The names are the host's dynamic symbols. To make a table of pointers:
 *
 *   #define FIELD(return_type, name, parameters, need) return_type(*name) parameters;
 *   struct Host { MONO_HOST_FUNCTIONS(FIELD) };
 */
#ifndef MONO_PROFILER_LISTS_H
#define MONO_PROFILER_LISTS_H

/*
 * Events: mono/metadata/profiler-events.h of Mono 6.8; method_samplepoint: the same file of dotnet/runtime since 2025.
 * `name` makes the setter (mono_profiler_set_NAME_callback), `Type` the type (MonoProfilerTypeCallback). Some types are
 * spelt unlike their event (GCEvent2, AssemblyLLoaded, Module..., Root...): that is Mono's spelling, kept so that a
 * module's source compiles against either header.
 *
 * Ownership: every pointer handed to a callback belongs to the host and is valid during the call. MonoMethod,
 * MonoClass, MonoImage, MonoAssembly and MonoDomain stay valid until the event that says they are gone (method_free for
 * dynamic methods, image_unloading, assembly_unloading, domain_unloading). tid is the system's thread handle
 * (pthread_t).
 */
#define MONO_PROFILER_EVENTS(X, C)                                                                                     \
    /* Life of the runtime. No event is raised before start-up is done. */                                             \
    X(C, runtime_initialized, RuntimeInitialized, (MonoProfiler * prof), REQUIRED)                                     \
    X(C, runtime_shutdown_begin, RuntimeShutdownBegin, (MonoProfiler * prof), REQUIRED)                                \
    X(C, runtime_shutdown_end, RuntimeShutdownEnd, (MonoProfiler * prof), REQUIRED)                                    \
    /* Remoting contexts and application domains. */                                                                   \
    X(C, context_loaded, ContextLoaded, (MonoProfiler * prof, MonoAppContext * context), OPTIONAL)                     \
    X(C, context_unloaded, ContextUnloaded, (MonoProfiler * prof, MonoAppContext * context), OPTIONAL)                 \
    X(C, domain_loading, DomainLoading, (MonoProfiler * prof, MonoDomain * domain), OPTIONAL)                          \
    X(C, domain_loaded, DomainLoaded, (MonoProfiler * prof, MonoDomain * domain), OPTIONAL)                            \
    X(C, domain_unloading, DomainUnloading, (MonoProfiler * prof, MonoDomain * domain), OPTIONAL)                      \
    X(C, domain_unloaded, DomainUnloaded, (MonoProfiler * prof, MonoDomain * domain), OPTIONAL)                        \
    X(C, domain_name, DomainName, (MonoProfiler * prof, MonoDomain * domain, const char *name), OPTIONAL)              \
    /* Compiled code. jit_code_buffer: what data points to depends on type, see MonoProfilerCodeBufferType. */         \
    X(C, jit_begin, JitBegin, (MonoProfiler * prof, MonoMethod * method), OPTIONAL)                                    \
    X(C, jit_failed, JitFailed, (MonoProfiler * prof, MonoMethod * method), OPTIONAL)                                  \
    X(C, jit_done, JitDone, (MonoProfiler * prof, MonoMethod * method, MonoJitInfo * jinfo), OPTIONAL)                 \
    X(C, jit_chunk_created, JitChunkCreated, (MonoProfiler * prof, const mono_byte *chunk, uintptr_t size), OPTIONAL)  \
    X(C, jit_chunk_destroyed, JitChunkDestroyed, (MonoProfiler * prof, const mono_byte *chunk), OPTIONAL)              \
    X(C, jit_code_buffer, JitCodeBuffer,                                                                               \
      (MonoProfiler * prof, const mono_byte *buffer, uint64_t size, MonoProfilerCodeBufferType type,                   \
       const void *data),                                                                                              \
      OPTIONAL)                                                                                                        \
    /* Metadata coming and going. */                                                                                   \
    X(C, class_loading, ClassLoading, (MonoProfiler * prof, MonoClass * klass), OPTIONAL)                              \
    X(C, class_failed, ClassFailed, (MonoProfiler * prof, MonoClass * klass), OPTIONAL)                                \
    X(C, class_loaded, ClassLoaded, (MonoProfiler * prof, MonoClass * klass), OPTIONAL)                                \
    X(C, vtable_loading, VTableLoading, (MonoProfiler * prof, MonoVTable * vtable), OPTIONAL)                          \
    X(C, vtable_failed, VTableFailed, (MonoProfiler * prof, MonoVTable * vtable), OPTIONAL)                            \
    X(C, vtable_loaded, VTableLoaded, (MonoProfiler * prof, MonoVTable * vtable), OPTIONAL)                            \
    X(C, image_loading, ModuleLoading, (MonoProfiler * prof, MonoImage * image), OPTIONAL)                             \
    X(C, image_failed, ModuleFailed, (MonoProfiler * prof, MonoImage * image), OPTIONAL)                               \
    X(C, image_loaded, ModuleLoaded, (MonoProfiler * prof, MonoImage * image), OPTIONAL)                               \
    X(C, image_unloading, ModuleUnloading, (MonoProfiler * prof, MonoImage * image), OPTIONAL)                         \
    X(C, image_unloaded, ModuleUnloaded, (MonoProfiler * prof, MonoImage * image), OPTIONAL)                           \
    X(C, assembly_loading, AssemblyLoading, (MonoProfiler * prof, MonoAssembly * assembly), OPTIONAL)                  \
    X(C, assembly_loaded, AssemblyLLoaded, (MonoProfiler * prof, MonoAssembly * assembly), OPTIONAL)                   \
    X(C, assembly_unloading, AssemblyLUnloading, (MonoProfiler * prof, MonoAssembly * assembly), OPTIONAL)             \
    X(C, assembly_unloaded, AssemblyLUnloaded, (MonoProfiler * prof, MonoAssembly * assembly), OPTIONAL)               \
    /* Calls of methods whose filter asked for it. context is NULL unless the flags asked for one. tail_call comes     \
       instead of leave; its target may be NULL. samplepoint: at safepoints inside the method. */                      \
    X(C, method_enter, MethodEnter, (MonoProfiler * prof, MonoMethod * method, MonoProfilerCallContext * context),     \
      REQUIRED)                                                                                                        \
    X(C, method_leave, MethodLeave, (MonoProfiler * prof, MonoMethod * method, MonoProfilerCallContext * context),     \
      REQUIRED)                                                                                                        \
    X(C, method_samplepoint, MethodSamplePoint,                                                                        \
      (MonoProfiler * prof, MonoMethod * method, MonoProfilerCallContext * context), OPTIONAL)                         \
    X(C, method_tail_call, MethodTailCall, (MonoProfiler * prof, MonoMethod * method, MonoMethod * target), REQUIRED)  \
    X(C, method_exception_leave, MethodExceptionLeave,                                                                 \
      (MonoProfiler * prof, MonoMethod * method, MonoObject * exception), REQUIRED)                                    \
    X(C, method_free, MethodFree, (MonoProfiler * prof, MonoMethod * method), REQUIRED)                                \
    X(C, method_begin_invoke, MethodBeginInvoke, (MonoProfiler * prof, MonoMethod * method), OPTIONAL)                 \
    X(C, method_end_invoke, MethodEndInvoke, (MonoProfiler * prof, MonoMethod * method), OPTIONAL)                     \
    /* Exceptions. exception_clause: index counts the method's clauses; exception may be NULL for a finally reached in \
       the normal way. */                                                                                              \
    X(C, exception_throw, ExceptionThrow, (MonoProfiler * prof, MonoObject * exception), OPTIONAL)                     \
    X(C, exception_clause, ExceptionClause,                                                                            \
      (MonoProfiler * prof, MonoMethod * method, uint32_t index, MonoExceptionEnum type, MonoObject * exception),      \
      OPTIONAL)                                                                                                        \
    /* Garbage collector; sizes in bytes. gc_moves: pairs (old, new), count = number of pointers. */                   \
    X(C, gc_event, GCEvent2,                                                                                           \
      (MonoProfiler * prof, MonoProfilerGCEvent event, uint32_t generation, mono_bool is_serial), OPTIONAL)            \
    X(C, gc_allocation, GCAllocation, (MonoProfiler * prof, MonoObject * object), OPTIONAL)                            \
    X(C, gc_moves, GCMoves, (MonoProfiler * prof, MonoObject *const *objects, uint64_t count), OPTIONAL)               \
    X(C, gc_resize, GCResize, (MonoProfiler * prof, uintptr_t size), OPTIONAL)                                         \
    X(C, gc_handle_created, GCHandleCreated,                                                                           \
      (MonoProfiler * prof, uint32_t handle, MonoGCHandleType type, MonoObject * object), OPTIONAL)                    \
    X(C, gc_handle_deleted, GCHandleDeleted, (MonoProfiler * prof, uint32_t handle, MonoGCHandleType type), OPTIONAL)  \
    X(C, gc_finalizing, GCFinalizing, (MonoProfiler * prof), OPTIONAL)                                                 \
    X(C, gc_finalized, GCFinalized, (MonoProfiler * prof), OPTIONAL)                                                   \
    X(C, gc_finalizing_object, GCFinalizingObject, (MonoProfiler * prof, MonoObject * object), OPTIONAL)               \
    X(C, gc_finalized_object, GCFinalizedObject, (MonoProfiler * prof, MonoObject * object), OPTIONAL)                 \
    X(C, gc_root_register, RootRegister,                                                                               \
      (MonoProfiler * prof, const mono_byte *start, uintptr_t size, MonoGCRootSource source, const void *key,          \
       const char *name),                                                                                              \
      OPTIONAL)                                                                                                        \
    X(C, gc_root_unregister, RootUnregister, (MonoProfiler * prof, const mono_byte *start), OPTIONAL)                  \
    X(C, gc_roots, GCRoots,                                                                                            \
      (MonoProfiler * prof, uint64_t count, const mono_byte *const *addresses, MonoObject *const *objects), OPTIONAL)  \
    /* Locks of objects. */                                                                                            \
    X(C, monitor_contention, MonitorContention, (MonoProfiler * prof, MonoObject * object), OPTIONAL)                  \
    X(C, monitor_failed, MonitorFailed, (MonoProfiler * prof, MonoObject * object), OPTIONAL)                          \
    X(C, monitor_acquired, MonitorAcquired, (MonoProfiler * prof, MonoObject * object), OPTIONAL)                      \
    /* Threads. stopping and stopped run on the thread itself, exited on any. thread_name: name is valid in the call   \
       only. */                                                                                                        \
    X(C, thread_started, ThreadStarted, (MonoProfiler * prof, uintptr_t tid), REQUIRED)                                \
    X(C, thread_stopping, ThreadStopping, (MonoProfiler * prof, uintptr_t tid), OPTIONAL)                              \
    X(C, thread_stopped, ThreadStopped, (MonoProfiler * prof, uintptr_t tid), REQUIRED)                                \
    X(C, thread_exited, ThreadExited, (MonoProfiler * prof, uintptr_t tid), OPTIONAL)                                  \
    X(C, thread_name, ThreadName, (MonoProfiler * prof, uintptr_t tid, const char *name), OPTIONAL)                    \
    /* The host's own sampling, in a signal handler: async-signal-safe work only. context is a ucontext_t. */          \
    X(C, sample_hit, SampleHit, (MonoProfiler * prof, const mono_byte *ip, const void *context), OPTIONAL)

#define MONO_HOST_SETTER(X, name, Type, parameters, need)                                                              \
    X(void, mono_profiler_set_##name##_callback, (MonoProfilerHandle handle, MonoProfiler##Type##Callback cb), need)

/* mono/metadata/profiler.h. Setters are async-safe; create and enable_* are not. The enable_* functions and
 * set_sample_mode return false when they come too late (after start-up) or when another profiler owns the thing. */
#define MONO_HOST_PROFILER_FUNCTIONS(X)                                                                                \
    X(MonoProfilerHandle, mono_profiler_create, (MonoProfiler * prof), REQUIRED)                                       \
    X(void, mono_profiler_load, (const char *desc), OPTIONAL)                                                          \
    X(void, mono_profiler_set_cleanup_callback, (MonoProfilerHandle handle, MonoProfilerCleanupCallback cb), OPTIONAL) \
    /* The filter is asked at least once a method, from any thread, before the method is compiled. */                  \
    X(void, mono_profiler_set_call_instrumentation_filter_callback,                                                    \
      (MonoProfilerHandle handle, MonoProfilerCallInstrumentationFilterCallback cb), REQUIRED)                         \
    X(mono_bool, mono_profiler_enable_sampling, (MonoProfilerHandle handle), OPTIONAL)                                 \
    /* freq in Hz, never 0 unless the mode is NONE (Mono divides by it). */                                            \
    X(mono_bool, mono_profiler_set_sample_mode,                                                                        \
      (MonoProfilerHandle handle, MonoProfilerSampleMode mode, uint32_t freq), OPTIONAL)                               \
    X(mono_bool, mono_profiler_get_sample_mode,                                                                        \
      (MonoProfilerHandle handle, MonoProfilerSampleMode * mode, uint32_t * freq), OPTIONAL)                           \
    X(mono_bool, mono_profiler_enable_allocations, (void), OPTIONAL)                                                   \
    X(mono_bool, mono_profiler_enable_clauses, (void), OPTIONAL)                                                       \
    X(mono_bool, mono_profiler_enable_coverage, (void), OPTIONAL)                                                      \
    X(void, mono_profiler_set_coverage_filter_callback,                                                                \
      (MonoProfilerHandle handle, MonoProfilerCoverageFilterCallback cb), OPTIONAL)                                    \
    X(mono_bool, mono_profiler_get_coverage_data,                                                                      \
      (MonoProfilerHandle handle, MonoMethod * method, MonoProfilerCoverageCallback cb), OPTIONAL)                     \
    /* Call contexts are valid inside the callback only; what get_* returns is a copy for free_buffer, or NULL. */     \
    X(mono_bool, mono_profiler_enable_call_context_introspection, (void), OPTIONAL)                                    \
    X(void *, mono_profiler_call_context_get_this, (MonoProfilerCallContext * context), OPTIONAL)                      \
    X(void *, mono_profiler_call_context_get_argument, (MonoProfilerCallContext * context, uint32_t position),         \
      OPTIONAL)                                                                                                        \
    X(void *, mono_profiler_call_context_get_local, (MonoProfilerCallContext * context, uint32_t position), OPTIONAL)  \
    X(void *, mono_profiler_call_context_get_result, (MonoProfilerCallContext * context), OPTIONAL)                    \
    X(void, mono_profiler_call_context_free_buffer, (void *buffer), OPTIONAL)

/* Names and places of methods: debug-helpers.h, loader.h, class.h, image.h, assembly.h under mono/metadata. Strings
 * belong to the host except where a row says "free". */
#define MONO_HOST_METADATA_FUNCTIONS(X)                                                                                \
    /* "Ns.Type`1<int>:Method (int,string)"; signature false leaves the brackets out. Free with mono_free(). */        \
    X(char *, mono_method_full_name, (MonoMethod * method, mono_bool signature), REQUIRED)                             \
    X(const char *, mono_method_get_name, (MonoMethod * method), REQUIRED)                                             \
    X(MonoClass *, mono_method_get_class, (MonoMethod * method), REQUIRED)                                             \
    /* ECMA-335 metadata token, table in the top byte; 0 for what the runtime made itself. */                          \
    X(uint32_t, mono_method_get_token, (MonoMethod * method), OPTIONAL)                                                \
    /* MONO_METHOD_ATTR_*; iflags, if not NULL, gets MONO_METHOD_IMPL_ATTR_*. */                                       \
    X(uint32_t, mono_method_get_flags, (MonoMethod * method, uint32_t * iflags), OPTIONAL)                             \
    X(MonoMethodSignature *, mono_method_signature, (MonoMethod * method), OPTIONAL)                                   \
    /* NULL for a method without a body. Free with mono_metadata_free_mh(). The code lives as long as the image. */    \
    X(MonoMethodHeader *, mono_method_get_header, (MonoMethod * method), OPTIONAL)                                     \
    X(const unsigned char *, mono_method_header_get_code,                                                              \
      (MonoMethodHeader * header, uint32_t * code_size, uint32_t * max_stack), OPTIONAL)                               \
    X(void, mono_metadata_free_mh, (MonoMethodHeader * header), OPTIONAL)                                              \
    /* Free with mono_free(). */                                                                                       \
    X(char *, mono_signature_get_desc, (MonoMethodSignature * sig, mono_bool include_namespace), OPTIONAL)             \
    X(const char *, mono_class_get_name, (MonoClass * klass), REQUIRED)                                                \
    X(const char *, mono_class_get_namespace, (MonoClass * klass), REQUIRED)                                           \
    /* The type this one is declared in, or NULL. */                                                                   \
    X(MonoClass *, mono_class_get_nesting_type, (MonoClass * klass), REQUIRED)                                         \
    X(MonoImage *, mono_class_get_image, (MonoClass * klass), REQUIRED)                                                \
    X(uint32_t, mono_class_get_flags, (MonoClass * klass), OPTIONAL)                                                   \
    X(uint32_t, mono_class_get_type_token, (MonoClass * klass), OPTIONAL)                                              \
    X(mono_bool, mono_class_is_delegate, (MonoClass * klass), OPTIONAL)                                                \
    X(MonoType *, mono_class_get_type, (MonoClass * klass), OPTIONAL)                                                  \
    /* "Ns.Outer.Inner<System.Int32>". Free with mono_free(). */                                                       \
    X(char *, mono_type_get_name, (MonoType * type), OPTIONAL)                                                         \
    X(MonoClass *, mono_object_get_class, (MonoObject * obj), OPTIONAL)                                                \
    /* Bytes of an object with its header, its elements or characters. */                                              \
    X(unsigned int, mono_object_get_size, (MonoObject * obj), OPTIONAL)                                                \
    /* Simple name of the image's assembly. */                                                                         \
    X(const char *, mono_image_get_name, (MonoImage * image), REQUIRED)                                                \
    X(const char *, mono_image_get_filename, (MonoImage * image), OPTIONAL)                                            \
    X(const char *, mono_image_get_guid, (MonoImage * image), OPTIONAL)                                                \
    X(mono_bool, mono_image_is_dynamic, (MonoImage * image), OPTIONAL)                                                 \
    /* NULL for a module that no assembly has claimed. */                                                              \
    X(MonoAssembly *, mono_image_get_assembly, (MonoImage * image), REQUIRED)                                          \
    /* The program; NULL until it is loaded, which is after runtime_initialized. */                                    \
    X(MonoAssembly *, mono_assembly_get_main, (void), REQUIRED)                                                        \
    X(MonoImage *, mono_assembly_get_image, (MonoAssembly * assembly), OPTIONAL)                                       \
    /* Token of Main; 0 for a library. */                                                                              \
    X(uint32_t, mono_image_get_entry_point, (MonoImage * image), OPTIONAL)                                             \
    X(MonoMethod *, mono_get_method, (MonoImage * image, uint32_t token, MonoClass *klass), OPTIONAL)                  \
    X(MonoAssemblyName *, mono_assembly_get_name, (MonoAssembly * assembly), REQUIRED)                                 \
    X(const char *, mono_assembly_name_get_name, (MonoAssemblyName * aname), REQUIRED)

/* Domains, code, stacks, threads, debug information: appdomain.h, loader.h, threads.h, mono-debug.h, environment.h
 * under mono/metadata; mono/jit/jit.h; mono/utils/mono-publib.h. */
#define MONO_HOST_RUNTIME_FUNCTIONS(X)                                                                                 \
    X(MonoDomain *, mono_domain_get, (void), OPTIONAL)                                                                 \
    X(MonoDomain *, mono_get_root_domain, (void), OPTIONAL)                                                            \
    X(int32_t, mono_domain_get_id, (MonoDomain * domain), OPTIONAL)                                                    \
    X(const char *, mono_domain_get_friendly_name, (MonoDomain * domain), OPTIONAL)                                    \
    /* NULL when addr lies in no managed code. Takes locks: not for signal handlers. */                                \
    X(MonoJitInfo *, mono_jit_info_table_find, (MonoDomain * domain, void *addr), OPTIONAL)                            \
    X(void *, mono_jit_info_get_code_start, (MonoJitInfo * ji), OPTIONAL)                                              \
    X(int, mono_jit_info_get_code_size, (MonoJitInfo * ji), OPTIONAL)                                                  \
    X(MonoMethod *, mono_jit_info_get_method, (MonoJitInfo * ji), OPTIONAL)                                            \
    /* Leaf first; the callback returns true to stop. _no_il is cheaper: its il_offset is always -1. */                \
    X(void, mono_stack_walk, (MonoStackWalk func, void *user_data), OPTIONAL)                                          \
    X(void, mono_stack_walk_no_il, (MonoStackWalk func, void *user_data), OPTIONAL)                                    \
    X(void, mono_stack_walk_async_safe, (MonoStackWalkAsyncSafe func, void *initial_sig_context, void *user_data),     \
      OPTIONAL)                                                                                                        \
    X(void, mono_threads_attach_tools_thread, (void), OPTIONAL)                                                        \
    X(MonoThread *, mono_thread_current, (void), OPTIONAL)                                                             \
    X(MonoThread *, mono_thread_get_main, (void), OPTIONAL)                                                            \
    X(int32_t, mono_thread_get_managed_id, (MonoThread * thread), OPTIONAL)                                            \
    /* NULL when the thread has no name. Free with mono_free(). */                                                     \
    X(char *, mono_thread_get_name_utf8, (MonoThread * thread), OPTIONAL)                                              \
    /* True when debug information is loaded (`mono --debug`). */                                                      \
    X(mono_bool, mono_debug_enabled, (void), OPTIONAL)                                                                 \
    /* address is a native offset from the start of the method's code. NULL when unknown; else free the result with    \
       mono_debug_free_source_location(). */                                                                           \
    X(MonoDebugSourceLocation *, mono_debug_lookup_source_location,                                                    \
      (MonoMethod * method, uint32_t address, MonoDomain * domain), OPTIONAL)                                          \
    X(void, mono_debug_free_source_location, (MonoDebugSourceLocation * location), OPTIONAL)                           \
    /* -1 when unknown. */                                                                                             \
    X(int32_t, mono_debug_il_offset_from_address, (MonoMethod * method, MonoDomain * domain, uint32_t native_offset),  \
      OPTIONAL)                                                                                                        \
    X(mono_bool, mono_runtime_is_shutting_down, (void), OPTIONAL)                                                      \
    X(int32_t, mono_environment_exitcode_get, (void), OPTIONAL)                                                        \
    /* "6.8.0.105 (Debian 6.8.0.105+dfsg-3.3 ...)". Free with mono_free(). */                                          \
    X(char *, mono_get_runtime_build_info, (void), OPTIONAL)                                                           \
    X(void, mono_free, (void *block), REQUIRED)

/* Extensions of our own runtime: no other host has them. */
#define MONO_HOST_EXTENSIONS(X)                                                                                        \
    /* The counter that samplepoints of the calling thread count down: a visit raises its event only when the value,   \
       after being decremented, is <= 0. Any thread may store to it (relaxed atomic store); it lives as long as its    \
       thread. A module that never stores to it is called at every visit. */                                           \
    X(int32_t *, mono_profiler_get_skip_counter, (void), OPTIONAL)                                                     \
    /* The listener need not hear of other visits than requested ones; if that holds for all listeners, visits are not \
       counted. To be called before the program starts: later it answers FALSE and changes nothing. */                 \
    X(mono_bool, mono_profiler_enable_samplepoint_requests, (MonoProfilerHandle handle), OPTIONAL)                     \
    /* Each thread's next visit raises its event, as its first one does. Any thread may call this. Unlike a 0 stored to\
       the counter, a request cannot be lost to the decrement of a visit under way. */                                 \
    X(void, mono_profiler_request_samplepoint, (void), OPTIONAL)                                                       \
    /* The calling thread's cursor: the node of the listener's call tree that runs. The host moves it where it can.    \
       A method entered that is the method of the node's last_child: that child's calls are counted up, and it becomes \
       the cursor. A method left, the cursor on the node that it stood on behind the enter: its parent becomes the     \
       cursor. No event is raised then. Else, and when a samplepoint is requested, the event is raised as ever, and the\
       listener counts and moves the cursor itself; so it does at tail calls and exceptional leaves, which are always  \
       raised. Until the listener stores to it, the cursor stands on a node without a method. */                       \
    X(MonoProfilerCallNode **, mono_profiler_get_call_cursor, (void), OPTIONAL)                                        \
    /* The listener keeps a call tree, and needs no enter and leave that the cursor tells. If another one listens to   \
       them, or a context is asked for, all are raised nevertheless. To be called before the program starts: later it  \
       answers FALSE and changes nothing. */                                                                           \
    X(mono_bool, mono_profiler_enable_call_cursor, (MonoProfilerHandle handle), OPTIONAL)                              \
    /* Of the frame that a stack walk of the calling thread is at, asked from its MonoStackWalk; else UNKNOWN. */       \
    X(MonoFrameTier, mono_stack_walk_frame_tier, (void), OPTIONAL)

#define MONO_HOST_FUNCTIONS(X)                                                                                         \
    MONO_PROFILER_EVENTS(MONO_HOST_SETTER, X)                                                                          \
    MONO_HOST_PROFILER_FUNCTIONS(X)                                                                                    \
    MONO_HOST_METADATA_FUNCTIONS(X)                                                                                    \
    MONO_HOST_RUNTIME_FUNCTIONS(X)                                                                                     \
    MONO_HOST_EXTENSIONS(X)

#endif
