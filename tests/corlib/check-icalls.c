/*
 * check-icalls.c - internal calls: names, look-up, number corner cases, sharing of files, waits, native layouts.
 */
#include "tests/suite.h"

#include <math.h>
#include <string.h>

#include "interp/corlib/marshal.h"
#include "interp/exec/exec.h"

static void start(void)
{
    static bool started;
    MonoError error = MONO_ERROR_INIT;
    if (started)
        return;
    started = true;
    mono_assembly_init(".", NULL);
    mono_gc_init(0);
    interp_exec_init(0);
    ck_assert_msg(mono_runtime_init_classes(&error), "%s", error.message);
    mono_exceptions_init();
    char *argv[] = {"check", NULL};
    ck_assert_msg(mono_corlib_init(1, argv, &error), "%s", error.message);
}

static MonoClass *corlib_class(const char *name_space, const char *name)
{
    MonoClass *klass = mono_class_from_name(mono_defaults.corlib, name_space, name);
    MonoError error = MONO_ERROR_INIT;
    ck_assert_ptr_nonnull(klass);
    ck_assert_msg(mono_class_init_checked(klass, &error), "%s", error.message);
    return klass;
}

static MonoMethod *find(MonoClass *klass, const char *icall_name)
{
    for (uint32_t i = 0; i < klass->method_count; i++) {
        char *name = mono_icall_name(klass->methods[i]);
        bool same = strcmp(name, icall_name) == 0;
        g_free(name);
        if (same)
            return klass->methods[i];
    }
    return NULL;
}

/* Each shape of parameter that names distinguish. */
START_TEST(names)
{
    start();
    ck_assert_ptr_nonnull(find(corlib_class("System", "Math"), "System.Math::Abs(double)"));
    ck_assert_ptr_nonnull(find(corlib_class("System", "Math"), "System.Math::Abs(single)"));
    ck_assert_ptr_nonnull(find(corlib_class("System.Threading", "Interlocked"),
                               "System.Threading.Interlocked::CompareExchange(object&,object&,object&,object&)"));
    ck_assert_ptr_nonnull(find(corlib_class("System", "Buffer"), "System.Buffer::InternalMemcpy(byte*,byte*,int)"));
    ck_assert_ptr_nonnull(find(corlib_class("System.IO", "MonoIO"),
                               "System.IO.MonoIO::Write(intptr,byte[],int,int,System.IO.MonoIOError&)"));
    ck_assert_ptr_nonnull(find(mono_defaults.string, "System.String::.ctor(sbyte*,int,int,System.Text.Encoding)"));
    ck_assert_ptr_nonnull(find(mono_defaults.string, "System.String::.ctor(System.ReadOnlySpan`1<char>)"));
}
END_TEST

/* A row with parameters wins over one without; other spellings find the same row; nothing is found by accident. */
START_TEST(lookup)
{
    start();
    MonoClass *math = corlib_class("System", "Math");
    MonoICall of_double = mono_icall_find(find(math, "System.Math::Abs(double)"));
    MonoICall of_single = mono_icall_find(find(math, "System.Math::Abs(single)"));
    ck_assert(of_double && of_single && of_double != of_single);
    ck_assert(mono_icall_find_name("System.Math::Abs(float)") == of_single);
    ck_assert(mono_icall_find_name("System.Math::Abs(System.Double)") == of_double);
    ck_assert(!mono_icall_find_name("System.Math::Abs(decimal)"));
    ck_assert(!mono_icall_find_name("System.Math::NoSuch"));
    ck_assert(!mono_icall_find_name(""));
    ck_assert(mono_icall_find_name("System.String::.ctor(char*,System.Int32,int)"));
}
END_TEST

/* mscorlib asks for about 620; the few that are left out are of parts that this runtime does not have. */
START_TEST(missing)
{
    static const char *const absent[] = {"WindowsRuntime", "Com", "COM", "ArgIterator",
                                         "TypedReference", "_WinRT", "GetNativeActivationFactory", "Normalization",
                                         "NumberFormatter::GetFormatterTables"};
    start();
    unsigned count = 0;
    for (uint32_t row = 1; row <= mono_image_rows(mono_defaults.corlib, MONO_TABLE_METHOD); row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoMethod *method = mono_method_get_checked(mono_defaults.corlib, 0x06000000 | row, NULL, &error);
        ck_assert_msg(method != NULL, "%s", error.message);
        if (method->kind != MONO_METHOD_ICALL || mono_icall_find(method))
            continue;
        char *name = mono_icall_name(method);
        bool known = false;
        for (size_t i = 0; i < G_N_ELEMENTS(absent); i++)
            known |= strstr(name, absent[i]) != NULL;
        ck_assert_msg(known, "%s has no row", name);
        g_free(name);
        count++;
    }
    ck_assert_uint_lt(count, 60);
}
END_TEST

static MonoSlot call(const char *name, MonoSlot *args)
{
    MonoICall function = mono_icall_find_name(name);
    MonoSlot ret = {0};
    ck_assert_msg(function != NULL, "%s", name);
    function(args, &ret);
    return ret;
}

static double unary(const char *name, double x)
{
    return call(name, &(MonoSlot){.r8 = x}).r8;
}

