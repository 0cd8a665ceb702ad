/*
 * gen-calls.c - calls, internal calls, new objects, returns.
 *
 * A call leaves the caller's slots alone: what lives in registers that calls keep stays there. The callee finds its
 * arguments in its own slots. Only when the callee comes back with carry set does the caller write its registers to its
 * slots: it has left compiled code too, then.
 */
#include "jiterp/gen.h"

#include <stddef.h>

#include "interp/corlib/icalls.h"

#define INS (g->insn)

/* xmm0 and xmm1 = what the first two slots of the callee hold. */
static void pass_reals(Gen *g, unsigned reals, uint32_t base)
{
    for (unsigned k = 0; k < 2; k++) {
        if (!(reals >> k & 1))
            continue;
        const JitWeb *web = g_web(g, g->current[base + k]);
        if (web->is_constant)
            x64_rm(&g->a, X64_MOVSD, 4, k, x64_literal(&g->a, web->constant, 0));
        else if (web->reg >= 0 && web->is_fp)
            g_move_fp(g, k, (unsigned)web->reg);
        else
            x64_rm(&g->a, X64_MOVSD, 4, k, g_slot(base + k));
    }
}

/* saved: g_save_across() was done, and C code has run since. rax = InterpMethod; arguments in memory from slot `base` on;
 * delta_in_rdx: bytes to add to the callee's frame. */
static void call_rax(Gen *g, const InterpMethod *like, uint32_t base, uint32_t result_slot, bool delta_in_rdx,
                     bool saved)
{
    if (!saved)
        g_save_across(g);
    g_flush_visits(g);
    g_save_ip(g, INS->ip + mint_op_info[INS->op].units);
    bool has_result = !jit_returns_void(like) && INS->op != MINT_NEWOBJ && INS->op != MINT_NEWOBJ_VT;
    bool in_memory = jit_returns_value_type(like);
    unsigned reals = INS->op == MINT_CALL ? jit_real_arguments(like) : 0;
    pass_reals(g, reals, base);
    if (in_memory) {
        x64_rm(&g->a, X64_LEA, 8, RCX, g_slot(result_slot));
        x64_mr(&g->a, X64_MOV, 8, g_frame(sizeof(InterpFrame) + offsetof(InterpFrame, ret)), RCX);
    }
    if (delta_in_rdx)
        x64_rm(&g->a, X64_LEA, 8, R_FP, x64_indexed(R_FP, RDX, 1, (int32_t)base * 8));
    else if (base)
        x64_ri(&g->a, X64_ADD, 8, R_FP, (int32_t)base * 8);
    x64_ri(&g->a, X64_ADD, 8, R_FRAME, sizeof(InterpFrame));
    x64_m(&g->a, X64_CALL, 8, x64_at(RAX, reals ? offsetof(InterpMethod, tier_reals) : offsetof(InterpMethod, tier)));
    x64_rm(&g->a, X64_LEA, 8, R_FRAME, x64_at(R_FRAME, -(int32_t)sizeof(InterpFrame)));
    if (delta_in_rdx)
        x64_rm(&g->a, X64_MOV, 8, R_FP, g_frame(offsetof(InterpFrame, fp)));
    else if (base)
        x64_rm(&g->a, X64_LEA, 8, R_FP, x64_at(R_FP, -(int32_t)base * 8));
    x64_jcc(&g->a, CC_B, g_after_call_exit(g, has_result ? (int32_t)result_slot : (int32_t)base));
    if (has_result && !in_memory) {
        if (interp_type_is_real(&like->return_type))
            g_done_fp(g, 0, 0);
        else
            g_done(g, 0, RAX);
    }
    g_restore_across(g);
    g_reload_defs(g, false);
}

static void check_class_of(Gen *g, const InterpMethod *callee)
{
    if (!callee->needs_class_init)
        return;
    x64_mi(&g->a, X64_CMP, 1, x64_at(RAX, offsetof(InterpMethod, needs_class_init)), 0);
    g_exit_if(g, CC_NE, JIT_ABORT_CLASS_INIT);
}

