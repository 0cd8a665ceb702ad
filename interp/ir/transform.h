/*
 * transform.h - inside of interp/ir: the state of one transform and its helpers.
 *
 *   transform.c        driver: block starts, the walk over the IL, clauses, the finished InterpMethod
 *   emit.c             units, data, abstract stack: pending values, home slots, joins
 *   transform-basic.c  variables, constants          transform-arith.c  arithmetic, conversions
 *   transform-branch.c compares, branches, ends of handlers
 *   transform-memory.c memory through addresses, arrays
 *   transform-object.c fields, boxing, casts, tokens, typed references
 *   transform-calls.c  calls, jmp, ret               transform-new.c    newobj, delegates, function pointers
 *   intrinsics.c       methods that become ops
 *   stubs.c            methods without IL               inline.c      methods in the place of their calls
 *   guess.c            what virtual calls will reach
 *
 * Values on the abstract stack are *pending* until used: a slot (local, argument, part of a value type in the frame), a
 * constant, or the address of a slot. What an instruction computed lies in the home slot of its stack position.
 */
#ifndef MONOSP_TRANSFORM_H
#define MONOSP_TRANSFORM_H

#include "interp/ir/ir.h"

typedef enum {
#define CIL(NAME, value, text, operand, pop, push, flow) CIL_##NAME = value,
#include "interp/ir/cil.def"
#undef CIL
} CilOpcode;

typedef enum { KIND_I4, KIND_I8, KIND_R4, KIND_R8, KIND_REF, KIND_PTR, KIND_VT } StackKind;
/* Of native int: as wide as the host's pointers. PTR and REF are as wide; the upper half of a slot with a pointer of 4
 * bytes is undefined, as that of an I4. */
#define KIND_NATIVE (sizeof(void *) == 8 ? KIND_I8 : KIND_I4)
/* Ops for pointers: the one of a pair (add.i4, add.i8), of a family of loads or stores. */
#define T_NATIVE(OP) (sizeof(void *) == 8 ? MINT_##OP##_I8 : MINT_##OP##_I4)
enum { POINTER_READ_ONLY = 1, POINTER_LOCAL = 2, /* perhaps into this method's frame */ SHAPE_NULL = 4 };
typedef enum { IN_HOME, IN_SLOT, IS_CONST, IS_ADDRESS } StackPlace;

typedef struct {
    uint8_t kind;    /* StackKind; KIND_NATIVE also for native int, PTR for managed pointers */
    uint8_t place;   /* StackPlace */
    uint8_t range;   /* I4: MONO_TYPE_BOOLEAN, I1, U1, I2, U2, CHAR when the value is known to fit, else 0. PTR: POINTER_* */
    bool aliased;    /* IN_SLOT: of a variable whose address was taken: not across stores and calls */
    uint32_t slot;   /* where the value is: home, or IN_SLOT's; IS_ADDRESS: the slot whose address it is */
    uint32_t home;   /* slot of this stack position */
    uint32_t slots;
    MonoClass *klass; /* VT: its class. REF: static class or NULL. PTR: what it points to, NULL = unknown */
    MonoMethod *function; /* I8: what ldftn gave, value.i of ldvirtftn: 1 + slot of its object */
    union {
        int64_t i; /* IS_CONST: I4 sign-extended; R4, R8: bits. IS_ADDRESS: byte offset */
        double r8;
        float r4;
    } value;
} StackEntry;

typedef struct {
    uint32_t depth;
    struct {
        uint8_t kind;
        uint8_t pointer; /* PTR: POINTER_* of all that came here; REF: SHAPE_NULL = only null so far */
        MonoClass *klass;
    } entries[];
} StackShape;

typedef struct {
    MonoType type;
    uint32_t slot, slots;
    uint8_t kind;
    bool aliased; /* its address may have escaped */
    bool written; /* arguments: by starg, or through an address */
    bool set_first; /* locals: the first instruction that names it, on every path, sets all of it */
    bool named;
    bool holds_local; /* byrefs: POINTER_LOCAL */
    bool any_object;  /* locals: holds objects that are not known to be of its class, so loads know only an object */
} Variable;

