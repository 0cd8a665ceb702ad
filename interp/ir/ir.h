/*
 * ir.h - the door of interp/ir: what the interpreter runs, and who makes it.
 *
 *   CIL -> decode and check (cil.def) -> IR (transform.c) -> InterpMethod
 *
 * IR is register based. A method's frame is an array of 8-byte slots:
 *
 *   fp ->  | this, arguments | locals | evaluation stack positions |
 *            0                arg_slots  arg_slots + local_slots      frame_slots
 *
 * Operands are slot numbers (one 16-bit unit each). A value type takes mono_slots(size) slots, every other type one;
 * integers smaller than 32 bits are kept sign- or zero-extended to 32; the upper half of a 32-bit value is undefined.
 * Each evaluation stack position has a home slot by its depth, and a call's arguments stand in their home slots one
 * after the other: there the callee's frame begins (the first argument's slot is the callee's slot 0), so computed
 * arguments are never copied. To leave few moves the transform keeps loads of locals, arguments and constants pending
 * on its abstract stack until they are used, and lets the instruction before a stloc write the local itself.
 *
 * Code is a sequence of 16-bit units: opcode, then operands as ops.def says. Pointers (methods, vtables, addresses of
 * static fields, strings) stand in the method's `data` table and are named by a 16-bit index. Branch targets are
 * 32-bit distances in units from the start of the instruction, in two units, low first.
 */
#ifndef MONOSP_IR_H
#define MONOSP_IR_H

#include "interp/runtime/runtime.h"

typedef enum {
#define OP(NAME, text, units, operands, effects) MINT_##NAME,
#include "interp/ir/ops.def"
#undef OP
    MINT_COUNT
} MintOpcode;

/* What ops.def's columns say; see its head. */
typedef struct {
    const char *name;     /* "add.i4" */
    uint8_t units;        /* length with the opcode; 0 = variable (switch) */
    const char *operands; /* one letter each, see ops.def */
    const char *effects;
} MintOpInfo;
extern const MintOpInfo mint_op_info[MINT_COUNT];
/* Length of the instruction that begins here. */
static inline uint32_t mint_units(const uint16_t *ip)
{
    return *ip == MINT_SWITCH ? 3u + 2u * ip[2] : mint_op_info[*ip].units;
}

typedef struct {
    uint32_t kind; /* MonoExceptionEnum */
    uint32_t try_start, try_end, handler_start, handler_end; /* IR units; [start, end) */
    uint32_t filter_start;     /* IR units, filters only */
    MonoClass *catch_class;    /* MONO_EXCEPTION_CLAUSE_NONE only */
    uint16_t exception_slot;   /* catch, filter: the exception is put here before the handler or filter begins */
    uint16_t state_slot;       /* finally, fault: three slots. [0] where MINT_ENDFINALLY goes on: the address of the unit
                                  after the MINT_CALL_HANDLER that entered it, or NULL: the unwinder entered it and
                                  finds its own state in [1] (exception) and [2] */
    uint32_t il_try_start, il_try_end, il_handler_start, il_handler_end;
} InterpClause;

typedef struct {
    uint32_t ir_offset; /* units; the entry holds up to the next one's */
    uint32_t il_offset;
    uint32_t inlined; /* 1 + index into inlines: of that method's IL; 0 = of the method's own */
} InterpIlMap;

/* A call whose target's code stands in its place (inline.c). */
typedef struct {
    MonoMethod *method;
    uint32_t il_offset; /* of the call, in the code it stands in */
    uint32_t outer;     /* that code: as InterpIlMap.inlined */
} InterpInline;

typedef struct {
    uint16_t slot, slots;
} InterpVariable;

/* A method as the interpreter knows it. Made empty by interp_method_get(): its code is then the one op MINT_TRANSFORM,
 * which transforms the method at its first call; so a call never asks whether its target is ready. */
typedef struct InterpMethod InterpMethod;
/* InterpMethod.prof_flags of methods with samplepoints: enter and leave are visits there. */
#define INTERP_SAMPLEPOINTS                                                                                            \
    (MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT | MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT_CONTEXT)

