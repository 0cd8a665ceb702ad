/*
 * transform-basic.c - variables and constants: values that stay pending until something uses them.
 */
#include "interp/ir/transform.h"

/* ---- Constants, variables ------------------------------------------------------------------------------------------- */

static bool push_variable(Transform *t, const Variable *variable)
{
    MonoClass *klass = variable->kind >= KIND_REF ? variable->type.klass : NULL;
    if (variable->any_object)
        klass = mono_defaults.object;
    if (variable->kind == KIND_PTR && variable->type.pinned)
        klass = NULL; /* C#'s `fixed`: mcs uses such a local as an unmanaged pointer, without a conv.u */
    uint8_t range = t_range(&variable->type);
    StackEntry *entry;
    if (range && variable->aliased) { /* someone may have written only the low bytes */
        MintOpcode op = range == MONO_TYPE_I1   ? MINT_CONV_I1_I4
                        : range == MONO_TYPE_I2 ? MINT_CONV_I2_I4
                        : range == MONO_TYPE_U2 || range == MONO_TYPE_CHAR ? MINT_CONV_U2_I4
                                                                           : MINT_CONV_U1_I4;
        entry = t_push(t, KIND_I4, NULL, 1);
        entry->range = range;
        t_emit(t, op, entry->home, variable->slot);
        return true;
    }
    entry = t_push_slot(t, variable->kind, klass, variable->slot, variable->slots, variable->aliased);
    entry->range = variable->kind == KIND_PTR && variable->holds_local ? POINTER_LOCAL : range;
    return true;
}

/* An argument of an inlined method: what the caller passed, where it lies. */
static bool push_argument(Transform *t, const Variable *variable, const StackEntry *value)
{
    MonoClass *klass = variable->kind >= KIND_REF ? variable->type.klass : NULL;
    if (variable->kind == KIND_REF && value->kind == KIND_REF && value->klass &&
        mono_class_is_assignable(variable->type.klass, value->klass))
        klass = value->klass;
    StackEntry *entry = t_push_slot(t, variable->kind, klass, value->slot, variable->slots, value->aliased);
    uint8_t range = t_range(&variable->type);
    if (value->place != IN_HOME)
        entry->place = value->place;
    entry->value = value->value;
    entry->range = value->range ? value->range : range;
    return true;
}

static bool load_arg(Transform *t, uint32_t index)
{
    if (t->inline_args && index < t->arg_count && !t->args[index].written)
        return push_argument(t, &t->args[index], &t->inline_args[index]);
    return index < t->arg_count ? push_variable(t, &t->args[index]) : t_invalid(t, "no argument %u", index);
}

static bool load_local(Transform *t, uint32_t index)
{
    return index < t->local_count ? push_variable(t, &t->locals[index]) : t_invalid(t, "no local variable %u", index);
}

/* F#'s compiler uses a local for objects of other classes than it declares: of another instance of the same generic. So an
 * object that is not known to fit is not checked here but, as one of no known class, where it is used. Who has the local's
 * address takes its class for granted. */
static bool keep_any_object(Transform *t, Variable *local)
{
    if (t->outer) { /* a call's code is made once; made as a call it comes here again */
        interp_method_get(t->method)->never_inline = true;
        return t_invalid(t, "a local of an inlined method that holds any object");
    }
    local->any_object = t->restart_any_object = true;
    return true;
}

static bool store_variable(Transform *t, Variable *variables, uint32_t count, uint32_t index)
{
    if (index >= count)
        return t_invalid(t, "no variable %u", index);
    if (!t_need(t, 1))
        return false;
    Variable *variable = &variables[index];
    StackEntry value = *t_pop(t);
    if (variable->kind == KIND_PTR && value.kind == KIND_PTR && value.range & POINTER_LOCAL && !variable->holds_local) {
        variable->holds_local = true;
        t->restart_local |= t->signature->ret.byref && !t->outer; /* it may have been loaded before, round a loop */
    }
    bool address_taken = variable->written;
    if (variables == t->locals && !address_taken && !variable->any_object && !t_is_known(t, &value, &variable->type) &&
        !keep_any_object(t, variable))
        return false;
    const MonoType *type = variable->any_object ? &mono_defaults.object->byval_type : &variable->type;
    return t_store(t, &value, variable->slot, variable->slots, type);
}

static bool load_address_of(Transform *t, const Variable *variable)
{
    if (t->outer && t->signature->ret.byref && !t_is_trusted(t)) { /* its slot ends with the call: see t_return() */
        interp_method_get(t->method)->never_inline = true;
        return t_invalid(t, "a variable of an inlined method that returns an address");
    }
    MonoClass *klass = variable->type.byref ? mono_defaults.void_class : variable->type.klass;
    StackEntry *entry = t_push(t, KIND_PTR, klass, 1);
    entry->range = POINTER_LOCAL;
    entry->place = IS_ADDRESS;
    entry->slot = variable->slot;
    entry->value.i = 0;
    entry->aliased = variable->aliased;
    return true;
}

