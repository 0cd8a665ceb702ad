/* check-options.c - the options of the module: values, quoting, messages, help and manual page. */
#include "profiler/plugin/options.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static SpOptions parsed;

static void parse_both(const char *desc, const char *environment)
{
    GError *error = NULL;
    sp_options_clear(&parsed);
    ck_assert_msg(sp_options_parse(&parsed, desc, environment, &error), "'%s' refused: %s", desc,
                  error ? error->message : "without an error");
    ck_assert_ptr_null(error);
}

/* Parses "browser:" + options. */
static void parse(const char *options)
{
    char *desc = g_strconcat("browser:", options, NULL);
    parse_both(desc, NULL);
    g_free(desc);
}

static char *message_of(const char *desc, const char *environment)
{
    SpOptions options;
    GError *error = NULL;
    ck_assert_msg(!sp_options_parse(&options, desc, environment, &error), "'%s' was accepted", desc);
    ck_assert_msg(error && error->domain == SP_ERROR && error->code == SP_ERROR_OPTION, "'%s': no option error", desc);
    ck_assert_msg(!strpbrk(error->message, "\n\r\x1b"), "'%s': message of more than one line", desc);
    ck_assert_ptr_null(options.outputs);
    ck_assert_ptr_null(options.callspec);
    char *message = g_strdup(error->message);
    g_error_free(error);
    return message;
}

static void refuses(const char *options, const char *expected)
{
    char *desc = g_strconcat("browser:", options, NULL), *message = message_of(desc, NULL);
    char *full = g_strconcat("--profile=browser: ", expected, NULL);
    ck_assert_str_eq(message, full);
    g_free(full);
    g_free(message);
    g_free(desc);
}

static void refuses_with(const char *options, const char *part)
{
    char *desc = g_strconcat("browser:", options, NULL), *message = message_of(desc, NULL);
    ck_assert_msg(strstr(message, part) != NULL, "'%s': '%s' does not hold '%s'", options, message, part);
    g_free(message);
    g_free(desc);
}

static const SpOutputOption *output(guint i)
{
    ck_assert_uint_lt(i, parsed.outputs->len);
    return &g_array_index(parsed.outputs, SpOutputOption, i);
}

static void tear_down(void)
{
    sp_options_clear(&parsed);
}

START_TEST(without_options_the_defaults_hold)
{
    static const char *const descs[] = {"browser", "browser:", NULL};
    for (size_t i = 0; i < G_N_ELEMENTS(descs); i++) {
        parse_both(descs[i], NULL);
        ck_assert_int_eq(parsed.interval_ns, 1000000);
        ck_assert_ptr_null(parsed.callspec);
        ck_assert_ptr_null(parsed.callspec_text);
        ck_assert_int_eq(parsed.mode, SP_MODE_SAMPLE);
        ck_assert_int_eq(parsed.trigger, SP_TRIGGER_AUTO);
        ck_assert_int_eq(parsed.clock, SP_CLOCK_WALL);
        ck_assert_uint_eq(parsed.outputs->len, 0);
        ck_assert_int_eq(parsed.default_format, SP_FORMAT_HTML);
        ck_assert_int_eq(parsed.max_depth, 100000);
        ck_assert_int_eq(parsed.snapshot_signal, SIGUSR2);
        ck_assert(!parsed.lines && !parsed.threads && !parsed.quiet && !parsed.raw_names && !parsed.help);
    }
}
END_TEST

START_TEST(intervals_are_decimal_milliseconds)
{
    static const struct {
        const char *text;
        int64_t ns;
    } cases[] = {
        {"1", 1000000},
        {"0", 0},
        {"0.5", 500000},
        {".25", 250000},
        {"10.", 10000000},
        {"0.000001", 1},
        {"0.0", 0},
        {"007", 7000000},
        {"3600000", 3600000000000},
        {"3600000.000", 3600000000000},
        {"1.0000009", 1000000},
        {"16.666666", 16666666},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *option = g_strconcat("sampleIntervalMs=", cases[i].text, NULL);
        parse(option);
        ck_assert_int_eq(parsed.interval_ns, cases[i].ns);
        g_free(option);
    }
    parse("interval=20");
    ck_assert_int_eq(parsed.interval_ns, 20000000);
}
END_TEST

