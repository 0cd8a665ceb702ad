#include "synthetic.h"

#include <string.h>

const char *const synthetic_hostile_names[] = {
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=\"window.hacked=1\">",
    "a&b\"c'd<e>f",
    "operator<",
    "end\\",
    "\\u0041\\\\b",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "tab\there\nnewline\x01\x1b end",
    "Gr\xC3\xB6\xC3\x9F"
    "e.\xE5\x90\x8D\xE5\x89\x8D()",
    "]]>--><!--",
    "${window.hacked=1}`",
    "bad\xFF\xED\xA0\x80 bytes",
    "right\xE2\x80\xAE"
    "left",
    "\xEF\xBF\xBE noncharacter \xEF\xBF\xBD",
    "",
};
const unsigned synthetic_hostile_count = G_N_ELEMENTS(synthetic_hostile_names);

static uint32_t child(SpProfile *p, uint32_t parent, const char *name, const char *module, uint8_t kind, SpTier tier)
{
    SpFunction f = {.name = name, .module = module, .kind = kind};
    return sp_profile_child(p, parent, sp_profile_frame(p, sp_profile_function(p, &f), 0, tier));
}

uint32_t synthetic_stack(SpProfile *p, uint32_t thread, const char *stack, int64_t samples, int64_t self_ns)
{
    char **names = g_strsplit(stack, ";", -1);
    uint32_t node = sp_thread(p, thread)->root;
    for (char **name = names; *name; name++)
        node = child(p, node, *name, "", SP_FUNCTION_MANAGED, SP_TIER_UNKNOWN);
    g_strfreev(names);
    sp_profile_add(p, node, samples, self_ns, 0);
    return node;
}

