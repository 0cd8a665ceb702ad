/*
 * gen-internal.h - inside of the C generator: operands as C expressions, definitions, exits.
 *
 * A web that is no constant and does not live in memory is a local of one type, its home: double or float where all ops
 * that touch it agree, else uint64_t, or uint32_t where only the low half counts. Text is made twice: the first time only
 * notes which types the ops want, so no list says that a second time.
 */
#ifndef AOT_STUBS_GEN_INTERNAL_H
#define AOT_STUBS_GEN_INTERNAL_H

#include "aot-stubs/gen.h"

typedef enum { C_U4, C_I4, C_U8, C_I8, C_R4, C_R8 } CType;
typedef enum { MEM_I1, MEM_U1, MEM_I2, MEM_U2, MEM_I4, MEM_I8 } MemKind;

typedef struct {
    bool touched, nonnull;
    uint8_t wanted; /* bits of C_U4, C_U8, C_R4, C_R8 */
    CType home;
} CWeb;

/* Which exits of the instruction at hand are written already. */
enum { EXIT_RERUN = 1, EXIT_PENDING = 2, EXIT_CALLEE = 4 };

typedef struct {
    const JitRegion *r;
    const char *symbol;
    bool typing;         /* the first time: homes are not known */
    bool is_real;        /* the method returns a float or double */
    bool is_leaf;        /* it calls no managed code: its frame is made when somebody is to see it */
    const AotNames *names;
    GHashTable *called;  /* names of methods that it calls directly; the text declares them */
    GString *declarations;
    CWeb *webs;
    uint32_t *current;   /* webs by slot before the instruction */
    uint32_t index;      /* of the instruction */
    const JitInsn *insn;
    uint32_t block;
    uint32_t leave_unit; /* of a leave that the return behind it tells the caller of, or 0 */
    unsigned exits;      /* EXIT_... */
    GString *out, *cold; /* the body, and the exits behind it */
    GStringChunk *texts; /* expressions */
    const char **slot_names;
    GHashTable *spills;  /* "label statement" -> label of that statement, going on to the first */
    MonoLineInfo line;   /* of the last #line */
} Gen;

#define INS (g->insn)

/* ---- gen.c: operands are those of ops.def, in its order ---- */

