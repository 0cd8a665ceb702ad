/*
 * transform-memory.c - memory through addresses, and arrays.
 */
#include "interp/ir/transform.h"

/* ---- Memory ---------------------------------------------------------------------------------------------------------- */

/* Pushes what lies `offset` bytes into the frame slots of a variable or value. */
bool t_load_slot(Transform *t, uint32_t slot, int64_t offset, const MonoType *type, bool aliased)
{
    MintOpcode op = t_load_op(type, MINT_LDVTFLD_I1);
    StackKind kind = t_kind(type);
    slot += (uint32_t)(offset / 8);
    uint32_t rest = (uint32_t)(offset % 8);
    if (rest == 0 && (op == MINT_NOP || op >= MINT_LDVTFLD_I4)) {
        MonoClass *klass = kind == KIND_VT || kind == KIND_REF ? type->klass : NULL;
        t_push_slot(t, kind, klass, slot, t_slots(type), aliased);
        return true;
    }
    uint32_t size = t_size(t, type);
    StackEntry *result = t_push_type(t, type);
    if (op == MINT_NOP)
        t_emit(t, MINT_LDVTFLD_VT, result->home, slot, rest, size);
    else
        t_emit(t, op, result->home, slot, rest);
    return true;
}

bool t_load_from(Transform *t, StackEntry *address, const MonoType *type)
{
    if (!t_need_integer(t, address) || !t_accept_address(t, address, type, false))
        return false;
    if (address->place == IS_ADDRESS && address->value.i >= 0)
        return t_load_slot(t, address->slot, address->value.i, type, address->aliased);
    uint32_t source = t_use(t, address), size = t_size(t, type);
    MintOpcode op = t_load_op(type, MINT_LDIND_I1);
    StackEntry *result = t_push_type(t, type);
    if (op == MINT_NOP)
        t_emit(t, MINT_LDIND_VT, result->home, source, size);
    else
        t_emit(t, op, result->home, source);
    return true;
}

/* Into the frame slots of a variable. */
static bool store_slot(Transform *t, StackEntry *address, StackEntry *value, const MonoType *type)
{
    uint32_t slot = address->slot + (uint32_t)(address->value.i / 8), rest = (uint32_t)(address->value.i % 8);
    uint32_t size = t_size(t, type);
    MintOpcode op = t_store_op(type, MINT_STVTFLD_I1, 1);
    if (rest == 0 && (op == MINT_STVTFLD_I8 || (op == MINT_NOP && size % 8 == 0)))
        return t_store(t, value, slot, t_slots(type), type);
    uint32_t source = t_use(t, value);
    t_flush_slots(t, slot, mono_slots(rest + size));
    if (op == MINT_NOP)
        t_emit(t, MINT_STVTFLD_VT, slot, rest, source, size);
    else
        t_emit(t, op, slot, rest, source);
    t->last_op = UINT32_MAX;
    return true;
}

bool t_same_size(Transform *t, const StackEntry *value, const MonoType *type)
{
    return value->slots == t_slots(type) || t_invalid(t, "a value type of another size is stored");
}

bool t_store_to(Transform *t, StackEntry *address, StackEntry *value, const MonoType *type)
{
    if (!t_need_integer(t, address) || !t_accept_address(t, address, type, true) ||
        !t_accept(t, value, type->byref ? type : &t_pointee(t, address, type)->byval_type) ||
        !t_convert(t, value, t_kind(type)) || !t_same_size(t, value, type))
        return false;
    if (address->place == IS_ADDRESS && address->value.i >= 0)
        return store_slot(t, address, value, type);
    uint32_t where = t_use(t, address), source = t_use(t, value), size = t_size(t, type);
    t_flush_aliased(t);
    MintOpcode op = t_store_op(type, MINT_STIND_I1, 1);
    if (op == MINT_NOP)
        t_emit(t, MINT_STIND_VT, where, source, size);
    else
        t_emit(t, op, where, source);
    return true;
}

bool t_load_indirect(Transform *t, const MonoType *type)
{
    if (!t_need(t, 1))
        return false;
    StackEntry address = *t_pop(t);
    MonoClass *pointee = t_pointee(t, &address, type);
    if (!t_load_from(t, &address, type))
        return false;
    if (t_top(t, 0)->kind == KIND_REF)
        t_top(t, 0)->klass = pointee;
    return true;
}

