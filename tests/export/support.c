#include "tests/export/support.h"

#include "profiler/import/reading.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const nasty_names[] = {
    "a;b",
    "a b 17",
    "x 1 2 3",
    " lead",
    "trail ",
    " ",
    "5",
    "",
    "operator<",
    "a&b",
    "a\"b",
    "List<int>",
    "</script>",
    "<!--",
    "tab\tname",
    "line\nname",
    "cr\rname",
    "\x01",
    "\x1b[31m",
    "\x7f",
    "nel\xC2\x85",
    "ls\xE2\x80\xA8x",
    "bom\xEF\xBB\xBFx",
    "\xEF\xBB\xBF",
    "fffe\xEF\xBF\xBE",
    "lone\xED\xA0\x80",
    "lone\xED\xB0\x80",
    "bad\xFFname",
    "end\\",
    "a\\\\b",
    "\\u0041",
    "\\x3b",
    "\\x00",
    "\\x",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "all",
    "root",
    "0",
    "NaN",
    "Gr\xC3\xB6\xC3\x9F"
    "e",
    "Gro\xCC\x88\xC3\x9F"
    "e",
    "\xE5\x90\x8D\xE5\x89\x8D",
    "\xF0\x9F\x94\xA5",
    "Work(int)",
    "Work(long)",
    "N1.T.Work",
    "N2.T.Work",
    "Gen`1<T_REF>.G",
    "100%",
    "%s%n",
    "'single'",
    "{\"a\":1}",
    "[x]",
    ";;",
    "\\;",
    "a\\x3bb;",
    "#hash",
    "\xEF\xBF\xBD"
    "ED",
};
const size_t nasty_name_count = G_N_ELEMENTS(nasty_names);

SpProfile *timed_profile(void)
{
    SpProfile *p = sp_profile_new();
    p->has_time = true;
    p->program = sp_profile_string(p, "app.exe");
    p->command = sp_profile_string(p, "mono app.exe 1");
    p->runtime = sp_profile_string(p, "Mono 6.8");
    p->mode = sp_profile_string(p, "sample");
    p->trigger = sp_profile_string(p, "timer");
    p->pid = 77;
    p->interval_ns = 1000000;
    p->mean_interval_ns = 1250000;
    p->start_unix_ns = 1600000000123456789;
    p->duration_ns = 2000000000;
    sp_profile_add_thread(p, 100, "Main");
    return p;
}

uint32_t stack(SpProfile *p, uint32_t thread, ...)
{
    va_list names;
    va_start(names, thread);
    uint32_t node = sp_thread(p, thread)->root;
    for (const char *name; (name = va_arg(names, const char *));) {
        SpFunction f = {.name = name};
        node = sp_profile_child(p, node, sp_profile_frame(p, sp_profile_function(p, &f), 0, SP_TIER_JIT));
    }
    va_end(names);
    return node;
}

void take_sample(SpProfile *p, uint32_t node, int64_t end_ns, int64_t weight_ns)
{
    sp_profile_add(p, node, 1, weight_ns, 0);
    sp_profile_add_sample(p, end_ns, weight_ns, node);
    p->samples_complete = true;
}

void make_call(SpProfile *p, uint32_t node, int64_t start_ns, int64_t end_ns, int64_t self_ns)
{
    sp_profile_add(p, node, 0, self_ns, 1);
    sp_profile_add_span(p, start_ns, end_ns, node);
    p->has_calls = p->spans_complete = true;
    p->mode = sp_profile_string(p, "calls");
}

SpProfile *nasty_profile(void)
{
    SpProfile *p = timed_profile();
    int64_t now = 0;
    for (size_t i = 0; i < nasty_name_count; i++) {
        uint32_t node = stack(p, 0, "Main", nasty_names[i], NULL);
        for (size_t k = 0; k <= i; k++)
            take_sample(p, node, now += 1000000, 1000000);
    }
    return p;
}

