/*
 * unwind.c - from the registers of one moment to the methods on the stack.
 *
 *   pc in registered code   its prologue says where the return address lies                      leave_managed()
 *   pc in an ELF object     call frame information says it; also the way back through signals    leave_native()
 *   elsewhere               precompiled methods that call each other without a word to anyone: the caller asks the host
 *                           what they are; the runtime's trampolines: known shapes, then a search  leave_unknown()
 *
 * Words: CFA is the stack address right above the return address. The leaf is the frame whose pc is the next
 * instruction to run; in every other frame pc is a return address, and the call lies before it. `known` has a bit for
 * each register whose value at this frame is sure. Every step leaves rsp higher than it was, so a walk ends.
 */
#include "profiler/unwind/unwind.h"

#include <string.h>

#define MAX_STEPS 20000 /* frames with and without a method; an end for stacks that signal frames lead in a circle */
#define SEARCH_BYTES 2048
#define BIT(reg) (1u << (reg))
#define ALL_KNOWN ((1u << SP_REGISTERS) - 1)
/* Mono's methods save what they use of these, where the prologue does not tell; only rbp is followed. */
#define LOST_IN_METHODS (BIT(3) | BIT(12) | BIT(13) | BIT(14) | BIT(15))
#define CALLER_SAVED (BIT(0) | BIT(1) | BIT(2) | BIT(4) | BIT(5) | BIT(8) | BIT(9) | BIT(10) | BIT(11))

typedef struct {
    SpRegistry *registry;
    SpObjects *objects;
    const SpCapture *capture;
    uint64_t r[SP_REGISTERS];
    uint32_t known;
    bool leaf;      /* pc is the next instruction */
    bool first;     /* the frame of the capture itself: its code bytes are known */
    bool no_return; /* the outermost frame, says its rule */
    SpUnwindInfo *info;
} Walk;

static bool word(const Walk *w, uintptr_t address, uint64_t *value)
{
    return !(address & 7) && sp_stack_word(&w->capture->stack, address, value);
}

static void set_rbp(Walk *w, uintptr_t slot)
{
    if (word(w, slot, &w->r[SP_RBP]))
        w->known |= BIT(SP_RBP);
    else
        w->known &= ~BIT(SP_RBP);
}

/* Byte i of the code relative to pc of the captured frame; -1: not known. */
static int code_byte(const Walk *w, const SpCode *code, int i)
{
    uintptr_t offset = w->r[SP_RIP] - code->start + (uintptr_t)(intptr_t)i;
    if (!w->first || offset >= code->size || i < -SP_CODE_BYTES || i >= SP_CODE_BYTES)
        return -1;
    return w->capture->code[SP_CODE_BYTES + i];
}

/* rsp was just raised over the frame: add rsp, n */
static bool frame_was_freed(const Walk *w, const SpCode *code)
{
    uint32_t n = code->prologue.frame_bytes;
    if (code_byte(w, code, -4) == 0x48 && code_byte(w, code, -3) == 0x83 && code_byte(w, code, -2) == 0xc4)
        return code_byte(w, code, -1) == (int)(n & 0xff) && n < 128;
    return code_byte(w, code, -7) == 0x48 && code_byte(w, code, -6) == 0x81 && code_byte(w, code, -5) == 0xc4;
}

/* At a ret, or at the jump of a tail call: only the return address is left of the frame. */
static bool at_exit(const Walk *w, const SpCode *code)
{
    int next = code_byte(w, code, 0), before = code_byte(w, code, -1);
    if (code->prologue.frame_pointer)
        return next == 0xc3 && (before == 0xc9 || before == 0x5d); /* leave or pop rbp; ret */
    return next == 0xc3 || ((next == 0xe9 || next == 0xff || next == 0x41) && frame_was_freed(w, code));
}

