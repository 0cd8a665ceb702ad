/*
 * options.c - the options of --profile=browser:... and of SAMPLEPOINT_OPTIONS.
 *
 *   options = [item] *("," [item])          an item without text means nothing
 *   item    = name ["=" value]              a flag without a value is switched on
 *
 * '...' and "..." take what they enclose as it is, commas included; a backslash takes the next character as it is,
 * inside quotes too. Of an option given twice the last counts; `out` accumulates.
 *
 * The table `known` holds every option once: the parser, the help text and the test of the manual page read it.
 */
#include "profiler/plugin/options.h"
#include "profiler/plugin/spare-signals.h"

#include <string.h>

#define NS_PER_MS 1000000
#define MAX_INTERVAL_MS 3600000
#define MAX_DEPTH 1000000
#define MAX_ALLOC_INTERVAL (INT64_C(1) << 30)
#define ALLOC_INTERVAL_NOT_GIVEN (-1)
#define STANDARD_ALLOC_INTERVAL (512 << 10)

typedef struct {
    const char *source; /* where the text comes from, for messages */
    SpOptions *options;
    bool may_clear_outputs; /* no out= yet in this text: the first one discards those of the environment */
    bool lone_format;       /* a format= stood where there was no out= before it */
    GError **error;
} Parser;

typedef struct Option Option;
struct Option {
    const char *name, *alias;
    const char *operand; /* NULL: a flag */
    const char *allowed; /* NULL: made from the table of formats */
    const char *standard;
    const char *help;
    bool (*set)(Parser *p, const Option *o, const char *value);
    size_t offset; /* of what set() stores to, in SpOptions, where it needs one */
    const char *const *names;
};

static const char *const mode_names[] = {"sample", "calls", "alloc", NULL};
static const char *const trigger_names[] = {"auto", "timer", "visits", "signal", NULL};
static const char *const clock_names[] = {"wall", "cpu", NULL};

static bool set_interval(Parser *p, const Option *o, const char *value);
static bool set_callspec(Parser *p, const Option *o, const char *value);
static bool set_choice(Parser *p, const Option *o, const char *value);
static bool set_output(Parser *p, const Option *o, const char *value);
static bool set_format(Parser *p, const Option *o, const char *value);
static bool set_depth(Parser *p, const Option *o, const char *value);
static bool set_flag(Parser *p, const Option *o, const char *value);
static bool set_signal(Parser *p, const Option *o, const char *value);
static bool set_bytes(Parser *p, const Option *o, const char *value);

#define FLAG_VALUES "true, false, 1, 0, yes, no, or no value at all"

