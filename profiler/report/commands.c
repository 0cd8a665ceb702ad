/*
 * commands.c - the one table of commands and their options.
 *
 * Dispatch, --help, the shell completions and the manual page follow this table; a test reads it and looks each word up
 * in those files.
 */
#include "profiler/report/report.h"

/* Rows stay rows, and sentences break where they are readable. */
/* clang-format off */
#define OPTION_COLOR {"color", 0, "WHEN", "auto always never", "colours: auto = on a terminal and NO_COLOR unset"}
#define OPTION_JSON {"json", 0, NULL, NULL, "JSON instead of a table; times in nanoseconds"}
#define OPTION_THREAD {"thread", 0, "ID|NAME", NULL, "only this thread: its id, its name or a part of the name"}
#define OPTION_TIER                                                                                                    \
    {"tier", 0, "TIER", "interp jiterp jit aot", "only samples that ended in code of this tier"}
#define OPTION_STACKS                                                                                                  \
    {"filter", 0, "REGEX", NULL, "keep only stacks in which a method matches"},                                        \
    {"hide", 0, "REGEX", NULL, "leave out methods that match; their time goes to the caller"}
#define OPTION_FORMAT {"format", 0, "NAME", NULL, "file format, if not by the ending of OUT; see `samplepoint formats`"}
#define OPTION_TITLE {"title", 0, "TEXT", NULL, "title of the profile instead of the program's name"}
#define OPTION_THREADS {"threads", 0, NULL, NULL, "one root per thread instead of all threads merged"}
#define OPTION_END {NULL, 0, NULL, NULL, NULL}

static const SpOptionRow top_options[] = {
    {"limit", 'n', "N", NULL, "rows shown; 0 = all (default 10)"},
    {"sort", 's', "KEY", "self total calls samples", "order of the rows (default self)"},
    {"by", 'b', "WHAT", "function module namespace thread line tier", "what a row is (default function)"},
    OPTION_THREAD,
    OPTION_TIER,
    {"filter", 0, "REGEX", NULL, "only rows whose name matches; shares stay those of the whole profile"},
    {"hide", 0, "REGEX", NULL, "no rows whose name matches"},
    OPTION_JSON,
    OPTION_COLOR,
    OPTION_END,
};

static const SpOptionRow tree_options[] = {
    {"depth", 'd', "N", NULL, "frames below the root; 0 = all (default 60)"},
    {"min-percent", 'm', "P", NULL, "leave out calls below P percent of the whole (default 1)"},
    OPTION_THREADS,
    OPTION_THREAD,
    OPTION_TIER,
    OPTION_STACKS,
    OPTION_JSON,
    OPTION_COLOR,
    OPTION_END,
};

static const SpOptionRow lines_options[] = {
    {"limit", 'n', "N", NULL, "lines shown; 0 = all (default 20)"},
    {"sort", 's', "KEY", "self total samples", "order of the lines (default self)"},
    OPTION_THREAD,
    OPTION_TIER,
    OPTION_STACKS,
    OPTION_JSON,
    OPTION_COLOR,
    OPTION_END,
};

static const SpOptionRow annotate_options[] = {
    {"context", 'c', "N", NULL, "only lines with samples and N lines around each (default: the whole file)"},
    OPTION_THREAD,
    OPTION_TIER,
    OPTION_JSON,
    OPTION_COLOR,
    OPTION_END,
};

static const SpOptionRow flamegraph_options[] = {
    {"output", 'o', "OUT", NULL, "file to write, .svg or .html (default: IN's name with .svg; - = standard output)"},
    OPTION_FORMAT,
    OPTION_TITLE,
    OPTION_THREADS,
    {"reverse", 'r', NULL, NULL, "stacks upside down: leaves at the root, their callers above"},
    OPTION_THREAD,
    OPTION_TIER,
    OPTION_STACKS,
    OPTION_END,
};

static const SpOptionRow convert_options[] = {
    {"output", 'o', "OUT", NULL, "file to write; - = standard output"},
    OPTION_FORMAT,
    OPTION_TITLE,
    OPTION_THREADS,
    {"mark-tiers", 0, NULL, NULL,
     "methods of different tiers apart in .folded and .speedscope.json: NAME_[0] interpreted, _[j] jiterpreter, _[a] AOT"},
    OPTION_THREAD,
    OPTION_TIER,
    OPTION_STACKS,
    OPTION_END,
};

static const SpOptionRow merge_options[] = {
    {"output", 'o', "OUT", NULL, "file to write; - = standard output"},
    OPTION_FORMAT,
    OPTION_TITLE,
    OPTION_THREADS,
    OPTION_END,
};

static const SpOptionRow diff_options[] = {
    {"output", 'o', "OUT", NULL, "write the difference: .svg = differential flame graph, else BEFORE subtracted"},
    OPTION_FORMAT,
    {"no-normalize", 0, NULL, NULL, "compare values as they are, not shares of each profile's own total"},
    {"limit", 'n', "N", NULL, "rows shown; 0 = all (default 20)"},
    {"sort", 's', "KEY", "self total", "order by the change of self or of total (default self)"},
    OPTION_JSON,
    OPTION_COLOR,
    OPTION_END,
};

