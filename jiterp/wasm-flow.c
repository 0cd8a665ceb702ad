/*
 * wasm-flow.c - blocks into structured control flow.
 *
 * Blocks reached from the entry are ordered in reverse postorder and have dominators (Cooper, Harvey, Kennedy). Where each
 * backward edge leads to a dominator the method is written along the dominator tree (Ramsey, "Beyond Relooper"):
 *
 *   loop head X:   loop .. end around all that X dominates; `br` to it is a turn
 *   merge Y:       the code of its dominator stands in block .. end, Y's own behind it; `br` to it leads there
 *   other blocks:  stand where the one branch to them is
 *
 * Otherwise (two ways into one loop) all blocks stand in one loop, each behind its own `end`: forward branches leave
 * blocks, backward ones set a local and go through a br_table at the loop's head.
 */
#include "jiterp/wasm-gen.h"

#include <string.h>

enum { MAX_BLOCKS = 3000, NO_BLOCK = UINT32_MAX };

/* ---- Order, dominators ---- */

static bool has_many_ways(const JitInsn *last)
{
    return last->op == MINT_SWITCH || last->op == MINT_ENDFINALLY;
}

static const uint32_t *successors(const WasmGen *g, uint32_t b, uint32_t *count)
{
    const JitBlock *block = JIT_BLOCK(g->r, b);
    const JitInsn *last = JIT_INSN(g->r, block->end - 1);
    *count = jit_is_supported(last->op) ? block->succ_count : 0; /* left there */
    return &g_array_index(g->r->succs, uint32_t, block->succ_first);
}

/* Postorder without recursion: a stack of blocks, each with the successor that is next. */
static void postorder(const WasmGen *g, GArray *out)
{
    typedef struct { uint32_t block, next; } Visit;
    GArray *stack = g_array_new(FALSE, FALSE, sizeof(Visit));
    Visit first = {g->entry, 0};
    g->nodes[g->entry].reached = true;
    g_array_append_val(stack, first);
    while (stack->len) {
        Visit *top = &g_array_index(stack, Visit, stack->len - 1);
        uint32_t count;
        const uint32_t *succ = successors(g, top->block, &count);
        if (top->next == count) {
            g_array_append_val(out, top->block);
            g_array_set_size(stack, stack->len - 1);
            continue;
        }
        Visit next = {succ[top->next++], 0};
        if (g->nodes[next.block].reached)
            continue;
        g->nodes[next.block].reached = true;
        g_array_append_val(stack, next);
    }
    g_array_free(stack, TRUE);
}

static uint32_t common(const WasmGen *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->nodes[a].order > g->nodes[b].order)
            a = g->nodes[a].dominator;
        while (g->nodes[b].order > g->nodes[a].order)
            b = g->nodes[b].dominator;
    }
    return a;
}

static void find_dominators(WasmGen *g)
{
    bool changed = true;
    g->nodes[g->entry].dominator = g->entry;
    while (changed) {
        changed = false;
        for (guint i = 0; i < g->by_order->len; i++) {
            uint32_t b = g_array_index(g->by_order, uint32_t, i), count;
            const uint32_t *succ = successors(g, b, &count);
            for (uint32_t k = 0; k < count; k++) {
                WasmNode *to = &g->nodes[succ[k]];
                uint32_t found = to->dominator == NO_BLOCK ? b : common(g, to->dominator, b);
                changed |= found != to->dominator;
                to->dominator = found;
            }
        }
    }
}

static bool dominates(const WasmGen *g, uint32_t a, uint32_t b)
{
    while (g->nodes[b].order > g->nodes[a].order)
        b = g->nodes[b].dominator;
    return a == b;
}

bool w_flow_find(WasmGen *g)
{
    uint32_t blocks = g->r->blocks->len;
    g->nodes = g_new0(WasmNode, blocks);
    g->by_order = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g->labels = g_array_new(FALSE, FALSE, sizeof(WasmLabel));
    uint8_t *ways = g_malloc0(blocks);
    GArray *post = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    postorder(g, post);
    for (guint i = post->len; i-- > 0;) {
        uint32_t b = g_array_index(post, uint32_t, i);
        g->nodes[b].order = g->by_order->len;
        g->nodes[b].dominator = NO_BLOCK;
        g_array_append_val(g->by_order, b);
    }
    g_array_free(post, TRUE);
    find_dominators(g);
    for (guint i = 0; i < g->by_order->len; i++) {
        uint32_t b = g_array_index(g->by_order, uint32_t, i), count;
        const uint32_t *succ = successors(g, b, &count);
        bool many = has_many_ways(JIT_INSN(g->r, JIT_BLOCK(g->r, b)->end - 1));
        for (uint32_t k = 0; k < count; k++) {
            WasmNode *to = &g->nodes[succ[k]];
            if (to->order <= i) {
                to->is_loop = true;
                g->dispatches |= !dominates(g, succ[k], b);
            } else {
                to->is_merge |= many || ways[succ[k]];
                ways[succ[k]] = 1;
            }
        }
    }
    g_free(ways);
    return g->by_order->len <= MAX_BLOCKS;
}

/* ---- Labels ---- */

static void open_label(WasmGen *g, WasmOp op, int kind, uint32_t block)
{
    WasmLabel label = {kind, block};
    g_array_append_val(g->labels, label);
    wasm_block(&g->f, op, WASM_VOID);
}

static void close_label(WasmGen *g)
{
    g_array_set_size(g->labels, g->labels->len - 1);
    w_op(g, WASM_END);
}

