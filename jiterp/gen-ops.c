/*
 * gen-ops.c - the switch over all ops, and what has little code of its own: helpers, events, moves, constants.
 *
 * g_insn() names every op of ops.def; what has no code stands in jit_is_supported(), too.
 */
#include "jiterp/gen-ops.h"

#include <string.h>

/* ---- Helpers instead of code ---- */

/* The op's work is done by jit_help_op() on the slots. */
static void by_helper(Gen *g)
{
    const JitContext *context = JIT_CONTEXT(g->r, INS->context);
    g_flush_uses(g);
    g_save_across(g);
    x64_rm(&g->a, X64_LEA, 8, RSI, g_slot(context->base));
    x64_mov_imm(&g->a, RDI, (uintptr_t)INS->ip);
    x64_mov_imm(&g->a, RDX, (uintptr_t)context->imethod->data);
    g_call_c(g, (const void *)jit_help_op);
    if (mint_op_info[INS->op].effects[0]) {
        x64_rr(&g->a, X64_TEST, 1, RAX, RAX);
        x64_jcc(&g->a, CC_E, g_exit_saved(g, JIT_ABORT_ARITHMETIC));
    }
    g_restore_across(g);
    g_reload_defs(g, true);
}

/* The same for ops on objects. What failed the interpreter does again, and throws. */
static void by_object_helper(Gen *g)
{
    const JitContext *context = JIT_CONTEXT(g->r, INS->context);
    bool allocates = strchr(mint_op_info[INS->op].effects, 'a') != NULL;
    if (allocates)
        g_safepoint(g);
    g_flush_uses(g);
    g_save_across(g);
    g_flush_visits(g);
    g_save_state(g);
    x64_rm(&g->a, X64_LEA, 8, RSI, g_slot(context->base));
    x64_mov_imm(&g->a, RDI, (uintptr_t)INS->ip);
    x64_mov_imm(&g->a, RDX, (uintptr_t)context->imethod->data);
    g_call_c(g, (const void *)jit_help_object_op);
    x64_rr(&g->a, X64_TEST, 1, RAX, RAX);
    x64_jcc(&g->a, CC_E, g_exit_saved(g, allocates ? JIT_ABORT_ALLOCATION : JIT_ABORT_NULL_REFERENCE));
    g_restore_across(g);
    g_reload_defs(g, true);
    if (INS->op == MINT_GETTYPE || INS->op == MINT_NEWOBJ_DELEGATE || INS->op == MINT_NEWARR_MD)
        jit_set(g->nonnull, INS->web[0]);
}

/* A profiler's event: the counter or a request decides in methods with samplepoints, else each is told. */
static void profiler_event(Gen *g, void *helper, int32_t slot)
{
    if (g->r->imethod->prof_flags & INTERP_SAMPLEPOINTS) {
        g_visit(g, helper, slot);
        return;
    }
    X64Label cold = x64_label(&g->a), back = x64_label(&g->a);
    x64_jmp(&g->a, cold);
    x64_place(&g->a, back);
    g_cold_call(g, cold, back, helper, slot, false);
}

/* The two ops of interp/exec/loop-call.inc. */
static void enter_by_cursor(Gen *g)
{
    X64Label cold = x64_label(&g->a), back = x64_label(&g->a);
    x64_rm(&g->a, X64_MOV, 8, RAX, g_global(&mono_thread_state.call_cursor));
    x64_mov_imm(&g->a, RDX, (uintptr_t)g->r->imethod->method);
    x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RAX, offsetof(MonoProfilerCallNode, last_child)));
    x64_mr(&g->a, X64_CMP, 8, x64_at(RCX, offsetof(MonoProfilerCallNode, method)), RDX);
    x64_jcc(&g->a, CC_NE, cold);
    x64_mi(&g->a, X64_CMP, 4, g_global(&mono_thread_state.samplepoint_requested), 0);
    x64_jcc(&g->a, CC_NE, cold);
    x64_m(&g->a, X64_INC, 8, x64_at(RCX, offsetof(MonoProfilerCallNode, calls)));
    x64_mr(&g->a, X64_MOV, 8, g_frame(offsetof(InterpFrame, caller_node)), RAX);
    x64_mr(&g->a, X64_MOV, 8, g_global(&mono_thread_state.call_cursor), RCX);
    x64_place(&g->a, back);
    g_cold_call(g, cold, back, (void *)mono_jiterp_prof_enter_cursor, -1, false);
}

