/*
 * main.c - the command `monosp`: options, start of the runtime, Main, end of the runtime.
 *
 *   options -> profilers -> class library -> program's assembly -> Main -> ProcessExit -> last events -> exit code
 *
 * Exit codes are mono's: 1 for bad options, an unhandled exception or a program without Main, 2 for a file that cannot be
 * opened as an assembly.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interp/corlib/icalls.h"
#include "interp/embed/lifecycle.h"
#include "interp/exec/exec.h"
#include "interp/exec/tools.h"
#include "interp/signals.h"

#ifndef MONOSP_VERSION
#define MONOSP_VERSION "dev"
#endif

/* The jiterpreter, where it is linked in; the runtime runs without it. */
extern bool mono_jiterp_option(const char *argument) __attribute__((weak));
extern void mono_jiterp_init(void) __attribute__((weak));
extern int mono_jiterp_dump_wasm(MonoAssembly *program) __attribute__((weak)); /* --dump-wasm: exit code; -1: not asked */

/* Ahead-of-time code, the same. */
extern bool mono_aot_option(const char *argument) __attribute__((weak));
extern bool mono_aot_compiles(void) __attribute__((weak));
extern void mono_aot_init(const char *program) __attribute__((weak));
extern int mono_aot_compile(int count, char **files) __attribute__((weak));
extern int mono_aot_dump(MonoAssembly *program) __attribute__((weak)); /* --dump-aot: exit code; -1: not asked */

typedef struct {
    GPtrArray *profiles; /* descriptors */
    const char *trace, *dump_ir;
    uint64_t heap_limit_bytes, stack_limit_bytes;
    bool missing_icalls, stats;
} Options;

static Options options;

static void print_help(FILE *out)
{
    fputs("Usage is: monosp [options] program [program-options]\n\n"
          "    --profile[=NAME[:ARGS]]   Loads the profiler module libmono-profiler-NAME.so; may be repeated\n"
          "    --trace[=CALLSPEC]        Prints enter and leave of methods (all, program, N:Ns, T:Type, M:Type:Method, -...),\n"
          "                            and exceptions (E:Type, E:all)\n"
          "    --debug                   Stack traces with files and lines\n"
          "    --stats                   Prints numbers about the run at its end: transforms, collections, internal calls\n"
          "    --gc-verbose              Prints a line a collection: why, what lives, what was freed, how long it took\n"
          "    --heap-limit=SIZE         Most memory for objects (K, M, G); more is an OutOfMemoryException\n"
          "    --stack-limit=SIZE        Stack of managed frames (default 8M)\n"
          "    --dump-ir=METHODSPEC      Prints the IR of the methods Type:Method and ends\n"
          "    --jiterp=on|off|eager     Machine code for hot methods and loops (eager: for each at once); default on\n"
          "    --jiterp-threshold=N      Calls after which a method is hot\n"
          "    --dump-jit=METHODSPEC     Prints IR and machine code of methods as they are compiled\n"
          "    --dump-wasm=METHODSPEC    Writes the WebAssembly module of a method to standard output and ends\n"
          "    --perf-map, --jitdump     Tells Linux perf the names of compiled methods\n"
          "    --aot[=OPTIONS] FILES     Compiles assemblies ahead of time, each to FILE.so; --aot=help lists the options\n"
          "    --aot-path=FOLDERS        More folders with such images, separated by ':'\n"
          "    --no-aot                  Uses no images\n"
          "    --dump-aot=METHODSPEC     Prints the C of methods and ends\n"
          "    --missing-icalls          Lists internal calls that the program could reach and that are missing, and ends\n"
          "    --verbose, -v             Names each method as it is made ready; twice: exceptions too\n"
          "    --version, -V             Version\n"
          "    --help, -h                This text\n"
          "    --                        Ends the options\n",
          out);
}

/* 64, 64K, 64M, 64G. */
static bool parse_size(const char *text, uint64_t *size_bytes)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    unsigned shift = 0;
    switch (*end) {
    case 'g': case 'G':
        shift = 30;
        break;
    case 'm': case 'M':
        shift = 20;
        break;
    case 'k': case 'K':
        shift = 10;
        break;
    default:
        break;
    }
    end += shift != 0;
    if (end == text || *end || errno || *text == '-' || !value || value > (UINT64_C(1) << 46) >> shift)
        return false;
    *size_bytes = (uint64_t)value << shift;
    return true;
}

