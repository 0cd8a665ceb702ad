/*
 * intrinsics.c - methods of the class library that become instructions at their call sites: those whose IL is only a
 * stand-in (ByReference<T>, Array.UnsafeLoad) and small hot ones.
 */
#include "interp/ir/transform.h"

#include <string.h>

static bool is_named(const MonoMethod *method, const char *name)
{
    return strcmp(method->name, name) == 0;
}

static bool is_class(const MonoClass *klass, const char *name_space, const char *name)
{
    return strcmp(klass->name, name) == 0 && strcmp(klass->name_space, name_space) == 0;
}

bool t_is_type_from_handle(MonoMethod *method)
{
    return method->klass == mono_defaults.type && is_named(method, "GetTypeFromHandle");
}

/* The top value as another type, nothing emitted. */
static bool reinterpret(Transform *t, const MonoType *type)
{
    StackEntry a = *t_pop(t);
    if (a.slots != t_slots(type))
        return t_invalid(t, "a value of another size is reinterpreted");
    StackEntry *top = t_push_type(t, type);
    top->range = a.kind == KIND_I4 && top->kind == KIND_I4 && a.range == top->range ? a.range : 0;
    top->place = a.place;
    top->slot = a.slot;
    top->aliased = a.aliased;
    top->value = a.value;
    return true;
}

static bool unary_op(Transform *t, MintOpcode op, const MonoType *type)
{
    StackEntry a = *t_pop(t);
    uint32_t slot = t_use(t, &a);
    StackEntry *result = t_push_type(t, type);
    t_emit(t, op, result->home, slot);
    return true;
}

static bool load_through(Transform *t, const MonoType *type)
{
    StackEntry address = *t_pop(t);
    return t_load_from(t, &address, type);
}

static bool store_through(Transform *t, const MonoType *type)
{
    StackEntry value = *t_pop(t), address = *t_pop(t);
    return t_store_to(t, &address, &value, type);
}

/* reference + index * size, or minus. */
static bool add_elements(Transform *t, MonoClass *element, bool minus, const MonoType *type)
{
    uint32_t size = t_size(t, &element->byval_type);
    StackEntry index = *t_pop(t), base = *t_pop(t);
    if (index.place == IS_CONST && size * index.value.i == (int16_t)(size * index.value.i) &&
        (int16_t)(size * index.value.i) != INT16_MIN) {
        int32_t offset = (int32_t)(size * index.value.i);
        uint32_t slot = t_use(t, &base);
        StackEntry *result = t_push_type(t, type);
        t_emit(t, T_NATIVE(ADD_IMM), result->home, slot, (uint32_t)(minus ? -offset : offset));
        return true;
    }
    if (!t_convert(t, &index, KIND_NATIVE))
        return false;
    uint32_t x = t_use(t, &base), y = t_use(t, &index), scaled = index.home;
    if (size == 1) {
        scaled = y;
    } else if (size <= 32767) {
        t_emit(t, T_NATIVE(MUL_IMM), scaled, y, size);
    } else {
        t_emit(t, MINT_LDC_I8, scaled + 1, (uint64_t)size);
        t_emit(t, T_NATIVE(MUL), scaled, y, scaled + 1);
        t->max_slot = MAX(t->max_slot, scaled + 2);
    }
    StackEntry *result = t_push_type(t, type);
    t_emit(t, minus ? T_NATIVE(SUB) : T_NATIVE(ADD), result->home, x, scaled);
    return true;
}

static bool unsafe_method(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool *handled)
{
    const MonoType *ret = &signature->ret;
    MonoClass *first = method->method_inst && method->method_inst->count ? method->method_inst->args[0] : NULL;
    uint32_t count = signature->param_count;
    *handled = true;
    if (first && first->valuetype && !mono_class_setup_fields(first, t->error))
        return false;
    if (count == 1 && (is_named(method, "As") || is_named(method, "AsRef") || is_named(method, "AsPointer")))
        return reinterpret(t, ret);
    if (first && count == 0 && is_named(method, "SizeOf"))
        return t_push_const(t, KIND_I4, t_size(t, &first->byval_type)) != NULL;
    if (first && count == 1 && (is_named(method, "Read") || is_named(method, "ReadUnaligned")))
        return load_through(t, &first->byval_type);
    if (first && count == 2 && (is_named(method, "Write") || is_named(method, "WriteUnaligned")))
        return store_through(t, &first->byval_type);
    if (first && count == 2 && (is_named(method, "Add") || is_named(method, "Subtract")))
        return add_elements(t, first, is_named(method, "Subtract"), ret);
    if (count == 2 && is_named(method, "AddByteOffset"))
        return add_elements(t, mono_defaults.byte_class, false, ret);
    *handled = false;
    return true;
}

