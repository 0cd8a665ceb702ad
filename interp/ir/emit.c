/*
 * emit.c - output of the transform and its abstract stack: units, data table, pending values, joins.
 */
#include "interp/ir/transform.h"

#include <stdarg.h>
#include <string.h>

/* ---- Errors and operands ------------------------------------------------------------------------------------------ */

bool t_invalid(Transform *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *why = g_strdup_vprintf(format, ap);
    va_end(ap);
    char *klass = mono_class_full_name(t->method->klass);
    mono_error_set(t->error, MONO_ERROR_INVALID_PROGRAM, NULL, "Invalid IL code in %s:%s: IL_%04x: %s", klass,
                   t->method->name, t->il_offset, why);
    g_free(klass);
    g_free(why);
    return false;
}

/* The first pass has checked that operands lie in the code. */
uint32_t t_u1(Transform *t)
{
    return t->il[t->ip++];
}

uint32_t t_u2(Transform *t)
{
    uint32_t low = t_u1(t);
    return low | t_u1(t) << 8;
}

uint32_t t_u4(Transform *t)
{
    uint32_t low = t_u2(t);
    return low | t_u2(t) << 16;
}

uint64_t t_u8(Transform *t)
{
    uint64_t low = t_u4(t);
    return low | (uint64_t)t_u4(t) << 32;
}

MonoClass *t_class(Transform *t, uint32_t token)
{
    MonoClass *klass = mono_class_get_checked(t->image, token, &t->context, t->error);
    if (!klass || !mono_class_setup_fields(klass, t->error))
        return NULL;
    return klass;
}

/* ---- Units ---------------------------------------------------------------------------------------------------------- */

void t_unit(Transform *t, uint32_t unit)
{
    if (t->code_count == t->code_size)
        t->code = g_renew(uint16_t, t->code, t->code_size = t->code_size * 2 + 256);
    t->code[t->code_count++] = (uint16_t)unit;
}

static void note_il(Transform *t)
{
    InterpIlMap entry = {t->code_count, t->il_offset, t->inlined};
    if (t->credit_caller && t->il_offset == 1) {
        entry.il_offset = t->outer->il_offset;
        entry.inlined = t->outer->inlined;
    }
    if (t->il_map->len) {
        InterpIlMap *last = &g_array_index(t->il_map, InterpIlMap, t->il_map->len - 1);
        if (last->il_offset == entry.il_offset && last->inlined == entry.inlined)
            return;
        if (last->ir_offset == t->code_count) {
            *last = entry;
            return;
        }
    }
    g_array_append_val(t->il_map, entry);
}

static bool may_pair_moves(const Transform *t)
{
    return !interp_tier_points && t->last_op != UINT32_MAX && t->code[t->last_op] == MINT_MOV &&
           t->last_op + 3 == t->code_count;
}

static uint32_t pair_moves(Transform *t, uint32_t to, uint32_t from)
{
    t->code[t->last_op] = MINT_MOV_2;
    t_unit(t, to);
    t_unit(t, from);
    t->max_slot = MAX(t->max_slot, MAX(to, from));
    t->last_dest = 0;
    return t->last_op;
}

uint32_t t_emit(Transform *t, MintOpcode op, ...)
{
    uint32_t at = t->code_count;
    if (op == MINT_MOV && may_pair_moves(t)) {
        va_list moves;
        va_start(moves, op);
        uint32_t to = va_arg(moves, uint32_t), from = va_arg(moves, uint32_t);
        va_end(moves);
        return pair_moves(t, to, from);
    }
    note_il(t);
    t_unit(t, op);
    va_list ap;
    va_start(ap, op);
    for (const char *c = mint_op_info[op].operands; *c; c++) {
        if (*c == 'L') {
            uint64_t value = va_arg(ap, uint64_t);
            for (unsigned i = 0; i < 4; i++)
                t_unit(t, (uint32_t)(value >> 16 * i) & 0xffff);
            continue;
        }
        uint32_t value = va_arg(ap, uint32_t);
        t_unit(t, value & 0xffff);
        if (*c == 'I' || *c == 'b')
            t_unit(t, value >> 16);
        else if ((*c == 'd' || *c == 's') && value >= t->max_slot)
            t->max_slot = value + 1;
    }
    va_end(ap);
    t->before_last = t->last_op;
    t->last_op = t->newest_op = at;
    t->last_dest = mint_op_info[op].operands[0] == 'd' ? at + 1 : 0;
    return at;
}