static const Option known[] = {
    {"sampleIntervalMs", "interval", "MS", "0 to 3600000 milliseconds, fractions with a dot; 0 = every visit", "1",
     "time between samples", set_interval, 0, NULL},
    {"callspec", NULL, "SPEC", "a callspec, in quotes if it holds commas", "all methods",
     "which methods are profiled: N:My.App.*, T:Ns.Type, M:Type:Method, program, -T:Ns.Not", set_callspec, 0, NULL},
    {"mode", NULL, "MODE", "sample, calls, alloc", "sample",
     "sample stacks, count and time every call, or tell where memory is allocated", set_choice,
     offsetof(SpOptions, mode), mode_names},
    {"trigger", NULL, "WHAT", "auto, timer, visits, signal", "auto", "what makes a sample due", set_choice,
     offsetof(SpOptions, trigger), trigger_names},
    {"clock", NULL, "CLOCK", "wall, cpu", "wall", "the time that samples stand for", set_choice,
     offsetof(SpOptions, clock), clock_names},
    {"allocInterval", NULL, "BYTES", "0 to 1G bytes, with K, M or G for 1024, 1024^2, 1024^3; 0 = every allocation",
     "512K", "mode alloc: bytes allocated between two samples, on average", set_bytes,
     offsetof(SpOptions, alloc_interval), NULL},
    {"allocTypes", NULL, NULL, FLAG_VALUES, "off", "mode alloc: what was allocated is a frame, [alloc] Type", set_flag,
     offsetof(SpOptions, alloc_types), NULL},
    {"out", NULL, "FILE", NULL, "PROGRAM.PID.html",
     "file to write, once or several times; %p is the process id, %% a percent sign, - is stdout", set_output, 0, NULL},
    {"format", NULL, "FORMAT", NULL, "by the ending of out", "format of the out= before it, else of the default output",
     set_format, 0, NULL},
    {"maxDepth", NULL, "FRAMES", "1 to 1000000", "100000", "frames kept of a stack", set_depth, 0, NULL},
    {"lines", NULL, NULL, FLAG_VALUES, "off", "frames carry source lines where debug information exists", set_flag,
     offsetof(SpOptions, lines), NULL},
    {"threads", NULL, NULL, FLAG_VALUES, "off", "one root for each thread", set_flag, offsetof(SpOptions, threads),
     NULL},
    {"quiet", NULL, NULL, FLAG_VALUES, "off", "no summary on stderr", set_flag, offsetof(SpOptions, quiet), NULL},
    {"rawNames", NULL, NULL, FLAG_VALUES, "off", "names as the runtime has them, runtime wrappers shown", set_flag,
     offsetof(SpOptions, raw_names), NULL},
    {"snapshotSignal", NULL, "SIGNAL", sp_spare_signals, sp_standard_spare_signal,
     "signal that writes a snapshot without stopping", set_signal, 0, NULL},
    {"help", NULL, NULL, FLAG_VALUES, "off", "print this and exit", set_flag, offsetof(SpOptions, help), NULL},
};

/* ---- Messages ------------------------------------------------------------------------------------------------- */

/* Text of the user's on one line of bounded length. */
static char *shown(const char *text)
{
    enum { LIMIT = 80 };
    size_t length = strnlen(text, LIMIT + 1);
    char *cut = g_strndup(text, MIN(length, LIMIT)), *valid = g_utf8_make_valid(cut, -1);
    for (char *c = valid; *c; c++)
        if (g_ascii_iscntrl(*c))
            *c = ' ';
    char *result = g_strconcat(valid, length > LIMIT ? "..." : "", NULL);
    g_free(valid);
    g_free(cut);
    return result;
}

static char *allowed_formats(bool endings)
{
    GString *list = g_string_new(NULL);
    for (int i = 0; i < SP_FORMAT_COUNT; i++)
        g_string_append_printf(list, "%s%s", i ? ", " : "", endings ? sp_formats[i].ending : sp_formats[i].name);
    return g_string_free(list, FALSE);
}

static char *allowed_values(const Option *o)
{
    if (o->allowed)
        return g_strdup(o->allowed);
    bool is_output = o->set == set_output;
    char *list = allowed_formats(is_output);
    char *text = is_output ? g_strconcat("a file name that ends in ", list, ", or any name with format= after it", NULL)
                           : g_strdup(list);
    g_free(list);
    return text;
}

/* Always false. problem ends the sentence "NAME=VALUE ...". */
static bool refuse(const Parser *p, const Option *o, const char *value, const char *problem)
{
    char *text = shown(value), *allowed = allowed_values(o);
    g_set_error(p->error, SP_ERROR, SP_ERROR_OPTION, "%s: %s=%s %s (allowed: %s)", p->source, o->name, text, problem,
                allowed);
    g_free(allowed);
    g_free(text);
    return false;
}

/* ---- Values --------------------------------------------------------------------------------------------------- */

