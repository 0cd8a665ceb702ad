/*
 * gchandle.c - System.GC and GCHandle.
 */
#include "interp/corlib/glue.h"

static bool check_handle(uint32_t handle)
{
    if (mono_gchandle_is_valid(handle))
        return true;
    mono_set_pending_exception(mono_exception_argument(NULL, "GCHandle value belongs to a different domain"));
    return false;
}

ICALL(handle_target)
{
    ret->o = mono_gchandle_is_valid(args[0].u4) ? mono_gchandle_target(args[0].u4) : NULL;
}

/* (obj, handle, type): handle 0 makes a new one, else its target is set. */
ICALL(handle_make)
{
    uint32_t handle = args[1].u4;
    if (handle == 0) {
        handle = mono_gchandle_new_kind(args[0].o, (MonoGCHandleType)args[2].i4);
    } else {
        if (!check_handle(handle))
            return;
        mono_gchandle_set_target(handle, args[0].o);
    }
    ret->u4 = handle;
}

ICALL(handle_free)
{
    if (mono_gchandle_is_valid(args[0].u4))
        mono_gchandle_release(args[0].u4);
}

/* -1: no such handle; -2: not pinned. */
ICALL(handle_pinned_address)
{
    uint32_t handle = args[0].u4;
    ret->i8 = -1;
    if (!mono_gchandle_is_valid(handle))
        return;
    ret->i8 = -2;
    if (mono_gchandle_type(handle) != MONO_GC_HANDLE_PINNED)
        return;
    MonoObject *object = mono_gchandle_target(handle);
    if (!object)
        ret->p = NULL;
    else if (mono_object_class(object) == mono_defaults.string)
        ret->p = ((MonoString *)object)->chars;
    else if (mono_object_class(object)->kind == MONO_CLASS_ARRAY)
        ret->p = ((MonoArray *)object)->data;
    else
        ret->p = mono_object_unbox(object);
}

ICALL(gc_collection_count)
{
    ret->i4 = (int32_t)mono_gc_collection_count();
}

ICALL(gc_max_generation)
{
    ret->i4 = 1; /* as mono's sgen says */
}

ICALL(gc_collect)
{
    mono_gc_collect();
}

ICALL(gc_allocated_bytes)
{
    ret->i8 = (int64_t)mono_gc_allocated_bytes();
}

ICALL(gc_wait_finalizers)
{
    while (mono_gc_run_finalizers())
        continue;
}

ICALL(gc_suppress)
{
    if (args[0].o)
        mono_gc_suppress_finalize(args[0].o);
    else
        mono_set_pending_exception(mono_exception_argument_null("obj"));
}

ICALL(gc_reregister)
{
    if (args[0].o)
        mono_gc_reregister_finalize(args[0].o);
    else
        mono_set_pending_exception(mono_exception_argument_null("obj"));
}

ICALL(gc_total_memory)
{
    if (args[0].i4 & 1)
        mono_gc_collect();
    ret->i8 = (int64_t)mono_gc_used_bytes();
}

ICALL(gc_register_ephemerons)
{
    mono_gc_register_ephemeron_array(args[0].p);
}

ICALL(gc_tombstone)
{
    ret->o = mono_gc_ephemeron_tombstone();
}

#define HANDLE "System.Runtime.InteropServices.GCHandle::"

const MonoICallRow mono_icalls_gchandle[] = {
    {"System.GC::GetAllocatedBytesForCurrentThread", gc_allocated_bytes},
    {"System.GC::GetCollectionCount", gc_collection_count},
    {"System.GC::GetGeneration", icall_zero},
    {"System.GC::GetMaxGeneration", gc_max_generation},
    {"System.GC::GetTotalMemory", gc_total_memory},
    {"System.GC::InternalCollect", gc_collect},
    {"System.GC::RecordPressure", icall_nothing},
    {"System.GC::WaitForPendingFinalizers", gc_wait_finalizers},
    {"System.GC::_ReRegisterForFinalize", gc_reregister},
    {"System.GC::_SuppressFinalize", gc_suppress},
    {"System.GC::get_ephemeron_tombstone", gc_tombstone},
    {"System.GC::register_ephemeron_array", gc_register_ephemerons},
    {HANDLE "CheckCurrentDomain", icall_one},
    {HANDLE "FreeHandle", handle_free},
    {HANDLE "GetAddrOfPinnedObject", handle_pinned_address},
    {HANDLE "GetTarget", handle_target},
    {HANDLE "GetTargetHandle", handle_make},
    {0},
};
