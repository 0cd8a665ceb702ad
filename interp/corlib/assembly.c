/*
 * assembly.c - System.Reflection.Assembly, its names and resources. Modules: module.c.
 */
#include <string.h>

#include "interp/corlib/module.h"
#include "interp/corlib/reflect.h"

static MonoAssembly *assembly_of(const MonoSlot *slot)
{
    return ((MonoReflectionAssembly *)slot->p)->assembly;
}

/* ---- Mono.MonoAssemblyName --------------------------------------------------------------------------------------- */

typedef struct {
    char *name, *culture, *hash_value;
    const uint8_t *public_key; /* with its compressed length in front */
    char public_key_token[17]; /* hex digits, NUL */
    uint32_t hash_alg, hash_len, flags;
    uint16_t major, minor, build, revision, arch;
} NativeName;

enum { HASH_SHA1 = 0x8004, FLAG_PUBLIC_KEY = 1, ARCHITECTURE_MSIL = 1 };

static void fill_native_name(NativeName *native, const MonoAssemblyName *name)
{
    memset(native, 0, sizeof(*native));
    native->name = g_strdup(name->name);
    native->culture = g_strdup(name->culture ? name->culture : "");
    native->flags = name->flags;
    native->hash_alg = HASH_SHA1;
    native->major = name->major;
    native->minor = name->minor;
    native->build = name->build;
    native->revision = name->revision;
    native->arch = ARCHITECTURE_MSIL;
    if (name->has_public_key_token)
        for (unsigned i = 0; i < sizeof(name->public_key_token); i++)
            g_snprintf(native->public_key_token + i * 2, 3, "%02x", name->public_key_token[i]);
    uint32_t size = name->public_key.size_bytes;
    if (!size)
        return;
    uint8_t *key = g_malloc(size + 4), *at = key; /* II.23.2: length in one, two or four bytes */
    if (size < 0x80) {
        *at++ = (uint8_t)size;
    } else if (size < 0x4000) {
        *at++ = (uint8_t)(0x80 | size >> 8);
        *at++ = (uint8_t)size;
    } else {
        *at++ = (uint8_t)(0xc0 | size >> 24);
        *at++ = (uint8_t)(size >> 16);
        *at++ = (uint8_t)(size >> 8);
        *at++ = (uint8_t)size;
    }
    memcpy(at, name->public_key.data, size);
    native->public_key = key;
    native->flags |= FLAG_PUBLIC_KEY;
}

/* void FreeAssemblyName(ref MonoAssemblyName name, bool freeStruct) */
static void free_assembly_name(MonoSlot *args, MonoSlot *ret)
{
    NativeName *native = args[0].p;
    if (!native)
        return;
    g_free(native->name);
    g_free(native->culture);
    g_free(native->hash_value);
    g_free((uint8_t *)native->public_key);
    if (args[1].i4 & 1)
        g_free(native);
    else
        memset(native, 0, sizeof(*native));
}

static void get_native_name(MonoSlot *args, MonoSlot *ret)
{
    static GHashTable *known;
    MonoAssembly *assembly = args[0].p;
    if (!known)
        known = g_hash_table_new(NULL, NULL);
    NativeName *native = g_hash_table_lookup(known, assembly);
    if (!native) {
        native = g_new0(NativeName, 1);
        fill_native_name(native, &assembly->name);
        g_hash_table_insert(known, assembly, native);
    }
    ret->p = native;
}

/* static bool ParseAssemblyName(IntPtr text, out MonoAssemblyName name, out bool hasVersion, out bool hasToken) */
static void parse_assembly_name(MonoSlot *args, MonoSlot *ret)
{
    const char *text = args[0].p;
    MonoAssemblyName name = {0};
    ret->i4 = mono_assembly_name_parse_text(text, &name);
    *(uint8_t *)args[2].p = strstr(text, "Version=") != NULL;
    *(uint8_t *)args[3].p = strstr(text, "PublicKeyToken=") != NULL || strstr(text, "PublicKey=") != NULL;
    if (!ret->i4)
        return;
    fill_native_name(args[1].p, &name);
    if (!strstr(text, "Culture=") && !strstr(text, "culture=")) {
        NativeName *native = args[1].p;
        g_free(native->culture);
        native->culture = NULL;
    }
    ((NativeName *)args[1].p)->arch = 0;
    g_free((char *)name.name);
    g_free((char *)name.culture);
}

