#include "tests/import/nettrace-file.h"

#include "profiler/eventpipe/nettrace.h"

#include <string.h>

#define MODULE 0x7000

static void put(GByteArray *b, const void *bytes, size_t size)
{
    g_byte_array_append(b, bytes, (guint)size);
}

void put_u8(GByteArray *b, uint8_t value)
{
    put(b, &value, 1);
}

void put_u16(GByteArray *b, uint32_t value)
{
    put_u8(b, (uint8_t)value);
    put_u8(b, (uint8_t)(value >> 8));
}

void put_u32(GByteArray *b, uint32_t value)
{
    put_u16(b, value & 0xffff);
    put_u16(b, value >> 16);
}

void put_u64(GByteArray *b, uint64_t value)
{
    put_u32(b, (uint32_t)value);
    put_u32(b, (uint32_t)(value >> 32));
}

static void put_varint(GByteArray *b, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_u8(b, (uint8_t)(value | 0x80));
    put_u8(b, (uint8_t)value);
}

void put_text(GByteArray *b, const char *text)
{
    glong units = 0;
    gunichar2 *wide = g_utf8_to_utf16(text, -1, NULL, &units, NULL);
    for (glong i = 0; i <= units; i++)
        put_u16(b, wide[i]);
    g_free(wide);
}

/* ---- Objects ---------------------------------------------------------------------------------------------------- */

static void put_head(GByteArray *file, const char *name, uint32_t version)
{
    put_u8(file, NETTRACE_BEGIN_OBJECT);
    put_u8(file, NETTRACE_BEGIN_OBJECT);
    put_u8(file, NETTRACE_NULL_REFERENCE);
    put_u32(file, version);
    put_u32(file, version);
    put_u32(file, (uint32_t)strlen(name));
    put(file, name, strlen(name));
    put_u8(file, NETTRACE_END_OBJECT);
}

GByteArray *nettrace_start(uint32_t pointer_size)
{
    static const uint16_t date[] = {2026, 11, 1, 30, 12, 0, 0, 250};
    GByteArray *file = g_byte_array_new();
    put(file, NETTRACE_MAGIC, 8);
    put(file, NETTRACE_CONTAINER, NETTRACE_CONTAINER_SIZE);
    put_head(file, "Trace", NETTRACE_VERSION);
    for (size_t i = 0; i < G_N_ELEMENTS(date); i++)
        put_u16(file, date[i]);
    put_u64(file, 1000);
    put_u64(file, 10000000);
    put_u32(file, pointer_size);
    put_u32(file, 77);
    put_u32(file, 2);
    put_u32(file, 1000000);
    put_u8(file, NETTRACE_END_OBJECT);
    return file;
}

void put_object(GByteArray *file, const char *name, uint32_t version, GByteArray *content)
{
    put_head(file, name, version);
    put_u32(file, content->len);
    while (file->len % 4)
        put_u8(file, 0);
    put(file, content->data, content->len);
    put_u8(file, NETTRACE_END_OBJECT);
    g_byte_array_unref(content);
}

/* ---- Blobs ------------------------------------------------------------------------------------------------------ */

Block block_start(bool compressed)
{
    Block block = {g_byte_array_new(), compressed, 0};
    put_u16(block.bytes, NETTRACE_BLOCK_HEADER_SIZE);
    put_u16(block.bytes, compressed ? NETTRACE_BLOCK_COMPRESSED : 0);
    put_u64(block.bytes, 0);
    put_u64(block.bytes, 0);
    return block;
}

static void put_compressed(Block *block, const Event *event, const GByteArray *payload)
{
    int64_t time = 1000 + event->ticks;
    put_u8(block->bytes, NETTRACE_HAS_METADATA | NETTRACE_HAS_SEQUENCE | NETTRACE_HAS_THREAD | NETTRACE_HAS_STACK |
                             NETTRACE_HAS_ACTIVITY | NETTRACE_HAS_RELATED | NETTRACE_IS_SORTED | NETTRACE_HAS_PAYLOAD);
    put_varint(block->bytes, event->metadata);
    put_varint(block->bytes, 0);
    put_varint(block->bytes, 100);
    put_varint(block->bytes, UINT32_MAX);
    put_varint(block->bytes, event->thread);
    put_varint(block->bytes, event->stack);
    put_varint(block->bytes, (uint64_t)time - (uint64_t)block->last);
    for (int i = 0; i < 4; i++)
        put_u64(block->bytes, 0);
    put_varint(block->bytes, payload->len);
    put(block->bytes, payload->data, payload->len);
    block->last = time;
}

