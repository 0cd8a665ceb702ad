/*
 * guards.c - finds what loops may take for granted (guards.h).
 *
 * A loop is the blocks from a loop head to the last branch back to it. It may be entered from blocks before it that lead
 * nowhere else, and by the interpreter at loop heads inside; at all these places the guards are tested.
 *
 *   not null     a web that the loop does not write, and that is used as an object on every way round the head: were it
 *                null, the loop would not live to see its second turn
 *   zero-based   the same for arrays of two dimensions: their lower bounds are nearly always 0
 *   in bounds    for (; i < bound; i += step) a[i]: i is written once in the loop, by the step; every way from an entry,
 *                or from the step, to the access and to the step itself passes the edge on which i < bound. And a[i] on
 *                every way round the head where the loop does not write i
 */
#include "jiterp/guards-internal.h"

#include <string.h>

enum { MAX_BLOCKS = 600, MAX_LOOPS = 60, MAX_ACCESSES = 40 };

#define SUCC(r, block, k) g_array_index((r)->succs, uint32_t, (block)->succ_first + (k))

/* ---- The loop's shape ---- */

static bool walk(Finder *f, uint32_t block, uint32_t target, uint32_t avoided)
{
    if (block == avoided || !jit_loop_has(f->loop, block))
        return false;
    if (block == target)
        return true;
    if (f->seen[block])
        return false;
    f->seen[block] = 1;
    const JitBlock *b = JIT_BLOCK(f->r, block);
    for (uint32_t k = 0; k < b->succ_count; k++)
        if (walk(f, SUCC(f->r, b, k), target, avoided))
            return true;
    return false;
}

/* Is there a way inside the loop from the start of block `from` to that of `target`, around `avoided`? */
static bool reaches(Finder *f, uint32_t from, uint32_t target, uint32_t avoided)
{
    memset(f->seen, 0, f->r->blocks->len);
    return walk(f, from, target, avoided);
}

/* The same from behind a block. */
static bool reaches_from_end(Finder *f, uint32_t from, uint32_t target, uint32_t avoided)
{
    const JitBlock *b = JIT_BLOCK(f->r, from);
    memset(f->seen, 0, f->r->blocks->len);
    for (uint32_t k = 0; k < b->succ_count; k++)
        if (walk(f, SUCC(f->r, b, k), target, avoided))
            return true;
    return false;
}

static bool entries_reach(Finder *f, uint32_t target, uint32_t avoided)
{
    for (guint i = 0; i < f->entries->len; i++)
        if (reaches(f, g_array_index(f->entries, uint32_t, i), target, avoided))
            return true;
    return false;
}

static bool may_enter(const JitRegion *r, const JitBlock *from)
{
    const JitInsn *last = JIT_INSN(r, from->end - 1);
    return from->succ_count == 1 && last->op != MINT_CALL_HANDLER && last->op != MINT_ENDFINALLY && last->op != MINT_SWITCH &&
           (last->op == MINT_BR || last->target < 0);
}

/* false: it is entered where no guard can stand. */
static bool find_entries(Finder *f)
{
    const JitRegion *r = f->r;
    g_array_set_size(f->entries, 0);
    for (guint b = 0; b < r->blocks->len; b++) {
        const JitBlock *block = JIT_BLOCK(r, b);
        bool left = !jit_is_supported(JIT_INSN(r, block->end - 1)->op); /* the interpreter goes on */
        if (jit_loop_has(f->loop, b) || !block->reachable || left)
            continue;
        for (uint32_t k = 0; k < block->succ_count; k++) {
            uint32_t to = SUCC(r, block, k);
            if (!jit_loop_has(f->loop, to))
                continue;
            if (!may_enter(r, block))
                return false;
            g_array_append_val(f->entries, to);
        }
    }
    return f->loop->first > 0 && f->entries->len > 0;
}

