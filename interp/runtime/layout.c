/*
 * layout.c - fields: types, offsets, sizes, which words hold references.
 *
 *   layout_instance   fields with their types, then instance layout; embedded value types first
 *   setup_fields      and static layout, which needs only the instance layout of value types
 *
 * Declaration order with natural alignment, parents first. The split in two breaks the loop of value types that hold
 * each other in static fields; a value type that holds itself in an instance field is refused.
 */
#include "interp/runtime/types.h"

#include <inttypes.h>
#include <string.h>

enum { SIZE_MAX_BYTES = 1 << 27, VALUE_MAX_BYTES = 1 << 20, POINTER = sizeof(void *) };

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */

uint32_t mono_type_size(const MonoType *type, uint32_t *align)
{
    uint32_t size = POINTER, alignment;
    if (!type->byref) {
        switch (type->type) {
        case MONO_TYPE_BOOLEAN:
        case MONO_TYPE_I1:
        case MONO_TYPE_U1:
            size = 1;
            break;
        case MONO_TYPE_CHAR:
        case MONO_TYPE_I2:
        case MONO_TYPE_U2:
            size = 2;
            break;
        case MONO_TYPE_I4:
        case MONO_TYPE_U4:
        case MONO_TYPE_R4:
            size = 4;
            break;
        case MONO_TYPE_I8:
        case MONO_TYPE_U8:
        case MONO_TYPE_R8:
            size = 8;
            break;
        case MONO_TYPE_VOID:
            size = 1;
            break;
        case MONO_TYPE_VALUETYPE:
        case MONO_TYPE_TYPEDBYREF:
            if (align)
                *align = type->klass->min_align;
            return type->klass->value_size;
        default:
            break;
        }
    }
    alignment = size;
    if (align)
        *align = alignment;
    return size;
}

MonoTypeEnum mono_type_reduced(const MonoType *type)
{
    if (type->byref)
        return type->type;
    return type->klass->enumtype ? type->klass->element_class->byval_type.type : type->type;
}

static bool is_embedded(const MonoType *type)
{
    return !type->byref && (type->type == MONO_TYPE_VALUETYPE || type->type == MONO_TYPE_TYPEDBYREF);
}

static bool type_has_references(const MonoType *type)
{
    return mono_type_is_reference(type) || (is_embedded(type) && type->klass->has_references);
}

/* ---- Reference maps ---------------------------------------------------------------------------------------------- */

/* Appends the words of a field at `offset` that hold references. */
static void add_references(GArray *map, const MonoType *type, uint32_t offset)
{
    if (mono_type_is_reference(type)) {
        g_array_append_val(map, offset);
    } else if (is_embedded(type)) {
        for (uint32_t i = 0; i < type->klass->reference_count; i++) {
            uint32_t word = offset + type->klass->reference_offsets[i] - MONO_OBJECT_HEADER_SIZE;
            g_array_append_val(map, word);
        }
    }
}

