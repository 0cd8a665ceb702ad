/*
 * wasm-memory.c - loads and stores: pointers, fields, arrays, statics, value types; casts by comparison; returns.
 *
 * Addresses are the low half of a slot. Null is tested before each access: address 0 is memory like any other here.
 */
#include "jiterp/wasm-gen.h"

/* ---- Memory ---- */

void w_load(WasmGen *g, WasmMem kind, uint32_t offset)
{
    static const WasmOp ops[] = {WASM_I32_LOAD8_S, WASM_I32_LOAD8_U, WASM_I32_LOAD16_S, WASM_I32_LOAD16_U};
    if (kind < W_MEM_I4) {
        wasm_memory(&g->f, ops[kind], offset);
        w_pop(g, 0, WASM_I32);
        return;
    }
    WasmType type = w_like(g, 0, kind == W_MEM_I4 ? WASM_I32 : WASM_I64);
    wasm_memory(&g->f, type == WASM_F32 ? WASM_F32_LOAD : type == WASM_F64 ? WASM_F64_LOAD
                       : kind == W_MEM_I4 ? WASM_I32_LOAD : WASM_I64_LOAD, offset);
    w_pop_as(g, 0, type);
}

void w_store(WasmGen *g, unsigned size_log2, uint32_t offset, unsigned value)
{
    if (size_log2 < 2) {
        w_push(g, value, WASM_I32);
        wasm_memory(&g->f, size_log2 ? WASM_I32_STORE16 : WASM_I32_STORE8, offset);
        return;
    }
    WasmType type = w_like(g, value, size_log2 == 2 ? WASM_I32 : WASM_I64);
    w_push_as(g, value, type);
    wasm_memory(&g->f, type == WASM_F32 ? WASM_F32_STORE : type == WASM_F64 ? WASM_F64_STORE
                       : size_log2 == 2 ? WASM_I32_STORE : WASM_I64_STORE, offset);
}

void w_address(WasmGen *g, unsigned operand)
{
    w_null_check(g, operand);
    w_push(g, operand, WASM_I32);
}

/* ---- Arrays, strings ---- */

static void scaled_index(WasmGen *g, unsigned index, uint32_t size)
{
    w_push(g, index, WASM_I32);
    if (size != 1) {
        bool power = (size & (size - 1)) == 0;
        wasm_i32(&g->f, power ? __builtin_ctz(size) : (int32_t)size);
        w_op(g, power ? WASM_I32_SHL : WASM_I32_MUL);
    }
    w_op(g, WASM_I32_ADD);
}

/* One exit for null and for an index that is no index: the length at address 0 is read, but does not count. */
static void check_index(WasmGen *g, unsigned object, unsigned index, uint32_t length_offset)
{
    WasmWeb *web = &g->webs[WINS->web[object]];
    w_push(g, index, WASM_I32);
    w_push(g, object, WASM_I32);
    wasm_memory(&g->f, WASM_I32_LOAD, length_offset);
    w_op(g, WASM_I32_GE_U);
    if (!web->nonnull) {
        w_push(g, object, WASM_I32);
        w_op(g, WASM_I32_EQZ);
        w_op(g, WASM_I32_OR);
        web->nonnull = !JIT_WEB(g->r, WINS->web[object])->memory_only;
    }
    w_exit_if(g);
}

void w_element(WasmGen *g, unsigned array, unsigned index, uint32_t size)
{
    check_index(g, array, index, g->layout->array_length);
    w_push(g, array, WASM_I32);
    scaled_index(g, index, size);
}

/* Index k of a 2-dimensional array less its lower bound, tested against its length; i32[0] = bounds. */
static void index_of_dimension(WasmGen *g, unsigned k, uint32_t local)
{
    const JitWasmLayout *layout = g->layout;
    w_push(g, 2 + k, WASM_I32);
    w_get(g, g->i32[0]);
    wasm_memory(&g->f, WASM_I32_LOAD, k * layout->bounds_size + layout->bounds_lower);
    w_op(g, WASM_I32_SUB);
    w_tee(g, local);
    w_get(g, g->i32[0]);
    wasm_memory(&g->f, WASM_I32_LOAD, k * layout->bounds_size + layout->bounds_length);
    w_op(g, WASM_I32_GE_U);
    w_exit_if(g);
}

