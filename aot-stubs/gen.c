/*
 * gen.c - the C functions of a method: webs as locals, blocks as labels, exits behind the body.
 *
 * An exit is a label behind the body; from there the live webs are written to their slots (N...), and at N0 the method
 * leaves. There are three: RERUN (X), the interpreter runs the instruction anew; PENDING (P), C code left an exception;
 * CALLEE (L), the callee has left compiled code.
 */
#include "aot-stubs/gen-internal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const type_names[] = {"uint32_t", "int32_t", "uint64_t", "int64_t", "float", "double"};
const char *const a_members[] = {"u4", "i4", "u8", "i8", "r4", "r8"};

/* ---- Text ---- */

void a_line(Gen *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_string_append(g->out, "    ");
    g_string_append_vprintf(g->out, format, arguments);
    g_string_append_c(g->out, '\n');
    va_end(arguments);
}

static const char *text_of(Gen *g, const char *format, va_list arguments)
{
    char *text = g_strdup_vprintf(format, arguments);
    const char *kept = g_string_chunk_insert(g->texts, text);
    g_free(text);
    return kept;
}

const char *a_text(Gen *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = text_of(g, format, arguments);
    va_end(arguments);
    return text;
}

/* Nothing in a comment may end it, nor begin a line of its own. */
static void append_comment(GString *out, const char *text)
{
    for (; *text; text++)
        if (*text == '*' && text[1] == '/')
            g_string_append(out, "* ");
        else
            g_string_append_c(out, (unsigned char)*text < ' ' || *text == '\\' ? '?' : *text);
}

static void append_file_name(GString *out, const char *name)
{
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, (unsigned char)*name < ' ' ? '?' : *name);
    }
}

/* ---- Types ---- */

static bool is_wide(CType type) { return type == C_U8 || type == C_I8 || type == C_R8; }
static bool is_real(CType type) { return type == C_R4 || type == C_R8; }
static CType unsigned_of(CType type) { return type == C_I4 ? C_U4 : type == C_I8 ? C_U8 : type; }
static unsigned bit(CType type) { return 1u << unsigned_of(type); }

/* `text` of type `from` as `to`, bits kept as in a slot. */
static const char *coerce(Gen *g, const char *text, CType from, CType to)
{
    if (from == to)
        return text;
    if (is_real(from)) {
        text = a_text(g, from == C_R4 ? "bits_of_r4(%s)" : "bits_of_r8(%s)", text);
        from = from == C_R4 ? C_U4 : C_U8;
    }
    if (is_real(to)) {
        CType bits = to == C_R4 ? C_U4 : C_U8;
        if (unsigned_of(from) != bits)
            text = a_text(g, "(%s)%s", type_names[bits], text);
        return a_text(g, to == C_R4 ? "r4_of_bits(%s)" : "r8_of_bits(%s)", text);
    }
    if (from == to)
        return text;
    if (!is_wide(from) && to == C_I8) /* the upper half is not defined: 0 as everywhere */
        return a_text(g, "(int64_t)(uint64_t)(uint32_t)%s", text);
    if (from == C_I4 && to == C_U8)
        return a_text(g, "(uint64_t)(uint32_t)%s", text);
    return a_text(g, "(%s)%s", type_names[to], text);
}

const char *a_type_name(CType type)
{
    return type_names[type];
}

/* ---- Constants ---- */

static bool is_pointer_constant(const Gen *g, const JitWeb *web)
{
    unsigned op = JIT_INSN(g->r, web->def_insn)->op;
    return op == MINT_LDPTR || op == MINT_LDSFLDA;
}

static const char *real_constant(Gen *g, CType type, uint64_t bits)
{
    union { uint64_t u; double d; float f; } value = {.u = bits};
    double d = type == C_R4 ? (double)value.f : value.d;
    char digits[64];
    if (!isfinite(d))
        return a_text(g, type == C_R4 ? "r4_of_bits(%" PRIu64 "u)" : "r8_of_bits(UINT64_C(0x%" PRIx64 "))",
                      type == C_R4 ? bits & UINT32_MAX : bits);
    if (d == floor(d) && fabs(d) < 1e15 && !(d == 0 && signbit(d)))
        g_snprintf(digits, sizeof digits, "%.1f", d);
    else
        g_snprintf(digits, sizeof digits, "%a", d);
    return a_text(g, d < 0 || signbit(d) ? "(%s%s)" : "%s%s", digits, type == C_R4 ? "f" : "");
}

