/*
 * names.c - the runtime's names of methods, as people write them.
 *
 *   raw    = ["(wrapper " kind ") "] class ":" method [" (" parameters ")"]
 *   class  = [namespace "."] segment *("/" segment) ["<" all arguments, outermost type's first ">"]
 *   method = name ["<" arguments ">"]
 *
 * A segment or a method name that starts with "<" may be made by a compiler; `made_names` lists the forms of mcs and
 * Roslyn. Types so made form a chain at the end of the class ("Owner/<M>c__Iterator0/<M>c__AnonStorey1"), which is
 * replaced by the method that stands in the source: Owner.M. The numbers of a chain stay in the name, as they alone
 * keep apart the overloads and lambdas of one method; docs/names.md has the rules for users.
 *
 * Any byte string may come in (Reflection.Emit accepts every name). What does not fit the grammar is copied; nesting
 * deeper than MAX_DEPTH is copied too, so time is linear and the C stack bounded.
 */
#include "profiler/model/model.h"

#include <string.h>

#define MAX_DEPTH 32

typedef struct {
    const char *s;
    size_t n;
} Text;

typedef enum {
    MADE_NOTHING,
    MADE_ITERATOR, /* state machines */
    MADE_ASYNC,
    MADE_BODY, /* Roslyn's: iterator or async, the name does not tell */
    MADE_CLOSURE,
    MADE_ANONYMOUS, /* anonymous type */
    MADE_LAMBDA,    /* methods */
    MADE_LOCAL,
} MadeKind;

typedef struct {
    MadeKind kind;
    Text base;   /* the method in the source, may be empty */
    Text number; /* digits and '_', may be empty */
    Text name;   /* of a local function */
} Made;

typedef struct {
    Text name; /* without arity */
    Text whole;
    guint arity;
    Made made;
} Segment;

typedef struct {
    GArray *segments;  /* of Segment */
    GArray *arguments; /* of Text */
    bool distributed;  /* the arities add up to the number of arguments, so each segment shows its own */
} Class;

static Text text_of(const char *s, size_t n)
{
    return (Text){s, n};
}

static Text part(Text t, size_t from, size_t to)
{
    return (Text){t.s + from, to - from};
}

static bool equals(Text t, const char *s)
{
    return strlen(s) == t.n && !memcmp(t.s, s, t.n);
}

static bool starts_with(Text t, const char *s)
{
    return strlen(s) <= t.n && !memcmp(t.s, s, strlen(s));
}

static void put(GString *out, Text t)
{
    g_string_append_len(out, t.s, (gssize)t.n);
}

/* ---- Brackets ------------------------------------------------------------------------------------------------- */

/* t starts with '<': the length up to and with its '>', 0 if there is none. */
static size_t bracket_length(Text t)
{
    size_t depth = 0;
    for (size_t i = 0; i < t.n; i++) {
        depth += t.s[i] == '<';
        if (t.s[i] == '>' && --depth == 0)
            return i + 1;
    }
    return 0;
}

/* t ends with "<...>" and has something before it that is no separator: where the '<' stands. Else t.n. */
static size_t arguments_start(Text t)
{
    size_t depth = 0;
    if (!t.n || t.s[t.n - 1] != '>')
        return t.n;
    for (size_t i = t.n; i-- > 0;) {
        depth += t.s[i] == '>';
        if (t.s[i] == '<' && --depth == 0)
            return i && !strchr("/.", t.s[i - 1]) ? i : t.n;
    }
    return t.n;
}

/* Cuts the next piece off `rest`, up to a separator outside all brackets. False when nothing is left. */
static bool next_piece(Text *rest, char separator, Text *piece)
{
    if (!rest->s)
        return false;
    size_t depth = 0, i = 0;
    for (; i < rest->n && (depth || rest->s[i] != separator); i++) {
        if (strchr("<[(", rest->s[i]) && rest->s[i])
            depth++;
        else if (depth && strchr(">])", rest->s[i]) && rest->s[i])
            depth--;
    }
    *piece = part(*rest, 0, i);
    *rest = i < rest->n ? part(*rest, i + 1, rest->n) : (Text){NULL, 0};
    return true;
}

/* ---- Names made by compilers ------------------------------------------------------------------------------------ */

