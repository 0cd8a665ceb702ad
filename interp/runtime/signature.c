/*
 * signature.c - signatures (II.23.2): types, methods, locals; and comparing them.
 *
 * mono_type_parse() is the one reader of types. Parameters are replaced at once by the context's arguments, so what
 * comes out is closed when the context is.
 */
#include "interp/runtime/types.h"

#include <string.h>

enum { TYPE_DEPTH_MAX = 64, PARAMS_MAX = 0x7fff };

static bool parse(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, MonoType *type,
                  unsigned depth, MonoError *error);
static MonoMethodSignature *parse_method(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context,
                                         unsigned depth, MonoError *error);

static bool bad_signature(MonoImage *image, MonoError *error)
{
    mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: malformed signature", image->filename);
    return false;
}

static bool set_class(MonoType *type, MonoClass *klass)
{
    type->klass = klass;
    type->type = klass->byval_type.type;
    return true;
}

static bool parse_param(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, bool of_method,
                        MonoType *type, MonoError *error)
{
    uint32_t number = mono_blob_compressed(reader);
    MonoGenericInst *inst = !context ? NULL : of_method ? context->method_inst : context->class_inst;
    if (reader->bad || !inst || number >= inst->count)
        return bad_signature(image, error);
    mono_type_substitutions++;
    return set_class(type, inst->args[number]);
}

static bool parse_token(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, MonoType *type,
                        MonoError *error)
{
    uint32_t token = mono_blob_type_token(reader);
    if (reader->bad)
        return bad_signature(image, error);
    static unsigned depth; /* a TypeSpec could name a signature that names it again */
    if (depth > TYPE_DEPTH_MAX)
        return bad_signature(image, error);
    depth += MONO_TOKEN_TABLE(token) == MONO_TABLE_TYPESPEC;
    MonoClass *klass = mono_class_get_checked(image, token, context, error);
    depth -= MONO_TOKEN_TABLE(token) == MONO_TABLE_TYPESPEC;
    return klass && set_class(type, klass);
}

static bool parse_instance(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, MonoType *type,
                           unsigned depth, MonoError *error)
{
    mono_blob_u8(reader); /* CLASS or VALUETYPE: the definition knows */
    uint32_t token = mono_blob_type_token(reader);
    uint32_t count = mono_blob_compressed(reader);
    if (reader->bad || count == 0 || count > 1024)
        return bad_signature(image, error);
    MonoClass *definition = mono_class_get_checked(image, token, context, error);
    if (!definition)
        return false;
    if (definition->kind != MONO_CLASS_GTD) {
        mono_error_set(error, MONO_ERROR_TYPE_LOAD, definition->name, "Type '%s' is not generic", definition->name);
        return false;
    }
    MonoClass *on_stack[8] = {NULL};
    MonoClass **args = count <= G_N_ELEMENTS(on_stack) ? on_stack : g_new(MonoClass *, count);
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        MonoType argument;
        ok = parse(image, reader, context, &argument, depth + 1, error);
        args[i] = argument.klass;
    }
    if (ok)
        set_class(type, mono_class_instantiate(definition, mono_generic_inst(args, count)));
    if (args != on_stack)
        g_free(args);
    if (ok && type->klass->identity_failed)
        return mono_class_report_failure(type->klass, error);
    return ok;
}

/* Rank, sizes and lower bounds; only the rank makes the type. */
static bool parse_array(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, MonoType *type,
                        unsigned depth, MonoError *error)
{
    MonoType element;
    if (!parse(image, reader, context, &element, depth + 1, error))
        return false;
    uint32_t rank = mono_blob_compressed(reader);
    uint32_t sizes = mono_blob_compressed(reader);
    for (uint32_t i = 0; i < sizes && !reader->bad; i++)
        mono_blob_compressed(reader);
    uint32_t bounds = mono_blob_compressed(reader);
    for (uint32_t i = 0; i < bounds && !reader->bad; i++)
        mono_blob_compressed_signed(reader);
    if (reader->bad || rank == 0 || rank > 32)
        return bad_signature(image, error);
    return set_class(type, mono_class_array(element.klass, rank, false));
}

