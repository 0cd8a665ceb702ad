/*
 * member_data.c - System.Reflection's fields, properties and events, custom modifiers and MarshalAs.
 */
#include <string.h>

#include "interp/corlib/member_data.h"

static MonoClassField *this_field(const MonoSlot *slot)
{
    return ((MonoReflectionField *)slot->p)->field;
}

/* ---- Modifiers, MarshalAs ---------------------------------------------------------------------------------------- */

MonoArray *reflect_modifiers(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, bool optional)
{
    GPtrArray *list = g_ptr_array_new();
    for (;;) {
        uint8_t kind = mono_blob_peek(reader);
        if (kind != MONO_TYPE_CMOD_OPT && kind != MONO_TYPE_CMOD_REQD)
            break;
        mono_blob_u8(reader);
        uint32_t token = mono_blob_type_token(reader);
        if ((kind == MONO_TYPE_CMOD_OPT) != optional)
            continue;
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_get_checked(image, token, context, &error);
        if (reflect_failed(&error))
            break;
        g_ptr_array_insert(list, 0, klass);
    }
    MonoArray *array = list->len ? mono_array_new(mono_defaults.type, list->len) : NULL;
    for (unsigned i = 0; array && i < list->len; i++)
        mono_array_set(array, MonoObject *, i, mono_class_type_object(list->pdata[i]));
    g_ptr_array_free(list, TRUE);
    return array;
}

/* UnmanagedType values with operands, II.23.4. */
enum { NATIVE_BY_VAL_TSTR = 0x17, NATIVE_BY_VAL_ARRAY = 0x1e, NATIVE_LP_ARRAY = 0x2a, NATIVE_CUSTOM = 0x2c,
       NATIVE_DEFAULT = 0x50 };

static void set_int32(MonoObject *object, const char *name, int32_t value)
{
    MonoClassField *field = mono_class_find_field(mono_object_class(object), name);
    if (field && field->type.type == MONO_TYPE_I2)
        *(int16_t *)mono_field_ptr(object, field) = (int16_t)value;
    else if (field)
        *(int32_t *)mono_field_ptr(object, field) = value;
}

static MonoString *ser_string(MonoBlobReader *reader)
{
    const char *text;
    uint32_t length;
    return mono_blob_ser_string(reader, &text, &length) ? mono_string_new_len(text, length) : NULL;
}

static void custom_marshaler(MonoImage *image, MonoObject *object, MonoBlobReader *reader)
{
    ser_string(reader); /* GUID and native type are unused */
    ser_string(reader);
    MonoString *type_name = ser_string(reader), *cookie = ser_string(reader);
    MonoClassField *field = mono_class_find_field(mono_object_class(object), "MarshalType");
    if (field)
        *(MonoString **)mono_field_ptr(object, field) = type_name;
    field = mono_class_find_field(mono_object_class(object), "MarshalCookie");
    if (field)
        *(MonoString **)mono_field_ptr(object, field) = cookie;
    char *text = mono_string_to_utf8(type_name);
    MonoError error = MONO_ERROR_INIT;
    const MonoType *type = text ? mono_type_from_name(text, image, false, &error) : NULL;
    mono_error_clear(&error);
    g_free(text);
    field = mono_class_find_field(mono_object_class(object), "MarshalTypeRef");
    if (field && type)
        *(MonoObject **)mono_field_ptr(object, field) = mono_type_object(type);
}

