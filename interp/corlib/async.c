/*
 * async.c - BeginInvoke and EndInvoke of delegates: the call becomes a work item of the pool.
 *
 * The class library's AsyncResult is the work item; its Invoke() comes back here. object_data holds what the call needs
 * and gives: { result, exception, argument 0, argument 1, ... }, values boxed, what a ref parameter points to too.
 */
#include <alloca.h>

#include "interp/corlib/queue.h"

enum { DATA_RESULT, DATA_EXCEPTION, DATA_ARGUMENTS };

#define ASYNC_FIELD(Type, name)                                                                                        \
    static Type *async_##name(MonoObject *result)                                                                      \
    {                                                                                                                  \
        static MonoClassField *field;                                                                                  \
        if (!field)                                                                                                    \
            field = glue_field(mono_object_class(result), #name);                                                      \
        return mono_field_ptr(result, field);                                                                          \
    }
ASYNC_FIELD(MonoObject *, async_state)
ASYNC_FIELD(MonoObject *, async_callback)
ASYNC_FIELD(MonoObject *, async_delegate)
ASYNC_FIELD(MonoObject *, handle)
ASYNC_FIELD(MonoArray *, object_data)
ASYNC_FIELD(uint8_t, completed)
ASYNC_FIELD(uint8_t, endinvoke_called)

static MonoClass *async_result_class(void)
{
    static MonoClass *klass;
    if (!klass)
        klass = mono_class_from_name(mono_defaults.corlib, "System.Runtime.Remoting.Messaging", "AsyncResult");
    return klass;
}

static bool is_reference(const MonoType *type)
{
    return !type->klass->valuetype && type->klass->kind != MONO_CLASS_POINTER && type->klass->kind != MONO_CLASS_FNPTR;
}

static MonoClass *box_class(const MonoType *type)
{
    return type->klass->valuetype ? type->klass : mono_defaults.intptr;
}

/* Box (or reference) of a value in memory. */
static MonoObject *box_value(const MonoType *type, const void *memory, MonoError *error)
{
    return is_reference(type) ? *(MonoObject *const *)memory : mono_value_box(box_class(type), memory, error);
}

static MonoObject *box_slot(const MonoType *type, const MonoSlot *slot, MonoError *error)
{
    if (type->byref)
        return box_value(type, slot->p, error);
    void *memory = alloca(mono_type_slots(type) * sizeof(MonoSlot));
    mono_slot_store(type, memory, slot);
    return box_value(type, memory, error);
}

/* Where a stored argument lies, as memory of its type. Nullable values are stored as themselves: see store_argument. */
static void *stored_memory(const MonoType *type, MonoArray *data, uint32_t index)
{
    MonoObject **place = &mono_array_get(data, MonoObject *, index);
    return is_reference(type) ? (void *)place : mono_object_unbox(*place);
}

/* A box of the type itself, also of Nullable<T>, which boxing would turn into T or null. */
static MonoObject *store_argument(const MonoType *type, const MonoSlot *slot, MonoError *error)
{
    if (!type->klass->is_nullable)
        return box_slot(type, slot, error);
    MonoObject *box = mono_object_new(type->klass);
    if (box && type->byref)
        memcpy(mono_object_unbox(box), slot->p, type->klass->value_size);
    else if (box)
        memcpy(mono_object_unbox(box), slot, type->klass->value_size);
    return box;
}

static bool queue_item(MonoObject *result)
{
    MonoClass *pool = mono_class_from_name(mono_defaults.corlib, "System.Threading", "ThreadPool");
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *queue = pool && mono_class_init_checked(pool, &error)
                            ? mono_class_find_method(pool, "UnsafeQueueCustomWorkItem", 2)
                            : NULL;
    MonoSlot args[2] = {{.o = result}, {.i4 = 0}};
    MonoException *exception = queue ? mono_invoke_slots(queue, args, NULL) : NULL;
    if (exception)
        mono_set_pending_exception(exception);
    return glue_ok(&error) && queue && !exception;
}

/* args: delegate, parameters of Invoke, AsyncCallback, state */
static void begin_invoke(MonoMethod *method, MonoSlot *args, MonoSlot *ret)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMulticastDelegate *delegate = args[0].p;
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    if (!signature || signature->param_count < 2) {
        glue_ok(&error);
        return;
    }
    if (delegate->delegates) {
        mono_set_pending_exception(mono_exception_argument(NULL, "The delegate must have only one target"));
        return;
    }
    uint32_t count = signature->param_count - 2u, slot = 1;
    MonoArray *data = mono_array_new(mono_defaults.object, DATA_ARGUMENTS + count);
    MonoVTable *vtable = mono_class_init_checked(async_result_class(), &error)
                             ? mono_class_vtable_checked(async_result_class(), &error)
                             : NULL;
    MonoObject *result = vtable && data ? mono_object_new_checked(vtable, &error) : NULL;
    for (uint32_t i = 0; i < count && mono_error_ok(&error) && result; i++) {
        const MonoType *type = &signature->params[i];
        mono_array_set(data, MonoObject *, DATA_ARGUMENTS + i, store_argument(type, &args[slot], &error));
        slot += mono_type_slots(type);
    }
    if (!glue_ok(&error) || !result)
        return;
    *async_async_delegate(result) = args[0].o;
    *async_async_callback(result) = args[slot].o;
    *async_async_state(result) = args[slot + 1].o;
    *async_object_data(result) = data;
    if (queue_item(result))
        ret->o = result;
}

