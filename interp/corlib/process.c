/*
 * process.c - System.Diagnostics.Process: what is known of this process, of children (child.c) and of others.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "interp/corlib/child.h"

/* Process+ProcInfo */
typedef struct {
    void *handle;
    int32_t pid;
    MonoArray *environment;
    MonoString *user, *domain;
    void *password;
    uint8_t load_profile;
} ProcInfo;

enum { STILL_ACTIVE = 259, PRIORITY_NORMAL = 0x20 };

ICALL(process_current_id)
{
    ret->i4 = getpid();
}

ICALL(process_current_handle)
{
    ret->i8 = getpid() | PROCESS_HANDLE;
}

/* (pid) -> handle */
ICALL(process_open)
{
    char *path = g_strdup_printf("/proc/%d", args[0].i4);
    ret->i8 = access(path, F_OK) == 0 ? args[0].i4 | PROCESS_HANDLE : 0;
    g_free(path);
}

static char *text_field(MonoObject *object, const char *name)
{
    MonoString *text = *(MonoString **)mono_field_ptr(object, glue_field(mono_object_class(object), name));
    return text ? mono_string_to_utf8(text) : NULL;
}

static char **environment_of(const ProcInfo *info)
{
    if (!info->environment)
        return NULL;
    size_t count = info->environment->length;
    char **all = g_new0(char *, count + 1);
    for (size_t i = 0, at = 0; i < count; i++) {
        MonoString *text = ((MonoString **)info->environment->data)[i];
        if (text)
            all[at++] = mono_string_to_utf8(text);
    }
    return all;
}

/* The managed side makes a Win32Exception of -pid. */
static bool start(MonoObject *start_info, ProcInfo *info, const int descriptors[3])
{
    char *file = text_field(start_info, "fileName"), *arguments = text_field(start_info, "arguments"),
         *folder = text_field(start_info, "directory"), **environment = environment_of(info);
    info->pid = file ? child_start(file, arguments, folder, environment, descriptors) : -IO_FILE_NOT_FOUND;
    info->handle = info->pid > 0 ? (void *)(info->pid | PROCESS_HANDLE) : NULL;
    g_free(file);
    g_free(arguments);
    g_free(folder);
    g_strfreev(environment);
    return info->pid > 0;
}

/* (ProcessStartInfo, stdin, stdout, stderr, ref ProcInfo) */
ICALL(process_create)
{
    const int descriptors[] = {(int)args[1].i8, (int)args[2].i8, (int)args[3].i8};
    ret->i4 = start(args[0].o, args[4].p, descriptors);
}

/* (ProcessStartInfo, ref ProcInfo) */
ICALL(process_shell_execute)
{
    ret->i4 = start(args[0].o, args[1].p, (const int[]){0, 1, 2});
}

/* (handle, out exit code) */
ICALL(process_exit_code)
{
    const ChildProcess *child = child_is_handle(args[0].i8) ? child_find(child_pid(args[0].i8)) : NULL;
    *(int32_t *)args[1].p = child && child->ended ? child->exit_code : STILL_ACTIVE;
    ret->i4 = 1;
}

/* (handle, exit code): -1 is what Process.Kill() says */
ICALL(process_terminate)
{
    ret->i4 = child_is_handle(args[0].i8) && kill(child_pid(args[0].i8), args[1].i4 == -1 ? SIGKILL : SIGTERM) == 0;
}

ICALL(process_name)
{
    char *path = g_strdup_printf("/proc/%d/comm", (int)args[0].i8), *name = NULL;
    ret->p = NULL;
    if (g_file_get_contents(path, &name, NULL, NULL))
        ret->p = mono_string_new(g_strchomp(name));
    g_free(name);
    g_free(path);
}

ICALL(process_list)
{
    GArray *pids = g_array_new(FALSE, FALSE, sizeof(int32_t));
    GDir *folder = g_dir_open("/proc", 0, NULL);
    const char *name;
    while (folder && (name = g_dir_read_name(folder))) {
        int32_t pid = atoi(name);
        if (pid > 0)
            g_array_append_val(pids, pid);
    }
    if (folder)
        g_dir_close(folder);
    MonoArray *array = mono_array_new(mono_defaults.int32, pids->len);
    if (array)
        memcpy(array->data, pids->data, pids->len * sizeof(int32_t));
    ret->p = array;
    g_array_free(pids, TRUE);
}

/* Value in kB of a line of /proc/PID/status, in bytes. */
static int64_t status_bytes(int pid, const char *key)
{
    char *path = g_strdup_printf("/proc/%d/status", pid), *text = NULL;
    int64_t bytes = 0;
    if (g_file_get_contents(path, &text, NULL, NULL)) {
        char *line = strstr(text, key);
        if (line)
            bytes = strtoll(line + strlen(key), NULL, 10) * 1024;
    }
    g_free(text);
    g_free(path);
    return bytes;
}