static bool store_indirect(Transform *t, const MonoType *type)
{
    if (!t_need(t, 2))
        return false;
    StackEntry value = *t_pop(t), address = *t_pop(t);
    return t_store_to(t, &address, &value, type);
}

static bool copy_object(Transform *t, const MonoType *type)
{
    if (!t_need(t, 2))
        return false;
    StackEntry source = *t_pop(t), target = *t_pop(t);
    if (!t_need_integer(t, &source) || !t_need_integer(t, &target) || !t_accept_address(t, &source, type, false) ||
        !t_accept_address(t, &target, type, true))
        return false;
    uint32_t to = t_use(t, &target), from = t_use(t, &source);
    t_flush_aliased(t);
    t_emit(t, MINT_CPOBJ, to, from, t_size(t, type));
    return true;
}

static bool init_object(Transform *t, MonoClass *klass)
{
    if (!klass || !t_need(t, 1))
        return false;
    uint32_t size = t_size(t, &klass->byval_type);
    StackEntry address = *t_pop(t);
    bool is_store = klass != mono_defaults.typed_reference; /* which may be cleared through an address, no more */
    if (!t_need_integer(t, &address) || !t_accept_address(t, &address, &klass->byval_type, is_store))
        return false;
    if (address.place == IS_ADDRESS && address.value.i % 8 == 0 && (size % 8 == 0 || address.value.i == 0)) {
        uint32_t slot = address.slot + (uint32_t)(address.value.i / 8), slots = t_slots(&klass->byval_type);
        t_flush_slots(t, slot, slots);
        if (slots == 1)
            t_emit(t, MINT_LDC_I8_S, slot, 0u);
        else
            t_emit(t, MINT_ZERO_VT, slot, slots);
        t->last_op = UINT32_MAX;
        return true;
    }
    uint32_t where = t_use(t, &address);
    t_flush_aliased(t);
    t_emit(t, MINT_INITOBJ, where, size);
    return true;
}

static bool block(Transform *t, MintOpcode op)
{
    if (!t_need(t, 3))
        return false;
    StackEntry c = *t_pop(t), b = *t_pop(t), a = *t_pop(t);
    if (!t_need_integer(t, &a) || !t_need_integer(t, &b) || !t_need_integer(t, &c))
        return false;
    uint32_t x = t_use(t, &a), y = t_use(t, &b), z = t_use(t, &c);
    t->imethod->uses_pointers = true;
    t_flush_aliased(t);
    t_emit(t, op, x, y, z);
    return true;
}

static bool local_alloc(Transform *t)
{
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (!t_need_integer(t, &a))
        return false;
    if (!t_is_8_bytes(a.kind) && a.place != IS_CONST) {
        t_emit(t, MINT_CONV_I8_U4, a.home, t_use(t, &a));
        a.place = IN_HOME;
        a.slot = a.home;
    }
    a.kind = KIND_I8;
    uint32_t slot = t_use(t, &a);
    StackEntry *result = t_push(t, KIND_NATIVE, NULL, 1);
    if (t->outer)
        return t_invalid(t, "localloc is the frame's own");
    t->imethod->has_localloc = t->imethod->uses_pointers = true;
    t_emit(t, MINT_LOCALLOC, result->home, slot);
    return true;
}

/* ---- Arrays --------------------------------------------------------------------------------------------------------------- */

static bool index_value(Transform *t, StackEntry *index)
{
    if (!t_need_integer(t, index))
        return false;
    return t_convert(t, index, KIND_I4); /* of a native int mono takes the low half */
}

static bool is_array(Transform *t, const StackEntry *array)
{
    return t_is_pointer(array) || t_invalid(t, "an array is expected on the stack");
}