/* Sets *cfa and the caller's rbp. */
static void leave_managed(Walk *w, const SpCode *code, uintptr_t *cfa)
{
    const SpPrologue *p = &code->prologue;
    uint32_t offset = (uint32_t)(w->r[SP_RIP] - code->start);
    bool in_prologue = w->leaf && offset < p->length;
    if (w->leaf && at_exit(w, code)) {
        *cfa = w->r[SP_RSP] + 8;
    } else if (in_prologue) {
        uint32_t depth = sp_prologue_depth(p, offset);
        *cfa = w->r[SP_RSP] + depth + 8;
        if (p->frame_pointer && depth)
            set_rbp(w, *cfa - 16);
    } else if (p->frame_pointer) {
        bool popping = code_byte(w, code, 0) == 0x5d && code_byte(w, code, 1) == 0xc3;
        if (popping)
            *cfa = w->r[SP_RSP] + 16;
        else if (w->known & BIT(SP_RBP) && w->r[SP_RBP] >= w->r[SP_RSP])
            *cfa = w->r[SP_RBP] + 16;
        else
            *cfa = w->r[SP_RSP] + p->frame_bytes + 8;
        set_rbp(w, *cfa - 16);
    } else {
        *cfa = w->r[SP_RSP] + p->frame_bytes + 8;
        if (p->rbp_slot >= 0 && (!w->leaf || offset >= p->rbp_saved_from))
            set_rbp(w, w->r[SP_RSP] + (uintptr_t)p->rbp_slot);
    }
    w->known &= ~(LOST_IN_METHODS | CALLER_SAVED);
}

static bool expression(const Walk *w, const SpEhTables *t, int32_t offset, uint16_t length, const uint64_t *cfa,
                       uint64_t *value)
{
    if (offset < 0 || (size_t)offset + length > t->size)
        return false;
    return sp_eh_expression(t->bytes + offset, length, w->r, w->known, &w->capture->stack, cfa, value);
}

/* The register's value in the caller. False: not to be had. */
static bool caller_value(const Walk *w, const SpEhTables *t, const SpEhRule *rule, int reg, uint64_t cfa,
                         uint64_t *value)
{
    const SpSavedRegister *s = &rule->saved[reg];
    switch ((SpSaved)s->how) {
    case SP_SAVED_NOT:
        *value = w->r[reg];
        return w->known >> reg & 1;
    case SP_SAVED_AT_CFA:
        return word(w, cfa + (uintptr_t)(intptr_t)s->offset, value);
    case SP_SAVED_CFA_PLUS:
        *value = cfa + (uintptr_t)(intptr_t)s->offset;
        return true;
    case SP_SAVED_IN:
        if (s->offset < 0 || s->offset >= SP_REGISTERS)
            return false;
        *value = w->r[s->offset];
        return w->known >> s->offset & 1;
    case SP_SAVED_AT_EXPRESSION:
        return expression(w, t, s->offset, s->length, &cfa, value) && word(w, *value, value);
    case SP_SAVED_AS_EXPRESSION:
        return expression(w, t, s->offset, s->length, &cfa, value);
    case SP_SAVED_NOWHERE:
        break;
    }
    return false;
}

/* Takes every register over at once: rules speak of the values in the frame that is left. */
static bool leave_native(Walk *w, const SpEhRule *rule, const SpEhTables *t)
{
    uint64_t cfa, values[SP_REGISTERS];
    uint32_t known = 0;
    if (rule->cfa_expression) {
        if (!expression(w, t, rule->cfa_offset, rule->cfa_length, NULL, &cfa))
            return false;
    } else {
        if (!(w->known >> rule->cfa_register & 1))
            return false;
        cfa = w->r[rule->cfa_register] + (uint64_t)(int64_t)rule->cfa_offset;
    }
    if (rule->saved[SP_RIP].how == SP_SAVED_NOWHERE) {
        w->no_return = true;
        return false;
    }
    for (int i = 0; i < SP_REGISTERS; i++)
        if (caller_value(w, t, rule, i, cfa, &values[i]))
            known |= BIT(i);
    if (rule->saved[SP_RSP].how == SP_SAVED_NOT) {
        values[SP_RSP] = cfa;
        known |= BIT(SP_RSP);
    }
    if (rule->saved[SP_RIP].how == SP_SAVED_NOT || !(known & BIT(SP_RIP)) || !(known & BIT(SP_RSP)))
        return false;
    if (!rule->signal_frame && values[SP_RSP] <= w->r[SP_RSP])
        return false;
    for (int i = 0; i < SP_REGISTERS; i++)
        if (known & BIT(i))
            w->r[i] = values[i];
    w->known = rule->signal_frame ? known : known & ~CALLER_SAVED;
    w->leaf = rule->signal_frame;
    return true;
}

static const SpCode *called_from(Walk *w, uintptr_t slot)
{
    uint64_t address;
    if (!word(w, slot, &address))
        return NULL;
    const SpCode *code = sp_registry_find(w->registry, address - 1);
    return code && sp_code_call_ends_at(code, address) ? code : NULL;
}

