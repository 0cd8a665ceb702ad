/*
 * marshal.c - native layouts and conversion of values. See marshal.h.
 */
#include "interp/corlib/marshal.h"

#include <stdlib.h>

/* Native type numbers, II.23.4 and MarshalAs. */
enum {
    NATIVE_BOOLEAN = 0x02,
    NATIVE_I1 = 0x03,
    NATIVE_U1 = 0x04,
    NATIVE_BSTR = 0x13,
    NATIVE_LPSTR = 0x14,
    NATIVE_LPWSTR = 0x15,
    NATIVE_LPTSTR = 0x16,
    NATIVE_FIXED_STRING = 0x17,
    NATIVE_FIXED_ARRAY = 0x1e,
    NATIVE_VARIANT_BOOL = 0x25,
    NATIVE_ARRAY = 0x2a,
    NATIVE_UTF8 = 0x30,
    NATIVE_MAX = 0x50
};
enum { TYPE_ATTR_STRING_FORMAT_MASK = 0x30000, TYPE_ATTR_UNICODE = 0x10000, TYPE_ATTR_LAYOUT_MASK = 0x18 };

MonoBlob marshal_native_type(MonoImage *image, uint32_t token)
{
    MonoBlob blob = {0};
    uint32_t count;
    uint32_t row = mono_image_find_rows(image, MONO_TABLE_FIELDMARSHAL, MONO_FIELDMARSHAL_PARENT,
                                        mono_coded_index(MONO_CODED_HAS_FIELD_MARSHAL, token), &count);
    if (row)
        mono_image_blob(image, mono_image_row(image, MONO_TABLE_FIELDMARSHAL, row, MONO_FIELDMARSHAL_NATIVE_TYPE),
                        &blob);
    return blob;
}

bool marshal_class_is_unicode(const MonoClass *klass)
{
    return (klass->flags & TYPE_ATTR_STRING_FORMAT_MASK) == TYPE_ATTR_UNICODE;
}

/* ---- Specs ----------------------------------------------------------------------------------------------------------
 */

static bool is_corlib_class(const MonoClass *klass, const char *name_space, const char *name)
{
    for (; klass; klass = klass->parent)
        if (klass->image == mono_defaults.corlib && strcmp(klass->name, name) == 0 &&
            strcmp(klass->name_space, name_space) == 0)
            return true;
    return false;
}

static void set_spec(MarshalSpec *spec, MarshalKind kind, uint32_t size)
{
    spec->kind = kind;
    spec->size = size;
    spec->align = size;
}

static bool refuse(MonoError *error, const MonoClass *klass)
{
    mono_error_set(error, MONO_ERROR_ARGUMENT, NULL, "Type %s cannot be marshaled as an unmanaged structure.",
                   klass->name);
    return false;
}

static void string_spec(MarshalSpec *spec, uint32_t native, MonoBlobReader *reader, bool unicode)
{
    set_spec(spec, unicode ? MARSHAL_WIDE : MARSHAL_UTF8, sizeof(void *));
    switch (native) {
    case NATIVE_LPSTR:
    case NATIVE_LPTSTR:
    case NATIVE_UTF8:
        spec->kind = native == NATIVE_LPTSTR && unicode ? MARSHAL_WIDE : MARSHAL_UTF8;
        break;
    case NATIVE_LPWSTR:
        spec->kind = MARSHAL_WIDE;
        break;
    case NATIVE_BSTR:
        spec->kind = MARSHAL_BSTR;
        break;
    case NATIVE_FIXED_STRING:
        spec->count = mono_blob_compressed(reader);
        spec->kind = unicode ? MARSHAL_BYVAL_WIDE : MARSHAL_BYVAL_UTF8;
        spec->align = unicode ? 2 : 1;
        spec->size = spec->count * spec->align;
        break;
    default:
        break;
    }
}

