/*
 * emit-attribute.c - custom attributes and constants of builders: values of managed objects as blobs (II.23.3,
 * II.22.9).
 */
#include "interp/corlib/emit.h"

#include <string.h>

enum { SERIAL_TYPE = 0x50, SERIAL_BOXED = 0x51, SERIAL_FIELD = 0x53, SERIAL_PROPERTY = 0x54, SERIAL_ENUM = 0x55 };

static void put_byte(GByteArray *out, unsigned byte)
{
    uint8_t value = (uint8_t)byte;
    g_byte_array_append(out, &value, 1);
}

static void put_text(GByteArray *out, const char *text)
{
    if (!text) {
        put_byte(out, 0xff);
        return;
    }
    mono_dynamic_put(out, (uint32_t)strlen(text));
    g_byte_array_append(out, (const uint8_t *)text, (guint)strlen(text));
}

static void put_string(GByteArray *out, MonoObject *string)
{
    char *text = mono_string_to_utf8((MonoString *)string);
    put_text(out, text);
    g_free(text);
}

/* A type's name as Type.GetType understands it: with its assembly unless that is the attribute's or corlib. */
static void put_type_name(GByteArray *out, MonoObject *type)
{
    type = emit_enum_type(type);
    if (!type) {
        put_byte(out, 0xff);
        return;
    }
    MonoObject *created = emit_kind(type) == EMIT_TYPE_BUILDER ? emit_ref(type, "created") : type;
    if (created && mono_type_from_object(created)) {
        char *name = mono_type_name_format(mono_type_from_object(created), true, true);
        put_text(out, name);
        g_free(name);
        return;
    }
    if (emit_kind(type) != EMIT_TYPE_BUILDER) {
        emit_refuse("a made type as an attribute's argument");
        return;
    }
    GString *name = g_string_new(NULL);
    for (MonoObject *t = type; t; t = emit_ref(t, "nesting_type")) {
        char *simple = mono_string_to_utf8((MonoString *)emit_ref(t, "tname"));
        char *space = mono_string_to_utf8((MonoString *)emit_ref(t, "nspace"));
        g_string_prepend(name, simple);
        if (emit_ref(t, "nesting_type"))
            g_string_prepend_c(name, '+');
        else if (space && *space)
            g_string_prepend(g_string_prepend_c(name, '.'), space);
        g_free(simple);
        g_free(space);
    }
    put_text(out, name->str);
    g_string_free(name, TRUE);
}

static void put_serial_type(GByteArray *out, MonoClass *klass)
{
    if (klass->is_szarray) {
        put_byte(out, MONO_TYPE_SZARRAY);
        put_serial_type(out, klass->element_class);
    } else if (klass->enumtype) {
        char *name = mono_type_name_format(&klass->byval_type, true, true);
        put_byte(out, SERIAL_ENUM);
        put_text(out, name);
        g_free(name);
    } else if (klass == mono_defaults.object) {
        put_byte(out, SERIAL_BOXED);
    } else if (klass == mono_defaults.type || mono_class_is_subclass(klass, mono_defaults.type)) {
        put_byte(out, SERIAL_TYPE);
    } else {
        put_byte(out, klass->byval_type.type);
    }
}

static void put_value(GByteArray *out, MonoClass *klass, MonoObject *value)
{
    if (klass->is_szarray) {
        MonoArray *array = (MonoArray *)value;
        uint32_t count = array ? (uint32_t)array->length : UINT32_MAX;
        for (unsigned i = 0; i < 4; i++)
            put_byte(out, count >> 8 * i);
        MonoClass *element = array ? mono_object_class(value)->element_class : NULL;
        MonoError error = MONO_ERROR_INIT;
        for (uint32_t i = 0; array && i < count; i++) {
            uint32_t align, size = mono_type_size(&element->byval_type, &align);
            void *at = mono_array_address(array, size, i);
            put_value(out, klass->element_class,
                      element->valuetype ? mono_value_box(element, at, &error) : *(MonoObject **)at);
        }
        mono_error_clear(&error);
    } else if (klass == mono_defaults.string) {
        put_string(out, value);
    } else if (klass == mono_defaults.type || mono_class_is_subclass(klass, mono_defaults.type)) {
        put_type_name(out, value);
    } else if (klass == mono_defaults.object) {
        MonoClass *its = value ? mono_object_class(value) : mono_defaults.string;
        put_serial_type(out, its);
        put_value(out, its, value);
    } else if (klass->valuetype && value && mono_object_class(value)->valuetype) {
        MonoClass *its = mono_object_class(value);
        uint32_t size = MIN(klass->enumtype ? klass->element_class->value_size : klass->value_size, its->value_size);
        g_byte_array_append(out, mono_object_unbox(value), size);
    } else {
        reflect_throw("System", "ArgumentException", "An argument of the attribute has a wrong type.");
    }
}

