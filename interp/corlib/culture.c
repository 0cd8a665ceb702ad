/*
 * culture.c - System.Globalization: cultures, regions, calendars by name; comparing without the managed collator.
 *
 * The invariant culture lives in managed code. Others come from culture_data.c; an unknown name is refused, which
 * managed code answers with the invariant culture (at start) or CultureNotFoundException.
 */
#include <string.h>

#include "interp/corlib/culture_data.h"
#include "interp/corlib/reflect.h"

static void set_string(MonoObject *object, const char *name, const char *text)
{
    MonoClassField *field = mono_class_find_field(mono_object_class(object), name);
    if (field)
        *(MonoString **)mono_field_ptr(object, field) = text ? mono_string_new(text) : NULL;
}

static void set_int(MonoObject *object, const char *name, int32_t value)
{
    MonoClassField *field = mono_class_find_field(mono_object_class(object), name);
    if (field)
        *(int32_t *)mono_field_ptr(object, field) = value;
}

static void set_pointer(MonoObject *object, const char *name, const void *value)
{
    MonoClassField *field = mono_class_find_field(mono_object_class(object), name);
    if (field)
        *(const void **)mono_field_ptr(object, field) = value;
}

static void set_strings(MonoObject *object, const char *name, const char *list)
{
    char **items = g_strsplit(list, "|", -1);
    unsigned count = g_strv_length(items);
    MonoArray *array = mono_array_new(mono_defaults.string, count);
    for (unsigned i = 0; array && i < count; i++)
        mono_array_set(array, MonoString *, i, mono_string_new(items[i]));
    g_strfreev(items);
    set_pointer(object, name, array);
}

static const MonoCultureRow *row_by_name(const char *name)
{
    for (unsigned i = 0; i < mono_culture_count; i++)
        if (!g_ascii_strcasecmp(name, mono_cultures[i].name))
            return &mono_cultures[i];
    return NULL;
}

static const MonoCultureRow *row_by_index(int32_t index)
{
    return index >= 0 && (unsigned)index < mono_culture_count ? &mono_cultures[index] : NULL;
}

/* ---- CultureInfo ------------------------------------------------------------------------------------------------- */

static bool construct_culture(MonoObject *culture, const MonoCultureRow *row)
{
    if (!row)
        return false;
    int32_t index = (int32_t)(row - mono_cultures);
    set_int(culture, "cultureID", row->lcid);
    set_int(culture, "parent_lcid", row->parent_lcid);
    set_int(culture, "datetime_index", index);
    set_int(culture, "number_index", index);
    set_int(culture, "default_calendar_type", row->calendar_type);
    set_string(culture, "m_name", row->name);
    set_string(culture, "englishname", row->english);
    set_string(culture, "nativename", row->native);
    set_string(culture, "iso3lang", row->iso3);
    set_string(culture, "iso2lang", row->iso2);
    set_string(culture, "win3lang", row->win3);
    set_string(culture, "territory", row->territory);
    set_strings(culture, "native_calendar_names", row->native_calendars);
    set_pointer(culture, "textinfo_data", &row->text);
    return true;
}

static void construct_from_name(MonoSlot *args, MonoSlot *ret)
{
    char *name = mono_string_to_utf8(args[1].p);
    ret->i4 = name && construct_culture(args[0].o, row_by_name(name));
    g_free(name);
}

static void construct_from_lcid(MonoSlot *args, MonoSlot *ret)
{
    const MonoCultureRow *row = NULL;
    for (unsigned i = 0; i < mono_culture_count; i++)
        if (mono_cultures[i].lcid == args[1].i4)
            row = &mono_cultures[i];
    ret->i4 = construct_culture(args[0].o, row);
}

/* The locale of the environment as a culture's name: "en_US.UTF-8" is "en-us". */
static void get_current_locale_name(MonoSlot *args, MonoSlot *ret)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = NULL;
    for (unsigned i = 0; i < G_N_ELEMENTS(variables) && !(locale && *locale); i++)
        locale = g_getenv(variables[i]);
    if (!locale || !*locale || !strcmp(locale, "POSIX")) {
        ret->p = mono_string_new("");
        return;
    }
    char *name = g_ascii_strdown(locale, -1);
    name[strcspn(name, ".@")] = 0;
    g_strdelimit(name, "_", '-');
    ret->p = mono_string_new(name);
    g_free(name);
}

