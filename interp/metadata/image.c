/*
 * image.c - a PE file with CLI metadata: headers, sections, metadata root, heaps (II.25, II.24.2).
 *
 *   file -> PE headers -> section table -> CLI header -> metadata root -> streams -> tables.c
 *
 * Nothing but headers is read when an image is opened, and the last bytes of #Strings: that heap is cut at its last
 * NUL, so every index inside it is a terminated string.
 */
#include "interp/metadata/internal.h"

#include <glib.h>
#include <stdarg.h>
#include <string.h>

enum {
    DOS_PE_OFFSET = 0x3c,       /* II.25.2.1: where the offset of the PE signature stands */
    COFF_SIZE = 20,             /* II.25.2.2, after the four bytes of the signature */
    COFF_SECTIONS = 2,          /* number of sections */
    COFF_OPTIONAL_SIZE = 16,    /* size of the optional header */
    OPTIONAL_PE32 = 0x10b,      /* II.25.2.3.1 */
    OPTIONAL_PE32_PLUS = 0x20b, /* PE32+ of Microsoft's PE format */
    PE32_DIRECTORY_COUNT = 92,  /* II.25.2.3.2; the directories follow it */
    PE32_PLUS_DIRECTORY_COUNT = 108,
    DIRECTORY_DEBUG = 6, /* II.25.2.3.3 */
    DIRECTORY_CLI = 14,
    SECTION_SIZE = 40, /* II.25.3 */
    SECTION_VIRTUAL_SIZE = 8,
    SECTION_RVA = 12,
    SECTION_RAW_SIZE = 16,
    SECTION_RAW_OFFSET = 20,
    CLI_SIZE = 72, /* II.25.3.3 */
    CLI_METADATA = 8,
    CLI_FLAGS = 16,
    CLI_ENTRY_POINT = 20,
    CLI_RESOURCES = 24,
    CLI_FLAG_NATIVE_ENTRY_POINT = 0x10,
    ROOT_SIGNATURE = 0x424a5342, /* II.24.2.1 */
    ROOT_VERSION_LENGTH = 12,
    ROOT_VERSION = 16,
    MAX_ZERO_BYTES =
        1 << 24, /* most that a section may be longer in memory than in the file, for its data to be read */
    PDB_ID_SIZE = 20,
    PDB_REFERENCED_TABLES = 24,
    PDB_ROWS = 32,
};

static bool refuse(const MonoImage *image, MonoError *error, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool refuse(const MonoImage *image, MonoError *error, size_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: offset 0x%zx: %s", image->filename, offset, what);
    g_free(what);
    return false;
}

/* ---- PE headers -------------------------------------------------------------------------------------------------- */

/* Sections are cut to the file, so that what lies in one lies in the file. */
static bool parse_sections(MonoImage *image, size_t at, unsigned count, MonoError *error)
{
    if (image->size_bytes - at < (size_t)count * SECTION_SIZE)
        return refuse(image, error, at, "the table of %u sections exceeds the file", count);
    struct MonoImagePrivate *priv = image->priv;
    priv->sections = g_new0(MonoSection, count);
    priv->section_count = count;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *header = image->data + at + (size_t)i * SECTION_SIZE;
        MonoSection *section = &priv->sections[i];
        section->rva = mono_read32(header + SECTION_RVA);
        section->virtual_size = mono_read32(header + SECTION_VIRTUAL_SIZE);
        section->raw_offset = mono_read32(header + SECTION_RAW_OFFSET);
        section->raw_size = mono_read32(header + SECTION_RAW_SIZE);
        if (section->raw_offset > image->size_bytes)
            section->raw_size = 0;
        else if (section->raw_size > image->size_bytes - section->raw_offset)
            section->raw_size = (uint32_t)(image->size_bytes - section->raw_offset);
    }
    return true;
}

