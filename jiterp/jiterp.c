/*
 * jiterp.c - start, options, compiling at the interpreter's demand, entering compiled code, statistics.
 */
#include "jiterp/internal.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "interp/exec/callspec.h"
#include "jiterp/gen.h"

enum { DEFAULT_THRESHOLD = 400, DEFAULT_CODE_MB = 64, NEVER = INT32_MAX, MAX_TRIES = 10 };

JitOptions jit_options = {.threshold = DEFAULT_THRESHOLD, .code_limit_bytes = (size_t)DEFAULT_CODE_MB << 20};
JitSharedState jit_shared;
JitStubs jit_stubs;

static bool switched_on = true;
static bool eager;
static struct {
    uint64_t methods, failed[JIT_ABORT_COUNT], bytes, compile_ns, insns, entries;
} totals;

/* ---- Options ---- */

static const char *value_of(const char *argument, const char *option)
{
    size_t length = strlen(option);
    return !strncmp(argument, option, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

static void bad_value(const char *option, const char *value, const char *wanted)
{
    fprintf(stderr, "%s: '%s' is not one of: %s\n", option, value, wanted);
    exit(1);
}

bool mono_jiterp_option(const char *argument)
{
    const char *value;
    if ((value = value_of(argument, "--jiterp"))) {
        switched_on = strcmp(value, "off") != 0;
        eager = !strcmp(value, "eager");
        if (strcmp(value, "on") != 0 && switched_on && !eager)
            bad_value("--jiterp", value, "on, off, eager");
    } else if ((value = value_of(argument, "--jiterp-threshold"))) {
        char *end;
        long number = strtol(value, &end, 10);
        if (end == value || *end || number < 0 || number > 1000000000)
            bad_value("--jiterp-threshold", value, "a number of calls from 0 on");
        jit_options.threshold = (int)number;
    } else if ((value = value_of(argument, "--jiterp-code"))) {
        char *end;
        long number = strtol(value, &end, 10);
        if (end == value || *end || number < 1 || number > 1024)
            bad_value("--jiterp-code", value, "megabytes from 1 to 1024");
        jit_options.code_limit_bytes = (size_t)number << 20;
    } else if ((value = value_of(argument, "--dump-jit"))) {
        jit_options.dump = true;
        jit_options.dump_spec = value;
    } else if ((value = value_of(argument, "--dump-wasm"))) {
        jit_options.dump_wasm = value;
    } else if (!strcmp(argument, "--perf-map")) {
        jit_options.perf_map = true;
    } else if (!strcmp(argument, "--jitdump")) {
        jit_options.jitdump = true;
    } else {
        return false;
    }
    return true;
}

/* ---- Compiling ---- */

JitMethod *jit_method(InterpMethod *imethod)
{
    if (!imethod->tier_data) {
        JitMethod *method = g_new0(JitMethod, 1);
        method->imethod = imethod;
        imethod->tier_data = method;
    }
    return imethod->tier_data;
}

static bool compile(JitMethod *method, JitAbort *why)
{
    InterpMethod *imethod = method->imethod;
    JitRegion region;
    *why = JIT_ABORT_NOT_READY;
    if (!imethod->ready || imethod->failed)
        return false;
    bool ok = jit_region_make(&region, imethod, why);
    if (ok) {
        jit_flow(&region);
        JitGuards guards;
        jit_guards_find(&region, &guards, !method->unguarded);
        jit_allocate(&region, &guards);
        ok = jit_generate(&region, &guards, method, why);
        jit_guards_clear(&guards);
        totals.insns += region.insns->len;
    }
    if (ok && jit_options.dump && interp_method_spec_matches(jit_options.dump_spec, imethod->method)) {
        GString *text = g_string_new(NULL);
        jit_listing(&region, method, text);
        fputs(text->str, stdout);
        fflush(stdout);
        g_string_free(text, TRUE);
    }
    jit_region_clear(&region);
    return ok;
}

bool jit_compile(InterpMethod *imethod)
{
    JitMethod *method = jit_method(imethod);
    if (method->code || method->failed)
        return method->code != NULL;
    JitAbort why = JIT_ABORT_NONE;
    gint64 start = g_get_monotonic_time();
    bool ok = compile(method, &why);
    totals.compile_ns += (uint64_t)(g_get_monotonic_time() - start) * 1000;
    if (!ok) {
        g_clear_pointer(&method->entries, g_array_unref);
        g_clear_pointer(&method->exits, g_free);
        if (why == JIT_ABORT_NOT_READY && !imethod->failed)
            return false; /* later */
        if (why == JIT_ABORT_NO_MEMORY && method->discards < MAX_TRIES) { /* later: now all that is there is running */
            method->discards++;
            method->heat = 0;
            return false;
        }
        method->failed = true;
        totals.failed[why]++;
        return false;
    }
    method->tier_before = imethod->tier;
    imethod->tier = method->code;
    totals.methods++;
    totals.bytes += method->code_bytes;
    g_ptr_array_add(jit_compiled, method);
    jit_perf_method(method);
    return true;
}

static void *entry_at(const JitMethod *method, const uint16_t *ip)
{
    for (guint i = 0; i < method->entries->len; i++) {
        const JitEntry *entry = &g_array_index(method->entries, JitEntry, i);
        if (entry->ip == ip)
            return method->code + entry->offset;
    }
    return NULL;
}

static void *compile_point(InterpMethod *imethod, const uint16_t *ip, int32_t *again)
{
    *again = NEVER;
    void *code = jit_compile(imethod) ? entry_at(imethod->tier_data, ip) : NULL;
    const JitMethod *method = imethod->tier_data;
    if (!code && !method->code && !method->failed)
        *again = (int32_t)jit_heat_needed(method) * (*ip == MINT_TIER_LOOP ? JIT_LOOP_FACTOR : 1);
    return code;
}

/* ---- Entering ---- */

typedef int (*RunFunction)(void *code, InterpFrame *frame, MonoSlot *fp, MonoThreadState *state);

static InterpTierResult run(void *code, InterpFrame *frame)
{
    mono_thread_state.frames_top = frame;
    totals.entries++;
    if (((RunFunction)jit_stubs.run)(code, frame, frame->fp, &mono_thread_state)) {
        if (G_UNLIKELY(jit_shared.guard_failed))
            jit_note_failed_guard();
        return (InterpTierResult)interp_tier_status;
    }
    frame->flags &= ~(uint32_t)FRAME_JITERP;
    jit_help_put_result(frame, jit_shared.rax, jit_shared.xmm0);
    return INTERP_TIER_RETURNED;
}

static void make_run(X64Asm *a)
{
    static const uint8_t saved[] = {RBX, RBP, R12, R13, R14, R15};
    for (unsigned i = 0; i < 6; i++)
        x64_push(a, saved[i]);
    x64_ri(a, X64_SUB, 8, RSP, 8); /* 16-aligned: entries are called with the return address on top of that */
    x64_rr(a, X64_MOV, 8, RBX, RSI);
    x64_rr(a, X64_MOV, 8, RBP, RDX);
    x64_rr(a, X64_MOV, 8, R15, RCX);
    x64_r(a, X64_CALL, 8, RDI);
    x64_mr(a, X64_MOV, 8, g_global(&jit_shared.rax), RAX);
    x64_mr(a, X64_MOVSD, 4, g_global(&jit_shared.xmm0), 0);
    x64_setcc(a, CC_B, RAX);
    x64_rr(a, X64_MOVZX8, 4, RAX, RAX);
    x64_ri(a, X64_ADD, 8, RSP, 8);
    for (unsigned i = 6; i-- > 0;)
        x64_pop(a, saved[i]);
    x64_0(a, X64_RET, 4);
}

/* rax = InterpMethod, rbx and rbp as for a call. helper(frame, fp, method) says where the code is now, or NULL. */
static void make_slow_call(X64Asm *a, const void *helper)
{
    X64Label leave = x64_label(a);
    x64_push(a, RAX);
    x64_rr(a, X64_MOV, 8, RDI, RBX);
    x64_rr(a, X64_MOV, 8, RSI, RBP);
    x64_rr(a, X64_MOV, 8, RDX, RAX);
    x64_mov_imm(a, RAX, (uintptr_t)helper);
    x64_r(a, X64_CALL, 8, RAX);
    x64_rr(a, X64_MOV, 8, RCX, RAX);
    x64_pop(a, RAX);
    x64_rr(a, X64_TEST, 8, RCX, RCX);
    x64_jcc(a, CC_E, leave);
    x64_r(a, X64_JMP_TO, 8, RCX);
    x64_place(a, leave);
    x64_0(a, X64_STC, 4);
    x64_0(a, X64_RET, 4);
}

bool jit_make_stubs(void)
{
    X64Asm a;
    x64_begin(&a);
    make_run(&a);
    size_t not_compiled = a.code->len;
    make_slow_call(&a, (const void *)jit_help_call);
    size_t at_limit = a.code->len;
    make_slow_call(&a, (const void *)jit_help_at_limit);
    uint8_t *code, *write = jit_code_take(x64_size(&a), &code);
    if (!write)
        return false;
    jit_code_begin_write();
    x64_finish(&a, write);
    jit_code_end_write();
    x64_clear(&a);
    jit_stubs = (JitStubs){code, code + not_compiled, code + at_limit};
    return true;
}

/* ---- Statistics ---- */

static void print_stats(FILE *out)
{
    for (guint i = 0; i < jit_compiled->len; i++)
        jit_count_exits(jit_compiled->pdata[i]);
    fprintf(out,
            "Methods compiled: %" PRIu64 "\nMachine code bytes: %" PRIu64 "\nMachine code bytes in use at most: %zu of %zu\n"
            "Machine code bytes freed: %zu\nIR instructions compiled: %" PRIu64
            "\nCompile time: %.3f ms\nEntries into compiled code: %" PRIu64 "\n",
            totals.methods, totals.bytes, jit_code_stats.most, jit_options.code_limit_bytes, jit_code_stats.freed, totals.insns, (double)totals.compile_ns / 1e6, totals.entries);
    for (unsigned i = 0; i < JIT_ABORT_COUNT; i++)
        if (totals.failed[i])
            fprintf(out, "Methods not compiled, %s: %" PRIu64 "\n", jit_abort_texts[i], totals.failed[i]);
    for (unsigned i = 0; i < JIT_ABORT_COUNT; i++)
        if (jit_exit_counts.by_cause[i])
            fprintf(out, "Exits, %s: %" PRIu64 "\n", jit_abort_texts[i], jit_exit_counts.by_cause[i]);
    for (unsigned i = 0; i < MINT_COUNT; i++)
        if (jit_exit_counts.by_op[i])
            fprintf(out, "  %s: %" PRIu64 "\n", mint_op_info[i].name, jit_exit_counts.by_op[i]);
}

/* ---- Start ---- */

void mono_jiterp_init(void)
{
    if (!switched_on || !jit_code_init() || !jit_make_stubs())
        return;
    if (eager)
        jit_options.threshold = 0;
    jit_options.three_operands = __builtin_cpu_supports("avx");
    jit_compiled = g_ptr_array_new();
    interp_tier = (InterpTier){.enabled = true, .compile = compile_point, .run = run, .unmade = jit_follow_unmade,
                               .free_unmade = jit_free_unmade, .print_stats = print_stats};
    interp_tier_points = true;
    interp_tier_entry_heat = jit_options.threshold;
    interp_tier_loop_heat = jit_options.threshold * JIT_LOOP_FACTOR;
    interp_tier_entry = jit_stubs.not_compiled;
    jit_perf_init();
}