/* static CultureInfo[] internal_get_cultures(bool neutral, bool specific, bool installed): the first is left null for
 * the invariant culture when neutral ones are asked for. */
static void get_cultures(MonoSlot *args, MonoSlot *ret)
{
    bool neutral = args[0].i4 & 1, specific = args[1].i4 & 1;
    unsigned count = neutral, at = neutral;
    for (unsigned i = 0; i < mono_culture_count; i++)
        count += mono_cultures[i].territory ? specific : neutral;
    MonoClass *klass = reflect_corlib_class("System.Globalization", "CultureInfo");
    MonoArray *array = mono_array_new(klass, count);
    ret->p = array;
    for (unsigned i = 0; array && i < mono_culture_count; i++) {
        if (!(mono_cultures[i].territory ? specific : neutral))
            continue;
        MonoObject *culture = mono_object_new(klass);
        if (!culture)
            return;
        construct_culture(culture, &mono_cultures[i]);
        MonoClassField *constructed = mono_class_find_field(klass, "constructed");
        if (constructed)
            *(uint8_t *)mono_field_ptr(culture, constructed) = 1;
        mono_array_set(array, MonoObject *, at++, culture);
    }
}

/* ---- CultureData, CalendarData, RegionInfo ----------------------------------------------------------------------- */

static void fill_culture_data(MonoSlot *args, MonoSlot *ret)
{
    const MonoCultureRow *row = row_by_index(args[1].i4);
    MonoObject *data = args[0].o;
    if (!row)
        return;
    set_string(data, "sAM1159", row->am);
    set_string(data, "sPM2359", row->pm);
    set_string(data, "sTimeSeparator", row->time_separator);
    set_strings(data, "saLongTimes", row->long_times);
    set_strings(data, "saShortTimes", row->short_times);
    set_int(data, "iFirstDayOfWeek", row->first_day);
    set_int(data, "iFirstWeekOfYear", row->first_week);
    /* CalendarId; the default one of a culture stands in the upper byte of its calendar type, numbered anew */
    enum { CALENDAR_GREGORIAN = 1, CALENDAR_JAPAN = 3, CALENDAR_THAI = 7, CALENDAR_UM_AL_QURA = 23 };
    static const int32_t defaults[] = {[1] = CALENDAR_GREGORIAN, [2] = CALENDAR_THAI, [3] = CALENDAR_UM_AL_QURA};
    unsigned kind = (unsigned)row->calendar_type >> 8;
    bool japanese = !strcmp(row->iso2, "ja");
    MonoArray *calendars = mono_array_new(mono_defaults.int32, japanese ? 2 : 1);
    if (calendars)
        mono_array_set(calendars, int32_t, 0, defaults[kind && kind < G_N_ELEMENTS(defaults) ? kind : 1]);
    if (calendars && japanese)
        mono_array_set(calendars, int32_t, 1, CALENDAR_JAPAN);
    set_pointer(data, "waCalendars", calendars);
}

/* CultureData.NumberFormatEntryManaged: texts are offsets into the returned bytes. */
typedef struct {
    int32_t currency_decimal_digits, currency_decimal_separator, currency_group_separator, currency_group_sizes0,
        currency_group_sizes1, currency_negative_pattern, currency_positive_pattern, currency_symbol, nan_symbol,
        negative_infinity_symbol, negative_sign, number_decimal_digits, number_decimal_separator,
        number_group_separator, number_group_sizes0, number_group_sizes1, number_negative_pattern, per_mille_symbol,
        percent_negative_pattern, percent_positive_pattern, percent_symbol, positive_infinity_symbol, positive_sign;
} NumberFormatEntry;

static int32_t add_text(GString *texts, const char *text)
{
    int32_t at = (int32_t)texts->len;
    g_string_append_len(texts, text, (gssize)strlen(text) + 1);
    return at;
}

