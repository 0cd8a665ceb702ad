/*
 * gen-ops.c - the switch over all ops of ops.def, and what has little text of its own: moves, constants, events, handlers.
 *
 * Ops under JIT_NO_CODE (jiterp/region.h) are the interpreter's: an exit stands there.
 */
#include "aot-stubs/gen-internal.h"

#include <inttypes.h>

#define NO_CODE_CASE(NAME) case MINT_##NAME:

/* ---- Safepoints, events ---- */

/* `call` is made when a word of the thread's state is not 0; then an exception may be pending. */
static void poll(Gen *g, const char *type, const char *word, const char *call)
{
    a_line(g, "if (UNLIKELY(AT(volatile %s, STATE, %s))) {", type, word);
    a_save_state(g);
    a_line(g, "    if (host.%s(frame)) goto %s;", call, a_pending_label(g));
    a_line(g, "}");
}

void a_safepoint(Gen *g)
{
    poll(g, "int32_t", "STATE_SAFEPOINT", "safepoint");
}

/* A sample is due: by request, or when the counter of visits has run out. In methods without samplepoints each event is. */
static const char *is_due(const Gen *g)
{
    if (INS->op != MINT_PROF_SAMPLEPOINT && !(g->r->imethod->prof_flags & INTERP_SAMPLEPOINTS))
        return "1";
    return mono_profiler_state.raises_by_request ? "IS_REQUESTED"
                                                 : "--AT(int32_t, STATE, STATE_SKIP_COUNTER) <= 0";
}

static void event(Gen *g, const char *call)
{
    a_line(g, "if (UNLIKELY(%s)) {", is_due(g));
    a_flush_uses(g); /* a value that a leave tells of */
    a_save_state(g);
    a_line(g, "    host.%s;", call);
    a_line(g, "}");
}

/* The caller is told by the return. */
static bool leaves_by_return(Gen *g)
{
    uint32_t behind = (uint32_t)(INS - JIT_INSN(g->r, 0)) + 1; /* branch() brings instructions of other blocks here */
    if (!(g->r->imethod->prof_flags & INTERP_SAMPLEPOINTS) || !mono_profiler_state.raises_by_request ||
        behind == JIT_BLOCK(g->r, INS->block)->end)
        return false;
    unsigned next = JIT_INSN(g->r, behind)->op;
    return next == MINT_RET || next == MINT_RET_VOID || next == MINT_RET_VT;
}

static void event_of_leave(Gen *g, const char *call)
{
    if (leaves_by_return(g))
        g->leave_unit = a_unit(g) + 1;
    else
        event(g, call);
}

/* The two ops of interp/exec/loop-call.inc. */
static void enter_by_cursor(Gen *g)
{
    a_line(g, "{ char *caller = AT(char *, STATE, STATE_CURSOR), *child = AT(char *, caller, NODE_LAST_CHILD);");
    a_line(g, "if (LIKELY(AT(char *, child, NODE_METHOD) == AT(char *, THIS.imethod, IMETHOD_METHOD) &&");
    a_line(g, "           !IS_REQUESTED)) {");
    a_line(g, "    AT(Word, child, NODE_CALLS)++;");
    a_line(g, "    AT(char *, frame, FRAME_CALLER_NODE) = caller;");
    a_line(g, "    AT(char *, STATE, STATE_CURSOR) = child;");
    a_line(g, "} else {");
    a_save_state(g);
    a_line(g, "    host.prof_enter_cursor(frame);");
    a_line(g, "} }");
}

static void exit_by_cursor(Gen *g)
{
    a_line(g, "{ char *caller = AT(char *, frame, FRAME_CALLER_NODE);");
    a_line(g, "if (LIKELY(AT(char *, AT(char *, STATE, STATE_CURSOR), NODE_PARENT) == caller &&");
    a_line(g, "           !IS_REQUESTED)) {");
    a_line(g, "    AT(char *, STATE, STATE_CURSOR) = caller;");
    a_line(g, "} else {");
    a_save_state(g);
    a_line(g, "    host.prof_leave(frame, 0);");
    a_line(g, "} }");
}

