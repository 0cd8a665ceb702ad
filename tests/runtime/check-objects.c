/*
 * check-objects.c - objects on the real class library, without running any code of it: strings, arrays, boxing,
 * constants, exceptions from errors, names as Mono gives them, loading of profiler modules.
 */
#include "tests/suite.h"

#include "interp/runtime/heap.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* ---- What other rooms provide ------------------------------------------------------------------------------------ */

static char *last_invoked; /* full name: constructors "run" here */
static MonoSlot last_args[3];

MonoException *mono_invoke_slots(MonoMethod *method, const MonoSlot *args, MonoSlot *ret)
{
    g_free(last_invoked);
    last_invoked = mono_method_full_name(method, TRUE);
    MonoMethodSignature *signature = mono_method_signature(method);
    for (unsigned i = 0; i < 3 && i < signature->param_count + 1u; i++)
        last_args[i] = args[i];
    return NULL;
}

uint32_t mono_type_slots(const MonoType *type)
{
    return 1;
}

void mono_slot_store(const MonoType *type, void *memory, const MonoSlot *slots)
{
}

static MonoError error;

static void setup(void)
{
    mono_gc_init(0);
    mono_assembly_init(".", NULL);
    bool loaded = mono_runtime_init_classes(&error);
    ck_assert_msg(loaded, "%s", error.message);
    mono_exceptions_init();
}

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

static void check_utf8(const char *bytes, size_t size, const char *expected_utf16, const char *expected_back)
{
    MonoString *string = mono_string_new_len(bytes, size);
    GString *text = g_string_new(NULL);
    for (int32_t i = 0; i < string->length; i++)
        g_string_append_printf(text, "%s%04X", i ? " " : "", string->chars[i]);
    ck_assert_str_eq(text->str, expected_utf16);
    ck_assert_uint_eq(string->chars[string->length], 0);
    char *back = mono_string_to_utf8(string);
    ck_assert_str_eq(back, expected_back);
    g_free(back);
    g_string_free(text, TRUE);
}

