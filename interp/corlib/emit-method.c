/*
 * emit-method.c - an ILGenerator's code as a method body of a dynamic image; DynamicMethod.
 *
 *   code bytes -> copy with real tokens in the place of the generator's
 *   LocalBuilder[] -> StandAloneSig     ILExceptionInfo[] -> exception clauses     -> fat body (II.25.4) in the image
 *
 * So the transform, reflection and the profiler see a method like one of a file. A DynamicMethod becomes a static
 * method of a stand-in class that has its owner's name (mono: of System.Object), in an image of its own; it lives for
 * ever.
 */
#include "interp/corlib/emit.h"

#include <string.h>

enum {
    OPERAND_BAD,
    OPERAND_NONE,
    OPERAND_I1,
    OPERAND_I4,
    OPERAND_I8,
    OPERAND_R4,
    OPERAND_R8,
    OPERAND_VAR1,
    OPERAND_VAR2,
    OPERAND_BR1,
    OPERAND_BR4,
    OPERAND_SWITCH,
    OPERAND_TOKEN
};

#define INDEX(value) ((value) > 0xff ? 0x100 | ((value)&0xff) : (value))
static const uint8_t operand_kinds[0x200] = {
#define CIL(NAME, value, text, operand, pop, push, flow) [INDEX(value)] = OPERAND_##operand,
#include "interp/ir/cil.def"
#undef CIL
};
static const uint8_t operand_sizes[] = {0, 0, 1, 4, 8, 4, 8, 1, 2, 1, 4, 4, 4};
enum { CIL_LDTOKEN_BYTE = 0xd0 };

static uint32_t get32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void put32(GByteArray *out, uint32_t value)
{
    uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
    g_byte_array_append(out, bytes, 4);
}

/* ---- Tokens in code ---------------------------------------------------------------------------------------------- */

static MonoObject *referenced(MonoImage *image, MonoArray *refs, uint32_t token)
{
    if (!refs)
        return emit_registered(image, token);
    return token - 1u < refs->length ? mono_array_get(refs, MonoObject *, token - 1u) : NULL;
}

/* Stops at what is no instruction; the transform will say so. */
static void replace_tokens(MonoImage *image, uint8_t *code, uint32_t size, MonoArray *refs)
{
    for (uint32_t at = 0; at < size;) {
        uint32_t op = code[at], length = 1;
        if (op == 0xfe && at + 1 < size) {
            op = 0x100 | code[at + 1];
            length = 2;
        }
        unsigned kind = operand_kinds[op];
        uint32_t operand = at + length;
        if (kind == OPERAND_BAD || operand_sizes[kind] > size - operand)
            return;
        if (kind == OPERAND_TOKEN) {
            uint32_t token = get32(code + operand);
            MonoObject *object = referenced(image, refs, token);
            /* ldtoken of a generic builder means the definition; everything else its instance */
            bool open = refs ? op != CIL_LDTOKEN_BYTE : MONO_TOKEN_TABLE(token) != MONO_TABLE_TYPEDEF;
            if (object)
                token = emit_token(image, object, open);
            for (unsigned i = 0; i < 4; i++)
                code[operand + i] = (uint8_t)(token >> 8 * i);
        }
        at = operand + operand_sizes[kind];
        if (kind == OPERAND_SWITCH) {
            uint32_t count = get32(code + operand);
            if (count > (size - at) / 4)
                return;
            at += 4 * count;
        }
    }
}

/* ---- Locals ------------------------------------------------------------------------------------------------------ */

static uint32_t locals_token(MonoImage *image, MonoArray *locals)
{
    if (!emit_length(locals))
        return 0;
    GByteArray *signature = g_byte_array_new();
    uint8_t pinned = MONO_TYPE_PINNED, kind = 7;
    g_byte_array_append(signature, &kind, 1);
    mono_dynamic_put(signature, emit_length(locals));
    for (uint32_t i = 0; i < emit_length(locals); i++) {
        MonoObject *local = mono_array_get(locals, MonoObject *, i);
        if (emit_bool(local, "is_pinned"))
            g_byte_array_append(signature, &pinned, 1);
        emit_put_type(image, signature, emit_ref(local, "type"));
    }
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_STANDALONESIG);
    mono_dynamic_set(image, MONO_TABLE_STANDALONESIG, row, MONO_STANDALONESIG_SIGNATURE, emit_blob(image, signature));
    return MONO_TOKEN(MONO_TABLE_STANDALONESIG, row);
}

