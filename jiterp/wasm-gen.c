/*
 * wasm-gen.c - locals for webs, slots, exits, calls of helpers; the module of a trace.
 */
#include "jiterp/wasm-gen.h"

#include <stddef.h>
#include <string.h>

enum { MAX_CODE_BYTES = 1 << 20 };

/* Structures of the runtime as wasm32 lays them out: pointers of 4 bytes, int64_t aligned to 8. */
const JitWasmLayout jit_wasm_layout = {
    .pointer_size = 4, .object_header = 8,
    .object_vtable = 0, .vtable_klass = 0, .vtable_slots = 88, .vtable_initialized = 14, .vtable_initializing = 15,
    .array_bounds = 8, .array_length = 12, .array_data = 16, .string_length = 8, .string_chars = 12,
    .bounds_size = 8, .bounds_length = 0, .bounds_lower = 4,
    .frame_ret = 12,
    .skip_counter = 0, .safepoint_pending = 8, .samplepoint_requested = 12,
};
#if UINTPTR_MAX == UINT32_MAX
_Static_assert(sizeof(MonoObject) == 8 && offsetof(MonoVTable, initialized) == 14 &&
                   offsetof(MonoVTable, initializing) == 15 && offsetof(MonoVTable, slots) == 88 &&
                   offsetof(MonoArray, length) == 12 &&
                   offsetof(MonoArray, bounds) == 8 && sizeof(MonoArrayBounds) == 8 &&
                   offsetof(MonoArrayBounds, lower_bound) == 4 &&
                   offsetof(MonoArray, data) == 16 && offsetof(MonoString, length) == 8 &&
                   offsetof(MonoString, chars) == 12 && offsetof(InterpFrame, ret) == 12 &&
                   offsetof(MonoThreadState, safepoint_pending) == 8 &&
                   offsetof(MonoThreadState, samplepoint_requested) == 12,
               "jit_wasm_layout is that of this host");
#endif

void w_op(WasmGen *g, WasmOp op) { wasm_op(&g->f, op); }
void w_get(WasmGen *g, uint32_t local) { wasm_index(&g->f, WASM_LOCAL_GET, local); }
void w_set(WasmGen *g, uint32_t local) { wasm_index(&g->f, WASM_LOCAL_SET, local); }
void w_tee(WasmGen *g, uint32_t local) { wasm_index(&g->f, WASM_LOCAL_TEE, local); }

/* ---- Types ---- */

static unsigned bit(WasmType type)
{
    return 1u << (WASM_I32 - type);
}

static bool is_wide(WasmType type)
{
    return type == WASM_I64 || type == WASM_F64;
}

/* The same bits of a slot in another type; what was 32 bits is zero-extended. */
static void coerce(WasmGen *g, WasmType from, WasmType to)
{
    if (from == to)
        return;
    if (from == WASM_F32)
        w_op(g, WASM_I32_REINTERPRET_F32);
    if (from == WASM_F64)
        w_op(g, WASM_I64_REINTERPRET_F64);
    if (is_wide(from) && !is_wide(to))
        w_op(g, WASM_I32_WRAP_I64);
    if (!is_wide(from) && is_wide(to))
        w_op(g, WASM_I64_EXTEND_I32_U);
    if (to == WASM_F32)
        w_op(g, WASM_F32_REINTERPRET_I32);
    if (to == WASM_F64)
        w_op(g, WASM_F64_REINTERPRET_I64);
}

static WasmOp load_of(WasmType type)
{
    switch (type) {
    case WASM_I32: return WASM_I32_LOAD;
    case WASM_F32: return WASM_F32_LOAD;
    case WASM_F64: return WASM_F64_LOAD;
    default: return WASM_I64_LOAD;
    }
}

static WasmOp store_of(WasmType type)
{
    switch (type) {
    case WASM_I32: return WASM_I32_STORE;
    case WASM_F32: return WASM_F32_STORE;
    case WASM_F64: return WASM_F64_STORE;
    default: return WASM_I64_STORE;
    }
}

/* ---- Webs ---- */

