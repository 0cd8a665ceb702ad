/*
 * dynamic.c - tokens and signatures of images that are written at run time.
 *
 *   class, method, field -> token          rows whose entry in the image's caches is filled at once: nothing is looked
 *                                          up by name when code with the token is transformed
 *   MonoType, MonoMethodSignature -> blob  types as tokens of the image
 */
#include <string.h>

#include "interp/runtime/types.h"

enum { SIGNATURE_GENERIC = 0x10, SIGNATURE_HAS_THIS = 0x20, SIGNATURE_EXPLICIT_THIS = 0x40 };

static void *larger(void *old, uint32_t rows, uint32_t capacity)
{
    void **entries = g_new0(void *, capacity);
    if (rows)
        memcpy(entries, old, rows * sizeof *entries);
    return entries; /* the old ones may be in use up the stack, and are few */
}

/* Room in the caches for `row`. Their sizes are powers of two; what mono_image_types() made may be smaller. */
static void grow_cache(MonoImage *image, MonoTableId table, uint32_t row)
{
    MonoImageTypes *types = mono_image_types(image);
    if (row & (row - 1))
        return;
    uint32_t capacity = MAX(row * 2, 4);
    switch (table) {
    case MONO_TABLE_TYPEDEF:
        types->typedefs = larger(types->typedefs, row, capacity);
        break;
    case MONO_TABLE_TYPEREF:
        types->typerefs = larger(types->typerefs, row, capacity);
        break;
    case MONO_TABLE_TYPESPEC:
        types->typespecs = larger(types->typespecs, row, capacity);
        break;
    case MONO_TABLE_METHOD:
        types->methods = larger(types->methods, row, capacity);
        break;
    case MONO_TABLE_MEMBERREF:
        types->memberref_methods = larger(types->memberref_methods, row, capacity);
        types->memberref_fields = larger(types->memberref_fields, row, capacity);
        break;
    case MONO_TABLE_METHODSPEC:
        types->methodspecs = larger(types->methodspecs, row, capacity);
        break;
    default:
        break;
    }
}

uint32_t mono_dynamic_row(MonoImage *image, MonoTableId table)
{
    MonoImageTypes *types = mono_image_types(image); /* made while the row is not there yet */
    uint32_t row = mono_dynamic_add_row(image, table);
    grow_cache(image, table, row);
    if (table == MONO_TABLE_TYPEDEF || table == MONO_TABLE_NESTEDCLASS)
        types->nested_first = types->nested_next = NULL;
    return row;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

static GHashTable *known_tokens(MonoImage *image)
{
    MonoImageTypes *types = mono_image_types(image);
    if (!types->tokens)
        types->tokens = g_hash_table_new(NULL, NULL);
    return types->tokens;
}

static uint32_t remember(MonoImage *image, const void *thing, uint32_t token)
{
    g_hash_table_insert(known_tokens(image), (gpointer)thing, GUINT_TO_POINTER(token));
    return token;
}

uint32_t mono_dynamic_typespec(MonoImage *image, const GByteArray *signature)
{
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_TYPESPEC);
    mono_dynamic_set(image, MONO_TABLE_TYPESPEC, row, MONO_TYPESPEC_SIGNATURE,
                     mono_dynamic_blob(image, signature->data, signature->len));
    return MONO_TOKEN(MONO_TABLE_TYPESPEC, row);
}

uint32_t mono_dynamic_class_token(MonoImage *image, MonoClass *klass)
{
    bool plain = klass->kind == MONO_CLASS_DEF || klass->kind == MONO_CLASS_GTD;
    if (plain && klass->image == image)
        return klass->type_token;
    uint32_t known = GPOINTER_TO_UINT(g_hash_table_lookup(known_tokens(image), klass));
    if (known)
        return known;
    if (!plain && klass->is_open) {
        GByteArray *signature = g_byte_array_new();
        mono_dynamic_put_type(image, signature, &klass->byval_type);
        uint32_t token = mono_dynamic_typespec(image, signature);
        g_byte_array_free(signature, TRUE);
        return remember(image, klass, token);
    }
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_TYPEREF);
    mono_dynamic_set(image, MONO_TABLE_TYPEREF, row, MONO_TYPEREF_NAME, mono_dynamic_string(image, klass->name));
    mono_dynamic_set(image, MONO_TABLE_TYPEREF, row, MONO_TYPEREF_NAMESPACE,
                     mono_dynamic_string(image, klass->name_space));
    mono_image_types(image)->typerefs[row] = klass;
    return remember(image, klass, MONO_TOKEN(MONO_TABLE_TYPEREF, row));
}

static uint32_t new_memberref(MonoImage *image, MonoClass *parent, const char *name)
{
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_MEMBERREF);
    mono_dynamic_set(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_CLASS,
                     mono_coded_index(MONO_CODED_MEMBER_REF_PARENT, mono_dynamic_class_token(image, parent)));
    mono_dynamic_set(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_NAME, mono_dynamic_string(image, name));
    return row;
}

uint32_t mono_dynamic_method_token(MonoImage *image, MonoMethod *method)
{
    if (method->klass->image == image && method->token && !method->klass->definition && !method->definition &&
        method->klass->kind != MONO_CLASS_ARRAY)
        return method->token;
    uint32_t known = GPOINTER_TO_UINT(g_hash_table_lookup(known_tokens(image), method));
    if (known)
        return known;
    MonoError error = MONO_ERROR_INIT;
    uint32_t row = new_memberref(image, method->klass, method->name);
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    if (signature) {
        GByteArray *blob = g_byte_array_new();
        mono_dynamic_put_signature(image, blob, signature);
        mono_dynamic_set(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_SIGNATURE,
                         mono_dynamic_blob(image, blob->data, blob->len));
        g_byte_array_free(blob, TRUE);
    }
    mono_error_clear(&error);
    mono_image_types(image)->memberref_methods[row] = method;
    return remember(image, method, MONO_TOKEN(MONO_TABLE_MEMBERREF, row));
}