bool t_take_back(Transform *t, MintOpcode op, const StackEntry *entry)
{
    if (interp_tier_points || entry->place != IN_HOME || t->last_op == UINT32_MAX || !t->last_dest ||
        t->code[t->last_op] != op || t->code[t->last_dest] != entry->slot)
        return false;
    t->code_count = t->last_op;
    t->last_op = t->before_last;
    t->before_last = UINT32_MAX;
    t->last_dest = 0;
    return true;
}

/* ---- Data ------------------------------------------------------------------------------------------------------------ */

uint32_t t_data(Transform *t, const void *pointer)
{
    uint32_t index = GPOINTER_TO_UINT(g_hash_table_lookup(t->data_index, pointer));
    if (index)
        return index - 1;
    g_ptr_array_add(t->data, (void *)(uintptr_t)pointer);
    g_hash_table_insert(t->data_index, (void *)(uintptr_t)pointer, GUINT_TO_POINTER(t->data->len));
    return t->data->len - 1;
}

uint32_t t_data_new(Transform *t, const void *first, unsigned count)
{
    g_ptr_array_add(t->data, (void *)(uintptr_t)first);
    for (unsigned i = 1; i < count; i++)
        g_ptr_array_add(t->data, NULL);
    return t->data->len - count;
}

uint32_t t_data_pair(Transform *t, const void *first, const void *second)
{
    uint32_t index = t_data_new(t, first, 2);
    t->data->pdata[index + 1] = (void *)(uintptr_t)second;
    return index;
}

/* ---- Types ------------------------------------------------------------------------------------------------------------ */

StackKind t_kind(const MonoType *type)
{
    if (type->byref)
        return KIND_PTR;
    switch (mono_type_reduced(type)) {
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_CHAR:
    case MONO_TYPE_I1:
    case MONO_TYPE_U1:
    case MONO_TYPE_I2:
    case MONO_TYPE_U2:
    case MONO_TYPE_I4:
    case MONO_TYPE_U4:
        return KIND_I4;
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
        return KIND_I8;
    case MONO_TYPE_I:
    case MONO_TYPE_U:
    case MONO_TYPE_PTR:
    case MONO_TYPE_FNPTR:
        return KIND_NATIVE;
    case MONO_TYPE_R4:
        return KIND_R4;
    case MONO_TYPE_R8:
        return KIND_R8;
    case MONO_TYPE_VALUETYPE:
    case MONO_TYPE_TYPEDBYREF:
        return KIND_VT;
    default:
        return KIND_REF;
    }
}

uint32_t t_size(Transform *t, const MonoType *type)
{
    uint32_t align;
    if (!type->byref && type->klass && type->klass->valuetype && !type->klass->fields_ready &&
        !mono_class_setup_fields(type->klass, t->error))
        return 0;
    return mono_type_size(type, &align);
}

uint32_t t_slots(const MonoType *type)
{
    uint32_t align;
    if (t_kind(type) != KIND_VT)
        return 1;
    if (!type->klass->fields_ready) { /* a type of a callee's signature; a failure shows when the value is used */
        MonoError error = MONO_ERROR_INIT;
        mono_class_setup_fields(type->klass, &error);
        mono_error_clear(&error);
    }
    uint32_t slots = mono_slots(mono_type_size(type, &align));
    return slots ? slots : 1;
}

uint8_t t_range(const MonoType *type)
{
    if (type->byref)
        return 0;
    MonoTypeEnum reduced = mono_type_reduced(type);
    return reduced >= MONO_TYPE_BOOLEAN && reduced <= MONO_TYPE_U2 ? reduced : 0;
}

/* Pointers are loaded and stored as I4 then, which comes before I8. */
static unsigned is_short_pointer(void)
{
    return sizeof(void *) == 4;
}

