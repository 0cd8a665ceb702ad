/* check-output.c - files appear whole or not at all, and what is no regular file is written through. */
#include "profiler/model/model.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;
static GPtrArray *garbage; /* strings that live until the test ends */

static char *keep(char *text)
{
    g_ptr_array_add(garbage, text);
    return text;
}

static void set_up(void)
{
    garbage = g_ptr_array_new_with_free_func(g_free);
    folder = g_dir_make_tmp("output-XXXXXX", NULL);
    ck_assert_ptr_nonnull(folder);
}

static void tear_down(void)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        char *path = g_build_filename(folder, name, NULL);
        g_remove(path);
        g_free(path);
    }
    g_dir_close(dir);
    g_rmdir(folder);
    g_free(folder);
    g_ptr_array_unref(garbage);
}

/* A path in the test's folder. */
static char *at(const char *name)
{
    return keep(g_build_filename(folder, name, NULL));
}

static guint count_files(void)
{
    guint count = 0;
    GDir *dir = g_dir_open(folder, 0, NULL);
    while (g_dir_read_name(dir))
        count++;
    g_dir_close(dir);
    return count;
}

static SpOutput *open_output(const char *path)
{
    GError *error = NULL;
    SpOutput *o = sp_output_open(path, &error);
    ck_assert_msg(o != NULL, "%s", error ? error->message : "no error");
    return o;
}

static void close_output(SpOutput *o)
{
    GError *error = NULL;
    bool ok = sp_output_close(o, &error);
    ck_assert_msg(ok, "%s", error ? error->message : "no error");
}

static void write_file(const char *path, const char *text)
{
    SpOutput *o = open_output(path);
    sp_output_puts(o, text);
    close_output(o);
}

static void holds(const char *path, const char *expected)
{
    char *text = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "%s is missing", path);
    ck_assert_str_eq(text, expected);
    g_free(text);
}

static void refuses(const char *path, const char *reason)
{
    GError *error = NULL;
    ck_assert_ptr_null(sp_output_open(path, &error));
    ck_assert(error && error->domain == SP_ERROR && error->code == SP_ERROR_IO);
    ck_assert_msg(strstr(error->message, reason) != NULL, "'%s' does not say '%s'", error->message, reason);
    ck_assert(!strpbrk(error->message, "\n\r\x1b"));
    g_error_free(error);
}

