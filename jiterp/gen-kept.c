/*
 * gen-kept.c - kept values (guards.h): computed where a loop is entered, behind its guards, and again behind C code.
 */
#include <stddef.h>

#include "jiterp/gen-ops.h"

static int register_of(const Gen *g, const JitKept *kept)
{
    return kept ? g_web(g, kept->web)->reg : -1;
}

int g_kept_register(const Gen *g, uint16_t kept)
{
    return register_of(g, jit_kept(g->guards, kept));
}

int g_kept_constant(const Gen *g, uint64_t constant)
{
    for (guint k = 0; k < g->guards->kept->len; k++) {
        const JitKept *kept = jit_kept(g->guards, (uint16_t)k);
        if (kept->kind == KEPT_CONSTANT && kept->constant == constant && INS->block >= kept->first &&
            INS->block < kept->end && register_of(g, kept) >= 0)
            return register_of(g, kept);
    }
    return -1;
}

/* Zero-extended. */
static void load_index(Gen *g, unsigned to, uint32_t web)
{
    x64_rr(&g->a, X64_MOV, 4, to, g_use_web(g, web, 4, to));
}

/* rax, rcx and rdx are free; no flags are wanted. */
static void compute(Gen *g, const JitKept *kept)
{
    if (register_of(g, kept) < 0)
        return;
    unsigned to = (unsigned)register_of(g, kept);
    if (kept->kind == KEPT_CONSTANT) {
        if (kept->constant == 0)
            x64_rr(&g->a, X64_XORPS, 4, to, to);
        else
            x64_rm(&g->a, X64_MOVSD, 4, to, x64_literal(&g->a, kept->constant, 0));
        return;
    }
    unsigned array = g_use_web(g, kept->array, 8, RAX);
    if (kept->kind == KEPT_LENGTH) {
        g_load_second_length(g, RDX, array);
        g_move(g, to, RDX, 4);
        return;
    }
    load_index(g, RCX, kept->index);
    if (kept->kind != KEPT_COLUMN) {
        g_load_second_length(g, RDX, array);
        x64_rr(&g->a, X64_IMUL, 8, RCX, RDX);
    }
    if (kept->kind == KEPT_ELEMENT) {
        load_index(g, RDX, kept->second);
        x64_rr(&g->a, X64_ADD, 8, RCX, RDX);
    }
    x64_rm(&g->a, X64_LEA, 8, to, x64_indexed(array, RCX, kept->size, ARRAY_DATA));
}

void g_keep_at_entry(Gen *g, uint32_t from, uint32_t to)
{
    for (guint k = 0; k < g->guards->kept->len; k++) {
        const JitKept *kept = jit_kept(g->guards, (uint16_t)k);
        bool inside = to >= kept->first && to < kept->end;
        if (inside && (from == JIT_FROM_INTERPRETER || from < kept->first || from >= kept->end))
            compute(g, kept);
    }
}

static bool is_live(const Gen *g, uint32_t web, const uint64_t *after)
{
    if (web == JIT_NO_WEB || g_web(g, web)->is_constant)
        return true;
    uint32_t slot = g_web(g, web)->slot;
    return jit_bit(jit_live(g->r, g->index), slot) && g->current[slot] == web && (!after || jit_bit(after, slot));
}

/* Where one of its webs lives no more, no access can be reached but through an entry, which computes it. */
void g_list_kept(const Gen *g, GArray *list, bool behind)
{
    const uint64_t *after = !behind ? NULL : jit_live_after(g->r, g->block, g->index);
    uint32_t block = INS->block;
    for (guint k = 0; k < g->guards->kept->len; k++) {
        const JitKept *kept = jit_kept(g->guards, (uint16_t)k);
        int reg = register_of(g, kept);
        bool survives = reg < 0 || (kept->kind != KEPT_CONSTANT && jit_callee_saved((unsigned)reg));
        uint16_t index = (uint16_t)k;
        if (block >= kept->first && block < kept->end && !survives && is_live(g, kept->array, after) &&
            is_live(g, kept->index, after) && is_live(g, kept->second, after))
            g_array_append_val(list, index);
    }
}

void g_keep_again(Gen *g, const GArray *list)
{
    for (guint i = 0; i < list->len; i++)
        compute(g, jit_kept(g->guards, g_array_index(list, uint16_t, i)));
}