static const struct {
    const char *mark; /* what follows "<base>" and precedes the number */
    MadeKind kind;
} made_names[] = {
    {"c__Iterator", MADE_ITERATOR},       {"c__async", MADE_ASYNC}, /* mcs; its numbers are upper-case hexadecimal */
    {"c__AnonStorey", MADE_CLOSURE},      {"m__", MADE_LAMBDA},
    {"__AnonType", MADE_ANONYMOUS},       {"d__", MADE_BODY}, /* from here Roslyn, METHOD_NUMBER */
    {"c__DisplayClass", MADE_CLOSURE},    {"b__", MADE_LAMBDA},
    {"f__AnonymousType", MADE_ANONYMOUS},
};

static bool is_number(Text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (!g_ascii_isdigit(t.s[i]) && !(t.s[i] >= 'A' && t.s[i] <= 'F') && t.s[i] != '_')
            return false;
    return t.n > 0;
}

/* "Name`2": the length of "Name", and 2. Text without an arity: its length, and 0. */
static size_t without_arity(Text t, guint *arity)
{
    size_t i = t.n;
    guint n = 0, scale = 1;
    for (; i && g_ascii_isdigit(t.s[i - 1]) && t.n - i < 5; i--, scale *= 10)
        n += (guint)(t.s[i - 1] - '0') * scale;
    bool found = i < t.n && i > 1 && t.s[i - 1] == '`' && n > 0;
    *arity = found ? n : 0;
    return found ? i - 1 : t.n;
}

static Made parse_local_function(Text base, Text rest)
{
    const char *bar = memrchr(rest.s, '|', rest.n);
    if (!bar)
        return (Made){0};
    size_t at = (size_t)(bar - rest.s);
    Text number = part(rest, at + 1, rest.n);
    return is_number(number) ? (Made){MADE_LOCAL, base, number, part(rest, 0, at)} : (Made){0};
}

static Made parse_made(Text t)
{
    size_t end = t.n && t.s[0] == '<' ? bracket_length(t) : 0;
    if (!end)
        return (Made){0};
    guint arity;
    Text base = part(t, 1, end - 1), rest = part(t, end, t.n), none = {"", 0};
    base.n = without_arity(base, &arity); /* mcs keeps the arity of a generic method here */
    for (size_t i = 0; i < G_N_ELEMENTS(made_names); i++) {
        size_t mark = strlen(made_names[i].mark);
        if (starts_with(rest, made_names[i].mark) && is_number(part(rest, mark, rest.n)))
            return (Made){made_names[i].kind, base, part(rest, mark, rest.n), none};
    }
    if (equals(rest, "d")) /* state machine of a lambda or local function, whose made name is the base */
        return (Made){MADE_BODY, base, none, none};
    /* Lambdas that capture nothing; where the class has a number, their own names repeat it. */
    if (equals(rest, "c") || (starts_with(rest, "c__") && is_number(part(rest, 3, rest.n))))
        return (Made){MADE_CLOSURE, base, none, none};
    return starts_with(rest, "g__") ? parse_local_function(base, part(rest, 3, rest.n)) : (Made){0};
}

static bool is_state_machine(MadeKind kind)
{
    return kind == MADE_ITERATOR || kind == MADE_ASYNC || kind == MADE_BODY;
}

static bool is_method(MadeKind kind)
{
    return kind == MADE_LAMBDA || kind == MADE_LOCAL;
}

/* ---- Types ------------------------------------------------------------------------------------------------------ */

static void put_type(GString *out, Text t, int depth);

static void put_arguments(GString *out, const GArray *arguments, guint from, guint to, int depth)
{
    if (from >= to)
        return;
    g_string_append_c(out, '<');
    for (guint i = from; i < to; i++) {
        g_string_append(out, i > from ? ", " : "");
        put_type(out, g_array_index(arguments, Text, i), depth + 1);
    }
    g_string_append_c(out, '>');
}

static GArray *split(Text list)
{
    GArray *pieces = g_array_new(FALSE, FALSE, sizeof(Text));
    Text piece;
    if (!list.n)
        return pieces;
    while (next_piece(&list, ',', &piece)) {
        while (piece.n && piece.s[0] == ' ')
            piece = part(piece, 1, piece.n);
        g_array_append_val(pieces, piece);
    }
    return pieces;
}