static void exit_by_cursor(Gen *g)
{
    X64Label cold = x64_label(&g->a), back = x64_label(&g->a);
    x64_rm(&g->a, X64_MOV, 8, RAX, g_global(&mono_thread_state.call_cursor));
    x64_rm(&g->a, X64_MOV, 8, RCX, g_frame(offsetof(InterpFrame, caller_node)));
    x64_mr(&g->a, X64_CMP, 8, x64_at(RAX, offsetof(MonoProfilerCallNode, parent)), RCX);
    x64_jcc(&g->a, CC_NE, cold);
    x64_mi(&g->a, X64_CMP, 4, g_global(&mono_thread_state.samplepoint_requested), 0);
    x64_jcc(&g->a, CC_NE, cold);
    x64_mr(&g->a, X64_MOV, 8, g_global(&mono_thread_state.call_cursor), RCX);
    x64_place(&g->a, back);
    g_cold_call(g, cold, back, (void *)mono_jiterp_prof_leave_void, -1, false);
}

/* The guard of an inlined virtual method. */
static void branch_not_class(Gen *g)
{
    bool by_method = INS->op == MINT_BR_NOT_METHOD;
    unsigned object = g_use(g, 0, 8, RAX);
    g_null_check(g, 0, object);
    x64_mov_imm(&g->a, RCX, (uintptr_t)jit_data(g->r, INS)[INS->v[by_method ? 2 : 1]]);
    if (by_method) {
        x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(object, 0));
        x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(RAX, (int32_t)offsetof(MonoVTable, slots) + INS->v[1] * 8));
    } else {
        x64_rm(&g->a, X64_CMP, 8, RCX, x64_at(object, 0));
    }
    g_branch(g, CC_NE);
}

static void end_finally(Gen *g)
{
    unsigned reg = g_use(g, 0, 8, RAX);
    for (guint i = 0; i + 1 < g->r->insns->len; i++) {
        const JitInsn *from = JIT_INSN(g->r, i);
        if (from->op != MINT_CALL_HANDLER || from->v[0] != INS->v[0])
            continue;
        const JitInsn *to = JIT_INSN(g->r, i + 1);
        if (!JIT_BLOCK(g->r, to->block)->reachable)
            continue;
        x64_mov_imm(&g->a, RCX, (uintptr_t)to->ip);
        x64_rr(&g->a, X64_CMP, 8, reg, RCX);
        x64_jcc(&g->a, CC_E, g->labels[to->block]);
    }
    x64_jmp(&g->a, g_exit(g, JIT_ABORT_FINALLY));
}

static void move(Gen *g)
{
    const JitWeb *to = g_web(g, INS->web[0]), *from = g_web(g, INS->web[1]);
    bool known = jit_bit(g->nonnull, INS->web[1]);
    if (to->is_fp && (from->is_fp || from->reg < 0)) {
        unsigned reg = g_target_fp(g, 0, 0);
        g_move_fp(g, reg, g_use_fp(g, 1, reg));
        g_done_fp(g, 0, reg);
    } else if (to->reg < 0 && from->is_constant) {
        g_store_web(g, to->slot, INS->web[1]);
        jit_unset(g->nonnull, INS->web[0]);
    } else {
        unsigned reg = g_target(g, 0, RAX);
        unsigned size = to->reg >= 0 && !to->wide ? 4 : 8;
        g_move(g, reg, g_use(g, 1, size, reg), size);
        g_done(g, 0, reg);
    }
    if (known)
        jit_set(g->nonnull, INS->web[0]);
}

static void constant(Gen *g, uint64_t value)
{
    const JitWeb *web = g_web(g, INS->web[0]);
    if (web->is_constant)
        return;
    jit_unset(g->nonnull, INS->web[0]);
    if (web->reg >= 0 && web->is_fp) {
        if (value == 0)
            x64_rr(&g->a, X64_XORPS, 4, (unsigned)web->reg, (unsigned)web->reg);
        else
            x64_rm(&g->a, X64_MOVSD, 4, (unsigned)web->reg, x64_literal(&g->a, value, 0));
    } else if (web->reg >= 0) {
        if (value == 0)
            x64_rr(&g->a, X64_XOR, 4, (unsigned)web->reg, (unsigned)web->reg);
        else
            x64_mov_imm(&g->a, (X64Reg)web->reg, value);
    } else if ((int64_t)value == (int32_t)value) {
        x64_mi(&g->a, X64_MOV, 8, g_slot(web->slot), (int32_t)value);
    } else {
        x64_mov_imm(&g->a, RAX, value);
        x64_mr(&g->a, X64_MOV, 8, g_slot(web->slot), RAX);
    }
}