static bool is_pointer_constant(const WasmGen *g, const JitWeb *web)
{
    unsigned op = JIT_INSN(g->r, web->def_insn)->op;
    return op == MINT_LDPTR || op == MINT_LDSFLDA;
}

static void constant(WasmGen *g, const JitWeb *web, WasmType type)
{
    if (is_pointer_constant(g, web)) {
        wasm_global(&g->f, w_data(g, JIT_INSN(g->r, web->def_insn)->v[1]));
        coerce(g, WASM_I32, type);
    } else if (type == WASM_I32) {
        wasm_i32(&g->f, (int32_t)web->constant);
    } else if (type == WASM_I64) {
        wasm_i64(&g->f, (int64_t)web->constant);
    } else {
        wasm_real(&g->f, type, web->constant);
    }
}

static void push_web(WasmGen *g, uint32_t index, WasmType type)
{
    const JitWeb *web = JIT_WEB(g->r, index);
    if (web->memory_only) {
        w_get(g, WASM_FP);
        wasm_memory(&g->f, load_of(type), web->slot * 8);
    } else if (web->is_constant) {
        constant(g, web, type);
    } else {
        g->webs[index].touched = true;
        w_get(g, g->webs[index].local);
        coerce(g, g->webs[index].home, type);
    }
}

void w_push_as(WasmGen *g, unsigned operand, WasmType type)
{
    push_web(g, WINS->web[operand], type);
}

void w_push(WasmGen *g, unsigned operand, WasmType type)
{
    g->webs[WINS->web[operand]].wanted |= (uint8_t)bit(type);
    w_push_as(g, operand, type);
}

void w_pop_as(WasmGen *g, unsigned operand, WasmType type)
{
    uint32_t index = WINS->web[operand];
    const JitWeb *web = JIT_WEB(g->r, index);
    g->webs[index].nonnull = false;
    if (web->memory_only) {
        coerce(g, type, WASM_I64);
        w_set(g, g->i64[2]);
        w_get(g, WASM_FP);
        w_get(g, g->i64[2]);
        wasm_memory(&g->f, WASM_I64_STORE, web->slot * 8);
    } else if (web->is_constant) {
        w_op(g, WASM_DROP); /* every use has the constant itself */
    } else {
        g->webs[index].touched = true;
        coerce(g, type, g->webs[index].home);
        w_set(g, g->webs[index].local);
    }
}

void w_pop(WasmGen *g, unsigned operand, WasmType type)
{
    g->webs[WINS->web[operand]].wanted |= (uint8_t)bit(type);
    w_pop_as(g, operand, type);
}

WasmType w_home(const WasmGen *g, unsigned operand)
{
    uint32_t index = WINS->web[operand];
    const JitWeb *web = JIT_WEB(g->r, index);
    return web->memory_only || web->is_constant ? WASM_I64 : g->webs[index].home;
}

WasmType w_like(const WasmGen *g, unsigned operand, WasmType type)
{
    WasmType home = w_home(g, operand);
    return is_wide(home) == is_wide(type) ? home : type;
}

bool w_constant(const WasmGen *g, unsigned operand, uint64_t *value)
{
    const JitWeb *web = JIT_WEB(g->r, WINS->web[operand]);
    *value = web->constant;
    return web->is_constant && !is_pointer_constant(g, web);
}

/* ---- Slots ---- */

void w_slot_address(WasmGen *g, uint32_t slot, uint32_t offset)
{
    w_get(g, WASM_FP);
    if (slot || offset) {
        wasm_i32(&g->f, (int32_t)(slot * 8 + offset));
        w_op(g, WASM_I32_ADD);
    }
}

static void store_web(WasmGen *g, uint32_t slot, uint32_t index)
{
    const JitWeb *web = JIT_WEB(g->r, index);
    if (web->memory_only)
        return;
    WasmType type = web->is_constant || g->webs[index].home == WASM_I32 ? WASM_I64 : g->webs[index].home;
    w_get(g, WASM_FP);
    push_web(g, index, type);
    wasm_memory(&g->f, store_of(type), slot * 8);
}

