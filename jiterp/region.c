/*
 * region.c - IR to decoded instructions and blocks.
 */
#include "jiterp/region.h"

#include <string.h>

enum { MAX_UNITS = 40000, MAX_INSNS = 12000, MAX_SLOTS = 3000, MAX_LIVE_WORDS = 4 << 20 };

const char *const jit_abort_texts[JIT_ABORT_COUNT] = {
#define ABORT(NAME, text) text,
#include "jiterp/abort-reasons.def"
#undef ABORT
};

static int32_t imm32(const uint16_t *p)
{
    return (int32_t)(p[0] | (uint32_t)p[1] << 16);
}

/* One instruction of context `context`, operands decoded; targets still are units of that context. */
static JitInsn decode(JitRegion *region, uint32_t context_index, const uint16_t *ip)
{
    const JitContext *context = JIT_CONTEXT(region, context_index);
    JitInsn insn = {.op = *ip, .context = (uint16_t)context_index, .ip = ip, .target = -1};
    const uint16_t *p = ip + 1;
    int32_t at = (int32_t)(ip - context->imethod->code);
    const char *letter = mint_op_info[insn.op].operands;
    for (unsigned i = 0; letter[i]; i++) {
        insn.web[i] = JIT_NO_WEB;
        switch (letter[i]) {
        case 'd':
        case 's':
        case 'o':
            insn.v[i] = (int32_t)(*p++ + context->base);
            break;
        case 'i':
            insn.v[i] = (int16_t)*p++;
            insn.imm = insn.v[i];
            break;
        case 'I':
            insn.imm = insn.v[i] = imm32(p);
            p += 2;
            break;
        case 'L':
            memcpy(&insn.imm, p, 8);
            p += 4;
            break;
        case 'b':
            insn.target = at + imm32(p);
            p += 2;
            break;
        default:
            insn.v[i] = *p++;
        }
    }
    if (insn.op == MINT_SWITCH) {
        insn.switch_first = region->targets->len;
        for (int32_t i = 0; i < insn.v[1]; i++) {
            int32_t target = at + imm32(ip + 3 + 2 * i);
            g_array_append_val(region->targets, target);
        }
    }
    return insn;
}

/* Appends a method's code; the context stands in region->contexts. */
static bool append_code(JitRegion *region, uint32_t context_index)
{
    InterpMethod *imethod = JIT_CONTEXT(region, context_index)->imethod;
    uint32_t *map = g_new(uint32_t, imethod->code_units + 1);
    memset(map, 0xff, (imethod->code_units + 1) * sizeof *map);
    JIT_CONTEXT(region, context_index)->insn_of_unit = map;
    for (uint32_t at = 0; at < imethod->code_units;) {
        const uint16_t *ip = imethod->code + at;
        map[at] = region->insns->len;
        JitInsn insn = decode(region, context_index, ip);
        g_array_append_val(region->insns, insn);
        at += mint_units(ip);
        if (region->insns->len > MAX_INSNS)
            return false;
    }
    map[imethod->code_units] = region->insns->len;
    JIT_CONTEXT(region, context_index)->end_insn = region->insns->len;
    return true;
}

/* Units -> instructions. */
static void resolve_targets(JitRegion *region)
{
    for (guint i = 0; i < region->insns->len; i++) {
        JitInsn *insn = JIT_INSN(region, i);
        const JitContext *context = JIT_CONTEXT(region, insn->context);
        if (insn->target >= 0)
            insn->target = (int32_t)context->insn_of_unit[insn->target];
        if (insn->op == MINT_SWITCH)
            for (int32_t k = 0; k < insn->v[1]; k++) {
                int32_t *target = &g_array_index(region->targets, int32_t, insn->switch_first + (uint32_t)k);
                *target = (int32_t)context->insn_of_unit[*target];
            }
    }
}

static void mark_leaders(const JitRegion *region, uint8_t *leader)
{
    const InterpMethod *imethod = region->imethod;
    const uint32_t *map = JIT_CONTEXT(region, 0)->insn_of_unit;
    leader[0] = 1;
    for (guint i = 0; i < region->insns->len; i++) {
        const JitInsn *insn = JIT_INSN(region, i);
        if (insn->target >= 0)
            leader[insn->target] = 1;
        if (insn->op == MINT_SWITCH)
            for (int32_t k = 0; k < insn->v[1]; k++)
                leader[g_array_index(region->targets, int32_t, insn->switch_first + (uint32_t)k)] = 1;
        if (jit_ends_block(insn->op) || !jit_is_supported(insn->op))
            leader[i + 1] = 1;
        if (insn->op == MINT_TIER_LOOP)
            leader[i] = 1;
    }
    for (uint32_t c = 0; c < imethod->clause_count; c++) {
        const InterpClause *clause = &imethod->clauses[c];
        leader[map[clause->try_start]] = leader[map[clause->try_end]] = 1;
        leader[map[clause->handler_start]] = leader[map[clause->handler_end]] = 1;
        if (clause->kind == MONO_EXCEPTION_CLAUSE_FILTER)
            leader[map[clause->filter_start]] = 1;
    }
}

