/*
 * wasm-ops.c - the switch over all ops of ops.def, and what has little code of its own.
 *
 * What becomes of an op that is not plain code here:
 *   JIT_NO_CODE (region.h)     the trace ends: the interpreter runs it and what follows, and comes back at a loop head
 *   BY_HOST                    mono_jiterp_op runs it on the slots, calls to their end, and the trace goes on
 */
#include "jiterp/wasm-gen.h"

/* Ops that the host runs: calls, allocations, casts through tables, copies with sizes known only at run time, call
 * cursors. Here is also the place of an op that gets code for x64 only. */
#define BY_HOST(X)                                                                                                     \
    X(CALL) X(CALL_NULLCHECK) X(CALLVIRT) X(CALLVIRT_CACHED) X(CALL_DELEGATE) X(ICALL) X(ICALL_VOID) X(ICALL_VT)       \
    X(PINVOKE) X(NEWOBJ) X(NEWOBJ_VT) X(NEWARR) X(ALLOC) X(BOX) X(LDELEMA_REF) X(LDELEMA_MD)                           \
    X(CHECK_ARRAY_CLASS) X(CHECK_ARRAY_STORE) X(CHECK_RETURN) X(CASTCLASS_CLASS) X(CASTCLASS_CACHED) X(ISINST_CLASS) X(ISINST_CACHED)  \
    X(UNBOX_NULLABLE) X(CPBLK) X(INITBLK) X(PROF_ENTER_CURSOR) X(PROF_EXIT_CURSOR) X(PROF_TAIL_CALL)
#define CASE(NAME) case MINT_##NAME:

/* ---- Shapes: operands d, s, s; d, s; d, s, immediate ---- */

static WasmDone binary(WasmGen *g, WasmType type, WasmOp op)
{
    w_push(g, 1, type);
    w_push(g, 2, type);
    w_op(g, op);
    w_pop(g, 0, type);
    return W_NEXT;
}

static void immediate(WasmGen *g, WasmType type, int32_t value)
{
    if (type == WASM_I32)
        wasm_i32(&g->f, value);
    else
        wasm_i64(&g->f, value);
}

static WasmDone binary_imm(WasmGen *g, WasmType type, WasmOp op)
{
    w_push(g, 1, type);
    immediate(g, type, WINS->v[2]);
    w_op(g, op);
    w_pop(g, 0, type);
    return W_NEXT;
}

/* The count is an I4; WebAssembly takes as many of its bits as .NET. */
static WasmDone shift(WasmGen *g, WasmType type, WasmOp op)
{
    w_push(g, 1, type);
    w_push(g, 2, WASM_I32);
    if (type == WASM_I64)
        w_op(g, WASM_I64_EXTEND_I32_U);
    w_op(g, op);
    w_pop(g, 0, type);
    return W_NEXT;
}

static WasmDone unary(WasmGen *g, WasmType from, WasmType to, WasmOp op)
{
    w_push(g, 1, from);
    w_op(g, op);
    w_pop(g, 0, to);
    return W_NEXT;
}

/* 0 - a, a ^ -1 */
static WasmDone negate(WasmGen *g, WasmType type, WasmOp op)
{
    immediate(g, type, 0);
    w_push(g, 1, type);
    w_op(g, op);
    w_pop(g, 0, type);
    return W_NEXT;
}

static WasmDone invert(WasmGen *g, WasmType type, WasmOp op)
{
    w_push(g, 1, type);
    immediate(g, type, -1);
    w_op(g, op);
    w_pop(g, 0, type);
    return W_NEXT;
}

static WasmDone divide(WasmGen *g, WasmType type, WasmOp op, bool is_signed)
{
    w_divide(g, type, op, is_signed);
    return W_NEXT;
}

/* Compares leave an i32. negated: the opposite relation's opposite, which is true with a NaN. */
static void compare(WasmGen *g, WasmType type, unsigned first, WasmOp op, bool negated)
{
    w_push(g, first, type);
    w_push(g, first + 1, type);
    w_op(g, op);
    if (negated)
        w_op(g, WASM_I32_EQZ);
}

