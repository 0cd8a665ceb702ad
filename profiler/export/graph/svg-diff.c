/*
 * svg-diff.c - differential flame graph: the shape of `after`, coloured by what changed since `before`.
 *
 * Compared are shares of the total, so that a longer recording alone changes nothing (x against 3x is all zero). Frames
 * are paired from the root up: children of paired parents pair by function; those left over, where a compiler numbered
 * them (lambdas, closures, state machines), by the name without the numbers. Towers of `before` without a partner have
 * no place in the picture and are listed below it.
 */
#include "profiler/export/export.h"
#include "profiler/export/graph/graph.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LISTED_TOWERS 12

/* Fine enough that a frame missing in the picture only because it is narrow is not taken for vanished. */
static const SpGraphLimits fine_limits = {.max_depth = 400, .max_frames = 400000, .min_share = 1e-6};

/* ---- Pairing ------------------------------------------------------------------------------------------------ */

static bool is_compiler_made(const char *name)
{
    static const char *const marks[] = {">m__", ">b__", ">c__", ">d__", ">g__", "lambda#"};
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
        if (strstr(name, marks[i]))
            return true;
    return false;
}

/* What names a function in both profiles. Renamed ones: NULL unless the compiler made the name. */
static char *function_key(const SpGraph *g, const SpGraphNode *n, bool without_numbers)
{
    const SpFunction *f = sp_graph_function(g, n);
    if (!f)
        return without_numbers ? NULL : n->function == SP_GRAPH_DEEPER ? g_strdup("\1deeper") : sp_graph_name(g, n);
    if (without_numbers && !is_compiler_made(f->raw_name) && !is_compiler_made(f->name))
        return NULL;
    char *key = g_strdup_printf("%s\1%s\1%s", f->module, f->raw_name, f->name);
    char *to = key;
    for (const char *from = key; without_numbers; from++) {
        if (!g_ascii_isdigit(*from))
            *to++ = *from;
        if (!*from)
            break;
    }
    return key;
}

typedef struct {
    uint32_t *first, *next; /* children in index order, SP_NONE ends */
} Children;

static Children children_of(const SpGraph *g)
{
    uint32_t n = g->nodes->len;
    Children c = {g_new(uint32_t, n), g_new(uint32_t, n)};
    memset(c.first, 0xff, n * sizeof(uint32_t));
    for (uint32_t i = n; i-- > 1;) {
        uint32_t parent = sp_graph_node(g, i)->parent;
        c.next[i] = c.first[parent];
        c.first[parent] = i;
    }
    return c;
}

static void children_free(Children *c)
{
    g_free(c->first);
    g_free(c->next);
}

typedef struct {
    const SpGraph *from, *to;
    Children from_children, to_children;
    uint32_t *partner; /* node of `from` -> node of `to`, SP_NONE = none */
    bool *taken;       /* nodes of `to` that have a partner */
} Pairing;

/* Pairs what is still single among the children of one pair. */
static void pair_children(Pairing *m, uint32_t parent, bool without_numbers)
{
    GHashTable *by_key = NULL;
    for (uint32_t i = m->to_children.first[m->partner[parent]]; i != SP_NONE; i = m->to_children.next[i]) {
        char *key = m->taken[i] ? NULL : function_key(m->to, sp_graph_node(m->to, i), without_numbers);
        if (!key)
            continue;
        if (!by_key)
            by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        if (g_hash_table_contains(by_key, key))
            g_free(key);
        else
            g_hash_table_insert(by_key, key, GUINT_TO_POINTER(i + 1));
    }
    if (!by_key)
        return;
    for (uint32_t i = m->from_children.first[parent]; i != SP_NONE; i = m->from_children.next[i]) {
        char *key = m->partner[i] != SP_NONE ? NULL : function_key(m->from, sp_graph_node(m->from, i), without_numbers);
        uint32_t found = key ? GPOINTER_TO_UINT(g_hash_table_lookup(by_key, key)) : 0;
        if (found && !m->taken[found - 1]) {
            m->partner[i] = found - 1;
            m->taken[found - 1] = true;
        }
        g_free(key);
    }
    g_hash_table_unref(by_key);
}