/* data + ((i - lower0) * length1 + (j - lower1)) * size. Without bounds it is no array of two dimensions. */
void w_element_2d(WasmGen *g)
{
    w_null_check(g, 1);
    w_push(g, 1, WASM_I32);
    wasm_memory(&g->f, WASM_I32_LOAD, g->layout->array_bounds);
    w_tee(g, g->i32[0]);
    w_op(g, WASM_I32_EQZ);
    w_exit_if(g);
    index_of_dimension(g, 0, g->i32[1]);
    index_of_dimension(g, 1, g->i32[2]);
    w_push(g, 1, WASM_I32);
    w_get(g, g->i32[1]);
    w_get(g, g->i32[0]);
    wasm_memory(&g->f, WASM_I32_LOAD, g->layout->bounds_size + g->layout->bounds_length);
    w_op(g, WASM_I32_MUL);
    w_get(g, g->i32[2]);
    w_op(g, WASM_I32_ADD);
    wasm_i32(&g->f, (int32_t)WINS->imm);
    w_op(g, WASM_I32_MUL);
    w_op(g, WASM_I32_ADD);
    wasm_i32(&g->f, (int32_t)g->layout->array_data);
    w_op(g, WASM_I32_ADD);
    w_pop(g, 0, WASM_I32);
}

void w_load_char(WasmGen *g)
{
    check_index(g, 1, 2, g->layout->string_length);
    w_push(g, 1, WASM_I32);
    scaled_index(g, 2, 2);
    w_load(g, W_MEM_U2, g->layout->string_chars);
}

void w_store_reference(WasmGen *g)
{
    w_element(g, 0, 1, g->layout->pointer_size);
    w_set(g, g->i32[0]);
    w_push(g, 2, WASM_I32);
    wasm_block(&g->f, WASM_IF, WASM_VOID);
    w_push(g, 0, WASM_I32);
    w_push(g, 2, WASM_I32);
    wasm_call(&g->f, WASM_HELPER_STORE_CHECK);
    w_op(g, WASM_I32_EQZ);
    w_exit_if(g);
    w_op(g, WASM_END);
    w_get(g, g->i32[0]);
    w_push(g, 2, WASM_I32);
    wasm_memory(&g->f, WASM_I32_STORE, g->layout->array_data);
}

/* ---- Classes ---- */

/* Running now counts as done: its own constructor asks. */
void w_check_class(WasmGen *g, int32_t data_index)
{
    wasm_global(&g->f, w_data(g, data_index));
    wasm_memory(&g->f, WASM_I32_LOAD8_U, g->layout->vtable_initialized);
    wasm_global(&g->f, w_data(g, data_index));
    wasm_memory(&g->f, WASM_I32_LOAD8_U, g->layout->vtable_initializing);
    w_op(g, WASM_I32_OR);
    w_op(g, WASM_I32_EQZ);
    w_exit_if(g);
}

/* The data table has it after the interpreter ran the op once. */
void w_load_cached(WasmGen *g)
{
    wasm_global(&g->f, WASM_GLOBAL_DATA_TABLE);
    wasm_memory(&g->f, WASM_I32_LOAD, (uint32_t)WINS->v[1] * g->layout->pointer_size);
    w_tee(g, g->i32[0]);
    w_op(g, WASM_I32_EQZ);
    w_exit_if(g);
    w_get(g, g->i32[0]);
    w_pop(g, 0, WASM_I32);
}

/* The object of operand 1 is not of class data[v[2]]: 1. */
static void other_class(WasmGen *g)
{
    w_push(g, 1, WASM_I32);
    wasm_memory(&g->f, WASM_I32_LOAD, g->layout->object_vtable);
    wasm_memory(&g->f, WASM_I32_LOAD, g->layout->vtable_klass);
    wasm_global(&g->f, w_data(g, WINS->v[2]));
    w_op(g, WASM_I32_NE);
}

