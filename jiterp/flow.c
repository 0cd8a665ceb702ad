/*
 * flow.c - liveness of slots, and webs: the connected definitions and uses of a slot, each a value of its own.
 *
 * All blocks take part, those that compiled code never reaches too: the interpreter runs them and comes back at a loop
 * head, so what they write reaches the webs that are live there.
 */
#include "jiterp/region.h"

#include <string.h>

/* ---- Liveness ---- */

static void set_range(uint64_t *set, uint32_t slot, uint32_t count, bool on)
{
    for (uint32_t i = slot; i < slot + count; i++) {
        if (on)
            jit_set(set, i);
        else
            jit_unset(set, i);
    }
}

static void unset_defs(const JitEffect *effects, unsigned count, uint64_t *live)
{
    for (unsigned i = 0; i < count; i++)
        if (effects[i].kind >= JIT_DEF)
            set_range(live, effects[i].slot, effects[i].count, false);
}

uint64_t *jit_live_past(const JitRegion *region, const JitBlock *block, uint32_t insn)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    uint64_t *live = g_memdup2(jit_live_after(region, block, insn), region->words * sizeof *live);
    unset_defs(effects, jit_effects(region, JIT_INSN(region, insn), effects), live);
    return live;
}

/* Live after -> live before. */
static void step_back(const JitRegion *region, const JitInsn *insn, uint64_t *live)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(region, insn, effects);
    unset_defs(effects, count, live);
    for (unsigned i = 0; i < count; i++)
        if (effects[i].kind < JIT_DEF)
            set_range(live, effects[i].slot, effects[i].count, true);
}

static bool or_into(uint64_t *to, const uint64_t *from, uint32_t words)
{
    uint64_t changed = 0;
    for (uint32_t w = 0; w < words; w++) {
        changed |= from[w] & ~to[w];
        to[w] |= from[w];
    }
    return changed != 0;
}

/* The frame's own offset of an instruction: of the call, for inlined code. */
static uint32_t root_offset(const JitRegion *region, const JitInsn *insn)
{
    const uint16_t *ip = insn->ip;
    for (int32_t c = insn->context; c > 0; c = JIT_CONTEXT(region, c)->parent)
        ip = JIT_CONTEXT(region, c)->return_ip - 1;
    return (uint32_t)(ip - region->imethod->code);
}

/* What the handlers around each block read, without what the unwinder puts there itself. */
static bool update_except(JitRegion *region)
{
    const InterpMethod *imethod = region->imethod;
    const uint32_t *map = JIT_CONTEXT(region, 0)->insn_of_unit;
    bool changed = false;
    uint64_t *wanted = g_new(uint64_t, region->words);
    for (uint32_t c = 0; c < imethod->clause_count; c++) {
        const InterpClause *clause = &imethod->clauses[c];
        JitBlock *handler = JIT_BLOCK(region, JIT_INSN(region, map[clause->handler_start])->block);
        handler->is_handler = true;
        memcpy(wanted, handler->live_in, region->words * sizeof *wanted);
        if (clause->kind == MONO_EXCEPTION_CLAUSE_FILTER) {
            JitBlock *filter = JIT_BLOCK(region, JIT_INSN(region, map[clause->filter_start])->block);
            filter->is_handler = true;
            or_into(wanted, filter->live_in, region->words);
        }
        if (clause->kind == MONO_EXCEPTION_CLAUSE_NONE || clause->kind == MONO_EXCEPTION_CLAUSE_FILTER)
            jit_unset(wanted, clause->exception_slot);
        else
            set_range(wanted, clause->state_slot, 3, false);
        for (guint b = 0; b < region->blocks->len; b++) {
            JitBlock *block = JIT_BLOCK(region, b);
            uint32_t offset = root_offset(region, JIT_INSN(region, block->first));
            if (offset >= clause->try_start && offset < clause->try_end)
                changed |= or_into(block->except, wanted, region->words);
        }
    }
    g_free(wanted);
    return changed;
}

static bool update_block(JitRegion *region, JitBlock *block, uint64_t *live)
{
    for (uint32_t i = 0; i < block->succ_count; i++)
        or_into(block->live_out, JIT_BLOCK(region, g_array_index(region->succs, uint32_t, block->succ_first + i))->live_in,
                region->words);
    or_into(block->live_out, block->except, region->words);
    memcpy(live, block->live_out, region->words * sizeof *live);
    for (uint32_t i = block->end; i-- > block->first;) {
        step_back(region, JIT_INSN(region, i), live);
        or_into(live, block->except, region->words);
    }
    return or_into(block->live_in, live, region->words);
}