static void put_uncompressed(Block *block, const Event *event, const GByteArray *payload)
{
    put_u32(block->bytes, NETTRACE_BLOB_SIZE - 4 + payload->len);
    put_u32(block->bytes, event->metadata | NETTRACE_BLOB_UNSORTED);
    put_u32(block->bytes, 1);
    put_u64(block->bytes, event->thread);
    put_u64(block->bytes, 100);
    put_u32(block->bytes, UINT32_MAX);
    put_u32(block->bytes, event->stack);
    put_u64(block->bytes, (uint64_t)(1000 + event->ticks));
    for (int i = 0; i < 4; i++)
        put_u64(block->bytes, 0);
    put_u32(block->bytes, payload->len);
    put(block->bytes, payload->data, payload->len);
    while (block->bytes->len % 4)
        put_u8(block->bytes, 0);
}

void put_event(Block *block, Event event, GByteArray *payload)
{
    GByteArray *bytes = payload ? payload : g_byte_array_new();
    if (block->compressed)
        put_compressed(block, &event, bytes);
    else
        put_uncompressed(block, &event, bytes);
    g_byte_array_unref(bytes);
}

/* ---- Definitions and payloads ----------------------------------------------------------------------------------- */

GByteArray *definition(uint32_t id, const char *provider, uint32_t event)
{
    GByteArray *b = g_byte_array_new();
    put_u32(b, id);
    put_text(b, provider);
    put_u32(b, event);
    put_text(b, "");
    put_u64(b, 0x30);
    put_u32(b, 1);
    put_u32(b, 4);
    put_u32(b, 0);
    return b;
}

void put_definitions(GByteArray *file, bool compressed)
{
    static const struct {
        const char *provider;
        uint32_t event;
    } events[] = {
        [DEFINED_SAMPLE] = {NETTRACE_SAMPLER, 0},    [DEFINED_LOAD] = {NETTRACE_RUNTIME, 143},
        [DEFINED_UNLOAD] = {NETTRACE_RUNTIME, 144},  [DEFINED_RUNDOWN] = {NETTRACE_RUNDOWN, 144},
        [DEFINED_MODULE] = {NETTRACE_RUNDOWN, 154},  [DEFINED_DOMAIN_MODULE] = {NETTRACE_RUNDOWN, 152},
        [DEFINED_PROCESS] = {NETTRACE_EVENTPIPE, 1}, [DEFINED_RUNTIME] = {NETTRACE_RUNTIME, 187},
        [DEFINED_OTHER] = {"My-Provider", 143},
    };
    Block block = block_start(compressed);
    for (uint32_t i = 1; i < G_N_ELEMENTS(events); i++)
        put_event(&block, (Event){0, 0, 0, 0}, definition(i, events[i].provider, events[i].event));
    put_object(file, "MetadataBlock", 2, block.bytes);
}

GByteArray *sample_payload(uint32_t type)
{
    GByteArray *b = g_byte_array_new();
    put_u32(b, type);
    return b;
}

GByteArray *method_payload(uint64_t start, uint32_t size, uint32_t flags, const char *class_name, const char *name,
                           const char *signature, int version)
{
    GByteArray *b = g_byte_array_new();
    put_u64(b, start);
    put_u64(b, MODULE);
    put_u64(b, start);
    put_u32(b, size);
    put_u32(b, 0x06000001);
    put_u32(b, flags);
    put_text(b, class_name);
    put_text(b, name);
    put_text(b, signature);
    if (version > 0)
        put_u16(b, 9);
    if (version > 1)
        put_u64(b, 0);
    return b;
}

GByteArray *module_payload(bool of_domain, const char *path)
{
    GByteArray *b = g_byte_array_new();
    put_u64(b, MODULE);
    put_u64(b, 1);
    if (of_domain)
        put_u64(b, 2);
    put_u64(b, 0);
    put_text(b, path);
    put_text(b, "");
    put_u16(b, 9);
    return b;
}

