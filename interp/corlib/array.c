/*
 * array.c - System.Array: elements as objects, copies, creation.
 */
#include "interp/corlib/glue.h"

ICALL(array_get_rank)
{
    ret->i4 = mono_object_class(args[0].o)->rank;
}

static bool check_dimension(const MonoArray *array, int32_t dimension)
{
    if (dimension >= 0 && dimension < mono_object_class(&array->object)->rank)
        return true;
    mono_set_pending_exception(mono_exception_index_out_of_range());
    return false;
}

ICALL(array_get_length)
{
    MonoArray *array = args[0].p;
    if (!check_dimension(array, args[1].i4))
        return;
    uintptr_t length = array->bounds ? array->bounds[args[1].i4].length : array->length;
    if (length > INT32_MAX)
        mono_set_pending_exception(mono_exception_overflow());
    else
        ret->i4 = (int32_t)length;
}

ICALL(array_get_lower_bound)
{
    MonoArray *array = args[0].p;
    if (check_dimension(array, args[1].i4))
        ret->i4 = array->bounds ? array->bounds[args[1].i4].lower_bound : 0;
}

static MonoObject *element_object(MonoArray *array, uintptr_t index)
{
    MonoClass *klass = mono_object_class(&array->object);
    MonoClass *element = klass->element_class;
    void *address = mono_array_address(array, klass->element_size, index);
    if (element->kind == MONO_CLASS_POINTER || element->kind == MONO_CLASS_FNPTR) {
        mono_set_pending_exception(mono_exception_not_supported("Type is not supported."));
        return NULL;
    }
    if (!element->valuetype)
        return *(MonoObject **)address;
    MonoError error = MONO_ERROR_INIT;
    MonoObject *object = mono_value_box(element, address, &error);
    glue_ok(&error);
    return object;
}

/* Primitive conversions that SetValue allows (widening only): ECMA-335 I.8.7, .NET's Array.SetValue. */
typedef struct {
    bool number, is_float, is_signed;
    uint8_t size;
} Primitive;

static Primitive primitive_of(const MonoClass *klass)
{
    if (klass->enumtype)
        klass = klass->element_class;
    switch (klass->byval_type.type) {
    case MONO_TYPE_BOOLEAN: /* fits nothing else and nothing else fits it: see store_widened */
        return (Primitive){true, false, false, 0};
    case MONO_TYPE_U1:
        return (Primitive){true, false, false, 1};
    case MONO_TYPE_I1:
        return (Primitive){true, false, true, 1};
    case MONO_TYPE_CHAR:
    case MONO_TYPE_U2:
        return (Primitive){true, false, false, 2};
    case MONO_TYPE_I2:
        return (Primitive){true, false, true, 2};
    case MONO_TYPE_U4:
        return (Primitive){true, false, false, 4};
    case MONO_TYPE_I4:
        return (Primitive){true, false, true, 4};
    case MONO_TYPE_U8:
        return (Primitive){true, false, false, 8};
    case MONO_TYPE_I8:
        return (Primitive){true, false, true, 8};
    case MONO_TYPE_R4:
        return (Primitive){true, true, true, 4};
    case MONO_TYPE_R8:
        return (Primitive){true, true, true, 8};
    default:
        return (Primitive){0};
    }
}

static int64_t read_integer(Primitive kind, const void *value)
{
    switch (kind.size) {
    case 1:
        return kind.is_signed ? *(const int8_t *)value : *(const uint8_t *)value;
    case 2:
        return kind.is_signed ? *(const int16_t *)value : *(const uint16_t *)value;
    case 4:
        return kind.is_signed ? *(const int32_t *)value : (int64_t) * (const uint32_t *)value;
    default:
        return *(const int64_t *)value;
    }
}

static bool store_widened(MonoClass *to_class, void *address, MonoClass *from_class, const void *value)
{
    Primitive to = primitive_of(to_class), from = primitive_of(from_class);
    if (to.size == 0 || from.size == 0)
        return false;
    if (to.is_float) {
        double number = from.is_float ? (from.size == 4 ? *(const float *)value : *(const double *)value)
                        : !from.is_signed && from.size == 8 ? (double)(uint64_t)read_integer(from, value)
                                                            : (double)read_integer(from, value);
        if (from.is_float && from.size > to.size)
            return false;
        if (to.size == 4)
            *(float *)address = (float)number;
        else
            *(double *)address = number;
        return true;
    }
    if (from.is_float)
        return false;
    /* a signed value never becomes unsigned; an unsigned one needs one more bit in a signed target */
    if (from.is_signed && !to.is_signed)
        return false;
    if (from.size > to.size || (from.size == to.size && !from.is_signed && to.is_signed))
        return false;
    int64_t number = read_integer(from, value);
    memcpy(address, &number, to.size);
    return true;
}

