/*
 * environment.c - System.Environment: what the process was started with and where it runs.
 */
#include "interp/corlib/environment.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "interp/corlib/glue.h"
#include "interp/exec/exec.h"

extern char **environ;

static char **command_line; /* program first; NULL-terminated, owned */
void (*mono_exit_hook)(int exit_code);

void environment_set_command_line(int argc, char **argv)
{
    g_strfreev(command_line);
    command_line = g_new0(char *, argc + 1);
    for (int i = 0; i < argc; i++)
        command_line[i] = g_strdup(argv[i]);
    if (argc && !g_path_is_absolute(argv[0])) {
        char *folder = g_get_current_dir();
        char *path = g_build_filename(folder, argv[0], NULL);
        if (access(path, F_OK) == 0) {
            g_free(command_line[0]);
            command_line[0] = path;
        } else {
            g_free(path);
        }
        g_free(folder);
    }
}

static MonoArray *string_array(char *const *texts, unsigned count)
{
    MonoArray *array = mono_array_new(mono_defaults.string, count);
    for (unsigned i = 0; array && i < count; i++)
        mono_array_set(array, MonoString *, i, mono_string_new(texts[i]));
    return array;
}

ICALL(env_get_exit_code)
{
    ret->i4 = mono_environment_exitcode;
}

ICALL(env_set_exit_code)
{
    mono_environment_exitcode = args[0].i4;
}

ICALL(env_shutdown_started)
{
    ret->i4 = mono_runtime_shutting_down;
}

ICALL(env_machine_name)
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    char *dot = strchr(name, '.');
    if (dot)
        *dot = 0;
    ret->p = mono_string_new(name);
}

ICALL(env_new_line)
{
    ret->p = mono_string_new("\n");
}

ICALL(env_platform)
{
    ret->i4 = 4; /* PlatformID.Unix */
}

ICALL(env_os_version)
{
    struct utsname names;
    ret->p = mono_string_new(uname(&names) == 0 ? names.release : "0.0.0.0");
}

ICALL(env_tick_count)
{
    ret->i4 = (int32_t)(uint32_t)(glue_ticks() / 10000);
}

static const struct passwd *user(void)
{
    return getpwuid(geteuid());
}

ICALL(env_user_name)
{
    const char *name = g_getenv("USER");
    if (user())
        name = user()->pw_name;
    ret->p = mono_string_new(name ? name : "somebody");
}

ICALL(env_home)
{
    const char *home = g_getenv("HOME");
    if (!home && user())
        home = user()->pw_dir;
    ret->p = home ? mono_string_new(home) : NULL;
}

/* Never returns: ProcessExit handlers, finalizers, profiler's last events, then the process ends. */
ICALL(env_exit)
{
    mono_environment_exitcode = args[0].i4;
    if (mono_exit_hook)
        mono_exit_hook(args[0].i4);
    mono_corlib_shutdown();
    exit(args[0].i4);
}

/* (message, exception, errorSource) */
ICALL(env_fail_fast)
{
    char *message = mono_string_to_utf8(args[0].p);
    if (message)
        printf("CLR: Managed code called FailFast, saying \"%s\"\n", message);
    else
        puts("CLR: Managed code called FailFast without specifying a reason.");
    fflush(stdout);
    if (args[1].o) {
        char *text = interp_exception_text(args[1].p);
        fprintf(stderr, "\nUnhandled Exception:\n%s\n", text);
        g_free(text);
    }
    fflush(NULL);
    abort();
}

ICALL(env_command_line_args)
{
    ret->p = string_array(command_line, command_line ? g_strv_length(command_line) : 0);
}

ICALL(env_get_variable)
{
    const char *value = args[0].p ? getenv(args[0].p) : NULL;
    ret->p = value ? mono_string_new(value) : NULL;
}

/* (char* variable, int, char* value, int): an empty or absent value removes it. */
ICALL(env_set_variable)
{
    char *name = glue_utf8(args[0].p, args[1].i4);
    if (!args[2].p || args[3].i4 == 0 || *(uint16_t *)args[2].p == 0) {
        unsetenv(name);
    } else {
        char *value = glue_utf8(args[2].p, args[3].i4);
        setenv(name, value, 1);
        g_free(value);
    }
    g_free(name);
}

ICALL(env_variable_names)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (char **entry = environ; *entry; entry++) {
        const char *equal = strchr(*entry, '=');
        if (equal)
            g_ptr_array_add(names, g_strndup(*entry, (gsize)(equal - *entry)));
    }
    ret->p = string_array((char **)names->pdata, names->len);
    g_ptr_array_free(names, TRUE);
}

