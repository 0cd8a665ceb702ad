/*
 * match.c - which method of one build is which method of another.
 *
 * Compilers number what they make: the fourth lambda of Main is <Main>m__3, until somebody adds one before it. Methods
 * are therefore grouped by a key, their name without those numbers; in a group with one member on each side the two are
 * the same. In larger groups members keep their order, and among the pairings that keep it the one with the greatest
 * likeness is taken: same callees, similar share, same number (a longest common subsequence with weights).
 *
 * A method's module is part of the key, with two exceptions: where the programs are files of different names (Cpu.exe,
 * Cpu2.exe) their own modules count as one, and methods then left on both sides are matched by name alone where all of
 * a name on one side are of one module (a class that moved to another assembly).
 */
#include "profiler/report/report.h"

#include <stdlib.h>
#include <string.h>

#define MAX_GRID 1000000 /* cells of one group's pairing; larger groups pair by exact name */

/* What stands before a number that the compiler chose. mcs numbers in upper-case hexadecimal, Roslyn in decimal with
 * '_' between the method's number and the lambda's. */
static const char *const markers[] = {
    ">m__",           /* mcs: lambda */
    ">c__AnonStorey", /* mcs: closure */
    ">c__Iterator",   /* mcs: iterator */
    ">c__async",      /* mcs: async method */
    ">__AnonType",    /* mcs: anonymous type */
    ">f__am$cache",
    ">f__mg$cache",
    ">f__AnonymousType",
    ">c__DisplayClass",
    ">b__", /* Roslyn: lambda */
    ">d__", /* Roslyn: iterator or async method */
    "#",    /* our own readable names: lambda#1_0, Local#0, [iterator#2] */
};

static const char *skip_numbers(const char *s)
{
    const char *start = s;
    while (g_ascii_isdigit(*s) || (*s >= 'A' && *s <= 'F') || (*s == '_' && s > start && g_ascii_isdigit(s[1])))
        s++;
    return g_ascii_isalpha(*s) ? start : s; /* a letter goes on: it was a word, not a number */
}

static size_t marker_at(const char *s)
{
    for (size_t i = 0; i < G_N_ELEMENTS(markers); i++)
        if (g_str_has_prefix(s, markers[i]))
            return strlen(markers[i]);
    return 0;
}

char *sp_match_key(const char *name)
{
    GString *key = g_string_new(NULL);
    bool local_function = false;
    for (const char *s = name; *s;) {
        size_t marker = marker_at(s);
        local_function = local_function || g_str_has_prefix(s, ">g__");
        if (!marker && !(local_function && *s == '|')) {
            g_string_append_c(key, *s++);
            continue;
        }
        marker = marker ? marker : 1;
        g_string_append_len(key, s, (gssize)marker);
        const char *after = skip_numbers(s + marker);
        if (after != s + marker)
            g_string_append_c(key, '#');
        s = after;
    }
    return g_string_free(key, FALSE);
}

/* ---- Groups ------------------------------------------------------------------------------------------------- */

/* How keys are made. */
typedef struct {
    bool raw, module;          /* raw names, and modules, tell methods apart */
    const char *alias, *means; /* the module `alias` counts as `means`; NULL = none does */
    const bool *skip;          /* functions that are no member of any group; NULL = none */
} KeyRules;

typedef struct {
    const SpProfile *p;
    uint32_t *key_of;     /* function -> key id */
    GHashTable **callees; /* function -> set of key ids; NULL where not needed */
    double *share;        /* function -> self share of the whole */
    GPtrArray *members;   /* key id -> GArray of functions, or NULL */
} Side;

static const char *name_for_match(const SpFunction *f, bool raw)
{
    return raw ? f->raw_name : f->name;
}

static bool any_raw(const SpProfile *p)
{
    for (uint32_t i = 0; i < p->functions->len; i++)
        if (strcmp(sp_function(p, i)->raw_name, sp_function(p, i)->name))
            return true;
    return false;
}

static bool any_module(const SpProfile *p)
{
    for (uint32_t i = 0; i < p->functions->len; i++)
        if (*sp_function(p, i)->module)
            return true;
    return false;
}

static uint32_t key_id(GHashTable *keys, char *key)
{
    gpointer id = g_hash_table_lookup(keys, key);
    if (id) {
        g_free(key);
        return GPOINTER_TO_UINT(id) - 1;
    }
    g_hash_table_insert(keys, key, GUINT_TO_POINTER(g_hash_table_size(keys) + 1));
    return g_hash_table_size(keys) - 1;
}

