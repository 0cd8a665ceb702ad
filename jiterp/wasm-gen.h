/*
 * wasm-gen.h - inside of the WebAssembly back end.
 *
 *   wasm-module.c   the binary format
 *   wasm-flow.c     blocks into structured control flow
 *   wasm-gen.c      locals for webs, slots, exits, calls of helpers; the module of a trace
 *   wasm-ops.c      the switch over all ops
 *   wasm-arith.c    what takes more than one instruction: checks, division, conversions
 *   wasm-memory.c   objects, arrays, fields, value types
 *
 * A web that is no constant and does not live in memory is a local of one type, its home: f64 or f32 where all ops that
 * touch it agree, else i64, or i32 where only the low half counts. Code is made twice: the first time only notes which
 * types the ops want, so no list says that a second time.
 */
#ifndef JITERP_WASM_GEN_H
#define JITERP_WASM_GEN_H

#include "jiterp/wasm-module.h"
#include "jiterp/wasm.h"

enum { WASM_FRAME = 0, WASM_FP = 1 }; /* parameters */

typedef struct {
    bool touched, nonnull;
    uint8_t wanted; /* WASM_BIT of types */
    WasmType home;
    uint32_t local;
} WasmWeb;

/* What a label on the stack of open blocks stands for. */
typedef struct {
    enum { WASM_LABEL_NONE, WASM_LABEL_LOOP, WASM_LABEL_BEHIND } kind; /* `br` goes to the block's head, or before it */
    uint32_t block;
} WasmLabel;

/* Of the blocks that are reached from the entry. */
typedef struct {
    bool reached, is_loop, is_merge; /* merge: several ways lead there, so it has a label */
    uint32_t order, dominator;       /* order: reverse postorder */
} WasmNode;

typedef struct {
    const JitRegion *r;
    const JitWasmLayout *layout;
    WasmFunction f;
    bool typing;       /* the first time: homes are not known */
    WasmWeb *webs;
    uint32_t *current; /* webs by slot before the instruction */
    uint32_t index;
    const JitInsn *insn;
    uint32_t block;
    uint32_t i32[3], i64[3], f64; /* scratch locals; i64[2] is w_pop's */
    WasmNode *nodes;
    GArray *by_order;  /* uint32_t: blocks */
    uint32_t entry;
    bool dispatches;   /* not reducible: a loop around all blocks and a local with the next one */
    uint32_t next;     /* that local */
    GArray *labels;    /* WasmLabel, innermost last */
} WasmGen;

#define WINS (g->insn)

/* ---- wasm-gen.c: operands are those of ops.def, in its order ---- */
void w_push(WasmGen *g, unsigned operand, WasmType type);
void w_pop(WasmGen *g, unsigned operand, WasmType type);
/* For moves and memory, which have no type of their own: the web's home; the same if it is as wide as `type`, else
 * `type`. */
WasmType w_home(const WasmGen *g, unsigned operand);
WasmType w_like(const WasmGen *g, unsigned operand, WasmType type);
void w_push_as(WasmGen *g, unsigned operand, WasmType type);
void w_pop_as(WasmGen *g, unsigned operand, WasmType type);
bool w_constant(const WasmGen *g, unsigned operand, uint64_t *value);
void w_op(WasmGen *g, WasmOp op);
void w_get(WasmGen *g, uint32_t local);
void w_set(WasmGen *g, uint32_t local);
void w_tee(WasmGen *g, uint32_t local);
/* Takes a condition: where it is true the interpreter runs this instruction. */
void w_exit_if(WasmGen *g);
void w_exit(WasmGen *g);
uint32_t w_unit(const WasmGen *g);
/* All live webs into their slots. */
void w_spill(WasmGen *g);
/* helper(frame, unit) after w_spill(); a result other than 0 is returned. */
void w_call_leaving(WasmGen *g, WasmHelper helper);
/* The op by the host, on the slots. */
void w_by_host(WasmGen *g);
void w_flush(WasmGen *g);       /* slots that the op reads as memory */
void w_reload_defs(WasmGen *g, bool single); /* webs of slots that were written as memory; single: one-slot results too */
void w_slot_address(WasmGen *g, uint32_t slot, uint32_t offset);
void w_null_check(WasmGen *g, unsigned operand);
uint32_t w_data(const WasmGen *g, int32_t index); /* the global data.index */

/* ---- wasm-flow.c ---- */
bool w_flow_find(WasmGen *g); /* false: too many blocks */
void w_flow_write(WasmGen *g);
void w_goto(WasmGen *g, uint32_t from, uint32_t target);
/* Takes a condition: to the op's target, or to the next block. */
void w_branch(WasmGen *g);
/* Takes an index. */
void w_switch(WasmGen *g);
/* Takes a condition, for ends with many ways: a target that has a label. */
void w_branch_to(WasmGen *g, uint32_t target);
bool w_block(WasmGen *g, uint32_t block); /* wasm-gen.c: code of a block; false: it has ended by itself */

/* ---- wasm-ops.c ---- */
typedef enum { W_NEXT, W_ENDED, W_NO_CODE } WasmDone;
WasmDone w_insn(WasmGen *g);

/* ---- wasm-arith.c ---- */
void w_divide(WasmGen *g, WasmType type, WasmOp op, bool is_signed);
void w_add_ovf_4(WasmGen *g, WasmOp op, bool is_signed); /* add, sub, mul */
void w_add_ovf_8(WasmGen *g, bool is_signed);
void w_sub_ovf_8(WasmGen *g, bool is_signed);
void w_mul_ovf_8(WasmGen *g, bool is_signed);
/* The source lies in [low, high] or the interpreter throws. */
typedef enum { W_FROM_I4, W_FROM_U4, W_FROM_I8, W_FROM_U8 } WasmSource;
void w_checked(WasmGen *g, WasmSource source, int64_t low, int64_t high, WasmType result);
typedef enum { W_I1, W_U1, W_I2, W_U2, W_I4, W_U4, W_I8, W_U8 } WasmInt;
void w_int_from_real(WasmGen *g, WasmType source, WasmInt to);
void w_checked_from_real(WasmGen *g, WasmInt to);
void w_check_finite(WasmGen *g, WasmType type);

/* ---- wasm-memory.c ---- */
typedef enum { W_MEM_I1, W_MEM_U1, W_MEM_I2, W_MEM_U2, W_MEM_I4, W_MEM_I8 } WasmMem; /* as ops.def's loads */
void w_load(WasmGen *g, WasmMem kind, uint32_t offset);                 /* takes the address; into operand 0 */
/* Takes the address. size as log2. */
void w_store(WasmGen *g, unsigned size_log2, uint32_t offset, unsigned value);
void w_address(WasmGen *g, unsigned operand);                           /* not null */
void w_element(WasmGen *g, unsigned array, unsigned index, uint32_t size); /* address less array_data, checked */
void w_element_2d(WasmGen *g);
void w_load_char(WasmGen *g);
void w_store_reference(WasmGen *g);
void w_check_class(WasmGen *g, int32_t data_index);
void w_load_cached(WasmGen *g);
void w_cast_exact(WasmGen *g, bool throws);
void w_is_other_class(WasmGen *g); /* BR_NOT_METHOD, BR_NOT_VTABLE: 1 where they branch */
void w_unbox(WasmGen *g);
void w_vt_op(WasmGen *g);
void w_load_vt_field(WasmGen *g);
void w_store_vt_field(WasmGen *g);
void w_return(WasmGen *g);

#endif