static bool array_spec(const MonoType *type, uint32_t native, MonoBlobReader *reader, bool unicode, bool is_field,
                       MarshalSpec *spec, MonoError *error)
{
    MonoBlob element_native = {0};
    uint8_t element_byte = 0;
    set_spec(spec, MARSHAL_ARRAY, sizeof(void *));
    if (native == NATIVE_FIXED_ARRAY) {
        spec->kind = MARSHAL_BYVAL_ARRAY;
        spec->count = mono_blob_compressed(reader);
        element_byte = mono_blob_u8(reader); /* 0 at the end */
    } else if (native == NATIVE_ARRAY) {
        element_byte = mono_blob_u8(reader);
    } else if (is_field) {
        return refuse(error, type->klass);
    }
    if (element_byte && element_byte < NATIVE_MAX)
        element_native = (MonoBlob){&element_byte, 1};
    spec->element = g_new0(MarshalSpec, 1);
    MonoClass *element = type->klass->element_class;
    if (!marshal_spec(&element->byval_type, element_native, unicode, true, spec->element, error))
        return false;
    if (spec->kind == MARSHAL_BYVAL_ARRAY) {
        spec->align = spec->element->align;
        spec->size = spec->element->size * spec->count;
    }
    return true;
}

static bool value_type_spec(const MonoType *type, MarshalSpec *spec, MonoError *error)
{
    if (is_corlib_class(type->klass, "System.Runtime.InteropServices", "HandleRef")) {
        set_spec(spec, MARSHAL_HANDLE_REF, sizeof(void *));
        return true;
    }
    spec->layout = marshal_layout(type->klass, error);
    if (!spec->layout)
        return false;
    spec->kind = spec->layout->blittable ? MARSHAL_COPY : MARSHAL_STRUCT;
    spec->size = spec->layout->size;
    spec->align = spec->layout->align;
    return true;
}

static bool class_spec(const MonoType *type, uint32_t native, bool unicode, bool is_field, MarshalSpec *spec,
                       MonoError *error)
{
    MonoClass *klass = type->klass;
    bool wide = native == NATIVE_LPWSTR || (unicode && native != NATIVE_LPSTR && native != NATIVE_UTF8);
    set_spec(spec, MARSHAL_DELEGATE, sizeof(void *));
    if (is_corlib_class(klass, "System", "Delegate"))
        return true;
    if (!is_field && is_corlib_class(klass, "System.Text", "StringBuilder")) {
        spec->kind = wide ? MARSHAL_BUILDER_WIDE : MARSHAL_BUILDER_UTF8;
        return true;
    }
    if (is_corlib_class(klass, "System.Runtime.InteropServices", "SafeHandle") ||
        is_corlib_class(klass, "System.Runtime.InteropServices", "CriticalHandle")) {
        spec->kind = MARSHAL_HANDLE;
        return true;
    }
    if (is_field || !(klass->flags & TYPE_ATTR_LAYOUT_MASK))
        return refuse(error, klass);
    spec->kind = MARSHAL_STRUCT_POINTER;
    spec->layout = marshal_layout(klass, error);
    return spec->layout != NULL;
}

bool marshal_spec(const MonoType *type, MonoBlob native_type, bool unicode, bool is_field, MarshalSpec *spec,
                  MonoError *error)
{
    MonoBlobReader reader = mono_blob_reader(native_type);
    uint32_t native = native_type.size_bytes ? mono_blob_u8(&reader) : 0;
    MonoType plain = type->klass->enumtype ? type->klass->element_class->byval_type : *type;
    uint32_t align;
    *spec = (MarshalSpec){.klass = type->klass};
    spec->managed_size = sizeof(void *);
    switch (plain.type) {
    case MONO_TYPE_BOOLEAN:
        spec->managed_size = 1;
        if (native == NATIVE_I1 || native == NATIVE_U1)
            set_spec(spec, MARSHAL_BOOL1, 1);
        else if (native == NATIVE_VARIANT_BOOL)
            set_spec(spec, MARSHAL_BOOL2, 2);
        else
            set_spec(spec, MARSHAL_BOOL4, 4);
        return true;
    case MONO_TYPE_CHAR:
        spec->managed_size = 2;
        spec->primitive = MONO_TYPE_U2;
        if (native == NATIVE_I1 || native == NATIVE_U1 || (!native && !unicode))
            set_spec(spec, MARSHAL_CHAR1, 1);
        else
            set_spec(spec, MARSHAL_COPY, 2);
        return true;
    case MONO_TYPE_STRING:
        string_spec(spec, native, &reader, unicode);
        return true;
    case MONO_TYPE_SZARRAY:
        return array_spec(type, native, &reader, unicode, is_field, spec, error);
    case MONO_TYPE_VALUETYPE:
        if (!mono_class_setup_fields(type->klass, error) || !value_type_spec(type, spec, error))
            return false;
        spec->managed_size = type->klass->value_size;
        return true;
    case MONO_TYPE_CLASS:
        return class_spec(type, native, unicode, is_field, spec, error);
    case MONO_TYPE_I1:
    case MONO_TYPE_U1:
    case MONO_TYPE_I2:
    case MONO_TYPE_U2:
    case MONO_TYPE_I4:
    case MONO_TYPE_U4:
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
    case MONO_TYPE_R4:
    case MONO_TYPE_R8:
    case MONO_TYPE_I:
    case MONO_TYPE_U:
    case MONO_TYPE_PTR:
    case MONO_TYPE_FNPTR:
        set_spec(spec, MARSHAL_COPY, mono_type_size(&plain.klass->byval_type, &align));
        spec->managed_size = spec->size;
        spec->primitive = plain.type;
        return true;
    default:
        return refuse(error, type->klass);
    }
}