static const char *value_of(const char *argument, const char *option)
{
    size_t length = strlen(option);
    return !strncmp(argument, option, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

static void parse_limit(const char *option, const char *text, uint64_t *limit_bytes)
{
    if (parse_size(text, limit_bytes))
        return;
    fprintf(stderr, "%s: '%s' is no size; examples: 512K, 64M, 2G\n", option, text);
    exit(1);
}

/* Ignored: options of mono that mean nothing here. */
static bool is_ignored(const char *argument)
{
    static const char *const prefixes[] = {"--gc=sgen", "--gc=boehm", "--gc-params=", "--gc-debug=", "--optimize=", "-O=",
                                           "--runtime=", "--attach=", "--llvm", "--nollvm", "--interp",
                                           "--desktop", "--server", "--debug=", "--security", "--jitmap", "--verify-all",
                                           "--breakonex", "--arch="};
    for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++)
        if (g_str_has_prefix(argument, prefixes[i]))
            return true;
    return false;
}

static bool tier_option(const char *argument)
{
    return (mono_jiterp_option && mono_jiterp_option(argument)) || (mono_aot_option && mono_aot_option(argument));
}

/* Returns the index of the program in argv. */
static int parse_options(int argc, char **argv)
{
    options.profiles = g_ptr_array_new();
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *a = argv[i], *value;
        if (!strcmp(a, "--")) {
            i++;
            break;
        }
        if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
            print_help(stdout);
            exit(0);
        } else if (!strcmp(a, "--version") || !strcmp(a, "-V")) {
            mono_assembly_init(".", NULL);
            printf("monosp %s: single-threaded runtime for .NET assemblies, profiler API %d\n"
                   "Class library: %s/4.5\n",
                   MONOSP_VERSION, MONO_PROFILER_API_VERSION, mono_assembly_libdir());
            exit(0);
        } else if (!strcmp(a, "--profile")) {
            g_ptr_array_add(options.profiles, "log");
        } else if ((value = value_of(a, "--profile"))) {
            g_ptr_array_add(options.profiles, (char *)value);
        } else if (!strcmp(a, "--trace")) {
            options.trace = "all";
        } else if ((value = value_of(a, "--trace"))) {
            options.trace = value;
        } else if (!strcmp(a, "--debug")) {
            interp_trace_lines = true;
        } else if (!strcmp(a, "--stats")) {
            options.stats = true;
        } else if (!strcmp(a, "--gc-verbose")) {
            mono_gc_verbose = true;
        } else if (!strcmp(a, "--verbose") || !strcmp(a, "-v")) {
            interp_verbosity++;
        } else if ((value = value_of(a, "--heap-limit"))) {
            parse_limit("--heap-limit", value, &options.heap_limit_bytes);
        } else if ((value = value_of(a, "--stack-limit"))) {
            parse_limit("--stack-limit", value, &options.stack_limit_bytes);
        } else if ((value = value_of(a, "--dump-ir"))) {
            options.dump_ir = value;
        } else if (!strcmp(a, "--missing-icalls")) {
            options.missing_icalls = true;
        } else if (!strcmp(a, "--config")) {
            i++; /* dllmaps of a configuration file are not read */
        } else if (tier_option(a)) {
            continue;
        } else if (!is_ignored(a)) {
            fprintf(stderr, "Unknown command line option: '%s'\n", a);
            exit(1);
        }
    }
    if (i >= argc) {
        print_help(stdout);
        exit(1);
    }
    return i;
}

/* ---- Start and end ---- */

static void fail(MonoError *error)
{
    fprintf(stderr, "monosp cannot start: %s\n", error->message ? error->message : "unknown error");
    exit(1);
}

static void load_profilers(void)
{
    for (guint i = 0; i < options.profiles->len; i++)
        if (!mono_profiler_load_module(options.profiles->pdata[i], NULL))
            exit(1);
    if (options.trace && !interp_calltrace_init(options.trace))
        exit(1);
}