/* static void get_public_token(byte *token, byte *key, int size): the last 8 bytes of the SHA-1, backwards. */
static void get_public_token(MonoSlot *args, MonoSlot *ret)
{
    uint8_t digest[20], *token = args[0].p;
    gsize size = sizeof(digest);
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA1);
    g_checksum_update(checksum, args[1].p, args[2].i4);
    g_checksum_get_digest(checksum, digest, &size);
    g_checksum_free(checksum);
    for (unsigned i = 0; i < 8; i++)
        token[i] = digest[sizeof(digest) - 1 - i];
}

/* static void InternalGetAssemblyName(string file, out MonoAssemblyName name, out string codeBase) */
static void get_name_of_file(MonoSlot *args, MonoSlot *ret)
{
    char *path = mono_string_to_utf8(args[0].p);
    MonoError error = MONO_ERROR_INIT;
    MonoAssembly *assembly = mono_assembly_open_file(path, &error);
    if (assembly) {
        fill_native_name(args[1].p, &assembly->name);
        char *uri = g_strconcat("file://", assembly->image->filename, NULL);
        reflect_set_out(&args[2], mono_string_new(uri));
        g_free(uri);
    }
    reflect_failed(&error);
    g_free(path);
}

/* IntPtr InternalGetReferencedAssemblies(Assembly): GPtrArray of NativeName, freed by managed code. */
static void get_referenced_assemblies(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = assembly_of(&args[0])->image;
    GPtrArray *list = g_ptr_array_new();
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_ASSEMBLYREF); row++) {
        MonoAssemblyName name = {0};
        NativeName *native = g_new0(NativeName, 1);
        mono_image_assembly_ref(image, row, &name);
        fill_native_name(native, &name);
        native->arch = 0;
        g_ptr_array_add(list, native);
    }
    ret->p = list;
}

/* ---- Which assembly, and where ----------------------------------------------------------------------------------- */

static void set_assembly(MonoSlot *ret, MonoMethod *method)
{
    ret->o = method ? mono_assembly_object(reflect_class_image(method->klass)->assembly) : NULL;
}

static void get_executing_assembly(MonoSlot *args, MonoSlot *ret)
{
    set_assembly(ret, reflect_caller(0));
}

static void get_calling_assembly(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = reflect_caller(1);
    set_assembly(ret, method ? method : reflect_caller(0));
}

static void get_entry_assembly(MonoSlot *args, MonoSlot *ret)
{
    MonoAssembly *assembly = mono_assembly_get_main();
    ret->o = assembly ? mono_assembly_object(assembly) : NULL;
}

/* A file:// address names the file too: programs pass on what CodeBase says. */
static char *path_of_file(MonoString *text)
{
    char *path = mono_string_to_utf8(text);
    char *named = path && g_str_has_prefix(path, "file://") ? g_filename_from_uri(path, NULL, NULL) : NULL;
    if (!named)
        return path;
    g_free(path);
    return named;
}

static void open_file(const MonoSlot *file, MonoSlot *ret)
{
    char *path = path_of_file(file->p);
    MonoError error = MONO_ERROR_INIT;
    MonoAssembly *assembly = mono_assembly_open_file(path, &error);
    ret->o = assembly ? mono_assembly_object(assembly) : NULL;
    if (error.code == MONO_ERROR_FILE_NOT_FOUND) { /* mono's words */
        mono_error_clear(&error);
        mono_error_set(&error, MONO_ERROR_FILE_NOT_FOUND, path, "Invalid Image");
    }
    reflect_failed(&error);
    g_free(path);
}

static void load_from(MonoSlot *args, MonoSlot *ret)
{
    ret->o = NULL;
    if (!args[0].p)
        mono_set_pending_exception(mono_exception_argument_null("assemblyFile"));
    else
        open_file(&args[0], ret);
}

static void load_with_partial_name(MonoSlot *args, MonoSlot *ret)
{
    char *text = mono_string_to_utf8(args[0].p);
    MonoAssemblyName name = {0};
    MonoError error = MONO_ERROR_INIT;
    ret->o = NULL;
    if (text && mono_assembly_name_parse_text(text, &name)) {
        MonoAssembly *assembly = mono_assembly_load_name(&name, NULL, &error);
        ret->o = assembly ? mono_assembly_object(assembly) : NULL;
        g_free((char *)name.name);
        g_free((char *)name.culture);
    }
    mono_error_clear(&error);
    g_free(text);
}

static void get_location(MonoSlot *args, MonoSlot *ret)
{
    const char *file = assembly_of(&args[0])->image->filename;
    ret->p = mono_string_new(file && g_path_is_absolute(file) ? file : "");
}