static void unbox_this(Gen *g)
{
    X64Label back = x64_label(&g->a);
    x64_mi(&g->a, X64_CMP, 1, x64_at(RAX, offsetof(InterpMethod, unbox_this)), 0);
    x64_jcc(&g->a, CC_NE, g_stub(g, STUB_UNBOX, back));
    x64_place(&g->a, back);
}

/* The object in fp[base], loaded to rcx, not null. */
static void load_this(Gen *g, uint32_t base)
{
    uint32_t web = g->current[base];
    unsigned reg = g_use_web(g, web, 8, RCX);
    if (!jit_bit(g->nonnull, web)) {
        x64_rr(&g->a, X64_TEST, 8, reg, reg);
        g_exit_if(g, CC_E, JIT_ABORT_NULL_REFERENCE);
    }
    g_move(g, RCX, reg, 8);
}

/* rax = what is there, or an exit when that is null. */
static void load_not_null(Gen *g, X64Mem from, JitAbort cause)
{
    x64_rm(&g->a, X64_MOV, 8, RAX, from);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    g_exit_if(g, CC_E, cause);
}

/* rax = the MonoMethod that the object has for the slot. */
static void load_virtual_method(Gen *g, unsigned object, int32_t slot)
{
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(object, 0));
    load_not_null(g, x64_at(RAX, (int32_t)offsetof(MonoVTable, slots) + slot * 8), JIT_ABORT_VIRTUAL);
}

static void find_virtual(Gen *g, uint32_t base)
{
    load_this(g, base);
    load_virtual_method(g, RCX, INS->v[3]);
    load_not_null(g, x64_at(RAX, offsetof(MonoMethod, interp)), JIT_ABORT_VIRTUAL);
}

/* The two answers of the call site's cache; others go to the interpreter, which renews it. */
static void find_cached(Gen *g, uint32_t base)
{
    void **entry = &jit_data(g->r, INS)[INS->v[1]];
    X64Label found = x64_label(&g->a);
    load_this(g, base);
    x64_mov_imm(&g->a, RDX, (uintptr_t)entry);
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RCX, 0));
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RDX, 16));
    x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RDX, 8));
    x64_jcc(&g->a, CC_E, found);
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RDX, 32));
    x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RDX, 24));
    X64Label missed = x64_label(&g->a);
    x64_jcc(&g->a, CC_E, found);
    x64_place(&g->a, missed);
    /* By C: registers that it destroys are saved by the call anyway, before. */
    g_move(g, RDI, RCX, 8);
    g_move(g, RSI, RDX, 8);
    g_move(g, RDX, R_FRAME, 8);
    g_call_c(g, (const void *)jit_help_virtual);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_E, g_exit_saved(g, JIT_ABORT_VIRTUAL));
    x64_place(&g->a, found);
}

void g_call(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2], result = (uint32_t)INS->v[0];
    InterpMethod *callee = jit_callee(g->r, INS);
    switch (INS->op) {
    case MINT_CALL_NULLCHECK:
        load_this(g, base);
        /* fall through */
    case MINT_CALL:
        g_flush(g);
        x64_mov_imm(&g->a, RAX, (uintptr_t)callee);
        check_class_of(g, callee);
        break;
    case MINT_CALLVIRT:
        g_flush(g);
        find_virtual(g, base);
        unbox_this(g);
        break;
    default:
        g_flush(g);
        g_save_across(g);
        find_cached(g, base);
        unbox_this(g);
    }
    call_rax(g, callee, base, result, false, INS->op == MINT_CALLVIRT_CACHED);
}

