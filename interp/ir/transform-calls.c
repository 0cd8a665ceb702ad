/*
 * transform-calls.c - calls, jmp, ret.
 */
#include "interp/ir/transform.h"

bool t_throw_error(Transform *t, MonoErrorCode code, const char *detail, const char *message)
{
    MonoError *error = g_new0(MonoError, 1); /* lives as long as the code */
    mono_error_set(error, code, detail, "%s", message);
    t_emit(t, MINT_THROW_ERROR, t_data_new(t, error, 1));
    t->dead = true;
    return true;
}

/* ---- Arguments --------------------------------------------------------------------------------------------------------- */

bool t_convert_arguments(Transform *t, const MonoMethodSignature *signature, uint32_t this_count)
{
    uint32_t count = signature->param_count + this_count;
    if (!t_need(t, count))
        return false;
    StackEntry *entries = &t->stack[t->depth - count];
    if (this_count && !t_is_pointer(&entries[0]))
        return t_invalid(t, "this is no object");
    for (uint32_t i = this_count; i < count; i++) {
        const MonoType *type = &signature->params[i - this_count];
        if (!t_accept(t, &entries[i], type) || !t_convert(t, &entries[i], t_kind(type)))
            return false;
        if (entries[i].slots != t_slots(type))
            return t_invalid(t, "argument %u is a value type of another size", i);
        t_narrow(t, &entries[i], type);
    }
    return true;
}

uint32_t t_next_home(const Transform *t)
{
    return t->depth ? t->stack[t->depth - 1].home + t->stack[t->depth - 1].slots : t->stack_base;
}

uint32_t t_home_arguments(Transform *t, uint32_t count, uint32_t *slots)
{
    t_flush_aliased(t);
    uint32_t end = t_next_home(t);
    uint32_t base = count ? t->stack[t->depth - count].home : end;
    for (uint32_t i = 0; i < count; i++)
        t_home(t, &t->stack[t->depth - count + i]);
    t->depth -= count;
    *slots = end - base;
    return base;
}

/* Pushes the result; the call's d operand is the next free home in any case. */
static void push_return(Transform *t, const MonoType *type)
{
    if (type->type == MONO_TYPE_VOID && !type->byref)
        t->last_dest = 0;
    else
        t_push_type(t, type);
}

/* ---- Tail calls -------------------------------------------------------------------------------------------------------- */

/* Frames are reused only when nothing can point into them, outside try blocks, and when the ret follows. */
static bool can_tail_call(const Transform *t, const MonoMethodSignature *signature)
{
    if (!t->tail || t->any_aliased || t->synchronized || t->ip >= t->il_size || t->il[t->ip] != CIL_RET)
        return false;
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        if (t->il_offset >= t->clauses[i].il_try_start && t->il_offset < t->clauses[i].il_handler_end)
            return false;
    }
    const MonoType *ours = &t->signature->ret, *theirs = &signature->ret;
    bool is_void = ours->type == MONO_TYPE_VOID;
    if (t_in_filter(t) || (!t_is_trusted(t) && (ours->klass != theirs->klass || ours->byref != theirs->byref)))
        return false;
    return is_void == (theirs->type == MONO_TYPE_VOID) && (is_void || t_kind(ours) == t_kind(theirs)) &&
           (is_void || t_slots(ours) == t_slots(theirs));
}

static void tail_event(Transform *t, MonoMethod *target)
{
    if (t->prof & MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL)
        t_emit(t, MINT_PROF_TAIL_CALL, t_data(t, target));
}

static bool tail_call(Transform *t, MonoMethod *method, bool lookup, bool null_check, uint32_t count)
{
    uint32_t slots, base = t_home_arguments(t, count, &slots);
    if (lookup) {
        t_emit(t, MINT_LDVIRTFTN, base + slots, base, t_data(t, method));
        tail_event(t, method);
        t_emit(t, MINT_TAIL_CALL_DYNAMIC, base, base + slots, slots, 1u);
    } else {
        if (null_check)
            t_emit(t, MINT_NULLCHECK, base);
        tail_event(t, method);
        t_emit(t, MINT_TAIL_CALL, t_data(t, interp_method_get(method)), base, slots);
    }
    t->dead = true;
    return true;
}