static void compare_imm(WasmGen *g, WasmType type, unsigned first, WasmOp op)
{
    w_push(g, first, type);
    immediate(g, type, WINS->v[first + 1]);
    w_op(g, op);
}

static WasmDone set(WasmGen *g)
{
    w_pop(g, 0, WASM_I32);
    return W_NEXT;
}

static WasmDone branch(WasmGen *g)
{
    w_branch(g);
    return W_ENDED;
}

static WasmDone branch_true(WasmGen *g, WasmType type, bool wanted)
{
    w_push(g, 0, type);
    if (type == WASM_I64 || !wanted)
        w_op(g, type == WASM_I64 ? WASM_I64_EQZ : WASM_I32_EQZ);
    if (type == WASM_I64 && wanted)
        w_op(g, WASM_I32_EQZ);
    return branch(g);
}

/* ---- Constants, moves ---- */

static WasmDone constant(WasmGen *g, WasmType type, int64_t value)
{
    if (JIT_WEB(g->r, WINS->web[0])->is_constant)
        return W_NEXT; /* its uses have it */
    if (type == WASM_I32)
        wasm_i32(&g->f, (int32_t)value);
    else if (type == WASM_I64)
        wasm_i64(&g->f, value);
    else
        wasm_real(&g->f, type, (uint64_t)value);
    w_pop(g, 0, type);
    return W_NEXT;
}

static WasmDone pointer(WasmGen *g)
{
    if (JIT_WEB(g->r, WINS->web[0])->is_constant)
        return W_NEXT;
    wasm_global(&g->f, w_data(g, WINS->v[1]));
    w_pop(g, 0, WASM_I32);
    return W_NEXT;
}

static WasmDone move(WasmGen *g)
{
    WasmType type = w_home(g, 0);
    bool known = g->webs[WINS->web[1]].nonnull;
    w_push_as(g, 1, type);
    w_pop_as(g, 0, type);
    g->webs[WINS->web[0]].nonnull = known && !JIT_WEB(g->r, WINS->web[0])->memory_only;
    return W_NEXT;
}

/* ---- Events ---- */

static void state(WasmGen *g, uint32_t offset)
{
    wasm_global(&g->f, WASM_GLOBAL_THREAD_STATE);
    wasm_memory(&g->f, WASM_I32_LOAD, offset);
}

static void safepoint(WasmGen *g)
{
    state(g, g->layout->safepoint_pending);
    wasm_block(&g->f, WASM_IF, WASM_VOID);
    w_call_leaving(g, WASM_HELPER_SAFEPOINT);
    w_op(g, WASM_END);
}

static void samplepoint_poll(WasmGen *g)
{
    state(g, g->layout->safepoint_pending);
    state(g, g->layout->samplepoint_requested);
    w_op(g, WASM_I32_OR);
    wasm_block(&g->f, WASM_IF, WASM_VOID);
    w_call_leaving(g, WASM_HELPER_SAMPLEPOINT_POLL);
    w_op(g, WASM_END);
}

/* A sample is due: by request, or when the counter of visits has run out. */
static void is_due(WasmGen *g)
{
    if (mono_profiler_state.raises_by_request) {
        state(g, g->layout->samplepoint_requested);
        return;
    }
    wasm_global(&g->f, WASM_GLOBAL_THREAD_STATE);
    state(g, g->layout->skip_counter);
    wasm_i32(&g->f, 1);
    w_op(g, WASM_I32_SUB);
    w_tee(g, g->i32[0]);
    wasm_memory(&g->f, WASM_I32_STORE, g->layout->skip_counter);
    w_get(g, g->i32[0]);
    wasm_i32(&g->f, 0);
    w_op(g, WASM_I32_LE_S);
}

/* mono_jiterp_prof_...(frame, unit[, address of the result]). */
static void call_event(WasmGen *g, WasmHelper helper)
{
    w_spill(g);
    w_get(g, WASM_FRAME);
    wasm_i32(&g->f, (int32_t)w_unit(g));
    if (WINS->op == MINT_PROF_EXIT)
        w_slot_address(g, (uint32_t)WINS->v[0], 0);
    else if (WINS->op == MINT_PROF_EXIT_VOID)
        wasm_i32(&g->f, 0);
    wasm_call(&g->f, helper);
}

