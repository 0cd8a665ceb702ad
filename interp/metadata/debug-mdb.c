/*
 * debug-mdb.c - Mono's own symbol files, NAME.exe.mdb, format 50.0.
 *
 *   header -> method table -> line number program of a method -> its rows -> source table
 *
 * Numbers of the header are 32 bits little-endian; inside a method they are 7-bit groups, lowest first, at most five
 * bytes; texts are a length and UTF-8. The line number program is DWARF's with few opcodes: each row is an IL offset,
 * a line and a file. Columns, if the method has them, stand behind the program, one a row.
 */
#include "interp/metadata/debug-internal.h"

#include <string.h>

#define MDB_MAGIC 0x45e82623fd7fa614ull

enum {
    MDB_MAJOR = 8, /* offsets in the header */
    MDB_GUID = 16,
    MDB_SOURCE_COUNT = 56,
    MDB_SOURCE_TABLE = 60,
    MDB_METHOD_COUNT = 68,
    MDB_METHOD_TABLE = 72,
    MDB_LINE_BASE = 96,
    MDB_LINE_RANGE = 100,
    MDB_OPCODE_BASE = 104,
    MDB_HEADER_SIZE = 112,
    MDB_VERSION = 50,
    SOURCE_ENTRY = 8,       /* index, offset of its data */
    METHOD_ENTRY = 12,      /* token, offset of its data, offset of its line number program */
    METHOD_HAS_COLUMNS = 2, /* flags of a method's data */
    HIDDEN_LINE = 0xfeefee,
};

enum { /* the program's opcodes; from the header's opcode base on an opcode is a row */
       OP_EXTENDED = 0,
       OP_COPY = 1,
       OP_ADVANCE_OFFSET = 2,
       OP_ADVANCE_LINE = 3,
       OP_SET_FILE = 4,
       OP_ADD_MAX_OFFSET = 8,
       EXTENDED_END = 1,
       EXTENDED_NEGATE_HIDDEN = 0x40,
};

bool mono_mdb_matches(MonoBlob mdb, const char *guid)
{
    char text[37];
    if (mdb.size_bytes < MDB_HEADER_SIZE || mono_read64(mdb.data) != MDB_MAGIC ||
        mono_read32(mdb.data + MDB_MAJOR) != MDB_VERSION)
        return false;
    mono_guid_text(mdb.data + MDB_GUID, text);
    return strcmp(text, guid) == 0;
}

static MonoBlobReader reader_at(MonoBlob mdb, uint32_t offset)
{
    bool inside = offset <= mdb.size_bytes;
    return (MonoBlobReader){mdb.data + (inside ? offset : mdb.size_bytes), mdb.data + mdb.size_bytes, !inside};
}

