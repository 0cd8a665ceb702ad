/*
 * memory-map.c - System.IO.MemoryMappedFiles: WebAssembly's memory cannot be a file's.
 */
#include "interp/corlib/glue.h"

static void refuse(MonoSlot *args, MonoSlot *ret)
{
    ret->p = NULL;
    mono_set_pending_exception(mono_exception_platform_not_supported("WebAssembly maps no files into its memory."));
}

#define MAPS "System.IO.MemoryMappedFiles.MemoryMapImpl::"

const MonoICallRow mono_icalls_memory_map[] = {
    {MAPS "CloseMapping", icall_nothing},
    {MAPS "ConfigureHandleInheritability", icall_nothing},
    {MAPS "Flush", icall_nothing},
    {MAPS "MapInternal", refuse},
    {MAPS "OpenFileInternal", refuse},
    {MAPS "OpenHandleInternal", refuse},
    {MAPS "Unmap", icall_one},
    {0},
};
