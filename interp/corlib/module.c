/*
 * module.c - System.Reflection.RuntimeModule: modules, and what a metadata token stands for.
 */
#include <string.h>

#include "interp/corlib/module.h"
#include "interp/corlib/reflect.h"

void icall_manifest_module(MonoSlot *args, MonoSlot *ret)
{
    ret->o = reflect_module_object(((MonoReflectionAssembly *)args[0].p)->assembly->image);
}

/* All modules: the manifest's, then File rows with metadata. */
void icall_modules(MonoSlot *args, MonoSlot *ret)
{
    MonoAssembly *assembly = ((MonoReflectionAssembly *)args[0].p)->assembly;
    MonoImage *image = assembly->image;
    enum { CONTAINS_NO_METADATA = 1 };
    uint32_t rows = mono_image_rows(image, MONO_TABLE_FILE), count = 1, at = 1;
    for (uint32_t row = 1; row <= rows; row++)
        count += !(mono_image_row(image, MONO_TABLE_FILE, row, MONO_FILE_FLAGS) & CONTAINS_NO_METADATA);
    MonoArray *array = mono_array_new(reflect_corlib_class("System.Reflection", "Module"), count);
    ret->p = array;
    if (!array)
        return;
    mono_array_set(array, MonoObject *, 0, reflect_module_object(image));
    for (uint32_t row = 1; row <= rows; row++) {
        if (mono_image_row(image, MONO_TABLE_FILE, row, MONO_FILE_FLAGS) & CONTAINS_NO_METADATA)
            continue;
        MonoError error = MONO_ERROR_INIT;
        const char *name = mono_image_string(image, mono_image_row(image, MONO_TABLE_FILE, row, MONO_FILE_NAME));
        MonoImage *module = mono_assembly_load_module(assembly, name, &error);
        if (reflect_failed(&error))
            return;
        mono_array_set(array, MonoObject *, at++, reflect_module_object(module));
    }
}

void icall_module_token(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = ((MonoReflectionModule *)args[0].p)->token;
}

void icall_module_stream_version(MonoSlot *args, MonoSlot *ret)
{
    enum { METADATA_1_1 = 0x10001 };
    ret->i4 = METADATA_1_1;
}

void icall_module_types(MonoSlot *args, MonoSlot *ret)
{
    ret->p = args[0].p ? reflect_image_types(args[0].p, false) : reflect_empty_types();
}