static void count_defs(Finder *f)
{
    const JitRegion *r = f->r;
    memset(f->def_count, 0, f->webs * sizeof *f->def_count);
    uint32_t end = JIT_BLOCK(r, f->loop->end - 1)->end;
    for (uint32_t i = JIT_BLOCK(r, f->loop->first)->first; i < end; i++) {
        const JitInsn *insn = JIT_INSN(r, i);
        JitEffect effects[JIT_MAX_EFFECTS];
        unsigned count = jit_effects(r, insn, effects), mdef = insn->mdef_first;
        for (unsigned k = 0; k < count; k++) {
            uint32_t webs = effects[k].kind == JIT_DEF ? 1 : effects[k].kind == JIT_MDEF ? effects[k].count : 0;
            for (uint32_t s = 0; s < webs; s++) {
                uint32_t web = effects[k].kind == JIT_DEF ? insn->web[effects[k].operand]
                                                          : g_array_index(r->mdefs, uint32_t, mdef++);
                f->def_count[web]++;
                f->def_insn[web] = i;
            }
        }
    }
}

bool jit_is_steady(const Finder *f, uint32_t web)
{
    const JitWeb *w = JIT_WEB(f->r, web);
    return w->is_constant || (!w->memory_only && !w->is_fp && !f->def_count[web]);
}

bool jit_is_at_hand(const Finder *f, uint32_t web)
{
    const JitWeb *w = JIT_WEB(f->r, web);
    if (w->is_constant)
        return true;
    for (guint i = 0; i < f->entries->len; i++)
        if (JIT_BLOCK(f->r, g_array_index(f->entries, uint32_t, i))->in_webs[w->slot] != web)
            return false;
    for (uint32_t b = f->loop->first; b < f->loop->end; b++)
        if (JIT_BLOCK(f->r, b)->is_entry && JIT_BLOCK(f->r, b)->in_webs[w->slot] != web)
            return false;
    return true;
}

/* ---- Not null ---- */

static int object_operand(unsigned op)
{
    switch (op) {
    case MINT_NULLCHECK:
    case MINT_STELEM_I1: case MINT_STELEM_I2: case MINT_STELEM_I4: case MINT_STELEM_I8: case MINT_STELEM_VT:
    case MINT_STELEM_REF: case MINT_STFLD_I1: case MINT_STFLD_I2: case MINT_STFLD_I4: case MINT_STFLD_I8:
        return 0;
    case MINT_LDELEM_I1: case MINT_LDELEM_U1: case MINT_LDELEM_I2: case MINT_LDELEM_U2: case MINT_LDELEM_I4:
    case MINT_LDELEM_I8: case MINT_LDELEM_VT: case MINT_LDELEMA: case MINT_LDELEMA_2D: case MINT_LDLEN: case MINT_STRLEN:
    case MINT_LDCHAR: case MINT_LDFLD_I1: case MINT_LDFLD_U1: case MINT_LDFLD_I2: case MINT_LDFLD_U2: case MINT_LDFLD_I4:
    case MINT_LDFLD_I8:
        return 1;
    default:
        return -1;
    }
}

static bool has(const GArray *webs, uint32_t web)
{
    for (guint i = 0; i < webs->len; i++)
        if (g_array_index(webs, uint32_t, i) == web)
            return true;
    return false;
}

static void add(GArray *webs, uint32_t web)
{
    if (!has(webs, web))
        g_array_append_val(webs, web);
}

static bool is_on_every_turn(Finder *f, uint32_t block)
{
    return block == f->loop->first || !reaches_from_end(f, f->loop->first, f->loop->first, block);
}

static void find_nonnull(Finder *f, uint32_t b)
{
    const JitBlock *block = JIT_BLOCK(f->r, b);
    int every_turn = -1;
    for (uint32_t i = block->first; i < block->end; i++) {
        const JitInsn *insn = JIT_INSN(f->r, i);
        int operand = object_operand(insn->op);
        uint32_t web = operand < 0 ? JIT_NO_WEB : insn->web[operand];
        if (web == JIT_NO_WEB || JIT_WEB(f->r, web)->is_constant || !jit_is_steady(f, web) || !jit_is_at_hand(f, web))
            continue;
        if (every_turn < 0)
            every_turn = is_on_every_turn(f, b);
        if (!every_turn)
            return;
        add(f->loop->nonnull, web);
        if (insn->op == MINT_LDELEMA_2D)
            add(f->loop->zero_based, web);
    }
}

