/*
 * enter.c - the ways into code of images and out of it.
 *
 *   interpreter -> image    TIER_ENTER's hook (interp/exec/tier.h) runs aot_body in the frame that stands
 *   jiterp -> image         InterpMethod.tier = call_image: registers of jiterp's calls -> C arguments
 *   image -> image          InterpMethod.aot_entry, plain C calls
 *   image -> jiterp         aot_entry = call_tier: C arguments -> registers of jiterp's calls
 *   image -> interpreter    the same, and the tier's entry leaves at once: the callee's frame is pushed, the compiled
 *                           callers leave their frames to the interpreter
 *
 * A call of machine code of jiterp has rax = InterpMethod, rbx = frame, rbp = slots, r15 = thread state, and comes back
 * with the value in rax or xmm0 and the carry flag = left. Functions of images keep rbx, rbp and r12 to r15 as the
 * platform's ABI wants, and come back with value and left in rax, rdx or, with real results, xmm0, rax. Who calls them
 * raises what `left` asks for (gen.h).
 */
#include "aot-stubs/image.h"

#include <inttypes.h>
#include <stddef.h>

#include "aot-stubs/gen.h"
#include "interp/exec/tier.h"


static InterpTier tier; /* the one before, maybe none */

/* ---- Entry stubs ---- */

#define SAVE "push %%rbx\n push %%rbp\n push %%r12\n push %%r13\n push %%r14\n push %%r15\n sub $8, %%rsp\n"
#define RESTORE "add $8, %%rsp\n pop %%r15\n pop %%r14\n pop %%r13\n pop %%r12\n pop %%rbp\n pop %%rbx\n ret"
#define TO_TIER                                                                                                        \
    "mov %%rdi, %%rbx\n mov %%rsi, %%rbp\n mov %%rdx, %%rax\n lea mono_thread_state(%%rip), %%r15\n call *%c0(%%rax)\n"
/* left: edx, or eax. value: to rcx, and back by the function answer. The carry flag is clear after test and add. */
#define TO_C(left, value, answer)                                                                                      \
    "push %%rax\n mov %%rbx, %%rdi\n mov %%rbp, %%rsi\n mov %%rax, %%rdx\n call *%c0(%%rax)\n test %%" left ", %%" left  \
    "\n jne 1f\n add $8, %%rsp\n ret\n1: cmp $1, %%" left "\n jne 2f\n add $8, %%rsp\n stc\n ret\n2: mov %%" left        \
    ", %%r8d\n mov %%rbx, %%rdi\n mov %%rbp, %%rsi\n mov (%%rsp), %%rdx\n " value "\n call " answer "\n add $8, %%rsp\n ret"
#define STUB(name, text, field)                                                                                        \
    __attribute__((naked)) static void name(void) { __asm__ volatile(text ::"i"(offsetof(InterpMethod, field))); }

STUB(call_tier, SAVE TO_TIER "setc %%dl\n movzbl %%dl, %%edx\n" RESTORE, tier)
STUB(call_tier_real, SAVE TO_TIER "setc %%al\n movzbl %%al, %%eax\n" RESTORE, tier)
__attribute__((used)) static uint64_t answer(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee, uint64_t value,
                                             uint64_t left)
{
    aot_answer(frame, fp, callee, value, left);
    return value;
}

__attribute__((used)) static double answer_real(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee, double value,
                                                uint64_t left)
{
    aot_answer(frame, fp, callee, (MonoSlot){.r8 = value}.u8, left);
    return value;
}

STUB(call_image, TO_C("edx", "mov %%rax, %%rcx", "answer"), aot_entry)
STUB(call_image_real, TO_C("eax", "mov %%r8, %%rcx", "answer_real"), aot_entry)

/* The entry of all methods where no tier makes machine code at run time. */
__attribute__((used)) static void push_for_interpreter(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee)
{
    jit_help_push(frame, fp, callee);
}
__attribute__((naked)) static void no_tier(void)
{
    __asm__ volatile("sub $8, %rsp\n mov %rbx, %rdi\n mov %rbp, %rsi\n mov %rax, %rdx\n"
                     "call push_for_interpreter\n add $8, %rsp\n stc\n ret");
}

/* ---- From the interpreter ---- */

static void *code_at(InterpMethod *imethod, const uint16_t *ip, int32_t *again)
{
    *again = INT32_MAX;
    if (imethod->aot_body && ip == imethod->code)
        return imethod->aot_body;
    return tier.enabled ? tier.compile(imethod, ip, again) : NULL;
}

static InterpTierResult run_body(void *body, InterpFrame *frame)
{
    AotResult result = {0};
    AotRealResult real = {0};
    frame->flags |= FRAME_AOT;
    mono_thread_state.frames_top = frame;
    if (interp_type_is_real(&frame->imethod->return_type))
        real = ((AotRealBody)body)(frame, frame->fp);
    else
        result = ((AotBody)body)(frame, frame->fp);
    uint64_t left = result.left | real.left;
    if (left == AOT_LEFT)
        return (InterpTierResult)interp_tier_status;
    if (left)
        aot_answer(frame, frame->fp, frame->imethod, result.left ? result.value : (MonoSlot){.r8 = real.value}.u8, left);
    frame->flags &= ~(uint32_t)FRAME_AOT;
    jit_help_put_result(frame, result.value, real.value);
    return INTERP_TIER_RETURNED;
}

static InterpTierResult run(void *code, InterpFrame *frame)
{
    return code == frame->imethod->aot_body ? run_body(code, frame) : tier.run(code, frame);
}

/* ---- The door ---- */

static void print_stats(FILE *out)
{
    if (tier.print_stats)
        tier.print_stats(out);
    fprintf(out, "Methods from AOT images: %" PRIu64 "\nMethods in no image: %" PRIu64
                 "\nMethods that are not as they were compiled: %" PRIu64 "\n",
            aot_bind_stats.bound, aot_bind_stats.absent, aot_bind_stats.different);
}

void aot_enter_bind(InterpMethod *imethod, void *entry, void *body, AotSelf *self)
{
    bool is_real = interp_type_is_real(&imethod->return_type);
    imethod->aot_entry = entry;
    imethod->aot_body = body;
    imethod->aot_self = &self->callable;
    *self = (AotSelf){imethod->needs_class_init ? NULL : imethod, imethod, imethod->data, imethod->code};
    imethod->tier = imethod->tier_reals = is_real ? (void *)call_image_real : (void *)call_image;
    g_assert(imethod->code[0] == MINT_TIER_ENTER);
    imethod->data[imethod->code[1]] = NULL; /* the countdown: asked for code at once */
}

void aot_enter_init(void)
{
    tier = interp_tier;
    interp_tier.enabled = true;
    interp_tier.compile = code_at;
    interp_tier.run = run;
    interp_tier.print_stats = print_stats;
    interp_aot.entry = (void *)call_tier;
    interp_aot.real_entry = (void *)call_tier_real;
    if (tier.enabled)
        return;
    interp_tier_points = true;
    interp_tier_entry_heat = interp_tier_loop_heat = INT32_MAX;
    interp_tier_entry = (void *)no_tier;
}
