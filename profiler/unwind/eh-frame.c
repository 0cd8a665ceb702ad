/*
 * eh-frame.c - call frame information: pc -> rule, by the binary search table of .eh_frame_hdr.
 *
 *   .eh_frame_hdr   version 1, encodings (3 bytes), address of .eh_frame, count, then pairs (function start, FDE), both
 *                   4 bytes relative to the header, sorted (Linux Standard Base, "DWARF Extensions")
 *   FDE             length, distance back to its CIE, function start, function size, augmentation, instructions
 *   CIE             length, 0, version 1 or 3, augmentation text, alignment factors, return address column,
 * instructions
 *
 * All integers are little-endian. Tables in another form than linkers write give no rule. The bytes are not trusted:
 * one cursor type reads them, and it stops at its end.
 */
#include "profiler/unwind/unwind.h"

#include <string.h>

#define REMEMBERED 8 /* depth of DW_CFA_remember_state */
#define EXPRESSION_STACK 16

/* DW_EH_PE_*: how pointers are written. */
enum {
    PE_ABSPTR = 0x00,
    PE_UDATA2 = 0x02,
    PE_UDATA4 = 0x03,
    PE_UDATA8 = 0x04,
    PE_SDATA2 = 0x0a,
    PE_SDATA4 = 0x0b,
    PE_SDATA8 = 0x0c,
    PE_PCREL = 0x10,
    PE_DATAREL = 0x30,
};

typedef struct {
    const uint8_t *at, *end;
    bool bad; /* something lay behind the end; every value since is 0 */
} Cursor;

static uint64_t fixed(Cursor *c, size_t size)
{
    uint64_t value = 0;
    if (c->bad || (size_t)(c->end - c->at) < size) {
        c->bad = true;
        return 0;
    }
    memcpy(&value, c->at, size);
    c->at += size;
    return value;
}

static int64_t fixed_signed(Cursor *c, size_t size)
{
    uint64_t value = fixed(c, size), sign = (uint64_t)1 << (size * 8 - 1);
    return (int64_t)((value ^ sign) - sign);
}

static uint64_t leb(Cursor *c, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = (uint8_t)fixed(c, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (is_signed && shift < 64 && byte & 0x40)
        value |= ~(uint64_t)0 << shift;
    return value;
}

static uint64_t uleb(Cursor *c)
{
    return leb(c, false);
}

static int64_t sleb(Cursor *c)
{
    return (int64_t)leb(c, true);
}

static void skip(Cursor *c, uint64_t size)
{
    if (c->bad || (uint64_t)(c->end - c->at) < size)
        c->bad = true;
    else
        c->at += size;
}

/* A cursor over the tables from an address on; bad when the address is not in them. */
static Cursor cursor_at(const SpEhTables *t, uintptr_t address)
{
    uintptr_t offset = address - t->at;
    if (offset >= t->size)
        return (Cursor){t->bytes, t->bytes, true};
    return (Cursor){t->bytes + offset, t->bytes + t->size, false};
}

static uintptr_t address_of(const SpEhTables *t, const Cursor *c)
{
    return t->at + (uintptr_t)(c->at - t->bytes);
}

static void cut_to(Cursor *c, uint64_t size)
{
    if (c->bad || (uint64_t)(c->end - c->at) < size)
        c->bad = true;
    else
        c->end = c->at + size;
}

static bool is_known_encoding(uint8_t encoding)
{
    uint8_t format = encoding & 0x0f, base = encoding & 0xf0;
    return (base == 0 || base == PE_PCREL) && (format == PE_ABSPTR || (format >= PE_UDATA2 && format <= PE_UDATA8) ||
                                               (format >= PE_SDATA2 && format <= PE_SDATA8));
}

/* The value alone: without what it is relative to. */
static uint64_t encoded(Cursor *c, uint8_t format)
{
    switch (format & 0x0f) {
    case PE_UDATA2:
        return fixed(c, 2);
    case PE_UDATA4:
        return fixed(c, 4);
    case PE_SDATA2:
        return (uint64_t)fixed_signed(c, 2);
    case PE_SDATA4:
        return (uint64_t)fixed_signed(c, 4);
    default: /* PE_ABSPTR, PE_UDATA8, PE_SDATA8 */
        return fixed(c, 8);
    }
}

/* ---- Finding the FDE --------------------------------------------------------------------------------------------- */

/* Address of the FDE of the last function that starts at or before pc; 0 = none. */
static uintptr_t find_fde(const SpEhTables *t, uintptr_t pc)
{
    Cursor c = cursor_at(t, t->header);
    uint64_t version = fixed(&c, 1), frame_encoding = fixed(&c, 1), count_encoding = fixed(&c, 1),
             table_encoding = fixed(&c, 1);
    if (c.bad || version != 1 || count_encoding != PE_UDATA4 || table_encoding != (PE_DATAREL | PE_SDATA4) ||
        !is_known_encoding((uint8_t)frame_encoding))
        return 0;
    encoded(&c, (uint8_t)frame_encoding);
    uint64_t count = fixed(&c, 4), room = (uint64_t)(c.end - c.at) / 8;
    if (c.bad)
        return 0;
    uint64_t low = 0, high = count < room ? count : room;
    int64_t wanted = (int64_t)(pc - t->header);
    int32_t pair[2];
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        memcpy(pair, c.at + middle * 8, 8);
        if (pair[0] <= wanted)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    memcpy(pair, c.at + (low - 1) * 8, 8);
    return t->header + (uintptr_t)(intptr_t)pair[1];
}

/* ---- Entries ----------------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t code_align;
    int64_t data_align;
    uint8_t encoding; /* of addresses in FDEs */
    bool has_size;    /* augmentations begin with their size */
    bool signal_frame;
    Cursor instructions;
} Cie;

