/*
 * ops.c - what the compiler knows of each op beyond ops.def: slots it touches, kinds of its operands, its way on.
 */
#include "jiterp/region.h"

#define BOTH_INT(NAME) MINT_##NAME##_I4: case MINT_##NAME##_I8
#define BOTH_REAL(NAME) MINT_##NAME##_R4: case MINT_##NAME##_R8

bool jit_returns_void(const InterpMethod *imethod)
{
    return imethod->return_type.type == MONO_TYPE_VOID && !imethod->return_type.byref;
}

bool jit_returns_value_type(const InterpMethod *imethod)
{
    const MonoType *type = &imethod->return_type;
    return !type->byref && (type->type == MONO_TYPE_VALUETYPE || type->type == MONO_TYPE_TYPEDBYREF);
}

static uint32_t slots_of(const MonoType *type)
{
    return mono_type_slots(type);
}

InterpMethod *jit_callee_at(void **data, unsigned op, unsigned index)
{
    switch (op) {
    case MINT_CALL:
    case MINT_CALL_NULLCHECK:
    case MINT_CALLVIRT:
    case MINT_CALL_DELEGATE:
    case MINT_NEWOBJ:
    case MINT_NEWOBJ_VT:
        return data[index];
    case MINT_CALLVIRT_CACHED:
    case MINT_PINVOKE:
        return interp_method_of(data[index]);
    case MINT_ICALL:
    case MINT_ICALL_VT:
    case MINT_ICALL_VOID:
        return interp_method_of(data[index + 1]);
    default:
        return NULL;
    }
}

InterpMethod *jit_callee(const JitRegion *region, const JitInsn *insn)
{
    unsigned operand = insn->op == MINT_ICALL_VOID ? 0 : 1;
    return jit_callee_at(jit_data(region, insn), insn->op, (unsigned)insn->v[operand]);
}

typedef struct {
    JitEffect *out;
    unsigned count;
} Effects;

static void add(Effects *e, JitEffectKind kind, unsigned operand, uint32_t slot, uint32_t count)
{
    if (count)
        e->out[e->count++] = (JitEffect){(uint8_t)kind, (uint8_t)operand, slot, count};
}

/* Operand i, one slot, as its letter says. */
static void plain(Effects *e, const JitInsn *insn, unsigned i)
{
    char letter = mint_op_info[insn->op].operands[i];
    if (letter == 's' || letter == 'd')
        add(e, letter == 's' ? JIT_USE : JIT_DEF, i, (uint32_t)insn->v[i], 1);
}

static uint32_t bytes_to_slots(int64_t bytes)
{
    return mono_slots((uint32_t)bytes);
}

/* A field of `size` bytes at byte `offset` of the value type in slot `slot`. */
static void part(Effects *e, bool write, uint32_t slot, uint32_t offset, uint32_t size)
{
    uint32_t first = slot + offset / 8, count = (offset % 8 + size + 7) / 8;
    add(e, JIT_MUSE, 0, first, count); /* a store leaves the rest of the slot */
    if (write)
        add(e, JIT_MDEF, 0, first, count);
}

static uint32_t field_size(unsigned distance_to_i1, bool load)
{
    static const uint8_t loads[] = {1, 1, 2, 2, 4, 8}, stores[] = {1, 2, 4, 8};
    return load ? loads[distance_to_i1] : stores[distance_to_i1];
}

static void call_effects(Effects *e, const JitRegion *region, const JitInsn *insn, uint32_t first, uint32_t count,
                         uint32_t result)
{
    const InterpMethod *callee = jit_callee(region, insn);
    add(e, JIT_MUSE, 0, first, count);
    uint32_t slots = slots_of(&callee->return_type);
    if (slots == 1 && !(callee->return_type.type == MONO_TYPE_VALUETYPE && !callee->return_type.byref))
        add(e, JIT_DEF, 0, result, 1);
    else
        add(e, JIT_MDEF, 0, result, slots);
}

