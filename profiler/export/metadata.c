/*
 * metadata.c - the facts about a recording that files carry beside their stacks, as one list for writers and readers.
 *
 * speedscope and Chrome traces hold them as members of one object, pprof as comments "key: value". Names end in their
 * unit. A fact that is unknown (0, "" or false) is left out.
 */
#include "profiler/export/writing.h"

#include <errno.h>
#include <string.h>

#define STRING(key, member) {key, SP_FIELD_STRING, offsetof(SpProfile, member)}
#define NUMBER(key, member) {key, SP_FIELD_INT64, offsetof(SpProfile, member)}
#define FLAG(key, member) {key, SP_FIELD_BOOL, offsetof(SpProfile, member)}

const SpField sp_fields[SP_FIELD_COUNT] = {
    STRING("program", program),
    STRING("command", command),
    STRING("runtime", runtime),
    STRING("mode", mode),
    STRING("trigger", trigger),
    {"clock", SP_FIELD_CLOCK, offsetof(SpProfile, clock)},
    NUMBER("interval_asked_ns", interval_ns),
    NUMBER("interval_achieved_ns", mean_interval_ns),
    NUMBER("interval_asked_bytes", interval_bytes),
    {"pid", SP_FIELD_UINT64, offsetof(SpProfile, pid)},
    NUMBER("start_unix_ns", start_unix_ns),
    NUMBER("duration_ns", duration_ns),
    FLAG("has_calls", has_calls),
    FLAG("has_time", has_time),
    FLAG("in_bytes", in_bytes),
    FLAG("has_lines", has_lines),
    FLAG("threads_as_roots", threads_as_roots),
    NUMBER("samples_dropped", dropped),
    NUMBER("stacks_truncated", truncated),
    FLAG("samples_in_order", samples_complete),
    FLAG("calls_in_order", spans_complete),
};

static const void *member(const SpProfile *p, const SpField *field)
{
    return (const char *)p + field->offset;
}

char *sp_field_text(const SpProfile *p, const SpField *field)
{
    const void *at = member(p, field);
    switch (field->type) {
    case SP_FIELD_STRING:
        return **(const char *const *)at ? g_strdup(*(const char *const *)at) : NULL;
    case SP_FIELD_INT64:
        return *(const int64_t *)at ? g_strdup_printf("%" G_GINT64_FORMAT, *(const int64_t *)at) : NULL;
    case SP_FIELD_UINT64:
        return *(const uint64_t *)at ? g_strdup_printf("%" G_GUINT64_FORMAT, *(const uint64_t *)at) : NULL;
    case SP_FIELD_BOOL:
        return *(const bool *)at ? g_strdup("true") : NULL;
    case SP_FIELD_CLOCK:
        return p->has_time && !p->in_bytes ? g_strdup(*(const uint8_t *)at == SP_CLOCK_CPU ? "cpu" : "wall") : NULL;
    }
    return NULL;
}

static bool set_field(SpProfile *p, const SpField *field, const char *text)
{
    void *at = (char *)p + field->offset;
    switch (field->type) {
    case SP_FIELD_STRING:
        *(const char **)at = sp_profile_string(p, text);
        return true;
    case SP_FIELD_INT64:
        return g_ascii_string_to_signed(text, 10, 0, G_MAXINT64, at, NULL);
    case SP_FIELD_UINT64:
        return g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, at, NULL);
    case SP_FIELD_BOOL:
        *(bool *)at = !strcmp(text, "true");
        return *(bool *)at || !strcmp(text, "false");
    case SP_FIELD_CLOCK:
        *(uint8_t *)at = !strcmp(text, "cpu") ? SP_CLOCK_CPU : SP_CLOCK_WALL;
        return *(uint8_t *)at == SP_CLOCK_CPU || !strcmp(text, "wall");
    }
    return false;
}

bool sp_field_parse(SpProfile *p, const char *key, const char *text)
{
    for (size_t i = 0; i < SP_FIELD_COUNT; i++)
        if (!strcmp(sp_fields[i].key, key))
            return set_field(p, &sp_fields[i], text);
    return false;
}

void sp_write_json_fields(const SpProfile *p, SpOutput *o)
{
    sp_output_puts(o, "{\"written_by\":\"" SP_WRITTEN_BY "\"");
    for (size_t i = 0; i < SP_FIELD_COUNT; i++) {
        char *text = sp_field_text(p, &sp_fields[i]);
        if (!text)
            continue;
        bool quoted = sp_fields[i].type == SP_FIELD_STRING || sp_fields[i].type == SP_FIELD_CLOCK;
        sp_output_printf(o, ",\"%s\":", sp_fields[i].key);
        if (quoted)
            sp_write_json_string(o, text);
        else
            sp_output_puts(o, text);
        g_free(text);
    }
    sp_output_puts(o, "}");
}
