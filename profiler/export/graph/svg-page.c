/*
 * svg-page.c - the frame of every SVG picture: a page that stands alone.
 *
 *   <svg>  <title> <desc> <style>  background
 *     <g id="frames">  <g class="f"> <title>name, newline, details</title> <rect/> <text/> </g> ...  </g>
 *     notes below, <g id="head"> on top, with a legend where frames have several tiers, <script>
 *
 * The picture is complete without its script: tooltips are <title> elements, the hovered box is marked by a style rule.
 * The script (svg.js) adds zoom, search and the detail line; it reads geometry from the rects and names from the titles
 * and gets no data of its own, so no name can reach it as code. Elements and attributes depend on the shape of the tree
 * only, never on a name. All coordinates are px with at most two decimals.
 */
#include "profiler/export/graph/graph.h"

#include <inttypes.h>

#define HEAD_HEIGHT 84
#define NOTE_HEIGHT 18
#define TIER_WIDTH 160 /* of an entry of the legend */
#define TEXT_LEAST_WIDTH 16 /* narrower boxes carry no text */
#define NARROW 3            /* narrower boxes have no edge, which would be most of them */

const SpGraphLimits sp_svg_limits = {.max_depth = 400, .max_frames = 25000, .min_share = 0.4 / SP_SVG_WIDTH};

static void put_xml(SpOutput *o, const char *visible)
{
    GString *escaped = g_string_new(NULL);
    sp_text_xml(escaped, visible);
    sp_output_write(o, escaped->str, escaped->len);
    g_string_free(escaped, TRUE);
}

static void put_px(SpOutput *o, const char *attribute, double px)
{
    char number[48];
    sp_output_printf(o, " %s=\"%s\"", attribute, sp_format_double(number, sizeof number, px, 2));
}

static void put_text(SpOutput *o, const char *css_class, const char *id, double x, double y, const char *visible)
{
    sp_output_printf(o, "<text class=\"%s\"", css_class);
    if (id)
        sp_output_printf(o, " id=\"%s\"", id);
    put_px(o, "x", x);
    put_px(o, "y", y);
    sp_output_puts(o, ">");
    put_xml(o, visible);
    sp_output_puts(o, "</text>\n");
}

/* A line below the picture, cut at its right margin; the tooltip has all of it. Lines that fit have one too: no name
 * decides about elements. */
static void put_note(SpOutput *o, double y, const char *visible)
{
    char *line = sp_text_cut(visible, SP_SVG_WIDTH - 2.0 * SP_SVG_MARGIN, SP_SVG_FONT);
    sp_output_puts(o, "<text class=\"soft\"");
    put_px(o, "x", SP_SVG_MARGIN);
    put_px(o, "y", y);
    sp_output_puts(o, "><title>");
    put_xml(o, visible);
    sp_output_puts(o, "</title>");
    put_xml(o, line);
    sp_output_puts(o, "</text>\n");
    g_free(line);
}

/* Edges are rounded, not widths, so that neighbours meet. Totals that stop at the end of the range (INT64_MAX) end at
 * the right margin. */
static double edge(const SpGraph *g, double weight)
{
    double px = SP_SVG_MARGIN + (SP_SVG_WIDTH - 2.0 * SP_SVG_MARGIN) * MIN(weight / (double)g->total, 1);
    return (double)(int64_t)(px * 100 + 0.5) / 100;
}

static void put_box(SpOutput *o, const SpGraph *g, uint32_t index, const SpSvgPage *page)
{
    const SpGraphNode *n = sp_graph_node(g, index);
    double start = (double)n->start, x = edge(g, start), width = edge(g, start + (double)n->total) - x;
    double y = HEAD_HEIGHT + (double)(g->max_depth - n->depth) * SP_SVG_ROW;
    SpSvgBox box = {0};
    page->box(g, index, page->user, &box);
    sp_output_puts(o, width < NARROW ? "<g class=\"f narrow\"><title>" : "<g class=\"f\"><title>");
    put_xml(o, box.name);
    sp_output_puts(o, "\n");
    put_xml(o, box.detail);
    sp_output_printf(o, "</title><rect class=\"%s\"", box.css_class);
    put_px(o, "x", x);
    put_px(o, "y", y);
    put_px(o, "width", width);
    put_px(o, "height", SP_SVG_ROW - 1);
    sp_output_puts(o, "/>");
    if (width >= TEXT_LEAST_WIDTH) {
        char *label = sp_text_fit(box.name, width - 8, SP_SVG_FONT);
        sp_output_puts(o, "<text");
        put_px(o, "x", x + 4);
        put_px(o, "y", y + 13);
        sp_output_puts(o, ">");
        put_xml(o, label);
        sp_output_puts(o, "</text>");
        g_free(label);
    }
    sp_output_puts(o, "</g>\n");
}

