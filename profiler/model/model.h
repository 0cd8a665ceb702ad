/*
 * model.h - what a profile is, once recorded.
 *
 *   functions   what a frame executes: display name, raw name, module, source file; some may be in no node, as methods
 *               that a nettrace file says ran
 *   frames      a function at a source line in a tier
 *   threads     each owns one root node of the call tree
 *   nodes       the call tree: (parent, frame) is unique; values are SELF values
 *   samples     the timeline: (time, weight, node), in time order; may be incomplete
 *   spans       calls mode: (start, end, node) of single calls; may be incomplete
 *
 * In a profile of allocations (in_bytes) samples are objects and what is called ns elsewhere are bytes.
 *
 * The module builds one of these when it writes, the readers of the tool build one from a file, and every writer of
 * profiler/export takes one. Strings are UTF-8 and live as long as the profile; indexes are dense from 0 and stay
 * valid while the profile grows. Nothing here locks: a profile has one owner at a time.
 */
#ifndef SAMPLEPOINT_MODEL_H
#define SAMPLEPOINT_MODEL_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SP_NONE UINT32_MAX /* "no such index": the parent of a root, the frame of a root */

/* ---- Errors ------------------------------------------------------------------------------------------------- */

#define SP_ERROR sp_error_quark()
typedef enum {
    SP_ERROR_FORMAT = 1, /* the bytes of a file break its format; the message names file and offset or line */
    SP_ERROR_LIMIT = 2,  /* a stated limit is exceeded; the message names the limit */
    SP_ERROR_IO = 3,     /* the system refused; the message names path and reason */
    SP_ERROR_OPTION = 4, /* an option, a callspec or a command line is wrong; the message names option and value */
} SpErrorCode;
GQuark sp_error_quark(void);

/* ---- Profile ------------------------------------------------------------------------------------------------ */

typedef enum {
    SP_FUNCTION_MANAGED = 0,
    SP_FUNCTION_NATIVE = 1,    /* P/Invoke target, internal call, runtime code */
    SP_FUNCTION_WRAPPER = 2,   /* made by the runtime (managed-to-native and the like) */
    SP_FUNCTION_SYNTHETIC = 3, /* made by the profiler: "[truncated]", "[gap]", a thread's root frame */
} SpFunctionKind;

/* Where the code of a frame came from. Stock Mono's JIT and interpreter report JIT and INTERP. */
typedef enum {
    SP_TIER_UNKNOWN = 0,
    SP_TIER_INTERP = 1,
    SP_TIER_JITERP = 2,
    SP_TIER_JIT = 3,
    SP_TIER_AOT = 4,
    SP_TIER_COUNT,
} SpTier;

typedef struct {
    const char *name;     /* as people write it, "Acme.List<int>.Add(int)"; never NULL; may be "" */
    const char *raw_name; /* as the runtime prints it, "Acme.List`1<int>:Add (int)"; never NULL, = name if unknown */
    const char *module;   /* simple name of the assembly, or "" */
    const char *file;     /* source file that declares it, or "" */
    uint32_t start_line;  /* 1-based; 0 = unknown */
    uint8_t kind;         /* SpFunctionKind */
} SpFunction;

typedef struct {
    uint32_t function; /* index of functions */
    uint32_t line;     /* 1-based line executing in this frame; 0 = unknown or not recorded */
    uint8_t tier;      /* SpTier */
} SpFrame;

typedef struct {
    uint64_t id;      /* the system's thread id; 0 = unknown */
    const char *name; /* "Main", "Finalizer", "Thread Pool Worker", ...; never NULL */
    uint32_t root;    /* node index; its parent and frame are SP_NONE */
} SpThread;

/* Self values only; inclusive ones come from sp_profile_totals(). Negative values appear in differences. */
typedef struct {
    uint32_t parent;  /* smaller than the node's own index, so one backward pass sums children into parents */
    uint32_t frame;   /* index of frames; SP_NONE for a root */
    uint32_t thread;  /* index of threads */
    int64_t samples;  /* samples whose leaf is this node; 0 in calls mode; in_bytes: objects allocated */
    int64_t self_ns;  /* wall or CPU nanoseconds (see SpProfile.clock); in_bytes: bytes allocated */
    int64_t calls;    /* times entered; 0 unless SpProfile.has_calls */
} SpNode;

typedef struct {
    int64_t time_ns;   /* when the sample was taken, since SpProfile.start_unix_ns; never decreasing in the array */
    int64_t weight_ns; /* time since the thread's previous sample; >= 0. The sample stands for
                          [time_ns - weight_ns, time_ns] */
    uint32_t node;
} SpSample;

/* One call that ran from start to end. Sorted by start, ties: longer first; calls of one thread nest. */
typedef struct {
    int64_t start_ns, end_ns; /* since SpProfile.start_unix_ns */
    uint32_t node;
} SpSpan;

typedef enum { SP_CLOCK_WALL = 0, SP_CLOCK_CPU = 1 } SpClock;

typedef struct SpProfileIndex SpProfileIndex; /* the hash tables behind interning */