MintOpcode t_load_op(const MonoType *type, MintOpcode i1)
{
    if (type->byref)
        return i1 + 5 - is_short_pointer();
    switch (mono_type_reduced(type)) {
    case MONO_TYPE_I1:
        return i1;
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_U1:
        return i1 + 1;
    case MONO_TYPE_I2:
        return i1 + 2;
    case MONO_TYPE_CHAR:
    case MONO_TYPE_U2:
        return i1 + 3;
    case MONO_TYPE_I4:
    case MONO_TYPE_U4:
    case MONO_TYPE_R4:
        return i1 + 4;
    case MONO_TYPE_VALUETYPE:
    case MONO_TYPE_TYPEDBYREF:
        return MINT_NOP;
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
    case MONO_TYPE_R8:
        return i1 + 5;
    default:
        return i1 + 5 - is_short_pointer();
    }
}

MintOpcode t_store_op(const MonoType *type, MintOpcode i1, unsigned step)
{
    if (type->byref)
        return i1 + (3 - is_short_pointer()) * step;
    switch (mono_type_reduced(type)) {
    case MONO_TYPE_I1:
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_U1:
        return i1;
    case MONO_TYPE_I2:
    case MONO_TYPE_CHAR:
    case MONO_TYPE_U2:
        return i1 + step;
    case MONO_TYPE_I4:
    case MONO_TYPE_U4:
    case MONO_TYPE_R4:
        return i1 + 2 * step;
    case MONO_TYPE_VALUETYPE:
    case MONO_TYPE_TYPEDBYREF:
        return MINT_NOP;
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
    case MONO_TYPE_R8:
        return i1 + 3 * step;
    default:
        return i1 + (3 - is_short_pointer()) * step;
    }
}

/* ---- Abstract stack ---------------------------------------------------------------------------------------------------- */

bool t_need(Transform *t, uint32_t count)
{
    return t->depth >= count || t_invalid(t, "stack underflow");
}

StackEntry *t_pop(Transform *t)
{
    return &t->stack[--t->depth];
}

StackEntry *t_push(Transform *t, StackKind kind, MonoClass *klass, uint32_t slots)
{
    if (t->depth + 1 >= t->stack_size) {
        t->stack_size *= 2;
        t->stack = g_renew(StackEntry, t->stack, t->stack_size);
    }
    StackEntry *entry = &t->stack[t->depth];
    uint32_t home = t->depth ? entry[-1].home + entry[-1].slots : t->stack_base;
    *entry = (StackEntry){.kind = kind, .place = IN_HOME, .slot = home, .home = home, .slots = slots, .klass = klass};
    t->depth++;
    if (home + slots > t->max_slot)
        t->max_slot = home + slots;
    return entry;
}

StackEntry *t_push_type(Transform *t, const MonoType *type)
{
    StackKind kind = t_kind(type);
    StackEntry *entry = t_push(t, kind, kind == KIND_VT || kind == KIND_REF || kind == KIND_PTR ? type->klass : NULL,
                               t_slots(type));
    entry->range = t_range(type);
    return entry;
}

StackEntry *t_push_const(Transform *t, StackKind kind, int64_t value)
{
    StackEntry *entry = t_push(t, kind, NULL, 1);
    entry->place = IS_CONST;
    entry->value.i = value;
    return entry;
}

StackEntry *t_push_slot(Transform *t, StackKind kind, MonoClass *klass, uint32_t slot, uint32_t slots, bool aliased)
{
    StackEntry *entry = t_push(t, kind, klass, slots);
    entry->place = IN_SLOT;
    entry->slot = slot;
    entry->aliased = aliased;
    return entry;
}

static void load_const(Transform *t, const StackEntry *entry, uint32_t slot)
{
    int64_t value = entry->value.i;
    switch (entry->kind) {
    case KIND_I4:
        if (value == (int16_t)value)
            t_emit(t, MINT_LDC_I4_S, slot, (uint32_t)value);
        else
            t_emit(t, MINT_LDC_I4, slot, (uint32_t)value);
        break;
    case KIND_R4:
        t_emit(t, MINT_LDC_R4, slot, (uint32_t)value);
        break;
    case KIND_R8:
        t_emit(t, MINT_LDC_R8, slot, (uint64_t)value);
        break;
    default:
        if (value == (int16_t)value)
            t_emit(t, MINT_LDC_I8_S, slot, (uint32_t)value);
        else
            t_emit(t, MINT_LDC_I8, slot, (uint64_t)value);
    }
}

