/*
 * select.c - profile -> narrower or differently shaped profile.
 *
 * Every function here makes a new profile by one pass over the nodes in index order: a parent's index is smaller than
 * its children's, so the parent's image is known when a child is met. No recursion, whatever the depth of stacks.
 */
#include "profiler/report/report.h"

#include <string.h>

/* ---- Copying with a map of nodes ---------------------------------------------------------------------------- */

typedef struct {
    SpProfile *into;
    const SpProfile *from;
    uint32_t *functions; /* index in `from` -> in `into`, SP_NONE = not yet copied */
    uint32_t *nodes;     /* likewise; SP_NONE = left out */
} Copy;

static uint32_t *new_map(uint32_t length)
{
    uint32_t *map = g_new(uint32_t, length + 1);
    memset(map, 0xff, (length + 1) * sizeof(uint32_t));
    return map;
}

static Copy copy_begin(const SpProfile *p)
{
    return (Copy){sp_profile_like(p), p, new_map(p->functions->len), new_map(p->nodes->len)};
}

static uint32_t copy_frame(Copy *c, uint32_t index, bool with_line)
{
    const SpFrame *f = sp_frame(c->from, index);
    if (c->functions[f->function] == SP_NONE)
        c->functions[f->function] = sp_profile_function(c->into, sp_function(c->from, f->function));
    return sp_profile_frame(c->into, c->functions[f->function], with_line ? f->line : 0,
                            with_line ? f->tier : SP_TIER_UNKNOWN);
}

static uint32_t copy_root(Copy *c, uint32_t node)
{
    const SpThread *t = sp_thread(c->from, sp_node(c->from, node)->thread);
    return sp_thread(c->into, sp_profile_add_thread(c->into, t->id, t->name))->root;
}

static void copy_values(Copy *c, uint32_t node)
{
    const SpNode *n = sp_node(c->from, node);
    sp_profile_add(c->into, c->nodes[node], n->samples, n->self_ns, n->calls);
}

/* Timeline and spans of nodes that were kept. */
static void copy_timeline(Copy *c, bool spans_complete)
{
    for (uint32_t i = 0; i < c->from->samples->len; i++) {
        const SpSample *s = &g_array_index(c->from->samples, SpSample, i);
        if (c->nodes[s->node] != SP_NONE)
            sp_profile_add_sample(c->into, s->time_ns, s->weight_ns, c->nodes[s->node]);
    }
    for (uint32_t i = 0; spans_complete && i < c->from->spans->len; i++) {
        const SpSpan *s = &g_array_index(c->from->spans, SpSpan, i);
        if (c->nodes[s->node] != SP_NONE)
            sp_profile_add_span(c->into, s->start_ns, s->end_ns, c->nodes[s->node]);
    }
    c->into->samples_complete = c->from->samples_complete;
    c->into->spans_complete = c->from->spans_complete && spans_complete;
}

static SpProfile *copy_end(Copy *c)
{
    g_free(c->functions);
    g_free(c->nodes);
    return c->into;
}

/* ---- Threads ------------------------------------------------------------------------------------------------ */

static bool thread_is(const SpThread *t, const char *wanted, bool exactly)
{
    char id[24];
    g_snprintf(id, sizeof id, "%" G_GUINT64_FORMAT, (guint64)t->id);
    if (!strcmp(id, wanted) || !strcmp(t->name, wanted))
        return true;
    char *name = g_utf8_casefold(t->name, -1), *part = g_utf8_casefold(wanted, -1);
    bool contains = !exactly && strstr(name, part);
    g_free(name);
    g_free(part);
    return contains;
}

static GError *no_such_thread(const SpProfile *p, const char *wanted)
{
    GString *names = g_string_new(NULL);
    for (uint32_t i = 0; i < p->threads->len && i < 8; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", sp_thread(p, i)->name);
    if (p->threads->len > 8)
        g_string_append_printf(names, " and %u more", p->threads->len - 8);
    GError *error = g_error_new(SP_ERROR, SP_ERROR_OPTION, "--thread=%s: no such thread; there are: %s", wanted,
                                names->len ? names->str : "none");
    g_string_free(names, TRUE);
    return error;
}

SpProfile *sp_select_thread(const SpProfile *p, const char *wanted, GError **error)
{
    bool *chosen = g_new0(bool, p->threads->len + 1), any = false;
    for (int exactly = 1; exactly >= 0 && !any; exactly--)
        for (uint32_t i = 0; i < p->threads->len; i++)
            any |= chosen[i] = thread_is(sp_thread(p, i), wanted, exactly);
    if (!any) {
        g_free(chosen);
        g_propagate_error(error, no_such_thread(p, wanted));
        return NULL;
    }
    Copy c = copy_begin(p);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (!chosen[n->thread])
            continue;
        c.nodes[i] = n->parent == SP_NONE
                         ? copy_root(&c, i)
                         : sp_profile_child(c.into, c.nodes[n->parent], copy_frame(&c, n->frame, true));
        copy_values(&c, i);
    }
    copy_timeline(&c, true);
    g_free(chosen);
    return copy_end(&c);
}

/* ---- Tiers -------------------------------------------------------------------------------------------------- */

static GError *no_such_tier(const SpProfile *p, const char *wanted)
{
    GString *words = g_string_new(NULL);
    for (int tier = 0; tier < SP_TIER_COUNT; tier++)
        if (sp_profile_tiers(p) & 1u << tier)
            g_string_append_printf(words, "%s%s", words->len ? ", " : "", sp_tier_word((SpTier)tier));
    GError *error = g_error_new(SP_ERROR, SP_ERROR_OPTION, "--tier=%s: no sample ended in that tier; there are: %s",
                                wanted, words->len ? words->str : "none");
    g_string_free(words, TRUE);
    return error;
}

