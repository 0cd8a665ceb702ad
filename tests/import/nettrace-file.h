/*
 * nettrace-file.h - nettrace files put together by hand, for tests. 10 ticks a microsecond, from the sync time 1000 on.
 */
#ifndef TESTS_NETTRACE_FILE_H
#define TESTS_NETTRACE_FILE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

void put_u8(GByteArray *b, uint8_t value);
void put_u16(GByteArray *b, uint32_t value);
void put_u32(GByteArray *b, uint32_t value);
void put_u64(GByteArray *b, uint64_t value);
void put_text(GByteArray *b, const char *text); /* as UTF-16 with a zero */

/* The magic and the Trace object: process 77, samples each millisecond, 2026-11-30 12:00:00.250. */
GByteArray *nettrace_start(uint32_t pointer_size);
/* Puts an object around the content, which it frees. `version` 2 is right. */
void put_object(GByteArray *file, const char *name, uint32_t version, GByteArray *content);

/* The content of a MetadataBlock or EventBlock. */
typedef struct {
    GByteArray *bytes;
    bool compressed;
    int64_t last; /* time */
} Block;
Block block_start(bool compressed);

typedef struct {
    uint32_t metadata;
    uint64_t thread;
    uint32_t stack;
    int64_t ticks; /* since the sync time */
} Event;
/* With all fields. Frees the payload; NULL is an empty one. */
void put_event(Block *block, Event event, GByteArray *payload);

/* What the tests' files define: the metadata ids. */
enum { DEFINED_SAMPLE = 1, DEFINED_LOAD, DEFINED_UNLOAD, DEFINED_RUNDOWN, DEFINED_MODULE, DEFINED_DOMAIN_MODULE,
       DEFINED_PROCESS, DEFINED_RUNTIME, DEFINED_OTHER };
GByteArray *definition(uint32_t id, const char *provider, uint32_t event);
void put_definitions(GByteArray *file, bool compressed);

GByteArray *sample_payload(uint32_t type);
/* version 0, 1 or 2: what it ends with. */
GByteArray *method_payload(uint64_t start, uint32_t size, uint32_t flags, const char *class_name, const char *name,
                           const char *signature, int version);
GByteArray *module_payload(bool of_domain, const char *path); /* the one that method_payload() names */

/* Stacks with ids from `first` on; each a list of addresses, innermost first, up to a 0. */
void put_stacks(GByteArray *file, uint32_t pointer_size, uint32_t first, uint32_t count, const uint64_t (*stacks)[8]);
void put_sequence_point(GByteArray *file);

/* A file with everything in it: two threads, managed, native and unknown frames, all kinds of method events. Without
 * its end mark. */
GByteArray *nettrace_whole(bool compressed, uint32_t pointer_size);

#endif