static bool read_augmentation(Cursor *c, const uint8_t *text, Cie *cie)
{
    if (!*text)
        return true;
    if (*text != 'z')
        return false;
    cie->has_size = true;
    Cursor data = *c;
    uint64_t size = uleb(&data);
    cut_to(&data, size);
    *c = (Cursor){data.end, c->end, data.bad};
    for (const uint8_t *a = text + 1; *a; a++) {
        if (*a == 'R')
            cie->encoding = (uint8_t)fixed(&data, 1);
        else if (*a == 'P')
            encoded(&data, (uint8_t)fixed(&data, 1));
        else if (*a == 'L')
            fixed(&data, 1);
        else if (*a == 'S')
            cie->signal_frame = true;
        else
            break; /* the size above skips what is unknown */
    }
    return !data.bad && is_known_encoding(cie->encoding);
}

static bool read_cie(const SpEhTables *t, uintptr_t address, Cie *cie)
{
    Cursor c = cursor_at(t, address);
    *cie = (Cie){.encoding = PE_ABSPTR};
    uint64_t length = fixed(&c, 4);
    if (length >= 0xfffffff0)
        return false;
    cut_to(&c, length);
    uint64_t id = fixed(&c, 4), version = fixed(&c, 1);
    const uint8_t *text = c.at;
    while (fixed(&c, 1) != 0)
        ;
    cie->code_align = uleb(&c);
    cie->data_align = sleb(&c);
    uint64_t return_column = version == 1 ? fixed(&c, 1) : uleb(&c);
    if (c.bad || id != 0 || (version != 1 && version != 3) || return_column != SP_RIP)
        return false;
    if (!read_augmentation(&c, text, cie))
        return false;
    cie->instructions = c;
    return !c.bad;
}

typedef struct {
    uintptr_t start, size;
    Cursor instructions;
} Fde;