static bool special_effects(Effects *e, const JitRegion *region, const JitInsn *insn)
{
    const int32_t *v = insn->v;
    void **data = jit_data(region, insn);
    InterpMethod *callee;
    switch (insn->op) {
    case MINT_MOV_VT:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], (uint32_t)v[2]);
        add(e, JIT_MDEF, 0, (uint32_t)v[0], (uint32_t)v[2]);
        return true;
    case MINT_ZERO_VT:
        add(e, JIT_MDEF, 0, (uint32_t)v[0], (uint32_t)v[1]);
        return true;
    case MINT_LDLOCA:
        plain(e, insn, 0);
        return true;
    case MINT_LDIND_VT:
    case MINT_LDFLD_VT:
        plain(e, insn, 1);
        add(e, JIT_MDEF, 0, (uint32_t)v[0], bytes_to_slots(insn->imm));
        return true;
    case MINT_STIND_VT:
        plain(e, insn, 0);
        add(e, JIT_MUSE, 0, (uint32_t)v[1], bytes_to_slots(insn->imm));
        return true;
    case MINT_STFLD_VT:
        plain(e, insn, 0);
        add(e, JIT_MUSE, 0, (uint32_t)v[2], bytes_to_slots(insn->imm));
        return true;
    case MINT_LDELEM_VT:
        plain(e, insn, 1);
        plain(e, insn, 2);
        add(e, JIT_MDEF, 0, (uint32_t)v[0], bytes_to_slots(insn->imm));
        return true;
    case MINT_STELEM_VT:
        plain(e, insn, 0);
        plain(e, insn, 1);
        add(e, JIT_MUSE, 0, (uint32_t)v[2], bytes_to_slots(insn->imm));
        return true;
    case MINT_LDSFLD_VT:
    case MINT_LDSFLD_VT_INIT:
        add(e, JIT_MDEF, 0, (uint32_t)v[0], bytes_to_slots(insn->imm));
        return true;
    case MINT_STSFLD_VT:
    case MINT_STSFLD_VT_INIT:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], bytes_to_slots(insn->imm));
        return true;
    case MINT_LDVTFLD_I8:
        if (v[2] % 8 == 0) {
            add(e, JIT_USE, 1, (uint32_t)(v[1] + v[2] / 8), 1);
            plain(e, insn, 0);
            return true;
        }
        /* fall through */
    case MINT_LDVTFLD_I1:
    case MINT_LDVTFLD_U1:
    case MINT_LDVTFLD_I2:
    case MINT_LDVTFLD_U2:
    case MINT_LDVTFLD_I4:
        if (insn->op == MINT_LDVTFLD_I4 && v[2] % 8 == 0)
            add(e, JIT_USE, 1, (uint32_t)(v[1] + v[2] / 8), 1);
        else
            part(e, false, (uint32_t)v[1], (uint32_t)v[2], field_size(insn->op - MINT_LDVTFLD_I1, true));
        plain(e, insn, 0);
        return true;
    case MINT_STVTFLD_I8:
        if (v[1] % 8 == 0) {
            plain(e, insn, 2);
            add(e, JIT_DEF, 0, (uint32_t)(v[0] + v[1] / 8), 1);
            return true;
        }
        /* fall through */
    case MINT_STVTFLD_I1:
    case MINT_STVTFLD_I2:
    case MINT_STVTFLD_I4:
        plain(e, insn, 2);
        part(e, true, (uint32_t)v[0], (uint32_t)v[1], field_size(insn->op - MINT_STVTFLD_I1, false));
        return true;
    case MINT_LDVTFLD_VT:
        part(e, false, (uint32_t)v[1], (uint32_t)v[2], (uint32_t)insn->imm);
        add(e, JIT_MDEF, 0, (uint32_t)v[0], bytes_to_slots(insn->imm));
        return true;
    case MINT_STVTFLD_VT:
        add(e, JIT_MUSE, 0, (uint32_t)v[2], bytes_to_slots(insn->imm));
        part(e, true, (uint32_t)v[0], (uint32_t)v[1], (uint32_t)insn->imm);
        return true;
    case MINT_LDELEMA_MD:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], (uint32_t)v[2] + 1);
        plain(e, insn, 0);
        return true;
    case MINT_NEWARR_MD:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], (uint32_t)v[3]);
        plain(e, insn, 0);
        return true;
    case MINT_NEWOBJ:
        callee = data[v[1]];
        add(e, JIT_MUSE, 0, (uint32_t)v[2] + 1, callee->arg_slots - 1);
        plain(e, insn, 0);
        return true;
    case MINT_NEWOBJ_VT:
        callee = data[v[1]];
        add(e, JIT_MUSE, 0, (uint32_t)v[2] + 1, callee->arg_slots - 1);
        add(e, JIT_MDEF, 0, (uint32_t)v[0], (uint32_t)v[3]);
        return true;
    case MINT_BOX:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], mono_slots(((MonoVTable *)data[v[2]])->klass->value_size));
        plain(e, insn, 0);
        return true;
    case MINT_BOX_NULLABLE:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], mono_slots(((MonoClass *)data[v[2]])->value_size));
        plain(e, insn, 0);
        return true;
    case MINT_UNBOX_NULLABLE:
        plain(e, insn, 1);
        add(e, JIT_MDEF, 0, (uint32_t)v[0], (uint32_t)v[3]);
        return true;
    case MINT_REFANYVAL:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], 3);
        plain(e, insn, 0);
        return true;
    case MINT_CALL:
    case MINT_CALL_NULLCHECK:
    case MINT_CALLVIRT:
    case MINT_CALLVIRT_CACHED:
    case MINT_ICALL:
    case MINT_ICALL_VT:
    case MINT_PINVOKE:
        callee = jit_callee(region, insn);
        call_effects(e, region, insn, (uint32_t)v[2], callee->arg_slots, (uint32_t)v[0]);
        return true;
    case MINT_CALL_DELEGATE:
        call_effects(e, region, insn, (uint32_t)v[2], (uint32_t)v[3] + 1, (uint32_t)v[0]);
        return true;
    case MINT_ICALL_VOID:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], jit_callee(region, insn)->arg_slots);
        return true;
    case MINT_CALLI: /* not compiled: its arguments are not known, so all above the frame's start counts as read */
        add(e, JIT_USE, 2, (uint32_t)v[2], 1);
        add(e, JIT_MUSE, 0, (uint32_t)v[1], region->slots - (uint32_t)v[1]);
        add(e, JIT_MDEF, 0, (uint32_t)v[0], 1);
        return true;
    case MINT_TAIL_CALL:
        add(e, JIT_MUSE, 0, (uint32_t)v[1], (uint32_t)v[2]);
        return true;
    case MINT_TAIL_CALL_DYNAMIC:
        add(e, JIT_USE, 1, (uint32_t)v[1], 1);
        add(e, JIT_MUSE, 0, (uint32_t)v[0], (uint32_t)v[2]);
        return true;
    case MINT_RET_VT:
        add(e, JIT_MUSE, 0, (uint32_t)v[0], (uint32_t)v[1]);
        return true;
    case MINT_PROF_EXIT: { /* a value of one slot is stored off the main path */
        uint32_t slots = slots_of(&JIT_CONTEXT(region, insn->context)->imethod->return_type);
        add(e, slots == 1 ? JIT_USE : JIT_MUSE, 0, (uint32_t)v[0], slots);
        return true;
    }
    default:
        return false;
    }
}