void g_call_delegate(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2];
    const InterpMethod *invoke = jit_callee(g->r, INS);
    X64Label open = x64_label(&g->a), ready = x64_label(&g->a);
    g_flush(g);
    load_this(g, base);
    x64_mi(&g->a, X64_CMP, 8, x64_at(RCX, offsetof(MonoMulticastDelegate, delegates)), 0);
    g_exit_if(g, CC_NE, JIT_ABORT_VIRTUAL);
    load_not_null(g, x64_at(RCX, offsetof(MonoDelegate, interp_method)), JIT_ABORT_VIRTUAL);
    x64_rm(&g->a, X64_MOV, 8, RDX, x64_at(RAX, offsetof(InterpMethod, method)));
    x64_rm(&g->a, X64_CMP, 8, RDX, x64_at(RCX, offsetof(MonoDelegate, method_ptr)));
    g_exit_if(g, CC_NE, JIT_ABORT_VIRTUAL);
    x64_mi(&g->a, X64_CMP, 1, x64_at(RAX, offsetof(InterpMethod, needs_class_init)), 0);
    g_exit_if(g, CC_NE, JIT_ABORT_CLASS_INIT);
    x64_mi(&g->a, X64_CMP, 4, x64_at(RAX, offsetof(InterpMethod, arg_slots)), INS->v[3]);
    x64_jcc(&g->a, CC_E, open);
    x64_mi(&g->a, X64_CMP, 1, x64_at(RAX, offsetof(InterpMethod, unbox_this)), 0);
    g_exit_if(g, CC_NE, JIT_ABORT_VIRTUAL);
    x64_rm(&g->a, X64_MOV, 8, RDX, x64_at(RCX, offsetof(MonoDelegate, target)));
    x64_mr(&g->a, X64_MOV, 8, g_slot(base), RDX);
    x64_rr(&g->a, X64_XOR, 4, RDX, RDX);
    x64_jmp(&g->a, ready);
    x64_place(&g->a, open);
    x64_mi(&g->a, X64_CMP, 1, x64_at(RCX, offsetof(MonoDelegate, method_is_virtual)), 0);
    g_exit_if(g, CC_NE, JIT_ABORT_VIRTUAL);
    x64_mov_imm(&g->a, RDX, 8);
    x64_place(&g->a, ready);
    call_rax(g, invoke, base, (uint32_t)INS->v[0], true, false);
}

/* ---- Tail calls ---- */

bool g_load_virtual_function(Gen *g, const MonoMethod *method)
{
    if (!(method->flags & MONO_METHOD_ATTR_VIRTUAL) || method->klass->is_interface || method->definition || method->slot < 0)
        return false;
    unsigned reg = g_use(g, 1, 8, RAX);
    g_null_check(g, 1, reg);
    load_virtual_method(g, reg, method->slot);
    g_done(g, 0, RAX);
    return true;
}

void g_tail_call_event(Gen *g)
{
    g_flush(g);
    g_save_across(g);
    g_flush_visits(g);
    g_save_state(g);
    g_move(g, RDI, R_FRAME, 8);
    x64_mov_imm(&g->a, RSI, (uintptr_t)jit_data(g->r, INS)[INS->v[0]]);
    g_call_c(g, (const void *)mono_jiterp_prof_tail_call);
    g_restore_across(g);
}

static void callee_of_method(Gen *g)
{
    unsigned reg = g_use(g, 1, 8, RAX);
    x64_rr(&g->a, X64_TEST, 8, reg, reg);
    g_exit_if(g, CC_E, JIT_ABORT_NULL_REFERENCE);
    load_not_null(g, x64_at(reg, offsetof(MonoMethod, interp)), JIT_ABORT_TAIL_CALL);
    if (INS->v[3]) {
        x64_mi(&g->a, X64_CMP, 1, x64_at(RAX, offsetof(InterpMethod, unbox_this)), 0);
        g_exit_if(g, CC_NE, JIT_ABORT_TAIL_CALL);
    }
}

/* The callee is entered in this frame, as if this frame's caller had called it. A way in writes the frame's flags anew:
 * where they say more than that compiled code runs, the interpreter makes the call, which keeps them. So it does where the
 * callee has no code, for that would be entered in a new frame's way, with no place for its value. */
