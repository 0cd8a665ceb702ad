/*
 * alloc.c - registers for webs: greedy by weight. A web takes a register that is free wherever it is live; what crosses
 * calls prefers registers that calls keep, and pays for saving others.
 */
#include "jiterp/guards.h"
#include "jiterp/internal.h"

#include <string.h>

static const uint8_t caller_saved[] = {RSI, RDI, R8, R9, R10, R11};
static const uint8_t callee_saved[] = {R12, R13, R14};
enum { FIRST_XMM = 2, XMMS = 16 };

typedef struct {
    uint64_t *used[2][16]; /* [is_fp][register]: bits by position */
    uint32_t words;
    bool kept_in_use[16];
} Allocator;

/* Positions: 2 i = before and in instruction i, 2 i + 1 = after it. */
static void add_segment(JitWeb *web, uint32_t from, uint32_t to)
{
    if (!web->segments)
        web->segments = g_array_new(FALSE, FALSE, sizeof(JitSegment));
    if (web->segments->len) {
        JitSegment *last = &g_array_index(web->segments, JitSegment, web->segments->len - 1);
        if (last->to >= from) {
            last->to = MAX(last->to, to);
            return;
        }
    }
    JitSegment segment = {from, to};
    g_array_append_val(web->segments, segment);
}

static void use_web(JitRegion *region, uint32_t web, double weight)
{
    if (web != JIT_NO_WEB)
        JIT_WEB(region, web)->weight += weight;
}

unsigned jit_real_arguments(const InterpMethod *callee)
{
    const MonoMethodSignature *signature = callee->signature;
    unsigned slots = 0, slot = signature && signature->hasthis && !signature->explicit_this;
    for (int i = 0; signature && i < signature->param_count && slot < 2; i++) {
        slots |= (unsigned)interp_type_is_real(&signature->params[i]) << slot;
        slot += mono_type_slots(&signature->params[i]);
    }
    return slots;
}

/* A call takes it from its register. */
static bool is_passed(const JitRegion *region, const JitInsn *insn, uint32_t slot)
{
    uint32_t argument = slot - (uint32_t)insn->v[2];
    return insn->op == MINT_CALL && argument < 2 && jit_real_arguments(jit_callee(region, insn)) >> argument & 1;
}

static void scan_insn(JitRegion *region, const JitGuards *guards, const JitBlock *block, uint32_t i, uint32_t *current)
{
    JitInsn *insn = JIT_INSN(region, i);
    const uint64_t *live = jit_live(region, i);
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(region, insn, effects), mdef = insn->mdef_first, kept = jit_kept_operands(guards, i);
    for (uint32_t s = 0; s < region->slots; s++)
        if (jit_bit(live, s))
            add_segment(JIT_WEB(region, current[s]), i > 0 ? 2 * i - 1 : 0, 2 * i + 1);
    for (unsigned k = 0; k < count; k++)
        if (effects[k].kind == JIT_MUSE)
            for (uint32_t s = effects[k].slot; s < effects[k].slot + effects[k].count; s++)
                use_web(region, current[s], is_passed(region, insn, s) ? 0 : -block->frequency);
        else if (effects[k].kind == JIT_USE && !(kept >> effects[k].operand & 1))
            use_web(region, insn->web[effects[k].operand], block->frequency);
    jit_walk_insn(region, insn, current);
    for (unsigned k = 0; k < count; k++) {
        if (effects[k].kind == JIT_DEF) {
            use_web(region, insn->web[effects[k].operand], block->frequency);
            add_segment(JIT_WEB(region, insn->web[effects[k].operand]), 2 * i + 1, 2 * i + 2);
        } else if (effects[k].kind == JIT_MDEF) {
            for (uint32_t s = 0; s < effects[k].count; s++) {
                uint32_t web = g_array_index(region->mdefs, uint32_t, mdef++);
                use_web(region, web, -block->frequency);
                add_segment(JIT_WEB(region, web), 2 * i + 1, 2 * i + 2);
            }
        }
    }
    const uint64_t *after = jit_live_after(region, block, i);
    if (i + 1 == block->end)
        for (uint32_t s = 0; s < region->slots; s++)
            if (jit_bit(after, s))
                add_segment(JIT_WEB(region, current[s]), 2 * i + 1, 2 * i + 2);
    if (jit_clobbers(insn->op))
        for (uint32_t s = 0; s < region->slots; s++)
            if (jit_bit(after, s) && jit_bit(live, s) && !jit_defines(effects, count, s) /* as a call's result is where its first argument was */)
                JIT_WEB(region, current[s])->call_cost += 2 * block->frequency;
}

