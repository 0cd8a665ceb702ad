/*
 * emit.c - System.Reflection.Emit: assemblies and modules made at run time. The map of the files is in emit.h.
 *
 * They run, they cannot be saved. Of an assembly the first module's image is the manifest.
 */
#include "interp/corlib/emit.h"

#include <stdio.h>
#include <string.h>

/* ---- Images ------------------------------------------------------------------------------------------------------ */

typedef struct {
    GHashTable *tokens; /* token -> object; the module's own dictionaries keep the objects alive */
    bool module_known;  /* a ModuleBuilder has this image */
} EmitImage;

static GHashTable *emit_images; /* MonoImage -> EmitImage */

static EmitImage *emit_image(MonoImage *image)
{
    if (!emit_images)
        emit_images = g_hash_table_new(NULL, NULL);
    EmitImage *known = g_hash_table_lookup(emit_images, image);
    if (!known) {
        known = g_new0(EmitImage, 1);
        known->tokens = g_hash_table_new(NULL, NULL);
        g_hash_table_insert(emit_images, image, known);
    }
    return known;
}

/* <Module>, the first type of every image. */
static void add_module_type(MonoImage *image)
{
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_TYPEDEF);
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME, mono_dynamic_string(image, "<Module>"));
}

MonoImage *emit_builder_image(MonoObject *module)
{
    return *(MonoImage **)emit_at(module, "dynamic_image");
}

MonoImage *emit_dynamic_methods(void)
{
    static MonoImage *image;
    static const uint8_t mvid[16];
    if (!image) {
        image = mono_image_new_dynamic("DynamicMethods", "DynamicMethods", mvid);
        image->assembly = mono_defaults.corlib->assembly; /* a method asks its caller's assembly: that of the owner */
        add_module_type(image);
    }
    return image;
}

MonoObject *emit_registered(MonoImage *image, uint32_t token)
{
    return g_hash_table_lookup(emit_image(image)->tokens, GUINT_TO_POINTER(token));
}

uint32_t emit_string(MonoImage *image, MonoObject *string)
{
    char *text = mono_string_to_utf8((MonoString *)string);
    uint32_t index = text ? mono_dynamic_string(image, text) : 0;
    g_free(text);
    return index;
}

/* ---- AssemblyBuilder --------------------------------------------------------------------------------------------- */

static void put_assembly(MonoImage *image, MonoObject *builder)
{
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_ASSEMBLY);
    char *version = mono_string_to_utf8((MonoString *)emit_ref(builder, "version"));
    MonoArray *key = emit_array(builder, "public_key");
    unsigned parts[4] = {0};
    if (version)
        sscanf(version, "%u.%u.%u.%u", &parts[0], &parts[1], &parts[2], &parts[3]);
    for (unsigned i = 0; i < 4; i++)
        mono_dynamic_set(image, MONO_TABLE_ASSEMBLY, row, MONO_ASSEMBLY_MAJOR + i, parts[i]);
    mono_dynamic_set(image, MONO_TABLE_ASSEMBLY, row, MONO_ASSEMBLY_FLAGS, emit_int(builder, "flags"));
    mono_dynamic_set(image, MONO_TABLE_ASSEMBLY, row, MONO_ASSEMBLY_NAME,
                     emit_string(image, emit_ref(builder, "name")));
    mono_dynamic_set(image, MONO_TABLE_ASSEMBLY, row, MONO_ASSEMBLY_CULTURE,
                     emit_string(image, emit_ref(builder, "culture")));
    if (emit_length(key))
        mono_dynamic_set(image, MONO_TABLE_ASSEMBLY, row, MONO_ASSEMBLY_PUBLIC_KEY,
                         mono_dynamic_blob(image, key->data, emit_length(key)));
    g_free(version);
}