static int64_t thread_count(int pid)
{
    return status_bytes(pid, "Threads:") / 1024;
}

/* Numbers of mono's MonoProcessData. */
enum {
    DATA_NUM_THREADS,
    DATA_USER_TIME,
    DATA_SYSTEM_TIME,
    DATA_TOTAL_TIME,
    DATA_WORKING_SET,
    DATA_WORKING_SET_PEAK,
    DATA_PRIVATE_BYTES,
    DATA_VIRTUAL_BYTES,
    DATA_VIRTUAL_BYTES_PEAK,
    DATA_FAULTS
};

/* (pid, kind, out error) */
ICALL(process_data)
{
    int pid = args[0].i4, kind = args[1].i4;
    *(int32_t *)args[2].p = 0;
    switch (kind) {
    case DATA_NUM_THREADS:
        ret->i8 = thread_count(pid);
        break;
    case DATA_WORKING_SET:
        ret->i8 = status_bytes(pid, "VmRSS:");
        break;
    case DATA_WORKING_SET_PEAK:
        ret->i8 = status_bytes(pid, "VmHWM:");
        break;
    case DATA_PRIVATE_BYTES:
        ret->i8 = status_bytes(pid, "VmData:");
        break;
    case DATA_VIRTUAL_BYTES:
        ret->i8 = status_bytes(pid, "VmSize:");
        break;
    case DATA_VIRTUAL_BYTES_PEAK:
        ret->i8 = status_bytes(pid, "VmPeak:");
        break;
    default:
        ret->i8 = 0;
    }
}

static int64_t ticks_of(struct timeval time)
{
    return (int64_t)time.tv_sec * 10000000 + (int64_t)time.tv_usec * 10;
}

/* (handle, out creation, out exit, out kernel, out user) */
ICALL(process_times)
{
    const ChildProcess *child = child_is_handle(args[0].i8) ? child_find(child_pid(args[0].i8)) : NULL;
    if (child) {
        *(int64_t *)args[1].p = child->started;
        *(int64_t *)args[2].p = child->finished;
        *(int64_t *)args[3].p = *(int64_t *)args[4].p = 0;
        ret->i4 = 1;
        return;
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    static int64_t start;
    if (!start)
        start = g_get_real_time() * 10 + 116444736000000000 - (ticks_of(usage.ru_utime) + ticks_of(usage.ru_stime));
    *(int64_t *)args[1].p = start;
    *(int64_t *)args[2].p = 0;
    *(int64_t *)args[3].p = ticks_of(usage.ru_stime);
    *(int64_t *)args[4].p = ticks_of(usage.ru_utime);
    ret->i4 = 1;
}

ICALL(process_priority)
{
    ret->i4 = PRIORITY_NORMAL;
}

ICALL(process_working_set)
{
    *(int64_t *)args[1].p = 0;
    *(int64_t *)args[2].p = 0;
    ret->i4 = 1;
}

ICALL(process_modules)
{
    MonoClass *thread_module =
        mono_class_from_name(mono_object_class(args[0].o)->image, "System.Diagnostics", "ProcessModule");
    ret->p = thread_module ? mono_array_new(thread_module, 0) : NULL;
}

#define PROCESS "System.Diagnostics.Process::"
#define NATIVE "Microsoft.Win32.NativeMethods::"

const MonoICallRow mono_icalls_process[] = {
    {NATIVE "CloseProcess", icall_one},
    {NATIVE "GetCurrentProcess", process_current_handle},
    {NATIVE "GetCurrentProcessId", process_current_id},
    {NATIVE "GetExitCodeProcess", process_exit_code},
    {NATIVE "GetPriorityClass", process_priority},
    {NATIVE "GetProcessTimes", process_times},
    {NATIVE "GetProcessWorkingSetSize", process_working_set},
    {NATIVE "SetPriorityClass", icall_zero},
    {NATIVE "SetProcessWorkingSetSize", icall_zero},
    {NATIVE "TerminateProcess", process_terminate},
    {NATIVE "WaitForInputIdle", icall_zero},
    {PROCESS "CreateProcess_internal", process_create},
    {PROCESS "GetModules_icall", process_modules},
    {PROCESS "GetProcessData", process_data},
    {PROCESS "GetProcess_internal", process_open},
    {PROCESS "GetProcesses_internal", process_list},
    {PROCESS "ProcessName_icall", process_name},
    {PROCESS "ShellExecuteEx_internal", process_shell_execute},
    {0},
};
