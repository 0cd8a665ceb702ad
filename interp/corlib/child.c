/*
 * child.c - child processes: the program is looked for as mono does, started with posix_spawn, its end is noticed when
 * somebody asks.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interp/corlib/child.h"

#define FILE_TIME_1970 116444736000000000

static GHashTable *children; /* pid -> ChildProcess */

static int64_t file_time(void)
{
    return g_get_real_time() * 10 + FILE_TIME_1970;
}

static void note_end(ChildProcess *child)
{
    int status;
    if (child->ended || waitpid(child->pid, &status, WNOHANG) == 0)
        return;
    child->ended = true;
    child->finished = file_time();
    child->exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

const ChildProcess *child_find(int32_t pid)
{
    ChildProcess *child = children ? g_hash_table_lookup(children, GINT_TO_POINTER(pid)) : NULL;
    if (child)
        note_end(child);
    return child;
}

bool child_has_ended(int32_t pid)
{
    const ChildProcess *child = child_find(pid);
    return child ? child->ended : kill(pid, 0) < 0 && errno == ESRCH;
}

/* ---- Finding the program ---------------------------------------------------------------------------------------- */

/* A name without a folder is looked for in the child's folder, then on PATH. NULL and *error when there is none. */
static char *find_program(const char *file, const char *folder, int32_t *error)
{
    char *path;
    if (g_path_is_absolute(file))
        path = g_strdup(file);
    else {
        char *here = folder && *folder ? g_strdup(folder) : g_get_current_dir();
        path = g_build_filename(here, file, NULL);
        g_free(here);
        if (access(path, F_OK) < 0 && !strchr(file, '/')) {
            g_free(path);
            path = g_find_program_in_path(file);
        }
    }
    bool exists = path && access(path, F_OK) == 0;
    if (exists && !g_file_test(path, G_FILE_TEST_IS_DIR))
        return path;
    *error = exists ? IO_ACCESS_DENIED : IO_FILE_NOT_FOUND;
    g_free(path);
    return NULL;
}

/* A .NET program is run by this runtime. */
static bool is_managed(const char *path)
{
    uint8_t start[1024] = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, start, sizeof start);
    if (file >= 0)
        close(file);
    if (length < 0x40 || start[0] != 'M' || start[1] != 'Z')
        return false;
    uint32_t pe = start[0x3c] | start[0x3d] << 8 | start[0x3e] << 16 | (uint32_t)start[0x3f] << 24;
    if (pe > (uint32_t)length || pe + 24 + 240 > (uint32_t)length)
        return false;
    const uint8_t *optional = start + pe + 24;
    bool wide = optional[0] == 0x0b && optional[1] == 2;
    const uint8_t *cli = optional + (wide ? 112 : 96) + 14 * 8; /* directory 14 */
    return (cli[0] | cli[1] | cli[2] | cli[3]) != 0;
}

static char **make_arguments(const char *path, const char *text, int32_t *error)
{
    int count = 0;
    char **words = NULL;
    if (text && text[strspn(text, " \t\n")] && !g_shell_parse_argv(text, &count, &words, NULL)) {
        *error = IO_GEN_FAILURE;
        return NULL;
    }
    char **all = g_new0(char *, count + 3);
    int at = 0;
    if (is_managed(path))
        all[at++] = g_file_read_link("/proc/self/exe", NULL);
    all[at++] = g_strdup(path);
    for (int i = 0; i < count; i++)
        all[at++] = words[i];
    g_free(words);
    return all;
}

/* ---- Starting it ------------------------------------------------------------------------------------------------ */

static int spawn(char **arguments, const char *folder, char **environment, const int descriptors[3], pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int copies[3];
    for (int i = 0; i < 3; i++) {
        /* Above 2, so that none is overwritten before it is used. */
        copies[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, 3);
        if (copies[i] >= 0)
            posix_spawn_file_actions_adddup2(&actions, copies[i], i);
    }
    if (folder && *folder)
        posix_spawn_file_actions_addchdir_np(&actions, folder);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawn(pid, arguments[0], &actions, &attributes, arguments, environment ? environment : environ);
    for (int i = 0; i < 3; i++)
        if (copies[i] >= 0)
            close(copies[i]);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int32_t child_start(const char *file, const char *arguments, const char *folder, char **environment,
                    const int descriptors[3])
{
    int32_t error = 0;
    char *path = find_program(file, folder, &error);
    char **words = path ? make_arguments(path, arguments, &error) : NULL;
    if (folder && *folder && words && !g_file_test(folder, G_FILE_TEST_IS_DIR))
        error = IO_DIRECTORY;
    pid_t pid = 0;
    if (words && !error) {
        signal(SIGPIPE, SIG_IGN); /* a child that ends early is an IOException for who writes to it, as on mono */
        int number = spawn(words, folder, environment, descriptors, &pid);
        error = number ? glue_io_error(number) : 0;
    }
    g_strfreev(words);
    g_free(path);
    if (error)
        return -error;
    if (!children)
        children = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    ChildProcess *child = g_new0(ChildProcess, 1);
    *child = (ChildProcess){.pid = pid, .started = file_time()};
    g_hash_table_replace(children, GINT_TO_POINTER(pid), child);
    return pid;
}
