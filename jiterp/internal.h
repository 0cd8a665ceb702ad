/*
 * internal.h - what the files of jiterp share, beside the regions of region.h.
 *
 *   jiterp.c   start, options, heat, entering compiled code, statistics
 *   alloc.c    registers for webs
 *   gen*.c     machine code
 *   calls.c    C functions that machine code calls
 *   code.c     memory for code
 *   discard.c  code that goes: its method's is made anew, or memory is short
 */
#ifndef JITERP_INTERNAL_H
#define JITERP_INTERNAL_H

#include "interp/exec/tier.h"
#include "jiterp/guards.h"
#include "jiterp/jiterp.h"
#include "jiterp/region.h"
#include "jiterp/x64.h"

/* ---- alloc.c ---- */
/* Which of the slots 0 and 1 hold reals by the signature, one bit each: a MINT_CALL has them in xmm0 and xmm1, too. A
 * store to a slot that is loaded again at once would make the callee wait. */
unsigned jit_real_arguments(const InterpMethod *callee);
void jit_allocate(JitRegion *region, const JitGuards *guards);
static inline bool jit_callee_saved(unsigned reg) { return reg == R12 || reg == R13 || reg == R14; }

/* ---- gen.c ---- */
typedef struct {
    const uint16_t *ip; /* of TIER_ENTER or TIER_LOOP */
    uint32_t label;
    uint32_t offset;
} JitEntry;

typedef struct {
    uint32_t count;    /* how often it was taken */
    uint16_t cause;    /* JitAbort */
    uint16_t op;
} JitExit;

/* What is known of a method. imethod->tier_data. */
typedef struct {
    InterpMethod *imethod;
    bool failed;
    uint32_t heat;       /* calls by compiled code before it was compiled */
    unsigned discards;   /* how often its code was freed */
    bool unguarded;      /* what its loops take for granted does not hold: code makes all tests (guards.h) */
    unsigned failed_guards;
    void *tier_before;   /* imethod->tier without code */
    uint8_t *code;       /* where it runs; NULL: none */
    uint32_t code_bytes;
    uint32_t admitted;   /* offset behind the prologue's tests of the stacks' limits */
    uint32_t reals_entry; /* offset of InterpMethod.tier_reals; 0: the entry itself */
    GArray *entries;     /* JitEntry */
    JitExit *exits;      /* fixed place: code counts in it */
    uint32_t exit_count;
    GArray *records;     /* X64Record, for listings */
    GArray *insn_ips;    /* by tag */
} JitMethod;

bool jit_generate(JitRegion *region, const JitGuards *guards, JitMethod *method, JitAbort *why);

/* ---- code.c ---- */
bool jit_code_init(void);
/* Memory to write code to; *run is where it will run. NULL: none left. */
uint8_t *jit_code_take(size_t bytes, uint8_t **run);
/* Is there a hole that large? */
bool jit_code_fits(size_t bytes);
/* What jit_code_take() gave, where it ran. */
void jit_code_give(const uint8_t *run, size_t bytes);
typedef struct {
    size_t in_use, most, freed; /* bytes */
} JitCodeStats;
extern JitCodeStats jit_code_stats;
void jit_code_begin_write(void);
void jit_code_end_write(void);

/* ---- discard.c ---- */
/* Compiled methods, oldest first. */
extern GPtrArray *jit_compiled; /* JitMethod */
/* Exits taken in code that is gone, by cause; of ops without code, by op. */
typedef struct {
    uint64_t by_cause[JIT_ABORT_COUNT], by_op[MINT_COUNT];
} JitExitCounts;
extern JitExitCounts jit_exit_counts;
void jit_count_exits(const JitMethod *method);
/* Frees code of methods that no frame runs until so much can be taken, the oldest first. false: not so much is free. The
 * thread's frames_top must be right. */
bool jit_make_room(size_t bytes);
/* Calls after which a method is compiled: more each time its code had to go. */
uint32_t jit_heat_needed(const JitMethod *method);
/* The top frame left its code by a guard: after a few times it gets code without. */
void jit_note_failed_guard(void);
/* InterpTier's hooks. */
void jit_follow_unmade(InterpMethod *unmade);
void jit_free_unmade(InterpMethod *unmade);

/* ---- jiterp.c ---- */
enum { JIT_LOOP_FACTOR = 4 }; /* turns of a loop that count as one call */
typedef struct {
    bool dump, stats, perf_map, jitdump;
    bool three_operands; /* the processor has AVX */
    const char *dump_spec, *dump_wasm;
    int threshold;
    size_t code_limit_bytes;
} JitOptions;
extern JitOptions jit_options;

/* The value that compiled code returned. */
typedef struct {
    uint64_t rax;
    double xmm0;
    int32_t guard_failed; /* the top frame left code where a loop's guard failed; set to 0 by who reads it */
} JitSharedState;
extern JitSharedState jit_shared;

typedef struct {
    void *run;             /* trampoline C -> compiled code */
    void *not_compiled;    /* entry of methods without code: rax = InterpMethod */
    void *at_limit;        /* a method's entry found a stack full, or a requested samplepoint */
} JitStubs;
extern JitStubs jit_stubs;

JitMethod *jit_method(InterpMethod *imethod);
/* Compiles if it was not tried before. ip: the way in that is wanted. */
bool jit_compile(InterpMethod *imethod, const uint16_t *ip);
extern uint64_t jit_entry_count; /* ways from the interpreter into code */
void jit_listing(const JitRegion *region, const JitMethod *method, GString *out);

/* ---- perf.c: --perf-map, --jitdump ---- */
void jit_perf_init(void);
void jit_perf_method(const JitMethod *method);

/* ---- calls.c: called by machine code ---- */
/* The profiler's events of compiled code, append_profiler_event's in the reference runtime. */
void mono_jiterp_prof_enter(InterpFrame *frame);
void mono_jiterp_prof_enter_cursor(InterpFrame *frame);
void mono_jiterp_prof_samplepoint(InterpFrame *frame);
void mono_jiterp_prof_leave(InterpFrame *frame, MonoSlot *result);
void mono_jiterp_prof_leave_void(InterpFrame *frame);
void mono_jiterp_prof_tail_call(InterpFrame *frame, MonoMethod *target);
/* Pushes the callee's frame for the interpreter; returns its code when it is compiled meanwhile. */
void *jit_help_call(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee);
/* A prologue met a limit: where the code goes on, or NULL when the interpreter does. */
void *jit_help_at_limit(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee);

#endif
