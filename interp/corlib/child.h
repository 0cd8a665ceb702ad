/*
 * child.h - child processes: started, waited for, ended. A handle is the process id with PROCESS_HANDLE.
 */
#ifndef MONOSP_CHILD_H
#define MONOSP_CHILD_H

#include "interp/corlib/glue.h"

typedef struct {
    int32_t pid;
    bool ended;
    int32_t exit_code;        /* as mono says it: 128 + N for signal N */
    int64_t started, finished; /* file times: 100 ns since 1601 */
} ChildProcess;

static inline bool child_is_handle(int64_t handle)
{
    return (handle & ~(int64_t)0x7fffffff) == PROCESS_HANDLE;
}

static inline int32_t child_pid(int64_t handle)
{
    return (int32_t)(handle & 0x7fffffff);
}

/* One that child_start() started, asked for its state just now; NULL = it is none of ours. */
const ChildProcess *child_find(int32_t pid);
/* Has it ended? Processes that are not ours have ended when there are none of that number. */
bool child_has_ended(int32_t pid);
/* arguments as the class library has them: one text, quoted as for a shell. environment NULL = ours.
 * Returns the process id, or minus a number of MonoIOError. */
int32_t child_start(const char *file, const char *arguments, const char *folder, char **environment,
                    const int descriptors[3]);

#endif
