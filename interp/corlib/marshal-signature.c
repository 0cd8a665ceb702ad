/*
 * marshal-signature.c - how the parameters of a native function or callback are marshaled.
 */
#include "interp/corlib/marshal.h"

enum { PARAM_IN = 1, PARAM_OUT = 2 };

/* Sets attributes and MarshalAs of the parameter with this number (0 = result) from the Param table. */
static MonoBlob read_param_row(MonoMethod *method, unsigned sequence, MarshalParam *param)
{
    MonoImage *image = method->klass->image;
    uint32_t first, count;
    if (!method->token)
        return (MonoBlob){0};
    mono_image_list(image, MONO_TABLE_METHOD, method->token & 0xffffff, MONO_METHOD_PARAM_LIST, MONO_TABLE_PARAM,
                    &first, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = mono_image_ptr(image, MONO_TABLE_PARAM, first + i);
        if (mono_image_row(image, MONO_TABLE_PARAM, row, MONO_PARAM_SEQUENCE) != sequence)
            continue;
        uint32_t flags = mono_image_row(image, MONO_TABLE_PARAM, row, MONO_PARAM_FLAGS);
        param->in = flags & PARAM_IN;
        param->out = flags & PARAM_OUT;
        return marshal_native_type(image, 0x08000000 | row);
    }
    return (MonoBlob){0};
}

static bool fill_param(MonoMethod *method, unsigned sequence, const MonoType *type, bool unicode, MarshalParam *param,
                       MonoError *error)
{
    MonoBlob native = read_param_row(method, sequence, param);
    MonoType plain = *type;
    MonoError inner = MONO_ERROR_INIT;
    param->type = *type;
    param->byref = type->byref;
    plain.byref = false;
    if (marshal_spec(&plain, native, unicode, false, &param->spec, &inner))
        return true;
    mono_error_set(error, MONO_ERROR_EXCEPTION, NULL, "%s", "marshaling");
    char *text = g_strdup_printf("Cannot marshal '%s #%u': %s", sequence ? "parameter" : "return value", sequence,
                                 inner.message ? inner.message : "unsupported type.");
    error->exception = mono_exception_new("System.Runtime.InteropServices", "MarshalDirectiveException", text);
    g_free(text);
    mono_error_clear(&inner);
    return false;
}

MarshalSignature *marshal_signature(MonoMethod *method, MonoMethodSignature *signature, bool unicode,
                                    uint32_t first_slot, MonoError *error)
{
    MarshalSignature *made = g_new0(MarshalSignature, 1);
    uint32_t slot = first_slot;
    made->signature = signature;
    made->count = signature->param_count;
    made->params = g_new0(MarshalParam, made->count + 1);
    made->types = g_new0(ffi_type *, made->count + 1);
    for (uint32_t i = 0; i < made->count; i++) {
        MarshalParam *param = &made->params[i];
        if (!fill_param(method, i + 1, &signature->params[i], unicode, param, error))
            return NULL;
        param->slot = slot;
        slot += mono_type_slots(&signature->params[i]);
        made->types[i] = param->byref ? &ffi_type_pointer : marshal_ffi_type(&param->spec);
    }
    made->returns = signature->ret.type != MONO_TYPE_VOID || signature->ret.byref;
    ffi_type *result = &ffi_type_void;
    if (made->returns) {
        if (!fill_param(method, 0, &signature->ret, unicode, &made->ret, error))
            return NULL;
        result = made->ret.byref ? &ffi_type_pointer : marshal_ffi_type(&made->ret.spec);
    }
    if (ffi_prep_cif(&made->cif, FFI_DEFAULT_ABI, made->count, result, made->types) != FFI_OK) {
        mono_error_set(error, MONO_ERROR_NOT_SUPPORTED, NULL, "%s: libffi refuses this signature", method->name);
        return NULL;
    }
    return made;
}