/* ---- Array accessors --------------------------------------------------------------------------------------------------- */

static bool array_accessor(Transform *t, MonoMethod *method)
{
    MonoClass *klass = method->klass, *element = klass->element_class;
    uint32_t rank = klass->rank, slots, element_size;
    bool is_set = method->kind == MONO_METHOD_ARRAY_SET, is_address = method->kind == MONO_METHOD_ARRAY_ADDRESS;
    MonoMethodSignature *signature = mono_method_signature_checked(method, t->error);
    if (!signature || !mono_class_setup_fields(element, t->error) || !t_need(t, signature->param_count + 1u) ||
        !t_accept_this(t, t_top(t, signature->param_count), klass, false) || !t_convert_arguments(t, signature, 1))
        return false;
    const MonoType *type = &element->byval_type;
    StackEntry value = {0};
    element_size = t_size(t, type);
    if (is_set)
        value = *t_pop(t);
    uint32_t array = 0, at[3];
    bool anywhere = rank == 2 && (element->valuetype || !(is_set || is_address)); /* LDELEMA_2D alone reads them */
    if (anywhere) {
        for (unsigned i = 0; i < 3; i++)
            at[i] = t_use(t, &t->stack[t->depth - 3 + i]);
        t->depth -= 3;
    } else {
        array = t_home_arguments(t, rank + 1, &slots);
        for (unsigned i = 0; i < 3; i++)
            at[i] = array + i;
    }
    bool readonly = t->readonly && !element->valuetype;
    if (is_address && !element->valuetype && !readonly)
        t_emit(t, MINT_CHECK_ARRAY_CLASS, array, t_data(t, klass));
    t->readonly = false;
    if (is_set && !element->valuetype && value.place != IS_CONST) {
        uint32_t slot = t_use(t, &value);
        t_emit(t, MINT_CHECK_ARRAY_STORE, array, slot);
    }
    StackEntry *address = t_push(t, KIND_PTR, element, 1);
    address->range = is_address && readonly ? POINTER_READ_ONLY : 0;
    uint32_t home = address->home;
    if (is_set && value.place == IN_HOME)
        home = value.home + value.slots; /* the address beside the value, which is still needed */
    if (home + 1 > t->max_slot)
        t->max_slot = home + 1;
    if (rank == 2)
        t_emit(t, MINT_LDELEMA_2D, home, at[0], at[1], at[2], element_size);
    else
        t_emit(t, MINT_LDELEMA_MD, home, array, rank, element_size);
    if (is_address)
        return true;
    StackEntry where = *t_pop(t);
    if (!is_set)
        return t_load_from(t, &where, type);
    where.slot = home;
    return t_store_to(t, &where, &value, type);
}

/* ---- Calls -------------------------------------------------------------------------------------------------------------- */

/* What constrained. T makes of a callvirt: T's own method with the address as this, a call on the object behind the
 * address, or on a box of the value. */
static bool apply_constraint(Transform *t, MonoMethod **method, uint32_t count, bool *is_virtual)
{
    MonoClass *klass = t->constrained;
    t->constrained = NULL;
    if (!t_need(t, count) || !mono_class_init_checked(klass, t->error))
        return false;
    StackEntry *address = &t->stack[t->depth - count];
    if (!t_is_pointer(address) || !t_accept_address(t, address, &klass->byval_type, false))
        return mono_error_ok(t->error) ? t_invalid(t, "constrained: this is no address") : false;
    t_flush_slots(t, address->home, 1); /* copies of the address: it is changed in place */
    if (!klass->valuetype) {
        uint32_t source = t_use(t, address);
        t_emit(t, T_NATIVE(LDIND), address->home, source);
        address->kind = KIND_REF;
        address->klass = klass;
        address->place = IN_HOME;
        address->slot = address->home;
        return true;
    }
    MonoVTable *vtable = mono_class_vtable_checked(klass, t->error);
    if (!vtable)
        return false;
    if ((*method)->klass == klass) {
        *is_virtual = false;
        return true;
    }
    if ((*method)->slot >= 0) {
        MonoMethod *own = mono_vtable_resolve(vtable, *method, t->error);
        if (!own)
            return false;
        if (own->klass == klass) {
            *method = own;
            *is_virtual = false;
            return true;
        }
    }
    uint32_t source = t_use(t, address);
    if (klass->is_nullable) { /* boxes as its value or null */
        uint32_t slots = t_slots(&klass->byval_type), scratch = t_next_home(t) + 1;
        t_emit(t, MINT_LDIND_VT, scratch, source, t_size(t, &klass->byval_type));
        t_emit(t, MINT_BOX_NULLABLE, address->home, scratch, t_data(t, klass));
        if (scratch + slots > t->max_slot)
            t->max_slot = scratch + slots;
    } else {
        t_emit(t, MINT_BOX_PTR, address->home, source, t_data(t, vtable));
    }
    address->kind = KIND_REF;
    address->klass = klass->is_nullable ? NULL : klass;
    address->place = IN_HOME;
    address->slot = address->home;
    return true;
}