static bool read_fde(const SpEhTables *t, uintptr_t address, Fde *fde, Cie *cie)
{
    Cursor c = cursor_at(t, address);
    uint64_t length = fixed(&c, 4);
    if (length >= 0xfffffff0)
        return false;
    cut_to(&c, length);
    uintptr_t distance_at = c.bad ? 0 : address_of(t, &c);
    uint64_t distance = fixed(&c, 4);
    if (c.bad || distance == 0 || !read_cie(t, distance_at - distance, cie))
        return false;
    uintptr_t here = address_of(t, &c);
    fde->start = encoded(&c, cie->encoding) + ((cie->encoding & 0xf0) == PE_PCREL ? here : 0);
    fde->size = encoded(&c, cie->encoding);
    if (cie->has_size) {
        uint64_t size = uleb(&c);
        skip(&c, size);
    }
    fde->instructions = c;
    return !c.bad;
}

/* ---- Instructions ------------------------------------------------------------------------------------------------ */

typedef struct {
    const SpEhTables *tables;
    const Cie *cie;
    uintptr_t location, pc; /* rows apply up to and including pc */
    SpEhRule *rule;
    const SpEhRule *initial; /* what the CIE says; NULL while that is being read */
    SpEhRule remembered[REMEMBERED];
    int depth;
} Machine;

static void save(Machine *m, uint64_t reg, SpSaved how, int64_t offset, uint64_t length)
{
    if (reg >= SP_REGISTERS)
        return;
    if (offset != (int32_t)offset || length > UINT16_MAX)
        how = SP_SAVED_NOWHERE; /* no real frame is that large */
    m->rule->saved[reg] = (SpSavedRegister){.how = (uint8_t)how, .length = (uint16_t)length, .offset = (int32_t)offset};
}

/* Factored offsets are multiplied as unsigned numbers: hostile ones wrap round instead of overflowing. */
static int64_t factored(const Machine *m, uint64_t value)
{
    return (int64_t)(value * (uint64_t)m->cie->data_align);
}

static void restore(Machine *m, uint64_t reg)
{
    if (reg < SP_REGISTERS && m->initial)
        m->rule->saved[reg] = m->initial->saved[reg];
}

static bool set_cfa(Machine *m, uint64_t reg, int64_t offset)
{
    m->rule->cfa_expression = false;
    m->rule->cfa_register = (uint8_t)reg;
    m->rule->cfa_offset = (int32_t)offset;
    return reg < SP_REGISTERS && offset == (int32_t)offset;
}

static bool set_cfa_expression(Machine *m, Cursor *c)
{
    uint64_t length = uleb(c);
    m->rule->cfa_expression = true;
    m->rule->cfa_offset = (int32_t)(c->at - m->tables->bytes);
    m->rule->cfa_length = (uint16_t)length;
    skip(c, length);
    return length <= UINT16_MAX && c->at - m->tables->bytes <= INT32_MAX;
}

static void save_expression(Machine *m, Cursor *c, SpSaved how)
{
    uint64_t reg = uleb(c), length = uleb(c);
    save(m, reg, how, c->at - m->tables->bytes, length);
    skip(c, length);
}

static bool remember(Machine *m)
{
    if (m->depth == REMEMBERED)
        return false;
    m->remembered[m->depth++] = *m->rule;
    return true;
}

static bool recall(Machine *m)
{
    if (m->depth == 0)
        return false;
    *m->rule = m->remembered[--m->depth];
    return true;
}

static bool advance(Machine *m, uint64_t steps)
{
    m->location += steps * m->cie->code_align;
    return true;
}