void g_tail_call(Gen *g)
{
    bool dynamic = INS->op == MINT_TAIL_CALL_DYNAMIC;
    uint32_t base = (uint32_t)INS->v[dynamic ? 0 : 1];
    if (dynamic)
        callee_of_method(g);
    else
        x64_mov_imm(&g->a, RAX, (uintptr_t)jit_data(g->r, INS)[INS->v[0]]);
    x64_mi(&g->a, X64_CMP, 1, x64_at(RAX, offsetof(InterpMethod, needs_class_init)), 0);
    g_exit_if(g, CC_NE, JIT_ABORT_CLASS_INIT);
    x64_mi(&g->a, X64_CMP, 4, g_frame(offsetof(InterpFrame, flags)), FRAME_JITERP);
    g_exit_if(g, CC_NE, JIT_ABORT_TAIL_CALL);
    x64_mov_imm(&g->a, RCX, (uintptr_t)jit_stubs.not_compiled);
    x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RAX, offsetof(InterpMethod, tier)));
    g_exit_if(g, CC_E, JIT_ABORT_TAIL_CALL);
    /* Downwards, so no argument is overwritten before it is read. With base 0 (jmp) those in memory are there. */
    for (uint32_t k = 0; k < (uint32_t)INS->v[2]; k++) {
        uint32_t web = g->current[base + k];
        if (web != JIT_NO_WEB && (g_in_register(g, web) || g_web(g, web)->is_constant)) {
            g_store_web(g, k, web);
        } else if (base) {
            x64_rm(&g->a, X64_MOV, 8, RCX, g_slot(base + k));
            x64_mr(&g->a, X64_MOV, 8, g_slot(k), RCX);
        }
    }
    g_pop_registers(g);
    x64_m(&g->a, X64_JMP_TO, 8, x64_at(RAX, offsetof(InterpMethod, tier)));
}

/* Pending exception, then safepoint, as the interpreter after an internal call. */
static void after_icall(Gen *g)
{
    x64_mi(&g->a, X64_CMP, 8, g_global(&mono_thread_state.pending_exception), 0);
    x64_jcc(&g->a, CC_NE, g_pending_exit(g));
}

void g_save_state(Gen *g)
{
    g_save_ip(g, INS->ip + 1);
    x64_mr(&g->a, X64_MOV, 8, g_global(&mono_thread_state.frames_top), R_FRAME);
}

void g_icall(Gen *g)
{
    void **data = jit_data(g->r, INS);
    bool is_void_call = INS->op == MINT_ICALL_VOID;
    uint32_t base = (uint32_t)INS->v[is_void_call ? 1 : 2];
    void *entry = data[INS->v[is_void_call ? 0 : 1]];
    g_flush(g);
    g_save_across(g);
    g_flush_visits(g);
    g_save_state(g);
    if (INS->op == MINT_PINVOKE) {
        x64_mov_imm(&g->a, RDI, (uintptr_t)entry);
        x64_rm(&g->a, X64_LEA, 8, RSI, g_slot(base));
        x64_rm(&g->a, X64_LEA, 8, RDX, g_slot((uint32_t)INS->v[0]));
        g_call_c(g, (const void *)mono_pinvoke_call);
    } else {
        x64_rm(&g->a, X64_LEA, 8, RDI, g_slot(base));
        if (INS->op == MINT_ICALL_VT)
            x64_rm(&g->a, X64_LEA, 8, RSI, g_slot((uint32_t)INS->v[0]));
        else
            g_move(g, RSI, RSP, 8);
        g_call_c(g, entry);
    }
    after_icall(g);
    g_restore_across(g);
    if (INS->op == MINT_ICALL) {
        x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RSP, 0));
        JitEffect effects[JIT_MAX_EFFECTS];
        unsigned count = jit_effects(g->r, INS, effects);
        bool one = count && effects[count - 1].kind == JIT_DEF;
        if (one)
            g_done(g, 0, RAX);
        else
            x64_mr(&g->a, X64_MOV, 8, g_slot((uint32_t)INS->v[0]), RAX);
        g_reload_defs(g, false);
    } else {
        g_reload_defs(g, true);
    }
}

