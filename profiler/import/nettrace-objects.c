/*
 * nettrace-objects.c - a nettrace file taken apart: objects, the blocks in them, the blobs in those. What the events
 * mean is read-nettrace.c's; the grammar is in profiler/eventpipe/nettrace.h.
 *
 * Refused, with the byte offset: another version, an object that is none of the five, a length past the end, anything
 * that is left over at the end, and a file without its end mark, as one has that was not finished.
 */
#include "profiler/import/nettrace-objects.h"

#include "profiler/eventpipe/nettrace.h"
#include "profiler/export/writing.h"

#include <string.h>

#define UNFINISHED "is cut off, or was not finished"

typedef struct {
    SpBuild *b;
    SpBytes rest; /* of the file */
    const SpNettraceVisitor *visitor;
    void *data;
    uint32_t pointer_size;
} Reader;

static bool fail(Reader *r, const uint8_t *at, const char *message)
{
    return sp_build_fail_at(r->b, SP_ERROR_FORMAT, at, "%s", message);
}

/* ---- Numbers and strings ---------------------------------------------------------------------------------------- */

uint64_t sp_nettrace_u64(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return GUINT64_FROM_LE(value);
}

uint32_t sp_nettrace_u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return GUINT32_FROM_LE(value);
}

uint32_t sp_nettrace_u16(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8;
}

bool sp_nettrace_string(SpBuild *b, SpBytes *from, SpBytes *text)
{
    for (const uint8_t *s = from->at; from->end - s >= 2; s += 2) {
        if (!s[0] && !s[1]) {
            *text = (SpBytes){from->at, s};
            from->at = s + 2;
            return true;
        }
    }
    return sp_build_fail_at(b, SP_ERROR_FORMAT, from->at, "a string without its end");
}

char *sp_nettrace_utf8(SpBytes text)
{
    GString *utf8 = g_string_new(NULL);
    for (const uint8_t *s = text.at; text.end - s >= 2; s += 2) {
        uint32_t unit = sp_nettrace_u16(s);
        uint32_t next = text.end - s >= 4 ? sp_nettrace_u16(s + 2) : 0;
        bool pair = unit >> 10 == 0xd800 >> 10 && next >> 10 == 0xdc00 >> 10;
        if (pair) {
            unit = 0x10000 + ((unit & 0x3ff) << 10 | (next & 0x3ff));
            s += 2;
        }
        g_string_append_unichar(utf8, unit); /* of a lone half: bytes that are no UTF-8, as the next line finds */
    }
    char *visible = sp_visible_utf8(utf8->str, utf8->len);
    g_string_free(utf8, TRUE);
    return visible;
}

static bool take_u32(Reader *r, SpBytes *from, uint32_t *value)
{
    SpBytes bytes;
    if (!sp_bytes_take(r->b, from, 4, &bytes))
        return false;
    *value = sp_nettrace_u32(bytes.at);
    return true;
}

static bool take_varint32(Reader *r, SpBytes *from, uint32_t *value)
{
    const uint8_t *at = from->at;
    uint64_t wide;
    if (!sp_bytes_varint(r->b, from, &wide))
        return false;
    *value = (uint32_t)wide;
    return wide <= UINT32_MAX || fail(r, at, "a number of more than 32 bits");
}

/* ---- Blobs ------------------------------------------------------------------------------------------------------ */

typedef bool (*Visit)(void *data, const SpNettraceBlob *blob);

