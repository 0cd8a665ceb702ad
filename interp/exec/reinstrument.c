/*
 * reinstrument.c - profilers that change their mind: filters or callbacks set while the program runs.
 *
 * What a method raises is part of its code. So at the next safepoint all filters are asked about all methods again, and a
 * method whose answer is another, or which holds the code of an inlined one that is instrumented now, is made anew at
 * its next call. Frames that run the old code finish in it: they raise the leave of an enter that was raised, and no
 * other. Code of AOT images stays; a method of theirs raises the events it has, or none.
 */
#include "interp/exec/internal.h"
#include "interp/exec/tier.h"

static GPtrArray *unmade_methods; /* some frame may run them still */

static bool is_outdated(InterpMethod *imethod)
{
    if (imethod->method->kind != MONO_METHOD_IL)
        return false;
    if (imethod->stable) { /* its code is what an image says; only whether it is heard can change */
        imethod->muted = !mono_profiler_method_flags(imethod->method);
        return false;
    }
    if (mono_profiler_method_flags(imethod->method) != imethod->prof_flags)
        return true;
    if (imethod->prof_flags && (imethod->by_request != mono_profiler_state.raises_by_request ||
                                imethod->by_cursor != mono_profiler_state.moves_call_cursor))
        return true;
    for (uint32_t i = 0; i < imethod->inline_count; i++)
        if (mono_profiler_method_flags(imethod->inlines[i].method))
            return true;
    return false;
}

static void unmake(InterpMethod *imethod)
{
    InterpMethod *unmade = interp_method_unmake(imethod);
    for (InterpFrame *f = mono_thread_state.frames_top; f >= interp_frames; f--)
        if (f->imethod == imethod)
            f->imethod = unmade;
    if (interp_tier.unmade)
        interp_tier.unmade(unmade);
    if (!unmade_methods)
        unmade_methods = g_ptr_array_new();
    g_ptr_array_add(unmade_methods, unmade);
}

static void free_left(void)
{
    GHashTable *running = g_hash_table_new(NULL, NULL);
    for (InterpFrame *f = mono_thread_state.frames_top; f >= interp_frames; f--)
        g_hash_table_add(running, f->imethod);
    for (guint i = unmade_methods ? unmade_methods->len : 0; i-- > 0;) {
        InterpMethod *unmade = unmade_methods->pdata[i];
        if (g_hash_table_contains(running, unmade))
            continue;
        if (interp_tier.free_unmade)
            interp_tier.free_unmade(unmade);
        interp_method_free(unmade);
        g_ptr_array_remove_index_fast(unmade_methods, i);
    }
    g_hash_table_destroy(running);
}

void interp_reinstrument(void)
{
    if (!mono_profiler_take_change())
        return;
    for (unsigned i = 0; interp_method_ready(i);)
        if (is_outdated(interp_method_ready(i)))
            unmake(interp_method_ready(i)); /* another stands in its place now */
        else
            i++;
    free_left();
}
