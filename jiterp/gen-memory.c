/*
 * gen-memory.c - machine code of loads and stores: pointers, fields, arrays, statics, value types; casts.
 */
#include "jiterp/gen-ops.h"

#include <stddef.h>
#include <string.h>

/* ---- Memory ---- */

static const uint8_t mem_sizes[] = {1, 1, 2, 2, 4, 8};

void g_load(Gen *g, MemKind kind, X64Mem mem)
{
    static const X64Op ops[] = {X64_MOVSX8, X64_MOVZX8, X64_MOVSX16, X64_MOVZX16, X64_MOV, X64_MOV};
    const JitWeb *d = g_web(g, INS->web[0]);
    if (d->is_fp && kind >= MEM_I4) {
        unsigned to = g_target_fp(g, 0, 0);
        x64_rm(&g->a, kind == MEM_I8 ? X64_MOVSD : X64_MOVSS, 4, to, mem);
        g_done_fp(g, 0, to);
        return;
    }
    unsigned to = g_target(g, 0, RAX);
    x64_rm(&g->a, ops[kind], kind == MEM_I8 ? 8 : 4, to, mem);
    g_done(g, 0, to);
}

/* mem may use rax and rcx; the value must not. */
void g_store(Gen *g, unsigned size, X64Mem mem, unsigned operand)
{
    const JitWeb *value = g_web(g, INS->web[operand]);
    int64_t constant;
    if (value->reg >= 0 && value->is_fp && size >= 4) {
        x64_mr(&g->a, size == 8 ? X64_MOVSD : X64_MOVSS, 4, mem, (unsigned)value->reg);
    } else if (g_constant(g, operand, &constant) && (size < 8 || constant == (int32_t)constant)) {
        x64_mi(&g->a, X64_MOV, size, mem, (int32_t)constant);
    } else {
        x64_mr(&g->a, X64_MOV, size, mem, g_use(g, operand, size == 8 ? 8 : 4, RDX));
    }
}

unsigned g_address(Gen *g, unsigned operand)
{
    unsigned reg = g_use(g, operand, 8, RAX);
    g_null_check(g, operand, reg);
    return reg;
}

/* Bytes between two places; rax holds an address at most. Sizes of slots' copies: whole or not. */
static void copy_bytes(Gen *g, X64Mem to, X64Mem from, uint32_t bytes)
{
    uint32_t at = 0;
    if (bytes > 64) { /* through registers all at once is not possible: overlapping moves need a call */
        g_save_across(g);
        x64_rm(&g->a, X64_LEA, 8, RDX, from); /* rdx is in no address */
        x64_rm(&g->a, X64_LEA, 8, RDI, to);
        g_move(g, RSI, RDX, 8);
        x64_mov_imm(&g->a, RDX, bytes);
        g_call_c(g, (const void *)memmove);
        g_restore_across(g);
        return;
    }
    /* Pieces are read before anything is written where two would do; otherwise pieces go in order: source and target
     * are the same place, or apart. */
    for (; at + 16 <= bytes; at += 16) {
        X64Mem f = from, t = to;
        f.disp += (int32_t)at;
        t.disp += (int32_t)at;
        x64_rm(&g->a, X64_MOVUPS, 4, 0, f);
        x64_mr(&g->a, X64_MOVUPS, 4, t, 0);
    }
    static const uint8_t sizes[] = {8, 4, 2, 1};
    for (unsigned k = 0; k < 4; k++)
        for (; at + sizes[k] <= bytes; at += sizes[k]) {
            X64Mem f = from, t = to;
            f.disp += (int32_t)at;
            t.disp += (int32_t)at;
            if (sizes[k] >= 4)
                x64_rm(&g->a, X64_MOV, sizes[k], RDX, f);
            else
                x64_rm(&g->a, sizes[k] == 2 ? X64_MOVZX16 : X64_MOVZX8, 4, RDX, f);
            x64_mr(&g->a, X64_MOV, sizes[k], t, RDX);
        }
}