/* ---- Layouts --------------------------------------------------------------------------------------------------------
 */

static uint32_t explicit_offset(const MonoClassField *field)
{
    uint32_t count;
    MonoImage *image = field->parent->image;
    uint32_t row =
        mono_image_find_rows(image, MONO_TABLE_FIELDLAYOUT, MONO_FIELDLAYOUT_FIELD, field->token & 0xffffff, &count);
    return row ? mono_image_row(image, MONO_TABLE_FIELDLAYOUT, row, MONO_FIELDLAYOUT_OFFSET) : 0;
}

static bool add_field(MarshalLayout *layout, MonoClassField *field, uint32_t packing, uint32_t *end, MonoError *error)
{
    MarshalField *out = &layout->fields[layout->field_count];
    bool unicode = marshal_class_is_unicode(field->parent);
    if (!marshal_spec(&field->type, marshal_native_type(field->parent->image, field->token), unicode, true, &out->spec,
                      error))
        return false;
    uint32_t align = out->spec.align ? out->spec.align : 1;
    if (packing && align > packing)
        align = packing;
    if (align > layout->align)
        layout->align = align;
    out->field = field;
    out->offset = field->parent->explicit_layout ? explicit_offset(field) : (*end + align - 1) / align * align;
    if (out->offset + out->spec.size > *end)
        *end = out->offset + out->spec.size;
    if (out->spec.kind != MARSHAL_COPY || out->offset != field->offset - MONO_OBJECT_HEADER_SIZE)
        layout->blittable = false;
    layout->field_count++;
    return true;
}

static bool fill_layout(MarshalLayout *layout, MonoClass *klass, uint32_t *end, MonoError *error)
{
    if (klass->parent && klass->parent != mono_defaults.object && klass->parent != mono_defaults.valuetype &&
        !fill_layout(layout, klass->parent, end, error))
        return false;
    if (!mono_class_setup_fields(klass, error))
        return false;
    uint32_t count, row = 0;
    if (klass->type_token)
        row = mono_image_find_rows(klass->image, MONO_TABLE_CLASSLAYOUT, MONO_CLASSLAYOUT_PARENT,
                                   klass->type_token & 0xffffff, &count);
    uint32_t packing =
        row ? mono_image_row(klass->image, MONO_TABLE_CLASSLAYOUT, row, MONO_CLASSLAYOUT_PACKING_SIZE) : 0;
    uint32_t size = row ? mono_image_row(klass->image, MONO_TABLE_CLASSLAYOUT, row, MONO_CLASSLAYOUT_CLASS_SIZE) : 0;
    layout->fields = g_renew(MarshalField, layout->fields, layout->field_count + klass->field_count + 1);
    for (uint32_t i = 0; i < klass->field_count; i++)
        if (!(klass->fields[i].flags & MONO_FIELD_ATTR_STATIC) &&
            !add_field(layout, &klass->fields[i], packing, end, error))
            return false;
    if (size > *end)
        *end = size;
    return true;
}