static void group_sizes(const char *list, int32_t *first, int32_t *second)
{
    char *end;
    *first = (int32_t)strtol(list, &end, 10);
    *second = *end == '|' ? (int32_t)strtol(end + 1, NULL, 10) : -1;
}

/* static byte *fill_number_data(int index, out NumberFormatEntryManaged) */
static void fill_number_data(MonoSlot *args, MonoSlot *ret)
{
    static GHashTable *known; /* row -> texts; they are the same each time */
    const MonoCultureRow *row = row_by_index(args[0].i4);
    NumberFormatEntry *entry = args[1].p;
    ret->p = NULL;
    if (!row)
        row = &mono_cultures[0];
    GString *texts = g_string_new(NULL);
    add_text(texts, ""); /* offset 0 stands for no text */
    group_sizes(row->currency_group_sizes, &entry->currency_group_sizes0, &entry->currency_group_sizes1);
    group_sizes(row->number_group_sizes, &entry->number_group_sizes0, &entry->number_group_sizes1);
    entry->currency_decimal_digits = row->patterns.currency_decimal_digits;
    entry->currency_negative_pattern = row->patterns.currency_negative;
    entry->currency_positive_pattern = row->patterns.currency_positive;
    entry->number_decimal_digits = row->patterns.number_decimal_digits;
    entry->number_negative_pattern = row->patterns.number_negative;
    entry->percent_negative_pattern = row->patterns.percent_negative;
    entry->percent_positive_pattern = row->patterns.percent_positive;
    entry->currency_decimal_separator = add_text(texts, row->currency_decimal);
    entry->currency_group_separator = add_text(texts, row->currency_group);
    entry->currency_symbol = add_text(texts, row->currency);
    entry->nan_symbol = add_text(texts, row->nan);
    entry->negative_infinity_symbol = add_text(texts, row->negative_infinity);
    entry->positive_infinity_symbol = add_text(texts, row->positive_infinity);
    entry->negative_sign = add_text(texts, row->negative_sign);
    entry->positive_sign = add_text(texts, row->positive_sign);
    entry->number_decimal_separator = add_text(texts, row->number_decimal);
    entry->number_group_separator = add_text(texts, row->number_group);
    entry->per_mille_symbol = add_text(texts, row->per_mille);
    entry->percent_symbol = add_text(texts, row->percent);
    if (!known)
        known = g_hash_table_new(NULL, NULL);
    char *kept = g_hash_table_lookup(known, row);
    if (kept) {
        g_string_free(texts, TRUE);
    } else {
        kept = g_string_free(texts, FALSE);
        g_hash_table_insert(known, (gpointer)row, kept);
    }
    ret->p = kept;
}

/* bool fill_calendar_data(string localeName, int datetimeIndex) */
static void fill_calendar_data(MonoSlot *args, MonoSlot *ret)
{
    const MonoCultureRow *row = row_by_index(args[2].i4);
    MonoObject *data = args[0].o;
    char *name = mono_string_to_utf8(args[1].p);
    const MonoCultureRow *named = name ? row_by_name(name) : NULL;
    g_free(name);
    if (named)
        row = named;
    ret->i4 = row != NULL;
    if (!row)
        return;
    set_string(data, "sNativeName", row->native);
    set_strings(data, "saShortDates", row->short_dates);
    set_strings(data, "saYearMonths", row->year_months);
    set_strings(data, "saLongDates", row->long_dates);
    set_string(data, "sMonthDay", row->month_day);
    set_strings(data, "saDayNames", row->days);
    set_strings(data, "saAbbrevDayNames", row->short_days);
    set_strings(data, "saSuperShortDayNames", row->shortest_days);
    set_strings(data, "saMonthNames", row->months);
    set_strings(data, "saAbbrevMonthNames", row->short_months);
    set_strings(data, "saMonthGenitiveNames", row->genitive_months);
    set_strings(data, "saAbbrevMonthGenitiveNames", row->short_genitive_months);
}