/* ---- A program ---------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *raw_name, *module, *file;
    uint32_t start_line;
    uint8_t kind, tier;
} Known;

static const Known known[] = {
    {"Acme.Program.Main(string[])", "Acme.Program:Main (string[])", "acme", "src/Program.cs", 12, 0, SP_TIER_JIT},
    {"Acme.Compiler.Driver.Run(Acme.Options)", "Acme.Compiler.Driver:Run (Acme.Options)", "acme",
     "src/Compiler/Driver.cs", 40, 0, SP_TIER_JIT},
    {"Acme.Compiler.Lexer.NextToken()", "Acme.Compiler.Lexer:NextToken ()", "acme", "src/Compiler/Lexer.cs", 88, 0,
     SP_TIER_JIT},
    {"Acme.Compiler.Parser.ParseUnit()", "Acme.Compiler.Parser:ParseUnit ()", "acme", "src/Compiler/Parser.cs", 25, 0,
     SP_TIER_JIT},
    {"Acme.Compiler.Parser.ParseExpression(int)", "Acme.Compiler.Parser:ParseExpression (int)", "acme",
     "src/Compiler/Parser.cs", 141, 0, SP_TIER_JIT},
    {"Acme.Compiler.Binder.Bind(Acme.Syntax.Node)", "Acme.Compiler.Binder:Bind (Acme.Syntax.Node)", "acme",
     "src/Compiler/Binder.cs", 61, 0, SP_TIER_AOT},
    {"Acme.Compiler.Emitter.Emit(Acme.Bound.Tree)", "Acme.Compiler.Emitter:Emit (Acme.Bound.Tree)", "acme",
     "src/Compiler/Emitter.cs", 33, 0, SP_TIER_INTERP},
    {"Acme.Compiler.Emitter.WriteMethod.lambda#0(Acme.Bound.Method)",
     "Acme.Compiler.Emitter/<>c:<WriteMethod>b__4_0 (Acme.Bound.Method)", "acme", "src/Compiler/Emitter.cs", 77, 0,
     SP_TIER_JITERP},
    {"System.Collections.Generic.Dictionary<string, Acme.Symbol>.TryGetValue(string, Acme.Symbol&)",
     "System.Collections.Generic.Dictionary`2<string, Acme.Symbol>:TryGetValue (string,Acme.Symbol&)", "mscorlib", "",
     0, 0, SP_TIER_AOT},
    {"System.String.GetHashCode()", "string:GetHashCode ()", "mscorlib", "", 0, 0, SP_TIER_AOT},
    {"System.Text.StringBuilder.Append(char)", "System.Text.StringBuilder:Append (char)", "mscorlib", "", 0, 0,
     SP_TIER_AOT},
    {"System.IO.FileStream.Write(byte[], int, int)", "System.IO.FileStream:Write (byte[],int,int)", "mscorlib", "", 0,
     0, SP_TIER_AOT},
    {"System.Linq.Enumerable.ToArray<Acme.Bound.Method>(System.Collections.Generic.IEnumerable<Acme.Bound.Method>)",
     "System.Linq.Enumerable:ToArray<Acme.Bound.Method> (System.Collections.Generic.IEnumerable`1<Acme.Bound.Method>)",
     "System.Core", "", 0, 0, SP_TIER_JIT},
    {"System.IO.MonoIO.Write(System.IntPtr, byte[], int, int)",
     "(wrapper managed-to-native) System.IO.MonoIO:Write (intptr,byte[],int,int)", "mscorlib", "", 0,
     SP_FUNCTION_WRAPPER, SP_TIER_UNKNOWN},
    {"mono_gc_alloc_obj", "mono_gc_alloc_obj", "", "", 0, SP_FUNCTION_NATIVE, SP_TIER_UNKNOWN},
    {"Acme.Cache.Worker.Sweep()", "Acme.Cache.Worker:Sweep ()", "acme.cache", "src/Cache/Worker.cs", 19, 0,
     SP_TIER_JIT},
    {"System.Threading.ThreadHelper.ThreadStart()", "System.Threading.ThreadHelper:ThreadStart ()", "mscorlib", "", 0,
     0, SP_TIER_AOT},
    {"[gap]", "[gap]", "", "", 0, SP_FUNCTION_SYNTHETIC, SP_TIER_UNKNOWN},
};

/* Paths as indexes of known[], with how often a sample falls on them. */
static const struct {
    int path[12], thread, weight;
} paths[] = {
    {{0, 1, 2, 10, -1}, 0, 9},      {{0, 1, 2, -1}, 0, 14},
    {{0, 1, 2, 10, 14, -1}, 0, 4},  {{0, 1, 3, -1}, 0, 5},
    {{0, 1, 3, 4, -1}, 0, 9},       {{0, 1, 3, 4, 4, -1}, 0, 8},
    {{0, 1, 3, 4, 4, 4, -1}, 0, 6}, {{0, 1, 3, 4, 4, 4, 2, -1}, 0, 7},
    {{0, 1, 3, 4, 14, -1}, 0, 3},   {{0, 1, 5, -1}, 0, 16},
    {{0, 1, 5, 8, -1}, 0, 12},      {{0, 1, 5, 8, 9, -1}, 0, 8},
    {{0, 1, 5, 5, 8, 9, -1}, 0, 5}, {{0, 1, 6, -1}, 0, 7},
    {{0, 1, 6, 12, 7, -1}, 0, 11},  {{0, 1, 6, 12, 7, 10, -1}, 0, 6},
    {{0, 1, 6, 11, 13, -1}, 0, 9},  {{0, -1}, 0, 1},
    {{16, 15, -1}, 1, 20},          {{16, 15, 8, 9, -1}, 1, 9},
    {{16, 15, 14, -1}, 1, 5},       {{17, -1}, 2, 2},
};

static uint32_t known_node(SpProfile *p, uint32_t thread, const int *path)
{
    uint32_t node = sp_thread(p, thread)->root;
    for (; *path >= 0; path++) {
        const Known *k = &known[*path];
        SpFunction f = {k->name, k->raw_name, k->module, k->file, k->start_line, k->kind};
        uint32_t line = k->start_line ? k->start_line + 3 : 0;
        node = sp_profile_child(p, node, sp_profile_frame(p, sp_profile_function(p, &f), line, (SpTier)k->tier));
    }
    return node;
}