MarshalLayout *marshal_layout(MonoClass *klass, MonoError *error)
{
    if (klass->marshal)
        return klass->marshal;
    if (!(klass->flags & TYPE_ATTR_LAYOUT_MASK) || klass->is_open || klass->kind == MONO_CLASS_ARRAY ||
        klass == mono_defaults.string) {
        refuse(error, klass);
        return NULL;
    }
    MarshalLayout *layout = g_new0(MarshalLayout, 1);
    uint32_t end = 0;
    *layout = (MarshalLayout){.klass = klass, .align = 1, .blittable = true};
    if (!fill_layout(layout, klass, &end, error)) {
        g_free(layout->fields);
        g_free(layout);
        return NULL;
    }
    layout->size = (end + layout->align - 1) / layout->align * layout->align;
    if (layout->size == 0)
        layout->size = 1;
    uint32_t managed_size = klass->valuetype ? klass->value_size : klass->instance_size - MONO_OBJECT_HEADER_SIZE;
    if (klass->valuetype ? layout->size != managed_size : layout->size > managed_size)
        layout->blittable = false;
    klass->marshal = layout;
    return layout;
}

/* ---- Strings --------------------------------------------------------------------------------------------------------
 */

char *marshal_utf8(const MonoString *string)
{
    return mono_string_to_utf8(string); /* glib's memory is malloc's */
}

uint16_t *marshal_wide(const MonoString *string)
{
    return string ? g_memdup2(string->chars, ((gsize)string->length + 1) * 2) : NULL;
}

uint16_t *marshal_bstr(const uint16_t *chars, uint32_t length)
{
    uint32_t bytes = length * 2;
    uint8_t *memory = malloc(sizeof(uint32_t) + bytes + 2);
    if (!memory)
        return NULL;
    memcpy(memory, &bytes, sizeof bytes);
    if (bytes)
        memcpy(memory + sizeof bytes, chars, bytes);
    memset(memory + sizeof bytes + bytes, 0, 2);
    return (uint16_t *)(void *)(memory + sizeof bytes);
}

void marshal_free_bstr(uint16_t *bstr)
{
    if (bstr)
        free((uint8_t *)bstr - sizeof(uint32_t));
}

MonoString *marshal_string_from_wide(const uint16_t *chars)
{
    int32_t length = 0;
    if (!chars)
        return NULL;
    while (chars[length])
        length++;
    return mono_string_new_utf16(chars, length);
}

static void put_byval_string(const MarshalSpec *spec, const MonoString *string, uint8_t *native)
{
    memset(native, 0, spec->size);
    if (!string || !spec->count)
        return;
    if (spec->kind == MARSHAL_BYVAL_WIDE) {
        uint32_t length = MIN((uint32_t)string->length, spec->count - 1);
        memcpy(native, string->chars, length * 2);
        return;
    }
    char *text = mono_string_to_utf8(string);
    size_t length = MIN(strlen(text), spec->count - 1);
    memcpy(native, text, length);
    g_free(text);
}

static MonoString *get_byval_string(const MarshalSpec *spec, const uint8_t *native)
{
    uint32_t length = 0;
    if (spec->kind == MARSHAL_BYVAL_UTF8) {
        while (length < spec->count && native[length])
            length++;
        return mono_string_new_len((const char *)native, length);
    }
    const uint16_t *chars = (const uint16_t *)(const void *)native;
    while (length < spec->count && chars[length])
        length++;
    return mono_string_new_utf16(chars, (int32_t)length);
}

/* ---- Values ---------------------------------------------------------------------------------------------------------
 */

static bool put_byval_array(const MarshalSpec *spec, const MonoArray *array, uint8_t *native)
{
    const MarshalSpec *element = spec->element;
    memset(native, 0, spec->size);
    if (!array)
        return true;
    if (array->length < spec->count) {
        mono_set_pending_exception(mono_exception_argument(NULL, "Type could not be marshaled because the length of an "
                                                                 "embedded array instance does not match the declared "
                                                                 "length in the layout."));
        return false;
    }
    for (uint32_t i = 0; i < spec->count; i++)
        if (!marshal_to_native(element, array->data + i * element->managed_size, native + i * element->size))
            return false;
    return true;
}

