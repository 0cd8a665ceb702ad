/*
 * nettrace.h - the file format of EventPipe, version 4, as .NET runtimes write it: numbers and names of the format, for
 * whoever reads or writes it. Little-endian, unaligned.
 *
 *   file       = "Nettrace" i32(20) "!FastSerialization.1" trace *object NULL_REFERENCE
 *   object     = head body END_OBJECT
 *   head       = BEGIN_OBJECT BEGIN_OBJECT NULL_REFERENCE i32(version) i32(min reader version) i32(length) name
 *                END_OBJECT
 *   trace      = an object "Trace" of version 4; its body is NETTRACE_TRACE_SIZE bytes, see below
 *   body       = i32(size) zeros up to a multiple of 4 of the place in the file, `size` bytes of content
 *
 *   content of MetadataBlock and EventBlock:
 *     i16(header size) i16(flags) i64(first time) i64(last time) ... *blob; the header may grow, its size says so
 *   blob, flags without NETTRACE_BLOCK_COMPRESSED:
 *     i32(size of what follows) u32(metadata id; bit 31: not sorted) u32(sequence) i64(thread) i64(capture thread)
 *     i32(processor) u32(stack) i64(time) 16 and 16 bytes of activity ids i32(payload size) payload, zeros up to a
 *     multiple of 4
 *   blob, with it: a byte of NETTRACE_HAS_* and what it announces, in this order. What is absent is as in the blob
 *     before, and 0 at the start of a block; the sequence then is one more if the metadata id is not 0
 *     METADATA varu32 · SEQUENCE varu32(difference - 1) varu64(capture thread) varu32(processor) ·
 *     THREAD varu64 · STACK varu32 · always varu64(difference of time) · ACTIVITY 16 bytes · RELATED 16 bytes ·
 *     PAYLOAD varu32(size) · payload
 *   payload in a MetadataBlock, which defines an id for a kind of events:
 *     u32(id, not 0) str(provider) u32(event id) str(event name) i64(keywords) i32(version) i32(level), then maybe
 *     i32(count) and that many fields, and tags (i32(size) u8(kind), 1: opcode, 2: the fields, with array types)
 *   content of StackBlock: u32(first id) u32(count), then for each id i32(size in bytes) and addresses, innermost first
 *   content of SPBlock (sequence point): i64(time) i32(count) *(i64(thread) u32(sequence)); ids of stacks begin anew
 *
 *   str = UTF-16 code units up to a zero; varu = LEB128
 */
#ifndef SAMPLEPOINT_NETTRACE_H
#define SAMPLEPOINT_NETTRACE_H

#define NETTRACE_MAGIC "Nettrace"                   /* 8 bytes */
#define NETTRACE_CONTAINER "\x14\0\0\0!FastSerialization.1" /* 24 bytes; a file that begins so is a netperf file */
#define NETTRACE_CONTAINER_SIZE 24u
#define NETTRACE_VERSION 4
#define NETTRACE_BLOCK_VERSION 2

enum { NETTRACE_NULL_REFERENCE = 1, NETTRACE_BEGIN_OBJECT = 5, NETTRACE_END_OBJECT = 6 };

/* The Trace object's body: where its fields stand. */
#define NETTRACE_TRACE_SIZE 48u
enum {
    NETTRACE_TRACE_UTC = 0,         /* 8 i16: year, month, day of the week, day, hour, minute, second, millisecond */
    NETTRACE_TRACE_SYNC = 16,       /* i64, the time at that moment in ticks */
    NETTRACE_TRACE_FREQUENCY = 24,  /* i64, ticks a second */
    NETTRACE_TRACE_POINTER = 32,    /* i32, bytes of an address: 4 or 8 */
    NETTRACE_TRACE_PROCESS = 36,    /* i32 */
    NETTRACE_TRACE_PROCESSORS = 40, /* i32 */
    NETTRACE_TRACE_INTERVAL = 44,   /* i32, nanoseconds between samples */
};

#define NETTRACE_BLOCK_HEADER_SIZE 20u /* at least */
#define NETTRACE_BLOCK_COMPRESSED 0x01u
#define NETTRACE_BLOB_SIZE 80u            /* of an uncompressed blob without its payload */
#define NETTRACE_BLOB_UNSORTED 0x80000000u /* in its metadata id */

