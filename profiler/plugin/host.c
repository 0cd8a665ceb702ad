/*
 * host.c - looks the host's functions up among the symbols the process already has, so that one binary loads in every
 * runtime that keeps Mono's profiler ABI.
 */
#include "profiler/plugin/host.h"

#include "profiler/model/model.h"

#include <dlfcn.h>
#include <string.h>
#include <time.h>

SpHost sp_host;

enum { OPTIONAL, REQUIRED };

/* mono/utils/mono-threads-api.h, which is not installed. The address of a local variable tells how deep the stack is.
 */
static struct {
    void *(*mono_threads_enter_gc_safe_region)(void **stack);
    void (*mono_threads_exit_gc_safe_region)(void *cookie, void **stack);
    void *(*mono_threads_enter_gc_unsafe_region)(void **stack);
    void (*mono_threads_exit_gc_unsafe_region)(void *cookie, void **stack);
} regions;

static void find_regions(void)
{
#define FIND(name) *(void **)&regions.name = dlsym(RTLD_DEFAULT, #name)
    FIND(mono_threads_enter_gc_safe_region);
    FIND(mono_threads_exit_gc_safe_region);
    FIND(mono_threads_enter_gc_unsafe_region);
    FIND(mono_threads_exit_gc_unsafe_region);
#undef FIND
    if (!regions.mono_threads_enter_gc_safe_region || !regions.mono_threads_exit_gc_safe_region ||
        !regions.mono_threads_enter_gc_unsafe_region || !regions.mono_threads_exit_gc_unsafe_region)
        memset(&regions, 0, sizeof regions);
}

/* Only a thread that the host knows is in a domain. It may be in either state: one that calls exit() from native code
 * counts as waiting already. Entering the running state first, which changes nothing for one that is in it, makes the
 * second step right for both. */
static bool lock_while_waiting(pthread_mutex_t *lock, const struct timespec *deadline)
{
    void *outer_stack = NULL, *inner_stack = NULL, *outer = NULL, *inner = NULL;
    bool known = regions.mono_threads_enter_gc_safe_region && sp_host.mono_domain_get && sp_host.mono_domain_get();
    if (known) {
        outer = regions.mono_threads_enter_gc_unsafe_region(&outer_stack);
        inner = regions.mono_threads_enter_gc_safe_region(&inner_stack);
    }
    int result = deadline ? pthread_mutex_timedlock(lock, deadline) : pthread_mutex_lock(lock);
    if (known) {
        regions.mono_threads_exit_gc_safe_region(inner, &inner_stack);
        regions.mono_threads_exit_gc_unsafe_region(outer, &outer_stack);
    }
    return result == 0;
}

void sp_host_lock(pthread_mutex_t *lock)
{
    if (pthread_mutex_trylock(lock) != 0)
        lock_while_waiting(lock, NULL);
}

bool sp_host_lock_within(pthread_mutex_t *lock, int seconds)
{
    struct timespec deadline;
    if (pthread_mutex_trylock(lock) == 0)
        return true;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += seconds;
    return lock_while_waiting(lock, &deadline);
}

bool sp_host_find(GError **error)
{
#define FIND(return_type, name, parameters, need)                                                                      \
    *(void **)&sp_host.name = dlsym(RTLD_DEFAULT, #name);                                                              \
    if (!sp_host.name && (need) == REQUIRED) {                                                                         \
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "this host has no function '%s': it is no Mono 6 or newer",      \
                    #name);                                                                                            \
        return false;                                                                                                  \
    }
    MONO_HOST_FUNCTIONS(FIND)
#undef FIND
    find_regions();
    return true;
}

bool sp_host_has_samplepoints(void)
{
    return sp_host.mono_profiler_set_method_samplepoint_callback != NULL;
}

/* The host's own options: the command line up to the program, and MONO_ENV_OPTIONS. NULL-terminated; g_strfreev(). */
static char **host_options(void)
{
    GPtrArray *options = g_ptr_array_new();
    char *line = NULL;
    gsize size = 0;
    if (g_file_get_contents("/proc/self/cmdline", &line, &size, NULL)) {
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
