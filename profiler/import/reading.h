/*
 * reading.h - what the readers of this folder share: building a profile within limits, errors with a place, JSON.
 */
#ifndef SAMPLEPOINT_READING_H
#define SAMPLEPOINT_READING_H

#include "profiler/import/import.h"

/* ---- Building (build.c) ----------------------------------------------------------------------------------------- */

/* A profile under construction. The first error sticks; functions below do nothing useful after it but stay safe. */
typedef struct {
    SpProfile *p;
    const char *name;     /* of the file, for messages */
    const uint8_t *start; /* of the file's bytes, where places are byte offsets */
    GError *error;
    int64_t samples, ns, calls; /* sums so far: none may exceed int64, so that no later sum can */
    GHashTable *threads;        /* name and id -> index */
} SpBuild;

void sp_build_init(SpBuild *b, const char *name);
/* The profile, or NULL with the error handed over. Ends the build. */
SpProfile *sp_build_end(SpBuild *b, GError **error);

/* "NAME: PLACE NUMBER: MESSAGE"; place is "line" or "byte". Returns false. */
bool sp_build_fail(SpBuild *b, SpErrorCode code, const char *place, uint64_t number, const char *format, ...)
    G_GNUC_PRINTF(5, 6);

/* "NAME: byte OFFSET: MESSAGE" for a place in the file's bytes. */
bool sp_build_fail_at(SpBuild *b, SpErrorCode code, const uint8_t *where, const char *format, ...) G_GNUC_PRINTF(4, 5);

/* What is left of some bytes of a binary file. */
typedef struct {
    const uint8_t *at, *end;
} SpBytes;
/* LEB128, at most 64 bits: 7 bits a byte, the lowest first. */
bool sp_bytes_varint(SpBuild *b, SpBytes *from, uint64_t *value);
/* The next `size` bytes. */
bool sp_bytes_take(SpBuild *b, SpBytes *from, uint64_t size, SpBytes *out);

/* The child of `parent` that runs `frame`. Fails beyond SP_IMPORT_MAX_NODES and then returns `parent`. */
uint32_t sp_build_child(SpBuild *b, uint32_t parent, uint32_t frame);
/* The thread of that id and name; added when new. */
uint32_t sp_build_thread(SpBuild *b, uint64_t id, const char *name);
/* Adds to a node; false (without a message) if a sum would pass int64. Weight on a thread's root gets a frame
 * "[no stack]", so that every stack has one. */
bool sp_build_add(SpBuild *b, uint32_t node, int64_t samples, int64_t ns, int64_t calls);
/* What a name tells of its function's kind, in formats that do not say. */
SpFunctionKind sp_build_kind_of(const char *raw_name);
/* A frame known by its name only. */
uint32_t sp_build_named_frame(SpBuild *b, const char *name, const char *module, uint32_t line, SpTier tier);

/* Sorts timeline and spans as model.h demands, and drops them when nothing uses them. */
void sp_build_sort_timeline(SpBuild *b);
void sp_build_sort_spans(SpBuild *b);

/* A decimal number times 10^shift as an integer, exactly; half away from zero when digits remain. False if the text is
 * no JSON-style number or the result passes int64. */
bool sp_decimal(const char *text, size_t length, int shift, int64_t *out);

/* ---- Names of .NET (dotnet-names.c) ----------------------------------------------------------------------------- */

/* The full name as Mono prints it, of a method as events of .NET's runtime name it: its class
 * "Ns.Outer`1+In[System.Int32]", its name, and its signature "instance void  (class System.String)". Free with
 * g_free(). */
char *sp_dotnet_full_name(const char *class_name, const char *method, const char *signature);

/* ---- Nested bars (nest.c) --------------------------------------------------------------------------------------- */

/* Opening and closing of frames in time order -> self time of nodes, and what was asked for besides. */
typedef struct {
    SpBuild *b;
    GArray *open;    /* SpOpenFrame, outermost first */
    uint32_t root;   /* of the thread in hand */
    int64_t now;     /* up to here time has been given to nodes */
    bool time;       /* `at` is nanoseconds, else samples */
    bool calls;      /* each bar is a call: count it and keep its span */
    bool timeline;   /* each stretch of self time is an entry of the timeline */
    bool overflowed; /* a sum passed int64 */
} SpNest;

typedef struct {
    uint32_t node, frame;
    int64_t start;
} SpOpenFrame;

void sp_nest_init(SpNest *n, SpBuild *b);
void sp_nest_free(SpNest *n);
void sp_nest_start_thread(SpNest *n, uint32_t thread);
/* `at` must not be before n->now where something is open. */
void sp_nest_open(SpNest *n, uint32_t frame, int64_t at);
void sp_nest_close(SpNest *n, int64_t at);
/* After the last thread: order and completeness of timeline and spans. */
void sp_nest_end(SpNest *n);

/* ---- JSON (json-reader.c) --------------------------------------------------------------------------------------- */

typedef enum {
    SP_JSON_ERROR, /* see SpJson.message and .offset; stays */
    SP_JSON_END,   /* of the text */
    SP_JSON_OBJECT,
    SP_JSON_OBJECT_END,
    SP_JSON_ARRAY,
    SP_JSON_ARRAY_END,
    SP_JSON_KEY,    /* `text` */
    SP_JSON_STRING, /* `text` */
    SP_JSON_NUMBER, /* `number`, `number_length`, for sp_decimal() */
    SP_JSON_TRUE,
    SP_JSON_FALSE,
    SP_JSON_NULL,
} SpJsonToken;

#define SP_JSON_MAX_DEPTH 128

/* A pull parser: each sp_json_next() is one token of strictly valid JSON. A copy of the struct is a second reader from
 * the same place; copies share `text`, so a string has to be used before another of them reads on. */
typedef struct {
    const char *start, *at, *end;
    const char *token; /* where the last token began */
    const char *message;
    size_t offset; /* of the error */
    GString *text; /* last key or string: UTF-8, repaired, without NUL */
    const char *number;
    size_t number_length;
    int depth;
    uint8_t stack[SP_JSON_MAX_DEPTH]; /* '{' or '[' */
    uint8_t expect;                   /* what may come next, see json-reader.c */
} SpJson;

void sp_json_init(SpJson *j, const char *text, size_t size);
void sp_json_free(SpJson *j); /* once for all copies */
SpJsonToken sp_json_next(SpJson *j);
/* Passes the value that comes next, or, given its first token, the rest of it. False on error. */
bool sp_json_skip(SpJson *j);
bool sp_json_skip_rest(SpJson *j, SpJsonToken first);
size_t sp_json_offset(const SpJson *j); /* of the last token */

/* A member of an object that was scanned: `value` reads its value; found is false if there is none. */
typedef struct {
    const char *key;
    SpJson value;
    bool found;
} SpMember;
/* Reads the object that comes next and notes where the members of interest stand; of equal keys the last counts. */
bool sp_json_members(SpBuild *b, SpJson *j, SpMember *members, size_t count);
/* The member as text: a string, or a number, true, false as written. NULL if absent, null or of another kind. */
const char *sp_member_text(SpMember *m);
bool sp_member_is(SpMember *m, const char *text);
/* Sets the header fields of our own files from the object that m is; false if the object is not ours. */
bool sp_member_fields(SpBuild *b, SpMember *m);

/* Reports j's error, or that `what` was expected at the last token. Returns false. */
bool sp_json_fail(SpBuild *b, const SpJson *j, const char *what);

#endif
