/*
 * check-cli.c - the built tool as people call it: output, streams, exit status.
 */
#include "profiler/export/export.h"
#include "tests/report/tool.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const char stacks[] = "Main;Acme.Parser.Parse(string);Acme.Lexer.Next() 420\n"
                             "Main;Acme.Parser.Parse(string);Acme.Parser.Parse(string);Acme.Lexer.Next() 100\n"
                             "Main;Acme.Emit.Write() 230\n"
                             "Main 50\n";

static void expect(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "expected '%s' in:\n%s", words, text);
}

static void expect_json(const char *text)
{
    const char *fault = json_fault(text);
    ck_assert_msg(!fault, "no JSON from here: %.60s", fault);
}

static void expect_failure(Ran *r, int status, const char *words)
{
    ck_assert_msg(r->status == status, "expected status %d, found %d: %s", status, r->status, r->err);
    ck_assert_str_eq(r->out, "");
    expect(r->err, words);
    ck_assert_msg(g_str_has_prefix(r->err, "samplepoint: "), "%s", r->err);
    ck_assert_msg(strchr(r->err, '\n') == r->err + strlen(r->err) - 1, "one line, found: %s", r->err);
    ran_free(r);
}

/* A profile with everything a file can hold: two threads, two modules, lines, time. */
static const char *rich_profile(const char *name)
{
    SpProfile *p = sp_profile_new();
    p->program = "rich.exe";
    p->trigger = "timer";
    p->mode = "sample";
    p->has_time = true;
    p->interval_ns = 1000000;
    p->mean_interval_ns = 1010000;
    uint32_t main_root = sp_thread(p, sp_profile_add_thread(p, 11, "Main"))->root;
    uint32_t worker_root = sp_thread(p, sp_profile_add_thread(p, 12, "Worker"))->root;
    SpFunction functions[] = {
        {.name = "P.Main()", .raw_name = "P:Main ()", .module = "rich", .file = "/src/app/P.cs"},
        {.name = "T.Work(int)", .raw_name = "T:Work (int)", .module = "rich", .file = "/src/app/T.cs"},
        {.name = "T.Work(int)", .raw_name = "T:Work (int)", .module = "other", .file = "/src/other/T.cs"},
    };
    uint32_t f[3];
    for (int i = 0; i < 3; i++)
        f[i] = sp_profile_function(p, &functions[i]);
    uint32_t at_main = sp_profile_child(p, main_root, sp_profile_frame(p, f[0], 4, SP_TIER_JIT));
    sp_profile_add(p, at_main, 10, 10000000, 0);
    sp_profile_add(p, sp_profile_child(p, at_main, sp_profile_frame(p, f[1], 2, SP_TIER_JIT)), 30, 30000000, 0);
    sp_profile_add(p, sp_profile_child(p, at_main, sp_profile_frame(p, f[1], 3, SP_TIER_JIT)), 20, 20000000, 0);
    sp_profile_add(p, sp_profile_child(p, worker_root, sp_profile_frame(p, f[2], 7, SP_TIER_JIT)), 40, 40000000, 0);
    const char *path = scratch_path(name);
    ck_assert(sp_export(p, sp_format_by_path(name), path, NULL));
    sp_profile_free(p);
    return path;
}

/* ---- top ----------------------------------------------------------------------------------------------------- */

START_TEST(top_prints_self_and_total_with_bars)
{
    Ran r = tool("top", scratch_file("a.folded", stacks), NULL);
    ck_assert_int_eq(r.status, 0);
    ck_assert_str_eq(r.err, "");
    ck_assert_str_eq(r.out, "a.folded: 800 samples\n"
                            "   self                        total                      method\n"
                            " 65.0 %      520 ██████████   65.0 %      520 ██████▌     Acme.Lexer.Next()\n"
                            " 28.7 %      230 ████▍        28.7 %      230 ██▉         Acme.Emit.Write()\n"
                            "  6.2 %       50 █           100.0 %      800 ██████████  Main\n"
                            "  0.0 %        0              65.0 %      520 ██████▌     Acme.Parser.Parse(string)\n");
    ran_free(&r);
}
END_TEST

START_TEST(top_draws_in_ascii_where_the_locale_is_not_utf8)
{
    char *command = g_strdup_printf("LC_ALL=C $SP top --limit=1 %s", scratch_file("a.folded", stacks));
    Ran r = shell(command);
    expect(r.out, " 65.0 %      520 ##########   65.0 %      520 ##########  Acme.Lexer.Next()\n");
    expect(r.out, "... 3 more");
    for (const char *s = r.out; *s; s++)
        ck_assert_msg((unsigned char)*s < 0x80, "not ASCII: %s", s);
    ran_free(&r);
    g_free(command);
}
END_TEST

START_TEST(numbers_do_not_follow_the_locale)
{
    char *command =
        g_strdup_printf("LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 $SP top %s", scratch_file("a.folded", stacks));
    Ran r = shell(command);
    expect(r.out, " 65.0 %");
    ran_free(&r);
    g_free(command);
}
END_TEST