static void put_frames(SpOutput *o, const SpGraph *g, const SpSvgPage *page)
{
    sp_output_puts(o, "<g id=\"frames\">\n");
    for (uint32_t i = 0; g->total > 0 && i < g->nodes->len; i++)
        put_box(o, g, i, page);
    sp_output_puts(o, "</g>\n");
    if (g->total <= 0)
        put_text(o, "empty", NULL, SP_SVG_WIDTH / 2.0, HEAD_HEIGHT + 50,
                 g->samples ? "nothing to draw: the samples carry no time" : "0 samples: nothing was recorded");
}

/* One entry a tier, at the right; the script makes them a filter. */
static void put_tiers(SpOutput *o, const SpGraph *g)
{
    double x = SP_SVG_WIDTH - SP_SVG_MARGIN;
    sp_output_puts(o, "<g id=\"tiers\">\n");
    for (SpTier tier = SP_TIER_COUNT; tier-- > SP_TIER_UNKNOWN + 1;) {
        char number[64], *text;
        if (g->tiers[tier] <= 0)
            continue;
        text = g_strdup_printf("%s %s %%", sp_tier_title(tier),
                               sp_text_percent(number, sizeof number, g->tiers[tier], g->total));
        x -= TIER_WIDTH;
        sp_output_printf(o, "<g class=\"tier f\" id=\"tier%d\"><rect class=\"t%d swatch\"", tier, tier);
        put_px(o, "x", x);
        put_px(o, "y", 45);
        put_px(o, "width", 20);
        put_px(o, "height", 13);
        sp_output_puts(o, "/>");
        put_text(o, "soft", NULL, x + 26, 56, text);
        sp_output_puts(o, "</g>\n");
        g_free(text);
    }
    sp_output_puts(o, "</g>\n");
}

static void put_head(SpOutput *o, const SpGraph *g, const SpSvgPage *page)
{
    sp_output_printf(
        o, "<g id=\"head\"><rect id=\"headback\" class=\"back\" x=\"0\" y=\"0\" width=\"%d\" height=\"%d\"/>\n",
        SP_SVG_WIDTH, HEAD_HEIGHT - 4);
    put_text(o, "heading", NULL, SP_SVG_MARGIN, 30, page->title);
    put_text(o, "soft", NULL, SP_SVG_MARGIN, 50, page->subtitle);
    put_text(o, "detail", "detail", SP_SVG_MARGIN, 72, "");
    if (page->tiers)
        put_tiers(o, g);
    sp_output_puts(o, "</g>\n");
}

