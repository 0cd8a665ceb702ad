/*
 * tool.h - what the suites of the report tool share: running it, scratch files, profiles made by hand.
 */
#ifndef SAMPLEPOINT_TESTS_TOOL_H
#define SAMPLEPOINT_TESTS_TOOL_H

#include "profiler/model/model.h"

typedef struct {
    int status; /* exit status, or 128 + the signal */
    char *out, *err;
} Ran;

/* Runs the built samplepoint with these words (the list ends with NULL) in a UTF-8 locale, standard input empty. */
Ran tool(const char *first, ...) G_GNUC_NULL_TERMINATED;
/* The same through the shell, where $SP is the tool. */
Ran shell(const char *command);
void ran_free(Ran *r);

/* A file in the suite's scratch folder; the path lives until the end of the suite. */
const char *scratch_path(const char *name);
const char *scratch_file(const char *name, const char *content);
void scratch_remove(void);

/* Adds one stack, "Main;A.B;C.D()", root first, to a profile; the weight in samples, each of 1 ms. */
uint32_t add_stack(SpProfile *p, uint32_t thread, const char *stack, int64_t samples);
SpProfile *profile_of(const char *const *stacks_and_counts); /* "Main;A 3", ..., NULL */

/* NULL if text is JSON, else where it stops being so. */
const char *json_fault(const char *text);

#endif