static void clear_bytes(Gen *g, X64Mem to, uint32_t bytes)
{
    static const uint8_t sizes[] = {8, 4, 2, 1};
    uint32_t at = 0;
    if (bytes >= 16)
        x64_rr(&g->a, X64_XORPS, 4, 0, 0);
    for (; at + 16 <= bytes; at += 16) {
        X64Mem t = to;
        t.disp += (int32_t)at;
        x64_mr(&g->a, X64_MOVUPS, 4, t, 0);
    }
    for (unsigned k = 0; k < 4; k++)
        for (; at + sizes[k] <= bytes; at += sizes[k]) {
            X64Mem t = to;
            t.disp += (int32_t)at;
            x64_mi(&g->a, X64_MOV, sizes[k], t, 0);
        }
}

/* ---- Arrays ---- */

/* Array and index checked; the element's address as an operand. Uses rax, rcx. */
X64Mem g_element(Gen *g, unsigned array, unsigned index, uint32_t size)
{
    unsigned a = g_address(g, array);
    int64_t constant;
    if (g_constant(g, index, &constant) && (uint64_t)constant * size < INT32_MAX / 2) {
        x64_mi(&g->a, X64_CMP, 8, x64_at(a, ARRAY_LENGTH), (int32_t)constant);
        g_exit_if(g, CC_BE, JIT_ABORT_BOUNDS);
        return x64_at(a, ARRAY_DATA + (int32_t)(constant * size));
    }
    const JitWeb *web = g_web(g, INS->web[index]);
    unsigned i = g_use(g, index, 4, RCX);
    if (i != RCX && web->wide) {
        g_move(g, RCX, i, 4);
        i = RCX;
    }
    if (!jit_bit(g->guards->in_bounds, g->index)) {
        x64_rm(&g->a, X64_CMP, 8, i, x64_at(a, ARRAY_LENGTH));
        g_exit_if(g, CC_AE, JIT_ABORT_BOUNDS);
    }
    if (size == 1 || size == 2 || size == 4 || size == 8)
        return x64_indexed(a, i, size, ARRAY_DATA);
    if (size == 16 || size == 24 || size == 40 || size == 12 || size == 20 || size == 36) {
        /* a few sizes by one more instruction: rcx = i * (size / scale) */
        unsigned scale = size % 8 == 0 ? 8 : 4, factor = size / scale;
        if (factor == 2 || factor == 3 || factor == 5 || factor == 9) {
            if (factor == 2)
                x64_rm(&g->a, X64_LEA, 8, RCX, x64_indexed(i, i, 1, 0));
            else
                x64_rm(&g->a, X64_LEA, 8, RCX, x64_indexed(i, i, factor - 1, 0));
            return x64_indexed(a, RCX, scale, ARRAY_DATA);
        }
    }
    x64_rri(&g->a, X64_IMUL_IMM, 8, RCX, i, (int32_t)size);
    return x64_indexed(a, RCX, 1, ARRAY_DATA);
}

void g_load_element(Gen *g, MemKind kind)
{
    g_load(g, kind, g_element(g, 1, 2, mem_sizes[kind]));
}

void g_load_char(Gen *g)
{
    unsigned s = g_address(g, 1), i = g_use(g, 2, 4, RCX);
    if (i != RCX && g_web(g, INS->web[2])->wide) {
        g_move(g, RCX, i, 4);
        i = RCX;
    }
    x64_rm(&g->a, X64_CMP, 4, i, x64_at(s, offsetof(MonoString, length)));
    g_exit_if(g, CC_AE, JIT_ABORT_BOUNDS);
    g_load(g, MEM_U2, x64_indexed(s, i, 2, offsetof(MonoString, chars)));
}