SpProfile *sp_select_tier(const SpProfile *p, const char *word, GError **error)
{
    SpTier tier = sp_tier_by_word(word);
    if (!(sp_profile_tiers(p) & 1u << tier)) {
        g_propagate_error(error, no_such_tier(p, word));
        return NULL;
    }
    bool *wanted = g_new0(bool, p->nodes->len + 1); /* it or a node below it counts */
    for (uint32_t i = p->nodes->len; i-- > 0;) {
        const SpNode *n = sp_node(p, i);
        wanted[i] |= n->parent == SP_NONE || sp_frame(p, n->frame)->tier == tier;
        if (wanted[i] && n->parent != SP_NONE)
            wanted[n->parent] = true;
    }
    Copy c = copy_begin(p);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (!wanted[i])
            continue;
        c.nodes[i] = n->parent == SP_NONE
                         ? copy_root(&c, i)
                         : sp_profile_child(c.into, c.nodes[n->parent], copy_frame(&c, n->frame, true));
        if (n->parent != SP_NONE && sp_frame(p, n->frame)->tier == tier)
            copy_values(&c, i);
    }
    for (uint32_t i = 0; i < p->nodes->len; i++) /* samples that ended elsewhere */
        if (sp_node(p, i)->parent == SP_NONE || sp_frame(p, sp_node(p, i)->frame)->tier != tier)
            c.nodes[i] = SP_NONE;
    copy_timeline(&c, false);
    g_free(wanted);
    return copy_end(&c);
}

/* ---- Frames ------------------------------------------------------------------------------------------------- */

bool sp_function_matches(const SpFunction *f, const GRegex *regex)
{
    return g_regex_match(regex, f->name, 0, NULL) || g_regex_match(regex, f->raw_name, 0, NULL);
}

static bool *match_functions(const SpProfile *p, const GRegex *regex)
{
    bool *matches = g_new0(bool, p->functions->len + 1);
    for (uint32_t i = 0; regex && i < p->functions->len; i++)
        matches[i] = sp_function_matches(sp_function(p, i), regex);
    return matches;
}

/* A node stays if a match is on its path from the root, or below it. */
static bool *wanted_nodes(const SpProfile *p, const bool *keep, bool **through_match)
{
    bool *wanted = g_new0(bool, p->nodes->len + 1), *through = g_new0(bool, p->nodes->len + 1);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        through[i] = n->parent != SP_NONE && (through[n->parent] || keep[sp_frame(p, n->frame)->function]);
    }
    for (uint32_t i = p->nodes->len; i-- > 0;) {
        const SpNode *n = sp_node(p, i);
        wanted[i] = wanted[i] || through[i];
        if (wanted[i] && n->parent != SP_NONE)
            wanted[n->parent] = true;
    }
    *through_match = through;
    return wanted;
}

SpProfile *sp_select_frames(const SpProfile *p, const GRegex *keep, const GRegex *hide)
{
    bool *kept = match_functions(p, keep), *hidden = match_functions(p, hide), *through;
    bool *wanted = wanted_nodes(p, kept, &through);
    Copy c = copy_begin(p);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (n->parent == SP_NONE)
            c.nodes[i] = copy_root(&c, i);
        else if (keep && !wanted[i])
            continue;
        else if (hidden[sp_frame(p, n->frame)->function])
            c.nodes[i] = c.nodes[n->parent];
        else
            c.nodes[i] = sp_profile_child(c.into, c.nodes[n->parent], copy_frame(&c, n->frame, true));
        bool is_hidden = n->parent != SP_NONE && hidden[sp_frame(p, n->frame)->function];
        if (!keep || through[i]) /* a call of a hidden method is no call of its caller */
            sp_profile_add(c.into, c.nodes[i], n->samples, n->self_ns, is_hidden ? 0 : n->calls);
    }
    if (keep) /* samples in callers of a match do not count, though the callers' nodes stay */
        for (uint32_t i = 0; i < p->nodes->len; i++)
            if (!through[i])
                c.nodes[i] = SP_NONE;
    copy_timeline(&c, !keep && !hide); /* a span holds its children's time, so no span can be left out alone */
    g_free(kept);
    g_free(hidden);
    g_free(through);
    g_free(wanted);
    return copy_end(&c);
}

SpProfile *sp_without_lines(const SpProfile *p)
{
    Copy c = copy_begin(p);
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        c.nodes[i] = n->parent == SP_NONE
                         ? copy_root(&c, i)
                         : sp_profile_child(c.into, c.nodes[n->parent], copy_frame(&c, n->frame, false));
        copy_values(&c, i);
    }
    return copy_end(&c);
}

SpProfile *sp_reversed(const SpProfile *p)
{
    Copy c = copy_begin(p);
    c.into->has_calls = false; /* a call belongs to its caller; upside down it would be counted per leaf */
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (n->parent == SP_NONE)
            c.nodes[i] = copy_root(&c, i);
        if (!n->samples && !n->self_ns)
            continue;
        uint32_t at = sp_thread(c.into, n->thread)->root;
        for (uint32_t up = i; sp_node(p, up)->parent != SP_NONE; up = sp_node(p, up)->parent)
            at = sp_profile_child(c.into, at, copy_frame(&c, sp_node(p, up)->frame, true));
        sp_profile_add(c.into, at, n->samples, n->self_ns, 0);
    }
    return copy_end(&c);
}