static uint32_t depth_of(const WasmGen *g, int kind, uint32_t block)
{
    for (guint i = g->labels->len; i-- > 0;) {
        const WasmLabel *label = &g_array_index(g->labels, WasmLabel, i);
        if ((int)label->kind == kind && label->block == block)
            return g->labels->len - 1 - i;
    }
    g_assert_not_reached();
}

static bool is_backward(const WasmGen *g, uint32_t from, uint32_t target)
{
    return g->nodes[target].order <= g->nodes[from].order;
}

/* A `br` alone leads there. */
static bool has_label(const WasmGen *g, uint32_t from, uint32_t target)
{
    if (g->dispatches)
        return !is_backward(g, from, target);
    return is_backward(g, from, target) || g->nodes[target].is_merge;
}

static uint32_t label_of(const WasmGen *g, uint32_t from, uint32_t target)
{
    return depth_of(g, is_backward(g, from, target) ? WASM_LABEL_LOOP : WASM_LABEL_BEHIND, target);
}

/* ---- Branches ---- */

static void write_tree(WasmGen *g, uint32_t block);

void w_goto(WasmGen *g, uint32_t from, uint32_t target)
{
    if (has_label(g, from, target)) {
        wasm_index(&g->f, WASM_BR, label_of(g, from, target));
    } else if (g->dispatches) {
        wasm_i32(&g->f, (int32_t)g->nodes[target].order);
        w_set(g, g->next);
        wasm_index(&g->f, WASM_BR, depth_of(g, WASM_LABEL_LOOP, g->entry));
    } else {
        write_tree(g, target);
    }
}

static void branch(WasmGen *g, uint32_t from, uint32_t target)
{
    if (has_label(g, from, target)) {
        wasm_index(&g->f, WASM_BR_IF, label_of(g, from, target));
    } else {
        open_label(g, WASM_IF, WASM_LABEL_NONE, 0);
        w_goto(g, from, target);
        close_label(g);
    }
}

void w_branch(WasmGen *g)
{
    uint32_t from = g->block, target = (uint32_t)WINS->target, next = from + 1;
    if (target == next) {
        w_op(g, WASM_DROP);
    } else if (!has_label(g, from, target) && has_label(g, from, next)) {
        w_op(g, WASM_I32_EQZ);
        branch(g, from, next);
        w_goto(g, from, target);
        return;
    } else {
        branch(g, from, target);
    }
    w_goto(g, from, next);
}

void w_branch_to(WasmGen *g, uint32_t target)
{
    branch(g, g->block, target);
}

void w_switch(WasmGen *g)
{
    uint32_t from = g->block, count = (uint32_t)WINS->v[1], first = WINS->switch_first;
    uint32_t *labels = g_new(uint32_t, count + 1);
    if (g->dispatches) {
        w_set(g, g->i32[0]);
        for (uint32_t k = 0; k < count; k++) {
            w_get(g, g->i32[0]);
            wasm_i32(&g->f, (int32_t)k);
            w_op(g, WASM_I32_EQ);
            branch(g, from, (uint32_t)g_array_index(g->r->targets, int32_t, first + k));
        }
        w_goto(g, from, from + 1);
    } else {
        for (uint32_t k = 0; k < count; k++)
            labels[k] = label_of(g, from, (uint32_t)g_array_index(g->r->targets, int32_t, first + k));
        wasm_br_table(&g->f, labels, count, label_of(g, from, from + 1));
    }
    g_free(labels);
}

/* ---- Writing ---- */

static void write_block(WasmGen *g, uint32_t b)
{
    if (w_block(g, b))
        w_goto(g, b, b + 1);
}

/* Merges that `block` dominates, the first in order last: it is the innermost. */
static GArray *merges_of(const WasmGen *g, uint32_t block)
{
    GArray *merges = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (guint i = g->by_order->len; i-- > g->nodes[block].order + 1;) {
        uint32_t b = g_array_index(g->by_order, uint32_t, i);
        if (g->nodes[b].is_merge && g->nodes[b].dominator == block)
            g_array_append_val(merges, b);
    }
    return merges;
}

static void write_tree(WasmGen *g, uint32_t block)
{
    GArray *merges = merges_of(g, block);
    if (g->nodes[block].is_loop)
        open_label(g, WASM_LOOP, WASM_LABEL_LOOP, block);
    for (guint i = 0; i < merges->len; i++)
        open_label(g, WASM_BLOCK, WASM_LABEL_BEHIND, g_array_index(merges, uint32_t, i));
    write_block(g, block);
    for (guint i = merges->len; i-- > 0;) {
        close_label(g);
        write_tree(g, g_array_index(merges, uint32_t, i));
    }
    if (g->nodes[block].is_loop)
        close_label(g);
    g_array_free(merges, TRUE);
}

static void write_dispatched(WasmGen *g)
{
    uint32_t count = g->by_order->len;
    uint32_t *labels = g_new(uint32_t, count);
    open_label(g, WASM_LOOP, WASM_LABEL_LOOP, g->entry);
    for (uint32_t i = count; i-- > 0;) {
        open_label(g, WASM_BLOCK, WASM_LABEL_BEHIND, g_array_index(g->by_order, uint32_t, i));
        labels[i] = i;
    }
    w_get(g, g->next);
    wasm_br_table(&g->f, labels, count, 0); /* `next` is always one of them */
    for (uint32_t i = 0; i < count; i++) {
        close_label(g);
        write_block(g, g_array_index(g->by_order, uint32_t, i));
    }
    close_label(g);
    g_free(labels);
}

void w_flow_write(WasmGen *g)
{
    if (g->dispatches)
        write_dispatched(g);
    else
        write_tree(g, g->entry);
}
