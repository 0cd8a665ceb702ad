/*
 * palette.c - colours of frames, chosen so that equal lightness steps look equal (OKLCH) and dark text reads on all.
 */
#include "profiler/export/graph/graph.h"

#include <string.h>

const SpColor sp_palette[SP_PALETTE_COUNT] = {
    {"#ed878b", "#bc6367"}, {"#f98f82", "#c76b60"}, {"#f28e6e", "#c1694d"}, {"#ff9f71", "#ce7950"},
    {"#f79d5c", "#c7773c"}, {"#fdb26a", "#cd8b4a"}, {"#f3ae51", "#c48730"}, {"#f9c468", "#ca9c48"},
    {"#ecc45c", "#bf9b3c"}, {"#f0d67b", "#c4ad5b"}, {"#fdc588", "#ce9d67"}, {"#fead99", "#ce8675"},
    {"#9dd3d5", "#79a8ab"}, {"#92c8d8", "#6e9eac"}, {"#abd1e6", "#85a7ba"}, {"#9fc2e3", "#7a99b6"},
    {"#b9cbec", "#92a2bf"}, {"#bbc1e8", "#9399bb"}, {"#bec5cc", "#7b8187"}, {"#d5d8db", "#909295"},
};

const SpColor sp_palette_diff[2 * SP_DIFF_STEPS + 1] = {
    {"#3c8dda", "#4c9deb"}, {"#589bdd", "#589adc"}, {"#72a8e0", "#6297ce"}, {"#8ab5e2", "#6a94c0"},
    {"#a1c2e4", "#7291b2"}, {"#b9cfe6", "#798ea3"}, {"#d0dbe7", "#808a95"}, {"#dcdee0", "#7e8084"},
    {"#e7d5d3", "#958483"}, {"#e5c2bf", "#a2827f"}, {"#e3b0ab", "#b0807b"}, {"#df9d97", "#bd7d78"},
    {"#db8a83", "#c97a74"}, {"#d67770", "#d57670"}, {"#d0635d", "#e2726b"},
};

/* First dotted part of an assembly's or a namespace's name that belongs to the class library. */
static const char *const library_parts[] = {
    "mscorlib", "netstandard", "System", "Microsoft", "Mono", "I18N", "WindowsBase", "Interop", "Internal",
};

static bool is_library_part(const char *s, size_t length)
{
    for (size_t i = 0; i < G_N_ELEMENTS(library_parts); i++)
        if (strlen(library_parts[i]) == length && !memcmp(library_parts[i], s, length))
            return true;
    return false;
}

/* The assembly decides where it is known: mcs.exe lives in the namespace Mono.CSharp and is a program all the same. */
static bool is_library(const SpFunction *f)
{
    const char *s = *f->module ? f->module : f->name;
    const char *dot = strchr(s, '.');
    if (!*f->module && !dot)
        return false;
    return is_library_part(s, dot ? (size_t)(dot - s) : strlen(s));
}

static uint32_t hash_bytes(uint32_t h, const char *s, size_t length)
{
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h ^ (h >> 15);
}

/* Lengths of "Namespace" and "Namespace.Type" at the start of a display name; arguments and generic ones do not count.
 */
static void split_name(const char *name, size_t *namespace_length, size_t *type_length)
{
    size_t dots[2] = {0, 0}; /* last and last but one dot before the arguments */
    int depth = 0;
    for (size_t i = 0; name[i] && (name[i] != '(' || i == 0); i++) {
        if (name[i] == '<')
            depth++;
        else if (name[i] == '>' && depth > 0)
            depth--;
        else if (name[i] == '.' && depth == 0 && i > 0 && name[i - 1] != '.') {
            dots[1] = dots[0];
            dots[0] = i;
        }
    }
    *type_length = dots[0];
    *namespace_length = dots[1];
}

static bool is_bracketed(const char *s)
{
    size_t n = strlen(s);
    return n > 1 && s[0] == '[' && s[n - 1] == ']';
}

unsigned sp_palette_of(const SpFunction *f)
{
    if (f->kind == SP_FUNCTION_SYNTHETIC || is_bracketed(f->name))
        return SP_PALETTE_SYNTHETIC;
    if (f->kind == SP_FUNCTION_NATIVE || f->kind == SP_FUNCTION_WRAPPER)
        return SP_PALETTE_NATIVE;
    size_t namespace_length, type_length;
    split_name(f->name, &namespace_length, &type_length);
    uint32_t of_namespace =
        hash_bytes(hash_bytes(2166136261u, f->module, strlen(f->module)), f->name, namespace_length);
    uint32_t of_type = hash_bytes(2166136261u, f->name, type_length ? type_length : strlen(f->name));
    if (is_library(f))
        return SP_PALETTE_WARM + (of_namespace + of_type % 3) % SP_PALETTE_COOL;
    return (of_namespace + of_type % 7) % SP_PALETTE_WARM;
}
