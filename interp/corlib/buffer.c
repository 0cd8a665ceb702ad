/*
 * buffer.c - System.Buffer and RuntimeImports: bytes moved as they are.
 */
#include "interp/corlib/glue.h"

/* -1: not an array of primitives. */
static int64_t byte_length(const MonoArray *array)
{
    const MonoClass *klass = mono_object_class(&array->object), *element = klass->element_class;
    uint8_t type = element->enumtype ? 0 : element->byval_type.type;
    bool primitive = (type >= MONO_TYPE_BOOLEAN && type <= MONO_TYPE_R8) || type == MONO_TYPE_I || type == MONO_TYPE_U;
    return primitive ? (int64_t)(array->length * klass->element_size) : -1;
}

ICALL(buffer_byte_length)
{
    int64_t length = byte_length(args[0].p);
    ret->i4 = length > INT32_MAX ? -1 : (int32_t)length;
}

ICALL(buffer_block_copy)
{
    MonoArray *source = args[0].p, *target = args[2].p;
    int64_t from = args[1].i4, to = args[3].i4, count = args[4].i4;
    int64_t source_size = byte_length(source), target_size = byte_length(target);
    ret->i4 = 0;
    if (from < 0 || to < 0 || count < 0 || from > source_size - count || to > target_size - count)
        return;
    memmove(target->data + to, source->data + from, (size_t)count);
    ret->i4 = 1;
}

ICALL(buffer_memcpy)
{
    if (args[2].i4 > 0)
        memmove(args[0].p, args[1].p, (size_t)args[2].i4);
}

ICALL(imports_memmove)
{
    memmove(args[0].p, args[1].p, args[2].u4);
}

/* Counts elements; the handle says their type. */
ICALL(imports_memmove_elements)
{
    const MonoType *type = args[3].p;
    size_t size = type->byref || !type->klass->valuetype ? sizeof(void *) : type->klass->value_size;
    memmove(args[0].p, args[1].p, args[2].u4 * size);
}

ICALL(imports_zero_memory)
{
    memset(args[0].p, 0, args[1].u4);
}

const MonoICallRow mono_icalls_buffer[] = {
    {"System.Buffer::InternalBlockCopy", buffer_block_copy},
    {"System.Buffer::InternalMemcpy", buffer_memcpy},
    {"System.Buffer::_ByteLength", buffer_byte_length},
    {"System.Runtime.RuntimeImports::Memmove", imports_memmove},
    {"System.Runtime.RuntimeImports::Memmove_wbarrier", imports_memmove_elements},
    {"System.Runtime.RuntimeImports::ZeroMemory", imports_zero_memory},
    {0},
};