typedef struct {
    uint32_t at;        /* unit index of the distance */
    uint32_t from;      /* unit index of the branch's opcode */
    uint32_t il_target;
    uint32_t il_source;
} BranchFix;

enum { IL_START = 1, IL_TARGET = 2, IL_LOOP_HEAD = 4, IL_JOIN = 8 /* a clause boundary */, IL_HANDLER = 16 };

typedef struct Transform Transform;
struct Transform {
    MonoMethod *method;
    InterpMethod *imethod; /* which the code is for: of inlined methods the outermost one's */
    MonoImage *image;
    MonoGenericContext context;
    MonoMethodBody body;
    MonoMethodSignature *signature;
    MonoError *error;
    MonoProfilerCallInstrumentationFlags prof;
    bool stable; /* no decision may rest on what has run before: InterpAot */
    bool muted;  /* the filters did not ask for prof */
    /* input */
    const uint8_t *il;
    uint32_t il_size, ip, il_offset; /* ip: after the instruction at il_offset */
    uint8_t *il_flags;     /* IL_*, one a byte of IL */
    uint32_t *il_to_ir;    /* of block starts and clause boundaries */
    StackShape **shapes;   /* at joins; NULL = not seen */
    /* variables */
    Variable *args, *locals;
    uint32_t arg_count, local_count;
    uint32_t stack_base;   /* first home slot */
    /* abstract stack */
    StackEntry *stack;
    uint32_t depth, stack_size;
    bool dead;             /* after an unconditional branch */
    bool dead_by_fold;     /* that branch was conditional in IL: what follows may be reached by nothing */
    bool local_pointers, restart_local; /* byref variables may hold addresses of this frame: known late, once more */
    const bool *any_object; /* locals found to be Variable.any_object in earlier passes; NULL = none */
    bool restart_any_object; /* one more was found: once more, for it may have been loaded before */
    bool no_fold, unfold;  /* a branch goes into code that was left out for that reason: once more, without folding */
    uint32_t max_slot;
    /* output */
    uint16_t *code;
    uint32_t code_count, code_size;
    GPtrArray *data;
    GHashTable *data_index; /* shared pointers -> index + 1 */
    GArray *il_map;         /* InterpIlMap */
    GArray *fixes;          /* BranchFix */
    uint32_t last_op;       /* unit index of the last instruction, UINT32_MAX = none that may be changed */
    uint32_t last_dest;     /* unit index of its dest operand, 0 = none */
    uint32_t before_last;   /* the instruction before last_op in the same block, UINT32_MAX = none known */
    uint32_t newest_op;     /* unit index of the last instruction whatever it was */
    uint32_t block_il, block_ir; /* where that block begins */
    bool fell_through;      /* the block that began last is also reached from the instruction before it */
    /* clauses */
    InterpClause *clauses;
    uint32_t clause_count;
    uint32_t lock_slot, return_slot; /* synchronized methods */
    bool synchronized;
    /* prefixes */
    MonoClass *constrained;
    bool tail, readonly;
    bool any_aliased;
    bool all_aliased, restart; /* an address escaped that the first pass held for harmless: once more */
    uint32_t first_branch;     /* IL offset of the first instruction that may jump */
    /* inlining */
    Transform *outer;              /* the method that this one's code goes into */
    const StackEntry *inline_args; /* values of the arguments: where the caller has them */
    uint32_t inlined;              /* 1 + index into inlines; 0 = not inlined */
    uint32_t result_home;          /* slot for the result when there are several rets */
    bool credit_caller;            /* `ldarg.0; ldfld` is the call's own null check */
    bool returned, joined;         /* a ret was met; it was not at the end alone */
    StackEntry result;             /* the value of the only ret, at the end */
    GArray *inlines;               /* InterpInline */
};

