/*
 * child.c - no child processes: Process.Start throws PlatformNotSupportedException.
 */
#include "interp/corlib/child.h"

const ChildProcess *child_find(int32_t pid)
{
    return NULL;
}

bool child_has_ended(int32_t pid)
{
    return true;
}

int32_t child_start(const char *file, const char *arguments, const char *folder, char **environment,
                    const int descriptors[3])
{
    mono_set_pending_exception(mono_exception_platform_not_supported("WebAssembly has no processes to start."));
    return -IO_NOT_SUPPORTED;
}