static bool internal_call(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool null_check,
                          uint32_t count)
{
    uint32_t slots, base = t_home_arguments(t, count, &slots);
    if (null_check)
        t_emit(t, MINT_NULLCHECK, base);
    if (!t_find_icall(t, method))
        return true;
    uint32_t index = t_data_pair(t, method->icall, method);
    uint32_t result_slots = signature->ret.type == MONO_TYPE_VOID && !signature->ret.byref ? 0 : t_slots(&signature->ret);
    if (!result_slots) {
        t_emit(t, MINT_ICALL_VOID, index, base);
    } else if (t_kind(&signature->ret) == KIND_VT) {
        t_emit(t, MINT_ICALL_VT, base + slots, index, base);
        t_push_type(t, &signature->ret);
        if (slots && result_slots == 1)
            t_emit(t, MINT_MOV, base, base + slots);
        else if (slots)
            t_emit(t, MINT_MOV_VT, base, base + slots, result_slots);
        if (base + slots + result_slots > t->max_slot)
            t->max_slot = base + slots + result_slots;
    } else {
        t_emit(t, MINT_ICALL, base, index, base);
        t_push_type(t, &signature->ret);
    }
    return true;
}

bool t_is_final(const MonoMethod *method, const StackEntry *object, MonoMethod **target)
{
    const MonoClass *klass = object->kind == KIND_REF ? object->klass : NULL;
    *target = NULL;
    if (method->slot < 0 || !(method->flags & MONO_METHOD_ATTR_VIRTUAL) ||
        ((method->flags & MONO_METHOD_ATTR_FINAL) && !method->klass->is_interface))
        return true;
    if (method->klass->is_interface || method->method_inst)
        return false;
    if (method->klass->flags & MONO_TYPE_ATTR_SEALED)
        return true;
    if (klass && (klass->flags & MONO_TYPE_ATTR_SEALED) && !klass->valuetype && !klass->rank && klass->vtable_ready &&
        mono_class_is_subclass(klass, method->klass) && (uint32_t)method->slot < klass->slot_count)
        *target = klass->slots[method->slot];
    return *target != NULL;
}

static void emit_call(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool lookup, bool null_check,
                      uint32_t count)
{
    uint32_t slots, base = t_home_arguments(t, count, &slots);
    InterpMethod *callee = NULL;
    uint32_t dest = signature->ret.type == MONO_TYPE_VOID && !signature->ret.byref ? 0 : base; /* void: not written */
    if (!lookup || !method->klass->is_interface)
        callee = interp_method_get(method);
    if (method->kind == MONO_METHOD_DELEGATE_INVOKE)
        t_emit(t, MINT_CALL_DELEGATE, dest, t_data(t, callee), base, slots - 1);
    else if (lookup && (method->klass->is_interface || method->method_inst))
        t_emit(t, MINT_CALLVIRT_CACHED, dest, t_data_new(t, method, 5), base);
    else if (lookup)
        t_emit(t, MINT_CALLVIRT, dest, t_data(t, callee), base, (uint32_t)method->slot);
    else
        t_emit(t, null_check ? MINT_CALL_NULLCHECK : MINT_CALL, dest, t_data(t, callee), base);
    push_return(t, &signature->ret);
}

