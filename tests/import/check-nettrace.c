/*
 * check-nettrace.c - nettrace files put together by hand, sound ones and ones that contradict themselves. Files of
 * .NET's own runtime are read in tests/e2e/test_nettrace.py.
 */
#include "profiler/eventpipe/nettrace.h"
#include "profiler/import/import.h"
#include "tests/export/support.h"
#include "tests/import/nettrace-file.h"
#include "tests/suite.h"

#include <string.h>

static SpProfile *try_to_read(GByteArray *file, GError **error)
{
    put_u8(file, NETTRACE_NULL_REFERENCE);
    SpProfile *p = sp_import_bytes(file->data, file->len, "x", error);
    g_byte_array_unref(file);
    return p;
}

static SpProfile *read_all(GByteArray *file)
{
    GError *error = NULL;
    SpProfile *p = try_to_read(file, &error);
    ck_assert_msg(p != NULL, "refused: %s", error ? error->message : "");
    return p;
}

static void assert_refused(GByteArray *file, const char *why)
{
    GError *error = NULL;
    SpProfile *p = try_to_read(file, &error);
    ck_assert_msg(p == NULL, "taken, but should be refused for '%s'", why);
    ck_assert_msg(strstr(error->message, why) && g_str_has_prefix(error->message, "x: byte "), "%s", error->message);
    g_error_free(error);
}

/* "THREAD|FRAME|FRAME" has this time. */
static void assert_time(const SpProfile *p, const char *stack, int64_t ns)
{
    GHashTable *times = stacks_of(p, NANOSECONDS, true);
    ck_assert_msg(weight_of(times, stack) == ns, "%s: %lld ns instead of %lld", stack,
                  (long long)weight_of(times, stack), (long long)ns);
    g_hash_table_unref(times);
}

/* A file with definitions, and stacks with the numbers 1, 2 ... */
static GByteArray *start(uint32_t count, const uint64_t (*stacks)[8])
{
    GByteArray *file = nettrace_start(8);
    put_definitions(file, true);
    if (count)
        put_stacks(file, 8, 1, count, stacks);
    return file;
}

/* A sample of thread 77 in a file without names. */
static void put_sample(Block *block, uint32_t stack, int64_t ticks)
{
    put_event(block, (Event){DEFINED_SAMPLE, 77, stack, ticks}, sample_payload(NETTRACE_SAMPLE_MANAGED));
}

static const SpFunction *function_named(const SpProfile *p, const char *name)
{
    for (guint i = 0; i < p->functions->len; i++)
        if (!strcmp(sp_function(p, i)->name, name))
            return sp_function(p, i);
    ck_abort_msg("no function %s", name);
}

/* ---- What is read ----------------------------------------------------------------------------------------------- */

static void check_whole(bool compressed, uint32_t pointer_size)
{
    SpProfile *p = read_all(nettrace_whole(compressed, pointer_size));
    ck_assert_int_eq(sp_profile_sum(p).samples, 4);
    assert_time(p, "Main|App.Prog.Main(string[])|App.Box<T_REF>.Get(int)", 1500000);
    assert_time(p, "Main|App.Prog.Main(string[])|dynamicClass.Made()", 1000000);
    assert_time(p, "Main|App.Prog.Main(string[])|?!?|[native]", 1000000);
    assert_time(p, "Thread|App.Prog.Wait()|[native]", 1000000);
    ck_assert_int_eq(sp_profile_sum(p).ns, 4500000);
    ck_assert(p->has_time && p->samples_complete);
    ck_assert_uint_eq(p->samples->len, 4);
    sp_profile_free(p);
}

START_TEST(a_stack_has_the_time_to_the_next_sample_of_its_thread_and_the_last_one_an_interval)
{
    check_whole(true, 8);
}
END_TEST

START_TEST(blocks_without_compression_and_short_addresses_say_the_same)
{
    check_whole(false, 8);
    check_whole(true, 4);
    check_whole(false, 4);
}
END_TEST