static void ask_about(Walk *w, uintptr_t pc)
{
    if (!sp_registry_gave_up(w->registry, pc))
        w->info->unknown = pc;
}

/* The word looks like a return address into an image of methods that is not known yet. */
static bool could_be_unknown_caller(Walk *w, uintptr_t slot)
{
    uint64_t address;
    if (word(w, slot, &address) && !sp_registry_find(w->registry, address - 1) &&
        sp_objects_bare(w->objects, address - 1))
        ask_about(w, address - 1);
    return w->info->unknown != 0;
}

/* Code nobody told of. A precompiled image's jump table has only the return address on the stack; a generic trampoline
 * has a frame pointer, and one word pushed before it when it was entered from such a table. */
static bool leave_unknown(Walk *w, uintptr_t *cfa)
{
    uintptr_t rsp = w->r[SP_RSP], rbp = w->r[SP_RBP];
    bool has_rbp = w->known & BIT(SP_RBP) && rbp >= rsp;
    if (w->leaf && called_from(w, rsp)) {
        *cfa = rsp + 8;
        return true;
    }
    if ((w->leaf && could_be_unknown_caller(w, rsp)) || (has_rbp && could_be_unknown_caller(w, rbp + 8)) ||
        (has_rbp && could_be_unknown_caller(w, rbp + 16)))
        return false;
    for (uintptr_t pushed = 0; has_rbp && pushed <= 8; pushed += 8)
        if (called_from(w, rbp + 8 + pushed)) {
            *cfa = rbp + 16 + pushed;
            set_rbp(w, rbp);
            return true;
        }
    for (uintptr_t slot = (rsp + 7) & ~(uintptr_t)7; slot - rsp < SEARCH_BYTES; slot += 8) {
        const SpCode *code = called_from(w, slot);
        if (code && code->method) {
            *cfa = slot + 8;
            w->known &= ~BIT(SP_RBP);
            w->info->guessed = true;
            return true;
        }
    }
    return false;
}

/* To the caller's frame. False: this was the last one, or the way is lost. */
static bool leave(Walk *w, const SpCode *code)
{
    uintptr_t cfa, pc = w->r[SP_RIP];
    uint64_t address;
    if (code) {
        leave_managed(w, code, &cfa);
    } else {
        const SpEhTables *tables;
        const SpEhRule *rule = sp_objects_rule(w->objects, w->leaf ? pc : pc - 1, &tables);
        if (rule && leave_native(w, rule, tables))
            return true;
        if (!rule && !w->no_return)
            ask_about(w, w->leaf ? pc : pc - 1);
        if (w->no_return || w->info->unknown || !leave_unknown(w, &cfa))
            return false;
    }
    if (cfa <= w->r[SP_RSP] || !word(w, cfa - 8, &address))
        return false;
    w->r[SP_RIP] = address;
    w->r[SP_RSP] = cfa;
    w->leaf = false;
    return true;
}

size_t sp_unwind(SpRegistry *registry, SpObjects *objects, const SpCapture *capture, SpUnwoundFrame *frames, size_t max,
                 SpUnwindInfo *info)
{
    Walk w = {.registry = registry,
              .objects = objects,
              .capture = capture,
              .known = capture->known & ALL_KNOWN,
              .leaf = true,
              .first = true,
              .info = info};
    size_t count = 0;
    bool goes_on = (w.known & BIT(SP_RSP)) && (w.known & BIT(SP_RIP));
    *info = (SpUnwindInfo){.whole = false};
    memcpy(w.r, capture->registers, sizeof w.r);
    for (int i = 0; goes_on && i < MAX_STEPS; i++) {
        uintptr_t pc = w.r[SP_RIP] - (w.leaf ? 0 : 1);
        const SpCode *code = sp_registry_find(registry, pc);
        if (w.first)
            info->leaf_native = !code || !code->method;
        if (code && code->method) {
            if (count == max) {
                info->full = true;
                return count;
            }
            frames[count++] = (SpUnwoundFrame){code, (uint32_t)(pc - code->start)};
        }
        goes_on = leave(&w, code);
        w.first = false;
        if (goes_on && w.r[SP_RIP] == 0)
            w.no_return = true;
        goes_on = goes_on && !w.no_return;
    }
    info->whole = w.no_return;
    return count;
}