#define INTERVALS "(allowed: 0 to 3600000 milliseconds, fractions with a dot; 0 = every visit)"

START_TEST(r30_interval_zero_means_every_visit)
{
    parse("sampleIntervalMs=0");
    ck_assert_int_eq(parsed.interval_ns, 0);
}
END_TEST

START_TEST(r31_bad_intervals_are_refused)
{
    refuses("sampleIntervalMs=-5", "sampleIntervalMs=-5 is negative " INTERVALS);
    refuses("sampleIntervalMs=abc", "sampleIntervalMs=abc is not a decimal number " INTERVALS);
    refuses("sampleIntervalMs=", "sampleIntervalMs= is not a decimal number " INTERVALS);
    refuses("sampleIntervalMs", "sampleIntervalMs= is missing its value " INTERVALS);
    refuses("interval=2147483647", "sampleIntervalMs=2147483647 is too large " INTERVALS);
    refuses("interval=3600000.0000001", "sampleIntervalMs=3600000.0000001 is too large " INTERVALS);
    refuses("interval=99999999999999999999999999",
            "sampleIntervalMs=99999999999999999999999999 is too large " INTERVALS);
    refuses("interval=0.0000001", "sampleIntervalMs=0.0000001 is less than a nanosecond " INTERVALS);
    static const char *const bad[] = {"+5", "1e3", "1,5", " 5", "5 ", "0x10", "1.2.3", ".", "nan", "inf", "--5", "5ms"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        char *option = g_strdup_printf("sampleIntervalMs=\"%s\"", bad[i]);
        refuses_with(option, "is not a decimal number");
        g_free(option);
    }
}
END_TEST

START_TEST(r31_of_a_value_given_twice_the_last_counts)
{
    parse("sampleIntervalMs=5,interval=7,mode=calls,mode=sample,quiet,quiet=no,callspec=all,callspec=N:B");
    ck_assert_int_eq(parsed.interval_ns, 7000000);
    ck_assert_int_eq(parsed.mode, SP_MODE_SAMPLE);
    ck_assert(!parsed.quiet);
    ck_assert_str_eq(parsed.callspec_text, "N:B");
}
END_TEST

START_TEST(choices_take_their_names_only)
{
    parse("mode=calls,trigger=visits,clock=cpu");
    ck_assert_int_eq(parsed.mode, SP_MODE_CALLS);
    ck_assert_int_eq(parsed.trigger, SP_TRIGGER_VISITS);
    ck_assert_int_eq(parsed.clock, SP_CLOCK_CPU);
    for (int t = SP_TRIGGER_AUTO; t <= SP_TRIGGER_SIGNAL; t++) {
        char *option = g_strconcat("trigger=", sp_trigger_name((SpTrigger)t), NULL);
        parse(option);
        ck_assert_int_eq((int)parsed.trigger, t);
        g_free(option);
    }
    ck_assert_str_eq(sp_mode_name(SP_MODE_CALLS), "calls");
    refuses("mode=call", "mode=call is unknown (allowed: sample, calls, alloc)");
    refuses("mode=", "mode= is empty (allowed: sample, calls, alloc)");
    refuses("mode", "mode= is missing its value (allowed: sample, calls, alloc)");
    refuses("trigger=Timer", "trigger=Timer is unknown (allowed: auto, timer, visits, signal)");
    refuses("clock=gpu", "clock=gpu is unknown (allowed: wall, cpu)");
}
END_TEST