static void load_web(WasmGen *g, uint32_t slot, uint32_t index)
{
    const JitWeb *web = JIT_WEB(g->r, index);
    g->webs[index].nonnull = false;
    if (web->memory_only || web->is_constant)
        return;
    g->webs[index].touched = true;
    w_get(g, WASM_FP);
    wasm_memory(&g->f, load_of(g->webs[index].home), slot * 8);
    w_set(g, g->webs[index].local);
}

void w_spill(WasmGen *g)
{
    const uint64_t *live = jit_live(g->r, g->index);
    for (uint32_t w = 0; w < g->r->words; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
            uint32_t slot = w * 64 + (uint32_t)__builtin_ctzll(bits);
            store_web(g, slot, g->current[slot]);
        }
}

void w_flush(WasmGen *g)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(g->r, WINS, effects);
    for (unsigned k = 0; k < count; k++)
        for (uint32_t s = effects[k].slot; effects[k].kind == JIT_MUSE && s < effects[k].slot + effects[k].count; s++)
            store_web(g, s, g->current[s]);
}

void w_reload_defs(WasmGen *g, bool single)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(g->r, WINS, effects), mdef = WINS->mdef_first;
    for (unsigned k = 0; k < count; k++) {
        if (effects[k].kind == JIT_DEF && single)
            load_web(g, effects[k].slot, WINS->web[effects[k].operand]);
        for (uint32_t s = 0; effects[k].kind == JIT_MDEF && s < effects[k].count; s++)
            load_web(g, effects[k].slot + s, g_array_index(g->r->mdefs, uint32_t, mdef++));
    }
}

/* ---- Exits, helpers ---- */

uint32_t w_unit(const WasmGen *g)
{
    return (uint32_t)(WINS->ip - g->r->imethod->code);
}

void w_exit(WasmGen *g)
{
    w_spill(g);
    wasm_i32(&g->f, (int32_t)w_unit(g));
    w_op(g, WASM_RETURN);
}

void w_exit_if(WasmGen *g)
{
    wasm_block(&g->f, WASM_IF, WASM_VOID);
    w_exit(g);
    w_op(g, WASM_END);
}

void w_call_leaving(WasmGen *g, WasmHelper helper)
{
    w_spill(g);
    w_get(g, WASM_FRAME);
    wasm_i32(&g->f, (int32_t)w_unit(g));
    wasm_call(&g->f, helper);
    w_tee(g, g->i32[0]);
    wasm_block(&g->f, WASM_IF, WASM_VOID);
    w_get(g, g->i32[0]);
    w_op(g, WASM_RETURN);
    w_op(g, WASM_END);
}

void w_by_host(WasmGen *g)
{
    w_call_leaving(g, WASM_HELPER_OP);
    w_reload_defs(g, true);
}

void w_null_check(WasmGen *g, unsigned operand)
{
    uint32_t index = WINS->web[operand];
    if (g->webs[index].nonnull)
        return;
    w_push(g, operand, WASM_I32);
    w_op(g, WASM_I32_EQZ);
    w_exit_if(g);
    g->webs[index].nonnull = !JIT_WEB(g->r, index)->memory_only;
}

uint32_t w_data(const WasmGen *g, int32_t index)
{
    return WASM_GLOBAL_DATA + (uint32_t)index;
}

/* ---- Blocks ---- */

bool w_block(WasmGen *g, uint32_t b)
{
    const JitBlock *block = JIT_BLOCK(g->r, b);
    g->block = b;
    jit_walk_begin(g->r, block, g->current);
    for (guint w = 0; w < g->r->webs->len; w++)
        g->webs[w].nonnull = false;
    for (uint32_t i = block->first; i < block->end; i++) {
        g->index = i;
        g->insn = JIT_INSN(g->r, i);
        switch (w_insn(g)) {
        case W_NEXT:
            break;
        case W_ENDED:
            return false;
        case W_NO_CODE:
            w_exit(g);
            return false;
        }
        jit_walk_insn(g->r, g->insn, g->current);
    }
    return true;
}

/* ---- The trace ---- */

