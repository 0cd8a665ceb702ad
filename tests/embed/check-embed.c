/*
 * check-embed.c - monosp.h, function by function, on the example's assembly and mscorlib. Each test is a process of its
 * own (Check forks), so each starts the runtime anew.
 */
#include <monosp.h>

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/suite.h"

static MonoDomain *domain;
static MonoImage *image;

static void start(void)
{
    domain = mono_jit_init(EMBEDDED_EXE);
    ck_assert_ptr_nonnull(domain);
    MonoAssembly *assembly = mono_domain_assembly_open(domain, EMBEDDED_EXE);
    ck_assert_ptr_nonnull(assembly);
    image = mono_assembly_get_image(assembly);
}

static MonoMethod *method_of(MonoClass *klass, const char *name, int count)
{
    MonoMethod *method = mono_class_get_method_from_name(klass, name, count);
    ck_assert_msg(method != NULL, "no method %s", name);
    return method;
}

static void assert_text(MonoString *string, const char *wanted)
{
    char *text = mono_string_to_utf8(string);
    ck_assert_str_eq(text, wanted);
    mono_free(text);
}

START_TEST(starts_once)
{
    start();
    ck_assert_ptr_null(mono_jit_init("again"));
    ck_assert_ptr_eq(mono_domain_get(), domain);
    ck_assert_ptr_eq(mono_get_root_domain(), domain);
    ck_assert_ptr_nonnull(mono_thread_current());
    mono_jit_cleanup(domain);
    mono_jit_cleanup(domain);
}
END_TEST

START_TEST(absent_things_are_null)
{
    start();
    ck_assert_ptr_null(mono_domain_assembly_open(domain, "/nowhere/none.dll"));
    ck_assert_ptr_null(mono_domain_assembly_open(domain, "/proc/self/exe"));
    ck_assert_ptr_null(mono_class_from_name(image, "Embedded", "None"));
    MonoClass *work = mono_class_from_name(image, "Embedded", "Work");
    ck_assert_ptr_null(mono_class_get_method_from_name(work, "None", -1));
    ck_assert_ptr_null(mono_class_get_method_from_name(work, "Sum", 2));
    ck_assert_ptr_null(mono_class_get_field_from_name(work, "None"));
    ck_assert_ptr_null(mono_class_get_property_from_name(work, "None"));
    ck_assert_ptr_null(mono_object_new(domain, work)); /* static: abstract */
    ck_assert_ptr_null(mono_string_new(domain, NULL));
    ck_assert_ptr_null(mono_string_to_utf8(NULL));
    ck_assert_ptr_null(mono_exception_from_name_msg(mono_get_corlib(), "System", "String", "no exception"));
}
END_TEST

START_TEST(classes_tell_what_they_are)
{
    start();
    MonoClass *point = mono_class_from_name(image, "Embedded", "Point");
    uint32_t align;
    ck_assert_int_eq(mono_class_value_size(point, &align), 16);
    ck_assert_uint_eq(align, 8);
    ck_assert(mono_class_is_valuetype(point));
    ck_assert_str_eq(mono_class_get_name(mono_class_get_parent(point)), "ValueType");
    ck_assert(!mono_class_is_enum(point));
    MonoClass *list = mono_class_from_name(mono_get_corlib(), "System.Collections", "ArrayList");
    MonoClass *ilist = mono_class_from_name(mono_get_corlib(), "System.Collections", "IList");
    ck_assert(mono_class_is_subclass_of(list, ilist, 1));
    ck_assert(!mono_class_is_subclass_of(list, ilist, 0));
    ck_assert(mono_class_is_subclass_of(list, mono_get_object_class(), 0));
    MonoClass *array = mono_array_class_get(point, 1);
    ck_assert_int_eq(mono_array_element_size(array), 16);
    ck_assert_ptr_eq(mono_class_get_element_class(array), point);
    MonoMethod *sum = method_of(mono_class_from_name(image, "Embedded", "Work"), "Sum", 1);
    char *name = mono_method_full_name(sum, 1);
    ck_assert_str_eq(name, "Embedded.Work:Sum (int[])");
    mono_free(name);
    ck_assert_uint_eq(mono_signature_get_param_count(mono_method_signature(sum)), 1);
}
END_TEST

START_TEST(strings_and_arrays)
{
    start();
    MonoString *string = mono_string_new_len(domain, "gr\xc3\xbc\xc3\x9f", 5); /* cut in a character */
    ck_assert_int_eq(mono_string_length(string), 4);
    ck_assert_int_eq(mono_string_chars(string)[2], 0xfc);
    ck_assert_int_eq(mono_string_chars(string)[3], 0xfffd);
    const mono_unichar2 text[] = {'a', 0, 'b'};
    MonoString *same = mono_string_new_utf16(domain, text, 3);
    ck_assert(mono_string_equal(same, mono_string_new_utf16(domain, text, 3)));
    ck_assert(!mono_string_equal(same, string));
    ck_assert_ptr_eq(mono_string_intern(same), mono_string_intern(mono_string_new_utf16(domain, text, 3)));
    MonoArray *array = mono_array_new(domain, mono_get_string_class(), 3);
    ck_assert_uint_eq(mono_array_length(array), 3);
    mono_array_setref(array, 1, string);
    ck_assert_ptr_null(mono_array_get(array, MonoString *, 0));
    ck_assert_ptr_eq(mono_array_get(array, MonoString *, 1), string);
    MonoObject *copy = mono_object_clone((MonoObject *)array);
    ck_assert_ptr_eq(mono_array_get((MonoArray *)copy, MonoString *, 1), string);
    ck_assert_uint_ge(mono_object_get_size(copy), 24);
}
END_TEST