/* A line of the body. */
void a_line(Gen *g, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* An expression, kept as long as the method's text is made. */
const char *a_text(Gen *g, const char *format, ...) G_GNUC_PRINTF(2, 3);
const char *a_use(Gen *g, unsigned operand, CType type);
void a_def(Gen *g, unsigned operand, CType type, const char *format, ...) G_GNUC_PRINTF(4, 5);
/* For moves and memory, which have no type of their own: the web's home; the same if it is as wide as `type`, else
 * `type`. */
CType a_home(const Gen *g, unsigned operand);
CType a_like(const Gen *g, unsigned operand, CType type);
const char *a_use_as(Gen *g, unsigned operand, CType type);
void a_def_as(Gen *g, unsigned operand, CType type, const char *format, ...) G_GNUC_PRINTF(4, 5);
/* A constant that is no pointer. */
bool a_constant(const Gen *g, unsigned operand, uint64_t *value);
const char *a_address(Gen *g, unsigned operand); /* U8, null tested */
void a_null_check(Gen *g, unsigned operand);
/* The same of what lies in a slot before the instruction. */
const char *a_object_in(Gen *g, uint32_t slot);
void a_not_null(Gen *g, unsigned operand); /* defined by the instruction */
/* The condition lets the interpreter run this instruction. */
void a_exit_if(Gen *g, const char *format, ...) G_GNUC_PRINTF(2, 3);
void a_exit(Gen *g);
const char *a_exit_label(Gen *g);
const char *a_pending_label(Gen *g); /* C code left an exception */
const char *a_callee_label(Gen *g, uint32_t result_slot); /* the callee left compiled code */
uint32_t a_unit(const Gen *g);       /* of the instruction */
void a_save_state(Gen *g);           /* ip inside the instruction, and the top frame */
void a_flush(Gen *g);                /* slots that the op reads as memory */
void a_flush_uses(Gen *g);           /* all slots that it reads */
void a_reload_defs(Gen *g, bool single); /* webs of slots written as memory; single: one-slot results too */
void a_store_slot(Gen *g, uint32_t slot); /* the web that lives there before the instruction */
const char *a_slot_text(Gen *g, uint32_t slot, CType type); /* the same as an expression */
const char *a_type_name(CType type);
extern const char *const a_members[]; /* of Slot, by CType */
void a_goto(Gen *g, int32_t block);

/* ---- names.c ---- */
/* By slot, of arguments and locals; NULL: none. g_free. */
const char **a_slot_names(const InterpMethod *imethod);
/* The C local of a web. */
const char *a_web_name(Gen *g, uint32_t index);

/* ---- gen-ops.c ---- */
/* false: no code for it. */
bool a_insn(Gen *g);
void a_safepoint(Gen *g);

/* ---- gen-arith.c ---- */
void a_binary(Gen *g, const char *operation, CType type);
void a_binary_imm(Gen *g, const char *operation, CType type);
void a_shift(Gen *g, const char *operation, CType type);
void a_unary(Gen *g, const char *operation, CType type);
void a_divide(Gen *g, const char *operation, CType type);
void a_checked(Gen *g, const char *operation, CType type);
/* C..._T and B..._T; negated: of reals, true with a NaN. */
void a_compare_set(Gen *g, const char *relation, CType type, bool negated);
void a_compare_branch(Gen *g, const char *relation, CType type, bool negated);
void a_compare_set_imm(Gen *g, const char *relation, CType type);
void a_compare_branch_imm(Gen *g, const char *relation, CType type);
void a_branch_true(Gen *g, CType type, bool wanted);
void a_switch(Gen *g);
/* format has one %s: the operand, as `from`. */
void a_convert(Gen *g, CType from, CType to, const char *format);
/* Checked: operand 1 as `from` must lie in [low, high]. low NULL: `from` is unsigned. */
void a_checked_range(Gen *g, CType from, const char *low, const char *high, CType to);
void a_checked_real(Gen *g, const char *name, CType to);
void a_check_finite(Gen *g, CType type);

/* ---- gen-memory.c ---- */
void a_load(Gen *g, MemKind kind, const char *address);
void a_store(Gen *g, unsigned size, const char *address, unsigned value);
const char *a_offset(Gen *g, const char *address, int64_t bytes);
const char *a_element(Gen *g, unsigned array, unsigned index, uint32_t size); /* tested; its address */
void a_element_2d(Gen *g);
void a_element_md(Gen *g);
void a_load_char(Gen *g);
void a_store_reference(Gen *g);
void a_check_class(Gen *g, int32_t data_index);
const char *a_static(Gen *g, unsigned operand, bool init); /* address */
void a_load_cached(Gen *g, bool is_string);
void a_cast_class(Gen *g, bool throws);
void a_cast_exact(Gen *g, bool throws);
void a_cast_cached(Gen *g, bool throws);
void a_unbox(Gen *g);
void a_unbox_nullable(Gen *g);
void a_check_array_class(Gen *g);
void a_element_of_class(Gen *g); /* LDELEMA_REF */
void a_vt_op(Gen *g);
void a_load_vt_field(Gen *g);
void a_store_vt_field(Gen *g);

/* ---- gen-calls.c ---- */
/* An argument after the other; begin with zeros. false: no more. */
typedef struct {
    int index; /* of the next one; this is 0, where there is one */
    uint32_t slot, slots; /* of the argument, from the frame's start */
    bool in_memory;
    CType type; /* else: of the parameter that it is */
} CArgument;
bool a_argument(const InterpMethod *imethod, CArgument *argument);
/* ", uint32_t a0, double a1" */
void a_parameters(const InterpMethod *imethod, GString *out);
bool a_calls_managed(unsigned op);
void a_call(Gen *g);
void a_call_delegate(Gen *g);
void a_icall(Gen *g);
void a_new_object(Gen *g); /* ALLOC, BOX */
void a_construct(Gen *g);  /* NEWOBJ */
void a_new_vt(Gen *g);
void a_new_array(Gen *g);
/* The object that `call` makes, NULL: exit. */
void a_made_by_host(Gen *g, const char *call);
void a_box_nullable(Gen *g);
void a_return(Gen *g);

#endif