static uint32_t read_leb(MonoBlobReader *reader)
{
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        uint8_t byte = mono_blob_u8(reader);
        value |= (uint32_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    reader->bad = true;
    return 0;
}

static const char *read_text(MonoDebug *debug, MonoBlobReader *reader)
{
    uint32_t length = read_leb(reader);
    if (reader->bad || length > (size_t)(reader->end - reader->pos)) {
        reader->bad = true;
        return NULL;
    }
    const char *text = (const char *)reader->pos;
    reader->pos += length;
    return mono_debug_intern(debug, text, length);
}

/* Entry of a method in the table, which is in order of tokens; NULL = none. */
static const uint8_t *find_method(MonoBlob mdb, uint32_t method_row)
{
    uint32_t token = MONO_TOKEN(MONO_TABLE_METHOD, method_row), table = mono_read32(mdb.data + MDB_METHOD_TABLE);
    uint32_t low = 0, high = mono_read32(mdb.data + MDB_METHOD_COUNT);
    if (table > mdb.size_bytes || high > (mdb.size_bytes - table) / METHOD_ENTRY)
        return NULL;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *entry = mdb.data + table + (size_t)middle * METHOD_ENTRY;
        uint32_t found = mono_read32(entry);
        if (found == token)
            return entry;
        if (found < token)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static const char *source_name(MonoDebug *debug, uint32_t file)
{
    MonoBlob mdb = debug->mdb;
    uint32_t table = mono_read32(mdb.data + MDB_SOURCE_TABLE), count = mono_read32(mdb.data + MDB_SOURCE_COUNT);
    if (table > mdb.size_bytes || count > (mdb.size_bytes - table) / SOURCE_ENTRY || file - 1u >= count)
        return NULL;
    const uint8_t *entry = mdb.data + table + (size_t)(file - 1) * SOURCE_ENTRY;
    MonoBlobReader reader = reader_at(mdb, mono_read32(entry + 4));
    return read_text(debug, &reader);
}

/* ---- The line number program ------------------------------------------------------------------------------------- */

typedef struct {
    MonoBlobReader reader;
    int32_t line_base;
    uint32_t line_range, opcode_base;
    uint32_t offset, line, file; /* registers: the row that is being made */
    uint32_t rows;
} LineMachine;

static bool start_machine(LineMachine *m, MonoBlob mdb, uint32_t program)
{
    *m = (LineMachine){.reader = reader_at(mdb, program), .line = 1, .file = 1};
    m->line_base = (int32_t)mono_read32(mdb.data + MDB_LINE_BASE);
    m->line_range = mono_read32(mdb.data + MDB_LINE_RANGE);
    m->opcode_base = mono_read32(mdb.data + MDB_OPCODE_BASE);
    return m->line_range != 0 && m->opcode_base <= 255 && program != 0;
}

/* Runs to the next row. False at the end of the program, and when it is malformed: the reader is bad then.
 * Hidden rows (#line hidden) are rows like others for Mono's stack traces; only the line 0xfeefee is not. */
static bool next_row(LineMachine *m)
{
    for (;;) {
        uint32_t opcode = mono_blob_u8(&m->reader);
        if (m->reader.bad)
            return false;
        if (opcode >= m->opcode_base && opcode != OP_EXTENDED) {
            opcode -= m->opcode_base;
            m->offset += opcode / m->line_range;
            m->line += (uint32_t)m->line_base + opcode % m->line_range;
            m->rows++;
            return true;
        }
        switch (opcode) {
        case OP_EXTENDED: {
            uint32_t size = mono_blob_u8(&m->reader);
            opcode = mono_blob_peek(&m->reader);
            if (size == 0 || size > (size_t)(m->reader.end - m->reader.pos))
                m->reader.bad = true;
            else
                m->reader.pos += size;
            if (opcode == EXTENDED_END || m->reader.bad)
                return false;
            break;
        }
        case OP_COPY:
            m->rows++;
            return true;
        case OP_ADVANCE_OFFSET:
            m->offset += read_leb(&m->reader);
            break;
        case OP_ADVANCE_LINE:
            m->line += read_leb(&m->reader);
            break;
        case OP_SET_FILE:
            m->file = read_leb(&m->reader);
            break;
        case OP_ADD_MAX_OFFSET:
            m->offset += (255 - m->opcode_base) / m->line_range;
            break;
        default:
            m->reader.bad = true;
            return false;
        }
    }
}

/* The data of a method: six numbers, of which the second is the offset of its locals, then flags. */
static bool method_data(MonoBlob mdb, const uint8_t *entry, uint32_t *locals, uint32_t *flags)
{
    MonoBlobReader reader = reader_at(mdb, mono_read32(entry + 4));
    read_leb(&reader); /* compile unit */
    *locals = read_leb(&reader);
    for (unsigned i = 0; i < 4; i++)
        read_leb(&reader); /* namespace, code blocks, scope variables, real name */
    *flags = read_leb(&reader);
    return !reader.bad;
}

bool mono_mdb_find_line(MonoDebug *debug, uint32_t method_row, uint32_t il_offset, MonoLineInfo *line)
{
    const uint8_t *entry = find_method(debug->mdb, method_row);
    LineMachine machine;
    if (!entry || !start_machine(&machine, debug->mdb, mono_read32(entry + 8)))
        return false;
    uint32_t row = 0, file = 0, locals, flags, column = 0;
    while (next_row(&machine)) {
        if (machine.offset > il_offset || machine.line == HIDDEN_LINE || (int32_t)machine.line <= 0)
            continue;
        row = machine.rows;
        file = machine.file;
        line->line = machine.line;
        line->il_offset = machine.offset;
    }
    if (row == 0)
        return false;
    if (!machine.reader.bad && method_data(debug->mdb, entry, &locals, &flags) && flags & METHOD_HAS_COLUMNS)
        for (uint32_t i = 0; i < row; i++)
            column = read_leb(&machine.reader);
    line->column = machine.reader.bad || column > 0xffff ? 0 : column;
    line->file = source_name(debug, file);
    return line->file != NULL;
}

const char *mono_mdb_local_name(MonoDebug *debug, uint32_t method_row, unsigned local_index)
{
    const uint8_t *entry = find_method(debug->mdb, method_row);
    uint32_t locals, flags;
    if (!entry || !method_data(debug->mdb, entry, &locals, &flags) || locals == 0)
        return NULL;
    MonoBlobReader reader = reader_at(debug->mdb, locals);
    for (uint32_t count = read_leb(&reader); count > 0 && !reader.bad; count--) {
        uint32_t index = read_leb(&reader), length = read_leb(&reader);
        if (reader.bad || length > (size_t)(reader.end - reader.pos))
            return NULL;
        if (index == local_index)
            return mono_debug_intern(debug, (const char *)reader.pos, length);
        reader.pos += length;
        read_leb(&reader); /* code block */
    }
    return NULL;
}
