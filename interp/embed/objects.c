/*
 * objects.c - monosp.h: objects, calls, strings, arrays, exceptions, memory.
 */
#include "interp/embed/own-names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/embed/lifecycle.h"
#include "interp/exec/tools.h"

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* Nobody is there to catch it. */
static void die_unhandled(MonoObject *exception)
{
    interp_died = true;
    interp_print_unhandled((MonoException *)exception);
    lifecycle_end();
    exit(1);
}

/* Where an exception goes that came out of a call. */
static void hand_on(MonoObject *exception, MonoObject **exc)
{
    if (exc)
        *exc = exception;
    else if (exception && embed_managed_waits())
        mono_set_pending_exception((MonoException *)exception);
    else if (exception)
        die_unhandled(exception);
}

MonoObject *mono_runtime_invoke(MonoMethod *method, void *object, void **params, MonoObject **exc)
{
    MonoObject *exception = NULL, *result = NULL;
    if (!method || method->is_open)
        exception = (MonoObject *)mono_exception_new("System", "InvalidOperationException",
                                                     method ? "A generic method cannot be called without its arguments."
                                                            : "There is no method to call.");
    else
        result = mono_runtime_invoke_checked(method, object, params, &exception);
    hand_on(exception, exc);
    return result;
}

MonoMethod *mono_object_get_virtual_method(MonoObject *object, MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    if (!(method->flags & MONO_METHOD_ATTR_VIRTUAL))
        return method;
    MonoMethod *target = mono_vtable_resolve(object->vtable, method, &error);
    embed_ok(&error);
    return target;
}

MonoObject *mono_runtime_delegate_invoke(MonoObject *delegate, void **params, MonoObject **exc)
{
    return mono_runtime_invoke(mono_class_find_method(mono_object_class(delegate), "Invoke", -1), delegate, params,
                               exc);
}

void mono_runtime_object_init(MonoObject *object)
{
    MonoMethod *constructor = mono_class_find_method(mono_object_class(object), ".ctor", 0);
    if (constructor && constructor->klass == mono_object_class(object))
        mono_runtime_invoke(constructor, constructor->klass->valuetype ? interp_object_unbox(object) : (void *)object,
                            NULL, NULL);
}

/* ---- Objects ----------------------------------------------------------------------------------------------------- */

MonoObject *mono_object_new(MonoDomain *domain, MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    if (!klass || klass->is_open || (klass->flags & MONO_TYPE_ATTR_ABSTRACT) || klass->kind == MONO_CLASS_ARRAY ||
        klass == mono_defaults.string)
        return NULL;
    MonoVTable *vtable = mono_class_init_checked(klass, &error) ? mono_class_vtable_checked(klass, &error) : NULL;
    MonoObject *object = vtable ? mono_object_new_checked(vtable, &error) : NULL;
    embed_ok(&error);
    return object;
}

MonoObject *mono_object_isinst(MonoObject *object, MonoClass *klass)
{
    return object && interp_object_isinst(object, klass) ? object : NULL;
}

void *mono_object_unbox(MonoObject *object)
{
    return interp_object_unbox(object);
}

MonoObject *mono_value_box(MonoDomain *domain, MonoClass *klass, void *value)
{
    MonoError error = MONO_ERROR_INIT;
    MonoObject *box = mono_class_init_checked(klass, &error) ? interp_value_box(klass, value, &error) : NULL;
    embed_ok(&error);
    return box;
}

MonoObject *mono_object_clone(MonoObject *object)
{
    MonoError error = MONO_ERROR_INIT;
    MonoObject *clone = interp_object_clone(object, &error);
    embed_ok(&error);
    return clone;
}

int mono_object_hash(MonoObject *object)
{
    return interp_object_hash(object);
}

MonoString *mono_object_to_string(MonoObject *object, MonoObject **exc)
{
    MonoMethod *to_string = mono_class_find_method(mono_defaults.object, "ToString", 0);
    MonoMethod *target = mono_object_get_virtual_method(object, to_string);
    void *self = target && target->klass->valuetype ? interp_object_unbox(object) : (void *)object;
    return (MonoString *)mono_runtime_invoke(target, self, NULL, exc);
}

/* ---- Strings and arrays ------------------------------------------------------------------------------------------ */

MonoString *mono_string_new(MonoDomain *domain, const char *utf8)
{
    return utf8 ? interp_string_new(utf8) : NULL;
}

MonoString *mono_string_new_len(MonoDomain *domain, const char *utf8, unsigned size_bytes)
{
    return interp_string_new_len(utf8, size_bytes);
}

