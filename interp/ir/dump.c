/*
 * dump.c - IR as text: one line an instruction, with IL offsets and, when there is debug information, source lines.
 *
 *     12  IL_0007  add.imm.i4     [4] <- [0], 1
 */
#include "interp/ir/ir.h"

#include <string.h>

static uint32_t unit32(const uint16_t *p)
{
    return p[0] | (uint32_t)p[1] << 16;
}

static void method_name(GString *out, const MonoMethod *method)
{
    char *klass = mono_class_full_name(method->klass);
    g_string_append_printf(out, "%s:%s", klass, method->name);
    g_free(klass);
}

/* What data[index] is, as far as the opcode tells. */
static void data_text(GString *out, const InterpMethod *imethod, unsigned op, uint32_t index)
{
    void *data = index < imethod->data_count ? imethod->data[index] : NULL;
    void *next = index + 1 < imethod->data_count ? imethod->data[index + 1] : NULL;
    char *name = NULL;
    switch (op) {
    case MINT_CALL:
    case MINT_CALL_NULLCHECK:
    case MINT_CALLVIRT:
    case MINT_CALL_DELEGATE:
    case MINT_TAIL_CALL:
    case MINT_NEWOBJ:
    case MINT_NEWOBJ_VT:
        method_name(out, ((InterpMethod *)data)->method);
        return;
    case MINT_CALLVIRT_CACHED:
    case MINT_LDVIRTFTN:
    case MINT_PINVOKE:
    case MINT_BR_NOT_METHOD:
        method_name(out, data);
        return;
    case MINT_ICALL:
    case MINT_ICALL_VOID:
    case MINT_ICALL_VT:
        method_name(out, next);
        return;
    case MINT_CASTCLASS_CLASS:
    case MINT_CASTCLASS_EXACT:
    case MINT_CASTCLASS_CACHED:
    case MINT_ISINST_CLASS:
    case MINT_ISINST_EXACT:
    case MINT_ISINST_CACHED:
    case MINT_UNBOX:
    case MINT_UNBOX_NULLABLE:
    case MINT_BOX_NULLABLE:
    case MINT_LDELEMA_REF:
    case MINT_NEWARR_MD:
        name = mono_class_full_name(data);
        break;
    case MINT_ALLOC:
    case MINT_BOX:
    case MINT_BOX_PTR:
    case MINT_NEWARR:
    case MINT_NEWOBJ_DELEGATE:
    case MINT_CLASS_INIT:
        name = mono_class_full_name(((MonoVTable *)data)->klass);
        break;
    case MINT_LDTYPE:
        name = mono_type_name_reflection(next, true, false);
        break;
    default:
        g_string_append_printf(out, "data %u", index);
        return;
    }
    g_string_append(out, name);
    g_free(name);
}

static void operands_text(GString *out, const InterpMethod *imethod, uint32_t at)
{
    const uint16_t *p = &imethod->code[at];
    unsigned op = p[0], i = 1;
    const char *operands = mint_op_info[op].operands, *comma = "";
    uint64_t wide;
    for (const char *c = operands; *c; c++) {
        g_string_append(out, comma);
        switch (*c) {
        case 'd':
        case 's':
            g_string_append_printf(out, "[%u]", p[i++]);
            break;
        case 'o':
            g_string_append_printf(out, "frame [%u]", p[i++]);
            break;
        case 'i':
            g_string_append_printf(out, "%d", (int16_t)p[i++]);
            break;
        case 'p':
            data_text(out, imethod, op, p[i++]);
            break;
        case 'I':
            g_string_append_printf(out, "%d", (int32_t)unit32(&p[i]));
            i += 2;
            break;
        case 'L':
            wide = unit32(&p[i]) | (uint64_t)unit32(&p[i + 2]) << 32;
            g_string_append_printf(out, "0x%" G_GINT64_MODIFIER "x", wide);
            i += 4;
            break;
        case 'b':
            g_string_append_printf(out, "-> %u", at + unit32(&p[i]));
            i += 2;
            break;
        default:
            g_string_append_printf(out, "%u", p[i++]);
        }
        comma = c == operands && *c == 'd' && c[1] ? " <- " : ", ";
    }
    for (unsigned k = 0; op == MINT_SWITCH && k < p[2]; k++)
        g_string_append_printf(out, "%s%u", k ? ", " : " -> ", at + unit32(&p[3 + 2 * k]));
}

static void clause_text(GString *out, const InterpClause *clause)
{
    static const char *const kinds[] = {"catch", "filter", "finally", "?", "fault"};
    g_string_append_printf(out, "  %s: try %u..%u, handler %u..%u", kinds[clause->kind > 4 ? 3 : clause->kind],
                           clause->try_start, clause->try_end, clause->handler_start, clause->handler_end);
    if (clause->catch_class) {
        char *name = mono_class_full_name(clause->catch_class);
        g_string_append_printf(out, ", %s", name);
        g_free(name);
    }
    if (clause->kind == MONO_EXCEPTION_CLAUSE_FILTER)
        g_string_append_printf(out, ", filter %u", clause->filter_start);
    if (clause->kind <= MONO_EXCEPTION_CLAUSE_FILTER)
        g_string_append_printf(out, ", exception [%u]\n", clause->exception_slot);
    else
        g_string_append_printf(out, ", state [%u]\n", clause->state_slot);
}

static void line_text(GString *out, const InterpMethod *imethod, uint32_t il_offset, uint32_t *last_line)
{
    MonoImage *image = imethod->method->klass->image;
    MonoLineInfo line;
    if (!imethod->method->token || !mono_image_debug(image) ||
        !mono_debug_find_line(image, MONO_TOKEN_ROW(imethod->method->token), il_offset, &line) ||
        line.line == *last_line)
        return;
    *last_line = line.line;
    g_string_append_printf(out, "  ; %s:%u\n", line.file, line.line);
}

void interp_dump_method(const InterpMethod *imethod, GString *out)
{
    uint32_t last_il = UINT32_MAX, last_line = 0;
    method_name(out, imethod->method);
    g_string_append_printf(out, ": arguments %u, locals %u, frame %u slots, %u units%s\n", imethod->arg_slots,
                           imethod->local_slots, imethod->frame_slots, imethod->code_units,
                           imethod->polled_at_entry ? ", polled at entry" : "");
    for (uint32_t i = 0; i < imethod->clause_count; i++)
        clause_text(out, &imethod->clauses[i]);
    for (uint32_t at = 0; at < imethod->code_units;) {
        unsigned op = imethod->code[at];
        uint32_t il = interp_il_offset(imethod, at);
        if (il != last_il && il != (uint32_t)-1)
            line_text(out, imethod, il, &last_line);
        if (il != last_il && il != (uint32_t)-1)
            g_string_append_printf(out, "%5u  IL_%04x  ", at, il);
        else
            g_string_append_printf(out, "%5u           ", at);
        last_il = il;
        g_string_append_printf(out, "%-18s ", mint_op_info[op].name);
        operands_text(out, imethod, at);
        g_string_append_c(out, '\n');
        at += op == MINT_SWITCH ? 3 + 2 * imethod->code[at + 2] : mint_op_info[op].units;
    }
}
