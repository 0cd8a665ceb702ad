/*
 * unwind.h - stacks out of copies: what called what, told from the registers and the stack bytes of one moment.
 *
 *   registry   address -> jitted or precompiled method, or stub; what its prologue does to the stack
 *   prologue   the machine code at a method's start, x86-64
 *   eh-frame   .eh_frame call frame information of native code (System V ABI; DWARF 5 section 6.4)
 *   objects    the loaded ELF objects, with copies of their tables
 *   unwind     steps from frame to frame through a copied stack
 *
 * Nothing here reads the profiled program's memory while it unwinds: stack, code bytes and tables are copies made while
 * they were sure to be alive, and every access to a copy is checked against its size. Whatever the bytes are, the worst
 * is a stack that ends early.
 *
 * Registers have their DWARF numbers: 0 rax, 1 rdx, 2 rcx, 3 rbx, 4 rsi, 5 rdi, 6 rbp, 7 rsp, 8-15 r8-r15, 16 rip.
 */
#ifndef SAMPLEPOINT_UNWIND_H
#define SAMPLEPOINT_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SP_RBP = 6, SP_RSP = 7, SP_RIP = 16, SP_REGISTERS = 17 };

/* ---- Prologue (prologue-x64.c) ---------------------------------------------------------------------------------- */

#define SP_PROLOGUE_STEPS 6

/* In the body of a method rsp does not move, except by localloc, and then there is a frame pointer. */
typedef struct {
    uint32_t frame_bytes; /* how far the body's rsp is below the return address: pushes and sub rsp */
    uint16_t length;      /* bytes up to the last change of rsp */
    bool frame_pointer;   /* push rbp; mov rbp, rsp */
    uint8_t step_count;
    struct {
        uint16_t end;         /* offset behind the instruction */
        uint16_t depth_words; /* from there on rsp is so many 8-byte words below the return address */
    } steps[SP_PROLOGUE_STEPS];
    int32_t rbp_slot;        /* without a frame pointer: rbp is saved at rsp + rbp_slot; -1 = not saved */
    uint16_t rbp_saved_from; /* offset behind the save */
} SpPrologue;

void sp_prologue_analyse(const uint8_t *code, size_t size, SpPrologue *prologue);

/* Bytes between rsp and the return address when the instruction at offset is next. */
uint32_t sp_prologue_depth(const SpPrologue *prologue, uint32_t offset);

/* A call instruction may end right before code[offset]. */
bool sp_call_ends_at(const uint8_t *code, size_t size, size_t offset);

/* ---- Registry (registry.c) -------------------------------------------------------------------------------------- */

typedef struct {
    uintptr_t start;
    uint32_t size;
    void *method; /* the owner's word for it; NULL = a stub, which is stepped through and never reported */
    void *domain;
    bool shared; /* by several domains: does not go with one of them */
    SpPrologue prologue;
    const uint8_t *call_ends; /* bit i: a call may end before offset i, 0 <= i <= size */
} SpCode;

typedef struct SpRegistry SpRegistry;

SpRegistry *sp_registry_new(void);
void sp_registry_free(SpRegistry *registry);

/* Any thread: code of size bytes runs at start; bytes is where to read it now, only during the call. */
void sp_registry_add(SpRegistry *registry, const void *bytes, uintptr_t start, uint32_t size, void *method,
                     void *domain);

/* The rest is for one thread at a time. update() takes in what was added; of overlapping code the newest stays. */
void sp_registry_update(SpRegistry *registry);
const SpCode *sp_registry_find(SpRegistry *registry, uintptr_t pc);
size_t sp_registry_count(const SpRegistry *registry);
/* Nobody knows what is at pc: do not ask again, as long as nothing is removed. */
void sp_registry_give_up(SpRegistry *registry, uintptr_t pc);
bool sp_registry_gave_up(const SpRegistry *registry, uintptr_t pc);
void sp_registry_remove_method(SpRegistry *registry, const void *method);
void sp_registry_remove_domain(SpRegistry *registry, const void *domain);

bool sp_code_call_ends_at(const SpCode *code, uintptr_t pc);

/* ---- Call frame information (eh-frame.c) ------------------------------------------------------------------------ */