static void load_address(Transform *t, const StackEntry *entry, uint32_t slot)
{
    int64_t offset = entry->value.i;
    if (!entry->aliased)
        t->restart = true;
    t_emit(t, MINT_LDLOCA, slot, entry->slot + (uint32_t)(offset / 8));
    if (offset % 8)
        t_emit(t, T_NATIVE(ADD_IMM), slot, slot, (uint32_t)(offset % 8));
}

void t_move_to(Transform *t, StackEntry *entry, uint32_t slot)
{
    t->max_slot = MAX(t->max_slot, slot + entry->slots);
    if (entry->place == IS_CONST)
        load_const(t, entry, slot);
    else if (entry->place == IS_ADDRESS)
        load_address(t, entry, slot);
    else if (entry->slot == slot)
        return;
    else if (entry->slots == 1)
        t_emit(t, MINT_MOV, slot, entry->slot);
    else
        t_emit(t, MINT_MOV_VT, slot, entry->slot, entry->slots);
}

void t_home(Transform *t, StackEntry *entry)
{
    if (entry->place == IN_HOME)
        return;
    t_move_to(t, entry, entry->home);
    entry->place = IN_HOME;
    entry->slot = entry->home;
    entry->aliased = false;
}

void t_home_all(Transform *t)
{
    for (uint32_t i = 0; i < t->depth; i++)
        t_home(t, &t->stack[i]);
}

uint32_t t_use(Transform *t, StackEntry *entry)
{
    if (entry->place == IS_CONST || entry->place == IS_ADDRESS)
        t_home(t, entry);
    return entry->slot;
}

void t_flush_aliased(Transform *t)
{
    for (uint32_t i = 0; i < t->depth; i++) {
        if (t->stack[i].place == IN_SLOT && t->stack[i].aliased)
            t_home(t, &t->stack[i]);
    }
}

void t_flush_slots(Transform *t, uint32_t slot, uint32_t slots)
{
    for (uint32_t i = 0; i < t->depth; i++) {
        StackEntry *entry = &t->stack[i];
        if (entry->place == IN_SLOT && entry->slot < slot + slots && slot < entry->slot + entry->slots)
            t_home(t, entry);
    }
}

static bool is_pointer(unsigned kind)
{
    return kind == KIND_NATIVE || kind == KIND_REF || kind == KIND_PTR;
}

bool t_is_pointer(const StackEntry *entry)
{
    return is_pointer(entry->kind);
}

/* The low half of 8 bytes is where it is. */
static void take_low_half(Transform *t, StackEntry *entry, StackKind kind)
{
    if (entry->place == IS_CONST)
        entry->value.i = (int32_t)entry->value.i;
    else if (entry->place == IS_ADDRESS)
        t_home(t, entry);
    entry->kind = kind;
    entry->range = 0;
}

bool t_convert(Transform *t, StackEntry *entry, StackKind kind)
{
    MintOpcode op;
    if (entry->kind == kind)
        return true;
    if (is_pointer(kind) && is_pointer(entry->kind)) {
        if (kind == KIND_I4 || entry->kind == KIND_I4)
            entry->range = 0;
        entry->kind = kind;
        return true;
    }
    if (t_is_8_bytes(entry->kind) && (kind == KIND_I4 || is_pointer(kind))) {
        take_low_half(t, entry, kind);
        return true;
    }
    if (t_is_8_bytes(kind) && entry->kind == KIND_I4 && entry->place == IS_CONST) {
        entry->kind = kind;
        return true;
    }
    if (t_is_8_bytes(kind) && entry->kind == KIND_I4)
        op = MINT_CONV_I8_I4;
    else if (t_is_8_bytes(kind) && is_pointer(entry->kind))
        op = MINT_CONV_I8_U4;
    else if (kind == KIND_R8 && entry->kind == KIND_R4)
        op = MINT_CONV_R8_R4;
    else if (kind == KIND_R4 && entry->kind == KIND_R8)
        op = MINT_CONV_R4_R8;
    else
        return t_invalid(t, "a value of the wrong kind is on the stack");
    t_flush_slots(t, entry->home, 1);
    t_emit(t, op, entry->home, t_use(t, entry));
    entry->kind = kind;
    entry->place = IN_HOME;
    entry->slot = entry->home;
    entry->aliased = false;
    entry->range = 0;
    return true;
}