static void call_delegate(MonoObject *result, MonoArray *data)
{
    MonoError error = MONO_ERROR_INIT;
    MonoObject *delegate = *async_async_delegate(result);
    MonoMethod *invoke = mono_class_find_method(mono_object_class(delegate), "Invoke", -1);
    MonoMethodSignature *signature = invoke ? mono_method_signature_checked(invoke, &error) : NULL;
    if (!signature) {
        glue_ok(&error);
        return;
    }
    uint32_t slots = 1;
    for (unsigned i = 0; i < signature->param_count; i++)
        slots += mono_type_slots(&signature->params[i]);
    MonoSlot *args = alloca(slots * sizeof(MonoSlot)),
             *value = alloca((mono_type_slots(&signature->ret) + 1) * sizeof(MonoSlot));
    args[0].o = delegate;
    slots = 1;
    for (unsigned i = 0; i < signature->param_count; i++) {
        const MonoType *type = &signature->params[i];
        void *memory = stored_memory(type, data, DATA_ARGUMENTS + i);
        if (type->byref)
            args[slots].p = memory;
        else
            mono_slot_load(type, memory, &args[slots]);
        slots += mono_type_slots(type);
    }
    MonoException *exception = mono_invoke_slots(invoke, args, value);
    mono_array_set(data, MonoException *, DATA_EXCEPTION, exception);
    if (!exception && (signature->ret.type != MONO_TYPE_VOID || signature->ret.byref))
        mono_array_set(data, MonoObject *, DATA_RESULT, store_argument(&signature->ret, value, &error));
    glue_ok(&error);
}

static void invoke_member(MonoObject *object, const char *name, int count, MonoObject *argument)
{
    MonoMethod *method = mono_class_find_method(mono_object_class(object), name, count);
    MonoSlot args[2] = {{.o = object}, {.o = argument}}, result;
    MonoException *exception = method ? mono_invoke_slots(method, args, &result) : NULL;
    if (exception)
        mono_set_pending_exception(exception);
}

/* AsyncResult.Invoke(): runs on the queue. */
void async_invoke(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *result = args[0].o;
    MonoArray *data = *async_object_data(result);
    call_delegate(result, data);
    *async_completed(result) = 1;
    if (*async_handle(result))
        invoke_member(*async_handle(result), "Set", 0, NULL);
    if (*async_async_callback(result))
        invoke_member(*async_async_callback(result), "Invoke", 1, result);
    ret->o = mono_array_get(data, MonoObject *, DATA_RESULT);
}

static bool is_completed(void *result)
{
    return *async_completed(result);
}

static void refuse(const char *text)
{
    mono_set_pending_exception(mono_exception_new("System", "InvalidOperationException", text));
}

/* args: delegate, ref parameters of Invoke, IAsyncResult */
static void end_invoke(MonoMethod *method, MonoSlot *args, MonoSlot *ret)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    MonoMethod *invoke = mono_class_find_method(method->klass, "Invoke", -1);
    MonoMethodSignature *called = invoke && signature ? mono_method_signature_checked(invoke, &error) : NULL;
    if (!called || !signature->param_count) {
        glue_ok(&error);
        return;
    }
    uint32_t last = signature->param_count - 1u; /* refs take one slot each */
    MonoObject *result = args[1 + last].o;
    if (!result) {
        mono_set_pending_exception(mono_exception_new("System.Runtime.Remoting", "RemotingException",
                                                      "The async result object is null or of an unexpected type."));
    } else if (mono_object_class(result) != async_result_class() || *async_async_delegate(result) != args[0].o) {
        refuse("The IAsyncResult object provided does not match this delegate.");
    } else if (*async_endinvoke_called(result)) {
        refuse("Delegate EndInvoke method called more than once");
    } else {
        *async_endinvoke_called(result) = 1;
        if (!mono_queue_wait(is_completed, result, -1))
            queue_raise_endless();
    }
    if (mono_thread_state.pending_exception)
        return;
    MonoArray *data = *async_object_data(result);
    MonoException *exception = mono_array_get(data, MonoException *, DATA_EXCEPTION);
    if (exception) {
        mono_set_pending_exception(exception);
        return;
    }
    for (uint32_t i = 0, out = 0; i < called->param_count && out < last; i++) {
        const MonoType *type = &called->params[i];
        if (!type->byref)
            continue;
        size_t size = is_reference(type) ? sizeof(void *) : box_class(type)->value_size;
        memcpy(args[1 + out++].p, stored_memory(type, data, DATA_ARGUMENTS + i), size);
    }
    if (signature->ret.type != MONO_TYPE_VOID || signature->ret.byref)
        mono_slot_load(&signature->ret, stored_memory(&signature->ret, data, DATA_RESULT), ret);
}

void mono_delegate_async_call(MonoMethod *method, MonoSlot *args, MonoSlot *ret)
{
    if (!args[0].o)
        mono_set_pending_exception(mono_exception_null_reference());
    else if (method->kind == MONO_METHOD_DELEGATE_BEGIN_INVOKE)
        begin_invoke(method, args, ret);
    else
        end_invoke(method, args, ret);
}
