/*
 * stubs.c - IR for methods that have no IL: internal calls, P/Invokes, delegates, array accessors. So all methods can be
 * called the same way, through vtables, delegates and from C.
 */
#include "interp/ir/transform.h"

#include <string.h>

#include "interp/corlib/icalls.h"

static bool is_void(const Transform *t)
{
    return t->signature->ret.type == MONO_TYPE_VOID && !t->signature->ret.byref;
}

static bool return_slots(Transform *t, uint32_t slot)
{
    if (is_void(t))
        t_emit(t, MINT_RET_VOID);
    else if (t_kind(&t->signature->ret) == KIND_VT)
        t_emit(t, MINT_RET_VT, slot, t_slots(&t->signature->ret));
    else
        t_emit(t, MINT_RET, slot);
    return true;
}

/* Arguments copied above the frame's own: where a callee's frame may begin. */
static void copy_arguments(Transform *t, uint32_t slot)
{
    uint32_t count = t->imethod->arg_slots;
    if (count)
        t_emit(t, MINT_MOV_VT, slot, 0u, count);
    t->max_slot = MAX(t->max_slot, slot + count);
}

bool t_find_icall(Transform *t, MonoMethod *method)
{
    if (!method->icall)
        method->icall = (void *)mono_icall_find(method);
    if (method->icall)
        return true;
    char *name = mono_icall_name(method);
    char *message = g_strdup_printf("Internal call %s is missing in this runtime", name);
    t_throw_error(t, MONO_ERROR_MISSING_METHOD, name, message);
    g_free(message);
    g_free(name);
    return false;
}

static bool icall_stub(Transform *t)
{
    MonoMethod *method = t->method;
    uint32_t base = t->imethod->arg_slots;
    MonoError error = MONO_ERROR_INIT;
    if (method->klass == mono_defaults.string && strcmp(method->name, ".ctor") == 0) {
        /* called by reflection: this is not used, the string is the result */
        MonoMethod *maker = t_string_maker(method, &error);
        mono_error_clear(&error);
        if (maker) {
            copy_arguments(t, base);
            t_emit(t, MINT_CALL, base, t_data(t, interp_method_get(maker)), base);
            t_emit(t, MINT_RET, base);
            return true;
        }
    }
    if (!t_find_icall(t, method))
        return true;
    uint32_t index = t_data_pair(t, method->icall, method);
    if (is_void(t))
        t_emit(t, MINT_ICALL_VOID, index, 0u);
    else if (t_kind(&t->signature->ret) == KIND_VT)
        t_emit(t, MINT_ICALL_VT, base, index, 0u);
    else
        t_emit(t, MINT_ICALL, base, index, 0u);
    return return_slots(t, base);
}

static bool pinvoke_stub(Transform *t)
{
    uint32_t base = t->imethod->arg_slots;
    t_emit(t, MINT_PINVOKE, base, t_data(t, t->method), 0u);
    return return_slots(t, base);
}

static bool delegate_invoke_stub(Transform *t)
{
    uint32_t base = t->imethod->arg_slots;
    copy_arguments(t, base);
    t_emit(t, MINT_CALL_DELEGATE, base, t_data(t, t->imethod), base, base - 1);
    return return_slots(t, base);
}

static void delegate_constructor(MonoSlot *args, MonoSlot *ret)
{
    mono_delegate_init(args[0].p, args[1].o, args[2].p);
}

static bool delegate_constructor_stub(Transform *t)
{
    t_emit(t, MINT_ICALL_VOID, t_data_pair(t, (void *)delegate_constructor, t->method), 0u);
    return return_slots(t, 0);
}

static bool array_stub(Transform *t)
{
    MonoClass *klass = t->method->klass, *element = klass->element_class;
    uint32_t rank = klass->rank, base = t->imethod->arg_slots;
    if (!mono_class_setup_fields(element, t->error))
        return false;
    const MonoType *type = &element->byval_type;
    uint32_t size = t_size(t, type);
    MonoMethodKind kind = t->method->kind;
    if (kind == MONO_METHOD_ARRAY_ADDRESS && !element->valuetype)
        t_emit(t, MINT_CHECK_ARRAY_CLASS, 0u, t_data(t, klass));
    if (kind == MONO_METHOD_ARRAY_SET && !element->valuetype)
        t_emit(t, MINT_CHECK_ARRAY_STORE, 0u, rank + 1);
    t_emit(t, MINT_LDELEMA_MD, base, 0u, rank, size);
    t->stack_base = base;
    if (kind == MONO_METHOD_ARRAY_ADDRESS)
        return return_slots(t, base);
    t_push(t, KIND_PTR, NULL, 1);
    StackEntry address = *t_pop(t);
    if (kind == MONO_METHOD_ARRAY_SET) {
        StackEntry value = {.kind = t_kind(type), .place = IN_SLOT, .slot = rank + 1, .home = base + 1,
                            .slots = t_slots(type)};
        return t_store_to(t, &address, &value, type) && return_slots(t, 0);
    }
    return t_load_from(t, &address, type) && return_slots(t, t_top(t, 0)->slot);
}

bool interp_make_stub(Transform *t)
{
    t->prof = 0;
    t->max_slot = t->imethod->arg_slots + t_slots(&t->signature->ret);
    switch (t->method->kind) {
    case MONO_METHOD_ICALL:
        return icall_stub(t);
    case MONO_METHOD_PINVOKE:
        return pinvoke_stub(t);
    case MONO_METHOD_DELEGATE_INVOKE:
        return delegate_invoke_stub(t);
    case MONO_METHOD_DELEGATE_CTOR:
        return delegate_constructor_stub(t);
    case MONO_METHOD_ARRAY_GET:
    case MONO_METHOD_ARRAY_SET:
    case MONO_METHOD_ARRAY_ADDRESS:
        return array_stub(t);
    case MONO_METHOD_DELEGATE_BEGIN_INVOKE: /* the pool's queue runs them: corlib/async.c */
    case MONO_METHOD_DELEGATE_END_INVOKE:
        return pinvoke_stub(t);
    default:
        return t_throw_error(t, MONO_ERROR_EXECUTION_ENGINE, NULL, "A method without code was called");
    }
}