/* In methods with samplepoints the counter or a request decides, in others each event is told. */
static void event(WasmGen *g, WasmHelper helper)
{
    bool asks = g->r->imethod->prof_flags & INTERP_SAMPLEPOINTS || helper == WASM_HELPER_PROF_SAMPLEPOINT;
    if (asks) {
        is_due(g);
        wasm_block(&g->f, WASM_IF, WASM_VOID);
    }
    call_event(g, helper);
    if (asks)
        w_op(g, WASM_END);
}

/* ---- Handlers ---- */

/* Addresses of IR units: env.code + 2 a unit. */
static void unit_address(WasmGen *g, const uint16_t *ip)
{
    wasm_global(&g->f, WASM_GLOBAL_CODE);
    wasm_i32(&g->f, (int32_t)(ip - g->r->imethod->code) * 2);
    w_op(g, WASM_I32_ADD);
}

static WasmDone call_handler(WasmGen *g)
{
    unit_address(g, WINS->ip + mint_op_info[MINT_CALL_HANDLER].units);
    w_pop(g, 0, WASM_I32);
    w_goto(g, g->block, (uint32_t)WINS->target);
    return W_ENDED;
}

static WasmDone end_finally(WasmGen *g)
{
    for (guint i = 0; i + 1 < g->r->insns->len; i++) {
        const JitInsn *from = JIT_INSN(g->r, i), *to = from + 1;
        if (from->op != MINT_CALL_HANDLER || from->v[0] != WINS->v[0] || !g->nodes[to->block].reached)
            continue;
        w_push(g, 0, WASM_I32);
        unit_address(g, to->ip);
        w_op(g, WASM_I32_EQ);
        w_branch_to(g, to->block);
    }
    w_exit(g); /* an exception goes on */
    return W_ENDED;
}

/* ---- Helpers for one op ---- */

static WasmDone by_function(WasmGen *g, WasmHelper helper, WasmType type, unsigned operands)
{
    for (unsigned k = 1; k <= operands; k++) {
        w_push(g, k, type);
        if (type == WASM_F32)
            w_op(g, WASM_F64_PROMOTE_F32);
    }
    wasm_call(&g->f, helper);
    if (type == WASM_F32)
        w_op(g, WASM_F32_DEMOTE_F64);
    w_pop(g, 0, type);
    return W_NEXT;
}

static WasmDone add_to_address(WasmGen *g, int32_t offset)
{
    w_address(g, 1);
    wasm_i32(&g->f, offset);
    w_op(g, WASM_I32_ADD);
    w_pop(g, 0, WASM_I32);
    return W_NEXT;
}

/* ---- The switch ---- */