/* Milliseconds in decimal to nanoseconds, in integers so that no locale and no rounding of binary fractions gets in. */
static const char *parse_ms(const char *text, int64_t *ns)
{
    int64_t ms = 0, fraction = 0, scale = NS_PER_MS;
    bool digits = false, nonzero = false;
    const char *c = text;
    for (; g_ascii_isdigit(*c); c++, digits = true)
        ms = MIN(ms * 10 + (*c - '0'), MAX_INTERVAL_MS + 1);
    if (*c == '.') {
        for (c++; g_ascii_isdigit(*c); c++, digits = true) {
            nonzero = nonzero || *c != '0';
            scale /= 10;
            fraction += (*c - '0') * scale;
        }
    }
    if (*c || !digits)
        return *text == '-' && g_ascii_isdigit(text[1]) ? "is negative" : "is not a decimal number";
    *ns = ms * NS_PER_MS + fraction;
    if (*ns > (int64_t)MAX_INTERVAL_MS * NS_PER_MS || (ms == MAX_INTERVAL_MS && nonzero))
        return "is too large";
    return *ns == 0 && nonzero ? "is less than a nanosecond" : NULL;
}

static bool set_interval(Parser *p, const Option *o, const char *value)
{
    int64_t ns = 0;
    const char *problem = parse_ms(value, &ns);
    if (problem)
        return refuse(p, o, value, problem);
    p->options->interval_ns = ns;
    return true;
}

/* A whole number of at most `most`; larger ones give most + 1, text that is none gives -1. */
static int64_t parse_count(const char *text, int64_t most)
{
    int64_t n = 0;
    if (!*text)
        return -1;
    for (; *text; text++) {
        if (!g_ascii_isdigit(*text))
            return -1;
        n = MIN(n * 10 + (*text - '0'), most + 1);
    }
    return n;
}

static bool set_depth(Parser *p, const Option *o, const char *value)
{
    int64_t n = parse_count(value, MAX_DEPTH);
    if (n < 0)
        return refuse(p, o, value, "is not a whole number");
    if (n < 1 || n > MAX_DEPTH)
        return refuse(p, o, value, "is out of range");
    p->options->max_depth = (int)n;
    return true;
}

/* 524288, 512K, 1M. */
static bool set_bytes(Parser *p, const Option *o, const char *value)
{
    static const char units[] = "KMG";
    size_t length = strlen(value);
    const char *unit = length ? strchr(units, g_ascii_toupper(value[length - 1])) : NULL;
    char *digits = g_strndup(value, length - (unit ? 1 : 0));
    int64_t n = parse_count(digits, MAX_ALLOC_INTERVAL);
    g_free(digits);
    if (n < 0)
        return refuse(p, o, value, "is not a whole number");
    n = MIN(n, MAX_ALLOC_INTERVAL + 1) << (unit ? 10 * (unit - units + 1) : 0);
    if (n > MAX_ALLOC_INTERVAL)
        return refuse(p, o, value, "is too large");
    *(int64_t *)(void *)((char *)p->options + o->offset) = n;
    return true;
}

static bool set_callspec(Parser *p, const Option *o, const char *value)
{
    GError *inner = NULL;
    SpCallspec *spec = sp_callspec_parse(value, &inner);
    if (!spec) {
        g_propagate_prefixed_error(p->error, inner, "%s: ", p->source);
        return false;
    }
    sp_callspec_free(p->options->callspec);
    g_free(p->options->callspec_text);
    p->options->callspec = spec;
    p->options->callspec_text = g_strdup(value);
    return true;
}

static bool set_choice(Parser *p, const Option *o, const char *value)
{
    for (int i = 0; o->names[i]; i++) {
        if (!strcmp(o->names[i], value)) {
            *(int *)((char *)p->options + o->offset) = i; /* every such field is an enum that counts from 0 */
            return true;
        }
    }
    return refuse(p, o, value, *value ? "is unknown" : "is empty");
}
G_STATIC_ASSERT(sizeof(SpMode) == sizeof(int) && sizeof(SpTrigger) == sizeof(int) && sizeof(SpClock) == sizeof(int));

static bool set_flag(Parser *p, const Option *o, const char *value)
{
    static const char *const on[] = {"true", "1", "yes", NULL}, *const off[] = {"false", "0", "no", NULL};
    bool yes = !value || g_strv_contains(on, value);
    if (!yes && !g_strv_contains(off, value))
        return refuse(p, o, value, "is no switch");
    *(bool *)((char *)p->options + o->offset) = yes;
    return true;
}

