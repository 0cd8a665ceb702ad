/*
 * gen-memory.c - C of loads and stores: pointers, fields, arrays, statics, value types; casts.
 */
#include "aot-stubs/gen-internal.h"

#include <string.h>

/* ---- Memory ---- */

const char *a_offset(Gen *g, const char *address, int64_t bytes)
{
    return bytes ? a_text(g, "%s + %d", address, (int)bytes) : address;
}

void a_load(Gen *g, MemKind kind, const char *address)
{
    switch (kind) {
    case MEM_I1:
    case MEM_U1:
        a_def(g, 0, C_I4, "*(%s *)(%s)", kind == MEM_I1 ? "int8_t" : "uint8_t", address);
        break;
    case MEM_I2:
    case MEM_U2:
        a_def(g, 0, C_I4, "MEM(%s, %s)", address, kind == MEM_I2 ? "i2" : "u2");
        break;
    default: {
        CType type = a_like(g, 0, kind == MEM_I4 ? C_U4 : C_U8);
        a_def_as(g, 0, type, "MEM(%s, %s)", address, a_members[type]);
    }
    }
}

void a_store(Gen *g, unsigned size, const char *address, unsigned value)
{
    switch (size) {
    case 1:
        a_line(g, "*(uint8_t *)(%s) = (uint8_t)%s;", address, a_use(g, value, C_U4));
        break;
    case 2:
        a_line(g, "MEM(%s, u2) = (uint16_t)%s;", address, a_use(g, value, C_U4));
        break;
    default: {
        CType type = a_like(g, value, size == 4 ? C_U4 : C_U8);
        a_line(g, "MEM(%s, %s) = %s;", address, a_members[type], a_use_as(g, value, type));
    }
    }
}

/* ---- Arrays, strings ---- */

/* Lengths are read as what a managed store never writes. */
const char *a_element(Gen *g, unsigned array, unsigned index, uint32_t size)
{
    const char *a = a_address(g, array), *i = a_use(g, index, C_U4);
    a_exit_if(g, "%s >= (uint32_t)AT(Word, %s, ARRAY_LENGTH)", i, a);
    return size == 1 ? a_text(g, "%s + ARRAY_DATA + %s", a, i) : a_text(g, "%s + ARRAY_DATA + (uint64_t)%s * %u", a, i, size);
}

void a_load_char(Gen *g)
{
    const char *s = a_address(g, 1), *i = a_use(g, 2, C_U4);
    a_exit_if(g, "%s >= (uint32_t)AT(Word, %s, STRING_LENGTH)", i, s);
    a_load(g, MEM_U2, a_text(g, "%s + STRING_CHARS + (uint64_t)%s * 2", s, i));
}

void a_store_reference(Gen *g)
{
    const char *place = a_element(g, 0, 1, 8), *array = a_use(g, 0, C_U8);
    uint64_t constant;
    if (!a_constant(g, 2, &constant) || constant != 0)
        a_exit_if(g, "CANNOT_STORE(%s, %s)", array, a_use(g, 2, C_U8));
    a_line(g, "MEM(%s, u8) = %s;", place, a_use(g, 2, C_U8));
}

void a_element_of_class(Gen *g)
{
    const char *array = a_address(g, 1);
    a_exit_if(g, "AT(char *, CLASS_OF(%s), CLASS_ELEMENT) != DATA[%d]", array, INS->v[3]);
    a_def(g, 0, C_U8, "%s", a_element(g, 1, 2, 8));
    a_not_null(g, 0);
}

/* data + ((i - lower0) * length1 + (j - lower1)) * size. An szarray cannot come here: its class has one dimension. */
void a_element_2d(Gen *g)
{
    const char *array = a_address(g, 1), *i = a_use(g, 2, C_U4), *j = a_use(g, 3, C_U4);
    a_line(g, "{ char *bounds = AT(char *, %s, ARRAY_BOUNDS);", array);
    a_line(g, "uint32_t i = %s - BOUND_LOWER(bounds, 0), j = %s - BOUND_LOWER(bounds, 1);", i, j);
    a_exit_if(g, "i >= BOUND_LENGTH(bounds, 0) || j >= BOUND_LENGTH(bounds, 1)");
    a_def(g, 0, C_U8, "%s + ARRAY_DATA + ((uint64_t)i * BOUND_LENGTH(bounds, 1) + j) * %u", array, (uint32_t)INS->imm);
    a_line(g, "}");
    a_not_null(g, 0);
}

