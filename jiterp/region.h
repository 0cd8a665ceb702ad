/*
 * region.h - IR as a compiler wants it: one method's instructions, blocks and webs. What jiterp and aot-stubs share.
 *
 *   region.c   IR -> instructions with decoded operands, blocks, inlined callees
 *   ops.c      what each op reads and writes
 *   flow.c     liveness of slots, webs (slots split into independent values), facts
 *   helpers.c  C functions that compiled code of either calls
 *
 * A *region* is one method with what was inlined into it. Its values are *webs*: all definitions and uses of one slot
 * that are connected. A web lives in one place (a register, a local), or in its slot, or is a constant, for the whole
 * region; slots in memory are only up to date for webs that live there. Where the interpreter takes over (an exit),
 * every live web is written to its slot first, so no op has to throw by itself: it exits, and the interpreter runs the
 * op again.
 */
#ifndef JITERP_REGION_H
#define JITERP_REGION_H

#include "interp/exec/internal.h"

enum { JIT_MAX_OPERANDS = 5, JIT_NO_WEB = UINT32_MAX };

/* Whose code an instruction is of: 0 the method itself, others inlined callees. Slots are counted from the frame of the
 * method itself. */
typedef struct {
    InterpMethod *imethod;
    uint32_t base;             /* its slot 0 */
    int32_t parent;            /* context of the call, -1 for the method itself */
    const uint16_t *return_ip; /* in the parent, after the call */
    uint32_t return_slot;      /* of the region */
    uint32_t *insn_of_unit;    /* UINT32_MAX inside instructions */
    uint32_t end_insn;         /* where the code after the call begins */
} JitContext;

typedef struct {
    uint16_t op, context;
    const uint16_t *ip;
    int32_t v[JIT_MAX_OPERANDS]; /* as in ops.def: slots of the region, immediates, data indexes */
    int64_t imm;                 /* operand I or L */
    int32_t target;              /* operand b: instruction, later block */
    uint32_t switch_first;       /* SWITCH: v[1] entries of JitRegion.targets from here */
    uint32_t block;
    uint32_t mdef_first;         /* MDEF slots' webs: JitRegion.mdefs from here */
    uint32_t web[JIT_MAX_OPERANDS]; /* of d and s operands that are one slot */
} JitInsn;

typedef enum { JIT_USE, JIT_MUSE, JIT_DEF, JIT_MDEF } JitEffectKind;
/* USE, DEF: a slot in whatever place its web has. MUSE, MDEF: the slots' memory is read or written. */
typedef struct {
    uint8_t kind, operand;
    uint32_t slot, count;
} JitEffect;

typedef struct {
    uint32_t first, end; /* instructions */
    uint32_t succ_first, succ_count; /* JitRegion.succs */
    uint32_t depth;      /* of loops around it */
    double frequency;
    bool reachable;      /* from an entry by compiled code */
    bool is_entry;       /* the interpreter comes in here (a loop head) */
    bool is_handler;
    uint64_t *live_in, *live_out, *except; /* bits by slot; except: live in handlers around the block */
    uint32_t *in_webs;   /* by slot, only for live ones */
    uint64_t *nonnull_in; /* bits by web */
} JitBlock;

typedef struct {
    uint32_t slot;
    bool is_fp, wide;   /* wide: more than the low 32 bits count; else a register holds it zero-extended */
    bool memory_only;
    bool is_constant;
    bool live_in_entry;
    uint64_t constant;
    uint32_t def_insn, def_count;
    double weight, call_cost;
    int32_t reg;        /* -1 = in its slot */
    uint32_t hint;      /* web it is moved to or from, JIT_NO_WEB */
    GArray *segments;   /* JitSegment: sorted */
} JitWeb;

typedef struct {
    uint32_t from, to;
} JitSegment;

typedef struct {
    InterpMethod *imethod;
    GArray *contexts; /* JitContext */
    GArray *insns;    /* JitInsn */
    GArray *blocks;   /* JitBlock */
    GArray *targets;  /* int32_t */
    GArray *succs;    /* uint32_t */
    GArray *webs;     /* JitWeb */
    GArray *mdefs;    /* uint32_t: webs */
    uint32_t slots, words; /* slots of the region; 64-bit words of a set of them */
    uint32_t web_words;
    uint64_t *address_taken; /* by slot */
    uint64_t *live;   /* by instruction: live before it */
    bool counts_visits; /* has samplepoints: r14 counts visits that are not in profiler_skip_counter yet */
} JitRegion;