/* ---- emit.c --------------------------------------------------------------------------------------------------------- */

/* InvalidProgramException with method and IL offset; always false. */
void t_unit(Transform *t, uint32_t unit);
bool t_invalid(Transform *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Opcode and operands: 16-bit units in the table's order, I and b as one argument each (uint32_t), L as uint64_t. */
uint32_t t_emit(Transform *t, MintOpcode op, ...);
uint32_t t_data(Transform *t, const void *pointer);               /* shared entry */
uint32_t t_data_new(Transform *t, const void *first, unsigned count); /* fresh entries, the rest NULL */
uint32_t t_data_pair(Transform *t, const void *first, const void *second);

StackKind t_kind(const MonoType *type);
uint32_t t_slots(const MonoType *type);
static inline StackEntry *t_top(Transform *t, uint32_t below) { return &t->stack[t->depth - 1 - below]; }
bool t_need(Transform *t, uint32_t count); /* at least so many on the stack */
StackEntry *t_pop(Transform *t);           /* after t_need; the entry stays readable until the next push */
/* New position with its value in its home slot (to be written by the next instruction). false: too deep. */
StackEntry *t_push(Transform *t, StackKind kind, MonoClass *klass, uint32_t slots);
StackEntry *t_push_type(Transform *t, const MonoType *type); /* kind, class, range of a type */
StackEntry *t_push_const(Transform *t, StackKind kind, int64_t value);
StackEntry *t_push_slot(Transform *t, StackKind kind, MonoClass *klass, uint32_t slot, uint32_t slots, bool aliased);
/* Slot where the value is; constants and addresses are put into the home slot first. */
uint32_t t_use(Transform *t, StackEntry *entry);
/* Value into a given slot. */
void t_move_to(Transform *t, StackEntry *entry, uint32_t slot);
void t_home(Transform *t, StackEntry *entry);      /* into its home slot */
void t_home_all(Transform *t);
void t_flush_aliased(Transform *t);                /* before stores through pointers and calls */
void t_flush_slots(Transform *t, uint32_t slot, uint32_t slots); /* before these slots are written */
bool t_convert(Transform *t, StackEntry *entry, StackKind kind); /* implicit: I4 -> I8, R4 <-> R8; false: invalid */
void t_narrow(Transform *t, StackEntry *entry, const MonoType *type); /* I4 too wide for a small type: truncated */
bool t_fits(const StackEntry *entry, uint8_t type);
/* Store of the popped entry into variable slots, with retargeting of the last instruction. */
bool t_store(Transform *t, StackEntry *entry, uint32_t slot, uint32_t slots, const MonoType *type);
/* Joins. */
bool t_merge_to(Transform *t, uint32_t il_target); /* all home; checks or records the shape */
bool t_branch(Transform *t, MintOpcode op, uint32_t il_target, unsigned operand_count, ...); /* after t_merge_to */
uint8_t t_range(const MonoType *type);
MintOpcode t_load_op(const MonoType *type, MintOpcode i1); /* in a family I1 U1 I2 U2 I4 I8; MINT_NOP for VT */
MintOpcode t_store_op(const MonoType *type, MintOpcode i1, unsigned step); /* in a family I1 I2 I4 I8 */
uint32_t t_size(Transform *t, const MonoType *type);

bool t_load_slot(Transform *t, uint32_t slot, int64_t offset, const MonoType *type, bool aliased);
bool t_load_from(Transform *t, StackEntry *address, const MonoType *type); /* pushes what lies at the popped address */
bool t_store_to(Transform *t, StackEntry *address, StackEntry *value, const MonoType *type);
bool t_need_integer(Transform *t, const StackEntry *entry);
/* Brings both to one kind: I4, I8 (all 64-bit ones), R4, R8. */
bool t_unify(Transform *t, StackEntry *a, StackEntry *b, StackKind *kind);
bool t_is_short(const StackEntry *entry); /* a constant of 16 bits */
bool t_same_size(Transform *t, const StackEntry *value, const MonoType *type); /* what is stored; else invalid */
bool t_load_indirect(Transform *t, const MonoType *type); /* the address on the stack becomes what lies there */
bool t_is_pointer(const StackEntry *entry); /* native int, reference, managed pointer */
/* In 8 bytes: its ops are the I8 ones of a pair. */
static inline bool t_is_8_bytes(unsigned kind)
{
    return kind == KIND_I8 || (sizeof(void *) == 8 && (kind == KIND_REF || kind == KIND_PTR));
}
bool t_place(Transform *t, StackEntry *entry, uint32_t slot); /* t_move_to, or the last instruction writes it there */
bool t_invoke(Transform *t, MonoMethod *method, bool is_virtual); /* arguments are on the stack */

/* Takes back the last instruction if it is `op` and made the popped entry's value, which nothing else uses. */
bool t_take_back(Transform *t, MintOpcode op, const StackEntry *entry);
bool t_newest_is_ours(const Transform *t); /* the last instruction is of the same method's IL, seen from a stack trace */
bool t_loop_target(const Transform *t, uint32_t il_target); /* a .loop op may go there */

/* Arguments on the stack, transform-calls.c. this_count: how many of them are `this` (0 or 1). */
static inline bool t_has_this(const MonoMethodSignature *signature)
{
    return signature->hasthis && !signature->explicit_this;
}
bool t_convert_arguments(Transform *t, const MonoMethodSignature *signature, uint32_t this_count);
uint32_t t_next_home(const Transform *t);
/* All into their home slots; they are popped. Returns the first one's, and the slots they take. */
uint32_t t_home_arguments(Transform *t, uint32_t count, uint32_t *slots);
bool t_same_parameters(const MonoMethodSignature *a, const MonoMethodSignature *b);
/* A callvirt that can only reach one method: *target, when it is not `method` itself. */
bool t_is_final(const MonoMethod *method, const StackEntry *object, MonoMethod **target);

/* ---- Transform of instruction groups: true = done ------------------------------------------------------------------- */

bool t_basic(Transform *t, CilOpcode op, bool *handled); /* asks t_branches and t_arithmetic */
bool t_branches(Transform *t, CilOpcode op, bool *handled);
bool t_arithmetic(Transform *t, CilOpcode op, bool *handled);
bool t_object(Transform *t, CilOpcode op, bool *handled); /* asks t_memory */
bool t_memory(Transform *t, CilOpcode op, bool *handled);
bool t_call(Transform *t, CilOpcode op, bool *handled);
bool t_return(Transform *t);
bool t_new_object(Transform *t);                       /* newobj */
bool t_load_function(Transform *t, bool is_virtual); /* ldftn, ldvirtftn */
/* Enter and leave are visits then: the skip counter or a request decides, as at samplepoints. */
static inline bool t_has_samplepoints(const Transform *t)
{
    return t->prof & INTERP_SAMPLEPOINTS;
}
/* The same, with the ops of the interpreter alone. */
static inline bool t_is_visited(const Transform *t)
{
    return !interp_tier_points && t_has_samplepoints(t);
}
/* Enter and leave move the listener's call cursor. */
static inline bool t_has_cursor(const Transform *t)
{
    enum {
        CALLS = MONO_PROFILER_CALL_INSTRUMENTATION_ENTER | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE,
        OTHERS = MONO_PROFILER_CALL_INSTRUMENTATION_ENTER_CONTEXT | MONO_PROFILER_CALL_INSTRUMENTATION_LEAVE_CONTEXT |
                 INTERP_SAMPLEPOINTS
    };
    return !t->stable && mono_profiler_state.moves_call_cursor && (t->prof & CALLS) == CALLS && !(t->prof & OTHERS);
}
/* Methods that become ops: arguments are on the stack. */
bool t_intrinsic(Transform *t, MonoMethod *method, MonoMethodSignature *signature, bool is_virtual, bool *handled);
/* newobj of ByReference<T>: the pointer is the value. handled: done. */
bool t_new_intrinsic(Transform *t, MonoClass *klass, bool *handled);
/* After ldtoken T: `call Type.GetTypeFromHandle` follows. */
bool t_is_type_from_handle(MonoMethod *method);
MonoMethod *t_string_maker(MonoMethod *constructor, MonoError *error);
bool t_throw_error(Transform *t, MonoErrorCode code, const char *detail, const char *message);
bool t_find_icall(Transform *t, MonoMethod *method); /* stubs.c; false: we lack it, and code that says so is emitted */
/* Operand readers. */
uint32_t t_u1(Transform *t);
uint32_t t_u2(Transform *t);
uint32_t t_u4(Transform *t);
uint64_t t_u8(Transform *t);
MonoClass *t_class(Transform *t, uint32_t token); /* initialised (fields); NULL with an error */

/* ---- inline.c ---- */

/* Puts a method's code here. args: its `count` arguments, converted; base: first slot that is free. On true *result is
 * the value (VOID: nothing), to be put into result_home; on false nothing has changed. */
bool t_inline(Transform *t, MonoMethod *method, const StackEntry *args, uint32_t count, uint32_t result_home,
              uint32_t base, bool null_check, StackEntry *result);
bool t_may_inline(const Transform *t, MonoMethod *method); /* as far as its body need not be read */
bool t_inline_return(Transform *t, StackEntry *value); /* value NULL: void */

/* ---- guess.c ---- */

/* The one method that objects of classes with vtables have for a virtual one; NULL: none, or several. *vtable: of the one
 * class that has it, or NULL. */
MonoMethod *t_guess_target(MonoMethod *method, MonoVTable **vtable);

/* transform.c, for inline.c. */
bool t_lay_out(Transform *t, Variable *variable, const MonoType *type, uint32_t *slot);
bool t_scan(Transform *t);
bool t_walk(Transform *t);
void t_begin_il(Transform *t);
void t_resolve_branches(Transform *t);
void t_clear_il(Transform *t);

/* ---- verify.c: does what is used fit? The class library is trusted: always true, nothing emitted. --------------------- */

bool t_is_trusted(const Transform *t);
/* A value where a `type` is wanted: stores, arguments, results. May emit a cast, then the value is in its home. */
bool t_accept(Transform *t, StackEntry *entry, const MonoType *type);
/* False for an object that t_accept() would have checked at run time. */
bool t_is_known(const Transform *t, const StackEntry *entry, const MonoType *type);
bool t_accept_object(Transform *t, StackEntry *entry);
/* The object, value or address whose field (of klass) is used; `this` of a method; element NULL: ldlen. */
bool t_accept_owner(Transform *t, StackEntry *entry, MonoClass *klass);
bool t_accept_this(Transform *t, StackEntry *entry, MonoClass *klass, bool lookup);
bool t_accept_array(Transform *t, StackEntry *entry, MonoClass *element);
bool t_accept_address(Transform *t, const StackEntry *address, const MonoType *type, bool is_store);
MonoClass *t_pointee(Transform *t, const StackEntry *address, const MonoType *type); /* ldind.ref, stind.ref know more */
bool t_accept_join(Transform *t, const StackEntry *entry, StackShape *shape, uint32_t i, bool backward);
bool t_accept_method(Transform *t, const MonoMethod *method);
bool t_accept_field(Transform *t, const MonoClassField *field);
bool t_accept_delegate(Transform *t, MonoClass *klass, StackEntry *target, const StackEntry *pointer);
/* Is the instruction at il_offset part of a filter? */
bool t_in_filter(const Transform *t);

bool interp_transform(InterpMethod *imethod, MonoError *error);
bool interp_make_stub(Transform *t);
/* The finished code into the InterpMethod. */
void t_finish(Transform *t);
void t_begin(Transform *t, MonoMethod *method, InterpMethod *imethod, MonoError *error);
void t_clear(Transform *t);

#endif