unsigned jit_effects(const JitRegion *region, const JitInsn *insn, JitEffect *effects)
{
    Effects e = {effects, 0};
    if (special_effects(&e, region, insn))
        return e.count;
    const char *operands = mint_op_info[insn->op].operands;
    for (unsigned i = 0; operands[i]; i++)
        if (operands[i] == 's')
            plain(&e, insn, i);
    for (unsigned i = 0; operands[i]; i++)
        if (operands[i] == 'd')
            plain(&e, insn, i);
    return e.count;
}

#define CASE_RELATIONS(P, T)                                                                                           \
    MINT_##P##EQ_##T: case MINT_##P##NE_##T: case MINT_##P##LT_##T: case MINT_##P##LE_##T: case MINT_##P##LT_UN_##T:   \
    case MINT_##P##LE_UN_##T
#define CASE_RELATIONS_IMM(P, T)                                                                                       \
    MINT_##P##EQ_IMM_##T: case MINT_##P##NE_IMM_##T: case MINT_##P##LT_IMM_##T: case MINT_##P##LE_IMM_##T:             \
    case MINT_##P##GT_IMM_##T: case MINT_##P##GE_IMM_##T: case MINT_##P##LT_UN_IMM_##T:                                \
    case MINT_##P##LE_UN_IMM_##T: case MINT_##P##GT_UN_IMM_##T: case MINT_##P##GE_UN_IMM_##T