bool t_fits(const StackEntry *entry, uint8_t type)
{
    unsigned range = entry->range;
    if (entry->place == IS_CONST) {
        int64_t value = entry->value.i;
        switch (type) {
        case MONO_TYPE_I1:
            return value == (int8_t)value;
        case MONO_TYPE_I2:
            return value == (int16_t)value;
        case MONO_TYPE_U2:
        case MONO_TYPE_CHAR:
            return value == (uint16_t)value;
        default:
            return value == (uint8_t)value;
        }
    }
    switch (type) {
    case MONO_TYPE_I1:
        return range == MONO_TYPE_I1 || range == MONO_TYPE_BOOLEAN;
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_U1:
        return range == MONO_TYPE_U1 || range == MONO_TYPE_BOOLEAN;
    case MONO_TYPE_I2:
        return range == MONO_TYPE_I1 || range == MONO_TYPE_BOOLEAN || range == MONO_TYPE_U1 || range == MONO_TYPE_I2;
    default:
        return range == MONO_TYPE_BOOLEAN || range == MONO_TYPE_U1 || range == MONO_TYPE_U2 || range == MONO_TYPE_CHAR;
    }
}

static MintOpcode narrow_op(uint8_t type)
{
    switch (type) {
    case MONO_TYPE_I1:
        return MINT_CONV_I1_I4;
    case MONO_TYPE_I2:
        return MINT_CONV_I2_I4;
    case MONO_TYPE_U2:
    case MONO_TYPE_CHAR:
        return MINT_CONV_U2_I4;
    default:
        return MINT_CONV_U1_I4;
    }
}

void t_narrow(Transform *t, StackEntry *entry, const MonoType *type)
{
    uint8_t range = t_range(type);
    if (!range || entry->kind != KIND_I4 || t_fits(entry, range))
        return;
    t_flush_slots(t, entry->home, 1);
    t_emit(t, narrow_op(range), entry->home, t_use(t, entry));
    entry->place = IN_HOME;
    entry->slot = entry->home;
    entry->aliased = false;
    entry->range = range;
}

/* May the last instruction write its result elsewhere? Not those whose d is more than a result. */
static bool can_retarget(const Transform *t, uint32_t slot)
{
    if (t->last_op == UINT32_MAX || !t->last_dest)
        return false;
    unsigned op = t->code[t->last_op];
    if (op == MINT_NEWOBJ) /* the variable holds the object before its constructor has run: nobody may see that */
        return !t->clause_count && !t->any_aliased && slot < t->code[t->last_op + 3];
    return op != MINT_NEWOBJ_VT && op != MINT_CALL_HANDLER && op != MINT_ICALL_VT &&
           !(op >= MINT_STVTFLD_I1 && op <= MINT_STVTFLD_I8) && op != MINT_STVTFLD_VT;
}

bool t_place(Transform *t, StackEntry *entry, uint32_t slot)
{
    if (entry->place == IN_HOME && can_retarget(t, slot) && t->code[t->last_dest] == entry->slot) {
        t->code[t->last_dest] = (uint16_t)slot;
        t->max_slot = MAX(t->max_slot, slot + entry->slots);
        return true;
    }
    t_move_to(t, entry, slot);
    return false;
}

bool t_store(Transform *t, StackEntry *entry, uint32_t slot, uint32_t slots, const MonoType *type)
{
    uint8_t range = t_range(type);
    if (!t_accept(t, entry, type) || !t_convert(t, entry, t_kind(type)))
        return false;
    if (entry->slots != slots)
        return t_invalid(t, "a value type of another size is stored");
    if (range && !t_fits(entry, range)) {
        uint32_t source = t_use(t, entry);
        t_flush_slots(t, slot, slots);
        t_emit(t, narrow_op(range), slot, source);
        t->last_op = UINT32_MAX;
        return true;
    }
    t_flush_slots(t, slot, slots);
    t_place(t, entry, slot);
    t->last_op = UINT32_MAX;
    return true;
}

/* ---- Joins ---------------------------------------------------------------------------------------------------------------- */