static bool parse(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, MonoType *type,
                  unsigned depth, MonoError *error)
{
    *type = (MonoType){0};
    if (depth > TYPE_DEPTH_MAX)
        return bad_signature(image, error);
    for (;;) {
        uint8_t code = mono_blob_u8(reader);
        if (reader->bad)
            return bad_signature(image, error);
        MonoType element;
        switch (code) {
        case MONO_TYPE_CMOD_REQD:
        case MONO_TYPE_CMOD_OPT:
            mono_blob_type_token(reader);
            continue;
        case MONO_TYPE_PINNED:
            type->pinned = true;
            continue;
        case MONO_TYPE_BYREF:
            if (type->byref)
                return bad_signature(image, error);
            type->byref = true;
            continue;
        case MONO_TYPE_CLASS:
        case MONO_TYPE_VALUETYPE:
            return parse_token(image, reader, context, type, error);
        case MONO_TYPE_VAR:
        case MONO_TYPE_MVAR:
            return parse_param(image, reader, context, code == MONO_TYPE_MVAR, type, error);
        case MONO_TYPE_GENERICINST:
            return parse_instance(image, reader, context, type, depth, error);
        case MONO_TYPE_SZARRAY:
            return parse(image, reader, context, &element, depth + 1, error) &&
                   set_class(type, mono_class_array(element.klass, 1, true));
        case MONO_TYPE_ARRAY:
            return parse_array(image, reader, context, type, depth, error);
        case MONO_TYPE_PTR:
            return parse(image, reader, context, &element, depth + 1, error) &&
                   set_class(type, mono_class_pointer(element.klass));
        case MONO_TYPE_FNPTR: {
            MonoMethodSignature *signature = parse_method(image, reader, context, depth + 1, error);
            return signature && set_class(type, mono_class_fnptr(signature));
        }
        default: {
            MonoClass *klass = mono_class_primitive(code);
            return klass ? set_class(type, klass) : bad_signature(image, error);
        }
        }
    }
}

bool mono_type_parse(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, MonoType *type,
                     MonoError *error)
{
    return parse(image, reader, context, type, 0, error);
}

/* ---- Methods ----------------------------------------------------------------------------------------------------- */

MonoMethodSignature *mono_signature_alloc(unsigned param_count)
{
    MonoMethodSignature *signature = g_malloc0(sizeof *signature + param_count * sizeof(MonoType));
    signature->param_count = param_count;
    signature->sentinel = -1;
    return signature;
}

static MonoMethodSignature *parse_method(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context,
                                         unsigned depth, MonoError *error)
{
    uint8_t convention = mono_blob_u8(reader);
    uint32_t generic_params = convention & 0x10 ? mono_blob_compressed(reader) : 0;
    uint32_t count = mono_blob_compressed(reader);
    /* A parameter takes a byte at least. */
    if (reader->bad || depth > TYPE_DEPTH_MAX || count > PARAMS_MAX || count > (size_t)(reader->end - reader->pos)) {
        bad_signature(image, error);
        return NULL;
    }
    MonoMethodSignature *signature = mono_signature_alloc(count);
    signature->hasthis = convention & 0x20;
    signature->explicit_this = convention & 0x40;
    signature->call_convention = convention & 0xf;
    signature->generic_param_count = generic_params;
    bool ok = parse(image, reader, context, &signature->ret, depth, error);
    for (uint32_t i = 0; ok && i < count; i++) {
        if (mono_blob_peek(reader) == MONO_TYPE_SENTINEL) {
            mono_blob_u8(reader);
            signature->sentinel = i;
        }
        ok = parse(image, reader, context, &signature->params[i], depth, error);
        if (ok && signature->params[i].type == MONO_TYPE_VOID && !signature->params[i].byref)
            ok = bad_signature(image, error);
    }
    if (!ok) {
        g_free(signature);
        return NULL;
    }
    return signature;
}

MonoMethodSignature *mono_signature_parse(MonoImage *image, MonoBlob blob, const MonoGenericContext *context,
                                          MonoError *error)
{
    MonoBlobReader reader = mono_blob_reader(blob);
    return parse_method(image, &reader, context, 0, error);
}

