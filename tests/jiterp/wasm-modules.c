/*
 * wasm-modules.c - writes modules of the WebAssembly back end with what the interpreter makes of the same IR; run-wasm.mjs
 * runs them in Node and compares.
 *
 * WASM_FOLDER=FOLDER wasm-modules: for each test below modules, and TEST.json: a list of
 *     {"module": file, "name": text, "kind": "i4"|"i8"|"r4"|"r8", "cases": [[unit, [slot, ...], result], ...]}
 *     slots and results are 64 bits in hexadecimal; result null: the interpreter threw, so the code must leave at `unit`
 *     with all slots as they were.
 */
#include "tests/jiterp/op-cases.h"

#include <inttypes.h>
#include <stdio.h>

#include "jiterp/wasm.h"

enum { CASES = 200, IMMEDIATES = 10, FIRST_UNIT = 2 };

static GString *json;
static const char *group;
static unsigned modules;

static void write_file(const char *name, const void *bytes, size_t length)
{
    const char *folder = g_getenv("WASM_FOLDER");
    ck_assert_msg(folder != NULL, "WASM_FOLDER says where the modules go");
    char *path = g_build_filename(folder, name, NULL);
    ck_assert_msg(g_file_set_contents(path, bytes, (gssize)length, NULL), "%s cannot be written", path);
    g_free(path);
}

static void begin(const char *name)
{
    start_runtime();
    group = name;
    modules = 0;
    json = g_string_new("[");
}

static void end(void)
{
    char *name = g_strdup_printf("%s.json", group);
    g_string_append(json, "\n]\n");
    write_file(name, json->str, json->len);
    g_free(name);
    g_string_free(json, TRUE);
}

/* The module of the trace at `unit`, and the head of its entry in cases.json. */
static void write_module(Hand *hand, uint32_t unit, const char *name, const char *kind)
{
    JitRegion region;
    JitAbort why;
    GByteArray *module = g_byte_array_new();
    bool made = jit_region_make(&region, &hand->imethod, &why);
    if (made) {
        jit_flow(&region);
        made = jit_wasm_compile(&region, &jit_wasm_layout, unit, module, &why);
    }
    jit_region_clear(&region);
    ck_assert_msg(made, "%s: no module, reason %u", name, why);
    char *file = g_strdup_printf("%s-%04u.wasm", group, ++modules);
    write_file(file, module->data, module->len);
    g_string_append_printf(json, "%s\n{\"module\": \"%s\", \"name\": \"%s\", \"kind\": \"%s\", \"cases\": [",
                           modules > 1 ? "," : "", file, name, kind);
    g_free(file);
    g_byte_array_free(module, TRUE);
}

static void write_case(bool first, uint32_t unit, const MonoSlot *args, unsigned count, const MonoSlot *result)
{
    g_string_append_printf(json, "%s[%u, [", first ? "" : ", ", unit);
    for (unsigned i = 0; i < count; i++)
        g_string_append_printf(json, "%s\"%016" PRIx64 "\"", i ? ", " : "", args[i].u8);
    if (result)
        g_string_append_printf(json, "], \"%016" PRIx64 "\"]", result->u8);
    else
        g_string_append(json, "], null]");
}

static void close_module(void)
{
    g_string_append(json, "]}");
}

/* false: an exception came out. */
static bool interpret(const Hand *hand, const MonoSlot *args, MonoSlot *result)
{
    Hand plain = *hand;
    plain.code[0] = MINT_NOP2; /* no tier point */
    plain.imethod.code = plain.code;
    plain.imethod.data = plain.data;
    plain.imethod.method = &plain.method;
    plain.method.interp = &plain.imethod;
    result->i8 = 0;
    return !interp_invoke(&plain.imethod, args, result);
}

static const char *kind_of(unsigned op)
{
    const char *name = mint_op_info[op].name;
    if (has_i4_result(op))
        return strstr(name, ".r4") && name[0] != 'c' ? "r4" : !strncmp(name, "conv.r4", 7) || !strncmp(name, "ckf", 3) ? "r4" : "i4";
    return is_real(op) && strncmp(name, "conv.i", 6) != 0 && strncmp(name, "conv.u", 6) != 0 &&
                   strncmp(name, "conv.ovf", 8) != 0
               ? "r8"
               : "i8";
}

START_TEST(each_op)
{
    begin("op");
    for (unsigned op = 0; op < MINT_COUNT; op++) {
        if (!is_pure(op) || !jit_is_supported(op))
            continue;
        unsigned variants = strchr(mint_op_info[op].operands, 'i') ? IMMEDIATES : 1;
        for (unsigned v = 0; v < variants; v++) {
            Hand hand;
            uint16_t code[64];
            unsigned n = put_op(code, op, next_random());
            code[n++] = MINT_RET;
            code[n++] = 10;
            hand_init(&hand, code, n, 3);
            write_module(&hand, 0, mint_op_info[op].name, kind_of(op));
            for (unsigned k = 0; k < CASES / variants; k++) {
                MonoSlot args[3], result;
                choose_operands(args);
                bool returned = interpret(&hand, args, &result);
                write_case(k == 0, FIRST_UNIT, args, 3, returned ? &result : NULL);
            }
            close_module();
        }
    }
    ck_assert_uint_ge(modules, 150);
    end();
}
END_TEST

SUITE("jiterp-wasm-modules", 120, each_op)