static bool get_byval_array(const MarshalSpec *spec, const uint8_t *native, MonoArray **array)
{
    const MarshalSpec *element = spec->element;
    MonoArray *made = mono_array_new(spec->klass->element_class, spec->count);
    *array = made;
    for (uint32_t i = 0; made && i < spec->count; i++)
        if (!marshal_to_managed(element, native + i * element->size, made->data + i * element->managed_size))
            return false;
    return made != NULL;
}

static void *handle_value(MonoObject *handle)
{
    if (!handle)
        return NULL;
    return *(void **)mono_field_ptr(handle, glue_field(mono_object_class(handle), "handle"));
}

bool marshal_to_native(const MarshalSpec *spec, const void *managed, void *native)
{
    MonoObject *object = NULL;
    if (spec->kind >= MARSHAL_UTF8 && spec->kind != MARSHAL_STRUCT && spec->kind != MARSHAL_HANDLE_REF)
        object = *(MonoObject *const *)managed;
    switch (spec->kind) {
    case MARSHAL_COPY:
        memcpy(native, managed, spec->size);
        return true;
    case MARSHAL_BOOL4:
        *(int32_t *)native = *(const uint8_t *)managed != 0;
        return true;
    case MARSHAL_BOOL2:
        *(int16_t *)native = *(const uint8_t *)managed ? -1 : 0;
        return true;
    case MARSHAL_BOOL1:
        *(uint8_t *)native = *(const uint8_t *)managed != 0;
        return true;
    case MARSHAL_CHAR1: {
        uint16_t c = *(const uint16_t *)managed;
        *(uint8_t *)native = c < 0x80 ? (uint8_t)c : '?';
        return true;
    }
    case MARSHAL_UTF8:
        *(char **)native = marshal_utf8((MonoString *)object);
        return true;
    case MARSHAL_WIDE:
        *(uint16_t **)native = marshal_wide((MonoString *)object);
        return true;
    case MARSHAL_BSTR:
        *(uint16_t **)native =
            object ? marshal_bstr(((MonoString *)object)->chars, (uint32_t)((MonoString *)object)->length) : NULL;
        return true;
    case MARSHAL_BYVAL_UTF8:
    case MARSHAL_BYVAL_WIDE:
        put_byval_string(spec, (MonoString *)object, native);
        return true;
    case MARSHAL_BYVAL_ARRAY:
        return put_byval_array(spec, (MonoArray *)object, native);
    case MARSHAL_STRUCT:
        return marshal_struct_to_native(spec->layout, managed, native);
    case MARSHAL_DELEGATE:
        *(void **)native = object ? marshal_delegate_function((MonoDelegate *)object) : NULL;
        return true;
    case MARSHAL_HANDLE:
        *(void **)native = handle_value(object);
        return true;
    case MARSHAL_HANDLE_REF: /* { object wrapper; IntPtr handle } */
        *(void **)native = ((void *const *)managed)[1];
        return true;
    default:
        return false;
    }
}

bool marshal_to_managed(const MarshalSpec *spec, const void *native, void *managed)
{
    MonoError error = MONO_ERROR_INIT;
    switch (spec->kind) {
    case MARSHAL_COPY:
        memcpy(managed, native, spec->size);
        return true;
    case MARSHAL_BOOL4:
        *(uint8_t *)managed = *(const int32_t *)native != 0;
        return true;
    case MARSHAL_BOOL2:
        *(uint8_t *)managed = *(const int16_t *)native != 0;
        return true;
    case MARSHAL_BOOL1:
        *(uint8_t *)managed = *(const uint8_t *)native != 0;
        return true;
    case MARSHAL_CHAR1:
        *(uint16_t *)managed = *(const uint8_t *)native;
        return true;
    case MARSHAL_UTF8: {
        const char *text = *(char *const *)native;
        *(MonoString **)managed = text ? mono_string_new(text) : NULL;
        return true;
    }
    case MARSHAL_WIDE:
        *(MonoString **)managed = marshal_string_from_wide(*(uint16_t *const *)native);
        return true;
    case MARSHAL_BSTR: {
        const uint16_t *chars = *(uint16_t *const *)native;
        *(MonoString **)managed =
            chars ? mono_string_new_utf16(chars, ((const int32_t *)(const void *)chars)[-1] / 2) : NULL;
        return true;
    }
    case MARSHAL_BYVAL_UTF8:
    case MARSHAL_BYVAL_WIDE:
        *(MonoString **)managed = get_byval_string(spec, native);
        return true;
    case MARSHAL_BYVAL_ARRAY:
        return get_byval_array(spec, native, managed);
    case MARSHAL_STRUCT:
        return marshal_struct_to_managed(spec->layout, native, managed);
    case MARSHAL_DELEGATE: {
        void *function = *(void *const *)native;
        *(MonoObject **)managed = function ? marshal_function_delegate(function, spec->klass, &error) : NULL;
        return glue_ok(&error);
    }
    case MARSHAL_HANDLE_REF:
        ((void **)managed)[1] = *(void *const *)native;
        return true;
    default:
        return false;
    }
}

