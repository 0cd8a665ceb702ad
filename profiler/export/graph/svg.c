/*
 * svg.c - flame graph of a profile as a self-contained SVG. See svg-page.c for the page itself.
 */
#include "profiler/export/export.h"
#include "profiler/export/graph/graph.h"

#include <inttypes.h>

typedef struct {
    GString *name, *detail;
    char css_class[16];
} FlameText;

static unsigned color_of(const SpGraph *g, const SpGraphNode *n)
{
    const SpFunction *f = sp_graph_function(g, n);
    return f ? sp_palette_of(f) : SP_PALETTE_SYNTHETIC;
}

static void append_self(GString *out, const SpGraph *g, const SpGraphNode *n)
{
    char number[64];
    g_string_append(out, "\nself ");
    if (g->profile->has_time)
        g_string_append_printf(out, "%s, ", sp_text_weight(number, sizeof number, g->profile, n->self));
    g_string_append_printf(out, "%s %%", sp_text_percent(number, sizeof number, n->self, g->total));
    if (g->profile->has_calls)
        g_string_append_printf(out, "\n%" PRId64 " call%s", n->calls, n->calls == 1 ? "" : "s");
}

static void append_tiers(GString *out, const SpGraph *g, const SpGraphNode *n)
{
    char number[64];
    const char *between = "\n";
    for (SpTier tier = SP_TIER_UNKNOWN + 1; tier < SP_TIER_COUNT; tier++) {
        if (n->tiers[tier] <= 0)
            continue;
        g_string_append_printf(out, "%s%s %s %%", between, sp_tier_title(tier),
                               sp_text_percent(number, sizeof number, n->tiers[tier], n->total));
        between = ", ";
    }
}

static void flame_box(const SpGraph *g, uint32_t index, void *user, SpSvgBox *box)
{
    FlameText *text = user;
    const SpGraphNode *n = sp_graph_node(g, index);
    const SpFunction *f = sp_graph_function(g, n);
    char *name = sp_graph_name(g, n);
    g_string_assign(text->name, name);
    g_free(name);
    g_string_truncate(text->detail, 0);
    sp_svg_weight(text->detail, g, n->total, n->samples);
    append_self(text->detail, g, n);
    if (f && *f->module) {
        g_string_append(text->detail, "\nin ");
        sp_text_visible(text->detail, f->module);
    }
    SpTier tier = sp_graph_tier(g, n);
    if (tier)
        append_tiers(text->detail, g, n);
    g_snprintf(text->css_class, sizeof text->css_class, tier ? "p%u t%d" : "p%u", color_of(g, n), tier);
    *box = (SpSvgBox){text->css_class, text->name->str, text->detail->str};
}

static bool has_tiers(const SpGraph *g)
{
    for (guint i = 0; i < g->nodes->len; i++)
        if (sp_graph_tier(g, sp_graph_node(g, i)))
            return true;
    return false;
}

void sp_write_svg(const SpProfile *p, SpOutput *o)
{
    SpGraph *g = sp_graph_new(p, &sp_svg_limits);
    FlameText text = {g_string_new(NULL), g_string_new(NULL), ""};
    GString *title = g_string_new(NULL), *colors = g_string_new(NULL);
    sp_text_visible(title, *p->program ? p->program : "Flame graph");
    sp_svg_color_rules(colors, 'p', sp_palette, SP_PALETTE_COUNT);
    char *subtitle = sp_svg_subtitle(g);
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    sp_svg_notes(g, notes);
    SpSvgPage page = {title->str, subtitle, colors->str, has_tiers(g), notes, flame_box, &text};
    sp_svg_page(g, &page, o);
    g_ptr_array_unref(notes);
    g_free(subtitle);
    g_string_free(colors, TRUE);
    g_string_free(title, TRUE);
    g_string_free(text.detail, TRUE);
    g_string_free(text.name, TRUE);
    sp_graph_free(g);
}