START_TEST(colour_is_for_terminals_or_on_demand)
{
    const char *path = scratch_file("a.folded", stacks);
    Ran r = tool("top", path, NULL);
    ck_assert(!strchr(r.out, '\033'));
    ran_free(&r);
    r = tool("top", "--color=always", path, NULL);
    ck_assert(strchr(r.out, '\033'));
    ran_free(&r);
    /* script(1) gives the tool a terminal. */
    char *command = g_strdup_printf("TERM=xterm script -qec \"$SP top %s\" /dev/null", path);
    r = shell(command);
    ck_assert_msg(strchr(r.out, '\033'), "%s", r.out);
    ran_free(&r);
    g_free(command);
    command = g_strdup_printf("NO_COLOR=1 TERM=xterm script -qec \"$SP top %s\" /dev/null", path);
    r = shell(command);
    ck_assert(!strchr(r.out, '\033'));
    ran_free(&r);
    g_free(command);
}
END_TEST

START_TEST(r26_equal_names_in_two_modules_are_two_rows)
{
    Ran r = tool("top", rich_profile("rich.pb.gz"), NULL);
    expect(r.out, "T.Work(int)  [rich]\n");
    expect(r.out, "T.Work(int)  [other]\n");
    ran_free(&r);
    r = tool("top", "--json", rich_profile("rich.pb.gz"), NULL);
    expect_json(r.out);
    expect(r.out, "{\"name\": \"T.Work(int)\", \"raw_name\": \"T:Work (int)\", \"module\": \"rich\", \"samples\": 50, "
                  "\"total_samples\": 50, \"self_ns\": 50000000, \"total_ns\": 50000000}");
    expect(r.out, "{\"name\": \"T.Work(int)\", \"raw_name\": \"T:Work (int)\", \"module\": \"other\", \"samples\": 40, "
                  "\"total_samples\": 40, \"self_ns\": 40000000, \"total_ns\": 40000000}");
    ran_free(&r);
}
END_TEST

