/*
 * fuzz-typename.c - fuzzer of type names as text (Type.GetType): parsed, looked up, printed again. First inputs: typename/.
 */
#include "tests/hostile/runtime.h"

#include <string.h>

#include "interp/corlib/reflect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MonoImage *image = fuzz_base();
    MonoError error = MONO_ERROR_INIT;
    char *text = g_strndup((const char *)data, size);
    mono_type_name_free(mono_type_name_parse(text, true));
    if (g_utf8_validate(text, -1, NULL) && !strchr(text, '/')) { /* no files are opened by name */
        const MonoType *type = mono_type_from_name(text, image, size & 1, &error);
        if (type) {
            char *name = mono_type_name_format(type, true, true);
            const MonoType *again = name ? mono_type_from_name(name, image, false, &error) : NULL;
            FUZZ_CHECK(!again || (again->klass == type->klass && again->byref == type->byref));
            g_free(name);
        }
    }
    mono_error_clear(&error);
    g_free(text);
    return 0;
}
