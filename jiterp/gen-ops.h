/*
 * gen-ops.h - what the files with the ops' code share.
 */
#ifndef JITERP_GEN_OPS_H
#define JITERP_GEN_OPS_H

#include <stddef.h>

#include "jiterp/gen.h"

#define INS (g->insn)

typedef enum { REAL_EQ, REAL_NE, REAL_LT, REAL_LE, REAL_LT_UN, REAL_LE_UN } RealRelation;
typedef enum { MEM_I1, MEM_U1, MEM_I2, MEM_U2, MEM_I4, MEM_I8 } MemKind;
enum { ARRAY_LENGTH = offsetof(MonoArray, length), ARRAY_DATA = offsetof(MonoArray, data) };
enum { MAX_INLINE_BYTES = 64, MAX_CLEAR_BYTES = 512 };

/* ---- gen-arith.c: operands are those of ops.def, in its order ---- */
void g_binary(Gen *g, X64Op op, unsigned size, bool commutes);
void g_binary_imm(Gen *g, X64Op op, unsigned size);
void g_unary(Gen *g, X64Op op, unsigned size);
void g_shift(Gen *g, X64Op by_imm, X64Op by_cl, unsigned size);
void g_checked(Gen *g, X64Op op, unsigned size, X64Cond overflow);
void g_checked_mul_un(Gen *g, unsigned size);
void g_divide(Gen *g, unsigned size, bool is_signed, bool remainder);
void g_divide_imm(Gen *g, unsigned size, bool is_signed, bool remainder);
void g_compare_imm(Gen *g, unsigned size, unsigned operand, int32_t imm);
void g_branch(Gen *g, X64Cond cond);
void g_compare_set(Gen *g, unsigned size, X64Cond cond);
void g_compare_set_imm(Gen *g, unsigned size, X64Cond cond);
void g_compare_branch(Gen *g, unsigned size, X64Cond cond);
void g_compare_branch_imm(Gen *g, unsigned size, X64Cond cond);
void g_real_branch(Gen *g, RealRelation relation, unsigned size);
void g_real_set(Gen *g, RealRelation relation, unsigned size);
void g_switch_range(Gen *g, unsigned reg, int32_t from, int32_t to);
void g_real_binary(Gen *g, X64Op op, bool commutes);
void g_real_sign(Gen *g, X64Op op, uint64_t mask);
void g_real_unary(Gen *g, X64Op op);
/* mode as the instruction's immediate; false: the processor has no such instruction. */
bool g_real_round(Gen *g, int32_t mode);
void g_real_from_int(Gen *g, X64Op op, unsigned size, bool is_unsigned);
void g_int_from_real(Gen *g, bool is_single, unsigned size, X64Op extend);
void g_check_finite(Gen *g, unsigned size);
void g_extend(Gen *g, X64Op op, unsigned size);
void g_checked_narrow(Gen *g, X64Op op, unsigned size);
void g_checked_max(Gen *g, unsigned size, int32_t max);
void g_checked_not_negative(Gen *g, unsigned size);

/* ---- gen-memory.c ---- */
/* Addresses may be in rax and rcx; the value of a store goes through rdx. */
void g_load(Gen *g, MemKind kind, X64Mem mem);
void g_store(Gen *g, unsigned size, X64Mem mem, unsigned operand);
/* Register with the operand, which is not null. */
unsigned g_address(Gen *g, unsigned operand);
/* Array and index checked. */
X64Mem g_element(Gen *g, unsigned array, unsigned index, uint32_t size);
void g_load_element(Gen *g, MemKind kind);
void g_load_char(Gen *g);
void g_store_reference(Gen *g);
void g_element_2d(Gen *g);
/* Of the array of two dimensions in a register. */
void g_load_second_length(Gen *g, unsigned to, unsigned array);
/* Where a pointer points. */
X64Mem g_indirect(Gen *g, unsigned operand);
bool g_check_class(Gen *g, const MonoVTable *vtable);
X64Mem g_static_address(Gen *g, unsigned index_operand, bool init);
void g_load_cached(Gen *g);
void g_class_test(Gen *g, unsigned reg, const MonoClass *klass, bool exact, X64Label no);
void g_cast(Gen *g, bool exact, bool throws);
void g_cast_cached(Gen *g, bool throws);
void g_unbox(Gen *g);
/* false: nothing was done; by a helper then. */
bool g_vt_ops(Gen *g);
void g_load_vt_field(Gen *g);
void g_store_vt_field(Gen *g);

#endif
