/*
 * monosp.h - embedding the runtime: load assemblies, call methods, be called by them.
 *
 * Functions, types and conventions are those of Mono's embedding API (mono/jit/jit.h and mono/metadata), so code
 * written for Mono needs little or no change. What differs:
 *
 *   - One thread. Every function is to be called on the thread that called mono_jit_init(). There is one domain.
 *   - Code is interpreted; there is nothing to be ahead-of-time compiled or jitted.
 *   - Objects never move. References on the native stack and in registers keep objects alive; references in globals and
 * in malloc'ed memory do not: use GC handles.
 *   - Collections happen while managed code runs and in mono_gc_collect(), never in other functions of this header.
 *   - A runtime that was cleaned up cannot be started again in the same process.
 *   - No function unwinds the native stack: an internal call that wants to throw sets the exception and returns
 *     (mono_runtime_set_pending_exception); there is no mono_raise_exception().
 *   - What cannot be done gives NULL, false or 0. Where that happens while managed code waits for the caller (inside of
 * an internal call) an exception may be pending in addition; it is thrown when the internal call returns.
 *
 * Strings that a function makes (char *) are freed with mono_free(). `const char *` and all MonoClass, MonoMethod,
 * MonoClassField, MonoProperty, MonoImage and MonoAssembly pointers belong to the runtime and stay valid until the end.
 * Sizes are in bytes, lengths of strings in UTF-16 units.
 */
#ifndef MONOSP_H
#define MONOSP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MONOSP_API __attribute__((visibility("default")))

typedef int32_t mono_bool;
typedef uint16_t mono_unichar2;
typedef struct _MonoArray MonoArray;
typedef struct _MonoAssembly MonoAssembly;
typedef struct _MonoClass MonoClass;
typedef struct _MonoClassField MonoClassField;
typedef struct _MonoDomain MonoDomain;
typedef struct _MonoException MonoException;
typedef struct _MonoImage MonoImage;
typedef struct _MonoMethod MonoMethod;
typedef struct _MonoMethodDesc MonoMethodDesc;
typedef struct _MonoMethodSignature MonoMethodSignature;
typedef struct _MonoObject MonoObject;
typedef struct _MonoProperty MonoProperty;
typedef struct _MonoString MonoString;
typedef struct _MonoThread MonoThread;
typedef struct MonoVTable MonoVTable;

/* ---- The runtime ------------------------------------------------------------------------------------------------- */

/* Mono's class library is found through the installed mono (/usr/lib/mono); assembly_dir is that folder's parent, e.g.
 * "/opt/mono/lib". config_dir is not used. Before mono_jit_init(). */
MONOSP_API void mono_set_dirs(const char *assembly_dir, const char *config_dir);
/* Where assemblies that others refer to are looked for first, beside that of the assembly itself. One folder. Before
 * mono_jit_init(). */
MONOSP_API void mono_set_assemblies_path(const char *folder);
/* Only here: most memory for objects, and for the stack of managed frames, in bytes; 0 = no limit, 8 MB. Before
 * mono_jit_init(). */
MONOSP_API void monosp_set_limits(uint64_t heap_bytes, uint64_t stack_bytes);
/* "NAME:OPTIONS": loads libmono-profiler-NAME.so. Before mono_jit_init(). Errors are one line on stderr. */
MONOSP_API void mono_profiler_load(const char *desc);
/* Starts the runtime. NULL: it could not be started (a line on stderr says why), or was started before. */
MONOSP_API MonoDomain *mono_jit_init(const char *root_domain_name);
/* The version is not looked at. */
MONOSP_API MonoDomain *mono_jit_init_version(const char *root_domain_name, const char *runtime_version);
/* Runs Main. argv[0] is the program, the rest are Main's arguments. Returns the exit code: what Main returns, else
 * Environment.ExitCode; 1 after an unhandled exception, which is printed. Environment.Exit ends the process. */
