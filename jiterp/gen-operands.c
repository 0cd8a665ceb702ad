/*
 * gen-operands.c - webs as operands of machine instructions: registers, slots, constants.
 */
#include "jiterp/gen.h"

bool g_in_register(const Gen *g, uint32_t web)
{
    return g_web(g, web)->reg >= 0;
}

void g_move(Gen *g, unsigned to, unsigned from, unsigned size)
{
    if (to != from)
        x64_rr(&g->a, X64_MOV, size, to, from);
}

void g_move_fp(Gen *g, unsigned to, unsigned from)
{
    if (to != from)
        x64_rr(&g->a, X64_MOVAPS, 4, to, from);
}

/* Constants of narrow webs are kept zero-extended; as I4 they are meant signed. */
bool g_constant(const Gen *g, unsigned operand, int64_t *value)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    if (!web->is_constant)
        return false;
    *value = (int64_t)web->constant;
    return true;
}

unsigned g_use_web(Gen *g, uint32_t index, unsigned size, unsigned scratch)
{
    const JitWeb *web = g_web(g, index);
    if (web->is_constant) {
        x64_mov_imm(&g->a, scratch, web->constant);
        return scratch;
    }
    if (web->reg < 0) {
        x64_rm(&g->a, X64_MOV, MAX(size, 4), scratch, g_slot(web->slot));
        return scratch;
    }
    if (web->is_fp) {
        x64_rr_store(&g->a, X64_MOVQ_X, size == 8 ? 8 : 4, scratch, (unsigned)web->reg);
        return scratch;
    }
    return (unsigned)web->reg;
}

unsigned g_use(Gen *g, unsigned operand, unsigned size, unsigned scratch)
{
    return g_use_web(g, g->insn->web[operand], size, scratch);
}

unsigned g_use_fp(Gen *g, unsigned operand, unsigned scratch)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    int kept = web->is_constant ? g_kept_constant(g, web->constant) : -1;
    if (kept >= 0)
        return (unsigned)kept;
    if (web->is_constant)
        x64_rm(&g->a, X64_MOVSD, 4, scratch, x64_literal(&g->a, web->constant, 0));
    else if (web->reg < 0)
        x64_rm(&g->a, X64_MOVSD, 4, scratch, g_slot(web->slot));
    else if (!web->is_fp)
        x64_rr(&g->a, X64_MOVQ_X, 8, scratch, (unsigned)web->reg);
    else
        return (unsigned)web->reg;
    return scratch;
}

unsigned g_target(Gen *g, unsigned operand, unsigned scratch)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    return web->reg >= 0 && !web->is_fp ? (unsigned)web->reg : scratch;
}

unsigned g_target_fp(Gen *g, unsigned operand, unsigned scratch)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    return web->reg >= 0 && web->is_fp ? (unsigned)web->reg : scratch;
}

void g_done(Gen *g, unsigned operand, unsigned reg)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    jit_unset(g->nonnull, g->insn->web[operand]);
    if (web->is_constant)
        return;
    if (web->reg < 0)
        x64_mr(&g->a, X64_MOV, 8, g_slot(web->slot), reg);
    else if (web->is_fp)
        x64_rr(&g->a, X64_MOVQ_X, 8, (unsigned)web->reg, reg);
    else
        g_move(g, (unsigned)web->reg, reg, web->wide ? 8 : 4);
}

void g_done_fp(Gen *g, unsigned operand, unsigned reg)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    if (web->is_constant)
        return;
    if (web->reg < 0)
        x64_mr(&g->a, X64_MOVSD, 4, g_slot(web->slot), reg);
    else if (!web->is_fp)
        x64_rr_store(&g->a, X64_MOVQ_X, web->wide ? 8 : 4, (unsigned)web->reg, reg);
    else
        g_move_fp(g, (unsigned)web->reg, reg);
}

void g_op_use(Gen *g, X64Op op, unsigned size, unsigned reg, unsigned operand)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    int64_t value = size == 8 ? (int64_t)web->constant : (int32_t)web->constant;
    if (web->is_constant && value == (int32_t)value && op != X64_IMUL) {
        x64_ri(&g->a, op, size, reg, (int32_t)value);
    } else if (web->is_constant && value == (int32_t)value) {
        x64_rri(&g->a, X64_IMUL_IMM, size, reg, reg, (int32_t)value);
    } else if (web->is_constant || web->is_fp || web->reg >= 0) {
        unsigned from = g_use(g, operand, size, reg == RCX ? RDX : RCX);
        x64_rr(&g->a, op, size, reg, from);
    } else {
        x64_rm(&g->a, op, size, reg, g_slot(web->slot));
    }
}

void g_op_use_fp(Gen *g, X64Op op, unsigned reg, unsigned operand, unsigned size)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    if (web->is_constant && g_kept_constant(g, web->constant) < 0)
        x64_rm(&g->a, op, size, reg, x64_literal(&g->a, web->constant, 0));
    else if (!web->is_constant && web->reg < 0)
        x64_rm(&g->a, op, size, reg, g_slot(web->slot));
    else
        x64_rr(&g->a, op, size, reg, g_use_fp(g, operand, reg == 1 ? 0 : 1));
}