#define JIT_INSN(r, i) (&g_array_index((r)->insns, JitInsn, i))
#define JIT_BLOCK(r, i) (&g_array_index((r)->blocks, JitBlock, i))
#define JIT_WEB(r, i) (&g_array_index((r)->webs, JitWeb, i))
#define JIT_CONTEXT(r, i) (&g_array_index((r)->contexts, JitContext, i))

static inline bool jit_bit(const uint64_t *set, uint32_t i) { return set[i / 64] >> (i % 64) & 1; }
static inline void jit_set(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << (i % 64); }
static inline void jit_unset(uint64_t *set, uint32_t i) { set[i / 64] &= ~(UINT64_C(1) << (i % 64)); }
static inline uint64_t *jit_live(const JitRegion *r, uint32_t insn) { return r->live + (size_t)insn * r->words; }
/* Behind the instruction, which is in the block. */
static inline const uint64_t *jit_live_after(const JitRegion *r, const JitBlock *block, uint32_t insn)
{
    return insn + 1 < block->end ? jit_live(r, insn + 1) : block->live_out;
}
/* Does an instruction with these effects write the slot? */
static inline bool jit_defines(const JitEffect *effects, unsigned count, uint32_t slot)
{
    for (unsigned k = 0; k < count; k++)
        if (effects[k].kind >= JIT_DEF && slot - effects[k].slot < effects[k].count)
            return true;
    return false;
}
static inline void **jit_data(const JitRegion *r, const JitInsn *insn)
{
    return JIT_CONTEXT(r, insn->context)->imethod->data;
}

/* Why code was not made or was left; rows of abort-reasons.def. */
typedef enum {
#define ABORT(NAME, text) JIT_ABORT_##NAME,
#include "jiterp/abort-reasons.def"
#undef ABORT
    JIT_ABORT_COUNT
} JitAbort;
extern const char *const jit_abort_texts[JIT_ABORT_COUNT];

/* ---- region.c ---- */
/* What comes only behind an op without code (jit_is_supported()) is not reachable. */
bool jit_region_make(JitRegion *region, InterpMethod *imethod, JitAbort *why);
void jit_region_clear(JitRegion *region);
/* At most JIT_MAX_EFFECTS, uses before definitions. */
enum { JIT_MAX_EFFECTS = 8 };
unsigned jit_effects(const JitRegion *region, const JitInsn *insn, JitEffect *effects);
/* Slots that live behind an instruction of the block, what it defines left out; after jit_flow(). g_free. */
uint64_t *jit_live_past(const JitRegion *region, const JitBlock *block, uint32_t insn);
/* Operands that are floating point, one bit each. */
unsigned jit_fp_operands(unsigned op);
/* Operands (bits) of which more than the low 32 bits count. */
unsigned jit_wide_operands(unsigned op);
bool jit_ends_block(unsigned op);
/* Calls managed or C code on the main path: caller-saved registers do not survive it. */
bool jit_clobbers(unsigned op);
bool jit_is_supported(unsigned op);
/* Ops without code in any back end: the interpreter's; and super-instructions, of which the transform makes none while
 * there are tier points. */
#define JIT_NO_CODE(X)                                                                                                \
    X(TRANSFORM) X(CALLI) X(THROW) X(RETHROW) X(THROW_ERROR) X(ENDFILTER)                                             \
    X(PROF_ENTER_VISIT) X(PROF_RET_VISIT) X(PROF_RET_VOID_VISIT) X(PROF_RET_POLL)                                     \
    X(PROF_RET_VOID_POLL) X(MOV_2) X(MULADD_R8) X(MULSUB_R8) X(ROL_IMM_I4)                                            \
    X(BLT_I4_LOOP) X(BLE_I4_LOOP) X(BNE_I4_LOOP) X(BLT_IMM_I4_LOOP) X(BLE_IMM_I4_LOOP) X(BGT_IMM_I4_LOOP)             \
    X(BGE_IMM_I4_LOOP) X(BRTRUE_I4_LOOP) X(BRFALSE_I4_LOOP) X(BRTRUE_I8_LOOP) X(BR_LOOP) X(ADD_BLT_I4_LOOP)           \
    X(ADD_BLE_I4_LOOP) X(ADD_BLT_IMM_I4_LOOP) X(BLT_LEN_LOOP) X(LDFLD_FLD_I4) X(LDFLD_FLD_I8)
