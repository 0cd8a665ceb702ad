/*
 * support.h - hand-made IR: a method is a list of units, run with argument slots 0 ... and locals behind them.
 */
#ifndef TESTS_EXEC_SUPPORT_H
#define TESTS_EXEC_SUPPORT_H

#include "tests/suite.h"

#include "interp/exec/exec.h"

enum { FRAME_SLOTS = 64 };

/* Class library, heap, stacks: once a process. */
void start_runtime(void);
/* Units 16 bits each; wide operands by these. */
#define LOW(value) (uint16_t)((uint32_t)(value) & 0xffff)
#define HIGH(value) (uint16_t)((uint32_t)(value) >> 16)
#define WIDE(value) LOW(value), HIGH(value)

typedef struct {
    InterpMethod imethod;
    MonoMethod method;
    uint16_t code[1024];
    void *data[16];
} Hand;

/* Methods of the test itself; arg_slots arguments, return_slots 0 or 1. */
void hand_init(Hand *hand, const uint16_t *code, size_t units, unsigned arg_slots);
#define HAND(hand, arg_slots, ...)                                                                                     \
    do {                                                                                                               \
        const uint16_t units_[] = {__VA_ARGS__};                                                                       \
        hand_init(hand, units_, sizeof units_ / sizeof *units_, arg_slots);                                            \
    } while (0)
/* Runs it; the test fails when an exception comes out. */
MonoSlot hand_run(Hand *hand, const MonoSlot *args);
/* Runs it and wants an exception of System.`name`. */
void hand_throws(Hand *hand, const MonoSlot *args, const char *name);

#endif
