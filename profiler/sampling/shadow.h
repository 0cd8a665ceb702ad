/*
 * shadow.h - a thread's stack of activations, fed by enter and leave events and kept true by frame anchors.
 *
 * An event stream cannot be trusted: Mono's interpreter repeats exceptional leaves and invents leaves when a filter or
 * a finally block ends; jitted code raises none for some exits. The anchor can: it is the stack pointer at the event
 * (stacks grow downwards), it is the same at an activation's enter and leave, and an activation whose anchor lies
 * below the stack pointer of a later event is gone for certain.
 *
 *   enter at a   all frames with anchor <= a are gone; push (method, a)
 *   leave at a   all frames with anchor <  a are gone; pop the frame whose anchor is a; none: an invented leave, ignored
 *                (a method with localloc leaves below its own anchor: the caller asks leaves_below_anchor())
 *   unwind at a  raised by the unwinder, below all frames: pop the top frame if it runs the method;
 *                raised a second time from the frame itself, at its anchor: only what lies at or below a is gone
 *
 * Entries live in one lazily committed mapping, so they never move and a racing reader sees some true activation.
 */
#ifndef SAMPLEPOINT_SHADOW_H
#define SAMPLEPOINT_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

/* In a callback: its frame's address, above which the frame that raised the event lies. WebAssembly's hosts raise
 * balanced events, whose anchors are made up. */
#ifdef __wasm__
#define SP_ANCHOR() ((uintptr_t)0)
#else
#define SP_ANCHOR() ((uintptr_t)__builtin_dwarf_cfa())
#endif

#define SP_SHADOW_CAPACITY (1u << 20) /* activations; a deeper one is not pushed, and the anchors keep the rest true */

typedef struct {
    const void *method;
    uintptr_t anchor;
    union {
        uint64_t node;   /* sample mode: node index + 1 of the recording once known; 0 = unknown */
        void *call_node; /* calls mode */
    };
    uint64_t entered; /* calls mode: ticks at the enter */
} SpShadowFrame;

typedef struct {
    SpShadowFrame *top;  /* the youngest frame; = bottom when empty */
    SpShadowFrame *limit;
    SpShadowFrame *bottom; /* sentinel: anchor UINTPTR_MAX, never popped */
    uintptr_t unwound;   /* deepest anchor that the current exception's unwind events popped; 0 = none */
    SpShadowFrame *unwound_slot; /* the entry popped last by them; its anchor is 0 until a push uses the entry again */
    uint64_t not_pushed; /* activations beyond SP_SHADOW_CAPACITY, all told */
    uint64_t beyond;     /* those of them that are live; kept only where events are balanced and anchors are made up */
} SpShadow;

/* False when the system has no address space left. */
bool sp_shadow_init(SpShadow *s);
void sp_shadow_free(SpShadow *s);

/* Frames dead at an event whose stack pointer is `anchor`: new top, nothing popped yet. */
static inline SpShadowFrame *sp_shadow_live_at_enter(const SpShadow *s, uintptr_t anchor)
{
    SpShadowFrame *top = s->top;
    while (__builtin_expect(top->anchor <= anchor, 0))
        top--;
    return top;
}

static inline SpShadowFrame *sp_shadow_live_at_leave(const SpShadow *s, uintptr_t anchor)
{
    SpShadowFrame *top = s->top;
    while (__builtin_expect(top->anchor < anchor, 0))
        top--;
    return top;
}

/* Only with room: s->top != s->limit. */
static inline void sp_shadow_push_unchecked(SpShadow *s, const void *method, uintptr_t anchor)
{
    SpShadowFrame *f = s->top + 1;
    f->method = method;
    f->anchor = anchor;
    f->node = 0;
    __atomic_store_n(&s->top, f, __ATOMIC_RELEASE); /* whoever writes a snapshot reads what lies below */
}

static inline void sp_shadow_push(SpShadow *s, const void *method, uintptr_t anchor)
{
    if (__builtin_expect(s->top == s->limit, 0))
        s->not_pushed++;
    else
        sp_shadow_push_unchecked(s, method, anchor);
}

/* An exception's story ends with the first enter above what it unwound. Blocks run by the unwinder lie below. */
static inline bool sp_shadow_unwinding(const SpShadow *s)
{
    return s->unwound && s->unwound_slot->anchor <= s->unwound;
}

/* Pops the top frame if the unwind event says so; the rules are above. */
static inline bool sp_shadow_unwind_pops_top(SpShadow *s, const void *method, uintptr_t anchor)
{
    if (!sp_shadow_unwinding(s))
        s->unwound = 0;
    else if (anchor >= s->unwound)
        return false; /* a repetition, raised from frames already popped */
    return s->top != s->bottom && s->top->method == method && anchor < s->top->anchor;
}

static inline void sp_shadow_pop_unwound(SpShadow *s)
{
    if (!s->unwound || s->top->anchor < s->unwound)
        s->unwound = s->top->anchor;
    s->unwound_slot = s->top--;
    s->unwound_slot->anchor = 0;
}

#endif
