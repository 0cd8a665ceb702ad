/*
 * wasm-arith.c - arithmetic that takes more than one instruction: what .NET checks, and what would trap here.
 */
#include "jiterp/wasm-gen.h"

static WasmOp pick(WasmType type, WasmOp op4, WasmOp op8)
{
    return type == WASM_I32 ? op4 : op8;
}

static void constant(WasmGen *g, WasmType type, int64_t value)
{
    if (type == WASM_I32)
        wasm_i32(&g->f, (int32_t)value);
    else
        wasm_i64(&g->f, value);
}

/* ---- Division ---- */

/* MIN / -1: OverflowException for the interpreter; a trap, or 0 of a remainder, here. */
static void check_overflow(WasmGen *g, WasmType type)
{
    w_push(g, 1, type);
    constant(g, type, type == WASM_I32 ? INT32_MIN : INT64_MIN);
    w_op(g, pick(type, WASM_I32_EQ, WASM_I64_EQ));
    w_push(g, 2, type);
    constant(g, type, -1);
    w_op(g, pick(type, WASM_I32_EQ, WASM_I64_EQ));
    w_op(g, WASM_I32_AND);
    w_exit_if(g);
}

void w_divide(WasmGen *g, WasmType type, WasmOp op, bool is_signed)
{
    uint64_t divisor;
    bool known = w_constant(g, 2, &divisor);
    int64_t value = type == WASM_I32 ? (int32_t)divisor : (int64_t)divisor;
    if (!known || value == 0) {
        w_push(g, 2, type);
        w_op(g, pick(type, WASM_I32_EQZ, WASM_I64_EQZ));
        w_exit_if(g);
    }
    if (is_signed && (!known || value == -1))
        check_overflow(g, type);
    w_push(g, 1, type);
    w_push(g, 2, type);
    w_op(g, op);
    w_pop(g, 0, type);
}

/* ---- Overflow ---- */

static void push_extended(WasmGen *g, unsigned operand, bool is_signed)
{
    w_push(g, operand, WASM_I32);
    w_op(g, is_signed ? WASM_I64_EXTEND_I32_S : WASM_I64_EXTEND_I32_U);
}

/* In 64 bits, where nothing overflows; the result must be its own low half extended. */
void w_add_ovf_4(WasmGen *g, WasmOp op, bool is_signed)
{
    push_extended(g, 1, is_signed);
    push_extended(g, 2, is_signed);
    w_op(g, op);
    w_tee(g, g->i64[0]);
    w_op(g, WASM_I32_WRAP_I64);
    w_op(g, is_signed ? WASM_I64_EXTEND_I32_S : WASM_I64_EXTEND_I32_U);
    w_get(g, g->i64[0]);
    w_op(g, WASM_I64_NE);
    w_exit_if(g);
    w_get(g, g->i64[0]);
    w_op(g, WASM_I32_WRAP_I64);
    w_pop(g, 0, WASM_I32);
}

/* i64[0] = a op b */
static void compute_8(WasmGen *g, WasmOp op)
{
    w_push(g, 1, WASM_I64);
    w_push(g, 2, WASM_I64);
    w_op(g, op);
    w_set(g, g->i64[0]);
}

static void xor_8(WasmGen *g, unsigned operand)
{
    w_push(g, operand, WASM_I64);
    w_get(g, g->i64[0]);
    w_op(g, WASM_I64_XOR);
}

static void finish_8(WasmGen *g)
{
    w_exit_if(g);
    w_get(g, g->i64[0]);
    w_pop(g, 0, WASM_I64);
}

void w_add_ovf_8(WasmGen *g, bool is_signed)
{
    compute_8(g, WASM_I64_ADD);
    if (is_signed) { /* both signs differ from the result's */
        xor_8(g, 1);
        xor_8(g, 2);
        w_op(g, WASM_I64_AND);
        wasm_i64(&g->f, 0);
        w_op(g, WASM_I64_LT_S);
    } else {
        w_get(g, g->i64[0]);
        w_push(g, 1, WASM_I64);
        w_op(g, WASM_I64_LT_U);
    }
    finish_8(g);
}