MonoType *mono_locals_parse(MonoImage *image, uint32_t token, const MonoGenericContext *context, unsigned *count,
                            MonoError *error)
{
    MonoBlob blob;
    *count = 0;
    if (MONO_TOKEN_TABLE(token) != MONO_TABLE_STANDALONESIG ||
        !mono_image_blob(
            image, mono_image_row(image, MONO_TABLE_STANDALONESIG, MONO_TOKEN_ROW(token), MONO_STANDALONESIG_SIGNATURE),
            &blob)) {
        bad_signature(image, error);
        return NULL;
    }
    MonoBlobReader reader = mono_blob_reader(blob);
    uint8_t kind = mono_blob_u8(&reader);
    uint32_t locals = mono_blob_compressed(&reader);
    if (reader.bad || kind != 7 || locals > 0xfffe || locals > (size_t)(reader.end - reader.pos)) {
        bad_signature(image, error);
        return NULL;
    }
    MonoType *types = g_new0(MonoType, locals + 1);
    for (uint32_t i = 0; i < locals; i++) {
        if (!parse(image, &reader, context, &types[i], 0, error)) {
            g_free(types);
            return NULL;
        }
    }
    *count = locals;
    return types;
}

static MonoMethodSignature *read_signature(MonoMethod *method, MonoError *error)
{
    MonoImage *image = method->klass->image;
    MonoBlob blob;
    if (!mono_image_blob(image,
                         mono_image_row(image, MONO_TABLE_METHOD, MONO_TOKEN_ROW(method->token), MONO_METHOD_SIGNATURE),
                         &blob)) {
        bad_signature(image, error);
        return NULL;
    }
    MonoGenericContext context = mono_method_context(method);
    MonoMethodSignature *signature = mono_signature_parse(image, blob, &context, error);
    if (signature && signature->hasthis == !!(method->flags & MONO_METHOD_ATTR_STATIC)) {
        /* The flag decides who passes `this`; a signature that disagrees would misread every argument. */
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: method '%s' is static or not",
                       image->filename, method->name);
        g_free(signature);
        return NULL;
    }
    return signature;
}

MonoMethodSignature *mono_method_signature_checked(MonoMethod *method, MonoError *error)
{
    if (!method->signature_ && method->token)
        method->signature_ = read_signature(method, error);
    return method->signature_;
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

bool mono_class_matches(const MonoClass *a, const MonoClass *b)
{
    if (a == b)
        return true;
    if (!a->is_open || !b->is_open || a->byval_type.type != b->byval_type.type)
        return false;
    if (a->kind == MONO_CLASS_GPARAM)
        return b->kind == MONO_CLASS_GPARAM && a->byval_type.type == MONO_TYPE_MVAR &&
               a->param_number == b->param_number;
    if (a->kind == MONO_CLASS_ARRAY || a->kind == MONO_CLASS_POINTER)
        return b->kind == a->kind && a->rank == b->rank && mono_class_matches(a->element_class, b->element_class);
    if (a->kind == MONO_CLASS_FNPTR)
        return b->kind == a->kind && mono_signature_matches(a->fnptr_signature, b->fnptr_signature);
    const MonoClass *a_definition = a->definition ? a->definition : a;
    const MonoClass *b_definition = b->definition ? b->definition : b;
    if (a_definition != b_definition || !a->inst || !b->inst || a->inst->count != b->inst->count)
        return false;
    for (uint32_t i = 0; i < a->inst->count; i++)
        if (!mono_class_matches(a->inst->args[i], b->inst->args[i]))
            return false;
    return true;
}

bool mono_type_matches(const MonoType *a, const MonoType *b)
{
    return a->byref == b->byref && mono_class_matches(a->klass, b->klass);
}

bool mono_signature_matches(const MonoMethodSignature *a, const MonoMethodSignature *b)
{
    if (a->param_count != b->param_count || a->generic_param_count != b->generic_param_count ||
        a->hasthis != b->hasthis || !mono_type_matches(&a->ret, &b->ret))
        return false;
    for (unsigned i = 0; i < a->param_count; i++)
        if (!mono_type_matches(&a->params[i], &b->params[i]))
            return false;
    return true;
}