enum {
    NETTRACE_HAS_METADATA = 0x01,
    NETTRACE_HAS_SEQUENCE = 0x02,
    NETTRACE_HAS_THREAD = 0x04,
    NETTRACE_HAS_STACK = 0x08,
    NETTRACE_HAS_ACTIVITY = 0x10,
    NETTRACE_HAS_RELATED = 0x20,
    NETTRACE_IS_SORTED = 0x40,
    NETTRACE_HAS_PAYLOAD = 0x80,
};

#define NETTRACE_ACTIVITY_SIZE 16u

/* ---- Events ----------------------------------------------------------------------------------------------------- */

/* The same id is another event at another provider. Numbers are those of the runtime's manifest, ClrEtwAll.man. */
#define NETTRACE_SAMPLER "Microsoft-DotNETCore-SampleProfiler"
#define NETTRACE_EVENTPIPE "Microsoft-DotNETCore-EventPipe"
#define NETTRACE_RUNTIME "Microsoft-Windows-DotNETRuntime"
#define NETTRACE_RUNDOWN "Microsoft-Windows-DotNETRuntimeRundown"

enum {
    NETTRACE_THREAD_SAMPLE = 0, /* sampler: i32 of NETTRACE_SAMPLE_*; of the event's thread, which has its stack */
    NETTRACE_PROCESS_INFO = 1,  /* EventPipe: str command line, str system, str architecture */
    NETTRACE_RUNTIME_INFORMATION = 187, /* runtime and rundown, see NETTRACE_INFORMATION_* */

    /* u64 method, u64 module, u64 start, u32 size, u32 token, u32 flags, str namespace, str name, str signature;
     * version 1 adds u16 instance, version 2 u64 ReJIT id */
    NETTRACE_METHOD_LOAD_VERBOSE = 143,   /* runtime */
    NETTRACE_METHOD_UNLOAD_VERBOSE = 144, /* runtime */
    NETTRACE_METHOD_START_VERBOSE = 143,  /* rundown: MethodDCStartVerbose */
    NETTRACE_METHOD_END_VERBOSE = 144,    /* rundown: MethodDCEndVerbose */

    /* u64 module, u64 assembly, u32 flags, u32 0, str path of the IL ...; DomainModule*: u64 domain behind assembly */
    NETTRACE_DOMAIN_MODULE_LOAD = 151,  /* runtime */
    NETTRACE_MODULE_LOAD = 152,         /* runtime */
    NETTRACE_MODULE_UNLOAD = 153,       /* runtime */
    NETTRACE_DOMAIN_MODULE_START = 151, /* rundown */
    NETTRACE_DOMAIN_MODULE_END = 152,   /* rundown */
    NETTRACE_MODULE_START = 153,        /* rundown */
    NETTRACE_MODULE_END = 154,          /* rundown */
};

enum { NETTRACE_SAMPLE_ERROR = 0, NETTRACE_SAMPLE_EXTERNAL = 1, NETTRACE_SAMPLE_MANAGED = 2 };

/* RuntimeInformation: u16 instance, u16 kind, 4 u16 version of the library, 4 u16 version of the runtime, ... */
enum { NETTRACE_INFORMATION_KIND = 2, NETTRACE_INFORMATION_VERSION = 12, NETTRACE_INFORMATION_SIZE = 20 };
enum { NETTRACE_KIND_DESKTOP = 1, NETTRACE_KIND_CORECLR = 2, NETTRACE_KIND_MONO = 4 };

#define NETTRACE_METHOD_DYNAMIC 0x1u
#define NETTRACE_METHOD_JITTED 0x8u /* clear: from a precompiled image */

/* Where fields of these payloads stand, up to the first string. */
enum { NETTRACE_METHOD_MODULE = 8, NETTRACE_METHOD_START = 16, NETTRACE_METHOD_SIZE = 24, NETTRACE_METHOD_FLAGS = 32,
       NETTRACE_METHOD_STRINGS = 36 };
enum { NETTRACE_MODULE_STRINGS = 24, NETTRACE_DOMAIN_MODULE_STRINGS = 32 };

#endif
