/*
 * report.h - what the commands of the tool `samplepoint` share.
 *
 *   argv -> commands.c (the table) -> args.c (options) -> one command each: load.c reads, select.c narrows,
 *   rows.c adds up, page.c prints
 *
 * A command is a row of sp_commands; dispatch, help, completions and manual page are held to that one table. A command
 * returns false and an error: SP_ERROR_OPTION ends the tool with status 2 (wrong use), everything else with 1.
 */
#ifndef SAMPLEPOINT_REPORT_H
#define SAMPLEPOINT_REPORT_H

#include "profiler/export/export.h"
#include "profiler/model/model.h"

/* ---- Command table and arguments ---------------------------------------------------------------------------- */

typedef struct {
    const char *name;    /* without dashes; NULL ends a list */
    char letter;         /* '-o'; 0 = none */
    const char *value;   /* what the value is called in help; NULL = a switch without value */
    const char *choices; /* the allowed words, separated by blanks; NULL = free text */
    const char *what;
} SpOptionRow;

#define SP_MAX_OPTIONS 16

typedef struct SpArgs SpArgs;

typedef struct {
    const char *name, *operands, *what;
    const char *details;  /* paragraph of help, or "" */
    const char *examples; /* lines of help */
    unsigned min_operands, max_operands;
    const SpOptionRow *options;
    bool (*run)(const SpArgs *args, GError **error);
} SpCommand;

extern const SpCommand sp_commands[]; /* ended by name == NULL */

struct SpArgs {
    const SpCommand *command;
    GPtrArray *operands;                /* of const char *, as given */
    const char *values[SP_MAX_OPTIONS]; /* by index of command->options; "" for a switch; NULL = not given */
    bool help;
};

/* Reads the words after the command's name. The last of a repeated option wins. */
bool sp_args_parse(SpArgs *args, const SpCommand *command, int argc, char **argv, GError **error);
void sp_args_clear(SpArgs *args);
const char *sp_args_get(const SpArgs *args, const char *option); /* NULL = not given */
bool sp_args_has(const SpArgs *args, const char *option);
const char *sp_args_operand(const SpArgs *args, unsigned index);
/* A whole number in [min, max], or `fallback` when the option is not given. */
bool sp_args_number(const SpArgs *args, const char *option, uint64_t min, uint64_t max, uint64_t fallback,
                    uint64_t *number, GError **error);

/* The candidate nearest to `word` by edits, or NULL when none is near. `next` answers NULL at the end. */
const char *sp_nearest(const char *word, const char *(*next)(const void *data, unsigned index), const void *data);

char *sp_help_overview(void);
char *sp_help_command(const SpCommand *command);

/* ---- Text on the terminal ----------------------------------------------------------------------------------- */

typedef struct {
    SpOutput *out;
    bool color, unicode;
    unsigned width; /* columns of the terminal; 0 = no limit (not a terminal) */
} SpPage;

typedef enum { SP_STYLE_PLAIN, SP_STYLE_DIM, SP_STYLE_BOLD, SP_STYLE_WARM, SP_STYLE_HOT, SP_STYLE_GOOD } SpStyle;

bool sp_page_open(SpPage *page, const SpArgs *args, GError **error); /* standard output */
bool sp_page_close(SpPage *page, GError **error);
void sp_page_style(SpPage *page, SpStyle style);
SpStyle sp_page_heat(double share);

/* Text made safe for a terminal: controls become U+FFFD (or '?'), broken UTF-8 too; cut to `columns` (0 = no limit). */
char *sp_printable(const char *text, unsigned columns, bool unicode);
unsigned sp_columns(const char *text);
void sp_page_text(SpPage *page, const char *text, unsigned columns);
/* A bar of `columns` columns, filled to share of 0..1; padded with blanks. */
void sp_page_bar(SpPage *page, double share, unsigned columns);
/* "5.22 s", "840 us"; three digits, right-aligned to 7 columns. */
void sp_format_ns(char *buffer, size_t size, int64_t ns, bool unicode);
/* The same of a profile's weights, which may be bytes: "1.46 MB". */
void sp_format_weight(char *buffer, size_t size, int64_t weight, bool in_bytes, bool unicode);
/* "12 384". */
void sp_format_count(char *buffer, size_t size, int64_t count);
/* " 42.1 %", "< 0.1 %": 7 columns or, down to -100 %, 8. Share -1..1. */
void sp_format_percent(char *buffer, size_t size, double share);
double sp_share(int64_t part, int64_t whole); /* 0 when the whole is 0 */

/* A note on stderr while one piece of work takes more than a second and stderr is a terminal. */
void sp_progress_begin(const char *what, const char *on);
void sp_progress_end(void);
void sp_note(const char *format, ...) G_GNUC_PRINTF(1, 2); /* one line on stderr */

/* ---- Loading and narrowing ---------------------------------------------------------------------------------- */

/* Reads a profile ("-" = standard input) with a progress note. */
SpProfile *sp_load(const char *path, GError **error);
/* The same, narrowed by --thread and --tier; and, if `frames`, by --filter and --hide. */
SpProfile *sp_load_operand(const SpArgs *args, unsigned operand, bool frames, GError **error);