/* Arrays are GArrays of the structs above: use the sp_*() accessors below. */
typedef struct {
    GArray *functions, *frames, *threads, *nodes, *samples, *spans;

    /* What was run and how. Strings are never NULL. */
    const char *program; /* title of the profile: file name of the program, or of the file it was read from */
    const char *command; /* command line, or "" */
    const char *runtime; /* "Mono 6.8.0.105 JIT", or "" */
    const char *mode;    /* "sample", "calls", "alloc", or "" when unknown */
    const char *trigger; /* "timer", "signal", "visits", or "" */
    uint64_t pid;        /* 0 = unknown */
    int64_t start_unix_ns;    /* wall-clock time of time 0; 0 = unknown */
    int64_t duration_ns;      /* length of the recording; 0 = unknown */
    int64_t interval_ns;      /* asked for; 0 = every visit, or unknown */
    int64_t mean_interval_ns; /* achieved; 0 = unknown */
    int64_t interval_bytes;   /* in_bytes: bytes between two samples on average; 0 = every allocation, or unknown */
    uint8_t clock;            /* SpClock: what self_ns measures */
    bool in_bytes;            /* self_ns counts bytes and samples count objects; has_time is true, there is no timeline */
    bool has_calls;           /* nodes carry exact call counts */
    bool has_time;            /* nodes carry time; false for a folded file, whose self_ns are all 0 */
    bool has_lines;           /* some frame has a line */
    bool threads_as_roots;    /* writers show each thread as a root frame instead of merging threads */
    bool marks_tiers;         /* writers whose frames are names keep tiers apart, by a mark behind the name */
    bool samples_complete;    /* the timeline holds every sample: the sum over `samples` equals the sum over `nodes` */
    bool spans_complete;      /* likewise for spans */
    int64_t dropped;          /* samples lost (buffer full, no stack) */
    int64_t truncated;        /* samples whose stack was cut at maxDepth */
    int64_t pruned;           /* nodes a file left out to stay small; their weight counts in their callers */

    GStringChunk *strings;
    SpProfileIndex *index;
} SpProfile;

SpProfile *sp_profile_new(void);
void sp_profile_free(SpProfile *p);

/* Returns the profile's own copy of s (one per distinct content). s == NULL gives "". */
const char *sp_profile_string(SpProfile *p, const char *s);
const char *sp_profile_string_len(SpProfile *p, const char *s, size_t length);

/* Finds or adds. Functions are one by (name, raw_name, module, file, start_line, kind); NULL strings mean "" except
 * raw_name, which then is name. */
uint32_t sp_profile_function(SpProfile *p, const SpFunction *f);
uint32_t sp_profile_frame(SpProfile *p, uint32_t function, uint32_t line, SpTier tier);

/* Always adds a thread and its root node. */
uint32_t sp_profile_add_thread(SpProfile *p, uint64_t id, const char *name);

/* Finds or adds the child of `parent` that runs `frame`. */
uint32_t sp_profile_child(SpProfile *p, uint32_t parent, uint32_t frame);
/* Finds only: SP_NONE when there is no such child. */
uint32_t sp_profile_find_child(const SpProfile *p, uint32_t parent, uint32_t frame);

void sp_profile_add(SpProfile *p, uint32_t node, int64_t samples, int64_t self_ns, int64_t calls);

/* Appends to the timeline only; node values are added by sp_profile_add(). */
void sp_profile_add_sample(SpProfile *p, int64_t time_ns, int64_t weight_ns, uint32_t node);
void sp_profile_add_span(SpProfile *p, int64_t start_ns, int64_t end_ns, uint32_t node);

static inline const SpFunction *sp_function(const SpProfile *p, uint32_t i)
{
    return &g_array_index(p->functions, SpFunction, i);
}
static inline const SpFrame *sp_frame(const SpProfile *p, uint32_t i)
{
    return &g_array_index(p->frames, SpFrame, i);
}
static inline const SpThread *sp_thread(const SpProfile *p, uint32_t i)
{
    return &g_array_index(p->threads, SpThread, i);
}
static inline const SpNode *sp_node(const SpProfile *p, uint32_t i)
{
    return &g_array_index(p->nodes, SpNode, i);
}

/* The function a node runs; only for nodes that are no root. */
static inline const SpFunction *sp_node_function(const SpProfile *p, uint32_t node)
{
    return sp_function(p, sp_frame(p, sp_node(p, node)->frame)->function);
}

/* What a writer counts when it has room for one number: nanoseconds where the profile has time, else samples. */
static inline int64_t sp_node_weight(const SpProfile *p, const SpNode *n)
{
    return p->has_time ? n->self_ns : n->samples;
}

/* What sp_node_weight() and the like are called in text: "sample", "samples", "object" ... */
static inline const char *sp_count_name(const SpProfile *p, int64_t count)
{
    return p->in_bytes ? (count == 1 ? "object" : "objects") : count == 1 ? "sample" : "samples";
}

/* First-child / next-sibling links of the call tree in node order, for walks from the roots, which are siblings of each
 * other. SP_NONE ends a list. */
