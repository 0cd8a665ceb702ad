/*
 * kept.c - finds what a loop keeps in registers from turn to turn (guards.h): constants of floating point, and of an
 * access a[i, j] the part that the loop does not change.
 *
 *   i and j written by nobody   the element's address
 *   i                           the row's; the element is j further
 *   j                           the address in the first row, and the rows' length, by which i is multiplied
 *
 * What can be kept in an outer loop is, so that the inner one is entered sooner; but an element's address is better than a
 * row's. A value that gets no register costs nothing: the access is made as it would be without.
 */
#include "jiterp/guards-internal.h"

enum { MAX_KEPT = 64, MAX_CONSTANTS = 6 /* a loop */ };

static bool calls_out(const Finder *f)
{
    uint32_t end = JIT_BLOCK(f->r, f->loop->end - 1)->end;
    for (uint32_t i = JIT_BLOCK(f->r, f->loop->first)->first; i < end; i++)
        if (jit_clobbers(JIT_INSN(f->r, i)->op))
            return true;
    return false;
}

static bool same_value(const JitKept *a, const JitKept *b)
{
    return a->kind == b->kind && a->first == b->first && a->end == b->end && a->array == b->array &&
           a->index == b->index && a->second == b->second && a->size == b->size && a->constant == b->constant;
}

/* Index in guards->kept. Its web is alive in all of the loop. */
static uint16_t keep(Finder *f, JitGuards *guards, JitKept value, double weight)
{
    value.first = f->loop->first;
    value.end = f->loop->end;
    for (guint k = 0; k < guards->kept->len; k++) {
        JitKept *known = &g_array_index(guards->kept, JitKept, k);
        if (same_value(known, &value)) {
            JIT_WEB(f->r, known->web)->weight += weight;
            return (uint16_t)k;
        }
    }
    uint32_t from = JIT_BLOCK(f->r, value.first)->first, to = JIT_BLOCK(f->r, value.end - 1)->end;
    JitSegment segment = {from ? 2 * from - 1 : 0, 2 * to};
    JitWeb web = {.slot = 0, .is_fp = value.kind == KEPT_CONSTANT, .wide = true, .reg = -1, .hint = JIT_NO_WEB,
                  .weight = weight, .segments = g_array_new(FALSE, FALSE, sizeof(JitSegment))};
    g_array_append_val(web.segments, segment);
    value.web = f->r->webs->len;
    g_array_append_val(f->r->webs, web);
    g_array_append_val(guards->kept, value);
    return (uint16_t)(guards->kept->len - 1);
}

/* ---- Arrays of two dimensions ---- */

static bool has_web(const GArray *webs, uint32_t web)
{
    for (guint i = 0; i < webs->len; i++)
        if (g_array_index(webs, uint32_t, i) == web)
            return true;
    return false;
}

/* Tested wherever the loop is entered: by its own guards, or by those of a loop around it. */
static bool is_zero_based(const Finder *f, const JitGuards *guards, uint32_t array)
{
    bool is = has_web(f->loop->zero_based, array);
    for (guint i = 0; !is && i < guards->loops->len; i++) {
        const JitLoop *around = &g_array_index(guards->loops, JitLoop, i);
        is = around->first <= f->loop->first && around->end >= f->loop->end && has_web(around->zero_based, array);
    }
    return is;
}

static bool is_kept_index(const Finder *f, uint32_t web)
{
    const JitWeb *w = JIT_WEB(f->r, web);
    return !w->is_fp && !w->memory_only && jit_is_steady(f, web) && jit_is_at_hand(f, web);
}

/* What an outer loop keeps of the access is used less now, perhaps not at all. */
static void forget(Finder *f, const JitGuards *guards, uint16_t index, double weight)
{
    const JitKept *kept = jit_kept(guards, index);
    if (kept)
        JIT_WEB(f->r, kept->web)->weight -= weight;
}