/* A new array in rax, or an exit. Caller-saved registers are in their slots. */
static void allocate_array(Gen *g, const void *vtable)
{
    g_save_state(g);
    x64_mov_imm(&g->a, RDI, (uintptr_t)vtable);
    g_call_c(g, (const void *)jit_help_new_array);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_E, g_exit_saved(g, JIT_ABORT_ALLOCATION));
}

/* A new object in rax. The next free place of its size is taken here; when there is none, or somebody wants to know of
 * each object, by C code off the main path. */
static void allocate(Gen *g, MonoVTable *vtable)
{
    uint32_t slot_bytes;
    MonoGCBin *bin = mono_gc_bin(vtable, &slot_bytes);
    X64Label back = x64_label(&g->a), slow = g_stub(g, STUB_ALLOCATE, back);
    if (!bin || vtable->has_finalizer || mono_profiler_allocations_enabled()) {
        x64_jmp(&g->a, slow);
        x64_place(&g->a, back);
        return;
    }
    x64_mov_imm(&g->a, RCX, (uintptr_t)bin);
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RCX, offsetof(MonoGCBin, cursor)));
    x64_rm(&g->a, X64_CMP, 8, RAX, x64_at(RCX, offsetof(MonoGCBin, limit)));
    x64_jcc(&g->a, CC_E, slow);
    x64_mi(&g->a, X64_ADD, 8, x64_at(RCX, offsetof(MonoGCBin, cursor)), (int32_t)slot_bytes);
    x64_mov_imm(&g->a, RDX, (uintptr_t)vtable);
    x64_mr(&g->a, X64_MOV, 8, x64_at(RAX, 0), RDX);
    x64_place(&g->a, back);
}

static void fill_box(Gen *g, uint32_t slot, uint32_t bytes)
{
    /* Whole slots: what lies behind the value is the place's own, when 8 bytes fit. */
    uint32_t at = 0;
    static const uint8_t sizes[] = {8, 4, 2, 1};
    for (unsigned k = 0; k < 4; k++)
        for (; at + sizes[k] <= bytes; at += sizes[k]) {
            X64Mem from = g_slot(slot);
            from.disp += (int32_t)at;
            if (sizes[k] >= 4)
                x64_rm(&g->a, X64_MOV, sizes[k], RCX, from);
            else
                x64_rm(&g->a, sizes[k] == 2 ? X64_MOVZX16 : X64_MOVZX8, 4, RCX, from);
            x64_mr(&g->a, X64_MOV, sizes[k], x64_at(RAX, (int32_t)(MONO_OBJECT_HEADER_SIZE + at)), RCX);
        }
}

void g_new_array(Gen *g)
{
    g_safepoint(g);
    g_flush_uses(g);
    g_save_across(g);
    x64_rm(&g->a, X64_MOV, 4, RSI, g_slot((uint32_t)INS->v[1]));
    allocate_array(g, jit_data(g->r, INS)[INS->v[2]]);
    g_done(g, 0, RAX);
    jit_set(g->nonnull, INS->web[0]);
    g_restore_across(g);
}

/* ALLOC, BOX. */
void g_new_object(Gen *g)
{
    void **data = jit_data(g->r, INS);
    MonoVTable *vtable = data[INS->v[INS->op == MINT_BOX ? 2 : 1]];
    g_safepoint(g);
    g_flush(g);
    allocate(g, vtable);
    if (INS->op == MINT_BOX)
        fill_box(g, (uint32_t)INS->v[1], vtable->klass->value_size);
    g_done(g, 0, RAX);
    jit_set(g->nonnull, INS->web[0]);
}

/* NEWOBJ: the object's place is its slot until the constructor returns. */
void g_construct(Gen *g)
{
    void **data = jit_data(g->r, INS);
    uint32_t base = (uint32_t)INS->v[2];
    InterpMethod *constructor = data[INS->v[1]];
    g_safepoint(g);
    g_flush(g);
    x64_mov_imm(&g->a, RAX, (uintptr_t)constructor);
    check_class_of(g, constructor);
    allocate(g, data[INS->v[1] + 1]);
    x64_mr(&g->a, X64_MOV, 8, g_slot(base), RAX);
    x64_mr(&g->a, X64_MOV, 8, g_slot((uint32_t)INS->v[0]), RAX);
    x64_mov_imm(&g->a, RAX, (uintptr_t)constructor);
    call_rax(g, constructor, base, (uint32_t)INS->v[0], false, false);
    g_reload_defs(g, true);
    jit_set(g->nonnull, INS->web[0]);
}