/* ---- Exception clauses ------------------------------------------------------------------------------------------- */

static void *value_field(void *value, MonoClass *klass, const char *name)
{
    return (uint8_t *)value + glue_field(klass, name)->offset - MONO_OBJECT_HEADER_SIZE;
}

#define VALUE_INT(value, klass, name) (*(int32_t *)value_field(value, klass, name))

static void put_clause(MonoImage *image, GByteArray *out, int32_t try_start, int32_t try_length, void *block,
                       MonoClass *klass)
{
    int32_t type = VALUE_INT(block, klass, "type"), start = VALUE_INT(block, klass, "start");
    MonoObject *caught = *(MonoObject **)value_field(block, klass, "extype");
    bool cleanup = type == MONO_EXCEPTION_CLAUSE_FINALLY || type == MONO_EXCEPTION_CLAUSE_FAULT;
    put32(out, (uint32_t)type);
    put32(out, (uint32_t)try_start);
    put32(out, (uint32_t)(cleanup ? start - try_start : try_length));
    put32(out, (uint32_t)start);
    put32(out, (uint32_t)VALUE_INT(block, klass, "len"));
    if (type == MONO_EXCEPTION_CLAUSE_FILTER)
        put32(out, (uint32_t)VALUE_INT(block, klass, "filter_offset"));
    else
        put32(out, caught && !cleanup ? emit_token(image, caught, true) : 0);
}

/* Inner blocks first: the generator has them in the order in which they begin. */
static GByteArray *clauses(MonoImage *image, MonoArray *handlers)
{
    GByteArray *out = g_byte_array_new();
    if (!handlers)
        return out;
    MonoClass *info_class = mono_object_class(&handlers->object)->element_class;
    for (uintptr_t i = handlers->length; i-- > 0;) {
        void *info = handlers->data + i * info_class->value_size;
        MonoArray *blocks = *(MonoArray **)value_field(info, info_class, "handlers");
        if (!blocks)
            continue;
        MonoClass *block_class = mono_object_class(&blocks->object)->element_class;
        for (uintptr_t j = 0; j < blocks->length; j++)
            put_clause(image, out, VALUE_INT(info, info_class, "start"), VALUE_INT(info, info_class, "len"),
                       blocks->data + j * block_class->value_size, block_class);
    }
    return out;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static uint32_t put_body(MonoImage *image, const uint8_t *code, uint32_t size, uint32_t max_stack, uint32_t locals,
                         bool init_locals, GByteArray *handlers)
{
    enum { FAT = 0x3003, MORE_SECTIONS = 0x08, INIT_LOCALS = 0x10, SECTION_EXCEPTIONS_FAT = 0x41 };
    GByteArray *out = g_byte_array_new();
    put32(out, (FAT | (handlers->len ? MORE_SECTIONS : 0) | (init_locals ? INIT_LOCALS : 0)) | MIN(max_stack, 0xffffu)
                                                                                                   << 16);
    put32(out, size);
    put32(out, locals);
    g_byte_array_append(out, code, size);
    if (handlers->len) {
        static const uint8_t zeros[3];
        g_byte_array_append(out, zeros, -out->len & 3);
        put32(out, SECTION_EXCEPTIONS_FAT | (handlers->len + 4) << 8);
        g_byte_array_append(out, handlers->data, handlers->len);
    }
    uint32_t rva = mono_dynamic_data(image, out->data, out->len);
    g_byte_array_free(out, TRUE);
    g_byte_array_free(handlers, TRUE);
    return rva;
}

uint32_t emit_body(MonoImage *image, MonoObject *generator, MonoArray *refs, bool init_locals)
{
    MonoArray *bytes = emit_array(generator, "code");
    uint32_t size = MIN((uint32_t)emit_int(generator, "code_len"), emit_length(bytes));
    uint8_t *code = g_memdup2(bytes ? bytes->data : (const uint8_t *)"", size + 1);
    replace_tokens(image, code, size, refs);
    uint32_t locals = locals_token(image, emit_array(generator, "locals"));
    GByteArray *handlers = clauses(image, emit_array(generator, "ex_handlers"));
    uint32_t rva =
        put_body(image, code, size, (uint32_t)emit_int(generator, "max_stack"), locals, init_locals, handlers);
    g_free(code);
    return rva;
}

uint32_t emit_raw_body(MonoImage *image, MonoArray *bytes)
{
    uint8_t *code = g_memdup2(bytes->data, bytes->length);
    replace_tokens(image, code, (uint32_t)bytes->length, NULL);
    uint32_t rva = put_body(image, code, (uint32_t)bytes->length, 16, 0, true, g_byte_array_new());
    g_free(code);
    return rva;
}

/* ---- DynamicMethod ----------------------------------------------------------------------------------------------- */

/* The class a dynamic method belongs to in names: one for each owner. */
static MonoClass *stand_in(MonoClass *owner)
{
    static GHashTable *classes;
    MonoImage *image = emit_dynamic_methods();
    if (!classes)
        classes = g_hash_table_new(NULL, NULL);
    MonoClass *klass = g_hash_table_lookup(classes, owner);
    if (klass)
        return klass;
    MonoError error = MONO_ERROR_INIT;
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_TYPEDEF);
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME, mono_dynamic_string(image, owner->name));
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE,
                     mono_dynamic_string(image, owner->name_space));
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FLAGS, 1 | MONO_TYPE_ATTR_BEFORE_FIELD_INIT);
    klass = mono_class_from_typedef(image, row, &error);
    if (klass) {
        mono_dynamic_finish_class(klass); /* it has no members */
        klass->stands_for = owner;
    }
    if (glue_ok(&error))
        g_hash_table_insert(classes, owner, klass);
    return klass;
}

