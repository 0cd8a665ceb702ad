/*
 * wasm-scenes.c - the IR of the scenes. Code begins at unit 2, behind tier.enter; arguments in slots 0 to 3, locals behind.
 */
#include "tests/jiterp/wasm-scenes.h"

#include <string.h>

enum { LOOP_POINT = 12 };

typedef void (*With)(const char *name, Hand *hand);

#define SCENE(name, ...)                                                                                               \
    do {                                                                                                               \
        Hand hand_;                                                                                                    \
        HAND(&hand_, 4, __VA_ARGS__);                                                                                  \
        with(name, &hand_);                                                                                            \
    } while (0)

static void arrays(With with)
{
    /* for (i = 0; i < a.Length; i++) sum += a[i]; */
    SCENE("sum", MINT_LDC_I4_S, 5, 0, MINT_LDC_I4_S, 6, 0, MINT_BR, WIDE(18), MINT_TIER_LOOP, LOOP_POINT, MINT_SAFEPOINT,
          MINT_LDELEM_I4, 7, 0, 6, MINT_ADD_I4, 5, 5, 7, MINT_ADD_IMM_I4, 6, 6, 1, MINT_LDLEN, 8, 0, MINT_BLT_I4, 6, 8,
          WIDE(-18), MINT_RET, 5);
    SCENE("load-i1", MINT_LDELEM_I1, 5, 0, 1, MINT_CONV_I8_I4, 5, 5, MINT_RET, 5);
    SCENE("load-u1", MINT_LDELEM_U1, 5, 0, 1, MINT_CONV_I8_I4, 5, 5, MINT_RET, 5);
    SCENE("load-i2", MINT_LDELEM_I2, 5, 0, 1, MINT_CONV_I8_I4, 5, 5, MINT_RET, 5);
    SCENE("load-u2", MINT_LDELEM_U2, 5, 0, 1, MINT_CONV_I8_I4, 5, 5, MINT_RET, 5);
    SCENE("load-i8", MINT_LDELEM_I8, 5, 0, 1, MINT_RET, 5);
    SCENE("load-r8", MINT_LDELEM_I8, 5, 0, 1, MINT_ADD_R8, 6, 5, 5, MINT_RET, 6);
    SCENE("load-r4", MINT_LDELEM_I4, 5, 0, 1, MINT_ADD_R4, 6, 5, 5, MINT_CONV_R8_R4, 6, 6, MINT_RET, 6);
    SCENE("store-i1", MINT_STELEM_I1, 0, 1, 2, MINT_RET, 2);
    SCENE("store-i2", MINT_STELEM_I2, 0, 1, 2, MINT_RET, 2);
    SCENE("store-i4", MINT_STELEM_I4, 0, 1, 2, MINT_RET, 2);
    SCENE("store-i8", MINT_STELEM_I8, 0, 1, 2, MINT_RET, 2);
    SCENE("store-r8", MINT_ADD_R8, 5, 2, 2, MINT_STELEM_I8, 0, 1, 5, MINT_RET, 5);
    SCENE("store-reference", MINT_STELEM_REF, 0, 1, 2, MINT_RET, 2);
    SCENE("element-address", MINT_LDELEMA, 5, 0, 1, WIDE(12), MINT_LDIND_I4, 6, 5, MINT_STIND_I2, 5, 2, MINT_RET, 6);
    SCENE("element-value", MINT_LDELEM_VT, 5, 0, 1, WIDE(12), MINT_STELEM_VT, 0, 2, 5, WIDE(12), MINT_RET, 6);
    SCENE("two-dimensions", MINT_LDELEMA_2D, 5, 0, 1, 2, WIDE(8), MINT_LDIND_I8, 6, 5, MINT_RET, 6);
    SCENE("string", MINT_LDCHAR, 5, 0, 1, MINT_STRLEN, 6, 0, MINT_MUL_IMM_I4, 6, 6, 1000, MINT_ADD_I4, 5, 5, 6,
          MINT_CONV_I8_U4, 5, 5, MINT_RET, 5);
}