void g_new_vt(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2], result = (uint32_t)INS->v[0];
    InterpMethod *constructor = jit_data(g->r, INS)[INS->v[1]];
    g_flush(g);
    x64_mov_imm(&g->a, RAX, (uintptr_t)constructor);
    check_class_of(g, constructor);
    for (int32_t k = 0; k < INS->v[3]; k++)
        x64_mi(&g->a, X64_MOV, 8, g_slot(result + (uint32_t)k), 0);
    x64_rm(&g->a, X64_LEA, 8, RCX, g_slot(result));
    x64_mr(&g->a, X64_MOV, 8, g_slot(base), RCX);
    call_rax(g, constructor, base, base, false, false);
}

/* Memory of LOCALLOC is given back; the value is in rax or xmm0. */
static void release_localloc(Gen *g)
{
    X64Label none = x64_label(&g->a);
    x64_rm(&g->a, X64_MOV, 4, RCX, g_frame(offsetof(InterpFrame, flags)));
    x64_ri(&g->a, X64_AND, 4, RCX, FRAME_LOCALLOC);
    x64_jcc(&g->a, CC_E, none);
    x64_mr(&g->a, X64_MOV, 8, x64_at(RSP, 0), RAX);
    x64_mr(&g->a, X64_MOVSD, 4, x64_at(RSP, 8), 0);
    g_move(g, RDI, R_FRAME, 8);
    g_call_c(g, (const void *)interp_localloc_release);
    x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RSP, 0));
    x64_rm(&g->a, X64_MOVSD, 4, 0, x64_at(RSP, 8));
    x64_place(&g->a, none);
}

void g_return(Gen *g)
{
    const InterpMethod *imethod = g->r->imethod;
    if (INS->op == MINT_RET) {
        if (jit_returns_value_type(imethod)) {
            x64_rm(&g->a, X64_MOV, 8, RCX, g_frame(offsetof(InterpFrame, ret)));
            x64_mr(&g->a, X64_MOV, 8, x64_at(RCX, 0), g_use(g, 0, 8, RAX));
        } else if (interp_type_is_real(&imethod->return_type)) {
            g_move_fp(g, 0, g_use_fp(g, 0, 0));
        } else {
            g_move(g, RAX, g_use(g, 0, 8, RAX), 8);
        }
    } else if (INS->op == MINT_RET_VT) {
        g_flush(g);
        x64_rm(&g->a, X64_MOV, 8, RDI, g_frame(offsetof(InterpFrame, ret)));
        if (INS->v[1] <= 8) {
            /* All is read before anything is written when there are few; else by C. */
            for (int32_t k = 0; k < INS->v[1]; k += 2) {
                bool pair = k + 1 < INS->v[1];
                x64_rm(&g->a, pair ? X64_MOVUPS : X64_MOVSD, 4, (unsigned)k / 2, g_slot((uint32_t)(INS->v[0] + k)));
            }
            for (int32_t k = 0; k < INS->v[1]; k += 2) {
                bool pair = k + 1 < INS->v[1];
                x64_mr(&g->a, pair ? X64_MOVUPS : X64_MOVSD, 4, x64_at(RDI, k * 8), (unsigned)k / 2);
            }
        } else {
            x64_rm(&g->a, X64_LEA, 8, RSI, g_slot((uint32_t)INS->v[0]));
            x64_mov_imm(&g->a, RDX, (uint64_t)INS->v[1] * 8);
            g_call_c(g, (const void *)jit_help_copy);
        }
    }
    if (imethod->has_localloc)
        release_localloc(g);
    g_epilogue(g, false);
}
