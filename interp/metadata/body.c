/*
 * body.c - method bodies: tiny and fat headers, exception sections in both forms (II.25.4).
 */
#include "interp/metadata/internal.h"

#include <glib.h>
#include <stdarg.h>

enum {
    FORMAT_MASK = 3, /* II.25.4.1 */
    FORMAT_TINY = 2,
    FORMAT_FAT = 3,
    FAT_MORE_SECTIONS = 0x08, /* II.25.4.4 */
    FAT_INIT_LOCALS = 0x10,
    FAT_HEADER_WORDS = 3,      /* 12 bytes; more are skipped */
    SECTION_EXCEPTIONS = 0x01, /* II.25.4.5 */
    SECTION_FAT = 0x40,
    SECTION_MORE = 0x80,
    SECTION_KIND_MASK = 0x3f,
    SMALL_CLAUSE = 12, /* II.25.4.6 */
    FAT_CLAUSE = 24,
    CLAUSE_FILTER = 1,
    TINY_MAX_STACK = 8,
};

/* What is read: the bytes from the method's RVA to the end of its section. */
typedef struct {
    const MonoImage *image;
    uint32_t row, rva;
    const uint8_t *data;
    uint32_t size;
    MonoError *error;
} Source;

static bool refuse(const Source *source, uint32_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(const Source *source, uint32_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    const MonoImage *image = source->image;
    uint32_t name = mono_image_row(image, MONO_TABLE_METHOD, source->row, MONO_METHOD_NAME);
    mono_error_set(source->error, MONO_ERROR_INVALID_PROGRAM, NULL, "%s: MethodDef row %u (%s), RVA 0x%x: %s",
                   image->filename, source->row, mono_image_string(image, name), source->rva + offset, what);
    g_free(what);
    return false;
}

static bool within(uint32_t offset, uint32_t length, uint32_t size)
{
    return offset <= size && length <= size - offset;
}

static bool check_clause(const Source *source, const MonoMethodBody *body, const MonoClauseInfo *clause, uint32_t at)
{
    uint32_t size = body->code_size_bytes;
    if (clause->flags > 4 || clause->flags == 3)
        return refuse(source, at, "exception clause of unknown kind 0x%x", clause->flags);
    if (!within(clause->try_offset, clause->try_length, size) ||
        !within(clause->handler_offset, clause->handler_length, size) || clause->handler_offset >= size)
        return refuse(source, at, "exception clause outside the code of %u bytes", size);
    if (clause->flags == CLAUSE_FILTER && clause->token_or_filter >= size)
        return refuse(source, at, "exception filter at 0x%x outside the code", clause->token_or_filter);
    return true;
}

static MonoClauseInfo read_clause(const uint8_t *p, bool fat)
{
    if (fat)
        return (MonoClauseInfo){mono_read32(p),      mono_read32(p + 4),  mono_read32(p + 8),
                                mono_read32(p + 12), mono_read32(p + 16), mono_read32(p + 20)};
    return (MonoClauseInfo){mono_read16(p), mono_read16(p + 2), p[4], mono_read16(p + 5), p[7], mono_read32(p + 8)};
}

/* Sections follow the code, each at a multiple of four. Their sizes should count the four bytes of the header; some
 * compilers leave these out, which dividing takes care of. */
static bool read_sections(const Source *source, uint32_t offset, MonoMethodBody *body)
{
    for (bool more = true; more;) {
        offset += -(source->rva + offset) & 3;
        if (!within(offset, 4, source->size))
            return refuse(source, offset, "the section after the code lies outside the file");
        const uint8_t *header = source->data + offset;
        unsigned kind = header[0];
        bool fat = kind & SECTION_FAT;
        uint32_t size = fat ? mono_read32(header) >> 8 : header[1];
        more = kind & SECTION_MORE;
        if ((kind & SECTION_KIND_MASK) != SECTION_EXCEPTIONS) {
            if (size < 4)
                return refuse(source, offset, "section of unknown kind 0x%x and of %u bytes", kind, size);
            offset += size > source->size - offset ? source->size - offset : size;
            continue;
        }
        uint32_t clause_size = fat ? FAT_CLAUSE : SMALL_CLAUSE, count = size / clause_size;
        if (!within(offset + 4, count * clause_size, source->size))
            return refuse(source, offset, "%u exception clauses exceed the file", count);
        body->clauses = g_renew(MonoClauseInfo, body->clauses, body->clause_count + count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t at = offset + 4 + i * clause_size;
            MonoClauseInfo clause = read_clause(source->data + at, fat);
            if (!check_clause(source, body, &clause, at))
                return false;
            body->clauses[body->clause_count++] = clause;
        }
        offset += 4 + count * clause_size;
    }
    return true;
}

static bool read_body(const Source *source, MonoMethodBody *body)
{
    unsigned first = source->data[0];
    if ((first & FORMAT_MASK) == FORMAT_TINY) {
        body->code_size_bytes = first >> 2;
        body->max_stack = TINY_MAX_STACK;
        body->code = source->data + 1;
        if (body->code_size_bytes > source->size - 1)
            return refuse(source, 0, "code of %u bytes exceeds the file", body->code_size_bytes);
        return body->code_size_bytes != 0 || refuse(source, 0, "the body is empty");
    }
    if ((first & FORMAT_MASK) != FORMAT_FAT)
        return refuse(source, 0, "unknown method header 0x%x", first);
    if (source->size < FAT_HEADER_WORDS * 4)
        return refuse(source, 0, "the method header exceeds the file");
    unsigned flags = mono_read16(source->data);
    uint32_t header = (flags >> 12) * 4;
    body->max_stack = mono_read16(source->data + 2);
    body->code_size_bytes = mono_read32(source->data + 4);
    body->locals_token = mono_read32(source->data + 8);
    body->init_locals = flags & FAT_INIT_LOCALS;
    if (header < FAT_HEADER_WORDS * 4 || header > source->size)
        return refuse(source, 0, "method header of %u bytes", header);
    if (body->code_size_bytes > source->size - header)
        return refuse(source, 4, "code of %u bytes exceeds the file", body->code_size_bytes);
    if (body->code_size_bytes == 0)
        return refuse(source, 4, "the body is empty");
    body->code = source->data + header;
    if (body->locals_token &&
        (MONO_TOKEN_TABLE(body->locals_token) != MONO_TABLE_STANDALONESIG || MONO_TOKEN_ROW(body->locals_token) == 0 ||
         MONO_TOKEN_ROW(body->locals_token) > mono_image_rows(source->image, MONO_TABLE_STANDALONESIG)))
        return refuse(source, 8, "locals have the bad token 0x%08x", body->locals_token);
    return !(flags & FAT_MORE_SECTIONS) || read_sections(source, header + body->code_size_bytes, body);
}

bool mono_method_body_read(const MonoImage *image, uint32_t method_row, MonoMethodBody *body, MonoError *error)
{
    *body = (MonoMethodBody){0};
    Source source = {image, method_row, mono_image_row(image, MONO_TABLE_METHOD, method_row, MONO_METHOD_RVA),
                     NULL,  0,          error};
    if (source.rva == 0)
        return refuse(&source, 0, "the method has no body");
    source.data = mono_image_rva(image, source.rva, &source.size);
    if (!source.data)
        return refuse(&source, 0, "the body lies outside the file");
    if (read_body(&source, body))
        return true;
    mono_method_body_clear(body);
    return false;
}

void mono_method_body_clear(MonoMethodBody *body)
{
    g_free(body->clauses);
    *body = (MonoMethodBody){0};
}