static void set_header(SpProfile *p, const char *program)
{
    p->program = sp_profile_string(p, program);
    p->command =
        sp_profile_string(p, "mono --profile=browser:sampleIntervalMs=1 acme.exe build \"My Project\" --release");
    p->runtime = sp_profile_string(p, "Mono 6.8.0.105 JIT");
    p->mode = sp_profile_string(p, "sample");
    p->trigger = sp_profile_string(p, "timer");
    p->pid = 4711;
    p->start_unix_ns = INT64_C(1700000000123456789);
    p->interval_ns = 1000000;
    p->has_time = true;
}

SpProfile *synthetic_program(void)
{
    SpProfile *p = sp_profile_new();
    set_header(p, "acme.exe");
    sp_profile_add_thread(p, 4711, "Main");
    sp_profile_add_thread(p, 4713, "Cache sweeper");
    sp_profile_add_thread(p, 4712, "Finalizer");
    int64_t last[3] = {0};
    uint32_t random = 12345;
    int64_t now = 0;
    for (int round = 0; round < 40; round++) {
        for (size_t k = 0; k < G_N_ELEMENTS(paths); k++) {
            for (int n = 0; n < paths[k].weight; n++) {
                random = random * 1664525u + 1013904223u;
                now += 700000 + random % 900000;
                int t = paths[k].thread;
                uint32_t node = known_node(p, (uint32_t)t, paths[k].path);
                int64_t weight = MIN(now - last[t], 1600000);
                last[t] = now;
                sp_profile_add(p, node, 1, weight, 0);
                sp_profile_add_sample(p, now, weight, node);
            }
        }
    }
    p->duration_ns = now + 500000;
    p->mean_interval_ns = 1149000;
    p->samples_complete = true;
    p->truncated = 3;
    return p;
}

/* ---- Others ------------------------------------------------------------------------------------------------- */

SpProfile *synthetic_names(bool hostile)
{
    SpProfile *p = sp_profile_new();
    set_header(p, hostile ? "we \"said\" </title><b>.exe" : "plain.exe");
    uint32_t t = sp_profile_add_thread(p, 1, hostile ? "t\"1\n<i>" : "Main");
    uint32_t top = child(p, sp_thread(p, t)->root, hostile ? "all" : "Main", "", SP_FUNCTION_MANAGED, SP_TIER_JIT);
    int64_t now = 0;
    for (unsigned i = 0; i < synthetic_hostile_count; i++) {
        char plain[32];
        g_snprintf(plain, sizeof plain, "Plain.Name%02u", i);
        SpFunction f = {.name = hostile ? synthetic_hostile_names[i] : plain};
        f.raw_name = hostile ? "raw</script>\"" : "Plain:Name";
        f.module = hostile ? "<module>&" : "plain";
        f.file = hostile ? "C:\\src\\\"x\".cs" : "plain.cs";
        f.start_line = i + 1;
        uint32_t node = sp_profile_child(p, top, sp_profile_frame(p, sp_profile_function(p, &f), 0, SP_TIER_JIT));
        int64_t weight = 1000000 * (i + 2);
        sp_profile_add(p, node, i + 2, weight, 0);
        sp_profile_add_sample(p, now += weight, weight, node);
    }
    p->duration_ns = now;
    p->samples_complete = true;
    return p;
}

SpProfile *synthetic_empty(void)
{
    SpProfile *p = sp_profile_new();
    set_header(p, "empty.exe");
    sp_profile_add_thread(p, 1, "Main");
    p->samples_complete = true;
    return p;
}

SpProfile *synthetic_large(unsigned nodes, unsigned seed)
{
    SpProfile *p = sp_profile_new();
    set_header(p, "large.exe");
    uint32_t t = sp_profile_add_thread(p, 1, "Main");
    uint32_t *made = g_new(uint32_t, nodes + 1);
    unsigned *depth = g_new0(unsigned, nodes + 1);
    made[0] = sp_thread(p, t)->root;
    unsigned count = 1;
    while (count <= nodes) {
        seed = seed * 1664525u + 1013904223u;
        /* A parent that is likely one of the last made gives towers of some tens of frames. */
        unsigned back = (seed >> 8) % 7 ? (seed >> 12) % 3 : (seed >> 12) % count;
        unsigned place = count - 1 - MIN(back, count - 1);
        if (depth[place] > 60)
            place = (seed >> 12) % MIN(count, 20);
        uint32_t parent = made[place];
        seed = seed * 1664525u + 1013904223u;
        char name[64];
        g_snprintf(name, sizeof name, "%s.Space%u.Type%u.Method%u(int)", (seed >> 9) % 5 ? "Large" : "System",
                   (seed >> 10) % 9, (seed >> 14) % 40, (seed >> 8) % 3000);
        uint32_t before = p->nodes->len;
        uint32_t node = child(p, parent, name, "", SP_FUNCTION_MANAGED, SP_TIER_JIT);
        if (p->nodes->len > before) {
            depth[count] = depth[place] + 1;
            made[count++] = node;
        }
        sp_profile_add(p, node, 1, 1000000, 0);
    }
    g_free(depth);
    g_free(made);
    return p;
}

