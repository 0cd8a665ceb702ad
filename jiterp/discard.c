/*
 * discard.c - code that goes again: its method is made anew, or memory for code is short.
 *
 * Code may be freed when no frame runs it. Frames that do carry FRAME_JITERP as long as a return address into their code
 * is on the native stack; everybody else finds code through InterpMethod.tier and the tier points of the method's IR,
 * which are set back here.
 */
#include "jiterp/backend.h"

enum { SHARE = 16, LEAST_HEAT = 16, MOST_DOUBLINGS = 12, FAILED_GUARDS = 4 };

GPtrArray *jit_compiled;
JitExitCounts jit_exit_counts;

uint32_t jit_heat_needed(const JitMethod *method)
{
    uint32_t first = (uint32_t)jit_options.threshold;
    return method->discards ? MAX(first, LEAST_HEAT) << MIN(method->discards, MOST_DOUBLINGS) : first;
}

void jit_count_exits(const JitMethod *method)
{
    for (uint32_t k = 0; k < method->exit_count; k++) {
        const JitExit *exit = &method->exits[k];
        jit_exit_counts.by_cause[exit->cause] += exit->count;
        if (exit->cause == JIT_ABORT_UNSUPPORTED)
            jit_exit_counts.by_op[exit->op] += exit->count;
    }
}

static void close_ways_in(JitMethod *method)
{
    InterpMethod *imethod = method->imethod;
    uint32_t heat = jit_heat_needed(method);
    imethod->tier = imethod->tier_reals = method->tier_before;
    for (guint i = 0; i < method->entries->len; i++) {
        const uint16_t *ip = g_array_index(method->entries, JitEntry, i).ip;
        void **point = &imethod->data[ip[1]];
        point[0] = (void *)(intptr_t)(*ip == MINT_TIER_LOOP ? heat * JIT_LOOP_FACTOR : heat);
        point[1] = NULL;
    }
}

static void free_code(JitMethod *method)
{
    jit_count_exits(method);
    jit_backend_free(method);
    g_array_free(method->entries, TRUE);
    g_free(method->exits);
    if (method->records)
        g_array_unref(method->records);
    method->code = NULL;
    method->entries = method->records = NULL;
    method->exits = NULL;
    method->exit_count = method->heat = method->code_bytes = 0;
}

/* ---- Memory is short ---- */

static GHashTable *running_methods(void)
{
    GHashTable *running = g_hash_table_new(NULL, NULL);
    for (const InterpFrame *f = mono_thread_state.frames_top; f >= interp_frames; f--)
        if (f->flags & FRAME_JITERP)
            g_hash_table_add(running, f->imethod);
    return running;
}

bool jit_make_room(size_t bytes)
{
    if (bytes > jit_options.code_limit_bytes)
        return false;
    GHashTable *running = running_methods();
    /* More than is asked for, lest the frames be looked through for each method. */
    size_t wanted = jit_code_stats.freed + MAX(bytes, jit_options.code_limit_bytes / SHARE);
    guint kept = 0, i = 0;
    for (; i < jit_compiled->len && (jit_code_stats.freed < wanted || !jit_code_fits(bytes)); i++) {
        JitMethod *method = jit_compiled->pdata[i];
        if (g_hash_table_contains(running, method->imethod)) {
            jit_compiled->pdata[kept++] = method;
            continue;
        }
        method->discards++;
        close_ways_in(method);
        free_code(method);
    }
    g_ptr_array_remove_range(jit_compiled, kept, i - kept);
    g_hash_table_destroy(running);
    return jit_code_fits(bytes);
}

/* ---- Guards that fail ---- */

void jit_note_failed_guard(void)
{
    InterpMethod *imethod = ((InterpFrame *)mono_thread_state.frames_top)->imethod;
    JitMethod *method = imethod->tier_data;
    jit_shared.guard_failed = 0;
    unsigned count = method ? ++method->failed_guards : 0;
    if (!method || !method->code || count < FAILED_GUARDS || (count & (count - 1)))
        return;
    GHashTable *running = running_methods();
    if (!g_hash_table_contains(running, imethod)) {
        method->unguarded = true;
        g_ptr_array_remove(jit_compiled, method);
        close_ways_in(method);
        free_code(method);
    }
    g_hash_table_destroy(running);
}

/* ---- Methods that are made anew ---- */

void jit_follow_unmade(InterpMethod *unmade)
{
    if (unmade->tier_data)
        ((JitMethod *)unmade->tier_data)->imethod = unmade;
}

void jit_free_unmade(InterpMethod *unmade)
{
    JitMethod *method = unmade->tier_data;
    if (!method)
        return;
    if (method->code) {
        g_ptr_array_remove(jit_compiled, method);
        free_code(method);
    }
    g_free(method);
}
