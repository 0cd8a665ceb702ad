/*
 * culture_data.h - what the runtime knows of the cultures it has; facts as Mono 6.8 gives them.
 *
 * Lists are texts with '|' between their items (and after the last where a list ends with an empty one).
 */
#ifndef MONOSP_CULTURE_DATA_H
#define MONOSP_CULTURE_DATA_H

#include <stdint.h>

/* CultureInfo.Data: managed code reads it through a pointer. */
typedef struct {
    int32_t ansi, ebcdic, mac, oem;
    uint8_t right_to_left, list_separator;
} MonoTextInfoData;

typedef struct {
    int32_t currency_decimal_digits, currency_negative, currency_positive, number_decimal_digits, number_negative,
        percent_negative, percent_positive;
} MonoNumberPatterns;

typedef struct {
    const char *name, *english, *native, *iso3, *iso2, *win3, *territory /* NULL = neutral */, *native_calendars;
    int32_t lcid, parent_lcid, calendar_type;
    MonoTextInfoData text;
    const char *am, *pm, *time_separator, *long_times, *short_times;
    int32_t first_day, first_week;
    const char *short_dates, *year_months, *long_dates, *month_day;
    const char *days, *short_days, *shortest_days, *months, *short_months, *genitive_months, *short_genitive_months;
    const char *currency_group_sizes, *number_group_sizes;
    MonoNumberPatterns patterns;
    const char *currency_decimal, *currency_group, *currency, *nan, *negative_infinity, *positive_infinity,
        *negative_sign, *positive_sign, *number_decimal, *number_group, *per_mille, *percent;
    int32_t region_id;
    const char
        *region; /* iso2, iso3, win3, english, native, currency, ISO currency, its names; NULL for neutral ones */
} MonoCultureRow;

extern const MonoCultureRow mono_cultures[];
extern const unsigned mono_culture_count;

#endif