static int compare_offsets(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

/* Sorts, drops doubles (fields that overlap), hands over. */
static uint32_t *take_map(GArray *map, uint32_t *count)
{
    uint32_t kept = 0;
    uint32_t *offsets = (uint32_t *)(void *)map->data;
    if (map->len)
        qsort(offsets, map->len, sizeof *offsets, compare_offsets);
    for (guint i = 0; i < map->len; i++)
        if (kept == 0 || offsets[kept - 1] != offsets[i])
            offsets[kept++] = offsets[i];
    *count = kept;
    uint32_t *result = kept ? mono_type_alloc(kept * sizeof *result) : NULL;
    if (kept)
        memcpy(result, offsets, kept * sizeof *result);
    g_array_free(map, TRUE);
    return result;
}

/* Explicit layout only: no byte may be part of a reference and of something else. */
static bool references_are_apart(MonoClass *klass, uint64_t size)
{
    uint8_t *bytes = g_malloc0(size + 1);
    bool ok = true;
    for (unsigned pass = 0; pass < 2 && ok; pass++) {
        for (uint32_t i = 0; i < klass->field_count && ok; i++) {
            MonoClassField *field = &klass->fields[i];
            if (field->flags & MONO_FIELD_ATTR_STATIC)
                continue;
            GArray *words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
            add_references(words, &field->type, field->offset);
            uint32_t field_size = mono_type_size(&field->type, NULL);
            for (guint j = 0; pass == 0 && j < words->len && ok; j++) {
                uint32_t at = g_array_index(words, uint32_t, j);
                ok = at % POINTER == 0;
                /* 1: first byte of a reference, 2: the rest; another reference must begin at the same byte. */
                for (uint32_t k = 0; ok && k < POINTER; k++) {
                    uint8_t mark = k == 0 ? 1 : 2;
                    ok = bytes[at + k] == 0 || bytes[at + k] == mark;
                    bytes[at + k] = mark;
                }
            }
            if (pass == 1) {
                guint next = 0;
                for (uint32_t at = field->offset; at < field->offset + field_size && ok; at++) {
                    if (next < words->len && at == g_array_index(words, uint32_t, next)) {
                        at += POINTER - 1;
                        next++;
                    } else {
                        ok = bytes[at] == 0;
                    }
                }
            }
            g_array_free(words, TRUE);
        }
    }
    g_free(bytes);
    return ok;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static bool parse_field_type(MonoClass *klass, MonoClassField *field, uint32_t row)
{
    MonoImage *image = klass->image;
    MonoError error = MONO_ERROR_INIT;
    MonoGenericContext context = mono_class_context(klass);
    MonoBlob blob;
    if (!mono_image_blob(image, mono_image_row(image, MONO_TABLE_FIELD, row, MONO_FIELD_SIGNATURE), &blob))
        return mono_class_fail(klass, MONO_ERROR_BAD_IMAGE, "%s: field '%s' has no signature", image->filename,
                               field->name);
    MonoBlobReader reader = mono_blob_reader(blob);
    if ((mono_blob_u8(&reader) & 0xf) != 6)
        return mono_class_fail(klass, MONO_ERROR_BAD_IMAGE, "%s: field '%s' has a malformed signature", image->filename,
                               field->name);
    if (!mono_type_parse(image, &reader, &context, &field->type, &error))
        return mono_class_fail_with(klass, &error);
    if (field->type.type == MONO_TYPE_VOID)
        return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Field '%s' cannot be of type void", field->name);
    return true;
}

static bool make_fields(MonoClass *klass)
{
    uint32_t first, count;
    MonoImage *image = klass->image;
    mono_image_list(image, MONO_TABLE_TYPEDEF, MONO_TOKEN_ROW(klass->type_token), MONO_TYPEDEF_FIELD_LIST,
                    MONO_TABLE_FIELD, &first, &count);
    klass->fields = mono_type_alloc(count * sizeof *klass->fields);
    klass->field_count = count;
    for (uint32_t i = 0; i < count; i++) {
        MonoClassField *field = &klass->fields[i];
        uint32_t row = mono_image_ptr(image, MONO_TABLE_FIELD, first + i);
        field->parent = klass;
        field->name = mono_row_string(image, MONO_TABLE_FIELD, row, MONO_FIELD_NAME);
        field->token = MONO_TOKEN(MONO_TABLE_FIELD, row);
        field->flags = mono_image_row(image, MONO_TABLE_FIELD, row, MONO_FIELD_FLAGS);
        if (field->flags & MONO_FIELD_ATTR_LITERAL)
            field->flags |= MONO_FIELD_ATTR_STATIC;
        if (!parse_field_type(klass, field, row))
            return false;
    }
    return true;
}

/* ---- Instance layout --------------------------------------------------------------------------------------------- */

static bool embedded_ready(MonoClass *klass, const MonoType *type)
{
    MonoError error = MONO_ERROR_INIT;
    if (!is_embedded(type))
        return true;
    if (type->klass->layout_busy)
        return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Recursive type definition detected %s.%s",
                               type->klass->name_space, type->klass->name);
    return mono_class_layout_instance(type->klass, &error) || mono_class_fail_with(klass, &error);
}

static bool fields_too_big(MonoClass *klass, uint64_t size)
{
    if (!klass->valuetype)
        return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Type '%s' is too large", klass->name);
    return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD,
                           "Value type instance size (%" PRIu64 ") cannot be zero, negative, or bigger than 1Mb", size);
}

typedef struct {
    uint64_t end;   /* offset behind the last field, from the object's start */
    uint32_t align; /* largest alignment */
    uint32_t pack;
    bool blittable;
} Layout;