MonoObject *reflect_marshal_as(MonoImage *image, uint32_t token)
{
    if (!MONO_TOKEN_ROW(token) || !mono_image_rows(image, MONO_TABLE_FIELDMARSHAL))
        return NULL;
    uint32_t key = mono_coded_index(MONO_CODED_HAS_FIELD_MARSHAL, token);
    uint32_t row = mono_image_next_row(image, MONO_TABLE_FIELDMARSHAL, MONO_FIELDMARSHAL_PARENT, key, 0);
    MonoBlob blob;
    if (!row || !mono_image_blob(
                    image, mono_image_row(image, MONO_TABLE_FIELDMARSHAL, row, MONO_FIELDMARSHAL_NATIVE_TYPE), &blob))
        return NULL;
    MonoObject *object = mono_object_new(reflect_corlib_class("System.Runtime.InteropServices", "MarshalAsAttribute"));
    if (!object)
        return NULL;
    MonoBlobReader reader = mono_blob_reader(blob);
    uint32_t native = mono_blob_compressed(&reader);
    bool more = reader.pos < reader.end;
    set_int32(object, "utype", (int32_t)native);
    if (native == NATIVE_LP_ARRAY && more) {
        uint32_t element = mono_blob_compressed(&reader);
        set_int32(object, "ArraySubType", element == NATIVE_DEFAULT ? 0 : (int32_t)element);
        if (reader.pos < reader.end)
            set_int32(object, "SizeParamIndex", (int32_t)mono_blob_compressed(&reader));
        if (reader.pos < reader.end)
            set_int32(object, "SizeConst", (int32_t)mono_blob_compressed(&reader));
    } else if ((native == NATIVE_BY_VAL_ARRAY || native == NATIVE_BY_VAL_TSTR) && more) {
        set_int32(object, "SizeConst", (int32_t)mono_blob_compressed(&reader));
        if (native == NATIVE_BY_VAL_ARRAY && reader.pos < reader.end)
            set_int32(object, "ArraySubType", (int32_t)mono_blob_compressed(&reader));
    } else if (native == NATIVE_CUSTOM) {
        custom_marshaler(image, object, &reader);
    }
    return object;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

/* FieldInfo internal_from_handle_type(IntPtr field, IntPtr type) */
void icall_field_from_handle(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = args[0].p;
    const MonoType *type = args[1].p;
    ret->o = NULL;
    if (!type) {
        ret->o = mono_field_object(field, field->parent);
        return;
    }
    MonoClass *own = field->parent->definition ? field->parent->definition : field->parent;
    MonoClass *klass = type->klass;
    for (; klass; klass = klass->parent) {
        if (klass == field->parent) {
            ret->o = mono_field_object(field, type->klass);
            return;
        }
        if (klass->definition == own)
            break;
    }
    if (!klass)
        return;
    /* The same field of another instance of its class. */
    for (uint32_t i = 0; i < klass->field_count; i++)
        if (klass->fields[i].token == field->token)
            ret->o = mono_field_object(&klass->fields[i], type->klass);
}

void icall_field_marshal_info(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = this_field(&args[0]);
    ret->o = reflect_marshal_as(reflect_class_image(field->parent), field->token);
}

void icall_field_resolve_type(MonoSlot *args, MonoSlot *ret)
{
    ret->o = mono_type_object(&this_field(&args[0])->type);
}

void icall_field_parent_type(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionField *self = args[0].p;
    ret->o = mono_class_type_object(args[1].i4 & 1 ? self->field->parent : self->klass);
}

void icall_field_offset(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = (int32_t)this_field(&args[0])->offset - (int32_t)MONO_OBJECT_HEADER_SIZE;
}

void icall_field_token(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = (int32_t)this_field(&args[0])->token;
}

/* Address of a field's value; NULL with an exception pending. obj: of instance fields. */
static void *field_address(MonoClassField *field, MonoObject *obj)
{
    MonoError error = MONO_ERROR_INIT;
    if (!(field->flags & MONO_FIELD_ATTR_STATIC)) {
        if (!obj)
            reflect_throw("System.Reflection", "TargetException", "Non-static field requires a target");
        return obj ? mono_field_ptr(obj, field) : NULL;
    }
    void *address = NULL;
    MonoVTable *vtable = mono_class_vtable_checked(field->parent, &error);
    if (vtable && mono_runtime_class_init_checked(vtable, &error))
        address = mono_static_field_address(field, &error);
    return reflect_failed(&error) ? NULL : address;
}

void icall_field_get_value(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = this_field(&args[0]);
    MonoError error = MONO_ERROR_INIT;
    ret->o = NULL;
    if (field->flags & MONO_FIELD_ATTR_LITERAL) {
        ret->o = mono_constant_object(field->parent->image, field->token, field->type.klass, &error);
    } else {
        void *address = field_address(field, args[1].o);
        if (address)
            ret->o = reflect_load_boxed(&field->type, address, &error);
    }
    reflect_failed(&error);
}

/* static void SetValueInternal(FieldInfo field, object obj, object value) */
void icall_field_set_value(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = this_field(&args[0]);
    if (field->flags & MONO_FIELD_ATTR_LITERAL)
        return;
    void *address = field_address(field, args[1].o);
    if (address)
        reflect_store_boxed(&field->type, address, args[2].o);
}

/* ---- Typed references -------------------------------------------------------------------------------------------- */

typedef struct {
    const MonoType *type; /* RuntimeTypeHandle */
    void *value;
    MonoClass *klass;
} TypedReference;

static void *refuse(char *message)
{
    mono_set_pending_exception(mono_exception_argument(NULL, message));
    g_free(message);
    return NULL;
}

/* Address of the field in what the reference points to; NULL with an exception pending: that has no such field. */
static void *direct_address(const MonoClassField *field, const TypedReference *reference)
{
    MonoClass *klass = reference->klass;
    MonoObject *object = klass && !klass->valuetype ? *(MonoObject **)reference->value : NULL;
    bool is_static = field->flags & MONO_FIELD_ATTR_STATIC;
    if (klass && klass->valuetype && klass == field->parent && !is_static)
        return (uint8_t *)reference->value + field->offset - MONO_OBJECT_HEADER_SIZE;
    if (object && mono_object_isinst(object, field->parent) && !is_static)
        return mono_field_ptr(object, field);
    return refuse(g_strdup_printf("Field '%s' defined on type '%s' is not a field on the target object.", field->name,
                                  field->parent->name));
}

static bool may_hold(const MonoType *type, MonoObject *value)
{
    MonoClass *klass = type->klass, *given = value ? mono_object_class(value) : NULL;
    if (mono_type_is_reference(type))
        return !value || mono_object_isinst(value, klass);
    if (klass->is_nullable)
        return !value || given == klass->inst->args[0];
    return given && (given->enumtype ? given->element_class : given) == (klass->enumtype ? klass->element_class : klass);
}

/* static object GetValueDirect(RuntimeFieldInfo field, RuntimeType fieldType, void *typedReference, RuntimeType
 * context) */
void icall_field_get_value_direct(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = this_field(&args[0]);
    MonoError error = MONO_ERROR_INIT;
    void *address = direct_address(field, args[2].p);
    ret->o = address ? reflect_load_boxed(&field->type, address, &error) : NULL;
    reflect_failed(&error);
}

void icall_field_set_value_direct(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = this_field(&args[0]);
    MonoObject *value = args[3].o;
    void *address = direct_address(field, args[2].p);
    if (address && may_hold(&field->type, value))
        reflect_store_boxed(&field->type, address, value);
    else if (address)
        refuse(g_strdup_printf("Object of type '%s' cannot be converted to type '%s'.",
                               value ? mono_object_class(value)->name : "null", field->type.klass->name));
}

/* static object InternalToObject(void *typedReference) */
void icall_typed_reference_to_object(MonoSlot *args, MonoSlot *ret)
{
    const TypedReference *reference = args[0].p;
    MonoError error = MONO_ERROR_INIT;
    ret->o = reference->klass ? reflect_load_boxed(&reference->klass->byval_type, reference->value, &error) : NULL;
    reflect_failed(&error);
}

/* static void InternalMakeTypedReference(void *result, object target, IntPtr[] fields, RuntimeType lastFieldType): each
 * field lies in the one before, the first in target. */
void icall_make_typed_reference(MonoSlot *args, MonoSlot *ret)
{
    TypedReference *result = args[0].p;
    MonoArray *fields = args[2].p;
    uint8_t *address = NULL;
    MonoClassField *field = NULL;
    for (uintptr_t i = 0; i < fields->length; i++) {
        field = mono_array_get(fields, MonoClassField *, i);
        address = i == 0 ? mono_field_ptr(args[1].o, field) : address + field->offset - MONO_OBJECT_HEADER_SIZE;
    }
    if (!field)
        return;
    *result = (TypedReference){mono_type_from_object(args[3].o), address, field->type.klass};
}

/* ---- Constants --------------------------------------------------------------------------------------------------- */

void icall_field_raw_constant(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = this_field(&args[0]);
    ret->o = NULL;
    if (!(field->flags & MONO_FIELD_ATTR_LITERAL)) {
        reflect_throw("System", "InvalidOperationException", NULL);
        return;
    }
    MonoError error = MONO_ERROR_INIT;
    MonoClass *klass = field->type.klass->enumtype ? field->type.klass->element_class : field->type.klass;
    ret->o = mono_constant_object(field->parent->image, field->token, klass, &error);
    reflect_failed(&error);
}

void icall_field_modifiers(MonoSlot *args, MonoSlot *ret)
{
    MonoClassField *field = this_field(&args[0]);
    MonoImage *image = reflect_class_image(field->parent);
    MonoBlob blob;
    uint32_t index = mono_image_row(image, MONO_TABLE_FIELD, MONO_TOKEN_ROW(field->token), MONO_FIELD_SIGNATURE);
    ret->p = NULL;
    if (!mono_image_blob(image, index, &blob))
        return;
    MonoBlobReader reader = mono_blob_reader(blob);
    mono_blob_u8(&reader);
    MonoGenericContext context = {field->parent->inst, NULL};
    ret->p = reflect_modifiers(image, &reader, &context, args[1].i4 & 1);
}

/* ---- Properties -------------------------------------------------------------------------------------------------- */

typedef struct {
    MonoObject *parent, *declaring_type;
    MonoString *name;
    MonoObject *get_method, *set_method;
    int32_t attrs;
} MonoPropertyInfo;

/* PInfo */
enum { PINFO_ATTRIBUTES = 1, PINFO_GET_METHOD = 2, PINFO_SET_METHOD = 4, PINFO_REFLECTED_TYPE = 8,
       PINFO_DECLARING_TYPE = 16, PINFO_NAME = 32 };

/* Private accessors of parents are not seen through a derived class. */
static MonoObject *accessor_object(MonoMethod *method, MonoClass *reflected)
{
    if (!method || ((method->flags & MEMBER_ACCESS_MASK) <= MEMBER_ACCESS_PRIVATE && method->klass != reflected))
        return NULL;
    return mono_method_object(method, reflected);
}

void icall_property_info(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionProperty *self = args[0].p;
    MonoPropertyInfo *info = args[1].p;
    const MonoProperty *property = self->property;
    int32_t wanted = args[2].i4;
    if (wanted & PINFO_REFLECTED_TYPE)
        info->parent = mono_class_type_object(self->klass);
    if (wanted & PINFO_DECLARING_TYPE)
        info->declaring_type = mono_class_type_object(property->parent);
    if (wanted & PINFO_NAME)
        info->name = mono_string_new(property->name);
    if (wanted & PINFO_ATTRIBUTES)
        info->attrs = property->flags;
    if (wanted & PINFO_GET_METHOD)
        info->get_method = accessor_object(property->get, self->klass);
    if (wanted & PINFO_SET_METHOD)
        info->set_method = accessor_object(property->set, self->klass);
}

void icall_property_token(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = (int32_t)((MonoReflectionProperty *)args[0].p)->property->token;
}

void icall_property_from_handle(MonoSlot *args, MonoSlot *ret)
{
    MonoProperty *property = args[0].p;
    const MonoType *type = args[1].p;
    ret->o = reflect_property_object(property, type ? type->klass : property->parent);
}

/* The reader of a property's signature at its type; also its type. */
static bool property_signature(const MonoProperty *property, MonoBlobReader *reader)
{
    MonoImage *image = property->parent->image;
    MonoBlob blob;
    uint32_t index =
        mono_image_row(image, MONO_TABLE_PROPERTY, MONO_TOKEN_ROW(property->token), MONO_PROPERTY_SIGNATURE);
    if (!mono_image_blob(image, index, &blob))
        return false;
    *reader = mono_blob_reader(blob);
    mono_blob_u8(reader);
    mono_blob_compressed(reader);
    return true;
}

void icall_property_default_value(MonoSlot *args, MonoSlot *ret)
{
    const MonoProperty *property = ((MonoReflectionProperty *)args[0].p)->property;
    enum { PROPERTY_HAS_DEFAULT = 0x1000 };
    MonoError error = MONO_ERROR_INIT;
    MonoBlobReader reader;
    MonoType type;
    MonoGenericContext context = {property->parent->inst, NULL};
    ret->o = NULL;
    if (!(property->flags & PROPERTY_HAS_DEFAULT))
        reflect_throw("System", "InvalidOperationException", NULL);
    else if (property_signature(property, &reader) &&
             mono_type_parse(property->parent->image, &reader, &context, &type, &error))
        ret->o = mono_constant_object(property->parent->image, property->token, type.klass, &error);
    reflect_failed(&error);
}

void icall_property_modifiers(MonoSlot *args, MonoSlot *ret)
{
    const MonoProperty *property = ((MonoReflectionProperty *)args[0].p)->property;
    MonoGenericContext context = {property->parent->inst, NULL};
    MonoBlobReader reader;
    ret->p = property_signature(property, &reader)
                 ? reflect_modifiers(property->parent->image, &reader, &context, args[1].i4 & 1)
                 : NULL;
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

typedef struct {
    MonoObject *declaring_type, *reflected_type;
    MonoString *name;
    MonoObject *add_method, *remove_method, *raise_method;
    int32_t attrs;
    MonoArray *other_methods;
} MonoEventInfo;

void icall_event_info(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionEvent *self = args[0].p;
    MonoEventInfo *info = args[1].p;
    const MonoEvent *event = self->event;
    info->declaring_type = mono_class_type_object(event->parent);
    info->reflected_type = mono_class_type_object(self->klass);
    info->name = mono_string_new(event->name);
    info->attrs = event->flags;
    info->add_method = event->add ? mono_method_object(event->add, NULL) : NULL;
    info->remove_method = event->remove ? mono_method_object(event->remove, NULL) : NULL;
    info->raise_method = event->raise ? mono_method_object(event->raise, NULL) : NULL;
    if (!event->others)
        return;
    MonoArray *others = mono_array_new(reflect_corlib_class("System.Reflection", "MethodInfo"), event->others->len);
    info->other_methods = others;
    for (unsigned i = 0; others && i < event->others->len; i++)
        mono_array_set(others, MonoObject *, i, mono_method_object(event->others->pdata[i], NULL));
}

void icall_event_token(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = (int32_t)((MonoReflectionEvent *)args[0].p)->event->token;
}

void icall_event_from_handle(MonoSlot *args, MonoSlot *ret)
{
    MonoEvent *event = args[0].p;
    const MonoType *type = args[1].p;
    ret->o = reflect_event_object(event, type ? type->klass : event->parent);
}