/* ---- Inlining ---- */

/* The result of an inlined method into the home of `top`, unless it may wait where it is. */
static void put_result(Transform *t, StackEntry *top, StackEntry *result)
{
    if (result->place == IS_CONST) {
        top->place = IS_CONST;
        top->value = result->value;
    } else if (result->place == IN_SLOT && result->slot < t->stack_base) {
        top->place = IN_SLOT;
        top->slot = result->slot;
        top->aliased = result->aliased;
    } else {
        t_place(t, result, top->home);
    }
    top->range = result->range ? result->range : top->range;
    /* what Unsafe.As gives is used as what it says, not as what it is */
    if (top->kind == KIND_REF && result->kind == KIND_REF && result->klass &&
        (!top->klass || mono_class_is_assignable(top->klass, result->klass)))
        top->klass = result->klass;
}

static bool inline_call(Transform *t, MonoMethod *method, const MonoMethodSignature *signature, bool null_check,
                        uint32_t count)
{
    const MonoType *ret = &signature->ret;
    bool is_void = ret->type == MONO_TYPE_VOID && !ret->byref;
    uint32_t end = t_next_home(t), home = count ? t->stack[t->depth - count].home : end;
    uint32_t base = MAX(end, home + (is_void ? 0 : t_slots(ret)));
    StackEntry result;
    if (t->tail || !t_inline(t, method, &t->stack[t->depth - count], count, home, base, null_check, &result))
        return false;
    t->depth -= count;
    if (!is_void)
        put_result(t, t_push_type(t, ret), &result);
    return true;
}

/* Here begins what the branch at unit `at` goes to; its distance stands `unit` units behind that. */
static void land(Transform *t, uint32_t at, uint32_t unit)
{
    uint32_t distance = t->code_count - at;
    t->code[at + unit] = (uint16_t)distance;
    t->code[at + unit + 1] = (uint16_t)(distance >> 16);
    t->last_op = t->before_last = t->newest_op = UINT32_MAX;
    t->last_dest = 0;
}

/* false: there is none, of an interface's method that several classes answer alike. */
static bool emit_guard(Transform *t, const MonoMethod *method, uint32_t object, const MonoMethod *target, MonoVTable *vtable)
{
    if (!method->klass->is_interface)
        t_emit(t, MINT_BR_NOT_METHOD, object, (uint32_t)method->slot, t_data(t, target), 0u);
    else if (vtable)
        t_emit(t, MINT_BR_NOT_VTABLE, object, t_data(t, vtable), 0u);
    else
        return false;
    t->last_op = t->before_last = t->newest_op = UINT32_MAX;
    t->last_dest = 0;
    return true;
}

/* A virtual call whose target is guessed: guard, the target's code, a branch over the call that the guard goes to. All
 * arguments are in their homes, for both ways. Not in stable code, where nothing may depend on what has run. */
static bool guarded_call(Transform *t, MonoMethod *method, MonoMethodSignature *signature, uint32_t count)
{
    MonoVTable *vtable;
    if (t->stable || t->tail || method->slot < 0 || method->method_inst || method->kind == MONO_METHOD_DELEGATE_INVOKE)
        return false;
    MonoMethod *target = t_guess_target(method, &vtable);
    if (!target || target->klass->valuetype || !t_may_inline(t, target))
        return false;
    const MonoType *ret = &signature->ret;
    bool is_void = ret->type == MONO_TYPE_VOID && !ret->byref;
    uint32_t slots, home = t_home_arguments(t, count, &slots), base = home + MAX(slots, is_void ? 0 : t_slots(ret));
    t->depth += count; /* the call takes them again */
    uint32_t guard = t->code_count, map_count = t->il_map->len;
    if (!emit_guard(t, method, home, target, vtable))
        return false;
    StackEntry result, *values = g_memdup2(&t->stack[t->depth - count], count * sizeof *values);
    values[0].klass = target->klass;
    bool ok = t_inline(t, target, values, count, home, base, false, &result);
    g_free(values);
    if (!ok) {
        t->code_count = guard;
        g_array_set_size(t->il_map, map_count);
        return false;
    }
    if (!is_void)
        t_place(t, &result, home);
    uint32_t over = t_emit(t, MINT_BR, 0u);
    land(t, guard, method->klass->is_interface ? 3 : 4);
    emit_call(t, method, signature, true, true, count);
    land(t, over, 1);
    return true;
}