static bool read_compressed(Reader *r, SpBytes *from, SpNettraceBlob *blob, uint64_t *payload_size)
{
    uint8_t has = *from->at++;
    uint64_t skipped, time;
    SpBytes ids;
    if ((has & NETTRACE_HAS_METADATA) && !take_varint32(r, from, &blob->metadata))
        return false;
    if ((has & NETTRACE_HAS_SEQUENCE) &&
        !(sp_bytes_varint(r->b, from, &skipped) && sp_bytes_varint(r->b, from, &skipped) &&
          sp_bytes_varint(r->b, from, &skipped)))
        return false;
    if ((has & NETTRACE_HAS_THREAD) && !sp_bytes_varint(r->b, from, &blob->thread))
        return false;
    if ((has & NETTRACE_HAS_STACK) && !take_varint32(r, from, &blob->stack))
        return false;
    if (!sp_bytes_varint(r->b, from, &time))
        return false;
    blob->time = (int64_t)((uint64_t)blob->time + time); /* may step back, by wrapping */
    if ((has & NETTRACE_HAS_ACTIVITY) && !sp_bytes_take(r->b, from, NETTRACE_ACTIVITY_SIZE, &ids))
        return false;
    if ((has & NETTRACE_HAS_RELATED) && !sp_bytes_take(r->b, from, NETTRACE_ACTIVITY_SIZE, &ids))
        return false;
    if ((has & NETTRACE_HAS_PAYLOAD) && !sp_bytes_varint(r->b, from, payload_size))
        return false;
    return sp_bytes_take(r->b, from, *payload_size, &blob->payload);
}

/* `content`: of the block, whose place in the file is a multiple of 4. */
static bool read_uncompressed(Reader *r, SpBytes content, SpBytes *from, SpNettraceBlob *blob)
{
    uint32_t size, payload_size;
    SpBytes body;
    if (!take_u32(r, from, &size) || !sp_bytes_take(r->b, from, size, &body))
        return false;
    if (size < NETTRACE_BLOB_SIZE - 4)
        return fail(r, blob->at, "an event that is shorter than its header");
    const uint8_t *at = body.at;
    blob->metadata = sp_nettrace_u32(at) & ~NETTRACE_BLOB_UNSORTED;
    blob->thread = sp_nettrace_u64(at + 8);
    blob->stack = sp_nettrace_u32(at + 28);
    blob->time = (int64_t)sp_nettrace_u64(at + 32);
    body.at += NETTRACE_BLOB_SIZE - 8;
    if (!take_u32(r, &body, &payload_size) || !sp_bytes_take(r->b, &body, payload_size, &blob->payload))
        return false;
    size_t padding = -(size_t)(from->at - content.at) & 3;
    from->at += MIN(padding, (size_t)(from->end - from->at)); /* the last one's may be missing */
    return true;
}

static bool read_blobs(Reader *r, SpBytes content, Visit visit)
{
    if (content.end - content.at < (ptrdiff_t)NETTRACE_BLOCK_HEADER_SIZE)
        return fail(r, content.at, "a block that is shorter than its header");
    uint32_t header = sp_nettrace_u16(content.at), flags = sp_nettrace_u16(content.at + 2);
    if (header < NETTRACE_BLOCK_HEADER_SIZE || header > content.end - content.at)
        return fail(r, content.at, "a block whose header is of no possible size");
    SpBytes from = {content.at + header, content.end};
    SpNettraceBlob blob = {0};
    uint64_t payload_size = 0;
    while (from.at < from.end) {
        blob.at = from.at;
        bool ok = flags & NETTRACE_BLOCK_COMPRESSED ? read_compressed(r, &from, &blob, &payload_size)
                                                    : read_uncompressed(r, content, &from, &blob);
        if (!ok || !visit(r->data, &blob))
            return false;
    }
    return true;
}

/* ---- Blocks ----------------------------------------------------------------------------------------------------- */

static bool read_metadata(Reader *r, SpBytes content)
{
    return read_blobs(r, content, r->visitor->definition);
}

static bool read_events(Reader *r, SpBytes content)
{
    return read_blobs(r, content, r->visitor->event);
}

static bool read_stacks(Reader *r, SpBytes content)
{
    uint32_t id, count, size;
    if (!take_u32(r, &content, &id) || !take_u32(r, &content, &count))
        return false;
    for (; count; count--, id++) {
        const uint8_t *at = content.at;
        SpBytes addresses;
        if (!take_u32(r, &content, &size) || !sp_bytes_take(r->b, &content, size, &addresses))
            return false;
        if (size % r->pointer_size)
            return fail(r, at, "a stack that is no whole number of addresses");
        if (!r->visitor->stack(r->data, id, addresses))
            return false;
    }
    return content.at == content.end || fail(r, content.at, "bytes behind the last stack of a block");
}