static char *function_key(const SpFunction *f, const KeyRules *rules)
{
    const char *module = !rules->module                                     ? ""
                         : rules->alias && !strcmp(f->module, rules->alias) ? rules->means
                                                                            : f->module;
    char *plain = sp_match_key(name_for_match(f, rules->raw)), *key = g_strdup_printf("%s\1%s", plain, module);
    g_free(plain);
    return key;
}

static Side side_new(const SpProfile *p, GHashTable *keys, const KeyRules *rules)
{
    Side s = {p, g_new(uint32_t, p->functions->len + 1), g_new0(GHashTable *, p->functions->len + 1),
              g_new0(double, p->functions->len + 1), g_ptr_array_new()};
    for (uint32_t i = 0; i < p->functions->len; i++) {
        s.key_of[i] = key_id(keys, function_key(sp_function(p, i), rules));
        if (rules->skip && rules->skip[i])
            continue;
        if (s.key_of[i] >= s.members->len)
            g_ptr_array_set_size(s.members, (gint)s.key_of[i] + 1);
        GArray **list = (GArray **)&g_ptr_array_index(s.members, s.key_of[i]);
        if (!*list)
            *list = g_array_new(FALSE, FALSE, sizeof(uint32_t));
        g_array_append_val(*list, i);
    }
    return s;
}

static GArray *members(const Side *s, uint32_t key)
{
    return key < s->members->len ? g_ptr_array_index(s->members, key) : NULL;
}

static void side_free(Side *s)
{
    for (guint i = 0; i < s->members->len; i++)
        if (g_ptr_array_index(s->members, i))
            g_array_unref(g_ptr_array_index(s->members, i));
    for (uint32_t i = 0; i < s->p->functions->len; i++)
        if (s->callees[i])
            g_hash_table_unref(s->callees[i]);
    g_ptr_array_unref(s->members);
    g_free(s->key_of);
    g_free(s->callees);
    g_free(s->share);
}

/* Callees and shares of the functions in groups that have a choice to make. */
static void side_shapes(Side *s, const Side *other)
{
    SpSum sum = sp_profile_sum(s->p);
    for (uint32_t i = 0; i < s->p->functions->len; i++) {
        GArray *ours = members(s, s->key_of[i]), *theirs = members(other, s->key_of[i]);
        if (ours && theirs && (theirs->len > 1 || ours->len > 1))
            s->callees[i] = g_hash_table_new(NULL, NULL);
    }
    for (uint32_t i = 0; i < s->p->nodes->len; i++) {
        const SpNode *n = sp_node(s->p, i);
        if (n->frame == SP_NONE)
            continue;
        uint32_t f = sp_frame(s->p, n->frame)->function;
        s->share[f] += sp_share(n->samples, sum.samples);
        const SpNode *up = sp_node(s->p, n->parent);
        uint32_t caller = up->frame == SP_NONE ? SP_NONE : sp_frame(s->p, up->frame)->function;
        if (caller != SP_NONE && s->callees[caller])
            g_hash_table_add(s->callees[caller], GUINT_TO_POINTER(s->key_of[f] + 1));
    }
}

/* ---- Pairing ------------------------------------------------------------------------------------------------ */

static double likeness(const Side *a, uint32_t fa, const Side *b, uint32_t fb)
{
    GHashTableIter iter;
    gpointer key;
    guint common = 0, na = g_hash_table_size(a->callees[fa]), nb = g_hash_table_size(b->callees[fb]);
    g_hash_table_iter_init(&iter, a->callees[fa]);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        common += g_hash_table_contains(b->callees[fb], key) ? 1 : 0;
    double callees = na + nb ? (double)common / (double)(na + nb - common) : 0.5;
    double larger = MAX(a->share[fa], b->share[fb]), smaller = MIN(a->share[fa], b->share[fb]);
    double share = larger > 0 ? smaller / larger : 1;
    bool same_number = !strcmp(sp_function(a->p, fa)->raw_name, sp_function(b->p, fb)->raw_name);
    return 1 + callees + 0.5 * share + (same_number ? 0.25 : 0);
}

/* Shorter names first: equal but for a number, so that is the order of the numbers. */
static gint by_number(gconstpointer a, gconstpointer b, gpointer data)
{
    const SpProfile *p = data;
    const char *x = sp_function(p, *(const uint32_t *)a)->raw_name, *y = sp_function(p, *(const uint32_t *)b)->raw_name;
    size_t m = strlen(x), n = strlen(y);
    return m != n ? (m < n ? -1 : 1) : strcmp(x, y);
}

static bool same_name(const Side *a, uint32_t fa, const Side *b, uint32_t fb)
{
    return !strcmp(sp_function(a->p, fa)->raw_name, sp_function(b->p, fb)->raw_name);
}

