/*
 * support.h - profiles to write, and ways to look at what was written.
 */
#ifndef TESTS_EXPORT_SUPPORT_H
#define TESTS_EXPORT_SUPPORT_H

#include "profiler/export/export.h"

typedef void (*Write)(const SpProfile *p, SpOutput *o);

/* Names no format may choke on: separators, quotes, controls, lone surrogates, script keys, look-alikes of escapes. */
extern const char *const nasty_names[];
extern const size_t nasty_name_count;

/* A profile with time, one thread "Main" of id 100, interval 1 ms asked and 1.25 ms achieved. */
SpProfile *timed_profile(void);

/* The node of a stack, root first, NULL at the end. */
uint32_t stack(SpProfile *p, uint32_t thread, ...) G_GNUC_NULL_TERMINATED;

/* One sample that ends at end_ns: to the node and to the timeline. */
void take_sample(SpProfile *p, uint32_t node, int64_t end_ns, int64_t weight_ns);
/* One call: its self time, its count and its span. */
void make_call(SpProfile *p, uint32_t node, int64_t start_ns, int64_t end_ns, int64_t self_ns);

/* A profile of one thread in which every nasty name is a leaf below "Main" with 1, 2, 3, ... samples of 1 ms. */
SpProfile *nasty_profile(void);

/* What the writer makes; NUL-terminated beyond *size. */
char *written(const SpProfile *p, Write write, size_t *size);
/* What our reader makes of it; fails the test if it is refused. */
SpProfile *read_back(const SpProfile *p, Write write);
SpProfile *read_text(const char *text);

/* "thread|frame|frame" -> weight; each name as its bytes in C escapes. Free with g_hash_table_unref(). */
typedef enum { SAMPLES, NANOSECONDS, CALLS } Measure;
GHashTable *stacks_of(const SpProfile *p, Measure what, bool by_thread);
int64_t weight_of(GHashTable *stacks, const char *key); /* 0 if absent */
/* Fails the test and prints the first difference. */
void assert_same_stacks(const SpProfile *have, const SpProfile *want, Measure what, bool by_thread);

/* Fails the test unless the text is strictly valid JSON in valid UTF-8. */
void assert_json(const char *text, size_t size);

/* How often `part` stands in text. */
unsigned count_of(const char *text, const char *part);

#endif