#define BOTH(NAME, function, op)                                                                                       \
    case MINT_##NAME##_I4:                                                                                             \
        return function(g, WASM_I32, WASM_I32_##op);                                                                   \
    case MINT_##NAME##_I8:                                                                                             \
        return function(g, WASM_I64, WASM_I64_##op);
#define BINARY(NAME, op) BOTH(NAME, binary, op) BOTH(NAME##_IMM, binary_imm, op)
#define SHIFT(NAME, op) BOTH(NAME, shift, op) BOTH(NAME##_IMM, binary_imm, op)
#define DIVIDE(NAME, op, is_signed)                                                                                    \
    case MINT_##NAME##_I4:                                                                                             \
        return divide(g, WASM_I32, WASM_I32_##op, is_signed);                                                          \
    case MINT_##NAME##_I8:                                                                                             \
        return divide(g, WASM_I64, WASM_I64_##op, is_signed);                                                          \
    BOTH(NAME##_IMM, binary_imm, op)
#define REALS(NAME, op)                                                                                                \
    case MINT_##NAME##_R4:                                                                                             \
        return binary(g, WASM_F32, WASM_F32_##op);                                                                     \
    case MINT_##NAME##_R8:                                                                                             \
        return binary(g, WASM_F64, WASM_F64_##op);
#define RELATION_OF(NAME, R, type, op, negated)                                                                        \
    case MINT_C##NAME##_##R:                                                                                           \
        compare(g, type, 1, op, negated);                                                                              \
        return set(g);                                                                                                 \
    case MINT_B##NAME##_##R:                                                                                           \
        compare(g, type, 0, op, negated);                                                                              \
        return branch(g);
#define RELATION_IMM_OF(NAME, R, type, op)                                                                             \
    case MINT_C##NAME##_IMM_##R:                                                                                       \
        compare_imm(g, type, 1, op);                                                                                   \
        return set(g);                                                                                                 \
    case MINT_B##NAME##_IMM_##R:                                                                                       \
        compare_imm(g, type, 0, op);                                                                                   \
        return branch(g);
#define RELATION_IMM(NAME, op)                                                                                         \
    RELATION_IMM_OF(NAME, I4, WASM_I32, WASM_I32_##op) RELATION_IMM_OF(NAME, I8, WASM_I64, WASM_I64_##op)
#define RELATION(NAME, op)                                                                                             \
    RELATION_OF(NAME, I4, WASM_I32, WASM_I32_##op, false) RELATION_OF(NAME, I8, WASM_I64, WASM_I64_##op, false)        \
    RELATION_IMM(NAME, op)
#define REAL_RELATION(NAME, op, negated)                                                                               \
    RELATION_OF(NAME, R4, WASM_F32, WASM_F32_##op, negated) RELATION_OF(NAME, R8, WASM_F64, WASM_F64_##op, negated)
#define LOAD_CASES(NAME)                                                                                               \
    case MINT_##NAME##_I1: case MINT_##NAME##_U1: case MINT_##NAME##_I2: case MINT_##NAME##_U2:                        \
    case MINT_##NAME##_I4: case MINT_##NAME##_I8:
#define STORE_CASES(NAME) case MINT_##NAME##_I1: case MINT_##NAME##_I2: case MINT_##NAME##_I4: case MINT_##NAME##_I8:
#define STATIC_LOAD(T)                                                                                                 \
    case MINT_LDSFLD_##T##_INIT:                                                                                       \
        w_check_class(g, WINS->v[1] + 1);                                                                              \
        /* fall through */                                                                                             \
    case MINT_LDSFLD_##T:                                                                                              \
        wasm_global(&g->f, w_data(g, WINS->v[1]));                                                                     \
        w_load(g, W_MEM_##T, 0);                                                                                       \
        return W_NEXT;
#define STATIC_STORE(T, size_log2)                                                                                     \
    case MINT_STSFLD_##T##_INIT:                                                                                       \
        w_check_class(g, WINS->v[0] + 1);                                                                              \
        /* fall through */                                                                                             \
    case MINT_STSFLD_##T:                                                                                              \
        wasm_global(&g->f, w_data(g, WINS->v[0]));                                                                     \
        w_store(g, size_log2, 0, 1);                                                                                   \
        return W_NEXT;
#define FROM_REAL(T)                                                                                                   \
    case MINT_CONV_##T##_R4:                                                                                           \
        w_int_from_real(g, WASM_F32, W_##T);                                                                           \
        return W_NEXT;                                                                                                 \
    case MINT_CONV_##T##_R8:                                                                                           \
        w_int_from_real(g, WASM_F64, W_##T);                                                                           \
        return W_NEXT;                                                                                                 \
    case MINT_CONV_OVF_##T##_R8:                                                                                       \
        w_checked_from_real(g, W_##T);                                                                                 \
        return W_NEXT;
#define CHECKED(T, S, low, high, result)                                                                               \
    case MINT_CONV_OVF_##T##_##S:                                                                                      \
        w_checked(g, W_FROM_##S, low, high, result);                                                                   \
        return W_NEXT;
#define CHECKED_SMALL(S)                                                                                               \
    CHECKED(I1, S, INT8_MIN, INT8_MAX, WASM_I32) CHECKED(U1, S, 0, UINT8_MAX, WASM_I32)                                \
    CHECKED(I2, S, INT16_MIN, INT16_MAX, WASM_I32) CHECKED(U2, S, 0, UINT16_MAX, WASM_I32)

/* Loads and stores: the address, then the access. */
static WasmDone memory_op(WasmGen *g)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 8};
    const int32_t *v = WINS->v;
    WasmMem kind;
    unsigned size_log2;
    switch (WINS->op) {
    LOAD_CASES(LDIND)
        w_address(g, 1);
        w_load(g, (WasmMem)(WINS->op - MINT_LDIND_I1), 0);
        break;
    LOAD_CASES(LDFLD)
        w_address(g, 1);
        w_load(g, (WasmMem)(WINS->op - MINT_LDFLD_I1), (uint32_t)v[2]);
        break;
    LOAD_CASES(LDELEM)
        kind = (WasmMem)(WINS->op - MINT_LDELEM_I1);
        w_element(g, 1, 2, sizes[kind]);
        w_load(g, kind, g->layout->array_data);
        break;
    STORE_CASES(STIND)
        w_address(g, 0);
        w_store(g, (unsigned)(WINS->op - MINT_STIND_I1), 0, 1);
        break;
    STORE_CASES(STFLD)
        w_address(g, 0);
        w_store(g, (unsigned)(WINS->op - MINT_STFLD_I1), (uint32_t)v[1], 2);
        break;
    STORE_CASES(STELEM)
        size_log2 = (unsigned)(WINS->op - MINT_STELEM_I1);
        w_element(g, 0, 1, 1u << size_log2);
        w_store(g, size_log2, g->layout->array_data, 2);
        break;
    default:
        return W_NO_CODE;
    }
    return W_NEXT;
}

static WasmDone length_of(WasmGen *g, uint32_t offset)
{
    w_address(g, 1);
    wasm_memory(&g->f, WASM_I32_LOAD, offset);
    w_pop(g, 0, WASM_I32);
    return W_NEXT;
}

static WasmDone add_ovf(WasmGen *g, WasmOp op, bool is_signed)
{
    w_add_ovf_4(g, op, is_signed);
    return W_NEXT;
}

/* Every op, no default: a new one is an error here until it has its place. */
WasmDone w_insn(WasmGen *g)
{
    switch ((MintOpcode)WINS->op) {
        JIT_NO_CODE(CASE)
    case MINT_TAIL_CALL: /* a trace leaves for each call anyway */
    case MINT_TAIL_CALL_DYNAMIC:
        return W_NO_CODE;
        BY_HOST(CASE)
        JIT_BY_OBJECT_HELPER(CASE)
        w_by_host(g);
        return W_NEXT;

    case MINT_NOP:
    case MINT_NOP2:
    case MINT_BREAK:
    case MINT_MEMORY_BARRIER:
    case MINT_TIER_ENTER:
    case MINT_TIER_LOOP:
        return W_NEXT;
    case MINT_SAFEPOINT:
        safepoint(g);
        return W_NEXT;
    case MINT_PROF_ENTER:
        event(g, WASM_HELPER_PROF_ENTER);
        return W_NEXT;
    case MINT_PROF_SAMPLEPOINT:
        event(g, WASM_HELPER_PROF_SAMPLEPOINT);
        safepoint(g);
        return W_NEXT;
    case MINT_PROF_SAMPLEPOINT_POLL:
        samplepoint_poll(g);
        return W_NEXT;
    case MINT_PROF_EXIT:
        w_flush(g);
        /* fall through */
    case MINT_PROF_EXIT_VOID:
        event(g, WASM_HELPER_PROF_LEAVE);
        return W_NEXT;

    case MINT_MOV:
        return move(g);
    case MINT_LDC_I4_S:
    case MINT_LDC_I4:
        return constant(g, WASM_I32, WINS->v[1]);
    case MINT_LDC_R4:
        return constant(g, WASM_F32, WINS->v[1]);
    case MINT_LDC_I8_S:
        return constant(g, WASM_I64, WINS->v[1]);
    case MINT_LDC_I8:
        return constant(g, WASM_I64, WINS->imm);
    case MINT_LDC_R8:
        return constant(g, WASM_F64, WINS->imm);
    case MINT_LDSFLDA_INIT:
        w_check_class(g, WINS->v[1] + 1);
        /* fall through */
    case MINT_LDSFLDA:
    case MINT_LDPTR:
        return pointer(g);
    case MINT_LDLOCA:
        w_slot_address(g, (uint32_t)WINS->v[1], 0);
        w_pop(g, 0, WASM_I32);
        return W_NEXT;
    case MINT_LDSTR:
    case MINT_LDTYPE:
        w_load_cached(g);
        return W_NEXT;

        BINARY(ADD, ADD)
        BOTH(SUB, binary, SUB)
        BINARY(MUL, MUL)
        BINARY(AND, AND)
        BINARY(OR, OR)
        BINARY(XOR, XOR)
        SHIFT(SHL, SHL)
        SHIFT(SHR, SHR_S)
        SHIFT(SHR_UN, SHR_U)
        DIVIDE(DIV, DIV_S, true)
        DIVIDE(DIV_UN, DIV_U, false)
        DIVIDE(REM, REM_S, true)
        DIVIDE(REM_UN, REM_U, false)
        BOTH(NEG, negate, SUB)
        BOTH(NOT, invert, XOR)
    case MINT_ADD_OVF_I4:
        return add_ovf(g, WASM_I64_ADD, true);
    case MINT_SUB_OVF_I4:
        return add_ovf(g, WASM_I64_SUB, true);
    case MINT_MUL_OVF_I4:
        return add_ovf(g, WASM_I64_MUL, true);
    case MINT_ADD_OVF_UN_I4:
        return add_ovf(g, WASM_I64_ADD, false);
    case MINT_SUB_OVF_UN_I4:
        return add_ovf(g, WASM_I64_SUB, false);
    case MINT_MUL_OVF_UN_I4:
        return add_ovf(g, WASM_I64_MUL, false);
    case MINT_ADD_OVF_I8:
    case MINT_ADD_OVF_UN_I8:
        w_add_ovf_8(g, WINS->op == MINT_ADD_OVF_I8);
        return W_NEXT;
    case MINT_SUB_OVF_I8:
    case MINT_SUB_OVF_UN_I8:
        w_sub_ovf_8(g, WINS->op == MINT_SUB_OVF_I8);
        return W_NEXT;
    case MINT_MUL_OVF_I8:
    case MINT_MUL_OVF_UN_I8:
        w_mul_ovf_8(g, WINS->op == MINT_MUL_OVF_I8);
        return W_NEXT;

        REALS(ADD, ADD)
        REALS(SUB, SUB)
        REALS(MUL, MUL)
        REALS(DIV, DIV)
    case MINT_REM_R4:
        return by_function(g, WASM_HELPER_FMOD, WASM_F32, 2);
    case MINT_REM_R8:
        return by_function(g, WASM_HELPER_FMOD, WASM_F64, 2);
    case MINT_SIN_R8:
        return by_function(g, WASM_HELPER_SIN, WASM_F64, 1);
    case MINT_COS_R8:
        return by_function(g, WASM_HELPER_COS, WASM_F64, 1);
    case MINT_NEG_R4:
        return unary(g, WASM_F32, WASM_F32, WASM_F32_NEG);
    case MINT_NEG_R8:
        return unary(g, WASM_F64, WASM_F64, WASM_F64_NEG);
    case MINT_ABS_R8:
        return unary(g, WASM_F64, WASM_F64, WASM_F64_ABS);
    case MINT_SQRT_R8:
        return unary(g, WASM_F64, WASM_F64, WASM_F64_SQRT);
    case MINT_FLOOR_R8:
        return unary(g, WASM_F64, WASM_F64, WASM_F64_FLOOR);
    case MINT_CEIL_R8:
        return unary(g, WASM_F64, WASM_F64, WASM_F64_CEIL);
    case MINT_CKFINITE_R4:
        w_check_finite(g, WASM_F32);
        return W_NEXT;
    case MINT_CKFINITE_R8:
        w_check_finite(g, WASM_F64);
        return W_NEXT;

        RELATION(EQ, EQ)
        RELATION(NE, NE)
        RELATION(LT, LT_S)
        RELATION(LE, LE_S)
        RELATION(LT_UN, LT_U)
        RELATION(LE_UN, LE_U)
        RELATION_IMM(GT, GT_S)
        RELATION_IMM(GE, GE_S)
        RELATION_IMM(GT_UN, GT_U)
        RELATION_IMM(GE_UN, GE_U)
        REAL_RELATION(EQ, EQ, false)
        REAL_RELATION(NE, NE, false)
        REAL_RELATION(LT, LT, false)
        REAL_RELATION(LE, LE, false)
        REAL_RELATION(LT_UN, GE, true)
        REAL_RELATION(LE_UN, GT, true)
    case MINT_BR:
        w_goto(g, g->block, (uint32_t)WINS->target);
        return W_ENDED;
    case MINT_BR_NOT_METHOD:
    case MINT_BR_NOT_VTABLE:
        w_is_other_class(g);
        return branch(g);
    case MINT_BRTRUE_I4:
        return branch_true(g, WASM_I32, true);
    case MINT_BRTRUE_I8:
        return branch_true(g, WASM_I64, true);
    case MINT_BRFALSE_I4:
        return branch_true(g, WASM_I32, false);
    case MINT_BRFALSE_I8:
        return branch_true(g, WASM_I64, false);
    case MINT_SWITCH:
        w_push(g, 0, WASM_I32);
        w_switch(g);
        return W_ENDED;

    case MINT_CONV_I1_I4:
        return unary(g, WASM_I32, WASM_I32, WASM_I32_EXTEND8_S);
    case MINT_CONV_I2_I4:
        return unary(g, WASM_I32, WASM_I32, WASM_I32_EXTEND16_S);
    case MINT_CONV_U1_I4:
    case MINT_CONV_U2_I4:
        w_push(g, 1, WASM_I32);
        wasm_i32(&g->f, WINS->op == MINT_CONV_U1_I4 ? UINT8_MAX : UINT16_MAX);
        w_op(g, WASM_I32_AND);
        w_pop(g, 0, WASM_I32);
        return W_NEXT;
    case MINT_CONV_I8_I4:
        return unary(g, WASM_I32, WASM_I64, WASM_I64_EXTEND_I32_S);
    case MINT_CONV_I8_U4:
        return unary(g, WASM_I32, WASM_I64, WASM_I64_EXTEND_I32_U);
    case MINT_CONV_R4_I4:
        return unary(g, WASM_I32, WASM_F32, WASM_F32_CONVERT_I32_S);
    case MINT_CONV_R8_I4:
        return unary(g, WASM_I32, WASM_F64, WASM_F64_CONVERT_I32_S);
    case MINT_CONV_R4_I8:
        return unary(g, WASM_I64, WASM_F32, WASM_F32_CONVERT_I64_S);
    case MINT_CONV_R8_I8:
        return unary(g, WASM_I64, WASM_F64, WASM_F64_CONVERT_I64_S);
    case MINT_CONV_R8_U4:
        return unary(g, WASM_I32, WASM_F64, WASM_F64_CONVERT_I32_U);
    case MINT_CONV_R8_U8:
        return unary(g, WASM_I64, WASM_F64, WASM_F64_CONVERT_I64_U);
    case MINT_CONV_R8_R4:
        return unary(g, WASM_F32, WASM_F64, WASM_F64_PROMOTE_F32);
    case MINT_CONV_R4_R8:
        return unary(g, WASM_F64, WASM_F32, WASM_F32_DEMOTE_F64);
        FROM_REAL(I1)
        FROM_REAL(U1)
        FROM_REAL(I2)
        FROM_REAL(U2)
        FROM_REAL(I4)
        FROM_REAL(U4)
        FROM_REAL(I8)
        FROM_REAL(U8)
        CHECKED_SMALL(I4)
        CHECKED_SMALL(U4)
        CHECKED_SMALL(I8)
        CHECKED_SMALL(U8)
        CHECKED(U4, I4, 0, INT32_MAX, WASM_I32)
        CHECKED(U8, I4, 0, INT32_MAX, WASM_I64)
        CHECKED(I4, U4, 0, INT32_MAX, WASM_I32)
        CHECKED(I4, I8, INT32_MIN, INT32_MAX, WASM_I32)
        CHECKED(U4, I8, 0, UINT32_MAX, WASM_I32)
        CHECKED(U8, I8, 0, INT64_MAX, WASM_I64)
        CHECKED(I4, U8, 0, INT32_MAX, WASM_I32)
        CHECKED(U4, U8, 0, UINT32_MAX, WASM_I32)
        CHECKED(I8, U8, 0, INT64_MAX, WASM_I64)
    case MINT_CONV_INDEX:
        w_checked(g, W_FROM_I8, 0, INT32_MAX, WASM_I32);
        return W_NEXT;

    LOAD_CASES(LDIND)
    LOAD_CASES(LDFLD)
    LOAD_CASES(LDELEM)
    STORE_CASES(STIND)
    STORE_CASES(STFLD)
    STORE_CASES(STELEM)
        return memory_op(g);
    case MINT_LDFLDA:
    case MINT_LDFLDA_W:
        return add_to_address(g, WINS->v[2]);
    case MINT_NULLCHECK:
        w_null_check(g, 0);
        return W_NEXT;
    LOAD_CASES(LDVTFLD)
        w_load_vt_field(g);
        return W_NEXT;
    STORE_CASES(STVTFLD)
        w_store_vt_field(g);
        return W_NEXT;
    case MINT_MOV_VT: case MINT_ZERO_VT: case MINT_LDIND_VT: case MINT_STIND_VT: case MINT_CPOBJ: case MINT_INITOBJ:
    case MINT_LDFLD_VT: case MINT_STFLD_VT: case MINT_LDVTFLD_VT: case MINT_STVTFLD_VT: case MINT_LDELEM_VT:
    case MINT_STELEM_VT: case MINT_LDSFLD_VT: case MINT_LDSFLD_VT_INIT: case MINT_STSFLD_VT: case MINT_STSFLD_VT_INIT:
        w_vt_op(g);
        return W_NEXT;
        STATIC_LOAD(I1)
        STATIC_LOAD(U1)
        STATIC_LOAD(I2)
        STATIC_LOAD(U2)
        STATIC_LOAD(I4)
        STATIC_LOAD(I8)
        STATIC_STORE(I1, 0)
        STATIC_STORE(I2, 1)
        STATIC_STORE(I4, 2)
        STATIC_STORE(I8, 3)
    case MINT_CLASS_INIT:
        w_check_class(g, WINS->v[0]);
        return W_NEXT;

    case MINT_LDLEN:
        return length_of(g, g->layout->array_length);
    case MINT_STRLEN:
        return length_of(g, g->layout->string_length);
    case MINT_LDCHAR:
        w_load_char(g);
        return W_NEXT;
    case MINT_STELEM_REF:
        w_store_reference(g);
        return W_NEXT;
    case MINT_LDELEMA:
        w_element(g, 1, 2, (uint32_t)WINS->imm);
        wasm_i32(&g->f, (int32_t)g->layout->array_data);
        w_op(g, WASM_I32_ADD);
        w_pop(g, 0, WASM_I32);
        return W_NEXT;
    case MINT_LDELEMA_2D:
        w_element_2d(g);
        return W_NEXT;
    case MINT_CASTCLASS_EXACT:
        w_cast_exact(g, true);
        return W_NEXT;
    case MINT_ISINST_EXACT:
        w_cast_exact(g, false);
        return W_NEXT;
    case MINT_UNBOX:
        w_unbox(g);
        return W_NEXT;

    case MINT_RET:
    case MINT_RET_VOID:
    case MINT_RET_VT:
        w_return(g);
        return W_ENDED;
    case MINT_CALL_HANDLER:
        return call_handler(g);
    case MINT_ENDFINALLY:
        return end_finally(g);
    case MINT_COUNT:
        return W_NO_CODE;
    }
    return W_NO_CODE;
}