/* static void basic_init(AssemblyBuilder) */
ICALL(assembly_init)
{
    enum { ACCESS_RUN = 1 };
    MonoObject *builder = args[0].o;
    MonoError error = MONO_ERROR_INIT;
    static const uint8_t mvid[16];
    char *name = mono_string_to_utf8((MonoString *)emit_ref(builder, "name"));
    MonoImage *image = mono_image_new_dynamic(name ? name : "", "RefEmit_InMemoryManifestModule", mvid);
    g_free(name);
    add_module_type(image);
    put_assembly(image, builder);
    MonoAssembly *assembly = mono_assembly_from_image(image, &error);
    if (!glue_ok(&error))
        return;
    assembly->reflection = builder;
    mono_gc_keep(builder);
    *(MonoAssembly **)emit_at(builder, "_mono_assembly") = assembly;
    *(MonoAssembly **)emit_at(builder, "dynamic_assembly") = assembly;
}

/* static void UpdateNativeCustomAttributes(AssemblyBuilder) */
ICALL(assembly_attributes)
{
    MonoAssembly *assembly = *(MonoAssembly **)emit_at(args[0].o, "_mono_assembly");
    MonoImage *image = assembly->image;
    /* All of them again: the rows of earlier calls become nobody's. */
    for (uint32_t row = 1; row <= mono_image_rows(image, MONO_TABLE_CUSTOMATTRIBUTE); row++)
        if (mono_image_row(image, MONO_TABLE_CUSTOMATTRIBUTE, row, MONO_CUSTOMATTRIBUTE_PARENT) ==
            mono_coded_index(MONO_CODED_HAS_CUSTOM_ATTRIBUTE, MONO_TOKEN(MONO_TABLE_ASSEMBLY, 1)))
            mono_dynamic_set(image, MONO_TABLE_CUSTOMATTRIBUTE, row, MONO_CUSTOMATTRIBUTE_PARENT, 0);
    emit_attributes(image, MONO_TOKEN(MONO_TABLE_ASSEMBLY, 1), emit_array(args[0].o, "cattrs"));
}

/* ---- ModuleBuilder ----------------------------------------------------------------------------------------------- */

/* static void basic_init(ModuleBuilder) */
ICALL(module_init)
{
    MonoObject *module = args[0].o, *builder = emit_ref(module, "assemblyb");
    MonoAssembly *assembly = *(MonoAssembly **)emit_at(builder, "_mono_assembly");
    MonoArray *guid = emit_array(module, "guid");
    uint8_t mvid[16] = {0};
    if (emit_length(guid) == sizeof mvid)
        memcpy(mvid, guid->data, sizeof mvid);
    char *name = mono_string_to_utf8((MonoString *)emit_ref(module, "name"));
    MonoImage *image = assembly->image;
    if (emit_image(image)->module_known) {
        image = mono_image_new_dynamic(assembly->name.name, name ? name : "", mvid);
        add_module_type(image);
        image->assembly = assembly;
    } else {
        mono_dynamic_rename(image, name ? name : "", mvid);
    }
    emit_image(image)->module_known = true;
    g_free(name);
    mono_gc_keep(module);
    *(MonoImage **)emit_at(module, "_impl") = image;
    *(MonoImage **)emit_at(module, "dynamic_image") = image;
    reflect_set_module_object(image, module);
}

ICALL(module_wrappers_type)
{
    (void)args; /* the runtime's own wrappers live elsewhere */
}

/* static int getUSIndex(ModuleBuilder, string) */
ICALL(module_string)
{
    ret->u4 = emit_token(emit_builder_image(args[0].o), args[1].o, false);
}

/* A row of a finished type of this module may have the number that a builder goes by until its code is made (its
 * table_idx): in code such a member goes by a number of its own, registered as builders' are. */
static uint32_t token_in_code(MonoImage *image, MonoObject *object, bool open)
{
    enum { FIRST_OWN_ROW = 0x800000 };
    uint32_t token = emit_token(image, object, open), table = MONO_TOKEN_TABLE(token);
    if (!token || (table != MONO_TABLE_METHOD && table != MONO_TABLE_FIELD && table != MONO_TABLE_TYPEDEF))
        return token;
    GHashTable *tokens = emit_image(image)->tokens;
    token = MONO_TOKEN(table, FIRST_OWN_ROW + g_hash_table_size(tokens));
    g_hash_table_insert(tokens, GUINT_TO_POINTER(token), object);
    mono_gchandle_new_kind(object, MONO_GC_HANDLE_NORMAL); /* nothing else keeps it */
    return token;
}

