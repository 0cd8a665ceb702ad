/*
 * attribute_blob.c - decodes custom attribute blobs (ECMA-335 II.23.3): the constructor's arguments, boxed, and named
 * fields and properties with their values.
 */
#include <string.h>

#include "interp/corlib/attribute_blob.h"

/* Element types that only attributes have. */
enum { ATTRIBUTE_TYPE = 0x50, ATTRIBUTE_BOXED = 0x51, ATTRIBUTE_FIELD = 0x53, ATTRIBUTE_PROPERTY = 0x54,
       ATTRIBUTE_ENUM = 0x55 };
enum { DEPTH_MAX = 16, ARRAY_NULL = 0xffffffff, NAMED_MAX = 4096 };

typedef struct {
    MonoBlobReader reader;
    MonoImage *image;
    unsigned depth;
    MonoError *error;
} Decoder;

static MonoObject *decode_value(Decoder *decoder, MonoClass *klass);

static bool malformed(Decoder *decoder)
{
    MonoError error = MONO_ERROR_INIT;
    MonoException *exception = mono_exception_new("System.Reflection", "CustomAttributeFormatException",
                                                  "Binary format of the specified custom attribute was invalid.");
    error.code = MONO_ERROR_EXCEPTION;
    error.exception = exception;
    mono_error_move(decoder->error, &error);
    return false;
}

static MonoClass *type_of_name(Decoder *decoder)
{
    const char *text;
    uint32_t length;
    if (!mono_blob_ser_string(&decoder->reader, &text, &length))
        return NULL;
    char *name = g_strndup(text, length);
    const MonoType *type = mono_type_from_name(name, decoder->image, false, decoder->error);
    if (!type)
        mono_error_set(decoder->error, MONO_ERROR_TYPE_LOAD, name, "Could not load type '%s'.", name);
    g_free(name);
    return type ? type->klass : NULL;
}

/* A FieldOrPropType (II.23.3): the class a value is of. */
static MonoClass *decode_type(Decoder *decoder)
{
    if (++decoder->depth > DEPTH_MAX) {
        malformed(decoder);
        return NULL;
    }
    uint8_t kind = mono_blob_u8(&decoder->reader);
    MonoClass *result = NULL, *element;
    switch (kind) {
    case MONO_TYPE_BOOLEAN: result = mono_defaults.boolean; break;
    case MONO_TYPE_CHAR: result = mono_defaults.char_class; break;
    case MONO_TYPE_I1: result = mono_defaults.sbyte; break;
    case MONO_TYPE_U1: result = mono_defaults.byte_class; break;
    case MONO_TYPE_I2: result = mono_defaults.int16; break;
    case MONO_TYPE_U2: result = mono_defaults.uint16; break;
    case MONO_TYPE_I4: result = mono_defaults.int32; break;
    case MONO_TYPE_U4: result = mono_defaults.uint32; break;
    case MONO_TYPE_I8: result = mono_defaults.int64; break;
    case MONO_TYPE_U8: result = mono_defaults.uint64; break;
    case MONO_TYPE_R4: result = mono_defaults.single_class; break;
    case MONO_TYPE_R8: result = mono_defaults.double_class; break;
    case MONO_TYPE_STRING: result = mono_defaults.string; break;
    case ATTRIBUTE_TYPE: result = mono_defaults.type; break;
    case ATTRIBUTE_BOXED: result = mono_defaults.object; break;
    case ATTRIBUTE_ENUM: result = type_of_name(decoder); break;
    case MONO_TYPE_SZARRAY:
        element = decode_type(decoder);
        result = element ? mono_class_array(element, 1, true) : NULL;
        break;
    default: break;
    }
    decoder->depth--;
    if (!result)
        malformed(decoder);
    return result;
}

static MonoObject *decode_array(Decoder *decoder, MonoClass *klass)
{
    uint32_t count = mono_blob_u32(&decoder->reader);
    if (count == ARRAY_NULL)
        return NULL;
    /* An element takes a byte at least, so a longer array than bytes is malformed. */
    if (count > (size_t)(decoder->reader.end - decoder->reader.pos)) {
        malformed(decoder);
        return NULL;
    }
    MonoClass *element = klass->element_class;
    MonoArray *array = mono_array_new(element, count);
    if (!array)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        MonoObject *value = decode_value(decoder, element);
        if (!mono_error_ok(decoder->error))
            return NULL;
        reflect_store_boxed(&element->byval_type, mono_array_address(array, klass->element_size, i), value);
    }
    return &array->object;
}

static MonoObject *decode_primitive(Decoder *decoder, MonoClass *klass)
{
    uint64_t value;
    switch (mono_type_reduced(&klass->byval_type)) {
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_I1:
    case MONO_TYPE_U1: value = mono_blob_u8(&decoder->reader); break;
    case MONO_TYPE_CHAR:
    case MONO_TYPE_I2:
    case MONO_TYPE_U2: value = mono_blob_u16(&decoder->reader); break;
    case MONO_TYPE_I4:
    case MONO_TYPE_U4:
    case MONO_TYPE_R4: value = mono_blob_u32(&decoder->reader); break;
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
    case MONO_TYPE_R8: value = mono_blob_u64(&decoder->reader); break;
    default: malformed(decoder); return NULL;
    }
    return mono_value_box(klass, &value, decoder->error); /* little-endian: the low bytes are the value */
}