typedef struct {
    uint32_t *first, *next, first_root;
} SpLinks;
SpLinks sp_links_new(const SpProfile *p);
void sp_links_free(SpLinks *links);

/* Inclusive values of every node, children summed into parents. Free with g_free(). */
typedef struct {
    int64_t samples, ns;
} SpTotal;
SpTotal *sp_profile_totals(const SpProfile *p);

/* Sums over all nodes. */
typedef struct {
    int64_t samples, ns, calls;
} SpSum;
SpSum sp_profile_sum(const SpProfile *p);

/* A function's share over all stacks. total counts a recursive function once per stack, so it never exceeds the sum. */
typedef struct {
    uint32_t function;
    int64_t self_samples, total_samples;
    int64_t self_ns, total_ns;
    int64_t calls;
} SpFunctionStats;

/* One entry per function that occurs in a node, unordered. Free with g_array_unref(). */
GArray *sp_profile_function_stats(const SpProfile *p);

/* A copy in which the threads are merged into one tree (thread 0, "All threads") unless threads_as_roots, in which case
 * each thread's tree hangs under a synthetic frame with the thread's name (and its id, where several have that name);
 * the copy's threads_as_roots is false. Its single root is node 0. Timeline and spans are not copied. This is what
 * single-tree writers (folded, SVG) draw. */
SpProfile *sp_profile_merged(const SpProfile *p);

/* Empty profile with the same program, interval, clock and so on. */
SpProfile *sp_profile_like(const SpProfile *p);

/* A profile with the same indexes throughout. Timeline and spans are not copied. */
SpProfile *sp_profile_copy(const SpProfile *p);

/* Both are in bytes, or neither; or one has no weights at all. */
bool sp_profile_same_unit(const SpProfile *a, const SpProfile *b);

/* Adds all of `from` to `into`: threads of equal id and name become one (threads of one input never do); values add; a
 * single input keeps its timeline, of several it is dropped (their clocks differ). */
void sp_profile_add_profile(SpProfile *into, const SpProfile *from);

/* ---- Names (names.c) ---------------------------------------------------------------------------------------- */

/* Turns the runtime's full name, as mono_method_full_name(method, TRUE) prints it, into the name a person would write:
 *   Acme.List`1<int>:Add (int)                   -> Acme.List<int>.Add(int)
 *   P/<It>c__Iterator0:MoveNext ()               -> P.It() [iterator#0]     mcs iterator
 *   P/<Work>d__3:MoveNext ()                     -> P.Work() [body#3]       Roslyn state machine
 *   P:<Main>m__0 (int)                           -> P.Main.lambda#0(int)
 * What stands in square brackets at the end keeps overloads, and a method and its state machine, apart.
 * Anything it does not recognise comes back with the least change; never NULL, never crashes. Free with g_free(). */
char *sp_pretty_name(const char *mono_full_name);

/* True for names of runtime wrappers, "(wrapper managed-to-native) ...". */
bool sp_name_is_wrapper(const char *mono_full_name);

/* ---- Tiers (tiers.c) ---------------------------------------------------------------------------------------- */

const char *sp_tier_word(SpTier tier); /* "jiterp", in options and files */
const char *sp_tier_mark(SpTier tier); /* "_[j]", or "" where there is none */
const char *sp_tier_title(SpTier tier); /* "jiterpreter", for people */
SpTier sp_tier_by_word(const char *word);
/* The tier whose mark ends the text; its length without the mark. UNKNOWN: there is none. */
SpTier sp_tier_of_mark(const char *text, size_t *length);
/* A bit (1 << SpTier) for each known tier in which samples ended. */
unsigned sp_profile_tiers(const SpProfile *p);

/* ---- Output files (output.c) -------------------------------------------------------------------------------- */

/* A file that appears whole or not at all: bytes go to a temporary name in the same folder, renamed on close; the
 * permissions of an existing file stay. A path that exists and is no regular file (/dev/null, a FIFO with a reader) is written
 * directly; "-", /dev/stdout, /dev/stderr and /dev/fd/N are the open files of these names, whatever they lead to.
 * The first error sticks: later writes do nothing and sp_output_close() reports it. */
typedef struct SpOutput SpOutput;
SpOutput *sp_output_open(const char *path, GError **error);
void sp_output_write(SpOutput *o, const void *bytes, size_t size);
void sp_output_puts(SpOutput *o, const char *s);
void sp_output_printf(SpOutput *o, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Ends the file: rename on success, removal of the temporary on failure. Frees o either way. */
bool sp_output_close(SpOutput *o, GError **error);
/* Gives the file up: nothing appears, an existing file stays as it was. */
void sp_output_abort(SpOutput *o);

/* Numbers in text must not follow LC_NUMERIC: shortest decimal form with at most `decimals` places, '.' as separator. */
char *sp_format_double(char *buffer, size_t size, double value, int decimals);

/* "512 B", "1.46 MB": three significant digits, units of 1024. Returns the buffer. */
char *sp_format_bytes(char *buffer, size_t size, int64_t bytes);

#endif