static const char *constant(Gen *g, const JitWeb *web, CType type)
{
    uint64_t value = web->constant;
    if (is_pointer_constant(g, web))
        return coerce(g, a_text(g, "(uint64_t)DATA[%d]", JIT_INSN(g->r, web->def_insn)->v[1]), C_U8, type);
    switch (type) {
    case C_U4:
        return a_text(g, (uint32_t)value < 10 ? "%" PRIu32 "u" : "0x%" PRIx32 "u", (uint32_t)value);
    case C_I4:
        return (int32_t)value == INT32_MIN ? "INT32_MIN" : a_text(g, "(%" PRId32 ")", (int32_t)value);
    case C_U8:
        return a_text(g, value < 10 ? "UINT64_C(%" PRIu64 ")" : "UINT64_C(0x%" PRIx64 ")", value);
    case C_I8:
        return (int64_t)value == INT64_MIN ? "INT64_MIN" : a_text(g, "INT64_C(%" PRId64 ")", (int64_t)value);
    default:
        return real_constant(g, type, value);
    }
}

/* ---- Webs ---- */

static const char *web_text(Gen *g, uint32_t index, CType type)
{
    const JitWeb *web = JIT_WEB(g->r, index);
    if (web->memory_only)
        return a_text(g, "fp[%u].%s", web->slot, a_members[type]);
    if (web->is_constant)
        return constant(g, web, type);
    g->webs[index].touched = true;
    return coerce(g, a_web_name(g, index), g->webs[index].home, type);
}

const char *a_use_as(Gen *g, unsigned operand, CType type)
{
    return web_text(g, INS->web[operand], type);
}

const char *a_use(Gen *g, unsigned operand, CType type)
{
    g->webs[INS->web[operand]].wanted |= (uint8_t)bit(type);
    return a_use_as(g, operand, type);
}

static void define(Gen *g, uint32_t index, CType type, const char *text)
{
    const JitWeb *web = JIT_WEB(g->r, index);
    CWeb *c = &g->webs[index];
    c->nonnull = false;
    if (web->memory_only) {
        if (is_real(type))
            a_line(g, "fp[%u].%s = %s;", web->slot, a_members[type], text);
        else
            a_line(g, "fp[%u].u8 = %s(%s);", web->slot, is_wide(type) ? "" : "(uint32_t)", text);
    } else if (!web->is_constant) { /* else every use has the constant itself */
        c->touched = true;
        bool plain = c->home == type || (!is_real(type) && !is_real(c->home) && is_wide(type) == is_wide(c->home));
        a_line(g, "%s = %s;", a_web_name(g, index), plain ? text : coerce(g, a_text(g, "(%s)", text), type, c->home));
    }
}

void a_def_as(Gen *g, unsigned operand, CType type, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    define(g, INS->web[operand], type, text_of(g, format, arguments));
    va_end(arguments);
}

void a_def(Gen *g, unsigned operand, CType type, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g->webs[INS->web[operand]].wanted |= (uint8_t)bit(type);
    define(g, INS->web[operand], type, text_of(g, format, arguments));
    va_end(arguments);
}

CType a_home(const Gen *g, unsigned operand)
{
    uint32_t index = INS->web[operand];
    const JitWeb *web = JIT_WEB(g->r, index);
    return web->memory_only || web->is_constant ? C_U8 : g->webs[index].home;
}

CType a_like(const Gen *g, unsigned operand, CType type)
{
    CType home = a_home(g, operand);
    return is_wide(home) == is_wide(type) ? home : type;
}

bool a_constant(const Gen *g, unsigned operand, uint64_t *value)
{
    const JitWeb *web = JIT_WEB(g->r, INS->web[operand]);
    *value = web->constant;
    return web->is_constant && !is_pointer_constant(g, web);
}