void g_store_reference(Gen *g)
{
    X64Mem to = g_element(g, 0, 1, 8);
    const JitWeb *value = g_web(g, INS->web[2]);
    if (value->is_constant && value->constant == 0) {
        x64_mi(&g->a, X64_MOV, 8, to, 0);
        return;
    }
    /* rax: array or scratch; rcx: index. rdx: the value's class, compared with the array's element class. */
    X64Label fine = x64_label(&g->a), slow = x64_label(&g->a), back = x64_label(&g->a);
    unsigned v = g_use(g, 2, 8, RDX), array = to.base;
    x64_rr(&g->a, X64_TEST, 8, v, v);
    x64_jcc(&g->a, CC_E, fine);
    bool in_scratch = array == RAX || v == RDX;
    if (in_scratch) {
        x64_push(&g->a, array);
        x64_push(&g->a, v);
    }
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(array, 0));
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RAX, offsetof(MonoVTable, klass)));
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RAX, offsetof(MonoClass, element_class)));
    x64_rm(&g->a, X64_MOV, 8, RDX, x64_at(v, 0));
    x64_rm(&g->a, X64_CMP, 8, RAX, x64_at(RDX, offsetof(MonoVTable, klass)));
    if (in_scratch) {
        x64_pop(&g->a, RDX);
        x64_pop(&g->a, RAX);
    } else { /* flags stay */
        x64_rr(&g->a, X64_MOV, 8, RAX, array);
        x64_rr(&g->a, X64_MOV, 8, RDX, v);
    }
    to.base = RAX;
    v = RDX;
    x64_jcc(&g->a, CC_NE, slow);
    x64_place(&g->a, back);
    x64_mr(&g->a, X64_MOV, 8, to, v);
    X64Label end = x64_label(&g->a);
    x64_jmp(&g->a, end);
    /* Object[] of anything: the class differs but is fine. The interpreter's table of casts answers. */
    x64_place(&g->a, slow);
    x64_push(&g->a, RCX);
    x64_push(&g->a, RDX);
    x64_push(&g->a, RAX);
    for (unsigned k = 0; k < 6; k++) {
        static const uint8_t saved[] = {RSI, RDI, R8, R9, R10, R11};
        x64_push(&g->a, saved[k]);
    }
    x64_ri(&g->a, X64_SUB, 8, RSP, 14 * 8 + 8);
    for (unsigned k = 0; k < 14; k++)
        x64_mr(&g->a, X64_MOVSD, 4, x64_at(RSP, (int32_t)k * 8), FIRST_WEB_XMM + k);
    g_move(g, RDI, RAX, 8);
    g_move(g, RSI, RDX, 8);
    g_call_c(g, (const void *)jit_help_store_check);
    for (unsigned k = 0; k < 14; k++)
        x64_rm(&g->a, X64_MOVSD, 4, FIRST_WEB_XMM + k, x64_at(RSP, (int32_t)k * 8));
    x64_ri(&g->a, X64_ADD, 8, RSP, 14 * 8 + 8);
    for (unsigned k = 6; k-- > 0;) {
        static const uint8_t saved[] = {RSI, RDI, R8, R9, R10, R11};
        x64_pop(&g->a, saved[k]);
    }
    x64_rr(&g->a, X64_TEST, 1, RAX, RAX);
    x64_pop(&g->a, RAX);
    x64_pop(&g->a, RDX);
    x64_pop(&g->a, RCX);
    x64_jcc(&g->a, CC_NE, back);
    x64_jmp(&g->a, g_exit(g, JIT_ABORT_CAST));
    x64_place(&g->a, fine);
    x64_mi(&g->a, X64_MOV, 8, (X64Mem){.base = (uint8_t)array, .index = to.index, .scale = to.scale, .disp = to.disp,
                                       .literal = -1}, 0);
    x64_place(&g->a, end);
}