/* Members that differ by file or line only, or groups too large to weigh: same name, same method. */
static void pair_by_name(const Side *a, GArray *left, const Side *b, GArray *right, uint32_t *to)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint j = right->len; j-- > 0;) {
        uint32_t f = g_array_index(right, uint32_t, j);
        g_hash_table_insert(names, (gpointer)sp_function(b->p, f)->raw_name, GUINT_TO_POINTER(f + 1));
    }
    for (guint i = 0; i < left->len; i++) {
        uint32_t f = g_array_index(left, uint32_t, i);
        gpointer found = g_hash_table_lookup(names, sp_function(a->p, f)->raw_name);
        if (found)
            to[f] = GPOINTER_TO_UINT(found) - 1;
    }
    g_hash_table_unref(names);
}

/* best[i][j] = greatest likeness of the first i and the first j members, paired in order. */
static void pair_in_order(const Side *a, GArray *left, const Side *b, GArray *right, uint32_t *to)
{
    guint n = left->len, m = right->len, width = m + 1;
    double *best = g_new0(double, (gsize)(n + 1) * width), *like = g_new0(double, (gsize)(n + 1) * width);
    for (guint i = 1; i <= n; i++) {
        for (guint j = 1; j <= m; j++) {
            like[i * width + j] =
                likeness(a, g_array_index(left, uint32_t, i - 1), b, g_array_index(right, uint32_t, j - 1));
            double paired = best[(i - 1) * width + j - 1] + like[i * width + j];
            best[i * width + j] = MAX(paired, MAX(best[(i - 1) * width + j], best[i * width + j - 1]));
        }
    }
    for (guint i = n, j = m; i && j;) {
        if (best[i * width + j] == best[(i - 1) * width + j - 1] + like[i * width + j])
            to[g_array_index(left, uint32_t, --i)] = g_array_index(right, uint32_t, --j);
        else if (best[i * width + j] == best[(i - 1) * width + j])
            i--;
        else
            j--;
    }
    g_free(best);
    g_free(like);
}

/* All members of the group have one name: nothing was numbered. */
static bool is_plain(const Side *a, GArray *left, const Side *b, GArray *right)
{
    for (guint i = 0; i < left->len; i++)
        if (!same_name(a, g_array_index(left, uint32_t, i), b, g_array_index(right, uint32_t, 0)))
            return false;
    for (guint j = 0; j < right->len; j++)
        if (!same_name(a, g_array_index(left, uint32_t, 0), b, g_array_index(right, uint32_t, j)))
            return false;
    return true;
}

static void pair_group(const Side *a, GArray *left, const Side *b, GArray *right, uint32_t *to)
{
    if (left->len == 1 && right->len == 1) {
        to[g_array_index(left, uint32_t, 0)] = g_array_index(right, uint32_t, 0);
    } else if (is_plain(a, left, b, right) || (guint64)left->len * right->len > MAX_GRID) {
        pair_by_name(a, left, b, right, to);
    } else {
        g_array_sort_with_data(left, by_number, (gpointer)a->p);
        g_array_sort_with_data(right, by_number, (gpointer)b->p);
        pair_in_order(a, left, b, right, to);
    }
}

/* One module on each side, and not the same. */
static bool is_unambiguous(const Side *a, GArray *left, const Side *b, GArray *right)
{
    const char *from = sp_function(a->p, g_array_index(left, uint32_t, 0))->module;
    const char *to = sp_function(b->p, g_array_index(right, uint32_t, 0))->module;
    for (guint i = 0; i < left->len; i++)
        if (strcmp(sp_function(a->p, g_array_index(left, uint32_t, i))->module, from))
            return false;
    for (guint j = 0; j < right->len; j++)
        if (strcmp(sp_function(b->p, g_array_index(right, uint32_t, j))->module, to))
            return false;
    return strcmp(from, to) != 0;
}

static void pair_by_rules(const SpProfile *before, const KeyRules *rules_before, const SpProfile *after,
                          const KeyRules *rules_after, bool (*may)(const Side *, GArray *, const Side *, GArray *),
                          uint32_t *to)
{
    GHashTable *keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Side a = side_new(before, keys, rules_before), b = side_new(after, keys, rules_after);
    side_shapes(&a, &b);
    side_shapes(&b, &a);
    for (uint32_t key = 0; key < g_hash_table_size(keys); key++) {
        GArray *left = members(&a, key), *right = members(&b, key);
        if (left && right && (!may || may(&a, left, &b, right)))
            pair_group(&a, left, &b, right, to);
    }
    side_free(&a);
    side_free(&b);
    g_hash_table_unref(keys);
}

