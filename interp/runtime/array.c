/*
 * array.c - arrays: one dimension from 0 (szarray), or any rank with lower bounds behind the elements.
 */
#include "interp/runtime/runtime.h"

#include <string.h>

static void set_overflow(MonoError *error, MonoException *exception)
{
    if (!mono_error_ok(error))
        return;
    mono_error_set(error, MONO_ERROR_EXCEPTION, NULL, "array too long");
    error->exception = exception;
}

static MonoArray *alloc_array(MonoVTable *vtable, uintptr_t length, unsigned bounds, MonoError *error)
{
    size_t bytes, element_size = vtable->klass->element_size;
    if (__builtin_mul_overflow((size_t)length, element_size, &bytes) ||
        __builtin_add_overflow(bytes, offsetof(MonoArray, data), &bytes) || bytes > SIZE_MAX / 2) {
        mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, NULL, "Out of memory");
        return NULL;
    }
    size_t bounds_offset = (bytes + 7) & ~(size_t)7;
    if (bounds)
        bytes = bounds_offset + bounds * sizeof(MonoArrayBounds);
    MonoArray *array = mono_gc_alloc(vtable, bytes);
    if (!array) {
        mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, NULL, "no memory for an array");
        return NULL;
    }
    array->length = length;
    if (bounds)
        array->bounds = (MonoArrayBounds *)(void *)((uint8_t *)array + bounds_offset);
    return array;
}

MonoArray *mono_array_new_checked(MonoVTable *array_vtable, uintptr_t length, MonoError *error)
{
    if (length > INT32_MAX) {
        set_overflow(error, mono_exception_overflow());
        return NULL;
    }
    MonoArray *array = alloc_array(array_vtable, length, 0, error);
    if (array)
        MONO_PROFILER_RAISE(gc_allocation, (NULL, &array->object));
    return array;
}

MonoArray *mono_array_new(MonoClass *element, uintptr_t length)
{
    MonoError error = MONO_ERROR_INIT;
    MonoClass *klass = mono_class_array(element, 1, true);
    MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
    if (!vtable)
        g_error("class %s must load: %s", klass->name, error.message ? error.message : "");
    MonoArray *array = mono_array_new_checked(vtable, length, &error);
    mono_error_clear(&error);
    return array;
}

MonoArray *mono_array_new_full(MonoClass *array_class, const uintptr_t *lengths, const intptr_t *lower_bounds,
                               MonoError *error)
{
    MonoVTable *vtable = mono_class_vtable_checked(array_class, error);
    uintptr_t length = 1;
    if (!vtable)
        return NULL;
    if (array_class->is_szarray)
        return mono_array_new_checked(vtable, lengths[0], error);
    for (unsigned i = 0; i < array_class->rank; i++) {
        if (lengths[i] > INT32_MAX) {
            set_overflow(error, mono_exception_new("System", "OverflowException", "")); /* as mono: no message */
            return NULL;
        }
        if (__builtin_mul_overflow(length, lengths[i], &length)) {
            mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, NULL, "Out of memory");
            return NULL;
        }
    }
    MonoArray *array = alloc_array(vtable, length, array_class->rank, error);
    if (!array)
        return NULL;
    for (unsigned i = 0; i < array_class->rank; i++) {
        array->bounds[i].length = (uint32_t)lengths[i];
        array->bounds[i].lower_bound = lower_bounds ? (int32_t)lower_bounds[i] : 0;
    }
    MONO_PROFILER_RAISE(gc_allocation, (NULL, &array->object));
    return array;
}
