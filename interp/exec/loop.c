/*
 * loop.c - the interpreter: direct-threaded, one label an op of ops.def, managed calls without C recursion.
 *
 * ip, fp, frame and data (the method's table of pointers) live in registers. What an op may do is said by macros:
 *   SAVE_STATE()        before anything that may throw, allocate, call managed code, or look at the stack
 *   ALLOCATION_POINT()  SAVE_STATE, and a safepoint: so that recursion without loops collects too
 *   THROW_PENDING()     after C code that leaves its exception in the thread's state
 * Rare work stands in helpers.c; the exception's way in unwind.c. The ops are in loop-*.inc.
 */
#include "interp/exec/internal.h"
#include "interp/exec/tier.h"

#include <math.h>
#include <string.h>

#include "interp/corlib/icalls.h"
#include "interp/ir/arith.h"

/* Memory outside the slots may be unaligned. */
typedef int8_t mem_i1;
typedef uint8_t mem_u1;
typedef int16_t mem_i2 __attribute__((aligned(1), may_alias));
typedef uint16_t mem_u2 __attribute__((aligned(1), may_alias));
typedef int32_t mem_i4 __attribute__((aligned(1), may_alias));
typedef int64_t mem_i8 __attribute__((aligned(1), may_alias));

/* Length of each op in units, from ops.def. */
enum {
#define OP(NAME, text, units, operands, effects) UNITS_##NAME = units,
#include "interp/ir/ops.def"
#undef OP
};

#ifdef INTERP_OP_COVERAGE
uint64_t interp_op_count[MINT_COUNT];
uint64_t interp_op_pairs[MINT_COUNT][MINT_COUNT]; /* [op][op that ran after it] */
static unsigned last_op;
#define COUNT_OP(NAME)                                                                                                 \
    interp_op_count[MINT_##NAME]++;                                                                                    \
    interp_op_pairs[last_op][MINT_##NAME]++;                                                                           \
    last_op = MINT_##NAME;
#else
#define COUNT_OP(NAME)
#endif

#define CASE(NAME)                                                                                                     \
    L_##NAME : COUNT_OP(NAME)
#define DISPATCH() goto *labels[*ip]
#define NEXT(NAME)                                                                                                     \
    do {                                                                                                               \
        ip += UNITS_##NAME;                                                                                            \
        DISPATCH();                                                                                                    \
    } while (0)

#define SLOT(unit) fp[ip[unit]]
#define DATA_AT(index) data[index]
#define DATA(unit) data[ip[unit]]
#define IMM16(unit) ((int16_t)ip[unit])
#define IMM32(unit) (*(const mem_i4 *)(const void *)(ip + (unit)))
#define IMM64(unit) (*(const mem_i8 *)(const void *)(ip + (unit)))
#define BRANCH(unit)                                                                                                   \
    do {                                                                                                               \
        ip += IMM32(unit);                                                                                             \
        DISPATCH();                                                                                                    \
    } while (0)

#define SAVE_STATE() (frame->ip = ip + 1, state->frames_top = frame)
#define NULL_CHECK(pointer)                                                                                            \
    do {                                                                                                               \
        if (G_UNLIKELY(!(pointer)))                                                                                    \
            goto throw_null;                                                                                           \
    } while (0)
#define THROW_PENDING()                                                                                                \
    do {                                                                                                               \
        if (G_UNLIKELY(state->pending_exception))                                                                      \
            goto throw_pending;                                                                                        \
    } while (0)
#define SAFEPOINT_SAVED()                                                                                              \
    do {                                                                                                               \
        if (G_UNLIKELY(state->safepoint_pending)) {                                                                    \
            mono_safepoint();                                                                                          \
            THROW_PENDING();                                                                                           \
        }                                                                                                              \
    } while (0)
#define ALLOCATION_POINT()                                                                                             \
    do {                                                                                                               \
        SAVE_STATE();                                                                                                  \
        SAFEPOINT_SAVED();                                                                                             \
    } while (0)
#define AFTER_ICALL()                                                                                                  \
    do {                                                                                                               \
        THROW_PENDING();                                                                                               \
        SAFEPOINT_SAVED();                                                                                             \
    } while (0)

#define CLEAR_LOCALS(base_slot)                                                                                        \
    do {                                                                                                               \
        MonoSlot *local = (base_slot) + callee->arg_slots;                                                             \
        for (uint32_t left = callee->local_slots; left; left--)                                                        \
            (local++)->i8 = 0;                                                                                         \
    } while (0)
/* Calls `callee` with its frame at new_fp and its value going to *ret; the caller's ip is saved. */
#define ENTER()                                                                                                        \
    do {                                                                                                               \
        if (G_UNLIKELY(callee->needs_class_init))                                                                      \
            goto enter_class_init;                                                                                     \
        ENTER_READY();                                                                                                 \
    } while (0)
#define ENTER_READY()                                                                                                  \
    do {                                                                                                               \
        if (G_UNLIKELY(new_fp + callee->frame_slots > interp_stacks.slot_limit ||                                      \
                       frame + 1 >= interp_stacks.enter_limit))                                                        \
            goto enter_at_limit;                                                                                       \
        PUSH_CALLEE();                                                                                                 \
        DISPATCH();                                                                                                    \
    } while (0)
#define PUSH_CALLEE()                                                                                                  \
    do {                                                                                                               \
        frame++;                                                                                                       \
        frame->imethod = callee;                                                                                       \
        frame->fp = new_fp;                                                                                            \
        frame->ret = ret;                                                                                              \
        frame->flags = 0;                                                                                              \
        fp = new_fp;                                                                                                   \
        data = callee->data;                                                                                           \
        ip = callee->code;                                                                                             \
        CLEAR_LOCALS(fp);                                                                                              \
    } while (0)

MonoException *interp_run(InterpFrame *base)
{
    static const void *const labels[MINT_COUNT] = {
#define OP(NAME, text, units, operands, effects) [MINT_##NAME] = &&L_##NAME,
#include "interp/ir/ops.def"
#undef OP
    };
    MonoThreadState *const state = &mono_thread_state;
    InterpFrame *frame = base;
    MonoSlot *fp = frame->fp, *new_fp, *ret;
    void **data = frame->imethod->data;
    const uint16_t *ip = frame->ip;
    InterpMethod *callee;
    MonoException *exception;
    MonoClass *cast_class;
    MonoSlot result;
    MonoError error = MONO_ERROR_INIT;
    DISPATCH();

#include "interp/exec/loop-arith.inc"
#include "interp/exec/loop-memory.inc"
#include "interp/exec/loop-object.inc"
#include "interp/exec/loop-call.inc"
}
