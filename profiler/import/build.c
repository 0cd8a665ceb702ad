/*
 * build.c - a profile made from a file nobody vouches for.
 *
 * Limits stand here once: the number of nodes, and sums that fit int64, so that no writer or report can overflow later.
 */
#include "profiler/import/reading.h"

#include "profiler/export/writing.h"

#include <stdarg.h>
#include <string.h>

typedef struct {
    uint64_t id;
    const char *name;
} ThreadKey;

static guint hash_thread(gconstpointer key)
{
    const ThreadKey *k = key;
    return sp_hash_int64(&k->id) ^ g_str_hash(k->name);
}

static gboolean same_thread(gconstpointer a, gconstpointer b)
{
    const ThreadKey *x = a, *y = b;
    return x->id == y->id && !strcmp(x->name, y->name);
}

void sp_build_init(SpBuild *b, const char *name)
{
    memset(b, 0, sizeof *b);
    b->p = sp_profile_new();
    b->name = name;
    b->threads = g_hash_table_new_full(hash_thread, same_thread, g_free, NULL);
    char *base = g_path_get_basename(name);
    char *title = sp_visible_utf8(base, strlen(base));
    b->p->program = sp_profile_string(b->p, title);
    g_free(title);
    g_free(base);
}

SpProfile *sp_build_end(SpBuild *b, GError **error)
{
    g_hash_table_unref(b->threads);
    if (b->error) {
        g_propagate_error(error, b->error);
        sp_profile_free(b->p);
        return NULL;
    }
    if (b->p->threads->len == 0)
        sp_profile_add_thread(b->p, 0, "");
    return b->p;
}

static bool fail(SpBuild *b, SpErrorCode code, const char *place, uint64_t number, const char *format, va_list args)
{
    if (b->error)
        return false;
    char *message = g_strdup_vprintf(format, args);
    b->error = g_error_new(SP_ERROR, code, "%s: %s %" G_GUINT64_FORMAT ": %s", b->name, place, number, message);
    g_free(message);
    return false;
}

bool sp_build_fail(SpBuild *b, SpErrorCode code, const char *place, uint64_t number, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(b, code, place, number, format, args);
    va_end(args);
    return false;
}

bool sp_build_fail_at(SpBuild *b, SpErrorCode code, const uint8_t *where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(b, code, "byte", (uint64_t)(where - b->start), format, args);
    va_end(args);
    return false;
}

bool sp_bytes_varint(SpBuild *b, SpBytes *from, uint64_t *value)
{
    const uint8_t *first = from->at;
    *value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (from->at == from->end)
            return sp_build_fail_at(b, SP_ERROR_FORMAT, first, "the file ends within a number");
        uint8_t byte = *from->at++;
        if (shift == 63 && byte > 1)
            break;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return sp_build_fail_at(b, SP_ERROR_FORMAT, first, "a number of more than 64 bits");
}

bool sp_bytes_take(SpBuild *b, SpBytes *from, uint64_t size, SpBytes *out)
{
    if (size > (uint64_t)(from->end - from->at))
        return sp_build_fail_at(b, SP_ERROR_FORMAT, from->at, "a length reaches past the end");
    *out = (SpBytes){from->at, from->at + size};
    from->at += size;
    return true;
}

uint32_t sp_build_child(SpBuild *b, uint32_t parent, uint32_t frame)
{
    if (b->p->nodes->len < SP_IMPORT_MAX_NODES)
        return sp_profile_child(b->p, parent, frame);
    if (!b->error)
        b->error = g_error_new(SP_ERROR, SP_ERROR_LIMIT, "%s: the call tree has more than %u nodes", b->name,
                               SP_IMPORT_MAX_NODES);
    return parent;
}

uint32_t sp_build_thread(SpBuild *b, uint64_t id, const char *name)
{
    ThreadKey key = {id, name};
    gpointer have;
    if (g_hash_table_lookup_extended(b->threads, &key, NULL, &have))
        return GPOINTER_TO_UINT(have);
    uint32_t thread = sp_profile_add_thread(b->p, id, name);
    key.name = sp_thread(b->p, thread)->name;
    g_hash_table_insert(b->threads, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(thread));
    return thread;
}

/* Sums of magnitudes: those of the signed values then fit as well. */
static bool add_magnitude(int64_t *sum, int64_t value)
{
    return value != INT64_MIN && !__builtin_add_overflow(*sum, value < 0 ? -value : value, sum);
}

