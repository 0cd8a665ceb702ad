/*
 * load.c - operand -> profile, narrowed as the options of the command say.
 */
#include "profiler/import/import.h"
#include "profiler/report/report.h"

#include <string.h>

SpProfile *sp_load(const char *path, GError **error)
{
    sp_progress_begin("reading", strcmp(path, "-") ? path : "standard input");
    SpProfile *p = sp_import(path, error);
    sp_progress_end();
    return p;
}

static SpProfile *narrowed(SpProfile *p, const GRegex *keep, const GRegex *hide)
{
    if (!keep && !hide)
        return p;
    SpProfile *n = sp_select_frames(p, keep, hide);
    sp_profile_free(p);
    return n;
}

SpProfile *sp_load_operand(const SpArgs *args, unsigned operand, bool frames, GError **error)
{
    GRegex *keep = NULL, *hide = NULL;
    SpProfile *p = NULL;
    const char *thread = sp_args_get(args, "thread"), *tier = sp_args_get(args, "tier");
    bool ok = !frames || (sp_args_regex(args, "filter", &keep, error) && sp_args_regex(args, "hide", &hide, error));
    if (ok && (p = sp_load(sp_args_operand(args, operand), error))) {
        if (thread) {
            SpProfile *one = sp_select_thread(p, thread, error);
            sp_profile_free(p);
            p = one;
        }
        if (p && tier) {
            SpProfile *one = sp_select_tier(p, tier, error);
            sp_profile_free(p);
            p = one;
        }
        if (p)
            p = narrowed(p, keep, hide);
    }
    if (keep)
        g_regex_unref(keep);
    if (hide)
        g_regex_unref(hide);
    return p;
}
