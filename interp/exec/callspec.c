/* callspec.c - see callspec.h. */
#include "interp/exec/callspec.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    bool exclude;
    char kind; /* a(ll) p(rogram) N T M */
    char *text;
} Part;

struct InterpCallspec {
    unsigned count;
    Part parts[];
};

static bool parse_part(const char *text, Part *part)
{
    part->exclude = *text == '-';
    text += part->exclude;
    if (!strcmp(text, "all") || !strcmp(text, "program")) {
        part->kind = *text;
        return true;
    }
    if (!*text || text[1] != ':' || !strchr("NTM", *text) || !text[2])
        return false;
    part->kind = *text;
    part->text = g_strdup(text + 2);
    return true;
}

InterpCallspec *interp_callspec_parse(const char *text)
{
    if (!*text)
        text = "all";
    char **parts = g_strsplit(text, ",", -1);
    unsigned count = g_strv_length(parts);
    InterpCallspec *spec = g_malloc0(sizeof *spec + count * sizeof(Part));
    for (; spec->count < count; spec->count++) {
        if (!parse_part(parts[spec->count], &spec->parts[spec->count])) {
            fprintf(stderr, "Cannot understand '%s': all, program, N:Namespace, T:Type and M:Type:Method are known.\n",
                    parts[spec->count]);
            g_strfreev(parts);
            return NULL; /* the process ends now */
        }
    }
    g_strfreev(parts);
    return spec;
}

static const MonoClass *outermost(const MonoClass *klass)
{
    while (klass->nested_in)
        klass = klass->nested_in;
    return klass;
}

/* Name with or without namespace; instances by their definition's name. */
static bool class_matches(const char *name, MonoClass *klass)
{
    if (klass->definition)
        klass = klass->definition;
    if (!strcmp(name, "*") || !strcmp(name, klass->name))
        return true;
    char *full = mono_class_full_name(klass);
    char *angle = strchr(full, '<');
    if (angle)
        *angle = 0;
    bool same = !strcmp(name, full);
    g_free(full);
    return same;
}

bool interp_method_spec_matches(const char *spec, MonoMethod *method)
{
    const char *bracket = strchr(spec, '(');
    size_t length = bracket ? (size_t)(bracket - spec) : strlen(spec);
    while (length && spec[length - 1] == ' ')
        length--;
    const char *colon = g_strrstr_len(spec, (gssize)length, ":");
    if (!colon)
        return false;
    while (colon > spec && colon[-1] == ':')
        colon--;
    const char *name = colon + strspn(colon, ":");
    size_t name_length = length - (size_t)(name - spec);
    bool any = name_length == 1 && *name == '*';
    if (!any && (strlen(method->name) != name_length || memcmp(method->name, name, name_length)))
        return false;
    char *type = g_strndup(spec, (gsize)(colon - spec));
    bool same = class_matches(type, method->klass);
    g_free(type);
    if (same && bracket) {
        MonoMethodSignature *signature = mono_method_signature(method);
        char *parameters = signature ? mono_signature_get_desc(signature, 1) : NULL;
        size_t inside = strcspn(bracket + 1, ")");
        same = parameters && strlen(parameters) == inside && !memcmp(parameters, bracket + 1, inside);
        mono_free(parameters);
    }
    return same;
}

static bool part_matches(const Part *part, MonoMethod *method)
{
    MonoAssembly *program = mono_assembly_get_main();
    switch (part->kind) {
    case 'p':
        return program && method->klass->image == program->image;
    case 'N': {
        const char *have = outermost(method->klass)->name_space;
        size_t length = strlen(part->text);
        return !strncmp(have, part->text, length) && (!have[length] || have[length] == '.');
    }
    case 'T':
        return class_matches(part->text, method->klass);
    case 'M':
        return interp_method_spec_matches(part->text, method);
    default:
        return true;
    }
}

bool interp_callspec_matches(const InterpCallspec *spec, MonoMethod *method)
{
    bool selected = false;
    for (unsigned i = 0; i < spec->count; i++)
        if (part_matches(&spec->parts[i], method))
            selected = !spec->parts[i].exclude;
    return selected;
}
