/*
 * check-lines.c - lines, columns and local names that mcs wrote, against what Mono's own reader of symbol files
 * (Mono.CompilerServices.SymbolWriter) says of the same file.
 */
#include "interp/metadata/metadata.h"

#include <check.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "using System; using System.Collections.Generic; using System.Threading.Tasks;\n"
                              "class Program {\n"
                              "    static int Twice(int x) {\n"
                              "        int y = x * 2;\n"
                              "        if (y > 100)\n"
                              "            throw new InvalidOperationException(\n"
                              "                \"big \" + y);\n"
                              "        return y;\n"
                              "    }\n"
                              "    static IEnumerable<int> Count(int n) {\n"
                              "        for (int i = 0; i < n; i++) {\n"
                              "            int square = i * i;\n"
                              "            yield return square;\n"
                              "        }\n"
                              "    }\n"
                              "    static async Task<int> Later(int n) { await Task.Delay(n); return n; }\n"
                              "#line 20000 \"other.cs\"\n"
                              "    static int Elsewhere(string text) {\n"
                              "        int length = text.Length;\n"
                              "#line hidden\n"
                              "        length += 2;\n"
                              "#line 5 \"other.cs\"\n"
                              "        int z = length / (length - length);\n"
                              "        return z;\n"
                              "    }\n"
                              "#line default\n"
                              "    static void Main() {\n"
                              "        int total = 0;\n"
                              "        foreach (int v in Count(4)) total += v;\n"
                              "        Action a = () => { int inner = total; Console.WriteLine(inner); };\n"
                              "        a(); Twice(1); Elsewhere(\"a\"); Later(1);\n"
                              "        switch (total) { case 1: { int one = 1; total = one; break; } case 2: { int two "
                              "= 2; total = two; break; } }\n"
                              "    }\n"
                              "}\n";

/* One line a method: token, rows as offset=file:line:column, locals as index=name. */
static const char dumper[] = "using System; using System.IO; using Mono.CompilerServices.SymbolWriter;\n"
                             "class Dumper { static void Main(string[] a) {\n"
                             "    var f = MonoSymbolFile.ReadSymbolFile(a[0]);\n"
                             "    foreach (var m in f.Methods) {\n"
                             "        Console.Write(\"{0}\", m.Token & 0xffffff);\n"
                             "        foreach (var l in m.GetLineNumberTable().LineNumbers)\n"
                             "            Console.Write(\" {0}={1}:{2}:{3}\", l.Offset, "
                             "Path.GetFileName(f.GetSourceFile(l.File).FileName), l.Row,\n"
                             "                l.Column);\n"
                             "        foreach (var v in m.GetLocals()) Console.Write(\" {0}={1}\", v.Index, v.Name);\n"
                             "        Console.WriteLine();\n"
                             "    }\n"
                             "} }\n";

static char *folder;

static char *run(const char *const *arguments)
{
    char *output = NULL, *errors = NULL;
    int status = 0;
    GError *failure = NULL;
    ck_assert_msg(g_spawn_sync(folder, (char **)(uintptr_t)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                               &errors, &status, &failure),
                  "%s", failure ? failure->message : "");
    ck_assert_msg(g_spawn_check_wait_status(status, NULL), "%s: %s%s", arguments[0], output, errors);
    g_free(errors);
    return output;
}

static void start(void)
{
    folder = g_dir_make_tmp("metadata-XXXXXX", NULL);
    ck_assert_ptr_nonnull(folder);
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert(g_file_set_contents("program.cs", program, -1, NULL));
    ck_assert(g_file_set_contents("dumper.cs", dumper, -1, NULL));
    g_free(run((const char *const[]){"mcs", "-debug", "-nowarn:4014,1998", "program.cs", NULL}));
    g_free(run((const char *const[]){"mcs", "-r:Mono.CompilerServices.SymbolWriter", "dumper.cs", NULL}));
}

static void clean_up(void)
{
    static const char *const made[] = {"program.cs", "dumper.cs", "program.exe", "program.exe.mdb", "dumper.exe"};
    for (size_t i = 0; i < G_N_ELEMENTS(made); i++)
        g_unlink(made[i]);
    ck_assert_int_eq(chdir("/"), 0);
    g_rmdir(folder);
    g_free(folder);
}