unsigned jit_fp_operands(unsigned op)
{
    switch (op) {
    case BOTH_REAL(ADD):
    case BOTH_REAL(SUB):
    case BOTH_REAL(MUL):
    case BOTH_REAL(DIV):
    case BOTH_REAL(REM):
        return 7;
    case BOTH_REAL(NEG):
    case BOTH_REAL(CKFINITE):
    case CASE_RELATIONS(B, R4):
    case CASE_RELATIONS(B, R8):
    case MINT_CONV_R8_R4:
    case MINT_CONV_R4_R8:
    case MINT_SQRT_R8:
    case MINT_ABS_R8:
    case MINT_FLOOR_R8:
    case MINT_CEIL_R8:
    case MINT_SIN_R8:
    case MINT_COS_R8:
        return 3;
    case CASE_RELATIONS(C, R4):
    case CASE_RELATIONS(C, R8):
        return 6;
    case MINT_LDC_R4:
    case MINT_LDC_R8:
    case MINT_CONV_R4_I4:
    case MINT_CONV_R8_I4:
    case MINT_CONV_R4_I8:
    case MINT_CONV_R8_I8:
    case MINT_CONV_R8_U4:
    case MINT_CONV_R8_U8:
        return 1;
    default:
        if ((op >= MINT_CONV_I1_R4 && op <= MINT_CONV_U8_R8) || (op >= MINT_CONV_OVF_I1_R8 && op <= MINT_CONV_OVF_U8_R8))
            return 2;
        return 0;
    }
}

unsigned jit_wide_operands(unsigned op)
{
    switch (op) {
    case BOTH_INT(SHL):
    case BOTH_INT(SHR):
    case BOTH_INT(SHR_UN): /* the count is an I4 */
        return op == MINT_SHL_I8 || op == MINT_SHR_I8 || op == MINT_SHR_UN_I8 ? 3 : 0;
    case MINT_ADD_I4: case MINT_SUB_I4: case MINT_MUL_I4: case MINT_AND_I4: case MINT_OR_I4: case MINT_XOR_I4:
    case MINT_DIV_I4: case MINT_DIV_UN_I4: case MINT_REM_I4: case MINT_REM_UN_I4: case MINT_NEG_I4: case MINT_NOT_I4:
    case MINT_ADD_IMM_I4: case MINT_MUL_IMM_I4: case MINT_AND_IMM_I4: case MINT_OR_IMM_I4: case MINT_XOR_IMM_I4:
    case MINT_SHL_IMM_I4: case MINT_SHR_IMM_I4: case MINT_SHR_UN_IMM_I4: case MINT_DIV_IMM_I4: case MINT_REM_IMM_I4:
    case MINT_DIV_UN_IMM_I4: case MINT_REM_UN_IMM_I4: case MINT_ADD_OVF_I4: case MINT_SUB_OVF_I4: case MINT_MUL_OVF_I4:
    case MINT_ADD_OVF_UN_I4: case MINT_SUB_OVF_UN_I4: case MINT_MUL_OVF_UN_I4:
    case CASE_RELATIONS(C, I4):
    case CASE_RELATIONS_IMM(C, I4):
    case CASE_RELATIONS(B, I4):
    case CASE_RELATIONS_IMM(B, I4):
    case MINT_BRTRUE_I4: case MINT_BRFALSE_I4: case MINT_SWITCH: case MINT_LDC_I4: case MINT_LDC_I4_S:
    case MINT_CONV_I1_I4: case MINT_CONV_U1_I4: case MINT_CONV_I2_I4: case MINT_CONV_U2_I4:
    case MINT_CONV_R4_I4: case MINT_CONV_R8_I4: case MINT_CONV_R8_U4:
    case CASE_RELATIONS(C, R4): case CASE_RELATIONS(C, R8):
        return 0;
    case CASE_RELATIONS(C, I8):
    case CASE_RELATIONS_IMM(C, I8):
        return 6;
    case MINT_CONV_I8_I4: case MINT_CONV_I8_U4:
        return 1;
    case MINT_LDIND_I1: case MINT_LDIND_U1: case MINT_LDIND_I2: case MINT_LDIND_U2: case MINT_LDIND_I4:
    case MINT_LDFLD_I1: case MINT_LDFLD_U1: case MINT_LDFLD_I2: case MINT_LDFLD_U2: case MINT_LDFLD_I4:
        return 2;
    case MINT_LDVTFLD_I1: case MINT_LDVTFLD_U1: case MINT_LDVTFLD_I2: case MINT_LDVTFLD_U2: case MINT_LDVTFLD_I4:
    case MINT_LDSFLD_I1: case MINT_LDSFLD_U1: case MINT_LDSFLD_I2: case MINT_LDSFLD_U2: case MINT_LDSFLD_I4:
    case MINT_LDSFLD_I1_INIT: case MINT_LDSFLD_U1_INIT: case MINT_LDSFLD_I2_INIT: case MINT_LDSFLD_U2_INIT:
    case MINT_LDSFLD_I4_INIT: case MINT_STSFLD_I1: case MINT_STSFLD_I2: case MINT_STSFLD_I4:
    case MINT_STSFLD_I1_INIT: case MINT_STSFLD_I2_INIT: case MINT_STSFLD_I4_INIT:
    case MINT_STVTFLD_I1: case MINT_STVTFLD_I2: case MINT_STVTFLD_I4:
        return 0;
    case MINT_LDELEM_I1: case MINT_LDELEM_U1: case MINT_LDELEM_I2: case MINT_LDELEM_U2: case MINT_LDELEM_I4:
    case MINT_LDCHAR:
        return 2;
    case MINT_LDELEM_I8: case MINT_LDELEM_VT: case MINT_LDELEMA: case MINT_LDELEMA_REF: case MINT_LDELEMA_2D:
        return 3;
    case MINT_STELEM_I1: case MINT_STELEM_I2: case MINT_STELEM_I4: case MINT_STELEM_VT:
        return 1;
    case MINT_STELEM_I8: case MINT_STELEM_REF:
        return 5;
    case MINT_STIND_I1: case MINT_STIND_I2: case MINT_STIND_I4:
    case MINT_STFLD_I1: case MINT_STFLD_I2: case MINT_STFLD_I4:
        return 1;
    case MINT_STRLEN:
    case MINT_LDLEN: /* lengths fit 32 bits */
        return 2;
    case MINT_NEWARR:
        return 1;
    case MINT_CONV_INDEX:
        return 2;
    case MINT_MOV:
        return 0; /* as the other side */
    default:
        if (op >= MINT_CONV_I1_R4 && op <= MINT_CONV_U8_R8)
            return op == MINT_CONV_I8_R4 || op == MINT_CONV_I8_R8 || op == MINT_CONV_U8_R4 || op == MINT_CONV_U8_R8;
        return ~0u;
    }
}