static void make_blocks(JitRegion *region)
{
    uint32_t count = region->insns->len;
    uint8_t *leader = g_malloc0(count + 2);
    mark_leaders(region, leader);
    for (uint32_t i = 0; i < count; i++) {
        if (leader[i]) {
            JitBlock block = {.first = i, .is_entry = JIT_INSN(region, i)->op == MINT_TIER_LOOP};
            g_array_append_val(region->blocks, block);
        }
        JIT_INSN(region, i)->block = region->blocks->len - 1;
        JIT_BLOCK(region, region->blocks->len - 1)->end = i + 1;
    }
    g_free(leader);
    for (uint32_t i = 0; i < count; i++) {
        JitInsn *insn = JIT_INSN(region, i);
        if (insn->target >= 0)
            insn->target = (int32_t)JIT_INSN(region, insn->target)->block;
        if (insn->op == MINT_SWITCH)
            for (int32_t k = 0; k < insn->v[1]; k++) {
                int32_t *target = &g_array_index(region->targets, int32_t, insn->switch_first + (uint32_t)k);
                *target = (int32_t)JIT_INSN(region, *target)->block;
            }
    }
}

static void add_succ(JitRegion *region, JitBlock *block, uint32_t target)
{
    for (uint32_t i = 0; i < block->succ_count; i++)
        if (g_array_index(region->succs, uint32_t, block->succ_first + i) == target)
            return;
    g_array_append_val(region->succs, target);
    block->succ_count++;
}

/* The places behind every CALL_HANDLER with this state slot. */
static void add_finally_returns(JitRegion *region, JitBlock *block, int32_t state_slot)
{
    for (guint i = 0; i < region->insns->len; i++) {
        const JitInsn *insn = JIT_INSN(region, i);
        if (insn->op == MINT_CALL_HANDLER && insn->v[0] == state_slot && i + 1 < region->insns->len)
            add_succ(region, block, JIT_INSN(region, i + 1)->block);
    }
}

static void connect(JitRegion *region)
{
    for (guint b = 0; b < region->blocks->len; b++) {
        JitBlock *block = JIT_BLOCK(region, b);
        const JitInsn *last = JIT_INSN(region, block->end - 1);
        block->succ_first = region->succs->len;
        bool falls = true;
        switch (last->op) {
        case MINT_BR:
        case MINT_CALL_HANDLER:
        case MINT_RET:
        case MINT_RET_VOID:
        case MINT_RET_VT:
        case MINT_THROW:
        case MINT_RETHROW:
        case MINT_THROW_ERROR:
        case MINT_ENDFINALLY:
        case MINT_ENDFILTER:
        case MINT_TAIL_CALL:
        case MINT_TAIL_CALL_DYNAMIC:
            falls = false;
            break;
        default:
            break;
        }
        if (last->target >= 0)
            add_succ(region, block, (uint32_t)last->target);
        if (last->op == MINT_SWITCH)
            for (int32_t k = 0; k < last->v[1]; k++)
                add_succ(region, block, (uint32_t)g_array_index(region->targets, int32_t, last->switch_first + (uint32_t)k));
        if (last->op == MINT_ENDFINALLY)
            add_finally_returns(region, block, last->v[0]);
        if (falls && block->end < region->insns->len)
            add_succ(region, block, b + 1);
    }
}

static void mark_reachable(JitRegion *region)
{
    GArray *todo = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (guint b = 0; b < region->blocks->len; b++)
        if (b == 0 || JIT_BLOCK(region, b)->is_entry)
            g_array_append_val(todo, b);
    while (todo->len) {
        uint32_t b = g_array_index(todo, uint32_t, todo->len - 1);
        g_array_set_size(todo, todo->len - 1);
        JitBlock *block = JIT_BLOCK(region, b);
        if (block->reachable)
            continue;
        block->reachable = true;
        if (!jit_is_supported(JIT_INSN(region, block->end - 1)->op))
            continue; /* left there */
        for (uint32_t i = 0; i < block->succ_count; i++)
            g_array_append_val(todo, g_array_index(region->succs, uint32_t, block->succ_first + i));
    }
    g_array_free(todo, TRUE);
}