void marshal_release(const MarshalSpec *spec, void *native)
{
    switch (spec->kind) {
    case MARSHAL_UTF8:
    case MARSHAL_WIDE:
        free(*(void **)native);
        break;
    case MARSHAL_BSTR:
        marshal_free_bstr(*(uint16_t **)native);
        break;
    case MARSHAL_STRUCT:
        marshal_struct_release(spec->layout, native);
        return;
    case MARSHAL_BYVAL_ARRAY:
        for (uint32_t i = 0; i < spec->count; i++)
            marshal_release(spec->element, (uint8_t *)native + i * spec->element->size);
        return;
    default:
        return;
    }
    *(void **)native = NULL;
}

bool marshal_struct_to_native(const MarshalLayout *layout, const uint8_t *data, uint8_t *native)
{
    if (layout->blittable) {
        memcpy(native, data, layout->size);
        return true;
    }
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const MarshalField *field = &layout->fields[i];
        if (!marshal_to_native(&field->spec, data + field->field->offset - MONO_OBJECT_HEADER_SIZE,
                               native + field->offset))
            return false;
    }
    return true;
}

bool marshal_struct_to_managed(const MarshalLayout *layout, const uint8_t *native, uint8_t *data)
{
    if (layout->blittable) {
        memcpy(data, native, layout->size);
        return true;
    }
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const MarshalField *field = &layout->fields[i];
        if (!marshal_to_managed(&field->spec, native + field->offset,
                                data + field->field->offset - MONO_OBJECT_HEADER_SIZE))
            return false;
    }
    return true;
}

void marshal_struct_release(const MarshalLayout *layout, uint8_t *native)
{
    if (!layout->blittable)
        for (uint32_t i = 0; i < layout->field_count; i++)
            marshal_release(&layout->fields[i].spec, native + layout->fields[i].offset);
}

/* ---- libffi's view ------------------------------------------------------------------------------------------------- */

ffi_type *marshal_ffi_primitive(MonoTypeEnum type)
{
    switch (type) {
    case MONO_TYPE_VOID:
        return &ffi_type_void;
    case MONO_TYPE_I1:
        return &ffi_type_sint8;
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_U1:
        return &ffi_type_uint8;
    case MONO_TYPE_I2:
        return &ffi_type_sint16;
    case MONO_TYPE_CHAR:
    case MONO_TYPE_U2:
        return &ffi_type_uint16;
    case MONO_TYPE_I4:
        return &ffi_type_sint32;
    case MONO_TYPE_U4:
        return &ffi_type_uint32;
    case MONO_TYPE_I8:
        return &ffi_type_sint64;
    case MONO_TYPE_U8:
        return &ffi_type_uint64;
    case MONO_TYPE_R4:
        return &ffi_type_float;
    case MONO_TYPE_R8:
        return &ffi_type_double;
    default:
        return &ffi_type_pointer;
    }
}

/* A scalar somewhere inside a structure. */
typedef struct {
    uint32_t offset, size;
    ffi_type *type;
} Leaf;

static void add_struct_leaves(const MarshalLayout *layout, uint32_t base, GArray *leaves);