START_TEST(top_json_has_the_methods_in_order_and_the_header)
{
    Ran r = tool("top", "--json", "--sort=total", "--limit=2", rich_profile("rich.html"), NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    expect_json(r.out);
    expect(r.out, "\"program\": \"rich.exe\"");
    expect(r.out, "\"trigger\": \"timer\"");
    expect(r.out, "\"mean_interval_ns\": 1010000");
    const char *methods = strstr(r.out, "\"methods\": [\n    {\"name\": \"P.Main()\"");
    ck_assert_msg(methods, "%s", r.out);
    expect(methods, "\"total_ns\": 60000000");
    expect(r.out, "\"left_out\": 1");
    ran_free(&r);
}
END_TEST

START_TEST(exact_calls_get_a_column_of_their_own)
{
    SpProfile *p = profile_of((const char *[]){"Main 10", "Main;Fib 90", NULL});
    const char *path = scratch_path("calls.html");
    p->has_calls = true;
    p->mode = "calls";
    sp_profile_add(p, 1, 0, 0, 1);
    sp_profile_add(p, 2, 0, 0, 1234567);
    ck_assert(sp_export(p, SP_FORMAT_HTML, path, NULL));
    sp_profile_free(p);
    Ran r = tool("top", "--sort=calls", path, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    expect(r.out, "1 234 568 calls");
    expect(r.out, "   1 234 567  Fib\n");
    ck_assert(strstr(r.out, "  Fib\n") < strstr(r.out, "  Main\n"));
    ran_free(&r);
    r = tool("top", "--json", path, NULL);
    expect_json(r.out);
    expect(r.out, "\"calls\": 1234567, \"samples\": 90");
    ran_free(&r);
    r = tool("tree", path, NULL);
    expect(r.out, "   1 234 567  Fib\n");
    ran_free(&r);
    r = tool("top", "--sort=calls", scratch_file("a.folded", stacks), NULL);
    expect(r.err, "no call counts");
    ran_free(&r);
}
END_TEST

START_TEST(top_groups_by_module_namespace_thread_and_line)
{
    const char *path = rich_profile("rich.pb.gz");
    Ran r = tool("top", "--by=module", path, NULL);
    expect(r.out, " 60.0 %");
    expect(r.out, "rich\n");
    ran_free(&r);
    r = tool("top", "--by=line", path, NULL);
    expect(r.out, "/src/app/T.cs:2  T.Work(int)");
    ran_free(&r);
    r = tool("top", "--by=namespace", scratch_file("a.folded", stacks), NULL);
    expect(r.out, "Acme\n");
    ran_free(&r);
    r = tool("top", "--by=thread", "--json", rich_profile("rich.html"), NULL);
    expect_json(r.out);
    expect(r.out, "{\"name\": \"Worker\", \"id\": 12, \"samples\": 40");
    ran_free(&r);
}
END_TEST

START_TEST(top_keeps_the_shares_when_rows_are_filtered)
{
    const char *path = scratch_file("a.folded", stacks);
    Ran r = tool("top", "--filter=Emit", path, NULL);
    expect(r.out, " 28.7 %      230");
    ck_assert(!strstr(r.out, "Lexer"));
    ran_free(&r);
    r = tool("top", "--hide=^Acme", path, NULL);
    expect(r.out, "Main\n");
    ck_assert(!strstr(r.out, "Acme"));
    ran_free(&r);
    r = tool("top", "--filter=(", path, NULL);
    expect_failure(&r, 2, "'--filter=(' is no regular expression");
    r = tool("top", "--thread=NoSuch", path, NULL);
    expect_failure(&r, 2, "no such thread");
}
END_TEST

START_TEST(r02_recursion_stays_within_100_percent)
{
    Ran r = tool("top", "--json", scratch_file("r.folded", "Main 70\nMain;R;R;R;R;R;R;R;R;R;R 30\n"), NULL);
    expect(r.out, "\"name\": \"R\", \"raw_name\": \"R\", \"module\": \"\", \"samples\": 30, \"total_samples\": 30,");
    ran_free(&r);
}
END_TEST

START_TEST(r39_r48_a_profile_without_samples_is_said_and_no_failure)
{
    const char *empty = scratch_file("empty.folded", "");
    static const char *const commands[] = {"top", "tree", "lines", "info"};
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        Ran r = tool(commands[i], empty, NULL);
        ck_assert_msg(r.status == 0, "%s: %s", commands[i], r.err);
        ck_assert_msg(strstr(r.out, "0 samples") || strstr(r.out, "samples            0"), "%s: %s", commands[i],
                      r.out);
        ran_free(&r);
        r = tool(commands[i], "--json", empty, NULL);
        ck_assert_int_eq(r.status, 0);
        expect_json(r.out);
        expect(r.out, "\"samples\": 0");
        ran_free(&r);
    }
    for (int f = 0; f < SP_FORMAT_COUNT; f++) {
        char *name = g_strconcat("empty", sp_formats[f].ending, NULL);
        const char *out = f == SP_FORMAT_FOLDED ? scratch_path("empty2.folded") : scratch_path(name);
        Ran r = tool("convert", empty, "-o", out, NULL);
        ck_assert_msg(r.status == 0, "%s", r.err);
        expect(r.err, "0 samples");
        ran_free(&r);
        r = tool("top", out, NULL);
        if (f == SP_FORMAT_SVG)
            ck_assert_int_eq(r.status, 1);
        else
            ck_assert_msg(r.status == 0 && strstr(r.out, "0 samples"), "%s: %s%s", out, r.out, r.err);
        ran_free(&r);
        g_free(name);
    }
}
END_TEST

START_TEST(the_headline_counts_what_was_recorded_and_sums_time_over_threads)
{
    SpProfile *p = profile_of((const char *[]){"Main 10", NULL});
    uint32_t other = sp_profile_add_thread(p, 7, "Worker");
    add_stack(p, other, "Spin", 5);
    const char *sampled = scratch_path("threads.html"), *called = scratch_path("called.html");
    p->has_time = true;
    ck_assert(sp_export(p, SP_FORMAT_HTML, sampled, NULL));
    p->has_calls = true;
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        SpNode *n = &g_array_index(p->nodes, SpNode, i);
        n->calls = n->samples;
        n->samples = 0;
    }
    ck_assert(sp_export(p, SP_FORMAT_HTML, called, NULL));
    sp_profile_free(p);
    Ran r = tool("top", sampled, NULL);
    expect(r.out, ": 15 samples, 15.0 ms of wall time summed over 2 threads\n");
    ran_free(&r);
    r = tool("top", called, NULL);
    expect(r.out, ": 15 calls, 15.0 ms of wall time summed over 2 threads\n");
    ran_free(&r);
}
END_TEST

/* ---- Other tables -------------------------------------------------------------------------------------------- */

START_TEST(tree_indents_at_branches_only)
{
    Ran r = tool("tree", "--min-percent=0", scratch_file("a.folded", stacks), NULL);
    ck_assert_str_eq(r.out, "a.folded: 800 samples\n"
                            "  total              self  method\n"
                            "100.0 %       800          (everything)\n"
                            "100.0 %       800   6.2 %  Main\n"
                            " 65.0 %       520          ├ Acme.Parser.Parse(string)\n"
                            " 52.5 %       420  52.5 %  │ ├ Acme.Lexer.Next()\n"
                            " 12.5 %       100          │ └ Acme.Parser.Parse(string)\n"
                            " 12.5 %       100  12.5 %  │   Acme.Lexer.Next()\n"
                            " 28.7 %       230  28.7 %  └ Acme.Emit.Write()\n");
    ran_free(&r);
    r = tool("tree", "--depth=2", "--min-percent=30", scratch_file("a.folded", stacks), NULL);
    ck_assert(strstr(r.out, "Parse") && !strstr(r.out, "Lexer") && !strstr(r.out, "Emit"));
    ran_free(&r);
    r = tool("tree", "--json", scratch_file("a.folded", stacks), NULL);
    expect_json(r.out);
    ran_free(&r);
    r = tool("tree", "--min-percent=101", scratch_file("a.folded", stacks), NULL);
    expect_failure(&r, 2, "'--min-percent=101' is no number from 0 to 100");
}
END_TEST