START_TEST(functions_have_mono_s_name_their_module_and_tier)
{
    SpProfile *p = read_all(nettrace_whole(true, 8));
    const SpFunction *get = function_named(p, "App.Box<T_REF>.Get(int)");
    ck_assert_str_eq(get->raw_name, "App.Box`1<T_REF>:Get (int)");
    ck_assert_str_eq(get->module, "App");
    ck_assert_int_eq(get->kind, SP_FUNCTION_MANAGED);
    const SpFunction *unknown = function_named(p, "?!?");
    ck_assert_str_eq(unknown->module, "");
    ck_assert_int_eq(unknown->kind, SP_FUNCTION_NATIVE);
    ck_assert_int_eq(function_named(p, "[native]")->kind, SP_FUNCTION_SYNTHETIC);
    bool jitted = false, precompiled = false;
    for (guint i = 0; i < p->frames->len; i++) {
        const char *name = sp_function(p, sp_frame(p, i)->function)->name;
        jitted |= !strcmp(name, "App.Prog.Main(string[])") && sp_frame(p, i)->tier == SP_TIER_JIT;
        precompiled |= !strcmp(name, get->name) && sp_frame(p, i)->tier == SP_TIER_AOT;
    }
    ck_assert(jitted && precompiled);
    sp_profile_free(p);
}
END_TEST

START_TEST(methods_without_a_sample_are_functions_without_a_node)
{
    SpProfile *p = read_all(nettrace_whole(true, 8));
    function_named(p, "App.Prog.Unseen()");
    GHashTable *stacks = stacks_of(p, SAMPLES, false);
    GHashTableIter each;
    gpointer stack;
    g_hash_table_iter_init(&each, stacks);
    while (g_hash_table_iter_next(&each, &stack, NULL))
        ck_assert_ptr_null(strstr(stack, "Unseen"));
    g_hash_table_unref(stacks);
    sp_profile_free(p);
}
END_TEST

START_TEST(the_head_says_process_date_interval_command_and_runtime)
{
    SpProfile *p = read_all(nettrace_whole(true, 8));
    ck_assert_uint_eq(p->pid, 77);
    ck_assert_int_eq(p->start_unix_ns, 1796040000250000000);
    ck_assert_int_eq(p->interval_ns, 1000000);
    ck_assert_int_eq(p->mean_interval_ns, 1125000);
    ck_assert_int_eq(p->duration_ns, 9000000);
    ck_assert_str_eq(p->command, "dotnet App.dll 3");
    ck_assert_str_eq(p->runtime, "CoreCLR 10.0.3.4");
    ck_assert_str_eq(p->mode, "sample");
    sp_profile_free(p);
}
END_TEST

START_TEST(a_file_of_samples_alone_or_of_nothing_is_a_profile)
{
    static const uint64_t stacks[][8] = {{0x10, 0x20}};
    SpProfile *p = read_all(nettrace_start(8));
    ck_assert_int_eq(sp_profile_sum(p).samples, 0);
    sp_profile_free(p);
    GByteArray *file = start(1, stacks);
    Block block = block_start(true);
    put_sample(&block, 1, 0);
    put_sample(&block, 0, 10000);
    put_object(file, "EventBlock", 2, block.bytes);
    put_object(file, "EventBlock", 2, block_start(true).bytes);
    p = read_all(file);
    assert_time(p, "Main|?!?|?!?", 1000000);
    assert_time(p, "Main|[no stack]", 1000000);
    sp_profile_free(p);
}
END_TEST

