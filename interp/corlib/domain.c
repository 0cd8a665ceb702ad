/*
 * domain.c - System.AppDomain: the one domain, its setup, its data, loading of assemblies by name. More domains are
 * refused.
 */
#include <string.h>

#include "interp/corlib/reflect.h"

static MonoObject *domain_object;
static MonoObject *setup_object;

static void set_string(MonoObject *object, const char *field_name, const char *text)
{
    MonoClassField *field = mono_class_find_field(mono_object_class(object), field_name);
    if (field)
        *(MonoString **)mono_field_ptr(object, field) = mono_string_new(text);
}

/* The text that Assembly.Load has, while it runs: what handlers see. */
static const char *requested_name;

/* AppDomain.AssemblyResolve: asks the managed handlers. */
static MonoAssembly *resolve_hook(const MonoAssemblyName *name, const MonoAssembly *requesting)
{
    MonoMethod *method = mono_class_find_method(mono_defaults.appdomain, "DoAssemblyResolve", 3);
    MonoClassField *handlers = mono_class_find_field(mono_defaults.appdomain, "AssemblyResolve");
    if (!method || !handlers || !domain_object || !*(MonoObject **)mono_field_ptr(domain_object, handlers))
        return NULL;
    char *text = requested_name ? g_strdup(requested_name) : mono_assembly_name_text(name);
    requested_name = NULL;
    MonoSlot args[4] = {{.o = domain_object},
                        {.p = mono_string_new(text)},
                        {.o = requesting ? mono_assembly_object((MonoAssembly *)requesting) : NULL},
                        {.i4 = 0}};
    g_free(text);
    MonoSlot result = {0};
    MonoException *exception = mono_invoke_slots(method, args, &result);
    if (exception)
        mono_set_pending_exception(exception);
    MonoReflectionAssembly *assembly = exception ? NULL : result.p;
    return assembly ? assembly->assembly : NULL;
}

MonoObject *mono_domain_object(void)
{
    if (!domain_object) {
        domain_object = mono_object_new(mono_defaults.appdomain);
        if (!domain_object)
            return NULL;
        mono_gc_keep(domain_object);
        *(void **)mono_object_unbox(domain_object) = NULL;
        MonoClassField *handle = mono_class_find_field(mono_defaults.appdomain, "_mono_app_domain");
        if (handle) /* any address: there is one domain */
            *(void **)mono_field_ptr(domain_object, handle) = &domain_object;
        mono_assembly_set_resolve_hook(resolve_hook);
    }
    return domain_object;
}

static MonoObject *domain_setup(void)
{
    if (setup_object)
        return setup_object;
    setup_object = mono_object_new(reflect_corlib_class("System", "AppDomainSetup"));
    if (!setup_object)
        return NULL;
    mono_gc_keep(setup_object);
    MonoAssembly *main_assembly = mono_assembly_get_main();
    const char *file = main_assembly && main_assembly->image ? main_assembly->image->filename : NULL;
    if (file) {
        char *directory = g_path_get_dirname(file), *base = g_strconcat(directory, "/", NULL);
        char *config = g_strconcat(file, ".config", NULL);
        set_string(setup_object, "application_base", strcmp(directory, "/") ? base : "/");
        set_string(setup_object, "configuration_file", config);
        g_free(config);
        g_free(base);
        g_free(directory);
    }
    return setup_object;
}

static void get_domain(MonoSlot *args, MonoSlot *ret)
{
    ret->o = mono_domain_object();
}

static void get_setup(MonoSlot *args, MonoSlot *ret)
{
    ret->o = domain_setup();
}

static void get_friendly_name(MonoSlot *args, MonoSlot *ret)
{
    MonoAssembly *main_assembly = mono_assembly_get_main();
    char *name = main_assembly && main_assembly->image && main_assembly->image->filename
                     ? g_path_get_basename(main_assembly->image->filename)
                     : g_strdup("monosp");
    ret->p = mono_string_new(name);
    g_free(name);
}

/* ---- Data -------------------------------------------------------------------------------------------------------- */

/* Names of the setup that GetData knows, and the fields behind them. */
static const char *const setup_names[][2] = {
    {"APPBASE", "application_base"},
    {"APP_CONFIG_FILE", "configuration_file"},
    {"DYNAMIC_BASE", "dynamic_base"},
    {"APP_NAME", "application_name"},
    {"CACHE_BASE", "cache_path"},
    {"PRIVATE_BINPATH", "private_bin_path"},
    {"BINPATH_PROBE_ONLY", "private_bin_path_probe"},
    {"SHADOW_COPY_DIRS", "shadow_copy_directories"},
    {"FORCE_CACHE_INSTALL", "shadow_copy_files"},
};