static bool load_element(Transform *t, const MonoType *type)
{
    if (!t_need(t, 2))
        return false;
    StackEntry index = *t_pop(t), array = *t_pop(t);
    if (!is_array(t, &array) || !index_value(t, &index) || !t_accept_array(t, &array, type->klass))
        return false;
    uint32_t x = t_use(t, &array), y = t_use(t, &index), size = t_size(t, type);
    MintOpcode op = t_load_op(type, MINT_LDELEM_I1);
    /* ldelem.ref says only "object": the array's static type knows more */
    MonoClass *element = type->type == MONO_TYPE_OBJECT && array.klass && array.klass->rank
                             ? array.klass->element_class : type->klass;
    StackEntry *result = t_push_type(t, type);
    if (result->kind == KIND_REF)
        result->klass = element;
    if (op == MINT_NOP)
        t_emit(t, MINT_LDELEM_VT, result->home, x, y, size);
    else
        t_emit(t, op, result->home, x, y);
    return true;
}

static bool store_element(Transform *t, const MonoType *type)
{
    if (!t_need(t, 3))
        return false;
    StackEntry value = *t_pop(t), index = *t_pop(t), array = *t_pop(t);
    if (!is_array(t, &array) || !index_value(t, &index) || !t_accept_array(t, &array, type->klass) ||
        !t_accept(t, &value, type) || !t_convert(t, &value, t_kind(type)) || !t_same_size(t, &value, type))
        return false;
    MintOpcode op = t_store_op(type, MINT_STELEM_I1, 1);
    if (t_kind(type) == KIND_REF && value.place != IS_CONST)
        op = MINT_STELEM_REF;
    uint32_t x = t_use(t, &array), y = t_use(t, &index), z = t_use(t, &value), size = t_size(t, type);
    t_flush_aliased(t);
    if (op == MINT_NOP)
        t_emit(t, MINT_STELEM_VT, x, y, z, size);
    else
        t_emit(t, op, x, y, z);
    return true;
}

static bool element_address(Transform *t, MonoClass *klass)
{
    bool readonly = t->readonly;
    t->readonly = false;
    if (!klass || !t_need(t, 2))
        return false;
    StackEntry index = *t_pop(t), array = *t_pop(t);
    if (!is_array(t, &array) || !index_value(t, &index) || !t_accept_array(t, &array, klass))
        return false;
    uint32_t x = t_use(t, &array), y = t_use(t, &index), size = t_size(t, &klass->byval_type);
    StackEntry *result = t_push(t, KIND_PTR, klass, 1);
    /* elements of a class that has no others below it are of exactly that class: storing one is no harm */
    bool is_exact = klass->valuetype || ((klass->flags & MONO_TYPE_ATTR_SEALED) && !klass->rank && !klass->is_delegate);
    result->range = readonly && !is_exact ? POINTER_READ_ONLY : 0;
    if (klass->valuetype || readonly)
        t_emit(t, MINT_LDELEMA, result->home, x, y, size);
    else
        t_emit(t, MINT_LDELEMA_REF, result->home, x, y, t_data(t, klass));
    return true;
}

static bool new_array(Transform *t, MonoClass *klass)
{
    if (!klass || !t_need(t, 1))
        return false;
    MonoClass *array = mono_class_array(klass, 1, true);
    MonoVTable *vtable = mono_class_vtable_checked(array, t->error);
    if (!vtable)
        return false;
    StackEntry length = *t_pop(t);
    if (!t_need_integer(t, &length))
        return false;
    if (t_is_8_bytes(length.kind) && length.place != IS_CONST) {
        t_emit(t, MINT_CONV_OVF_I4_I8, length.home, t_use(t, &length));
        length.place = IN_HOME;
        length.slot = length.home;
    }
    length.kind = KIND_I4;
    uint32_t slot = t_use(t, &length);
    StackEntry *result = t_push(t, KIND_REF, array, 1);
    t_emit(t, MINT_NEWARR, result->home, slot, t_data(t, vtable));
    return true;
}

static bool array_length(Transform *t)
{
    if (!t_need(t, 1))
        return false;
    StackEntry array = *t_pop(t);
    if (!is_array(t, &array) || !t_accept_array(t, &array, NULL))
        return false;
    uint32_t slot = t_use(t, &array);
    StackEntry *result = t_push(t, KIND_NATIVE, NULL, 1);
    t_emit(t, MINT_LDLEN, result->home, slot);
    return true;
}

/* ---- Dispatch ---------------------------------------------------------------------------------------------------------------------- */

