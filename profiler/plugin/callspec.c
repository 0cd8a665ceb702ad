/*
 * callspec.c - Mono's callspec: which methods are profiled.
 *
 *   spec  = [item] *("," [item])         an empty text means `all`
 *   item  = *"+" ["-" *"+"] [term]       "-" excludes; "+" and an item without a term mean nothing
 *   term  = "all" | "program" | "wrapper" | "disabled" | kind | assembly
 *   kind  = "M:" [[namespace "."] type] ":" [":"] method
 *         | "T:" [namespace "."] type *("/" type)        "/" is our extension
 *         | "N:" namespace [".*"]                        ".*" is our extension
 *         | "E:" (exception type | "all")                accepted, selects no method
 *
 * Words hold letters, digits and . : _ - ` only, as in Mono. Mono also lets a "+" start another term and lets a word
 * with an unknown kind ("n:A") pass as the name of an assembly; both are mistakes, so both are refused here.
 *
 * The last matching term decides, so evaluation runs backwards and stops at the first match.
 */
#include "profiler/plugin/callspec.h"

#include "profiler/model/model.h"

#include <string.h>

typedef enum {
    TERM_ALL,
    TERM_PROGRAM,
    TERM_WRAPPER,
    TERM_ASSEMBLY,       /* name */
    TERM_NAMESPACE,      /* name = namespace of the declaring type itself */
    TERM_NAMESPACE_TREE, /* name = namespace of the outermost type, or a parent of it */
    TERM_TYPE,           /* scope = namespace, name = simple name */
    TERM_TYPE_PATH,      /* scope = namespace of the outermost type, name = "Outer/Inner" */
    TERM_METHOD,         /* scope = namespace or NULL for any, name = type or NULL for any, method */
} TermKind;

typedef struct {
    TermKind kind;
    bool exclude;
    const char *scope, *name, *method; /* owned by SpCallspec.strings */
} Term;

struct SpCallspec {
    GArray *terms; /* of Term */
    GStringChunk *strings;
    bool disabled; /* the word `disabled`: nothing is instrumented, as in the runtime's own profilers */
};

typedef struct {
    const char *text, *at;
    SpCallspec *spec;
    GError **error;
} Parser;

#define EXCERPT 40 /* characters shown on either side of the fault; a spec may be megabytes long */