void w_sub_ovf_8(WasmGen *g, bool is_signed)
{
    compute_8(g, WASM_I64_SUB);
    w_push(g, 1, WASM_I64);
    w_push(g, 2, WASM_I64);
    if (is_signed) { /* signs differ, and the result's is not the first one's */
        w_op(g, WASM_I64_XOR);
        xor_8(g, 1);
        w_op(g, WASM_I64_AND);
        wasm_i64(&g->f, 0);
        w_op(g, WASM_I64_LT_S);
    } else {
        w_op(g, WASM_I64_LT_U);
    }
    finish_8(g);
}

/* Where a is not 0: result / a must be b; -1 * MIN alone would trap in that. */
void w_mul_ovf_8(WasmGen *g, bool is_signed)
{
    compute_8(g, WASM_I64_MUL);
    w_push(g, 1, WASM_I64);
    w_op(g, WASM_I64_EQZ);
    w_op(g, WASM_I32_EQZ);
    wasm_block(&g->f, WASM_IF, WASM_VOID);
    if (is_signed) {
        w_push(g, 1, WASM_I64);
        wasm_i64(&g->f, -1);
        w_op(g, WASM_I64_EQ);
        w_push(g, 2, WASM_I64);
        wasm_i64(&g->f, INT64_MIN);
        w_op(g, WASM_I64_EQ);
        w_op(g, WASM_I32_AND);
        w_exit_if(g);
    }
    w_get(g, g->i64[0]);
    w_push(g, 1, WASM_I64);
    w_op(g, is_signed ? WASM_I64_DIV_S : WASM_I64_DIV_U);
    w_push(g, 2, WASM_I64);
    w_op(g, WASM_I64_NE);
    w_exit_if(g);
    w_op(g, WASM_END);
    w_get(g, g->i64[0]);
    w_pop(g, 0, WASM_I64);
}

void w_checked(WasmGen *g, WasmSource source, int64_t low, int64_t high, WasmType result)
{
    if (source == W_FROM_I4 || source == W_FROM_U4)
        push_extended(g, 1, source == W_FROM_I4);
    else
        w_push(g, 1, WASM_I64);
    w_tee(g, g->i64[0]);
    wasm_i64(&g->f, high);
    w_op(g, source == W_FROM_U8 ? WASM_I64_GT_U : WASM_I64_GT_S);
    if (source == W_FROM_I4 || source == W_FROM_I8) {
        w_get(g, g->i64[0]);
        wasm_i64(&g->f, low);
        w_op(g, WASM_I64_LT_S);
        w_op(g, WASM_I32_OR);
    }
    w_exit_if(g);
    w_get(g, g->i64[0]);
    if (result == WASM_I32)
        w_op(g, WASM_I32_WRAP_I64);
    w_pop(g, 0, result);
}

/* ---- From reals: interp/ir/arith.h's results, by range tests and truncations that do not trap ---- */

static void real(WasmGen *g, double value)
{
    union { double value; uint64_t bits; } u = {value};
    wasm_real(&g->f, WASM_F64, u.bits);
}

static void push_real(WasmGen *g, WasmType source)
{
    w_push(g, 1, source);
    if (source == WASM_F32)
        w_op(g, WASM_F64_PROMOTE_F32);
    w_set(g, g->f64);
}

/* low <= or < x, x < high; false for NaN */
static void in_range(WasmGen *g, double low, bool inclusive, double high)
{
    w_get(g, g->f64);
    real(g, low);
    w_op(g, inclusive ? WASM_F64_GE : WASM_F64_GT);
    w_get(g, g->f64);
    real(g, high);
    w_op(g, WASM_F64_LT);
    w_op(g, WASM_I32_AND);
}

static const double two_31 = 2147483648.0, two_63 = 9223372036854775808.0;

