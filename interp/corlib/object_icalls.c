/*
 * object_icalls.c - System.Object, ValueType.Equals and GetHashCode, objects without constructor, remoting's questions.
 */
#include "interp/corlib/glue.h"

ICALL(object_get_type)
{
    ret->o = mono_class_type_object(mono_object_class(args[0].o));
}

ICALL(object_memberwise_clone)
{
    MonoError error = MONO_ERROR_INIT;
    ret->o = mono_object_clone(args[0].o, &error);
    glue_ok(&error);
}

ICALL(object_hash_code)
{
    ret->i4 = args[0].o ? mono_object_hash(args[0].o) : 0;
}

/* Box or reference of an instance field, for the managed side to compare. */
static MonoObject *field_object(MonoObject *object, MonoClassField *field)
{
    void *address = mono_field_ptr(object, field);
    MonoClass *klass = field->type.klass;
    if (klass->kind == MONO_CLASS_POINTER || klass->kind == MONO_CLASS_FNPTR)
        klass = mono_defaults.intptr;
    else if (!klass->valuetype)
        return *(MonoObject **)address;
    MonoError error = MONO_ERROR_INIT;
    MonoObject *box = mono_value_box(klass, address, &error);
    glue_ok(&error);
    return box;
}

static MonoArray *object_array(GPtrArray *objects)
{
    MonoArray *array = mono_array_new(mono_defaults.object, objects->len);
    if (array)
        memcpy(array->data, objects->pdata, objects->len * sizeof(void *));
    return array;
}

typedef enum { FIELD_DIFFERENT, FIELD_SAME, FIELD_ASK } FieldAnswer;

/* Fields whose equality is that of their bits are settled here, others are asked of their own Equals. */
static FieldAnswer compare_field(const void *a, const void *b, const MonoType *type)
{
    uint32_t align;
    switch (type->klass->enumtype ? MONO_TYPE_END : type->type) {
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_CHAR:
    case MONO_TYPE_I1:
    case MONO_TYPE_U1:
    case MONO_TYPE_I2:
    case MONO_TYPE_U2:
    case MONO_TYPE_I4:
    case MONO_TYPE_U4:
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
    case MONO_TYPE_I:
    case MONO_TYPE_U:
    case MONO_TYPE_PTR:
    case MONO_TYPE_FNPTR:
        return memcmp(a, b, mono_type_size(type, &align)) == 0 ? FIELD_SAME : FIELD_DIFFERENT;
    case MONO_TYPE_STRING: {
        const MonoString *x = *(MonoString *const *)a, *y = *(MonoString *const *)b;
        return x == y || (x && y && mono_string_equal(x, y)) ? FIELD_SAME : FIELD_DIFFERENT;
    }
    default: /* floats too: NaN and zeros are Double.Equals' business */
        return FIELD_ASK;
    }
}

/* (o1, o2, out object[] fields): true or false, or false with pairs for the managed side to compare. */
ICALL(valuetype_equals)
{
    MonoObject *a = args[0].o, *b = args[1].o;
    MonoArray **pairs = args[2].p;
    *pairs = NULL;
    ret->i4 = 0;
    if (!a || !b || mono_object_class(a) != mono_object_class(b))
        return;
    MonoClass *klass = mono_object_class(a);
    if (klass->enumtype) {
        ret->i4 = memcmp(mono_object_unbox(a), mono_object_unbox(b), klass->value_size) == 0;
        return;
    }
    GPtrArray *open = g_ptr_array_new();
    bool equal = true;
    for (uint32_t i = 0; equal && i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        if (field->flags & MONO_FIELD_ATTR_STATIC)
            continue;
        FieldAnswer answer = compare_field(mono_field_ptr(a, field), mono_field_ptr(b, field), &field->type);
        if (answer == FIELD_ASK) {
            g_ptr_array_add(open, field_object(a, field));
            g_ptr_array_add(open, field_object(b, field));
        }
        equal = answer != FIELD_DIFFERENT;
    }
    if (equal && open->len)
        *pairs = object_array(open);
    ret->i4 = equal && !open->len;
    g_ptr_array_free(open, TRUE);
}

/* (o, out object[] fields): hash of what is settled here; fields: the others, for the managed side. */
ICALL(valuetype_hash_code)
{
    MonoObject *object = args[0].o;
    MonoArray **rest = args[1].p;
    MonoClass *klass = mono_object_class(object);
    uint32_t hash = g_str_hash(klass->name);
    GPtrArray *open = g_ptr_array_new();
    for (uint32_t i = 0; i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        if (field->flags & MONO_FIELD_ATTR_STATIC)
            continue;
        const void *address = mono_field_ptr(object, field);
        if (field->type.type == MONO_TYPE_I4)
            hash ^= *(const uint32_t *)address;
        else if (field->type.type == MONO_TYPE_STRING)
            hash ^= *(MonoString *const *)address ? mono_string_hash_code(*(MonoString *const *)address) : 0;
        else
            g_ptr_array_add(open, field_object(object, field));
    }
    *rest = open->len ? object_array(open) : NULL;
    ret->i4 = (int32_t)hash;
    g_ptr_array_free(open, TRUE);
}

ICALL(uninitialized_instance)
{
    const MonoType *type = mono_type_from_object(args[0].o);
    MonoError error = MONO_ERROR_INIT;
    if (!mono_class_init_checked(type->klass, &error)) {
        glue_ok(&error);
        return;
    }
    if (type->klass->is_interface || (type->klass->flags & MONO_TYPE_ATTR_ABSTRACT) || type->klass->is_open) {
        mono_set_pending_exception(mono_exception_argument("type", "Type cannot be instantiated"));
        return;
    }
    if (type->klass->is_szarray || type->klass->kind == MONO_CLASS_ARRAY) {
        ret->p = mono_array_new(type->klass->element_class, 0);
        return;
    }
    MonoVTable *vtable = mono_class_vtable_checked(type->klass, &error);
    ret->o = vtable ? mono_object_new_checked(vtable, &error) : NULL;
    glue_ok(&error);
}

/* (Type, MethodBase): the override that an object of the type would run. */
ICALL(remoting_virtual_method)
{
    const MonoType *type = mono_type_from_object(args[0].o);
    MonoMethod *method = glue_method_of(args[1].o);
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = type && method ? mono_class_vtable_checked(type->klass, &error) : NULL;
    MonoMethod *found = vtable ? mono_vtable_resolve(vtable, method, &error) : NULL;
    mono_error_clear(&error);
    ret->o = found ? mono_method_object(found, type->klass) : NULL;
}

#define REMOTING "System.Runtime.Remoting."

const MonoICallRow mono_icalls_object_icalls[] = {
    {"System.Object::GetType", object_get_type},
    {"System.Object::InternalGetHashCode", object_hash_code},
    {"System.Object::MemberwiseClone", object_memberwise_clone},
    {REMOTING "Activation.ActivationServices::AllocateUninitializedClassInstance", uninitialized_instance},
    {REMOTING "Activation.ActivationServices::EnableProxyActivation", icall_nothing},
    {REMOTING "Contexts.Context::RegisterContext", icall_nothing},
    {REMOTING "Contexts.Context::ReleaseContext", icall_nothing},
    {REMOTING "Proxies.RealProxy::InternalGetProxyType", icall_zero},
    {REMOTING "RemotingServices::GetVirtualMethod", remoting_virtual_method},
    {REMOTING "RemotingServices::IsTransparentProxy", icall_zero},
    {"System.ValueType::InternalEquals", valuetype_equals},
    {"System.ValueType::InternalGetHashCode", valuetype_hash_code},
    {0},
};