static bool is_word_char(char c)
{
    return g_ascii_isalnum(c) || (c && strchr(".:_-`", c));
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The text around the fault on one line, controls escaped, cut where it is long. */
static char *excerpt(const char *text, const char *at)
{
    const char *from = at - text > EXCERPT ? at - EXCERPT : text;
    size_t length = strnlen(at, EXCERPT + 1);
    const char *end = at + MIN(length, EXCERPT);
    while (from > text && is_continuation(*from))
        from--;
    while (end > at && is_continuation(*end))
        end--;
    char *raw = g_strndup(from, (gsize)(end - from)), *valid = g_utf8_make_valid(raw, -1);
    for (char *c = valid; *c; c++)
        if (g_ascii_iscntrl(*c))
            *c = ' ';
    char *result = g_strconcat(from > text ? "..." : "", valid, *end ? "..." : "", NULL);
    g_free(valid);
    g_free(raw);
    return result;
}

/* Always false, so that a parser can `return refuse(...)`. Columns count characters from 1. */
static bool refuse(const Parser *p, const char *at, const char *problem, const char *hint)
{
    size_t column = 1;
    for (const char *c = p->text; c < at; c++)
        column += !is_continuation(c[1]);
    char *shown = excerpt(p->text, at);
    g_set_error(p->error, SP_ERROR, SP_ERROR_OPTION, "callspec '%s': %s at column %zu (%s)", shown, problem, column,
                hint);
    g_free(shown);
    return false;
}

static bool refuse_char(const Parser *p, const char *at)
{
    static const struct {
        const char *chars, *hint;
    } hints[] = {
        {"+;|", "terms are separated by commas"},
        {" \t\r\n", "a callspec holds no blanks"},
        {"/", "a nested type is written T:Namespace.Outer/Inner, in T: terms only"},
        {"*", "the one wildcard is N:Namespace.*, that namespace and all below it"},
        {"()", "a method term selects all overloads: M:Namespace.Type:Method"},
        {"<>[]", "a generic type is written with its arity, T:Namespace.List`1"},
    };
    const char *hint = "a term holds letters, digits and . : _ - `";
    for (size_t i = 0; i < G_N_ELEMENTS(hints); i++)
        if (strchr(hints[i].chars, *at))
            hint = hints[i].hint;
    gunichar c = g_utf8_get_char_validated(at, -1);
    char *problem = c >= (gunichar)-2 || g_unichar_iscntrl(c)
                        ? g_strdup_printf("unexpected byte 0x%02x", (unsigned char)*at)
                        : g_strdup_printf("unexpected '%.*s'", g_unichar_to_utf8(c, NULL), at);
    refuse(p, at, problem, hint);
    g_free(problem);
    return false;
}

static const char *keep(const Parser *p, const char *from, const char *end)
{
    return g_string_chunk_insert_len(p->spec->strings, from, end - from);
}

static bool add(const Parser *p, Term term)
{
    g_array_append_val(p->spec->terms, term);
    return true;
}

static const char *last_of(const char *from, const char *end, char c)
{
    while (end > from)
        if (*--end == c)
            return end;
    return NULL;
}

static bool add_type(const Parser *p, Term term, const char *from, const char *end)
{
    const char *slash = memchr(from, '/', (size_t)(end - from));
    const char *dot = last_of(from, slash ? slash : end, '.'), *name = dot ? dot + 1 : from;
    for (const char *s = slash; s; s = memchr(s + 1, '/', (size_t)(end - s - 1)))
        if (s == name || s[-1] == '/' || s + 1 == end)
            return refuse(p, s, "type name missing beside '/'", "nested types are written T:Namespace.Outer/Inner");
    term.kind = slash ? TERM_TYPE_PATH : TERM_TYPE;
    term.scope = dot ? keep(p, from, dot) : "";
    term.name = keep(p, name, end);
    return add(p, term);
}

/* The text up to the last colon is the type; of a doubled colon the first belongs to neither. Mono ignores the
 * namespace of a type that is empty ("M:Ns.:Name"). */
static bool add_method(const Parser *p, Term term, const char *from, const char *end)
{
    const char *colon = last_of(from, end, ':');
    if (!colon)
        return refuse(p, from - 2, "method term without a type",
                      "write M:Namespace.Type:Method, or M::Method for any type");
    const char *type_end = colon > from && colon[-1] == ':' ? colon - 1 : colon;
    const char *dot = last_of(from, type_end, '.'), *name = dot ? dot + 1 : from;
    term.kind = TERM_METHOD;
    term.method = keep(p, colon + 1, end);
    if (name < type_end) {
        term.name = keep(p, name, type_end);
        term.scope = dot ? keep(p, from, dot) : NULL;
    }
    return add(p, term);
}

static bool add_namespace(const Parser *p, Term term, const char *from, const char *end)
{
    bool tree = end - from > 2 && end[-1] == '*';
    term.kind = tree ? TERM_NAMESPACE_TREE : TERM_NAMESPACE;
    term.name = keep(p, from, tree ? end - 2 : end);
    return add(p, term);
}

static bool add_word(const Parser *p, Term term, const char *from, const char *end)
{
    static const struct {
        const char *word;
        TermKind kind;
    } words[] = {{"all", TERM_ALL}, {"program", TERM_PROGRAM}, {"wrapper", TERM_WRAPPER}};
    size_t length = (size_t)(end - from);
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strlen(words[i].word) == length && !strncmp(words[i].word, from, length)) {
            term.kind = words[i].kind;
            return add(p, term);
        }
    }
    if (length == 8 && !strncmp(from, "disabled", length)) {
        if (term.exclude)
            return refuse(p, from, "'disabled' cannot be excluded", "leave it out instead");
        p->spec->disabled = true;
        return true;
    }
    const char *colon = memchr(from, ':', length);
    if (colon)
        return refuse(p, from, "unknown kind of term",
                      "kinds are M: T: N: E:, in capitals; else a term is an assembly name");
    term.kind = TERM_ASSEMBLY;
    term.name = keep(p, from, end);
    return add(p, term);
}

/* The end of the term that starts at `from`: a comma or the end of the text. NULL and an error at what may not be
 * there. */