/* A path in the folder the test runs in, which meson keeps in the build tree. */
static char *scratch_path(void)
{
    static int counter;
    return g_strdup_printf("%s/check-%d-%d", g_get_tmp_dir(), (int)getpid(), counter++);
}

char *written(const SpProfile *p, Write write, size_t *size)
{
    GError *error = NULL;
    char *path = scratch_path(), *text = NULL;
    SpOutput *o = sp_output_open(path, &error);
    ck_assert_msg(o != NULL, "%s", error ? error->message : "");
    write(p, o);
    ck_assert_msg(sp_output_close(o, &error), "%s", error ? error->message : "");
    gsize length;
    ck_assert_msg(g_file_get_contents(path, &text, &length, &error), "%s", error ? error->message : "");
    unlink(path);
    g_free(path);
    if (size)
        *size = length;
    return text;
}

static SpProfile *import(const char *bytes, size_t size)
{
    GError *error = NULL;
    SpProfile *p = sp_import_bytes((const uint8_t *)bytes, size, "file", &error);
    ck_assert_msg(p != NULL, "refused: %s", error ? error->message : "");
    return p;
}

SpProfile *read_back(const SpProfile *p, Write write)
{
    size_t size;
    char *bytes = written(p, write, &size);
    SpProfile *again = import(bytes, size);
    g_free(bytes);
    return again;
}

SpProfile *read_text(const char *text)
{
    return import(text, strlen(text));
}

static int64_t measure(const SpNode *n, Measure what)
{
    return what == SAMPLES ? n->samples : what == CALLS ? n->calls : n->self_ns;
}

GHashTable *stacks_of(const SpProfile *p, Measure what, bool by_thread)
{
    GHashTable *stacks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    char **keys = g_new0(char *, p->nodes->len + 1);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        bool root = n->parent == SP_NONE;
        char *name =
            g_strescape(root ? (by_thread ? sp_thread(p, n->thread)->name : "") : sp_node_function(p, i)->name, NULL);
        keys[i] = root ? g_strdup(name) : g_strconcat(keys[n->parent], "|", name, NULL);
        g_free(name);
        int64_t value = measure(n, what), *have = g_hash_table_lookup(stacks, keys[i]);
        if (have)
            *have += value;
        else if (value)
            g_hash_table_insert(stacks, g_strdup(keys[i]), g_memdup2(&value, sizeof value));
    }
    g_strfreev(keys);
    return stacks;
}

int64_t weight_of(GHashTable *stacks, const char *key)
{
    const int64_t *value = g_hash_table_lookup(stacks, key);
    return value ? *value : 0;
}

void assert_same_stacks(const SpProfile *have, const SpProfile *want, Measure what, bool by_thread)
{
    GHashTable *a = stacks_of(have, what, by_thread), *b = stacks_of(want, what, by_thread);
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, b);
    while (g_hash_table_iter_next(&iter, &key, &value))
        ck_assert_msg(weight_of(a, key) == *(int64_t *)value, "stack '%s': have %lld, want %lld", (char *)key,
                      (long long)weight_of(a, key), (long long)*(int64_t *)value);
    g_hash_table_iter_init(&iter, a);
    while (g_hash_table_iter_next(&iter, &key, &value))
        ck_assert_msg(weight_of(b, key) == *(int64_t *)value, "stack '%s': have %lld, want none", (char *)key,
                      (long long)*(int64_t *)value);
    g_hash_table_unref(a);
    g_hash_table_unref(b);
}

void assert_json(const char *text, size_t size)
{
    ck_assert_msg(g_utf8_validate(text, (gssize)size, NULL), "invalid UTF-8");
    SpJson j;
    sp_json_init(&j, text, size);
    bool good = sp_json_skip(&j) && sp_json_next(&j) == SP_JSON_END;
    ck_assert_msg(good, "byte %zu: %s", j.offset, j.message ? j.message : "");
    sp_json_free(&j);
}

unsigned count_of(const char *text, const char *part)
{
    unsigned n = 0;
    for (const char *s = text; (s = strstr(s, part)); s += strlen(part))
        n++;
    return n;
}
