/*
 * exception.c - exceptions the runtime makes: by name, with the class library's own constructors and messages; out of
 * memory and stack overflow are made at start. mono_error_exception() is where errors become exceptions.
 */
#include "interp/runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

static MonoException *out_of_memory, *stack_overflow;
static unsigned depth; /* of constructors that run now: an exception whose constructor throws ends in out of memory */

enum { MAX_DEPTH = 8, MAX_ARGS = 2 };

static MonoException *new_uninitialized(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
    MonoObject *object = vtable ? mono_object_new_checked(vtable, &error) : NULL;
    mono_error_clear(&error);
    return (MonoException *)object;
}

/* The instance constructor whose parameters are of exactly these classes. */
static MonoMethod *find_constructor(MonoClass *klass, MonoClass *const *params, unsigned count)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *found = NULL;
    if (!mono_class_setup_methods(klass, &error)) {
        mono_error_clear(&error);
        return NULL;
    }
    for (uint32_t i = 0; i < klass->method_count && !found; i++) {
        MonoMethod *method = klass->methods[i];
        if (strcmp(method->name, ".ctor") != 0)
            continue;
        const MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
        mono_error_clear(&error);
        bool fits = signature && signature->param_count == count;
        for (unsigned p = 0; fits && p < count; p++)
            fits = signature->params[p].klass == params[p] && !signature->params[p].byref;
        if (fits)
            found = method;
    }
    return found;
}

/* Objects with their constructor run: args are strings or exceptions, by their static class. */
static MonoException *construct(MonoClass *klass, MonoClass *const *params, MonoObject *const *args, unsigned count)
{
    MonoMethod *constructor = klass ? find_constructor(klass, params, count) : NULL;
    MonoException *exception = constructor ? new_uninitialized(klass) : NULL;
    if (!exception || depth == MAX_DEPTH)
        return mono_exception_out_of_memory();
    MonoSlot slots[1 + MAX_ARGS] = {{.o = &exception->object}};
    for (unsigned i = 0; i < count; i++)
        slots[1 + i].o = args[i];
    depth++;
    MonoException *thrown = mono_invoke_slots(constructor, slots, NULL);
    depth--;
    return thrown ? thrown : exception;
}

static MonoClass *exception_class(const char *name_space, const char *name)
{
    MonoClass *klass = mono_class_from_name(mono_defaults.corlib, name_space, name);
    return klass ? klass : mono_defaults.exception;
}

static MonoException *with_strings(const char *name_space, const char *name, const char *a, const char *b,
                                   unsigned count)
{
    MonoClass *params[MAX_ARGS] = {mono_defaults.string, mono_defaults.string};
    MonoObject *args[MAX_ARGS] = {(MonoObject *)mono_string_new(a), (MonoObject *)mono_string_new(b)};
    return construct(exception_class(name_space, name), params, args, count);
}

MonoException *mono_exception_new(const char *name_space, const char *name, const char *message)
{
    return with_strings(name_space, name, message, NULL, message ? 1 : 0);
}

/* Most-used ones keep their class. */
#define SIMPLE(function, Name)                                                                                         \
    MonoException *function(void)                                                                                      \
    {                                                                                                                  \
        static MonoClass *klass;                                                                                       \
        if (!klass)                                                                                                    \
            klass = exception_class("System", Name);                                                                   \
        return construct(klass, NULL, NULL, 0);                                                                        \
    }
/* Without the full stop of the class library's own message: so mono says it for a null that code met. */
MonoException *mono_exception_null_reference(void)
{
    return mono_exception_new("System", "NullReferenceException",
                              "Object reference not set to an instance of an object");
}
SIMPLE(mono_exception_index_out_of_range, "IndexOutOfRangeException")
SIMPLE(mono_exception_divide_by_zero, "DivideByZeroException")
SIMPLE(mono_exception_overflow, "OverflowException")
SIMPLE(mono_exception_arithmetic, "ArithmeticException")
SIMPLE(mono_exception_array_type_mismatch, "ArrayTypeMismatchException")

/* Mono names no types unless asked to (--debug=casts). */
MonoException *mono_exception_invalid_cast(MonoClass *from, MonoClass *to)
{
    return mono_exception_new("System", "InvalidCastException", NULL);
}

MonoException *mono_exception_argument(const char *param, const char *message)
{
    return with_strings("System", "ArgumentException", message, param, param ? 2 : 1);
}

MonoException *mono_exception_argument_null(const char *param)
{
    return with_strings("System", "ArgumentNullException", param, NULL, 1);
}

MonoException *mono_exception_argument_out_of_range(const char *param)
{
    return with_strings("System", "ArgumentOutOfRangeException", param, NULL, 1);
}

MonoException *mono_exception_not_supported(const char *message)
{
    return mono_exception_new("System", "NotSupportedException", message);
}

MonoException *mono_exception_platform_not_supported(const char *message)
{
    return mono_exception_new("System", "PlatformNotSupportedException", message);
}