/* What the first pass left on both sides, by name alone. */
static void pair_across_modules(const SpProfile *before, const SpProfile *after, bool raw, uint32_t *to)
{
    bool *paired = g_new0(bool, before->functions->len + 1), *taken = g_new0(bool, after->functions->len + 1);
    for (uint32_t i = 0; i < before->functions->len; i++) {
        paired[i] = to[i] != SP_NONE;
        if (to[i] != SP_NONE)
            taken[to[i]] = true;
    }
    KeyRules left = {.raw = raw, .skip = paired}, right = {.raw = raw, .skip = taken};
    pair_by_rules(before, &left, after, &right, is_unambiguous, to);
    g_free(paired);
    g_free(taken);
}

static const char *module_named(const SpProfile *p, const char *name)
{
    for (uint32_t i = 0; i < p->functions->len; i++)
        if (!strcmp(sp_function(p, i)->module, name))
            return sp_function(p, i)->module;
    return NULL;
}

/* The module of the program itself: "Cpu" of "Cpu.exe". NULL where no method is of it. */
static const char *main_module(const SpProfile *p)
{
    char *name = g_path_get_basename(p->program), *dot = strrchr(name, '.');
    if (dot && (!g_ascii_strcasecmp(dot, ".exe") || !g_ascii_strcasecmp(dot, ".dll")))
        *dot = 0;
    const char *module = *name ? module_named(p, name) : NULL;
    g_free(name);
    return module;
}

/* before's functions -> after's, SP_NONE where a method is gone. */
static uint32_t *pair_functions(const SpProfile *before, const SpProfile *after)
{
    KeyRules rules = {.raw = any_raw(before) && any_raw(after), .module = any_module(before) && any_module(after)};
    KeyRules rules_before = rules;
    const char *from = main_module(before), *main = main_module(after);
    /* A program that also occurs as a library of the other one is that library. */
    if (from && main && !module_named(before, main) && !module_named(after, from)) {
        rules_before.alias = from;
        rules_before.means = main;
    }
    uint32_t *to = g_new(uint32_t, before->functions->len + 1);
    memset(to, 0xff, (before->functions->len + 1) * sizeof(uint32_t));
    pair_by_rules(before, &rules_before, after, &rules, NULL, to);
    if (rules.module)
        pair_across_modules(before, after, rules.raw, to);
    return to;
}

/* ---- Renaming ----------------------------------------------------------------------------------------------- */

/* A vanished lambda whose old name now belongs to another one must not be taken for it: its number gets a mark. */
static SpFunction vanished(SpProfile *into, const SpFunction *f, GHashTable *taken)
{
    SpFunction marked = *f;
    if (g_hash_table_contains(taken, f->raw_name)) {
        char *name = g_strdup_printf("%s (before)", f->name), *raw = g_strdup_printf("%s (before)", f->raw_name);
        marked.name = sp_profile_string(into, name);
        marked.raw_name = sp_profile_string(into, raw);
        g_free(name);
        g_free(raw);
    }
    return marked;
}

/* Modules tell equal names apart, but only numbered names can have changed hands. */
static GHashTable *numbered_names(const SpProfile *after)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (uint32_t i = 0; i < after->functions->len; i++) {
        const char *raw = sp_function(after, i)->raw_name;
        char *key = sp_match_key(raw);
        if (strcmp(key, raw))
            g_hash_table_add(names, (gpointer)raw);
        g_free(key);
    }
    return names;
}

SpProfile *sp_aligned(const SpProfile *before, const SpProfile *after)
{
    SpProfile *aligned = sp_profile_like(before);
    uint32_t *to = pair_functions(before, after), *functions = g_new(uint32_t, before->functions->len + 1);
    uint32_t *nodes = g_new(uint32_t, before->nodes->len + 1);
    GHashTable *taken = numbered_names(after);
    for (uint32_t i = 0; i < before->functions->len; i++) {
        SpFunction f = to[i] != SP_NONE ? *sp_function(after, to[i]) : vanished(aligned, sp_function(before, i), taken);
        functions[i] = sp_profile_function(aligned, &f);
    }
    for (uint32_t i = 0; i < before->nodes->len; i++) {
        const SpNode *n = sp_node(before, i);
        if (n->parent == SP_NONE) {
            const SpThread *t = sp_thread(before, n->thread);
            nodes[i] = sp_thread(aligned, sp_profile_add_thread(aligned, t->id, t->name))->root;
        } else {
            const SpFrame *f = sp_frame(before, n->frame);
            uint32_t frame = sp_profile_frame(aligned, functions[f->function], f->line, f->tier);
            nodes[i] = sp_profile_child(aligned, nodes[n->parent], frame);
        }
        sp_profile_add(aligned, nodes[i], n->samples, n->self_ns, n->calls);
    }
    g_hash_table_unref(taken);
    g_free(nodes);
    g_free(functions);
    g_free(to);
    return aligned;
}