MonoString *mono_string_new_utf16(MonoDomain *domain, const mono_unichar2 *text, int32_t length)
{
    return interp_string_new_utf16(text, length);
}

char *mono_string_to_utf8(MonoString *string)
{
    return interp_string_to_utf8(string);
}

mono_unichar2 *mono_string_chars(MonoString *string)
{
    return string->chars;
}

int mono_string_length(MonoString *string)
{
    return string->length;
}

mono_bool mono_string_equal(MonoString *a, MonoString *b)
{
    return a == b || (a && b && interp_string_equal(a, b));
}

MonoString *mono_string_intern(MonoString *string)
{
    return interp_string_intern(string);
}

MonoArray *mono_array_new(MonoDomain *domain, MonoClass *element, uintptr_t length)
{
    MonoError error = MONO_ERROR_INIT;
    MonoClass *klass = mono_class_init_checked(element, &error) ? mono_class_array(element, 1, true) : NULL;
    MonoVTable *vtable =
        klass && mono_class_init_checked(klass, &error) ? mono_class_vtable_checked(klass, &error) : NULL;
    MonoArray *array = vtable ? mono_array_new_checked(vtable, length, &error) : NULL;
    embed_ok(&error);
    return array;
}

uintptr_t mono_array_length(MonoArray *array)
{
    return array->length;
}

int32_t mono_array_element_size(MonoClass *array_class)
{
    MonoError error = MONO_ERROR_INIT;
    return mono_class_setup_fields(array_class, &error) ? (int32_t)array_class->element_size : (embed_ok(&error), 0);
}

char *mono_array_addr_with_size(MonoArray *array, int element_size, uintptr_t index)
{
    return (char *)array->data + index * (unsigned)element_size;
}

/* ---- Exceptions -------------------------------------------------------------------------------------------------- */

mono_bool mono_runtime_set_pending_exception(MonoException *exc, mono_bool overwrite)
{
    if (!embed_managed_waits() || (mono_thread_state.pending_exception && !overwrite))
        return false;
    mono_thread_state.pending_exception = exc;
    return true;
}

/* The default constructor runs, then the message is put in its place, as mono does. */
MonoException *mono_exception_from_name_msg(MonoImage *image, const char *name_space, const char *name,
                                            const char *message)
{
    MonoClass *klass = mono_class_from_name(image, name_space, name);
    if (!klass || !mono_class_is_subclass(klass, mono_defaults.exception))
        return NULL;
    MonoException *exception = (MonoException *)mono_object_new(NULL, klass);
    if (exception)
        mono_runtime_object_init(&exception->object);
    if (exception && message)
        exception->message = interp_string_new(message);
    return exception;
}

MonoException *mono_get_exception_argument(const char *parameter, const char *message)
{
    return mono_exception_argument(parameter, message);
}

MonoException *mono_get_exception_argument_null(const char *parameter)
{
    return mono_exception_argument_null(parameter);
}

MonoException *mono_get_exception_invalid_operation(const char *message)
{
    return mono_exception_new("System", "InvalidOperationException", message);
}

MonoException *mono_get_exception_not_supported(const char *message)
{
    return mono_exception_not_supported(message);
}

void mono_print_unhandled_exception(MonoObject *exc)
{
    char *text = interp_exception_text((MonoException *)exc);
    fprintf(stderr, "\nUnhandled Exception:\n%s\n", text);
    g_free(text);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

void mono_gc_collect(int generation)
{
    interp_gc_collect();
}

int64_t mono_gc_get_used_size(void)
{
    return (int64_t)mono_gc_used_bytes();
}

int64_t mono_gc_get_heap_size(void)
{
    return (int64_t)mono_gc_stats().heap_bytes;
}

uint32_t mono_gchandle_new(MonoObject *object, mono_bool pinned)
{
    return mono_gchandle_new_kind(object, pinned ? MONO_GC_HANDLE_PINNED : MONO_GC_HANDLE_NORMAL);
}

uint32_t mono_gchandle_new_weakref(MonoObject *object, mono_bool track_resurrection)
{
    return mono_gchandle_new_kind(object,
                                  track_resurrection ? MONO_GC_HANDLE_WEAK_TRACK_RESURRECTION : MONO_GC_HANDLE_WEAK);
}

MonoObject *mono_gchandle_get_target(uint32_t handle)
{
    return mono_gchandle_is_valid(handle) ? mono_gchandle_target(handle) : NULL;
}

void mono_gchandle_free(uint32_t handle)
{
    if (mono_gchandle_is_valid(handle))
        mono_gchandle_release(handle);
}
