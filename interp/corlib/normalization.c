/*
 * normalization.c - tables of System.Text.Normalization, made at the first call from glib's Unicode data.
 *
 * Managed code finds a character's entry through ranges that are fixed in mscorlib (CodePointIndexer): they are
 * repeated here. mappedChars holds decompositions, each ended by 0; those of two characters that compose again stand
 * sorted by their first character, at places for which mapIdxToComposite has entries.
 */
#include <string.h>

#include "interp/corlib/icalls.h"

typedef struct {
    int32_t start, end; /* end not included */
} Range;

static const Range prop_ranges[] = {
    {0, 0x6e0},        {0x910, 0x1200},   {0x1b00, 0x2330},  {0x2460, 0x2600},  {0x2980, 0x2ae0},  {0x2c70, 0x2c80},
    {0x2d60, 0x2d70},  {0x2e90, 0x3400},  {0xa770, 0xa780},  {0xa7f0, 0xa800},  {0xf900, 0x10000},
};
static const Range map_ranges[] = {
    {0x90, 0x6e0},     {0x920, 0x1100},   {0x1d20, 0x2330},  {0x2460, 0x24a0},  {0x24a0, 0x24f0},
    {0x2a00, 0x2ae0},  {0x2d60, 0x2d70},  {0x2e90, 0x3400},  {0xf900, 0x10000},
};
static const Range combining_ranges[] = {
    {0x2f0, 0x360},    {0x480, 0x490},    {0x590, 0x750},    {0x930, 0x960},    {0x9b0, 0x9d0},    {0xa30, 0xa50},
    {0xab0, 0xad0},    {0xb30, 0xb50},    {0xbc0, 0xbd0},    {0xc40, 0xc60},    {0xcb0, 0xcd0},    {0xd40, 0xd50},
    {0xdc0, 0xdd0},    {0xe30, 0xe50},    {0xeb0, 0xed0},    {0xf00, 0xfd0},    {0x1030, 0x1040},  {0x1350, 0x1360},
    {0x1710, 0x1740},  {0x17d0, 0x17e0},  {0x18a0, 0x18b0},  {0x1930, 0x1940},  {0x1a10, 0x1a20},  {0x1dc0, 0x1dd0},
    {0x20d0, 0x20f0},  {0x3020, 0x3030},  {0x3090, 0x30a0},  {0xa800, 0xa810},  {0xfb10, 0xfb20},  {0xfe20, 0xfe30},
};
static const Range helper_ranges[] = {
    {0, 0x700},        {0x900, 0x1200},   {0x1d00, 0x2300},  {0x2500, 0x2600},  {0x3000, 0x3160},
    {0x3b90, 0x3ba0},  {0x4010, 0x4030},  {0x4e00, 0xa000},  {0xfb40, 0xfb50},
};
/* Of places in mappedChars, not of characters. */
static const Range composite_ranges[] = {{0x480, 0x1080}, {0x1410, 0x1580}, {0x1670, 0x21b0}};

enum { PROP_SIZE = 0x27b0, MAP_SIZE = 0x2230, COMBINING_SIZE = 0x580, HELPER_SIZE = 0x6aa0, COMPOSITE_SIZE = 0x18b0 };
enum { MAPPED_SIZE = 0x8000, OTHERS_START = 0x21b0, CHARS = 0x10000, DECOMPOSITION_MAX = 18 };
enum { NO_NFD = 1, NO_NFKD = 2, NO_NFC = 4, MAYBE_NFC = 8, NO_NFKC = 16, MAYBE_NFKC = 32, COMPOSITION_EXCLUDED = 64 };
enum { HANGUL_V = 0x1161, HANGUL_V_END = 0x1176, HANGUL_T = 0x11a8, HANGUL_T_END = 0x11c3, HANGUL = 0xac00,
       HANGUL_END = 0xd7a4 };

static struct {
    uint8_t props[PROP_SIZE], combining[COMBINING_SIZE];
    int32_t mapped[MAPPED_SIZE];
    int16_t map_index[MAP_SIZE], helper[HELPER_SIZE];
    uint16_t composite[COMPOSITE_SIZE];
    bool ready;
} tables;

static int32_t index_of(const Range *ranges, unsigned count, int32_t value)
{
    int32_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        if (value >= ranges[i].start && value < ranges[i].end)
            return at + value - ranges[i].start;
        at += ranges[i].end - ranges[i].start;
    }
    return -1;
}
#define INDEX_OF(ranges, value) index_of(ranges, G_N_ELEMENTS(ranges), value)

typedef struct {
    gunichar first, second, composite;
} Pair;

static gint compare_pairs(gconstpointer a, gconstpointer b)
{
    const Pair *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->second < y->second ? -1 : x->second > y->second;
}

static void set_prop(gunichar c, uint8_t flags)
{
    int32_t index = INDEX_OF(prop_ranges, (int32_t)c);
    if (index >= 0)
        tables.props[index] |= flags;
}