/* A register with an index less its lower bound, zero-extended and in bounds. rdx: the array's bounds. */
static unsigned index_in_2d(Gen *g, unsigned operand, bool zero_based, bool in_bounds, unsigned scratch)
{
    int32_t at = (int32_t)((operand - 2) * sizeof(MonoArrayBounds));
    unsigned index = g_use(g, operand, 4, scratch);
    if (!zero_based || g_web(g, INS->web[operand])->wide) {
        x64_rr(&g->a, X64_MOV, 4, scratch, index);
        index = scratch;
    }
    if (!zero_based)
        x64_rm(&g->a, X64_SUB, 4, index, x64_at(RDX, at + (int32_t)offsetof(MonoArrayBounds, lower_bound)));
    if (!in_bounds) {
        x64_rm(&g->a, X64_CMP, 4, index, x64_at(RDX, at + (int32_t)offsetof(MonoArrayBounds, length)));
        g_exit_if(g, CC_AE, JIT_ABORT_BOUNDS);
    }
    return index;
}

static X64Mem scaled(Gen *g, unsigned base, unsigned index, uint32_t size, int32_t disp)
{
    if (size == 1 || size == 2 || size == 4 || size == 8)
        return x64_indexed(base, index, size, disp);
    x64_rri(&g->a, X64_IMUL_IMM, 8, RCX, index, (int32_t)size);
    return x64_indexed(base, RCX, 1, disp);
}

/* Uses rax, rcx, rdx; the address none but rax and rcx. */
static X64Mem place_in_2d(Gen *g)
{
    enum { SECOND = sizeof(MonoArrayBounds) };
    bool zero_based = jit_guards_zero_based(g->guards, INS->block, INS->web[1]);
    unsigned a = g_address(g, 1);
    x64_rm(&g->a, X64_MOV, 8, RDX, x64_at(a, offsetof(MonoArray, bounds)));
    g_move(g, RCX, index_in_2d(g, 2, zero_based, jit_bit(g->guards->in_bounds, g->index), RCX), 4);
    x64_rm(&g->a, X64_MOV, 4, RAX, x64_at(RDX, SECOND + offsetof(MonoArrayBounds, length)));
    x64_rr(&g->a, X64_IMUL, 8, RCX, RAX);
    x64_rr(&g->a, X64_ADD, 8, RCX, index_in_2d(g, 3, zero_based, jit_bit(g->guards->in_bounds2, g->index), RAX));
    return scaled(g, g_use(g, 1, 8, RAX), RCX, (uint32_t)INS->imm, ARRAY_DATA);
}

void g_load_second_length(Gen *g, unsigned to, unsigned array)
{
    x64_rm(&g->a, X64_MOV, 8, to, x64_at(array, offsetof(MonoArray, bounds)));
    x64_rm(&g->a, X64_MOV, 4, to, x64_at(to, sizeof(MonoArrayBounds) + offsetof(MonoArrayBounds, length)));
}

/* The same where a part of the address is in a register; false: it is not. */
static bool kept_place(Gen *g, X64Mem *place)
{
    const JitKeptPlace *at = &g->guards->places[g->index];
    const JitKept *kept = jit_kept(g->guards, at->place);
    int base = g_kept_register(g, at->place), length = g_kept_register(g, at->length);
    if (base < 0)
        return false;
    if (kept->kind == KEPT_ELEMENT) {
        *place = x64_at((unsigned)base, 0);
    } else if (kept->kind == KEPT_ROW) {
        *place = x64_indexed((unsigned)base, index_in_2d(g, 3, true, true, RCX), kept->size, 0);
    } else {
        unsigned index = index_in_2d(g, 2, true, true, RCX);
        if (length < 0) {
            g_load_second_length(g, RAX, g_use(g, 1, 8, RAX));
            length = RAX;
        }
        g_move(g, RCX, index, 4);
        x64_rr(&g->a, X64_IMUL, 8, RCX, (unsigned)length);
        *place = x64_indexed((unsigned)base, RCX, kept->size, 0);
    }
    return true;
}

