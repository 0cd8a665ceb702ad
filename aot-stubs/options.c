/*
 * options.c - what the command line says of ahead-of-time code.
 */
#include "aot-stubs/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "aot-stubs/aot.h"

enum { MAX_JOBS = 256, DEFAULT_DEPTH = 3, MAX_DEPTH = 1000 };
#define FLAG(name) MONO_PROFILER_CALL_INSTRUMENTATION_##name

AotOptions aot_options;

static const char usage[] =
    "  out=FILE|FOLDER        the image, or where it goes (beside the assembly)\n"
    "  profile-events=LIST    events that the code raises: samplepoint (default), enter,leave, or none;\n"
    "                         samplepoint,visits: counted, for trigger=visits, not requested\n"
    "  profile=FILE           only the methods that a profile names (any that samplepoint reads)\n"
    "  instances=N            how many calls from the assembly's own code instances of other assemblies' generics are\n"
    "                         compiled (3)\n"
    "  jobs=N, -jN            C compilers at a time (one a CPU)\n"
    "  cc=PROGRAM             the C compiler (cc); cflags=\"...\" adds to its options\n"
    "  cpu=generic|native     code for any x86-64, or for this machine's CPU\n"
    "  cache=FOLDER|off       object files are kept here and used again (~/.cache/monosp/aot)\n"
    "  save-temps=FOLDER      keeps the C\n"
    "  debug                  with debug information: C# lines in gdb and perf\n";

static void bad(const char *word, const char *what) __attribute__((noreturn));
static void bad(const char *word, const char *what)
{
    fprintf(stderr, "--aot: '%s' %s; options are:\n%s", word, what, usage);
    exit(1);
}

static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return !strncmp(word, name, length) && word[length] == '=' ? word + length + 1 : NULL;
}

static unsigned parse_number(const char *word, const char *text, unsigned least, unsigned most)
{
    guint64 number;
    if (g_ascii_string_to_unsigned(text, 10, least, most, &number, NULL))
        return (unsigned)number;
    char *what = g_strdup_printf("is no number from %u to %u", least, most);
    bad(word, what);
}

/* ---- Events ---- */

static struct {
    bool given, enter, leave, samplepoint, visits, none;
} events;

static bool parse_event(const char *name)
{
    if (!strcmp(name, "enter"))
        events.enter = true;
    else if (!strcmp(name, "leave"))
        events.leave = true;
    else if (!strcmp(name, "samplepoint"))
        events.samplepoint = true;
    else if (!strcmp(name, "visits"))
        events.visits = true;
    else if (!strcmp(name, "none"))
        events.none = true;
    else
        return false;
    return events.given = true;
}

/* With samplepoints enter and leave are visits, as in all tiers; so the two come with them. */
static void set_events(void)
{
    bool calls = events.enter || events.leave;
    if (!events.given)
        events.samplepoint = true;
    if (events.none && (calls || events.samplepoint || events.visits))
        bad("profile-events=none", "cannot be together with others");
    if (events.visits && !events.samplepoint)
        bad("profile-events=visits", "goes with samplepoint");
    if (events.samplepoint)
        aot_options.prof_flags = FLAG(ENTER) | FLAG(LEAVE) | FLAG(SAMPLEPOINT);
    else if (calls)
        aot_options.prof_flags = FLAG(ENTER) | FLAG(LEAVE) | FLAG(TAIL_CALL) | FLAG(EXCEPTION_LEAVE);
    aot_options.by_request = events.samplepoint && !events.visits;
}

/* ---- Words ---- */

static void parse_word(const char *word)
{
    const char *value;
    if ((value = value_of(word, "out")))
        aot_options.out = g_strdup(value);
    else if ((value = value_of(word, "profile-events"))) {
        if (!parse_event(value))
            bad(word, "names no event");
    } else if ((value = value_of(word, "profile")))
        aot_options.profile = g_strdup(value);
    else if ((value = value_of(word, "jobs")) || (value = g_str_has_prefix(word, "-j") ? word + 2 : NULL))
        aot_options.jobs = parse_number(word, value, 1, MAX_JOBS);
    else if ((value = value_of(word, "instances")))
        aot_options.depth = parse_number(word, value, 0, MAX_DEPTH);
    else if ((value = value_of(word, "cc")))
        aot_options.cc = g_strdup(value);
    else if ((value = value_of(word, "cflags")))
        aot_options.cflags = g_strdup(value);
    else if (!strcmp(word, "cpu=native") || !strcmp(word, "cpu=generic"))
        aot_options.native_cpu = word[4] == 'n';
    else if ((value = value_of(word, "cache"))) {
        g_free(aot_options.cache);
        aot_options.cache = strcmp(value, "off") ? g_strdup(value) : NULL;
    } else if ((value = value_of(word, "save-temps")))
        aot_options.temps = g_strdup(value);
    else if (!strcmp(word, "debug"))
        aot_options.debug = true;
    else if (!events.given || !parse_event(word)) /* profile-events=enter,leave: the comma is the options' own */
        bad(word, "is no option");
}

static void parse(const char *text)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    aot_options.compiles = true;
    aot_options.depth = DEFAULT_DEPTH;
    aot_options.cc = g_strdup("cc");
    aot_options.jobs = cpus > 0 ? (unsigned)MIN(cpus, MAX_JOBS) : 1;
    aot_options.cache = g_build_filename(g_get_user_cache_dir(), "monosp", "aot", NULL);
    char **words = g_strsplit(text, ",", -1);
    for (char **word = words; *word; word++)
        if (**word)
            parse_word(*word);
    g_strfreev(words);
    set_events();
}

static void print_usage(void) __attribute__((noreturn));
static void print_usage(void)
{
    printf("monosp --aot[=OPTION,...] assembly... : compiles each to assembly.so\n%s", usage);
    exit(0);
}

bool mono_aot_option(const char *argument)
{
    const char *value;
    if (!strcmp(argument, "--aot"))
        parse("");
    else if (!strcmp(argument, "--aot=help"))
        print_usage();
    else if ((value = value_of(argument, "--aot")))
        parse(value);
    else if ((value = value_of(argument, "--aot-path")))
        aot_path = g_strsplit(value, ":", -1);
    else if ((value = value_of(argument, "--dump-aot")))
        aot_options.dump_spec = value;
    else if (!strcmp(argument, "--no-aot") || !strcmp(argument, "-O=-aot") || !strcmp(argument, "--optimize=-aot"))
        aot_options.off = true;
    else
        return false;
    return true;
}

bool mono_aot_compiles(void)
{
    return aot_options.compiles;
}
