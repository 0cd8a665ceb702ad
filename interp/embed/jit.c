/*
 * jit.c - monosp.h: start, Main, end; the domain; assemblies.
 */
#include "interp/embed/own-names.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "interp/corlib/environment.h"
#include "interp/embed/lifecycle.h"
#include "interp/exec/tools.h"

static struct {
    char *library_dir, *app_dir;
    uint64_t heap_bytes, stack_bytes;
    bool started, ended;
} embedded;

/* The jiterpreter, where it is linked in. */
extern void mono_jiterp_init(void) __attribute__((weak));

bool embed_ok(MonoError *error)
{
    if (mono_error_ok(error))
        return true;
    if (embed_managed_waits())
        mono_set_pending_exception(mono_error_exception(error));
    mono_error_clear(error);
    return false;
}

void mono_set_dirs(const char *assembly_dir, const char *config_dir)
{
    g_free(embedded.library_dir);
    embedded.library_dir = assembly_dir ? g_build_filename(assembly_dir, "mono", NULL) : NULL;
}

void mono_set_assemblies_path(const char *folder)
{
    g_free(embedded.app_dir);
    embedded.app_dir = g_strdup(folder);
}

void monosp_set_limits(uint64_t heap_bytes, uint64_t stack_bytes)
{
    embedded.heap_bytes = heap_bytes;
    embedded.stack_bytes = stack_bytes;
}

void mono_config_parse(const char *file)
{
}

MonoDomain *mono_jit_init(const char *root_domain_name)
{
    MonoError error = MONO_ERROR_INIT;
    if (embedded.started) {
        fprintf(stderr, "monosp: the runtime was started before in this process\n");
        return NULL;
    }
    embedded.started = true;
    char *name = g_strdup(root_domain_name ? root_domain_name : "monosp");
    char *folder = embedded.app_dir ? g_strdup(embedded.app_dir) : g_path_get_dirname(name);
    LifecycleOptions options = {.app_dir = folder,
                                .library_dir = embedded.library_dir,
                                .argc = 1,
                                .argv = &name,
                                .heap_limit_bytes = embedded.heap_bytes,
                                .stack_limit_bytes = embedded.stack_bytes};
    if (mono_jiterp_init)
        mono_jiterp_init();
    bool ok = lifecycle_start(&options, &error);
    if (!ok)
        fprintf(stderr, "monosp cannot start: %s\n", error.message ? error.message : "unknown error");
    mono_error_clear(&error);
    g_free(folder);
    g_free(name);
    return ok ? mono_get_root_domain() : NULL;
}

MonoDomain *mono_jit_init_version(const char *root_domain_name, const char *runtime_version)
{
    return mono_jit_init(root_domain_name);
}

static MonoMethod *entry_point(MonoAssembly *assembly)
{
    MonoError error = MONO_ERROR_INIT;
    uint32_t token = assembly->image->entry_point;
    MonoMethod *method = token ? mono_method_get_checked(assembly->image, token, NULL, &error) : NULL;
    mono_error_clear(&error);
    return method && (method->flags & MONO_METHOD_ATTR_STATIC) && !method->is_open ? method : NULL;
}

int mono_jit_exec(MonoDomain *domain, MonoAssembly *assembly, int argc, char *argv[])
{
    MonoMethod *main_method = entry_point(assembly);
    if (!main_method) {
        fprintf(stderr, "Assembly '%s' doesn't have an entry point.\n", assembly->image->filename);
        return 1;
    }
    environment_set_command_line(argc, argv);
    mono_assembly_set_main(assembly);
    return interp_run_main(main_method, argc > 0 ? argc - 1 : 0, argc > 0 ? argv + 1 : argv);
}

void mono_jit_cleanup(MonoDomain *domain)
{
    if (!embedded.started || embedded.ended)
        return;
    embedded.ended = true;
    if (!interp_died)
        mono_corlib_shutdown();
    lifecycle_end();
}

MonoThread *mono_thread_attach(MonoDomain *domain)
{
    return mono_thread_current();
}

MonoAssembly *mono_domain_assembly_open(MonoDomain *domain, const char *file)
{
    MonoError error = MONO_ERROR_INIT;
    MonoAssembly *assembly = access(file, R_OK) == 0 ? mono_assembly_open_file(file, &error) : NULL;
    mono_error_clear(&error);
    return assembly;
}

MonoImage *mono_get_corlib(void)
{
    return mono_defaults.corlib;
}