START_TEST(r03_a_stack_of_thirty_thousand_frames_fits_a_small_c_stack)
{
    GString *deep = g_string_new("Main");
    for (int i = 0; i < 30000; i++)
        g_string_append_printf(deep, ";F%d", i);
    g_string_append(deep, " 5\nMain;A;B 3\n");
    const char *path = scratch_file("deep.folded", deep->str);
    static const char *const commands[] = {"top",
                                           "tree --depth=0 --min-percent=0",
                                           "info",
                                           "tree --json --depth=0",
                                           "flamegraph -o /dev/null --format=svg",
                                           "convert -o /dev/null --format=html",
                                           "convert -o /dev/null --format=pprof",
                                           "convert -o /dev/null --format=chrome",
                                           "convert -o /dev/null --format=speedscope",
                                           "flamegraph --reverse -o /dev/null --format=svg"};
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        char *command = g_strdup_printf("ulimit -s 1024; $SP %s %s", commands[i], path);
        Ran r = shell(command);
        ck_assert_msg(r.status == 0, "%s: status %d, %s", commands[i], r.status, r.err);
        ran_free(&r);
        g_free(command);
    }
    g_string_free(deep, TRUE);
}
END_TEST

START_TEST(lines_and_annotate_show_source_lines)
{
    const char *path = rich_profile("rich.html");
    const char *source = scratch_file("T.cs", "class T {\n\tint Work(int n) =>\n\t\tn * n;\n}\n");
    Ran r = tool("lines", path, NULL);
    expect(r.out, " 40.0 %  40.0 %         40");
    expect(r.out, "/src/other/T.cs:7  T.Work(int)");
    expect(r.out, "/src/app/T.cs:2  T.Work(int)");
    ran_free(&r);
    r = tool("lines", "--json", "--limit=1", path, NULL);
    expect_json(r.out);
    expect(r.out, "{\"file\": \"/src/other/T.cs\", \"line\": 7, \"method\": \"T.Work(int)\", \"samples\": 40");
    ran_free(&r);
    r = tool("annotate", source, path, NULL);
    expect_failure(&r, 2, "give more of its path");
    char *folder = g_path_get_dirname(source);
    char *command = g_strdup_printf("cd %s && mkdir app && cp T.cs app/ && $SP annotate app/T.cs %s; s=$?; rm -r app; "
                                    "exit $s",
                                    folder, path);
    r = shell(command);
    ck_assert_msg(r.status == 0, "%s", r.err);
    expect(r.out, "/src/app/T.cs\n");
    expect(r.out, " 30.0 %  30.0 %        30 │    2│     int Work(int n) =>\n");
    expect(r.out, " 20.0 %  20.0 %        20 │    3│         n * n;\n");
    expect(r.out, "                          │    1│ class T {\n");
    ran_free(&r);
    g_free(command);
    g_free(folder);
    r = tool("annotate", "Nowhere.cs", path, NULL);
    expect_failure(&r, 2, "no method of the profile was declared in 'Nowhere.cs'");
}
END_TEST

START_TEST(a_profile_without_lines_says_how_to_get_them)
{
    const char *path = scratch_file("a.folded", stacks);
    Ran r = tool("lines", path, NULL);
    expect_failure(&r, 1, "mono --debug");
    r = tool("annotate", "P.cs", path, NULL);
    expect_failure(&r, 1, "trigger=signal");
}
END_TEST

START_TEST(info_tells_how_it_was_recorded)
{
    Ran r = tool("info", rich_profile("rich.html"), NULL);
    expect(r.out, "interval asked     1.00 ms\n");
    expect(r.out, "interval achieved  1.01 ms\n");
    expect(r.out, "trigger            timer\n");
    expect(r.out, "samples lost       0\n");
    expect(r.out, "Worker (12)\n");
    ran_free(&r);
    r = tool("info", "--json", rich_profile("rich.html"), NULL);
    expect_json(r.out);
    ran_free(&r);
}
END_TEST

/* ---- Files --------------------------------------------------------------------------------------------------- */

/* What `top` says about a file, without its first line (the file's own name may stand there). */
static char *table_of(const char *path)
{
    Ran r = tool("top", "--limit=0", path, NULL);
    ck_assert_msg(r.status == 0, "%s: %s", path, r.err);
    char *table = g_strdup(strchr(r.out, '\n'));
    ran_free(&r);
    return table;
}

