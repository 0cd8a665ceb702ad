/*
 * transform-new.c - objects and delegates: newobj, and the function pointers that delegates are made of.
 */
#include "interp/ir/transform.h"

#include <string.h>

/* ---- newobj ---------------------------------------------------------------------------------------------------------------- */

/* String's constructors make the object themselves: String.CreateString has the same parameters. */
MonoMethod *t_string_maker(MonoMethod *constructor, MonoError *error)
{
    MonoClass *klass = constructor->klass;
    MonoMethodSignature *wanted = mono_method_signature_checked(constructor, error);
    for (uint32_t i = 0; wanted && i < klass->method_count; i++) {
        MonoMethod *method = klass->methods[i];
        if (strcmp(method->name, "CreateString") != 0)
            continue;
        MonoMethodSignature *signature = mono_method_signature_checked(method, error);
        if (signature && t_has_this(signature) && t_same_parameters(signature, wanted))
            return method;
    }
    mono_error_set(error, MONO_ERROR_MISSING_METHOD, "CreateString", "String.CreateString is missing");
    return NULL;
}

static bool new_string(Transform *t, MonoMethod *constructor, MonoMethodSignature *signature)
{
    MonoMethod *maker = t_string_maker(constructor, t->error);
    uint32_t count = signature->param_count;
    if (!maker)
        return false;
    t_flush_aliased(t);
    /* null as this below the arguments, which move up by one slot, last first */
    uint32_t end = t_next_home(t), base = count ? t->stack[t->depth - count].home : end;
    for (uint32_t i = count; i-- > 0;) {
        StackEntry *entry = &t->stack[t->depth - count + i];
        t_place(t, entry, entry->home + 1);
        t->last_op = UINT32_MAX;
    }
    t->depth -= count;
    t_emit(t, MINT_LDC_I8_S, base, 0u);
    t_emit(t, MINT_CALL, base, t_data(t, interp_method_get(maker)), base);
    t_push_type(t, &mono_defaults.string->byval_type);
    return true;
}

static bool new_delegate(Transform *t, MonoMethod *method)
{
    MonoVTable *vtable = mono_class_vtable_checked(method->klass, t->error);
    if (!vtable)
        return false;
    StackEntry pointer = *t_pop(t), target = *t_pop(t);
    bool same = !pointer.value.i || target.place == IS_CONST || pointer.value.i == 1 + (int64_t)target.slot;
    if (pointer.function && !same && !t_is_trusted(t))
        return t_invalid(t, "ldvirtftn asked another object than the delegate's target");
    if (!t_accept_delegate(t, method->klass, &target, &pointer))
        return false;
    uint32_t x = t_use(t, &target), y = t_use(t, &pointer);
    StackEntry *result = t_push(t, KIND_REF, method->klass, 1);
    t_emit(t, MINT_NEWOBJ_DELEGATE, result->home, x, y, t_data(t, vtable));
    return true;
}

/* A constructor that is inlined. The object takes the place of the first argument when none of them lies in its home;
 * else it is made above them and moved. A value type is cleared and built in its slots. */
static bool inline_constructor(Transform *t, MonoMethod *method, MonoVTable *vtable, uint32_t count)
{
    MonoClass *klass = method->klass;
    uint32_t end = t_next_home(t), home = count ? t->stack[t->depth - count].home : end;
    uint32_t slots = klass->valuetype ? t_slots(&klass->byval_type) : 1;
    StackEntry args[8], result;
    bool in_place = true;
    if (count >= G_N_ELEMENTS(args) || !t_may_inline(t, method))
        return false;
    t_flush_aliased(t);
    uint32_t code_count = t->code_count, map_count = t->il_map->len;
    for (uint32_t i = 0; i < count; i++) {
        args[i + 1] = t->stack[t->depth - count + i];
        in_place &= args[i + 1].place != IN_HOME;
    }
    uint32_t where = in_place ? home : end;
    args[0] = (StackEntry){.kind = KIND_REF, .place = IN_SLOT, .slot = where, .home = where, .slots = 1, .klass = klass};
    t->max_slot = MAX(t->max_slot, where + slots + 1);
    if (klass->valuetype) {
        args[0].kind = KIND_PTR;
        args[0].place = IS_ADDRESS;
        args[0].klass = NULL;
        args[0].aliased = true;
        if (slots == 1)
            t_emit(t, MINT_LDC_I8_S, where, 0u);
        else
            t_emit(t, MINT_ZERO_VT, where, slots);
    } else {
        t_emit(t, MINT_ALLOC, where, t_data(t, vtable));
    }
    if (!t_inline(t, method, args, count + 1, end, MAX(end, where + slots), false, &result)) {
        t->code_count = code_count;
        g_array_set_size(t->il_map, map_count);
        t->last_op = UINT32_MAX;
        return false;
    }
    t->depth -= count;
    t->last_op = UINT32_MAX;
    if (klass->valuetype)
        t_push_type(t, &klass->byval_type);
    else
        t_push(t, KIND_REF, klass, 1);
    StackEntry object = {.kind = KIND_VT, .place = IN_SLOT, .slot = where, .home = where, .slots = slots};
    t_move_to(t, &object, home);
    return true;
}

