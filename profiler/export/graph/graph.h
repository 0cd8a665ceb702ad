/*
 * graph.h - what the writers of pictures share: colours, text that is safe to show, the merged tree, embedded assets.
 *
 *   SpProfile --layout.c--> SpGraph --svg.c, svg-diff.c--> SVG
 *   SpProfile --payload.c--> compressed profile --html.c--> HTML
 */
#ifndef SAMPLEPOINT_GRAPH_H
#define SAMPLEPOINT_GRAPH_H

#include "profiler/model/model.h"

/* ---- Colours (palette.c) ------------------------------------------------------------------------------------ */

typedef struct {
    const char *light, *dark; /* "#rrggbb" on a light and on a dark page; dark text stays readable on both */
} SpColor;

/* Warm hues: the program. Cool: the class library. Grey: native code, wrappers, frames the profiler made. */
#define SP_PALETTE_WARM 12
#define SP_PALETTE_COOL 6
#define SP_PALETTE_NATIVE (SP_PALETTE_WARM + SP_PALETTE_COOL)
#define SP_PALETTE_SYNTHETIC (SP_PALETTE_NATIVE + 1)
#define SP_PALETTE_COUNT (SP_PALETTE_SYNTHETIC + 1)
extern const SpColor sp_palette[SP_PALETTE_COUNT];

/* Seven steps of shrinking, one of no change, seven of growing. */
#define SP_DIFF_STEPS 7
extern const SpColor sp_palette_diff[2 * SP_DIFF_STEPS + 1];

/* Index of sp_palette: the kind of code chooses warm, cool or grey, the namespace and type the hue. */
unsigned sp_palette_of(const SpFunction *f);

/* ---- Text (text.c) ------------------------------------------------------------------------------------------ */

/* Appends s in a form that is legal XML text once escaped and shows what cannot be shown: a control character, a
 * bidirectional override, a code point XML forbids or U+FFFD itself becomes U+FFFD and its number, "\uFFFD[1B]"; a byte
 * that is no UTF-8 becomes "\uFFFD[xE9]". Different strings stay different. */
void sp_text_visible(GString *out, const char *s);
/* Appends s, which is visible text, with the five characters of XML escaped. */
void sp_text_xml(GString *out, const char *s);
/* The most telling part of a visible name that fits in `width` px at `font_px`: the whole, without arguments,
 * Type.Method, Method, a piece with an ellipsis, or "". Free with g_free(). */
char *sp_text_fit(const char *visible, double width, double font_px);
/* s, which is visible text, or as much of its start as fits in `width` px at `font_px` with an ellipsis. Free with
 * g_free(). */
char *sp_text_cut(const char *visible, double width, double font_px);
/* "12.3 ms", "1.5 s": three significant digits, never by locale. */
char *sp_text_duration(char *buffer, size_t size, int64_t ns);
/* A node's self_ns: a duration, or bytes. */
char *sp_text_weight(char *buffer, size_t size, const SpProfile *p, int64_t weight);
/* 100 * part / whole with at most two places, "0" where whole is 0. */
char *sp_text_percent(char *buffer, size_t size, int64_t part, int64_t whole);

/* ---- Tree to draw (layout.c) -------------------------------------------------------------------------------- */

/* What a node stands for besides a function of the profile. */
#define SP_GRAPH_ALL (SP_NONE - 1)      /* node 0: everything */
#define SP_GRAPH_DEEPER (SP_NONE - 2)   /* frames below the deepest row drawn, as one box */
#define SP_GRAPH_NO_STACK (SP_NONE - 3) /* weight of a thread's root: samples without a stack */
/* Values from functions->len on are threads (threads_as_roots). */

