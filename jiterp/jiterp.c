/*
 * jiterp.c - start, options, compiling at the interpreter's demand, statistics. What depends on the host's code is behind
 * backend.h.
 */
#include "jiterp/internal.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "jiterp/backend.h"

enum { DEFAULT_THRESHOLD = 400, DEFAULT_CODE_MB = 64, NEVER = INT32_MAX, MAX_TRIES = 10 };

JitOptions jit_options = {.threshold = DEFAULT_THRESHOLD, .code_limit_bytes = (size_t)DEFAULT_CODE_MB << 20};
JitSharedState jit_shared;
uint64_t jit_entry_count;

static bool switched_on = true;
static bool eager;
static struct {
    uint64_t methods, failed[JIT_ABORT_COUNT], bytes, compile_ns, insns;
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

static bool compile(JitMethod *method, const uint16_t *ip, JitAbort *why)
{
    InterpMethod *imethod = method->imethod;
    JitRegion region;
    *why = JIT_ABORT_NOT_READY;
    if (!imethod->ready || imethod->failed)
        return false;
    bool ok = jit_region_make(&region, imethod, why);
    if (ok) {
        jit_flow(&region);
        ok = jit_backend_compile(&region, method, ip, why);
        totals.insns += region.insns->len;
    }
    jit_region_clear(&region);
    return ok;
}

static void not_compiled(JitMethod *method, JitAbort why)
{
    if (!method->code) {
        g_clear_pointer(&method->entries, g_array_unref);
        g_clear_pointer(&method->exits, g_free);
    }
    if (why == JIT_ABORT_NOT_READY && !method->imethod->failed)
        return; /* later */
    if (why == JIT_ABORT_NO_MEMORY && method->discards < MAX_TRIES) { /* later: now all that is there is running */
        method->discards++;
        method->heat = 0;
        return;
    }
    method->failed = true;
    totals.failed[why]++;
}

bool jit_compile(InterpMethod *imethod, const uint16_t *ip)
{
    JitMethod *method = jit_method(imethod);
    if (jit_backend_has(method, ip))
        return true;
    if (method->failed)
        return false;
    JitAbort why = JIT_ABORT_NONE;
    bool first = !method->code;
    uint32_t bytes_before = method->code_bytes;
    if (first)
        method->tier_before = imethod->tier;
    gint64 start = g_get_monotonic_time();
    bool ok = compile(method, ip, &why);
    totals.compile_ns += (uint64_t)(g_get_monotonic_time() - start) * 1000;
    if (!ok) {
        not_compiled(method, why);
        return false;
    }
    totals.bytes += method->code_bytes - bytes_before;
    if (first) {
        totals.methods++;
        g_ptr_array_add(jit_compiled, method);
    }
    return true;
}

static void *compile_point(InterpMethod *imethod, const uint16_t *ip, int32_t *again)
{
    *again = NEVER;
    void *code = jit_compile(imethod, ip) ? jit_backend_entry(imethod->tier_data, ip) : NULL;
    const JitMethod *method = imethod->tier_data;
    if (!code && !method->code && !method->failed)
        *again = (int32_t)jit_heat_needed(method) * (*ip == MINT_TIER_LOOP ? JIT_LOOP_FACTOR : 1);
    return code;
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
            totals.methods, totals.bytes, jit_code_stats.most, jit_options.code_limit_bytes, jit_code_stats.freed, totals.insns, (double)totals.compile_ns / 1e6, jit_entry_count);
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
    if (!switched_on || !jit_backend_init())
        return;
    if (eager)
        jit_options.threshold = 0;
    jit_compiled = g_ptr_array_new();
    interp_tier = (InterpTier){.enabled = true, .compile = compile_point, .run = jit_backend_run, .unmade = jit_follow_unmade,
                               .free_unmade = jit_free_unmade, .print_stats = print_stats};
    interp_tier_points = true;
    interp_tier_entry_heat = jit_options.threshold;
    interp_tier_loop_heat = jit_options.threshold * JIT_LOOP_FACTOR;
}
