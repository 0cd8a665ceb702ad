/*
 * gen-guards.c - the tests of guards.h: on the edges into a loop, and where the interpreter comes into one.
 */
#include <limits.h>
#include <stddef.h>

#include "jiterp/gen-ops.h"

static void not_null(Gen *g, uint32_t web, X64Label fail)
{
    unsigned reg = g_use_web(g, web, 8, RAX);
    x64_rr(&g->a, X64_TEST, 8, reg, reg);
    x64_jcc(&g->a, CC_E, fail);
}

static void zero_based(Gen *g, uint32_t web, X64Label fail)
{
    unsigned reg = g_use_web(g, web, 8, RAX);
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(reg, offsetof(MonoArray, bounds)));
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_E, fail);
    for (unsigned dimension = 0; dimension < 2; dimension++) {
        x64_mi(&g->a, X64_CMP, 4, x64_at(RAX, (int32_t)(dimension * sizeof(MonoArrayBounds) +
                                                        offsetof(MonoArrayBounds, lower_bound))), 0);
        x64_jcc(&g->a, CC_NE, fail);
    }
}

/* The length that the index is compared with, and its bytes. rax: the array, which the guards before say is there. */
static X64Mem length_of(Gen *g, const JitBounds *bounds, unsigned *bytes)
{
    *bytes = bounds->dimension ? 4 : 8;
    if (!bounds->dimension)
        return x64_at(RAX, ARRAY_LENGTH);
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RAX, offsetof(MonoArray, bounds)));
    return x64_at(RAX, (int32_t)((bounds->dimension - 1) * sizeof(MonoArrayBounds) + offsetof(MonoArrayBounds, length)));
}

/* The index is somewhere in the array (the interpreter comes in at any turn; or it stays), or at least not negative. */
static void index_is_fine(Gen *g, const JitBounds *bounds, X64Mem length, unsigned bytes, bool inside, X64Label fail)
{
    unsigned reg = g_use_web(g, bounds->index, 4, RCX);
    if (!inside && !bounds->steady) {
        x64_rr(&g->a, X64_TEST, 4, reg, reg);
        x64_jcc(&g->a, CC_S, fail);
        return;
    }
    x64_rr(&g->a, X64_MOV, 4, RCX, reg); /* its low half */
    x64_rm(&g->a, X64_CMP, bytes, RCX, length);
    x64_jcc(&g->a, CC_AE, fail);
}

static void bound_is_fine(Gen *g, const JitBounds *bounds, X64Mem length, unsigned bytes, X64Label fail)
{
    if (bounds->is_length)
        return;
    if (bounds->bound != JIT_NO_WEB) {
        unsigned reg = g_use_web(g, bounds->bound, 4, RCX);
        x64_rm(&g->a, X64_CMP, 4, reg, length);
        x64_jcc(&g->a, bounds->inclusive ? CC_GE : CC_G, fail);
    } else if (bounds->bound_array != JIT_NO_WEB) {
        unsigned reg = g_use_web(g, bounds->bound_array, 8, RCX);
        x64_rm(&g->a, X64_MOV, 4, RCX, x64_at(reg, ARRAY_LENGTH));
        x64_rm(&g->a, X64_CMP, 4, RCX, length);
        x64_jcc(&g->a, bounds->inclusive ? CC_GE : CC_G, fail);
    } else if (bounds->limit >= 0) {
        x64_mi(&g->a, X64_CMP, bytes, length, bounds->limit);
        x64_jcc(&g->a, bounds->inclusive ? CC_BE : CC_B, fail);
    }
}

static void step_is_fine(Gen *g, const JitBounds *bounds, X64Mem length, unsigned bytes, X64Label fail)
{
    if (bounds->step == JIT_NO_WEB) {
        if (bounds->step_imm == 1)
            return;
        x64_mi(&g->a, X64_CMP, bytes, length, INT_MAX - bounds->step_imm);
        x64_jcc(&g->a, CC_A, fail);
        return;
    }
    unsigned reg = g_use_web(g, bounds->step, 4, RCX);
    x64_rr(&g->a, X64_TEST, 4, reg, reg);
    x64_jcc(&g->a, CC_S, fail);
    x64_rr(&g->a, X64_MOV, 4, RCX, reg);
    x64_rm(&g->a, X64_ADD, 4, RCX, length);
    x64_jcc(&g->a, CC_O, fail);
}

static void test_loop(Gen *g, const JitLoop *loop, bool inside, X64Label fail)
{
    for (guint i = 0; i < loop->nonnull->len; i++)
        not_null(g, g_array_index(loop->nonnull, uint32_t, i), fail);
    for (guint i = 0; i < loop->zero_based->len; i++)
        zero_based(g, g_array_index(loop->zero_based, uint32_t, i), fail);
    for (guint i = 0; i < loop->bounds->len; i++) {
        const JitBounds *bounds = &g_array_index(loop->bounds, JitBounds, i);
        g_move(g, RAX, g_use_web(g, bounds->array, 8, RAX), 8);
        unsigned bytes;
        X64Mem length = length_of(g, bounds, &bytes);
        index_is_fine(g, bounds, length, bytes, inside, fail);
        if (bounds->steady)
            continue;
        bound_is_fine(g, bounds, length, bytes, fail);
        step_is_fine(g, bounds, length, bytes, fail);
    }
}

/* Of all loops that the way into block `to` enters. The interpreter may come in at any turn. */
static void guard(Gen *g, uint32_t from, uint32_t to)
{
    X64Label fail = 0;
    bool has_label = false;
    for (guint i = 0; i < g->guards->loops->len; i++) {
        const JitLoop *loop = &g_array_index(g->guards->loops, JitLoop, i);
        if (!jit_loop_has(loop, to) || (from != JIT_FROM_INTERPRETER && jit_loop_has(loop, from)))
            continue;
        if (!has_label)
            fail = g_guard_exit(g, to);
        has_label = true;
        test_loop(g, loop, from == JIT_FROM_INTERPRETER, fail);
    }
    g_keep_at_entry(g, from, to);
}

void g_guard_edge(Gen *g, uint32_t from, uint32_t to) { guard(g, from, to); }
void g_guard_entry(Gen *g, uint32_t block) { guard(g, JIT_FROM_INTERPRETER, block); }

void g_guarded_nonnull(const Gen *g, uint32_t block)
{
    for (guint i = 0; i < g->guards->loops->len; i++) {
        const JitLoop *loop = &g_array_index(g->guards->loops, JitLoop, i);
        for (guint k = 0; jit_loop_has(loop, block) && k < loop->nonnull->len; k++)
            jit_set(g->nonnull, g_array_index(loop->nonnull, uint32_t, k));
    }
}