static Pairing pair(const SpGraph *from, const SpGraph *to)
{
    Pairing m = {
        from, to, children_of(from), children_of(to), g_new(uint32_t, from->nodes->len), g_new0(bool, to->nodes->len)};
    memset(m.partner, 0xff, from->nodes->len * sizeof(uint32_t));
    m.partner[0] = 0;
    m.taken[0] = true;
    for (uint32_t i = 0; i < from->nodes->len; i++) {
        if (m.partner[i] == SP_NONE || m.from_children.first[i] == SP_NONE)
            continue;
        pair_children(&m, i, false);
        pair_children(&m, i, true);
    }
    return m;
}

static void pairing_free(Pairing *m)
{
    children_free(&m->from_children);
    children_free(&m->to_children);
    g_free(m->partner);
    g_free(m->taken);
}

/* ---- Drawing ------------------------------------------------------------------------------------------------ */

typedef struct {
    const SpGraph *before;
    const Pairing *drawn_to_fine, *fine_to_before;
    GString *name, *detail;
    char css_class[16];
} DiffText;

static double share(const SpGraph *g, int64_t weight)
{
    return g->total > 0 ? (double)weight / (double)g->total : 0;
}

/* The node of `before` that a drawn node is compared with. */
static const SpGraphNode *node_before(const DiffText *d, uint32_t drawn)
{
    uint32_t fine = d->drawn_to_fine->partner[drawn];
    uint32_t before = fine == SP_NONE ? SP_NONE : d->fine_to_before->partner[fine];
    return before == SP_NONE ? NULL : sp_graph_node(d->before, before);
}

/* Step of the palette: the change relative to the larger side, so that new is full red and any zero stays neutral. */
static int step_of(double was, double is)
{
    double larger = MAX(was, is);
    if (larger <= 0 || fabs(is - was) < 1e-9)
        return SP_DIFF_STEPS;
    double t = (is - was) / larger;
    int steps = (int)ceil(fabs(t) * SP_DIFF_STEPS - 1e-9);
    return SP_DIFF_STEPS + (t < 0 ? -steps : steps);
}

static void append_change(GString *out, double was, double is)
{
    char number[48];
    double points = 100 * (is - was);
    sp_format_double(number, sizeof number, fabs(points) < 0.005 ? 0 : points, 2);
    g_string_append_printf(out, "\nchange %s%s points", number[0] == '-' || !strcmp(number, "0") ? "" : "+", number);
    if (was > 0) {
        sp_format_double(number, sizeof number, fabs(is / was - 1) < 5e-5 ? 0 : 100 * (is / was - 1), 1);
        g_string_append_printf(out, ", %s%s %%", number[0] == '-' || !strcmp(number, "0") ? "" : "+", number);
    } else {
        g_string_append(out, ", new");
    }
}

static void diff_box(const SpGraph *g, uint32_t index, void *user, SpSvgBox *box)
{
    DiffText *d = user;
    const SpGraphNode *n = sp_graph_node(g, index), *old = node_before(d, index);
    double was = old ? share(d->before, old->total) : 0, is = share(g, n->total);
    char *name = sp_graph_name(g, n);
    g_string_assign(d->name, name);
    g_free(name);
    g_string_assign(d->detail, "after ");
    sp_svg_weight(d->detail, g, n->total, n->samples);
    g_string_append(d->detail, "\nbefore ");
    sp_svg_weight(d->detail, d->before, old ? old->total : 0, old ? old->samples : 0);
    append_change(d->detail, was, is);
    g_snprintf(d->css_class, sizeof d->css_class, "d%d", step_of(was, is));
    *box = (SpSvgBox){d->css_class, d->name->str, d->detail->str};
}

static int by_falling_total(const void *a, const void *b, void *user)
{
    const SpGraph *g = user;
    int64_t x = sp_graph_node(g, *(const uint32_t *)a)->total, y = sp_graph_node(g, *(const uint32_t *)b)->total;
    return x > y ? -1 : x < y;
}