/* static void GetGuidInternal(IntPtr module, byte[] guid): the MVID in Guid's byte order. */
void icall_module_guid(MonoSlot *args, MonoSlot *ret)
{
    static const uint8_t order[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    const MonoImage *image = args[0].p;
    MonoArray *guid = args[1].p;
    uint8_t bytes[16] = {0};
    unsigned at = 0;
    for (const char *p = image->guid; *p && at < 32; p++)
        if (g_ascii_isxdigit(*p)) {
            bytes[at / 2] = (uint8_t)(bytes[at / 2] << 4 | g_ascii_xdigit_value(*p));
            at++;
        }
    for (unsigned i = 0; i < sizeof(bytes) && i < guid->length; i++)
        guid->data[i] = bytes[order[i]];
}

void icall_module_global_type(MonoSlot *args, MonoSlot *ret)
{
    MonoError error = MONO_ERROR_INIT;
    MonoClass *klass = mono_class_from_typedef(args[0].p, 1, &error);
    ret->o = reflect_failed(&error) ? NULL : mono_class_type_object(klass);
}

void icall_module_pe_kind(MonoSlot *args, MonoSlot *ret)
{
    enum { IL_ONLY = 1, PE32_PLUS = 4, MACHINE_I386 = 332, MACHINE_AMD64 = 34404 };
    const MonoImage *image = args[0].p;
    *(int32_t *)args[1].p = (int32_t)(image->cli_flags & IL_ONLY) | (image->pe32_plus ? PE32_PLUS : 0);
    *(int32_t *)args[2].p = image->pe32_plus ? MACHINE_AMD64 : MACHINE_I386;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

/* ResolveTokenError */
enum { TOKEN_OUT_OF_RANGE, TOKEN_BAD_TABLE, TOKEN_OTHER };

static MonoGenericInst *inst_of_handles(MonoArray *handles)
{
    if (!handles || !handles->length)
        return NULL;
    MonoClass **classes = g_new0(MonoClass *, handles->length);
    for (uintptr_t i = 0; i < handles->length; i++)
        classes[i] = mono_array_get(handles, const MonoType *, i)->klass;
    MonoGenericInst *inst = mono_generic_inst(classes, (unsigned)handles->length);
    g_free(classes);
    return inst;
}

/* args: module, token, type arguments, method arguments, out error. */
typedef struct {
    MonoImage *image;
    uint32_t token;
    MonoGenericContext context;
    int32_t *error;
} TokenRequest;

static bool token_request(const MonoSlot *args, TokenRequest *request, uint64_t tables)
{
    *request =
        (TokenRequest){args[0].p, args[1].u4, {inst_of_handles(args[2].p), inst_of_handles(args[3].p)}, args[4].p};
    uint32_t table = MONO_TOKEN_TABLE(request->token), row = MONO_TOKEN_ROW(request->token);
    *request->error = TOKEN_OTHER;
    if (table >= 64 || !(tables >> table & 1)) {
        *request->error = TOKEN_BAD_TABLE;
        return false;
    }
    if (!row || row > mono_image_rows(request->image, (MonoTableId)table)) {
        *request->error = TOKEN_OUT_OF_RANGE;
        return false;
    }
    return true;
}

#define TABLE_BIT(name) ((uint64_t)1 << MONO_TABLE_##name)
#define TYPE_TABLES (TABLE_BIT(TYPEDEF) | TABLE_BIT(TYPEREF) | TABLE_BIT(TYPESPEC))
#define METHOD_TABLES (TABLE_BIT(METHOD) | TABLE_BIT(METHODSPEC) | TABLE_BIT(MEMBERREF))
#define FIELD_TABLES (TABLE_BIT(FIELD) | TABLE_BIT(MEMBERREF))

/* A MemberRef is a field's when its signature starts with FIELD (II.23.2.4). */
static bool is_field_reference(const MonoImage *image, uint32_t token)
{
    enum { SIGNATURE_FIELD = 6 };
    MonoBlob blob;
    uint32_t index = mono_image_row(image, MONO_TABLE_MEMBERREF, MONO_TOKEN_ROW(token), MONO_MEMBERREF_SIGNATURE);
    return mono_image_blob(image, index, &blob) && blob.size_bytes && blob.data[0] == SIGNATURE_FIELD;
}

void icall_resolve_type(MonoSlot *args, MonoSlot *ret)
{
    TokenRequest request;
    MonoError error = MONO_ERROR_INIT;
    ret->p = NULL;
    if (!token_request(args, &request, TYPE_TABLES))
        return;
    MonoClass *klass = mono_class_get_checked(request.image, request.token, &request.context, &error);
    if (!reflect_failed(&error))
        ret->p = &klass->byval_type;
}

void icall_resolve_method(MonoSlot *args, MonoSlot *ret)
{
    TokenRequest request;
    MonoError error = MONO_ERROR_INIT;
    ret->p = NULL;
    if (!token_request(args, &request, METHOD_TABLES))
        return;
    if (MONO_TOKEN_TABLE(request.token) == MONO_TABLE_MEMBERREF && is_field_reference(request.image, request.token)) {
        *request.error = TOKEN_BAD_TABLE;
        return;
    }
    MonoMethod *method = mono_method_get_checked(request.image, request.token, &request.context, &error);
    if (!reflect_failed(&error))
        ret->p = method;
}

void icall_resolve_field(MonoSlot *args, MonoSlot *ret)
{
    TokenRequest request;
    MonoError error = MONO_ERROR_INIT;
    ret->p = NULL;
    if (!token_request(args, &request, FIELD_TABLES))
        return;
    if (MONO_TOKEN_TABLE(request.token) == MONO_TABLE_MEMBERREF && !is_field_reference(request.image, request.token)) {
        *request.error = TOKEN_BAD_TABLE;
        return;
    }
    MonoClassField *field = mono_field_get_checked(request.image, request.token, &request.context, &error);
    if (!reflect_failed(&error))
        ret->p = field;
}

/* static MemberInfo ResolveMemberToken(IntPtr module, int token, IntPtr[], IntPtr[], out error) */
void icall_resolve_member(MonoSlot *args, MonoSlot *ret)
{
    TokenRequest request;
    MonoSlot found = {0};
    ret->o = NULL;
    if (!token_request(args, &request, TYPE_TABLES | METHOD_TABLES | FIELD_TABLES))
        return;
    uint32_t table = MONO_TOKEN_TABLE(request.token);
    bool field = table == MONO_TABLE_FIELD ||
                 (table == MONO_TABLE_MEMBERREF && is_field_reference(request.image, request.token));
    if (table < 64 && (TYPE_TABLES >> table & 1)) {
        icall_resolve_type(args, &found);
        ret->o = found.p ? mono_type_object(found.p) : NULL;
    } else if (field) {
        icall_resolve_field(args, &found);
        ret->o = found.p ? mono_field_object(found.p, NULL) : NULL;
    } else {
        icall_resolve_method(args, &found);
        ret->o = found.p ? mono_method_object(found.p, NULL) : NULL;
    }
}

/* static string ResolveStringToken(IntPtr module, int token, out error) */
void icall_resolve_string(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = args[0].p;
    uint32_t token = args[1].u4, length;
    const uint8_t *chars;
    ret->p = NULL;
    *(int32_t *)args[2].p = TOKEN_BAD_TABLE;
    if (MONO_TOKEN_TABLE(token) != MONO_TOKEN_USER_STRING)
        return;
    *(int32_t *)args[2].p = TOKEN_OUT_OF_RANGE;
    if (!mono_image_user_string(image, MONO_TOKEN_ROW(token), &chars, &length))
        return;
    MonoError error = MONO_ERROR_INIT;
    ret->p = mono_ldstr(image, MONO_TOKEN_ROW(token), &error);
    reflect_failed(&error);
}

/* static byte[] ResolveSignature(IntPtr module, int token, out error) */
void icall_resolve_signature(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = args[0].p;
    uint32_t token = args[1].u4, row = MONO_TOKEN_ROW(token);
    MonoBlob blob;
    ret->p = NULL;
    *(int32_t *)args[2].p = TOKEN_OUT_OF_RANGE; /* of a wrong table too, as mono's */
    if (MONO_TOKEN_TABLE(token) != MONO_TABLE_STANDALONESIG || !row ||
        row > mono_image_rows(image, MONO_TABLE_STANDALONESIG))
        return;
    if (!mono_image_blob(image, mono_image_row(image, MONO_TABLE_STANDALONESIG, row, MONO_STANDALONESIG_SIGNATURE),
                         &blob))
        return;
    MonoArray *array = mono_array_new(mono_defaults.byte_class, blob.size_bytes);
    if (array)
        memcpy(array->data, blob.data, blob.size_bytes);
    ret->p = array;
}