/* ---- Null ---- */

static const char *not_null(Gen *g, uint32_t index)
{
    const char *text = web_text(g, index, C_U8);
    g->webs[index].wanted |= (uint8_t)bit(C_U8);
    if (!g->webs[index].nonnull) {
        a_exit_if(g, "%s == 0", text);
        g->webs[index].nonnull = !JIT_WEB(g->r, index)->memory_only;
    }
    return text;
}

void a_null_check(Gen *g, unsigned operand)
{
    not_null(g, INS->web[operand]);
}

const char *a_address(Gen *g, unsigned operand)
{
    return not_null(g, INS->web[operand]);
}

const char *a_object_in(Gen *g, uint32_t slot)
{
    return not_null(g, g->current[slot]);
}

void a_not_null(Gen *g, unsigned operand)
{
    uint32_t index = INS->web[operand];
    g->webs[index].nonnull = !JIT_WEB(g->r, index)->memory_only;
}

/* ---- Slots ---- */

/* NULL: it lives there. */
static const char *store_text(Gen *g, uint32_t slot, uint32_t index)
{
    const JitWeb *web = JIT_WEB(g->r, index);
    if (web->memory_only)
        return NULL;
    CType type = web->is_constant || g->webs[index].home == C_U4 ? C_U8 : g->webs[index].home;
    return a_text(g, "fp[%u].%s = %s;", slot, a_members[type], web_text(g, index, type));
}

static void load_web(Gen *g, uint32_t slot, uint32_t index)
{
    const JitWeb *web = JIT_WEB(g->r, index);
    g->webs[index].nonnull = false;
    if (web->memory_only || web->is_constant)
        return;
    g->webs[index].touched = true;
    a_line(g, "%s = fp[%u].%s;", a_web_name(g, index), slot, a_members[g->webs[index].home]);
}

void a_store_slot(Gen *g, uint32_t slot)
{
    const char *text = store_text(g, slot, g->current[slot]);
    if (text)
        a_line(g, "%s", text);
}

const char *a_slot_text(Gen *g, uint32_t slot, CType type)
{
    return web_text(g, g->current[slot], type);
}

static void flush(Gen *g, bool single)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(g->r, INS, effects);
    for (unsigned k = 0; k < count; k++)
        if (effects[k].kind == JIT_MUSE || (single && effects[k].kind == JIT_USE))
            for (uint32_t s = effects[k].slot; s < effects[k].slot + effects[k].count; s++)
                a_store_slot(g, s);
}

void a_flush(Gen *g) { flush(g, false); }
void a_flush_uses(Gen *g) { flush(g, true); }

void a_reload_defs(Gen *g, bool single)
{
    JitEffect effects[JIT_MAX_EFFECTS];
    unsigned count = jit_effects(g->r, INS, effects), mdef = INS->mdef_first;
    for (unsigned k = 0; k < count; k++) {
        if (effects[k].kind == JIT_DEF && single)
            load_web(g, effects[k].slot, INS->web[effects[k].operand]);
        for (uint32_t s = 0; effects[k].kind == JIT_MDEF && s < effects[k].count; s++)
            load_web(g, effects[k].slot + s, g_array_index(g->r->mdefs, uint32_t, mdef++));
    }
}

/* ---- Exits ---- */

uint32_t a_unit(const Gen *g)
{
    return (uint32_t)(INS->ip - g->r->imethod->code);
}

/* Label N... of code that writes these slots and leaves. Exits share what they can: the code of a list of slots writes its
 * last and goes on to that of the others, so low slots, which are the longest-lived, are there once. */
static unsigned spill(Gen *g, const uint64_t *live)
{
    unsigned node = 0;
    for (uint32_t w = 0; w < g->r->words; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
            uint32_t slot = w * 64 + (uint32_t)__builtin_ctzll(bits);
            const char *text = store_text(g, slot, g->current[slot]);
            if (!text)
                continue;
            const char *key = a_text(g, "%u %s", node, text);
            unsigned next = GPOINTER_TO_UINT(g_hash_table_lookup(g->spills, key));
            if (!next) {
                next = g_hash_table_size(g->spills) + 1;
                g_hash_table_insert(g->spills, (char *)key, GUINT_TO_POINTER(next));
                g_string_append_printf(g->cold, "N%u: %s goto N%u;\n", next, text, node);
            }
            node = next;
        }
    return node;
}