/* Finds the CLI header's directory. */
static bool parse_pe(MonoImage *image, MonoDirectory *cli, MonoError *error)
{
    const uint8_t *data = image->data;
    size_t size = image->size_bytes;
    if (size < 64 || data[0] != 'M' || data[1] != 'Z')
        return refuse(image, error, 0, "no PE file: it does not start with MZ");
    size_t pe = mono_read32(data + DOS_PE_OFFSET);
    if (pe > size || size - pe < 4 + COFF_SIZE + 2 || memcmp(data + pe, "PE\0\0", 4) != 0)
        return refuse(image, error, DOS_PE_OFFSET, "no PE signature at 0x%zx", pe);
    size_t coff = pe + 4, optional = coff + COFF_SIZE;
    unsigned sections = mono_read16(data + coff + COFF_SECTIONS);
    size_t optional_size = mono_read16(data + coff + COFF_OPTIONAL_SIZE);
    if (size - optional < optional_size)
        return refuse(image, error, optional, "the optional header of %zu bytes exceeds the file", optional_size);
    unsigned magic = mono_read16(data + optional);
    if (magic != OPTIONAL_PE32 && magic != OPTIONAL_PE32_PLUS)
        return refuse(image, error, optional, "unknown optional header 0x%x", magic);
    image->pe32_plus = magic == OPTIONAL_PE32_PLUS;
    size_t directories = image->pe32_plus ? PE32_PLUS_DIRECTORY_COUNT : PE32_DIRECTORY_COUNT;
    if (optional_size < directories + 4)
        return refuse(image, error, optional, "the optional header has only %zu bytes", optional_size);
    size_t room = (optional_size - directories - 4) / 8;
    uint32_t count = mono_read32(data + optional + directories);
    if (count <= DIRECTORY_CLI || room <= DIRECTORY_CLI)
        return refuse(image, error, optional + directories, "no .NET assembly: the file has no CLI header directory");
    const uint8_t *entries = data + optional + directories + 4;
    *cli = (MonoDirectory){mono_read32(entries + DIRECTORY_CLI * 8), mono_read32(entries + DIRECTORY_CLI * 8 + 4)};
    image->priv->debug_directory =
        (MonoDirectory){mono_read32(entries + DIRECTORY_DEBUG * 8), mono_read32(entries + DIRECTORY_DEBUG * 8 + 4)};
    if (cli->rva == 0)
        return refuse(image, error, optional + directories + 4 + DIRECTORY_CLI * 8,
                      "no .NET assembly: the CLI header directory is empty");
    return parse_sections(image, optional + optional_size, sections, error);
}

const uint8_t *mono_image_rva(const MonoImage *image, uint32_t rva, uint32_t *available_bytes)
{
    for (unsigned i = 0; i < image->priv->section_count; i++) {
        MonoSection *section = &image->priv->sections[i];
        uint32_t offset = rva - section->rva;
        if (rva < section->rva)
            continue;
        if (offset < section->raw_size) {
            *available_bytes = section->raw_size - offset;
            return image->data + section->raw_offset + offset;
        }
        if (offset >= section->virtual_size || section->virtual_size - section->raw_size > MAX_ZERO_BYTES)
            continue;
        if (!section->zeros)
            section->zeros = g_malloc0(section->virtual_size - section->raw_size);
        *available_bytes = section->virtual_size - offset;
        return section->zeros + (offset - section->raw_size);
    }
    *available_bytes = 0;
    return NULL;
}

const uint8_t *mono_image_resource(const MonoImage *image, uint32_t resource_row, uint32_t *size_bytes)
{
    *size_bytes = 0;
    MonoDirectory resources = image->priv->resources;
    uint32_t available,
        offset = mono_image_row(image, MONO_TABLE_MANIFESTRESOURCE, resource_row, MONO_MANIFESTRESOURCE_OFFSET);
    const uint8_t *data = mono_image_rva(image, resources.rva, &available);
    if (available > resources.size_bytes)
        available = resources.size_bytes;
    if (!data || resource_row == 0 || resource_row > mono_image_rows(image, MONO_TABLE_MANIFESTRESOURCE) ||
        offset > available || available - offset < 4)
        return NULL;
    uint32_t size = mono_read32(data + offset);
    if (size > available - offset - 4)
        return NULL;
    *size_bytes = size;
    return data + offset + 4;
}

