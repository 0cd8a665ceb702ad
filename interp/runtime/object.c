/*
 * object.c - plain objects: allocation, boxing, cloning, tests; constants of the metadata.
 */
#include "interp/runtime/runtime.h"

#include <string.h>

size_t mono_object_size(const MonoObject *object)
{
    const MonoVTable *vtable = object->vtable;
    if (vtable->kind == MONO_GC_KIND_STRING)
        return offsetof(MonoString, chars) + ((size_t)((const MonoString *)object)->length + 1) * 2;
    if (vtable->rank == 0)
        return vtable->instance_size_bytes;
    const MonoArray *array = (const MonoArray *)object;
    size_t size = offsetof(MonoArray, data) + array->length * vtable->klass->element_size;
    if (array->bounds)
        size = (size_t)((uint8_t *)array->bounds - (uint8_t *)array) + vtable->rank * sizeof(MonoArrayBounds);
    return size;
}

MonoObject *mono_object_new_checked(MonoVTable *vtable, MonoError *error)
{
    MonoObject *object = mono_gc_alloc(vtable, vtable->instance_size_bytes);
    if (!object)
        mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, NULL, "no memory for a %s", vtable->klass->name);
    return object;
}

static MonoVTable *vtable_that_loads(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
    if (!vtable)
        g_error("class %s.%s must load: %s", klass->name_space, klass->name, error.message ? error.message : "");
    return vtable;
}

MonoObject *mono_object_new(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoObject *object = mono_object_new_checked(vtable_that_loads(klass), &error);
    mono_error_clear(&error);
    return object;
}

MonoObject *mono_object_clone(MonoObject *object, MonoError *error)
{
    size_t size = mono_object_size(object);
    MonoObject *copy = mono_gc_alloc(object->vtable, size);
    if (!copy) {
        mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, NULL, "no memory for a copy");
        return NULL;
    }
    memcpy((uint8_t *)copy + MONO_OBJECT_HEADER_SIZE, (uint8_t *)object + MONO_OBJECT_HEADER_SIZE,
           size - MONO_OBJECT_HEADER_SIZE);
    if (object->vtable->rank != 0) {
        MonoArray *from = (MonoArray *)object, *to = (MonoArray *)copy;
        if (from->bounds)
            to->bounds = (void *)((uint8_t *)to + ((uint8_t *)from->bounds - (uint8_t *)from));
    }
    if (object->vtable->rank != 0 || object->vtable->kind == MONO_GC_KIND_STRING)
        MONO_PROFILER_RAISE(gc_allocation, (NULL, copy));
    return copy;
}

bool mono_object_isinst(MonoObject *object, MonoClass *klass)
{
    MonoClass *own = mono_object_class(object);
    return own == klass || mono_class_is_assignable(klass, own);
}

/* ---- Boxing ------------------------------------------------------------------------------------------------------ */

/* Offsets of Nullable<T>'s two fields in an unboxed value. */
static bool nullable_fields(MonoClass *klass, size_t *has_value, size_t *value)
{
    bool found_flag = false, found_value = false;
    MonoError error = MONO_ERROR_INIT;
    if (!mono_class_setup_fields(klass, &error)) {
        mono_error_clear(&error);
        return false;
    }
    for (uint32_t i = 0; i < klass->field_count; i++) {
        const MonoClassField *field = &klass->fields[i];
        if (field->flags & MONO_FIELD_ATTR_STATIC)
            continue;
        bool is_flag = !strcmp(field->name, "hasValue") || !strcmp(field->name, "has_value");
        *(is_flag ? has_value : value) = field->offset - MONO_OBJECT_HEADER_SIZE;
        *(is_flag ? &found_flag : &found_value) = true;
    }
    return found_flag && found_value;
}