static MonoMethodSignature *dynamic_signature(MonoImage *image, MonoObject *object, uint32_t *blob_index)
{
    GByteArray *out = g_byte_array_new();
    MonoArray *parameters = emit_array(object, "parameters");
    MonoError error = MONO_ERROR_INIT;
    uint8_t convention = 0;
    g_byte_array_append(out, &convention, 1);
    mono_dynamic_put(out, emit_length(parameters));
    emit_put_type(image, out, emit_ref(object, "returnType"));
    for (uint32_t i = 0; i < emit_length(parameters); i++)
        emit_put_type(image, out, mono_array_get(parameters, MonoObject *, i));
    MonoBlob blob;
    *blob_index = emit_blob(image, out);
    MonoMethodSignature *signature =
        mono_image_blob(image, *blob_index, &blob) ? mono_signature_parse(image, blob, NULL, &error) : NULL;
    return glue_ok(&error) ? signature : NULL;
}

/* Methods that were named by another one's code before their own was ready. */
static GHashTable *unfinished;

MonoMethod *emit_dynamic_method(MonoObject *object)
{
    MonoMethod *method = *(MonoMethod **)emit_at(object, "mhandle");
    if (!method && unfinished)
        method = g_hash_table_lookup(unfinished, object);
    if (method)
        return method;
    MonoImage *image = emit_dynamic_methods();
    MonoClass *owner = reflect_class_of(emit_ref(object, "owner"));
    MonoClass *klass = stand_in(owner ? owner : mono_defaults.object);
    uint32_t blob;
    MonoMethodSignature *signature = klass ? dynamic_signature(image, object, &blob) : NULL;
    if (!signature)
        return NULL;
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_METHOD);
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_FLAGS, 6 | METHOD_ATTR_STATIC);
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_NAME, emit_string(image, emit_ref(object, "name")));
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_SIGNATURE, blob);
    method = g_new0(MonoMethod, 1);
    method->klass = klass;
    method->name = mono_image_string(image, mono_image_row(image, MONO_TABLE_METHOD, row, MONO_METHOD_NAME));
    method->token = MONO_TOKEN(MONO_TABLE_METHOD, row);
    method->flags = 6 | METHOD_ATTR_STATIC;
    method->kind = MONO_METHOD_IL;
    method->is_dynamic = true;
    method->slot = -1;
    method->signature_ = signature;
    mono_dynamic_set_method(image, row, method);
    if (!unfinished)
        unfinished = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(unfinished, object, method);
    return method;
}

/* static void create_dynamic_method(DynamicMethod) */
void emit_create_dynamic_method(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *object = args[0].o;
    MonoImage *image = emit_dynamic_methods();
    MonoMethod *method = emit_dynamic_method(object);
    if (!method)
        return;
    *(MonoMethod **)emit_at(object, "mhandle") = method; /* its own code may call it */
    g_hash_table_remove(unfinished, object);
    uint32_t rva =
        emit_body(image, emit_ref(object, "ilgen"), emit_array(object, "refs"), emit_bool(object, "init_locals"));
    mono_dynamic_set(image, MONO_TABLE_METHOD, MONO_TOKEN_ROW(method->token), MONO_METHOD_RVA, rva);
}