static void set_map_index(gunichar c, int32_t place)
{
    int32_t index = INDEX_OF(map_ranges, (int32_t)c);
    if (index >= 0)
        tables.map_index[index] = (int16_t)place;
}

/* Pairs that compose, in the ranges of composite_ranges; a first character's pairs are never torn apart. */
static void place_pairs(GArray *pairs)
{
    g_array_sort(pairs, compare_pairs);
    unsigned range = 0;
    int32_t place = composite_ranges[0].start + 1; /* the first place stands for "none" */
    for (unsigned i = 0; i < pairs->len;) {
        const Pair *pair = &g_array_index(pairs, Pair, i);
        unsigned same = 1;
        while (i + same < pairs->len && pair[same].first == pair->first)
            same++;
        if (place + (int32_t)same * 3 > composite_ranges[range].end) {
            if (++range == G_N_ELEMENTS(composite_ranges))
                return;
            place = composite_ranges[range].start;
            continue;
        }
        int32_t helper = INDEX_OF(helper_ranges, (int32_t)pair->first);
        if (helper >= 0)
            tables.helper[helper] = (int16_t)place;
        for (unsigned j = 0; j < same; j++, place += 3) {
            tables.mapped[place] = (int32_t)pair[j].first;
            tables.mapped[place + 1] = (int32_t)pair[j].second;
            tables.composite[INDEX_OF(composite_ranges, place)] = (uint16_t)pair[j].composite;
            set_map_index(pair[j].composite, place);
        }
        i += same;
    }
}

/* Flags of a character; true with *pair when it is what two characters compose to. Others' mappings go to *place. */
static bool enter_char(gunichar c, Pair *pair, int32_t *place)
{
    gunichar canonical[DECOMPOSITION_MAX], compatible[DECOMPOSITION_MAX], a, b, again;
    gsize canonical_length = g_unichar_fully_decompose(c, FALSE, canonical, DECOMPOSITION_MAX);
    gsize length = g_unichar_fully_decompose(c, TRUE, compatible, DECOMPOSITION_MAX);
    if (length == 1 && compatible[0] == c)
        return false;
    bool has_canonical = g_unichar_decompose(c, &a, &b);
    bool composes = has_canonical && b && g_unichar_compose(a, b, &again) && again == c;
    bool same =
        has_canonical && canonical_length == length && !memcmp(canonical, compatible, length * sizeof(*canonical));
    set_prop(c, (uint8_t)(NO_NFKD | (has_canonical ? NO_NFD : 0) |
                          (has_canonical && !composes ? NO_NFC | COMPOSITION_EXCLUDED : 0) |
                          (!same || !composes ? NO_NFKC : 0)));
    if (composes && a < CHARS && b < CHARS) {
        *pair = (Pair){a, b, c};
        return true;
    }
    /* One level of a canonical mapping; managed code goes on from there. */
    if (has_canonical) {
        compatible[0] = a;
        compatible[1] = b;
        length = b ? 2 : 1;
    }
    if (INDEX_OF(map_ranges, (int32_t)c) < 0 || *place + (int32_t)length + 1 > INT16_MAX)
        return false;
    set_map_index(c, *place);
    for (gsize i = 0; i < length; i++)
        tables.mapped[(*place)++] = (int32_t)compatible[i];
    (*place)++;
    return false;
}

static void make_tables(void)
{
    GArray *pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
    int32_t place = OTHERS_START;
    for (gunichar c = 0; c < CHARS; c++) {
        Pair pair;
        if ((c >= 0xd800 && c < 0xe000) || (c >= HANGUL && c < HANGUL_END))
            continue;
        if (enter_char(c, &pair, &place)) {
            g_array_append_val(pairs, pair);
            set_prop(pair.second, MAYBE_NFC | MAYBE_NFKC);
        }
        int32_t combining = INDEX_OF(combining_ranges, (int32_t)c);
        if (combining >= 0)
            tables.combining[combining] = (uint8_t)g_unichar_combining_class(c);
        if ((c >= HANGUL_V && c < HANGUL_V_END) || (c >= HANGUL_T && c < HANGUL_T_END))
            set_prop(c, MAYBE_NFC | MAYBE_NFKC);
    }
    place_pairs(pairs);
    g_array_free(pairs, TRUE);
    tables.ready = true;
}

/* static void load_normalization_resource(out IntPtr props, mappedChars, charMapIndex, helperIndex, mapIdxToComposite,
 * combiningClass) */
static void load_tables(MonoSlot *args, MonoSlot *ret)
{
    if (!tables.ready)
        make_tables();
    *(void **)args[0].p = tables.props;
    *(void **)args[1].p = tables.mapped;
    *(void **)args[2].p = tables.map_index;
    *(void **)args[3].p = tables.helper;
    *(void **)args[4].p = tables.composite;
    *(void **)args[5].p = tables.combining;
}

const MonoICallRow mono_icalls_normalization[] = {
    {"System.Text.Normalization::load_normalization_resource", load_tables},
    {0},
};
