/*
 * wasm-module.h - the binary format: instructions into a body, a body into a module.
 */
#ifndef JITERP_WASM_MODULE_H
#define JITERP_WASM_MODULE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define WASM(NAME, opcode) WASM_##NAME = opcode,
#include "jiterp/wasm-insns.def"
#undef WASM
} WasmOp;

typedef enum { WASM_I32 = 0x7f, WASM_I64 = 0x7e, WASM_F32 = 0x7d, WASM_F64 = 0x7c, WASM_VOID = 0x40 } WasmType;

typedef enum {
#define HELPER(NAME, import, parameters, result) WASM_HELPER_##NAME,
#include "jiterp/wasm-helpers.def"
#undef HELPER
    WASM_HELPER_COUNT
} WasmHelper;

/* Imported globals: these, or data.N as WASM_GLOBAL_DATA + N. */
typedef enum { WASM_GLOBAL_THREAD_STATE, WASM_GLOBAL_CODE, WASM_GLOBAL_DATA_TABLE, WASM_GLOBAL_DATA } WasmGlobal;

/* A function whose parameters are two i32 and whose result is one. */
typedef struct {
    GByteArray *code;
    uint32_t helper_index[WASM_HELPER_COUNT]; /* + 1; 0: not imported */
    GArray *helpers; /* WasmHelper, in the order of import */
    GArray *globals; /* uint32_t, in the order of import */
    GByteArray *locals; /* WasmType each, behind the parameters */
} WasmFunction;

void wasm_function_begin(WasmFunction *f);
void wasm_function_clear(WasmFunction *f);
uint32_t wasm_local(WasmFunction *f, WasmType type);

void wasm_op(WasmFunction *f, WasmOp op);
void wasm_index(WasmFunction *f, WasmOp op, uint32_t index); /* locals, globals, labels */
void wasm_block(WasmFunction *f, WasmOp op, WasmType type);  /* block, loop, if */
void wasm_i32(WasmFunction *f, int32_t value);
void wasm_i64(WasmFunction *f, int64_t value);
void wasm_real(WasmFunction *f, WasmType type, uint64_t bits);
void wasm_memory(WasmFunction *f, WasmOp op, uint32_t offset); /* any alignment */
void wasm_copy(WasmFunction *f);  /* memory.copy: to, from, bytes on the stack */
void wasm_fill(WasmFunction *f);  /* memory.fill: to, byte, bytes */
void wasm_call(WasmFunction *f, WasmHelper helper);
void wasm_global(WasmFunction *f, uint32_t global);
void wasm_br_table(WasmFunction *f, const uint32_t *labels, uint32_t count, uint32_t otherwise);

/* The module with this one function, named `name` in the name section. */
void wasm_module_write(const WasmFunction *f, const char *name, GByteArray *out);

#endif