/* ---- Moves, constants ---- */

static void move(Gen *g)
{
    CType type = a_home(g, 0);
    bool known = g->webs[INS->web[1]].nonnull;
    a_def_as(g, 0, type, "%s", a_use_as(g, 1, type));
    if (known)
        a_not_null(g, 0);
}

static void constant(Gen *g, CType type, uint64_t value)
{
    if (JIT_WEB(g->r, INS->web[0])->is_constant)
        return; /* its uses have it */
    switch (type) {
    case C_U4:
        a_def(g, 0, C_U4, "%" PRIu32 "u", (uint32_t)value);
        break;
    case C_R4:
        a_def(g, 0, C_R4, "r4_of_bits(0x%" PRIx32 "u)", (uint32_t)value);
        break;
    case C_R8:
        a_def(g, 0, C_R8, "r8_of_bits(UINT64_C(0x%" PRIx64 "))", value);
        break;
    default:
        a_def(g, 0, C_U8, "UINT64_C(0x%" PRIx64 ")", value);
    }
}

static void pointer(Gen *g)
{
    if (!JIT_WEB(g->r, INS->web[0])->is_constant)
        a_def(g, 0, C_U8, "(uint64_t)DATA[%d]", INS->v[1]);
}

/* d = an address in the object of operand 1. */
static void address_of(Gen *g, const char *address)
{
    a_def(g, 0, C_U8, "%s", address);
    a_not_null(g, 0);
}

static void length(Gen *g, const char *place)
{
    a_def(g, 0, C_U4, "(uint32_t)AT(Word, %s, %s)", a_address(g, 1), place);
}

/* Does a block only return, with the events of that? */
static bool only_returns(const JitRegion *region, const JitBlock *block)
{
    uint32_t i = block->first;
    while (i + 1 < block->end && (JIT_INSN(region, i)->op == MINT_PROF_EXIT || JIT_INSN(region, i)->op == MINT_PROF_EXIT_VOID))
        i++;
    unsigned op = JIT_INSN(region, i)->op;
    return op == MINT_RET || op == MINT_RET_VOID;
}

/* To a block that only returns: it stands here, too, so that this way needs nothing of what the others keep. */
static void branch(Gen *g)
{
    const JitBlock *target = JIT_BLOCK(g->r, INS->target);
    if (!only_returns(g->r, target)) {
        a_goto(g, INS->target);
        return;
    }
    for (uint32_t i = target->first; i < target->end; i++) {
        g->insn = JIT_INSN(g->r, i);
        if (g->insn->op == MINT_RET || g->insn->op == MINT_RET_VOID)
            break;
        a_insn(g);
    }
    a_return(g);
}

/* ---- Handlers ---- */

static void call_handler(Gen *g)
{
    a_def(g, 0, C_U8, "(uint64_t)(CODE + %u)", a_unit(g) + mint_op_info[MINT_CALL_HANDLER].units);
    a_goto(g, INS->target);
}

static void end_finally(Gen *g)
{
    const char *state = a_use(g, 0, C_U8);
    for (guint i = 0; i + 1 < g->r->insns->len; i++) {
        const JitInsn *from = JIT_INSN(g->r, i), *to = from + 1;
        if (from->op == MINT_CALL_HANDLER && from->v[0] == INS->v[0] && JIT_BLOCK(g->r, to->block)->reachable)
            a_line(g, "if (%s == (uint64_t)(CODE + %u)) goto B%u;", state, (unsigned)(to->ip - g->r->imethod->code),
                   to->block);
    }
    a_exit(g); /* an exception goes on */
}

/* ---- C functions ---- */

