/*
 * listing.c - --dump-jit: machine code beside the IR, the IL offsets and, with debug information, the source lines it
 * comes from.
 */
#include "jiterp/internal.h"

#ifdef HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

/* "  ; Sum.cs:7" where the line, of inlined code its own, is another one than before. */
static void line_text(const JitRegion *region, const JitInsn *insn, MonoLineInfo *last, GString *out)
{
    const InterpMethod *imethod = JIT_CONTEXT(region, insn->context)->imethod;
    MonoMethod *method;
    uint32_t il_offset;
    MonoLineInfo line;
    if (!interp_code_position(imethod, (uint32_t)(insn->ip - imethod->code), 0, &method, &il_offset) ||
        il_offset == UINT32_MAX || !method->token || !mono_image_debug(method->klass->image) ||
        !mono_debug_find_line(method->klass->image, MONO_TOKEN_ROW(method->token), il_offset, &line) ||
        (line.line == last->line && !g_strcmp0(line.file, last->file)))
        return;
    *last = line;
    g_string_append_printf(out, "  ; %s:%u\n", line.file, line.line);
}

static void webs_text(const JitRegion *region, const JitInsn *insn, GString *out)
{
    const char *operands = mint_op_info[insn->op].operands;
    for (unsigned k = 0; operands[k]; k++) {
        if (insn->web[k] == JIT_NO_WEB) {
            g_string_append_printf(out, " %d", insn->v[k]);
            continue;
        }
        const JitWeb *web = JIT_WEB(region, insn->web[k]);
        if (web->is_constant)
            g_string_append_printf(out, " #%" G_GINT64_FORMAT, (gint64)web->constant);
        else if (web->reg < 0)
            g_string_append_printf(out, " [%u]", web->slot);
        else
            g_string_append_printf(out, " %s%d=w%u[%u]", web->is_fp ? "x" : "r", web->reg, insn->web[k], web->slot);
    }
    if (insn->target >= 0)
        g_string_append_printf(out, " -> B%d", insn->target);
}

void jit_listing(const JitRegion *region, const JitMethod *method, GString *out)
{
    char *name = mono_method_full_name(method->imethod->method, 1);
    g_string_append_printf(out, "%s: %u bytes at %p\n", name, method->code_bytes, (void *)method->code);
    mono_free(name);
    MonoLineInfo last = {0};
    for (guint i = 0; i < region->insns->len; i++) {
        const JitInsn *insn = JIT_INSN(region, i);
        const JitBlock *block = JIT_BLOCK(region, insn->block);
        if (block->first == i)
            g_string_append_printf(out, "B%u: depth %u%s\n", insn->block, block->depth,
                                   block->reachable ? "" : " (interpreter only)");
        const InterpMethod *imethod = JIT_CONTEXT(region, insn->context)->imethod;
        uint32_t il = interp_il_offset(imethod, (uint32_t)(insn->ip - imethod->code));
        line_text(region, insn, &last, out);
        g_string_append_printf(out, "  %4u  IL_%04x  %-16s", i, il, mint_op_info[insn->op].name);
        webs_text(region, insn, out);
        g_string_append_c(out, '\n');
    }
#ifdef HAVE_CAPSTONE
    csh handle;
    cs_insn *insns;
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK)
        return;
    size_t count = cs_disasm(handle, method->code, method->code_bytes, (uintptr_t)method->code, 0, &insns);
    uint32_t tag = UINT32_MAX;
    last = (MonoLineInfo){0};
    for (size_t i = 0, r = 0; i < count; i++) {
        uint32_t offset = (uint32_t)(insns[i].address - (uintptr_t)method->code);
        while (method->records && r + 1 < method->records->len &&
               g_array_index(method->records, X64Record, r + 1).offset <= offset)
            r++;
        if (method->records && g_array_index(method->records, X64Record, r).tag != tag) {
            tag = g_array_index(method->records, X64Record, r).tag;
            line_text(region, JIT_INSN(region, tag), &last, out);
            g_string_append_printf(out, "  ; %u %s\n", tag, mint_op_info[JIT_INSN(region, tag)->op].name);
        }
        g_string_append_printf(out, "%6x  %s %s\n", offset, insns[i].mnemonic, insns[i].op_str);
    }
    cs_free(insns, count);
    cs_close(&handle);
#endif
}
