/*
 * members.c - monosp.h: classes, methods, fields, properties.
 */
#include "interp/embed/own-names.h"

#include <string.h>

#include "interp/exec/callspec.h"

struct _MonoMethodDesc {
    char *text; /* as interp_method_spec_matches() wants it */
};

/* Ready to be used, else NULL. */
static MonoClass *usable(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    return klass && mono_class_init_checked(klass, &error) ? klass : (embed_ok(&error), NULL);
}

MonoClass *mono_class_from_name(MonoImage *image, const char *name_space, const char *name)
{
    return image ? usable(interp_class_from_name(image, name_space, name)) : NULL;
}

MonoMethod *mono_class_get_method_from_name(MonoClass *klass, const char *name, int param_count)
{
    return usable(klass) ? mono_class_find_method(klass, name, param_count) : NULL;
}

MonoClassField *mono_class_get_field_from_name(MonoClass *klass, const char *name)
{
    return usable(klass) ? mono_class_find_field(klass, name) : NULL;
}

MonoProperty *mono_class_get_property_from_name(MonoClass *klass, const char *name)
{
    for (; usable(klass); klass = klass->parent) {
        unsigned count;
        MonoProperty *const *properties = reflect_properties(klass, &count);
        for (unsigned i = 0; i < count; i++)
            if (!strcmp(properties[i]->name, name))
                return properties[i];
    }
    return NULL;
}

MonoMethodDesc *mono_method_desc_new(const char *name, mono_bool include_namespace)
{
    MonoMethodDesc *desc = g_new0(MonoMethodDesc, 1);
    desc->text = g_strdup(name);
    return desc;
}

void mono_method_desc_free(MonoMethodDesc *desc)
{
    if (desc)
        g_free(desc->text);
    g_free(desc);
}

MonoMethod *mono_method_desc_search_in_class(MonoMethodDesc *desc, MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *found = NULL;
    if (!mono_class_setup_methods(klass, &error))
        return embed_ok(&error), NULL;
    for (uint32_t i = 0; i < klass->method_count && !found; i++)
        if (interp_method_spec_matches(desc->text, klass->methods[i]))
            found = klass->methods[i];
    return found;
}

MonoMethod *mono_method_desc_search_in_image(MonoMethodDesc *desc, MonoImage *image)
{
    MonoMethod *found = NULL;
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF) && !found; row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        mono_error_clear(&error); /* what cannot be loaded holds nothing to find */
        if (klass && mono_class_setup_methods(klass, &error))
            found = mono_method_desc_search_in_class(desc, klass);
        mono_error_clear(&error);
    }
    return found;
}

/* ---- What classes and methods are -------------------------------------------------------------------------------- */

MonoClass *mono_class_get_parent(MonoClass *klass)
{
    return klass->parent;
}

MonoClass *mono_class_get_element_class(MonoClass *klass)
{
    return klass->element_class;
}

MonoClass *mono_array_class_get(MonoClass *element, uint32_t rank)
{
    return mono_class_array(element, rank, rank == 1);
}

mono_bool mono_class_is_valuetype(MonoClass *klass)
{
    return klass->valuetype;
}

mono_bool mono_class_is_enum(MonoClass *klass)
{
    return klass->enumtype;
}

mono_bool mono_class_is_subclass_of(MonoClass *klass, MonoClass *parent, mono_bool check_interfaces)
{
    if (!usable(klass) || !usable(parent))
        return false;
    if (parent->is_interface)
        return check_interfaces && mono_class_is_assignable(parent, klass);
    return parent == mono_defaults.object || mono_class_is_subclass(klass, parent);
}

int32_t mono_class_value_size(MonoClass *klass, uint32_t *align)
{
    if (!usable(klass))
        return 0;
    if (align)
        *align = klass->valuetype ? klass->min_align : sizeof(void *);
    return (int32_t)klass->value_size;
}

uint32_t mono_signature_get_param_count(MonoMethodSignature *signature)
{
    return signature->param_count;
}