/* mono's has no text */
static void refuse_cast(void)
{
    mono_set_pending_exception(mono_exception_new("System", "InvalidCastException", ""));
}

static void store_element(MonoArray *array, uintptr_t index, MonoObject *value)
{
    MonoClass *klass = mono_object_class(&array->object);
    MonoClass *element = klass->element_class;
    void *address = mono_array_address(array, klass->element_size, index);
    if (element->is_nullable) {
        if (!mono_nullable_init(element, address, value))
            refuse_cast();
        return;
    }
    if (!value) {
        memset(address, 0, klass->element_size);
        return;
    }
    MonoClass *from = mono_object_class(value);
    if (element->kind == MONO_CLASS_POINTER) {
        mono_set_pending_exception(mono_exception_not_supported("Type is not supported."));
        return;
    }
    bool fits = mono_object_isinst(value, element);
    if (!element->valuetype) {
        if (fits)
            *(MonoObject **)address = value;
        else
            refuse_cast();
        return;
    }
    if (fits) {
        memcpy(address, mono_object_unbox(value), element->value_size);
        return;
    }
    if (!from->valuetype || !primitive_of(from).number || !primitive_of(element).number)
        refuse_cast();
    else if (!store_widened(element, address, from, mono_object_unbox(value)))
        mono_set_pending_exception(mono_exception_argument("value", "not a widening conversion"));
}

ICALL(array_get_value_impl)
{
    MonoArray *array = args[0].p;
    if ((uintptr_t)(uint32_t)args[1].i4 >= array->length)
        mono_set_pending_exception(mono_exception_index_out_of_range());
    else
        ret->o = element_object(array, (uint32_t)args[1].i4);
}

ICALL(array_set_value_impl)
{
    MonoArray *array = args[0].p;
    if ((uintptr_t)(uint32_t)args[2].i4 >= array->length)
        mono_set_pending_exception(mono_exception_index_out_of_range());
    else
        store_element(array, (uint32_t)args[2].i4, args[1].o);
}

/* Position of an element from one index per dimension; false with an exception. */
static bool find_element(MonoArray *array, MonoArray *indices, uintptr_t *position)
{
    if (!indices) {
        mono_set_pending_exception(mono_exception_argument_null("indices"));
        return false;
    }
    unsigned rank = mono_object_class(&array->object)->rank;
    if (indices->length != rank) {
        mono_set_pending_exception(mono_exception_argument(NULL, NULL));
        return false;
    }
    uintptr_t at = 0;
    for (unsigned i = 0; i < rank; i++) {
        int64_t index = mono_array_get(indices, int32_t, i);
        uintptr_t length = array->length;
        if (array->bounds) {
            index -= array->bounds[i].lower_bound;
            length = array->bounds[i].length;
        }
        if (index < 0 || (uint64_t)index >= length) {
            mono_set_pending_exception(mono_exception_index_out_of_range());
            return false;
        }
        at = at * length + (uintptr_t)index;
    }
    *position = at;
    return true;
}

ICALL(array_get_value)
{
    uintptr_t position;
    if (find_element(args[0].p, args[1].p, &position))
        ret->o = element_object(args[0].p, position);
}

ICALL(array_set_value)
{
    uintptr_t position;
    if (find_element(args[0].p, args[2].p, &position))
        store_element(args[0].p, position, args[1].o);
}

/* false: the managed side copies element by element, with conversions and checks. */
ICALL(array_fast_copy)
{
    MonoArray *source = args[0].p, *target = args[2].p;
    int64_t source_at = args[1].i4, target_at = args[3].i4, length = args[4].i4;
    MonoClass *source_class = mono_object_class(&source->object), *target_class = mono_object_class(&target->object);
    ret->i4 = 0;
    if (source_class->rank != target_class->rank || source_at < 0 || target_at < 0 || length < 0 ||
        (uint64_t)(source_at + length) > source->length || (uint64_t)(target_at + length) > target->length)
        return;
    MonoClass *from = source_class->element_class, *to = target_class->element_class;
    if (from != to) {
        if (from->valuetype || to->valuetype || from->kind == MONO_CLASS_POINTER || to->kind == MONO_CLASS_POINTER ||
            !mono_class_is_assignable(to, from))
            return;
    }
    uint32_t size = source_class->element_size;
    memmove(mono_array_address(target, size, (uintptr_t)target_at),
            mono_array_address(source, size, (uintptr_t)source_at), (size_t)length * size);
    ret->i4 = 1;
}