MONOSP_API int mono_jit_exec(MonoDomain *domain, MonoAssembly *assembly, int argc, char *argv[]);
/* Ends the runtime: ProcessExit handlers, finalizers of garbage, profilers (which write their files now). */
MONOSP_API void mono_jit_cleanup(MonoDomain *domain);
MONOSP_API void mono_config_parse(const char *file); /* does nothing: configuration is read when it is needed */
MONOSP_API MonoDomain *mono_domain_get(void);
MONOSP_API MonoDomain *mono_get_root_domain(void);
MONOSP_API MonoThread *mono_thread_current(void);
MONOSP_API MonoThread *mono_thread_attach(MonoDomain *domain); /* the one thread */
MONOSP_API void mono_free(void *block);

/* ---- Assemblies -------------------------------------------------------------------------------------------------- */

/* By file name. NULL: not there, or no assembly. */
MONOSP_API MonoAssembly *mono_domain_assembly_open(MonoDomain *domain, const char *file);
MONOSP_API MonoImage *mono_assembly_get_image(MonoAssembly *assembly);
MONOSP_API MonoImage *mono_get_corlib(void);
MONOSP_API const char *mono_image_get_name(MonoImage *image);

/* ---- Classes and members ----------------------------------------------------------------------------------------- */

/* Nested classes: "Outer/Inner". Generic ones: "List`1", which is the definition. */
MONOSP_API MonoClass *mono_class_from_name(MonoImage *image, const char *name_space, const char *name);
/* Of the class or its nearest parent that has it. param_count -1 = any. */
MONOSP_API MonoMethod *mono_class_get_method_from_name(MonoClass *klass, const char *name, int param_count);
MONOSP_API MonoClassField *mono_class_get_field_from_name(MonoClass *klass, const char *name);
MONOSP_API MonoProperty *mono_class_get_property_from_name(MonoClass *klass, const char *name);
/* "Ns.Class:Method" or "Ns.Class:Method(int,string)"; include_namespace false: "Class:Method". */
MONOSP_API MonoMethodDesc *mono_method_desc_new(const char *name, mono_bool include_namespace);
MONOSP_API void mono_method_desc_free(MonoMethodDesc *desc);
MONOSP_API MonoMethod *mono_method_desc_search_in_class(MonoMethodDesc *desc, MonoClass *klass);
MONOSP_API MonoMethod *mono_method_desc_search_in_image(MonoMethodDesc *desc, MonoImage *image);

MONOSP_API const char *mono_class_get_name(MonoClass *klass);
MONOSP_API const char *mono_class_get_namespace(MonoClass *klass);
MONOSP_API MonoImage *mono_class_get_image(MonoClass *klass);
MONOSP_API MonoClass *mono_class_get_parent(MonoClass *klass);
MONOSP_API MonoClass *mono_class_get_element_class(MonoClass *klass);
MONOSP_API MonoClass *mono_array_class_get(MonoClass *element, uint32_t rank);
MONOSP_API mono_bool mono_class_is_valuetype(MonoClass *klass);
MONOSP_API mono_bool mono_class_is_enum(MonoClass *klass);
MONOSP_API mono_bool mono_class_is_subclass_of(MonoClass *klass, MonoClass *parent, mono_bool check_interfaces);
/* Bytes of an unboxed value; align may be NULL. */
MONOSP_API int32_t mono_class_value_size(MonoClass *klass, uint32_t *align);
MONOSP_API const char *mono_method_get_name(MonoMethod *method);
MONOSP_API MonoClass *mono_method_get_class(MonoMethod *method);
MONOSP_API char *mono_method_full_name(MonoMethod *method, mono_bool signature);
MONOSP_API MonoMethodSignature *mono_method_signature(MonoMethod *method);
MONOSP_API uint32_t mono_signature_get_param_count(MonoMethodSignature *signature);