static bool merge_entry(Transform *t, StackEntry *entry, StackShape *shape, uint32_t i, bool backward)
{
    unsigned kind = shape->entries[i].kind;
    if (kind == KIND_VT && (entry->kind != KIND_VT || entry->slots != mono_slots(shape->entries[i].klass->value_size)))
        return t_invalid(t, "value types differ where branches meet");
    return t_accept_join(t, entry, shape, i, backward) && t_convert(t, entry, kind);
}

bool t_merge_to(Transform *t, uint32_t il_target)
{
    StackShape *shape = t->shapes[il_target];
    if (!shape) {
        shape = g_malloc(sizeof *shape + t->depth * sizeof shape->entries[0]);
        shape->depth = t->depth;
        for (uint32_t i = 0; i < t->depth; i++) {
            shape->entries[i].kind = t->stack[i].kind;
            shape->entries[i].klass = t->stack[i].klass;
            bool is_null = t->stack[i].kind == KIND_REF && t->stack[i].place == IS_CONST;
            shape->entries[i].pointer = is_null ? SHAPE_NULL : t->stack[i].kind == KIND_PTR ? t->stack[i].range : 0;
        }
        t->shapes[il_target] = shape;
    } else if (shape->depth != t->depth) {
        return t_invalid(t, "stack depths %u and %u meet at IL_%04x", shape->depth, t->depth, il_target);
    } else {
        for (uint32_t i = 0; i < t->depth; i++) {
            if (!merge_entry(t, &t->stack[i], shape, i, il_target <= t->il_offset))
                return false;
        }
    }
    t_home_all(t);
    return true;
}

bool t_newest_is_ours(const Transform *t)
{
    uint32_t inlined = t->credit_caller && t->il_offset == 1 ? t->outer->inlined : t->inlined;
    return t->il_map->len && g_array_index(t->il_map, InterpIlMap, t->il_map->len - 1).inlined == inlined;
}

bool t_loop_target(const Transform *t, uint32_t il_target)
{
    if (interp_tier_points || il_target > t->il_offset || t->il_to_ir[il_target] >= t->code_count)
        return false;
    unsigned head = t->code[t->il_to_ir[il_target]];
    return head == MINT_SAFEPOINT || head == MINT_PROF_SAMPLEPOINT || head == MINT_PROF_SAMPLEPOINT_POLL;
}

static MintOpcode loop_form(const Transform *t, MintOpcode op, uint32_t il_target)
{
    static const uint16_t forms[][2] = {
        {MINT_BLT_I4, MINT_BLT_I4_LOOP},         {MINT_BLE_I4, MINT_BLE_I4_LOOP},
        {MINT_BNE_I4, MINT_BNE_I4_LOOP},         {MINT_BLT_IMM_I4, MINT_BLT_IMM_I4_LOOP},
        {MINT_BLE_IMM_I4, MINT_BLE_IMM_I4_LOOP}, {MINT_BGT_IMM_I4, MINT_BGT_IMM_I4_LOOP},
        {MINT_BGE_IMM_I4, MINT_BGE_IMM_I4_LOOP}, {MINT_BRTRUE_I4, MINT_BRTRUE_I4_LOOP},
        {MINT_BRFALSE_I4, MINT_BRFALSE_I4_LOOP}, {MINT_BRTRUE_I8, MINT_BRTRUE_I8_LOOP},
        {MINT_BR, MINT_BR_LOOP},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(forms) && t_loop_target(t, il_target); i++)
        if (forms[i][0] == op)
            return forms[i][1];
    return op;
}

bool t_branch(Transform *t, MintOpcode op, uint32_t il_target, unsigned operand_count, ...)
{
    uint32_t at = t->code_count;
    op = loop_form(t, op, il_target);
    note_il(t);
    t_unit(t, op);
    va_list ap;
    va_start(ap, operand_count);
    for (unsigned i = 0; i < operand_count; i++)
        t_unit(t, va_arg(ap, uint32_t) & 0xffff);
    va_end(ap);
    BranchFix fix = {t->code_count, at, il_target, t->il_offset};
    g_array_append_val(t->fixes, fix);
    t_unit(t, 0);
    t_unit(t, 0);
    t->last_op = UINT32_MAX;
    t->newest_op = at;
    t->last_dest = 0;
    return true;
}
