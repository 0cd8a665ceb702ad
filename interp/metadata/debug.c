/*
 * debug.c - where an image's debug information is: in the file (portable PDB), or beside it as NAME.pdb or
 * NAME.exe.mdb. It is looked for at the first question, and used only when it was made with this very image.
 */
#include "interp/metadata/debug-internal.h"

#include <string.h>

enum {
    ENTRY_SIZE = 28, /* an entry of the debug directory, Microsoft's PE format */
    ENTRY_STAMP = 4,
    ENTRY_TYPE = 12,
    ENTRY_DATA_SIZE = 16,
    ENTRY_DATA_OFFSET = 24,
    TYPE_CODEVIEW = 2,
    TYPE_EMBEDDED_PDB = 17,
    CODEVIEW_SIGNATURE = 0x53445352, /* RSDS, then GUID and age */
    EMBEDDED_SIGNATURE = 0x4244504d, /* MPDB, then the size before compression */
    PDB_ID_SIZE = 20,                /* GUID and stamp */
};

/* What the debug directory says. */
typedef struct {
    bool has_id;
    uint8_t id[PDB_ID_SIZE];
    MonoBlob embedded;      /* deflated, without its header */
    uint32_t embedded_size; /* once inflated */
} PdbReference;

static PdbReference read_directory(const MonoImage *image)
{
    PdbReference found = {0};
    uint32_t available, size = image->priv->debug_directory.size_bytes;
    const uint8_t *entry = mono_image_rva(image, image->priv->debug_directory.rva, &available);
    size = entry && size < available ? size : available;
    for (; size >= ENTRY_SIZE; size -= ENTRY_SIZE, entry += ENTRY_SIZE) {
        uint32_t type = mono_read32(entry + ENTRY_TYPE), length = mono_read32(entry + ENTRY_DATA_SIZE);
        uint32_t offset = mono_read32(entry + ENTRY_DATA_OFFSET);
        if (offset > image->size_bytes || length > image->size_bytes - offset)
            continue;
        const uint8_t *data = image->data + offset;
        if (type == TYPE_CODEVIEW && length >= 24 && mono_read32(data) == CODEVIEW_SIGNATURE && !found.has_id) {
            memcpy(found.id, data + 4, 16);
            memcpy(found.id + 16, entry + ENTRY_STAMP, 4);
            found.has_id = true;
        } else if (type == TYPE_EMBEDDED_PDB && length > 8 && mono_read32(data) == EMBEDDED_SIGNATURE) {
            found.embedded = (MonoBlob){data + 8, length - 8};
            found.embedded_size = mono_read32(data + 4);
        }
    }
    return found;
}

/* Bytes of a portable PDB -> debug->pdb, if it has the image's id. */
static bool use_pdb(MonoDebug *debug, const PdbReference *reference, const uint8_t *data, size_t size)
{
    MonoError error = MONO_ERROR_INIT;
    MonoImage *pdb = mono_image_open_pdb(data, size, "portable PDB", &error);
    mono_error_clear(&error);
    if (pdb && reference->has_id && memcmp(pdb->priv->pdb.data, reference->id, PDB_ID_SIZE) == 0)
        debug->pdb = pdb;
    else
        mono_image_free(pdb);
    return debug->pdb != NULL;
}

static bool use_embedded(MonoDebug *debug, const PdbReference *reference)
{
    if (!reference->embedded.data)
        return false;
    debug->inflated = debug_inflate(reference->embedded, reference->embedded_size);
    return debug->inflated && use_pdb(debug, reference, debug->inflated, reference->embedded_size);
}

/* Either format, by its first bytes. */
static bool use_bytes(MonoDebug *debug, const MonoImage *image, const uint8_t *data, size_t size)
{
    if (size > UINT32_MAX)
        return false;
    MonoBlob mdb = {data, (uint32_t)size};
    if (mono_mdb_matches(mdb, image->guid)) {
        debug->mdb = mdb;
        return true;
    }
    PdbReference reference = read_directory(image);
    return use_pdb(debug, &reference, data, size);
}

static bool use_file(MonoDebug *debug, const MonoImage *image, char *path)
{
    MonoError error = MONO_ERROR_INIT;
    size_t size;
    const uint8_t *data = mono_file_map(path, &size, &error);
    bool used = data && use_bytes(debug, image, data, size);
    mono_error_clear(&error);
    g_free(path);
    if (used) {
        debug->map = data;
        debug->map_size_bytes = size;
    } else {
        mono_file_unmap(data, size);
    }
    return used;
}

static char *pdb_path(const MonoImage *image)
{
    const char *name = image->filename;
    size_t length = strlen(name);
    if (g_str_has_suffix(name, ".exe") || g_str_has_suffix(name, ".dll"))
        length -= 4;
    return g_strdup_printf("%.*s.pdb", (int)length, name);
}

static MonoDebug *new_debug(MonoImage *image)
{
    mono_debug_free(image);
    MonoDebug *debug = g_new0(MonoDebug, 1);
    debug->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    image->debug = debug;
    return debug;
}

bool mono_image_debug(MonoImage *image)
{
    MonoDebug *debug = image->debug;
    if (!debug) {
        debug = new_debug(image);
        PdbReference reference = read_directory(image);
        if (!use_embedded(debug, &reference) && image->priv->mapped &&
            !(reference.has_id && use_file(debug, image, pdb_path(image))))
            use_file(debug, image, g_strconcat(image->filename, ".mdb", NULL));
    }
    return debug->pdb || debug->mdb.data;
}

bool mono_image_debug_from_memory(MonoImage *image, const uint8_t *data, size_t size_bytes)
{
    return use_bytes(new_debug(image), image, data, size_bytes);
}

bool mono_debug_find_line(MonoImage *image, uint32_t method_row, uint32_t il_offset, MonoLineInfo *line)
{
    *line = (MonoLineInfo){0};
    if (!mono_image_debug(image))
        return false;
    MonoDebug *debug = image->debug;
    return debug->pdb ? mono_pdb_find_line(debug, method_row, il_offset, line)
                      : mono_mdb_find_line(debug, method_row, il_offset, line);
}

const char *mono_debug_local_name(MonoImage *image, uint32_t method_row, unsigned local_index)
{
    if (!mono_image_debug(image))
        return NULL;
    MonoDebug *debug = image->debug;
    return debug->pdb ? mono_pdb_local_name(debug, method_row, local_index)
                      : mono_mdb_local_name(debug, method_row, local_index);
}

const char *mono_debug_intern(MonoDebug *debug, const char *text, size_t length_bytes)
{
    char *copy = g_strndup(text, length_bytes), *known = g_hash_table_lookup(debug->names, copy);
    if (known) {
        g_free(copy);
        return known;
    }
    g_hash_table_add(debug->names, copy);
    return copy;
}

void mono_debug_free(MonoImage *image)
{
    MonoDebug *debug = image->debug;
    if (!debug)
        return;
    image->debug = NULL;
    mono_image_free(debug->pdb);
    mono_file_unmap(debug->map, debug->map_size_bytes);
    g_free(debug->inflated);
    g_hash_table_unref(debug->names);
    g_free(debug);
}
