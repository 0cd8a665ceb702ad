/*
 * fuzz-signature.c - fuzzer of signatures: types, methods, locals, in the context of a small assembly. The first byte says
 * which. First inputs: signature/.
 */
#include "tests/hostile/runtime.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MonoImage *image = fuzz_base();
    MonoError error = MONO_ERROR_INIT;
    MonoClass *of_class[2] = {mono_defaults.object, mono_defaults.int32};
    MonoGenericInst *inst = mono_generic_inst(of_class, 2);
    MonoGenericContext context = {inst, inst};
    if (size < 1)
        return 0;
    MonoBlob blob = {data + 1, (uint32_t)size - 1};
    if (data[0] & 1) {
        MonoMethodSignature *signature = mono_signature_parse(image, blob, &context, &error);
        FUZZ_CHECK((signature != NULL) == mono_error_ok(&error));
        g_free(signature);
    } else {
        MonoBlobReader reader = mono_blob_reader(blob);
        MonoType type;
        bool ok = mono_type_parse(image, &reader, data[0] & 2 ? &context : NULL, &type, &error);
        FUZZ_CHECK(ok == mono_error_ok(&error));
        if (ok) {
            g_free(mono_type_name_reflection(&type, true, true));
            g_free(mono_class_full_name(type.klass));
        }
        MonoBlobReader skipper = mono_blob_reader(blob);
        mono_blob_skip_type(&skipper);
    }
    mono_error_clear(&error);
    return 0;
}