/* ---- In bounds ---- */

/* Operand of the array; its index is the next one. */
static int array_operand(unsigned op)
{
    int operand = object_operand(op);
    bool is_element = op == MINT_STELEM_VT || op == MINT_STELEM_REF || op == MINT_LDELEM_VT || op == MINT_LDELEMA ||
                      op == MINT_LDELEMA_2D || (op >= MINT_STELEM_I1 && op <= MINT_STELEM_I8) ||
                      (op >= MINT_LDELEM_I1 && op <= MINT_LDELEM_I8);
    return is_element ? operand : -1;
}

/* The one write of the index in the loop adds something positive. */
static bool find_step(const Finder *f, JitBounds *bounds)
{
    if (f->def_count[bounds->index] != 1)
        return false;
    const JitInsn *step = JIT_INSN(f->r, f->def_insn[bounds->index]);
    bounds->step = JIT_NO_WEB;
    if (step->op == MINT_ADD_IMM_I4 && step->web[1] == bounds->index && step->v[2] > 0) {
        bounds->step_imm = step->v[2];
        return true;
    }
    if (step->op != MINT_ADD_I4 || (step->web[1] == bounds->index) == (step->web[2] == bounds->index))
        return false;
    bounds->step = step->web[step->web[1] == bounds->index ? 2 : 1];
    return jit_is_steady(f, bounds->step) && jit_is_at_hand(f, bounds->step);
}

/* The bound is what LDLEN in block b said: of the array itself, or of another that stays. */
static bool is_length_of_array(const Finder *f, uint32_t b, uint32_t bound, JitBounds *bounds)
{
    const JitInsn *def = f->def_count[bound] == 1 ? JIT_INSN(f->r, f->def_insn[bound]) : NULL;
    if (!def || def->op != MINT_LDLEN || def->block != b || JIT_WEB(f->r, bound)->memory_only)
        return false;
    uint32_t array = def->web[1];
    if (array == bounds->array && !bounds->dimension) {
        bounds->is_length = true;
        return !bounds->inclusive;
    }
    if (JIT_WEB(f->r, array)->is_constant || !jit_is_steady(f, array) || !jit_is_at_hand(f, array))
        return false;
    bounds->bound_array = array;
    return true;
}

/* Does the block end with "go on in the loop if index < bound"? */
static bool is_condition(const Finder *f, uint32_t b, JitBounds *bounds)
{
    const JitInsn *last = JIT_INSN(f->r, JIT_BLOCK(f->r, b)->end - 1);
    bool by_imm = last->op == MINT_BLT_IMM_I4 || last->op == MINT_BLE_IMM_I4;
    if ((!by_imm && last->op != MINT_BLT_I4 && last->op != MINT_BLE_I4) || last->web[0] != bounds->index ||
        !jit_loop_has(f->loop, (uint32_t)last->target) || (uint32_t)last->target == b + 1)
        return false;
    bounds->inclusive = last->op == MINT_BLE_I4 || last->op == MINT_BLE_IMM_I4;
    bounds->is_length = false;
    bounds->bound = bounds->bound_array = JIT_NO_WEB;
    bounds->limit = by_imm ? last->v[1] : 0;
    if (by_imm)
        return true;
    uint32_t bound = last->web[1];
    if (JIT_WEB(f->r, bound)->is_constant) {
        bounds->limit = (int32_t)JIT_WEB(f->r, bound)->constant;
        return true;
    }
    if (is_length_of_array(f, b, bound, bounds))
        return true;
    bounds->bound = bound;
    return jit_is_steady(f, bound) && jit_is_at_hand(f, bound);
}

static bool is_entered_only_from(const Finder *f, uint32_t b, uint32_t from)
{
    for (guint p = 0; p < f->r->blocks->len; p++) {
        const JitBlock *block = JIT_BLOCK(f->r, p);
        for (uint32_t k = 0; p != from && k < block->succ_count; k++)
            if (SUCC(f->r, block, k) == b)
                return false;
    }
    return !JIT_BLOCK(f->r, b)->is_handler;
}

