/* runtime.c - see runtime.h. */
#include "tests/hostile/runtime.h"

#include "interp/corlib/icalls.h"

static MonoImage *base;

/* Objects lie in memory that the leak checker does not look at; the stack that is scanned must be the real one. */
const char *__asan_default_options(void);
__attribute__((visibility("default"))) const char *__asan_default_options(void)
{
    return "detect_leaks=0:detect_stack_use_after_return=0";
}

static void start_runtime(void)
{
    MonoError error = MONO_ERROR_INIT;
    g_setenv("MONOSP_GC_POISON", "1", TRUE); /* every reference that the collector follows is checked */
    mono_assembly_init(".", NULL);
    mono_gc_init(64 << 20);
    interp_exec_init(256 << 10);
    FUZZ_CHECK(mono_runtime_init_classes(&error));
    mono_exceptions_init();
    char *name = "fuzz";
    FUZZ_CHECK(mono_corlib_init(1, &name, &error));
}

MonoImage *fuzz_base(void)
{
    MonoError error = MONO_ERROR_INIT;
    char *bytes;
    gsize size;
    if (base)
        return base;
    start_runtime();
    FUZZ_CHECK(g_file_get_contents(FUZZ_BASE, &bytes, &size, NULL));
    base = mono_image_open_from_memory((uint8_t *)bytes, size, "Base.exe", &error);
    FUZZ_CHECK(base && mono_assembly_from_image(base, &error));
    return base;
}

MonoClass *fuzz_class(const char *name)
{
    MonoError error = MONO_ERROR_INIT;
    MonoClass *klass = mono_class_from_name(fuzz_base(), "", name);
    FUZZ_CHECK(klass && mono_class_init_checked(klass, &error));
    return klass;
}

void fuzz_forget(MonoError *error)
{
    FUZZ_CHECK(!mono_error_ok(error));
    mono_error_clear(error);
}