static bool duplicate(Transform *t)
{
    if (!t_need(t, 1))
        return false;
    StackEntry source = *t_top(t, 0);
    StackEntry *copy = t_push(t, source.kind, source.klass, source.slots);
    copy->range = source.range;
    if (source.place == IN_HOME) { /* lies where it lies: below, until that is changed in place */
        copy->place = IN_SLOT;
        copy->slot = source.home;
        return true;
    }
    copy->place = source.place;
    copy->slot = source.slot;
    copy->aliased = source.aliased;
    copy->value = source.value;
    return true;
}

/* ---- Dispatch ------------------------------------------------------------------------------------------------------------------ */

static bool t_variable(Transform *t, CilOpcode op, bool *handled)
{
    uint32_t index;
    *handled = true;
    if (op >= CIL_LDARG_0 && op <= CIL_LDARG_3)
        return load_arg(t, op - CIL_LDARG_0);
    if (op >= CIL_LDLOC_0 && op <= CIL_LDLOC_3)
        return load_local(t, op - CIL_LDLOC_0);
    if (op >= CIL_STLOC_0 && op <= CIL_STLOC_3)
        return store_variable(t, t->locals, t->local_count, op - CIL_STLOC_0);
    switch (op) {
    case CIL_LDARG_S:
    case CIL_LDARG:
        return load_arg(t, op == CIL_LDARG ? t_u2(t) : t_u1(t));
    case CIL_LDLOC_S:
    case CIL_LDLOC:
        return load_local(t, op == CIL_LDLOC ? t_u2(t) : t_u1(t));
    case CIL_STARG_S:
    case CIL_STARG:
        index = op == CIL_STARG ? t_u2(t) : t_u1(t);
        return store_variable(t, t->args, t->arg_count, index);
    case CIL_STLOC_S:
    case CIL_STLOC:
        index = op == CIL_STLOC ? t_u2(t) : t_u1(t);
        return store_variable(t, t->locals, t->local_count, index);
    case CIL_LDARGA_S:
    case CIL_LDARGA: /* indexes of addresses are checked by the scan */
        return load_address_of(t, &t->args[op == CIL_LDARGA ? t_u2(t) : t_u1(t)]);
    case CIL_LDLOCA_S:
    case CIL_LDLOCA:
        return load_address_of(t, &t->locals[op == CIL_LDLOCA ? t_u2(t) : t_u1(t)]);
    default:
        *handled = false;
        return true;
    }
}

static bool t_constant(Transform *t, CilOpcode op, bool *handled)
{
    *handled = true;
    if (op >= CIL_LDC_I4_M1 && op <= CIL_LDC_I4_8)
        return t_push_const(t, KIND_I4, (int64_t)op - CIL_LDC_I4_0) != NULL;
    switch (op) {
    case CIL_LDC_I4_S:
        return t_push_const(t, KIND_I4, (int8_t)t_u1(t)) != NULL;
    case CIL_LDC_I4:
        return t_push_const(t, KIND_I4, (int32_t)t_u4(t)) != NULL;
    case CIL_LDC_I8:
        return t_push_const(t, KIND_I8, (int64_t)t_u8(t)) != NULL;
    case CIL_LDC_R4:
        return t_push_const(t, KIND_R4, t_u4(t)) != NULL;
    case CIL_LDC_R8:
        return t_push_const(t, KIND_R8, (int64_t)t_u8(t)) != NULL;
    case CIL_LDNULL:
        return t_push_const(t, KIND_REF, 0) != NULL;
    default:
        *handled = false;
        return true;
    }
}

bool t_basic(Transform *t, CilOpcode op, bool *handled)
{
    bool ok = t_variable(t, op, handled);
    if (!*handled)
        ok = t_constant(t, op, handled);
    if (!*handled)
        ok = t_branches(t, op, handled);
    if (!*handled)
        ok = t_arithmetic(t, op, handled);
    if (*handled)
        return ok;
    *handled = true;
    switch (op) {
    case CIL_NOP:
    case CIL_VOLATILE:
        return true;
    case CIL_UNALIGNED:
    case CIL_NO:
        t_u1(t);
        return true;
    case CIL_BREAK:
        t_emit(t, MINT_BREAK);
        return true;
    case CIL_DUP:
        return duplicate(t);
    case CIL_POP:
        if (!t_need(t, 1))
            return false;
        t_pop(t);
        return true;
    default:
        *handled = false;
        return true;
    }
}