/* Live behind the instruction. What it defines only for a handler around it, which sees the old value. */
static unsigned spill_after(Gen *g)
{
    const JitBlock *block = JIT_BLOCK(g->r, g->block);
    uint64_t *live = jit_live_past(g->r, block, g->index);
    for (uint32_t w = 0; w < g->r->words; w++)
        live[w] |= block->except[w] & jit_live(g->r, g->index)[w];
    unsigned node = spill(g, live);
    g_free(live);
    return node;
}

const char *a_exit_label(Gen *g)
{
    if (!(g->exits & EXIT_RERUN)) {
        g->exits |= EXIT_RERUN;
        unsigned node = spill(g, jit_live(g->r, g->index));
        g_string_append_printf(g->cold, "X%u: exit_unit = %u; goto N%u;\n", g->index, a_unit(g), node);
    }
    return a_text(g, "X%u", g->index);
}

void a_exit_if(Gen *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *condition = text_of(g, format, arguments);
    va_end(arguments);
    a_line(g, "if (UNLIKELY(%s)) goto %s;", condition, a_exit_label(g));
}

void a_exit(Gen *g)
{
    a_line(g, "goto %s;", a_exit_label(g));
}

const char *a_pending_label(Gen *g)
{
    if (!(g->exits & EXIT_PENDING)) {
        g->exits |= EXIT_PENDING;
        unsigned node = spill_after(g);
        g_string_append_printf(g->cold, "P%u: goto N%u;\n", g->index, node);
    }
    return a_text(g, "P%u", g->index);
}

const char *a_callee_label(Gen *g, uint32_t result_slot)
{
    if (!(g->exits & EXIT_CALLEE)) {
        g->exits |= EXIT_CALLEE;
        unsigned node = spill_after(g);
        g_string_append_printf(g->cold, "L%u: result_slot = %u; goto N%u;\n", g->index, result_slot, node);
    }
    return a_text(g, "L%u", g->index);
}

void a_save_state(Gen *g)
{
    a_line(g, "%sSAVE_STATE(%u);", g->is_leaf ? "LEAF_FRAME(); " : "", a_unit(g) + 1);
}

void a_goto(Gen *g, int32_t block)
{
    a_line(g, "goto B%d;", block);
}

/* ---- Blocks ---- */

/* #line where the line of the source, of inlined code its own, is another one than before; il_offset of the innermost. */
static void source_line(Gen *g)
{
    MonoMethod *method;
    uint32_t il_offset;
    MonoLineInfo line;
    if (!interp_code_position(g->r->imethod, a_unit(g), 0, &method, &il_offset) || il_offset == UINT32_MAX ||
        !method->token || !mono_image_debug(method->klass->image) ||
        !mono_debug_find_line(method->klass->image, MONO_TOKEN_ROW(method->token), il_offset, &line) ||
        (line.line == g->line.line && !g_strcmp0(line.file, g->line.file)))
        return;
    g->line = line;
    g_string_append_printf(g->out, "#line %u \"", line.line);
    append_file_name(g->out, line.file);
    g_string_append(g->out, "\"\n");
}

static void insn_comment(Gen *g)
{
    uint32_t il = interp_il_offset(g->r->imethod, a_unit(g));
    if (il == UINT32_MAX)
        g_string_append_printf(g->out, "    /* %s */\n", mint_op_info[INS->op].name);
    else
        g_string_append_printf(g->out, "    /* IL_%04x %s */\n", il, mint_op_info[INS->op].name);
}