static void add_leaves(const MarshalSpec *spec, uint32_t offset, GArray *leaves)
{
    if (spec->layout && (spec->kind == MARSHAL_COPY || spec->kind == MARSHAL_STRUCT)) {
        add_struct_leaves(spec->layout, offset, leaves);
    } else if (spec->kind == MARSHAL_BYVAL_ARRAY) {
        for (uint32_t i = 0; i < spec->count; i++)
            add_leaves(spec->element, offset + i * spec->element->size, leaves);
    } else if (spec->kind == MARSHAL_BYVAL_UTF8 || spec->kind == MARSHAL_BYVAL_WIDE) {
        for (uint32_t i = 0; i < spec->count; i++) {
            Leaf leaf = {offset + i * spec->align, spec->align, spec->align == 1 ? &ffi_type_uint8 : &ffi_type_uint16};
            g_array_append_val(leaves, leaf);
        }
    } else {
        Leaf leaf = {offset, spec->size, marshal_ffi_type(spec)};
        g_array_append_val(leaves, leaf);
    }
}

static void add_struct_leaves(const MarshalLayout *layout, uint32_t base, GArray *leaves)
{
    for (uint32_t i = 0; i < layout->field_count; i++)
        add_leaves(&layout->fields[i].spec, base + layout->fields[i].offset, leaves);
}

/* A structure of leaves in order where C would lay them out alike; else of 8-byte (4, 2, 1) integers or floats. */
static ffi_type *struct_ffi(MarshalLayout *layout)
{
    if (layout->ffi)
        return layout->ffi;
    GArray *leaves = g_array_new(FALSE, FALSE, sizeof(Leaf));
    add_struct_leaves(layout, 0, leaves);
    GPtrArray *elements = g_ptr_array_new();
    uint32_t end = 0;
    bool plain = leaves->len > 0;
    for (unsigned i = 0; i < leaves->len && plain; i++) {
        Leaf *leaf = &g_array_index(leaves, Leaf, i);
        uint32_t at = (end + leaf->size - 1) / leaf->size * leaf->size;
        plain = leaf->offset == at;
        end = at + leaf->size;
        g_ptr_array_add(elements, leaf->type);
    }
    if (!plain || (end + layout->align - 1) / layout->align * layout->align != layout->size) {
        g_ptr_array_set_size(elements, 0);
        for (uint32_t at = 0; at < layout->size;) {
            uint32_t size = layout->size - at >= 8 ? 8 : layout->size - at >= 4 ? 4 : layout->size - at >= 2 ? 2 : 1;
            bool floats = size >= 4, any = false;
            for (unsigned i = 0; i < leaves->len; i++) {
                Leaf *leaf = &g_array_index(leaves, Leaf, i);
                if (leaf->offset < at + size && leaf->offset + leaf->size > at) {
                    any = true;
                    floats &= leaf->type == &ffi_type_double || leaf->type == &ffi_type_float;
                }
            }
            floats &= any;
            g_ptr_array_add(elements, floats      ? (size == 8 ? &ffi_type_double : &ffi_type_float)
                                      : size == 8 ? &ffi_type_uint64
                                      : size == 4 ? &ffi_type_uint32
                                      : size == 2 ? &ffi_type_uint16
                                                  : &ffi_type_uint8);
            at += size;
        }
    }
    g_ptr_array_add(elements, NULL);
    g_array_free(leaves, TRUE);
    layout->ffi = g_new0(ffi_type, 1);
    layout->ffi->type = FFI_TYPE_STRUCT;
    layout->ffi->elements = (ffi_type **)g_ptr_array_free(elements, FALSE);
    return layout->ffi;
}

ffi_type *marshal_ffi_type(const MarshalSpec *spec)
{
    switch (spec->kind) {
    case MARSHAL_COPY:
        return spec->layout ? struct_ffi(spec->layout) : marshal_ffi_primitive(spec->primitive);
    case MARSHAL_STRUCT:
        return struct_ffi(spec->layout);
    case MARSHAL_BOOL4:
        return &ffi_type_sint32;
    case MARSHAL_BOOL2:
        return &ffi_type_sint16;
    case MARSHAL_BOOL1:
    case MARSHAL_CHAR1:
        return &ffi_type_uint8;
    default:
        return &ffi_type_pointer;
    }
}
