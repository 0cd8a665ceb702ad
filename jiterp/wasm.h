/*
 * wasm.h - the WebAssembly back end: a trace of interpreter IR becomes a module with one function.
 *
 * A trace begins at a method's start or at one of its loop heads, follows the IR's control flow as far as there is code
 * for it, and exits to the interpreter at everything else. The module, binary format:
 *
 *   imports   env.memory                     the host's linear memory, where frames and objects are
 *             env.mono_jiterp_...            helpers: wasm-helpers.def
 *             env.thread_state               i32: address of the MonoThreadState
 *             env.code                       i32: address of the method's IR
 *             env.data                       i32: address of the method's data table (InterpMethod.data)
 *             data.N                         i32: what data[N] holds: a vtable, the address of a static field ...
 *             (each only where it is used; all globals immutable)
 *   exports   trace (frame: i32, fp: i32) -> i32
 *
 * frame is the address of the InterpFrame, fp that of its slots, 8 bytes each; pointers in slots are zero-extended. The
 * host sets FRAME_JITERP before the call and clears it after. The result says how the trace was left:
 *
 *   N >= 0              at IR unit N, to be run by the interpreter; all live slots are in the frame
 *   JIT_WASM_RETURNED   the method returned; the value is at frame->ret
 *   JIT_WASM_PENDING    a helper left thread_state.pending_exception; live slots are in the frame
 *   JIT_WASM_LEFT       a helper said so: the interpreter goes on where the thread's top frame stands
 *
 * The code never traps: what would (division, conversion, null, bounds) is tested before, and is an exit. Null is an
 * address like others to WebAssembly, so it is always tested; only a pointer that unsafe code made up can lie outside the
 * memory. Nothing of this machine's addresses or pointer size is in
 * a module: addresses are imports, offsets come from a JitWasmLayout.
 */
#ifndef JITERP_WASM_H
#define JITERP_WASM_H

#include "jiterp/internal.h"

enum { JIT_WASM_RETURNED = -1, JIT_WASM_PENDING = -2, JIT_WASM_LEFT = -3 };

/* Byte offsets in the host's structures; fields of classes are as the IR says. Pointers in memory are 4 bytes. */
typedef struct {
    uint32_t pointer_size, object_header;
    uint32_t object_vtable, vtable_klass, vtable_slots, vtable_initialized, vtable_initializing;
    uint32_t array_bounds, array_length, array_data, string_length, string_chars;
    uint32_t bounds_size, bounds_length, bounds_lower; /* of one dimension */
    uint32_t frame_ret;
    uint32_t skip_counter, safepoint_pending, samplepoint_requested; /* of the thread state */
} JitWasmLayout;

/* The runtime built for wasm32. */
extern const JitWasmLayout jit_wasm_layout;

/* Appends the module of the trace that begins at IR unit `unit`, 0 or a TIER_LOOP. After jit_region_make(), jit_flow(). */
bool jit_wasm_compile(const JitRegion *region, const JitWasmLayout *layout, uint32_t unit, GByteArray *module,
                      JitAbort *why);

#endif