static bool array_method(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool *handled)
{
    *handled = true;
    if (is_named(method, "get_Length") && signature->param_count == 0)
        return unary_op(t, MINT_LDLEN, &signature->ret);
    if (is_named(method, "UnsafeMov") && signature->param_count == 1) {
        StackKind from = t_top(t, 0)->kind, to = t_kind(&signature->ret);
        if (from == KIND_I4 && to == KIND_I8 && !t_convert(t, t_top(t, 0), KIND_I8))
            return false;
        return reinterpret(t, &signature->ret);
    }
    bool is_load = is_named(method, "UnsafeLoad") && signature->param_count == 2;
    bool is_store = is_named(method, "UnsafeStore") && signature->param_count == 3;
    *handled = is_load || is_store;
    if (!*handled)
        return true;
    const MonoType *type = is_load ? &signature->ret : &signature->params[2];
    uint32_t size = t_size(t, type);
    StackEntry value = is_store ? *t_pop(t) : (StackEntry){0}, index = *t_pop(t), array = *t_pop(t);
    uint32_t x = t_use(t, &array), y = t_use(t, &index);
    if (is_store) {
        uint32_t z = t_use(t, &value);
        t_flush_aliased(t);
        MintOpcode op = t_store_op(type, MINT_STELEM_I1, 1);
        if (op == MINT_NOP)
            t_emit(t, MINT_STELEM_VT, x, y, z, size);
        else
            t_emit(t, op, x, y, z);
        return true;
    }
    MintOpcode op = t_load_op(type, MINT_LDELEM_I1);
    StackEntry *result = t_push_type(t, type);
    if (op == MINT_NOP)
        t_emit(t, MINT_LDELEM_VT, result->home, x, y, size);
    else
        t_emit(t, op, result->home, x, y);
    return true;
}

static bool string_method(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool *handled)
{
    *handled = true;
    if (is_named(method, "get_Length"))
        return unary_op(t, MINT_STRLEN, &signature->ret);
    if (is_named(method, "get_Chars")) {
        StackEntry index = *t_pop(t), string = *t_pop(t);
        uint32_t x = t_use(t, &string), y = t_use(t, &index);
        StackEntry *result = t_push_type(t, &signature->ret);
        t_emit(t, MINT_LDCHAR, result->home, x, y);
        return true;
    }
    *handled = false;
    return true;
}

static bool math_method(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool *handled)
{
    static const struct {
        const char *name;
        uint16_t op;
    } functions[] = {{"Sqrt", MINT_SQRT_R8}, {"Abs", MINT_ABS_R8}, {"Floor", MINT_FLOOR_R8},
                     {"Ceiling", MINT_CEIL_R8}, {"Sin", MINT_SIN_R8}, {"Cos", MINT_COS_R8}};
    *handled = true;
    if (signature->param_count == 1 && t_kind(&signature->params[0]) == KIND_R8) {
        for (unsigned i = 0; i < G_N_ELEMENTS(functions); i++) {
            if (is_named(method, functions[i].name))
                return unary_op(t, functions[i].op, &signature->ret);
        }
    }
    *handled = false;
    return true;
}

/* ByReference<T>: one field, the pointer. */
static bool by_reference_method(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool *handled)
{
    *handled = true;
    if (is_named(method, ".ctor"))
        return store_through(t, &mono_defaults.intptr->byval_type);
    if (is_named(method, "get_Value")) {
        const MonoType *ret = &signature->ret;
        return load_through(t, &mono_defaults.intptr->byval_type) && reinterpret(t, ret);
    }
    *handled = false;
    return true;
}

bool t_new_intrinsic(Transform *t, MonoClass *klass, bool *handled)
{
    *handled = klass->image == mono_defaults.corlib && is_class(klass, "System", "ByReference`1");
    return *handled ? reinterpret(t, &klass->byval_type) : true;
}

static bool runtime_helpers_method(Transform *t, MonoMethod *method, bool *handled)
{
    *handled = true;
    if (is_named(method, "get_OffsetToStringData"))
        return t_push_const(t, KIND_I4, offsetof(MonoString, chars)) != NULL;
    if (is_named(method, "IsReferenceOrContainsReferences") && method->method_inst) {
        MonoClass *klass = method->method_inst->args[0];
        if (klass->valuetype && !mono_class_setup_fields(klass, t->error))
            return false;
        return t_push_const(t, KIND_I4, !klass->valuetype || klass->has_references) != NULL;
    }
    *handled = false;
    return true;
}

static bool volatile_method(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool *handled)
{
    *handled = true;
    if (is_named(method, "Read") && signature->param_count == 1)
        return load_through(t, &signature->ret);
    if (is_named(method, "Write") && signature->param_count == 2) {
        MonoType type = signature->params[1];
        return store_through(t, &type);
    }
    *handled = false;
    return true;
}

bool t_intrinsic(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool is_virtual, bool *handled)
{
    MonoClass *klass = method->klass;
    *handled = false;
    if (klass->image != mono_defaults.corlib)
        return true;
    if (klass == mono_defaults.string)
        return string_method(t, method, signature, handled);
    if (klass == mono_defaults.array)
        return array_method(t, method, signature, handled);
    if (klass == mono_defaults.object && is_named(method, "GetType")) {
        *handled = true;
        return unary_op(t, MINT_GETTYPE, &signature->ret);
    }
    if (klass == mono_defaults.object && is_named(method, ".ctor") && !is_virtual) {
        *handled = true;
        t_pop(t);
        return true;
    }
    if (klass->valuetype)
        return is_class(klass, "System", "ByReference`1") ? by_reference_method(t, method, signature, handled) : true;
    if (is_class(klass, "System", "Math"))
        return math_method(t, method, signature, handled);
    if (is_class(klass, "System.Runtime.CompilerServices", "RuntimeHelpers"))
        return runtime_helpers_method(t, method, handled);
    if (strcmp(klass->name, "Unsafe") == 0 && (strcmp(klass->name_space, "System.Runtime.CompilerServices") == 0 ||
                                              strcmp(klass->name_space, "Internal.Runtime.CompilerServices") == 0))
        return unsafe_method(t, method, signature, handled);
    if (is_class(klass, "System.Threading", "Volatile"))
        return volatile_method(t, method, signature, handled);
    if (is_class(klass, "System.Threading", "Thread") && is_named(method, "MemoryBarrier")) {
        *handled = true;
        return true;
    }
    return true;
}