static bool parse_cli(MonoImage *image, MonoDirectory directory, MonoError *error)
{
    uint32_t available, root_available;
    const uint8_t *cli = mono_image_rva(image, directory.rva, &available);
    if (!cli || available < CLI_SIZE)
        return refuse(image, error, 0, "the CLI header at RVA 0x%x lies outside the file", directory.rva);
    size_t at = (size_t)(cli - image->data);
    uint32_t rva = mono_read32(cli + CLI_METADATA), size = mono_read32(cli + CLI_METADATA + 4);
    image->cli_flags = mono_read32(cli + CLI_FLAGS);
    if (!(image->cli_flags & CLI_FLAG_NATIVE_ENTRY_POINT))
        image->entry_point = mono_read32(cli + CLI_ENTRY_POINT);
    image->priv->resources = (MonoDirectory){mono_read32(cli + CLI_RESOURCES), mono_read32(cli + CLI_RESOURCES + 4)};
    const uint8_t *root = mono_image_rva(image, rva, &root_available);
    if (!root || size > root_available)
        return refuse(image, error, at + CLI_METADATA, "metadata of %u bytes at RVA 0x%x lies outside the file", size,
                      rva);
    return mono_image_parse_root(image, root, size, error);
}

/* ---- Metadata root ----------------------------------------------------------------------------------------------- */

static size_t file_offset(const MonoImage *image, const uint8_t *p)
{
    uintptr_t at = (uintptr_t)p, start = (uintptr_t)image->data;
    return at >= start && at - start <= image->size_bytes ? at - start : 0;
}

/* One stream header (II.24.2.2): name and extent. Returns bytes of the header, 0 = malformed. */
static size_t parse_stream(const uint8_t *header, size_t available, char name[33])
{
    size_t length = 0;
    if (available < 8)
        return 0;
    while (length < 32 && 8 + length < available && header[8 + length]) {
        name[length] = (char)header[8 + length];
        length++;
    }
    if (length == 32 || 8 + length >= available)
        return 0;
    name[length] = 0;
    return 8 + (length + 4) / 4 * 4; /* a cut one is seen at the next header */
}

static void cut_strings(MonoBlob *strings)
{
    while (strings->size_bytes && strings->data[strings->size_bytes - 1] != 0)
        strings->size_bytes--;
}

static bool external_rows(MonoImage *image, uint32_t *rows, MonoError *error)
{
    MonoBlob pdb = image->priv->pdb;
    memset(rows, 0, MONO_TABLE_COUNT * sizeof *rows);
    if (pdb.size_bytes < PDB_ROWS)
        return refuse(image, error, file_offset(image, pdb.data), "the #Pdb stream has only %u bytes", pdb.size_bytes);
    uint64_t referenced = mono_read64(pdb.data + PDB_REFERENCED_TABLES);
    size_t offset = PDB_ROWS;
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++) {
        if (!(referenced >> i & 1))
            continue;
        if (pdb.size_bytes - offset < 4)
            return refuse(image, error, file_offset(image, pdb.data), "the #Pdb stream ends in its row counts");
        rows[i] = mono_read32(pdb.data + offset);
        offset += 4;
    }
    return true;
}