/* Backward branches span loops: blocks between head and branch are one deeper. */
static void find_loops(JitRegion *region)
{
    for (guint b = 0; b < region->blocks->len; b++) {
        JitBlock *block = JIT_BLOCK(region, b);
        for (uint32_t i = 0; i < block->succ_count; i++) {
            uint32_t head = g_array_index(region->succs, uint32_t, block->succ_first + i);
            if (head > b || !JIT_BLOCK(region, head)->is_entry)
                continue;
            /* Several branches to one head are one loop: the last one spans all. */
            bool last = true;
            for (guint later = b + 1; last && later < region->blocks->len; later++) {
                const JitBlock *other = JIT_BLOCK(region, later);
                for (uint32_t k = 0; k < other->succ_count; k++)
                    last &= g_array_index(region->succs, uint32_t, other->succ_first + k) != head;
            }
            for (uint32_t inside = head; last && inside <= b; inside++)
                JIT_BLOCK(region, inside)->depth++;
        }
    }
    for (guint b = 0; b < region->blocks->len; b++) {
        JitBlock *block = JIT_BLOCK(region, b);
        block->frequency = 1;
        for (uint32_t d = 0; d < MIN(block->depth, 6); d++)
            block->frequency *= 8;
        if (!block->reachable)
            block->frequency = 0;
    }
}

/* Variables whose address is taken live in memory, all their slots. A slot may be in variables of several inlined
 * methods; an address without a variable may reach anything above it. */
static void find_address_taken(JitRegion *region)
{
    region->address_taken = g_new0(uint64_t, region->words);
    for (guint i = 0; i < region->insns->len; i++) {
        const JitInsn *insn = JIT_INSN(region, i);
        if (insn->op != MINT_LDLOCA)
            continue;
        const JitContext *context = JIT_CONTEXT(region, insn->context);
        const GArray *variables = context->imethod->variables;
        uint32_t slot = (uint32_t)insn->v[1] - context->base, from = UINT32_MAX, to = 0;
        for (guint k = 0; variables && k < variables->len; k++) {
            const InterpVariable *variable = &g_array_index(variables, InterpVariable, k);
            if (slot < variable->slot || slot >= (uint32_t)variable->slot + variable->slots)
                continue;
            from = MIN(from, variable->slot);
            to = MAX(to, (uint32_t)variable->slot + variable->slots);
        }
        if (from == UINT32_MAX) {
            from = slot;
            to = context->imethod->frame_slots;
        }
        for (uint32_t s = from; s < to; s++)
            jit_set(region->address_taken, context->base + s);
    }
}

bool jit_region_make(JitRegion *region, InterpMethod *imethod, JitAbort *why)
{
    *region = (JitRegion){.imethod = imethod};
    region->contexts = g_array_new(FALSE, FALSE, sizeof(JitContext));
    region->insns = g_array_new(FALSE, FALSE, sizeof(JitInsn));
    region->blocks = g_array_new(FALSE, FALSE, sizeof(JitBlock));
    region->targets = g_array_new(FALSE, FALSE, sizeof(int32_t));
    region->succs = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    region->mdefs = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    region->webs = g_array_new(FALSE, FALSE, sizeof(JitWeb));
    JitContext root = {.imethod = imethod, .parent = -1};
    g_array_append_val(region->contexts, root);
    region->slots = MAX(imethod->frame_slots, 1); /* a set, or copy, of no slots would have no memory */
    *why = JIT_ABORT_TOO_LARGE;
    if (imethod->code_units > MAX_UNITS || region->slots > MAX_SLOTS || !append_code(region, 0))
        return false;
    region->words = (region->slots + 63) / 64;
    if ((uint64_t)region->insns->len * region->words > MAX_LIVE_WORDS)
        return false;
    resolve_targets(region);
    make_blocks(region);
    connect(region);
    mark_reachable(region);
    find_loops(region);
    find_address_taken(region);
    for (guint i = 0; i < region->insns->len; i++)
        region->counts_visits |= JIT_INSN(region, i)->op == MINT_PROF_SAMPLEPOINT;
    return true;
}

void jit_region_clear(JitRegion *region)
{
    for (guint i = 0; i < region->contexts->len; i++)
        g_free(JIT_CONTEXT(region, i)->insn_of_unit);
    for (guint i = 0; i < region->blocks->len; i++) {
        JitBlock *block = JIT_BLOCK(region, i);
        g_free(block->live_in);
        g_free(block->live_out);
        g_free(block->except);
        g_free(block->in_webs);
        g_free(block->nonnull_in);
    }
    for (guint i = 0; i < region->webs->len; i++)
        if (JIT_WEB(region, i)->segments)
            g_array_free(JIT_WEB(region, i)->segments, TRUE);
    g_array_free(region->contexts, TRUE);
    g_array_free(region->insns, TRUE);
    g_array_free(region->blocks, TRUE);
    g_array_free(region->targets, TRUE);
    g_array_free(region->succs, TRUE);
    g_array_free(region->mdefs, TRUE);
    g_array_free(region->webs, TRUE);
    g_free(region->address_taken);
    g_free(region->live);
}
