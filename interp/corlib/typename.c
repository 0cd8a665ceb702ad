/*
 * typename.c - type names as text: parsing what Type.GetType, Assembly.GetType and attribute blobs hold, finding the
 * type, and printing Type.ToString(), FullName, AssemblyQualifiedName.
 *
 *   spec     = name ["[" argument {"," argument} "]"] {suffix} ["," assembly]
 *   name     = {namespace "."} identifier {"+" identifier}           \ escapes the next character
 *   argument = spec without assembly | "[" spec "]"
 *   suffix   = "*" | "&" | "[]" | "[*]" | "[" {","} "]"
 *
 * "[" opens arguments when something else than "]", "," or "*]" follows. Recursion stops at DEPTH_MAX.
 */
#include <string.h>

#include "interp/corlib/reflect.h"

/* Each suffix makes a class, whose name repeats those before: a long row of them would take memory by its square. */
enum { DEPTH_MAX = 64, RANK_MAX = 32, SUFFIXES_MAX = 64 };

typedef struct {
    const char *pos;
    unsigned depth;
} Parser;

void mono_type_name_free(MonoTypeNameSpec *spec)
{
    if (!spec)
        return;
    g_free(spec->name_space);
    g_free(spec->name);
    g_free(spec->assembly);
    g_ptr_array_free(spec->nested, TRUE);
    for (unsigned i = 0; i < spec->arguments->len; i++)
        mono_type_name_free(spec->arguments->pdata[i]);
    g_ptr_array_free(spec->arguments, TRUE);
    g_array_free(spec->suffixes, TRUE);
    g_free(spec);
}

static void skip_spaces(Parser *parser)
{
    while (*parser->pos == ' ' || *parser->pos == '\t')
        parser->pos++;
}

/* One identifier; *last_dot is the length before the last unescaped dot, -1 = none. NULL when empty. */
static char *parse_identifier(Parser *parser, gssize *last_dot)
{
    GString *text = g_string_new(NULL);
    *last_dot = -1;
    for (; *parser->pos && !strchr("+,[]&*", *parser->pos); parser->pos++) {
        if (*parser->pos == '\\' && parser->pos[1])
            parser->pos++;
        else if (*parser->pos == '.')
            *last_dot = (gssize)text->len;
        g_string_append_c(text, *parser->pos);
    }
    if (text->len) {
        return g_string_free(text, FALSE);
    }
    g_string_free(text, TRUE);
    return NULL;
}

static bool parse_names(Parser *parser, MonoTypeNameSpec *spec)
{
    gssize dot;
    char *outer = parse_identifier(parser, &dot);
    if (!outer)
        return false;
    if (dot >= 0) {
        spec->name_space = g_strndup(outer, (gsize)dot);
        spec->name = g_strdup(outer + dot + 1);
    } else {
        spec->name_space = g_strdup("");
        spec->name = g_strdup(outer);
    }
    g_free(outer);
    if (!*spec->name)
        return false;
    while (*parser->pos == '+') {
        parser->pos++;
        char *inner = parse_identifier(parser, &dot);
        if (!inner)
            return false;
        g_ptr_array_add(spec->nested, inner);
    }
    return true;
}

static MonoTypeNameSpec *parse_spec(Parser *parser, bool allow_assembly);

/* After "[": the list up to "]". */
static bool parse_arguments(Parser *parser, MonoTypeNameSpec *spec)
{
    for (;;) {
        skip_spaces(parser);
        bool bracket = *parser->pos == '[';
        if (bracket)
            parser->pos++;
        MonoTypeNameSpec *argument = parse_spec(parser, bracket);
        if (!argument)
            return false;
        g_ptr_array_add(spec->arguments, argument);
        skip_spaces(parser);
        if (bracket && *parser->pos++ != ']')
            return false;
        skip_spaces(parser);
        if (*parser->pos == ']') {
            parser->pos++;
            return true;
        }
        if (*parser->pos++ != ',')
            return false;
    }
}