/* Whenever instruction i or the step runs, the edge to `inside` was the last of the three. */
static bool condition_holds(Finder *f, uint32_t inside, uint32_t i, uint32_t step)
{
    uint32_t access_block = JIT_INSN(f->r, i)->block, step_block = JIT_INSN(f->r, step)->block;
    if (entries_reach(f, access_block, inside) || entries_reach(f, step_block, inside))
        return false;
    if (reaches_from_end(f, step_block, access_block, inside) || reaches_from_end(f, step_block, step_block, inside))
        return false;
    return step_block != access_block || i < step;
}

static bool same_bounds(const JitBounds *a, const JitBounds *b)
{
    return a->array == b->array && a->index == b->index && a->dimension == b->dimension && a->steady == b->steady &&
           a->bound == b->bound && a->bound_array == b->bound_array && a->is_length == b->is_length &&
           a->inclusive == b->inclusive && a->limit == b->limit && a->step == b->step && a->step_imm == b->step_imm;
}

static bool is_bounded(Finder *f, uint32_t i, JitBounds *bounds)
{
    const JitWeb *index = JIT_WEB(f->r, bounds->index), *array = JIT_WEB(f->r, bounds->array);
    if (index->memory_only || index->is_fp || array->is_constant || !jit_is_steady(f, bounds->array) ||
        !jit_is_at_hand(f, bounds->array) || !jit_is_at_hand(f, bounds->index))
        return false;
    if (jit_is_steady(f, bounds->index)) {
        bounds->steady = true;
        /* A constant's own test is as short as a guard's effect. */
        return (bounds->dimension || !index->is_constant) && is_on_every_turn(f, JIT_INSN(f->r, i)->block);
    }
    if (!find_step(f, bounds))
        return false;
    for (uint32_t b = f->loop->first; b < f->loop->end; b++) {
        if (!is_condition(f, b, bounds))
            continue;
        uint32_t inside = (uint32_t)JIT_INSN(f->r, JIT_BLOCK(f->r, b)->end - 1)->target;
        if (is_entered_only_from(f, inside, b) && condition_holds(f, inside, i, f->def_insn[bounds->index]))
            return true;
    }
    return false;
}

/* dimension as in JitBounds: the second has a bit of its own. */
static void find_bounds_of(Finder *f, JitGuards *guards, uint32_t i, unsigned dimension)
{
    const JitInsn *insn = JIT_INSN(f->r, i);
    unsigned operand = (unsigned)array_operand(insn->op);
    uint64_t *known_bits = dimension == 2 ? guards->in_bounds2 : guards->in_bounds;
    JitBounds bounds = {.array = insn->web[operand], .index = insn->web[operand + MAX(dimension, 1)],
                        .dimension = (uint8_t)dimension, .bound = JIT_NO_WEB, .bound_array = JIT_NO_WEB,
                        .step = JIT_NO_WEB};
    if (jit_bit(known_bits, i) || !is_bounded(f, i, &bounds))
        return;
    jit_set(known_bits, i);
    bool known = false;
    for (guint k = 0; k < f->loop->bounds->len; k++)
        known |= same_bounds(&bounds, &g_array_index(f->loop->bounds, JitBounds, k));
    if (!known)
        g_array_append_val(f->loop->bounds, bounds);
    add(f->loop->nonnull, bounds.array);
    if (dimension)
        add(f->loop->zero_based, bounds.array);
    if (bounds.bound_array != JIT_NO_WEB)
        add(f->loop->nonnull, bounds.bound_array);
}

static void find_bounds(Finder *f, JitGuards *guards)
{
    unsigned looked_at = 0;
    uint32_t end = JIT_BLOCK(f->r, f->loop->end - 1)->end;
    for (uint32_t i = JIT_BLOCK(f->r, f->loop->first)->first; i < end && looked_at < MAX_ACCESSES; i++) {
        unsigned op = JIT_INSN(f->r, i)->op;
        if (array_operand(op) < 0 || !JIT_BLOCK(f->r, JIT_INSN(f->r, i)->block)->reachable)
            continue;
        looked_at++;
        for (unsigned dimension = op == MINT_LDELEMA_2D; dimension <= (op == MINT_LDELEMA_2D ? 2 : 0); dimension++)
            find_bounds_of(f, guards, i, dimension);
    }
}

