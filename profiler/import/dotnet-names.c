/*
 * dotnet-names.c - methods as .NET's own runtime names them in events, to full names as Mono prints them:
 *
 *   Acme.Box`1+In`1[System.__Canon,System.Int32] · Spin · instance generic int32  (!!0,!1,class Leaf[])
 *   Acme.Box`1/In`1<T_REF, int>:Spin (!!0,int,Leaf[])
 *
 *   class     = name *("+" name) ["[" class *("," class) "]"] *rank         arguments: outermost type's first
 *   signature = words type "  (" [type *("," type)] ")"
 *   type      = *("required_modifier " name " ") core *(rank / "*" / "&")
 *   core      = ["class " / "value class "] name ["<" type *("," type) ">"] / keyword / "!" n / "!!" n
 *               / "fnptr " type "(" types ")"
 *   rank      = "[" *"," "]"
 *
 * What .NET does not say stays unsaid: the arguments of a generic method (its parameters are !!0, !!1 ...), and the
 * types around a nested one in a signature. System.__Canon is any reference type, for which Mono has the placeholder
 * T_REF. Any text may come in; what does not fit is copied, and nesting deeper than MAX_DEPTH, too.
 */
#include "profiler/import/reading.h"

#include <string.h>

#define MAX_DEPTH 32
#define MAX_LENGTH 16384 /* of a name in bytes; beyond, !1 stays !1, lest a name multiply */

typedef struct {
    const char *s;
    size_t n;
} Text;

static Text text_of(const char *s)
{
    return (Text){s, strlen(s)};
}

static Text part(Text t, size_t from, size_t to)
{
    return (Text){t.s + from, to - from};
}

static void put(GString *out, Text t)
{
    g_string_append_len(out, t.s, (gssize)t.n);
}

static bool equals(Text t, const char *s)
{
    return strlen(s) == t.n && !memcmp(t.s, s, t.n);
}

static bool cut_prefix(Text *t, const char *prefix)
{
    size_t n = strlen(prefix);
    if (t->n < n || memcmp(t->s, prefix, n))
        return false;
    *t = part(*t, n, t->n);
    return true;
}

/* ---- Words ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *in_signature, *in_class, *mono;
} words[] = {
    {"void", "System.Void", "void"},
    {"bool", "System.Boolean", "bool"},
    {"wchar", "System.Char", "char"},
    {"int8", "System.SByte", "sbyte"},
    {"unsigned int8", "System.Byte", "byte"},
    {"int16", "System.Int16", "int16"},
    {"unsigned int16", "System.UInt16", "uint16"},
    {"int32", "System.Int32", "int"},
    {"unsigned int32", "System.UInt32", "uint"},
    {"int64", "System.Int64", "long"},
    {"unsigned int64", "System.UInt64", "ulong"},
    {"float32", "System.Single", "single"},
    {"float64", "System.Double", "double"},
    {"int", "System.IntPtr", "intptr"}, /* the native one */
    {"unsigned int", "System.UIntPtr", "uintptr"},
    {"refany", "System.TypedReference", "typedbyref"},
    {"System.String", "System.String", "string"}, /* behind "class " */
    {"System.Object", "System.Object", "object"},
    {"System.__Canon", "System.__Canon", "T_REF"},
};

static bool put_word(GString *out, Text t, bool in_class)
{
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (equals(t, in_class ? words[i].in_class : words[i].in_signature)) {
            g_string_append(out, words[i].mono);
            return true;
        }
    }
    return false;
}

/* ---- Brackets --------------------------------------------------------------------------------------------------- */

/* Cuts "[,]", "*" and "&" off the end. A "]" that ends arguments stays. */
static Text cut_suffix(Text *t)
{
    size_t n = t->n, core;
    for (bool more = true; more && n; n = more ? core : n) {
        core = n - 1;
        if (t->s[core] == ']') {
            while (core && t->s[core - 1] == ',')
                core--;
            more = core && t->s[core - 1] == '[';
            core -= more;
        } else {
            more = t->s[core] == '*' || t->s[core] == '&';
        }
    }
    Text suffix = part(*t, n, t->n);
    t->n = n;
    return suffix;
}

/* Where the bracket that ends t opens; t.n if it ends with no such bracket, or none opens it. */
static size_t opening(Text t, char open, char close)
{
    size_t depth = 0;
    if (!t.n || t.s[t.n - 1] != close)
        return t.n;
    for (size_t i = t.n; i-- > 0;) {
        depth += t.s[i] == close;
        if (t.s[i] == open && --depth == 0)
            return i;
    }
    return t.n;
}

/* Cuts the next piece off `rest`, up to a comma outside all brackets. False when nothing is left. */
static bool next_piece(Text *rest, Text *piece)
{
    if (!rest->s)
        return false;
    size_t depth = 0, i = 0;
    for (; i < rest->n && (depth || rest->s[i] != ','); i++) {
        char c = rest->s[i];
        depth += c == '[' || c == '<' || c == '(';
        depth -= depth && (c == ']' || c == '>' || c == ')');
    }
    *piece = part(*rest, 0, i);
    *rest = i < rest->n ? part(*rest, i + 1, rest->n) : (Text){NULL, 0};
    return true;
}

/* ---- Classes ---------------------------------------------------------------------------------------------------- */