START_TEST(fields_that_an_event_leaves_out_are_those_of_the_one_before)
{
    static const uint64_t stacks[][8] = {{0x10}};
    /* flags, what they announce, difference of time, payload */
    static const char later[] = "\x40"
                                "\x90\x4e"
                                "\2\0\0\0",
                      other_thread[] = "\x04\x4e"
                                       "\0"
                                       "\1\0\0\0";
    static const char back[] = "\x84\x4d"
                               "\xf0\xb1\xff\xff\xff\xff\xff\xff\xff\1"
                               "\0"; /* 10 000 ticks */
    GByteArray *file = start(1, stacks);
    Block block = block_start(true);
    put_sample(&block, 1, 20000);
    g_byte_array_append(block.bytes, (const uint8_t *)later, sizeof later - 1);
    g_byte_array_append(block.bytes, (const uint8_t *)other_thread, sizeof other_thread - 1);
    g_byte_array_append(block.bytes, (const uint8_t *)back, sizeof back - 1);
    put_object(file, "EventBlock", 2, block.bytes);
    SpProfile *p = read_all(file);
    ck_assert_int_eq(sp_profile_sum(p).samples, 4);
    assert_time(p, "Main|?!?", 2000000); /* at 2 ms twice, then at 3 ms */
    assert_time(p, "Thread|?!?|[native]", 1000000);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_block_s_longer_header_is_passed_over)
{
    GByteArray *file = start(0, NULL);
    Block block = block_start(true);
    block.bytes->data[0] = 24;
    put_u32(block.bytes, 0xffffffff);
    put_sample(&block, 0, 0);
    put_object(file, "EventBlock", 2, block.bytes);
    SpProfile *p = read_all(file);
    ck_assert_int_eq(sp_profile_sum(p).samples, 1);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_sequence_point_lets_stack_numbers_begin_anew)
{
    static const uint64_t one[][8] = {{0x1010}}, other[][8] = {{0x2010}};
    GByteArray *file = start(0, NULL);
    for (int i = 0; i < 2; i++) {
        put_stacks(file, 8, 1, 1, i ? other : one);
        Block block = block_start(true);
        put_sample(&block, 1, i * 10000);
        put_event(&block, (Event){DEFINED_LOAD, 1, 0, 90000},
                  method_payload(i ? 0x2000 : 0x1000, 0x100, 8, "A", i ? "Two" : "One", "void  ()", 1));
        put_object(file, "EventBlock", 2, block.bytes);
        put_sequence_point(file);
    }
    SpProfile *p = read_all(file);
    assert_time(p, "Main|A.One()", 1000000);
    assert_time(p, "Main|A.Two()", 1000000);
    sp_profile_free(p);
}
END_TEST

START_TEST(fields_and_tags_of_definitions_are_passed_over)
{
    GByteArray *file = nettrace_start(8);
    GByteArray *tagged = definition(1, NETTRACE_SAMPLER, 0), *fields = g_byte_array_new();
    put_u32(tagged, 1); /* a tag with the opcode */
    put_u8(tagged, 1);
    put_u8(tagged, 7);
    put_u32(fields, 1); /* and one with the fields: an array of numbers */
    put_u32(fields, 4 + 4 + 4 + 4);
    put_text(fields, "n");
    put_u32(fields, 19);
    put_u32(fields, 9);
    put_u32(tagged, fields->len);
    put_u8(tagged, 2);
    g_byte_array_append(tagged, fields->data, fields->len);
    g_byte_array_unref(fields);
    GByteArray *old = definition(2, "My-Provider", 3);
    old->data[old->len - 4] = 1; /* a field of its own list */
    put_u32(old, 9);
    put_text(old, "Number");
    GByteArray *least = definition(3, "My-Provider", 4);
    g_byte_array_set_size(least, least->len - 4); /* ends behind the level */
    Block block = block_start(true);
    put_event(&block, (Event){0, 0, 0, 0}, tagged);
    put_event(&block, (Event){0, 0, 0, 0}, old);
    put_event(&block, (Event){0, 0, 0, 0}, least);
    put_object(file, "MetadataBlock", 2, block.bytes);
    block = block_start(true);
    for (uint32_t i = 1; i <= 3; i++)
        put_event(&block, (Event){i, 77, 0, 0}, sample_payload(NETTRACE_SAMPLE_MANAGED));
    put_object(file, "EventBlock", 2, block.bytes);
    SpProfile *p = read_all(file);
    ck_assert_int_eq(sp_profile_sum(p).samples, 1);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_caller_s_address_may_be_the_first_behind_its_code_and_a_leaf_s_not)
{
    static const uint64_t stacks[][8] = {{0x1100, 0x1100}, {0x1000, 0x1000}, {0xfff, 0xfff}};
    GByteArray *file = start(3, stacks);
    Block block = block_start(true);
    for (uint32_t i = 1; i <= 3; i++)
        put_sample(&block, i, i * 10000);
    put_event(&block, (Event){DEFINED_LOAD, 1, 0, 90000}, method_payload(0x1000, 0x100, 8, "A", "F", "void  ()", 1));
    put_object(file, "EventBlock", 2, block.bytes);
    SpProfile *p = read_all(file);
    assert_time(p, "Main|A.F()|?!?", 1000000);
    assert_time(p, "Main|A.F()|A.F()", 1000000);
    assert_time(p, "Main|?!?|?!?", 1000000);
    sp_profile_free(p);
}
END_TEST

