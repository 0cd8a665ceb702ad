/*
 * enums.c - System.Enum and System.ValueType: values behind enums, equality and hash codes by fields.
 */
#include <math.h>
#include <string.h>

#include "interp/corlib/reflect.h"

/* The value of an integer of this element type, extended by its sign. */
static uint64_t read_integer(const void *address, MonoTypeEnum type)
{
    switch (type) {
    case MONO_TYPE_I1: return (uint64_t)(int64_t) * (const int8_t *)address;
    case MONO_TYPE_U1:
    case MONO_TYPE_BOOLEAN: return *(const uint8_t *)address;
    case MONO_TYPE_I2: return (uint64_t)(int64_t) * (const int16_t *)address;
    case MONO_TYPE_U2:
    case MONO_TYPE_CHAR: return *(const uint16_t *)address;
    case MONO_TYPE_I4: return (uint64_t)(int64_t) * (const int32_t *)address;
    case MONO_TYPE_U4: return *(const uint32_t *)address;
    case MONO_TYPE_I:
    case MONO_TYPE_U: return *(const uintptr_t *)address;
    default: return *(const uint64_t *)address;
    }
}

static bool is_signed(MonoTypeEnum type)
{
    return type == MONO_TYPE_I1 || type == MONO_TYPE_I2 || type == MONO_TYPE_I4 || type == MONO_TYPE_I8 ||
           type == MONO_TYPE_I;
}

static MonoTypeEnum enum_type(MonoClass *klass)
{
    return mono_type_reduced(&klass->byval_type);
}

static uint64_t enum_value(MonoObject *object)
{
    return read_integer(mono_object_unbox(object), enum_type(mono_object_class(object)));
}

/* ---- System.Enum ------------------------------------------------------------------------------------------------- */

/* -1, 0, 1; 2: different types, 3: no enum. */
static void internal_compare_to(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *a = args[0].o, *b = args[1].o;
    if (!a || !b) {
        ret->i4 = 1;
        return;
    }
    if (mono_object_class(a) != mono_object_class(b)) {
        ret->i4 = 2;
        return;
    }
    uint64_t x = enum_value(a), y = enum_value(b);
    bool less = is_signed(enum_type(mono_object_class(a))) ? (int64_t)x < (int64_t)y : x < y;
    ret->i4 = x == y ? 0 : less ? -1 : 1;
}

static void get_underlying_type(MonoSlot *args, MonoSlot *ret)
{
    MonoClass *klass = reflect_class_of(args[0].o);
    ret->o = NULL;
    if (!klass || !klass->enumtype)
        mono_set_pending_exception(mono_exception_argument("enumType", "Type provided must be an Enum."));
    else
        ret->o = mono_class_type_object(klass->element_class);
}

/* bool GetEnumValuesAndNames(RuntimeType type, out ulong[] values, out string[] names): true when already sorted. */
static void get_values_and_names(MonoSlot *args, MonoSlot *ret)
{
    MonoClass *klass = reflect_class_of(args[0].o);
    MonoError error = MONO_ERROR_INIT;
    ret->i4 = 0;
    if (!klass || !klass->enumtype || !mono_class_setup_fields(klass, &error)) {
        reflect_failed(&error);
        return;
    }
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < klass->field_count; i++)
        count += (klass->fields[i].flags & MONO_FIELD_ATTR_LITERAL) != 0;
    MonoArray *values = mono_array_new(mono_defaults.uint64, count),
              *names = mono_array_new(mono_defaults.string, count);
    reflect_set_out(&args[1], values);
    reflect_set_out(&args[2], names);
    if (!values || !names)
        return;
    bool sorted = true;
    uint64_t previous = 0;
    for (uint32_t i = 0; i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        if (!(field->flags & MONO_FIELD_ATTR_LITERAL))
            continue;
        MonoObject *boxed = mono_constant_object(klass->image, field->token, klass, &error);
        if (reflect_failed(&error) || !boxed)
            return;
        uint64_t value = enum_value(boxed);
        mono_array_set(values, uint64_t, at, value);
        mono_array_set(names, MonoString *, at, mono_string_new(field->name));
        sorted = sorted && previous <= value;
        previous = value;
        at++;
    }
    ret->i4 = sorted;
}

static void internal_box_enum(MonoSlot *args, MonoSlot *ret)
{
    MonoClass *klass = reflect_class_of(args[0].o);
    MonoError error = MONO_ERROR_INIT;
    int64_t value = args[1].i8;
    ret->o = klass ? mono_value_box(klass, &value, &error) : NULL; /* little-endian: the low bytes are the value */
    reflect_failed(&error);
}

static void get_value(MonoSlot *args, MonoSlot *ret)
{
    MonoError error = MONO_ERROR_INIT;
    ret->o = mono_value_box(mono_object_class(args[0].o)->element_class, mono_object_unbox(args[0].o), &error);
    reflect_failed(&error);
}

static void internal_has_flag(MonoSlot *args, MonoSlot *ret)
{
    uint64_t flags = enum_value(args[1].o);
    ret->i4 = (enum_value(args[0].o) & flags) == flags;
}

static void get_hashcode(MonoSlot *args, MonoSlot *ret)
{
    uint64_t value = enum_value(args[0].o);
    switch (enum_type(mono_object_class(args[0].o))) {
    case MONO_TYPE_I1: ret->i4 = (int32_t)((uint32_t)value ^ (uint32_t)value << 8); break;
    case MONO_TYPE_I2: ret->i4 = (int32_t)((uint32_t)(uint16_t)value | (uint32_t)value << 16); break;
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
    case MONO_TYPE_I:
    case MONO_TYPE_U: ret->i4 = (int32_t)((uint32_t)value ^ (uint32_t)(value >> 32)); break;
    default: ret->i4 = (int32_t)value; break;
    }
}