/* DW_CFA_* numbers: DWARF 5 section 7.24; the last three are GNU's. */
static bool extended(Machine *m, Cursor *c, uint8_t op)
{
    uint64_t reg;
    switch (op) {
    case 0x00: /* nop */
        return true;
    case 0x01: /* set_loc */ {
        uintptr_t here = address_of(m->tables, c);
        m->location = encoded(c, m->cie->encoding) + ((m->cie->encoding & 0xf0) == PE_PCREL ? here : 0);
        return true;
    }
    case 0x02: /* advance_loc1 */
        return advance(m, fixed(c, 1));
    case 0x03: /* advance_loc2 */
        return advance(m, fixed(c, 2));
    case 0x04: /* advance_loc4 */
        return advance(m, fixed(c, 4));
    case 0x05: /* offset_extended */
        reg = uleb(c);
        save(m, reg, SP_SAVED_AT_CFA, factored(m, uleb(c)), 0);
        return true;
    case 0x06: /* restore_extended */
        restore(m, uleb(c));
        return true;
    case 0x07: /* undefined */
        save(m, uleb(c), SP_SAVED_NOWHERE, 0, 0);
        return true;
    case 0x08: /* same_value */
        save(m, uleb(c), SP_SAVED_NOT, 0, 0);
        return true;
    case 0x09: /* register */
        reg = uleb(c);
        save(m, reg, SP_SAVED_IN, (int64_t)uleb(c), 0);
        return true;
    case 0x0a: /* remember_state */
        return remember(m);
    case 0x0b: /* restore_state */
        return recall(m);
    case 0x0c: /* def_cfa */
        reg = uleb(c);
        return set_cfa(m, reg, (int64_t)uleb(c));
    case 0x0d: /* def_cfa_register */
        return set_cfa(m, uleb(c), m->rule->cfa_offset);
    case 0x0e: /* def_cfa_offset */
        return set_cfa(m, m->rule->cfa_register, (int64_t)uleb(c));
    case 0x0f: /* def_cfa_expression */
        return set_cfa_expression(m, c);
    case 0x10: /* expression */
        save_expression(m, c, SP_SAVED_AT_EXPRESSION);
        return true;
    case 0x11: /* offset_extended_sf */
        reg = uleb(c);
        save(m, reg, SP_SAVED_AT_CFA, factored(m, (uint64_t)sleb(c)), 0);
        return true;
    case 0x12: /* def_cfa_sf */
        reg = uleb(c);
        return set_cfa(m, reg, factored(m, (uint64_t)sleb(c)));
    case 0x13: /* def_cfa_offset_sf */
        return set_cfa(m, m->rule->cfa_register, factored(m, (uint64_t)sleb(c)));
    case 0x14: /* val_offset */
        reg = uleb(c);
        save(m, reg, SP_SAVED_CFA_PLUS, factored(m, uleb(c)), 0);
        return true;
    case 0x15: /* val_offset_sf */
        reg = uleb(c);
        save(m, reg, SP_SAVED_CFA_PLUS, factored(m, (uint64_t)sleb(c)), 0);
        return true;
    case 0x16: /* val_expression */
        save_expression(m, c, SP_SAVED_AS_EXPRESSION);
        return true;
    case 0x2e: /* GNU_args_size */
        uleb(c);
        return true;
    default:
        return false;
    }
}

static bool run(Machine *m, Cursor c)
{
    while (c.at < c.end && !c.bad) {
        uint8_t op = (uint8_t)fixed(&c, 1), low = op & 0x3f;
        bool known = true;
        if (op >> 6 == 1)
            advance(m, low);
        else if (op >> 6 == 2)
            save(m, low, SP_SAVED_AT_CFA, factored(m, uleb(&c)), 0);
        else if (op >> 6 == 3)
            restore(m, low);
        else
            known = extended(m, &c, op);
        if (!known)
            return false;
        if (m->location > m->pc)
            return !c.bad; /* this row belongs to later addresses */
    }
    return !c.bad;
}

bool sp_eh_rule(const SpEhTables *t, uintptr_t pc, SpEhRule *rule)
{
    Cie cie;
    Fde fde;
    uintptr_t address = find_fde(t, pc);
    memset(rule, 0, sizeof *rule);
    rule->cfa_register = SP_REGISTERS;
    if (!address || !read_fde(t, address, &fde, &cie) || pc - fde.start >= fde.size)
        return false;
    Machine m = {.tables = t, .cie = &cie, .pc = UINTPTR_MAX, .rule = rule};
    if (!run(&m, cie.instructions))
        return false;
    SpEhRule initial = *rule;
    m.initial = &initial;
    m.location = fde.start;
    m.pc = pc;
    rule->signal_frame = cie.signal_frame;
    if (!run(&m, fde.instructions))
        return false;
    rule->signal_frame = cie.signal_frame;
    return rule->cfa_expression || rule->cfa_register < SP_REGISTERS;
}

