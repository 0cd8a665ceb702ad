/*
 * check-callspec-mono.c - our evaluation of callspecs against stock Mono's.
 *
 * A program and a library are compiled; for each spec that is legal in both, the methods that `mono --trace=SPEC`
 * reports must be those that sp_callspec_selects() picks among the methods listed here. Inlining is off, as an inlined
 * method raises no event whatever the spec says.
 */
#include "profiler/plugin/callspec.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static const char library_source[] = "using System.Runtime.InteropServices;\n"
                                     "namespace Acme.Noise { public class Noise {\n"
                                     "  public static void Hum () { }\n"
                                     "  [DllImport (\"libc\")] public static extern int getpid ();\n"
                                     "} }\n";
static const char program_source[] =
    "public class Global { public static void G () { } public class In { public static void Gi () { } } }\n"
    "namespace Acme {\n"
    "  public class App {\n"
    "    static int x; static App () { x = 1; } public App () { x = 2; }\n"
    "    public static void Run () { }\n"
    "    public class Inner { public static void I () { } public class Deep { public static void D () { } } }\n"
    "  }\n"
    "  public class Apple { public static void Run () { } }\n"
    "  public class Gen<T> { public static void M (T t) { } public static void M2<U> (T t, U u) { } }\n"
    "}\n"
    "namespace Acme.Sub { public class Run { public static void R (int i) { } public static void R (string s) { } } }\n"
    "namespace Other { public class App { public static void Run () { } } }\n"
    "class P { static void Main () {\n"
    "  Global.G (); Global.In.Gi (); Acme.App.Run (); new Acme.App (); Acme.App.Inner.I (); Acme.App.Inner.Deep.D ();\n"
    "  Acme.Apple.Run (); Acme.Gen<int>.M (1); Acme.Gen<string>.M2<int> (\"\", 2);\n"
    "  Acme.Sub.Run.R (1); Acme.Sub.Run.R (\"\"); Other.App.Run (); Acme.Noise.Noise.Hum (); Acme.Noise.Noise.getpid "
    "();\n"
    "} }\n";

typedef struct {
    const char *traced; /* as the trace prints it, up to the arguments' values */
    SpMethodDescription method;
} Known;

#define IN_PROGRAM .assembly = "program", .in_main_assembly = true
#define TOP(ns, type) .name_space = ns, .type_name = type, .outer_namespace = ns, .type_path = type
#define NESTED(ns, path, type) .name_space = "", .type_name = type, .outer_namespace = ns, .type_path = path

static const Known known[] = {
    {"P:Main ()", {IN_PROGRAM, TOP("", "P"), .method = "Main"}},
    {"Global:G ()", {IN_PROGRAM, TOP("", "Global"), .method = "G"}},
    {"Global/In:Gi ()", {IN_PROGRAM, NESTED("", "Global/In", "In"), .method = "Gi"}},
    {"Acme.App:.cctor ()", {IN_PROGRAM, TOP("Acme", "App"), .method = ".cctor"}},
    {"Acme.App:.ctor ()", {IN_PROGRAM, TOP("Acme", "App"), .method = ".ctor"}},
    {"Acme.App:Run ()", {IN_PROGRAM, TOP("Acme", "App"), .method = "Run"}},
    {"Acme.App/Inner:I ()", {IN_PROGRAM, NESTED("Acme", "App/Inner", "Inner"), .method = "I"}},
    {"Acme.App/Inner/Deep:D ()", {IN_PROGRAM, NESTED("Acme", "App/Inner/Deep", "Deep"), .method = "D"}},
    {"Acme.Apple:Run ()", {IN_PROGRAM, TOP("Acme", "Apple"), .method = "Run"}},
    {"Acme.Gen`1<int>:M (int)", {IN_PROGRAM, TOP("Acme", "Gen`1"), .method = "M"}},
    {"Acme.Gen`1<string>:M2<int> (string,int)", {IN_PROGRAM, TOP("Acme", "Gen`1"), .method = "M2"}},
    {"Acme.Sub.Run:R (int)", {IN_PROGRAM, TOP("Acme.Sub", "Run"), .method = "R"}},
    {"Acme.Sub.Run:R (string)", {IN_PROGRAM, TOP("Acme.Sub", "Run"), .method = "R"}},
    {"Other.App:Run ()", {IN_PROGRAM, TOP("Other", "App"), .method = "Run"}},
    {"Acme.Noise.Noise:Hum ()", {.assembly = "noise", TOP("Acme.Noise", "Noise"), .method = "Hum"}},
    {"(wrapper managed-to-native) Acme.Noise.Noise:getpid ()",
     {.assembly = "noise", TOP("Acme.Noise", "Noise"), .method = "getpid", .wrapper = SP_WRAPPER_TRANSITION}},
    {"(wrapper runtime-invoke) object:runtime_invoke_void (object,intptr,intptr,intptr)",
     {.assembly = "mscorlib", TOP("System", "Object"), .method = "runtime_invoke_void", .wrapper = SP_WRAPPER_OTHER}},
};

static char *folder;

