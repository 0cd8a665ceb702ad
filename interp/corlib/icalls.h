/*
 * icalls.h - internal calls: how C functions stand behind methods marked InternalCall.
 *
 * Each area file has one table of rows, named by Mono's convention: "Namespace.Type::Method", nested types as
 * "Namespace.Outer/Inner::Method", and where overloads differ with parameters as in "System.Math::Round(double)"
 * (C# keywords for primitives, otherwise full names, "T[]", "T&", "T*"). Rows with parameters are looked up first.
 *
 * A function gets its arguments where the interpreter has them: args[0] is `this` (if the method has one) or the first
 * parameter; each starts a new slot, value types lie inline over mono_slots(size) slots. It puts the result in ret the
 * same way (small integers extended to 32 bits). An exception is left with mono_set_pending_exception(). C code may
 * allocate freely: collections run only at safepoints, and when managed code called from here reaches one, C frames are
 * scanned conservatively.
 */
#ifndef MONOSP_ICALLS_H
#define MONOSP_ICALLS_H

#include "interp/runtime/runtime.h"

typedef void (*MonoICall)(MonoSlot *args, MonoSlot *ret);
typedef struct {
    const char *name;
    MonoICall function;
} MonoICallRow;

/* Every area: file corlib/NAME.c defines `const MonoICallRow mono_icalls_NAME[]`, ended by {0}. */
#define MONO_ICALL_AREAS(X)                                                                                            \
    X(array) X(assembly) X(attributes) X(buffer) X(console) X(culture) X(datetime) X(delegate) X(domain) X(encoding)   \
    X(environment) X(enums) X(file) X(gchandle) X(interlocked) X(marshal_icalls) X(math) X(member) X(monitor_icalls)   \
    X(number) X(object_icalls) X(process) X(runtime_helpers) X(string_icalls) X(thread) X(timer) X(type) X(misc)     \
    X(stacktrace) X(normalization) X(emit) X(version_info) X(memory_map) X(network)
#define MONO_ICALL_AREA(name) extern const MonoICallRow mono_icalls_##name[];
MONO_ICALL_AREAS(MONO_ICALL_AREA)
#undef MONO_ICALL_AREA

/* What many a row needs: 0, null or false; 1 or true; nothing, of a method without a value. */
void icall_zero(MonoSlot *args, MonoSlot *ret);
void icall_one(MonoSlot *args, MonoSlot *ret);
void icall_nothing(MonoSlot *args, MonoSlot *ret);

/* NULL = we lack it; the call then throws MissingMethodException naming it. */
MonoICall mono_icall_find(MonoMethod *method);
/* The name a row for this method would have, with parameters; g_free. */
char *mono_icall_name(MonoMethod *method);
/* By a row's name, for tests. */
MonoICall mono_icall_find_name(const char *name);

/* P/Invoke (corlib/pinvoke.c): called by MINT_PINVOKE with the frame's arguments. BeginInvoke and EndInvoke of delegates
 * too (corlib/async.c). */
void mono_pinvoke_call(MonoMethod *method, MonoSlot *args, MonoSlot *ret);

/* Reflection objects (corlib/reflection.c): one object a type, method, field; RuntimeType etc. */
MonoObject *mono_type_object(const MonoType *type);        /* System.RuntimeType */
MonoObject *mono_class_type_object(MonoClass *klass);
MonoObject *mono_method_object(MonoMethod *method, MonoClass *reflected);
MonoObject *mono_field_object(MonoClassField *field, MonoClass *reflected);
MonoObject *mono_assembly_object(MonoAssembly *assembly);
const MonoType *mono_type_from_object(MonoObject *runtime_type); /* canonical MonoType of a RuntimeType */

/* Cooperative queue (corlib/timer.c): pool work and timers run when the program waits. Runs one due item; false = none
 * due. mono_queue_wait: runs items until `done` says yes or nothing is left to run (then false). timeout_ms -1 = none. */
bool mono_queue_run_one(void);
bool mono_queue_wait(bool (*done)(void *data), void *data, int64_t timeout_ms);
/* Main thread object, domain object: made before Main. */
bool mono_corlib_init(int argc, char **argv, MonoError *error);
/* Runs AppDomain.ProcessExit handlers (at most once), flushes Console. */
void mono_corlib_shutdown(void);
/* Environment.Exit: the program's whole ending (mono_corlib_shutdown, finalizers, profiler), then exit(); does not
 * return. NULL: mono_corlib_shutdown() and exit(). */
extern void (*mono_exit_hook)(int exit_code);

#endif