static bool read_sequence_point(Reader *r, SpBytes content)
{
    (void)content; /* sequence numbers tell how many events were lost, but not of which kind */
    r->visitor->sequence_point(r->data);
    return true;
}

static bool read_block(Reader *r, bool (*read)(Reader *r, SpBytes content))
{
    uint32_t size;
    SpBytes padding, content;
    if (!take_u32(r, &r->rest, &size))
        return false;
    if (!sp_bytes_take(r->b, &r->rest, -(size_t)(r->rest.at - r->b->start) & 3, &padding))
        return false;
    if (size > r->rest.end - r->rest.at)
        return fail(r, r->rest.at, "a block reaches past the end of the file, which " UNFINISHED);
    return sp_bytes_take(r->b, &r->rest, size, &content) && read(r, content);
}

/* ---- The Trace object ------------------------------------------------------------------------------------------- */

/* Days since 1970-01-01 in the Gregorian calendar; the year starts in March, so that the odd day is its last. */
static int64_t days_of_date(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719468;
}

/* 0 where it is no date of 1970 to 2200. */
static int64_t unix_ns_of(const uint8_t *at)
{
    static const uint16_t least[8] = {1970, 1, 0, 1, 0, 0, 0, 0}, most[8] = {2200, 12, 6, 31, 23, 59, 60, 999};
    int64_t part[8];
    for (int i = 0; i < 8; i++) {
        part[i] = sp_nettrace_u16(at + 2 * i);
        if (part[i] < least[i] || part[i] > most[i])
            return 0;
    }
    int64_t seconds = days_of_date(part[0], part[1], part[3]) * 86400 + part[4] * 3600 + part[5] * 60 + part[6];
    return (seconds * 1000 + part[7]) * 1000000;
}

static bool read_trace(Reader *r)
{
    const uint8_t *at = r->rest.at;
    SpBytes body;
    if (!sp_bytes_take(r->b, &r->rest, NETTRACE_TRACE_SIZE, &body))
        return false;
    SpNettraceTrace trace = {
        .unix_ns = unix_ns_of(at + NETTRACE_TRACE_UTC),
        .sync = (int64_t)sp_nettrace_u64(at + NETTRACE_TRACE_SYNC),
        .frequency = (int64_t)sp_nettrace_u64(at + NETTRACE_TRACE_FREQUENCY),
        .pointer_size = sp_nettrace_u32(at + NETTRACE_TRACE_POINTER),
        .process = sp_nettrace_u32(at + NETTRACE_TRACE_PROCESS),
        .interval_ns = MAX(0, (int32_t)sp_nettrace_u32(at + NETTRACE_TRACE_INTERVAL)),
    };
    if (trace.frequency <= 0)
        return fail(r, at + NETTRACE_TRACE_FREQUENCY, "a clock without ticks");
    if (trace.pointer_size != 4 && trace.pointer_size != 8)
        return fail(r, at + NETTRACE_TRACE_POINTER, "addresses are of neither 4 nor 8 bytes");
    r->pointer_size = trace.pointer_size;
    return r->visitor->trace(r->data, &trace);
}

/* ---- Objects ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*read)(Reader *r, SpBytes content);
} blocks[] = {
    {"MetadataBlock", read_metadata},
    {"EventBlock", read_events},
    {"StackBlock", read_stacks},
    {"SPBlock", read_sequence_point},
};

static bool expect_tag(Reader *r, uint8_t tag, const char *what)
{
    const uint8_t *at = r->rest.at;
    SpBytes byte;
    if (!sp_bytes_take(r->b, &r->rest, 1, &byte))
        return false;
    return *byte.at == tag ||
           sp_build_fail_at(r->b, SP_ERROR_FORMAT, at, "%s is expected, found the byte %u", what, *at);
}

/* Up to the body. */
static bool read_head(Reader *r, uint32_t *version, SpBytes *name)
{
    uint32_t least, length;
    return expect_tag(r, NETTRACE_BEGIN_OBJECT, "an object or the end mark") &&
           expect_tag(r, NETTRACE_BEGIN_OBJECT, "a type") && expect_tag(r, NETTRACE_NULL_REFERENCE, "a type's null") &&
           take_u32(r, &r->rest, version) && take_u32(r, &r->rest, &least) && take_u32(r, &r->rest, &length) &&
           sp_bytes_take(r->b, &r->rest, length, name) && expect_tag(r, NETTRACE_END_OBJECT, "a type's end");
}

