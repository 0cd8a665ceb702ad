/*
 * wasm-module.c - the binary format of WebAssembly, as far as one function with imports needs it.
 *
 *   module   "\0asm" version(4), then sections: id, size, content; in the order of their ids
 *   numbers  LEB128, 7 bits a byte, lowest first; signed ones for constants
 *
 * Import order fixes the indexes: functions and globals are numbered as they are first used, and calls carry that number.
 */
#include "jiterp/wasm-module.h"

#include <string.h>

enum { SECTION_CUSTOM = 0, SECTION_TYPE = 1, SECTION_IMPORT = 2, SECTION_FUNCTION = 3, SECTION_EXPORT = 7,
       SECTION_CODE = 10 };
enum { KIND_FUNCTION = 0, KIND_MEMORY = 2, KIND_GLOBAL = 3 };
enum { PARAMETERS = 2 };

static const struct {
    const char *name, *parameters, *result;
} helpers[] = {
#define HELPER(NAME, import, parameters, result) {import, parameters, result},
#include "jiterp/wasm-helpers.def"
#undef HELPER
};

/* ---- Numbers and names ---- */

static void byte(GByteArray *out, uint8_t value)
{
    g_byte_array_append(out, &value, 1);
}

static void leb_u(GByteArray *out, uint64_t value)
{
    do {
        uint8_t low = value & 0x7f;
        value >>= 7;
        byte(out, value ? low | 0x80 : low);
    } while (value);
}

static void leb_s(GByteArray *out, int64_t value)
{
    for (;;) {
        uint8_t low = value & 0x7f;
        value >>= 7;
        bool last = (value == 0 && !(low & 0x40)) || (value == -1 && (low & 0x40));
        byte(out, last ? low : low | 0x80);
        if (last)
            return;
    }
}

static void text(GByteArray *out, const char *value)
{
    leb_u(out, strlen(value));
    g_byte_array_append(out, (const uint8_t *)value, (guint)strlen(value));
}

/* ---- Instructions ---- */

void wasm_function_begin(WasmFunction *f)
{
    *f = (WasmFunction){g_byte_array_new(), {0}, g_array_new(FALSE, FALSE, sizeof(WasmHelper)),
                        g_array_new(FALSE, FALSE, sizeof(uint32_t)), g_byte_array_new()};
}

void wasm_function_clear(WasmFunction *f)
{
    g_byte_array_free(f->code, TRUE);
    g_byte_array_free(f->locals, TRUE);
    g_array_free(f->helpers, TRUE);
    g_array_free(f->globals, TRUE);
}

uint32_t wasm_local(WasmFunction *f, WasmType type)
{
    byte(f->locals, (uint8_t)type);
    return PARAMETERS + f->locals->len - 1;
}

void wasm_op(WasmFunction *f, WasmOp op)
{
    if (op > 0xff) {
        byte(f->code, (uint8_t)(op >> 8));
        leb_u(f->code, op & 0xff);
    } else {
        byte(f->code, (uint8_t)op);
    }
}

void wasm_index(WasmFunction *f, WasmOp op, uint32_t index)
{
    wasm_op(f, op);
    leb_u(f->code, index);
}

void wasm_block(WasmFunction *f, WasmOp op, WasmType type)
{
    wasm_op(f, op);
    byte(f->code, (uint8_t)type);
}

void wasm_i32(WasmFunction *f, int32_t value)
{
    wasm_op(f, WASM_I32_CONST);
    leb_s(f->code, value);
}

void wasm_i64(WasmFunction *f, int64_t value)
{
    wasm_op(f, WASM_I64_CONST);
    leb_s(f->code, value);
}

void wasm_real(WasmFunction *f, WasmType type, uint64_t bits)
{
    wasm_op(f, type == WASM_F32 ? WASM_F32_CONST : WASM_F64_CONST);
    for (unsigned i = 0; i < (type == WASM_F32 ? 4 : 8); i++)
        byte(f->code, (uint8_t)(bits >> (8 * i)));
}

void wasm_memory(WasmFunction *f, WasmOp op, uint32_t offset)
{
    wasm_op(f, op);
    leb_u(f->code, 0); /* no alignment promised */
    leb_u(f->code, offset);
}

void wasm_copy(WasmFunction *f)
{
    wasm_op(f, WASM_MEMORY_COPY);
    byte(f->code, 0); /* memories */
    byte(f->code, 0);
}

void wasm_fill(WasmFunction *f)
{
    wasm_op(f, WASM_MEMORY_FILL);
    byte(f->code, 0);
}

void wasm_call(WasmFunction *f, WasmHelper helper)
{
    if (!f->helper_index[helper]) {
        g_array_append_val(f->helpers, helper);
        f->helper_index[helper] = f->helpers->len;
    }
    wasm_index(f, WASM_CALL, f->helper_index[helper] - 1);
}

void wasm_global(WasmFunction *f, uint32_t global)
{
    guint i = 0;
    while (i < f->globals->len && g_array_index(f->globals, uint32_t, i) != global)
        i++;
    if (i == f->globals->len)
        g_array_append_val(f->globals, global);
    wasm_index(f, WASM_GLOBAL_GET, i);
}

