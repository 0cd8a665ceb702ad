/*
 * wasm-modules.c - writes modules of the WebAssembly back end with what the interpreter makes of the same IR; run-wasm.mjs
 * runs them in Node and compares.
 *
 * WASM_FOLDER=FOLDER wasm-modules: for each test below modules, and TEST.json: a list of
 *     {"module": file, "name": text, "kind": "i4"|"i8"|"r4"|"r8", "cases": [[unit, [slot, ...], result], ...]}
 *     slots and results are 64 bits in hexadecimal; result null: the interpreter threw, so the code must leave at `unit`
 *     with all slots as they were. Random methods have "heads": {unit: file}, traces that begin at loop heads, too.
 *     Those of kind "scene" have no cases: wasm-scenes.mjs knows what they do.
 *
 * TEST.ops names the ops in its modules, all-ops those that have code.
 *
 * WASM_EXITS=FILE wasm-modules: lines "seed unit slot ..." where a random method was left; the interpreter
 * goes on from there and must come to what it comes to alone.
 */
#include "tests/jiterp/op-cases.h"
#include "tests/jiterp/random-ir.h"
#include "tests/jiterp/wasm-scenes.h"

#include <inttypes.h>
#include <stdio.h>

#include "jiterp/wasm.h"

enum { CASES = 200, IMMEDIATES = 10, FIRST_UNIT = 2 };

static GString *json;
static const char *group;
static unsigned modules;
static bool compiled[MINT_COUNT];

static void write_file(const char *name, const void *bytes, size_t length)
{
    const char *folder = g_getenv("WASM_FOLDER");
    ck_assert_msg(folder != NULL, "WASM_FOLDER says where the modules go");
    char *path = g_build_filename(folder, name, NULL);
    ck_assert_msg(g_file_set_contents(path, bytes, (gssize)length, NULL), "%s cannot be written", path);
    g_free(path);
}

/* Names of ops, one a line. */
static void write_ops(const char *name, const bool *ops)
{
    GString *text = g_string_new(NULL);
    for (unsigned op = 0; op < MINT_COUNT; op++)
        if (ops[op])
            g_string_append_printf(text, "%s\n", mint_op_info[op].name);
    write_file(name, text->str, text->len);
    g_string_free(text, TRUE);
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
    char *name = g_strdup_printf("%s.json", group), *ops = g_strdup_printf("%s.ops", group);
    g_string_append(json, "\n]\n");
    write_file(name, json->str, json->len);
    write_ops(ops, compiled);
    g_free(name);
    g_free(ops);
    g_string_free(json, TRUE);
}

/* Writes the module of the trace at `unit`; returns its file's name. */
static char *write_trace(Hand *hand, uint32_t unit, const char *name)
{
    JitRegion region;
    JitAbort why;
    GByteArray *module = g_byte_array_new();
    bool made = jit_region_make(&region, &hand->imethod, &why);
    if (made) {
        jit_flow(&region);
        made = jit_wasm_compile(&region, &jit_wasm_layout, unit, module, &why);
    }
    for (guint i = 0; made && i < region.insns->len; i++)
        compiled[JIT_INSN(&region, i)->op] = true;
    jit_region_clear(&region);
    ck_assert_msg(made, "%s: no module, reason %u", name, why);
    char *file = g_strdup_printf("%s-%04u.wasm", group, ++modules);
    write_file(file, module->data, module->len);
    g_byte_array_free(module, TRUE);
    return file;
}

