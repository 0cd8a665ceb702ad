/*
 * runtime_helpers.c - System.Runtime.CompilerServices.RuntimeHelpers.
 */
#include "interp/corlib/glue.h"

/* (Array, RuntimeFieldHandle): array initialisers of C#. */
ICALL(initialize_array)
{
    MonoArray *array = args[0].p;
    MonoClassField *field = args[1].p;
    if (!array) {
        mono_set_pending_exception(mono_exception_argument_null("array"));
        return;
    }
    if (!field) {
        mono_set_pending_exception(mono_exception_argument_null("fldHandle"));
        return;
    }
    MonoClass *klass = mono_object_class(&array->object);
    MonoClass *element = klass->element_class;
    if (!element->valuetype || element->has_references) {
        mono_set_pending_exception(mono_exception_argument("array", "Cannot initialize array of non-primitive type"));
        return;
    }
    if (!(field->flags & MONO_FIELD_ATTR_HAS_RVA)) {
        char *message = g_strdup_printf("Field '%s' doesn't have an RVA", field->name);
        mono_set_pending_exception(mono_exception_argument("field_handle", message));
        g_free(message);
        return;
    }
    uint32_t available = 0;
    const uint8_t *data = mono_field_rva_data(field, &available);
    uint64_t size = (uint64_t)array->length * klass->element_size;
    MonoError error = MONO_ERROR_INIT;
    if (field->type.klass->valuetype && !mono_class_setup_fields(field->type.klass, &error)) {
        glue_ok(&error);
        return;
    }
    uint32_t field_size = field->type.klass->valuetype ? field->type.klass->value_size : 0;
    if (!data || size > available || size > field_size) {
        mono_set_pending_exception(mono_exception_argument("fldHandle", "Field not large enough to fill array"));
        return;
    }
    memcpy(array->data, data, size);
}

ICALL(offset_to_string_data)
{
    ret->i4 = offsetof(MonoString, chars);
}

/* Boxed value types are copied, other objects are themselves. */
ICALL(object_value)
{
    MonoObject *object = args[0].o;
    MonoError error = MONO_ERROR_INIT;
    if (object && mono_object_class(object)->valuetype)
        object = mono_object_clone(object, &error);
    ret->o = object;
    glue_ok(&error);
}

ICALL(run_class_constructor)
{
    const MonoType *type = args[0].p;
    MonoError error = MONO_ERROR_INIT;
    if (!type) {
        mono_set_pending_exception(mono_exception_argument("type", "Handle is not initialized."));
        return;
    }
    MonoVTable *vtable = mono_class_vtable_checked(type->klass, &error);
    if (vtable)
        mono_runtime_class_init_checked(vtable, &error);
    glue_ok(&error);
}

/* A module's constructor is the class constructor of its <Module>. */
ICALL(run_module_constructor)
{
    MonoImage *image = args[0].p;
    MonoError error = MONO_ERROR_INIT;
    MonoClass *klass = image ? mono_class_from_typedef(image, 1, &error) : NULL;
    MonoVTable *vtable = klass ? mono_class_vtable_checked(klass, &error) : NULL;
    if (vtable)
        mono_runtime_class_init_checked(vtable, &error);
    glue_ok(&error);
}

#define HELPERS "System.Runtime.CompilerServices.RuntimeHelpers::"

const MonoICallRow mono_icalls_runtime_helpers[] = {
    {HELPERS "GetObjectValue", object_value},
    {HELPERS "InitializeArray", initialize_array},
    {HELPERS "RunClassConstructor", run_class_constructor},
    {HELPERS "RunModuleConstructor", run_module_constructor},
    {HELPERS "SufficientExecutionStack", icall_one},
    {HELPERS "get_OffsetToStringData", offset_to_string_data},
    {0},
};