static bool is_free(const Allocator *a, const JitWeb *web, unsigned reg)
{
    const uint64_t *used = a->used[web->is_fp][reg];
    for (guint k = 0; k < web->segments->len; k++) {
        const JitSegment *segment = &g_array_index(web->segments, JitSegment, k);
        for (uint32_t p = segment->from; p < segment->to; p++)
            if (jit_bit(used, p))
                return false;
    }
    return true;
}

static void take(Allocator *a, JitWeb *web, unsigned reg)
{
    web->reg = (int32_t)reg;
    for (guint k = 0; k < web->segments->len; k++) {
        const JitSegment *segment = &g_array_index(web->segments, JitSegment, k);
        for (uint32_t p = segment->from; p < segment->to; p++)
            jit_set(a->used[web->is_fp][reg], p);
    }
    if (!web->is_fp)
        a->kept_in_use[reg] = true;
}

static bool try_regs(Allocator *a, JitWeb *web, const uint8_t *regs, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (is_free(a, web, regs[i])) {
            take(a, web, regs[i]);
            return true;
        }
    return false;
}

/* The register of the web this one is moved to or from, if it will do. */
static bool try_hint(Allocator *a, const JitRegion *region, JitWeb *web)
{
    if (web->hint == JIT_NO_WEB)
        return false;
    const JitWeb *other = JIT_WEB(region, web->hint);
    if (other->reg < 0 || other->is_fp != web->is_fp || !is_free(a, web, (unsigned)other->reg))
        return false;
    if (web->call_cost > 0 && (web->is_fp || !jit_callee_saved((unsigned)other->reg)))
        return false;
    take(a, web, (unsigned)other->reg);
    return true;
}

static void place(Allocator *a, const JitRegion *region, JitWeb *web)
{
    static const uint8_t xmms[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    if (try_hint(a, region, web))
        return;
    /* r14, the last, may be taken already: see g_visit(). */
    unsigned kept = G_N_ELEMENTS(callee_saved) - region->counts_visits;
    bool save_pays = web->weight > web->call_cost;
    if (web->is_fp) {
        if (save_pays)
            try_regs(a, web, xmms, G_N_ELEMENTS(xmms));
        return;
    }
    if (web->call_cost > 0) {
        if (web->weight > 2 && try_regs(a, web, callee_saved, kept))
            return;
        if (save_pays)
            try_regs(a, web, caller_saved, G_N_ELEMENTS(caller_saved));
        return;
    }
    if (!try_regs(a, web, caller_saved, G_N_ELEMENTS(caller_saved)) && web->weight > 2)
        try_regs(a, web, callee_saved, kept);
}

static int by_weight(const void *a, const void *b)
{
    const JitWeb *x = *(JitWeb *const *)a, *y = *(JitWeb *const *)b;
    return x->weight > y->weight ? -1 : x->weight < y->weight ? 1 : (x > y) - (x < y);
}

void jit_allocate(JitRegion *region, const JitGuards *guards)
{
    Allocator a = {.words = (2 * region->insns->len + 2 + 63) / 64};
    uint32_t *current = g_new(uint32_t, region->slots);
    for (guint b = 0; b < region->blocks->len; b++) {
        const JitBlock *block = JIT_BLOCK(region, b);
        if (!block->reachable)
            continue;
        jit_walk_begin(region, block, current);
        for (uint32_t i = block->first; i < block->end; i++)
            scan_insn(region, guards, block, i, current);
    }
    g_free(current);
    for (unsigned k = 0; k < 32; k++)
        a.used[k / 16][k % 16] = g_new0(uint64_t, a.words);
    JitWeb **order = g_new(JitWeb *, region->webs->len + 1);
    uint32_t count = 0;
    for (guint w = 0; w < region->webs->len; w++) {
        JitWeb *web = JIT_WEB(region, w);
        if (!web->memory_only && !web->is_constant && web->segments && web->weight > 0)
            order[count++] = web;
    }
    qsort(order, count, sizeof *order, by_weight);
    for (uint32_t i = 0; i < count; i++)
        place(&a, region, order[i]);
    g_free(order);
    for (unsigned k = 0; k < 32; k++)
        g_free(a.used[k / 16][k % 16]);
}
