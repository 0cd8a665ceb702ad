/*
 * wasm-backend.c - traces as modules in the host that runs this runtime: JavaScript instantiates each over the runtime's
 * own memory and puts its function into the runtime's table, so that it is called through a C function pointer.
 *
 * A method gets a trace for each way in that is asked for. JitEntry.offset is the function's place in the table, and so is
 * InterpMethod.tier for the trace at the method's start, which calls of compiled code enter (wasm-calls.c).
 */
#include "jiterp/backend.h"
#include "jiterp/wasm-calls.h"
#include "jiterp/wasm.h"

/* wasm/runtime.mjs. A table index, 0: the module was refused. code, data: what the imports env.code, env.data are; data.N
 * are read from `data`. */
__attribute__((import_module("monosp"), import_name("trace_make"))) uint32_t
host_trace_make(const uint8_t *module, uint32_t bytes, const uint16_t *code, void **data, const void *thread_state);
__attribute__((import_module("monosp"), import_name("trace_free"))) void host_trace_free(uint32_t index);

JitCodeStats jit_code_stats;

bool jit_code_fits(size_t bytes)
{
    return jit_code_stats.in_use + bytes <= jit_options.code_limit_bytes;
}

/* ---- Compiling ---- */

static bool make(GByteArray *module, JitMethod *method, const uint16_t *ip, JitAbort *why)
{
    InterpMethod *imethod = method->imethod;
    *why = JIT_ABORT_NO_MEMORY;
    if (!jit_code_fits(module->len) && !jit_make_room(module->len))
        return false;
    JitEntry entry = {.ip = ip};
    entry.offset = host_trace_make(module->data, module->len, imethod->code, imethod->data, &mono_thread_state);
    if (!entry.offset)
        return false;
    if (!method->entries)
        method->entries = g_array_new(FALSE, FALSE, sizeof(JitEntry));
    g_array_append_val(method->entries, entry);
    method->code = (uint8_t *)(uintptr_t)entry.offset; /* any but NULL: it has some */
    method->code_bytes += module->len;
    if (ip == imethod->code)
        imethod->tier = (void *)(uintptr_t)entry.offset;
    jit_code_stats.in_use += module->len;
    jit_code_stats.most = MAX(jit_code_stats.most, jit_code_stats.in_use);
    return true;
}

bool jit_backend_compile(JitRegion *region, JitMethod *method, const uint16_t *ip, JitAbort *why)
{
    GByteArray *module = g_byte_array_new();
    uint32_t unit = (uint32_t)(ip - method->imethod->code);
    bool ok = jit_wasm_compile(region, &jit_wasm_layout, unit, module, why) && make(module, method, ip, why);
    g_byte_array_free(module, TRUE);
    return ok;
}

bool jit_backend_has(const JitMethod *method, const uint16_t *ip)
{
    return method->code && jit_backend_entry(method, ip);
}

void *jit_backend_entry(const JitMethod *method, const uint16_t *ip)
{
    for (guint i = 0; i < method->entries->len; i++) {
        const JitEntry *entry = &g_array_index(method->entries, JitEntry, i);
        if (entry->ip == ip)
            return (void *)(uintptr_t)entry->offset;
    }
    return NULL;
}

void jit_backend_free(JitMethod *method)
{
    for (guint i = 0; i < method->entries->len; i++)
        host_trace_free(g_array_index(method->entries, JitEntry, i).offset);
    jit_code_stats.in_use -= method->code_bytes;
    jit_code_stats.freed += method->code_bytes;
}

/* ---- Entering ---- */

InterpTierResult jit_backend_run(void *code, InterpFrame *frame)
{
    jit_entry_count++;
    switch (jit_trace_run(code, frame)) {
    case JIT_WASM_RETURNED:
        return INTERP_TIER_RETURNED;
    case JIT_WASM_PENDING:
        return INTERP_TIER_PENDING;
    default:
        return (InterpTierResult)interp_tier_status;
    }
}

bool jit_backend_init(void)
{
    interp_tier_entry = NULL;
    return true;
}