/* The address is used by the next instruction, to load or store, and by nothing else. */
static bool is_for_next(const Gen *g)
{
    if (g->index + 1 == g->block->end)
        return false;
    const JitInsn *next = JIT_INSN(g->r, g->index + 1);
    const uint64_t *after = jit_live_after(g->r, g->block, g->index + 1);
    uint32_t web = INS->web[0], slot = (uint32_t)INS->v[0];
    bool is_load = next->op >= MINT_LDIND_I1 && next->op <= MINT_LDIND_I8;
    bool is_store = next->op >= MINT_STIND_I1 && next->op <= MINT_STIND_I8;
    if (g_web(g, web)->memory_only || !((is_load && next->web[1] == web) || (is_store && next->web[0] == web && next->web[1] != web)))
        return false;
    return !jit_bit(after, slot) || (is_load && next->v[0] == (int32_t)slot);
}

void g_element_2d(Gen *g)
{
    X64Mem place;
    if (!kept_place(g, &place))
        place = place_in_2d(g);
    if (is_for_next(g)) {
        g->has_place = true;
        g->place = place;
        return;
    }
    unsigned to = g_target(g, 0, RAX);
    x64_rm(&g->a, X64_LEA, 8, to, place);
    g_done(g, 0, to);
    jit_set(g->nonnull, INS->web[0]);
}

X64Mem g_indirect(Gen *g, unsigned operand)
{
    if (g->has_place) {
        g->has_place = false;
        return g->place;
    }
    return x64_at(g_address(g, operand), 0);
}

/* ---- Statics, constants ---- */

bool g_check_class(Gen *g, const MonoVTable *vtable)
{
    if (vtable->initialized)
        return true;
    x64_mov_imm(&g->a, RCX, (uintptr_t)vtable);
    /* initialized or initializing: neighbours */
    _Static_assert(offsetof(MonoVTable, initializing) == offsetof(MonoVTable, initialized) + 1, "two flags");
    x64_mi(&g->a, X64_CMP, 2, x64_at(RCX, offsetof(MonoVTable, initialized)), 0);
    g_exit_if(g, CC_E, JIT_ABORT_CLASS_INIT);
    return true;
}

X64Mem g_static_address(Gen *g, unsigned index_operand, bool init)
{
    void **data = jit_data(g->r, INS);
    if (init)
        g_check_class(g, data[INS->v[index_operand] + 1]);
    x64_mov_imm(&g->a, RCX, (uintptr_t)data[INS->v[index_operand]]);
    return x64_at(RCX, 0);
}

/* data[p]: an object that is made at the first run. */
void g_load_cached(Gen *g)
{
    void **entry = &jit_data(g->r, INS)[INS->v[1]];
    unsigned to = g_target(g, 0, RAX);
    if (*entry) {
        x64_mov_imm(&g->a, to, (uintptr_t)*entry);
    } else {
        x64_mov_imm(&g->a, RAX, (uintptr_t)entry);
        x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RAX, 0));
        x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
        g_exit_if(g, CC_E, JIT_ABORT_CLASS_INIT);
        to = RAX;
    }
    g_done(g, 0, to);
    jit_set(g->nonnull, INS->web[0]);
}

/* ---- Casts ---- */

/* Leaves with "equal" set in the flags when object (in reg, not null) is of the class; uses rcx, rdx. */
void g_class_test(Gen *g, unsigned reg, const MonoClass *klass, bool exact, X64Label no)
{
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(reg, 0));
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RCX, offsetof(MonoVTable, klass)));
    x64_mov_imm(&g->a, RDX, (uintptr_t)klass);
    if (exact) {
        x64_rr(&g->a, X64_CMP, 8, RCX, RDX);
        return;
    }
    x64_mi(&g->a, X64_CMP, 2, x64_at(RCX, offsetof(MonoClass, depth)), klass->depth);
    x64_jcc(&g->a, CC_B, no);
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RCX, offsetof(MonoClass, ancestors)));
    x64_rm(&g->a, X64_CMP, 8, RDX, x64_at(RCX, klass->depth * 8));
}