/* ---- The switch ---- */

#define INT_CASE(NAME, action4, action8)                                                                               \
    case MINT_##NAME##_I4:                                                                                             \
        action4;                                                                                                       \
        return true;                                                                                                   \
    case MINT_##NAME##_I8:                                                                                             \
        action8;                                                                                                       \
        return true;
#define BINARY(NAME, OP, commutes)                                                                                     \
    INT_CASE(NAME, g_binary(g, X64_##OP, 4, commutes), g_binary(g, X64_##OP, 8, commutes))
#define BINARY_IMM(NAME, OP) INT_CASE(NAME##_IMM, g_binary_imm(g, X64_##OP, 4), g_binary_imm(g, X64_##OP, 8))
#define SHIFT(NAME, OP) INT_CASE(NAME, g_shift(g, X64_##OP, X64_##OP##_CL, 4), g_shift(g, X64_##OP, X64_##OP##_CL, 8))
#define CHECKED(NAME, OP, cc) INT_CASE(NAME, g_checked(g, X64_##OP, 4, cc), g_checked(g, X64_##OP, 8, cc))
#define RELATION(NAME, cc)                                                                                             \
    INT_CASE(C##NAME, g_compare_set(g, 4, cc), g_compare_set(g, 8, cc))                                                    \
    INT_CASE(B##NAME, g_compare_branch(g, 4, cc), g_compare_branch(g, 8, cc))
#define RELATION_IMM(NAME, cc)                                                                                         \
    INT_CASE(C##NAME##_IMM, g_compare_set_imm(g, 4, cc), g_compare_set_imm(g, 8, cc))                                      \
    INT_CASE(B##NAME##_IMM, g_compare_branch_imm(g, 4, cc), g_compare_branch_imm(g, 8, cc))
#define REAL_RELATION(NAME)                                                                                            \
    case MINT_C##NAME##_R4:                                                                                            \
        g_real_set(g, REAL_##NAME, 4);                                                                                   \
        return true;                                                                                                   \
    case MINT_C##NAME##_R8:                                                                                            \
        g_real_set(g, REAL_##NAME, 8);                                                                                   \
        return true;                                                                                                   \
    case MINT_B##NAME##_R4:                                                                                            \
        g_real_branch(g, REAL_##NAME, 4);                                                                                \
        return true;                                                                                                   \
    case MINT_B##NAME##_R8:                                                                                            \
        g_real_branch(g, REAL_##NAME, 8);                                                                                \
        return true;
#define LOADS(NAME, place)                                                                                             \
    case MINT_##NAME##_I1:                                                                                             \
    case MINT_##NAME##_U1:                                                                                             \
    case MINT_##NAME##_I2:                                                                                             \
    case MINT_##NAME##_U2:                                                                                             \
    case MINT_##NAME##_I4:                                                                                             \
    case MINT_##NAME##_I8:                                                                                             \
        g_load(g, (MemKind)(INS->op - MINT_##NAME##_I1), place);                                                         \
        return true;
#define STORES(NAME, place, value)                                                                                     \
    case MINT_##NAME##_I1:                                                                                             \
    case MINT_##NAME##_I2:                                                                                             \
    case MINT_##NAME##_I4:                                                                                             \
    case MINT_##NAME##_I8: {                                                                                           \
        unsigned size = 1u << (INS->op - MINT_##NAME##_I1);                                                            \
        g_store(g, size, place, value);                                                                                  \
        return true;                                                                                                   \
    }
#define STATIC_LOAD(NAME)                                                                                              \
    case MINT_LDSFLD_##NAME:                                                                                           \
        g_load(g, MEM_##NAME, g_static_address(g, 1, false));                                                              \
        return true;                                                                                                   \
    case MINT_LDSFLD_##NAME##_INIT:                                                                                    \
        g_load(g, MEM_##NAME, g_static_address(g, 1, true));                                                               \
        return true;
#define STATIC_STORE(NAME, size)                                                                                       \
    case MINT_STSFLD_##NAME:                                                                                           \
        g_store(g, size, g_static_address(g, 0, false), 1);                                                                \
        return true;                                                                                                   \
    case MINT_STSFLD_##NAME##_INIT:                                                                                    \
        g_store(g, size, g_static_address(g, 0, true), 1);                                                                 \
        return true;
#define FROM_REAL(T, single)                                                                                           \
    case MINT_CONV_I1_##T:                                                                                             \
        g_int_from_real(g, single, 4, X64_MOVSX8);                                                                       \
        return true;                                                                                                   \
    case MINT_CONV_U1_##T:                                                                                             \
        g_int_from_real(g, single, 4, X64_MOVZX8);                                                                       \
        return true;                                                                                                   \
    case MINT_CONV_I2_##T:                                                                                             \
        g_int_from_real(g, single, 4, X64_MOVSX16);                                                                      \
        return true;                                                                                                   \
    case MINT_CONV_U2_##T:                                                                                             \
        g_int_from_real(g, single, 4, X64_MOVZX16);                                                                      \
        return true;                                                                                                   \
    case MINT_CONV_I4_##T:                                                                                             \
        g_int_from_real(g, single, 4, X64_MOV);                                                                          \
        return true;                                                                                                   \
    case MINT_CONV_U4_##T:                                                                                             \
    case MINT_CONV_I8_##T:                                                                                             \
        g_int_from_real(g, single, 8, X64_MOV);                                                                          \
        return true;

#define CASE(NAME) case MINT_##NAME:

/* Every op, no default: a new one is an error here until it has code or stands under "no code". */
bool g_insn(Gen *g)
{
    switch ((MintOpcode)INS->op) {
    case MINT_NOP:
    case MINT_NOP2:
    case MINT_BREAK:
    case MINT_MEMORY_BARRIER:
    case MINT_TIER_ENTER:
    case MINT_TIER_LOOP:
        return true;
    case MINT_SAFEPOINT:
        g_safepoint(g);
        return true;
    case MINT_PROF_ENTER:
        profiler_event(g, (void *)mono_jiterp_prof_enter, -1);
        return true;
    case MINT_PROF_ENTER_CURSOR:
        enter_by_cursor(g);
        return true;
    case MINT_PROF_EXIT_CURSOR:
        exit_by_cursor(g);
        return true;
    case MINT_PROF_SAMPLEPOINT:
        g_visit(g, (void *)mono_jiterp_prof_samplepoint, -1);
        g_safepoint(g);
        return true;
    case MINT_PROF_SAMPLEPOINT_POLL:
        g_samplepoint_poll(g);
        return true;
    case MINT_PROF_EXIT:
        g_flush(g); /* a value of several slots */
        profiler_event(g, (void *)mono_jiterp_prof_leave, INS->v[0]);
        return true;
    case MINT_PROF_EXIT_VOID:
        profiler_event(g, (void *)mono_jiterp_prof_leave_void, -1);
        return true;
    case MINT_PROF_TAIL_CALL:
        g_tail_call_event(g);
        return true;

    case MINT_MOV:
        move(g);
        return true;
    case MINT_LDC_I4_S:
    case MINT_LDC_I4:
    case MINT_LDC_R4:
        constant(g, (uint32_t)INS->v[1]);
        return true;
    case MINT_LDC_I8_S:
        constant(g, (uint64_t)(int64_t)INS->v[1]);
        return true;
    case MINT_LDC_I8:
    case MINT_LDC_R8:
        constant(g, (uint64_t)INS->imm);
        return true;
    case MINT_LDSFLDA_INIT:
        g_check_class(g, jit_data(g->r, INS)[INS->v[1] + 1]);
        constant(g, (uintptr_t)jit_data(g->r, INS)[INS->v[1]]);
        return true;
    case MINT_LDSFLDA:
    case MINT_LDPTR:
        constant(g, (uintptr_t)jit_data(g->r, INS)[INS->v[1]]);
        return true;
    case MINT_LDLOCA: {
        unsigned to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, g_slot((uint32_t)INS->v[1]));
        g_done(g, 0, to);
        jit_set(g->nonnull, INS->web[0]);
        return true;
    }
    case MINT_LDSTR:
    case MINT_LDTYPE:
        g_load_cached(g);
        return true;
    case MINT_MOV_VT:
    case MINT_ZERO_VT:
    case MINT_LDIND_VT:
    case MINT_STIND_VT:
    case MINT_LDFLD_VT:
    case MINT_STFLD_VT:
    case MINT_LDELEM_VT:
    case MINT_STELEM_VT:
    case MINT_LDSFLD_VT:
    case MINT_LDSFLD_VT_INIT:
    case MINT_STSFLD_VT:
    case MINT_STSFLD_VT_INIT:
    case MINT_LDVTFLD_VT:
    case MINT_STVTFLD_VT:
    case MINT_CPOBJ:
    case MINT_INITOBJ:
        if (!g_vt_ops(g))
            by_helper(g);
        return true;

        BINARY(ADD, ADD, true)
        BINARY(SUB, SUB, false)
        BINARY(MUL, IMUL, true)
        BINARY(AND, AND, true)
        BINARY(OR, OR, true)
        BINARY(XOR, XOR, true)
        SHIFT(SHL, SHL)
        SHIFT(SHR, SAR)
        SHIFT(SHR_UN, SHR)
        INT_CASE(DIV, g_divide(g, 4, true, false), g_divide(g, 8, true, false))
        INT_CASE(DIV_UN, g_divide(g, 4, false, false), g_divide(g, 8, false, false))
        INT_CASE(REM, g_divide(g, 4, true, true), g_divide(g, 8, true, true))
        INT_CASE(REM_UN, g_divide(g, 4, false, true), g_divide(g, 8, false, true))
        INT_CASE(NEG, g_unary(g, X64_NEG, 4), g_unary(g, X64_NEG, 8))
        INT_CASE(NOT, g_unary(g, X64_NOT, 4), g_unary(g, X64_NOT, 8))
        BINARY_IMM(ADD, ADD)
        BINARY_IMM(MUL, IMUL_IMM)
        BINARY_IMM(AND, AND)
        BINARY_IMM(OR, OR)
        BINARY_IMM(XOR, XOR)
        BINARY_IMM(SHL, SHL)
        BINARY_IMM(SHR, SAR)
        BINARY_IMM(SHR_UN, SHR)
        INT_CASE(DIV_IMM, g_divide_imm(g, 4, true, false), g_divide_imm(g, 8, true, false))
        INT_CASE(REM_IMM, g_divide_imm(g, 4, true, true), g_divide_imm(g, 8, true, true))
        INT_CASE(DIV_UN_IMM, g_divide_imm(g, 4, false, false), g_divide_imm(g, 8, false, false))
        INT_CASE(REM_UN_IMM, g_divide_imm(g, 4, false, true), g_divide_imm(g, 8, false, true))
        CHECKED(ADD_OVF, ADD, CC_O)
        CHECKED(SUB_OVF, SUB, CC_O)
        CHECKED(MUL_OVF, IMUL, CC_O)
        CHECKED(ADD_OVF_UN, ADD, CC_B)
        CHECKED(SUB_OVF_UN, SUB, CC_B)
        INT_CASE(MUL_OVF_UN, g_checked_mul_un(g, 4), g_checked_mul_un(g, 8))

        RELATION(EQ, CC_E)
        RELATION(NE, CC_NE)
        RELATION(LT, CC_L)
        RELATION(LE, CC_LE)
        RELATION(LT_UN, CC_B)
        RELATION(LE_UN, CC_BE)
        RELATION_IMM(EQ, CC_E)
        RELATION_IMM(NE, CC_NE)
        RELATION_IMM(LT, CC_L)
        RELATION_IMM(LE, CC_LE)
        RELATION_IMM(GT, CC_G)
        RELATION_IMM(GE, CC_GE)
        RELATION_IMM(LT_UN, CC_B)
        RELATION_IMM(LE_UN, CC_BE)
        RELATION_IMM(GT_UN, CC_A)
        RELATION_IMM(GE_UN, CC_AE)
        REAL_RELATION(EQ)
        REAL_RELATION(NE)
        REAL_RELATION(LT)
        REAL_RELATION(LE)
        REAL_RELATION(LT_UN)
        REAL_RELATION(LE_UN)
    case MINT_BR:
        if ((uint32_t)INS->target != INS->block + 1)
            x64_jmp(&g->a, g->labels[INS->target]);
        return true;
        INT_CASE(BRTRUE, (g_compare_imm(g, 4, 0, 0), g_branch(g, CC_NE)), (g_compare_imm(g, 8, 0, 0), g_branch(g, CC_NE)))
        INT_CASE(BRFALSE, (g_compare_imm(g, 4, 0, 0), g_branch(g, CC_E)), (g_compare_imm(g, 8, 0, 0), g_branch(g, CC_E)))
    case MINT_SWITCH: {
        unsigned reg = g_use(g, 0, 4, RAX);
        if (INS->v[1] > 0) {
            x64_ri(&g->a, X64_CMP, 4, reg, INS->v[1]);
            x64_jcc(&g->a, CC_AE, g->labels[INS->block + 1]);
            g_switch_range(g, reg, 0, INS->v[1]);
        }
        return true;
    }

    case MINT_ADD_R4:
        g_real_binary(g, X64_ADDSS, true);
        return true;
    case MINT_SUB_R4:
        g_real_binary(g, X64_SUBSS, false);
        return true;
    case MINT_MUL_R4:
        g_real_binary(g, X64_MULSS, true);
        return true;
    case MINT_DIV_R4:
        g_real_binary(g, X64_DIVSS, false);
        return true;
    case MINT_ADD_R8:
        g_real_binary(g, X64_ADDSD, true);
        return true;
    case MINT_SUB_R8:
        g_real_binary(g, X64_SUBSD, false);
        return true;
    case MINT_MUL_R8:
        g_real_binary(g, X64_MULSD, true);
        return true;
    case MINT_DIV_R8:
        g_real_binary(g, X64_DIVSD, false);
        return true;
    case MINT_NEG_R4:
        g_real_sign(g, X64_XORPS, UINT64_C(1) << 31);
        return true;
    case MINT_NEG_R8:
        g_real_sign(g, X64_XORPS, UINT64_C(1) << 63);
        return true;
    case MINT_ABS_R8:
        g_real_sign(g, X64_ANDPS, ~(UINT64_C(1) << 63));
        return true;
    case MINT_SQRT_R8:
        g_real_unary(g, X64_SQRTSD);
        return true;
    case MINT_FLOOR_R8:
    case MINT_CEIL_R8:
        if (!g_real_round(g, INS->op == MINT_FLOOR_R8 ? 9 : 10))
            by_helper(g);
        return true;
    case MINT_CKFINITE_R4:
        g_check_finite(g, 4);
        return true;
    case MINT_CKFINITE_R8:
        g_check_finite(g, 8);
        return true;

    case MINT_CONV_I1_I4:
        g_extend(g, X64_MOVSX8, 4);
        return true;
    case MINT_CONV_U1_I4:
        g_extend(g, X64_MOVZX8, 4);
        return true;
    case MINT_CONV_I2_I4:
        g_extend(g, X64_MOVSX16, 4);
        return true;
    case MINT_CONV_U2_I4:
        g_extend(g, X64_MOVZX16, 4);
        return true;
    case MINT_CONV_I8_I4:
        g_extend(g, X64_MOVSXD, 8);
        return true;
    case MINT_CONV_I8_U4:
        g_extend(g, X64_MOV, 4);
        return true;
    case MINT_CONV_R4_I4:
        g_real_from_int(g, X64_CVTSI2SS, 4, false);
        return true;
    case MINT_CONV_R8_I4:
        g_real_from_int(g, X64_CVTSI2SD, 4, false);
        return true;
    case MINT_CONV_R4_I8:
        g_real_from_int(g, X64_CVTSI2SS, 8, false);
        return true;
    case MINT_CONV_R8_I8:
        g_real_from_int(g, X64_CVTSI2SD, 8, false);
        return true;
    case MINT_CONV_R8_U4:
        g_real_from_int(g, X64_CVTSI2SD, 4, true);
        return true;
    case MINT_CONV_R8_R4:
        g_real_unary(g, X64_CVTSS2SD);
        return true;
    case MINT_CONV_R4_R8:
        g_real_unary(g, X64_CVTSD2SS);
        return true;
        FROM_REAL(R4, true)
        FROM_REAL(R8, false)
    case MINT_CONV_OVF_I1_I4:
        g_checked_narrow(g, X64_MOVSX8, 4);
        return true;
    case MINT_CONV_OVF_U1_I4:
    case MINT_CONV_OVF_U1_U4:
        g_checked_narrow(g, X64_MOVZX8, 4);
        return true;
    case MINT_CONV_OVF_I2_I4:
        g_checked_narrow(g, X64_MOVSX16, 4);
        return true;
    case MINT_CONV_OVF_U2_I4:
    case MINT_CONV_OVF_U2_U4:
        g_checked_narrow(g, X64_MOVZX16, 4);
        return true;
    case MINT_CONV_OVF_I4_I8:
        g_checked_narrow(g, X64_MOVSXD, 8);
        return true;
    case MINT_CONV_OVF_U4_I8:
    case MINT_CONV_OVF_U4_U8:
        g_checked_narrow(g, X64_MOV, 8);
        return true;
    case MINT_CONV_OVF_I1_U4:
        g_checked_max(g, 4, INT8_MAX);
        return true;
    case MINT_CONV_OVF_I2_U4:
        g_checked_max(g, 4, INT16_MAX);
        return true;
    case MINT_CONV_OVF_I4_U4:
        g_checked_max(g, 4, INT32_MAX);
        return true;
    case MINT_CONV_OVF_I4_U8:
    case MINT_CONV_INDEX:
        g_checked_max(g, 8, INT32_MAX);
        return true;
    case MINT_CONV_OVF_U4_I4:
    case MINT_CONV_OVF_U8_I4:
        g_checked_not_negative(g, 4);
        return true;
    case MINT_CONV_OVF_U8_I8:
    case MINT_CONV_OVF_I8_U8:
        g_checked_not_negative(g, 8);
        return true;

        LOADS(LDIND, g_indirect(g, 1))
        STORES(STIND, g_indirect(g, 0), 1)
        LOADS(LDFLD, x64_at(g_address(g, 1), INS->v[2]))
        STORES(STFLD, x64_at(g_address(g, 0), INS->v[1]), 2)
    case MINT_LDFLDA:
    case MINT_LDFLDA_W: {
        unsigned from = g_address(g, 1), to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, x64_at(from, INS->v[2]));
        g_done(g, 0, to);
        jit_set(g->nonnull, INS->web[0]);
        return true;
    }
    case MINT_NULLCHECK:
        g_address(g, 0);
        return true;
    case MINT_LDVTFLD_I1:
    case MINT_LDVTFLD_U1:
    case MINT_LDVTFLD_I2:
    case MINT_LDVTFLD_U2:
    case MINT_LDVTFLD_I4:
    case MINT_LDVTFLD_I8:
        g_load_vt_field(g);
        return true;
    case MINT_STVTFLD_I1:
    case MINT_STVTFLD_I2:
    case MINT_STVTFLD_I4:
    case MINT_STVTFLD_I8:
        g_store_vt_field(g);
        return true;
        STATIC_LOAD(I1)
        STATIC_LOAD(U1)
        STATIC_LOAD(I2)
        STATIC_LOAD(U2)
        STATIC_LOAD(I4)
        STATIC_LOAD(I8)
        STATIC_STORE(I1, 1)
        STATIC_STORE(I2, 2)
        STATIC_STORE(I4, 4)
        STATIC_STORE(I8, 8)
    case MINT_CLASS_INIT:
        g_check_class(g, jit_data(g->r, INS)[INS->v[0]]);
        return true;

    case MINT_LDLEN: {
        unsigned a = g_address(g, 1), to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_MOV, 4, to, x64_at(a, ARRAY_LENGTH));
        g_done(g, 0, to);
        return true;
    }
    case MINT_STRLEN: {
        unsigned s = g_address(g, 1), to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_MOV, 4, to, x64_at(s, offsetof(MonoString, length)));
        g_done(g, 0, to);
        return true;
    }
    case MINT_LDCHAR:
        g_load_char(g);
        return true;
    case MINT_LDELEM_I1:
    case MINT_LDELEM_U1:
    case MINT_LDELEM_I2:
    case MINT_LDELEM_U2:
    case MINT_LDELEM_I4:
    case MINT_LDELEM_I8:
        g_load_element(g, (MemKind)(INS->op - MINT_LDELEM_I1));
        return true;
        STORES(STELEM, g_element(g, 0, 1, size), 2)
    case MINT_STELEM_REF:
        g_store_reference(g);
        return true;
    case MINT_LDELEMA: {
        X64Mem place = g_element(g, 1, 2, (uint32_t)INS->imm);
        unsigned to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, place);
        g_done(g, 0, to);
        jit_set(g->nonnull, INS->web[0]);
        return true;
    }
    case MINT_LDELEMA_REF: {
        unsigned array = g_address(g, 1);
        x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(array, 0));
        x64_rm(&g->a, X64_MOV, 8, RCX, x64_at(RCX, offsetof(MonoVTable, klass)));
        x64_mov_imm(&g->a, RDX, (uintptr_t)jit_data(g->r, INS)[INS->v[3]]);
        x64_rm(&g->a, X64_CMP, 8, RDX, x64_at(RCX, offsetof(MonoClass, element_class)));
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
        X64Mem place = g_element(g, 1, 2, 8);
        unsigned to = g_target(g, 0, RAX);
        x64_rm(&g->a, X64_LEA, 8, to, place);
        g_done(g, 0, to);
        return true;
    }
    case MINT_LDELEMA_2D:
        g_element_2d(g);
        return true;
    case MINT_CHECK_ARRAY_CLASS: {
        unsigned array = g_address(g, 0);
        g_move(g, RAX, array, 8);
        g_class_test(g, RAX, jit_data(g->r, INS)[INS->v[1]], true, 0);
        g_exit_if(g, CC_NE, JIT_ABORT_CAST);
        return true;
    }
    case MINT_CASTCLASS_CLASS:
        g_cast(g, false, true);
        return true;
    case MINT_CASTCLASS_EXACT:
        g_cast(g, true, true);
        return true;
    case MINT_ISINST_CLASS:
        g_cast(g, false, false);
        return true;
    case MINT_ISINST_EXACT:
        g_cast(g, true, false);
        return true;
    case MINT_CASTCLASS_CACHED:
        g_cast_cached(g, true);
        return true;
    case MINT_ISINST_CACHED:
        g_cast_cached(g, false);
        return true;
    case MINT_UNBOX:
        g_unbox(g);
        return true;

    case MINT_BR_NOT_METHOD:
    case MINT_BR_NOT_VTABLE:
        branch_not_class(g);
        return true;
    case MINT_CALL:
    case MINT_CALL_NULLCHECK:
    case MINT_CALLVIRT:
    case MINT_CALLVIRT_CACHED:
        g_call(g);
        return true;
    case MINT_CALL_DELEGATE:
        g_call_delegate(g);
        return true;
    case MINT_TAIL_CALL:
    case MINT_TAIL_CALL_DYNAMIC:
        g_tail_call(g);
        return true;
    case MINT_ICALL:
    case MINT_ICALL_VOID:
    case MINT_ICALL_VT:
    case MINT_PINVOKE:
        g_icall(g);
        return true;
    case MINT_NEWOBJ:
        g_construct(g);
        return true;
    case MINT_NEWARR:
        g_new_array(g);
        return true;
    case MINT_ALLOC:
    case MINT_BOX:
        g_new_object(g);
        return true;
    case MINT_NEWOBJ_VT:
        g_new_vt(g);
        return true;
    case MINT_RET:
    case MINT_RET_VOID:
    case MINT_RET_VT:
        g_return(g);
        return true;
    case MINT_CALL_HANDLER: {
        uint64_t back = (uintptr_t)(INS->ip + mint_op_info[MINT_CALL_HANDLER].units);
        unsigned to = g_target(g, 0, RAX);
        x64_mov_imm(&g->a, to, back);
        g_done(g, 0, to);
        x64_jmp(&g->a, g->labels[INS->target]);
        return true;
    }
    case MINT_ENDFINALLY:
        end_finally(g);
        return true;

    /* Rare or long: C code on the slots. */
    case MINT_REM_R4:
    case MINT_REM_R8:
    case MINT_SIN_R8:
    case MINT_COS_R8:
    case MINT_CONV_R8_U8:
    case MINT_CONV_U8_R4:
    case MINT_CONV_U8_R8:
    case MINT_CONV_OVF_I1_I8:
    case MINT_CONV_OVF_U1_I8:
    case MINT_CONV_OVF_I2_I8:
    case MINT_CONV_OVF_U2_I8:
    case MINT_CONV_OVF_I1_U8:
    case MINT_CONV_OVF_U1_U8:
    case MINT_CONV_OVF_I2_U8:
    case MINT_CONV_OVF_U2_U8:
    case MINT_CONV_OVF_I1_R8:
    case MINT_CONV_OVF_U1_R8:
    case MINT_CONV_OVF_I2_R8:
    case MINT_CONV_OVF_U2_R8:
    case MINT_CONV_OVF_I4_R8:
    case MINT_CONV_OVF_U4_R8:
    case MINT_CONV_OVF_I8_R8:
    case MINT_CONV_OVF_U8_R8:
    case MINT_CPBLK:
    case MINT_INITBLK:
    case MINT_LDELEMA_MD:
    case MINT_CHECK_ARRAY_STORE:
    case MINT_CHECK_RETURN:
    case MINT_UNBOX_NULLABLE:
        by_helper(g);
        return true;
        JIT_BY_OBJECT_HELPER(CASE)
        if (INS->op == MINT_LDVIRTFTN && g_load_virtual_function(g, jit_data(g->r, INS)[INS->v[2]]))
            return true;
        by_object_helper(g);
        return true;

        JIT_NO_CODE(CASE)
    case MINT_COUNT:
        return false;
    }
    return false;
}