static bool set_signal(Parser *p, const Option *o, const char *value)
{
    return sp_spare_signal(value, &p->options->snapshot_signal) ||
           refuse(p, o, value, *value ? "is no signal that can be spared" : "is empty");
}

static void clear_output(gpointer output)
{
    g_free(((SpOutputOption *)output)->path);
}

static const char *path_problem(const char *path)
{
    if (!*path)
        return "is empty";
    for (const char *c = path; (c = strchr(c, '%')); c += 2)
        if (c[1] != 'p' && c[1] != '%')
            return "holds a % that is neither %p nor %%";
    return NULL;
}

static bool set_output(Parser *p, const Option *o, const char *value)
{
    const char *problem = path_problem(value);
    if (problem)
        return refuse(p, o, value, problem);
    if (p->lone_format)
        return refuse(p, o, value, "stands after format=, which names the format of the out= before it");
    GArray *outputs = p->options->outputs;
    if (p->may_clear_outputs)
        g_array_set_size(outputs, 0);
    p->may_clear_outputs = false;
    for (guint i = 0; i < outputs->len; i++)
        if (!strcmp(g_array_index(outputs, SpOutputOption, i).path, value))
            return refuse(p, o, value, "is given twice");
    SpOutputOption output = {.path = g_strdup(value), .format = sp_format_by_path(value)};
    g_array_append_val(outputs, output);
    return true;
}

static bool set_format(Parser *p, const Option *o, const char *value)
{
    SpFormat format = sp_format_by_name(value);
    if (format == SP_FORMAT_UNKNOWN)
        return refuse(p, o, value, *value ? "is no known format" : "is empty");
    GArray *outputs = p->options->outputs;
    if (outputs->len) {
        g_array_index(outputs, SpOutputOption, outputs->len - 1).format = format;
    } else {
        p->options->default_format = format;
        p->lone_format = true;
    }
    return true;
}

/* ---- Names ---------------------------------------------------------------------------------------------------- */

static const Option *find_option(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (!strcmp(known[i].name, name) || !g_strcmp0(known[i].alias, name))
            return &known[i];
    return NULL;
}

/* Edits that turn a into b, case ignored; names are short, longer ones are cut. */
static size_t distance(const char *a, const char *b)
{
    enum { LIMIT = 32 };
    size_t n = strnlen(a, LIMIT), m = strnlen(b, LIMIT), row[LIMIT + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t change = diagonal + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]));
            diagonal = row[j];
            row[j] = MIN(change, MIN(row[j], row[j - 1]) + 1);
        }
    }
    return row[m];
}

/* "output" for "out", "depth" for "maxDepth": one within the other is as near as one edit. */
static bool holds(const char *longer, const char *shorter)
{
    return strlen(shorter) >= 3 && strcasestr(longer, shorter) != NULL;
}

static const char *nearest_name(const char *name)
{
    size_t length = strlen(name), best = (length < 4 ? 1 : MAX(length / 3, 2)) + 1;
    const char *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        const char *candidates[] = {known[i].name, known[i].alias};
        for (size_t k = 0; k < 2 && candidates[k]; k++) {
            size_t d = distance(name, candidates[k]);
            if (holds(name, candidates[k]) || holds(candidates[k], name))
                d = MIN(d, 1);
            if (d < best) {
                best = d;
                found = candidates[k];
            }
        }
    }
    return found;
}

/* What is left of a callspec that was cut at an unquoted comma. */
static bool looks_like_term(const char *item)
{
    static const char *const words[] = {"all", "program", "wrapper", "disabled", NULL};
    const char *c = item + strspn(item, "+-");
    return *item == '-' || (*c && strchr("MTNE", *c) && c[1] == ':') || g_strv_contains(words, c);
}