/* Bytes are text for the program: UTF-8, else by the encodings of MONO_EXTERNAL_ENCODINGS; else refused, as by mono. */
static void decode_arguments(int argc, char **argv)
{
    const char *names = g_getenv("MONO_EXTERNAL_ENCODINGS");
    char **encodings = g_strsplit(names ? names : "", ":", -1);
    for (int i = 1; i < argc; i++) {
        if (g_utf8_validate(argv[i], -1, NULL))
            continue;
        char *text = NULL;
        for (char **encoding = encodings; *encoding && !text; encoding++)
            text = g_convert(argv[i], -1, "UTF-8", *encoding, NULL, NULL, NULL);
        if (!text) {
            printf("\nCannot determine the text encoding for argument %d (%s).\n"
                   "Please add the correct encoding to MONO_EXTERNAL_ENCODINGS and try again.\n", i, argv[i]);
            exit(255);
        }
        argv[i] = text;
    }
    g_strfreev(encodings);
}

/* Said on stdout, as by mono. */
static void check_mono_path(void)
{
    const char *path = g_getenv("MONO_PATH");
    char **folders = g_strsplit(path ? path : "", ":", -1);
    for (char **folder = folders; *folder; folder++)
        if (**folder && !g_file_test(*folder, G_FILE_TEST_IS_DIR))
            printf("'%s' in MONO_PATH doesn't exist or has wrong permissions.\n", *folder);
    fflush(stdout);
    g_strfreev(folders);
}

static MonoAssembly *open_program(const char *path)
{
    MonoError error = MONO_ERROR_INIT;
    if (access(path, R_OK) != 0) {
        fprintf(stderr, "Cannot open assembly '%s': %s.\n", path, strerror(errno));
        exit(2);
    }
    MonoAssembly *assembly = mono_assembly_open_file(path, &error);
    if (!assembly) {
        fprintf(stderr, "Cannot open assembly '%s': File does not contain a valid CIL image.\n", path);
        if (interp_verbosity && error.message)
            fprintf(stderr, "%s\n", error.message);
        exit(2);
    }
    return assembly;
}

static MonoMethod *find_main(MonoAssembly *assembly)
{
    MonoError error = MONO_ERROR_INIT;
    uint32_t token = assembly->image->entry_point;
    if (!token) {
        printf("Assembly '%s' doesn't have an entry point.\n", assembly->image->filename); /* there, as mono */
        exit(1);
    }
    MonoMethod *method = mono_method_get_checked(assembly->image, token, NULL, &error);
    if (!method || !(method->flags & MONO_METHOD_ATTR_STATIC) || method->is_open) {
        fprintf(stderr, "The entry point of '%s' is no static method: %s\n", assembly->image->filename,
                error.message ? error.message : method ? method->name : "?");
        exit(1);
    }
    return method;
}

static void start_runtime(const char *program, int argc, char **argv)
{
    MonoError error = MONO_ERROR_INIT;
    char *folder = g_path_get_dirname(program);
    if (mono_jiterp_init)
        mono_jiterp_init();
    if (mono_aot_init)
        mono_aot_init(program);
    LifecycleOptions start = {.app_dir = folder, .heap_limit_bytes = options.heap_limit_bytes,
                              .stack_limit_bytes = options.stack_limit_bytes, .stats = options.stats,
                              .argc = argc, .argv = argv, .load_profilers = load_profilers};
    if (!lifecycle_start(&start, &error))
        fail(&error);
    g_free(folder);
}

int main(int argc, char **argv)
{
    int first = parse_options(argc, argv);
    const char *program = argv[first];
    if (access(program, F_OK) != 0) { /* before anything is started, as mono */
        fprintf(stderr, "Cannot open assembly '%s': %s.\n", program, strerror(errno));
        return 2;
    }
    decode_arguments(argc - first, argv + first);
    check_mono_path();
    signals_init();
    start_runtime(program, argc - first, argv + first);
    if (mono_aot_compiles && mono_aot_compiles()) {
        int failed = mono_aot_compile(argc - first, argv + first);
        lifecycle_end();
        return failed;
    }
    MonoAssembly *assembly = open_program(program);
    mono_assembly_set_main(assembly);
    int exit_code;
    if (options.missing_icalls) {
        exit_code = interp_list_missing_icalls(assembly, stdout);
    } else if (options.dump_ir) {
        exit_code = interp_dump_ir(assembly, options.dump_ir, stdout);
    } else if ((!mono_jiterp_dump_wasm || (exit_code = mono_jiterp_dump_wasm(assembly)) < 0) &&
               (!mono_aot_dump || (exit_code = mono_aot_dump(assembly)) < 0)) {
        exit_code = interp_run_main(find_main(assembly), argc - first - 1, argv + first + 1);
        if (!interp_died)
            mono_corlib_shutdown();
    }
    lifecycle_end();
    return exit_code;
}