static GHashTable *domain_data; /* name -> GC handle */

static void get_data(MonoSlot *args, MonoSlot *ret)
{
    ret->o = NULL;
    if (!args[1].p) {
        mono_set_pending_exception(mono_exception_argument_null("name"));
        return;
    }
    char *name = mono_string_to_utf8(args[1].p);
    MonoObject *setup = domain_setup();
    for (unsigned i = 0; setup && i < G_N_ELEMENTS(setup_names); i++) {
        MonoClassField *field = strcmp(name, setup_names[i][0])
                                    ? NULL
                                    : mono_class_find_field(mono_object_class(setup), setup_names[i][1]);
        if (field)
            ret->o = *(MonoObject **)mono_field_ptr(setup, field);
    }
    gpointer handle = domain_data ? g_hash_table_lookup(domain_data, name) : NULL;
    if (handle)
        ret->o = mono_gchandle_target(GPOINTER_TO_UINT(handle));
    g_free(name);
}

static void set_data(MonoSlot *args, MonoSlot *ret)
{
    if (!args[1].p) {
        mono_set_pending_exception(mono_exception_argument_null("name"));
        return;
    }
    if (!domain_data)
        domain_data = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    char *name = mono_string_to_utf8(args[1].p);
    gpointer handle = g_hash_table_lookup(domain_data, name);
    if (handle) {
        mono_gchandle_set_target(GPOINTER_TO_UINT(handle), args[2].o);
        g_free(name);
    } else {
        enum { HANDLE_NORMAL = 2 };
        uint32_t made = mono_gchandle_new_kind(args[2].o, (MonoGCHandleType)HANDLE_NORMAL);
        g_hash_table_insert(domain_data, name, GUINT_TO_POINTER(made));
    }
}

/* ---- Assemblies -------------------------------------------------------------------------------------------------- */

static void get_assemblies(MonoSlot *args, MonoSlot *ret)
{
    unsigned count, wanted = 0, at = 0;
    bool reflection_only = args[1].i4 & 1;
    MonoAssembly *const *loaded = mono_assembly_loaded(&count);
    for (unsigned i = 0; i < count; i++)
        wanted += loaded[i]->reflection_only == reflection_only;
    MonoArray *array = mono_array_new(reflect_corlib_class("System.Reflection", "Assembly"), wanted);
    ret->p = array;
    for (unsigned i = 0; array && i < count; i++)
        if (loaded[i]->reflection_only == reflection_only)
            mono_array_set(array, MonoObject *, at++, mono_assembly_object(loaded[i]));
}

/* Assembly LoadAssembly(string name, Evidence, bool refOnly, ref StackCrawlMark): null when there is none. */
static void load_assembly(MonoSlot *args, MonoSlot *ret)
{
    ret->o = NULL;
    char *text = mono_string_to_utf8(args[1].p);
    MonoAssemblyName name = {0};
    MonoError error = MONO_ERROR_INIT;
    if (!text || !mono_assembly_name_parse_text(text, &name)) {
        reflect_throw("System.IO", "FileLoadException", "The assembly name is invalid.");
        g_free(text);
        return;
    }
    MonoMethod *caller = reflect_caller_no_reflection();
    MonoAssembly *requesting = caller ? reflect_class_image(caller->klass)->assembly : NULL;
    requested_name = text;
    MonoAssembly *assembly = mono_assembly_load_name(&name, requesting, &error);
    requested_name = NULL;
    g_free((char *)name.name);
    g_free((char *)name.culture);
    g_free(text);
    if (assembly)
        ret->o = mono_assembly_object(assembly);
    else if (error.code != MONO_ERROR_FILE_NOT_FOUND)
        reflect_failed(&error);
    mono_error_clear(&error);
}