/* Ops that are one call of jit_help_object_op(). */
#define JIT_BY_OBJECT_HELPER(X)                                                                                       \
    X(LOCALLOC) X(NEWARR_MD) X(NEWOBJ_DELEGATE) X(BOX_PTR) X(BOX_NULLABLE) X(GETTYPE) X(REFANYVAL) X(MONITOR_ENTER)   \
    X(MONITOR_EXIT) X(LDVIRTFTN)
InterpMethod *jit_callee_at(void **data, unsigned op, unsigned index); /* index: the op's p operand */
InterpMethod *jit_callee(const JitRegion *region, const JitInsn *insn); /* of calls: whose signature it has */
bool jit_returns_void(const InterpMethod *imethod);
bool jit_returns_value_type(const InterpMethod *imethod); /* through InterpFrame.ret, whatever its size */

/* ---- flow.c ---- */
bool jit_type_is_small(const MonoType *type); /* an integer of at most 32 bits */
void jit_flow(JitRegion *region);
/* Webs that are moved to each other get each other's bits: a byte a web, `stride` bytes from one to the next. */
void jit_share_along_moves(const JitRegion *region, uint8_t *bits, size_t stride);
/* Webs of the slots live before an instruction, by slot; call in order from a block's start. */
void jit_walk_begin(const JitRegion *region, const JitBlock *block, uint32_t *current);
void jit_walk_insn(const JitRegion *region, const JitInsn *insn, uint32_t *current);

/* ---- helpers.c: the frame's ip is saved, and it is the thread's top frame ---- */
bool jit_help_safepoint(InterpFrame *frame);        /* true: an exception is pending */
bool jit_help_samplepoint_poll(InterpFrame *frame); /* the same */
InterpMethod *jit_help_virtual(MonoVTable *vtable, void **entry, InterpFrame *frame);
/* NULL: no memory, or no such length; the interpreter tries again, and throws. */
MonoObject *jit_help_new(MonoVTable *vtable);
MonoArray *jit_help_new_array(MonoVTable *vtable, int32_t length);
/* false: the interpreter tries again. The box of a Nullable may be NULL. */
bool jit_help_box(MonoClass *klass, const void *value, MonoObject **result);
/* An op's result when there is one. */
static inline bool jit_put(void *pointer, MonoSlot *result)
{
    if (pointer)
        result->p = pointer;
    return pointer != NULL;
}
/* NULL: the interpreter tries again. */
MonoObject *jit_help_type_of(const MonoObject *object);
MonoMethod *jit_help_virtual_function(MonoVTable *vtable, MonoMethod *method);
void jit_help_copy(void *to, const void *from, size_t bytes);
bool jit_help_store_check(MonoArray *array, MonoObject *value);
bool jit_help_op(const uint16_t *ip, MonoSlot *fp, void **data); /* ops without code of their own; false: exit */
/* The same for ops that make objects or look at them (JIT_BY_OBJECT_HELPER). */
bool jit_help_object_op(const uint16_t *ip, MonoSlot *fp, void **data);
/* Pushes the callee's frame for the interpreter, which goes on there; interp_tier_status says how. */
void jit_help_push(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee);
/* A frame stands at its method's first op: raises what is due there. */
void jit_help_enter_if_due(InterpFrame *frame);
/* An entry met a limit. true: the frame is made, with these flags, and what is due at entry raised. false: there is no
 * room, and the callee is pushed. */
bool jit_help_admit(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee, uint32_t flags);
/* What compiled code returned, to where the caller wants it; value types are there already. */
void jit_help_put_result(InterpFrame *frame, uint64_t value, double real);

#endif