ICALL(array_create_instance)
{
    const MonoType *type = mono_type_from_object(args[0].o);
    MonoArray *lengths = args[1].p, *bounds = args[2].p;
    if (!type) {
        mono_set_pending_exception(
            mono_exception_argument("elementType", "Type must be a type provided by the runtime."));
        return;
    }
    if (type->byref || type->type == MONO_TYPE_VOID || type->type == MONO_TYPE_TYPEDBYREF ||
        type->klass->is_byref_like ||
        (type->klass->is_open && (type->klass->kind == MONO_CLASS_GTD || type->klass->kind == MONO_CLASS_GPARAM))) {
        mono_set_pending_exception(mono_exception_not_supported(NULL));
        return;
    }
    unsigned rank = (unsigned)lengths->length;
    for (unsigned i = 0; i < rank; i++)
        if (mono_array_get(lengths, int32_t, i) < 0) {
            MonoException *exception = mono_exception_argument_out_of_range(NULL);
            exception->message = mono_string_new("MonoArgumentException:NULL"); /* mono's own words */
            mono_set_pending_exception(exception);
            return;
        }
    bool szarray = rank == 1 && (!bounds || mono_array_get(bounds, int32_t, 0) == 0);
    MonoClass *klass = mono_class_array(type->klass, rank, szarray);
    MonoError error = MONO_ERROR_INIT;
    uintptr_t sizes[32];
    intptr_t lower[32];
    if (rank > G_N_ELEMENTS(sizes)) {
        mono_set_pending_exception(mono_exception_new("System", "TypeLoadException", NULL));
        return;
    }
    for (unsigned i = 0; i < rank; i++) {
        sizes[i] = (uint32_t)mono_array_get(lengths, int32_t, i);
        lower[i] = bounds ? mono_array_get(bounds, int32_t, i) : 0;
    }
    if (szarray) {
        MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
        ret->p = vtable ? mono_array_new_checked(vtable, sizes[0], &error) : NULL;
    } else {
        ret->p = mono_array_new_full(klass, sizes, lower, &error);
    }
    glue_ok(&error);
}

ICALL(array_clear)
{
    MonoArray *array = args[0].p;
    int64_t at = args[1].i4, count = args[2].i4;
    uint32_t size = mono_object_class(&array->object)->element_size;
    if (at < 0 || count < 0 || (uint64_t)(at + count) > array->length)
        mono_set_pending_exception(mono_exception_index_out_of_range());
    else
        memset(mono_array_address(array, size, (uintptr_t)at), 0, (size_t)count * size);
}

/* GetGenericValueImpl<T>(int, out T) and its opposite: T is the element type, so both are plain copies. */
ICALL(array_get_generic_value)
{
    MonoArray *array = args[0].p;
    uint32_t size = mono_object_class(&array->object)->element_size;
    memcpy(args[2].p, mono_array_address(array, size, (uint32_t)args[1].i4), size);
}

ICALL(array_set_generic_value)
{
    MonoArray *array = args[0].p;
    uint32_t size = mono_object_class(&array->object)->element_size;
    memcpy(mono_array_address(array, size, (uint32_t)args[1].i4), args[2].p, size);
}

const MonoICallRow mono_icalls_array[] = {
    {"System.Array::ClearInternal", array_clear},
    {"System.Array::CreateInstanceImpl", array_create_instance},
    {"System.Array::FastCopy", array_fast_copy},
    {"System.Array::GetGenericValueImpl", array_get_generic_value},
    {"System.Array::GetLength", array_get_length},
    {"System.Array::GetLowerBound", array_get_lower_bound},
    {"System.Array::GetRank", array_get_rank},
    {"System.Array::GetValue", array_get_value},
    {"System.Array::GetValueImpl", array_get_value_impl},
    {"System.Array::SetGenericValueImpl", array_set_generic_value},
    {"System.Array::SetValue", array_set_value},
    {"System.Array::SetValueImpl", array_set_value_impl},
    {0},
};