/* Class of a Type object, of an enum builder's too as far as it is made. */
static MonoClass *class_of(MonoObject *type)
{
    type = emit_enum_type(type);
    if (type && emit_kind(type) == EMIT_TYPE_BUILDER)
        type = emit_ref(type, "created");
    MonoClass *klass = type ? reflect_class_of(type) : NULL;
    MonoError error = MONO_ERROR_INIT;
    if (klass && !mono_class_setup_fields(klass, &error))
        mono_error_clear(&error);
    return klass;
}

static MonoClass *parameter_class(MonoObject *constructor, uint32_t index)
{
    if (emit_kind(constructor) == EMIT_CONSTRUCTOR_BUILDER) {
        MonoArray *types = emit_array(constructor, "parameters");
        return index < emit_length(types) ? class_of(mono_array_get(types, MonoObject *, index)) : NULL;
    }
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *method = glue_method_of(constructor);
    MonoMethodSignature *signature = method ? mono_method_signature_checked(method, &error) : NULL;
    mono_error_clear(&error);
    MonoClass *klass = signature && index < signature->param_count ? signature->params[index].klass : NULL;
    if (klass && !mono_class_setup_fields(klass, &error))
        mono_error_clear(&error);
    return klass;
}

static void put_named(GByteArray *out, unsigned kind, MonoClass *klass, const char *name, MonoObject *value)
{
    if (!klass) {
        emit_refuse("a named argument of a type that is not created");
        return;
    }
    put_byte(out, kind);
    put_serial_type(out, klass);
    put_text(out, name);
    put_value(out, klass, value);
}

static void put_property(GByteArray *out, MonoObject *info, MonoObject *value)
{
    if (strcmp(mono_object_class(info)->name, "PropertyBuilder") == 0) {
        char *name = mono_string_to_utf8((MonoString *)emit_ref(info, "name"));
        put_named(out, SERIAL_PROPERTY, class_of(emit_ref(info, "type")), name, value);
        g_free(name);
        return;
    }
    const MonoProperty *property = ((MonoReflectionProperty *)info)->property;
    MonoError error = MONO_ERROR_INIT;
    MonoMethodSignature *signature =
        mono_method_signature_checked(property->get ? property->get : property->set, &error);
    mono_error_clear(&error);
    MonoClass *klass = !signature               ? NULL
                       : property->get          ? signature->ret.klass
                       : signature->param_count ? signature->params[0].klass
                                                : NULL;
    if (klass && !mono_class_setup_fields(klass, &error))
        mono_error_clear(&error);
    put_named(out, SERIAL_PROPERTY, klass, property->name, value);
}

static void put_field(GByteArray *out, MonoObject *info, MonoObject *value)
{
    if (emit_kind(info) == EMIT_FIELD_BUILDER) {
        char *name = mono_string_to_utf8((MonoString *)emit_ref(info, "name"));
        put_named(out, SERIAL_FIELD, class_of(emit_ref(info, "type")), name, value);
        g_free(name);
        return;
    }
    const MonoClassField *field = ((MonoReflectionField *)info)->field;
    put_named(out, SERIAL_FIELD, field->type.klass, field->name, value);
}

/* static byte[] GetBlob(Assembly, ConstructorInfo, object[] arguments, PropertyInfo[], object[], FieldInfo[], object[])
 */
