/*
 * formats.c - the formats by name and by file ending, and writing one to a file.
 */
#include "profiler/export/writing.h"

#include <string.h>

/* In the order of SpFormat. "what" ends the sentence "NAME is ...". */
const SpFormatInfo sp_formats[SP_FORMAT_COUNT] = {
    [SP_FORMAT_FOLDED] = {"folded", ".folded", "folded stacks, one text line a stack", sp_write_folded},
    [SP_FORMAT_SVG] = {"svg", ".svg", "a flame graph as one self-contained picture", sp_write_svg},
    [SP_FORMAT_HTML] = {"html", ".html", "an interactive page: flame graph, callers, table, timeline", sp_write_html},
    [SP_FORMAT_SPEEDSCOPE] = {"speedscope", ".speedscope.json", "a file for speedscope.app", sp_write_speedscope},
    [SP_FORMAT_PPROF] = {"pprof", ".pb.gz", "a file for go tool pprof and its relatives", sp_write_pprof},
    [SP_FORMAT_CHROME] = {"chrome", ".trace.json", "trace events for Perfetto and Chrome DevTools", sp_write_chrome},
};

SpFormat sp_format_by_name(const char *name)
{
    for (int i = 0; i < SP_FORMAT_COUNT; i++)
        if (!strcmp(sp_formats[i].name, name))
            return (SpFormat)i;
    return SP_FORMAT_UNKNOWN;
}

SpFormat sp_format_by_path(const char *path)
{
    size_t length = strlen(path), longest = 0;
    int found = SP_FORMAT_UNKNOWN;
    for (int i = 0; i < SP_FORMAT_COUNT; i++) {
        size_t n = strlen(sp_formats[i].ending);
        if (n <= length && n > longest && !g_ascii_strcasecmp(path + length - n, sp_formats[i].ending)) {
            longest = n;
            found = i;
        }
    }
    return (SpFormat)found;
}

/* Folded lines, weights of speedscope and durations of traces cannot be negative by their formats' rules; boxes of a
 * picture and shares of a page would be wrong without a word, as nothing has a width below zero. */
static bool can_hold(const SpProfile *p, SpFormat format, const char *path, GError **error)
{
    if (format == SP_FORMAT_PPROF || !sp_has_negative(p))
        return true;
    if (format == SP_FORMAT_SVG) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                    "cannot write '%s': a flame graph draws no negative values, which a difference has; draw both "
                    "profiles with 'samplepoint diff BEFORE AFTER -o OUT.svg', or write .pb.gz instead",
                    path);
        return false;
    }
    g_set_error(error, SP_ERROR, SP_ERROR_OPTION,
                "cannot write '%s': %s holds no negative values, which a difference has; write .pb.gz instead", path,
                sp_formats[format].name);
    return false;
}

bool sp_export(const SpProfile *p, SpFormat format, const char *path, GError **error)
{
    g_return_val_if_fail(format >= 0 && format < SP_FORMAT_COUNT, false);
    if (!can_hold(p, format, path, error))
        return false;
    SpOutput *o = sp_output_open(path, error);
    if (!o)
        return false;
    sp_formats[format].write(p, o);
    return sp_output_close(o, error);
}