static void construct_region(MonoSlot *args, MonoSlot *ret)
{
    static const char *const fields[] = {"iso2Name",       "iso3Name",          "win3Name",
                                         "englishName",    "nativeName",        "currencySymbol",
                                         "isoCurrencySymbol", "currencyEnglishName", "currencyNativeName"};
    char *name = mono_string_to_utf8(args[1].p);
    const MonoCultureRow *row = NULL;
    for (unsigned i = 0; i < mono_culture_count && !row; i++)
        if (mono_cultures[i].territory && !g_ascii_strcasecmp(mono_cultures[i].territory, name))
            row = &mono_cultures[i];
    g_free(name);
    ret->i4 = row && row->region;
    if (!ret->i4)
        return;
    char **items = g_strsplit(row->region, "|", -1);
    set_int(args[0].o, "regionId", row->region_id);
    for (unsigned i = 0; i < G_N_ELEMENTS(fields) && items[i]; i++)
        set_string(args[0].o, fields[i], items[i]);
    g_strfreev(items);
}

/* ---- CompareInfo without the managed collator -------------------------------------------------------------------- */

enum { COMPARE_IGNORE_CASE = 1, COMPARE_ORDINAL = 0x40000000, COMPARE_ORDINAL_IGNORE_CASE = 0x10000000 };

static int compare_chars(uint16_t a, uint16_t b, int32_t options)
{
    gunichar x = a, y = b;
    if (options & (COMPARE_IGNORE_CASE | COMPARE_ORDINAL_IGNORE_CASE)) {
        x = g_unichar_tolower(x);
        y = g_unichar_tolower(y);
    } else if (!(options & COMPARE_ORDINAL) && g_unichar_tolower(x) == g_unichar_tolower(y)) {
        return x == y ? 0 : g_unichar_islower(x) ? -1 : 1; /* lower case first */
    } else if (!(options & COMPARE_ORDINAL)) {
        x = g_unichar_tolower(x);
        y = g_unichar_tolower(y);
    }
    return x < y ? -1 : x > y;
}

/* static int internal_compare_icall(char *a, int lengthA, char *b, int lengthB, CompareOptions) */
static void compare(MonoSlot *args, MonoSlot *ret)
{
    const uint16_t *a = args[0].p, *b = args[2].p;
    int32_t length_a = args[1].i4, length_b = args[3].i4;
    ret->i4 = 0;
    for (int32_t i = 0; i < length_a && i < length_b; i++)
        if ((ret->i4 = compare_chars(a[i], b[i], args[4].i4)))
            return;
    ret->i4 = length_a < length_b ? -1 : length_a > length_b;
}

/* static int internal_index_icall(char *source, int start, int count, char *value, int valueLength, bool first);
 * without `first` start is the last place and the search goes backwards. */
static void index_of(MonoSlot *args, MonoSlot *ret)
{
    const uint16_t *source = args[0].p, *value = args[3].p;
    int32_t start = args[1].i4, count = args[2].i4, length = args[4].i4;
    bool first = args[5].i4 & 1;
    int32_t low = first ? start : start - count + 1, places = count - length;
    ret->i4 = -1;
    for (int32_t i = 0; i <= places; i++) {
        int32_t at = first ? low + i : low + places - i;
        if (!memcmp(source + at, value, (size_t)length * sizeof(*value))) {
            ret->i4 = at;
            return;
        }
    }
}

const MonoICallRow mono_icalls_culture[] = {
    {"System.Globalization.CultureInfo::construct_internal_locale_from_name", construct_from_name},
    {"System.Globalization.CultureInfo::construct_internal_locale_from_lcid", construct_from_lcid},
    {"System.Globalization.CultureInfo::get_current_locale_name", get_current_locale_name},
    {"System.Globalization.CultureInfo::internal_get_cultures", get_cultures},
    {"System.Globalization.CultureData::fill_culture_data", fill_culture_data},
    {"System.Globalization.CultureData::fill_number_data", fill_number_data},
    {"System.Globalization.CalendarData::fill_calendar_data", fill_calendar_data},
    {"System.Globalization.RegionInfo::construct_internal_region_from_name", construct_region},
    {"System.Globalization.CompareInfo::internal_compare_icall", compare},
    {"System.Globalization.CompareInfo::internal_index_icall", index_of},
    {0},
};