static void fields(With with)
{
    SCENE("fields", MINT_LDFLD_I1, 5, 0, 8, MINT_LDFLD_U1, 6, 0, 8, MINT_LDFLD_I2, 7, 0, 8, MINT_LDFLD_U2, 8, 0, 8,
          MINT_ADD_I4, 5, 5, 6, MINT_ADD_I4, 5, 5, 7, MINT_ADD_I4, 5, 5, 8, MINT_STFLD_I4, 0, 16, 5,
          MINT_LDFLD_I8, 5, 0, 8, MINT_STFLD_I8, 0, 24, 5, MINT_STFLD_I1, 0, 32, 5, MINT_STFLD_I2, 0, 34, 5, MINT_RET, 5);
    SCENE("field-address", MINT_LDFLDA, 5, 0, 16, MINT_STIND_I8, 5, 1, MINT_LDFLDA_W, 6, 0, WIDE(24), MINT_CPOBJ, 6, 5,
          WIDE(8), MINT_INITOBJ, 5, WIDE(4), MINT_LDIND_I8, 7, 6, MINT_RET, 7);
    SCENE("null-check", MINT_NULLCHECK, 0, MINT_NULLCHECK, 1, MINT_RET, 0);
    SCENE("field-value", MINT_LDFLD_VT, 5, 0, 8, WIDE(16), MINT_LDVTFLD_I4, 8, 5, 4, MINT_STVTFLD_I4, 5, 8, 8,
          MINT_LDVTFLD_I8, 9, 5, 8, MINT_STVTFLD_I8, 5, 0, 1, MINT_MOV_VT, 10, 5, 2, MINT_STFLD_VT, 0, 24, 10, WIDE(16),
          MINT_RET, 9);
    SCENE("value-in-value", MINT_LDIND_VT, 5, 0, WIDE(24), MINT_LDVTFLD_VT, 9, 5, 8, WIDE(12), MINT_ZERO_VT, 5, 3,
          MINT_STVTFLD_VT, 5, 4, 9, WIDE(12), MINT_STIND_VT, 0, 5, WIDE(24), MINT_RET_VT, 5, 2);
    SCENE("statics", MINT_LDSFLD_I4, 5, 0, MINT_ADD_IMM_I4, 5, 5, 1, MINT_STSFLD_I4, 0, 5, MINT_LDSFLDA, 6, 1,
          MINT_STIND_I8, 6, 0, MINT_LDSFLD_U1, 7, 1, MINT_CONV_I8_I4, 7, 7, MINT_RET, 7);
    SCENE("static-init", MINT_LDSFLD_I8_INIT, 5, 0, MINT_STSFLD_I2_INIT, 0, 1, MINT_RET, 5);
    SCENE("cached", MINT_LDSTR, 5, 3, WIDE(7), MINT_RET, 5);
}

static void classes(With with)
{
    SCENE("cast", MINT_CASTCLASS_EXACT, 5, 0, 0, MINT_RET, 5);
    SCENE("is", MINT_ISINST_EXACT, 5, 0, 0, MINT_RET, 5);
    SCENE("guard-method", MINT_BR_NOT_METHOD, 0, 3, 0, WIDE(11), MINT_LDC_I4_S, 5, 1, MINT_RET, 5, MINT_LDC_I4_S, 5, 2, MINT_RET,
          5);
    SCENE("guard-vtable", MINT_BR_NOT_VTABLE, 0, 0, WIDE(10), MINT_LDC_I4_S, 5, 1, MINT_RET, 5, MINT_LDC_I4_S, 5, 2, MINT_RET,
          5);
    SCENE("tail-call", MINT_ADD_I4, 0, 0, 1, MINT_TAIL_CALL, 0, 0, 2);
    SCENE("tail-call-dynamic", MINT_ADD_I4, 0, 0, 1, MINT_TAIL_CALL_DYNAMIC, 0, 2, 2, 0);
    SCENE("unbox", MINT_UNBOX, 5, 0, 0, MINT_LDIND_I4, 6, 5, MINT_CONV_I8_I4, 6, 6, MINT_RET, 6);
}

/* ---- One scene an op, by the op's name ---- */

/* The value as 64 bits: smaller ones are extended. */
static void load(With with, unsigned op, const uint16_t *units, unsigned count)
{
    static const uint16_t rest[] = {MINT_CONV_I8_I4, 5, 5, MINT_RET, 5};
    bool wide = strstr(mint_op_info[op].name, "i8") != NULL;
    uint16_t code[32];
    Hand hand;
    memcpy(code, units, count * sizeof *code);
    memcpy(code + count, rest + (wide ? 3 : 0), (wide ? 2 : 5) * sizeof *code);
    hand_init(&hand, code, count + (wide ? 2 : 5), 4);
    with(mint_op_info[op].name, &hand);
}

#define LOAD(op, ...)                                                                                                  \
    do {                                                                                                               \
        const uint16_t units_[] = {(uint16_t)(op), __VA_ARGS__};                                                       \
        load(with, op, units_, sizeof units_ / sizeof *units_);                                                        \
    } while (0)