MONOSP_API MonoClass *mono_get_object_class(void);
MONOSP_API MonoClass *mono_get_boolean_class(void);
MONOSP_API MonoClass *mono_get_char_class(void);
MONOSP_API MonoClass *mono_get_byte_class(void);
MONOSP_API MonoClass *mono_get_int32_class(void);
MONOSP_API MonoClass *mono_get_int64_class(void);
MONOSP_API MonoClass *mono_get_intptr_class(void);
MONOSP_API MonoClass *mono_get_single_class(void);
MONOSP_API MonoClass *mono_get_double_class(void);
MONOSP_API MonoClass *mono_get_string_class(void);
MONOSP_API MonoClass *mono_get_exception_class(void);

/* ---- Objects and calls ------------------------------------------------------------------------------------------- */

/* Zeroed; no constructor runs. */
MONOSP_API MonoObject *mono_object_new(MonoDomain *domain, MonoClass *klass);
/* Runs the constructor without parameters. What it throws is pending, or printed when no managed code waits. */
MONOSP_API void mono_runtime_object_init(MonoObject *object);
/* Calls exactly this method (see mono_object_get_virtual_method). object: NULL for static methods; for instance methods
 * of value types the address of the value (mono_object_unbox). params: one pointer a parameter, to the value of value
 * types, the reference itself of reference types, the address for ref and out. Returns the result, boxed, NULL for
 * void. An exception goes to *exc, which is NULL else; with exc NULL it is pending for the managed code that waits, and
 * where none waits it ends the process as an unhandled one. */
MONOSP_API MonoObject *mono_runtime_invoke(MonoMethod *method, void *object, void **params, MonoObject **exc);
/* The override that a virtual call of method reaches on object. */
MONOSP_API MonoMethod *mono_object_get_virtual_method(MonoObject *object, MonoMethod *method);
MONOSP_API MonoObject *mono_runtime_delegate_invoke(MonoObject *delegate, void **params, MonoObject **exc);
MONOSP_API MonoClass *mono_object_get_class(MonoObject *object);
MONOSP_API MonoObject *mono_object_isinst(MonoObject *object, MonoClass *klass); /* object, or NULL */
MONOSP_API void *mono_object_unbox(MonoObject *object);
MONOSP_API MonoObject *mono_value_box(MonoDomain *domain, MonoClass *klass, void *value);
MONOSP_API MonoObject *mono_object_clone(MonoObject *object);
MONOSP_API int mono_object_hash(MonoObject *object);
MONOSP_API unsigned mono_object_get_size(MonoObject *object);
/* Calls its ToString(); exceptions as mono_runtime_invoke(). */
MONOSP_API MonoString *mono_object_to_string(MonoObject *object, MonoObject **exc);
MONOSP_API MonoVTable *mono_class_vtable(MonoDomain *domain, MonoClass *klass);
/* Runs the class constructor where it has not run. */
MONOSP_API void mono_runtime_class_init(MonoVTable *vtable);

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

MONOSP_API MonoString *mono_string_new(MonoDomain *domain, const char *utf8); /* NULL gives NULL */
MONOSP_API MonoString *mono_string_new_len(MonoDomain *domain, const char *utf8, unsigned size_bytes);
MONOSP_API MonoString *mono_string_new_utf16(MonoDomain *domain, const mono_unichar2 *text, int32_t length);
MONOSP_API char *mono_string_to_utf8(MonoString *string);
MONOSP_API mono_unichar2 *mono_string_chars(MonoString *string); /* never moves; a NUL follows the last */
MONOSP_API int mono_string_length(MonoString *string);
MONOSP_API mono_bool mono_string_equal(MonoString *a, MonoString *b);
MONOSP_API MonoString *mono_string_intern(MonoString *string);

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

MONOSP_API MonoArray *mono_array_new(MonoDomain *domain, MonoClass *element, uintptr_t length);
MONOSP_API uintptr_t mono_array_length(MonoArray *array);
MONOSP_API int32_t mono_array_element_size(MonoClass *array_class);
/* Not checked: index < length and size are the caller's duty. */
MONOSP_API char *mono_array_addr_with_size(MonoArray *array, int element_size, uintptr_t index);
#define mono_array_addr(array, type, index) ((type *)(void *)mono_array_addr_with_size(array, sizeof(type), index))
#define mono_array_get(array, type, index) (*mono_array_addr(array, type, index))
#define mono_array_set(array, type, index, value) (*mono_array_addr(array, type, index) = (value))
#define mono_array_setref(array, index, value) mono_array_set(array, void *, index, value)