SpProfile *synthetic_deep(unsigned depth)
{
    SpProfile *p = sp_profile_new();
    set_header(p, "deep.exe");
    uint32_t t = sp_profile_add_thread(p, 1, "Main");
    uint32_t node = child(p, sp_thread(p, t)->root, "Deep.Main()", "", SP_FUNCTION_MANAGED, SP_TIER_JIT);
    for (unsigned i = 1; i < depth; i++)
        node = child(p, node, "Deep.Recurse(int)", "", SP_FUNCTION_MANAGED, SP_TIER_JIT);
    sp_profile_add(p, node, 9, 9000000, 0);
    synthetic_stack(p, t, "Deep.Main();Flat.One();Flat.Two()", 1, 1000000);
    return p;
}

SpProfile *synthetic_calls(void)
{
    SpProfile *p = sp_profile_new();
    set_header(p, "calls.exe");
    p->mode = "calls";
    p->has_calls = true;
    p->interval_ns = 0;
    uint32_t t = sp_profile_add_thread(p, 1, "Main");
    uint32_t main = child(p, sp_thread(p, t)->root, "Calls.Main()", "calls", SP_FUNCTION_MANAGED, SP_TIER_JIT);
    uint32_t work = child(p, main, "Calls.Work(int)", "calls", SP_FUNCTION_MANAGED, SP_TIER_JIT);
    uint32_t leaf = child(p, work, "Calls.Leaf()", "calls", SP_FUNCTION_MANAGED, SP_TIER_JIT);
    sp_profile_add(p, main, 0, 100000 * 20, 1);
    sp_profile_add(p, work, 0, 300000 * 20, 20);
    sp_profile_add(p, leaf, 0, 600000 * 20, 40);
    sp_profile_add_span(p, 0, 20000000, main);
    for (int64_t i = 0; i < 20; i++) {
        sp_profile_add_span(p, i * 1000000 + 50000, i * 1000000 + 950000, work);
        sp_profile_add_span(p, i * 1000000 + 200000, i * 1000000 + 500000, leaf);
        sp_profile_add_span(p, i * 1000000 + 600000, i * 1000000 + 900000, leaf);
    }
    p->duration_ns = 20000000;
    p->spans_complete = true;
    return p;
}

SpProfile *synthetic_phases(void)
{
    static const char *const stacks[] = {"Main();A();X()", "Main();A();Y()", "Main();A()", "Main()"};
    SpProfile *p = sp_profile_new();
    set_header(p, "phases.exe");
    uint32_t t = sp_profile_add_thread(p, 1, "Main");
    for (int64_t i = 0; i < 70; i++) {
        int which = i < 50 ? (int)(i % 3) : i < 60 ? 3 : 2;
        uint32_t node = synthetic_stack(p, t, stacks[which], 1, 100000000);
        sp_profile_add_sample(p, (i + 1) * 100000000, 100000000, node);
    }
    p->duration_ns = INT64_C(7000000000);
    p->samples_complete = true;
    return p;
}

SpProfile *synthetic_counts(void)
{
    SpProfile *p = sp_profile_new();
    p->program = "stacks.folded";
    uint32_t t = sp_profile_add_thread(p, 0, "");
    synthetic_stack(p, t, "main;read", 30, 0);
    synthetic_stack(p, t, "main;compute;inner", 60, 0);
    synthetic_stack(p, t, "main", 10, 0);
    p->dropped = 5;
    p->pruned = 123;
    return p;
}