bool t_new_object(Transform *t)
{
    MonoMethod *method = mono_method_get_checked(t->image, t_u4(t), &t->context, t->error);
    if (!method || !mono_class_init_checked(method->klass, t->error) || !t_accept_method(t, method))
        return false;
    MonoClass *klass = method->klass;
    MonoMethodSignature *signature = mono_method_signature_checked(method, t->error);
    if (!signature)
        return false;
    if (strcmp(method->name, ".ctor") != 0 || !t_has_this(signature))
        return t_invalid(t, "newobj of %s, no constructor", method->name);
    if (signature->call_convention == MONO_SIGNATURE_VARARG)
        return t_throw_error(t, MONO_ERROR_NOT_SUPPORTED, NULL, "newobj with variable arguments is not supported");
    if (!t_convert_arguments(t, signature, 0))
        return false;
    uint32_t count = signature->param_count, slots;
    if (method->kind == MONO_METHOD_ARRAY_CTOR) {
        uint32_t base = t_home_arguments(t, count, &slots);
        StackEntry *result = t_push(t, KIND_REF, klass, 1);
        t_emit(t, MINT_NEWARR_MD, result->home, base, t_data(t, klass), count);
        return true;
    }
    if (klass == mono_defaults.string)
        return new_string(t, method, signature);
    if (method->kind == MONO_METHOD_DELEGATE_CTOR)
        return count == 2 ? new_delegate(t, method) : t_invalid(t, "a delegate constructor of another shape");
    if (klass->flags & MONO_TYPE_ATTR_ABSTRACT)
        return t_invalid(t, "newobj of the abstract class %s", klass->name);
    bool handled;
    if (!t_new_intrinsic(t, klass, &handled) || handled)
        return handled;
    MonoVTable *vtable = mono_class_vtable_checked(klass, t->error);
    if (!vtable)
        return false;
    if (inline_constructor(t, method, vtable, count))
        return true;
    t_flush_aliased(t);
    /* | object | this | arguments |: the arguments move up, last first */
    uint32_t object_slots = klass->valuetype ? t_slots(&klass->byval_type) : 1;
    uint32_t end = t_next_home(t), home = count ? t->stack[t->depth - count].home : end;
    for (uint32_t i = count; i-- > 0;) {
        StackEntry *entry = &t->stack[t->depth - count + i];
        t_place(t, entry, entry->home + object_slots + 1);
        t->last_op = UINT32_MAX;
    }
    t->depth -= count;
    if (end + object_slots + 1 > t->max_slot)
        t->max_slot = end + object_slots + 1;
    InterpMethod *constructor = interp_method_get(method);
    if (klass->valuetype) {
        t_emit(t, MINT_NEWOBJ_VT, home, t_data(t, constructor), home + object_slots, object_slots);
        t_push_type(t, &klass->byval_type);
    } else {
        t_emit(t, MINT_NEWOBJ, home, t_data_pair(t, constructor, vtable), home + 1);
        t_push(t, KIND_REF, klass, 1);
    }
    return true;
}

/* ---- Function pointers ------------------------------------------------------------------------------------------------------ */

bool t_load_function(Transform *t, bool is_virtual)
{
    MonoMethod *target, *method = mono_method_get_checked(t->image, t_u4(t), &t->context, t->error);
    if (!method || !mono_class_init_checked(method->klass, t->error) || !t_accept_method(t, method))
        return false;
    if (is_virtual) {
        if (!t_need(t, 1))
            return false;
        StackEntry object = *t_pop(t);
        if (!t_is_pointer(&object))
            return t_invalid(t, "ldvirtftn of what is no object");
        if (!t_accept_this(t, &object, method->klass, true))
            return false;
        uint32_t slot = t_use(t, &object);
        if (!t_is_final(method, &object, &target)) {
            StackEntry *result = t_push(t, KIND_NATIVE, NULL, 1);
            t_emit(t, MINT_LDVIRTFTN, result->home, slot, t_data(t, method));
            result->function = method;
            result->value.i = 1 + (int64_t)object.slot;
            return true;
        }
        if (target)
            method = target;
        t_emit(t, MINT_NULLCHECK, slot);
    }
    StackEntry *result = t_push(t, KIND_NATIVE, NULL, 1);
    t_emit(t, MINT_LDPTR, result->home, t_data(t, method));
    result->function = method;
    return true;
}