bool jit_ends_block(unsigned op)
{
    const char *effects = mint_op_info[op].effects;
    switch (op) {
    case MINT_CALL: case MINT_CALL_NULLCHECK: case MINT_CALLVIRT: case MINT_CALLVIRT_CACHED: case MINT_CALLI:
    case MINT_CALL_DELEGATE: case MINT_TRANSFORM:
        return false;
    default:
        for (; *effects; effects++)
            if (*effects == 'j')
                return true;
        return false;
    }
}

#define CASE(NAME) case MINT_##NAME:
bool jit_clobbers(unsigned op)
{
    switch (op) {
        JIT_BY_OBJECT_HELPER(CASE)
    case MINT_CALL: case MINT_CALL_NULLCHECK: case MINT_CALLVIRT: case MINT_CALLVIRT_CACHED: case MINT_CALL_DELEGATE:
    case MINT_NEWOBJ: case MINT_NEWOBJ_VT: case MINT_ICALL: case MINT_ICALL_VOID: case MINT_ICALL_VT: case MINT_PINVOKE:
    case MINT_NEWARR:
    case MINT_REM_R4: case MINT_REM_R8: case MINT_SIN_R8: case MINT_COS_R8:
    case MINT_CONV_R8_U8: case MINT_CONV_U8_R4: case MINT_CONV_U8_R8:
    case MINT_CPBLK: case MINT_INITBLK: case MINT_LDELEMA_MD: case MINT_CHECK_ARRAY_STORE: case MINT_CHECK_RETURN:
    case MINT_UNBOX_NULLABLE: case MINT_PROF_TAIL_CALL:
        return true;
    default:
        return op >= MINT_CONV_OVF_I1_I8 && op <= MINT_CONV_OVF_U8_R8;
    }
}

bool jit_is_supported(unsigned op)
{
    switch (op) {
        JIT_NO_CODE(CASE)
        return false;
    default:
        return true;
    }
}
