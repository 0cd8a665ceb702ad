/*
 * callback.c - delegates as native functions (libffi closures) and native functions as delegates.
 *
 * A closure lives as long as its delegate: it holds a weak handle, and closures of dead delegates are freed when many
 * have gathered. An exception cannot pass native frames: it waits until the P/Invoke returns.
 */
#include "interp/corlib/marshal.h"

#include <alloca.h>

typedef struct {
    ffi_closure *closure;
    void *code;
    uint32_t delegate; /* weak handle */
    MonoMethod *invoke;
    MarshalSignature *signature;
} Callback;

static GHashTable *by_delegate; /* MonoDelegate* -> Callback */
static GHashTable *by_function; /* code -> Callback */
static GHashTable *signatures;  /* MonoClass* of the delegate -> MarshalSignature */
static unsigned sweep_at = 256;

static MonoException *escaped; /* first one since the last P/Invoke began to return; root */

void marshal_callbacks_raise(void)
{
    if (!escaped)
        return;
    mono_set_pending_exception(escaped);
    escaped = NULL;
}

static MarshalSignature *delegate_signature(MonoClass *klass, MonoMethod **invoke, MonoError *error)
{
    *invoke = mono_class_init_checked(klass, error) ? mono_class_find_method(klass, "Invoke", -1) : NULL;
    if (!*invoke)
        return NULL;
    if (!signatures)
        signatures = g_hash_table_new(NULL, NULL);
    MarshalSignature *found = g_hash_table_lookup(signatures, klass);
    if (found)
        return found;
    MonoMethodSignature *signature = mono_method_signature_checked(*invoke, error);
    /* slot 0 is the delegate */
    found = signature ? marshal_signature(*invoke, signature, marshal_class_is_unicode(klass), 1, error) : NULL;
    if (found)
        g_hash_table_insert(signatures, klass, found);
    return found;
}

/* A native argument into its managed slots. `room`: managed memory for values behind a ref. */
static bool take_argument(const MarshalParam *param, void *native, MonoSlot *slot, void *room)
{
    const MarshalSpec *spec = &param->spec;
    if (param->byref) {
        void *pointer = *(void **)native;
        slot->p = pointer;
        if (!pointer || spec->kind == MARSHAL_COPY)
            return true;
        slot->p = room;
        return (param->out && !param->in) || marshal_to_managed(spec, pointer, room);
    }
    if (spec->kind == MARSHAL_STRUCT_POINTER) {
        const uint8_t *memory = *(uint8_t **)native;
        slot->o = memory ? mono_object_new(spec->klass) : NULL;
        return !slot->o || marshal_struct_to_managed(spec->layout, memory, mono_object_unbox(slot->o));
    }
    if (!marshal_to_managed(spec, native, room))
        return false;
    mono_slot_load(&param->type, room, slot);
    return true;
}

static void put_result(const MarshalSignature *signature, const MonoSlot *slots, void *native)
{
    const MarshalSpec *spec = &signature->ret.spec;
    if (signature->ret.byref) {
        *(void **)native = slots->p;
        return;
    }
    void *managed = alloca(MAX(spec->managed_size, sizeof(MonoSlot)));
    mono_slot_store(&signature->ret.type, managed, slots);
    if (!spec->layout && spec->size < sizeof(ffi_arg)) { /* libffi wants small results as wide as a register */
        int64_t wide = 0;
        marshal_to_native(spec, managed, &wide);
        switch (spec->kind == MARSHAL_COPY ? spec->primitive : MONO_TYPE_END) {
        case MONO_TYPE_I1:
            wide = (int8_t)wide;
            break;
        case MONO_TYPE_I2:
            wide = (int16_t)wide;
            break;
        case MONO_TYPE_I4:
            wide = (int32_t)wide;
            break;
        default:
            break;
        }
        if (spec->primitive == MONO_TYPE_R4)
            memcpy(native, &wide, sizeof(float));
        else
            memcpy(native, &wide, sizeof(ffi_arg));
        return;
    }
    marshal_to_native(spec, managed, native);
}

static void run_callback(ffi_cif *cif, void *result, void **native, void *data)
{
    Callback *callback = data;
    const MarshalSignature *signature = callback->signature;
    MonoObject *delegate = mono_gchandle_target(callback->delegate);
    uint32_t slots = 1;
    for (uint32_t i = 0; i < signature->count; i++)
        slots += mono_type_slots(&signature->params[i].type);
    MonoSlot *args = alloca((slots + 1) * sizeof(MonoSlot));
    void **rooms = alloca((signature->count + 1) * sizeof(void *));
    uint32_t result_slots = signature->returns ? mono_type_slots(&signature->ret.type) : 1;
    MonoSlot *managed_result = alloca((result_slots + 1) * sizeof(MonoSlot));
    memset(args, 0, (slots + 1) * sizeof(MonoSlot));
    memset(managed_result, 0, (result_slots + 1) * sizeof(MonoSlot));
    if (signature->returns)
        memset(result, 0, MAX(signature->ret.spec.size, sizeof(ffi_arg)));
    if (!delegate || escaped)
        return;
    args[0].o = delegate;
    bool fine = true;
    for (uint32_t i = 0; i < signature->count && fine; i++) {
        const MarshalParam *param = &signature->params[i];
        size_t room = MAX(param->spec.managed_size, sizeof(MonoSlot) * 2);
        rooms[i] = alloca(room);
        memset(rooms[i], 0, room);
        fine = take_argument(param, native[i], &args[param->slot], rooms[i]);
    }
    MonoException *exception = fine ? mono_invoke_slots(callback->invoke, args, managed_result) : NULL;
    if (!fine && mono_thread_state.pending_exception) {
        exception = mono_thread_state.pending_exception;
        mono_thread_state.pending_exception = NULL;
    }
    if (exception) {
        escaped = exception;
        return;
    }
    for (uint32_t i = 0; i < signature->count && fine; i++) {
        const MarshalParam *param = &signature->params[i];
        if (param->byref && args[param->slot].p == rooms[i] && (param->out || !param->in))
            marshal_to_native(&param->spec, rooms[i], *(void **)native[i]);
    }
    if (fine && signature->returns)
        put_result(signature, managed_result, result);
}