static WasmType home_of(const WasmGen *g, uint32_t index)
{
    uint8_t wanted = g->webs[index].wanted;
    if (wanted == bit(WASM_F64))
        return WASM_F64;
    if (wanted == bit(WASM_F32))
        return WASM_F32;
    return JIT_WEB(g->r, index)->wide || wanted & (bit(WASM_F64) | bit(WASM_F32)) ? WASM_I64 : WASM_I32;
}

static void choose_homes(WasmGen *g)
{
    static const WasmType types[] = {WASM_I32, WASM_I64, WASM_F32, WASM_F64};
    jit_share_along_moves(g->r, &g->webs->wanted, sizeof *g->webs);
    for (unsigned t = 0; t < G_N_ELEMENTS(types); t++)
        for (guint w = 0; w < g->r->webs->len; w++) {
            WasmWeb *web = &g->webs[w];
            web->home = home_of(g, w);
            if (web->touched && web->home == types[t])
                web->local = wasm_local(&g->f, types[t]);
        }
}

static void scratch_locals(WasmGen *g)
{
    g->next = wasm_local(&g->f, WASM_I32);
    for (unsigned i = 0; i < G_N_ELEMENTS(g->i32); i++)
        g->i32[i] = wasm_local(&g->f, WASM_I32);
    for (unsigned i = 0; i < G_N_ELEMENTS(g->i64); i++)
        g->i64[i] = wasm_local(&g->f, WASM_I64);
    g->f64 = wasm_local(&g->f, WASM_F64);
}

static void write_body(WasmGen *g)
{
    const JitBlock *entry = JIT_BLOCK(g->r, g->entry);
    for (uint32_t s = 0; s < g->r->slots; s++)
        if (entry->in_webs[s] != JIT_NO_WEB)
            load_web(g, s, entry->in_webs[s]);
    w_flow_write(g);
    w_op(g, WASM_UNREACHABLE); /* every way has returned */
}

/* The block that begins at a unit where code may be entered. */
static bool find_entry(const JitRegion *region, uint32_t unit, uint32_t *block)
{
    const JitContext *root = JIT_CONTEXT(region, 0);
    uint32_t insn = unit < root->imethod->code_units ? root->insn_of_unit[unit] : UINT32_MAX;
    if (insn == UINT32_MAX || region->contexts->len != 1)
        return false;
    *block = JIT_INSN(region, insn)->block;
    const JitBlock *it = JIT_BLOCK(region, *block);
    return it->first == insn && (insn == 0 || it->is_entry);
}

static void write_module(WasmGen *g, uint32_t unit, GByteArray *module)
{
    char *full = mono_method_full_name(g->r->imethod->method, 1);
    char *name = unit ? g_strdup_printf("%s@%u", full, unit) : g_strdup(full);
    wasm_module_write(&g->f, name, module);
    g_free(name);
    mono_free(full);
}

bool jit_wasm_compile(const JitRegion *region, const JitWasmLayout *layout, uint32_t unit, GByteArray *module,
                      JitAbort *why)
{
    WasmGen g = {.r = region, .layout = layout, .typing = true};
    *why = JIT_ABORT_NOTHING_TO_GAIN;
    if (!find_entry(region, unit, &g.entry))
        return false;
    g.webs = g_new0(WasmWeb, region->webs->len + 1);
    g.current = g_new(uint32_t, region->slots + 1);
    for (guint w = 0; w < region->webs->len; w++)
        g.webs[w].home = WASM_I64;
    *why = JIT_ABORT_TOO_LARGE;
    bool ok = w_flow_find(&g);
    if (ok) {
        wasm_function_begin(&g.f);
        write_body(&g);
        wasm_function_clear(&g.f);
        g.typing = false;
        wasm_function_begin(&g.f);
        scratch_locals(&g);
        choose_homes(&g);
        write_body(&g);
        ok = g.f.code->len <= MAX_CODE_BYTES;
        if (ok)
            write_module(&g, unit, module);
        wasm_function_clear(&g.f);
    }
    if (g.by_order)
        g_array_free(g.by_order, TRUE);
    if (g.labels)
        g_array_free(g.labels, TRUE);
    g_free(g.nodes);
    g_free(g.webs);
    g_free(g.current);
    return ok;
}