MonoException *mono_exception_type_initialization(MonoClass *klass, MonoException *inner)
{
    /* As mono names it: a nested class without its outer ones. */
    char *name = g_strconcat(klass->name_space, *klass->name_space ? "." : "", klass->name, NULL);
    MonoClass *params[] = {mono_defaults.string, mono_defaults.exception};
    MonoObject *args[] = {(MonoObject *)mono_string_new(name), (MonoObject *)inner};
    g_free(name);
    return construct(exception_class("System", "TypeInitializationException"), params, args, 2);
}

/* ---- Made at start ----------------------------------------------------------------------------------------------- */

/* Without a constructor, whose code may not run any more when memory or stack are gone. */
static MonoException *make_spare(const char *name, const char *message, uint32_t hresult)
{
    MonoException *exception = new_uninitialized(exception_class("System", name));
    if (!exception) {
        g_printerr("monosp cannot start: the heap limit leaves no memory\n");
        exit(1);
    }
    exception->message = mono_string_new(message);
    exception->hresult = (int32_t)hresult;
    mono_gc_keep(&exception->object);
    return exception;
}

void mono_exceptions_init(void)
{
    if (out_of_memory)
        return;
    out_of_memory =
        make_spare("OutOfMemoryException", "Insufficient memory to continue the execution of the program.", 0x8007000E);
    stack_overflow =
        make_spare("StackOverflowException", "The requested operation caused a stack overflow.", 0x800703E9);
}

/* A spare is thrown more than once: what the last throw left in it goes. */
static MonoException *reuse(MonoException *exception)
{
    exception->trace_ips = NULL;
    exception->stack_trace_string = exception->remote_stack_trace_string = NULL;
    exception->captured_traces = exception->native_trace_ips = NULL;
    return exception;
}

MonoException *mono_exception_out_of_memory(void)
{
    mono_exceptions_init();
    return reuse(out_of_memory);
}

MonoException *mono_exception_stack_overflow(void)
{
    mono_exceptions_init();
    return reuse(stack_overflow);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *name_space, *name;
    bool with_detail; /* the second constructor argument is the file name */
} ErrorClass;

static const ErrorClass error_classes[] = {
    [MONO_ERROR_NONE] = {"System", "ExecutionEngineException", false},
    [MONO_ERROR_BAD_IMAGE] = {"System", "BadImageFormatException", true},
    [MONO_ERROR_FILE_NOT_FOUND] = {"System.IO", "FileNotFoundException", true},
    [MONO_ERROR_TYPE_LOAD] = {"System", "TypeLoadException", false},
    [MONO_ERROR_MISSING_METHOD] = {"System", "MissingMethodException", false},
    [MONO_ERROR_MISSING_FIELD] = {"System", "MissingFieldException", false},
    [MONO_ERROR_INVALID_PROGRAM] = {"System", "InvalidProgramException", false},
    [MONO_ERROR_NOT_SUPPORTED] = {"System", "NotSupportedException", false},
    [MONO_ERROR_PLATFORM_NOT_SUPPORTED] = {"System", "PlatformNotSupportedException", false},
    [MONO_ERROR_ARGUMENT] = {"System", "ArgumentException", false},
    [MONO_ERROR_METHOD_ACCESS] = {"System", "MethodAccessException", false},
    [MONO_ERROR_FIELD_ACCESS] = {"System", "FieldAccessException", false},
    [MONO_ERROR_OUT_OF_MEMORY] = {"System", "OutOfMemoryException", false},
    [MONO_ERROR_EXECUTION_ENGINE] = {"System", "ExecutionEngineException", false},
    [MONO_ERROR_EXCEPTION] = {"System", "ExecutionEngineException", false},
};

/* The type a TypeLoadException is about (TypeName); its message stays the error's. */
static void set_type_name(MonoException *exception, const char *type_name)
{
    MonoClassField *field = mono_class_find_field(mono_object_class(&exception->object), "ClassName");
    if (type_name && field && !(field->flags & MONO_FIELD_ATTR_STATIC))
        *(MonoString **)mono_field_ptr(exception, field) = mono_string_new(type_name);
}

MonoException *mono_error_exception(MonoError *error)
{
    MonoException *exception = error->exception;
    MonoError copy = *error;
    *error = MONO_ERROR_INIT;
    if (copy.code == MONO_ERROR_OUT_OF_MEMORY) {
        bool absurd = copy.message && !strcmp(copy.message, "Out of memory"); /* mono's words for an absurd array */
        exception = absurd ? mono_exception_new("System", "OutOfMemoryException", copy.message)
                           : mono_exception_out_of_memory();
    } else if (!exception) {
        const ErrorClass *class = &error_classes[copy.code];
        unsigned count = class->with_detail && copy.detail ? 2 : copy.message ? 1 : 0;
        exception = with_strings(class->name_space, class->name, copy.message, copy.detail, count);
        if (copy.code == MONO_ERROR_TYPE_LOAD)
            set_type_name(exception, copy.detail);
    }
    mono_error_clear(&copy);
    return exception;
}