void g_op_real(Gen *g, X64Op op, unsigned reg, unsigned first, unsigned operand)
{
    const JitWeb *web = g_web(g, g->insn->web[operand]);
    if (reg == first)
        g_op_use_fp(g, op, reg, operand, 4);
    else if (web->is_constant && g_kept_constant(g, web->constant) < 0)
        x64_rrm(&g->a, op, reg, first, x64_literal(&g->a, web->constant, 0));
    else if (!web->is_constant && web->reg < 0)
        x64_rrm(&g->a, op, reg, first, g_slot(web->slot));
    else
        x64_rrr(&g->a, op, reg, first, g_use_fp(g, operand, first == 1 ? 0 : 1));
}

void g_store_web(Gen *g, uint32_t slot, uint32_t index)
{
    const JitWeb *web = g_web(g, index);
    if (web->is_constant) {
        int64_t value = (int64_t)web->constant;
        if (value == (int32_t)value) {
            x64_mi(&g->a, X64_MOV, 8, g_slot(slot), (int32_t)value);
        } else {
            x64_mov_imm(&g->a, RCX, web->constant);
            x64_mr(&g->a, X64_MOV, 8, g_slot(slot), RCX);
        }
    } else if (web->reg >= 0 && web->is_fp) {
        x64_mr(&g->a, X64_MOVSD, 4, g_slot(slot), (unsigned)web->reg);
    } else if (web->reg >= 0) {
        x64_mr(&g->a, X64_MOV, 8, g_slot(slot), (unsigned)web->reg);
    }
}

void g_load_web(Gen *g, uint32_t slot, uint32_t index)
{
    const JitWeb *web = g_web(g, index);
    if (web->reg < 0)
        return;
    if (web->is_fp)
        x64_rm(&g->a, X64_MOVSD, 4, (unsigned)web->reg, g_slot(slot));
    else
        x64_rm(&g->a, X64_MOV, web->wide ? 8 : 4, (unsigned)web->reg, g_slot(slot));
}

static void flush(Gen *g, bool uses)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(g->r, g->insn, effects);
    for (unsigned k = 0; k < count; k++) {
        if (effects[k].kind != JIT_MUSE && !(uses && effects[k].kind == JIT_USE))
            continue;
        for (uint32_t s = effects[k].slot; s < effects[k].slot + effects[k].count; s++)
            g_store_web(g, s, g->current[s]);
    }
}

void g_flush(Gen *g)
{
    flush(g, false);
}

void g_flush_uses(Gen *g)
{
    flush(g, true);
}

void g_reload_defs(Gen *g, bool single)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(g->r, g->insn, effects), mdef = g->insn->mdef_first;
    for (unsigned k = 0; k < count; k++) {
        if (effects[k].kind == JIT_DEF && single)
            jit_unset(g->nonnull, g->insn->web[effects[k].operand]);
        if (effects[k].kind == JIT_DEF && single)
            g_load_web(g, effects[k].slot, g->insn->web[effects[k].operand]);
        if (effects[k].kind == JIT_MDEF)
            for (uint32_t s = 0; s < effects[k].count; s++) {
                uint32_t web = g_array_index(g->r->mdefs, uint32_t, mdef++);
                jit_unset(g->nonnull, web);
                g_load_web(g, effects[k].slot + s, web);
            }
    }
}

static void across(Gen *g, void (*move)(Gen *, uint32_t, uint32_t), bool saving)
{
    const uint64_t *live = jit_live(g->r, g->index);
    const uint64_t *after = jit_live_after(g->r, g->block, g->index);
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(g->r, g->insn, effects);
    for (uint32_t w = 0; w < g->r->words; w++)
        for (uint64_t bits = live[w] & after[w]; bits; bits &= bits - 1) {
            uint32_t slot = w * 64 + (uint32_t)__builtin_ctzll(bits), web = g->current[slot];
            const JitWeb *it = g_web(g, web);
            bool defined = jit_defines(effects, count, slot);
            if (!defined && it->reg >= 0 && (it->is_fp || !jit_callee_saved((unsigned)it->reg)))
                move(g, slot, web);
            /* A handler sees the old value when the call throws: nothing is written to the slot then. */
            if (defined && saving && jit_bit(g->block->except, slot))
                g_store_web(g, slot, web);
        }
}

void g_save_across(Gen *g)
{
    across(g, g_store_web, true);
}

void g_restore_across(Gen *g)
{
    GArray *kept = g_array_new(FALSE, FALSE, sizeof(uint16_t));
    across(g, g_load_web, false);
    g_list_kept(g, kept, true);
    g_keep_again(g, kept);
    g_array_free(kept, TRUE);
}