/* The head of an entry. */
static void write_module(Hand *hand, const char *name, const char *kind)
{
    char *file = write_trace(hand, 0, name);
    g_string_append_printf(json, "%s\n{\"module\": \"%s\", \"name\": \"%s\", \"kind\": \"%s\", \"cases\": [",
                           json->len > 1 ? "," : "", file, name, kind);
    g_free(file);
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
    bool narrow = has_i4_result(op);
    if (jit_fp_operands(op) & 1)
        return narrow ? "r4" : "r8";
    return narrow ? "i4" : "i8";
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
            write_module(&hand, mint_op_info[op].name, kind_of(op));
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

/* if (op a, b) return 1; return 2; */
START_TEST(each_branch)
{
    begin("branch");
    for (unsigned op = 0; op < MINT_COUNT; op++) {
        if (!is_branch(op))
            continue;
        unsigned variants = strchr(mint_op_info[op].operands, 'i') ? IMMEDIATES : 1;
        for (unsigned v = 0; v < variants; v++) {
            uint16_t code[64];
            unsigned n = 0, source = 0;
            Hand hand;
            code[n++] = (uint16_t)op;
            for (const char *letter = mint_op_info[op].operands; *letter != 'b'; letter++)
                code[n++] = *letter == 's' ? (uint16_t)source++
                                           : (uint16_t)immediate(op, next_random() >> next_random() % 64);
            const uint16_t rest[] = {WIDE((int32_t)n + 2 + 5), MINT_LDC_I8_S, 10, 2, MINT_RET, 10, MINT_LDC_I8_S, 11, 1,
                                     MINT_RET, 11};
            memcpy(code + n, rest, sizeof rest);
            n += G_N_ELEMENTS(rest);
            hand_init(&hand, code, n, 3);
            write_module(&hand, mint_op_info[op].name, "i8");
            for (unsigned k = 0; k < CASES / variants; k++) {
                MonoSlot args[3], result;
                choose_operands(args);
                if (k % 4 == 0)
                    args[1] = args[0];
                ck_assert(interpret(&hand, args, &result));
                write_case(k == 0, FIRST_UNIT, args, 3, &result);
            }
            close_module();
        }
    }
    end();
}
END_TEST

/* ---- Scenes ---- */

static void write_scene(const char *name, Hand *hand)
{
    write_module(hand, name, "scene");
    close_module();
}

START_TEST(each_scene)
{
    begin("scene");
    for_each_scene(write_scene);
    end();
}
END_TEST

/* ---- Random methods ---- */

START_TEST(random_methods)
{
    const char *first = g_getenv("WASM_SEED"), *count = g_getenv("WASM_COUNT");
    uint64_t from = first ? g_ascii_strtoull(first, NULL, 0) : 1, methods = count ? g_ascii_strtoull(count, NULL, 0) : 120;
    begin("random");
    for (uint64_t seed = from; seed < from + methods; seed++) {
        RandomMethod method;
        MonoSlot result;
        char name[32];
        random_method(&method, seed);
        g_snprintf(name, sizeof name, "%" PRIu64, seed);
        bool returned = interpret(&method.hand, method.args, &result);
        write_module(&method.hand, name, "random");
        write_case(true, 0, method.args, RANDOM_ARGS, returned ? &result : NULL);
        g_string_append(json, "], \"heads\": {");
        for (unsigned i = 0; i < method.loop_count; i++) {
            char *file = write_trace(&method.hand, method.loops[i], name);
            g_string_append_printf(json, "%s\"%u\": \"%s\"", i ? ", " : "", method.loops[i], file);
            g_free(file);
        }
        g_string_append(json, "}}");
    }
    end();
}
END_TEST

/* Seed, unit and slots of one line. */
static void resume(const char *line)
{
    char **words = g_strsplit(line, " ", -1);
    ck_assert_uint_eq(g_strv_length(words), FRAME_SLOTS + 2);
    uint64_t seed = g_ascii_strtoull(words[0], NULL, 10);
    RandomMethod method;
    MonoSlot slots[FRAME_SLOTS], got, want;
    random_method(&method, seed);
    bool returned = interpret(&method.hand, method.args, &want);
    for (unsigned i = 0; i < FRAME_SLOTS; i++)
        slots[i].u8 = g_ascii_strtoull(words[i + 2], NULL, 16);
    random_resume(&method, (uint32_t)g_ascii_strtoull(words[1], NULL, 10));
    bool again = interpret(&method.hand, slots, &got);
    ck_assert_msg(returned == again && (!returned || got.u8 == want.u8),
                  "seed %" PRIu64 ", left at unit %s: %s %" PRIx64 ", wanted %s %" PRIx64, seed, words[1],
                  again ? "returns" : "throws", got.u8, returned ? "returns" : "throws", want.u8);
    g_strfreev(words);
}

/* Those that have code: each must be in a module of some test. */
START_TEST(list_of_ops)
{
    bool ops[MINT_COUNT];
    for (unsigned op = 0; op < MINT_COUNT; op++)
        ops[op] = jit_is_supported(op);
    write_ops("all-ops", ops);
}
END_TEST

START_TEST(exits_are_exact)
{
    const char *path = g_getenv("WASM_EXITS");
    char *text;
    start_runtime();
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "%s cannot be read", path);
    char **lines = g_strsplit(g_strchomp(text), "\n", -1);
    for (unsigned i = 0; lines[i]; i++)
        resume(lines[i]);
    printf("%u exits taken up by the interpreter\n", g_strv_length(lines));
    g_strfreev(lines);
    g_free(text);
}
END_TEST

/* One of two runs: to make modules, or to take up the exits. */
int main(void)
{
    const TTest *const make[] = {each_op, each_branch, each_scene, random_methods, list_of_ops};
    const TTest *const take_up[] = {exits_are_exact};
    return g_getenv("WASM_EXITS") ? run_suite("jiterp-wasm-exits", take_up, G_N_ELEMENTS(take_up), 120)
                                  : run_suite("jiterp-wasm-modules", make, G_N_ELEMENTS(make), 120);
}
