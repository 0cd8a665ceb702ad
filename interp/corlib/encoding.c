/*
 * encoding.c - which encoding the environment's locale asks for.
 */
#include <langinfo.h>
#include <locale.h>

#include "interp/corlib/glue.h"

/* Numbers of EncodingHelper. */
enum {
    CODE_OTHER = -1,
    CODE_ASCII = 1,
    CODE_UTF7 = 2,
    CODE_UTF8 = 3,
    CODE_UTF16 = 4,
    CODE_UTF16_BE = 5,
    CODE_LATIN1 = 6,
    CODE_IS_UTF8 = 0x10000000
};

static const struct {
    const char *name;
    int32_t code;
} names[] = {
    {"ascii", CODE_ASCII},
    {"us_ascii", CODE_ASCII},
    {"us", CODE_ASCII},
    {"ansi_x3.4_1968", CODE_ASCII},
    {"ansi_x3.4_1986", CODE_ASCII},
    {"cp367", CODE_ASCII},
    {"csascii", CODE_ASCII},
    {"ibm367", CODE_ASCII},
    {"iso_ir_6", CODE_ASCII},
    {"iso646_us", CODE_ASCII},
    {"iso_646.irv:1991", CODE_ASCII},
    {"utf_7", CODE_UTF7},
    {"utf_8", CODE_UTF8},
    {"utf8", CODE_UTF8},
    {"utf_16", CODE_UTF16},
    {"utf_16le", CODE_UTF16},
    {"ucs_2", CODE_UTF16},
    {"unicode", CODE_UTF16},
    {"utf_16be", CODE_UTF16_BE},
    {"unicodefffe", CODE_UTF16_BE},
    {"iso_8859_1", CODE_LATIN1},
    {"latin1", CODE_LATIN1},
};

/* (ref int codePage) -> name of an encoding that has no number above, for the managed side to look up */
ICALL(internal_code_page)
{
    int32_t *code = args[0].p;
    locale_t locale = newlocale(LC_CTYPE_MASK, "", NULL);
    char *charset = g_strdup(locale ? nl_langinfo_l(CODESET, locale) : "ANSI_X3.4-1968");
    if (locale)
        freelocale(locale);
    char *plain = g_ascii_strdown(charset, -1);
    for (char *p = plain; *p; p++)
        if (*p == '-')
            *p = '_';
    *code = CODE_OTHER;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(names[i].name, plain) == 0)
            *code = names[i].code;
    ret->p = *code == CODE_OTHER ? mono_string_new(charset) : NULL;
    if (*code == CODE_UTF8)
        *code |= CODE_IS_UTF8;
    g_free(plain);
    g_free(charset);
}

const MonoICallRow mono_icalls_encoding[] = {
    {"System.Text.EncodingHelper::InternalCodePage", internal_code_page},
    {0},
};