static void monitor(Gen *g)
{
    const char *object = a_address(g, 0);
    a_save_state(g);
    if (INS->op == MINT_MONITOR_ENTER) {
        a_line(g, "if (!host.monitor_enter((void *)%s)) goto %s;", object, a_pending_label(g));
        return;
    }
    a_line(g, "if (!host.monitor_exit((void *)%s)) {", object);
    a_line(g, "    if (AT(char *, STATE, STATE_PENDING)) goto %s;", a_pending_label(g));
    a_line(g, "    goto %s;", a_exit_label(g));
    a_line(g, "}");
}

static void local_memory(Gen *g)
{
    const char *size = a_use(g, 1, C_U8);
    a_save_state(g);
    a_line(g, "{ void *memory = %s ? host.localloc(frame, %s) : 0;", size, size);
    a_exit_if(g, "!memory && %s", size);
    a_def(g, 0, C_U8, "(uint64_t)memory");
    a_line(g, "}");
}

static void type_of(Gen *g)
{
    a_made_by_host(g, a_text(g, "type_of((void *)%s)", a_address(g, 1)));
}

static void virtual_function(Gen *g)
{
    const char *object = a_address(g, 1);
    a_made_by_host(g, a_text(g, "virtual_function(AT(char *, %s, OBJECT_VTABLE), DATA[%d])", object, INS->v[2]));
}

static void new_delegate(Gen *g)
{
    a_safepoint(g);
    const char *target = a_use(g, 1, C_U8), *method = a_use(g, 2, C_U8);
    a_made_by_host(g, a_text(g, "new_delegate(DATA[%d], (void *)%s, (void *)%s)", INS->v[3], target, method));
}

static void box_pointer(Gen *g)
{
    const char *value = a_address(g, 1);
    a_safepoint(g);
    a_save_state(g);
    a_line(g, "{ void *box;");
    a_exit_if(g, "!host.box(AT(char *, DATA[%d], VTABLE_KLASS), (void *)%s, &box)", INS->v[2], value);
    a_def(g, 0, C_U8, "(uint64_t)box");
    a_line(g, "}");
}

static void reference_value(Gen *g)
{
    a_flush(g);
    a_exit_if(g, "fp[%d].u8 != (uint64_t)DATA[%d]", INS->v[1] + 2, INS->v[2]);
    a_def(g, 0, C_U8, "fp[%d].u8", INS->v[1] + 1);
}

static void by_function(Gen *g, CType type, unsigned operands, const char *name)
{
    if (operands == 2)
        a_def(g, 0, type, type == C_R4 ? "(float)host.%s(%s, %s)" : "host.%s(%s, %s)", name, a_use(g, 1, type),
              a_use(g, 2, type));
    else
        a_def(g, 0, type, "host.%s(%s)", name, a_use(g, 1, type));
}

static void copy_block(Gen *g)
{
    const char *to = a_use(g, 0, C_U8), *from = a_use(g, 1, INS->op == MINT_CPBLK ? C_U8 : C_U4), *bytes = a_use(g, 2, C_U4);
    a_line(g, "if (%s) {", bytes);
    if (INS->op == MINT_CPBLK) {
        a_exit_if(g, "%s == 0 || %s == 0", to, from);
        a_line(g, "    __builtin_memmove((void *)%s, (void *)%s, %s);", to, from, bytes);
    } else {
        a_exit_if(g, "%s == 0", to);
        a_line(g, "    __builtin_memset((void *)%s, (int)%s, %s);", to, from, bytes);
    }
    a_line(g, "}");
}

/* ---- The switch ---- */

#define DO(call)                                                                                                       \
    do {                                                                                                               \
        call;                                                                                                          \
        return true;                                                                                                   \
    } while (0)
#define BOTH(NAME, function, text, T4, T8)                                                                             \
    case MINT_##NAME##_I4: DO(function(g, text, T4));                                                                  \
    case MINT_##NAME##_I8: DO(function(g, text, T8));