/* Assembly LoadAssemblyRaw(byte[] image, byte[] symbols, Evidence, bool refOnly) */
static void load_assembly_raw(MonoSlot *args, MonoSlot *ret)
{
    MonoArray *bytes = args[1].p;
    MonoError error = MONO_ERROR_INIT;
    ret->o = NULL;
    uint8_t *copy = g_memdup2(bytes->data, bytes->length); /* the image lives until the process ends */
    MonoImage *image = mono_image_open_from_memory(copy, bytes->length, "data-0x0", &error);
    MonoAssembly *assembly = image ? mono_assembly_from_image(image, &error) : NULL;
    if (assembly) {
        ret->o = mono_assembly_object(assembly);
        if (ret->o)
            ((MonoReflectionAssembly *)ret->o)->from_byte_array = 1;
    }
    reflect_failed(&error);
}

/* int ExecuteAssembly(Assembly a, string[] args) */
static void execute_assembly(MonoSlot *args, MonoSlot *ret)
{
    MonoImage *image = ((MonoReflectionAssembly *)args[1].p)->assembly->image;
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *method = image->entry_point ? mono_method_get_checked(image, image->entry_point, NULL, &error) : NULL;
    const MonoMethodSignature *signature = method ? mono_method_signature_checked(method, &error) : NULL;
    ret->i4 = 0;
    if (!signature) {
        if (!reflect_failed(&error))
            reflect_throw("System", "MissingMethodException", "Entry point not found in the assembly.");
        return;
    }
    MonoSlot argument = {.p = args[2].p ? args[2].p : (void *)mono_array_new(mono_defaults.string, 0)}, result = {0};
    MonoException *exception = mono_invoke_slots(method, &argument, &result);
    if (exception)
        mono_set_pending_exception(exception);
    else if (signature->ret.type != MONO_TYPE_VOID)
        ret->i4 = result.i4;
}

/* ---- One domain, one context ------------------------------------------------------------------------------------- */

static void refuse_domain(MonoSlot *args, MonoSlot *ret)
{
    ret->o = NULL;
    mono_set_pending_exception(
        mono_exception_platform_not_supported("AppDomains are not supported: this runtime has one domain."));
}

static void refuse_unload(MonoSlot *args, MonoSlot *ret)
{
    reflect_throw("System", "CannotUnloadAppDomainException", "The default appdomain can not be unloaded.");
}

static void get_context(MonoSlot *args, MonoSlot *ret)
{
    static MonoObject *context;
    if (!context) {
        context = mono_object_new(reflect_corlib_class("System.Runtime.Remoting.Contexts", "Context"));
        if (context)
            mono_gc_keep(context);
    }
    ret->o = context;
}

static void get_process_guid(MonoSlot *args, MonoSlot *ret)
{
    static char *guid;
    if (!guid)
        guid = mono_string_to_utf8(args[0].p);
    ret->p = mono_string_new(guid);
}

const MonoICallRow mono_icalls_domain[] = {
    {"System.AppDomain::getCurDomain", get_domain},
    {"System.AppDomain::getRootDomain", get_domain},
    {"System.AppDomain::getSetup", get_setup},
    {"System.AppDomain::getFriendlyName", get_friendly_name},
    {"System.AppDomain::GetData", get_data},
    {"System.AppDomain::SetData", set_data},
    {"System.AppDomain::GetAssemblies", get_assemblies},
    {"System.AppDomain::LoadAssembly", load_assembly},
    {"System.AppDomain::LoadAssemblyRaw", load_assembly_raw},
    {"System.AppDomain::ExecuteAssembly", execute_assembly},
    {"System.AppDomain::createDomain", refuse_domain},
    {"System.AppDomain::InternalUnload", refuse_unload},
    {"System.AppDomain::InternalIsFinalizingForUnload", icall_zero},
    {"System.AppDomain::InternalSetDomain", get_domain},
    {"System.AppDomain::InternalSetDomainByID", get_domain},
    {"System.AppDomain::InternalPushDomainRef", icall_nothing},
    {"System.AppDomain::InternalPushDomainRefByID", icall_nothing},
    {"System.AppDomain::InternalPopDomainRef", icall_nothing},
    {"System.AppDomain::InternalSetContext", get_context},
    {"System.AppDomain::InternalGetContext", get_context},
    {"System.AppDomain::InternalGetDefaultContext", get_context},
    {"System.AppDomain::InternalGetProcessGuid", get_process_guid},
    {"System.AppDomain::DoUnhandledException", icall_nothing},
    {"System.Configuration.InternalConfigurationHost::get_bundled_app_config", icall_zero},
    {"System.Configuration.InternalConfigurationHost::get_bundled_machine_config", icall_zero},
    {0},
};