void w_is_other_class(WasmGen *g)
{
    bool by_method = WINS->op == MINT_BR_NOT_METHOD;
    w_address(g, 0);
    wasm_memory(&g->f, WASM_I32_LOAD, g->layout->object_vtable);
    if (by_method)
        wasm_memory(&g->f, WASM_I32_LOAD, g->layout->vtable_slots + (uint32_t)WINS->v[1] * g->layout->pointer_size);
    wasm_global(&g->f, w_data(g, WINS->v[by_method ? 2 : 1]));
    w_op(g, WASM_I32_NE);
}

void w_cast_exact(WasmGen *g, bool throws)
{
    w_push(g, 1, WASM_I32);
    w_set(g, g->i32[0]);
    w_push(g, 1, WASM_I32);
    wasm_block(&g->f, WASM_IF, WASM_VOID);
    other_class(g);
    if (throws) {
        w_exit_if(g);
    } else {
        wasm_block(&g->f, WASM_IF, WASM_VOID);
        wasm_i32(&g->f, 0);
        w_set(g, g->i32[0]);
        w_op(g, WASM_END);
    }
    w_op(g, WASM_END);
    w_get(g, g->i32[0]);
    w_pop(g, 0, WASM_I32);
}

/* An enum in a box of its underlying type is left to the interpreter. */
void w_unbox(WasmGen *g)
{
    w_null_check(g, 1);
    other_class(g);
    w_exit_if(g);
    w_push(g, 1, WASM_I32);
    wasm_i32(&g->f, (int32_t)g->layout->object_header);
    w_op(g, WASM_I32_ADD);
    w_pop(g, 0, WASM_I32);
}

/* ---- Value types ---- */

/* The place in memory that a value type op names, checked; false: its other side is slots only. */
static bool other_place(WasmGen *g)
{
    uint32_t bytes = (uint32_t)WINS->imm;
    switch (WINS->op) {
    case MINT_LDIND_VT:
        w_address(g, 1);
        return true;
    case MINT_STIND_VT:
        w_address(g, 0);
        return true;
    case MINT_LDFLD_VT:
        w_address(g, 1);
        wasm_i32(&g->f, WINS->v[2]);
        break;
    case MINT_STFLD_VT:
        w_address(g, 0);
        wasm_i32(&g->f, WINS->v[1]);
        break;
    case MINT_LDELEM_VT:
        w_element(g, 1, 2, bytes);
        wasm_i32(&g->f, (int32_t)g->layout->array_data);
        break;
    case MINT_STELEM_VT:
        w_element(g, 0, 1, bytes);
        wasm_i32(&g->f, (int32_t)g->layout->array_data);
        break;
    case MINT_LDSFLD_VT_INIT:
        w_check_class(g, WINS->v[1] + 1);
        /* fall through */
    case MINT_LDSFLD_VT:
        wasm_global(&g->f, w_data(g, WINS->v[1]));
        return true;
    case MINT_STSFLD_VT_INIT:
        w_check_class(g, WINS->v[0] + 1);
        /* fall through */
    case MINT_STSFLD_VT:
        wasm_global(&g->f, w_data(g, WINS->v[0]));
        return true;
    default:
        return false;
    }
    w_op(g, WASM_I32_ADD);
    return true;
}

/* From memory into slots. */
static void load_vt(WasmGen *g)
{
    other_place(g);
    w_set(g, g->i32[0]);
    w_slot_address(g, (uint32_t)WINS->v[0], 0);
    w_get(g, g->i32[0]);
    wasm_i32(&g->f, (int32_t)WINS->imm);
    wasm_copy(&g->f);
    w_reload_defs(g, false);
}

/* From slots, of operand `value`, into memory. */
static void store_vt(WasmGen *g, unsigned value)
{
    other_place(g);
    w_set(g, g->i32[0]);
    w_flush(g);
    w_get(g, g->i32[0]);
    w_slot_address(g, (uint32_t)WINS->v[value], 0);
    wasm_i32(&g->f, (int32_t)WINS->imm);
    wasm_copy(&g->f);
}