bool mono_image_parse_root(MonoImage *image, const uint8_t *root, size_t size, MonoError *error)
{
    size_t at = file_offset(image, root);
    if (size < ROOT_VERSION || mono_read32(root) != ROOT_SIGNATURE)
        return refuse(image, error, at, "no metadata signature (BSJB)");
    size_t version_length = mono_read32(root + ROOT_VERSION_LENGTH);
    if (version_length > size - ROOT_VERSION || size - ROOT_VERSION - version_length < 4)
        return refuse(image, error, at + ROOT_VERSION_LENGTH, "the version text of %zu bytes exceeds the metadata",
                      version_length);
    image->priv->version_text = g_strndup((const char *)root + ROOT_VERSION, version_length);
    image->runtime_version = image->priv->version_text;
    size_t offset = ROOT_VERSION + version_length;
    unsigned streams = mono_read16(root + offset + 2);
    offset += 4;
    MonoBlob tables = {0};
    for (unsigned i = 0; i < streams; i++) {
        char name[33];
        size_t header = offset <= size ? parse_stream(root + offset, size - offset, name) : 0;
        if (header == 0)
            return refuse(image, error, at + offset, "the header of stream %u is malformed", i);
        uint32_t start = mono_read32(root + offset), length = mono_read32(root + offset + 4);
        if (start > size || length > size - start)
            return refuse(image, error, at + offset, "stream %s exceeds the metadata", name);
        offset += header;
        MonoBlob extent = {root + start, length};
        bool uncompressed = strcmp(name, "#-") == 0;
        MonoBlob *target = strcmp(name, "#~") == 0 || uncompressed ? &tables
                           : strcmp(name, "#Strings") == 0         ? &image->strings
                           : strcmp(name, "#US") == 0              ? &image->user_strings
                           : strcmp(name, "#Blob") == 0            ? &image->blobs
                           : strcmp(name, "#GUID") == 0            ? &image->guids
                           : strcmp(name, "#Pdb") == 0             ? &image->priv->pdb
                                                                   : NULL;
        if (target && !target->data) {
            *target = extent;
            image->priv->uncompressed |= uncompressed;
        }
    }
    cut_strings(&image->strings);
    uint32_t rows[MONO_TABLE_COUNT];
    if (!tables.data)
        return refuse(image, error, at, "the metadata has no tables stream");
    if (image->priv->pdb.data && !external_rows(image, rows, error))
        return false;
    return mono_tables_parse(image, tables, image->priv->pdb.data ? rows : NULL, error);
}

/* ---- Heaps ------------------------------------------------------------------------------------------------------- */

const char *mono_image_string(const MonoImage *image, uint32_t index)
{
    return index < image->strings.size_bytes ? (const char *)image->strings.data + index : "";
}

bool mono_heap_blob(MonoBlob heap, uint32_t offset, MonoBlob *blob)
{
    *blob = (MonoBlob){(const uint8_t *)"", 0};
    if (offset >= heap.size_bytes)
        return offset == 0; /* the empty blob, also without a heap */
    MonoBlobReader reader = {heap.data + offset, heap.data + heap.size_bytes, false};
    uint32_t size = mono_blob_compressed(&reader);
    if (reader.bad || size > (size_t)(reader.end - reader.pos))
        return false;
    *blob = (MonoBlob){reader.pos, size};
    return true;
}

bool mono_image_blob(const MonoImage *image, uint32_t index, MonoBlob *blob)
{
    return mono_heap_blob(image->blobs, index, blob);
}

bool mono_image_user_string(const MonoImage *image, uint32_t index, const uint8_t **utf16, uint32_t *length_chars)
{
    MonoBlob blob;
    bool found = mono_heap_blob(image->user_strings, index, &blob);
    *utf16 = blob.data;
    *length_chars = blob.size_bytes / 2; /* an odd last byte is the flag */
    return found;
}