/* Falls into the block behind, which is written next if any way leads there. */
static void write_block(Gen *g, uint32_t b)
{
    const JitBlock *block = JIT_BLOCK(g->r, b);
    g->block = b;
    jit_walk_begin(g->r, block, g->current);
    for (guint w = 0; w < g->r->webs->len; w++)
        g->webs[w].nonnull = false;
    g_string_append_printf(g->out, "B%u:;\n", b);
    for (uint32_t i = block->first; i < block->end; i++) {
        g->index = i;
        g->insn = JIT_INSN(g->r, i);
        g->exits = 0;
        source_line(g);
        insn_comment(g);
        if (!a_insn(g)) {
            a_exit(g);
            return;
        }
        jit_walk_insn(g->r, g->insn, g->current);
    }
}

/* The parameter of a slot: into its web, or where its address was taken. */
static void enter_argument(Gen *g, const CArgument *argument)
{
    uint32_t s = argument->slot, index = JIT_BLOCK(g->r, 0)->in_webs[s];
    const JitWeb *web = index == JIT_NO_WEB ? NULL : JIT_WEB(g->r, index);
    if (jit_bit(g->r->address_taken, s) || (web && web->memory_only)) {
        CType type = argument->type == C_U4 ? C_U8 : argument->type;
        a_line(g, "fp[%u].%s = a%u;", s, a_members[type], s);
    } else if (web) {
        g->webs[index].touched = true;
        a_line(g, "%s = %s;", a_web_name(g, index), coerce(g, a_text(g, "a%u", s), argument->type, g->webs[index].home));
    }
}

/* Locals begin as 0. */
static void enter(Gen *g)
{
    const InterpMethod *imethod = g->r->imethod;
    const JitBlock *block = JIT_BLOCK(g->r, 0);
    uint32_t locals_end = imethod->arg_slots + imethod->local_slots;
    for (CArgument argument = {0}; a_argument(imethod, &argument);) {
        if (!argument.in_memory) {
            enter_argument(g, &argument);
            continue;
        }
        for (uint32_t s = argument.slot; s < argument.slot + argument.slots; s++)
            if (block->in_webs[s] != JIT_NO_WEB)
                load_web(g, s, block->in_webs[s]);
    }
    for (uint32_t s = imethod->arg_slots; s < g->r->slots; s++) {
        uint32_t web = block->in_webs[s];
        bool is_local = s >= imethod->arg_slots && s < locals_end;
        if (is_local && (jit_bit(g->r->address_taken, s) || (web != JIT_NO_WEB && JIT_WEB(g->r, web)->memory_only))) {
            a_line(g, "fp[%u].u8 = 0;", s);
        } else if (web == JIT_NO_WEB) {
            continue;
        } else if (is_local) {
            g->webs[web].touched = true;
            a_line(g, "%s = 0;", a_web_name(g, web));
        } else {
            load_web(g, s, web);
        }
    }
}

static void write_blocks(Gen *g)
{
    enter(g);
    for (guint b = 0; b < g->r->blocks->len; b++)
        if (JIT_BLOCK(g->r, b)->reachable)
            write_block(g, b);
    a_line(g, "__builtin_unreachable();");
}

/* ---- Homes ---- */

static CType home_of(const Gen *g, uint32_t index)
{
    uint8_t wanted = g->webs[index].wanted;
    if (wanted == bit(C_R8))
        return C_R8;
    if (wanted == bit(C_R4))
        return C_R4;
    return JIT_WEB(g->r, index)->wide || wanted & (bit(C_R8) | bit(C_R4)) ? C_U8 : C_U4;
}

/* Webs that are moved to each other share a home, where they can. */
static void choose_homes(Gen *g)
{
    jit_share_along_moves(g->r, &g->webs->wanted, sizeof *g->webs);
    for (guint w = 0; w < g->r->webs->len; w++)
        g->webs[w].home = home_of(g, w);
}

static void declare_locals(Gen *g, GString *out)
{
    static const CType homes[] = {C_U4, C_U8, C_R4, C_R8};
    for (unsigned t = 0; t < G_N_ELEMENTS(homes); t++) {
        unsigned count = 0;
        for (guint w = 0; w < g->r->webs->len; w++)
            if (g->webs[w].touched && g->webs[w].home == homes[t])
                g_string_append_printf(out, "%s%s %s", count ? "," : "    ", count ? "" : type_names[homes[t]], a_web_name(g, w)), count++;
        if (count)
            g_string_append(out, ";\n");
    }
}

