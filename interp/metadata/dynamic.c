/*
 * dynamic.c - images that are written at run time (Reflection.Emit): the same tables and heaps as in a file, which
 * grow.
 *
 *   add row, set columns     tables, all indexes four bytes wide
 *   strings, blobs, user strings, data (method bodies, initial values of fields)     heaps
 *   lists of a type and of a method: kept beside the tables, since members come in any order
 *
 * A heap that is full moves to a larger place and its old place stays, so that pointers into it stay valid as with
 * files. Whoever adds a row of a table that is in order by a key has the order looked at again.
 */
#include <glib.h>
#include <string.h>

#include "interp/metadata/internal.h"

enum { DATA_RVA = 0x1000, FIRST_HEAP_BYTES = 4096, FIRST_ROWS = 16 };

struct MonoDynamicImage {
    uint32_t string_capacity, blob_capacity, user_string_capacity, data_capacity;
    uint32_t row_capacity[MONO_TABLE_COUNT];
    GHashTable *strings; /* text -> offset */
    GHashTable *lists;   /* table, row and column -> DynamicList */
    GHashTable *owners;  /* token of a field or method -> TypeDef row */
    GSList *outgrown;    /* heaps' earlier places */
};

typedef struct {
    uint32_t first, count;
} DynamicList;

static gpointer list_key(MonoTableId table, uint32_t row, unsigned column)
{
    return GSIZE_TO_POINTER((gsize)MONO_TOKEN(table, row) << 4 | column);
}

/* ---- Heaps ------------------------------------------------------------------------------------------------------- */

/* Room for `size` more bytes at the end; where they stand. */
static uint8_t *heap_reserve(struct MonoDynamicImage *dynamic, MonoBlob *heap, uint32_t *capacity, uint32_t size)
{
    if (size > *capacity - heap->size_bytes) {
        uint64_t wanted = MAX((uint64_t)*capacity * 2, FIRST_HEAP_BYTES);
        while (wanted < (uint64_t)heap->size_bytes + size)
            wanted *= 2;
        if (wanted > G_MAXINT32)
            g_error("an image made at run time has more than 2 GB of metadata");
        uint8_t *larger = g_malloc0(wanted);
        if (heap->size_bytes)
            memcpy(larger, heap->data, heap->size_bytes);
        if (heap->data)
            dynamic->outgrown = g_slist_prepend(dynamic->outgrown, (uint8_t *)heap->data);
        heap->data = larger; /* the old place stays: names and bodies in it are in use */
        *capacity = (uint32_t)wanted;
    }
    uint8_t *place = (uint8_t *)heap->data + heap->size_bytes;
    heap->size_bytes += size;
    return place;
}

uint32_t mono_dynamic_string(MonoImage *image, const char *text)
{
    struct MonoDynamicImage *dynamic = image->priv->dynamic;
    if (!*text)
        return 0;
    gpointer known = g_hash_table_lookup(dynamic->strings, text);
    if (known)
        return GPOINTER_TO_UINT(known);
    uint32_t offset = image->strings.size_bytes;
    memcpy(heap_reserve(dynamic, &image->strings, &dynamic->string_capacity, (uint32_t)strlen(text) + 1), text,
           strlen(text) + 1);
    g_hash_table_insert(dynamic->strings, g_strdup(text), GUINT_TO_POINTER(offset));
    return offset;
}

unsigned mono_compressed_put(uint8_t bytes[4], uint32_t value)
{
    if (value < 0x80) {
        bytes[0] = (uint8_t)value;
        return 1;
    }
    if (value < 0x4000) {
        bytes[0] = (uint8_t)(0x80 | value >> 8);
        bytes[1] = (uint8_t)value;
        return 2;
    }
    bytes[0] = (uint8_t)(0xc0 | value >> 24);
    bytes[1] = (uint8_t)(value >> 16);
    bytes[2] = (uint8_t)(value >> 8);
    bytes[3] = (uint8_t)value;
    return 4;
}