/* "row offset=file:line:column ... index=name ..." of one method. */
static unsigned check_method(MonoImage *image, char **words)
{
    uint32_t row = (uint32_t)strtoul(words[0], NULL, 10);
    unsigned checked = 0;
    for (char **word = words + 1; *word; word++) {
        uint32_t number = (uint32_t)strtoul(*word, NULL, 10);
        const char *expected = strchr(*word, '=') + 1;
        if (!strchr(expected, ':')) {
            const char *name = mono_debug_local_name(image, row, number);
            ck_assert_msg(name != NULL, "method %u has no local %s", row, *word);
            for (char **other = words + 1; *other; other++) /* several scopes may share a slot: the first one's name */
                if ((uint32_t)strtoul(*other, NULL, 10) == number && !strchr(*other, ':')) {
                    ck_assert_str_eq(name, strchr(*other, '=') + 1);
                    break;
                }
            continue;
        }
        if (word[1] && strchr(word[1], ':') && (uint32_t)strtoul(word[1], NULL, 10) == number)
            continue; /* the last row of an offset is the one that is found */
        MonoLineInfo line;
        ck_assert_msg(mono_debug_find_line(image, row, number, &line), "method %u: %s", row, *word);
        char *base = g_path_get_basename(line.file), *found = g_strdup_printf("%s:%u:%u", base, line.line, line.column);
        ck_assert_str_eq(found, expected);
        ck_assert_uint_eq(line.il_offset, number);
        g_free(base);
        g_free(found);
        checked++;
    }
    return checked;
}

START_TEST(lines_and_locals_are_those_that_monos_reader_finds)
{
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_file("program.exe", &error);
    ck_assert_msg(image != NULL, "%s", error.message);
    ck_assert(mono_image_debug(image));
    char *output = run((const char *const[]){"mono", "dumper.exe", "program.exe.mdb", NULL});
    char **lines = g_strsplit(g_strchomp(output), "\n", -1);
    unsigned checked = 0;
    for (char **line = lines; *line; line++) {
        char **words = g_strsplit(*line, " ", -1);
        checked += check_method(image, words);
        g_strfreev(words);
    }
    ck_assert_uint_gt(checked, 40);
    g_strfreev(lines);
    g_free(output);
    mono_image_free(image);
}
END_TEST

START_TEST(a_rebuilt_program_does_not_take_the_old_symbols)
{
    char *symbols;
    gsize size;
    ck_assert(g_file_get_contents("program.exe.mdb", &symbols, &size, NULL));
    /* mcs gives the same program the same MVID. */
    ck_assert(g_file_set_contents("program.cs", "class Other { static void Main() { } }", -1, NULL));
    g_free(run((const char *const[]){"mcs", "-debug", "program.cs", NULL}));
    ck_assert(g_file_set_contents("program.exe.mdb", symbols, (gssize)size, NULL));
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_file("program.exe", &error);
    ck_assert(!mono_image_debug(image));
    mono_image_free(image);
    g_free(symbols);
}
END_TEST

int main(void)
{
    static const char *const needed[] = {"mono", "mcs"};
    for (size_t i = 0; i < G_N_ELEMENTS(needed); i++) {
        char *path = g_find_program_in_path(needed[i]);
        if (!path) {
            g_printerr("check-lines: needs %s (packages mono-runtime and mono-mcs)\n", needed[i]);
            return g_strcmp0(g_getenv("CI"), "true") == 0 ? EXIT_FAILURE : 77;
        }
        g_free(path);
    }
    Suite *suite = suite_create("metadata-lines");
    TCase *tests = tcase_create("against mcs and Mono's reader");
    tcase_set_timeout(tests, 120);
    tcase_add_unchecked_fixture(tests, start, clean_up);
    tcase_add_test(tests, lines_and_locals_are_those_that_monos_reader_finds);
    tcase_add_test(tests, a_rebuilt_program_does_not_take_the_old_symbols);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner), ran = srunner_ntests_run(runner);
    srunner_free(runner);
    return failed == 0 && ran > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