START_TEST(calls_cannot_be_counted_by_a_signal)
{
    refuses("mode=calls,trigger=signal",
            "trigger=signal does not go with mode=calls, which counts every enter and leave "
            "(allowed: no trigger)");
    refuses_with("trigger=signal,mode=calls", "does not go with");
    parse("mode=calls,trigger=signal,mode=sample");
    parse("mode=calls,trigger=timer");
    char *message = message_of("browser", "mode=calls,trigger=signal");
    ck_assert(g_str_has_prefix(message, "SAMPLEPOINT_OPTIONS: trigger=signal"));
    g_free(message);
}
END_TEST

START_TEST(flags_take_a_switch_or_nothing)
{
    parse("lines,threads=true,quiet=1,rawNames=yes,help");
    ck_assert(parsed.lines && parsed.threads && parsed.quiet && parsed.raw_names && parsed.help);
    parse("lines=false,threads=0,quiet=no,rawNames=false,help=0");
    ck_assert(!parsed.lines && !parsed.threads && !parsed.quiet && !parsed.raw_names && !parsed.help);
    refuses("quiet=on", "quiet=on is no switch (allowed: true, false, 1, 0, yes, no, or no value at all)");
    refuses("lines=", "lines= is no switch (allowed: true, false, 1, 0, yes, no, or no value at all)");
}
END_TEST

START_TEST(depth_is_a_whole_number_in_range)
{
    parse("maxDepth=1");
    ck_assert_int_eq(parsed.max_depth, 1);
    parse("maxDepth=1000000");
    ck_assert_int_eq(parsed.max_depth, 1000000);
    refuses("maxDepth=0", "maxDepth=0 is out of range (allowed: 1 to 1000000)");
    refuses("maxDepth=1000001", "maxDepth=1000001 is out of range (allowed: 1 to 1000000)");
    refuses("maxDepth=99999999999999999999", "maxDepth=99999999999999999999 is out of range (allowed: 1 to 1000000)");
    refuses("maxDepth=-1", "maxDepth=-1 is not a whole number (allowed: 1 to 1000000)");
    refuses("maxDepth=1.5", "maxDepth=1.5 is not a whole number (allowed: 1 to 1000000)");
    refuses("maxDepth=", "maxDepth= is not a whole number (allowed: 1 to 1000000)");
}
END_TEST

START_TEST(snapshot_signal_by_name_or_number)
{
    static const struct {
        const char *text;
        int number;
    } cases[] = {{"USR1", SIGUSR1}, {"SIGUSR1", SIGUSR1}, {"SIGUSR2", SIGUSR2},
                 {"12", SIGUSR2},   {"none", 0},          {"WINCH", SIGWINCH}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *option = g_strconcat("snapshotSignal=", cases[i].text, NULL);
        parse(option);
        ck_assert_int_eq(parsed.snapshot_signal, cases[i].number);
        g_free(option);
    }
    char *real_time = g_strdup_printf("snapshotSignal=%d", SIGRTMAX);
    parse(real_time);
    ck_assert_int_eq(parsed.snapshot_signal, SIGRTMAX);
    g_free(real_time);
    static const char *const bad[] = {"KILL", "9",  "SEGV", "11", "0", "65", "-1", "usr1", "999999999999999999999",
                                      "2",    "SIG"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        char *option = g_strconcat("snapshotSignal=", bad[i], NULL);
        refuses_with(option, "is no signal that can be spared (allowed: USR1, USR2, WINCH, URG, IO, ");
        g_free(option);
    }
    refuses_with("snapshotSignal=", "snapshotSignal= is empty (allowed: USR1");
}
END_TEST