START_TEST(of_methods_that_overlap_the_lower_one_keeps_its_code_and_of_equals_the_first)
{
    static const uint64_t stacks[][8] = {{0x1000}, {0x10ff}, {0x1100}, {0x2000}, {0xffffffffffffffff}};
    static const struct {
        uint64_t start;
        uint32_t size;
        const char *name;
    } methods[] = {{0x1080, 0x100, "High"}, {0x1000, 0x100, "Low"}, {0x1000, 0x100, "LowAgain"},
                   {0x2000, 0, "Empty"},    {0x2000, 1, "OneByte"}, {0xfffffffffffffff0, UINT32_MAX, "End"}};
    GByteArray *file = start(5, stacks);
    Block block = block_start(true);
    for (uint32_t i = 1; i <= 5; i++)
        put_sample(&block, i, i * 10000);
    for (size_t i = 0; i < G_N_ELEMENTS(methods); i++)
        put_event(&block, (Event){DEFINED_LOAD, 1, 0, 90000},
                  method_payload(methods[i].start, methods[i].size, 8, "A", methods[i].name, "void  ()", 1));
    put_object(file, "EventBlock", 2, block.bytes);
    SpProfile *p = read_all(file);
    assert_time(p, "Main|A.Low()", 2000000);
    assert_time(p, "Main|A.High()", 1000000);
    assert_time(p, "Main|A.OneByte()", 1000000);
    assert_time(p, "Main|?!?", 1000000);
    sp_profile_free(p);
}
END_TEST

START_TEST(halves_of_characters_in_names_are_made_visible)
{
    GByteArray *file = start(0, NULL), *method = method_payload(0x1000, 1, 8, "A\xF0\x9F\x98\x80", "FF", "", 1);
    Block block = block_start(true);
    method->data[36 + 8 + 1] = 0xd8; /* the first F of the name: a high half alone */
    put_event(&block, (Event){DEFINED_LOAD, 1, 0, 90000}, method);
    put_object(file, "EventBlock", 2, block.bytes);
    SpProfile *p = read_all(file);
    const SpFunction *f = sp_function(p, 0);
    ck_assert_msg(g_str_has_prefix(f->raw_name, "A\xF0\x9F\x98\x80:\xEF\xBF\xBD") &&
                      g_utf8_validate(f->raw_name, -1, NULL),
                  "%s", f->raw_name);
    sp_profile_free(p);
}
END_TEST

/* ---- What is refused -------------------------------------------------------------------------------------------- */

START_TEST(other_versions_are_refused_by_number_with_the_one_that_is_read)
{
    GByteArray *file = nettrace_start(8);
    file->data[32 + 3] = 5;
    assert_refused(file, "byte 32: nettrace of version 5; version 4 is read");
    file = g_byte_array_new();
    g_byte_array_append(file, (const uint8_t *)"Nettrace\0\0\0\0\6\0\0\0\1\0\0\0", 20);
    assert_refused(file, "byte 8: nettrace of version 6.1; version 4 is read");
    file = nettrace_start(8);
    file->data[12] = '?';
    assert_refused(file, "byte 8: nettrace of an unknown version");
    file = nettrace_start(8);
    put_object(file, "EventBlock", 3, block_start(true).bytes);
    assert_refused(file, "a EventBlock of version 3; up to version 2 is read");
    file = nettrace_start(8);
    put_object(file, "Block\n", 2, block_start(true).bytes);
    assert_refused(file, "an object 'Block?', which nettrace of version 4 has not");
}
END_TEST

