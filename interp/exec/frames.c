/*
 * frames.c - the two stacks of the one thread, their limits, and what the collector scans of them.
 */
#include "interp/exec/internal.h"
#include "interp/exec/tier.h"

#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#include <sys/resource.h>
#endif

enum {
    DEFAULT_STACK_BYTES = 8 << 20,
    RESERVE_SLOTS = 16384, /* behind the limit: finally blocks and filters run while the stack is full */
    RESERVE_FRAMES = 512,
    SLOTS_A_FRAME = 4,             /* frames are one to so many slots; calls rarely take less */
    LEAST_C_FRAME_BYTES = 16,      /* of a C function that calls another one */
    C_STACK_RESERVE_BYTES = 512 << 10, /* what C code may use after the loop was entered for the last time */
    C_STACK_DEFAULT_BYTES = 1 << 20,
};

InterpFrame *interp_frames;
InterpStacks interp_stacks;
MonoException *interp_escaped;
InterpTier interp_tier;
int32_t interp_tier_status;

static void *reserve(size_t size_bytes)
{
#ifdef __wasm__
    return g_malloc0(size_bytes);
#else
    void *memory = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        g_error("no memory for the stack (%zu bytes)", size_bytes);
    return memory;
#endif
}

/* Frames are scanned with slots they have not written yet, so what earlier frames left above the top is cleared: else it
 * would come to life again in a later frame. */
static void scan_stack(void)
{
    enum { CLEARED_SLOTS = 8192 };
    MonoSlot *top = interp_slots_top();
    mono_gc_scan_conservative(interp_stacks.slots, top);
    size_t left = (size_t)(interp_stacks.slots_end - top);
    memset(top, 0, MIN(left, CLEARED_SLOTS) * sizeof(MonoSlot));
    interp_localloc_scan();
}

/* Bytes of C stack that may be used from here on. */
static size_t c_stack_bytes(void)
{
#ifdef __wasm__
    size_t size_bytes = (size_t)__builtin_frame_address(0); /* it ends at address 0 */
#else
    size_t size_bytes = C_STACK_DEFAULT_BYTES;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0)
        size_bytes = limit.rlim_cur == RLIM_INFINITY ? DEFAULT_STACK_BYTES : (size_t)limit.rlim_cur;
#endif
    return size_bytes > 2 * C_STACK_RESERVE_BYTES ? size_bytes - C_STACK_RESERVE_BYTES : size_bytes / 2;
}

static int32_t il_offset_of(MonoMethod *method, uint32_t native_offset)
{
    return (int32_t)native_offset; /* see walk.c */
}

void interp_exec_init(uint64_t stack_limit_bytes)
{
    static InterpMethod no_method; /* of the frame below all others: it ends where the stack begins */
    size_t slots = (stack_limit_bytes ? stack_limit_bytes : DEFAULT_STACK_BYTES) / sizeof(MonoSlot);
    size_t frames = slots / SLOTS_A_FRAME + 64;
    size_t c_bytes = c_stack_bytes(), unasked = c_bytes / LEAST_C_FRAME_BYTES;
    size_t more_slots = RESERVE_SLOTS + unasked * INTERP_UNASKED_SLOTS;
    interp_stacks.slots = reserve((slots + more_slots) * sizeof(MonoSlot));
    interp_stacks.slot_limit = interp_stacks.slots + slots;
    interp_stacks.slots_end = interp_stacks.slot_limit + more_slots;
    InterpFrame *bottom = reserve((1 + frames + RESERVE_FRAMES + unasked) * sizeof(InterpFrame));
    interp_stacks.frame_limit = interp_stacks.enter_limit = bottom + 1 + frames;
    interp_stacks.frames_end = interp_stacks.frame_limit + RESERVE_FRAMES + unasked;
    interp_stacks.c_stack_limit = interp_stacks.c_enter_limit = (char *)__builtin_frame_address(0) - c_bytes;
    *bottom = (InterpFrame){.imethod = &no_method, .fp = interp_stacks.slots};
    interp_frames = bottom + 1;
    mono_thread_state.frames_top = bottom;
    mono_debug_il_offset_hook = il_offset_of;
    mono_gc_set_stack_scanner(scan_stack);
    mono_safepoint_set_hook(interp_reinstrument);
    mono_gc_register_root(&interp_escaped, sizeof interp_escaped, MONO_ROOT_SOURCE_STACK, "exception on its way");
}

bool interp_room_for(const InterpFrame *frame, const MonoSlot *fp, uint32_t slots)
{
    char here;
    return frame < interp_stacks.frame_limit && fp + slots <= interp_stacks.slot_limit &&
           &here > interp_stacks.c_stack_limit;
}
