/*
 * profiler-api.c - what a profiler may ask about methods, classes, images, assemblies, domains, threads, lines: the
 * rows of MONO_HOST_FUNCTIONS that belong neither to the event registry (profiler.c) nor to the interpreter (stack
 * walks, code). Texts are what Mono gives: its users compare and merge profiles of both.
 */
#include "interp/runtime/runtime.h"

#include <string.h>

struct _MonoMethodHeader {
    MonoMethodBody body;
};
struct _MonoDomain {
    int32_t id;
};

static MonoDomain the_domain = {0};
static MonoAssembly *main_assembly;
static MonoThread *main_thread;
int32_t (*mono_debug_il_offset_hook)(MonoMethod *method, uint32_t native_offset);

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static void append_type(GString *text, const MonoType *type, bool with_namespace);

static void append_arguments(GString *text, const MonoGenericInst *inst, bool with_namespace)
{
    for (uint32_t i = 0; i < inst->count; i++) {
        if (i)
            g_string_append(text, ", ");
        append_type(text, &inst->args[i]->byval_type, with_namespace);
    }
}

static void append_class(GString *text, const MonoClass *klass, bool with_namespace)
{
    if (klass->nested_in) {
        append_class(text, klass->nested_in, with_namespace);
        g_string_append_c(text, '/');
    } else if (with_namespace && *klass->name_space) {
        g_string_append(text, klass->name_space);
        g_string_append_c(text, '.');
    }
    g_string_append(text, klass->name);
}

static const char *keyword(uint8_t type)
{
    static const char *const keywords[] = {
        [MONO_TYPE_VOID] = "void", [MONO_TYPE_BOOLEAN] = "bool",  [MONO_TYPE_CHAR] = "char",
        [MONO_TYPE_I1] = "sbyte",  [MONO_TYPE_U1] = "byte",       [MONO_TYPE_I2] = "int16",
        [MONO_TYPE_U2] = "uint16", [MONO_TYPE_I4] = "int",        [MONO_TYPE_U4] = "uint",
        [MONO_TYPE_I8] = "long",   [MONO_TYPE_U8] = "ulong",      [MONO_TYPE_R4] = "single",
        [MONO_TYPE_R8] = "double", [MONO_TYPE_STRING] = "string", [MONO_TYPE_OBJECT] = "object",
        [MONO_TYPE_I] = "intptr",  [MONO_TYPE_U] = "uintptr",     [MONO_TYPE_TYPEDBYREF] = "typedbyref",
    };
    return type < G_N_ELEMENTS(keywords) ? keywords[type] : NULL;
}

static void append_array(GString *text, const MonoClass *array, bool with_namespace)
{
    append_type(text, &array->element_class->byval_type, with_namespace);
    g_string_append_c(text, '[');
    for (unsigned i = 1; i < array->rank; i++)
        g_string_append_c(text, ',');
    g_string_append_c(text, ']');
}

static void append_type(GString *text, const MonoType *type, bool with_namespace)
{
    const MonoClass *klass = type->klass;
    switch (type->type) {
    case MONO_TYPE_PTR:
        append_type(text, &klass->element_class->byval_type, with_namespace);
        g_string_append_c(text, '*');
        break;
    case MONO_TYPE_FNPTR:
        g_string_append(text, "*()");
        break;
    case MONO_TYPE_ARRAY:
    case MONO_TYPE_SZARRAY:
        append_array(text, klass, with_namespace);
        break;
    case MONO_TYPE_CLASS:
    case MONO_TYPE_VALUETYPE:
        append_class(text, klass, with_namespace);
        if (klass->inst) {
            g_string_append_c(text, '<');
            append_arguments(text, klass->inst, with_namespace);
            g_string_append_c(text, '>');
        }
        break;
    default:
        g_string_append(text, keyword(type->type) ? keyword(type->type) : klass->name);
    }
    if (type->byref)
        g_string_append_c(text, '&');
}

static void append_parameters(GString *text, const MonoMethodSignature *signature, bool with_namespace)
{
    for (unsigned i = 0; i < signature->param_count; i++) {
        if (i)
            g_string_append_c(text, ',');
        append_type(text, &signature->params[i], with_namespace);
    }
}

char *mono_signature_get_desc(MonoMethodSignature *sig, mono_bool include_namespace)
{
    GString *text = g_string_new(NULL);
    if (sig)
        append_parameters(text, sig, include_namespace);
    return g_string_free(text, FALSE);
}