static Class parse_class(Text t)
{
    size_t start = arguments_start(t);
    Class c = {
        .segments = g_array_new(FALSE, FALSE, sizeof(Segment)),
        .arguments = start < t.n ? split(part(t, start + 1, t.n - 1)) : g_array_new(FALSE, FALSE, sizeof(Text)),
    };
    guint sum = 0;
    Text rest = part(t, 0, start), piece;
    while (next_piece(&rest, '/', &piece)) {
        Segment s = {.whole = piece};
        s.name = part(piece, 0, without_arity(piece, &s.arity));
        s.made = parse_made(s.name);
        sum += s.arity;
        g_array_append_val(c.segments, s);
    }
    c.distributed = sum > 0 && sum == c.arguments->len;
    return c;
}

static void free_class(Class *c)
{
    g_array_unref(c->segments);
    g_array_unref(c->arguments);
}

static const Segment *segment(const Class *c, guint i)
{
    return &g_array_index(c->segments, Segment, i);
}

/* The arguments that belong to segments [0, end). */
static guint arguments_before(const Class *c, guint end)
{
    guint sum = 0;
    for (guint i = 0; i < end; i++)
        sum += segment(c, i)->arity;
    return sum;
}

static void put_anonymous(GString *out, const Made *m)
{
    g_string_append(out, "anonymous#");
    put(out, m->number);
}

static void put_segments(GString *out, const Class *c, guint end, int depth)
{
    guint used = 0;
    for (guint i = 0; i < end; i++) {
        const Segment *s = segment(c, i);
        g_string_append(out, i ? "." : "");
        if (s->made.kind == MADE_ANONYMOUS)
            put_anonymous(out, &s->made);
        else
            put(out, c->distributed ? s->name : s->whole);
        if (c->distributed)
            put_arguments(out, c->arguments, used, used + s->arity, depth);
        used += s->arity;
    }
    if (!c->distributed && end == c->segments->len)
        put_arguments(out, c->arguments, 0, c->arguments->len, depth);
}