START_TEST(outputs_accumulate_with_the_format_of_their_ending)
{
    parse("out=a.svg,out=b.pb.gz,out=c.FOLDED,out=d.speedscope.json,out=/x/e.trace.json");
    ck_assert_uint_eq(parsed.outputs->len, 5);
    ck_assert_str_eq(output(0)->path, "a.svg");
    ck_assert_int_eq(output(0)->format, SP_FORMAT_SVG);
    ck_assert_int_eq(output(1)->format, SP_FORMAT_PPROF);
    ck_assert_int_eq(output(2)->format, SP_FORMAT_FOLDED);
    ck_assert_int_eq(output(3)->format, SP_FORMAT_SPEEDSCOPE);
    ck_assert_int_eq(output(4)->format, SP_FORMAT_CHROME);
    ck_assert_str_eq(output(4)->path, "/x/e.trace.json");
}
END_TEST

START_TEST(format_belongs_to_the_output_before_it)
{
    parse("out=a.txt,format=folded,out=b.svg,out=-,format=pprof,out=/dev/stdout,format=svg,format=html");
    ck_assert_uint_eq(parsed.outputs->len, 4);
    ck_assert_int_eq(output(0)->format, SP_FORMAT_FOLDED);
    ck_assert_int_eq(output(1)->format, SP_FORMAT_SVG);
    ck_assert_int_eq(output(2)->format, SP_FORMAT_PPROF);
    ck_assert_int_eq(output(3)->format, SP_FORMAT_HTML);
    parse("format=svg");
    ck_assert_uint_eq(parsed.outputs->len, 0);
    ck_assert_int_eq(parsed.default_format, SP_FORMAT_SVG);
}
END_TEST

START_TEST(r39_unknown_formats_and_endings_are_refused)
{
    refuses("out=a.txt",
            "out=a.txt has an ending that names no format (allowed: a file name that ends in .folded, .svg, "
            ".html, .speedscope.json, .pb.gz, .trace.json, or any name with format= after it)");
    refuses("format=flame", "format=flame is no known format (allowed: folded, svg, html, speedscope, pprof, chrome)");
    refuses("format=", "format= is empty (allowed: folded, svg, html, speedscope, pprof, chrome)");
    refuses_with("out=-", "out=- has an ending that names no format");
    refuses_with("format=svg,out=a.html",
                 "out=a.html stands after format=, which names the format of the out= before it");
}
END_TEST

START_TEST(r50_output_paths_are_checked)
{
    refuses_with("out=", "out= is empty");
    refuses_with("out", "out= is missing its value");
    refuses_with("out=a.svg,out=a.svg", "out=a.svg is given twice");
    refuses_with("out=%n.svg", "out=%n.svg holds a % that is neither %p nor %%");
    refuses_with("out=%.svg", "holds a %");
    refuses_with("out=a.svg%", "holds a %");
    refuses_with("out=%%%.svg", "holds a %");
    parse("out=%p-%%p-100%%.svg");
    ck_assert_str_eq(output(0)->path, "%p-%%p-100%%.svg");
}
END_TEST