#define CLASS_GETTER(name, field)                                                                                      \
    MonoClass *mono_get_##name##_class(void)                                                                           \
    {                                                                                                                  \
        return mono_defaults.field;                                                                                    \
    }
CLASS_GETTER(object, object)
CLASS_GETTER(boolean, boolean)
CLASS_GETTER(char, char_class)
CLASS_GETTER(byte, byte_class)
CLASS_GETTER(int32, int32)
CLASS_GETTER(int64, int64)
CLASS_GETTER(intptr, intptr)
CLASS_GETTER(single, single_class)
CLASS_GETTER(double, double_class)
CLASS_GETTER(string, string)
CLASS_GETTER(exception, exception)

MonoVTable *mono_class_vtable(MonoDomain *domain, MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = usable(klass) ? mono_class_vtable_checked(klass, &error) : NULL;
    embed_ok(&error);
    return vtable;
}

void mono_runtime_class_init(MonoVTable *vtable)
{
    MonoError error = MONO_ERROR_INIT;
    if (!vtable->initialized)
        mono_runtime_class_init_checked(vtable, &error);
    embed_ok(&error);
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

/* NULL: it has no address (a literal, or a class that does not load). */
static void *address_of(MonoObject *object, MonoClassField *field)
{
    MonoError error = MONO_ERROR_INIT;
    if (field->flags & MONO_FIELD_ATTR_LITERAL)
        return NULL;
    void *address = field->flags & MONO_FIELD_ATTR_STATIC ? mono_static_field_address(field, &error)
                    : object                              ? mono_field_ptr(object, field)
                                                          : NULL;
    embed_ok(&error);
    return address;
}

static void get_value(const MonoClassField *field, const void *address, void *value)
{
    uint32_t align, size = mono_type_size(&field->type, &align);
    if (address)
        memcpy(value, address, size);
    else
        memset(value, 0, size);
}

static void set_value(const MonoClassField *field, void *address, void *value)
{
    uint32_t align;
    if (!address)
        return;
    if (mono_type_is_reference(&field->type))
        *(void **)address = value;
    else
        memcpy(address, value, mono_type_size(&field->type, &align));
}

void mono_field_get_value(MonoObject *object, MonoClassField *field, void *value)
{
    get_value(field, address_of(object, field), value);
}

void mono_field_set_value(MonoObject *object, MonoClassField *field, void *value)
{
    set_value(field, address_of(object, field), value);
}

void mono_field_static_get_value(MonoVTable *vtable, MonoClassField *field, void *value)
{
    get_value(field, address_of(NULL, field), value);
}

void mono_field_static_set_value(MonoVTable *vtable, MonoClassField *field, void *value)
{
    set_value(field, address_of(NULL, field), value);
}

MonoObject *mono_field_get_value_object(MonoDomain *domain, MonoClassField *field, MonoObject *object)
{
    MonoError error = MONO_ERROR_INIT;
    MonoObject *value = NULL;
    void *address = address_of(object, field);
    if (field->flags & MONO_FIELD_ATTR_LITERAL)
        value = mono_constant_object(field->parent->image, field->token, field->type.klass, &error);
    else if (address)
        value = reflect_load_boxed(&field->type, address, &error);
    embed_ok(&error);
    return value;
}

const char *mono_field_get_name(MonoClassField *field)
{
    return field->name;
}

/* ---- Properties -------------------------------------------------------------------------------------------------- */

MonoObject *mono_property_get_value(MonoProperty *property, void *object, void **params, MonoObject **exc)
{
    return property->get ? mono_runtime_invoke(property->get, object, params, exc) : NULL;
}

void mono_property_set_value(MonoProperty *property, void *object, void **params, MonoObject **exc)
{
    if (property->set)
        mono_runtime_invoke(property->set, object, params, exc);
}

MonoMethod *mono_property_get_get_method(MonoProperty *property)
{
    return property->get;
}

MonoMethod *mono_property_get_set_method(MonoProperty *property)
{
    return property->set;
}

const char *mono_property_get_name(MonoProperty *property)
{
    return property->name;
}