/* After "[" of an array: ranks or "*". */
static bool parse_rank(Parser *parser, MonoTypeSuffix *suffix)
{
    *suffix = (MonoTypeSuffix){TYPE_SUFFIX_SZARRAY, 1};
    skip_spaces(parser);
    if (*parser->pos == '*') {
        suffix->kind = TYPE_SUFFIX_ARRAY;
        parser->pos++;
    }
    for (; *parser->pos == ','; parser->pos++) {
        suffix->kind = TYPE_SUFFIX_ARRAY;
        suffix->rank++;
        if (parser->pos[1] == '*')
            parser->pos++;
    }
    return *parser->pos++ == ']' && suffix->rank <= RANK_MAX;
}

static bool parse_suffixes(Parser *parser, MonoTypeNameSpec *spec)
{
    bool byref = false;
    for (;;) {
        MonoTypeSuffix suffix = {(MonoTypeSuffixKind)*parser->pos, 0};
        if (*parser->pos == '&') {
            if (byref)
                return false;
            byref = true;
            parser->pos++;
        } else if (*parser->pos == '*' && !byref) {
            parser->pos++;
        } else if (*parser->pos == '[' && !byref) {
            const char *after = parser->pos + 1;
            after += strspn(after, " \t");
            bool array = *after == ']' || *after == ',' || (*after == '*' && (after[1] == ']' || after[1] == ','));
            parser->pos++;
            if (!array) {
                if (spec->arguments->len || spec->suffixes->len || !parse_arguments(parser, spec))
                    return false;
                continue;
            }
            if (!parse_rank(parser, &suffix))
                return false;
        } else {
            return true;
        }
        if (spec->suffixes->len == SUFFIXES_MAX)
            return false;
        g_array_append_val(spec->suffixes, suffix);
    }
}

static MonoTypeNameSpec *parse_spec(Parser *parser, bool allow_assembly)
{
    if (++parser->depth > DEPTH_MAX)
        return NULL;
    MonoTypeNameSpec *spec = g_new0(MonoTypeNameSpec, 1);
    spec->nested = g_ptr_array_new_with_free_func(g_free);
    spec->arguments = g_ptr_array_new();
    spec->suffixes = g_array_new(FALSE, TRUE, sizeof(MonoTypeSuffix));
    skip_spaces(parser);
    bool good = parse_names(parser, spec) && parse_suffixes(parser, spec);
    if (good && allow_assembly && *parser->pos == ',') {
        parser->pos++;
        skip_spaces(parser);
        size_t length = strcspn(parser->pos, "]");
        spec->assembly = g_strstrip(g_strndup(parser->pos, length));
        parser->pos += length;
        good = *spec->assembly != 0;
    }
    parser->depth--;
    if (good)
        return spec;
    mono_type_name_free(spec);
    return NULL;
}

MonoTypeNameSpec *mono_type_name_parse(const char *text, bool allow_assembly)
{
    Parser parser = {text, 0};
    MonoTypeNameSpec *spec = parse_spec(&parser, allow_assembly);
    if (spec && *parser.pos) {
        mono_type_name_free(spec);
        return NULL;
    }
    return spec;
}

/* ---- Finding the type -------------------------------------------------------------------------------------------- */

static MonoClass *find_typedef_ignoring_case(MonoImage *image, const MonoTypeNameSpec *spec)
{
    uint32_t rows = mono_image_rows(image, MONO_TABLE_TYPEDEF);
    for (uint32_t row = 1; row <= rows; row++) {
        const char *name = mono_image_string(image, mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME));
        const char *name_space =
            mono_image_string(image, mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE));
        if (g_ascii_strcasecmp(name, spec->name) || g_ascii_strcasecmp(name_space, spec->name_space) ||
            mono_image_enclosing_typedef(image, row))
            continue;
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(image, row, &error);
        mono_error_clear(&error);
        return klass;
    }
    return NULL;
}

