/*
 * x64.c - the assembler. Every instruction goes through emit(), which knows its operands from x64-insns.def.
 */
#include "jiterp/x64.h"

#include <string.h>

typedef struct {
    const char *text;
    uint8_t prefix, map, rm, mr, imm, digit, access, size;
} X64Info;

static const X64Info infos[X64_COUNT] = {
#define X64(NAME, text, prefix, map, rm, mr, imm, digit, access, size)                                                 \
    {text, prefix, map, rm, mr, imm, digit, X64_ACCESS_##access, size},
#include "jiterp/x64-insns.def"
#undef X64
};

typedef struct {
    uint32_t at;     /* of the 32-bit distance */
    uint32_t end;    /* what it is counted from */
    int32_t label;   /* -1: a literal */
    uint32_t literal;
} X64Fix;

void x64_begin(X64Asm *a)
{
    a->code = g_byte_array_new();
    a->labels = g_array_new(FALSE, FALSE, sizeof(int32_t));
    a->fixes = g_array_new(FALSE, FALSE, sizeof(X64Fix));
    a->literals = g_array_new(FALSE, FALSE, 2 * sizeof(uint64_t));
    a->records = g_array_new(FALSE, FALSE, sizeof(X64Record));
    a->tag = 0;
}

void x64_clear(X64Asm *a)
{
    g_byte_array_free(a->code, TRUE);
    g_array_free(a->labels, TRUE);
    g_array_free(a->fixes, TRUE);
    g_array_free(a->literals, TRUE);
    g_array_unref(a->records);
}

const char *x64_op_text(X64Op op)
{
    return infos[op].text;
}

X64Label x64_label(X64Asm *a)
{
    int32_t nowhere = -1;
    g_array_append_val(a->labels, nowhere);
    return a->labels->len - 1;
}

void x64_place(X64Asm *a, X64Label label)
{
    g_array_index(a->labels, int32_t, label) = (int32_t)a->code->len;
}

int32_t x64_label_offset(const X64Asm *a, X64Label label)
{
    return g_array_index(a->labels, int32_t, label);
}

X64Mem x64_literal(X64Asm *a, uint64_t low, uint64_t high)
{
    uint64_t value[2] = {low, high};
    uint32_t i = 0;
    while (i < a->literals->len && memcmp(a->literals->data + i * sizeof value, value, sizeof value) != 0)
        i++;
    if (i == a->literals->len)
        g_array_append_val(a->literals, value);
    return (X64Mem){.base = X64_NO_REG, .index = X64_NO_REG, .scale = 1, .literal = (int32_t)i};
}

static uint32_t literals_start(const X64Asm *a)
{
    return (a->code->len + 15) & ~15u;
}

size_t x64_size(const X64Asm *a)
{
    return literals_start(a) + a->literals->len * 16;
}

void x64_finish(X64Asm *a, uint8_t *to)
{
    for (guint i = 0; i < a->fixes->len; i++) {
        const X64Fix *fix = &g_array_index(a->fixes, X64Fix, i);
        int32_t target = fix->label >= 0 ? x64_label_offset(a, (X64Label)fix->label)
                                         : (int32_t)(literals_start(a) + fix->literal * 16);
        g_assert(target >= 0);
        int32_t distance = target - (int32_t)fix->end;
        memcpy(a->code->data + fix->at, &distance, 4);
    }
    memset(to, 0xcc, literals_start(a));
    memcpy(to, a->code->data, a->code->len);
    if (a->literals->len)
        memcpy(to + literals_start(a), a->literals->data, a->literals->len * 16);
}

/* ---- Encoding ---- */

static void byte(X64Asm *a, unsigned value)
{
    uint8_t b = (uint8_t)value;
    g_byte_array_append(a->code, &b, 1);
}

static void imm32(X64Asm *a, int32_t value)
{
    g_byte_array_append(a->code, (const uint8_t *)&value, 4);
}

static void record(X64Asm *a, X64Op op, unsigned size, const X64Mem *mem, X64Access access)
{
    X64Record r = {.offset = a->code->len, .tag = a->tag, .op = (uint8_t)op, .size = (uint8_t)size};
    if (mem && access != X64_ACCESS_N) {
        r.access = (uint8_t)access;
        r.memory_bytes = infos[op].size ? infos[op].size : (uint8_t)size;
    }
    g_array_append_val(a->records, r);
}

static bool rm_is_byte(X64Op op, unsigned size)
{
    return size == 1 || op == X64_MOVZX8 || op == X64_MOVSX8 || op == X64_SETCC;
}

/* The ModRM byte, SIB and distance. imm_bytes: what follows the distance of a rip-relative address. */
static void operand(X64Asm *a, unsigned reg, const X64Mem *mem, unsigned rm, unsigned imm_bytes)
{
    unsigned field = (reg & 7) << 3;
    if (!mem) {
        byte(a, 0xc0 | field | (rm & 7));
        return;
    }
    if (mem->base == X64_NO_REG) {
        byte(a, field | 5);
        X64Fix fix = {.at = a->code->len, .end = a->code->len + 4 + imm_bytes, .label = -1,
                      .literal = (uint32_t)mem->literal};
        g_array_append_val(a->fixes, fix);
        imm32(a, 0);
        return;
    }
    unsigned base = mem->base & 7;
    bool short_disp = mem->disp == (int8_t)mem->disp;
    unsigned mod = mem->disp == 0 && base != RBP ? 0 : short_disp ? 0x40 : 0x80;
    if (mem->index != X64_NO_REG || base == RSP) {
        unsigned index = mem->index == X64_NO_REG ? 4 : mem->index & 7u;
        unsigned scale = mem->scale == 8 ? 3 : mem->scale == 4 ? 2 : mem->scale == 2 ? 1 : 0;
        byte(a, mod | field | 4);
        byte(a, scale << 6 | index << 3 | base);
    } else {
        byte(a, mod | field | base);
    }
    if (mod == 0x40)
        byte(a, (uint8_t)mem->disp);
    else if (mod == 0x80)
        imm32(a, mem->disp);
}

/* One instruction with a ModRM byte. mem NULL: rm is a register. */
static void emit(X64Asm *a, X64Op op, unsigned size, unsigned opcode, unsigned reg, const X64Mem *mem, unsigned rm,
                 X64Access access, unsigned imm_bytes, bool reg_is_byte)
{
    const X64Info *info = &infos[op];
    unsigned rex = size == 8 ? 8 : 0;
    record(a, op, size, mem, access);
    if (size == 2 && !info->prefix)
        byte(a, 0x66);
    if (info->prefix)
        byte(a, info->prefix);
    rex |= reg & 8 ? 4 : 0;
    if (mem)
        rex |= (mem->index != X64_NO_REG && mem->index & 8 ? 2u : 0u) | (mem->base != X64_NO_REG && mem->base & 8 ? 1u : 0u);
    else
        rex |= rm & 8 ? 1 : 0;
    if (rex || (reg_is_byte && reg >= 4) || (!mem && rm_is_byte(op, size) && rm >= 4))
        byte(a, 0x40 | rex);
    if (info->map)
        byte(a, 0x0f);
    if (info->map == 3)
        byte(a, 0x3a);
    /* Byte operations of the one-byte map have the opcode one lower. */
    byte(a, size == 1 && !info->map ? opcode - 1 : opcode);
    operand(a, reg, mem, rm, imm_bytes);
}

void x64_rr(X64Asm *a, X64Op op, unsigned size, unsigned reg, unsigned rm)
{
    g_assert(infos[op].rm);
    emit(a, op, size, infos[op].rm, reg, NULL, rm, X64_ACCESS_N, 0, size == 1);
}

/* Reading forms of ops whose row says what a store does. */
static X64Access load_access(X64Op op)
{
    return infos[op].access == X64_ACCESS_N ? X64_ACCESS_N : X64_ACCESS_R;
}

void x64_rm(X64Asm *a, X64Op op, unsigned size, unsigned reg, X64Mem mem)
{
    g_assert(infos[op].rm);
    emit(a, op, size, infos[op].rm, reg, &mem, 0, load_access(op), 0, false);
}

void x64_mr(X64Asm *a, X64Op op, unsigned size, X64Mem mem, unsigned reg)
{
    g_assert(infos[op].mr);
    emit(a, op, size, infos[op].mr, reg, &mem, 0, infos[op].access, 0, size == 1);
}

void x64_rr_store(X64Asm *a, X64Op op, unsigned size, unsigned rm, unsigned reg)
{
    g_assert(infos[op].mr);
    emit(a, op, size, infos[op].mr, reg, NULL, rm, X64_ACCESS_N, 0, size == 1);
}

/* Shifts and the ops of group 1 have a form with one byte of immediate; TEST and MOV have none. */
static unsigned imm_opcode(X64Op op, unsigned size, int32_t imm, unsigned *imm_bytes)
{
    unsigned opcode = infos[op].imm;
    g_assert(opcode);
    if (opcode == 0xc1) {
        *imm_bytes = 1;
    } else if (opcode == 0x81 && size > 1 && imm == (int8_t)imm) {
        *imm_bytes = 1;
        opcode = 0x83;
    } else {
        *imm_bytes = size == 1 ? 1 : size == 2 ? 2 : 4;
    }
    return opcode;
}

static void put_imm(X64Asm *a, int32_t imm, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        byte(a, (unsigned)(imm >> 8 * i) & 0xff);
}

void x64_ri(X64Asm *a, X64Op op, unsigned size, unsigned reg, int32_t imm)
{
    unsigned bytes, opcode = imm_opcode(op, size, imm, &bytes);
    emit(a, op, size, opcode, infos[op].digit, NULL, reg, X64_ACCESS_N, bytes, false);
    put_imm(a, imm, bytes);
}

void x64_mi(X64Asm *a, X64Op op, unsigned size, X64Mem mem, int32_t imm)
{
    unsigned bytes, opcode = imm_opcode(op, size, imm, &bytes);
    emit(a, op, size, opcode, infos[op].digit, &mem, 0, infos[op].access, bytes, false);
    put_imm(a, imm, bytes);
}

void x64_r(X64Asm *a, X64Op op, unsigned size, unsigned reg)
{
    if (op == X64_CALL || op == X64_JMP_TO)
        size = 4; /* 64 bits without a prefix */
    emit(a, op, size, infos[op].imm, infos[op].digit, NULL, reg, X64_ACCESS_N, 0, false);
}

void x64_m(X64Asm *a, X64Op op, unsigned size, X64Mem mem)
{
    if (op == X64_CALL || op == X64_JMP_TO)
        size = 4;
    emit(a, op, size, infos[op].imm, infos[op].digit, &mem, 0, infos[op].access, 0, false);
}

void x64_rri(X64Asm *a, X64Op op, unsigned size, unsigned reg, unsigned rm, int32_t imm)
{
    unsigned bytes = op == X64_ROUNDSD ? 1 : imm == (int8_t)imm ? 1 : 4;
    unsigned opcode = op == X64_IMUL_IMM && bytes == 1 ? 0x6b : infos[op].rm;
    emit(a, op, size, opcode, reg, NULL, rm, X64_ACCESS_N, bytes, false);
    put_imm(a, imm, bytes);
}

/* VEX: the escape bytes and the prefix are fields of it; register numbers are inverted in it. */
static void vex(X64Asm *a, X64Op op, unsigned reg, unsigned first, const X64Mem *mem, unsigned rm)
{
    const X64Info *info = &infos[op];
    g_assert(info->map == 1 && info->rm);
    unsigned prefix = info->prefix == 0x66 ? 1 : info->prefix == 0xf3 ? 2 : info->prefix == 0xf2 ? 3 : 0;
    unsigned last = (~first & 15) << 3 | prefix, high_reg = reg & 8 ? 0 : 0x80;
    unsigned high_index = mem && mem->index != X64_NO_REG && mem->index & 8 ? 0 : 0x40;
    unsigned high_base = (mem ? mem->base != X64_NO_REG && mem->base & 8 : rm & 8) ? 0 : 0x20;
    record(a, op, 4, mem, X64_ACCESS_R);
    if (high_index && high_base) {
        byte(a, 0xc5);
        byte(a, high_reg | last);
    } else {
        byte(a, 0xc4);
        byte(a, high_reg | high_index | high_base | info->map);
        byte(a, last);
    }
    byte(a, info->rm);
    operand(a, reg, mem, rm, 0);
}

void x64_rrr(X64Asm *a, X64Op op, unsigned reg, unsigned first, unsigned rm)
{
    vex(a, op, reg, first, NULL, rm);
}

void x64_rrm(X64Asm *a, X64Op op, unsigned reg, unsigned first, X64Mem mem)
{
    vex(a, op, reg, first, &mem, 0);
}

void x64_0(X64Asm *a, X64Op op, unsigned size)
{
    record(a, op, size, NULL, X64_ACCESS_N);
    if (op == X64_REP_STOSQ)
        byte(a, 0xf3);
    if (size == 8)
        byte(a, 0x48);
    byte(a, infos[op].rm);
}

static void short_form(X64Asm *a, X64Op op, unsigned reg)
{
    record(a, op, 8, NULL, X64_ACCESS_N);
    if (reg & 8)
        byte(a, 0x41);
    byte(a, infos[op].rm + (reg & 7u));
}

void x64_push(X64Asm *a, unsigned reg)
{
    short_form(a, X64_PUSH, reg);
}

void x64_pop(X64Asm *a, unsigned reg)
{
    short_form(a, X64_POP, reg);
}

void x64_mov_imm(X64Asm *a, unsigned reg, uint64_t value)
{
    if ((int64_t)value < 0 && (int64_t)value == (int32_t)value) {
        x64_ri(a, X64_MOV, 8, reg, (int32_t)value);
        return;
    }
    bool wide = value > UINT32_MAX;
    record(a, X64_MOV, wide ? 8 : 4, NULL, X64_ACCESS_N);
    unsigned rex = (wide ? 8u : 0u) | (reg & 8 ? 1u : 0u);
    if (rex)
        byte(a, 0x40 | rex);
    byte(a, 0xb8 + (reg & 7u));
    g_byte_array_append(a->code, (const uint8_t *)&value, wide ? 8 : 4);
}

static void to_label(X64Asm *a, X64Label label)
{
    X64Fix fix = {.at = a->code->len, .end = a->code->len + 4, .label = (int32_t)label};
    g_array_append_val(a->fixes, fix);
    imm32(a, 0);
}

void x64_jmp(X64Asm *a, X64Label label)
{
    record(a, X64_JMP, 8, NULL, X64_ACCESS_N);
    byte(a, infos[X64_JMP].rm);
    to_label(a, label);
}

void x64_jcc(X64Asm *a, X64Cond cond, X64Label label)
{
    record(a, X64_JCC, 8, NULL, X64_ACCESS_N);
    byte(a, 0x0f);
    byte(a, infos[X64_JCC].rm + cond);
    to_label(a, label);
}

void x64_setcc(X64Asm *a, X64Cond cond, unsigned reg)
{
    emit(a, X64_SETCC, 4, infos[X64_SETCC].rm + cond, 0, NULL, reg, X64_ACCESS_N, 0, false);
}

void x64_cmov(X64Asm *a, X64Cond cond, unsigned size, unsigned reg, unsigned from)
{
    emit(a, X64_CMOVCC, size, infos[X64_CMOVCC].rm + cond, reg, NULL, from, X64_ACCESS_N, 0, false);
}

void x64_lea_label(X64Asm *a, unsigned reg, X64Label label)
{
    record(a, X64_LEA, 8, NULL, X64_ACCESS_N);
    byte(a, 0x48 | (reg & 8 ? 4u : 0u));
    byte(a, infos[X64_LEA].rm);
    byte(a, (reg & 7u) << 3 | 5);
    to_label(a, label);
}
