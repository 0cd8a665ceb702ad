/*
 * gen.h - inside of the code generator: registers, operands, exits.
 *
 * Registers of compiled code:
 *   rbx  the InterpFrame       rbp  its slots (MonoSlot *)       r15  &mono_thread_state; other globals by distance
 *   rax rcx rdx xmm0 xmm1      scratch
 *   r12 r13 r14                webs; kept by calls                rsi rdi r8-r11 xmm2-xmm15   webs; not kept
 *
 * A compiled method is called with rbx, rbp set up for it and rax = its InterpMethod; it returns with carry clear and
 * its value in rax or xmm0, or with carry set when it left compiled code: then the caller leaves it too.
 */
#ifndef JITERP_GEN_H
#define JITERP_GEN_H

#include "jiterp/internal.h"

#define R_FRAME RBX
#define R_FP RBP
#define R_STATE R15
#define R_VISITS R14 /* only where JitRegion.counts_visits */
enum { FIRST_WEB_XMM = 2 };
enum { FRAME_SPACE = 16 }; /* bytes at rsp for results of internal calls */

typedef enum { STUB_EXIT, STUB_AFTER_CALL, STUB_PENDING, STUB_COLD_CALL, STUB_AT_LIMIT, STUB_UNBOX,
               STUB_ALLOCATE, STUB_GUARD } StubKind;

typedef struct {
    uint32_t slot, web;
} JitSpill;

typedef struct {
    StubKind kind;
    X64Label label, back;
    uint32_t insn;
    JitAbort cause;
    GArray *spills;        /* JitSpill: live webs in registers or constant */
    bool saved;            /* caller-saved registers are in their slots already */
    const uint16_t *ip;    /* COLD_CALL: what frame->ip becomes */
    void *helper;          /* COLD_CALL: called with the frame, and &fp[argument_slot] */
    int32_t argument_slot; /* -1 none */
    bool may_throw;        /* COLD_CALL: a true result means a pending exception */
    GArray *kept;          /* uint16_t: JitGuards.kept that the call destroys */
    int32_t result_slot;   /* AFTER_CALL */
} Stub;

typedef struct {
    JitRegion *r;
    JitMethod *method;
    X64Asm a;
    uint32_t *current;     /* webs by slot before the instruction */
    uint32_t index;        /* of the instruction */
    const JitInsn *insn;
    const JitBlock *block;
    X64Label *labels;      /* of blocks */
    X64Label body, admitted, exit_label;
    bool has_exit_label;
    X64Label exit_tail;     /* of all exit stubs */
    bool has_exit_tail;
    JitAbort exit_cause;
    GArray *stubs;         /* Stub */
    GArray *exits;         /* JitExit */
    bool push[16];
    unsigned pushes;
    bool dead;             /* the rest of the block is not reached */
    uint64_t *nonnull;     /* webs known not to be null here */
    const JitGuards *guards;
    bool has_place;        /* the next instruction's address was computed, not put in its web: */
    X64Mem place;
} Gen;

static inline JitWeb *g_web(const Gen *g, uint32_t web) { return JIT_WEB(g->r, web); }
static inline X64Mem g_slot(uint32_t slot) { return x64_at(R_FP, (int32_t)slot * 8); }
/* A global of the runtime, by its distance from the thread's state. */
X64Mem g_global(const void *address);
static inline X64Mem g_frame(size_t offset) { return x64_at(R_FRAME, (int32_t)offset); }

