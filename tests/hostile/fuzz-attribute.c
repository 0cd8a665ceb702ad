/*
 * fuzz-attribute.c - fuzzer of custom attribute blobs, read for constructors with parameters of every kind. The first byte
 * chooses the constructor. First inputs: attribute/.
 */
#include "tests/hostile/runtime.h"

#include "interp/corlib/attribute_blob.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static MonoClass *klass;
    static unsigned runs;
    MonoError error = MONO_ERROR_INIT;
    if (!klass)
        klass = fuzz_class("FuzzAttribute");
    if (size < 1)
        return 0;
    unsigned chosen = data[0];
    for (uint32_t i = 0; i < klass->method_count; i++) {
        MonoMethod *method = klass->methods[i];
        MonoAttributeArguments arguments;
        if (strcmp(method->name, ".ctor") != 0 || chosen-- % 8)
            continue;
        MonoBlob blob = {data + 1, (uint32_t)size - 1};
        bool ok = mono_attribute_decode(method, klass->image, blob, &arguments, &error);
        FUZZ_CHECK(ok == mono_error_ok(&error));
        mono_attribute_clear(&arguments);
        mono_error_clear(&error);
        break;
    }
    if (++runs % 256 == 0)
        mono_gc_collect();
    return 0;
}