/* A value of a parameter's, field's, property's or element's class, boxed. */
static MonoObject *decode_value(Decoder *decoder, MonoClass *klass)
{
    if (++decoder->depth > DEPTH_MAX) {
        malformed(decoder);
        return NULL;
    }
    MonoObject *value = NULL;
    const char *text;
    uint32_t length;
    if (klass == mono_defaults.string) {
        if (mono_blob_ser_string(&decoder->reader, &text, &length))
            value = (MonoObject *)mono_string_new_len(text, length);
    } else if (klass == mono_defaults.type) {
        MonoClass *type = type_of_name(decoder);
        value = type ? mono_class_type_object(type) : NULL;
    } else if (klass == mono_defaults.object) {
        MonoClass *boxed = decode_type(decoder);
        value = boxed ? decode_value(decoder, boxed) : NULL;
    } else if (klass->is_szarray) {
        value = decode_array(decoder, klass);
    } else {
        value = decode_primitive(decoder, klass);
    }
    decoder->depth--;
    if (decoder->reader.bad)
        malformed(decoder);
    return value;
}

/* The field or property of a named argument, in the class or its parents. */
static bool find_member(Decoder *decoder, MonoClass *klass, MonoAttributeMember *member)
{
    if (member->is_field) {
        member->field = mono_class_find_field(klass, member->name);
        if (member->field)
            member->type = member->field->type;
    }
    for (MonoClass *at = klass; !member->is_field && at && !member->property; at = at->parent) {
        unsigned count;
        MonoProperty *const *properties = reflect_properties(at, &count);
        for (unsigned i = 0; i < count && !member->property; i++)
            if (!strcmp(properties[i]->name, member->name))
                member->property = properties[i];
    }
    if (member->property) {
        MonoMethod *method = member->property->set ? member->property->set : member->property->get;
        const MonoMethodSignature *signature = method ? mono_method_signature_checked(method, decoder->error) : NULL;
        if (!signature) /* a property without accessors is malformed too */
            return mono_error_ok(decoder->error) ? malformed(decoder) : false;
        bool setter = member->property->set && signature->param_count;
        member->type = setter ? signature->params[signature->param_count - 1] : signature->ret;
    }
    if (member->field || member->property)
        return true;
    mono_error_set(decoder->error, MONO_ERROR_MISSING_FIELD, member->name, "Could not find a field or property '%s'",
                   member->name);
    return false;
}

static bool decode_named(Decoder *decoder, MonoMethod *ctor, MonoAttributeArguments *result)
{
    unsigned count = mono_blob_u16(&decoder->reader);
    if (count > NAMED_MAX || decoder->reader.bad)
        return malformed(decoder);
    result->members = g_new0(MonoAttributeMember, count + 1);
    result->values = mono_array_new(mono_defaults.object, count);
    for (unsigned i = 0; result->values && i < count; i++) {
        MonoAttributeMember *member = &result->members[i];
        uint8_t kind = mono_blob_u8(&decoder->reader);
        const char *text;
        uint32_t length;
        if (kind != ATTRIBUTE_FIELD && kind != ATTRIBUTE_PROPERTY)
            return malformed(decoder);
        member->is_field = kind == ATTRIBUTE_FIELD;
        MonoClass *klass = decode_type(decoder);
        if (!klass)
            return false;
        if (!mono_blob_ser_string(&decoder->reader, &text, &length))
            return malformed(decoder);
        member->name = g_strndup(text, length);
        if (!find_member(decoder, ctor->klass, member))
            return false;
        MonoObject *value = decode_value(decoder, klass);
        if (!mono_error_ok(decoder->error))
            return false;
        mono_array_set(result->values, MonoObject *, i, value);
    }
    return true;
}

bool mono_attribute_decode(MonoMethod *ctor, MonoImage *image, MonoBlob blob, MonoAttributeArguments *result,
                           MonoError *error)
{
    Decoder decoder = {mono_blob_reader(blob), image, 0, error};
    *result = (MonoAttributeArguments){0};
    const MonoMethodSignature *signature = mono_method_signature_checked(ctor, error);
    if (!signature)
        return false;
    result->arguments = mono_array_new(mono_defaults.object, signature->param_count);
    if (!result->arguments)
        return false;
    if (!blob.size_bytes) { /* no blob: a constructor without parameters */
        result->values = mono_array_new(mono_defaults.object, 0);
        return signature->param_count == 0 || malformed(&decoder);
    }
    enum { PROLOG = 1 };
    if (mono_blob_u16(&decoder.reader) != PROLOG)
        return malformed(&decoder);
    for (unsigned i = 0; i < signature->param_count; i++) {
        MonoObject *value = decode_value(&decoder, signature->params[i].klass);
        if (!mono_error_ok(error))
            return false;
        mono_array_set(result->arguments, MonoObject *, i, value);
    }
    return decode_named(&decoder, ctor, result);
}

void mono_attribute_clear(MonoAttributeArguments *arguments)
{
    unsigned count = arguments->values ? (unsigned)arguments->values->length : 0;
    for (unsigned i = 0; arguments->members && i < count; i++)
        g_free(arguments->members[i].name);
    g_free(arguments->members);
    arguments->members = NULL;
}