static bool is(SpBytes name, const char *text)
{
    return (size_t)(name.end - name.at) == strlen(text) && !memcmp(name.at, text, strlen(text));
}

/* The first object. Its version is the file's. */
static bool read_first(Reader *r)
{
    const uint8_t *at = r->rest.at;
    uint32_t version;
    SpBytes name;
    if (!read_head(r, &version, &name))
        return false;
    if (!is(name, "Trace"))
        return fail(r, at, "the first object must be the trace's head");
    if (version != NETTRACE_VERSION)
        return sp_build_fail_at(r->b, SP_ERROR_FORMAT, at, "nettrace of version %u; version %d is read", version,
                                NETTRACE_VERSION);
    return read_trace(r) && expect_tag(r, NETTRACE_END_OBJECT, "an object's end");
}

static bool read_object(Reader *r)
{
    const uint8_t *at = r->rest.at;
    uint32_t version;
    SpBytes name;
    if (!read_head(r, &version, &name))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) {
        if (!is(name, blocks[i].name))
            continue;
        if (version > NETTRACE_BLOCK_VERSION)
            return sp_build_fail_at(r->b, SP_ERROR_FORMAT, at, "a %s of version %u; up to version %d is read",
                                    blocks[i].name, version, NETTRACE_BLOCK_VERSION);
        return read_block(r, blocks[i].read) && expect_tag(r, NETTRACE_END_OBJECT, "an object's end");
    }
    char shown[40] = ""; /* of a name that is ASCII, if it is one */
    for (size_t i = 0; i + 1 < sizeof shown && name.at + i < name.end; i++)
        shown[i] = g_ascii_isprint((char)name.at[i]) ? (char)name.at[i] : '?';
    return sp_build_fail_at(r->b, SP_ERROR_FORMAT, at, "an object '%s', which nettrace of version %d has not", shown,
                            NETTRACE_VERSION);
}

static bool read_magic(Reader *r)
{
    const uint8_t *at = r->rest.at;
    SpBytes magic, container;
    if (!sp_bytes_take(r->b, &r->rest, strlen(NETTRACE_MAGIC), &magic) || memcmp(magic.at, NETTRACE_MAGIC, 8))
        return fail(r, at, "not nettrace");
    at = r->rest.at;
    if (r->rest.end - at >= 12 && sp_nettrace_u32(at) == 0) /* from version 6 on, versions stand here */
        return sp_build_fail_at(r->b, SP_ERROR_FORMAT, at, "nettrace of version %u.%u; version %d is read",
                                sp_nettrace_u32(at + 4), sp_nettrace_u32(at + 8), NETTRACE_VERSION);
    return sp_bytes_take(r->b, &r->rest, NETTRACE_CONTAINER_SIZE, &container) &&
           (!memcmp(container.at, NETTRACE_CONTAINER, NETTRACE_CONTAINER_SIZE) ||
            fail(r, at, "nettrace of an unknown version; version 4 is read"));
}

bool sp_nettrace_read(SpBuild *b, SpBytes file, const SpNettraceVisitor *visitor, void *data)
{
    Reader r = {.b = b, .rest = file, .visitor = visitor, .data = data};
    if (!read_magic(&r) || !read_first(&r))
        return false;
    while (r.rest.at < r.rest.end && *r.rest.at != NETTRACE_NULL_REFERENCE)
        if (!read_object(&r))
            return false;
    if (r.rest.at == r.rest.end)
        return fail(&r, r.rest.at, "the end mark is missing from the file, which " UNFINISHED);
    return r.rest.at + 1 == r.rest.end || fail(&r, r.rest.at + 1, "bytes behind the end mark");
}