/* ---- The method ---- */

static bool is_leaf(const JitRegion *region)
{
    enum { MOST_SLOTS = 1024 }; /* well below what is kept behind the limit */
    for (guint i = 0; i < region->insns->len; i++) {
        const JitInsn *insn = JIT_INSN(region, i);
        if (JIT_BLOCK(region, insn->block)->reachable && a_calls_managed(insn->op))
            return false;
    }
    return region->imethod->frame_slots <= MOST_SLOTS;
}

/* ", fp[0].u8, fp[1].r8", or ", a0, a1" */
static void append_arguments(const InterpMethod *imethod, bool from_slots, GString *out)
{
    for (CArgument argument = {0}; a_argument(imethod, &argument);)
        if (!argument.in_memory && from_slots)
            g_string_append_printf(out, ", fp[%u].%s", argument.slot, a_members[argument.type]);
        else if (!argument.in_memory)
            g_string_append_printf(out, ", a%u", argument.slot);
}

/* NAME_direct: limits, then the code. At a limit the parameters go to their slots: NAME_body finds them there. */
static void write_direct(Gen *g, const char *parameters, GString *out)
{
    const InterpMethod *imethod = g->r->imethod;
    const char *real = g->is_real ? "Real" : "", *name = g->symbol;
    g_string_append_printf(out, "Aot%sResult %s_direct(char *frame, Slot *fp%s)\n{\n    frame += FRAME_SIZE;\n", real, name, parameters);
    if (imethod->polled_at_entry)
        for (CArgument argument = {0}; a_argument(imethod, &argument);)
            if (!argument.in_memory)
                g_string_append_printf(out, "    FIRST%s(a%u);\n", is_real(argument.type) ? "_REAL" : "", argument.slot);
    if (!g->is_leaf || imethod->polled_at_entry) {
        /* A leaf needs no room: it looks at the word that its leave reads, too. */
        g_string_append_printf(out, "    if (UNLIKELY(%s", g->is_leaf ? "IS_REQUESTED" : imethod->polled_at_entry
                                                           ? "AT_LIMIT(STACKS_C_ENTER_LIMIT)"
                                                           : "AT_LIMIT(STACKS_C_STACK_LIMIT)");
        if (imethod->frame_slots > INTERP_UNASKED_SLOTS && !g->is_leaf)
            g_string_append_printf(out, " || AT_SLOT_LIMIT(%u)", imethod->frame_slots);
        g_string_append(out, ")) {\n");
        for (CArgument argument = {0}; a_argument(imethod, &argument);)
            if (!argument.in_memory)
                g_string_append_printf(out, "        fp[%u].%s = a%u;\n", argument.slot,
                                       a_members[argument.type == C_U4 ? C_U8 : argument.type], argument.slot);
        g_string_append_printf(out, "        return host.at_limit%s(frame, fp, THIS.imethod, (void *)%s_body);\n    }\n",
                               g->is_real ? "_real" : "", name);
    }
    g_string_append(out, g->is_leaf ? "    AT(uint32_t, frame, FRAME_FLAGS) = FLAG_AOT;\n" : "    MAKE_FRAME();\n");
    g_string_append_printf(out, "    return %s_code(frame, fp", name);
    append_arguments(imethod, false, out);
    g_string_append(out, ");\n}\n");
}

static void write_entries(Gen *g, const char *parameters, GString *out)
{
    const InterpMethod *imethod = g->r->imethod;
    const char *real = g->is_real ? "Real" : "", *name = g->symbol;
    if (g->line.file)
        g_string_append_printf(out, "#line 1 \"%s\"\n", name);
    g_string_append_printf(out,
                           "Aot%sResult %s_body(char *frame, Slot *fp)\n{\n    return %s_code(frame, fp", real, name, name);
    append_arguments(imethod, true, out);
    g_string_append(out, ");\n}\n");
    write_direct(g, parameters, out);
    g_string_append_printf(out,
                           "Aot%sResult %s(char *frame, Slot *fp, char *imethod)\n{\n"
                           "    return %s_direct(frame - FRAME_SIZE, fp",
                           real, name, name);
    append_arguments(imethod, true, out);
    g_string_append(out, ");\n}\n#undef THIS\n\n");
}

