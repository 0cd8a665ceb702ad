/*
 * native-stack.c - the native stack as a root: C frames and machine code keep references in registers and on the stack.
 * WebAssembly has registers that nobody can read: wasm/native-stack.c.
 */
#include "interp/runtime/heap.h"

#include <pthread.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_FAKE_STACK 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_FAKE_STACK 1
#endif
#ifdef WITH_FAKE_STACK
#include <sanitizer/asan_interface.h>
#endif

bool native_stack_enabled = true;

static uint8_t *stack_base; /* highest address; stacks grow down */

void native_stack_init(void)
{
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (stack_base || pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
        stack_base = (uint8_t *)lowest + size;
    pthread_attr_destroy(&attributes);
}

/* The sanitizer may keep locals in frames of its own on the side; the real stack then holds pointers to them. */
#ifdef WITH_FAKE_STACK
__attribute__((no_sanitize("address"))) static void scan_fake_frames(uint8_t *from)
{
    void *fake_stack = __asan_get_current_fake_stack();
    for (void **slot = (void **)(void *)from; fake_stack && slot < (void **)(void *)stack_base; slot++) {
        void *start, *end;
        if (__asan_addr_is_in_fake_stack(fake_stack, *slot, &start, &end))
            mono_gc_scan_conservative(start, end);
    }
}
#else
static void scan_fake_frames(uint8_t *from)
{
}
#endif

/* __builtin_unwind_init() makes the compiler save every register that callers may still use into this frame. */
__attribute__((noinline)) void native_stack_call(void (*function)(void))
{
    __builtin_unwind_init();
    function();
    __asm__ volatile("" ::: "memory"); /* keeps the frame until the function has returned */
}

__attribute__((no_sanitize("address"))) void native_stack_scan(const void *top)
{
    if (!stack_base || !native_stack_enabled)
        return;
    mono_gc_scan_conservative(top, stack_base);
    scan_fake_frames((uint8_t *)(uintptr_t)top);
}