START_TEST(every_readable_format_keeps_the_table)
{
    const char *first = scratch_file("a.folded", stacks);
    char *expected = table_of(first);
    for (int f = 0; f < SP_FORMAT_COUNT; f++) {
        if (f == SP_FORMAT_SVG)
            continue;
        char *name = g_strconcat("copy", sp_formats[f].ending, NULL);
        const char *copy = scratch_path(name);
        Ran r = tool("convert", first, "-o", copy, NULL);
        ck_assert_msg(r.status == 0, "%s: %s", name, r.err);
        ran_free(&r);
        char *table = table_of(copy);
        ck_assert_msg(!strcmp(table, expected), "%s: expected%sfound%s", name, expected, table);
        g_free(table);
        g_free(name);
    }
    g_free(expected);
}
END_TEST

START_TEST(merge_adds_up_and_its_order_does_not_matter)
{
    const char *a = scratch_file("a.folded", "M;A 1\nM;B 2\n"), *b = scratch_file("b.folded", "M;B 40\nM;C 5\n");
    const char *ab = scratch_path("ab.folded"), *ba = scratch_path("ba.folded");
    Ran r = tool("merge", a, b, "-o", ab, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    ran_free(&r);
    r = tool("merge", b, a, "-o", ba, NULL);
    ran_free(&r);
    char *x = table_of(ab), *y = table_of(ba);
    ck_assert_str_eq(x, y);
    expect(x, " 87.5 %       42");
    g_free(x);
    g_free(y);
}
END_TEST

START_TEST(merged_runs_have_one_thread_of_a_name)
{
    const char *paths[2], *out = scratch_path("threads.html");
    for (int i = 0; i < 2; i++) {
        SpProfile *p = profile_of((const char *[]){"Main 10", NULL});
        g_array_index(p->threads, SpThread, 0).id = 100 + (unsigned)i;
        paths[i] = scratch_path(i ? "run1.html" : "run0.html");
        ck_assert(sp_export(p, SP_FORMAT_HTML, paths[i], NULL));
        sp_profile_free(p);
    }
    Ran r = tool("merge", paths[0], paths[1], "-o", out, NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    ran_free(&r);
    r = tool("info", out, NULL);
    expect(r.out, "threads            1\n  100.0 %         20 samples  Main\n");
    ran_free(&r);
}
END_TEST

START_TEST(standard_input_and_output_work_in_pipes)
{
    char *command = g_strdup_printf("$SP convert --format=pprof -o - - < %s | $SP top --limit=1 -",
                                    scratch_file("a.folded", stacks));
    Ran r = shell(command);
    ck_assert_msg(r.status == 0, "%s", r.err);
    expect(r.out, "Acme.Lexer.Next()");
    ran_free(&r);
    g_free(command);
}
END_TEST

START_TEST(flamegraph_names_its_file_after_the_input)
{
    const char *in = rich_profile("rich.pb.gz"), *out = scratch_path("rich.svg");
    Ran r = tool("flamegraph", in, "--title=Build <42>", NULL);
    ck_assert_msg(r.status == 0, "%s", r.err);
    expect(r.err, out);
    char *svg = NULL;
    ck_assert(g_file_get_contents(out, &svg, NULL, NULL));
    expect(svg, "Build &lt;42&gt;");
    g_free(svg);
    ran_free(&r);
    r = tool("flamegraph", in, "-o", "x.pb.gz", NULL);
    expect_failure(&r, 2, "pprof is no picture");
}
END_TEST

START_TEST(threads_become_roots_on_demand)
{
    Ran r = tool("convert", rich_profile("rich.html"), "--threads", "--format=folded", "-o", "-", NULL);
    expect(r.out, "Worker;T.Work(int) 40");
    expect(r.out, "Main;P.Main() 10");
    ran_free(&r);
    r = tool("convert", rich_profile("rich.html"), "--thread=worker", "--format=folded", "-o", "-", NULL);
    expect(r.out, "T.Work(int) 40");
    ck_assert(!strstr(r.out, "Main"));
    ran_free(&r);
}
END_TEST

START_TEST(a_failed_conversion_leaves_the_old_file)
{
    const char *good = scratch_file("kept.folded", "A 1\n"), *bad = scratch_file("bad.folded", "A one\n");
    Ran r = tool("convert", bad, "-o", good, NULL);
    ck_assert_int_eq(r.status, 1);
    expect(r.err, "bad.folded");
    ran_free(&r);
    char *text = NULL;
    ck_assert(g_file_get_contents(good, &text, NULL, NULL));
    ck_assert_str_eq(text, "A 1\n");
    g_free(text);
}
END_TEST

/* ---- Wrong use ----------------------------------------------------------------------------------------------- */

START_TEST(wrong_use_ends_with_2_and_a_suggestion)
{
    Ran r = tool("tpo", NULL);
    expect_failure(&r, 2, "unknown command 'tpo'; did you mean 'top'?");
    r = tool("flame", "x", NULL);
    expect_failure(&r, 2, "did you mean 'flamegraph'?");
    r = tool("xyzzy", NULL);
    expect_failure(&r, 2, "unknown command 'xyzzy'; see 'samplepoint --help'");
    r = tool("--hlep", NULL);
    expect_failure(&r, 2, "unknown option '--hlep'");
    r = shell("$SP");
    expect_failure(&r, 2, "no command given");
    r = tool("top", "--limt=3", "f", NULL);
    expect_failure(&r, 2, "did you mean '--limit'?");
    r = tool("convert", "f", NULL);
    expect_failure(&r, 2, "no output given");
    r = tool("convert", "f", "-o", "x.foo", NULL);
    expect_failure(&r, 2, "the ending of 'x.foo' names no format");
    r = tool("convert", "f", "-o", "x", "--format=foo", NULL);
    expect_failure(&r, 2, "'--format=foo' is not one of: folded");
    r = tool("help", "nothing", NULL);
    expect_failure(&r, 2, "there is no command 'nothing'");
    r = tool("open", "--port=0", "x", NULL);
    expect_failure(&r, 2, "from 1 to 65535");
}
END_TEST

START_TEST(files_that_cannot_be_read_or_written_end_with_1)
{
    Ran r = tool("top", "/no/such/file", NULL);
    expect_failure(&r, 1, "/no/such/file");
    r = tool("top", "/", NULL);
    expect_failure(&r, 1, "/");
    r = tool("convert", scratch_file("a.folded", stacks), "-o", "/no/such/folder/x.svg", NULL);
    expect_failure(&r, 1, "/no/such/folder/x.svg");
    r = tool("top",
             scratch_file("b.bin", "\x1f\x8b"
                                   "garbage"),
             NULL);
    expect_failure(&r, 1, "b.bin");
    char *command = g_strdup_printf("$SP top %s > /dev/full", scratch_file("a.folded", stacks));
    r = shell(command);
    ck_assert_int_eq(r.status, 1);
    expect(r.err, "No space left");
    ran_free(&r);
    g_free(command);
}
END_TEST

START_TEST(r58_a_file_size_limit_is_an_error_and_leaves_nothing)
{
    char *command = g_strdup_printf("ulimit -f 1; $SP convert %s -o %s", scratch_file("a.folded", stacks),
                                    scratch_path("limited.html"));
    Ran r = shell(command);
    ck_assert_int_eq(r.status, 1);
    expect(r.err, "File too large");
    ck_assert(!g_file_test(scratch_path("limited.html"), G_FILE_TEST_EXISTS));
    ran_free(&r);
    g_free(command);
}
END_TEST

START_TEST(a_reader_that_leaves_is_no_error)
{
    GString *many = g_string_new(NULL);
    for (int i = 0; i < 50000; i++)
        g_string_append_printf(many, "Main;Method%d 1\n", i);
    char *command = g_strdup_printf("$SP top --limit=0 %s | head -n 1", scratch_file("many.folded", many->str));
    Ran r = shell(command);
    ck_assert_str_eq(r.err, "");
    ck_assert_str_eq(r.out, "many.folded: 50 000 samples\n");
    ran_free(&r);
    g_free(command);
    g_string_free(many, TRUE);
}
END_TEST

START_TEST(help_and_version_go_to_standard_output)
{
    Ran r = tool("--version", NULL);
    ck_assert_int_eq(r.status, 0);
    ck_assert(g_str_has_prefix(r.out, "samplepoint "));
    ran_free(&r);
    r = tool("--help", NULL);
    ck_assert_int_eq(r.status, 0);
    expect(r.out, "flamegraph");
    ran_free(&r);
    r = tool("top", "--help", NULL);
    Ran same = tool("help", "top", NULL);
    ck_assert_int_eq(r.status, 0);
    ck_assert_str_eq(r.out, same.out);
    ran_free(&same);
    ran_free(&r);
    r = tool("formats", "--json", NULL);
    expect_json(r.out);
    ran_free(&r);
}
END_TEST

START_TEST(hostile_names_reach_neither_terminal_nor_json_raw)
{
    const char *path = scratch_path("evil.pb.gz");
    SpProfile *p = profile_of((const char *[]){"a\"b\\c;<script>;\x1b[31mred\x01;\xe2\x80\xae"
                                               "cod 3",
                                               NULL});
    p->program = "we \"said\"\n\x1b[0m.exe";
    ck_assert(sp_export(p, SP_FORMAT_PPROF, path, NULL));
    sp_profile_free(p);
    static const char *const commands[] = {"top", "tree", "info"};
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        Ran r = tool(commands[i], path, NULL);
        ck_assert_msg(r.status == 0, "%s", r.err);
        ck_assert(!strchr(r.out, '\033') && !strchr(r.out, '\001') && !strstr(r.out, "\xe2\x80\xae"));
        ran_free(&r);
        r = tool(commands[i], "--json", path, NULL);
        expect_json(r.out);
        ran_free(&r);
    }
    Ran r = tool("diff", "--json", path, path, NULL);
    expect_json(r.out);
    ran_free(&r);
}
END_TEST

/* ---- open and callspec --------------------------------------------------------------------------------------- */

START_TEST(open_serves_the_page_of_any_profile)
{
    const char *path = scratch_file("a.folded", stacks);
    /* bash speaks TCP itself: the address is http://127.0.0.1:PORT/ */
    char *script = g_strdup_printf(
        "exec 4< <(\"$SP\" open --once %s 2>/dev/null; echo status $?); read -r address <&4; port=${address##*:}; "
        "port=${port%%/}; exec 3<>/dev/tcp/127.0.0.1/$port; "
        "printf 'GET / HTTP/1.1\\r\\nHost: 127.0.0.1:%%s\\r\\n\\r\\n' \"$port\" >&3; cat <&3; cat <&4",
        path);
    char *quoted = g_shell_quote(script), *command = g_strdup_printf("bash -c %s", quoted);
    Ran r = shell(command);
    expect(r.out, "HTTP/1.1 200 OK");
    expect(r.out, "<html");
    expect(r.out, "\nstatus 0\n");
    ran_free(&r);
    g_free(command);
    g_free(quoted);
    g_free(script);
    Ran missing = tool("open", "/no/such/file", NULL);
    expect_failure(&missing, 1, "/no/such/file");
}
END_TEST

START_TEST(open_of_a_folder_takes_the_newest_profile)
{
    const char *old = scratch_file("old.folded", "Old 1\n");
    char *folder = g_path_get_dirname(old);
    char *command = g_strdup_printf("mkdir %s/f && touch %s/f/notes.txt && $SP open %s/f; s=$?; rm -r %s/f; exit $s",
                                    folder, folder, folder, folder);
    Ran r = shell(command);
    expect_failure(&r, 1, "holds no profile");
    g_free(command);
    command = g_strdup_printf("mkdir %s/f && cp %s %s/f/old.folded && touch -d 2001-01-01 %s/f/old.folded && echo 'bad "
                              "line' > %s/f/new.folded; "
                              "$SP open %s/f; s=$?; rm -r %s/f; exit $s",
                              folder, old, folder, folder, folder, folder, folder);
    r = shell(command);
    expect_failure(&r, 1, "new.folded"); /* the newer one was taken: it is the one that cannot be read */
    g_free(command);
    g_free(folder);
}
END_TEST

START_TEST(callspec_refuses_what_is_no_spec_or_no_assembly)
{
    Ran r = tool("callspec", "T:A/(", "x.exe", NULL);
    expect_failure(&r, 2, "T:A/(");
    r = tool("callspec", "all", scratch_file("a.folded", stacks), NULL);
    expect_failure(&r, 1, "no .exe or .dll");
    r = tool("callspec", "all", "/no/such.exe", NULL);
    expect_failure(&r, 1, "/no/such.exe");
}
END_TEST

START_TEST(callspec_lists_what_a_spec_selects)
{
    const char *source =
        scratch_file("spec.cs", "namespace Acme { class P { static void Main() {} class In { void Go() {} } } }\n"
                                "namespace Acme.Noise { class N { void Log() {} } }\n");
    const char *exe = scratch_path("spec.exe");
    char *command = g_strdup_printf("mcs -out:%s %s", exe, source);
    Ran r = shell(command);
    ck_assert_msg(r.status == 0, "mcs: %s", r.err);
    ran_free(&r);
    g_free(command);
    r = tool("callspec", "N:Acme", exe, NULL);
    ck_assert_str_eq(r.out, "Acme.P:.ctor\nAcme.P:Main\n"); /* exactly this namespace; nested types have none */
    expect(r.err, "2 of 6 methods of spec selected");
    ran_free(&r);
    r = tool("callspec", "--all", "program,-N:Acme.Noise", exe, NULL);
    expect(r.out, "+ Acme.P/In:Go\n");
    expect(r.out, "- Acme.Noise.N:Log\n");
    ran_free(&r);
    r = tool("callspec", "--json", "N:Acme.*", exe, NULL);
    expect_json(r.out);
    expect(r.out, "\"selected\": 6\n");
    ran_free(&r);
    r = tool("callspec", "-N:Acme", exe, NULL);
    expect_failure(&r, 2, "unknown option '-N:Acme'");
    r = tool("callspec", "--", "-N:Acme", exe, NULL);
    ck_assert_str_eq(r.out, "");
    expect(r.err, "only excludes");
    ran_free(&r);
}
END_TEST

/* ---- Completion ---------------------------------------------------------------------------------------------- */

START_TEST(bash_completes_commands_options_values_and_files)
{
    static const struct {
        const char *words, *expected;
    } cases[] = {
        {"samplepoint to", "top\n"},
        {"samplepoint top --so", "--sort=\n"},
        {"samplepoint top --sort = se", "self\n"},
        {"samplepoint top --sort =", "self total calls samples\n"},
        {"samplepoint lines -s t", "total\n"},
        {"samplepoint convert --format = pp", "pprof\n"},
        {"samplepoint help flam", "flamegraph\n"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *command = g_strdup_printf("bash -c 'compopt() { :; }; . " SOURCE_ROOT "/data/completions/samplepoint; "
                                        "COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _samplepoint; "
                                        "echo \"${COMPREPLY[*]}\"'",
                                        cases[i].words);
        Ran r = shell(command);
        ck_assert_str_eq(r.err, "");
        ck_assert_str_eq(r.out, cases[i].expected);
        ran_free(&r);
        g_free(command);
    }
}
END_TEST

/* ---- Scale --------------------------------------------------------------------------------------------------- */

/* 10^6 distinct stacks, 30 deep. */
static const char *million_stacks(void)
{
    const char *path = scratch_path("million.folded");
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    for (int i = 0; i < 1000000; i++) {
        fputs("Main", f);
        for (int d = 0; d < 22; d++)
            fprintf(f, ";Shared%d", d);
        for (int d = 0, n = i; d < 7; d++, n /= 7)
            fprintf(f, ";M%d_%d", d, d == 6 ? n : n % 7);
        fputs(" 1\n", f);
    }
    ck_assert_int_eq(fclose(f), 0);
    return path;
}

START_TEST(r72_a_million_stacks_are_added_up_in_bounded_time_and_memory)
{
    char *command = g_strdup_printf("$SP top --json --limit=3 %s", million_stacks());
    gint64 start = g_get_monotonic_time();
    Ran r = shell(command);
    double seconds = (double)(g_get_monotonic_time() - start) / G_TIME_SPAN_SECOND;
    ck_assert_msg(r.status == 0, "%s", r.err);
    expect(r.out, "\"samples\": 1000000");
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage); /* ru_maxrss: KiB, of the largest child so far */
    ck_assert_msg(seconds < 60, "took %.1f s", seconds);
    ck_assert_msg(usage.ru_maxrss < 2000000, "took %ld KiB", usage.ru_maxrss);
    printf("10^6 stacks: top in %.1f s, %ld MiB\n", seconds, usage.ru_maxrss / 1024);
    ran_free(&r);
    g_free(command);
}
END_TEST

/* ---- Suite --------------------------------------------------------------------------------------------------- */

int main(void)
{
    TCase *cases = tcase_create("cli");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, top_prints_self_and_total_with_bars);
    tcase_add_test(cases, top_draws_in_ascii_where_the_locale_is_not_utf8);
    tcase_add_test(cases, numbers_do_not_follow_the_locale);
    tcase_add_test(cases, colour_is_for_terminals_or_on_demand);
    tcase_add_test(cases, r26_equal_names_in_two_modules_are_two_rows);
    tcase_add_test(cases, top_json_has_the_methods_in_order_and_the_header);
    tcase_add_test(cases, exact_calls_get_a_column_of_their_own);
    tcase_add_test(cases, top_groups_by_module_namespace_thread_and_line);
    tcase_add_test(cases, top_keeps_the_shares_when_rows_are_filtered);
    tcase_add_test(cases, r02_recursion_stays_within_100_percent);
    tcase_add_test(cases, r39_r48_a_profile_without_samples_is_said_and_no_failure);
    tcase_add_test(cases, the_headline_counts_what_was_recorded_and_sums_time_over_threads);
    tcase_add_test(cases, tree_indents_at_branches_only);
    tcase_add_test(cases, r03_a_stack_of_thirty_thousand_frames_fits_a_small_c_stack);
    tcase_add_test(cases, lines_and_annotate_show_source_lines);
    tcase_add_test(cases, a_profile_without_lines_says_how_to_get_them);
    tcase_add_test(cases, info_tells_how_it_was_recorded);
    tcase_add_test(cases, every_readable_format_keeps_the_table);
    tcase_add_test(cases, merge_adds_up_and_its_order_does_not_matter);
    tcase_add_test(cases, merged_runs_have_one_thread_of_a_name);
    tcase_add_test(cases, standard_input_and_output_work_in_pipes);
    tcase_add_test(cases, flamegraph_names_its_file_after_the_input);
    tcase_add_test(cases, threads_become_roots_on_demand);
    tcase_add_test(cases, a_failed_conversion_leaves_the_old_file);
    tcase_add_test(cases, wrong_use_ends_with_2_and_a_suggestion);
    tcase_add_test(cases, files_that_cannot_be_read_or_written_end_with_1);
    tcase_add_test(cases, r58_a_file_size_limit_is_an_error_and_leaves_nothing);
    tcase_add_test(cases, a_reader_that_leaves_is_no_error);
    tcase_add_test(cases, help_and_version_go_to_standard_output);
    tcase_add_test(cases, hostile_names_reach_neither_terminal_nor_json_raw);
    tcase_add_test(cases, open_serves_the_page_of_any_profile);
    tcase_add_test(cases, open_of_a_folder_takes_the_newest_profile);
    tcase_add_test(cases, callspec_refuses_what_is_no_spec_or_no_assembly);
    tcase_add_test(cases, callspec_lists_what_a_spec_selects);
    tcase_add_test(cases, bash_completes_commands_options_values_and_files);
    tcase_add_test(cases, r72_a_million_stacks_are_added_up_in_bounded_time_and_memory);
    tcase_add_unchecked_fixture(cases, NULL, scratch_remove);
    Suite *suite = suite_create("cli");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK); /* one scratch folder for the suite */
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