/* ---- System.ValueType -------------------------------------------------------------------------------------------- */

typedef enum { FIELD_EQUAL, FIELD_DIFFERENT, FIELD_LEFT_TO_MANAGED } FieldAnswer;

static FieldAnswer compare_field(const MonoType *type, const void *a, const void *b)
{
    switch (type->type) {
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_I1:
    case MONO_TYPE_U1: return *(const uint8_t *)a != *(const uint8_t *)b;
    case MONO_TYPE_CHAR:
    case MONO_TYPE_I2:
    case MONO_TYPE_U2: return *(const uint16_t *)a != *(const uint16_t *)b;
    case MONO_TYPE_I4:
    case MONO_TYPE_U4: return *(const uint32_t *)a != *(const uint32_t *)b;
    case MONO_TYPE_I8:
    case MONO_TYPE_U8: return *(const uint64_t *)a != *(const uint64_t *)b;
    case MONO_TYPE_I:
    case MONO_TYPE_U:
    case MONO_TYPE_PTR:
    case MONO_TYPE_FNPTR: return *(const uintptr_t *)a != *(const uintptr_t *)b;
    case MONO_TYPE_R4: {
        float x = *(const float *)a, y = *(const float *)b;
        return !(x == y || (isnan(x) && isnan(y)));
    }
    case MONO_TYPE_R8: {
        double x = *(const double *)a, y = *(const double *)b;
        return !(x == y || (isnan(x) && isnan(y)));
    }
    case MONO_TYPE_STRING: {
        MonoString *x = *(MonoString *const *)a, *y = *(MonoString *const *)b;
        return x == y ? FIELD_EQUAL : x && y && mono_string_equal(x, y) ? FIELD_EQUAL : FIELD_DIFFERENT;
    }
    default: return FIELD_LEFT_TO_MANAGED;
    }
}

/* bool InternalEquals(object a, object b, out object[] fields): fields are pairs that Equals must be asked of. */
static void internal_equals(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *a = args[0].o, *b = args[1].o;
    reflect_set_out(&args[2], NULL);
    ret->i4 = 0;
    if (!b || mono_object_class(a) != mono_object_class(b))
        return;
    MonoClass *klass = mono_object_class(a);
    MonoArray *left = NULL;
    uint32_t count = 0;
    MonoError error = MONO_ERROR_INIT;
    for (uint32_t i = 0; i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        if (field->flags & MONO_FIELD_ATTR_STATIC)
            continue;
        void *x = mono_field_ptr(a, field), *y = mono_field_ptr(b, field);
        switch (compare_field(&field->type, x, y)) {
        case FIELD_EQUAL: break;
        case FIELD_DIFFERENT: return;
        case FIELD_LEFT_TO_MANAGED:
            if (!left && !(left = mono_array_new(mono_defaults.object, klass->field_count * 2u)))
                return;
            mono_array_set(left, MonoObject *, count++, reflect_load_boxed(&field->type, x, &error));
            mono_array_set(left, MonoObject *, count++, reflect_load_boxed(&field->type, y, &error));
            if (reflect_failed(&error))
                return;
            break;
        }
    }
    /* Pairs of nulls at the end count as equal, so the array need not be cut. */
    reflect_set_out(&args[2], left);
    ret->i4 = 1;
}

/* int InternalGetHashCode(object o, out object[] fields): fields are those whose GetHashCode must be asked. */
static void internal_get_hash_code(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *object = args[0].o;
    MonoClass *klass = mono_object_class(object);
    enum { HASH_START = 0x2d2816fe };
    uint32_t hash = HASH_START, count = 0;
    MonoArray *left = NULL;
    MonoError error = MONO_ERROR_INIT;
    reflect_set_out(&args[1], NULL);
    for (uint32_t i = 0; i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        if (field->flags & MONO_FIELD_ATTR_STATIC)
            continue;
        void *address = mono_field_ptr(object, field);
        MonoString *string;
        switch (field->type.type) {
        case MONO_TYPE_I4: hash ^= *(uint32_t *)address; break;
        case MONO_TYPE_PTR: hash ^= (uint32_t)(*(uintptr_t *)address >> 3); break;
        case MONO_TYPE_STRING:
            string = *(MonoString **)address;
            hash ^= string ? mono_string_hash_code(string) : 0;
            break;
        default:
            if (!left && !(left = mono_array_new(mono_defaults.object, klass->field_count)))
                return;
            mono_array_set(left, MonoObject *, count++, reflect_load_boxed(&field->type, address, &error));
            if (reflect_failed(&error))
                return;
            break;
        }
    }
    reflect_set_out(&args[1], left);
    ret->i4 = (int32_t)hash;
}

const MonoICallRow mono_icalls_enums[] = {
    {"System.Enum::InternalCompareTo", internal_compare_to},
    {"System.Enum::InternalGetUnderlyingType", get_underlying_type},
    {"System.Enum::GetEnumValuesAndNames", get_values_and_names},
    {"System.Enum::InternalBoxEnum", internal_box_enum},
    {"System.Enum::get_value", get_value},
    {"System.Enum::InternalHasFlag", internal_has_flag},
    {"System.Enum::get_hashcode", get_hashcode},
    {"System.ValueType::InternalEquals", internal_equals},
    {"System.ValueType::InternalGetHashCode", internal_get_hash_code},
    {0},
};