void a_element_md(Gen *g)
{
    a_flush(g);
    a_line(g, "{ void *place = fp[%d].u8 ? host.array_element((void *)fp[%d].u8, fp + %d, %d, %u) : 0;", INS->v[1],
           INS->v[1], INS->v[1] + 1, INS->v[2], (uint32_t)INS->imm);
    a_exit_if(g, "!place");
    a_def(g, 0, C_U8, "(uint64_t)place");
    a_line(g, "}");
    a_not_null(g, 0);
}

void a_check_array_class(Gen *g)
{
    const char *array = a_address(g, 0);
    a_exit_if(g, "CLASS_OF(%s) != DATA[%d]", array, INS->v[1]);
}

/* ---- Statics, constants ---- */

/* Initialized or initializing: two flags side by side. */
void a_check_class(Gen *g, int32_t data_index)
{
    _Static_assert(offsetof(MonoVTable, initializing) == offsetof(MonoVTable, initialized) + 1, "two flags");
    a_line(g, "if (UNLIKELY(!AT(uint16_t, DATA[%d], VTABLE_INITIALIZED))) {", data_index);
    a_save_state(g);
    a_line(g, "    if (host.static_init(DATA[%d])) goto %s;", data_index, a_pending_label(g));
    a_line(g, "}");
}

const char *a_static(Gen *g, unsigned operand, bool init)
{
    if (init)
        a_check_class(g, INS->v[operand] + 1);
    return a_text(g, "DATA[%d]", INS->v[operand]);
}

/* data[p]: an object that is made at the first run. */
void a_load_cached(Gen *g, bool is_string)
{
    int32_t p = INS->v[1];
    a_line(g, "if (UNLIKELY(!DATA[%d])) {", p);
    a_save_state(g);
    if (is_string)
        a_exit_if(g, "!host.load_string((void *)&DATA[%d], %uu)", p, (uint32_t)INS->v[2]);
    else
        a_exit_if(g, "!host.load_type((void *)&DATA[%d])", p);
    a_line(g, "}");
    a_def(g, 0, C_U8, "(uint64_t)DATA[%d]", p);
    a_not_null(g, 0);
}

/* ---- Casts ---- */

/* Where `other` holds for an object that is not null, the cast throws, or gives null. */
static void cast(Gen *g, bool throws, const char *other)
{
    const char *object = a_use(g, 1, C_U8);
    bool known = g->webs[INS->web[1]].nonnull;
    if (throws) {
        a_exit_if(g, "%s%s%s", known ? "" : object, known ? "" : " && ", other);
        a_def(g, 0, C_U8, "%s", object);
        if (known)
            a_not_null(g, 0);
    } else {
        a_def(g, 0, C_U8, "%s && !(%s) ? %s : 0", object, other, object);
    }
}

void a_cast_class(Gen *g, bool throws)
{
    const MonoClass *klass = jit_data(g->r, INS)[INS->v[2]];
    cast(g, throws, a_text(g, "!IS_SUBCLASS(%s, DATA[%d], %u)", a_use(g, 1, C_U8), INS->v[2], klass->depth));
}

void a_cast_exact(Gen *g, bool throws)
{
    cast(g, throws, a_text(g, "CLASS_OF(%s) != DATA[%d]", a_use(g, 1, C_U8), INS->v[2]));
}

void a_cast_cached(Gen *g, bool throws)
{
    cast(g, throws, a_text(g, "!is_cached_instance(%s, DATA + %d)", a_use(g, 1, C_U8), INS->v[2]));
}

void a_unbox(Gen *g)
{
    const char *object = a_address(g, 1);
    a_exit_if(g, "CLASS_OF(%s) != DATA[%d] && !host.can_unbox(DATA[%d], (void *)%s)", object, INS->v[2], INS->v[2],
              object);
    a_def(g, 0, C_U8, "%s + OBJECT_HEADER", object);
    a_not_null(g, 0);
}

/* The result's slots may be the object's; the interpreter, too, looks at the object where it was. */
void a_unbox_nullable(Gen *g)
{
    const char *object = a_use(g, 1, C_U8);
    a_line(g, "{ uint64_t object = %s;", object);
    a_line(g, "if (UNLIKELY(!host.unbox_nullable(DATA[%d], fp + %d, %d, (void *)object))) {", INS->v[2], INS->v[0],
           INS->v[3]);
    a_line(g, "    fp[%d].u8 = object;", INS->v[1]);
    a_exit(g);
    a_line(g, "}");
    a_line(g, "}");
    a_reload_defs(g, false);
}

