/*
 * gen-arith.c - C of arithmetic, compares, branches and conversions. Additions and the like are done unsigned: they wrap.
 */
#include "aot-stubs/gen-internal.h"

#include <inttypes.h>
#include <string.h>

void a_binary(Gen *g, const char *operation, CType type)
{
    a_def(g, 0, type, "%s %s %s", a_use(g, 1, type), operation, a_use(g, 2, type));
}

static bool is_wide(CType type)
{
    return type == C_U8 || type == C_I8;
}

static bool is_signed(CType type)
{
    return type == C_I4 || type == C_I8;
}

/* The 16-bit immediate, sign-extended, as a type's constant. */
static const char *immediate(Gen *g, CType type, int32_t value)
{
    switch (type) {
    case C_U4:
        return a_text(g, "%#xu", (uint32_t)value);
    case C_I4:
        return a_text(g, "(%d)", value);
    case C_U8:
        return a_text(g, "UINT64_C(%#" PRIx64 ")", (uint64_t)value);
    default:
        return a_text(g, "INT64_C(%d)", value);
    }
}

void a_binary_imm(Gen *g, const char *operation, CType type)
{
    /* A power of two divides signed numbers as gcc makes it; additions read better with their sign. */
    if (!strcmp(operation, "+") && INS->v[2] < 0)
        a_def(g, 0, type, "%s - %d", a_use(g, 1, type), -INS->v[2]);
    else if (!strcmp(operation, "<<") || !strcmp(operation, ">>") || (!strcmp(operation, "+")))
        a_def(g, 0, type, "%s %s %d", a_use(g, 1, type), operation, INS->v[2]);
    else
        a_def(g, 0, type, "%s %s %s", a_use(g, 1, type), operation, immediate(g, type, INS->v[2]));
}

void a_shift(Gen *g, const char *operation, CType type)
{
    a_def(g, 0, type, "%s %s (%s & %d)", a_use(g, 1, type), operation, a_use(g, 2, C_U4), is_wide(type) ? 63 : 31);
}

void a_unary(Gen *g, const char *operation, CType type)
{
    a_def(g, 0, type, "%s%s", operation, a_use(g, 1, type));
}

/* By 0, and MIN by -1, are the interpreter's. */
void a_divide(Gen *g, const char *operation, CType type)
{
    uint64_t divisor;
    bool known = a_constant(g, 2, &divisor);
    int64_t value = is_wide(type) ? (int64_t)divisor : (int32_t)divisor;
    const char *a = a_use(g, 1, type), *b = a_use(g, 2, type);
    if (!known || value == 0)
        a_exit_if(g, "%s == 0", b);
    if (is_signed(type) && (!known || value == -1))
        a_exit_if(g, "%s == -1 && %s == %s", b, a, type == C_I4 ? "INT32_MIN" : "INT64_MIN");
    a_def(g, 0, type, "%s %s %s", a, operation, b);
}

void a_checked(Gen *g, const char *operation, CType type)
{
    static const char *const types[] = {"uint32_t", "int32_t", "uint64_t", "int64_t"};
    const char *a = a_use(g, 1, type), *b = a_use(g, 2, type);
    a_line(g, "{ %s result;", types[type]);
    a_exit_if(g, "__builtin_%s_overflow(%s, %s, &result)", operation, a, b);
    a_def(g, 0, type, "result");
    a_line(g, "}");
}

/* ---- Compares, branches ---- */

static const char *compare(Gen *g, const char *relation, CType type, bool negated, unsigned first)
{
    return a_text(g, negated ? "!(%s %s %s)" : "%s %s %s", a_use(g, first, type), relation, a_use(g, first + 1, type));
}

static const char *compare_imm(Gen *g, const char *relation, CType type, unsigned first)
{
    return a_text(g, "%s %s %s", a_use(g, first, type), relation, immediate(g, type, INS->v[first + 1]));
}

static void branch(Gen *g, const char *condition)
{
    a_line(g, "if (%s) goto B%d;", condition, INS->target);
}

void a_compare_set(Gen *g, const char *relation, CType type, bool negated)
{
    a_def(g, 0, C_I4, "%s", compare(g, relation, type, negated, 1));
}

void a_compare_branch(Gen *g, const char *relation, CType type, bool negated)
{
    branch(g, compare(g, relation, type, negated, 0));
}

void a_compare_set_imm(Gen *g, const char *relation, CType type)
{
    a_def(g, 0, C_I4, "%s", compare_imm(g, relation, type, 1));
}

void a_compare_branch_imm(Gen *g, const char *relation, CType type)
{
    branch(g, compare_imm(g, relation, type, 0));
}

void a_branch_true(Gen *g, CType type, bool wanted)
{
    branch(g, a_text(g, wanted ? "%s" : "!%s", a_use(g, 0, type)));
}

void a_switch(Gen *g)
{
    a_line(g, "switch (%s) {", a_use(g, 0, C_U4));
    for (int32_t k = 0; k < INS->v[1]; k++)
        a_line(g, "case %d: goto B%d;", k, g_array_index(g->r->targets, int32_t, INS->switch_first + (uint32_t)k));
    a_line(g, "}");
}

/* ---- Conversions ---- */

void a_convert(Gen *g, CType from, CType to, const char *format)
{
    const char *mark = strstr(format, "%s");
    a_def(g, 0, to, "%.*s%s%s", (int)(mark - format), format, a_use(g, 1, from), mark + 2);
}

void a_checked_range(Gen *g, CType from, const char *low, const char *high, CType to)
{
    static const char *const types[] = {"uint32_t", "int32_t", "uint64_t", "int64_t"};
    const char *value = a_use(g, 1, from);
    bool whole = !strcmp(high, "INT64_MAX") && is_signed(from);
    if (from == C_I4 && !strcmp(high, "INT32_MAX"))
        whole = true;
    if (!low)
        a_exit_if(g, "%s > (%s)%s", value, types[from], high);
    else if (whole)
        a_exit_if(g, "%s < %s", value, low);
    else
        a_exit_if(g, "%s < %s || %s > (%s)%s", value, low, value, types[from], high);
    a_def(g, 0, to, "(%s)%s", types[to], value);
}

void a_checked_real(Gen *g, const char *name, CType to)
{
    static const char *const types[] = {"uint32_t", "int32_t", "uint64_t", "int64_t"};
    const char *value = a_use(g, 1, C_R8);
    a_line(g, "{ %s result;", types[to]);
    a_exit_if(g, "!interp_r8_ovf_%s(%s, &result)", name, value);
    a_def(g, 0, to, "result");
    a_line(g, "}");
}

void a_check_finite(Gen *g, CType type)
{
    const char *value = a_use(g, 1, type);
    a_exit_if(g, "!__builtin_isfinite(%s)", value);
    a_def(g, 0, type, "%s", value);
}