/* static string get_code_base(Assembly, bool escaped) */
static void get_code_base(MonoSlot *args, MonoSlot *ret)
{
    const char *file = assembly_of(&args[0])->image->filename;
    char *uri = file && (args[1].i4 & 1) ? g_filename_to_uri(file, NULL, NULL) : NULL;
    if (!uri)
        uri = g_strconcat("file://", file ? file : "", NULL);
    ret->p = mono_string_new(uri);
    g_free(uri);
}

static void get_fullname(MonoSlot *args, MonoSlot *ret)
{
    char *text = mono_assembly_name_text(&assembly_of(&args[0])->name);
    ret->p = mono_string_new(text);
    g_free(text);
}

static void get_runtime_version(MonoSlot *args, MonoSlot *ret)
{
    ret->p = mono_string_new(assembly_of(&args[0])->image->runtime_version);
}

static void get_in_gac(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = assembly_of(&args[0])->in_gac;
}

static void get_reflection_only(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = assembly_of(&args[0])->reflection_only;
}

static void get_entry_point(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = assembly_of(&args[0])->image;
    MonoError error = MONO_ERROR_INIT;
    ret->o = NULL;
    if (MONO_TOKEN_TABLE(image->entry_point) != MONO_TABLE_METHOD || !MONO_TOKEN_ROW(image->entry_point))
        return;
    MonoMethod *method = mono_method_get_checked(image, image->entry_point, NULL, &error);
    if (!reflect_failed(&error))
        ret->o = mono_method_object(method, NULL);
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static bool is_visible(MonoClass *klass)
{
    enum { VISIBILITY = 7, PUBLIC = 1, NESTED_PUBLIC = 2 };
    for (; klass->nested_in; klass = klass->nested_in)
        if ((klass->flags & VISIBILITY) != NESTED_PUBLIC)
            return false;
    return (klass->flags & VISIBILITY) == PUBLIC;
}

MonoArray *reflect_image_types(MonoImage *image, bool exported_only)
{
    GPtrArray *list = g_ptr_array_new();
    for (uint32_t row = 2; row <= mono_image_rows(image, MONO_TABLE_TYPEDEF); row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        if (reflect_failed(&error))
            break;
        if (!exported_only || is_visible(klass))
            g_ptr_array_add(list, klass);
    }
    MonoArray *array = mono_array_new(mono_defaults.type, list->len);
    for (unsigned i = 0; array && i < list->len; i++)
        mono_array_set(array, MonoObject *, i, mono_class_type_object(list->pdata[i]));
    g_ptr_array_free(list, TRUE);
    return array;
}

static void get_types(MonoSlot *args, MonoSlot *ret)
{
    ret->p = reflect_image_types(assembly_of(&args[0])->image, args[1].i4 & 1);
}

/* Type InternalGetType(Module module, string name, bool throwOnError, bool ignoreCase) */
static void internal_get_type(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = args[1].p ? ((MonoReflectionModule *)args[1].p)->image : assembly_of(&args[0])->image;
    char *text = mono_string_to_utf8(args[2].p);
    bool throw_on_error = args[3].i4 & 1;
    MonoError error = MONO_ERROR_INIT;
    MonoTypeNameSpec *spec = text ? mono_type_name_parse(text, true) : NULL;
    if (spec && spec->assembly) {
        mono_set_pending_exception(mono_exception_argument(
            NULL, "Type names passed to Assembly.GetType() must not specify an assembly."));
        mono_type_name_free(spec);
        g_free(text);
        ret->o = NULL;
        return;
    }
    const MonoType *type = spec ? mono_type_name_resolve(spec, image, false, args[4].i4 & 1, &error) : NULL;
    ret->o = type ? mono_type_object(type) : NULL;
    if (!spec && throw_on_error) {
        mono_set_pending_exception(mono_exception_argument("typeName", "failed to parse the type"));
    } else if (!type && throw_on_error) {
        char *assembly = mono_assembly_name_text(&image->assembly->name);
        if (mono_error_ok(&error))
            mono_error_set(&error, MONO_ERROR_TYPE_LOAD, text, "Could not load type '%s' from assembly '%s'.", text,
                           assembly);
        g_free(assembly);
        reflect_failed(&error);
    }
    mono_error_clear(&error);
    mono_type_name_free(spec);
    g_free(text);
}

/* ---- Resources --------------------------------------------------------------------------------------------------- */

static uint32_t find_resource(MonoImage *image, MonoString *wanted)
{
    char *name = mono_string_to_utf8(wanted);
    uint32_t rows = mono_image_rows(image, MONO_TABLE_MANIFESTRESOURCE), row = 1;
    for (; row <= rows; row++)
        if (!strcmp(name, mono_image_string(image, mono_image_row(image, MONO_TABLE_MANIFESTRESOURCE, row,
                                                                  MONO_MANIFESTRESOURCE_NAME))))
            break;
    g_free(name);
    return row <= rows ? row : 0;
}

static void get_resource_names(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = assembly_of(&args[0])->image;
    uint32_t rows = mono_image_rows(image, MONO_TABLE_MANIFESTRESOURCE);
    MonoArray *array = mono_array_new(mono_defaults.string, rows);
    ret->p = array;
    for (uint32_t row = 1; array && row <= rows; row++) {
        uint32_t name = mono_image_row(image, MONO_TABLE_MANIFESTRESOURCE, row, MONO_MANIFESTRESOURCE_NAME);
        mono_array_set(array, MonoString *, row - 1, mono_string_new(mono_image_string(image, name)));
    }
}

/* IntPtr GetManifestResourceInternal(string name, out int size, out Module module) */
static void get_resource(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = assembly_of(&args[0])->image;
    uint32_t row = find_resource(image, args[1].p), size = 0;
    ret->p = NULL;
    if (!row)
        return;
    uint32_t implementation = mono_coded_token(
        MONO_CODED_IMPLEMENTATION,
        mono_image_row(image, MONO_TABLE_MANIFESTRESOURCE, row, MONO_MANIFESTRESOURCE_IMPLEMENTATION));
    if (MONO_TOKEN_ROW(implementation))
        return;
    ret->p = (void *)mono_image_resource(image, row, &size);
    *(int32_t *)args[2].p = (int32_t)size;
    reflect_set_out(&args[3], reflect_module_object(image));
}

typedef struct {
    MonoObject object;
    MonoObject *assembly;
    MonoString *file_name;
    int32_t location;
} ResourceInfo;

/* bool GetManifestResourceInfoInternal(string name, ManifestResourceInfo info) */
static void get_resource_info(MonoSlot *args, MonoSlot *ret)
{
    enum { EMBEDDED = 1, IN_OTHER_ASSEMBLY = 2, IN_MANIFEST_FILE = 4 };
    MonoAssembly *assembly = assembly_of(&args[0]);
    MonoImage *image = assembly->image;
    ResourceInfo *info = args[2].p;
    uint32_t row = find_resource(image, args[1].p);
    ret->i4 = row != 0;
    if (!row)
        return;
    uint32_t token = mono_coded_token(
        MONO_CODED_IMPLEMENTATION,
        mono_image_row(image, MONO_TABLE_MANIFESTRESOURCE, row, MONO_MANIFESTRESOURCE_IMPLEMENTATION));
    if (!MONO_TOKEN_ROW(token)) {
        info->location = EMBEDDED | IN_MANIFEST_FILE;
    } else if (MONO_TOKEN_TABLE(token) == MONO_TABLE_FILE) {
        uint32_t name = mono_image_row(image, MONO_TABLE_FILE, MONO_TOKEN_ROW(token), MONO_FILE_NAME);
        info->file_name = mono_string_new(mono_image_string(image, name));
    } else if (MONO_TOKEN_TABLE(token) == MONO_TABLE_ASSEMBLYREF) {
        MonoError error = MONO_ERROR_INIT;
        MonoAssembly *other = mono_assembly_load_reference(image, MONO_TOKEN_ROW(token), &error);
        if (!reflect_failed(&error))
            info->assembly = mono_assembly_object(other);
        info->location = IN_OTHER_ASSEMBLY;
    }
}

/* object GetFilesInternal(string name, bool getResourceModules): string[] of paths, or the one path of `name`. */
static void get_files(MonoSlot *args, MonoSlot *ret)
{
    MonoAssembly *assembly = assembly_of(&args[0]);
    MonoImage *image = assembly->image;
    char *wanted = mono_string_to_utf8(args[1].p);
    enum { CONTAINS_NO_METADATA = 1 };
    uint32_t rows = mono_image_rows(image, MONO_TABLE_FILE), count = 0;
    MonoArray *all = mono_array_new(mono_defaults.string, rows);
    ret->p = NULL;
    for (uint32_t row = 1; all && row <= rows; row++) {
        const char *name = mono_image_string(image, mono_image_row(image, MONO_TABLE_FILE, row, MONO_FILE_NAME));
        bool resource = mono_image_row(image, MONO_TABLE_FILE, row, MONO_FILE_FLAGS) & CONTAINS_NO_METADATA;
        char *path = g_build_filename(assembly->base_dir ? assembly->base_dir : "", name, NULL);
        if (wanted && !strcmp(wanted, name))
            ret->p = mono_string_new(path);
        else if (!wanted && (!resource || (args[2].i4 & 1)))
            mono_array_set(all, MonoString *, count++, mono_string_new(path));
        g_free(path);
    }
    if (!wanted && all) {
        MonoArray *cut = mono_array_new(mono_defaults.string, count);
        for (uint32_t i = 0; cut && i < count; i++)
            mono_array_set(cut, MonoString *, i, mono_array_get(all, MonoString *, i));
        ret->p = cut;
    }
    g_free(wanted);
}

const MonoICallRow mono_icalls_assembly[] = {
    {"System.Reflection.Assembly::GetTypes", get_types},
    {"System.Reflection.Assembly::InternalGetType", internal_get_type},
    {"System.Reflection.Assembly::InternalGetAssemblyName", get_name_of_file},
    {"System.Reflection.Assembly::GetEntryAssembly", get_entry_assembly},
    {"System.Reflection.Assembly::LoadFrom", load_from},
    {"System.Reflection.Assembly::LoadFile_internal", load_from},
    {"System.Reflection.Assembly::load_with_partial_name", load_with_partial_name},
    {"System.Reflection.Assembly::GetExecutingAssembly", get_executing_assembly},
    {"System.Reflection.Assembly::GetCallingAssembly", get_calling_assembly},
    {"System.Reflection.Assembly::InternalGetReferencedAssemblies", get_referenced_assemblies},
    {"System.Reflection.AssemblyName::ParseAssemblyName", parse_assembly_name},
    {"System.Reflection.AssemblyName::get_public_token", get_public_token},
    {"System.Reflection.AssemblyName::GetNativeName", get_native_name},
    {"Mono.RuntimeMarshal::FreeAssemblyName", free_assembly_name},
    {"System.Reflection.RuntimeAssembly::get_code_base", get_code_base},
    {"System.Reflection.RuntimeAssembly::get_location", get_location},
    {"System.Reflection.RuntimeAssembly::get_fullname", get_fullname},
    {"System.Reflection.RuntimeAssembly::GetAotIdInternal", icall_zero},
    {"System.Reflection.RuntimeAssembly::InternalImageRuntimeVersion", get_runtime_version},
    {"System.Reflection.RuntimeAssembly::get_global_assembly_cache", get_in_gac},
    {"System.Reflection.RuntimeAssembly::get_EntryPoint", get_entry_point},
    {"System.Reflection.RuntimeAssembly::get_ReflectionOnly", get_reflection_only},
    {"System.Reflection.RuntimeAssembly::GetManifestResourceInfoInternal", get_resource_info},
    {"System.Reflection.RuntimeAssembly::GetManifestResourceNames", get_resource_names},
    {"System.Reflection.RuntimeAssembly::GetManifestResourceInternal", get_resource},
    {"System.Reflection.RuntimeAssembly::GetManifestModuleInternal", icall_manifest_module},
    {"System.Reflection.RuntimeAssembly::GetModulesInternal", icall_modules},
    {"System.Reflection.RuntimeAssembly::GetFilesInternal", get_files},
    {"System.Reflection.RuntimeAssembly::LoadPermissions", icall_zero},
    {"System.Reflection.RuntimeModule::get_MetadataToken", icall_module_token},
    {"System.Reflection.RuntimeModule::GetMDStreamVersion", icall_module_stream_version},
    {"System.Reflection.RuntimeModule::InternalGetTypes", icall_module_types},
    {"System.Reflection.RuntimeModule::GetHINSTANCE", icall_zero},
    {"System.Reflection.RuntimeModule::GetGuidInternal", icall_module_guid},
    {"System.Reflection.RuntimeModule::GetGlobalType", icall_module_global_type},
    {"System.Reflection.RuntimeModule::ResolveTypeToken", icall_resolve_type},
    {"System.Reflection.RuntimeModule::ResolveMethodToken", icall_resolve_method},
    {"System.Reflection.RuntimeModule::ResolveFieldToken", icall_resolve_field},
    {"System.Reflection.RuntimeModule::ResolveStringToken", icall_resolve_string},
    {"System.Reflection.RuntimeModule::ResolveMemberToken", icall_resolve_member},
    {"System.Reflection.RuntimeModule::ResolveSignature", icall_resolve_signature},
    {"System.Reflection.RuntimeModule::GetPEKind", icall_module_pe_kind},
    {0},
};