static void find_live(JitRegion *region)
{
    size_t bytes = region->words * sizeof(uint64_t);
    uint64_t *live = g_malloc(bytes);
    for (guint b = 0; b < region->blocks->len; b++) {
        JitBlock *block = JIT_BLOCK(region, b);
        block->live_in = g_malloc0(bytes);
        block->live_out = g_malloc0(bytes);
        block->except = g_malloc0(bytes);
    }
    bool changed;
    do {
        changed = false;
        for (guint b = region->blocks->len; b-- > 0;)
            changed |= update_block(region, JIT_BLOCK(region, b), live);
        changed |= update_except(region);
    } while (changed);
    region->live = g_new(uint64_t, (size_t)region->insns->len * region->words);
    for (guint b = 0; b < region->blocks->len; b++) {
        JitBlock *block = JIT_BLOCK(region, b);
        memcpy(live, block->live_out, bytes);
        for (uint32_t i = block->end; i-- > block->first;) {
            step_back(region, JIT_INSN(region, i), live);
            or_into(live, block->except, region->words);
            memcpy(jit_live(region, i), live, bytes);
        }
    }
    g_free(live);
}

/* ---- Webs ---- */

typedef struct {
    GArray *parents; /* uint32_t */
    GArray *slots;   /* uint32_t */
} Values;

static uint32_t new_value(Values *values, uint32_t slot)
{
    uint32_t id = values->parents->len;
    g_array_append_val(values->parents, id);
    g_array_append_val(values->slots, slot);
    return id;
}

static uint32_t find(Values *values, uint32_t id)
{
    uint32_t *parents = (uint32_t *)(void *)values->parents->data;
    while (parents[id] != id) {
        parents[id] = parents[parents[id]];
        id = parents[id];
    }
    return id;
}

static void unite(Values *values, uint32_t a, uint32_t b)
{
    a = find(values, a);
    b = find(values, b);
    g_array_index(values->parents, uint32_t, MAX(a, b)) = MIN(a, b);
}

static void number_block(JitRegion *region, JitBlock *block, Values *values, uint32_t *current)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    memcpy(current, block->in_webs, region->slots * sizeof *current);
    for (uint32_t i = block->first; i < block->end; i++) {
        JitInsn *insn = JIT_INSN(region, i);
        unsigned count = jit_effects(region, insn, effects);
        insn->mdef_first = region->mdefs->len;
        for (unsigned k = 0; k < count; k++) {
            const JitEffect *e = &effects[k];
            if (e->kind == JIT_USE)
                insn->web[e->operand] = current[e->slot];
            else if (e->kind == JIT_DEF)
                insn->web[e->operand] = current[e->slot] = new_value(values, e->slot);
            else if (e->kind == JIT_MDEF)
                for (uint32_t s = e->slot; s < e->slot + e->count; s++) {
                    current[s] = new_value(values, s);
                    g_array_append_val(region->mdefs, current[s]);
                }
        }
    }
    for (uint32_t k = 0; k < block->succ_count; k++) {
        JitBlock *succ = JIT_BLOCK(region, g_array_index(region->succs, uint32_t, block->succ_first + k));
        for (uint32_t s = 0; s < region->slots; s++)
            if (jit_bit(succ->live_in, s))
                unite(values, current[s], succ->in_webs[s]);
    }
}

static void make_webs(JitRegion *region, Values *values)
{
    uint32_t *index = g_new(uint32_t, values->parents->len + 1);
    for (uint32_t id = 0; id < values->parents->len; id++) {
        if (find(values, id) != id)
            continue;
        JitWeb web = {.slot = g_array_index(values->slots, uint32_t, id), .reg = -1, .hint = JIT_NO_WEB};
        web.memory_only = web.wide = jit_bit(region->address_taken, web.slot);
        index[id] = region->webs->len;
        g_array_append_val(region->webs, web);
    }
    for (guint i = 0; i < region->insns->len; i++)
        for (unsigned k = 0; k < JIT_MAX_OPERANDS; k++) {
            uint32_t *web = &JIT_INSN(region, i)->web[k];
            if (*web != JIT_NO_WEB)
                *web = index[find(values, *web)];
        }
    for (guint i = 0; i < region->mdefs->len; i++) {
        uint32_t *web = &g_array_index(region->mdefs, uint32_t, i);
        *web = index[find(values, *web)];
    }
    for (guint b = 0; b < region->blocks->len; b++) {
        JitBlock *block = JIT_BLOCK(region, b);
        for (uint32_t s = 0; s < region->slots; s++)
            if (block->in_webs[s] != JIT_NO_WEB) {
                block->in_webs[s] = index[find(values, block->in_webs[s])];
                JitWeb *web = JIT_WEB(region, block->in_webs[s]);
                if (b == 0)
                    web->live_in_entry = true;
                if (b == 0 || block->is_handler)
                    web->def_count++; /* comes from elsewhere */
                if (block->is_handler)
                    web->wide = true;
            }
    }
    g_free(index);
}