char *mono_method_full_name(MonoMethod *method, mono_bool signature)
{
    GString *text = g_string_new(method->is_dynamic ? "(wrapper dynamic-method) " : NULL);
    append_type(text, &mono_method_get_class(method)->byval_type, true);
    g_string_append_c(text, ':');
    g_string_append(text, method->name);
    if (method->method_inst) {
        g_string_append_c(text, '<');
        append_arguments(text, method->method_inst, true);
        g_string_append_c(text, '>');
    }
    if (signature) {
        MonoMethodSignature *own = mono_method_signature(method);
        g_string_append(text, " (");
        if (own)
            append_parameters(text, own, true);
        g_string_append_c(text, ')');
    }
    return g_string_free(text, FALSE);
}

/* ---- Methods ----------------------------------------------------------------------------------------------------- */

const char *mono_method_get_name(MonoMethod *method)
{
    return method->name;
}

MonoClass *mono_method_get_class(MonoMethod *method)
{
    return method->klass->stands_for ? method->klass->stands_for : method->klass;
}

uint32_t mono_method_get_token(MonoMethod *method)
{
    return method->token;
}

uint32_t mono_method_get_flags(MonoMethod *method, uint32_t *iflags)
{
    if (iflags)
        *iflags = method->iflags;
    return method->flags;
}

MonoMethodSignature *mono_method_signature(MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    mono_error_clear(&error);
    return signature;
}

MonoMethodHeader *mono_method_get_header(MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    if (method->kind != MONO_METHOD_IL || !method->token)
        return NULL;
    MonoMethodHeader *header = g_new0(MonoMethodHeader, 1);
    if (mono_method_body_read(method->klass->image, method->token & 0xFFFFFF, &header->body, &error))
        return header;
    mono_error_clear(&error);
    g_free(header);
    return NULL;
}

const unsigned char *mono_method_header_get_code(MonoMethodHeader *header, uint32_t *code_size, uint32_t *max_stack)
{
    if (code_size)
        *code_size = header->body.code_size_bytes;
    if (max_stack)
        *max_stack = header->body.max_stack;
    return header->body.code;
}

void mono_metadata_free_mh(MonoMethodHeader *header)
{
    if (!header)
        return;
    mono_method_body_clear(&header->body);
    g_free(header);
}

MonoMethod *mono_get_method(MonoImage *image, uint32_t token, MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoGenericContext context = {klass ? klass->inst : NULL, NULL};
    MonoMethod *method = mono_method_get_checked(image, token, klass ? &context : NULL, &error);
    mono_error_clear(&error);
    return method;
}

/* ---- Classes, images, assemblies --------------------------------------------------------------------------------- */

const char *mono_class_get_name(MonoClass *klass)
{
    return klass->name;
}

const char *mono_class_get_namespace(MonoClass *klass)
{
    return klass->name_space;
}

MonoClass *mono_class_get_nesting_type(MonoClass *klass)
{
    return klass->nested_in;
}

MonoImage *mono_class_get_image(MonoClass *klass)
{
    return klass->image;
}

uint32_t mono_class_get_flags(MonoClass *klass)
{
    return klass->flags;
}

uint32_t mono_class_get_type_token(MonoClass *klass)
{
    return klass->type_token;
}

mono_bool mono_class_is_delegate(MonoClass *klass)
{
    return klass->is_delegate;
}

MonoType *mono_class_get_type(MonoClass *klass)
{
    return &klass->byval_type;
}

/* Mono's form for people: Ns.Outer.Inner<System.Int32>, without the number of parameters. */
char *mono_type_get_name(MonoType *type)
{
    char *full = mono_class_full_name(type->klass), *to = full;
    for (const char *from = full; *from; from++) {
        if (*from == '`' && g_ascii_isdigit(from[1]))
            while (g_ascii_isdigit(from[1]))
                from++;
        else
            *to++ = *from == '/' ? '.' : *from;
    }
    *to = 0;
    return full;
}

MonoClass *mono_object_get_class(MonoObject *obj)
{
    return mono_object_class(obj);
}

unsigned int mono_object_get_size(MonoObject *obj)
{
    return (unsigned int)mono_object_size(obj);
}

const char *mono_image_get_name(MonoImage *image)
{
    return image->name;
}

const char *mono_image_get_filename(MonoImage *image)
{
    return image->filename;
}

/* Mono's GUIDs are in capitals. */
const char *mono_image_get_guid(MonoImage *image)
{
    static GHashTable *capitals; /* MonoImage -> text */
    if (!capitals)
        capitals = g_hash_table_new(g_direct_hash, g_direct_equal);
    char *guid = g_hash_table_lookup(capitals, image);
    if (!guid) {
        guid = g_ascii_strup(image->guid, -1);
        g_hash_table_insert(capitals, image, guid);
    }
    return guid;
}

