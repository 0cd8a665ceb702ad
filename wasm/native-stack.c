/*
 * native-stack.c - the C stack as a root. It lies below all data (wasm-ld's --stack-first); what C functions keep in
 * WebAssembly's locals while they call others is stored there too, by spill.mjs.
 */
#include "interp/runtime/heap.h"

#include <string.h>

bool native_stack_enabled = true;

extern char __global_base; /* by wasm-ld: where data begins and the stack ends */

void native_stack_init(void)
{
}

/* What calls that have returned left below the stack's end would come to life again in frames that have slots they do not
 * write. */
static __attribute__((noinline)) void clear_unused(void)
{
    enum { CLEARED_BYTES = 16384 };
    char end[16]; /* nothing of this frame lies below */
    size_t bytes = MIN((size_t)end, CLEARED_BYTES);
    memset(end - bytes, 0, bytes);
    __asm__ volatile("" : : "r"(end) : "memory");
}

/* All collections pass here: spill.mjs finds it by its name. */
__attribute__((noinline)) void native_stack_call(void (*function)(void))
{
    function();
    clear_unused();
}

void native_stack_scan(const void *top)
{
    if (native_stack_enabled)
        mono_gc_scan_conservative(top, &__global_base);
}
