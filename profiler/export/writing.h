/*
 * writing.h - what the writers of this folder share: stacks, bars over time, header fields, text.
 */
#ifndef SAMPLEPOINT_WRITING_H
#define SAMPLEPOINT_WRITING_H

#include "profiler/export/export.h"

/* ---- Text (json.c) ---------------------------------------------------------------------------------------------- */

/* s as valid UTF-8 without NUL. A byte that belongs to no character becomes U+FFFD and two upper-case hexadecimal
 * digits, so that different names stay different; valid text stays as it is. Free with g_free(). */
char *sp_visible_utf8(const char *s, size_t length);

/* For hash tables of 64-bit keys with g_int64_equal(). g_int64_hash() looks at the lower half only, and ids that differ
 * in the upper half would all share one slot. */
static inline guint sp_hash_int64(gconstpointer key)
{
    return (guint)((*(const uint64_t *)key * 0x9e3779b97f4a7c15u) >> 32);
}

/* ---- Header fields (metadata.c) --------------------------------------------------------------------------------- */

typedef enum { SP_FIELD_STRING, SP_FIELD_INT64, SP_FIELD_UINT64, SP_FIELD_BOOL, SP_FIELD_CLOCK } SpFieldType;

/* One fact of SpProfile that files carry beside their stacks. */
typedef struct {
    const char *key; /* as written; the unit is its ending */
    SpFieldType type;
    size_t offset; /* in SpProfile */
} SpField;

#define SP_FIELD_COUNT 21
extern const SpField sp_fields[SP_FIELD_COUNT];

/* The value as text: decimal, "true"/"false", "wall"/"cpu". NULL for a fact that is unknown. Free with g_free(). */
char *sp_field_text(const SpProfile *p, const SpField *field);
/* Sets the fact from such text; false if the key is unknown or the value makes no sense. */
bool sp_field_parse(SpProfile *p, const char *key, const char *text);
/* {"written_by":"samplepoint","mode":"sample",...} */
void sp_write_json_fields(const SpProfile *p, SpOutput *o);

#define SP_WRITTEN_BY "samplepoint" /* how our files name their maker */

/* ---- Stacks (stacks.c) ------------------------------------------------------------------------------------------ */

/* Frames of a node from the leaf to the root. A node that is a thread's root has the one frame SP_NONE: weight without
 * a stack, which writers show as SP_NO_STACK. The array is reused by the next call. */
#define SP_NO_STACK "[no stack]"
void sp_stack_of(const SpProfile *p, uint32_t node, GArray *frames);

/* True if any node has a negative value: a difference. */
bool sp_has_negative(const SpProfile *p);

/* The profile tells single calls rather than samples. */
bool sp_is_calls(const SpProfile *p);

/* ---- Bars over time (bars.c) ------------------------------------------------------------------------------------ */

/* A stretch of time in which a frame was on a thread's stack. Bars come in pre-order: sorted by start, a parent before
 * its children even when all are of zero length. `depth` counts the open bars around it. Within a thread bars nest and
 * never overlap otherwise. Unit: nanoseconds, or samples where the profile has no time. */
typedef struct {
    int64_t start, end;
    uint32_t node, depth;
} SpBar;

/* The entries of p->samples (or p->spans) grouped by thread, each group in order: items[first[t]] up to
 * items[first[t + 1]] are indexes of the entries of thread t. */
typedef struct {
    uint32_t *items, *first;
} SpByThread;
SpByThread sp_samples_by_thread(const SpProfile *p);
SpByThread sp_spans_by_thread(const SpProfile *p);
void sp_by_thread_free(SpByThread *g);

/* Calls `each` for every bar of every thread, thread by thread: from the spans when they are complete, else from the
 * timeline when that is complete, else from the tree (one bar a node, siblings one after another from 0). */
typedef void (*SpBarFunction)(void *context, const SpBar *bar);
void sp_each_bar(const SpProfile *p, SpBarFunction each, void *context);

#endif