static const SpOptionRow info_options[] = {
    OPTION_JSON,
    OPTION_COLOR,
    OPTION_END,
};

static const SpOptionRow open_options[] = {
    {"port", 'p', "N", NULL, "port on 127.0.0.1 (default: a free one)"},
    {"browser", 0, NULL, NULL, "also start the desktop's browser"},
    {"once", 0, NULL, NULL, "end after the page has been fetched once"},
    OPTION_END,
};

static const SpOptionRow callspec_options[] = {
    {"all", 'a', NULL, NULL, "list every method, + selected, - not"},
    OPTION_JSON,
    OPTION_COLOR,
    OPTION_END,
};

static const SpOptionRow formats_options[] = {
    OPTION_JSON,
    OPTION_END,
};

static const SpOptionRow no_options[] = {OPTION_END};

const SpCommand sp_commands[] = {
    {"top", "FILE", "the hottest methods: self and total time",
     "Self is time in the method's own code, total includes what it calls; a recursive method counts once per stack, "
     "so no total exceeds 100 %. A profile without samples prints \"0 samples\" and ends with status 0.",
     "samplepoint top app.1234.html\n"
     "samplepoint top --sort=total --limit=30 app.pb.gz\n"
     "samplepoint top --by=namespace --hide='^System' app.folded\n"
     "samplepoint top --json app.html | jq '.methods[0].name'",
     1, 1, top_options, sp_run_top},
    {"tree", "FILE", "the call tree as text", "Lines are indented only where the tree branches.",
     "samplepoint tree app.html\n"
     "samplepoint tree --depth=8 --min-percent=5 app.html\n"
     "samplepoint tree --filter='Parser\\.' app.html",
     1, 1, tree_options, sp_run_tree},
    {"lines", "FILE", "the hottest source lines",
     "Needs a profile with lines: run mono with --debug and the module with trigger=signal,lines.",
     "samplepoint lines app.html\n"
     "samplepoint lines --sort=total --limit=5 app.pb.gz",
     1, 1, lines_options, sp_run_lines},
    {"annotate", "SOURCE FILE", "samples and time beside the lines of a source file",
     "SOURCE is matched with the file names in the profile by its last folders and name.",
     "samplepoint annotate Parser.cs app.html\n"
     "samplepoint annotate --context=3 src/Parser.cs app.html",
     2, 2, annotate_options, sp_run_annotate},
    {"flamegraph", "FILE", "draw a flame graph, SVG or HTML", "",
     "samplepoint flamegraph app.folded\n"
     "samplepoint flamegraph app.pb.gz -o app.html --title='build 42'\n"
     "samplepoint flamegraph --reverse app.html -o callers.svg",
     1, 1, flamegraph_options, sp_run_flamegraph},
    {"convert", "FILE", "write a profile in another format",
     "The format follows the ending of OUT. Every format can be read back except SVG.",
     "samplepoint convert app.html -o app.pb.gz\n"
     "samplepoint convert app.pb.gz -o app.speedscope.json\n"
     "zcat old.folded.gz | samplepoint convert - -o old.html",
     1, 1, convert_options, sp_run_convert},
    {"merge", "FILE...", "add profiles up into one",
     "Threads of equal name become one: ids of different runs mean nothing to each other. The timeline is dropped.",
     "samplepoint merge run1.html run2.html run3.html -o all.html", 1, UINT32_MAX, merge_options, sp_run_merge},
    {"diff", "BEFORE AFTER", "what changed between two profiles",
     "By default shares are compared: BEFORE is scaled to AFTER's total, so a run that is three times as long with "
     "equal shares shows no change. Methods whose compiler-made names were renumbered between builds are matched. The "
     "differential flame graph has the widths of AFTER and always compares shares.",
     "samplepoint diff before.html after.html\n"
     "samplepoint diff before.html after.html -o diff.svg\n"
     "samplepoint diff --no-normalize --sort=total a.pb.gz b.pb.gz",
     2, 2, diff_options, sp_run_diff},
    {"info", "FILE", "how a profile was recorded: intervals, trigger, clock, losses, threads", "",
     "samplepoint info app.html\n"
     "samplepoint info --json app.pb.gz",
     1, 1, info_options, sp_run_info},
    {"open", "FILE|FOLDER", "show a profile in the browser, served on 127.0.0.1 until Ctrl-C",
     "Of a folder the newest profile is taken. Only that one page is served, and only to this machine.",
     "samplepoint open app.html\n"
     "samplepoint open --port=8080 app.pb.gz",
     1, 1, open_options, sp_run_open},
    {"callspec", "SPEC ASSEMBLY", "list the methods of an .exe or .dll that a callspec selects", "",
     "samplepoint callspec N:Acme.Parser app.exe\n"
     "samplepoint callspec --all 'program,-T:Acme.Log' app.exe",
     2, 2, callspec_options, sp_run_callspec},
    {"formats", "", "the file formats that can be written and read", "", "samplepoint formats", 0, 0, formats_options,
     sp_run_formats},
    {"help", "[COMMAND]", "help on a command", "", "samplepoint help top", 0, 1, no_options, sp_run_help},
    {NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL},
};
/* clang-format on */