typedef struct {
    uint32_t parent;   /* smaller than the node's own index; SP_NONE for node 0 */
    uint32_t function; /* index of functions, or one of the above */
    uint32_t depth;    /* 0 for node 0 */
    uint32_t deeper;   /* SP_GRAPH_DEEPER: how many more rows there are */
    int64_t total;     /* inclusive weight; >= 0 also where the profile has negative values */
    int64_t self;      /* weight of its own; what left-out frames weighed is not in it */
    int64_t samples;   /* inclusive samples */
    int64_t calls;
    int64_t tiers[SP_TIER_COUNT]; /* inclusive weight of the frames of each tier that are this one */
    int64_t start; /* left edge, in weight; children of one parent follow each other by name */
} SpGraphNode;

typedef struct {
    const SpProfile *profile;
    GArray *nodes; /* SpGraphNode */
    int64_t total; /* weight of everything; 0 for an empty profile */
    int64_t samples;
    int64_t tiers[SP_TIER_COUNT]; /* weight that ended in each */
    uint32_t max_depth; /* of any node */
    uint64_t left_out;  /* frames too narrow to draw */
    int64_t left_out_weight;
    uint64_t deeper; /* frames below the deepest row */
} SpGraph;

typedef struct {
    uint32_t max_depth;  /* rows above node 0 */
    uint32_t max_frames; /* narrower frames are left out until no more than this remain */
    double min_share;    /* of the total; narrower frames are left out */
} SpGraphLimits;

/* Threads are merged (or roots, by threads_as_roots); frames that differ in line or tier only are one. */
SpGraph *sp_graph_new(const SpProfile *p, const SpGraphLimits *limits);
void sp_graph_free(SpGraph *g);
static inline const SpGraphNode *sp_graph_node(const SpGraph *g, uint32_t i)
{
    return &g_array_index(g->nodes, SpGraphNode, i);
}
/* Visible name. Free with g_free(). */
char *sp_graph_name(const SpGraph *g, const SpGraphNode *n);
/* The function of a node, NULL for the special ones. */
const SpFunction *sp_graph_function(const SpGraph *g, const SpGraphNode *n);

/* The tier with most of a node's weight; UNKNOWN where the profile has only one, which then says nothing. */
SpTier sp_graph_tier(const SpGraph *g, const SpGraphNode *n);

/* ---- SVG page (svg-page.c) ---------------------------------------------------------------------------------- */

#define SP_SVG_WIDTH 1200
#define SP_SVG_MARGIN 12
#define SP_SVG_ROW 18
#define SP_SVG_FONT 12
extern const SpGraphLimits sp_svg_limits;

/* One box as the page draws it. */
typedef struct {
    const char *css_class; /* "p3", "p3 t1": a colour, a tier */
    const char *name;      /* visible text */
    const char *detail;    /* further lines of the tooltip, visible text, '\n' between */
} SpSvgBox;

typedef struct {
    const char *title, *subtitle; /* visible text */
    const char *colors;           /* style rules for the classes used */
    bool tiers;                   /* boxes have tiers: a legend that filters by them */
    GPtrArray *notes;             /* lines below the picture, visible text */
    void (*box)(const SpGraph *g, uint32_t node, void *user, SpSvgBox *box);
    void *user;
} SpSvgPage;

void sp_svg_page(const SpGraph *g, const SpSvgPage *page, SpOutput *o);
/* "12.3 s, 12345 samples, every 1 ms ...": what was recorded and how. Free with g_free(). */
char *sp_svg_subtitle(const SpGraph *g);
/* Appends what the graph leaves out to notes. */
void sp_svg_notes(const SpGraph *g, GPtrArray *notes);
/* Style rules ".PREFIXn{fill:...}" of a list of colours, for light and dark pages. */
void sp_svg_color_rules(GString *out, char prefix, const SpColor *colors, unsigned count);
/* "12.3 ms, 4.5 %, 12 samples". */
void sp_svg_weight(GString *out, const SpGraph *g, int64_t weight, int64_t samples);

/* ---- Assets (made from the files of this folder at build time) ----------------------------------------------- */

typedef struct {
    const char *bytes;
    size_t size;
} SpAsset;
extern const SpAsset sp_asset_svg_css, sp_asset_svg_js;
extern const SpAsset sp_asset_viewer_head, sp_asset_viewer_tail; /* the page before and after the payload */

#endif
