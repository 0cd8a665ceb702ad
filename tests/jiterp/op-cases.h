/*
 * op-cases.h - ops that compute one slot from others, found in ops.def, with operands at the edges and random ones.
 */
#ifndef TESTS_JITERP_OP_CASES_H
#define TESTS_JITERP_OP_CASES_H

#include <string.h>

#include "tests/exec/support.h"

static uint64_t random_state = 88172645463325252u;

static inline uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static const uint64_t edges[] = {0, 1, 2, 3, 7, 31, 32, 63, 64, 127, 128, 255, 256, 32767, 32768, 65535, 65536, INT32_MAX,
    (uint64_t)INT32_MAX + 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX,
    UINT64_MAX - 1, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
    0x41e0000000000000, 0xc1e0000000000000, 0x43e0000000000000, 0x3f800000, 0xbf800000, 0x7f800000, 0x7fc00000,
    0x4f000000, 0x4effffff, 0x40c3880000000000, 0xc060000000000000, 0x3fe0000000000000};

static inline bool is_pure(unsigned op)
{
    const MintOpInfo *info = &mint_op_info[op];
    bool memory = strstr(info->name, "ld") == info->name || strstr(info->name, "st") == info->name ||
                  strstr(info->name, "cast") == info->name || strstr(info->name, "isinst") == info->name ||
                  strstr(info->name, "unbox") == info->name || !strcmp(info->name, "localloc");
    if (memory || (strcmp(info->effects, "") != 0 && strcmp(info->effects, "t") != 0))
        return false;
    return !strcmp(info->operands, "dss") || !strcmp(info->operands, "ds") || !strcmp(info->operands, "dsi") ||
           !strcmp(info->operands, "dsss");
}

/* Only these bytes of the result mean something. */
static inline bool has_i4_result(unsigned op)
{
    const char *name = mint_op_info[op].name;
    size_t length = strlen(name);
    if (!strncmp(name, "conv", 4)) {
        const char *to = strstr(name, "ovf") ? name + 9 : name + 5;
        return strncmp(to, "i8", 2) != 0 && strncmp(to, "u8", 2) != 0 && strncmp(to, "r8", 2) != 0;
    }
    bool compare = name[0] == 'c' && (!strncmp(name + 1, "eq", 2) || !strncmp(name + 1, "ne", 2) ||
                                      !strncmp(name + 1, "lt", 2) || !strncmp(name + 1, "le", 2) ||
                                      !strncmp(name + 1, "gt", 2) || !strncmp(name + 1, "ge", 2));
    return compare || !strcmp(name + length - 3, ".i4") || !strcmp(name + length - 3, ".r4");
}

static inline int16_t immediate(unsigned op, uint64_t random)
{
    const char *name = mint_op_info[op].name;
    bool wide = !strcmp(name + strlen(name) - 2, "i8");
    if (!strncmp(name, "sh", 2))
        return (int16_t)(random % (wide ? 64 : 32));
    if (!strncmp(name, "rol", 3))
        return (int16_t)(random % 31 + 1);
    int16_t value = (int16_t)random;
    if (strstr(name, "div") || strstr(name, "rem")) {
        if (random & 1)
            value = (int16_t)(1 << (random >> 16) % 15);
        if (strstr(name, ".un"))
            value = (int16_t)(value & 0x7fff);
        return value == 0 || value == -1 ? 3 : value;
    }
    return value;
}

/* Destination 10; sources 0 and 1, arguments. */
static inline unsigned put_op(uint16_t *code, unsigned op, uint64_t random)
{
    unsigned n = 0;
    uint16_t source = 0;
    code[n++] = (uint16_t)op;
    for (const char *c = mint_op_info[op].operands; *c; c++)
        code[n++] = *c == 'd' ? 10 : *c == 's' ? source++ : (uint16_t)immediate(op, random);
    return n;
}

static inline bool is_real(unsigned op)
{
    return strstr(mint_op_info[op].name, ".r4") || strstr(mint_op_info[op].name, ".r8");
}

/* Of one or two slots. */
static inline bool is_branch(unsigned op)
{
    const MintOpInfo *info = &mint_op_info[op];
    bool loops = strstr(info->name, ".loop") != NULL;
    return !loops && (!strcmp(info->operands, "ssb") || !strcmp(info->operands, "sib") || !strcmp(info->operands, "sb"));
}

static inline void choose_operands(MonoSlot *args)
{
    for (unsigned i = 0; i < 3; i++) {
        uint64_t random = next_random();
        args[i].u8 = random % 4 ? edges[random / 4 % G_N_ELEMENTS(edges)] : next_random();
    }
}

#endif