#define STORE(op, ...) SCENE(mint_op_info[op].name, (uint16_t)(op), __VA_ARGS__, MINT_RET, 1)

/* From slot 0's memory or data[0]; the field at offset 2 of the value type in slots 0 and 1. */
static void each_access(With with)
{
    for (unsigned k = 0; k < 6; k++) {
        LOAD(MINT_LDIND_I1 + k, 5, 0);
        LOAD(MINT_LDFLD_I1 + k, 5, 0, 10);
        LOAD(MINT_LDVTFLD_I1 + k, 5, 0, 2);
        LOAD(MINT_LDSFLD_I1 + 2 * k, 5, 0);
        LOAD(MINT_LDSFLD_I1_INIT + 2 * k, 5, 0);
    }
    for (unsigned k = 0; k < 4; k++) {
        STORE(MINT_STIND_I1 + k, 0, 1);
        STORE(MINT_STFLD_I1 + k, 0, 10, 1);
        STORE(MINT_STSFLD_I1 + 2 * k, 0, 1);
        STORE(MINT_STSFLD_I1_INIT + 2 * k, 0, 1);
        SCENE(mint_op_info[MINT_STVTFLD_I1 + k].name, (uint16_t)(MINT_STVTFLD_I1 + k), 2, 2, 1, MINT_RET, 2);
    }
    SCENE("ldsfld.vt", MINT_LDSFLD_VT, 5, 0, WIDE(12), MINT_RET_VT, 5, 2);
    SCENE("ldsfld.vt.init", MINT_LDSFLD_VT_INIT, 5, 0, WIDE(12), MINT_RET_VT, 5, 2);
    SCENE("stsfld.vt", MINT_STSFLD_VT, 0, 1, WIDE(12), MINT_RET, 1);
    SCENE("stsfld.vt.init", MINT_STSFLD_VT_INIT, 0, 1, WIDE(12), MINT_RET, 1);
    SCENE("ldsflda.init", MINT_LDSFLDA_INIT, 5, 0, MINT_RET, 5);
    SCENE("class.init", MINT_CLASS_INIT, 1, MINT_RET, 1);
    SCENE("ldptr", MINT_LDPTR, 5, 0, MINT_RET, 5);
    SCENE("ldtype", MINT_LDTYPE, 5, 3, MINT_RET, 5);
    SCENE("nothing", MINT_BREAK, MINT_NOP2, 0, MINT_MEMORY_BARRIER, MINT_RET_VOID);
}

