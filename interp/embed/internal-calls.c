/*
 * internal-calls.c - monosp.h: C functions of the embedding program behind methods marked InternalCall.
 *
 *   mono_add_internal_call(name, f) -> table; a method is made ready -> its name is looked up -> libffi makes a
 * MonoICall that reads the interpreter's slots and calls f by the platform's convention
 */
#include "interp/embed/own-names.h"

#include <alloca.h>
#include <stdio.h>
#include <string.h>

#include "interp/corlib/icall-hook.h"
#include "interp/corlib/marshal.h"

typedef struct {
    void (*function)(void);
    MonoMethodSignature *signature;
    uint32_t count;  /* of native arguments, `this` included */
    uint32_t *slots; /* where each starts */
    ffi_type **types;
    ffi_cif cif;
    size_t result_bytes;
} NativeFunction;

static GHashTable *functions; /* name -> function */
static MonoICallHook next_hook;
static ffi_cif icall_cif; /* of a MonoICall */

/* NULL with an error: a structure that C cannot be given by value. */
static ffi_type *native_type(const MonoType *type, MonoError *error)
{
    if (type->byref)
        return &ffi_type_pointer;
    MonoTypeEnum reduced = mono_type_reduced(type);
    if (reduced != MONO_TYPE_VALUETYPE)
        return marshal_ffi_primitive(reduced);
    MarshalLayout *layout = marshal_layout(type->klass, error);
    if (layout && layout->blittable)
        return marshal_ffi_type(&(MarshalSpec){.kind = MARSHAL_COPY, .layout = layout});
    mono_error_set(error, MONO_ERROR_NOT_SUPPORTED, NULL,
                   "%s is not blittable: an internal call cannot take it by value", type->klass->name);
    return NULL;
}

static void call_native(ffi_cif *cif, void *unused, void **icall_args, void *data)
{
    const NativeFunction *f = data;
    MonoSlot *args = *(MonoSlot **)icall_args[0], *ret = *(MonoSlot **)icall_args[1];
    void **values = alloca((f->count + 1) * sizeof(void *)), *result = alloca(f->result_bytes);
    for (uint32_t i = 0; i < f->count; i++) /* little-endian: a small integer's bytes come first in its slot */
        values[i] = &args[f->slots[i]];
    ffi_call((ffi_cif *)&f->cif, f->function, result, values);
    if (f->signature->ret.byref || f->signature->ret.type != MONO_TYPE_VOID)
        mono_slot_load(&f->signature->ret, result, ret);
}

/* NULL: the function cannot be called so; a line on stderr says why. */
static NativeFunction *describe(MonoMethod *method, void (*function)(void), MonoError *error)
{
    MonoMethodSignature *signature = mono_method_signature_checked(method, error);
    if (!signature)
        return NULL;
    NativeFunction *f = g_new0(NativeFunction, 1);
    uint32_t slot = 0;
    f->function = function;
    f->signature = signature;
    f->types = g_new0(ffi_type *, signature->param_count + 1u);
    f->slots = g_new0(uint32_t, signature->param_count + 1u);
    if (signature->hasthis) {
        f->types[f->count++] = &ffi_type_pointer;
        slot = 1;
    }
    for (unsigned i = 0; i < signature->param_count && mono_error_ok(error); i++) {
        f->slots[f->count] = slot;
        f->types[f->count++] = native_type(&signature->params[i], error);
        slot += mono_type_slots(&signature->params[i]);
    }
    ffi_type *result = mono_error_ok(error) ? native_type(&signature->ret, error) : NULL;
    if (!mono_error_ok(error))
        return NULL;
    if (ffi_prep_cif(&f->cif, FFI_DEFAULT_ABI, f->count, result, f->types) != FFI_OK) {
        mono_error_set(error, MONO_ERROR_NOT_SUPPORTED, NULL, "libffi cannot call it");
        return NULL;
    }
    f->result_bytes = MAX(result->size, sizeof(ffi_arg)) + sizeof(MonoSlot);
    return f;
}

static MonoICall wrap(MonoMethod *method, void (*function)(void))
{
    MonoError error = MONO_ERROR_INIT;
    void *code = NULL;
    NativeFunction *f = describe(method, function, &error);
    ffi_closure *closure = f ? ffi_closure_alloc(sizeof(ffi_closure), &code) : NULL;
    if (closure && ffi_prep_closure_loc(closure, &icall_cif, call_native, f, code) == FFI_OK)
        return (MonoICall)(uintptr_t)code;
    char *name = mono_icall_name(method);
    fprintf(stderr, "monosp: internal call %s: %s\n", name, error.message ? error.message : "no memory for code");
    mono_error_clear(&error);
    g_free(name);
    return NULL;
}

/* With parameters first, then without. */
static MonoICall find(MonoMethod *method, MonoICall found)
{
    MonoMethod *open = method->definition ? method->definition : method;
    char *name = mono_icall_name(open);
    void *function = g_hash_table_lookup(functions, name);
    if (!function) {
        *strchr(name, '(') = 0;
        function = g_hash_table_lookup(functions, name);
    }
    g_free(name);
    if (function)
        return wrap(method, (void (*)(void))(uintptr_t)function);
    return next_hook ? next_hook(method, found) : found;
}

void mono_add_internal_call(const char *name, const void *function)
{
    static ffi_type *types[2];
    if (!functions) {
        types[0] = types[1] = &ffi_type_pointer;
        if (ffi_prep_cif(&icall_cif, FFI_DEFAULT_ABI, 2, &ffi_type_void, types) != FFI_OK)
            return;
        functions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        next_hook = mono_icall_hook;
        mono_icall_hook = find;
    }
    g_hash_table_replace(functions, mono_icall_canonical(name), (void *)(uintptr_t)function);
}
