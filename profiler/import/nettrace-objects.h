/*
 * nettrace-objects.h - a nettrace file as a sequence of stacks and events.
 */
#ifndef SAMPLEPOINT_NETTRACE_OBJECTS_H
#define SAMPLEPOINT_NETTRACE_OBJECTS_H

#include "profiler/import/reading.h"

/* The Trace object. */
typedef struct {
    int64_t unix_ns;         /* wall-clock time of the sync time; 0 = no date */
    int64_t sync, frequency; /* ticks; ticks a second, > 0 */
    uint32_t pointer_size;   /* 4 or 8 */
    uint32_t process;
    int64_t interval_ns;
} SpNettraceTrace;

/* An event, or the definition of a kind of events in a MetadataBlock. */
typedef struct {
    const uint8_t *at;        /* where it begins in the file */
    uint32_t metadata, stack; /* ids */
    uint64_t thread;          /* that it is about */
    int64_t time;             /* ticks */
    SpBytes payload;
} SpNettraceBlob;

/* What is in the file, in its order. Each returns false after an error. */
typedef struct {
    bool (*trace)(void *data, const SpNettraceTrace *trace);
    bool (*definition)(void *data, const SpNettraceBlob *blob);
    bool (*event)(void *data, const SpNettraceBlob *blob);
    bool (*stack)(void *data, uint32_t id, SpBytes addresses); /* whole addresses */
    void (*sequence_point)(void *data);                        /* all stacks so far are forgotten */
} SpNettraceVisitor;

/* The whole file, up to its end mark; false and the build's error if it is no sound nettrace file of version 4. */
bool sp_nettrace_read(SpBuild *b, SpBytes file, const SpNettraceVisitor *visitor, void *data);

/* Little-endian numbers. The bytes must be there. */
uint64_t sp_nettrace_u64(const uint8_t *at);
uint32_t sp_nettrace_u32(const uint8_t *at);
uint32_t sp_nettrace_u16(const uint8_t *at);

/* A string of UTF-16 up to its zero, which is taken, too. *text: without the zero. */
bool sp_nettrace_string(SpBuild *b, SpBytes *from, SpBytes *text);
/* The same as UTF-8; what is no character is made visible. Free with g_free(). */
char *sp_nettrace_utf8(SpBytes text);

#endif