static bool put_keyword(GString *out, Text t)
{
    static const struct {
        const char *raw, *keyword;
    } keywords[] = {
        {"int16", "short"},
        {"uint16", "ushort"},
        {"single", "float"},
        {"intptr", "nint"},
        {"uintptr", "nuint"},
        {"typedbyref", "TypedReference"},
        {"System.Boolean", "bool"},
        {"System.Byte", "byte"},
        {"System.SByte", "sbyte"},
        {"System.Char", "char"},
        {"System.Int16", "short"},
        {"System.UInt16", "ushort"},
        {"System.Int32", "int"},
        {"System.UInt32", "uint"},
        {"System.Int64", "long"},
        {"System.UInt64", "ulong"},
        {"System.Single", "float"},
        {"System.Double", "double"},
        {"System.Decimal", "decimal"},
        {"System.String", "string"},
        {"System.Object", "object"},
        {"System.IntPtr", "nint"},
        {"System.UIntPtr", "nuint"},
        {"System.Void", "void"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(keywords); i++) {
        if (equals(t, keywords[i].raw)) {
            g_string_append(out, keywords[i].keyword);
            return true;
        }
    }
    return false;
}

/* int? and (int, string). */
static bool put_short_form(GString *out, const Class *c, int depth)
{
    guint n = c->arguments->len;
    if (!c->distributed || c->segments->len != 1)
        return false;
    if (n == 1 && equals(segment(c, 0)->name, "System.Nullable")) {
        put_type(out, g_array_index(c->arguments, Text, 0), depth + 1);
        g_string_append_c(out, '?');
        return true;
    }
    if (n < 2 || n > 7 || !equals(segment(c, 0)->name, "System.ValueTuple"))
        return false;
    for (guint i = 0; i < n; i++) {
        g_string_append(out, i ? ", " : "(");
        put_type(out, g_array_index(c->arguments, Text, i), depth + 1);
    }
    g_string_append_c(out, ')');
    return true;
}

static void put_class(GString *out, Text t, int depth)
{
    Class c = parse_class(t);
    if (!put_short_form(out, &c, depth))
        put_segments(out, &c, c.segments->len, depth);
    free_class(&c);
}

/* A type in a list of parameters or arguments: "int&", "System.Collections.Generic.List`1<int>[,]". */
static void put_type(GString *out, Text t, int depth)
{
    if (depth > MAX_DEPTH) {
        put(out, t);
        return;
    }
    if (t.n && t.s[t.n - 1] == '&') {
        g_string_append(out, "ref ");
        t.n--;
    }
    size_t core = t.n;
    while (core && strchr("*[],", t.s[core - 1]) && t.s[core - 1])
        core--;
    if (!put_keyword(out, part(t, 0, core)))
        put_class(out, part(t, 0, core), depth);
    put(out, part(t, core, t.n));
}

static void put_parameters(GString *out, Text list)
{
    GArray *types = split(list);
    g_string_append_c(out, '(');
    for (guint i = 0; i < types->len; i++) {
        g_string_append(out, i ? ", " : "");
        put_type(out, g_array_index(types, Text, i), 0);
    }
    g_string_append_c(out, ')');
    g_array_unref(types);
}

/* ---- Methods ---------------------------------------------------------------------------------------------------- */

/* A raw name taken apart, and the readable one being built. */
typedef struct {
    Class owner;
    guint chain; /* segments [chain, end) are made by a compiler; = their number when there are none */
    Text method, arguments, parameters;
    bool has_arguments, has_parameters;
    GString *out, *note; /* note: what follows in square brackets */
} Name;

/* The last segment as its declaration has it: no namespace, no arity. */
static Text simple_name(const Name *n)
{
    Text t = n->chain ? segment(&n->owner, n->chain - 1)->name : (Text){"", 0};
    const char *dot = t.n && t.s[0] != '<' ? memrchr(t.s, '.', t.n) : NULL;
    return dot ? part(t, (size_t)(dot + 1 - t.s), t.n) : t;
}

static bool put_constructor(Name *n, Text method)
{
    if (equals(method, ".cctor"))
        g_string_append(n->note, " [static]");
    else if (!equals(method, ".ctor"))
        return false;
    if (n->chain && segment(&n->owner, n->chain - 1)->made.kind == MADE_ANONYMOUS)
        put_anonymous(n->out, &segment(&n->owner, n->chain - 1)->made);
    else
        put(n->out, simple_name(n));
    return true;
}

static bool put_operator(GString *out, Text method)
{
    static const struct {
        const char *name, *symbol;
    } operators[] = {
        {"Addition", "+"},
        {"Subtraction", "-"},
        {"Multiply", "*"},
        {"Division", "/"},
        {"Modulus", "%"},
        {"BitwiseAnd", "&"},
        {"BitwiseOr", "|"},
        {"ExclusiveOr", "^"},
        {"LeftShift", "<<"},
        {"RightShift", ">>"},
        {"UnsignedRightShift", ">>>"},
        {"Equality", "=="},
        {"Inequality", "!="},
        {"LessThan", "<"},
        {"GreaterThan", ">"},
        {"LessThanOrEqual", "<="},
        {"GreaterThanOrEqual", ">="},
        {"UnaryPlus", "+"},
        {"UnaryNegation", "-"},
        {"LogicalNot", "!"},
        {"OnesComplement", "~"},
        {"Increment", "++"},
        {"Decrement", "--"},
        {"True", "true"},
        {"False", "false"},
    };
    if (!starts_with(method, "op_"))
        return false;
    Text name = part(method, 3, method.n);
    bool checked = starts_with(name, "Checked");
    name = checked ? part(name, 7, name.n) : name;
    if (!checked && (equals(name, "Implicit") || equals(name, "Explicit"))) {
        g_string_append(out, equals(name, "Implicit") ? "implicit operator" : "explicit operator");
        return true;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(operators); i++) {
        if (equals(name, operators[i].name)) {
            g_string_append_printf(out, "operator %s%s", checked ? "checked " : "", operators[i].symbol);
            return true;
        }
    }
    return false;
}

/* A method name as it stands; in that of an explicit implementation, "Ns.IFoo<System.Int32>.Do", types are rewritten.
 */
static void put_plain_method(GString *out, Text method)
{
    const char *open = method.n && method.s[0] != '<' ? memchr(method.s, '<', method.n) : NULL;
    size_t at = open ? (size_t)(open - method.s) : method.n, length = bracket_length(part(method, at, method.n));
    if (!length || !memchr(method.s, '.', at)) {
        put(out, method);
        return;
    }
    GArray *arguments = split(part(method, at + 1, at + length - 1));
    put(out, part(method, 0, at));
    put_arguments(out, arguments, 0, arguments->len, 0);
    put(out, part(method, at + length, method.n));
    g_array_unref(arguments);
}

/* The method in the source, out of a name like "<get_Prop>b__0". Roslyn writes '-' for the dots of explicit ones. */
static void put_base(Name *n, Text base)
{
    if (put_constructor(n, base))
        return;
    gsize from = n->out->len;
    put(n->out, base);
    for (char *c = n->out->str + from; *c; c++)
        if (*c == '-')
            *c = '.';
}

/* The numbers of the chain, and then `last`, joined by '_'. */
static GString *chain_numbers(const Name *n, Text last)
{
    GString *numbers = g_string_new(NULL);
    for (guint i = n->chain; i <= n->owner.segments->len; i++) {
        Text number = i < n->owner.segments->len ? segment(&n->owner, i)->made.number : last;
        if (number.n && numbers->len)
            g_string_append_c(numbers, '_');
        put(numbers, number);
    }
    return numbers;
}

/* Which method the chain belongs to: the innermost base that is not empty. */
static Text chain_base(const Name *n)
{
    for (guint i = n->owner.segments->len; i-- > n->chain;)
        if (segment(&n->owner, i)->made.base.n)
            return segment(&n->owner, i)->made.base;
    return (Text){"", 0};
}

static void put_owner(Name *n)
{
    put_segments(n->out, &n->owner, n->chain, 0);
    g_string_append_c(n->out, '.');
}

/* Type parameters of a generic method are those of the classes made for it. */
static void put_chain_arguments(Name *n)
{
    if (n->owner.distributed)
        put_arguments(n->out, n->owner.arguments, arguments_before(&n->owner, n->chain), n->owner.arguments->len, 0);
    else if (n->chain < n->owner.segments->len)
        put_arguments(n->out, n->owner.arguments, 0, n->owner.arguments->len, 0);
}

static void put_tail(Name *n)
{
    if (n->has_arguments) {
        GArray *arguments = split(n->arguments);
        put_arguments(n->out, arguments, 0, arguments->len, 0);
        g_array_unref(arguments);
    }
    if (n->has_parameters)
        put_parameters(n->out, n->parameters);
}

/* Owner.Method.lambda#1_0 and Owner.Method.Local#1_0, up to their number. */
static void put_made_method(Name *n, const Made *m)
{
    Text base = m->base.n ? m->base : chain_base(n);
    GString *numbers = chain_numbers(n, m->number);
    put_base(n, base);
    put_chain_arguments(n);
    g_string_append(n->out, base.n ? "." : "");
    if (m->kind == MADE_LAMBDA)
        g_string_append(n->out, "lambda");
    else
        put(n->out, m->name);
    g_string_append_printf(n->out, "#%s", numbers->str);
    g_string_free(numbers, TRUE);
}

static const char *kind_word(MadeKind kind)
{
    switch (kind) {
    case MADE_ITERATOR:
        return "iterator";
    case MADE_ASYNC:
        return "async";
    case MADE_BODY:
        return "body";
    default:
        return "closure";
    }
}

/* A method of a state machine or closure that is no lambda: MoveNext is the body of the method in the source, the
 * others (constructors, Dispose, ...) are members of it. */
static void put_chain_member(Name *n)
{
    const Made *last = &segment(&n->owner, n->owner.segments->len - 1)->made;
    bool is_body =
        is_state_machine(last->kind) && equals(n->method, "MoveNext") && !n->parameters.n && !n->has_arguments;
    const char *word = kind_word(last->kind);
    Text base = chain_base(n);
    Made inner = parse_made(base); /* the state machine of a lambda: <<Work>b__0>d */
    if (is_method(inner.kind)) {
        put_made_method(n, &inner);
        g_string_append_printf(n->note, " [%s]", word);
    } else {
        GString *numbers = chain_numbers(n, text_of("", 0));
        put_base(n, base.n ? base : text_of(word, strlen(word)));
        put_chain_arguments(n);
        g_string_append_printf(n->note, " [%s%s%s]", word, numbers->len ? "#" : "", numbers->str);
        g_string_free(numbers, TRUE);
    }
    if (!is_body) {
        bool constructor = starts_with(n->method, ".c");
        g_string_append_c(n->out, '.');
        put_plain_method(n->out, constructor ? part(n->method, 1, n->method.n) : n->method);
    }
    put_tail(n);
}

static void put_name(Name *n)
{
    Made made = parse_made(n->method);
    Text simple = simple_name(n);
    put_owner(n);
    if (is_method(made.kind)) {
        put_made_method(n, &made);
        put_tail(n);
    } else if (n->chain < n->owner.segments->len) {
        put_chain_member(n);
    } else {
        /* A method may not be taken for the constructor; in C# it cannot have the type's name, elsewhere it can. */
        if (n->method.n && n->method.n == simple.n && !memcmp(simple.s, n->method.s, simple.n))
            g_string_append(n->note, " [method]");
        if (!put_constructor(n, n->method) && !put_operator(n->out, n->method))
            put_plain_method(n->out, n->method);
        put_tail(n);
    }
}

/* ---- Whole names ------------------------------------------------------------------------------------------------ */

/* The colon between class and method: the first outside <>, or the first at all. NULL if there is none. */
static const char *find_colon(Text t)
{
    size_t depth = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '<')
            depth++;
        else if (t.s[i] == '>' && depth)
            depth--;
        else if (t.s[i] == ':' && !depth)
            return t.s + i;
    }
    return memchr(t.s, ':', t.n);
}