static const char *term_end(const Parser *p, const char *from)
{
    bool is_type = g_str_has_prefix(from, "T:"), is_namespace = g_str_has_prefix(from, "N:");
    for (const char *c = from;; c++) {
        if (!*c || *c == ',')
            return c;
        bool tail = !c[1] || c[1] == ',';
        bool star = *c == '*' && is_namespace && tail && c - from > 3 && c[-1] == '.';
        if (!is_word_char(*c) && !star && !(*c == '/' && is_type)) {
            refuse_char(p, c);
            return NULL;
        }
    }
}

static bool parse_item(Parser *p)
{
    Term term = {.kind = TERM_ALL};
    while (*p->at == '+')
        p->at++;
    if (*p->at == '-') {
        term.exclude = true;
        for (p->at++; *p->at == '+';)
            p->at++;
        if (*p->at == '-')
            return refuse(p, p->at, "second '-'", "one '-' before a term excludes what it matches");
    }
    const char *from = p->at, *end = term_end(p, from);
    if (!end)
        return false;
    p->at = end;
    if (from == end)
        return true;
    if (end - from < 2 || from[1] != ':')
        return add_word(p, term, from, end);
    switch (from[0]) {
    case 'T':
        return add_type(p, term, from + 2, end);
    case 'M':
        return add_method(p, term, from + 2, end);
    case 'N':
        return add_namespace(p, term, from + 2, end);
    case 'E':
        return true;
    default:
        return add_word(p, term, from, end);
    }
}

static bool parse(Parser *p)
{
    if (!*p->text)
        return add(p, (Term){.kind = TERM_ALL});
    for (;;) {
        if (!parse_item(p))
            return false;
        if (!*p->at)
            return true;
        p->at++; /* the comma that ended the item */
    }
}

SpCallspec *sp_callspec_parse(const char *text, GError **error)
{
    SpCallspec *spec = g_new0(SpCallspec, 1);
    spec->terms = g_array_new(FALSE, FALSE, sizeof(Term));
    spec->strings = g_string_chunk_new(256);
    Parser parser = {.text = text, .at = text, .spec = spec, .error = error};
    if (parse(&parser))
        return spec;
    sp_callspec_free(spec);
    return NULL;
}

void sp_callspec_free(SpCallspec *spec)
{
    if (!spec)
        return;
    g_array_unref(spec->terms);
    g_string_chunk_free(spec->strings);
    g_free(spec);
}

static bool in_namespace_tree(const char *name_space, const char *root)
{
    size_t length = strlen(root);
    return !strncmp(name_space, root, length) && (!name_space[length] || name_space[length] == '.');
}

static bool matches(const Term *term, const SpMethodDescription *m)
{
    switch (term->kind) {
    case TERM_ALL:
        return true;
    case TERM_PROGRAM:
        return m->in_main_assembly;
    case TERM_WRAPPER:
        return m->wrapper == SP_WRAPPER_TRANSITION;
    case TERM_ASSEMBLY:
        return !strcmp(term->name, m->assembly);
    case TERM_NAMESPACE:
        return !strcmp(term->name, m->name_space);
    case TERM_NAMESPACE_TREE:
        return in_namespace_tree(m->outer_namespace, term->name);
    case TERM_TYPE:
        return !strcmp(term->name, m->type_name) && !strcmp(term->scope, m->name_space);
    case TERM_TYPE_PATH:
        return !strcmp(term->name, m->type_path) && !strcmp(term->scope, m->outer_namespace);
    case TERM_METHOD:
        return !strcmp(term->method, m->method) && (!term->name || !strcmp(term->name, m->type_name)) &&
               (!term->scope || !strcmp(term->scope, m->name_space));
    }
    return false;
}

bool sp_callspec_selects(const SpCallspec *spec, const SpMethodDescription *method)
{
    if (spec->disabled)
        return false;
    for (guint i = spec->terms->len; i-- > 0;) {
        const Term *term = &g_array_index(spec->terms, Term, i);
        if (matches(term, method))
            return !term->exclude;
    }
    return false;
}

bool sp_callspec_only_excludes(const SpCallspec *spec)
{
    if (spec->disabled)
        return true;
    for (guint i = 0; i < spec->terms->len; i++)
        if (!g_array_index(spec->terms, Term, i).exclude)
            return false;
    return true;
}