void sp_svg_page(const SpGraph *g, const SpSvgPage *page, SpOutput *o)
{
    double rows = g->total > 0 ? g->max_depth + 1.0 : 5;
    double frames_end = HEAD_HEIGHT + rows * SP_SVG_ROW;
    double height = frames_end + 12 + page->notes->len * NOTE_HEIGHT;
    sp_output_puts(o, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
    put_px(o, "width", SP_SVG_WIDTH);
    put_px(o, "height", height);
    sp_output_printf(o, " viewBox=\"0 0 %d %d\">\n<title>", SP_SVG_WIDTH, (int)height);
    put_xml(o, page->title);
    sp_output_puts(o, "</title>\n<desc>");
    put_xml(o, page->subtitle);
    sp_output_puts(o, "</desc>\n<style>\n");
    sp_output_write(o, sp_asset_svg_css.bytes, sp_asset_svg_css.size);
    sp_output_puts(o, page->colors);
    sp_output_printf(o, "</style>\n<rect id=\"page\" class=\"back\" x=\"0\" y=\"0\" width=\"%d\" height=\"%d\"/>\n",
                     SP_SVG_WIDTH, (int)height);
    put_frames(o, g, page);
    sp_output_puts(o, "<g id=\"notes\">\n");
    for (guint i = 0; i < page->notes->len; i++)
        put_note(o, frames_end + 18 + i * NOTE_HEIGHT, g_ptr_array_index(page->notes, i));
    sp_output_puts(o, "</g>\n");
    put_head(o, g, page);
    sp_output_puts(o, "<script><![CDATA[\n");
    sp_output_write(o, sp_asset_svg_js.bytes, sp_asset_svg_js.size);
    sp_output_puts(o, "]]></script>\n</svg>\n");
}

void sp_svg_weight(GString *out, const SpGraph *g, int64_t weight, int64_t samples)
{
    char number[64];
    if (g->profile->has_time)
        g_string_append_printf(out, "%s, ", sp_text_weight(number, sizeof number, g->profile, weight));
    g_string_append_printf(out, "%s %%", sp_text_percent(number, sizeof number, weight, g->total));
    if (!g->profile->has_time || samples)
        g_string_append_printf(out, ", %" PRId64 " %s", samples, sp_count_name(g->profile, samples));
}

static void append_interval(GString *s, const SpProfile *p)
{
    char asked[64], achieved[64];
    if (p->in_bytes && p->interval_bytes > 0)
        g_string_append_printf(s, " \xC2\xB7 a sample every %s", sp_format_bytes(asked, sizeof asked, p->interval_bytes));
    if (p->interval_ns > 0)
        g_string_append_printf(s, " \xC2\xB7 every %s", sp_text_duration(asked, sizeof asked, p->interval_ns));
    if (p->mean_interval_ns > 0)
        g_string_append_printf(s, p->interval_ns > 0 ? " (achieved %s)" : " \xC2\xB7 every %s",
                               sp_text_duration(achieved, sizeof achieved, p->mean_interval_ns));
}

char *sp_svg_subtitle(const SpGraph *g)
{
    const SpProfile *p = g->profile;
    char number[64];
    GString *s = g_string_new(NULL);
    if (p->in_bytes)
        g_string_append_printf(s, "%s allocated \xC2\xB7 ", sp_format_bytes(number, sizeof number, g->total));
    else if (p->has_time)
        g_string_append_printf(s, "%s of %s time \xC2\xB7 ", sp_text_duration(number, sizeof number, g->total),
                               p->clock == SP_CLOCK_CPU ? "CPU" : "wall-clock");
    g_string_append_printf(s, "%" PRId64 " %s", g->samples, sp_count_name(p, g->samples));
    append_interval(s, p);
    if (*p->trigger) {
        g_string_append(s, " \xC2\xB7 ");
        sp_text_visible(s, p->trigger);
    }
    if (*p->runtime) {
        g_string_append(s, " \xC2\xB7 ");
        sp_text_visible(s, p->runtime);
    }
    return g_string_free(s, FALSE);
}

void sp_svg_notes(const SpGraph *g, GPtrArray *notes)
{
    char number[64];
    if (g->left_out)
        g_ptr_array_add(
            notes, g_strdup_printf(
                       "%" PRIu64
                       " frames too narrow to draw are left out; their weight, %s %%, counts in the frames below them.",
                       g->left_out, sp_text_percent(number, sizeof number, g->left_out_weight, g->total)));
    if (g->deeper)
        g_ptr_array_add(notes, g_strdup_printf("%" PRIu64 " frames above row %u are drawn as one box a tower.",
                                               g->deeper, g->max_depth - 1));
    if (g->profile->dropped)
        g_ptr_array_add(notes, g_strdup_printf("%" PRId64 " samples were lost while recording.", g->profile->dropped));
    if (g->profile->truncated)
        g_ptr_array_add(notes, g_strdup_printf("%" PRId64 " samples had stacks deeper than the recorder keeps; "
                                               "the cut is marked in them.",
                                               g->profile->truncated));
}

void sp_svg_color_rules(GString *out, char prefix, const SpColor *colors, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        g_string_append_printf(out, ".%c%u{fill:%s}", prefix, i, colors[i].light);
    g_string_append(out, "\n@media (prefers-color-scheme:dark){");
    for (unsigned i = 0; i < count; i++)
        g_string_append_printf(out, ".%c%u{fill:%s}", prefix, i, colors[i].dark);
    g_string_append(out, "}\n");
}