/* ---- All loops ---- */

static bool last_way_back(const JitRegion *r, uint32_t head, uint32_t *end)
{
    *end = 0;
    for (uint32_t b = head; b < r->blocks->len; b++) {
        const JitBlock *block = JIT_BLOCK(r, b);
        for (uint32_t k = 0; k < block->succ_count; k++)
            if (SUCC(r, block, k) == head)
                *end = b + 1;
    }
    return *end != 0;
}

static void clear_loop(JitLoop *loop)
{
    g_array_free(loop->nonnull, TRUE);
    g_array_free(loop->zero_based, TRUE);
    g_array_free(loop->bounds, TRUE);
}

static void look_at_loop(Finder *f, JitGuards *guards, uint32_t head, bool tests)
{
    JitLoop loop = {.first = head};
    guint kept = guards->kept->len;
    if (!last_way_back(f->r, head, &loop.end))
        return;
    loop.nonnull = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    loop.zero_based = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    loop.bounds = g_array_new(FALSE, FALSE, sizeof(JitBounds));
    f->loop = &loop;
    if (find_entries(f)) {
        count_defs(f);
        if (tests) {
            for (uint32_t b = loop.first; b < loop.end; b++)
                find_nonnull(f, b);
            find_bounds(f, guards);
            jit_keep_places(f, guards);
        }
        jit_keep_constants(f, guards);
    }
    if (loop.nonnull->len || guards->kept->len > kept)
        g_array_append_val(guards->loops, loop);
    else
        clear_loop(&loop);
}

void jit_guards_find(JitRegion *region, JitGuards *guards, bool tests)
{
    guint insns = region->insns->len;
    guards->loops = g_array_new(FALSE, FALSE, sizeof(JitLoop));
    guards->in_bounds = g_new0(uint64_t, insns / 64 + 1);
    guards->in_bounds2 = g_new0(uint64_t, insns / 64 + 1);
    guards->kept = g_array_new(FALSE, FALSE, sizeof(JitKept));
    guards->places = g_new(JitKeptPlace, insns);
    for (guint i = 0; i < insns; i++)
        guards->places[i] = (JitKeptPlace){JIT_NOT_KEPT, JIT_NOT_KEPT};
    if (region->blocks->len > MAX_BLOCKS)
        return;
    Finder f = {.r = region, .webs = region->webs->len};
    f.def_count = g_new(uint32_t, f.webs + 1);
    f.def_insn = g_new(uint32_t, f.webs + 1);
    f.entries = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    f.seen = g_malloc(region->blocks->len);
    /* Inner loops come later: an access that an outer one can answer for is not tested in the inner. */
    for (guint b = 0; b < region->blocks->len && guards->loops->len < MAX_LOOPS; b++)
        if (JIT_BLOCK(region, b)->is_entry)
            look_at_loop(&f, guards, b, tests);
    g_free(f.def_count);
    g_free(f.def_insn);
    g_array_free(f.entries, TRUE);
    g_free(f.seen);
}

bool jit_guards_zero_based(const JitGuards *guards, uint32_t block, uint32_t web)
{
    for (guint i = 0; i < guards->loops->len; i++) {
        const JitLoop *loop = &g_array_index(guards->loops, JitLoop, i);
        if (jit_loop_has(loop, block) && has(loop->zero_based, web))
            return true;
    }
    return false;
}

void jit_guards_clear(JitGuards *guards)
{
    for (guint i = 0; i < guards->loops->len; i++)
        clear_loop(&g_array_index(guards->loops, JitLoop, i));
    g_array_free(guards->loops, TRUE);
    g_free(guards->in_bounds);
    g_free(guards->in_bounds2);
    g_array_free(guards->kept, TRUE);
    g_free(guards->places);
}