static MonoClass *find_nested(MonoClass *outer, const char *name, bool ignore_case, MonoError *error)
{
    MonoImage *image = outer->image;
    uint32_t rows = image ? mono_image_rows(image, MONO_TABLE_NESTEDCLASS) : 0;
    for (uint32_t i = 1; i <= rows; i++) {
        if (mono_image_row(image, MONO_TABLE_NESTEDCLASS, i, MONO_NESTEDCLASS_ENCLOSING) !=
            MONO_TOKEN_ROW(outer->type_token))
            continue;
        uint32_t row = mono_image_row(image, MONO_TABLE_NESTEDCLASS, i, MONO_NESTEDCLASS_NESTED);
        const char *found = mono_image_string(image, mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME));
        const char *found_space =
            mono_image_string(image, mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE));
        char *full = *found_space ? g_strdup_printf("%s.%s", found_space, found) : NULL;
        const char *text = full ? full : found;
        bool same = ignore_case ? !g_ascii_strcasecmp(text, name) : !strcmp(text, name);
        g_free(full);
        if (same)
            return mono_class_from_typedef(image, row, error);
    }
    return NULL;
}

static MonoClass *find_class(const MonoTypeNameSpec *spec, MonoImage *image, bool ignore_case, MonoError *error)
{
    MonoClass *klass = mono_class_from_name(image, spec->name_space, spec->name);
    if (!klass && ignore_case)
        klass = find_typedef_ignoring_case(image, spec);
    for (unsigned i = 0; klass && i < spec->nested->len; i++)
        klass = find_nested(klass, spec->nested->pdata[i], ignore_case, error);
    return klass;
}

static MonoClass *apply_arguments(const MonoTypeNameSpec *spec, MonoClass *klass, MonoImage *image, bool search_corlib,
                                  bool ignore_case, MonoError *error)
{
    unsigned count = spec->arguments->len, wanted;
    if (!count)
        return klass;
    if (klass->kind != MONO_CLASS_GTD || (mono_class_generic_params(klass, &wanted), wanted != count))
        return NULL;
    MonoClass **args = g_new0(MonoClass *, count);
    bool good = true;
    for (unsigned i = 0; good && i < count; i++) {
        const MonoType *type =
            mono_type_name_resolve(spec->arguments->pdata[i], image, search_corlib, ignore_case, error);
        good = type && !type->byref;
        args[i] = good ? type->klass : NULL;
    }
    MonoClass *result = good ? mono_class_instantiate(klass, mono_generic_inst(args, count)) : NULL;
    g_free(args);
    return result;
}

const MonoType *mono_type_name_resolve(const MonoTypeNameSpec *spec, MonoImage *image, bool search_corlib,
                                       bool ignore_case, MonoError *error)
{
    if (spec->assembly) {
        MonoAssemblyName name;
        if (!mono_assembly_name_parse_text(spec->assembly, &name)) {
            mono_error_set(error, MONO_ERROR_FILE_NOT_FOUND, spec->assembly, "Could not load file or assembly '%s'",
                           spec->assembly);
            return NULL;
        }
        MonoAssembly *assembly = mono_assembly_load_name(&name, image ? image->assembly : NULL, error);
        g_free((char *)name.name);
        g_free((char *)name.culture);
        if (!assembly)
            return NULL;
        image = assembly->image;
        search_corlib = false;
    }
    MonoClass *klass = image ? find_class(spec, image, ignore_case, error) : NULL;
    if (!klass && mono_error_ok(error) && (search_corlib || !image) && image != mono_defaults.corlib)
        klass = find_class(spec, mono_defaults.corlib, ignore_case, error);
    if (klass)
        klass = apply_arguments(spec, klass, image, search_corlib || spec->assembly, ignore_case, error);
    if (!klass)
        return NULL;
    bool byref = false;
    for (unsigned i = 0; i < spec->suffixes->len; i++) {
        const MonoTypeSuffix *suffix = &g_array_index(spec->suffixes, MonoTypeSuffix, i);
        if (suffix->kind == TYPE_SUFFIX_BYREF)
            byref = true;
        else if (suffix->kind == TYPE_SUFFIX_POINTER)
            klass = mono_class_pointer(klass);
        else
            klass = mono_class_array(klass, suffix->rank, suffix->kind == TYPE_SUFFIX_SZARRAY);
    }
    return byref ? &klass->byref_type : &klass->byval_type;
}