/* static int getToken(ModuleBuilder, object, bool create_open_instance) */
ICALL(module_token)
{
    ret->u4 = args[1].o ? token_in_code(emit_builder_image(args[0].o), args[1].o, args[2].i4) : 0;
}

/* static int getMethodToken(ModuleBuilder, MethodBase, Type[] variable) */
ICALL(module_method_token)
{
    if (emit_length(args[2].p))
        ret->u4 = emit_refuse("a call with variable arguments");
    else
        ret->u4 = token_in_code(emit_builder_image(args[0].o), args[1].o, true);
}

/* void RegisterToken(object, int) */
ICALL(module_register)
{
    g_hash_table_insert(emit_image(emit_builder_image(args[0].o))->tokens, GUINT_TO_POINTER(args[2].u4), args[1].o);
}

/* object GetRegisteredToken(int) */
ICALL(module_registered)
{
    ret->o = emit_registered(emit_builder_image(args[0].o), args[1].u4);
}

ICALL(refuse_save)
{
    emit_refuse("saving an assembly to a file");
}

ICALL(enum_type)
{
    (void)args; /* the class is an enum by its parent */
}

/* ---- SignatureHelper --------------------------------------------------------------------------------------------- */

static void signature_bytes(MonoObject *helper, unsigned kind, MonoSlot *ret)
{
    MonoObject *module = emit_ref(helper, "module");
    MonoArray *types = emit_array(helper, "arguments");
    MonoImage *image = module ? emit_builder_image(module) : emit_dynamic_methods();
    GByteArray *out = g_byte_array_new();
    mono_dynamic_put(out, kind);
    if (kind == 7)
        mono_dynamic_put(out, emit_length(types));
    for (uint32_t i = 0; i < emit_length(types); i++)
        emit_put_type(image, out, mono_array_get(types, MonoObject *, i));
    MonoArray *bytes = mono_array_new(mono_defaults.byte_class, out->len);
    if (bytes)
        memcpy(bytes->data, out->data, out->len);
    g_byte_array_free(out, TRUE);
    ret->p = bytes;
}

ICALL(signature_local)
{
    signature_bytes(args[0].o, 7, ret);
}

ICALL(signature_field)
{
    signature_bytes(args[0].o, 6, ret);
}

const MonoICallRow mono_icalls_emit[] = {
    {"System.Reflection.Emit.AssemblyBuilder::UpdateNativeCustomAttributes", assembly_attributes},
    {"System.Reflection.Emit.AssemblyBuilder::basic_init", assembly_init},
    {"System.Reflection.Emit.CustomAttributeBuilder::GetBlob", emit_attribute_blob},
    {"System.Reflection.Emit.DynamicMethod::create_dynamic_method", emit_create_dynamic_method},
    {"System.Reflection.Emit.EnumBuilder::setup_enum_type", enum_type},
    {"System.Reflection.Emit.ModuleBuilder::GetRegisteredToken", module_registered},
    {"System.Reflection.Emit.ModuleBuilder::RegisterToken", module_register},
    {"System.Reflection.Emit.ModuleBuilder::WriteToFile", refuse_save},
    {"System.Reflection.Emit.ModuleBuilder::basic_init", module_init},
    {"System.Reflection.Emit.ModuleBuilder::build_metadata", refuse_save},
    {"System.Reflection.Emit.ModuleBuilder::getMethodToken", module_method_token},
    {"System.Reflection.Emit.ModuleBuilder::getToken", module_token},
    {"System.Reflection.Emit.ModuleBuilder::getUSIndex", module_string},
    {"System.Reflection.Emit.ModuleBuilder::set_wrappers_type", module_wrappers_type},
    {"System.Reflection.Emit.SignatureHelper::get_signature_field", signature_field},
    {"System.Reflection.Emit.SignatureHelper::get_signature_local", signature_local},
    {"System.Reflection.Emit.TypeBuilder::create_runtime_class", emit_create_type},
    {0},
};