/* Refused by the opcode's name, when it is reached; so is arglist itself. */
static bool refuse_vararg(Transform *t, const char *message)
{
    return t_throw_error(t, MONO_ERROR_NOT_SUPPORTED, NULL, message);
}

static bool invoke(Transform *t, MonoMethod *method, bool is_virtual)
{
    MonoMethod *target = NULL;
    bool handled = false;
    MonoMethodSignature *signature = mono_method_signature_checked(method, t->error);
    if (!signature)
        return false;
    uint32_t this_count = t_has_this(signature), count = signature->param_count + this_count;
    if (t->constrained) {
        if (!apply_constraint(t, &method, count, &is_virtual))
            return false;
        signature = mono_method_signature_checked(method, t->error);
    }
    if (!signature || !t_need(t, count) || !mono_class_init_checked(method->klass, t->error))
        return false;
    if (signature->call_convention == MONO_SIGNATURE_VARARG)
        return refuse_vararg(t, is_virtual ? "callvirt with variable arguments is not supported"
                                           : "call with variable arguments is not supported");
    if (method->kind == MONO_METHOD_ARRAY_GET || method->kind == MONO_METHOD_ARRAY_SET ||
        method->kind == MONO_METHOD_ARRAY_ADDRESS)
        return array_accessor(t, method);
    if (is_virtual && !this_count)
        return t_invalid(t, "callvirt of a static method");
    bool lookup = is_virtual;
    if (is_virtual && t_is_final(method, &t->stack[t->depth - count], &target)) {
        lookup = false;
        if (target) {
            method = target;
            signature = mono_method_signature_checked(method, t->error);
            if (!signature)
                return false;
        }
    }
    if ((this_count && !t_accept_this(t, &t->stack[t->depth - count], method->klass, lookup)) ||
        !t_convert_arguments(t, signature, this_count))
        return false;
    if (!lookup) {
        bool ok = t_intrinsic(t, method, signature, is_virtual, &handled);
        if (handled)
            return ok;
    }
    if (method->kind == MONO_METHOD_ICALL && !lookup && !(method->iflags & MONO_METHOD_IMPL_ATTR_SYNCHRONIZED))
        return internal_call(t, method, signature, is_virtual, count);
    if (method->kind == MONO_METHOD_ABSTRACT && !lookup)
        return t_invalid(t, "call of the abstract method %s", method->name);
    if (lookup ? guarded_call(t, method, signature, count) : inline_call(t, method, signature, is_virtual, count))
        return true;
    if (can_tail_call(t, signature))
        return tail_call(t, method, lookup && method->kind != MONO_METHOD_DELEGATE_INVOKE, is_virtual, count);
    emit_call(t, method, signature, lookup, is_virtual, count);
    return true;
}

/* What a call returns by reference may be what it was given by reference, or a field of a struct whose method it is. */
static bool passes_local(const Transform *t, const MonoMethodSignature *signature)
{
    uint32_t count = signature->param_count + (signature->hasthis && !signature->explicit_this);
    for (uint32_t i = 0; i < MIN(count, t->depth); i++) {
        const StackEntry *entry = &t->stack[t->depth - 1 - i];
        if (entry->kind == KIND_PTR && entry->range & POINTER_LOCAL)
            return true;
    }
    return false;
}

bool t_invoke(Transform *t, MonoMethod *method, bool is_virtual)
{
    MonoMethodSignature *signature = mono_method_signature_checked(method, t->error);
    bool local = signature && signature->ret.byref && passes_local(t, signature);
    if (!signature || !invoke(t, method, is_virtual))
        return false;
    if (local && !t->dead && t_top(t, 0)->kind == KIND_PTR)
        t_top(t, 0)->range |= POINTER_LOCAL;
    return true;
}

