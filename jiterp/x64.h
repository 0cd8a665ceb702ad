/*
 * x64.h - the assembler: one emit function behind all, fed by the table of x64-insns.def.
 *
 * Code is written to a buffer and copied to its place by x64_finish(); jumps are to labels, always with 32-bit
 * distances. Literals (x64_literal()) lie behind the code and are addressed relative to rip. Each instruction leaves a
 * record: what it was and what it does to memory, for listings and for Perf Score.
 */
#ifndef JITERP_X64_H
#define JITERP_X64_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define X64(NAME, text, prefix, map, rm, mr, imm, digit, access, size) X64_##NAME,
#include "jiterp/x64-insns.def"
#undef X64
    X64_COUNT
} X64Op;

typedef enum { X64_ACCESS_N, X64_ACCESS_R, X64_ACCESS_W, X64_ACCESS_RW } X64Access;

typedef enum {
    RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15,
    X64_NO_REG = 0xff
} X64Reg; /* XMM registers are 0 to 15 too: the instruction says which file */

typedef enum {
    CC_O, CC_NO, CC_B, CC_AE, CC_E, CC_NE, CC_BE, CC_A, CC_S, CC_NS, CC_P, CC_NP, CC_L, CC_GE, CC_LE, CC_G
} X64Cond;

typedef struct {
    uint8_t base, index; /* X64_NO_REG = none; base X64_NO_REG with literal >= 0: rip + literal */
    uint8_t scale;       /* 1, 2, 4, 8 */
    int32_t disp;
    int32_t literal;
} X64Mem;

typedef struct {
    uint32_t offset;  /* in the code */
    uint32_t tag;     /* X64Asm.tag when it was emitted: the IR instruction */
    uint8_t op;       /* X64Op */
    uint8_t size;     /* bytes of the operation */
    uint8_t access;   /* X64Access of its memory operand */
    uint8_t memory_bytes;
} X64Record;

typedef struct {
    GByteArray *code;
    GArray *labels;   /* int32_t: offset, -1 = not placed */
    GArray *fixes;    /* X64Fix */
    GArray *literals; /* uint64_t pairs: 16 bytes each */
    GArray *records;  /* X64Record */
    uint32_t tag;
} X64Asm;

typedef uint32_t X64Label;

void x64_begin(X64Asm *a);
void x64_clear(X64Asm *a);
X64Label x64_label(X64Asm *a);
void x64_place(X64Asm *a, X64Label label);
int32_t x64_label_offset(const X64Asm *a, X64Label label);
X64Mem x64_literal(X64Asm *a, uint64_t low, uint64_t high);
/* Bytes of code and literals. x64_finish writes them to `to` (for execution there: only distances inside). */
size_t x64_size(const X64Asm *a);
void x64_finish(X64Asm *a, uint8_t *to);

static inline X64Mem x64_at(unsigned base, int32_t disp)
{
    return (X64Mem){.base = (uint8_t)base, .index = X64_NO_REG, .scale = 1, .disp = disp, .literal = -1};
}
static inline X64Mem x64_indexed(unsigned base, unsigned index, unsigned scale, int32_t disp)
{
    return (X64Mem){.base = (uint8_t)base, .index = (uint8_t)index, .scale = (uint8_t)scale, .disp = disp,
                    .literal = -1};
}

/* size: bytes of the operation, 1 2 4 8; SSE: 8 where a general register of 64 bits takes part, else 4. */
void x64_rr(X64Asm *a, X64Op op, unsigned size, unsigned reg, unsigned rm);    /* rm form */
void x64_rm(X64Asm *a, X64Op op, unsigned size, unsigned reg, X64Mem mem);     /* reg <- memory */
void x64_mr(X64Asm *a, X64Op op, unsigned size, X64Mem mem, unsigned reg);     /* memory <- reg */
void x64_rr_store(X64Asm *a, X64Op op, unsigned size, unsigned rm, unsigned reg); /* mr form between registers */
void x64_ri(X64Asm *a, X64Op op, unsigned size, unsigned reg, int32_t imm);
void x64_mi(X64Asm *a, X64Op op, unsigned size, X64Mem mem, int32_t imm);
void x64_r(X64Asm *a, X64Op op, unsigned size, unsigned reg); /* one operand: NEG, DIV, CALL ... */
void x64_m(X64Asm *a, X64Op op, unsigned size, X64Mem mem);
void x64_rri(X64Asm *a, X64Op op, unsigned size, unsigned reg, unsigned rm, int32_t imm);
/* AVX's forms of SSE arithmetic and logic: reg = first op rm, nothing moved before. */
void x64_rrr(X64Asm *a, X64Op op, unsigned reg, unsigned first, unsigned rm);
void x64_rrm(X64Asm *a, X64Op op, unsigned reg, unsigned first, X64Mem mem);
void x64_0(X64Asm *a, X64Op op, unsigned size);
void x64_push(X64Asm *a, unsigned reg);
void x64_pop(X64Asm *a, unsigned reg);
void x64_mov_imm(X64Asm *a, unsigned reg, uint64_t value); /* shortest form; leaves flags alone */
void x64_jmp(X64Asm *a, X64Label label);
void x64_jcc(X64Asm *a, X64Cond cond, X64Label label);
void x64_setcc(X64Asm *a, X64Cond cond, unsigned reg); /* the low byte */
void x64_cmov(X64Asm *a, X64Cond cond, unsigned size, unsigned reg, unsigned from);
void x64_lea_label(X64Asm *a, unsigned reg, X64Label label);
const char *x64_op_text(X64Op op);

#endif
