/* host.c - what kind of host it is: by the functions that it has, and by its own options. */
#include "profiler/plugin/host.h"
#include "profiler/plugin/process.h"

#include <string.h>

SpHost sp_host;

bool sp_host_has_samplepoints(void)
{
    return sp_host.mono_profiler_set_method_samplepoint_callback != NULL;
}

/* The host's own options: the command line up to the program, and MONO_ENV_OPTIONS. NULL-terminated; g_strfreev(). */
static char **host_options(void)
{
    GPtrArray *options = g_ptr_array_new();
    gsize size = 0;
    char *line = sp_process_command_line(&size);
    if (line) {
        const char *end = line + size;
        for (const char *arg = line + strlen(line) + 1; arg < end && *arg == '-'; arg += strlen(arg) + 1) {
            g_ptr_array_add(options, g_strdup(arg));
            if (!strcmp(arg, "--config")) /* the one option with its value in a word of its own */
                arg += strlen(arg) + 1;
        }
    }
    g_free(line);
    char **more = g_strsplit_set(g_getenv("MONO_ENV_OPTIONS") ? g_getenv("MONO_ENV_OPTIONS") : "", " \t", -1);
    for (char **arg = more; *arg; arg++)
        g_ptr_array_add(options, *arg);
    g_free(more);
    g_ptr_array_add(options, NULL);
    return (char **)g_ptr_array_free(options, FALSE);
}

static bool any_option(bool (*matches)(const char *option))
{
    char **options = host_options();
    bool found = false;
    for (char **o = options; *o && !found; o++)
        found = matches(*o);
    g_strfreev(options);
    return found;
}

static bool selects_interpreter(const char *o)
{
    return !strcmp(o, "--interp") || !strcmp(o, "--interpreter") || g_str_has_prefix(o, "--interp=");
}

static bool turns_aot_off(const char *o)
{
    return (g_str_has_prefix(o, "-O=") || g_str_has_prefix(o, "--optimize=")) && strstr(o, "-aot");
}

bool sp_host_interprets(void)
{
    static int answer = -1;
    if (answer < 0)
        answer = any_option(selects_interpreter);
    return answer;
}

MonoFrameTier sp_host_tier(void)
{
    if (sp_host.mono_stack_walk_frame_tier)
        return sp_host.mono_stack_walk_frame_tier();
    return sp_host_interprets() ? MONO_FRAME_TIER_INTERP : MONO_FRAME_TIER_JIT;
}

static bool selects_llvm(const char *o)
{
    return !strcmp(o, "--llvm");
}

bool sp_host_uses_llvm(void)
{
    return any_option(selects_llvm);
}

bool sp_host_jits_class_library(void)
{
    return sp_host_interprets() || any_option(turns_aot_off);
}

char *sp_host_description(void)
{
    char *build = sp_host.mono_get_runtime_build_info ? sp_host.mono_get_runtime_build_info() : NULL;
    char *version = g_strndup(build ? build : "", build ? strcspn(build, " ") : 0);
    const char *engine = sp_host_has_samplepoints() ? "" : sp_host_interprets() ? " interpreter" : " JIT";
    char *text = g_strdup_printf("Mono%s%s%s", *version ? " " : "", version, engine);
    g_free(version);
    if (build)
        sp_host.mono_free(build);
    return text;
}