START_TEST(r61_paths_expand_the_process_id)
{
    static const struct {
        const char *path, *expanded;
    } cases[] = {
        {"a.%p.svg", "a.4711.svg"}, {"%p", "4711"}, {"%%p", "%p"},    {"%%%p%%", "%4711%"},
        {"plain", "plain"},         {"", ""},       {"end%", "end%"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *expanded = sp_options_expand_path(cases[i].path, 4711);
        ck_assert_str_eq(expanded, cases[i].expanded);
        g_free(expanded);
    }
}
END_TEST

START_TEST(r38_unknown_options_are_named_with_the_nearest_known_one)
{
    refuses("sampleInterval=5", "unknown option 'sampleInterval=5' (did you mean 'sampleIntervalMs'?)");
    refuses("callSpec=N:A", "unknown option 'callSpec=N:A' (did you mean 'callspec'?)");
    refuses("bogus", "unknown option 'bogus' ('help' lists all options)");
    refuses("output=x.svg", "unknown option 'output=x.svg' (did you mean 'out'?)");
    refuses("depth=5", "unknown option 'depth=5' (did you mean 'maxDepth'?)");
    refuses("MODE=calls", "unknown option 'MODE=calls' (did you mean 'mode'?)");
    refuses("quite", "unknown option 'quite' (did you mean 'quiet'?)");
    refuses("intervalX=5", "unknown option 'intervalX=5' (did you mean 'interval'?)");
    refuses("rawnames", "unknown option 'rawnames' (did you mean 'rawNames'?)");
}
END_TEST

START_TEST(r38_empty_items_mean_nothing_and_a_missing_name_is_refused)
{
    parse(",,sampleIntervalMs=5,,");
    ck_assert_int_eq(parsed.interval_ns, 5000000);
    parse(",,");
    ck_assert_int_eq(parsed.interval_ns, 1000000);
    refuses("=", "'=' has no option name before '='");
    refuses("=5", "'=5' has no option name before '='");
}
END_TEST

START_TEST(r40_quotes_and_backslashes_keep_commas)
{
    static const char *const forms[] = {
        "callspec=\"N:A,N:B\",sampleIntervalMs=5", "sampleIntervalMs=5,callspec='N:A,N:B'",
        "'callspec=N:A,N:B',sampleIntervalMs=5",   "callspec=N:A\\,N:B,sampleIntervalMs=5",
        "sampleIntervalMs=5,callspec=N:A','N:B",   "callspec=\"N:A\\,N:B\",sampleIntervalMs='5'",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        parse(forms[i]);
        ck_assert_str_eq(parsed.callspec_text, "N:A,N:B");
        ck_assert_int_eq(parsed.interval_ns, 5000000);
        parse_both("browser", forms[i]);
        ck_assert_str_eq(parsed.callspec_text, "N:A,N:B");
    }
    parse("out='it''s.svg',out=\"say \\\"hi\\\".svg\",out='a\"b.svg',out=back\\\\slash.svg");
    ck_assert_str_eq(output(0)->path, "its.svg");
    ck_assert_str_eq(output(1)->path, "say \"hi\".svg");
    ck_assert_str_eq(output(2)->path, "a\"b.svg");
    ck_assert_str_eq(output(3)->path, "back\\slash.svg");
}
END_TEST

START_TEST(r40_a_callspec_cut_at_a_comma_is_refused)
{
    const char *advice = "looks like a term of a callspec: quote the callspec, callspec=\"N:A,N:B\"";
    refuses_with("callspec=N:A,N:B", advice);
    refuses_with("callspec=N:A,N:B", "'N:B' looks");
    refuses_with("callspec=N:A,-T:x,sampleIntervalMs=5", advice);
    refuses_with("sampleIntervalMs=5,callspec=N:A,program", advice);
    refuses_with("callspec=N:A,-mscorlib", advice);
    refuses_with("callspec=N:A,+M:X:Y", advice);
    refuses_with("callspec=N:A,mscorlib", "'mscorlib' (if it belongs to the callspec, quote that");
    refuses_with("callspec=N:A;N:B", "callspec 'N:A;N:B': unexpected ';' at column 4 (terms are separated by commas)");
}
END_TEST

START_TEST(open_quotes_and_a_last_backslash_are_refused)
{
    refuses("callspec='N:A,N:B", "the quote in 'N:A,N:B is not closed");
    refuses("quiet,out=\"a.svg,lines", "the quote in \"a.svg,lines is not closed");
    refuses("out=a.svg\\", "nothing follows the backslash at the end");
}
END_TEST

START_TEST(r42_an_empty_callspec_is_all)
{
    parse("callspec=");
    ck_assert_ptr_nonnull(parsed.callspec);
    ck_assert_str_eq(parsed.callspec_text, "");
    SpMethodDescription any = {"a", false, "b", "c", "b", "c", "d", SP_WRAPPER_NONE};
    ck_assert(sp_callspec_selects(parsed.callspec, &any));
    refuses_with("callspec", "callspec= is missing its value");
}
END_TEST

START_TEST(r43_malformed_callspecs_are_refused_with_their_source)
{
    refuses("callspec=N:A+N:B", "callspec 'N:A+N:B': unexpected '+' at column 4 (terms are separated by commas)");
    char *message = message_of("browser", "callspec=--x");
    ck_assert_str_eq(message,
                     "SAMPLEPOINT_OPTIONS: callspec '--x': second '-' at column 2 (one '-' before a term excludes "
                     "what it matches)");
    g_free(message);
}
END_TEST

START_TEST(the_command_line_wins_over_the_environment)
{
    parse_both("browser:interval=2,quiet=no,out=b.svg", "interval=5,quiet,lines,out=a.svg,out=c.html");
    ck_assert_int_eq(parsed.interval_ns, 2000000);
    ck_assert(!parsed.quiet && parsed.lines);
    ck_assert_uint_eq(parsed.outputs->len, 1);
    ck_assert_str_eq(output(0)->path, "b.svg");
    parse_both("browser:interval=2", "out=a.svg,out=c.html");
    ck_assert_uint_eq(parsed.outputs->len, 2);
    parse_both("browser:out=b.svg", "format=pprof");
    ck_assert_int_eq(output(0)->format, SP_FORMAT_SVG);
    parse_both("browser:format=pprof", "out=a.svg");
    ck_assert_int_eq(output(0)->format, SP_FORMAT_PPROF);
}
END_TEST

START_TEST(errors_of_the_environment_say_so)
{
    char *message = message_of("browser:quiet", "maxDepth=x");
    ck_assert_str_eq(message, "SAMPLEPOINT_OPTIONS: maxDepth=x is not a whole number (allowed: 1 to 1000000)");
    g_free(message);
    message = message_of("browser:quiet", "browser:maxDepth=5");
    ck_assert_str_eq(message, "SAMPLEPOINT_OPTIONS: unknown option 'browser:maxDepth=5' (leave 'browser:' out here)");
    g_free(message);
}
END_TEST

START_TEST(hostile_text_makes_one_short_valid_line)
{
    GString *long_value = g_string_new("mode=");
    for (int i = 0; i < 1 << 20; i++)
        g_string_append_c(long_value, 'x');
    char *message = message_of("browser", long_value->str);
    ck_assert_uint_lt(strlen(message), 300);
    g_free(message);
    g_string_free(long_value, TRUE);
    message = message_of("browser:mode=a\nb\x1b[31m\xff\xfe", NULL);
    ck_assert(g_utf8_validate(message, -1, NULL));
    g_free(message);
    message = message_of("browser:\xff\xff\xff=1", NULL);
    ck_assert(g_utf8_validate(message, -1, NULL));
    g_free(message);
}
END_TEST

START_TEST(allocations_have_an_interval_in_bytes)
{
    static const struct {
        const char *text;
        int64_t bytes;
    } good[] = {{"mode=alloc", 524288}, {"mode=alloc,allocInterval=0", 0}, {"mode=alloc,allocInterval=1", 1},
                {"allocInterval=64K,mode=alloc", 65536}, {"mode=alloc,allocInterval=2m", 2097152},
                {"mode=alloc,allocInterval=1G", 1073741824}, {"mode=alloc,allocInterval=1073741824", 1073741824}};
    for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
        SpOptions o;
        char *desc = g_strconcat("browser:", good[i].text, NULL);
        ck_assert_msg(sp_options_parse(&o, desc, NULL, NULL), "%s", good[i].text);
        ck_assert_int_eq(o.mode, SP_MODE_ALLOC);
        ck_assert_int_eq(o.alloc_interval, good[i].bytes);
        sp_options_clear(&o);
        g_free(desc);
    }
    static const char *const bad[] = {"", "K", "-1", "1.5K", "0x10", "1T", "2G", "1073741825", "99999999999999999999K", "1KB"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        char *text = g_strconcat("mode=alloc,allocInterval=", bad[i], NULL);
        refuses_with(text, "(allowed: 0 to 1G bytes");
        g_free(text);
    }
    refuses("allocInterval=1K", "allocInterval needs mode=alloc");
    refuses("mode=calls,allocTypes", "allocTypes needs mode=alloc");
    refuses_with("mode=alloc,trigger=timer", "trigger=timer does not go with mode=alloc");
}
END_TEST