static bool call(Transform *t, bool is_virtual)
{
    MonoMethod *method = mono_method_get_checked(t->image, t_u4(t), &t->context, t->error);
    bool ok = method && t_accept_method(t, method) && t_invoke(t, method, is_virtual);
    t->tail = t->readonly = false;
    t->constrained = NULL;
    return ok;
}

static bool call_indirect(Transform *t)
{
    MonoBlob blob;
    uint32_t token = t_u4(t), slots;
    uint32_t index = mono_image_row(t->image, MONO_TABLE_STANDALONESIG, MONO_TOKEN_ROW(token),
                                    MONO_STANDALONESIG_SIGNATURE);
    if (MONO_TOKEN_TABLE(token) != MONO_TABLE_STANDALONESIG || !mono_image_blob(t->image, index, &blob))
        return t_invalid(t, "calli without a signature");
    MonoMethodSignature *signature = mono_signature_parse(t->image, blob, &t->context, t->error);
    if (!signature)
        return false;
    uint8_t convention = signature->call_convention;
    uint32_t this_count = t_has_this(signature), count = signature->param_count + this_count;
    if (!t_need(t, count + 1)) {
        g_free(signature);
        return false;
    }
    t->imethod->uses_pointers = true;
    StackEntry pointer = *t_pop(t);
    if (!t_is_pointer(&pointer) || !t_convert_arguments(t, signature, this_count)) {
        g_free(signature);
        return mono_error_ok(t->error) ? t_invalid(t, "calli without a function pointer") : false;
    }
    uint32_t slot = t_use(t, &pointer);
    bool tail = can_tail_call(t, signature);
    t->tail = false;
    if (convention != 0) {
        g_free(signature);
        if (convention == MONO_SIGNATURE_VARARG)
            return refuse_vararg(t, "calli with variable arguments is not supported");
        return t_throw_error(t, MONO_ERROR_NOT_SUPPORTED, NULL, "calli of native code is not supported");
    }
    uint32_t base = t_home_arguments(t, count, &slots);
    if (tail) {
        if (t->prof & MONO_PROFILER_CALL_INSTRUMENTATION_TAIL_CALL)
            t_emit(t, MINT_PROF_TAIL_CALL, t_data_new(t, NULL, 1));
        t_emit(t, MINT_TAIL_CALL_DYNAMIC, base, slot, slots, 0u);
        t->dead = true;
    } else {
        t_emit(t, MINT_CALLI, base, base, slot);
        push_return(t, &signature->ret);
    }
    g_free(signature);
    return true;
}

bool t_same_parameters(const MonoMethodSignature *a, const MonoMethodSignature *b)
{
    if (a->param_count != b->param_count)
        return false;
    for (unsigned i = 0; i < a->param_count; i++) {
        if (a->params[i].klass != b->params[i].klass || a->params[i].byref != b->params[i].byref)
            return false;
    }
    return true;
}

/* jmp: the arguments as they are now. */
static bool jump(Transform *t)
{
    MonoMethod *method = mono_method_get_checked(t->image, t_u4(t), &t->context, t->error);
    if (!method)
        return false;
    InterpMethod *callee = interp_method_get(method);
    const MonoMethodSignature *ours = t->signature, *theirs = callee->signature;
    bool same = theirs && t_same_parameters(ours, theirs) && ours->hasthis == theirs->hasthis &&
                (!ours->hasthis || method->klass == t->method->klass) && ours->ret.klass == theirs->ret.klass &&
                ours->ret.byref == theirs->ret.byref;
    if (!t_accept_method(t, method))
        return false;
    if (t->any_aliased && !t_is_trusted(t)) /* an argument may be the address of what the callee's frame takes */
        return t_invalid(t, "jmp where the address of a variable was taken");
    if ((!same && !t_is_trusted(t)) || t->outer || t->depth || t->body.clause_count || callee->arg_slots != t->imethod->arg_slots)
        return t_invalid(t, "jmp to a method of another shape, or not from an empty stack");
    tail_event(t, method);
    t_emit(t, MINT_TAIL_CALL, t_data(t, callee), 0u, callee->arg_slots);
    t->dead = true;
    return true;
}