START_TEST(utf8)
{
    setup();
    check_utf8("", 0, "", "");
    check_utf8("aé€", 6, "0061 00E9 20AC", "aé€");
    check_utf8("\xF0\x9F\x98\x80", 4, "D83D DE00", "\xF0\x9F\x98\x80");
    check_utf8("\xF4\x8F\xBF\xBF", 4, "DBFF DFFF", "\xF4\x8F\xBF\xBF");
    /* Each longest wrong start gives one U+FFFD. */
    check_utf8("\xFFz", 2, "FFFD 007A", "\xEF\xBF\xBDz");
    check_utf8("\xC0\x80", 2, "FFFD FFFD", "\xEF\xBF\xBD\xEF\xBF\xBD");
    check_utf8("\xE2\x82", 2, "FFFD", "\xEF\xBF\xBD");
    check_utf8("\xE2\x82z", 3, "FFFD 007A", "\xEF\xBF\xBDz");
    check_utf8("\xED\xA0\x80", 3, "FFFD FFFD FFFD", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    check_utf8("\xF0\x8F\xBF\xBF", 4, "FFFD FFFD FFFD FFFD", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    uint16_t lone[] = {'a', 0xD800, 'b', 0xDC00};
    char *text = mono_string_to_utf8(mono_string_new_utf16(lone, 4));
    ck_assert_str_eq(text, "a\xEF\xBF\xBD"
                           "b\xEF\xBF\xBD");
    g_free(text);
    ck_assert_ptr_null(mono_string_to_utf8(NULL));
}
END_TEST

START_TEST(interning)
{
    setup();
    MonoString *first = mono_string_new("interned");
    ck_assert_ptr_null(mono_string_is_interned(first));
    ck_assert_ptr_eq(mono_string_intern(first), first);
    ck_assert_ptr_eq(mono_string_intern(mono_string_new("interned")), first);
    ck_assert_ptr_eq(mono_string_is_interned(mono_string_new("interned")), first);
    mono_gc_collect();
    ck_assert(mono_gc_is_object(first));
    ck_assert(mono_string_equal(first, mono_string_new("interned")));
    ck_assert(!mono_string_equal(first, mono_string_new("internee")) && !mono_string_equal(first, NULL));
    ck_assert_ptr_null(mono_ldstr(mono_defaults.corlib, 0xFFFFFF, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_BAD_IMAGE);
    mono_error_clear(&error);
    MonoString *literal = mono_ldstr(mono_defaults.corlib, 1, &error);
    ck_assert(literal && literal->length > 0);
    ck_assert_ptr_eq(mono_ldstr(mono_defaults.corlib, 1, &error), literal);
    ck_assert_ptr_eq(mono_string_is_interned(literal), literal);
}
END_TEST

/* ---- Arrays, boxes, constants ------------------------------------------------------------------------------------ */

START_TEST(arrays)
{
    setup();
    uintptr_t lengths[] = {3, 4}, absurd[] = {INT32_MAX, INT32_MAX, INT32_MAX}, negative[] = {1, (uintptr_t)-1};
    intptr_t lower[] = {-1, 5};
    MonoClass *matrix = mono_class_array(mono_defaults.string, 2, false);
    MonoArray *array = mono_array_new_full(matrix, lengths, lower, &error);
    ck_assert_uint_eq(array->length, 12);
    ck_assert_int_eq(array->bounds[0].lower_bound, -1);
    ck_assert_uint_eq(array->bounds[1].length, 4);
    mono_array_set(array, MonoString *, 11, mono_string_new("last"));
    MonoArray *copy = (MonoArray *)mono_object_clone(&array->object, &error);
    ck_assert(copy->bounds != array->bounds && copy->bounds[1].lower_bound == 5);
    ck_assert_ptr_eq(mono_array_get(copy, void *, 11), mono_array_get(array, void *, 11));
    ck_assert((uint8_t *)copy + mono_object_size(&copy->object) == (uint8_t *)(copy->bounds + 2));
    ck_assert_ptr_null(mono_array_new_full(mono_class_array(mono_defaults.int64, 3, false), absurd, NULL, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_OUT_OF_MEMORY);
    mono_error_clear(&error);
    ck_assert_ptr_null(mono_array_new_full(matrix, negative, NULL, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_EXCEPTION);
    ck_assert_str_eq(mono_object_class(error.exception)->name, "OverflowException");
    mono_error_clear(&error);
    ck_assert_ptr_null(mono_array_new(mono_defaults.byte_class, (uintptr_t)INT32_MAX + 1));
    ck_assert_uint_eq(mono_array_new(mono_defaults.byte_class, 0)->length, 0);
}
END_TEST

START_TEST(boxes)
{
    setup();
    int32_t value = 42;
    MonoObject *boxed = mono_value_box(mono_defaults.int32, &value, &error);
    MonoClass *const args[] = {mono_defaults.int32};
    MonoClass *nullable = mono_class_instantiate(mono_defaults.nullable, mono_generic_inst(args, 1));
    ck_assert(mono_class_init_checked(nullable, &error));
    uint64_t memory = 0;
    ck_assert_uint_le(nullable->value_size, sizeof memory);
    ck_assert(mono_nullable_init(nullable, &memory, boxed));
    MonoObject *again = mono_value_box(nullable, &memory, &error);
    ck_assert_ptr_eq(mono_object_class(again), mono_defaults.int32);
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(again), 42);
    ck_assert(mono_nullable_init(nullable, &memory, NULL));
    ck_assert_ptr_null(mono_value_box(nullable, &memory, &error));
    ck_assert(!mono_nullable_init(nullable, &memory, (MonoObject *)mono_string_new("no int")));
    ck_assert(mono_object_isinst(boxed, mono_defaults.object) && mono_object_isinst(boxed, mono_defaults.valuetype));
    ck_assert(!mono_object_isinst(boxed, mono_defaults.string));
}
END_TEST

static MonoObject *constant(const char *class_name, const char *field_name)
{
    MonoClass *klass = mono_class_from_name(mono_defaults.corlib, "System", class_name);
    ck_assert(klass && mono_class_setup_fields(klass, &error));
    MonoClassField *field = mono_class_find_field(klass, field_name);
    return mono_constant_object(klass->image, field->token, field->type.klass, &error);
}

START_TEST(constants)
{
    setup();
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(constant("Int32", "MaxValue")), INT32_MAX);
    ck_assert(*(double *)mono_object_unbox(constant("Double", "MaxValue")) > 1.7e308);
    MonoObject *friday = constant("DayOfWeek", "Friday");
    ck_assert_str_eq(mono_object_class(friday)->name, "DayOfWeek");
    ck_assert_int_eq(*(int32_t *)mono_object_unbox(friday), 5);
    ck_assert_ptr_null(mono_constant_object(mono_defaults.corlib, 0x04FFFFFF, NULL, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_BAD_IMAGE);
    mono_error_clear(&error);
}
END_TEST

/* ---- Exceptions -------------------------------------------------------------------------------------------------- */

START_TEST(exceptions)
{
    setup();
    MonoException *exception = mono_exception_index_out_of_range();
    ck_assert_str_eq(last_invoked, "System.IndexOutOfRangeException:.ctor ()");
    ck_assert_ptr_eq(last_args[0].o, &exception->object);
    mono_exception_null_reference();
    ck_assert_str_eq(last_invoked, "System.NullReferenceException:.ctor (string)");
    mono_exception_argument("param", "message");
    ck_assert_str_eq(last_invoked, "System.ArgumentException:.ctor (string,string)");
    ck_assert(mono_string_equal((MonoString *)last_args[1].o, mono_string_new("message")));
    mono_exception_argument_null("param");
    ck_assert_str_eq(last_invoked, "System.ArgumentNullException:.ctor (string)");
    mono_exception_type_initialization(mono_defaults.string, exception);
    ck_assert_str_eq(last_invoked, "System.TypeInitializationException:.ctor (string,System.Exception)");
    ck_assert(mono_string_equal((MonoString *)last_args[1].o, mono_string_new("System.String")));
    mono_error_set(&error, MONO_ERROR_FILE_NOT_FOUND, "a.dll", "no file");
    exception = mono_error_exception(&error);
    ck_assert(mono_error_ok(&error));
    ck_assert_str_eq(mono_object_class(&exception->object)->name, "FileNotFoundException");
    ck_assert_str_eq(last_invoked, "System.IO.FileNotFoundException:.ctor (string,string)");
    mono_error_set(&error, MONO_ERROR_OUT_OF_MEMORY, NULL, "no memory for a test");
    ck_assert_ptr_eq(mono_error_exception(&error), mono_exception_out_of_memory());
    char *text = mono_string_to_utf8(mono_exception_stack_overflow()->message);
    ck_assert_str_eq(text, "The requested operation caused a stack overflow.");
    g_free(text);
}
END_TEST

/* ---- Profiler modules -------------------------------------------------------------------------------------------- */

/* A module that is linked in. */
static char *given;
__attribute__((visibility("default"))) void mono_profiler_init_linkedin(const char *desc);
void mono_profiler_init_linkedin(const char *desc)
{
    given = g_strdup(desc);
}

/* What loading says on stderr; one line at most. */
static char *load_and_listen(const char *descriptor, bool expected)
{
    const char *const dirs[] = {"/nowhere", NULL};
    char name[] = "/tmp/check-objects-XXXXXX", *text;
    int file = mkstemp(name), saved = dup(2);
    dup2(file, 2);
    bool loaded = mono_profiler_load_module(descriptor, dirs);
    dup2(saved, 2);
    close(saved);
    close(file);
    ck_assert(loaded == expected);
    ck_assert(g_file_get_contents(name, &text, NULL, NULL));
    unlink(name);
    ck_assert(!*text == expected);
    ck_assert(expected || strchr(text, '\n') == text + strlen(text) - 1);
    return text;
}

START_TEST(modules)
{
    load_and_listen("linkedin:a=b,c", true);
    ck_assert_str_eq(given, "linkedin:a=b,c");
    char *text = load_and_listen("unknown:x", false);
    ck_assert_msg(strstr(text, "'unknown'") && strstr(text, "/nowhere"), "%s", text);
    text = load_and_listen("../evil", false);
    ck_assert_msg(strstr(text, "../evil"), "%s", text);
    load_and_listen("", false);
}
END_TEST

SUITE("objects", 60, utf8, interning, arrays, boxes, constants, exceptions, modules)