START_TEST(help_names_every_option_with_its_default)
{
    char *help = sp_options_help();
    size_t count = 0;
    for (; sp_options_name(count); count++) {
        char *line = g_strconcat("\n  ", sp_options_name(count), NULL);
        const char *at = strstr(help, line);
        ck_assert_msg(at != NULL, "help lacks %s", sp_options_name(count));
        ck_assert_ptr_nonnull(strstr(at, "(default: "));
        g_free(line);
    }
    ck_assert_uint_eq(count, 16);
    ck_assert(g_str_has_suffix(help, "\n"));
    g_free(help);
}
END_TEST

START_TEST(the_manual_page_names_every_option)
{
    char *page = NULL;
    GError *error = NULL;
    ck_assert_msg(g_file_get_contents(MANUAL_PAGE, &page, NULL, &error), "%s", error ? error->message : "");
    for (size_t i = 0; sp_options_name(i); i++) {
        char *entry = g_strconcat("\n.BR ", sp_options_name(i), NULL),
             *plain = g_strconcat("\n.B ", sp_options_name(i), NULL);
        ck_assert_msg(strstr(page, entry) || strstr(page, plain), "the manual page has no entry for %s",
                      sp_options_name(i));
        g_free(plain);
        g_free(entry);
    }
    g_free(page);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("options");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, without_options_the_defaults_hold);
    tcase_add_test(tests, intervals_are_decimal_milliseconds);
    tcase_add_test(tests, r30_interval_zero_means_every_visit);
    tcase_add_test(tests, r31_bad_intervals_are_refused);
    tcase_add_test(tests, r31_of_a_value_given_twice_the_last_counts);
    tcase_add_test(tests, choices_take_their_names_only);
    tcase_add_test(tests, calls_cannot_be_counted_by_a_signal);
    tcase_add_test(tests, flags_take_a_switch_or_nothing);
    tcase_add_test(tests, depth_is_a_whole_number_in_range);
    tcase_add_test(tests, snapshot_signal_by_name_or_number);
    tcase_add_test(tests, outputs_accumulate_with_the_format_of_their_ending);
    tcase_add_test(tests, format_belongs_to_the_output_before_it);
    tcase_add_test(tests, r39_unknown_formats_and_endings_are_refused);
    tcase_add_test(tests, r50_output_paths_are_checked);
    tcase_add_test(tests, r61_paths_expand_the_process_id);
    tcase_add_test(tests, r38_unknown_options_are_named_with_the_nearest_known_one);
    tcase_add_test(tests, r38_empty_items_mean_nothing_and_a_missing_name_is_refused);
    tcase_add_test(tests, r40_quotes_and_backslashes_keep_commas);
    tcase_add_test(tests, r40_a_callspec_cut_at_a_comma_is_refused);
    tcase_add_test(tests, open_quotes_and_a_last_backslash_are_refused);
    tcase_add_test(tests, r42_an_empty_callspec_is_all);
    tcase_add_test(tests, r43_malformed_callspecs_are_refused_with_their_source);
    tcase_add_test(tests, the_command_line_wins_over_the_environment);
    tcase_add_test(tests, errors_of_the_environment_say_so);
    tcase_add_test(tests, hostile_text_makes_one_short_valid_line);
    tcase_add_test(tests, allocations_have_an_interval_in_bytes);
    tcase_add_test(tests, help_names_every_option_with_its_default);
    tcase_add_test(tests, the_manual_page_names_every_option);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
