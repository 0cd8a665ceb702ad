/*
 * debug-pdb.c - portable PDB: CLI tables of their own ("Portable PDB v1.0: Format Specification").
 *
 *   MethodDebugInformation row = MethodDef row -> sequence points blob -> Document -> name in parts
 *   LocalScope rows of a method -> LocalVariable rows
 */
#include "interp/metadata/debug-internal.h"

enum { MAX_NAME_SIZE = 1 << 16 };

/* A document's name is a separator and the blobs of its parts. */
static const char *document_name(MonoDebug *debug, uint32_t document)
{
    const MonoImage *pdb = debug->pdb;
    MonoBlob blob, part;
    uint32_t index = mono_image_row(pdb, MONO_TABLE_DOCUMENT, document, MONO_DOCUMENT_NAME);
    if (index == 0 || !mono_image_blob(pdb, index, &blob))
        return NULL;
    MonoBlobReader reader = mono_blob_reader(blob);
    char separator = (char)mono_blob_u8(&reader);
    GString *name = g_string_new(NULL);
    for (bool first = true; reader.pos < reader.end && name->len < MAX_NAME_SIZE; first = false) {
        uint32_t at = mono_blob_compressed(&reader);
        if (reader.bad || !mono_image_blob(pdb, at, &part))
            break;
        if (!first && separator)
            g_string_append_c(name, separator);
        g_string_append_len(name, (const char *)part.data, part.size_bytes);
    }
    const char *text = name->len && name->len < MAX_NAME_SIZE ? mono_debug_intern(debug, name->str, name->len) : NULL;
    g_string_free(name, TRUE);
    return text;
}

bool mono_pdb_find_line(MonoDebug *debug, uint32_t method_row, uint32_t il_offset, MonoLineInfo *line)
{
    const MonoImage *pdb = debug->pdb;
    const MonoTableId table = MONO_TABLE_METHODDEBUGINFORMATION;
    uint32_t index = mono_image_row(pdb, table, method_row, MONO_METHODDEBUGINFORMATION_SEQUENCE_POINTS);
    uint32_t document = mono_image_row(pdb, table, method_row, MONO_METHODDEBUGINFORMATION_DOCUMENT);
    MonoBlob blob;
    if (index == 0 || !mono_image_blob(pdb, index, &blob))
        return false;
    MonoBlobReader reader = mono_blob_reader(blob);
    mono_blob_compressed(&reader); /* signature of the locals */
    if (document == 0)
        document = mono_blob_compressed(&reader);
    uint32_t offset = 0, at_line = 0, at_column = 0, found_document = 0;
    bool first = true, first_visible = true;
    while (reader.pos < reader.end && !reader.bad) {
        uint32_t step = mono_blob_compressed(&reader);
        if (!first && step == 0) {
            document = mono_blob_compressed(&reader);
            continue;
        }
        first = false;
        offset += step;
        uint32_t lines = mono_blob_compressed(&reader);
        uint32_t columns = lines ? (uint32_t)mono_blob_compressed_signed(&reader) : mono_blob_compressed(&reader);
        if (offset > il_offset || reader.bad)
            break;
        if (lines == 0 && columns == 0)
            continue; /* hidden */
        if (first_visible) {
            at_line = mono_blob_compressed(&reader);
            at_column = mono_blob_compressed(&reader);
        } else {
            at_line += (uint32_t)mono_blob_compressed_signed(&reader);
            at_column += (uint32_t)mono_blob_compressed_signed(&reader);
        }
        first_visible = false;
        if (reader.bad)
            break;
        *line = (MonoLineInfo){NULL, at_line, at_column, offset};
        found_document = document;
    }
    line->file = found_document ? document_name(debug, found_document) : NULL;
    return line->file != NULL && line->line != 0;
}

const char *mono_pdb_local_name(MonoDebug *debug, uint32_t method_row, unsigned local_index)
{
    const MonoImage *pdb = debug->pdb;
    uint32_t scope = 0;
    while ((scope = mono_image_next_row(pdb, MONO_TABLE_LOCALSCOPE, MONO_LOCALSCOPE_METHOD, method_row, scope))) {
        uint32_t first, count;
        mono_image_list(pdb, MONO_TABLE_LOCALSCOPE, scope, MONO_LOCALSCOPE_VARIABLE_LIST, MONO_TABLE_LOCALVARIABLE,
                        &first, &count);
        for (uint32_t row = first; row < first + count; row++)
            if (mono_image_row(pdb, MONO_TABLE_LOCALVARIABLE, row, MONO_LOCALVARIABLE_INDEX) == local_index)
                return mono_image_string(pdb,
                                         mono_image_row(pdb, MONO_TABLE_LOCALVARIABLE, row, MONO_LOCALVARIABLE_NAME));
    }
    return NULL;
}