static uint32_t heap_blob(struct MonoDynamicImage *dynamic, MonoBlob *heap, uint32_t *capacity, const void *bytes,
                          uint32_t size, uint32_t more)
{
    uint8_t header[4];
    unsigned header_size = mono_compressed_put(header, size + more);
    uint32_t offset = heap->size_bytes;
    uint8_t *place = heap_reserve(dynamic, heap, capacity, header_size + size + more);
    memcpy(place, header, header_size);
    if (size)
        memcpy(place + header_size, bytes, size);
    memset(place + header_size + size, 0, more);
    return offset;
}

uint32_t mono_dynamic_blob(MonoImage *image, const void *bytes, uint32_t size_bytes)
{
    return heap_blob(image->priv->dynamic, &image->blobs, &image->priv->dynamic->blob_capacity, bytes, size_bytes, 0);
}

uint32_t mono_dynamic_user_string(MonoImage *image, const uint16_t *chars, uint32_t length)
{
    struct MonoDynamicImage *dynamic = image->priv->dynamic;
    return heap_blob(dynamic, &image->user_strings, &dynamic->user_string_capacity, chars, length * 2, 1);
}

uint32_t mono_dynamic_data(MonoImage *image, const void *bytes, uint32_t size_bytes)
{
    struct MonoImagePrivate *priv = image->priv;
    MonoBlob data = {image->data, (uint32_t)image->size_bytes};
    heap_reserve(priv->dynamic, &data, &priv->dynamic->data_capacity, -data.size_bytes & 7);
    uint32_t offset = data.size_bytes;
    memcpy(heap_reserve(priv->dynamic, &data, &priv->dynamic->data_capacity, size_bytes), bytes, size_bytes);
    image->data = data.data;
    image->size_bytes = data.size_bytes;
    priv->sections[0].raw_size = priv->sections[0].virtual_size = data.size_bytes;
    return DATA_RVA + offset;
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

uint32_t mono_dynamic_add_row(MonoImage *image, MonoTableId table)
{
    MonoTableInfo *info = &image->tables[table];
    uint32_t *capacity = &image->priv->dynamic->row_capacity[table];
    if (info->rows == *capacity) {
        *capacity = *capacity ? *capacity * 2 : FIRST_ROWS;
        info->base = g_realloc_n((uint8_t *)info->base, *capacity, info->row_size);
    }
    memset((uint8_t *)info->base + (size_t)info->rows * info->row_size, 0, info->row_size);
    image->priv->order_known &= ~(1ull << table);
    image->priv->order_good &= ~(1ull << table);
    return ++info->rows;
}

void mono_dynamic_set(MonoImage *image, MonoTableId table, uint32_t row, unsigned column, uint32_t value)
{
    const MonoTableInfo *info = &image->tables[table];
    if (row - 1u >= info->rows)
        return;
    uint8_t *p = (uint8_t *)info->base + (size_t)(row - 1u) * info->row_size + info->column_offset[column];
    for (unsigned i = 0; i < info->column_size[column]; i++)
        p[i] = (uint8_t)(value >> 8 * i);
    image->priv->order_known &= ~(1ull << table);
    image->priv->order_good &= ~(1ull << table);
    if (table == MONO_TABLE_TYPEDEF) {
        g_free(image->priv->typedef_slots); /* names are looked up anew */
        image->priv->typedef_slots = NULL;
    }
}

static MonoTableId pointers_of(MonoTableId owned)
{
    return owned == MONO_TABLE_FIELD    ? MONO_TABLE_FIELDPTR
           : owned == MONO_TABLE_METHOD ? MONO_TABLE_METHODPTR
                                        : MONO_TABLE_PARAMPTR;
}

void mono_dynamic_set_list(MonoImage *image, MonoTableId table, uint32_t row, unsigned column, MonoTableId owned,
                           const uint32_t *rows, uint32_t count)
{
    struct MonoDynamicImage *dynamic = image->priv->dynamic;
    MonoTableId pointers = pointers_of(owned);
    DynamicList *list = g_new(DynamicList, 1);
    *list = (DynamicList){image->tables[pointers].rows + 1, count};
    for (uint32_t i = 0; i < count; i++) {
        mono_dynamic_set(image, pointers, mono_dynamic_add_row(image, pointers), 0, rows[i]);
        if (table == MONO_TABLE_TYPEDEF)
            g_hash_table_insert(dynamic->owners, GUINT_TO_POINTER(MONO_TOKEN(owned, rows[i])), GUINT_TO_POINTER(row));
    }
    g_hash_table_insert(dynamic->lists, list_key(table, row, column), list);
}

bool mono_dynamic_list(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column, uint32_t *first,
                       uint32_t *count)
{
    if (!image->priv->dynamic || table == MONO_TABLE_EVENTMAP || table == MONO_TABLE_PROPERTYMAP)
        return false;
    const DynamicList *list = g_hash_table_lookup(image->priv->dynamic->lists, list_key(table, row, column));
    *first = list ? list->first : 1;
    *count = list ? list->count : 0;
    return true;
}

uint32_t mono_dynamic_owner(const MonoImage *image, MonoTableId owned, uint32_t row)
{
    return GPOINTER_TO_UINT(
        g_hash_table_lookup(image->priv->dynamic->owners, GUINT_TO_POINTER(MONO_TOKEN(owned, row))));
}

/* ---- The image --------------------------------------------------------------------------------------------------- */

bool mono_dynamic_is_image(const MonoImage *image)
{
    return image->priv->dynamic != NULL;
}

void mono_dynamic_free(MonoImage *image)
{
    struct MonoDynamicImage *dynamic = image->priv->dynamic;
    if (!dynamic)
        return;
    for (unsigned i = 0; i < MONO_TABLE_COUNT; i++)
        g_free((uint8_t *)image->tables[i].base);
    g_free((uint8_t *)image->strings.data);
    g_free((uint8_t *)image->blobs.data);
    g_free((uint8_t *)image->user_strings.data);
    g_free((uint8_t *)image->data);
    g_free((char *)image->name);
    g_hash_table_destroy(dynamic->strings);
    g_hash_table_destroy(dynamic->lists);
    g_hash_table_destroy(dynamic->owners);
    g_slist_free_full(dynamic->outgrown, g_free);
    g_free(dynamic);
}

void mono_dynamic_rename(MonoImage *image, const char *module_name, const uint8_t mvid[16])
{
    uint32_t name = mono_dynamic_string(image, module_name);
    mono_dynamic_set(image, MONO_TABLE_MODULE, 1, MONO_MODULE_NAME, name);
    image->module_name = mono_image_string(image, name);
    mono_guid_text(mvid, image->guid);
}

MonoImage *mono_image_new_dynamic(const char *name, const char *module_name, const uint8_t mvid[16])
{
    MonoImage *image = g_new0(MonoImage, 1);
    struct MonoImagePrivate *priv = image->priv = g_new0(struct MonoImagePrivate, 1);
    struct MonoDynamicImage *dynamic = priv->dynamic = g_new0(struct MonoDynamicImage, 1);
    image->filename = g_strdup(module_name);
    image->runtime_version = "v4.0.30319";
    dynamic->strings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    dynamic->lists = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    dynamic->owners = g_hash_table_new(NULL, NULL);
    priv->sections = g_new0(MonoSection, 1);
    priv->section_count = 1;
    priv->sections[0].rva = DATA_RVA;
    mono_tables_wide(image);
    *heap_reserve(dynamic, &image->strings, &dynamic->string_capacity, 1) = 0;
    *heap_reserve(dynamic, &image->blobs, &dynamic->blob_capacity, 1) = 0;
    *heap_reserve(dynamic, &image->user_strings, &dynamic->user_string_capacity, 1) = 0;
    mono_dynamic_add_row(image, MONO_TABLE_MODULE);
    image->name = g_strdup(name);
    mono_dynamic_rename(image, module_name, mvid);
    return image;
}
