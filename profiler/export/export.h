/*
 * export.h - profile -> file. One writer a format, one table that the module, the tool and the help texts read.
 *
 * All formats written from one profile give every root-to-leaf stack the same weight. Time-ordered formats use the
 * timeline when it is complete and fall back to the aggregated tree when it is not, so that holds there too.
 */
#ifndef SAMPLEPOINT_EXPORT_H
#define SAMPLEPOINT_EXPORT_H

#include "profiler/model/model.h"

typedef enum {
    SP_FORMAT_FOLDED,
    SP_FORMAT_SVG,
    SP_FORMAT_HTML,
    SP_FORMAT_SPEEDSCOPE,
    SP_FORMAT_PPROF,
    SP_FORMAT_CHROME,
    SP_FORMAT_COUNT,
    SP_FORMAT_UNKNOWN = -1,
} SpFormat;

typedef struct {
    const char *name;       /* as in format=NAME */
    const char *ending;     /* file name ending that selects it, ".pb.gz" */
    const char *what;       /* one line for --help */
    void (*write)(const SpProfile *p, SpOutput *o); /* write errors stick to o */
} SpFormatInfo;

extern const SpFormatInfo sp_formats[SP_FORMAT_COUNT];

/* By name ("svg"), or SP_FORMAT_UNKNOWN. */
SpFormat sp_format_by_name(const char *name);
/* By the ending of a path, or SP_FORMAT_UNKNOWN. Longest ending wins; case matters not. */
SpFormat sp_format_by_path(const char *path);

/* Writes p to path, whole or not at all. */
bool sp_export(const SpProfile *p, SpFormat format, const char *path, GError **error);

/* One writer a file. */
void sp_write_folded(const SpProfile *p, SpOutput *o);
void sp_write_svg(const SpProfile *p, SpOutput *o);
void sp_write_html(const SpProfile *p, SpOutput *o);
void sp_write_speedscope(const SpProfile *p, SpOutput *o);
void sp_write_pprof(const SpProfile *p, SpOutput *o);
void sp_write_chrome(const SpProfile *p, SpOutput *o);

/* Flame graph of a difference: widths are those of `after`, colours the change against `before` (red grew, blue
 * shrank); a tower that vanished is listed by name. */
void sp_write_svg_diff(const SpProfile *before, const SpProfile *after, SpOutput *o);

/* JSON string with quotes: controls, quotes and backslashes escaped, invalid UTF-8 replaced by U+FFFD. */
void sp_write_json_string(SpOutput *o, const char *s);

#endif