static void keep_place(Finder *f, JitGuards *guards, uint32_t i)
{
    const JitInsn *insn = JIT_INSN(f->r, i);
    uint32_t array = insn->web[1];
    bool first = is_kept_index(f, insn->web[2]), second = is_kept_index(f, insn->web[3]);
    const JitKept *known = jit_kept(guards, guards->places[i].place);
    bool is_better = known ? known->kind != KEPT_ELEMENT && first && second : first || second;
    if (!is_better || JIT_WEB(f->r, array)->is_constant || !jit_is_steady(f, array) || !jit_is_at_hand(f, array) ||
        !is_zero_based(f, guards, array))
        return;
    double weight = JIT_BLOCK(f->r, insn->block)->frequency;
    JitKept value = {.kind = first && second ? KEPT_ELEMENT : first ? KEPT_ROW : KEPT_COLUMN, .array = array,
                     .index = insn->web[first ? 2 : 3], .second = first && second ? insn->web[3] : JIT_NO_WEB,
                     .size = (uint32_t)insn->imm};
    forget(f, guards, guards->places[i].place, weight);
    forget(f, guards, guards->places[i].length, weight);
    guards->places[i] = (JitKeptPlace){keep(f, guards, value, weight), JIT_NOT_KEPT};
    if (value.kind == KEPT_COLUMN) {
        JitKept length = {.kind = KEPT_LENGTH, .array = array, .index = JIT_NO_WEB, .second = JIT_NO_WEB};
        guards->places[i].length = keep(f, guards, length, weight);
    }
}

void jit_keep_places(Finder *f, JitGuards *guards)
{
    if (calls_out(f))
        return;
    uint32_t end = JIT_BLOCK(f->r, f->loop->end - 1)->end;
    for (uint32_t i = JIT_BLOCK(f->r, f->loop->first)->first; i < end && guards->kept->len + 2 < MAX_KEPT; i++) {
        const JitInsn *insn = JIT_INSN(f->r, i);
        if (insn->op == MINT_LDELEMA_2D && (insn->imm == 1 || insn->imm == 2 || insn->imm == 4 || insn->imm == 8) &&
            jit_bit(guards->in_bounds, i) && jit_bit(guards->in_bounds2, i))
            keep_place(f, guards, i);
    }
}

unsigned jit_kept_operands(const JitGuards *guards, uint32_t insn)
{
    const JitKept *kept = jit_kept(guards, guards->places[insn].place);
    return !kept ? 0 : kept->kind == KEPT_ELEMENT ? 14 : kept->kind == KEPT_ROW ? 6 : 10;
}

/* ---- Constants ---- */

static bool is_kept_around(const Finder *f, const JitGuards *guards, uint64_t constant)
{
    for (guint k = 0; k < guards->kept->len; k++) {
        const JitKept *known = &g_array_index(guards->kept, JitKept, k);
        if (known->kind == KEPT_CONSTANT && known->constant == constant && known->first <= f->loop->first &&
            known->end >= f->loop->end)
            return true;
    }
    return false;
}

/* What an outer loop keeps already counts there, however often it is used here. */
static void keep_constants_of(Finder *f, JitGuards *guards, uint32_t i, guint first_own)
{
    const JitInsn *insn = JIT_INSN(f->r, i);
    unsigned fp = jit_fp_operands(insn->op);
    for (unsigned k = 0; k < JIT_MAX_OPERANDS; k++) {
        uint32_t web = insn->web[k];
        if (!(fp >> k & 1) || web == JIT_NO_WEB || mint_op_info[insn->op].operands[k] != 's' ||
            !JIT_WEB(f->r, web)->is_constant)
            continue;
        JitKept value = {.kind = KEPT_CONSTANT, .array = JIT_NO_WEB, .index = JIT_NO_WEB, .second = JIT_NO_WEB,
                         .constant = JIT_WEB(f->r, web)->constant};
        bool own = false;
        for (guint n = first_own; n < guards->kept->len; n++)
            own |= g_array_index(guards->kept, JitKept, n).constant == value.constant;
        if (own || (guards->kept->len < MAX_KEPT && guards->kept->len < first_own + MAX_CONSTANTS &&
                    !is_kept_around(f, guards, value.constant)))
            keep(f, guards, value, JIT_BLOCK(f->r, insn->block)->frequency);
    }
}

void jit_keep_constants(Finder *f, JitGuards *guards)
{
    guint first_own = guards->kept->len;
    uint32_t end = JIT_BLOCK(f->r, f->loop->end - 1)->end;
    if (calls_out(f))
        return;
    for (uint32_t i = JIT_BLOCK(f->r, f->loop->first)->first; i < end; i++)
        if (JIT_BLOCK(f->r, JIT_INSN(f->r, i)->block)->reachable)
            keep_constants_of(f, guards, i, first_own);
}