static void put_nested(GString *out, Text t)
{
    for (size_t i = 0; i < t.n; i++)
        g_string_append_c(out, t.s[i] == '+' ? '/' : t.s[i]);
}

static void put_class(GString *out, Text t, int depth);

static GPtrArray *class_arguments(Text list, int depth)
{
    GPtrArray *arguments = g_ptr_array_new_with_free_func(g_free);
    Text piece;
    while (next_piece(&list, &piece)) {
        GString *one = g_string_new(NULL);
        put_class(one, piece, depth + 1);
        g_ptr_array_add(arguments, g_string_free(one, FALSE));
    }
    return arguments;
}

/* The class and, unless NULL, its arguments. */
static void put_class_and_keep(GString *out, Text t, int depth, GPtrArray **arguments)
{
    size_t open = opening(t, '[', ']');
    bool has_arguments = open && open + 2 < t.n && depth < MAX_DEPTH;
    put_nested(out, part(t, 0, has_arguments ? open : t.n));
    if (!has_arguments)
        return;
    GPtrArray *all = class_arguments(part(t, open + 1, t.n - 1), depth);
    for (guint i = 0; i < all->len; i++)
        g_string_append_printf(out, "%s%s", i ? ", " : "<", (char *)all->pdata[i]);
    g_string_append_c(out, '>');
    if (arguments)
        *arguments = all;
    else
        g_ptr_array_unref(all);
}

static void put_class(GString *out, Text t, int depth)
{
    Text suffix = cut_suffix(&t);
    if (!put_word(out, t, true))
        put_class_and_keep(out, t, depth, NULL);
    put(out, suffix);
}

/* ---- Signatures ------------------------------------------------------------------------------------------------- */

static void put_type(GString *out, Text t, const GPtrArray *arguments, int depth);

static void put_types(GString *out, Text list, const char *separator, const GPtrArray *arguments, int depth)
{
    Text piece;
    for (bool first = true; next_piece(&list, &piece); first = false) {
        g_string_append(out, first ? "" : separator);
        put_type(out, piece, arguments, depth);
    }
}

/* "!1" is the class's argument, where the class says it; "!!1" the method's, which nobody says. */
static bool put_variable(GString *out, Text t, const GPtrArray *arguments)
{
    guint64 number = 0;
    if (t.n < 2 || t.n > 6 || t.s[0] != '!' || !arguments || out->len > MAX_LENGTH)
        return false;
    for (size_t i = 1; i < t.n; i++) {
        if (!g_ascii_isdigit(t.s[i]))
            return false;
        number = number * 10 + (guint64)(t.s[i] - '0');
    }
    if (number >= arguments->len)
        return false;
    g_string_append(out, arguments->pdata[number]);
    return true;
}

static void put_core(GString *out, Text t, const GPtrArray *arguments, int depth)
{
    if (put_word(out, t, false) || put_variable(out, t, arguments))
        return;
    size_t open = opening(t, '<', '>');
    if (!open || open + 2 >= t.n || depth >= MAX_DEPTH) {
        put_nested(out, t);
        return;
    }
    put_nested(out, part(t, 0, open));
    g_string_append_c(out, '<');
    put_types(out, part(t, open + 1, t.n - 1), ", ", arguments, depth + 1);
    g_string_append_c(out, '>');
}

static Text without_kind(Text t)
{
    if (!cut_prefix(&t, "class "))
        cut_prefix(&t, "value class ");
    return t;
}

static void put_type(GString *out, Text t, const GPtrArray *arguments, int depth)
{
    static const char *const modifiers[] = {"required_modifier ", "optional_modifier "};
    for (size_t i = 0; i < G_N_ELEMENTS(modifiers);) {
        const char *blank = cut_prefix(&t, modifiers[i]) ? memchr(t.s, ' ', t.n) : NULL;
        if (blank) {
            t = part(t, (size_t)(blank + 1 - t.s), t.n);
            i = 0; /* several may follow each other */
        } else {
            i++;
        }
    }
    Text suffix = cut_suffix(&t);
    if (cut_prefix(&t, "fnptr "))
        g_string_append(out, "*()");
    else
        put_core(out, without_kind(t), arguments, depth);
    put(out, suffix);
}

/* The parameters of a signature, without their parentheses. False if it has none. */
static bool parameters_of(Text signature, Text *parameters)
{
    const char *open = g_strstr_len(signature.s, (gssize)signature.n, "  (");
    if (!open || signature.s[signature.n - 1] != ')')
        return false;
    *parameters = part(signature, (size_t)(open + 3 - signature.s), signature.n - 1);
    return true;
}

char *sp_dotnet_full_name(const char *class_name, const char *method, const char *signature)
{
    GString *out = g_string_new(NULL);
    GPtrArray *arguments = NULL; /* of the class, already converted; parameters refer to them by number */
    Text parameters;
    put_class_and_keep(out, text_of(class_name), 0, &arguments);
    g_string_append_printf(out, "%s%s", *class_name ? ":" : "", method);
    if (parameters_of(text_of(signature), &parameters)) {
        g_string_append(out, " (");
        if (parameters.n)
            put_types(out, parameters, ",", arguments, 0);
        g_string_append_c(out, ')');
    }
    if (arguments)
        g_ptr_array_unref(arguments);
    return g_string_free(out, FALSE);
}