START_TEST(every_cut_of_a_file_is_refused_and_so_is_more_behind_its_end)
{
    GByteArray *file = nettrace_whole(true, 8);
    GError *why = NULL;
    ck_assert(!sp_import_nettrace(file->data, file->len, "x", &why) && strstr(why->message, "the end mark is missing"));
    g_clear_error(&why);
    ck_assert(!sp_import_nettrace(file->data, file->len - 2, "x", &why) && strstr(why->message, "is cut off"));
    g_clear_error(&why);
    for (size_t n = 9; n <= file->len; n++) {
        GError *error = NULL;
        uint8_t *cut = g_memdup2(file->data, n);
        SpProfile *p = sp_import_nettrace(cut, n, "x", &error);
        ck_assert_msg(!p && g_str_has_prefix(error->message, "x: byte "), "%zu bytes of %u: %s", n, file->len,
                      error ? error->message : "taken");
        g_error_free(error);
        g_free(cut);
    }
    put_u8(file, NETTRACE_NULL_REFERENCE);
    assert_refused(file, "bytes behind the end mark");
}
END_TEST

/* A file with one EventBlock whose one event is this. */
static GByteArray *with_event(bool compressed, Event event, GByteArray *payload)
{
    GByteArray *file = nettrace_start(8);
    put_definitions(file, compressed);
    Block block = block_start(compressed);
    put_event(&block, event, payload);
    put_object(file, "EventBlock", 2, block.bytes);
    return file;
}

static GByteArray *cut_payload(GByteArray *payload, guint size)
{
    g_byte_array_set_size(payload, size);
    return payload;
}

START_TEST(events_that_contradict_the_file_are_refused)
{
    assert_refused(with_event(true, (Event){99, 1, 0, 0}, NULL), "metadata 99, which is not defined");
    assert_refused(with_event(true, (Event){0, 1, 0, 0}, NULL), "metadata 0, which is not defined");
    assert_refused(with_event(true, (Event){DEFINED_SAMPLE, 1, 5, 0}, NULL), "stack 5, which has not come");
    assert_refused(with_event(false, (Event){DEFINED_SAMPLE, 1, 1u << 31, 0}, NULL), "which has not come");
    assert_refused(with_event(true, (Event){DEFINED_LOAD, 1, 0, 0}, NULL), "a length reaches past the end");
    assert_refused(with_event(true, (Event){DEFINED_LOAD, 1, 0, 0},
                              cut_payload(method_payload(1, 1, 8, "Class", "Name", "sig", 0), 60)),
                   "a string without its end");
    assert_refused(with_event(true, (Event){DEFINED_MODULE, 1, 0, 0}, cut_payload(module_payload(false, "m"), 25)),
                   "a string without its end");
    assert_refused(with_event(true, (Event){DEFINED_PROCESS, 1, 0, 0}, NULL), "a string without its end");
    assert_refused(with_event(true, (Event){DEFINED_RUNTIME, 1, 0, 0}, sample_payload(0)), "a length reaches past");
    assert_refused(with_event(true, (Event){DEFINED_SAMPLE, 1, 0, INT64_MAX - 1000}, NULL),
                   "a time of 2^63 ns or more");
}
END_TEST

START_TEST(a_second_definition_or_stack_of_a_number_is_refused)
{
    static const uint64_t stacks[][8] = {{0x10}};
    GByteArray *file = nettrace_start(8);
    put_definitions(file, true);
    put_definitions(file, true);
    assert_refused(file, "a second definition of metadata 1");
    file = nettrace_start(8);
    put_stacks(file, 8, 7, 1, stacks);
    put_stacks(file, 8, 7, 1, stacks);
    assert_refused(file, "a second stack 7");
    file = nettrace_start(8);
    Block block = block_start(true);
    put_event(&block, (Event){0, 0, 0, 0}, definition(0, "P", 1));
    put_object(file, "MetadataBlock", 2, block.bytes);
    assert_refused(file, "a definition of metadata 0");
}
END_TEST