static void find_webs(JitRegion *region)
{
    Values values = {g_array_new(FALSE, FALSE, 4), g_array_new(FALSE, FALSE, 4)};
    uint32_t *current = g_new(uint32_t, region->slots);
    for (guint i = 0; i < region->insns->len; i++)
        for (unsigned k = 0; k < JIT_MAX_OPERANDS; k++)
            JIT_INSN(region, i)->web[k] = JIT_NO_WEB;
    for (guint b = 0; b < region->blocks->len; b++) {
        JitBlock *block = JIT_BLOCK(region, b);
        block->in_webs = g_new(uint32_t, region->slots);
        for (uint32_t s = 0; s < region->slots; s++)
            block->in_webs[s] = jit_bit(block->live_in, s) ? new_value(&values, s) : JIT_NO_WEB;
    }
    for (guint b = 0; b < region->blocks->len; b++)
        number_block(region, JIT_BLOCK(region, b), &values, current);
    make_webs(region, &values);
    g_free(current);
    g_array_free(values.parents, TRUE);
    g_array_free(values.slots, TRUE);
}

/* ---- What webs hold ---- */

bool jit_type_is_small(const MonoType *type)
{
    if (type->byref)
        return false;
    MonoTypeEnum reduced = mono_type_reduced(type);
    return reduced >= MONO_TYPE_BOOLEAN && reduced <= MONO_TYPE_U4;
}

static void kinds_of_insn(JitRegion *region, const JitInsn *insn)
{
    unsigned fp = jit_fp_operands(insn->op), wide = jit_wide_operands(insn->op);
    const InterpMethod *callee = jit_callee(region, insn);
    const MonoType *type = NULL;
    if (insn->op == MINT_RET)
        type = &JIT_CONTEXT(region, insn->context)->imethod->return_type;
    else if (callee && insn->op != MINT_NEWOBJ)
        type = &callee->return_type;
    if (type) {
        fp = interp_type_is_real(type);
        wide = jit_type_is_small(type) ? wide & ~1u : wide;
    }
    for (unsigned k = 0; k < JIT_MAX_OPERANDS; k++) {
        if (insn->web[k] == JIT_NO_WEB)
            continue;
        JitWeb *web = JIT_WEB(region, insn->web[k]);
        web->is_fp |= fp >> k & 1;
        /* Definitions decide: the low half of an I8 is used as an I4 without an op between. */
        if (mint_op_info[insn->op].operands[k] == 'd')
            web->wide |= wide >> k & 1;
    }
}

/* Arguments are what the signature says; what else is live at the entry is a local, 0. */
static void kinds_of_arguments(JitRegion *region)
{
    const MonoMethodSignature *signature = region->imethod->signature;
    const JitBlock *block = JIT_BLOCK(region, 0);
    uint32_t slot = 0;
    for (uint32_t s = 0; !signature && s < region->imethod->arg_slots; s++)
        if (block->in_webs[s] != JIT_NO_WEB)
            JIT_WEB(region, block->in_webs[s])->wide = true;
    if (!signature)
        return;
    for (int i = signature->hasthis && !signature->explicit_this ? -1 : 0; i < signature->param_count; i++) {
        const MonoType *type = i < 0 ? NULL : &signature->params[i];
        uint32_t count = type ? mono_type_slots(type) : 1;
        for (uint32_t s = slot; s < slot + count; s++)
            if (block->in_webs[s] != JIT_NO_WEB && !(type && jit_type_is_small(type)))
                JIT_WEB(region, block->in_webs[s])->wide = true;
        if (type && interp_type_is_real(type) && block->in_webs[slot] != JIT_NO_WEB)
            JIT_WEB(region, block->in_webs[slot])->is_fp = true;
        slot += count;
    }
}