const MonoType *mono_type_from_name(const char *text, MonoImage *image, bool ignore_case, MonoError *error)
{
    MonoTypeNameSpec *spec = mono_type_name_parse(text, true);
    const MonoType *type = spec ? mono_type_name_resolve(spec, image, true, ignore_case, error) : NULL;
    mono_type_name_free(spec);
    return type;
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

/* Name with the characters of the grammar escaped, for full names. */
static void append_name(GString *out, const char *name, bool escape)
{
    for (; *name; name++) {
        if (escape && strchr("+,[]&*\\", *name))
            g_string_append_c(out, '\\');
        g_string_append_c(out, *name);
    }
}

static void format_type(GString *out, const MonoType *type, bool full_name, bool assembly_qualified);

static void format_named(GString *out, MonoClass *klass, bool full_name)
{
    if (klass->nested_in && klass->kind != MONO_CLASS_GPARAM) {
        format_named(out, klass->nested_in, full_name);
        g_string_append_c(out, '+');
    } else if (klass->kind != MONO_CLASS_GPARAM && *klass->name_space) {
        append_name(out, klass->name_space, full_name);
        g_string_append_c(out, '.');
    }
    append_name(out, klass->name, full_name && klass->kind != MONO_CLASS_GPARAM);
}

static void format_arguments(GString *out, MonoClass *klass, bool full_name)
{
    if (!klass->inst || (klass->kind != MONO_CLASS_GINST && full_name) ||
        (klass->kind != MONO_CLASS_GINST && klass->kind != MONO_CLASS_GTD))
        return;
    g_string_append_c(out, '[');
    for (unsigned i = 0; i < klass->inst->count; i++) {
        const MonoType *argument = &klass->inst->args[i]->byval_type;
        bool bracket = full_name && argument->type != MONO_TYPE_VAR && argument->type != MONO_TYPE_MVAR;
        if (i)
            g_string_append_c(out, ',');
        if (bracket)
            g_string_append_c(out, '[');
        format_type(out, argument, full_name, full_name);
        if (bracket)
            g_string_append_c(out, ']');
    }
    g_string_append_c(out, ']');
}

static void format_type(GString *out, const MonoType *type, bool full_name, bool assembly_qualified)
{
    MonoClass *klass = type->klass;
    switch (klass->kind) {
    case MONO_CLASS_ARRAY:
        format_type(out, &klass->element_class->byval_type, full_name, false);
        g_string_append_c(out, '[');
        if (klass->rank == 1 && !klass->is_szarray)
            g_string_append_c(out, '*');
        for (unsigned i = 1; i < klass->rank; i++)
            g_string_append_c(out, ',');
        g_string_append_c(out, ']');
        break;
    case MONO_CLASS_POINTER:
        format_type(out, &klass->element_class->byval_type, full_name, false);
        g_string_append_c(out, '*');
        break;
    default:
        format_named(out, klass, full_name);
        format_arguments(out, klass, full_name);
        break;
    }
    if (type->byref)
        g_string_append_c(out, '&');
    if (assembly_qualified && klass->kind != MONO_CLASS_GPARAM) {
        char *assembly = mono_assembly_name_text(&reflect_class_image(klass)->assembly->name);
        g_string_append_printf(out, ", %s", assembly);
        g_free(assembly);
    }
}

char *mono_type_name_format(const MonoType *type, bool full_name, bool assembly_qualified)
{
    GString *out = g_string_new(NULL);
    format_type(out, type, full_name, assembly_qualified);
    return g_string_free(out, FALSE);
}