/* ---- Fields and properties --------------------------------------------------------------------------------------- */

/* Copies the value to `value`; of a reference type: the reference. */
MONOSP_API void mono_field_get_value(MonoObject *object, MonoClassField *field, void *value);
/* value: address of the value; of a reference type: the reference itself. */
MONOSP_API void mono_field_set_value(MonoObject *object, MonoClassField *field, void *value);
/* Static fields; the class constructor does not run (mono_runtime_class_init). */
MONOSP_API void mono_field_static_get_value(MonoVTable *vtable, MonoClassField *field, void *value);
MONOSP_API void mono_field_static_set_value(MonoVTable *vtable, MonoClassField *field, void *value);
/* Boxed; object NULL for static fields. */
MONOSP_API MonoObject *mono_field_get_value_object(MonoDomain *domain, MonoClassField *field, MonoObject *object);
MONOSP_API const char *mono_field_get_name(MonoClassField *field);

/* params: index parameters, else NULL. */
MONOSP_API MonoObject *mono_property_get_value(MonoProperty *property, void *object, void **params, MonoObject **exc);
/* params: index parameters, then the value. */
MONOSP_API void mono_property_set_value(MonoProperty *property, void *object, void **params, MonoObject **exc);
MONOSP_API MonoMethod *mono_property_get_get_method(MonoProperty *property);
MONOSP_API MonoMethod *mono_property_get_set_method(MonoProperty *property);
MONOSP_API const char *mono_property_get_name(MonoProperty *property);

/* ---- Internal calls ---------------------------------------------------------------------------------------------- */

/* The C function behind a method marked [MethodImpl(MethodImplOptions.InternalCall)], by "Ns.Class::Method" or, to
 * choose among overloads, "Ns.Class::Method(int,string)". It is called by the platform's C convention with the method's
 * arguments as they are: `this` first (of value types: its address), then integers, float, double and pointers as C's,
 * references as MonoObject *, MonoString *, MonoArray *, ref and out as pointers, blittable structures by value. Before
 * the first call of the method is made ready. */
MONOSP_API void mono_add_internal_call(const char *name, const void *function);
/* Thrown when the internal call that runs returns. overwrite: also where one is pending already; true when it was set.
 */
MONOSP_API mono_bool mono_runtime_set_pending_exception(MonoException *exc, mono_bool overwrite);

/* ---- Exceptions -------------------------------------------------------------------------------------------------- */

MONOSP_API MonoException *mono_exception_from_name_msg(MonoImage *image, const char *name_space, const char *name,
                                                       const char *message); /* message NULL: the default one */
MONOSP_API MonoException *mono_get_exception_argument(const char *parameter, const char *message);
MONOSP_API MonoException *mono_get_exception_argument_null(const char *parameter);
MONOSP_API MonoException *mono_get_exception_invalid_operation(const char *message);
MONOSP_API MonoException *mono_get_exception_not_supported(const char *message);
/* "Unhandled Exception:" and the exception's text with its stack trace, on stderr. */
MONOSP_API void mono_print_unhandled_exception(MonoObject *exc);

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

MONOSP_API void mono_gc_collect(int generation); /* there is one generation: the argument is not looked at */
MONOSP_API int64_t mono_gc_get_used_size(void);
MONOSP_API int64_t mono_gc_get_heap_size(void);
/* Keeps an object alive (weak: does not) until the handle is freed. 0 is no handle. Objects are always pinned. */
MONOSP_API uint32_t mono_gchandle_new(MonoObject *object, mono_bool pinned);
MONOSP_API uint32_t mono_gchandle_new_weakref(MonoObject *object, mono_bool track_resurrection);
MONOSP_API MonoObject *mono_gchandle_get_target(uint32_t handle);
MONOSP_API void mono_gchandle_free(uint32_t handle);

#ifdef __cplusplus
}
#endif

#endif