/* A block of that name with these bytes. */
static GByteArray *with_block(const char *name, const void *bytes, size_t size)
{
    GByteArray *file = nettrace_start(8), *content = g_byte_array_new();
    g_byte_array_append(content, bytes, (guint)size);
    put_object(file, name, 2, content);
    return file;
}

START_TEST(blocks_whose_sizes_do_not_fit_are_refused)
{
    static const uint8_t header[24] = {200}, short_header[24] = {19}, event[24] = {20, 0, 0, 0, [20] = 75};
    static const uint8_t endless[] = {20, 0, 1, 0, 0, 0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   0,
                                      0,  0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f};
    static const uint8_t wide[] = {
        20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NETTRACE_HAS_STACK, 0xff, 0xff, 0xff, 0xff, 0x1f};
    assert_refused(with_block("EventBlock", header, 4), "shorter than its header");
    assert_refused(with_block("EventBlock", header, sizeof header), "of no possible size");
    assert_refused(with_block("EventBlock", short_header, sizeof header), "of no possible size");
    assert_refused(with_block("EventBlock", event, sizeof event), "a length reaches past the end");
    assert_refused(with_block("EventBlock", endless, sizeof endless), "a number of more than 64 bits");
    assert_refused(with_block("EventBlock", wide, sizeof wide), "a number of more than 32 bits");
    assert_refused(with_block("StackBlock", "\1\0\0\0\1\0\0\0\4\0\0\0abcd", 16), "no whole number of addresses");
    assert_refused(with_block("StackBlock", "\1\0\0\0\377\377\377\377", 8), "a length reaches past the end");
    assert_refused(with_block("StackBlock", "\1\0\0\0\0\0\0\0x", 9), "bytes behind the last stack");
}
END_TEST

START_TEST(a_head_that_makes_no_sense_is_refused)
{
    enum { BODY = 53 };
    GByteArray *file = nettrace_start(8);
    memset(file->data + BODY + NETTRACE_TRACE_FREQUENCY, 0, 8);
    assert_refused(file, "byte 77: a clock without ticks");
    file = nettrace_start(2);
    assert_refused(file, "byte 85: addresses are of neither 4 nor 8 bytes");
    file = nettrace_start(8);
    file->data[49] = 'B'; /* "TraBe" or so */
    assert_refused(file, "byte 32: the first object");
    file = nettrace_start(8);
    put_u8(file, 9);
    assert_refused(file, "byte 102: an object or the end mark is expected, found the byte 9");
    file = nettrace_start(8);
    memset(file->data + BODY, 0xff, 16); /* no date: no matter */
    SpProfile *p = read_all(file);
    ck_assert_int_eq(p->start_unix_ns, 0);
    sp_profile_free(p);
}
END_TEST

SUITE("nettrace", 120, a_stack_has_the_time_to_the_next_sample_of_its_thread_and_the_last_one_an_interval,
      blocks_without_compression_and_short_addresses_say_the_same, functions_have_mono_s_name_their_module_and_tier,
      methods_without_a_sample_are_functions_without_a_node, the_head_says_process_date_interval_command_and_runtime,
      a_file_of_samples_alone_or_of_nothing_is_a_profile, fields_that_an_event_leaves_out_are_those_of_the_one_before,
      a_block_s_longer_header_is_passed_over, a_sequence_point_lets_stack_numbers_begin_anew,
      fields_and_tags_of_definitions_are_passed_over,
      a_caller_s_address_may_be_the_first_behind_its_code_and_a_leaf_s_not,
      of_methods_that_overlap_the_lower_one_keeps_its_code_and_of_equals_the_first,
      halves_of_characters_in_names_are_made_visible, other_versions_are_refused_by_number_with_the_one_that_is_read,
      every_cut_of_a_file_is_refused_and_so_is_more_behind_its_end, events_that_contradict_the_file_are_refused,
      a_second_definition_or_stack_of_a_number_is_refused, blocks_whose_sizes_do_not_fit_are_refused,
      a_head_that_makes_no_sense_is_refused)