void wasm_br_table(WasmFunction *f, const uint32_t *labels, uint32_t count, uint32_t otherwise)
{
    wasm_op(f, WASM_BR_TABLE);
    leb_u(f->code, count);
    for (uint32_t i = 0; i < count; i++)
        leb_u(f->code, labels[i]);
    leb_u(f->code, otherwise);
}

/* ---- Sections ---- */

static void section(GByteArray *out, uint8_t id, GByteArray *content)
{
    byte(out, id);
    leb_u(out, content->len);
    g_byte_array_append(out, content->data, content->len);
    g_byte_array_set_size(content, 0);
}

static void value_types(GByteArray *out, const char *letters)
{
    leb_u(out, strlen(letters));
    for (; *letters; letters++)
        byte(out, *letters == 'i' ? WASM_I32 : WASM_F64);
}

/* Type 0 is the trace's, the others are the helpers', one each. */
static void types(const WasmFunction *f, GByteArray *s)
{
    leb_u(s, f->helpers->len + 1);
    byte(s, 0x60);
    value_types(s, "ii");
    value_types(s, "i");
    for (guint i = 0; i < f->helpers->len; i++) {
        WasmHelper helper = g_array_index(f->helpers, WasmHelper, i);
        byte(s, 0x60);
        value_types(s, helpers[helper].parameters);
        value_types(s, helpers[helper].result);
    }
}

static void import_global(GByteArray *s, uint32_t global)
{
    static const char *const names[] = {"thread_state", "code", "data"};
    if (global < WASM_GLOBAL_DATA) {
        text(s, "env");
        text(s, names[global]);
    } else {
        char number[16];
        g_snprintf(number, sizeof number, "%u", global - WASM_GLOBAL_DATA);
        text(s, "data");
        text(s, number);
    }
    byte(s, KIND_GLOBAL);
    byte(s, WASM_I32);
    byte(s, 0); /* immutable */
}

static void imports(const WasmFunction *f, GByteArray *s)
{
    leb_u(s, 1 + f->helpers->len + f->globals->len);
    text(s, "env");
    text(s, "memory");
    byte(s, KIND_MEMORY);
    byte(s, 0); /* no maximum */
    leb_u(s, 1);
    for (guint i = 0; i < f->helpers->len; i++) {
        text(s, "env");
        text(s, helpers[g_array_index(f->helpers, WasmHelper, i)].name);
        byte(s, KIND_FUNCTION);
        leb_u(s, i + 1);
    }
    for (guint i = 0; i < f->globals->len; i++)
        import_global(s, g_array_index(f->globals, uint32_t, i));
}

/* Locals of one type one after the other are one group. */
static void code(const WasmFunction *f, GByteArray *s)
{
    GByteArray *body = g_byte_array_new();
    uint32_t groups = 0;
    for (guint i = 0; i < f->locals->len; i++)
        groups += i == 0 || f->locals->data[i] != f->locals->data[i - 1];
    leb_u(body, groups);
    for (guint i = 0, n; i < f->locals->len; i += n) {
        for (n = 1; i + n < f->locals->len && f->locals->data[i + n] == f->locals->data[i];)
            n++;
        leb_u(body, n);
        byte(body, f->locals->data[i]);
    }
    g_byte_array_append(body, f->code->data, f->code->len);
    byte(body, WASM_END);
    leb_u(s, 1);
    leb_u(s, body->len);
    g_byte_array_append(s, body->data, body->len);
    g_byte_array_free(body, TRUE);
}

/* Subsection 1: names of functions; imported ones have theirs already. */
static void names(const WasmFunction *f, const char *name, GByteArray *s)
{
    GByteArray *map = g_byte_array_new();
    leb_u(map, 1);
    leb_u(map, f->helpers->len);
    text(map, name);
    text(s, "name");
    byte(s, 1);
    leb_u(s, map->len);
    g_byte_array_append(s, map->data, map->len);
    g_byte_array_free(map, TRUE);
}

void wasm_module_write(const WasmFunction *f, const char *name, GByteArray *out)
{
    static const uint8_t head[] = {0, 'a', 's', 'm', 1, 0, 0, 0};
    GByteArray *s = g_byte_array_new();
    g_byte_array_append(out, head, sizeof head);
    types(f, s);
    section(out, SECTION_TYPE, s);
    imports(f, s);
    section(out, SECTION_IMPORT, s);
    leb_u(s, 1);
    leb_u(s, 0);
    section(out, SECTION_FUNCTION, s);
    leb_u(s, 1);
    text(s, "trace");
    byte(s, KIND_FUNCTION);
    leb_u(s, f->helpers->len);
    section(out, SECTION_EXPORT, s);
    code(f, s);
    section(out, SECTION_CODE, s);
    names(f, name, s);
    section(out, SECTION_CUSTOM, s);
    g_byte_array_free(s, TRUE);
}