/* ---- Expressions ------------------------------------------------------------------------------------------------- */

bool sp_stack_word(const SpStackCopy *stack, uintptr_t address, uint64_t *word)
{
    uintptr_t offset = address - stack->at;
    if (stack->size < 8 || offset > stack->size - 8)
        return false;
    memcpy(word, stack->bytes + offset, 8);
    return true;
}

typedef struct {
    uint64_t values[EXPRESSION_STACK];
    int depth;
    bool bad;
} Values;

static void push(Values *v, uint64_t value)
{
    if (v->depth == EXPRESSION_STACK)
        v->bad = true;
    else
        v->values[v->depth++] = value;
}

static uint64_t pop(Values *v)
{
    if (v->depth == 0) {
        v->bad = true;
        return 0;
    }
    return v->values[--v->depth];
}

static void push_constant(Values *v, Cursor *c, uint8_t op)
{
    if (op == 0x10)
        push(v, uleb(c));
    else if (op == 0x11)
        push(v, (uint64_t)sleb(c));
    else if (op & 1)
        push(v, (uint64_t)fixed_signed(c, (size_t)1 << (op - 0x08) / 2));
    else
        push(v, fixed(c, (size_t)1 << (op - 0x08) / 2));
}

/* Two operands; DW_OP numbers. */
static uint64_t binary(uint8_t op, uint64_t a, uint64_t b, bool *bad)
{
    switch (op) {
    case 0x1a:
        return a & b;
    case 0x1c:
        return a - b;
    case 0x1e:
        return a * b;
    case 0x21:
        return a | b;
    case 0x22:
        return a + b;
    case 0x24:
        return b < 64 ? a << b : 0;
    case 0x25:
        return b < 64 ? a >> b : 0;
    case 0x29:
        return a == b;
    case 0x2a:
        return (int64_t)a >= (int64_t)b;
    case 0x2b:
        return (int64_t)a > (int64_t)b;
    case 0x2c:
        return (int64_t)a <= (int64_t)b;
    case 0x2d:
        return (int64_t)a < (int64_t)b;
    case 0x2e:
        return a != b;
    default:
        *bad = true;
        return 0;
    }
}

static void step(Values *v, Cursor *c, uint8_t op, const uint64_t *registers, uint32_t known, const SpStackCopy *stack)
{
    uint64_t a, b;
    if (op >= 0x08 && op <= 0x11) { /* const1u to consts */
        push_constant(v, c, op);
    } else if (op >= 0x30 && op <= 0x4f) { /* lit0 to lit31 */
        push(v, op - 0x30u);
    } else if (op >= 0x70 && op <= 0x8f) { /* breg0 to breg31 */
        int reg = op - 0x70;
        int64_t offset = sleb(c);
        if (reg >= SP_REGISTERS || !(known >> reg & 1))
            v->bad = true;
        else
            push(v, registers[reg] + (uint64_t)offset);
    } else if (op == 0x06) { /* deref */
        if (!sp_stack_word(stack, pop(v), &a))
            v->bad = true;
        else
            push(v, a);
    } else if (op == 0x12) { /* dup */
        a = pop(v);
        push(v, a);
        push(v, a);
    } else if (op == 0x13) { /* drop */
        pop(v);
    } else if (op == 0x23) { /* plus_uconst */
        a = pop(v);
        push(v, a + uleb(c));
    } else {
        b = pop(v);
        a = pop(v);
        push(v, binary(op, a, b, &v->bad));
    }
}

bool sp_eh_expression(const uint8_t *code, size_t length, const uint64_t registers[SP_REGISTERS], uint32_t known,
                      const SpStackCopy *stack, const uint64_t *cfa, uint64_t *result)
{
    Cursor c = {code, code + length, false};
    Values v = {.depth = 0};
    if (cfa)
        push(&v, *cfa);
    while (c.at < c.end && !c.bad && !v.bad) {
        uint8_t op = (uint8_t)fixed(&c, 1);
        step(&v, &c, op, registers, known, stack);
    }
    *result = pop(&v);
    return !c.bad && !v.bad;
}