SpProfile *sp_select_thread(const SpProfile *p, const char *id_or_name, GError **error);
/* Keeps the samples that ended in code of the tier. */
SpProfile *sp_select_tier(const SpProfile *p, const char *word, GError **error);
/* Keeps the stacks in which some frame matches `keep`, and removes frames that match `hide`: their values go to the
 * nearest caller that stays. NULL = no such condition. */
SpProfile *sp_select_frames(const SpProfile *p, const GRegex *keep, const GRegex *hide);
/* Frames of one function become one, whatever their line and tier. */
SpProfile *sp_without_lines(const SpProfile *p);
/* Stacks upside down: leaves are roots, callers below them. */
SpProfile *sp_reversed(const SpProfile *p);
bool sp_args_regex(const SpArgs *args, const char *option, GRegex **regex, GError **error);
bool sp_function_matches(const SpFunction *f, const GRegex *regex);

/* ---- Adding up ---------------------------------------------------------------------------------------------- */

typedef enum { SP_BY_FUNCTION, SP_BY_MODULE, SP_BY_NAMESPACE, SP_BY_THREAD, SP_BY_LINE, SP_BY_TIER } SpGrouping;

typedef struct {
    const char *name;              /* function, module, namespace, thread, tier, or file of the line */
    const char *raw_name, *module; /* "" where a group has none */
    uint32_t line;                 /* by line only */
    int64_t self_samples, total_samples;
    int64_t self_ns, total_ns;
    int64_t calls;
} SpRow;

/* In JSON: keys of weights are self_ns and so on, or self_bytes. */
static inline const char *sp_weight_key(bool in_bytes)
{
    return in_bytes ? "bytes" : "ns";
}

typedef struct {
    GArray *rows; /* of SpRow */
    GStringChunk *strings;
    SpSum sum, whole; /* shares are of `whole`: sp_profile_whole() */
    bool has_time;    /* weights are nanoseconds, else samples */
    bool in_bytes;    /* with has_time: they are bytes */
    bool difference;  /* values may be negative; the largest change comes first */
} SpRows;

/* What shares are shares of: the sums of the values without their signs. Only of a difference is that more than
 * sp_profile_sum(), whose sums are near or below zero there; so no share is beyond -100 or +100 %. */
SpSum sp_profile_whole(const SpProfile *p);
/* True if some value is negative. */
bool sp_is_difference(const SpProfile *p);

SpRows *sp_rows_new(const SpProfile *p, SpGrouping by);
void sp_rows_free(SpRows *rows);
typedef enum { SP_SORT_SELF, SP_SORT_TOTAL, SP_SORT_CALLS, SP_SORT_SAMPLES } SpSort;
void sp_rows_sort(SpRows *rows, SpSort sort);

/* Namespace of the type that declares a method, read off its raw name; "" = global or unknown. Free with g_free(). */
char *sp_namespace_of(const SpFunction *f);

/* ---- Output files (convert.c) ------------------------------------------------------------------------------- */

/* --format, else by the ending of `path`; SP_FORMAT_UNKNOWN and an error if neither names one. */
SpFormat sp_args_format(const SpArgs *args, const char *path, GError **error);
/* sp_export() with a progress note, and a word when there is nothing in it. */
bool sp_export_noted(const SpProfile *p, SpFormat format, const char *path, GError **error);

/* ---- Header of a profile (info.c) --------------------------------------------------------------------------- */

/* One line: samples, calls, time, intervals, trigger, clock, losses; that it is a difference, where it is one. */
void sp_print_headline(SpPage *page, const SpProfile *p);
/* "program": ..., without braces, followed by a comma. */
void sp_json_header(SpOutput *out, const SpProfile *p);

/* ---- Differences (match.c, diff.c) -------------------------------------------------------------------------- */

/* The name with the numbers a compiler hands out (lambda, closure, iterator, state machine) left out. */
char *sp_match_key(const char *name);
/* `before` with every function that lives on in `after` under another compiler-made name renamed to it. */
SpProfile *sp_aligned(const SpProfile *before, const SpProfile *after);
/* after - factor * before, as one merged tree; values may be negative. */
SpProfile *sp_difference(const SpProfile *before, const SpProfile *after, double factor);

/* ---- Commands ----------------------------------------------------------------------------------------------- */

bool sp_run_top(const SpArgs *args, GError **error);
bool sp_run_tree(const SpArgs *args, GError **error);
bool sp_run_lines(const SpArgs *args, GError **error);
bool sp_run_annotate(const SpArgs *args, GError **error);
bool sp_run_flamegraph(const SpArgs *args, GError **error);
bool sp_run_convert(const SpArgs *args, GError **error);
bool sp_run_merge(const SpArgs *args, GError **error);
bool sp_run_diff(const SpArgs *args, GError **error);
bool sp_run_info(const SpArgs *args, GError **error);
bool sp_run_open(const SpArgs *args, GError **error);
bool sp_run_callspec(const SpArgs *args, GError **error);
bool sp_run_formats(const SpArgs *args, GError **error);
bool sp_run_help(const SpArgs *args, GError **error);

int sp_report_main(int argc, char **argv);

#endif