static gboolean free_dead(gpointer key, gpointer value, gpointer data)
{
    Callback *callback = value;
    if (mono_gchandle_target(callback->delegate))
        return FALSE;
    g_hash_table_remove(by_function, callback->code);
    mono_gchandle_release(callback->delegate);
    ffi_closure_free(callback->closure);
    g_free(callback);
    return TRUE;
}

static Callback *make_callback(MonoDelegate *delegate)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *invoke;
    MarshalSignature *signature = delegate_signature(mono_object_class(&delegate->object), &invoke, &error);
    if (!signature) {
        glue_ok(&error);
        return NULL;
    }
    Callback *callback = g_new0(Callback, 1);
    callback->closure = ffi_closure_alloc(sizeof(ffi_closure), &callback->code);
    if (!callback->closure ||
        ffi_prep_closure_loc(callback->closure, &signature->cif, run_callback, callback, callback->code) != FFI_OK) {
        mono_set_pending_exception(mono_exception_out_of_memory());
        g_free(callback);
        return NULL;
    }
    callback->delegate = mono_gchandle_new_kind(&delegate->object, MONO_GC_HANDLE_WEAK);
    callback->invoke = invoke;
    callback->signature = signature;
    return callback;
}

/* The function a delegate over a native function was made from, NULL = it is managed. */
static GHashTable *wrapped; /* MonoMethod* -> function */

void *marshal_delegate_function(MonoDelegate *delegate)
{
    if (wrapped && delegate->method && g_hash_table_lookup(wrapped, delegate->method))
        return g_hash_table_lookup(wrapped, delegate->method);
    if (!by_delegate) {
        by_delegate = g_hash_table_new(NULL, NULL);
        by_function = g_hash_table_new(NULL, NULL);
        mono_gc_register_root(&escaped, sizeof escaped, MONO_ROOT_SOURCE_MARSHAL, "exception of a callback");
    }
    Callback *callback = g_hash_table_lookup(by_delegate, delegate);
    if (callback && mono_gchandle_target(callback->delegate) == &delegate->object)
        return callback->code;
    if (callback) /* another object lay there once */
        g_hash_table_foreach_remove(by_delegate, free_dead, NULL);
    if (g_hash_table_size(by_delegate) >= sweep_at) {
        g_hash_table_foreach_remove(by_delegate, free_dead, NULL);
        sweep_at = g_hash_table_size(by_delegate) * 2 + 256;
    }
    callback = make_callback(delegate);
    if (!callback)
        return NULL;
    g_hash_table_insert(by_delegate, delegate, callback);
    g_hash_table_insert(by_function, callback->code, callback);
    return callback->code;
}

MonoObject *marshal_function_delegate(void *function, MonoClass *delegate_class, MonoError *error)
{
    Callback *callback = by_function ? g_hash_table_lookup(by_function, function) : NULL;
    MonoObject *original = callback ? mono_gchandle_target(callback->delegate) : NULL;
    if (original && mono_object_isinst(original, delegate_class))
        return original;
    if (!mono_class_init_checked(delegate_class, error))
        return NULL;
    MonoMethod *invoke = mono_class_find_method(delegate_class, "Invoke", -1);
    MonoMethodSignature *signature = invoke ? mono_method_signature_checked(invoke, error) : NULL;
    if (!signature) {
        mono_error_set(error, MONO_ERROR_ARGUMENT, NULL, "Type must derive from Delegate.");
        return NULL;
    }
    size_t size = sizeof(MonoMethodSignature) + signature->param_count * sizeof(MonoType);
    MonoMethodSignature *plain = g_memdup2(signature, size);
    plain->hasthis = false;
    MonoMethod *method =
        pinvoke_wrap_function(delegate_class, plain, function, marshal_class_is_unicode(delegate_class));
    if (!method)
        return NULL;
    if (!wrapped)
        wrapped = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(wrapped, method, function);
    MonoVTable *vtable = mono_class_vtable_checked(delegate_class, error);
    MonoDelegate *delegate = vtable ? (MonoDelegate *)mono_object_new_checked(vtable, error) : NULL;
    if (delegate)
        mono_delegate_init(delegate, NULL, method);
    return (MonoObject *)delegate;
}