mono_bool mono_image_is_dynamic(MonoImage *image)
{
    return mono_dynamic_is_image(image);
}

MonoAssembly *mono_image_get_assembly(MonoImage *image)
{
    return image->assembly;
}

uint32_t mono_image_get_entry_point(MonoImage *image)
{
    return image->entry_point;
}

void mono_assembly_set_main(MonoAssembly *assembly)
{
    main_assembly = assembly;
}

MonoAssembly *mono_assembly_get_main(void)
{
    return main_assembly;
}

MonoImage *mono_assembly_get_image(MonoAssembly *assembly)
{
    return assembly->image;
}

MonoAssemblyName *mono_assembly_get_name(MonoAssembly *assembly)
{
    return &assembly->name;
}

const char *mono_assembly_name_get_name(MonoAssemblyName *aname)
{
    return aname->name;
}

/* ---- Domain and thread: there is one of each --------------------------------------------------------------------- */

MonoDomain *mono_domain_get(void)
{
    return &the_domain;
}

MonoDomain *mono_get_root_domain(void)
{
    return &the_domain;
}

int32_t mono_domain_get_id(MonoDomain *domain)
{
    return domain->id;
}

const char *mono_domain_get_friendly_name(MonoDomain *domain)
{
    if (!main_assembly || !main_assembly->image->filename)
        return "";
    const char *path = main_assembly->image->filename, *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void mono_threads_attach_tools_thread(void)
{
}

MonoThread *mono_thread_current(void)
{
    return (MonoThread *)mono_thread_state.thread_object;
}

MonoThread *mono_thread_get_main(void)
{
    if (!main_thread)
        main_thread = mono_thread_current();
    return main_thread;
}

int32_t mono_thread_get_managed_id(MonoThread *thread)
{
    return 1;
}

/* Thread.internal_thread, whose name_chars points to name_length chars of UTF-16. */
char *mono_thread_get_name_utf8(MonoThread *thread)
{
    MonoObject *object = (MonoObject *)thread;
    MonoClassField *inner = object ? mono_class_find_field(mono_object_class(object), "internal_thread") : NULL;
    MonoObject *internal = inner ? *(MonoObject **)mono_field_ptr(object, inner) : NULL;
    MonoClass *klass = internal ? mono_object_class(internal) : NULL;
    MonoClassField *name = klass ? mono_class_find_field(klass, "name_chars") : NULL;
    MonoClassField *length = klass ? mono_class_find_field(klass, "name_length") : NULL;
    if (!name || !length)
        return NULL;
    const uint16_t *chars = *(uint16_t **)mono_field_ptr(internal, name);
    int32_t count = *(int32_t *)mono_field_ptr(internal, length);
    return chars && count > 0 ? g_utf16_to_utf8(chars, count, NULL, NULL, NULL) : NULL;
}

/* ---- Debug information ------------------------------------------------------------------------------------------- */

mono_bool mono_debug_enabled(void)
{
    return TRUE;
}

int32_t mono_debug_il_offset_from_address(MonoMethod *method, MonoDomain *domain, uint32_t native_offset)
{
    return mono_debug_il_offset_hook ? mono_debug_il_offset_hook(method, native_offset) : -1;
}

MonoDebugSourceLocation *mono_debug_lookup_source_location(MonoMethod *method, uint32_t address, MonoDomain *domain)
{
    int32_t il_offset = mono_debug_il_offset_from_address(method, domain, address);
    MonoImage *image = method->klass->image;
    MonoLineInfo line;
    if (il_offset < 0 || !method->token || !mono_image_debug(image) ||
        !mono_debug_find_line(image, method->token & 0xFFFFFF, (uint32_t)il_offset, &line))
        return NULL;
    MonoDebugSourceLocation *location = g_new0(MonoDebugSourceLocation, 1);
    location->source_file = g_strdup(line.file);
    location->row = line.line;
    location->column = line.column;
    location->il_offset = line.il_offset;
    return location;
}

void mono_debug_free_source_location(MonoDebugSourceLocation *location)
{
    if (!location)
        return;
    g_free(location->source_file);
    g_free(location);
}

/* ---- The runtime ------------------------------------------------------------------------------------------------- */

mono_bool mono_runtime_is_shutting_down(void)
{
    return mono_runtime_shutting_down;
}

int32_t mono_environment_exitcode_get(void)
{
    return mono_environment_exitcode;
}

char *mono_get_runtime_build_info(void)
{
    return g_strdup("6.8.0.105 (monosp)");
}

void mono_free(void *block)
{
    g_free(block);
}
