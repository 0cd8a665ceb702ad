/*
 * prologue-x64.c - what the start of a method does to the stack, read from its machine code.
 *
 * Mono's methods begin with
 *   [push rbp; mov rbp, rsp] [push reg]... [sub rsp, n [; test [rsp], rsp]]... [mov [rsp + d], reg]...
 * A frame larger than a page is taken in steps, each touched at once by the test.
 */
#include "profiler/unwind/unwind.h"

#include <string.h>

#define X86_RBP 5        /* in instructions; DWARF has another number */
#define SAVES_WITHIN 100 /* bytes behind the last sub in which registers are saved */

typedef struct {
    const uint8_t *at, *start, *end;
} Cursor;

static bool next_is(const Cursor *c, const char *bytes, size_t size)
{
    return (size_t)(c->end - c->at) >= size && memcmp(c->at, bytes, size) == 0;
}

static bool left(const Cursor *c, size_t size)
{
    return (size_t)(c->end - c->at) >= size;
}

static void add_step(SpPrologue *p, const Cursor *c)
{
    p->length = (uint16_t)(c->at - c->start);
    uint32_t words = p->frame_bytes / 8;
    if (p->step_count == SP_PROLOGUE_STEPS || words > UINT16_MAX)
        return; /* between here and the last step the depth is unknown, for two or three instructions of a huge frame */
    p->steps[p->step_count].end = p->length;
    p->steps[p->step_count].depth_words = (uint16_t)words;
    p->step_count++;
}

static bool take_push(Cursor *c, SpPrologue *p)
{
    if (left(c, 1) && (c->at[0] & 0xf8) == 0x50 && c->at[0] != 0x54)
        c->at += 1;
    else if (left(c, 2) && c->at[0] == 0x41 && (c->at[1] & 0xf8) == 0x50)
        c->at += 2;
    else
        return false;
    p->frame_bytes += 8;
    add_step(p, c);
    return true;
}

static bool take_sub(Cursor *c, SpPrologue *p)
{
    int32_t n;
    if (next_is(c, "\x48\x83\xec", 3) && left(c, 4)) {
        n = (int8_t)c->at[3];
        c->at += 4;
    } else if (next_is(c, "\x48\x81\xec", 3) && left(c, 7)) {
        memcpy(&n, c->at + 3, 4);
        c->at += 7;
    } else {
        return false;
    }
    if (n < 0 || n > (1 << 28) || p->frame_bytes > (1u << 29)) /* sub rsp, -n frees: no prologue */
        return false;
    p->frame_bytes += (uint32_t)n;
    add_step(p, c);
    return true;
}

/* mov [rsp + d], reg with an 8-byte operand, behind which the cursor stands afterwards. */
static bool take_save(Cursor *c, int *reg, int32_t *slot)
{
    if (!left(c, 8) || (c->at[0] & 0xfb) != 0x48 || c->at[1] != 0x89 || (c->at[2] & 7) != 4 || c->at[3] != 0x24)
        return false;
    *reg = (c->at[2] >> 3 & 7) | (c->at[0] & 4 ? 8 : 0);
    *slot = 0;
    switch (c->at[2] >> 6) {
    case 0:
        c->at += 4;
        return true;
    case 1:
        *slot = (int8_t)c->at[4];
        c->at += 5;
        return true;
    case 2:
        memcpy(slot, c->at + 4, 4);
        c->at += 8;
        return true;
    default:
        return false;
    }
}

static void find_rbp_save(Cursor c, SpPrologue *p)
{
    const uint8_t *limit = c.at + SAVES_WITHIN;
    int reg;
    int32_t slot;
    while (c.at < limit && take_save(&c, &reg, &slot))
        if (reg == X86_RBP && slot >= 0 && (uint32_t)slot < p->frame_bytes) {
            p->rbp_slot = slot;
            p->rbp_saved_from = (uint16_t)(c.at - c.start);
            return;
        }
}

void sp_prologue_analyse(const uint8_t *code, size_t size, SpPrologue *p)
{
    Cursor c = {code, code, code + size};
    memset(p, 0, sizeof *p);
    p->rbp_slot = -1;
    if (next_is(&c, "\x55\x48\x8b\xec", 4) || next_is(&c, "\x55\x48\x89\xe5", 4)) {
        take_push(&c, p);
        c.at += 3;
        p->length = 4;
        p->frame_pointer = true;
    }
    for (int i = 0; i < 8 && take_push(&c, p); i++)
        ;
    while (take_sub(&c, p) && next_is(&c, "\x48\x85\x24\x24", 4))
        c.at += 4;
    if (!p->frame_pointer)
        find_rbp_save(c, p);
}

uint32_t sp_prologue_depth(const SpPrologue *p, uint32_t offset)
{
    if (offset >= p->length)
        return p->frame_bytes;
    uint32_t depth = 0;
    for (int i = 0; i < p->step_count && offset >= p->steps[i].end; i++)
        depth = p->steps[i].depth_words * 8u;
    return depth;
}

/* call rel32, or call by register or memory (FF /2) in any of its lengths: ModRM, SIB and displacement must fit. */
bool sp_call_ends_at(const uint8_t *code, size_t size, size_t offset)
{
    if (offset > size)
        return false;
    if (offset >= 5 && code[offset - 5] == 0xe8)
        return true;
    for (size_t length = 2; length <= 7 && length <= offset; length++) {
        const uint8_t *c = code + offset - length;
        if (c[0] != 0xff || (c[1] & 0x38) != 0x10)
            continue;
        int mod = c[1] >> 6, rm = c[1] & 7;
        size_t wanted = 2;
        if (mod != 3 && rm == 4)
            wanted++;
        if (mod == 1)
            wanted++;
        else if (mod == 2 || (mod == 0 && rm == 5) || (mod == 0 && rm == 4 && length > 2 && (c[2] & 7) == 5))
            wanted += 4;
        if (wanted == length)
            return true;
    }
    return false;
}