struct InterpMethod {
    const uint16_t *code;
    MonoMethod *method;
    void **data;
    uint32_t arg_slots;
    uint32_t local_slots; /* cleared at entry, whatever InitLocals says */
    uint32_t frame_slots;
    uint8_t return_slots; /* 0 = void; value types may need more than 255: see return_type */
    bool unbox_this;      /* instance method of a value type: called through a vtable, `this` is a box */
    bool has_localloc; /* a frame may own memory of MINT_LOCALLOC */
    bool ready, failed;
    bool stable; /* its IR is the same in every process: see InterpAot */
    bool uses_pointers; /* foreign code with pointer operations: what it does to memory is its own business */
    bool needs_class_init; /* the caller's call op runs the class constructor at entry: static methods and constructors of
                              classes without beforefieldinit; cleared when done */
    bool may_need_class_init; /* needs_class_init before any class was initialised */
    bool muted; /* has events that the filters did not ask for: none is raised */
    bool polled_at_entry;  /* a requested samplepoint is raised by the caller's call op, or the prologue of compiled code */
    MonoType return_type;
    uint32_t code_units, data_count;
    uint32_t clause_count;
    InterpClause *clauses; /* inner ones first, as in metadata */
    uint32_t il_map_count;
    InterpIlMap *il_map;
    InterpInline *inlines;
    uint32_t inline_count;
    bool never_inline;     /* it was tried: the body is none to inline */
    uint32_t ready_index;  /* interp_method_ready() */
    MonoProfilerCallInstrumentationFlags prof_flags;
    bool by_request, by_cursor; /* mono_profiler_state's raises_by_request and moves_call_cursor when it was made */
    MonoMethodSignature *signature;
    void *tier;      /* a faster tier's way in for its own code's calls; never NULL then: see interp_tier_entry */
    void *tier_reals; /* the same for a call that has reals among its first arguments in registers, too; at least `tier` */
    void *tier_data; /* what that tier knows of the method */
    /* AOT images: the way in for code of images, never NULL when there may be any: the method's own code, or a stub that
     * goes on in the tier that the method has; and the code behind the entry's tests, for a frame that stands. */
    void *aot_entry, *aot_body;
    void **aot_self; /* of a method with code in an image: that image's variable that says it may be called directly */
    GArray *variables; /* InterpVariable: arguments and locals, of inlined methods too; only for a faster tier */
};

static inline bool interp_type_is_real(const MonoType *type)
{
    return !type->byref && (type->type == MONO_TYPE_R4 || type->type == MONO_TYPE_R8);
}

InterpMethod *interp_method_get(MonoMethod *method);
/* Transforms now, with jit_begin and jit_done or jit_failed; one that is ready already stays. false: error says why
 * (InvalidProgramException, TypeLoadException ...); a call of it throws that. */
bool interp_method_transform(InterpMethod *imethod, MonoError *error);
/* The methods that are ready now, from index 0; NULL past the end. Making one not ready puts the last in its place. */
InterpMethod *interp_method_ready(unsigned index);
/* Not ready any more, and it was not stable: the next call makes its code anew. What there was goes to a method of its own, which is returned,
 * for the frames that run it; nothing else may call that one. */
InterpMethod *interp_method_unmake(InterpMethod *imethod);
/* What interp_method_unmake() returned, when no frame runs it. */
void interp_method_free(InterpMethod *unmade);
/* Offset in the method's own IL, of inlined code that of the call; (uint32_t)-1 = unknown. */
uint32_t interp_il_offset(const InterpMethod *imethod, uint32_t ir_offset);
/* The methods that are running at an IR offset, innermost first: depth 0 is the inlined method whose code it is, the last
 * one the method itself. false: no more. */
bool interp_code_position(const InterpMethod *imethod, uint32_t ir_offset, unsigned depth, MonoMethod **method,
                          uint32_t *il_offset);
/* --dump-ir=METHODSPEC: text of one method's IR with IL offsets and source lines. */
void interp_dump_method(const InterpMethod *imethod, GString *out);
/* Set by a faster tier before the first method is made: methods get TIER_ENTER and TIER_LOOP with these countdowns, and
 * this as InterpMethod.tier and .tier_reals. */
extern bool interp_tier_points;
extern int32_t interp_tier_entry_heat, interp_tier_loop_heat;
extern void *interp_tier_entry;
/* Called by the transform of every method when set (--dump-ir, --stats). */
extern void (*interp_transform_hook)(InterpMethod *imethod);
/* What --stats prints of the transform. */
typedef struct {
    bool wanted;          /* time is only taken then */
    int64_t transform_us; /* all transforms together */
    uint64_t inlined;     /* calls replaced by the callee's code */
} InterpTransformStats;
extern InterpTransformStats interp_transform_stats;

/* How ahead-of-time compiled code plugs in (aot-stubs). Its methods' IR is *stable*: the same in every process, whatever
 * ran before, so that code made from it elsewhere fits. All NULL without AOT. */
typedef struct {
    bool compiling; /* nothing of the program may run: class constructors stay for the program's own run */
    /* Before a method is transformed: is its IR to be stable? *flags: the events it raises then, whatever the filters say. */
    bool (*wants)(MonoMethod *method, MonoProfilerCallInstrumentationFlags *flags);
    void (*made)(InterpMethod *imethod); /* its stable IR is made; nothing of it has run */
    void *entry, *real_entry; /* aot_entry of methods without code, by what they return: real: R4, R8 */
} InterpAot;
extern InterpAot interp_aot;

#endif