#define BINARY(NAME, text) BOTH(NAME, a_binary, text, C_U4, C_U8) BOTH(NAME##_IMM, a_binary_imm, text, C_U4, C_U8)
#define SHIFT(NAME, text, T4, T8) BOTH(NAME, a_shift, text, T4, T8) BOTH(NAME##_IMM, a_binary_imm, text, T4, T8)
#define DIVIDE(NAME, text, T4, T8) BOTH(NAME, a_divide, text, T4, T8) BOTH(NAME##_IMM, a_binary_imm, text, T4, T8)
#define CHECKED(NAME, text)                                                                                            \
    BOTH(NAME##_OVF, a_checked, text, C_I4, C_I8) BOTH(NAME##_OVF_UN, a_checked, text, C_U4, C_U8)
#define REALS(NAME, text)                                                                                              \
    case MINT_##NAME##_R4: DO(a_binary(g, text, C_R4));                                                                \
    case MINT_##NAME##_R8: DO(a_binary(g, text, C_R8));
#define RELATION_OF(NAME, R, text, type, negated)                                                                      \
    case MINT_C##NAME##_##R: DO(a_compare_set(g, text, type, negated));                                                \
    case MINT_B##NAME##_##R: DO(a_compare_branch(g, text, type, negated));
#define RELATION_IMM(NAME, text, T4, T8)                                                                               \
    case MINT_C##NAME##_IMM_I4: DO(a_compare_set_imm(g, text, T4));                                                    \
    case MINT_B##NAME##_IMM_I4: DO(a_compare_branch_imm(g, text, T4));                                                 \
    case MINT_C##NAME##_IMM_I8: DO(a_compare_set_imm(g, text, T8));                                                    \
    case MINT_B##NAME##_IMM_I8: DO(a_compare_branch_imm(g, text, T8));
#define RELATION(NAME, text, T4, T8)                                                                                   \
    RELATION_OF(NAME, I4, text, T4, false) RELATION_OF(NAME, I8, text, T8, false) RELATION_IMM(NAME, text, T4, T8)
#define REAL_RELATION(NAME, text, negated)                                                                             \
    RELATION_OF(NAME, R4, text, C_R4, negated) RELATION_OF(NAME, R8, text, C_R8, negated)
#define CONVERT(NAME, from, to, format) case MINT_CONV_##NAME: DO(a_convert(g, from, to, format));
#define FROM_REAL(T, function, to)                                                                                     \
    CONVERT(T##_R4, C_R4, to, "interp_r8_to_" function "(%s)") CONVERT(T##_R8, C_R8, to, "interp_r8_to_" function "(%s)")
#define RANGE(T, S, from, low, high, to) case MINT_CONV_OVF_##T##_##S: DO(a_checked_range(g, from, low, high, to));
#define RANGE_SMALL(S, from, zero, low1, low2)                                                                         \
    RANGE(I1, S, from, low1, "INT8_MAX", C_I4) RANGE(U1, S, from, zero, "UINT8_MAX", C_I4)                             \
    RANGE(I2, S, from, low2, "INT16_MAX", C_I4) RANGE(U2, S, from, zero, "UINT16_MAX", C_I4)
#define CHECKED_REAL(T, name, to) case MINT_CONV_OVF_##T##_R8: DO(a_checked_real(g, name, to));
#define LOADS(NAME, address)                                                                                           \
    case MINT_##NAME##_I1:                                                                                             \
    case MINT_##NAME##_U1:                                                                                             \
    case MINT_##NAME##_I2:                                                                                             \
    case MINT_##NAME##_U2:                                                                                             \
    case MINT_##NAME##_I4:                                                                                             \
    case MINT_##NAME##_I8: {                                                                                           \
        MemKind kind = (MemKind)(INS->op - MINT_##NAME##_I1);                                                          \
        DO(a_load(g, kind, address));                                                                                  \
    }
#define STORES(NAME, address, value)                                                                                   \
    case MINT_##NAME##_I1:                                                                                             \
    case MINT_##NAME##_I2:                                                                                             \
    case MINT_##NAME##_I4:                                                                                             \
    case MINT_##NAME##_I8: {                                                                                           \
        unsigned size = 1u << (INS->op - MINT_##NAME##_I1);                                                            \
        DO(a_store(g, size, address, value));                                                                          \
    }
#define STATIC_LOAD(T)                                                                                                 \
    case MINT_LDSFLD_##T: DO(a_load(g, MEM_##T, a_static(g, 1, false)));                                               \
    case MINT_LDSFLD_##T##_INIT: DO(a_load(g, MEM_##T, a_static(g, 1, true)));
#define STATIC_STORE(T, size)                                                                                          \
    case MINT_STSFLD_##T: DO(a_store(g, size, a_static(g, 0, false), 1));                                              \
    case MINT_STSFLD_##T##_INIT: DO(a_store(g, size, a_static(g, 0, true), 1));

static uint32_t load_size(MemKind kind)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 8};
    return sizes[kind];
}