/* Element type of the short forms: ldind, stind, ldelem, stelem. */
static const MonoType *short_type(CilOpcode op)
{
    switch (op) {
    case CIL_LDIND_I1:
    case CIL_STIND_I1:
    case CIL_LDELEM_I1:
    case CIL_STELEM_I1:
        return &mono_defaults.sbyte->byval_type;
    case CIL_LDIND_U1:
    case CIL_LDELEM_U1:
        return &mono_defaults.byte_class->byval_type;
    case CIL_LDIND_I2:
    case CIL_STIND_I2:
    case CIL_LDELEM_I2:
    case CIL_STELEM_I2:
        return &mono_defaults.int16->byval_type;
    case CIL_LDIND_U2:
    case CIL_LDELEM_U2:
        return &mono_defaults.uint16->byval_type;
    case CIL_LDIND_I4:
    case CIL_LDIND_U4:
    case CIL_STIND_I4:
    case CIL_LDELEM_I4:
    case CIL_LDELEM_U4:
    case CIL_STELEM_I4:
        return &mono_defaults.int32->byval_type;
    case CIL_LDIND_I8:
    case CIL_STIND_I8:
    case CIL_LDELEM_I8:
    case CIL_STELEM_I8:
        return &mono_defaults.int64->byval_type;
    case CIL_LDIND_I:
    case CIL_STIND_I:
    case CIL_LDELEM_I:
    case CIL_STELEM_I:
        return &mono_defaults.intptr->byval_type;
    case CIL_LDIND_R4:
    case CIL_STIND_R4:
    case CIL_LDELEM_R4:
    case CIL_STELEM_R4:
        return &mono_defaults.single_class->byval_type;
    case CIL_LDIND_R8:
    case CIL_STIND_R8:
    case CIL_LDELEM_R8:
    case CIL_STELEM_R8:
        return &mono_defaults.double_class->byval_type;
    case CIL_LDIND_REF:
    case CIL_STIND_REF:
    case CIL_LDELEM_REF:
    case CIL_STELEM_REF:
        return &mono_defaults.object->byval_type;
    default:
        return NULL;
    }
}

static bool short_form(Transform *t, CilOpcode op, bool *handled)
{
    const MonoType *type = short_type(op);
    *handled = type != NULL;
    if (!type)
        return true;
    if (op >= CIL_LDIND_I1 && op <= CIL_LDIND_REF)
        return t_load_indirect(t, type);
    if ((op >= CIL_STIND_REF && op <= CIL_STIND_R8) || op == CIL_STIND_I)
        return store_indirect(t, type);
    if (op >= CIL_LDELEM_I1 && op <= CIL_LDELEM_REF)
        return load_element(t, type);
    return store_element(t, type);
}

bool t_memory(Transform *t, CilOpcode op, bool *handled)
{
    MonoClass *klass = NULL;
    bool ok = short_form(t, op, handled);
    if (*handled)
        return ok;
    *handled = true;
    switch (op) {
    case CIL_LDOBJ:
        klass = t_class(t, t_u4(t));
        return klass && t_load_indirect(t, &klass->byval_type);
    case CIL_STOBJ:
        klass = t_class(t, t_u4(t));
        return klass && store_indirect(t, &klass->byval_type);
    case CIL_CPOBJ:
        klass = t_class(t, t_u4(t));
        return klass && copy_object(t, &klass->byval_type);
    case CIL_INITOBJ:
        return init_object(t, t_class(t, t_u4(t)));
    case CIL_LDELEM:
        klass = t_class(t, t_u4(t));
        return klass && load_element(t, &klass->byval_type);
    case CIL_STELEM:
        klass = t_class(t, t_u4(t));
        return klass && store_element(t, &klass->byval_type);
    case CIL_LDELEMA:
        return element_address(t, t_class(t, t_u4(t)));
    case CIL_NEWARR:
        return new_array(t, t_class(t, t_u4(t)));
    case CIL_LDLEN:
        return array_length(t);
    case CIL_CPBLK:
        return block(t, MINT_CPBLK);
    case CIL_INITBLK:
        return block(t, MINT_INITBLK);
    case CIL_LOCALLOC:
        return local_alloc(t);
    case CIL_READONLY:
        t->readonly = true;
        return true;
    default:
        *handled = false;
        return true;
    }
}