static bool explicit_offset(MonoClass *klass, MonoClassField *field, uint32_t *offset)
{
    uint32_t row =
        mono_find_row(klass->image, MONO_TABLE_FIELDLAYOUT, MONO_FIELDLAYOUT_FIELD, MONO_TOKEN_ROW(field->token));
    if (!row)
        return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Missing field layout info for %s", field->name);
    *offset = mono_image_row(klass->image, MONO_TABLE_FIELDLAYOUT, row, MONO_FIELDLAYOUT_OFFSET);
    return true;
}

static bool is_blittable(const MonoType *type)
{
    if (type->byref || mono_type_is_reference(type))
        return false;
    if (type->type == MONO_TYPE_BOOLEAN || type->type == MONO_TYPE_CHAR)
        return false;
    return !is_embedded(type) || type->klass->blittable;
}

static bool place_field(MonoClass *klass, MonoClassField *field, Layout *layout, uint32_t start)
{
    if (!embedded_ready(klass, &field->type))
        return false;
    uint32_t align, size = mono_type_size(&field->type, &align);
    if (layout->pack && layout->pack < align)
        align = layout->pack;
    if (type_has_references(&field->type))
        align = MAX(align, POINTER); /* the collector reads whole words */
    if (klass->explicit_layout) {
        uint32_t offset = 0;
        if (!explicit_offset(klass, field, &offset))
            return false;
        if (type_has_references(&field->type) && offset % POINTER != 0)
            return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD,
                                   "Reference typed field '%s' has explicit offset that is not pointer-size aligned.",
                                   field->name);
        if ((uint64_t)start + offset + size > SIZE_MAX_BYTES)
            return fields_too_big(klass, (uint64_t)start + offset + size);
        field->offset = start + offset;
    } else {
        uint64_t offset = (layout->end + align - 1) & ~(uint64_t)(align - 1);
        if (offset + size > SIZE_MAX_BYTES)
            return fields_too_big(klass, offset + size);
        field->offset = offset;
    }
    layout->end = MAX(layout->end, (uint64_t)field->offset + size);
    layout->align = MAX(layout->align, align);
    layout->blittable &= is_blittable(&field->type);
    return true;
}

static bool place_fields(MonoClass *klass)
{
    MonoClass *parent = klass->parent;
    bool inherits = !klass->valuetype && parent;
    uint32_t start = inherits ? parent->instance_size : MONO_OBJECT_HEADER_SIZE;
    Layout layout = {start, klass->valuetype ? 1 : POINTER, 0, !inherits || parent->blittable};
    uint32_t class_size = 0;
    uint32_t row =
        mono_find_row(klass->image, MONO_TABLE_CLASSLAYOUT, MONO_CLASSLAYOUT_PARENT, MONO_TOKEN_ROW(klass->type_token));
    if (row && (klass->flags & (MONO_TYPE_ATTR_SEQUENTIAL | MONO_TYPE_ATTR_EXPLICIT))) {
        layout.pack = mono_image_row(klass->image, MONO_TABLE_CLASSLAYOUT, row, MONO_CLASSLAYOUT_PACKING_SIZE);
        class_size = mono_image_row(klass->image, MONO_TABLE_CLASSLAYOUT, row, MONO_CLASSLAYOUT_CLASS_SIZE);
        if (layout.pack > 128 || (layout.pack & (layout.pack - 1)))
            return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Could not load struct '%s' with packing size %u",
                                   klass->name, layout.pack);
    }
    klass->explicit_layout = klass->flags & MONO_TYPE_ATTR_EXPLICIT;
    for (uint32_t i = 0; i < klass->field_count; i++)
        if (!(klass->fields[i].flags & MONO_FIELD_ATTR_STATIC) &&
            !place_field(klass, &klass->fields[i], &layout, start))
            return false;
    uint64_t end = MAX(layout.end, (uint64_t)start + class_size);
    if (end > (klass->valuetype ? VALUE_MAX_BYTES : SIZE_MAX_BYTES))
        return fields_too_big(klass, end);
    if (klass->valuetype && end == MONO_OBJECT_HEADER_SIZE)
        end++; /* no value is of size 0 */
    end = (end + layout.align - 1) & ~(uint64_t)(layout.align - 1);
    klass->instance_size = end;
    klass->min_align = layout.align;
    klass->value_size = klass->valuetype ? end - MONO_OBJECT_HEADER_SIZE : POINTER;
    klass->blittable = layout.blittable;
    return true;
}