bool sp_build_add(SpBuild *b, uint32_t node, int64_t samples, int64_t ns, int64_t calls)
{
    if (!add_magnitude(&b->samples, samples) || !add_magnitude(&b->ns, ns) || !add_magnitude(&b->calls, calls))
        return false;
    if (sp_node(b->p, node)->frame == SP_NONE && (samples || ns || calls)) {
        SpFunction f = {.name = SP_NO_STACK, .kind = SP_FUNCTION_SYNTHETIC};
        node = sp_build_child(b, node, sp_profile_frame(b->p, sp_profile_function(b->p, &f), 0, SP_TIER_UNKNOWN));
    }
    sp_profile_add(b->p, node, samples, ns, calls);
    return true;
}

SpFunctionKind sp_build_kind_of(const char *raw_name)
{
    static const char *const synthetic[] = {SP_NO_STACK, "[native]", "[truncated]", "[gap]"};
    for (size_t i = 0; i < G_N_ELEMENTS(synthetic); i++)
        if (!strcmp(raw_name, synthetic[i]))
            return SP_FUNCTION_SYNTHETIC;
    return g_str_has_prefix(raw_name, "(wrapper ") ? SP_FUNCTION_WRAPPER : SP_FUNCTION_MANAGED;
}

uint32_t sp_build_named_frame(SpBuild *b, const char *name, const char *module, uint32_t line, SpTier tier)
{
    SpFunction f = {.name = name, .module = module, .kind = (uint8_t)sp_build_kind_of(name)};
    return sp_profile_frame(b->p, sp_profile_function(b->p, &f), line, tier);
}

/* ---- Order in time ---------------------------------------------------------------------------------------------- */

static int compare_samples(gconstpointer a, gconstpointer b, gpointer unused)
{
    const SpSample *x = a, *y = b;
    return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

void sp_build_sort_timeline(SpBuild *b)
{
    GArray *s = b->p->samples;
    if (s->len) /* stable: samples of one time keep the file's order */
        g_qsort_with_data(s->data, (gint)MIN(s->len, (guint)G_MAXINT), sizeof(SpSample), compare_samples, NULL);
}

/* Ties, longer first, and at equal lengths callers first: nodes of callers have smaller indexes. */
static int compare_spans(gconstpointer a, gconstpointer b, gpointer unused)
{
    const SpSpan *x = a, *y = b;
    if (x->start_ns != y->start_ns)
        return x->start_ns < y->start_ns ? -1 : 1;
    if (x->end_ns != y->end_ns)
        return x->end_ns > y->end_ns ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

void sp_build_sort_spans(SpBuild *b)
{
    GArray *s = b->p->spans;
    if (s->len)
        g_qsort_with_data(s->data, (gint)MIN(s->len, (guint)G_MAXINT), sizeof(SpSpan), compare_spans, NULL);
}

/* ---- Numbers ---------------------------------------------------------------------------------------------------- */

/* "12.5e3" -> digits 125, exponent 2. At most `max` digits are kept; a longer integer part fails later by its exponent.
 */
typedef struct {
    bool negative;
    uint64_t digits;
    int64_t exponent;
} Decimal;

static bool scan_exponent(const char *s, const char *end, int64_t *exponent)
{
    bool negative = s < end && *s == '-';
    if (s < end && (*s == '-' || *s == '+'))
        s++;
    if (s == end)
        return false;
    int64_t e = 0;
    for (; s < end; s++) {
        if (!g_ascii_isdigit(*s))
            return false;
        e = MIN(e * 10 + (*s - '0'), 1000000);
    }
    *exponent += negative ? -e : e;
    return true;
}

static bool scan_decimal(const char *s, const char *end, Decimal *d)
{
    bool fraction = false, any = false;
    *d = (Decimal){.negative = s < end && *s == '-'};
    for (s += d->negative; s < end; s++) {
        if (*s == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if ((*s == 'e' || *s == 'E') && any)
            return scan_exponent(s + 1, end, &d->exponent);
        if (!g_ascii_isdigit(*s))
            return false;
        any = true;
        bool fits = d->digits <= (UINT64_MAX - 9) / 10;
        if (fits)
            d->digits = d->digits * 10 + (uint64_t)(*s - '0');
        d->exponent += (fits ? 0 : 1) - (fraction ? 1 : 0);
    }
    return any;
}

bool sp_decimal(const char *text, size_t length, int shift, int64_t *out)
{
    Decimal d;
    if (!scan_decimal(text, text + length, &d))
        return false;
    int64_t exponent = d.exponent + shift;
    uint64_t value = d.digits;
    for (; exponent > 0 && value; exponent--)
        if (__builtin_mul_overflow(value, 10u, &value))
            return false;
    if (exponent < 0 && exponent > -20) {
        uint64_t divisor = 1;
        for (; exponent < 0; exponent++)
            divisor *= 10;
        value = value / divisor + (value % divisor >= divisor - divisor / 2);
    } else if (exponent < 0) {
        value = 0;
    }
    if (value > INT64_MAX)
        return false;
    *out = d.negative ? -(int64_t)value : (int64_t)value;
    return true;
}