/* ---- gen-operands.c: webs and registers ---- */
unsigned g_use(Gen *g, unsigned operand, unsigned size, unsigned scratch);     /* general register with the value */
unsigned g_use_web(Gen *g, uint32_t web, unsigned size, unsigned scratch);
unsigned g_use_fp(Gen *g, unsigned operand, unsigned scratch);
unsigned g_target(Gen *g, unsigned operand, unsigned scratch);                 /* register to compute into */
unsigned g_target_fp(Gen *g, unsigned operand, unsigned scratch);
void g_done(Gen *g, unsigned operand, unsigned reg);                           /* value is in reg */
void g_done_fp(Gen *g, unsigned operand, unsigned reg);
void g_op_use(Gen *g, X64Op op, unsigned size, unsigned reg, unsigned operand); /* reg op= operand, memory or constant */
void g_op_use_fp(Gen *g, X64Op op, unsigned reg, unsigned operand, unsigned size);
void g_op_real(Gen *g, X64Op op, unsigned reg, unsigned first, unsigned operand); /* reg = first op operand, with AVX */
void g_move(Gen *g, unsigned to, unsigned from, unsigned size);
void g_move_fp(Gen *g, unsigned to, unsigned from);
bool g_constant(const Gen *g, unsigned operand, int64_t *value);
/* The value of a register web (or constant) into its slot, and back. */
void g_store_web(Gen *g, uint32_t slot, uint32_t web);
void g_load_web(Gen *g, uint32_t slot, uint32_t web);
bool g_in_register(const Gen *g, uint32_t web);
/* MUSE slots into memory before, MDEF slots' webs from memory after the instruction. */
void g_flush(Gen *g);
void g_flush_uses(Gen *g);
void g_reload_defs(Gen *g, bool single);
/* Registers that a call destroys and that are live behind the instruction. */
void g_save_across(Gen *g);
void g_restore_across(Gen *g);

/* ---- gen.c ---- */
/* Label of the exit that lets the interpreter run this instruction. */
X64Label g_exit(Gen *g, JitAbort cause);
X64Label g_exit_saved(Gen *g, JitAbort cause); /* all caller-saved registers are in their slots */
void g_exit_if(Gen *g, X64Cond cond, JitAbort cause);
X64Label g_pending_exit(Gen *g);                     /* after C code, caller-saved registers are in their slots */
X64Label g_after_call_exit(Gen *g, int32_t result_slot);
/* Cold call of helper(frame[, &fp[slot]]) at label; returns the label to place where it comes back. */
void g_cold_call(Gen *g, X64Label label, X64Label back, void *helper, int32_t slot, bool may_throw);
/* A guard failed on the way into a block: the interpreter begins it. */
X64Label g_guard_exit(Gen *g, uint32_t block);
X64Label g_stub(Gen *g, StubKind kind, X64Label back);
void g_save_ip(Gen *g, const uint16_t *ip);
void g_call_c(Gen *g, const void *function);
/* Before C code that may want the thread's frames: ip inside this instruction, top frame. */
void g_save_state(Gen *g);
void g_pop_registers(Gen *g); /* the stack is as at the method's entry */
void g_epilogue(Gen *g, bool left);
void g_null_check(Gen *g, unsigned operand, unsigned reg);
void g_safepoint(Gen *g);
void g_samplepoint_poll(Gen *g);
/* A visit of the profiler: helper is called when the skip counter has run out. The counter in memory is only read;
 * visits are counted in a register, and taken off where others look: calls, returns, exits, cold calls. */
void g_visit(Gen *g, void *helper, int32_t slot);
void g_flush_visits(Gen *g);

/* ---- gen-guards.c ---- */
#define JIT_FROM_INTERPRETER UINT32_MAX
void g_guard_edge(Gen *g, uint32_t from, uint32_t to);
void g_guard_entry(Gen *g, uint32_t block); /* the interpreter comes in there */
void g_guarded_nonnull(const Gen *g, uint32_t block); /* into g->nonnull */

/* ---- gen-kept.c ---- */
/* Of the loops that the way from a block into another enters. JIT_FROM_INTERPRETER: of all around it. */
void g_keep_at_entry(Gen *g, uint32_t from, uint32_t to);
/* Of the loops around the current instruction, in registers that calls do not keep; with `behind` if what they are computed
 * from lives on behind it. */
void g_list_kept(const Gen *g, GArray *kept, bool behind);
void g_keep_again(Gen *g, const GArray *kept);
/* Register of a kept constant, or -1. */
int g_kept_constant(const Gen *g, uint64_t constant);
int g_kept_register(const Gen *g, uint16_t kept);

/* ---- gen-ops.c, gen-calls.c ---- */
bool g_insn(Gen *g); /* false: no code for it; the caller makes an exit */
void g_call(Gen *g);
void g_icall(Gen *g);
void g_new_object(Gen *g);
void g_new_array(Gen *g);
void g_construct(Gen *g);
void g_new_vt(Gen *g);
void g_return(Gen *g);
void g_call_delegate(Gen *g);
void g_tail_call(Gen *g);
void g_tail_call_event(Gen *g);
bool g_load_virtual_function(Gen *g, const MonoMethod *method); /* false: not by its place in the class's table */

#endif