START_TEST(a_file_appears_only_when_closed)
{
    SpOutput *o = open_output(at("a"));
    sp_output_puts(o, "x");
    ck_assert(!g_file_test(at("a"), G_FILE_TEST_EXISTS));
    close_output(o);
    holds(at("a"), "x");
    ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(an_existing_file_is_replaced_whole_or_kept)
{
    write_file(at("a"), "old");
    SpOutput *o = open_output(at("a"));
    for (int i = 0; i < 100000; i++)
        sp_output_puts(o, "new");
    holds(at("a"), "old");
    sp_output_abort(o);
    holds(at("a"), "old");
    write_file(at("a"), "new");
    holds(at("a"), "new");
    ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(a_replaced_file_keeps_its_permissions)
{
    struct stat st;
    write_file(at("a"), "old");
    ck_assert_int_eq(chmod(at("a"), 0600), 0);
    write_file(at("a"), "new");
    ck_assert_int_eq(stat(at("a"), &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0600);
}
END_TEST

START_TEST(all_ways_to_write_keep_order_and_bytes)
{
    SpOutput *o = open_output(at("a"));
    GString *expected = g_string_new(NULL);
    char *wide = keep(g_strnfill(2000, 'w')), *big = keep(g_strnfill(200000, 'b'));
    sp_output_printf(o, "%d %s\n", 7, "x");
    sp_output_printf(o, "%s", wide);
    sp_output_write(o, big, strlen(big));
    sp_output_write(o, "", 0);
    sp_output_puts(o, "end");
    g_string_printf(expected, "7 x\n%s%send", wide, big);
    close_output(o);
    holds(at("a"), expected->str);
    g_string_free(expected, TRUE);
    o = open_output(at("b"));
    sp_output_write(o, "a\0b", 3);
    close_output(o);
    struct stat st;
    ck_assert_int_eq(stat(at("b"), &st), 0);
    ck_assert_int_eq(st.st_size, 3);
}
END_TEST

START_TEST(many_outputs_of_one_name_do_not_meet)
{
    SpOutput *a = open_output(at("a")), *b = open_output(at("a"));
    sp_output_puts(a, "first");
    sp_output_puts(b, "second");
    close_output(a);
    holds(at("a"), "first");
    close_output(b);
    holds(at("a"), "second");
    ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(r49_a_missing_folder_is_found_when_opening)
{
    refuses(at("no/such/dir/x"), "no/such/dir/x': No such file or directory");
    write_file(at("file"), "x");
    refuses(at("file/x"), "Not a directory");
}
END_TEST

START_TEST(r50_paths_that_are_no_files_are_refused_or_written_through)
{
    refuses(folder, "Is a directory");
    refuses("", "cannot write ''");
    char *fifo = at("fifo");
    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    refuses(fifo, "No such device or address"); /* no reader, and no hang */
    write_file("/dev/null", "gone");
    struct stat st;
    ck_assert_int_eq(stat("/dev/null", &st), 0);
    ck_assert(S_ISCHR(st.st_mode));
    refuses("/nowhere/\x1b[31m\n", "cannot write '/nowhere/?[31m?'");
}
END_TEST

START_TEST(r50_links_are_followed)
{
    ck_assert_int_eq(symlink("target", at("dangling")), 0);
    write_file(at("dangling"), "x");
    holds(at("target"), "x");
    ck_assert(g_file_test(at("dangling"), G_FILE_TEST_IS_SYMLINK));
    ck_assert_int_eq(symlink("dangling", at("second")), 0);
    write_file(at("second"), "y");
    holds(at("target"), "y");
    ck_assert_int_eq(symlink("loop", at("loop")), 0);
    refuses(at("loop"), "Too many levels of symbolic links");
    ck_assert(g_file_test(at("loop"), G_FILE_TEST_IS_SYMLINK));
}
END_TEST

static void *read_slowly(void *path)
{
    static char text[300000];
    size_t size = 0;
    int fd = open(path, O_RDONLY);
    for (ssize_t n; size < sizeof text - 1 && (n = read(fd, text + size, 4096)) > 0; size += (size_t)n)
        g_usleep(200);
    close(fd);
    return text;
}

START_TEST(a_fifo_with_a_slow_reader_gets_everything)
{
    char *fifo = at("fifo"), *big = keep(g_strnfill(250000, 'x'));
    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    pthread_t reader;
    pthread_create(&reader, NULL, read_slowly, fifo);
    SpOutput *o = NULL;
    for (int i = 0; i < 5000 && !o; i++, g_usleep(1000)) /* until the reader has opened it */
        o = sp_output_open(fifo, NULL);
    ck_assert_ptr_nonnull(o);
    sp_output_puts(o, big);
    close_output(o);
    void *text = NULL;
    pthread_join(reader, &text);
    ck_assert_str_eq(text, big);
}
END_TEST

/* Standard output and a path that names it, when it is a file the program writes to as well. */
static void check_stdout(const char *path)
{
    char *log = at("log");
    int saved = dup(STDOUT_FILENO), fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(fd, STDOUT_FILENO);
    close(fd);
    bool ok = write(STDOUT_FILENO, "before,", 7) == 7;
    SpOutput *o = sp_output_open(path, NULL);
    if (o) {
        sp_output_puts(o, "profile,");
        ok = sp_output_close(o, NULL) && ok;
    }
    ok = write(STDOUT_FILENO, "after", 5) == 5 && ok;
    dup2(saved, STDOUT_FILENO);
    close(saved);
    ck_assert(ok && o);
    holds(log, "before,profile,after");
    ck_assert_uint_eq(count_files(), 1);
}

START_TEST(standard_output_is_appended_to_and_never_replaced)
{
    check_stdout("-");
    check_stdout("/dev/stdout");
    check_stdout("/dev/fd/1");
    check_stdout("/proc/self/fd/1");
    refuses("/dev/fd/999", "Bad file descriptor");
}
END_TEST

START_TEST(a_program_that_closed_its_standard_files_does_not_print_into_the_profile)
{
    char *path = at("a");
    int saved = dup(STDOUT_FILENO);
    close(STDOUT_FILENO);
    SpOutput *o = sp_output_open(path, NULL);
    bool printed = write(STDOUT_FILENO, "noise", 5) == 5;
    if (o) {
        sp_output_puts(o, "profile");
        sp_output_close(o, NULL);
    }
    dup2(saved, STDOUT_FILENO);
    close(saved);
    ck_assert(o && !printed);
    holds(path, "profile");
}
END_TEST

START_TEST(r58_a_full_disk_is_reported_once_and_leaves_nothing)
{
    GError *error = NULL;
    SpOutput *o = open_output("/dev/full");
    for (int i = 0; i < 200000; i++)
        sp_output_puts(o, "x");
    ck_assert(!sp_output_close(o, &error));
    ck_assert_ptr_nonnull(strstr(error->message, "cannot write '/dev/full': No space left on device"));
    g_clear_error(&error);

    write_file(at("a"), "old");
    struct rlimit small = {4096, RLIM_INFINITY}, before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    o = open_output(at("a"));
    setrlimit(RLIMIT_FSIZE, &small);
    for (int i = 0; i < 200000; i++)
        sp_output_puts(o, "x");
    bool ok = sp_output_close(o, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    ck_assert(!ok);
    ck_assert_ptr_nonnull(strstr(error->message, "File too large"));
    g_clear_error(&error);
    holds(at("a"), "old");
    ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(a_failing_rename_removes_the_temporary_file)
{
    GError *error = NULL;
    SpOutput *o = open_output(at("a"));
    sp_output_puts(o, "x");
    ck_assert_int_eq(mkdir(at("a"), 0700), 0); /* somebody made a folder of that name meanwhile */
    ck_assert(!sp_output_close(o, &error));
    ck_assert_ptr_nonnull(error);
    g_error_free(error);
    ck_assert_uint_eq(count_files(), 1);
    g_rmdir(at("a"));
}
END_TEST

START_TEST(r25_names_up_to_the_limit_and_odd_ones_work)
{
    char *longest = keep(g_strnfill(255, 'n'));
    write_file(at(longest), "x");
    holds(at(longest), "x");
    char *too_long = keep(g_strnfill(256, 'n'));
    refuses(at(too_long), "File name too long");
    write_file(at("we \"said\" %s:*\n.svg"), "y");
    holds(at("we \"said\" %s:*\n.svg"), "y");
    ck_assert_uint_eq(count_files(), 2);
}
END_TEST

START_TEST(leftover_temporary_files_are_stepped_over)
{
    for (int i = 1; i < 20; i++) {
        char *name = keep(g_strdup_printf(".a.%d-%d.tmp", (int)getpid(), i));
        ck_assert(g_file_set_contents(at(name), "left", -1, NULL));
    }
    write_file(at("a"), "x");
    holds(at("a"), "x");
}
END_TEST

START_TEST(numbers_are_short_and_ignore_the_locale)
{
    static const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {
        {0, 3, "0"},     {1.5, 3, "1.5"},    {1.0, 3, "1"},           {-0.0001, 2, "0"},
        {100, 0, "100"}, {0.125, 2, "0.12"}, {1e9, 2, "1000000000"},  {-2.50, 2, "-2.5"},
        {NAN, 2, "0"},   {INFINITY, 2, "0"}, {1234.567, 1, "1234.6"},
    };
    const char *locales[] = {"C", "de_DE.UTF-8"};
    for (size_t l = 0; l < G_N_ELEMENTS(locales); l++) {
        setlocale(LC_ALL, locales[l]);
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            char buffer[64];
            ck_assert_str_eq(sp_format_double(buffer, sizeof buffer, cases[i].value, cases[i].decimals), cases[i].text);
        }
    }
    setlocale(LC_ALL, "C");
}
END_TEST

START_TEST(bytes_have_three_digits)
{
    static const struct {
        int64_t bytes;
        const char *text;
    } cases[] = {{0, "0 B"}, {1, "1 B"}, {1023, "1023 B"}, {1024, "1 KB"}, {1536, "1.5 KB"}, {10240, "10 KB"},
                 {102350, "100 KB"}, {1023000, "999 KB"}, {1048576, "1 MB"}, {-1572864, "-1.5 MB"},
                 {INT64_C(5) << 30, "5 GB"}, {INT64_MAX, "8192 PB"}, {INT64_MIN, "-8192 PB"}};
    char text[64];
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        ck_assert_str_eq(sp_format_bytes(text, sizeof text, cases[i].bytes), cases[i].text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("output");
    TCase *tests = tcase_create("output");
    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_file_appears_only_when_closed);
    tcase_add_test(tests, an_existing_file_is_replaced_whole_or_kept);
    tcase_add_test(tests, a_replaced_file_keeps_its_permissions);
    tcase_add_test(tests, all_ways_to_write_keep_order_and_bytes);
    tcase_add_test(tests, many_outputs_of_one_name_do_not_meet);
    tcase_add_test(tests, r49_a_missing_folder_is_found_when_opening);
    tcase_add_test(tests, r50_paths_that_are_no_files_are_refused_or_written_through);
    tcase_add_test(tests, r50_links_are_followed);
    tcase_add_test(tests, a_fifo_with_a_slow_reader_gets_everything);
    tcase_add_test(tests, standard_output_is_appended_to_and_never_replaced);
    tcase_add_test(tests, a_program_that_closed_its_standard_files_does_not_print_into_the_profile);
    tcase_add_test(tests, r58_a_full_disk_is_reported_once_and_leaves_nothing);
    tcase_add_test(tests, a_failing_rename_removes_the_temporary_file);
    tcase_add_test(tests, r25_names_up_to_the_limit_and_odd_ones_work);
    tcase_add_test(tests, leftover_temporary_files_are_stepped_over);
    tcase_add_test(tests, numbers_are_short_and_ignore_the_locale);
    tcase_add_test(tests, bytes_have_three_digits);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