/* Cuts " (...)" off the end. */
static bool cut_parameters(Text *t, Text *parameters)
{
    if (!t->n || t->s[t->n - 1] != ')')
        return false;
    for (size_t i = t->n - 1; i-- > 0;) {
        if (t->s[i] == ' ' && t->s[i + 1] == '(') {
            *parameters = part(*t, i + 2, t->n - 1);
            t->n = i;
            return true;
        }
    }
    return false;
}

static guint find_chain(const Class *c)
{
    guint i = c->segments->len;
    while (i && (segment(c, i - 1)->made.kind == MADE_CLOSURE || is_state_machine(segment(c, i - 1)->made.kind)))
        i--;
    return i ? i : c->segments->len; /* compilers nest what they make: without an owner it is somebody's own name */
}

static void put_whole(GString *out, GString *note, Text t)
{
    const char *colon = find_colon(t);
    if (!colon) {
        put(out, t);
        return;
    }
    size_t at = (size_t)(colon - t.s);
    Name n = {.owner = parse_class(part(t, 0, at)), .method = part(t, at + 1, t.n), .out = out, .note = note};
    n.has_parameters = cut_parameters(&n.method, &n.parameters);
    size_t start = arguments_start(n.method);
    if (start < n.method.n && start + 1 < n.method.n - 1) {
        n.has_arguments = true;
        n.arguments = part(n.method, start + 1, n.method.n - 1);
        n.method.n = start;
    }
    n.chain = find_chain(&n.owner);
    put_name(&n);
    free_class(&n.owner);
}

#define DYNAMIC_METHOD "(wrapper dynamic-method) "

char *sp_pretty_name(const char *mono_full_name)
{
    Text t = text_of(mono_full_name, strlen(mono_full_name));
    GString *out = g_string_new(NULL), *note = g_string_new(NULL);
    const char *end = starts_with(t, "(wrapper ") ? strstr(t.s, ") ") : NULL;
    if (starts_with(t, DYNAMIC_METHOD))
        g_string_append(note, " [dynamic]");
    else if (end)
        put(out, part(t, 0, (size_t)(end + 2 - t.s)));
    if (end)
        t = part(t, (size_t)(end + 2 - t.s), t.n);
    put_whole(out, note, t);
    g_string_append_len(out, note->str, (gssize)note->len);
    g_string_free(note, TRUE);
    return g_string_free(out, FALSE);
}

bool sp_name_is_wrapper(const char *mono_full_name)
{
    return g_str_has_prefix(mono_full_name, "(wrapper ") && !g_str_has_prefix(mono_full_name, DYNAMIC_METHOD);
}