ICALL(env_windows_folder)
{
    ret->p = mono_string_new("");
}

ICALL(env_is_64_bit)
{
    ret->i4 = sizeof(void *) == 8;
}

/* One: what splits its work over processors (PLINQ, Parallel) then does it in order, and its parts never wait for each
 * other on the one stack there is. */
ICALL(env_processor_count)
{
    ret->i4 = 1;
}

ICALL(env_page_size)
{
    ret->i4 = (int32_t)sysconf(_SC_PAGESIZE);
}

/* The folder that has mono/gac. */
ICALL(env_gac_path)
{
    const char *libdir = mono_assembly_libdir();
    char *path = libdir ? g_path_get_dirname(libdir) : g_strdup("/usr/lib");
    ret->p = mono_string_new(path);
    g_free(path);
}

/* Mounted folders of real devices, as mono lists them; at least the root. */
ICALL(env_logical_drives)
{
    GPtrArray *drives = g_ptr_array_new_with_free_func(g_free);
    char *mounts = NULL;
    if (g_file_get_contents("/proc/self/mounts", &mounts, NULL, NULL)) {
        char **lines = g_strsplit(mounts, "\n", -1);
        for (char **line = lines; *line; line++) {
            char **words = g_strsplit(*line, " ", 3);
            if (g_strv_length(words) == 3 && words[0][0] == '/')
                g_ptr_array_add(drives, g_strcompress(words[1]));
            g_strfreev(words);
        }
        g_strfreev(lines);
        g_free(mounts);
    }
    if (drives->len == 0)
        g_ptr_array_add(drives, g_strdup("/"));
    ret->p = string_array((char **)drives->pdata, drives->len);
    g_ptr_array_free(drives, TRUE);
}

/* The folder of machine.config is found through the library: PREFIX/lib/mono -> /etc/mono or PREFIX/etc/mono. */
ICALL(env_machine_config)
{
    ret->p = NULL;
    char *prefix = g_strdup(mono_assembly_libdir() ? mono_assembly_libdir() : "/usr/lib/mono");
    for (unsigned i = 0; i < 2; i++) {
        char *parent = g_path_get_dirname(prefix);
        g_free(prefix);
        prefix = parent;
    }
    const char *etc = g_getenv("MONO_CFG_DIR");
    char *folder = etc                           ? g_strdup(etc)
                   : strcmp(prefix, "/usr") == 0 ? g_strdup("/etc")
                                                 : g_build_filename(prefix, "etc", NULL);
    char *path = g_build_filename(folder, "mono", "4.5", "machine.config", NULL);
    if (access(path, R_OK) == 0)
        ret->p = mono_string_new(path);
    g_free(path);
    g_free(folder);
    g_free(prefix);
}

ICALL(env_temp_path)
{
    ret->p = mono_string_new(g_get_tmp_dir());
}

#define ENV "System.Environment::"

const MonoICallRow mono_icalls_environment[] = {
    {ENV "Exit", env_exit},
    {ENV "FailFast", env_fail_fast},
    {ENV "GetCommandLineArgs", env_command_line_args},
    {ENV "GetEnvironmentVariableNames", env_variable_names},
    {ENV "GetIs64BitOperatingSystem", env_is_64_bit},
    {ENV "GetLogicalDrivesInternal", env_logical_drives},
    {ENV "GetMachineConfigPath", env_machine_config},
    {ENV "GetNewLine", env_new_line},
    {ENV "GetOSVersionString", env_os_version},
    {ENV "GetPageSize", env_page_size},
    {ENV "GetWindowsFolderPath", env_windows_folder},
    {ENV "InternalSetEnvironmentVariable", env_set_variable},
    {ENV "get_ExitCode", env_get_exit_code},
    {ENV "get_HasShutdownStarted", env_shutdown_started},
    {ENV "get_MachineName", env_machine_name},
    {ENV "get_Platform", env_platform},
    {ENV "get_ProcessorCount", env_processor_count},
    {ENV "get_TickCount", env_tick_count},
    {ENV "get_UserName", env_user_name},
    {ENV "get_bundled_machine_config", icall_zero},
    {ENV "internalBroadcastSettingChange", icall_nothing},
    {ENV "internalGetEnvironmentVariable_native", env_get_variable},
    {ENV "internalGetGacPath", env_gac_path},
    {ENV "internalGetHome", env_home},
    {ENV "set_ExitCode", env_set_exit_code},
    {"System.IO.Path::get_temp_path", env_temp_path},
    {"System.Configuration.DefaultConfig::get_bundled_machine_config", icall_zero},
    {"System.Configuration.DefaultConfig::get_machine_config_path", env_machine_config},
    {0},
};