START_TEST(values_are_boxed_and_virtual_calls_found)
{
    start();
    int32_t number = -7;
    MonoObject *box = mono_value_box(domain, mono_get_int32_class(), &number), *exc;
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(box), -7);
    assert_text(mono_object_to_string(box, &exc), "-7");
    ck_assert_ptr_null(exc);
    ck_assert_ptr_eq(mono_object_isinst(box, mono_get_int32_class()), box);
    ck_assert_ptr_null(mono_object_isinst(box, mono_get_string_class()));
    MonoMethod *to_string = method_of(mono_get_object_class(), "ToString", 0);
    MonoMethod *own = mono_object_get_virtual_method(box, to_string);
    ck_assert_ptr_eq(mono_method_get_class(own), mono_get_int32_class());
    ck_assert_int_eq(mono_object_hash(box), mono_object_hash(box));
}
END_TEST

START_TEST(exceptions_come_out)
{
    start();
    MonoObject *exc = NULL;
    MonoMethod *parse = NULL;
    MonoMethodDesc *desc = mono_method_desc_new("System.Int32:Parse(string)", 1);
    parse = mono_method_desc_search_in_class(desc, mono_get_int32_class());
    ck_assert_ptr_nonnull(parse);
    ck_assert_ptr_eq(mono_method_desc_search_in_image(desc, mono_get_corlib()), parse);
    mono_method_desc_free(desc);
    MonoObject *result = mono_runtime_invoke(parse, NULL, (void *[]){mono_string_new(domain, "12")}, &exc);
    ck_assert_ptr_null(exc);
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(result), 12);
    result = mono_runtime_invoke(parse, NULL, (void *[]){mono_string_new(domain, "x")}, &exc);
    ck_assert_ptr_null(result);
    ck_assert_str_eq(mono_class_get_name(mono_object_get_class(exc)), "FormatException");
    mono_runtime_invoke(NULL, NULL, NULL, &exc);
    ck_assert_str_eq(mono_class_get_name(mono_object_get_class(exc)), "InvalidOperationException");
    MonoException *made = mono_exception_from_name_msg(mono_get_corlib(), "System", "ArithmeticException", "own words");
    MonoProperty *message = mono_class_get_property_from_name(mono_get_exception_class(), "Message");
    assert_text((MonoString *)mono_property_get_value(message, made, NULL, NULL), "own words");
    ck_assert_ptr_nonnull(mono_get_exception_argument("parameter", "message"));
    ck_assert_ptr_nonnull(mono_get_exception_argument_null("parameter"));
    ck_assert_ptr_nonnull(mono_get_exception_not_supported("message"));
    ck_assert(!mono_runtime_set_pending_exception(made, 1)); /* no managed code waits */
}
END_TEST

/* In a child, whose stderr goes nowhere. Gives its exit code. */
static int exit_code_of(void (*scenario)(void))
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(99);
        scenario();
        _exit(0);
    }
    ck_assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void parse_badly(void)
{
    start();
    MonoMethodDesc *desc = mono_method_desc_new("System.Int32:Parse(string)", 1);
    MonoMethod *parse = mono_method_desc_search_in_class(desc, mono_get_int32_class());
    mono_runtime_invoke(parse, NULL, (void *[]){mono_string_new(domain, "x")}, NULL);
}

static void exit_from_managed_code(void)
{
    start();
    int32_t code = 7;
    MonoClass *environment = mono_class_from_name(mono_get_corlib(), "System", "Environment");
    mono_runtime_invoke(method_of(environment, "Exit", 1), NULL, (void *[]){&code}, NULL);
}

START_TEST(what_nobody_catches_ends_the_process)
{
    ck_assert_int_eq(exit_code_of(parse_badly), 1);
    ck_assert_int_eq(exit_code_of(exit_from_managed_code), 7);
}
END_TEST

static void throw_in_c(void)
{
    mono_runtime_set_pending_exception(mono_get_exception_argument_null("what"), 0);
    ck_assert(!mono_runtime_set_pending_exception(mono_get_exception_not_supported("two"), 0));
}