START_TEST(numbers)
{
    start();
    ck_assert_double_eq(unary("System.Math::Round(double)", 2.5), 2);
    ck_assert_double_eq(unary("System.Math::Round(double)", -3.5), -4);
    ck_assert(signbit(unary("System.Math::Round(double)", -0.2)));
    ck_assert(isnan(unary("System.Math::Sqrt", -1)));
    ck_assert(isinf(unary("System.Math::Log", 0)));
    ck_assert_double_eq(call("System.Math::Pow", (MonoSlot[]){{.r8 = 1}, {.r8 = NAN}}).r8, 1);
    int32_t word = INT32_MAX;
    ck_assert_int_eq(call("System.Threading.Interlocked::Increment(int&)", (MonoSlot[]){{.p = &word}}).i4, INT32_MIN);
    double real = NAN; /* compared as bits: NaN equals itself */
    call("System.Threading.Interlocked::CompareExchange(double&,double,double)",
         (MonoSlot[]){{.p = &real}, {.r8 = 7}, {.r8 = NAN}});
    ck_assert_double_eq(real, 7);
}
END_TEST

START_TEST(text)
{
    start();
    uint16_t lone[] = {'a', 0xd800, 'b', 0xd83d, 0xde00, 0};
    char *utf8 = glue_utf8(lone, -1);
    ck_assert_str_eq(utf8, "a\xef\xbf\xbd" "b\xf0\x9f\x98\x80");
    g_free(utf8);
    utf8 = glue_utf8(lone, 2);
    ck_assert_str_eq(utf8, "a\xef\xbf\xbd");
    g_free(utf8);
}
END_TEST

/* Events, semaphores: taken when free, timed out when not; a closed or foreign handle fails. */
START_TEST(waits)
{
    start();
    int32_t error, previous;
    void *event = call("System.Threading.NativeEventCalls::CreateEvent_icall",
                       (MonoSlot[]){{.i4 = 0}, {.i4 = 1}, {.p = NULL}, {.i4 = 0}, {.p = &error}}).p;
    MonoSlot wait[] = {{.p = &event}, {.i4 = 1}, {.i4 = 0}, {.i4 = 0}};
    ck_assert_int_eq(call("System.Threading.WaitHandle::Wait_internal", wait).i4, 0);
    ck_assert_int_eq(call("System.Threading.WaitHandle::Wait_internal", wait).i4, 0x102);
    call("System.Threading.NativeEventCalls::CloseEvent_internal", &(MonoSlot){.p = event});
    ck_assert_int_eq(call("System.Threading.WaitHandle::Wait_internal", wait).i4, 0x7fffffff);
    void *semaphore = call("System.Threading.Semaphore::CreateSemaphore_icall",
                           (MonoSlot[]){{.i4 = 1}, {.i4 = 2}, {.p = NULL}, {.i4 = 0}, {.p = &error}}).p;
    MonoSlot release[] = {{.p = semaphore}, {.i4 = 1}, {.p = &previous}};
    ck_assert_int_eq(call("System.Threading.Semaphore::ReleaseSemaphore_internal", release).i4, 1);
    ck_assert_int_eq(previous, 1);
    ck_assert_int_eq(call("System.Threading.Semaphore::ReleaseSemaphore_internal", release).i4, 0);
}
END_TEST

START_TEST(layouts)
{
    MonoError error = MONO_ERROR_INIT;
    start();
    MarshalLayout *layout = marshal_layout(corlib_class("System", "Guid"), &error);
    ck_assert(layout && layout->blittable && layout->size == 16 && layout->align == 4);
    ck_assert_ptr_null(marshal_layout(corlib_class("System", "DateTime"), &error)); /* automatic layout */
    ck_assert_int_eq(error.code, MONO_ERROR_ARGUMENT);
    mono_error_clear(&error);
    ck_assert_ptr_null(marshal_layout(mono_defaults.string, &error));
    mono_error_clear(&error);
    MarshalSpec spec;
    uint8_t native_u1 = 0x04;
    ck_assert(marshal_spec(&mono_defaults.boolean->byval_type, (MonoBlob){0}, false, false, &spec, &error));
    ck_assert(spec.kind == MARSHAL_BOOL4 && spec.size == 4 && spec.managed_size == 1);
    ck_assert(marshal_spec(&mono_defaults.boolean->byval_type, (MonoBlob){&native_u1, 1}, false, false, &spec, &error));
    ck_assert(spec.kind == MARSHAL_BOOL1 && spec.size == 1);
    ck_assert(!marshal_spec(&mono_defaults.object->byval_type, (MonoBlob){0}, false, false, &spec, &error));
    mono_error_clear(&error);
}
END_TEST

static bool never(void *data)
{
    return false;
}

/* Nothing queued: a wait without limit ends at once, one with a limit takes its time. */
START_TEST(empty_queue)
{
    start();
    ck_assert(!mono_queue_run_one());
    ck_assert(!mono_queue_wait(never, NULL, -1));
    int64_t before = glue_ticks();
    ck_assert(!mono_queue_wait(never, NULL, 20));
    ck_assert_int_ge(glue_ticks() - before, 200000);
}
END_TEST

SUITE("corlib internal calls", 60, names, lookup, missing, numbers, text, waits, layouts, empty_queue)