/* A copy of a piece of a loaded object that holds its .eh_frame_hdr and .eh_frame. */
typedef struct {
    uintptr_t at; /* where the bytes were */
    const uint8_t *bytes;
    size_t size;
    uintptr_t header; /* address of .eh_frame_hdr */
} SpEhTables;

typedef enum {
    SP_SAVED_NOT = 0,  /* the register keeps its value */
    SP_SAVED_AT_CFA,   /* in memory at CFA + offset */
    SP_SAVED_CFA_PLUS, /* its value is CFA + offset */
    SP_SAVED_IN,       /* in another register, offset */
    SP_SAVED_AT_EXPRESSION,
    SP_SAVED_AS_EXPRESSION,
    SP_SAVED_NOWHERE,
} SpSaved;

typedef struct {
    uint8_t how;     /* SpSaved */
    uint16_t length; /* of the expression */
    int32_t offset;  /* an expression's offset in the tables' bytes */
} SpSavedRegister;

typedef struct {
    bool signal_frame;   /* the caller was interrupted, it called nothing */
    bool cfa_expression; /* cfa_offset and cfa_length: where it is in the tables' bytes */
    uint8_t cfa_register;
    uint16_t cfa_length;
    int32_t cfa_offset;
    SpSavedRegister saved[SP_REGISTERS];
} SpEhRule;

/* How to leave the frame that is at pc. False: the tables do not say, or not in a form that is known here. */
bool sp_eh_rule(const SpEhTables *tables, uintptr_t pc, SpEhRule *rule);

/* A copied stack. */
typedef struct {
    uintptr_t at; /* where the first byte was; a multiple of 8 */
    const uint8_t *bytes;
    size_t size;
} SpStackCopy;

bool sp_stack_word(const SpStackCopy *stack, uintptr_t address, uint64_t *word);

/* A DWARF expression over the registers whose bit is set in known. with_cfa: it starts with the CFA on its stack. */
bool sp_eh_expression(const uint8_t *code, size_t length, const uint64_t registers[SP_REGISTERS], uint32_t known,
                      const SpStackCopy *stack, const uint64_t *cfa, uint64_t *result);

/* ---- Objects (objects.c) ---------------------------------------------------------------------------------------- */

typedef struct SpObjects SpObjects;
SpObjects *sp_objects_new(void);
void sp_objects_free(SpObjects *objects);
/* Looks whether objects were loaded or unloaded; cheap when not. */
void sp_objects_refresh(SpObjects *objects);
/* The rule at pc, kept until the next refresh or find, and the tables it refers to. NULL: none. */
const SpEhRule *sp_objects_rule(SpObjects *objects, uintptr_t pc, const SpEhTables **tables);
/* pc lies in an object that has no tables at all, as a precompiled image of methods. */
bool sp_objects_bare(SpObjects *objects, uintptr_t pc);

/* ---- Unwinding (unwind.c) --------------------------------------------------------------------------------------- */

#define SP_CODE_BYTES 8 /* of code copied on each side of rip */

typedef struct {
    uint64_t registers[SP_REGISTERS];
    uint32_t known;                  /* bit per register; a running thread's are all known */
    uint8_t code[2 * SP_CODE_BYTES]; /* around rip; 0 where it was not read */
    SpStackCopy stack;
} SpCapture;

typedef struct {
    const SpCode *code; /* with a method; valid until the registry changes */
    uint32_t offset;    /* of the instruction that runs, or of the call's last byte */
} SpUnwoundFrame;

typedef struct {
    bool whole;        /* the thread's outermost frame was reached */
    bool leaf_native;  /* native code or a stub ran when the copy was made */
    bool guessed;      /* somewhere a return address was searched for, for lack of a rule */
    bool full;         /* there was no room for more frames */
    uintptr_t unknown; /* not 0: stopped at code that nothing is known of, see below */
} SpUnwindInfo;

/* Frames with a method, leaf first; returns how many. Methods may run that the registry was not told of. Who can find
 * out what is at info->unknown adds it to the registry, or else gives it up there, and unwinds anew. */
size_t sp_unwind(SpRegistry *registry, SpObjects *objects, const SpCapture *capture, SpUnwoundFrame *frames, size_t max,
                 SpUnwindInfo *info);

#endif
