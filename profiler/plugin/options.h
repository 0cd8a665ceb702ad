/*
 * options.h - the options of --profile=browser:..., one table that parser, help and manual page share.
 */
#ifndef SAMPLEPOINT_OPTIONS_H
#define SAMPLEPOINT_OPTIONS_H

#include "profiler/export/export.h"
#include "profiler/model/model.h"
#include "profiler/plugin/callspec.h"

typedef enum { SP_MODE_SAMPLE, SP_MODE_CALLS, SP_MODE_ALLOC } SpMode;
typedef enum { SP_TRIGGER_AUTO, SP_TRIGGER_TIMER, SP_TRIGGER_VISITS, SP_TRIGGER_SIGNAL } SpTrigger;

typedef struct {
    char *path;      /* as given and checked; sp_options_expand_path() gives the name to open */
    SpFormat format; /* never SP_FORMAT_UNKNOWN */
} SpOutputOption;

typedef struct {
    int64_t interval_ns;  /* sampleIntervalMs; 0 = every visit */
    char *callspec_text;  /* NULL = not given = all methods */
    SpCallspec *callspec; /* parsed; NULL when not given */
    SpMode mode;
    SpTrigger trigger;
    SpClock clock;
    GArray *outputs;         /* of SpOutputOption; empty = the default output */
    SpFormat default_format; /* format of the default output: HTML unless `format=` stands alone */
    int max_depth;           /* frames kept of a stack, one half at the root and one at the leaf */
    int64_t alloc_interval; /* mode alloc: bytes between two samples on average; 0 = every allocation */
    bool alloc_types;       /* mode alloc: the type allocated is a frame */
    bool lines, threads, quiet, raw_names, help;
    int snapshot_signal; /* a signal number; 0 = none */
} SpOptions;

/* desc is the whole descriptor Mono hands over ("browser" or "browser:a=b,c"); environment the text of
 * SAMPLEPOINT_OPTIONS or NULL. Options of desc win over those of the environment. On failure nothing is kept and the
 * error, one line, says which of the two is wrong and names option, value and what is allowed. */
bool sp_options_parse(SpOptions *options, const char *desc, const char *environment, GError **error);
void sp_options_clear(SpOptions *options);

/* %p replaced by pid, %% by %. Free with g_free(). */
char *sp_options_expand_path(const char *path, uint64_t pid);

/* The text of `help`: every option with unit, default and range. Free with g_free(). */
char *sp_options_help(void);

/* The i-th option's name, NULL after the last. */
const char *sp_options_name(size_t i);

/* "sample", "timer", ... as written in options and files. */
const char *sp_mode_name(SpMode mode);
const char *sp_trigger_name(SpTrigger trigger);

#endif