static void write_functions(Gen *g, GString *out)
{
    GString *parameters = g_string_new(NULL);
    a_parameters(g->r->imethod, parameters);
    const InterpMethod *imethod = g->r->imethod;
    const char *real = g->is_real ? "Real" : "", *name = g->symbol;
    char *full = mono_method_full_name(imethod->method, 1);
    g_string_append(out, "/* ");
    append_comment(out, full);
    mono_free(full);
    g_string_append_printf(out, " */\n%sextern const AotMethod %s_m;\n#define THIS %s_m\n"
                                "static Aot%sResult %s_code(char *frame, Slot *fp%s)\n{\n",
                           g->declarations->str, name, name, real, name, parameters->str);
    declare_locals(g, out);
    g_string_append(out, g->cold->len ? "    EXITS\n" : "");
    g_string_append_len(out, g->out->str, (gssize)g->out->len);
    if (g->cold->len) {
        g_string_append_len(out, g->cold->str, (gssize)g->cold->len);
        g_string_append_printf(out, "N0:\n%s    return aot_leave%s(frame, fp, CODE, exit_unit, result_slot);\n",
                               g->is_leaf ? "    LEAF_FRAME();\n" : "", g->is_real ? "_real" : "");
    }
    g_string_append(out, "}\n");
    write_entries(g, parameters->str, out);
    g_string_free(parameters, TRUE);
}

/* C has no calls that are sure to give up the caller's frame. jiterp's code has. */
static bool makes_tail_calls(const JitRegion *region)
{
    for (guint b = 0; b < region->blocks->len; b++) {
        const JitBlock *block = JIT_BLOCK(region, b);
        unsigned op = JIT_INSN(region, block->end - 1)->op;
        if (block->reachable && (op == MINT_TAIL_CALL || op == MINT_TAIL_CALL_DYNAMIC))
            return true;
    }
    return false;
}

bool aot_gen_method(const JitRegion *region, const char *symbol, const AotNames *names, GString *out, JitAbort *why)
{
    enum { MAX_TEXT = 16 << 20 };
    if (makes_tail_calls(region)) {
        *why = JIT_ABORT_TAIL_CALL;
        return false;
    }
    Gen g = {.r = region, .symbol = symbol, .names = names, .typing = true, .is_leaf = is_leaf(region),
             .is_real = interp_type_is_real(&region->imethod->return_type)};
    g.called = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g.declarations = g_string_new(NULL);
    g.webs = g_new0(CWeb, region->webs->len + 1);
    g.current = g_new(uint32_t, region->slots + 1);
    g.out = g_string_new(NULL);
    g.cold = g_string_new(NULL);
    g.texts = g_string_chunk_new(4096);
    g.slot_names = a_slot_names(region->imethod);
    g.spills = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint w = 0; w < region->webs->len; w++)
        g.webs[w].home = C_U8;
    write_blocks(&g);
    choose_homes(&g);
    for (guint w = 0; w < region->webs->len; w++)
        g.webs[w].touched = false;
    g_string_truncate(g.out, 0);
    g_string_truncate(g.cold, 0);
    g_hash_table_remove_all(g.spills);
    g_string_chunk_clear(g.texts);
    g.line = (MonoLineInfo){0};
    g.typing = false;
    write_blocks(&g);
    bool ok = g.out->len + g.cold->len <= MAX_TEXT;
    if (ok)
        write_functions(&g, out);
    else
        *why = JIT_ABORT_TOO_LARGE;
    g_string_free(g.out, TRUE);
    g_string_free(g.cold, TRUE);
    g_string_free(g.declarations, TRUE);
    g_hash_table_destroy(g.called);
    g_hash_table_destroy(g.spills);
    g_string_chunk_free(g.texts);
    g_free(g.slot_names);
    g_free(g.webs);
    g_free(g.current);
    return ok;
}