static void run(const char *const *arguments, char **output)
{
    char *standard_error = NULL;
    int status = 0;
    GError *error = NULL;
    if (!g_spawn_sync(folder, (char **)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, output, &standard_error,
                      &status, &error))
        ck_abort_msg("%s", error->message);
    ck_assert_msg(status == 0, "%s %s: status %d: %s", arguments[0], arguments[1], status, standard_error);
    g_free(standard_error);
}

static void write_source(const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    g_free(path);
}

static void compile(void)
{
    folder = g_dir_make_tmp("callspec-XXXXXX", NULL);
    ck_assert_ptr_nonnull(folder);
    write_source("noise.cs", library_source);
    write_source("program.cs", program_source);
    const char *library[] = {"mcs", "-target:library", "noise.cs", NULL};
    const char *program[] = {"mcs", "-r:noise.dll", "program.cs", NULL};
    char *output = NULL;
    run(library, &output);
    g_free(output);
    run(program, &output);
    g_free(output);
}

static void clean_up(void)
{
    static const char *const names[] = {"noise.cs", "program.cs", "noise.dll", "program.exe"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        char *path = g_build_filename(folder, names[i], NULL);
        g_unlink(path);
        g_free(path);
    }
    g_rmdir(folder);
    g_free(folder);
}

static bool was_entered(const char *trace, const char *method)
{
    char *line = g_strconcat("ENTER: ", method, "(", NULL);
    bool found = strstr(trace, line) != NULL;
    g_free(line);
    return found;
}

static const char *const specs[] = {
    "all",
    "",
    "program",
    "wrapper",
    "program,wrapper",
    "noise",
    "program,noise",
    "Program",
    "mscorlib",
    "N:Acme",
    "N:",
    "N:System",
    "T:System.Object",
    "N:Acme.Sub",
    "N:Acm",
    "N:.Acme",
    "-N:Acme,program",
    "program,-N:Acme",
    "program,-N:Acme,T:Acme.App",
    "T:Acme.App",
    "T:App",
    "T:Inner",
    "T:Deep",
    "T:Acme.App.Inner",
    "T:Acme.Gen`1",
    "T:Acme.Gen",
    "T:.P",
    "T:P",
    "M:Acme.App:Run",
    "M:App:Run",
    "M:App::Run",
    "M::Run",
    "M:::Run",
    "M:.App:Run",
    "M:Zzz.:Run",
    "M:App:.ctor",
    "M:App:.cctor",
    "M:Inner:I",
    "M:Gen`1:M",
    "M:Ap:Run",
    "M:App:",
    "M:Noise:getpid",
    "M:Run:R",
    "all,-wrapper",
    "all,-noise",
    "all,-program",
    "all,-all,T:P",
    ",T:P",
    "T:P,,",
    "-,T:P",
    "T:P,-",
    "++T:P",
    "all,-+T:P",
    "all,+-T:P",
    "T:P,E:all,-E:all",
    "E:all",
    ",",
    "-N:Acme",
    "program,-M::Run,M:Acme.App:Run",
    "program,-M:Acme.App:Run,M::Run",
};

START_TEST(selection_equals_stock_monos)
{
    const char *text = specs[_i];
    GError *error = NULL;
    SpCallspec *spec = sp_callspec_parse(text, &error);
    ck_assert_msg(spec != NULL, "'%s': %s", text, error ? error->message : "");
    char *option = g_strconcat("--trace=", text, NULL), *trace = NULL;
    const char *arguments[] = {"mono", "-O=-inline", option, "program.exe", NULL};
    run(arguments, &trace);
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        bool mono = was_entered(trace, known[i].traced), ours = sp_callspec_selects(spec, &known[i].method);
        ck_assert_msg(mono == ours, "'%s': %s is %straced by Mono and %sselected by us", text, known[i].traced,
                      mono ? "" : "not ", ours ? "" : "not ");
    }
    g_free(trace);
    g_free(option);
    sp_callspec_free(spec);
}
END_TEST

/* Without this the comparison above could pass by both sides selecting nothing. */
START_TEST(every_known_method_is_traced_by_all)
{
    const char *arguments[] = {"mono", "-O=-inline", "--trace=all", "program.exe", NULL};
    char *trace = NULL;
    run(arguments, &trace);
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        ck_assert_msg(was_entered(trace, known[i].traced), "%s is not in the trace", known[i].traced);
    g_free(trace);
}
END_TEST

static bool have(const char *program)
{
    char *path = g_find_program_in_path(program);
    g_free(path);
    return path != NULL;
}

int main(void)
{
    if (!have("mono") || !have("mcs")) {
        g_printerr("check-callspec-mono: needs mono and mcs (packages mono-runtime and mono-mcs)\n");
        return g_strcmp0(g_getenv("CI"), "true") == 0 ? EXIT_FAILURE : 77;
    }
    Suite *suite = suite_create("callspec-mono");
    TCase *tests = tcase_create("against stock Mono");
    tcase_set_timeout(tests, 120);
    tcase_add_unchecked_fixture(tests, compile, clean_up);
    tcase_add_test(tests, every_known_method_is_traced_by_all);
    tcase_add_loop_test(tests, selection_equals_stock_monos, 0, G_N_ELEMENTS(specs));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