MonoObject *mono_value_box(MonoClass *klass, const void *value, MonoError *error)
{
    if (klass->is_nullable) {
        size_t has_value, inner;
        if (!nullable_fields(klass, &has_value, &inner)) {
            mono_error_set(error, MONO_ERROR_TYPE_LOAD, klass->name, "Nullable<T> has unknown fields");
            return NULL;
        }
        if (!((const uint8_t *)value)[has_value])
            return NULL;
        return mono_value_box(klass->element_class, (const uint8_t *)value + inner, error);
    }
    MonoVTable *vtable = mono_class_vtable_checked(klass, error);
    MonoObject *object = vtable ? mono_object_new_checked(vtable, error) : NULL;
    if (object)
        memcpy(mono_object_unbox(object), value, klass->value_size);
    return object;
}

bool mono_nullable_init(MonoClass *klass, void *nullable, MonoObject *boxed)
{
    size_t has_value, inner;
    if (!nullable_fields(klass, &has_value, &inner))
        return false;
    if (boxed && mono_object_class(boxed) != klass->element_class)
        return false;
    memset(nullable, 0, klass->value_size);
    if (!boxed)
        return true;
    ((uint8_t *)nullable)[has_value] = 1;
    memcpy((uint8_t *)nullable + inner, mono_object_unbox(boxed), klass->element_class->value_size);
    return true;
}

/* ---- Constants --------------------------------------------------------------------------------------------------- */

static MonoClass *constant_class(uint32_t type)
{
    switch (type) {
    case MONO_TYPE_BOOLEAN:
        return mono_defaults.boolean;
    case MONO_TYPE_CHAR:
        return mono_defaults.char_class;
    case MONO_TYPE_I1:
        return mono_defaults.sbyte;
    case MONO_TYPE_U1:
        return mono_defaults.byte_class;
    case MONO_TYPE_I2:
        return mono_defaults.int16;
    case MONO_TYPE_U2:
        return mono_defaults.uint16;
    case MONO_TYPE_I4:
        return mono_defaults.int32;
    case MONO_TYPE_U4:
        return mono_defaults.uint32;
    case MONO_TYPE_I8:
        return mono_defaults.int64;
    case MONO_TYPE_U8:
        return mono_defaults.uint64;
    case MONO_TYPE_R4:
        return mono_defaults.single_class;
    case MONO_TYPE_R8:
        return mono_defaults.double_class;
    default:
        return NULL;
    }
}

MonoObject *mono_constant_object(MonoImage *image, uint32_t parent_token, MonoClass *klass, MonoError *error)
{
    uint32_t count, coded = mono_coded_index(MONO_CODED_HAS_CONSTANT, parent_token);
    uint32_t row = mono_image_find_rows(image, MONO_TABLE_CONSTANT, MONO_CONSTANT_PARENT, coded, &count);
    uint32_t type = mono_image_row(image, MONO_TABLE_CONSTANT, row, MONO_CONSTANT_TYPE);
    MonoBlob blob;
    if (!row || !mono_image_blob(image, mono_image_row(image, MONO_TABLE_CONSTANT, row, MONO_CONSTANT_VALUE), &blob)) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, NULL, "token 0x%08x has no constant", parent_token);
        return NULL;
    }
    if (type == MONO_TYPE_CLASS)
        return NULL;
    if (type == MONO_TYPE_STRING) {
        MonoString *string = mono_string_new_length((int32_t)(blob.size_bytes / 2), error);
        if (string)
            memcpy(string->chars, blob.data, (size_t)string->length * 2);
        return (MonoObject *)string;
    }
    MonoClass *own = constant_class(type);
    if (!own || blob.size_bytes < own->value_size) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, NULL, "constant of token 0x%08x is malformed", parent_token);
        return NULL;
    }
    /* An enum's literal is boxed as the enum; a parameter of type object keeps the constant's own type. */
    bool as_asked = klass && klass->valuetype && !klass->is_nullable && mono_class_setup_fields(klass, error) &&
                    klass->value_size == own->value_size;
    return mono_error_ok(error) ? mono_value_box(as_asked ? klass : own, blob.data, error) : NULL;
}

void mono_delegate_init(MonoDelegate *delegate, MonoObject *target, MonoMethod *method)
{
    delegate->method_ptr = method;
    delegate->method = method;
    delegate->target = target;
}