void g_cast(Gen *g, bool exact, bool throws)
{
    const MonoClass *klass = jit_data(g->r, INS)[INS->v[2]];
    X64Label end = x64_label(&g->a), no = throws ? g_exit(g, JIT_ABORT_CAST) : x64_label(&g->a);
    bool nonnull = jit_bit(g->nonnull, INS->web[1]);
    g_move(g, RAX, g_use(g, 1, 8, RAX), 8);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_E, end);
    g_class_test(g, RAX, klass, exact, no);
    if (throws) {
        x64_jcc(&g->a, CC_NE, no);
    } else {
        x64_jcc(&g->a, CC_E, end);
        x64_place(&g->a, no);
        x64_rr(&g->a, X64_XOR, 4, RAX, RAX);
    }
    x64_place(&g->a, end);
    g_done(g, 0, RAX);
    if (throws && nonnull)
        jit_set(g->nonnull, INS->web[0]);
}

/* The cached answers; what they do not know is left to the interpreter, which fills them. */
void g_cast_cached(Gen *g, bool throws)
{
    void **entry = &jit_data(g->r, INS)[INS->v[2]];
    X64Label end = x64_label(&g->a);
    g_move(g, RAX, g_use(g, 1, 8, RAX), 8);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_E, end);
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RAX, 0));
    x64_mov_imm(&g->a, RDX, (uintptr_t)entry);
    x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RDX, 8));
    if (throws) {
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
    } else {
        x64_jcc(&g->a, CC_E, end);
        x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RDX, 16));
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
        x64_rr(&g->a, X64_XOR, 4, RAX, RAX);
    }
    x64_place(&g->a, end);
    g_done(g, 0, RAX);
}

void g_unbox(Gen *g)
{
    const MonoClass *klass = jit_data(g->r, INS)[INS->v[2]];
    unsigned object = g_address(g, 1);
    g_move(g, RAX, object, 8);
    g_class_test(g, RAX, klass, true, 0);
    g_exit_if(g, CC_NE, JIT_ABORT_CAST);
    x64_ri(&g->a, X64_ADD, 8, RAX, MONO_OBJECT_HEADER_SIZE);
    g_done(g, 0, RAX);
    jit_set(g->nonnull, INS->web[0]);
}