static void note_vanished(const SpGraph *before, const Pairing *fine_to_before, GPtrArray *notes)
{
    GArray *towers = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 1; i < before->nodes->len; i++) /* the foot of a tower: its parent is still there */
        if (!fine_to_before->taken[i] && fine_to_before->taken[sp_graph_node(before, i)->parent])
            g_array_append_val(towers, i);
    g_qsort_with_data(towers->data, (int)towers->len, sizeof(uint32_t), by_falling_total, (void *)before);
    for (guint k = 0; k < MIN(towers->len, LISTED_TOWERS); k++) {
        const SpGraphNode *n = sp_graph_node(before, g_array_index(towers, uint32_t, k));
        char *name = sp_graph_name(before, n), *parent = sp_graph_name(before, sp_graph_node(before, n->parent));
        GString *note = g_string_new(NULL);
        g_string_append(note, "Vanished: "); /* the weight first, as names may be cut */
        sp_svg_weight(note, before, n->total, n->samples);
        g_string_append_printf(note, ": %s, called by %s", name, parent);
        g_ptr_array_add(notes, g_string_free(note, FALSE));
        g_free(name);
        g_free(parent);
    }
    if (towers->len > LISTED_TOWERS)
        g_ptr_array_add(
            notes, g_strdup_printf("%u more vanished towers, each lighter than these.", towers->len - LISTED_TOWERS));
    g_array_unref(towers);
}

static char *diff_title(const SpProfile *before, const SpProfile *after)
{
    GString *title = g_string_new(NULL);
    sp_text_visible(title, *after->program ? after->program : "after");
    g_string_append(title, " against ");
    sp_text_visible(title, *before->program ? before->program : "before");
    return g_string_free(title, FALSE);
}

/* As measured: only shares are normalised. */
static void append_sum(GString *s, const char *which, const SpGraph *g)
{
    char number[64];
    g_string_append(s, which);
    if (g->profile->has_time)
        g_string_append_printf(s, "%s, ", sp_text_weight(number, sizeof number, g->profile, g->total));
    g_string_append_printf(s, "%" PRId64 " %s", g->samples, sp_count_name(g->profile, g->samples));
}

static char *diff_subtitle(const SpGraph *before, const SpGraph *after)
{
    GString *s = g_string_new("Width: after. Red: larger share than before; blue: smaller. Each total counts as 100 %");
    append_sum(s, "; after: ", after);
    append_sum(s, ", before: ", before);
    g_string_append_c(s, '.');
    return g_string_free(s, FALSE);
}

static void draw(const SpGraph *drawn, DiffText *text, const char *title, SpOutput *o)
{
    GString *colors = g_string_new(NULL);
    sp_svg_color_rules(colors, 'd', sp_palette_diff, G_N_ELEMENTS(sp_palette_diff));
    char *subtitle = diff_subtitle(text->before, drawn);
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    note_vanished(text->before, text->fine_to_before, notes);
    sp_svg_notes(drawn, notes);
    SpSvgPage page = {title, subtitle, colors->str, false, notes, diff_box, text};
    sp_svg_page(drawn, &page, o);
    g_ptr_array_unref(notes);
    g_free(subtitle);
    g_string_free(colors, TRUE);
}

void sp_write_svg_diff(const SpProfile *before, const SpProfile *after, SpOutput *o)
{
    SpGraph *old = sp_graph_new(before, &fine_limits);
    SpGraph *fine = sp_graph_new(after, &fine_limits);
    SpGraph *drawn = sp_graph_new(after, &sp_svg_limits);
    Pairing fine_to_before = pair(fine, old), drawn_to_fine = pair(drawn, fine);
    DiffText text = {old, &drawn_to_fine, &fine_to_before, g_string_new(NULL), g_string_new(NULL), ""};
    char *title = diff_title(before, after);
    draw(drawn, &text, title, o);
    g_free(title);
    g_string_free(text.detail, TRUE);
    g_string_free(text.name, TRUE);
    pairing_free(&drawn_to_fine);
    pairing_free(&fine_to_before);
    sp_graph_free(drawn);
    sp_graph_free(fine);
    sp_graph_free(old);
}