/* An exception that C sets is thrown in the managed caller, and comes out of the outer call. */
START_TEST(internal_calls_throw_by_returning)
{
    start();
    mono_add_internal_call("Embedded.Work::Refuse", (const void *)throw_in_c);
    MonoObject *exc = NULL;
    MonoClass *work = mono_class_from_name(image, "Embedded", "Work");
    ck_assert_ptr_null(mono_runtime_invoke(method_of(work, "CatchHost", 0), NULL, NULL, &exc));
    ck_assert_str_eq(mono_class_get_name(mono_object_get_class(exc)), "ArgumentNullException");
}
END_TEST

static void spoil_stack(void)
{
    volatile char room[4096];
    memset((char *)room, 0, sizeof room);
}

static __attribute__((noinline)) void make_handles(uint32_t *strong, uint32_t *weak)
{
    MonoClass *account = mono_class_from_name(image, "Embedded", "Account");
    MonoObject *kept = mono_object_new(domain, account), *lost = mono_object_new(domain, account);
    *strong = mono_gchandle_new(kept, 0);
    *weak = mono_gchandle_new_weakref(lost, 0);
    ck_assert_ptr_eq(mono_gchandle_get_target(*weak), lost);
}

START_TEST(handles_keep_objects)
{
    uint32_t strong[64], weak[64];
    unsigned lost = 0;
    start();
    for (int i = 0; i < 64; i++)
        make_handles(&strong[i], &weak[i]);
    spoil_stack();
    int64_t used = mono_gc_get_used_size();
    ck_assert(used > 0);
    mono_gc_collect(0);
    for (int i = 0; i < 64; i++) {
        ck_assert_ptr_nonnull(mono_gchandle_get_target(strong[i]));
        lost += mono_gchandle_get_target(weak[i]) == NULL;
        mono_gchandle_free(strong[i]);
        mono_gchandle_free(weak[i]);
    }
    ck_assert_uint_ge(lost, 60); /* the stack is scanned conservatively */
    ck_assert_ptr_null(mono_gchandle_get_target(0));
    ck_assert(mono_gc_get_heap_size() > 0);
}
END_TEST

START_TEST(fields_of_all_kinds)
{
    start();
    MonoClass *account = mono_class_from_name(image, "Embedded", "Account");
    MonoObject *object = mono_object_new(domain, account);
    mono_runtime_object_init(object);
    MonoClassField *owner = mono_class_get_field_from_name(account, "Owner");
    MonoClassField *made = mono_class_get_field_from_name(account, "Made");
    MonoString *text;
    mono_field_get_value(object, owner, &text);
    assert_text(text, "nobody");
    ck_assert_str_eq(mono_field_get_name(owner), "Owner");
    int32_t number = 40;
    MonoVTable *vtable = mono_class_vtable(domain, account);
    mono_runtime_class_init(vtable);
    mono_field_static_set_value(vtable, made, &number);
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(mono_field_get_value_object(domain, made, NULL)), 40);
    MonoClassField *most = mono_class_get_field_from_name(mono_get_int32_class(), "MaxValue"); /* a literal */
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(mono_field_get_value_object(domain, most, NULL)), INT32_MAX);
}
END_TEST

static int called;

static int32_t overloaded_int(int32_t value)
{
    called += 1;
    return value + 1;
}

/* A registered function comes before the runtime's own. */
static int32_t own_processor_count(void)
{
    called += 100;
    return overloaded_int(41);
}

START_TEST(internal_calls_can_be_replaced)
{
    start();
    mono_add_internal_call("System.Environment::get_ProcessorCount", (const void *)own_processor_count);
    MonoClass *environment = mono_class_from_name(mono_get_corlib(), "System", "Environment");
    MonoObject *count =
        mono_property_get_value(mono_class_get_property_from_name(environment, "ProcessorCount"), NULL, NULL, NULL);
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(count), 42);
    ck_assert_int_eq(called, 101);
}
END_TEST

START_TEST(main_tells_its_exit_code)
{
    start();
    MonoAssembly *assembly = mono_domain_assembly_open(domain, EMBEDDED_EXE);
    char *argv[] = {(char *)EMBEDDED_EXE, (char *)"a", (char *)"b", (char *)"c"};
    ck_assert_int_eq(mono_jit_exec(domain, assembly, 4, argv), 3);
    mono_jit_cleanup(domain);
}
END_TEST

START_TEST(limits_are_kept)
{
    monosp_set_limits(32 << 20, 0);
    start();
    MonoObject *exc = NULL;
    ck_assert_ptr_null(mono_array_new(domain, mono_get_int64_class(), 8 << 20));
    MonoArray *small = mono_array_new(domain, mono_get_int64_class(), 1 << 10);
    ck_assert_ptr_nonnull(small);
    mono_object_to_string((MonoObject *)small, &exc);
    ck_assert_ptr_null(exc);
}
END_TEST

SUITE("embed", 60, starts_once, absent_things_are_null, classes_tell_what_they_are, strings_and_arrays,
      values_are_boxed_and_virtual_calls_found, exceptions_come_out, what_nobody_catches_ends_the_process,
      internal_calls_throw_by_returning, handles_keep_objects, fields_of_all_kinds, internal_calls_can_be_replaced,
      main_tells_its_exit_code, limits_are_kept)
