/* callspec.c - see callspec.h. */
#include "interp/exec/callspec.h"

#include "interp/exec/exec.h"

#include <stdio.h>
#include <string.h>

/* N:, T:, M:, E: and the words; an assembly's name is a term without kind. */
typedef enum { IS_ALL, IS_PROGRAM, IS_WRAPPER, IS_DISABLED, IS_ASSEMBLY, IS_NAMESPACE, IS_TYPE, IS_METHOD, IS_EXCEPTION } TermKind;

typedef struct {
    bool exclude;
    TermKind kind;
    char *text; /* behind the kind */
} Term;

struct InterpCallspec {
    bool disabled;
    unsigned count;
    Term terms[];
};

static const char *const words[] = {"all", "program", "wrapper", "disabled"};

static bool parse_kind(const char *text, Term *term)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
        if (!strcmp(text, words[i])) {
            term->kind = (TermKind)i;
            return true;
        }
    if (!strchr(text, ':')) {
        term->kind = IS_ASSEMBLY;
        term->text = g_strdup(text);
        return true;
    }
    const char *kinds = "NTME", *kind = text[1] == ':' ? strchr(kinds, *text) : NULL;
    if (!kind) {
        fprintf(stderr, "callspec '%s': no such kind of term; N:Namespace, T:Type, M:Type:Method and E:Exception are known\n",
                text);
        return false;
    }
    term->kind = (TermKind)(IS_NAMESPACE + (kind - kinds));
    if (term->kind == IS_METHOD && (!strchr(text + 2, ':') || g_str_has_suffix(text, ":"))) {
        fprintf(stderr, "Invalid method name: %s\n", text + 2); /* mono's words */
        return false;
    }
    term->text = g_strdup(text + 2);
    return true;
}

static bool parse_term(const char *text, Term *term)
{
    size_t good = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.:_-`/");
    if (text[good] == '*' && !strncmp(text + (*text == '-'), "N:", 2) && good && text[good - 1] == '.')
        good++; /* N:My.App.* */
    if (text[good] && (text[good] & 0x80) == 0) {
        fprintf(stderr, "callspec '%s': unexpected '%c' at column %zu\n", text, text[good], good + 1);
        return false;
    }
    term->exclude = *text == '-';
    return parse_kind(text + term->exclude, term);
}

InterpCallspec *interp_callspec_parse(const char *text)
{
    if (!*text)
        text = "all";
    char **parts = g_strsplit(text, ",", -1);
    unsigned count = g_strv_length(parts);
    InterpCallspec *spec = g_malloc0(sizeof *spec + count * sizeof(Term));
    for (unsigned i = 0; i < count; i++) {
        Term *term = &spec->terms[spec->count];
        if (!*parts[i] || !strcmp(parts[i], "-"))
            continue;
        if (!parse_term(parts[i], term)) {
            g_strfreev(parts);
            return NULL; /* the process ends now */
        }
        spec->disabled |= term->kind == IS_DISABLED;
        spec->count++;
    }
    g_strfreev(parts);
    return spec;
}

/* Name with or without namespace, none for any class; instances by their definition's name. */
static bool class_matches(const char *name, MonoClass *klass)
{
    if (klass->definition)
        klass = klass->definition;
    if (!*name || !strcmp(name, "*") || !strcmp(name, klass->name))
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

static const MonoClass *outermost(const MonoClass *klass)
{
    while (klass->nested_in)
        klass = klass->nested_in;
    return klass;
}

/* As in Mono a nested type has no namespace; only "My.App.*" looks at that of the type around it. */
static bool namespace_matches(const char *text, const MonoClass *klass)
{
    if (!g_str_has_suffix(text, ".*"))
        return !strcmp(text, klass->nested_in ? "" : klass->name_space);
    const char *have = outermost(klass)->name_space;
    size_t length = strlen(text) - 2;
    return !strncmp(have, text, length) && (!have[length] || have[length] == '.');
}

/* The full name; of a nested type its own name will do. */
static bool type_matches(const char *text, MonoClass *klass)
{
    if (klass->definition)
        klass = klass->definition;
    bool whole = strchr(text, '.') || strchr(text, '/') || (!klass->nested_in && *klass->name_space);
    return *text && (whole ? strcmp(text, klass->name) != 0 && class_matches(text, klass) : !strcmp(text, klass->name));
}

static bool term_matches(const Term *term, MonoMethod *method)
{
    MonoAssembly *program = mono_assembly_get_main();
    MonoClass *klass = mono_method_get_class(method);
    switch (term->kind) {
    case IS_PROGRAM:
        return program && klass->image == program->image;
    case IS_WRAPPER: {
        char *name = interp_wrapper_name(method);
        g_free(name);
        return name != NULL;
    }
    case IS_ASSEMBLY:
        return klass->image->name && !strcmp(term->text, klass->image->name);
    case IS_NAMESPACE:
        return namespace_matches(term->text, klass);
    case IS_TYPE:
        return type_matches(term->text, klass);
    case IS_METHOD:
        return interp_method_spec_matches(term->text, method);
    case IS_ALL:
        return true;
    default:
        return false;
    }
}

bool interp_callspec_matches(const InterpCallspec *spec, MonoMethod *method)
{
    bool selected = false;
    for (unsigned i = 0; i < spec->count && !spec->disabled; i++)
        if (term_matches(&spec->terms[i], method))
            selected = !spec->terms[i].exclude;
    return selected;
}

bool interp_callspec_matches_exception(const InterpCallspec *spec, MonoClass *klass)
{
    bool selected = false;
    for (unsigned i = 0; i < spec->count && !spec->disabled; i++) {
        const Term *term = &spec->terms[i];
        if (term->kind == IS_EXCEPTION && (!strcmp(term->text, "all") || type_matches(term->text, klass)))
            selected = !term->exclude;
    }
    return selected;
}