static void to_i4(WasmGen *g)
{
    w_get(g, g->f64);
    w_op(g, WASM_I32_TRUNC_SAT_F64_S);
    wasm_i32(&g->f, INT32_MIN);
    in_range(g, -two_31 - 1, false, two_31);
    w_op(g, WASM_SELECT);
}

static void to_i8(WasmGen *g)
{
    w_get(g, g->f64);
    w_op(g, WASM_I64_TRUNC_SAT_F64_S);
    wasm_i64(&g->f, INT64_MIN);
    in_range(g, -two_63, true, two_63);
    w_op(g, WASM_SELECT);
}

/* x < 2^63: to_i8(x); else to_i8(x - 2^63) with the top bit flipped */
static void to_u8(WasmGen *g)
{
    w_get(g, g->f64);
    real(g, two_63);
    w_op(g, WASM_F64_LT);
    wasm_block(&g->f, WASM_IF, WASM_I64);
    to_i8(g);
    w_op(g, WASM_ELSE);
    w_get(g, g->f64);
    real(g, two_63);
    w_op(g, WASM_F64_SUB);
    w_set(g, g->f64);
    to_i8(g);
    wasm_i64(&g->f, INT64_MIN);
    w_op(g, WASM_I64_XOR);
    w_op(g, WASM_END);
}

static void narrow(WasmGen *g, WasmInt to)
{
    switch (to) {
    case W_I1:
        w_op(g, WASM_I32_EXTEND8_S);
        break;
    case W_I2:
        w_op(g, WASM_I32_EXTEND16_S);
        break;
    case W_U1:
    case W_U2:
        wasm_i32(&g->f, to == W_U1 ? 0xff : 0xffff);
        w_op(g, WASM_I32_AND);
        break;
    default:
        break;
    }
}

void w_int_from_real(WasmGen *g, WasmType source, WasmInt to)
{
    push_real(g, source);
    switch (to) {
    case W_U4:
        to_i8(g);
        w_op(g, WASM_I32_WRAP_I64);
        w_pop(g, 0, WASM_I32);
        break;
    case W_I8:
        to_i8(g);
        w_pop(g, 0, WASM_I64);
        break;
    case W_U8:
        to_u8(g);
        w_pop(g, 0, WASM_I64);
        break;
    default:
        to_i4(g);
        narrow(g, to);
        w_pop(g, 0, WASM_I32);
    }
}

void w_checked_from_real(WasmGen *g, WasmInt to)
{
    static const struct {
        double low;
        bool inclusive;
        double high;
    } ranges[] = {{-129, false, 128}, {-1, false, 256}, {-32769, false, 32768}, {-1, false, 65536},
                  {-2147483649.0, false, 2147483648.0}, {-1, false, 4294967296.0},
                  {-9223372036854775808.0, true, 9223372036854775808.0}, {-1, false, 18446744073709551616.0}};
    push_real(g, WASM_F64);
    in_range(g, ranges[to].low, ranges[to].inclusive, ranges[to].high);
    w_op(g, WASM_I32_EQZ);
    w_exit_if(g);
    w_get(g, g->f64);
    w_op(g, to == W_U8 ? WASM_I64_TRUNC_SAT_F64_U : WASM_I64_TRUNC_SAT_F64_S);
    if (to < W_I8)
        w_op(g, WASM_I32_WRAP_I64);
    w_pop(g, 0, to < W_I8 ? WASM_I32 : WASM_I64);
}

void w_check_finite(WasmGen *g, WasmType type)
{
    w_push(g, 1, type);
    w_op(g, type == WASM_F32 ? WASM_F32_ABS : WASM_F64_ABS);
    wasm_real(&g->f, type, type == WASM_F32 ? 0x7f800000 : UINT64_C(0x7ff) << 52);
    w_op(g, type == WASM_F32 ? WASM_F32_LT : WASM_F64_LT);
    w_op(g, WASM_I32_EQZ);
    w_exit_if(g);
    w_push(g, 1, type);
    w_pop(g, 0, type);
}