/* Every op, no default: a new one is an error here until it has its place. */
bool a_insn(Gen *g)
{
    const int32_t *v = INS->v;
    switch ((MintOpcode)INS->op) {
        JIT_NO_CODE(NO_CODE_CASE)
    case MINT_BR_NOT_METHOD: /* not in stable IR */
    case MINT_BR_NOT_VTABLE:
    case MINT_PROF_TAIL_CALL: /* in no method that is compiled (aot_gen_method()) */
    case MINT_TAIL_CALL:
    case MINT_TAIL_CALL_DYNAMIC:
    case MINT_COUNT:
        return false;

    case MINT_NOP:
    case MINT_NOP2:
    case MINT_BREAK:
    case MINT_TIER_ENTER:
    case MINT_TIER_LOOP:
        return true;
    case MINT_MEMORY_BARRIER: DO(a_line(g, "__sync_synchronize();"));
    case MINT_SAFEPOINT: DO(a_safepoint(g));
    case MINT_PROF_ENTER: DO(event(g, "prof_enter(frame)"));
    case MINT_PROF_ENTER_CURSOR: DO(enter_by_cursor(g));
    case MINT_PROF_EXIT_CURSOR: DO(exit_by_cursor(g));
    case MINT_PROF_SAMPLEPOINT:
        event(g, "prof_samplepoint(frame)");
        DO(a_safepoint(g));
    case MINT_PROF_SAMPLEPOINT_POLL: DO(poll(g, "int64_t", "STATE_SAFEPOINT_OR_REQUEST", "samplepoint_poll"));
    case MINT_PROF_EXIT: DO(event_of_leave(g, a_text(g, "prof_leave(frame, fp + %d)", v[0])));
    case MINT_PROF_EXIT_VOID: DO(event_of_leave(g, "prof_leave(frame, 0)"));

    case MINT_MOV: DO(move(g));
    case MINT_LDC_I4_S:
    case MINT_LDC_I4: DO(constant(g, C_U4, (uint32_t)v[1]));
    case MINT_LDC_R4: DO(constant(g, C_R4, (uint32_t)v[1]));
    case MINT_LDC_I8_S: DO(constant(g, C_U8, (uint64_t)(int64_t)v[1]));
    case MINT_LDC_I8: DO(constant(g, C_U8, (uint64_t)INS->imm));
    case MINT_LDC_R8: DO(constant(g, C_R8, (uint64_t)INS->imm));
    case MINT_LDSFLDA_INIT:
        a_check_class(g, v[1] + 1);
        DO(pointer(g));
    case MINT_LDSFLDA:
    case MINT_LDPTR: DO(pointer(g));
    case MINT_LDLOCA: DO(address_of(g, a_text(g, "(uint64_t)(fp + %d)", v[1])));
    case MINT_LDSTR: DO(a_load_cached(g, true));
    case MINT_LDTYPE: DO(a_load_cached(g, false));

        BINARY(ADD, "+")
        BOTH(SUB, a_binary, "-", C_U4, C_U8)
        BINARY(MUL, "*")
        BINARY(AND, "&")
        BINARY(OR, "|")
        BINARY(XOR, "^")
        SHIFT(SHL, "<<", C_U4, C_U8)
        SHIFT(SHR, ">>", C_I4, C_I8)
        SHIFT(SHR_UN, ">>", C_U4, C_U8)
        DIVIDE(DIV, "/", C_I4, C_I8)
        DIVIDE(DIV_UN, "/", C_U4, C_U8)
        DIVIDE(REM, "%", C_I4, C_I8)
        DIVIDE(REM_UN, "%", C_U4, C_U8)
        BOTH(NEG, a_unary, "0 - ", C_U4, C_U8)
        BOTH(NOT, a_unary, "~", C_U4, C_U8)
        CHECKED(ADD, "add")
        CHECKED(SUB, "sub")
        CHECKED(MUL, "mul")
        REALS(ADD, "+")
        REALS(SUB, "-")
        REALS(MUL, "*")
        REALS(DIV, "/")
    case MINT_REM_R4: DO(by_function(g, C_R4, 2, "fmod"));
    case MINT_REM_R8: DO(by_function(g, C_R8, 2, "fmod"));
    case MINT_NEG_R4: DO(a_unary(g, "-", C_R4));
    case MINT_NEG_R8: DO(a_unary(g, "-", C_R8));
    case MINT_CKFINITE_R4: DO(a_check_finite(g, C_R4));
    case MINT_CKFINITE_R8: DO(a_check_finite(g, C_R8));
    case MINT_SQRT_R8: DO(a_convert(g, C_R8, C_R8, "__builtin_sqrt(%s)"));
    case MINT_ABS_R8: DO(a_convert(g, C_R8, C_R8, "__builtin_fabs(%s)"));
    case MINT_FLOOR_R8: DO(by_function(g, C_R8, 1, "floor"));
    case MINT_CEIL_R8: DO(by_function(g, C_R8, 1, "ceil"));
    case MINT_SIN_R8: DO(by_function(g, C_R8, 1, "sin"));
    case MINT_COS_R8: DO(by_function(g, C_R8, 1, "cos"));

        RELATION(EQ, "==", C_U4, C_U8)
        RELATION(NE, "!=", C_U4, C_U8)
        RELATION(LT, "<", C_I4, C_I8)
        RELATION(LE, "<=", C_I4, C_I8)
        RELATION(LT_UN, "<", C_U4, C_U8)
        RELATION(LE_UN, "<=", C_U4, C_U8)
        RELATION_IMM(GT, ">", C_I4, C_I8)
        RELATION_IMM(GE, ">=", C_I4, C_I8)
        RELATION_IMM(GT_UN, ">", C_U4, C_U8)
        RELATION_IMM(GE_UN, ">=", C_U4, C_U8)
        REAL_RELATION(EQ, "==", false)
        REAL_RELATION(NE, "!=", false)
        REAL_RELATION(LT, "<", false)
        REAL_RELATION(LE, "<=", false)
        REAL_RELATION(LT_UN, ">=", true)
        REAL_RELATION(LE_UN, ">", true)
    case MINT_BR: DO(branch(g));
    case MINT_BRTRUE_I4: DO(a_branch_true(g, C_U4, true));
    case MINT_BRTRUE_I8: DO(a_branch_true(g, C_U8, true));
    case MINT_BRFALSE_I4: DO(a_branch_true(g, C_U4, false));
    case MINT_BRFALSE_I8: DO(a_branch_true(g, C_U8, false));
    case MINT_SWITCH: DO(a_switch(g));

        CONVERT(I1_I4, C_U4, C_I4, "(int8_t)%s")
        CONVERT(U1_I4, C_U4, C_I4, "(uint8_t)%s")
        CONVERT(I2_I4, C_U4, C_I4, "(int16_t)%s")
        CONVERT(U2_I4, C_U4, C_I4, "(uint16_t)%s")
        CONVERT(I8_I4, C_I4, C_I8, "(int64_t)%s")
        CONVERT(I8_U4, C_U4, C_U8, "(uint64_t)%s")
        CONVERT(R4_I4, C_I4, C_R4, "(float)%s")
        CONVERT(R8_I4, C_I4, C_R8, "(double)%s")
        CONVERT(R4_I8, C_I8, C_R4, "(float)%s")
        CONVERT(R8_I8, C_I8, C_R8, "(double)%s")
        CONVERT(R8_U4, C_U4, C_R8, "(double)%s")
        CONVERT(R8_U8, C_U8, C_R8, "(double)%s")
        CONVERT(R8_R4, C_R4, C_R8, "(double)%s")
        CONVERT(R4_R8, C_R8, C_R4, "(float)%s")
        FROM_REAL(I1, "i1", C_I4)
        FROM_REAL(U1, "u1", C_I4)
        FROM_REAL(I2, "i2", C_I4)
        FROM_REAL(U2, "u2", C_I4)
        FROM_REAL(I4, "i4", C_I4)
        FROM_REAL(U4, "u4", C_U4)
        FROM_REAL(I8, "i8", C_I8)
        FROM_REAL(U8, "u8", C_U8)
        RANGE_SMALL(I4, C_I4, "0", "INT8_MIN", "INT16_MIN")
        RANGE_SMALL(U4, C_U4, NULL, NULL, NULL)
        RANGE_SMALL(I8, C_I8, "0", "INT8_MIN", "INT16_MIN")
        RANGE_SMALL(U8, C_U8, NULL, NULL, NULL)
        RANGE(U4, I4, C_I4, "0", "INT32_MAX", C_I4)
        RANGE(U8, I4, C_I4, "0", "INT32_MAX", C_U8)
        RANGE(I4, U4, C_U4, NULL, "INT32_MAX", C_U4)
        RANGE(I4, I8, C_I8, "INT32_MIN", "INT32_MAX", C_I4)
        RANGE(U4, I8, C_I8, "0", "UINT32_MAX", C_U4)
        RANGE(U8, I8, C_I8, "0", "INT64_MAX", C_I8)
        RANGE(I4, U8, C_U8, NULL, "INT32_MAX", C_U4)
        RANGE(U4, U8, C_U8, NULL, "UINT32_MAX", C_U4)
        RANGE(I8, U8, C_U8, NULL, "INT64_MAX", C_U8)
    case MINT_CONV_INDEX: DO(a_checked_range(g, C_U8, NULL, "INT32_MAX", C_U4));
        CHECKED_REAL(I1, "i1", C_I4)
        CHECKED_REAL(U1, "u1", C_I4)
        CHECKED_REAL(I2, "i2", C_I4)
        CHECKED_REAL(U2, "u2", C_I4)
        CHECKED_REAL(I4, "i4", C_I4)
        CHECKED_REAL(U4, "u4", C_U4)
        CHECKED_REAL(I8, "i8", C_I8)
        CHECKED_REAL(U8, "u8", C_U8)

        LOADS(LDIND, a_address(g, 1))
        STORES(STIND, a_address(g, 0), 1)
        LOADS(LDFLD, a_offset(g, a_address(g, 1), v[2]))
        STORES(STFLD, a_offset(g, a_address(g, 0), v[1]), 2)
        LOADS(LDELEM, a_element(g, 1, 2, load_size(kind)))
        STORES(STELEM, a_element(g, 0, 1, size), 2)
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
    case MINT_CLASS_INIT: DO(a_check_class(g, v[0]));
    case MINT_LDFLDA:
    case MINT_LDFLDA_W: DO(address_of(g, a_offset(g, a_address(g, 1), v[2])));
    case MINT_NULLCHECK: DO(a_null_check(g, 0));
    case MINT_LDVTFLD_I1:
    case MINT_LDVTFLD_U1:
    case MINT_LDVTFLD_I2:
    case MINT_LDVTFLD_U2:
    case MINT_LDVTFLD_I4:
    case MINT_LDVTFLD_I8: DO(a_load_vt_field(g));
    case MINT_STVTFLD_I1:
    case MINT_STVTFLD_I2:
    case MINT_STVTFLD_I4:
    case MINT_STVTFLD_I8: DO(a_store_vt_field(g));
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
    case MINT_INITOBJ: DO(a_vt_op(g));
    case MINT_CPBLK:
    case MINT_INITBLK: DO(copy_block(g));
    case MINT_LOCALLOC: DO(local_memory(g));

    case MINT_LDLEN: DO(length(g, "ARRAY_LENGTH"));
    case MINT_STRLEN: DO(length(g, "STRING_LENGTH"));
    case MINT_LDCHAR: DO(a_load_char(g));
    case MINT_STELEM_REF: DO(a_store_reference(g));
    case MINT_LDELEMA: DO(address_of(g, a_element(g, 1, 2, (uint32_t)INS->imm)));
    case MINT_LDELEMA_REF: DO(a_element_of_class(g));
    case MINT_LDELEMA_MD: DO(a_element_md(g));
    case MINT_LDELEMA_2D: DO(a_element_2d(g));
    case MINT_CHECK_ARRAY_CLASS: DO(a_check_array_class(g));
    case MINT_CHECK_ARRAY_STORE:
        a_null_check(g, 0);
        DO(a_exit_if(g, "CANNOT_STORE(%s, %s)", a_use(g, 0, C_U8), a_use(g, 1, C_U8)));
    case MINT_CASTCLASS_CLASS: DO(a_cast_class(g, true));
    case MINT_CASTCLASS_EXACT: DO(a_cast_exact(g, true));
    case MINT_CASTCLASS_CACHED: DO(a_cast_cached(g, true));
    case MINT_ISINST_CLASS: DO(a_cast_class(g, false));
    case MINT_ISINST_EXACT: DO(a_cast_exact(g, false));
    case MINT_ISINST_CACHED: DO(a_cast_cached(g, false));
    case MINT_UNBOX: DO(a_unbox(g));
    case MINT_UNBOX_NULLABLE: DO(a_unbox_nullable(g));
    case MINT_BOX_NULLABLE: DO(a_box_nullable(g));
    case MINT_BOX_PTR: DO(box_pointer(g));
    case MINT_GETTYPE: DO(type_of(g));
    case MINT_REFANYVAL: DO(reference_value(g));
    case MINT_MONITOR_ENTER:
    case MINT_MONITOR_EXIT: DO(monitor(g));

    case MINT_CALL:
    case MINT_CALL_NULLCHECK:
    case MINT_CALLVIRT:
    case MINT_CALLVIRT_CACHED: DO(a_call(g));
    case MINT_CALL_DELEGATE: DO(a_call_delegate(g));
    case MINT_ICALL:
    case MINT_ICALL_VOID:
    case MINT_ICALL_VT:
    case MINT_PINVOKE: DO(a_icall(g));
    case MINT_LDVIRTFTN: DO(virtual_function(g));
    case MINT_NEWOBJ: DO(a_construct(g));
    case MINT_NEWOBJ_VT: DO(a_new_vt(g));
    case MINT_NEWOBJ_DELEGATE: DO(new_delegate(g));
    case MINT_NEWARR: DO(a_new_array(g));
    case MINT_NEWARR_MD:
        a_safepoint(g);
        a_flush(g);
        DO(a_made_by_host(g, a_text(g, "new_array_md(DATA[%d], fp + %d, %d)", v[2], v[1], v[3])));
    case MINT_ALLOC:
    case MINT_BOX: DO(a_new_object(g));
    case MINT_RET:
    case MINT_RET_VOID:
    case MINT_RET_VT: DO(a_return(g));
    case MINT_CHECK_RETURN: DO(a_exit_if(g, "!host.outlives((void *)%s, fp)", a_use(g, 0, C_U8)));
    case MINT_CALL_HANDLER: DO(call_handler(g));
    case MINT_ENDFINALLY: DO(end_finally(g));
    }
    return false;
}