/* ---- Value types ---- */

/* The place in memory that a value type op names, tested. */
static const char *other_place(Gen *g)
{
    uint32_t bytes = (uint32_t)INS->imm;
    switch (INS->op) {
    case MINT_LDIND_VT:
        return a_address(g, 1);
    case MINT_STIND_VT:
        return a_address(g, 0);
    case MINT_LDFLD_VT:
        return a_offset(g, a_address(g, 1), INS->v[2]);
    case MINT_STFLD_VT:
        return a_offset(g, a_address(g, 0), INS->v[1]);
    case MINT_LDELEM_VT:
        return a_element(g, 1, 2, bytes);
    case MINT_STELEM_VT:
        return a_element(g, 0, 1, bytes);
    case MINT_LDSFLD_VT:
    case MINT_LDSFLD_VT_INIT:
        return a_static(g, 1, INS->op == MINT_LDSFLD_VT_INIT);
    default:
        return a_static(g, 0, INS->op == MINT_STSFLD_VT_INIT);
    }
}

static void load_vt(Gen *g)
{
    const char *place = other_place(g);
    a_line(g, "__builtin_memmove(fp + %d, (void *)(%s), %u);", INS->v[0], place, (uint32_t)INS->imm);
    a_reload_defs(g, false);
}

static void store_vt(Gen *g, unsigned value)
{
    const char *place = other_place(g);
    a_flush(g);
    a_line(g, "__builtin_memmove((void *)(%s), fp + %d, %u);", place, INS->v[value], (uint32_t)INS->imm);
}

static void copy_slots(Gen *g, int32_t to, int32_t to_offset, int32_t from, int32_t from_offset, uint32_t bytes)
{
    a_flush(g);
    a_line(g, "__builtin_memmove((char *)(fp + %d) + %d, (char *)(fp + %d) + %d, %u);", to, to_offset, from, from_offset,
           bytes);
    a_reload_defs(g, false);
}

void a_vt_op(Gen *g)
{
    const int32_t *v = INS->v;
    switch (INS->op) {
    case MINT_MOV_VT:
        copy_slots(g, v[0], 0, v[1], 0, (uint32_t)v[2] * 8);
        return;
    case MINT_LDVTFLD_VT:
        copy_slots(g, v[0], 0, v[1], v[2], (uint32_t)INS->imm);
        return;
    case MINT_STVTFLD_VT:
        copy_slots(g, v[0], v[1], v[2], 0, (uint32_t)INS->imm);
        return;
    case MINT_ZERO_VT:
        a_line(g, "__builtin_memset(fp + %d, 0, %d);", v[0], v[1] * 8);
        a_reload_defs(g, false);
        return;
    case MINT_INITOBJ:
        a_line(g, "__builtin_memset((void *)%s, 0, %u);", a_address(g, 0), (uint32_t)INS->imm);
        return;
    case MINT_CPOBJ: {
        const char *to = a_address(g, 0), *from = a_address(g, 1);
        a_line(g, "__builtin_memmove((void *)%s, (void *)%s, %u);", to, from, (uint32_t)INS->imm);
        return;
    }
    case MINT_STIND_VT:
    case MINT_STSFLD_VT:
    case MINT_STSFLD_VT_INIT:
        store_vt(g, 1);
        return;
    case MINT_STFLD_VT:
    case MINT_STELEM_VT:
        store_vt(g, 2);
        return;
    default:
        load_vt(g);
    }
}

/* A part of a slot is memory; a whole one is a web. */
void a_load_vt_field(Gen *g)
{
    MemKind kind = (MemKind)(INS->op - MINT_LDVTFLD_I1);
    if (INS->web[1] == JIT_NO_WEB) {
        a_flush(g);
        a_load(g, kind, a_text(g, "(char *)(fp + %d) + %d", INS->v[1], INS->v[2]));
        return;
    }
    CType type = a_like(g, 0, kind == MEM_I8 ? C_U8 : C_U4);
    a_def_as(g, 0, type, "%s", a_use_as(g, 1, type));
}

void a_store_vt_field(Gen *g)
{
    if (INS->web[0] == JIT_NO_WEB) {
        a_flush(g);
        a_store(g, 1u << (INS->op - MINT_STVTFLD_I1), a_text(g, "(char *)(fp + %d) + %d", INS->v[0], INS->v[1]), 2);
        a_reload_defs(g, false);
        return;
    }
    CType type = a_like(g, 0, C_U8);
    a_def_as(g, 0, type, "%s", a_use_as(g, 2, type));
}