/* Ops that the host runs: the op, then ret of its result. */
static void each_by_host(With with)
{
    static Hand callee;
    HAND(&callee, 2, MINT_ADD_I8, 3, 0, 1, MINT_RET, 3);
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = mono_class_vtable_checked(mono_defaults.int32, &error);
    ck_assert_ptr_ne(vtable, NULL);
#define BY_HOST(NAME, value, ...)                                                                                      \
    do {                                                                                                               \
        Hand hand;                                                                                                     \
        HAND(&hand, 4, MINT_##NAME, __VA_ARGS__, MINT_RET, 5);                                                         \
        hand.data[0] = hand.data[1] = value;                                                                           \
        with(mint_op_info[MINT_##NAME].name, &hand);                                                                   \
    } while (0)
    BY_HOST(CALL_NULLCHECK, &callee.imethod, 5, 0, 0);
    BY_HOST(CALLVIRT, &callee.imethod, 5, 0, 0, 0);
    BY_HOST(CALLVIRT_CACHED, &callee.method, 5, 0, 0);
    BY_HOST(CALL_DELEGATE, &callee.imethod, 5, 0, 0, 1);
    BY_HOST(ICALL, &callee.method, 5, 0, 0);
    BY_HOST(ICALL_VOID, &callee.method, 0, 0);
    BY_HOST(ICALL_VT, &callee.method, 5, 0, 0);
    BY_HOST(PINVOKE, &callee.method, 5, 0, 0);
    BY_HOST(NEWOBJ, &callee.imethod, 5, 0, 20);
    BY_HOST(NEWOBJ_VT, &callee.imethod, 5, 0, 20, 2);
    BY_HOST(NEWARR, vtable, 5, 0, 0);
    BY_HOST(ALLOC, vtable, 5, 0);
    BY_HOST(BOX, vtable, 5, 0, 0);
    BY_HOST(LDELEMA_REF, NULL, 5, 0, 1, 0);
    BY_HOST(LDELEMA_MD, NULL, 5, 0, 2, WIDE(8));
    BY_HOST(CHECK_ARRAY_CLASS, NULL, 0, 0);
    BY_HOST(CHECK_ARRAY_STORE, NULL, 0, 1);
    BY_HOST(CHECK_RETURN, NULL, 0);
    BY_HOST(CASTCLASS_CLASS, NULL, 5, 0, 0);
    BY_HOST(CASTCLASS_CACHED, NULL, 5, 0, 0);
    BY_HOST(ISINST_CLASS, NULL, 5, 0, 0);
    BY_HOST(ISINST_CACHED, NULL, 5, 0, 0);
    BY_HOST(UNBOX_NULLABLE, NULL, 5, 0, 0, 2);
    BY_HOST(PROF_TAIL_CALL, &callee.method, 0);
    BY_HOST(CPBLK, NULL, 0, 1, 2);
    BY_HOST(INITBLK, NULL, 0, 1, 2);
    BY_HOST(LOCALLOC, NULL, 5, 0);
    BY_HOST(NEWARR_MD, NULL, 5, 0, 0, 2);
    BY_HOST(NEWOBJ_DELEGATE, vtable, 5, 0, 1, 0);
    BY_HOST(BOX_PTR, vtable, 5, 0, 0);
    BY_HOST(BOX_NULLABLE, mono_defaults.int32, 5, 0, 0);
    BY_HOST(GETTYPE, NULL, 5, 0);
    BY_HOST(REFANYVAL, NULL, 5, 0, 0);
    BY_HOST(MONITOR_ENTER, NULL, 0);
    BY_HOST(MONITOR_EXIT, NULL, 0);
    BY_HOST(LDVIRTFTN, NULL, 5, 0, 0);
#undef BY_HOST
}

/* r = callee(a, b); return r + c */
static void calls(With with)
{
    Hand callee, hand;
    HAND(&callee, 2, MINT_ADD_I8, 3, 0, 1, MINT_RET, 3);
    HAND(&hand, 4, MINT_MOV, 20, 0, MINT_ADD_IMM_I8, 21, 1, 5, MINT_CALL, 5, 0, 20, MINT_ADD_I8, 6, 5, 2, MINT_RET, 6);
    hand.data[0] = &callee.imethod;
    with("call", &hand);
}

/* A finally block with two ways in: leave for slot 1 != 0, or the other. The state slot is 5. */
static void handlers(With with)
{
    SCENE("finally", /* 2 */ MINT_BRTRUE_I4, 1, WIDE(10), /* 6 */ MINT_CALL_HANDLER, 5, WIDE(21), /* 10 */ MINT_RET, 6,
          /* 12 */ MINT_CALL_HANDLER, 5, WIDE(15), /* 16 */ MINT_ADD_IMM_I8, 6, 6, 100,
          /* 20 */ MINT_RET, 6, /* 22 */ MINT_NOP, MINT_NOP, MINT_NOP, MINT_NOP, MINT_NOP,
          /* 27 */ MINT_ADD_I8, 6, 0, 0, /* 31 */ MINT_ENDFINALLY, 5, 0);
    SCENE("end-finally", MINT_ENDFINALLY, 0, 0);
}

static const uint16_t visits[] = {MINT_PROF_ENTER, MINT_TIER_LOOP, LOOP_POINT, MINT_PROF_SAMPLEPOINT, MINT_ADD_IMM_I4, 0,
                                  0, LOW(-1), MINT_BRTRUE_I4, 0, WIDE(-7), MINT_PROF_EXIT, 1, MINT_RET, 1};

static void events(With with)
{
    Hand hand;
    hand_init(&hand, visits, G_N_ELEMENTS(visits), 4);
    hand.imethod.prof_flags = MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE |
                              MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT;
    with("visits", &hand);
    SCENE("each-event", MINT_PROF_ENTER, MINT_PROF_EXIT_VOID, MINT_RET, 0);
    SCENE("cursor", MINT_PROF_ENTER_CURSOR, MINT_ADD_IMM_I8, 0, 0, 2, MINT_PROF_EXIT_CURSOR, MINT_RET, 0);
    SCENE("poll", MINT_TIER_LOOP, LOOP_POINT, MINT_PROF_SAMPLEPOINT_POLL, MINT_ADD_IMM_I4, 0, 0, LOW(-1), MINT_BRTRUE_I4,
          0, WIDE(-7), MINT_RET, 1);
    SCENE("exception", MINT_ADD_IMM_I8, 5, 0, 1, MINT_SAFEPOINT, MINT_RET, 5);
}

void for_each_scene(With with)
{
    arrays(with);
    fields(with);
    classes(with);
    each_access(with);
    each_by_host(with);
    calls(with);
    handlers(with);
    events(with);
}