uint32_t mono_dynamic_field_token(MonoImage *image, MonoClassField *field)
{
    if (field->parent->image == image && !field->parent->definition)
        return field->token;
    uint32_t known = GPOINTER_TO_UINT(g_hash_table_lookup(known_tokens(image), field));
    if (known)
        return known;
    uint32_t row = new_memberref(image, field->parent, field->name);
    static const uint8_t field_of_object[] = {6, MONO_TYPE_OBJECT}; /* only its kind is looked at */
    mono_dynamic_set(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_SIGNATURE,
                     mono_dynamic_blob(image, field_of_object, sizeof field_of_object));
    mono_image_types(image)->memberref_fields[row] = field;
    return remember(image, field, MONO_TOKEN(MONO_TABLE_MEMBERREF, row));
}

void mono_dynamic_finish_class(MonoClass *klass)
{
    MonoImage *image = klass->image;
    klass->flags = mono_image_row(image, MONO_TABLE_TYPEDEF, MONO_TOKEN_ROW(klass->type_token), MONO_TYPEDEF_FLAGS);
    if (!klass->inst) {
        klass->inst = mono_generic_params_new(image, klass->type_token, klass, NULL);
        if (klass->inst) {
            klass->kind = MONO_CLASS_GTD;
            klass->is_open = true;
        }
    }
    klass->unfinished = false;
}

void mono_dynamic_set_method(MonoImage *image, uint32_t row, MonoMethod *method)
{
    mono_image_types(image)->methods[row] = method;
}

/* ---- Signatures -------------------------------------------------------------------------------------------------- */

void mono_dynamic_put(GByteArray *out, uint32_t value)
{
    uint8_t bytes[4];
    g_byte_array_append(out, bytes, mono_compressed_put(bytes, value));
}

static void put_byte(GByteArray *out, unsigned byte)
{
    uint8_t value = (uint8_t)byte;
    g_byte_array_append(out, &value, 1);
}

void mono_dynamic_put_token(GByteArray *out, uint32_t token)
{
    mono_dynamic_put(out, mono_coded_index(MONO_CODED_TYPE_DEF_OR_REF, token));
}

static void put_definition(MonoImage *image, GByteArray *out, MonoClass *definition)
{
    put_byte(out, definition->valuetype ? MONO_TYPE_VALUETYPE : MONO_TYPE_CLASS);
    mono_dynamic_put_token(out, mono_dynamic_class_token(image, definition));
}

static void put_class(MonoImage *image, GByteArray *out, MonoClass *klass)
{
    switch (klass->byval_type.type) {
    case MONO_TYPE_SZARRAY:
        put_byte(out, MONO_TYPE_SZARRAY);
        put_class(image, out, klass->element_class);
        return;
    case MONO_TYPE_ARRAY:
        put_byte(out, MONO_TYPE_ARRAY);
        put_class(image, out, klass->element_class);
        mono_dynamic_put(out, klass->rank);
        mono_dynamic_put(out, 0); /* no sizes, no lower bounds */
        mono_dynamic_put(out, 0);
        return;
    case MONO_TYPE_PTR:
        put_byte(out, MONO_TYPE_PTR);
        put_class(image, out, klass->element_class);
        return;
    case MONO_TYPE_FNPTR:
        put_byte(out, MONO_TYPE_FNPTR);
        mono_dynamic_put_signature(image, out, klass->fnptr_signature);
        return;
    case MONO_TYPE_VAR:
    case MONO_TYPE_MVAR:
        put_byte(out, klass->byval_type.type);
        mono_dynamic_put(out, klass->param_number);
        return;
    default:
        break;
    }
    if (mono_class_primitive(klass->byval_type.type) == klass) {
        put_byte(out, klass->byval_type.type);
    } else if (klass->inst) { /* a definition in a signature is its instance over its own parameters */
        put_byte(out, MONO_TYPE_GENERICINST);
        put_definition(image, out, klass->definition ? klass->definition : klass);
        mono_dynamic_put(out, klass->inst->count);
        for (unsigned i = 0; i < klass->inst->count; i++)
            put_class(image, out, klass->inst->args[i]);
    } else {
        put_definition(image, out, klass);
    }
}

void mono_dynamic_put_type(MonoImage *image, GByteArray *out, const MonoType *type)
{
    if (type->pinned)
        put_byte(out, MONO_TYPE_PINNED);
    if (type->byref)
        put_byte(out, MONO_TYPE_BYREF);
    put_class(image, out, type->klass);
}

void mono_dynamic_put_signature(MonoImage *image, GByteArray *out, const MonoMethodSignature *signature)
{
    put_byte(out, signature->call_convention | (signature->hasthis ? SIGNATURE_HAS_THIS : 0) |
                      (signature->explicit_this ? SIGNATURE_EXPLICIT_THIS : 0) |
                      (signature->generic_param_count ? SIGNATURE_GENERIC : 0));
    if (signature->generic_param_count)
        mono_dynamic_put(out, signature->generic_param_count);
    mono_dynamic_put(out, signature->param_count);
    mono_dynamic_put_type(image, out, &signature->ret);
    for (unsigned i = 0; i < signature->param_count; i++)
        mono_dynamic_put_type(image, out, &signature->params[i]);
}