/* ---- ret ---------------------------------------------------------------------------------------------------------------------- */

/* An address that may be one of this frame's: what calls gave back is looked at when it is known. An inlined method has
 * no addresses of its own (load_address_of()), and the caller goes on watching those that it passed. */
static bool check_address(Transform *t, StackEntry *value, const MonoType *type)
{
    if (type->klass == mono_defaults.typed_reference && !t_is_trusted(t))
        return t_invalid(t, "a typed reference is returned");
    if (!type->byref || value->kind != KIND_PTR || !(value->range & POINTER_LOCAL) || t_is_trusted(t) || t->outer)
        return true;
    if (value->place == IS_ADDRESS)
        return t_invalid(t, "the address of a local variable is returned");
    t_emit(t, MINT_CHECK_RETURN, t_use(t, value));
    return true;
}

bool t_return(Transform *t)
{
    const MonoType *type = &t->signature->ret;
    bool is_void = type->type == MONO_TYPE_VOID && !type->byref;
    bool leave_event = t->prof & MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE;
    uint32_t slot = 0, slots = is_void ? 0 : t_slots(type);
    if (t_in_filter(t))
        return t_invalid(t, "ret in a filter");
    if (!is_void) {
        if (!t_need(t, 1))
            return false;
        StackEntry value = *t_pop(t);
        if (!t_accept(t, &value, type) || !t_convert(t, &value, t_kind(type)))
            return false;
        if (!check_address(t, &value, type))
            return false;
        if (value.slots != slots)
            return t_invalid(t, "a value type of another size is returned");
        t_narrow(t, &value, type);
        if (t->outer)
            return t_inline_return(t, &value);
        slot = t_use(t, &value);
        if (t->synchronized) {
            t_move_to(t, &value, t->return_slot);
            slot = t->return_slot;
        }
    }
    if (t->outer)
        return t_inline_return(t, NULL);
    if (t->synchronized) /* the handler stands behind the last IL instruction */
        t_branch(t, MINT_CALL_HANDLER, t->il_size, 1, (uint32_t)t->clauses[t->clause_count - 1].state_slot);
    if (leave_event && t_is_visited(t) && (is_void || t_kind(type) != KIND_VT)) {
        bool polls = mono_profiler_state.raises_by_request;
        if (is_void)
            t_emit(t, polls ? MINT_PROF_RET_VOID_POLL : MINT_PROF_RET_VOID_VISIT);
        else
            t_emit(t, polls ? MINT_PROF_RET_POLL : MINT_PROF_RET_VISIT, slot);
        t->dead = true;
        return true;
    }
    if (leave_event && t_has_cursor(t))
        t_emit(t, MINT_PROF_EXIT_CURSOR);
    else if (leave_event && is_void)
        t_emit(t, MINT_PROF_EXIT_VOID);
    else if (leave_event)
        t_emit(t, MINT_PROF_EXIT, slot);
    if (is_void)
        t_emit(t, MINT_RET_VOID);
    else if (t_kind(type) == KIND_VT)
        t_emit(t, MINT_RET_VT, slot, slots);
    else
        t_emit(t, MINT_RET, slot);
    t->dead = true;
    return true;
}

bool t_call(Transform *t, CilOpcode op, bool *handled)
{
    *handled = true;
    switch (op) {
    case CIL_CALL:
    case CIL_CALLVIRT:
        return call(t, op == CIL_CALLVIRT);
    case CIL_CALLI:
        return call_indirect(t);
    case CIL_NEWOBJ:
        return t_new_object(t);
    case CIL_JMP:
        return jump(t);
    case CIL_LDFTN:
    case CIL_LDVIRTFTN:
        return t_load_function(t, op == CIL_LDVIRTFTN);
    case CIL_RET:
        return t_return(t);
    case CIL_TAIL:
        t->tail = !t->outer;
        return true;
    case CIL_CONSTRAINED:
        t->constrained = t_class(t, t_u4(t));
        return t->constrained != NULL;
    default:
        *handled = false;
        return true;
    }
}