static bool refuse_name(const Parser *p, const char *item, const char *name)
{
    char *text = shown(item);
    const char *near = nearest_name(name);
    GString *message = g_string_new(p->source);
    if (!*name)
        g_string_append_printf(message, ": '%s' has no option name before '='", text);
    else if (looks_like_term(item))
        g_string_append_printf(
            message,
            ": '%s' looks like a term of a callspec: quote the callspec, callspec=\"N:A,N:B\" (and keep "
            "the quotes from the shell)",
            text);
    else if (g_str_has_prefix(item, "browser:"))
        g_string_append_printf(message, ": unknown option '%s' (leave 'browser:' out here)", text);
    else if (near)
        g_string_append_printf(message, ": unknown option '%s' (did you mean '%s'?)", text, near);
    else if (p->options->callspec && !strchr(item, '='))
        g_string_append_printf(
            message,
            ": unknown option '%s' (if it belongs to the callspec, quote that: callspec=\"N:A,N:B\"; "
            "'help' lists all options)",
            text);
    else
        g_string_append_printf(message, ": unknown option '%s' ('help' lists all options)", text);
    g_set_error_literal(p->error, SP_ERROR, SP_ERROR_OPTION, message->str);
    g_string_free(message, TRUE);
    g_free(text);
    return false;
}

/* ---- Text ----------------------------------------------------------------------------------------------------- */

static bool parse_item(Parser *p, const char *item)
{
    const char *equals = strchr(item, '=');
    char *name = equals ? g_strndup(item, (gsize)(equals - item)) : g_strdup(item);
    const Option *o = find_option(name);
    bool ok;
    if (!o)
        ok = refuse_name(p, item, name);
    else if (!equals && o->operand)
        ok = refuse(p, o, "", "is missing its value");
    else
        ok = o->set(p, o, equals ? equals + 1 : NULL);
    g_free(name);
    return ok;
}

/* Moves the next item, unquoted, into `item` and returns what follows it, or NULL and an error. */
static const char *next_item(const Parser *p, const char *text, GString *item)
{
    char quote = 0;
    const char *opened = NULL, *c = text;
    g_string_truncate(item, 0);
    for (; *c && (quote || *c != ','); c++) {
        if (*c == '\\') {
            if (!*++c) {
                g_set_error(p->error, SP_ERROR, SP_ERROR_OPTION, "%s: nothing follows the backslash at the end",
                            p->source);
                return NULL;
            }
            g_string_append_c(item, *c);
        } else if (quote ? *c == quote : *c == '\'' || *c == '"') {
            quote = quote ? 0 : *c;
            opened = c;
        } else {
            g_string_append_c(item, *c);
        }
    }
    if (quote) {
        char *rest = shown(opened);
        g_set_error(p->error, SP_ERROR, SP_ERROR_OPTION, "%s: the quote in %s is not closed", p->source, rest);
        g_free(rest);
        return NULL;
    }
    return *c ? c + 1 : c;
}

/* A format= may follow its out=, so an output without a format is wrong only at the end. */
static bool check_outputs(Parser *p)
{
    for (guint i = 0; i < p->options->outputs->len; i++) {
        const SpOutputOption *output = &g_array_index(p->options->outputs, SpOutputOption, i);
        if (output->format == SP_FORMAT_UNKNOWN)
            return refuse(p, find_option("out"), output->path, "has an ending that names no format");
    }
    return true;
}

static bool parse_text(SpOptions *options, const char *source, const char *text, GError **error)
{
    Parser p = {.source = source, .options = options, .may_clear_outputs = true, .error = error};
    GString *item = g_string_new(NULL);
    bool ok = true;
    while (ok && *text) {
        text = next_item(&p, text, item);
        ok = text && (!item->len || parse_item(&p, item->str));
    }
    g_string_free(item, TRUE);
    return ok && check_outputs(&p);
}