bool g_vt_ops(Gen *g)
{
    uint32_t bytes = (uint32_t)INS->imm;
    X64Mem place;
    switch ((MintOpcode)INS->op) {
    case MINT_MOV_VT:
        bytes = (uint32_t)INS->v[2] * 8;
        g_flush(g);
        if (INS->v[0] != INS->v[1] && ABS(INS->v[0] - INS->v[1]) < INS->v[2] && bytes <= MAX_INLINE_BYTES)
            return false; /* overlapping */
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), g_slot((uint32_t)INS->v[1]), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_ZERO_VT:
        bytes = (uint32_t)INS->v[1] * 8;
        if (bytes > MAX_CLEAR_BYTES)
            return false;
        clear_bytes(g, g_slot((uint32_t)INS->v[0]), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_LDIND_VT:
        place = x64_at(g_address(g, 1), 0);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STIND_VT:
        place = x64_at(g_address(g, 0), 0);
        g_flush(g);
        copy_bytes(g, place, g_slot((uint32_t)INS->v[1]), bytes);
        return true;
    case MINT_LDFLD_VT:
        place = x64_at(g_address(g, 1), INS->v[2]);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STFLD_VT:
        place = x64_at(g_address(g, 0), INS->v[1]);
        g_flush(g);
        copy_bytes(g, place, g_slot((uint32_t)INS->v[2]), bytes);
        return true;
    case MINT_LDELEM_VT:
        place = g_element(g, 1, 2, bytes);
        x64_rm(&g->a, X64_LEA, 8, RAX, place);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), x64_at(RAX, 0), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STELEM_VT:
        place = g_element(g, 0, 1, bytes);
        x64_rm(&g->a, X64_LEA, 8, RAX, place);
        g_flush(g);
        copy_bytes(g, x64_at(RAX, 0), g_slot((uint32_t)INS->v[2]), bytes);
        return true;
    case MINT_LDSFLD_VT:
    case MINT_LDSFLD_VT_INIT:
        place = g_static_address(g, 1, INS->op == MINT_LDSFLD_VT_INIT);
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STSFLD_VT:
    case MINT_STSFLD_VT_INIT:
        g_flush(g);
        place = g_static_address(g, 0, INS->op == MINT_STSFLD_VT_INIT);
        copy_bytes(g, place, g_slot((uint32_t)INS->v[1]), bytes);
        return true;
    case MINT_LDVTFLD_VT:
        if (bytes > MAX_INLINE_BYTES || ABS(INS->v[0] - INS->v[1]) * 8 < (int32_t)bytes + INS->v[2])
            return false;
        g_flush(g);
        place = g_slot((uint32_t)INS->v[1]);
        place.disp += INS->v[2];
        copy_bytes(g, g_slot((uint32_t)INS->v[0]), place, bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_STVTFLD_VT:
        if (bytes > MAX_INLINE_BYTES || ABS(INS->v[0] - INS->v[2]) * 8 < (int32_t)bytes + INS->v[1])
            return false;
        g_flush(g);
        place = g_slot((uint32_t)INS->v[0]);
        place.disp += INS->v[1];
        copy_bytes(g, place, g_slot((uint32_t)INS->v[2]), bytes);
        g_reload_defs(g, false);
        return true;
    case MINT_CPOBJ: {
        unsigned to = g_use(g, 0, 8, RAX), from = g_use(g, 1, 8, RCX);
        g_null_check(g, 0, to);
        g_null_check(g, 1, from);
        copy_bytes(g, x64_at(to, 0), x64_at(from, 0), bytes);
        return true;
    }
    case MINT_INITOBJ:
        if (bytes > MAX_CLEAR_BYTES)
            return false;
        clear_bytes(g, x64_at(g_address(g, 0), 0), bytes);
        return true;
    default:
        return false;
    }
}

/* A part of a value type in slots. */
static X64Mem vt_field(unsigned slot, int32_t offset)
{
    X64Mem mem = g_slot(slot);
    mem.disp += offset;
    return mem;
}

void g_load_vt_field(Gen *g)
{
    MemKind kind = (MemKind)(INS->op - MINT_LDVTFLD_I1);
    if (INS->web[1] == JIT_NO_WEB) { /* part of a slot */
        g_flush(g);
        g_load(g, kind, vt_field((unsigned)INS->v[1], INS->v[2]));
        return;
    }
    const JitWeb *d = g_web(g, INS->web[0]), *s = g_web(g, INS->web[1]);
    if (d->is_fp && (s->is_fp || s->reg < 0)) {
        unsigned to = g_target_fp(g, 0, 0);
        g_move_fp(g, to, g_use_fp(g, 1, to));
        g_done_fp(g, 0, to);
        return;
    }
    unsigned to = g_target(g, 0, RAX), size = kind == MEM_I8 ? 8 : 4;
    unsigned from = g_use(g, 1, size, to);
    if (size == 4)
        x64_rr(&g->a, X64_MOV, 4, to, from);
    else
        g_move(g, to, from, 8);
    g_done(g, 0, to);
}

void g_store_vt_field(Gen *g)
{
    if (INS->web[0] == JIT_NO_WEB) {
        g_flush(g);
        g_store(g, 1u << (INS->op - MINT_STVTFLD_I1), vt_field((unsigned)INS->v[0], INS->v[1]), 2);
        g_reload_defs(g, false);
        return;
    }
    const JitWeb *d = g_web(g, INS->web[0]), *s = g_web(g, INS->web[2]);
    if (d->is_fp && (s->is_fp || s->reg < 0)) {
        unsigned to = g_target_fp(g, 0, 0);
        g_move_fp(g, to, g_use_fp(g, 2, to));
        g_done_fp(g, 0, to);
        return;
    }
    g_done(g, 0, g_use(g, 2, 8, RAX));
}