static bool map_references(MonoClass *klass)
{
    GArray *map = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    if (!klass->valuetype && klass->parent && klass->parent->reference_count)
        g_array_append_vals(map, klass->parent->reference_offsets, klass->parent->reference_count);
    for (uint32_t i = 0; i < klass->field_count; i++)
        if (!(klass->fields[i].flags & MONO_FIELD_ATTR_STATIC))
            add_references(map, &klass->fields[i].type, klass->fields[i].offset);
    klass->reference_offsets = take_map(map, &klass->reference_count);
    klass->has_references = klass->reference_count > 0;
    if (klass->explicit_layout && klass->has_references && !references_are_apart(klass, klass->instance_size))
        return mono_class_fail(
            klass, MONO_ERROR_TYPE_LOAD,
            "Could not load type '%s' because it contains an object field that is incorrectly aligned "
            "or overlapped by a non-object field",
            klass->name);
    return true;
}

/* Arrays, pointers and parameters have no fields of their own. */
static bool layout_made_class(MonoClass *klass, MonoError *error)
{
    klass->min_align = POINTER;
    klass->value_size = POINTER;
    klass->instance_size = klass->kind == MONO_CLASS_ARRAY ? sizeof(MonoArray) : MONO_OBJECT_HEADER_SIZE;
    if (klass->kind == MONO_CLASS_ARRAY) {
        MonoType element = klass->element_class->byval_type;
        if (is_embedded(&element) && !mono_class_layout_instance(element.klass, error))
            return false;
        klass->element_size = mono_type_size(&element, NULL);
        klass->has_references = type_has_references(&element);
    }
    klass->layout_ready = true;
    return true;
}

bool mono_class_layout_instance(MonoClass *klass, MonoError *error)
{
    if (klass->layout_ready)
        return true;
    if (!mono_error_ok(&klass->failure))
        return mono_class_report_failure(klass, error);
    if (!mono_class_check_finished(klass, error))
        return false;
    if (!klass->type_token)
        return layout_made_class(klass, error);
    if (klass->layout_busy || !klass->identity_ready) {
        mono_error_set(error, MONO_ERROR_TYPE_LOAD, klass->name, "Type '%s' holds itself", klass->name);
        return false;
    }
    if (klass->parent) {
        MonoError failed = MONO_ERROR_INIT;
        if (!mono_class_layout_instance(klass->parent, &failed)) {
            mono_class_fail_with(klass, &failed);
            return mono_class_report_failure(klass, error);
        }
    }
    klass->layout_busy = true;
    bool ok = make_fields(klass) && place_fields(klass) && map_references(klass);
    klass->layout_busy = false;
    if (!ok)
        return mono_class_report_failure(klass, error);
    klass->layout_ready = true;
    return true;
}

/* ---- Statics ----------------------------------------------------------------------------------------------------- */

static bool place_statics(MonoClass *klass)
{
    uint64_t end = 0;
    GArray *map = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        if (!(field->flags & MONO_FIELD_ATTR_STATIC) || field->flags & MONO_FIELD_ATTR_LITERAL)
            continue;
        MonoError error = MONO_ERROR_INIT;
        if (is_embedded(&field->type) && !mono_class_layout_instance(field->type.klass, &error)) {
            g_array_free(map, TRUE);
            return mono_class_fail_with(klass, &error);
        }
        uint32_t align, size = mono_type_size(&field->type, &align);
        end = (end + align - 1) & ~(uint64_t)(align - 1);
        if (type_has_references(&field->type))
            end = (end + POINTER - 1) & ~(uint64_t)(POINTER - 1);
        if (end + size > SIZE_MAX_BYTES) {
            g_array_free(map, TRUE);
            return fields_too_big(klass, end + size);
        }
        field->offset = end;
        add_references(map, &field->type, field->offset);
        end += size;
    }
    klass->static_size = end;
    klass->static_reference_offsets = take_map(map, &klass->static_reference_count);
    return true;
}

bool mono_class_setup_fields(MonoClass *klass, MonoError *error)
{
    if (klass->fields_ready)
        return true;
    if (!mono_class_layout_instance(klass, error))
        return false;
    if (!place_statics(klass))
        return mono_class_report_failure(klass, error);
    klass->fields_ready = true;
    return true;
}