void emit_attribute_blob(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *constructor = args[1].o;
    MonoArray *values = args[2].p, *properties = args[3].p, *property_values = args[4].p;
    MonoArray *fields = args[5].p, *field_values = args[6].p;
    GByteArray *out = g_byte_array_new();
    put_byte(out, 1);
    put_byte(out, 0);
    for (uint32_t i = 0; i < emit_length(values); i++) {
        MonoClass *klass = parameter_class(constructor, i);
        if (klass)
            put_value(out, klass, mono_array_get(values, MonoObject *, i));
        else
            emit_refuse("an attribute's argument of a type that is not created");
    }
    uint32_t named = emit_length(properties) + emit_length(fields);
    put_byte(out, named);
    put_byte(out, named >> 8);
    for (uint32_t i = 0; i < emit_length(properties); i++)
        put_property(out, mono_array_get(properties, MonoObject *, i),
                     mono_array_get(property_values, MonoObject *, i));
    for (uint32_t i = 0; i < emit_length(fields); i++)
        put_field(out, mono_array_get(fields, MonoObject *, i), mono_array_get(field_values, MonoObject *, i));
    MonoArray *bytes = mono_array_new(mono_defaults.byte_class, out->len);
    if (bytes)
        memcpy(bytes->data, out->data, out->len);
    g_byte_array_free(out, TRUE);
    ret->p = bytes;
}

void emit_attributes(MonoImage *image, uint32_t parent_token, MonoArray *attributes)
{
    for (uint32_t i = 0; i < emit_length(attributes); i++) {
        MonoObject *attribute = mono_array_get(attributes, MonoObject *, i);
        if (!attribute)
            continue;
        MonoArray *data = emit_array(attribute, "data");
        uint32_t constructor = emit_token(image, emit_ref(attribute, "ctor"), true);
        uint32_t row = mono_dynamic_row(image, MONO_TABLE_CUSTOMATTRIBUTE);
        mono_dynamic_set(image, MONO_TABLE_CUSTOMATTRIBUTE, row, MONO_CUSTOMATTRIBUTE_PARENT,
                         mono_coded_index(MONO_CODED_HAS_CUSTOM_ATTRIBUTE, parent_token));
        mono_dynamic_set(image, MONO_TABLE_CUSTOMATTRIBUTE, row, MONO_CUSTOMATTRIBUTE_TYPE,
                         mono_coded_index(MONO_CODED_CUSTOM_ATTRIBUTE_TYPE, constructor));
        mono_dynamic_set(image, MONO_TABLE_CUSTOMATTRIBUTE, row, MONO_CUSTOMATTRIBUTE_VALUE,
                         mono_dynamic_blob(image, data ? data->data : NULL, emit_length(data)));
    }
}

void emit_constant(MonoImage *image, uint32_t parent_token, MonoObject *value)
{
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_CONSTANT), blob;
    uint8_t type = MONO_TYPE_CLASS;
    static const uint8_t null[4];
    if (!value) {
        blob = mono_dynamic_blob(image, null, sizeof null);
    } else if (mono_object_class(value) == mono_defaults.string) {
        const MonoString *string = (const MonoString *)value;
        type = MONO_TYPE_STRING;
        blob = mono_dynamic_blob(image, string->chars, (uint32_t)string->length * 2);
    } else {
        MonoClass *klass = mono_object_class(value);
        type = mono_type_reduced(&klass->byval_type);
        blob = mono_dynamic_blob(image, mono_object_unbox(value), klass->value_size);
    }
    mono_dynamic_set(image, MONO_TABLE_CONSTANT, row, MONO_CONSTANT_TYPE, type);
    mono_dynamic_set(image, MONO_TABLE_CONSTANT, row, MONO_CONSTANT_PARENT,
                     mono_coded_index(MONO_CODED_HAS_CONSTANT, parent_token));
    mono_dynamic_set(image, MONO_TABLE_CONSTANT, row, MONO_CONSTANT_VALUE, blob);
}