static void copy_slots(WasmGen *g, int32_t to, uint32_t to_offset, int32_t from, uint32_t from_offset, uint32_t bytes)
{
    w_flush(g);
    w_slot_address(g, (uint32_t)to, to_offset);
    w_slot_address(g, (uint32_t)from, from_offset);
    wasm_i32(&g->f, (int32_t)bytes);
    wasm_copy(&g->f);
    w_reload_defs(g, false);
}

static void clear(WasmGen *g, uint32_t bytes)
{
    wasm_i32(&g->f, 0);
    wasm_i32(&g->f, (int32_t)bytes);
    wasm_fill(&g->f);
}

void w_vt_op(WasmGen *g)
{
    const int32_t *v = WINS->v;
    switch (WINS->op) {
    case MINT_MOV_VT:
        copy_slots(g, v[0], 0, v[1], 0, (uint32_t)v[2] * 8);
        return;
    case MINT_LDVTFLD_VT:
        copy_slots(g, v[0], 0, v[1], (uint32_t)v[2], (uint32_t)WINS->imm);
        return;
    case MINT_STVTFLD_VT:
        copy_slots(g, v[0], (uint32_t)v[1], v[2], 0, (uint32_t)WINS->imm);
        return;
    case MINT_ZERO_VT:
        w_slot_address(g, (uint32_t)v[0], 0);
        clear(g, (uint32_t)v[1] * 8);
        w_reload_defs(g, false);
        return;
    case MINT_INITOBJ:
        w_address(g, 0);
        clear(g, (uint32_t)WINS->imm);
        return;
    case MINT_CPOBJ:
        w_null_check(g, 0);
        w_null_check(g, 1);
        w_push(g, 0, WASM_I32);
        w_push(g, 1, WASM_I32);
        wasm_i32(&g->f, (int32_t)WINS->imm);
        wasm_copy(&g->f);
        return;
    case MINT_STIND_VT:
    case MINT_STSFLD_VT:
    case MINT_STSFLD_VT_INIT:
        store_vt(g, 1);
        return;
    case MINT_STFLD_VT:
    case MINT_STELEM_VT:
        store_vt(g, 2);
        return;
    default:
        load_vt(g);
    }
}

void w_load_vt_field(WasmGen *g)
{
    WasmMem kind = (WasmMem)(WINS->op - MINT_LDVTFLD_I1);
    if (WINS->web[1] == JIT_NO_WEB) { /* part of a slot */
        w_flush(g);
        w_slot_address(g, (uint32_t)WINS->v[1], 0);
        w_load(g, kind, (uint32_t)WINS->v[2]);
        return;
    }
    WasmType type = w_like(g, 0, kind == W_MEM_I8 ? WASM_I64 : WASM_I32);
    w_push_as(g, 1, type);
    w_pop_as(g, 0, type);
}

void w_store_vt_field(WasmGen *g)
{
    if (WINS->web[0] == JIT_NO_WEB) {
        w_flush(g);
        w_slot_address(g, (uint32_t)WINS->v[0], 0);
        w_store(g, (unsigned)(WINS->op - MINT_STVTFLD_I1), (uint32_t)WINS->v[1], 2);
        w_reload_defs(g, false);
        return;
    }
    WasmType type = w_like(g, 0, WASM_I64);
    w_push_as(g, 2, type);
    w_pop_as(g, 0, type);
}

/* ---- Returns ---- */

void w_return(WasmGen *g)
{
    if (WINS->op == MINT_RET_VT)
        w_flush(g);
    if (WINS->op != MINT_RET_VOID) {
        w_get(g, WASM_FRAME);
        wasm_memory(&g->f, WASM_I32_LOAD, g->layout->frame_ret);
    }
    if (WINS->op == MINT_RET_VT) {
        w_slot_address(g, (uint32_t)WINS->v[0], 0);
        wasm_i32(&g->f, WINS->v[1] * 8);
        wasm_copy(&g->f);
    } else if (WINS->op == MINT_RET) {
        WasmType type = w_like(g, 0, WASM_I64);
        w_push_as(g, 0, type);
        wasm_memory(&g->f, type == WASM_F64 ? WASM_F64_STORE : WASM_I64_STORE, 0);
    }
    wasm_i32(&g->f, JIT_WASM_RETURNED);
    w_op(g, WASM_RETURN);
}