/* Options that are right one by one. */
static bool check_combination(SpOptions *o, const char *source, GError **error)
{
    if (o->mode == SP_MODE_ALLOC && o->trigger != SP_TRIGGER_AUTO) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                    "%s: trigger=%s does not go with mode=alloc, whose trigger is allocation (allowed: no trigger)", source,
                    trigger_names[o->trigger]);
        return false;
    }
    if (o->mode != SP_MODE_ALLOC && (o->alloc_interval != ALLOC_INTERVAL_NOT_GIVEN || o->alloc_types)) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "%s: %s needs mode=alloc", source,
                    o->alloc_types ? "allocTypes" : "allocInterval");
        return false;
    }
    if (o->alloc_interval == ALLOC_INTERVAL_NOT_GIVEN)
        o->alloc_interval = STANDARD_ALLOC_INTERVAL;
    if (o->mode != SP_MODE_CALLS || o->trigger != SP_TRIGGER_SIGNAL)
        return true;
    g_set_error(
        error, SP_ERROR, SP_ERROR_OPTION,
        "%s: trigger=signal does not go with mode=calls, which counts every enter and leave (allowed: no trigger)",
        source);
    return false;
}

bool sp_options_parse(SpOptions *options, const char *desc, const char *environment, GError **error)
{
    *options = (SpOptions){
        .interval_ns = NS_PER_MS,
        .default_format = SP_FORMAT_HTML,
        .max_depth = 100000,
        .alloc_interval = ALLOC_INTERVAL_NOT_GIVEN,
        .outputs = g_array_new(FALSE, FALSE, sizeof(SpOutputOption)),
    };
    g_array_set_clear_func(options->outputs, clear_output);
    sp_spare_signal(sp_standard_spare_signal, &options->snapshot_signal);
    const char *colon = desc ? strchr(desc, ':') : NULL;
    if (parse_text(options, "SAMPLEPOINT_OPTIONS", environment ? environment : "", error) &&
        parse_text(options, "--profile=browser", colon ? colon + 1 : "", error) &&
        check_combination(options, colon ? "--profile=browser" : "SAMPLEPOINT_OPTIONS", error))
        return true;
    sp_options_clear(options);
    return false;
}

void sp_options_clear(SpOptions *options)
{
    g_free(options->callspec_text);
    sp_callspec_free(options->callspec);
    if (options->outputs)
        g_array_unref(options->outputs);
    *options = (SpOptions){0};
}

char *sp_options_expand_path(const char *path, uint64_t pid)
{
    GString *s = g_string_new(NULL);
    for (; *path; path++) {
        if (path[0] == '%' && path[1] == 'p')
            g_string_append_printf(s, "%" G_GUINT64_FORMAT, (guint64)pid);
        else
            g_string_append_c(s, *path);
        path += path[0] == '%' && path[1];
    }
    return g_string_free(s, FALSE);
}

char *sp_options_help(void)
{
    GString *s =
        g_string_new("Options: --profile=browser:NAME=VALUE,NAME,...  (or SAMPLEPOINT_OPTIONS=NAME=VALUE,...)\n"
                     "Put values that hold commas in quotes, and keep the quotes from the shell:\n"
                     "  mono --profile='browser:callspec=\"N:My.App.*,-T:My.App.Log\",out=app.svg' app.exe\n\n");
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        const Option *o = &known[i];
        char *allowed = allowed_values(o);
        g_string_append_printf(s, "  %s%s%s\n      %s (default: %s)\n", o->name, o->operand ? "=" : "",
                               o->operand ? o->operand : "", o->help, o->standard);
        if (o->operand)
            g_string_append_printf(s, "      allowed: %s\n", allowed);
        if (o->alias)
            g_string_append_printf(s, "      also called %s\n", o->alias);
        g_free(allowed);
    }
    return g_string_free(s, FALSE);
}

const char *sp_options_name(size_t i)
{
    return i < G_N_ELEMENTS(known) ? known[i].name : NULL;
}

const char *sp_mode_name(SpMode mode)
{
    return mode_names[mode];
}

const char *sp_trigger_name(SpTrigger trigger)
{
    return trigger_names[trigger];
}