void mono_guid_text(const uint8_t *guid, char text[37])
{
    /* The first three parts are little-endian numbers. */
    static const uint8_t order[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    for (unsigned i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *text++ = '-';
        *text++ = "0123456789abcdef"[guid[order[i]] >> 4];
        *text++ = "0123456789abcdef"[guid[order[i]] & 15];
    }
    *text = 0;
}

static void set_guid(MonoImage *image)
{
    static const uint8_t none[16];
    uint32_t index = mono_image_row(image, MONO_TABLE_MODULE, 1, MONO_MODULE_MVID); /* counts 16 bytes, from 1 */
    bool valid = index && index <= image->guids.size_bytes / 16;
    mono_guid_text(valid ? image->guids.data + (size_t)(index - 1) * 16 : none, image->guid);
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static MonoImage *new_image(const uint8_t *data, size_t size_bytes, char *filename)
{
    MonoImage *image = g_new0(MonoImage, 1);
    image->priv = g_new0(struct MonoImagePrivate, 1);
    image->filename = filename;
    image->name = image->module_name = "";
    image->runtime_version = "";
    image->data = data;
    image->size_bytes = size_bytes;
    return image;
}

static bool parse_image(MonoImage *image, MonoError *error)
{
    MonoDirectory cli = {0};
    if (image->size_bytes > UINT32_MAX)
        return refuse(image, error, 0, "the file is larger than 4 GiB");
    if (!parse_pe(image, &cli, error) || !parse_cli(image, cli, error))
        return false;
    if (mono_image_rows(image, MONO_TABLE_MODULE) == 0)
        return refuse(image, error, 0, "the metadata has no row in table Module");
    image->module_name = mono_image_string(image, mono_image_row(image, MONO_TABLE_MODULE, 1, MONO_MODULE_NAME));
    image->name = image->module_name;
    if (mono_image_rows(image, MONO_TABLE_ASSEMBLY))
        image->name = mono_image_string(image, mono_image_row(image, MONO_TABLE_ASSEMBLY, 1, MONO_ASSEMBLY_NAME));
    set_guid(image);
    return true;
}

static MonoImage *open_image(MonoImage *image, MonoError *error)
{
    mono_load_raise(MONO_LOAD_IMAGE_LOADING, image, NULL);
    bool good = parse_image(image, error);
    mono_load_raise(good ? MONO_LOAD_IMAGE_LOADED : MONO_LOAD_IMAGE_FAILED, image, NULL);
    if (good)
        return image;
    mono_image_free(image);
    return NULL;
}

MonoImage *mono_image_open_file(const char *path, MonoError *error)
{
    size_t size_bytes;
    const uint8_t *data = mono_file_map(path, &size_bytes, error);
    if (!data)
        return NULL;
    MonoImage *image = new_image(data, size_bytes, g_canonicalize_filename(path, NULL));
    image->priv->mapped = true;
    return open_image(image, error);
}

MonoImage *mono_image_open_from_memory(const uint8_t *data, size_t size_bytes, const char *name, MonoError *error)
{
    return open_image(new_image(data, size_bytes, g_strdup(name)), error);
}

MonoImage *mono_image_open_pdb(const uint8_t *data, size_t size_bytes, const char *name, MonoError *error)
{
    MonoImage *image = new_image(data, size_bytes, g_strdup(name));
    bool good = size_bytes <= UINT32_MAX && mono_image_parse_root(image, data, size_bytes, error);
    if (good && image->priv->pdb.size_bytes < PDB_ID_SIZE)
        good = refuse(image, error, 0, "no portable PDB: stream #Pdb is missing");
    if (good)
        return image;
    mono_image_free(image);
    return NULL;
}

void mono_image_free(MonoImage *image)
{
    if (!image)
        return;
    struct MonoImagePrivate *priv = image->priv;
    mono_debug_free(image);
    mono_dynamic_free(image);
    for (unsigned i = 0; i < priv->section_count; i++)
        g_free(priv->sections[i].zeros);
    if (priv->mapped)
        mono_file_unmap(image->data, image->size_bytes);
    g_free(priv->sections);
    g_free(priv->version_text);
    g_free(priv->typedef_slots);
    g_free(priv->references);
    g_free(priv);
    g_free(image->filename);
    g_free(image);
}