static bool constant_of(const JitInsn *insn, void **data, uint64_t *value)
{
    switch (insn->op) {
    case MINT_LDC_I4_S:
    case MINT_LDC_I4:
    case MINT_LDC_R4:
        *value = (uint32_t)insn->v[1];
        return true;
    case MINT_LDC_I8_S:
        *value = (uint64_t)(int64_t)insn->v[1];
        return true;
    case MINT_LDC_I8:
    case MINT_LDC_R8:
        *value = (uint64_t)insn->imm;
        return true;
    case MINT_LDPTR:
    case MINT_LDSFLDA:
        *value = (uint64_t)(uintptr_t)data[insn->v[1]];
        return true;
    default:
        return false;
    }
}

static void find_kinds(JitRegion *region)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (guint i = 0; i < region->insns->len; i++) {
        JitInsn *insn = JIT_INSN(region, i);
        JitEffect effects[JIT_MAX_EFFECTS];
        unsigned count = jit_effects(region, insn, effects), mdef = insn->mdef_first;
        kinds_of_insn(region, insn);
        if (insn->op == MINT_MOV)
            g_array_append_val(moves, i);
        for (unsigned k = 0; k < count; k++) {
            if (effects[k].kind == JIT_DEF) {
                JitWeb *web = JIT_WEB(region, insn->web[effects[k].operand]);
                web->def_count++;
                web->def_insn = i;
            } else if (effects[k].kind == JIT_MDEF) {
                for (uint32_t s = 0; s < effects[k].count; s++) {
                    JitWeb *web = JIT_WEB(region, g_array_index(region->mdefs, uint32_t, mdef + s));
                    web->def_count += 2;
                    web->wide = true;
                }
                mdef += effects[k].count;
            }
        }
    }
    kinds_of_arguments(region);
    bool changed = true;
    while (changed) {
        changed = false;
        for (guint m = 0; m < moves->len; m++) {
            const JitInsn *insn = JIT_INSN(region, g_array_index(moves, uint32_t, m));
            JitWeb *to = JIT_WEB(region, insn->web[0]), *from = JIT_WEB(region, insn->web[1]);
            changed |= to->is_fp != from->is_fp || (from->wide && !to->wide);
            to->is_fp = from->is_fp = to->is_fp || from->is_fp;
            to->wide |= from->wide;
            to->hint = insn->web[1];
            from->hint = insn->web[0];
        }
    }
    g_array_free(moves, TRUE);
    for (guint w = 0; w < region->webs->len; w++) {
        JitWeb *web = JIT_WEB(region, w);
        if (web->memory_only || web->def_count != 1 || web->live_in_entry)
            continue;
        const JitInsn *def = JIT_INSN(region, web->def_insn);
        web->is_constant = constant_of(def, jit_data(region, def), &web->constant);
    }
}

void jit_flow(JitRegion *region)
{
    find_live(region);
    find_webs(region);
    find_kinds(region);
    region->web_words = (region->webs->len + 63) / 64;
}

void jit_share_along_moves(const JitRegion *region, uint8_t *bits, size_t stride)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (guint i = 0; i < region->insns->len; i++) {
            const JitInsn *insn = JIT_INSN(region, i);
            if (insn->op != MINT_MOV || insn->web[0] == JIT_NO_WEB || insn->web[1] == JIT_NO_WEB)
                continue;
            uint8_t *to = bits + insn->web[0] * stride, *from = bits + insn->web[1] * stride;
            changed |= *to != *from;
            *to = *from = *to | *from;
        }
    }
}

void jit_walk_begin(const JitRegion *region, const JitBlock *block, uint32_t *current)
{
    memcpy(current, block->in_webs, region->slots * sizeof *current);
}

void jit_walk_insn(const JitRegion *region, const JitInsn *insn, uint32_t *current)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(region, insn, effects), mdef = insn->mdef_first;
    for (unsigned k = 0; k < count; k++) {
        if (effects[k].kind == JIT_DEF)
            current[effects[k].slot] = insn->web[effects[k].operand];
        else if (effects[k].kind == JIT_MDEF)
            for (uint32_t s = 0; s < effects[k].count; s++)
                current[effects[k].slot + s] = g_array_index(region->mdefs, uint32_t, mdef++);
    }
}