void put_stacks(GByteArray *file, uint32_t pointer_size, uint32_t first, uint32_t count, const uint64_t (*stacks)[8])
{
    GByteArray *b = g_byte_array_new();
    put_u32(b, first);
    put_u32(b, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t depth = 0;
        while (stacks[i][depth])
            depth++;
        put_u32(b, depth * pointer_size);
        for (uint32_t j = 0; j < depth; j++) {
            if (pointer_size == 8)
                put_u64(b, stacks[i][j]);
            else
                put_u32(b, (uint32_t)stacks[i][j]);
        }
    }
    put_object(file, "StackBlock", 2, b);
}

void put_sequence_point(GByteArray *file)
{
    GByteArray *b = g_byte_array_new();
    put_u64(b, 0);
    put_u32(b, 1);
    put_u64(b, 100);
    put_u32(b, 5);
    put_object(file, "SPBlock", 2, b);
}

GByteArray *nettrace_whole(bool compressed, uint32_t pointer_size)
{
    static const uint64_t stacks[][8] = {{0x2010, 0x1020}, {0x3004, 0x1020}, {0x9000, 0x1020}, {0x4000}};
    static const uint16_t version[] = {9, 2, 10, 0, 1, 2, 10, 0, 3, 4};
    GByteArray *file = nettrace_start(pointer_size);
    put_definitions(file, compressed);
    put_stacks(file, pointer_size, 1, G_N_ELEMENTS(stacks), stacks);
    Block events = block_start(compressed);
    put_event(&events, (Event){DEFINED_SAMPLE, 77, 1, 10000}, sample_payload(NETTRACE_SAMPLE_MANAGED));
    put_event(&events, (Event){DEFINED_SAMPLE, 78, 4, 12000}, sample_payload(NETTRACE_SAMPLE_EXTERNAL));
    put_event(&events, (Event){DEFINED_SAMPLE, 77, 2, 25000}, sample_payload(NETTRACE_SAMPLE_MANAGED));
    put_event(&events, (Event){DEFINED_SAMPLE, 77, 3, 35000}, sample_payload(NETTRACE_SAMPLE_EXTERNAL));
    put_object(file, "EventBlock", 2, events.bytes);
    put_sequence_point(file);
    events = block_start(compressed);
    GByteArray *process = g_byte_array_new(), *runtime = g_byte_array_new();
    put_text(process, "dotnet App.dll 3");
    for (size_t i = 0; i < G_N_ELEMENTS(version); i++)
        put_u16(runtime, version[i]);
    put_event(&events, (Event){DEFINED_PROCESS, 77, 0, 90000}, process);
    put_event(&events, (Event){DEFINED_RUNTIME, 77, 0, 90000}, runtime);
    put_event(&events, (Event){DEFINED_LOAD, 77, 0, 90000},
              method_payload(0x1000, 0x100, 8, "App.Prog", "Main", "void  (class System.String[])", 1));
    put_event(&events, (Event){DEFINED_RUNDOWN, 77, 0, 90000},
              method_payload(0x2000, 0x20, 0, "App.Box`1[System.__Canon]", "Get", "instance !0  (int32)", 2));
    put_event(&events, (Event){DEFINED_UNLOAD, 77, 0, 90000},
              method_payload(0x3000, 8, 9, "dynamicClass", "Made", "void  ()", 0));
    put_event(&events, (Event){DEFINED_RUNDOWN, 77, 0, 90000},
              method_payload(0x4000, 1, 8, "App.Prog", "Wait", "void  ()", 2));
    put_event(&events, (Event){DEFINED_RUNDOWN, 77, 0, 90000},
              method_payload(0x5000, 16, 8, "App.Prog", "Unseen", "void  ()", 2));
    put_event(&events, (Event){DEFINED_DOMAIN_MODULE, 77, 0, 90000}, module_payload(true, "/srv/app/App.dll"));
    put_event(&events, (Event){DEFINED_MODULE, 77, 0, 90000}, module_payload(false, "C:\\App.dll"));
    put_event(&events, (Event){DEFINED_OTHER, 5, 0, 90000}, NULL);
    put_object(file, "EventBlock", 2, events.bytes);
    return file;
}
