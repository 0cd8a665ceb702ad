/*
 * transform.c - CIL to IR: the driver.
 *
 *   1. scan: every instruction's start, branch targets, loop heads (targets of backward branches), escaping addresses
 *   2. lay out the frame: arguments, locals, slots of clauses, stack
 *   3. walk the IL once, emitting; joins bring the abstract stack into its home slots
 *   4. resolve branches and clauses, copy the code into the InterpMethod
 */
#include "interp/ir/transform.h"

#include <string.h>

enum { OPERAND_BAD, OPERAND_NONE, OPERAND_I1, OPERAND_I4, OPERAND_I8, OPERAND_R4, OPERAND_R8, OPERAND_VAR1,
       OPERAND_VAR2, OPERAND_BR1, OPERAND_BR4, OPERAND_SWITCH, OPERAND_TOKEN };

/* By opcode: 0x100 | second byte for two-byte ones. */
#define INDEX(value) ((value) > 0xff ? 0x100 | ((value) & 0xff) : (value))
static const uint8_t operand_kinds[0x200] = {
#define CIL(NAME, value, text, operand, pop, push, flow) [INDEX(value)] = OPERAND_##operand,
#include "interp/ir/cil.def"
#undef CIL
};
static const uint8_t operand_sizes[] = {0, 0, 1, 4, 8, 4, 8, 1, 2, 1, 4, 4, 4};

/* ---- 0. Regions ----------------------------------------------------------------------------------------------------- */

static bool is_in(uint32_t offset, uint32_t start, uint32_t end)
{
    return offset >= start && offset < end;
}

bool t_in_filter(const Transform *t)
{
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        const MonoClauseInfo *info = &t->body.clauses[i];
        if (info->flags == MONO_EXCEPTION_CLAUSE_FILTER && is_in(t->il_offset, info->token_or_filter, info->handler_offset))
            return true;
    }
    return false;
}

/* Handlers and filters are entered by exceptions and finally blocks only; filters are left by endfilter only. */
static bool t_may_jump(Transform *t, uint32_t from, uint32_t target)
{
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        const MonoClauseInfo *info = &t->body.clauses[i];
        uint32_t start = info->handler_offset, end = start + info->handler_length;
        if (is_in(target, start, end) && !is_in(from, start, end))
            return t_invalid(t, "a branch into a handler");
        if (info->flags != MONO_EXCEPTION_CLAUSE_FILTER)
            continue;
        if (is_in(target, info->token_or_filter, start) != is_in(from, info->token_or_filter, start))
            return t_invalid(t, "a branch into or out of a filter");
    }
    return true;
}

/* ---- 1. Scan -------------------------------------------------------------------------------------------------------- */

static bool mark_target(Transform *t, uint32_t from, int64_t target)
{
    t->first_branch = MIN(t->first_branch, from);
    if (target < 0 || target >= t->il_size)
        return t_invalid(t, "branch outside the method");
    t->il_flags[target] |= IL_TARGET | (target <= from ? IL_LOOP_HEAD : 0);
    return t_may_jump(t, from, (uint32_t)target);
}

static bool scan_branches(Transform *t, unsigned kind, uint32_t at)
{
    if (kind == OPERAND_BR1)
        return mark_target(t, t->il_offset, (int64_t)at + 1 + (int8_t)t->il[at]);
    t->ip = at;
    if (kind == OPERAND_BR4)
        return mark_target(t, t->il_offset, (int64_t)at + 4 + (int32_t)t_u4(t));
    uint32_t count = t_u4(t);
    if (count > (t->il_size - t->ip) / 4)
        return t_invalid(t, "switch table outside the method");
    int64_t end = (int64_t)t->ip + 4 * (int64_t)count;
    for (uint32_t i = 0; i < count; i++) {
        if (!mark_target(t, t->il_offset, end + (int32_t)t_u4(t)))
            return false;
    }
    return true;
}

/* ldloca, ldarga whose address is used at once for a field or to clear the value: it does not escape. `at`: the next
 * instruction. A wrong guess is found when the address is made: Transform.restart. */
static bool address_stays(const Transform *t, uint32_t at)
{
    const uint8_t *il = t->il;
    while (at + 5 < t->il_size && il[at] == CIL_LDFLDA)
        at += 5;
    if (at + 5 >= t->il_size)
        return false;
    if (il[at] == CIL_LDFLD || (il[at] == 0xfe && il[at + 1] == (CIL_INITOBJ & 0xff)))
        return true;
    if (il[at] >= CIL_LDARG_0 && il[at] <= CIL_LDLOC_3)
        at += 1;
    else if (il[at] >= CIL_LDNULL && il[at] <= CIL_LDC_I4_8)
        at += 1;
    else if (il[at] == CIL_LDARG_S || il[at] == CIL_LDLOC_S || il[at] == CIL_LDC_I4_S)
        at += 2;
    else if (il[at] == CIL_LDC_I4 || il[at] == CIL_LDC_R4)
        at += 5;
    else if (il[at] == CIL_LDC_R8)
        at += 9;
    return at < t->il_size && il[at] == CIL_STFLD;
}

static bool scan_variable(Transform *t, uint32_t op, uint32_t at, uint32_t end)
{
    bool is_arg = op == CIL_LDARGA_S || op == CIL_LDARGA;
    uint32_t index = t->il[at];
    if (op == CIL_LDARGA || op == CIL_LDLOCA)
        index |= (uint32_t)t->il[at + 1] << 8;
    if (index >= (is_arg ? t->arg_count : t->local_count))
        return t_invalid(t, "no such variable");
    Variable *variable = &(is_arg ? t->args : t->locals)[index];
    if (t->all_aliased || !address_stays(t, end))
        variable->aliased = t->any_aliased = true;
    variable->written = variable->named = true;
    return true;
}

/* For inlining: which arguments are written, which locals need no clearing. */
static void note_variable(Transform *t, uint32_t op, uint32_t at)
{
    uint32_t index = op == CIL_STARG || op == CIL_LDLOC || op == CIL_STLOC ? t->il[at] | (uint32_t)t->il[at + 1] << 8
                                                                           : t->il[at];
    if (op >= CIL_LDLOC_0 && op <= CIL_LDLOC_3)
        index = op - CIL_LDLOC_0;
    else if (op >= CIL_STLOC_0 && op <= CIL_STLOC_3)
        index = op - CIL_STLOC_0;
    if (op == CIL_STARG_S || op == CIL_STARG) {
        if (index < t->arg_count)
            t->args[index].written = true;
        return;
    }
    bool loads = (op >= CIL_LDLOC_0 && op <= CIL_LDLOC_3) || op == CIL_LDLOC_S || op == CIL_LDLOC;
    bool stores = (op >= CIL_STLOC_0 && op <= CIL_STLOC_3) || op == CIL_STLOC_S || op == CIL_STLOC;
    if ((!loads && !stores) || index >= t->local_count || t->locals[index].named)
        return;
    t->locals[index].named = true;
    t->locals[index].set_first = stores && t->il_offset < t->first_branch;
}

bool t_scan(Transform *t)
{
    t->first_branch = UINT32_MAX;
    for (uint32_t at = 0; at < t->il_size;) {
        t->il_offset = at;
        t->il_flags[at] |= IL_START;
        uint32_t op = t->il[at++];
        if (op == 0xfe) {
            if (at >= t->il_size)
                return t_invalid(t, "the code ends inside an instruction");
            op = 0xfe00 | t->il[at++];
        }
        unsigned kind = operand_kinds[INDEX(op)];
        if (kind == OPERAND_BAD)
            return t_invalid(t, "unknown opcode 0x%x", op);
        uint32_t size = operand_sizes[kind];
        if (size > t->il_size - at)
            return t_invalid(t, "the code ends inside an instruction");
        if (kind == OPERAND_BR1 || kind == OPERAND_BR4 || kind == OPERAND_SWITCH) {
            if (!scan_branches(t, kind, at))
                return false;
            if (kind == OPERAND_SWITCH)
                size = t->ip - at;
        } else if (op == CIL_LDLOCA_S || op == CIL_LDARGA_S || op == CIL_LDLOCA || op == CIL_LDARGA) {
            if (!scan_variable(t, op, at, at + size))
                return false;
        } else if (t->outer) {
            note_variable(t, op, at);
        }
        at += size;
    }
    for (uint32_t i = 0; i < t->il_size; i++) {
        if (t->il_flags[i] && !(t->il_flags[i] & IL_START)) {
            t->il_offset = i;
            return t_invalid(t, "a branch or clause goes into an instruction");
        }
    }
    return true;
}

/* ---- 2. Frame ----------------------------------------------------------------------------------------------------------- */

/* Which slots an address of one of them may reach. */
static void tell_tier(InterpMethod *imethod, const Variable *variable)
{
    InterpVariable entry = {(uint16_t)variable->slot, (uint16_t)variable->slots};
    if (!imethod->variables)
        imethod->variables = g_array_new(FALSE, FALSE, sizeof(InterpVariable));
    g_array_append_val(imethod->variables, entry);
}

bool t_lay_out(Transform *t, Variable *variable, const MonoType *type, uint32_t *slot)
{
    MonoClass *klass = type->klass;
    if (type->type == MONO_TYPE_VOID && !type->byref)
        return t_invalid(t, "a variable of type void");
    if (!type->byref && klass && klass->valuetype && !mono_class_setup_fields(klass, t->error))
        return false;
    variable->type = *type;
    variable->kind = t_kind(type);
    variable->slot = *slot;
    variable->slots = t_slots(type);
    variable->holds_local = t->local_pointers && type->byref;
    *slot += variable->slots;
    if (interp_tier_points)
        tell_tier(t->imethod, variable);
    return *slot < 60000 || t_invalid(t, "the frame is too large");
}

static bool lay_out_frame(Transform *t)
{
    MonoMethodSignature *signature = t->signature;
    MonoClass *klass = t->method->klass;
    uint32_t slot = 0, n = 0;
    bool has_this = signature->hasthis && !signature->explicit_this;
    if (signature->explicit_this && !t_is_trusted(t))
        return t_invalid(t, "a method with an explicit this");
    t->arg_count = signature->param_count + has_this;
    t->args = g_new0(Variable, t->arg_count + 1);
    if (has_this && !t_lay_out(t, &t->args[n++], klass->valuetype ? &klass->byref_type : &klass->byval_type, &slot))
        return false;
    for (unsigned i = 0; i < signature->param_count; i++) {
        if (!t_lay_out(t, &t->args[n++], &signature->params[i], &slot))
            return false;
    }
    t->imethod->arg_slots = slot;
    if (t->body.locals_token) {
        MonoType *types = mono_locals_parse(t->image, t->body.locals_token, &t->context, &t->local_count, t->error);
        if (!types && !mono_error_ok(t->error))
            return false;
        t->locals = g_new0(Variable, t->local_count + 1);
        bool ok = true;
        for (unsigned i = 0; ok && i < t->local_count; i++)
            ok = t_lay_out(t, &t->locals[i], &types[i], &slot);
        for (unsigned i = 0; ok && t->any_object && i < t->local_count; i++)
            t->locals[i].any_object = t->any_object[i];
        g_free(types);
        if (!ok)
            return false;
    }
    t->imethod->local_slots = slot - t->imethod->arg_slots;
    t->stack_base = slot;
    return true;
}

/* ---- Clauses --------------------------------------------------------------------------------------------------------------- */

static void mark_boundary(Transform *t, uint32_t il)
{
    t->il_flags[il] |= IL_JOIN;
}

static bool begin_clauses(Transform *t)
{
    t->clause_count = t->body.clause_count + t->synchronized;
    t->clauses = g_new0(InterpClause, t->clause_count + 1);
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        const MonoClauseInfo *info = &t->body.clauses[i];
        InterpClause *clause = &t->clauses[i];
        clause->kind = info->flags;
        clause->il_try_start = info->try_offset;
        clause->il_try_end = info->try_offset + info->try_length;
        clause->il_handler_start = info->handler_offset;
        clause->il_handler_end = info->handler_offset + info->handler_length;
        mark_boundary(t, clause->il_try_start);
        mark_boundary(t, clause->il_try_end);
        mark_boundary(t, clause->il_handler_start);
        mark_boundary(t, clause->il_handler_end);
        t->il_flags[clause->il_handler_start] |= IL_HANDLER;
        if (info->flags == MONO_EXCEPTION_CLAUSE_NONE) {
            clause->catch_class = mono_class_get_checked(t->image, info->token_or_filter, &t->context, t->error);
            if (!clause->catch_class || !mono_class_init_checked(clause->catch_class, t->error))
                return false;
        } else if (info->flags == MONO_EXCEPTION_CLAUSE_FILTER) {
            if (info->token_or_filter > info->handler_offset)
                return t_invalid(t, "a filter lies behind its handler");
            mark_boundary(t, info->token_or_filter);
            t->il_flags[info->token_or_filter] |= IL_HANDLER;
        }
        if (info->flags == MONO_EXCEPTION_CLAUSE_NONE || info->flags == MONO_EXCEPTION_CLAUSE_FILTER) {
            clause->exception_slot = (uint16_t)t->stack_base++;
        } else {
            clause->state_slot = (uint16_t)t->stack_base;
            t->stack_base += 3;
        }
    }
    if (t->synchronized) {
        InterpClause *clause = &t->clauses[t->clause_count - 1];
        clause->kind = MONO_EXCEPTION_CLAUSE_FINALLY;
        clause->state_slot = (uint16_t)t->stack_base;
        t->lock_slot = t->stack_base + 3;
        t->return_slot = t->stack_base + 4;
        t->stack_base += 4 + t_slots(&t->signature->ret);
        clause->il_try_end = t->il_size;
        clause->il_handler_start = clause->il_handler_end = t->il_size;
    }
    return t->stack_base < 60000 || t_invalid(t, "the frame is too large");
}

/* Handlers begin with nothing but, catch and filter, the exception. */
static void enter_handler(Transform *t)
{
    t->depth = 0;
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        const MonoClauseInfo *info = &t->body.clauses[i];
        const InterpClause *clause = &t->clauses[i];
        bool is_filter = info->flags == MONO_EXCEPTION_CLAUSE_FILTER && info->token_or_filter == t->il_offset;
        bool is_catch = clause->il_handler_start == t->il_offset && (clause->kind == MONO_EXCEPTION_CLAUSE_NONE ||
                                                                    clause->kind == MONO_EXCEPTION_CLAUSE_FILTER);
        if (is_filter || is_catch) {
            MonoClass *klass = clause->catch_class ? clause->catch_class : mono_defaults.object;
            t_push_slot(t, KIND_REF, klass, clause->exception_slot, 1, false);
            return;
        }
    }
}

static void end_clauses(Transform *t)
{
    for (uint32_t i = 0; i < t->body.clause_count; i++) {
        InterpClause *clause = &t->clauses[i];
        clause->try_start = t->il_to_ir[clause->il_try_start];
        clause->try_end = t->il_to_ir[clause->il_try_end];
        clause->handler_start = t->il_to_ir[clause->il_handler_start];
        clause->handler_end = t->il_to_ir[clause->il_handler_end];
        if (clause->kind == MONO_EXCEPTION_CLAUSE_FILTER)
            clause->filter_start = t->il_to_ir[t->body.clauses[i].token_or_filter];
    }
}

/* Synchronized: a finally around everything. */
static void enter_synchronized(Transform *t)
{
    if (t->method->flags & MONO_METHOD_ATTR_STATIC) {
        const void *type = &t->method->klass->byval_type;
        t_emit(t, MINT_LDTYPE, t->lock_slot, t_data_pair(t, NULL, type));
    } else {
        t_emit(t, MINT_MOV, t->lock_slot, 0);
    }
    t_emit(t, MINT_MONITOR_ENTER, t->lock_slot);
    t->clauses[t->clause_count - 1].try_start = t->code_count;
}

static void leave_synchronized(Transform *t)
{
    InterpClause *clause = &t->clauses[t->clause_count - 1];
    clause->try_end = clause->handler_start = t->code_count;
    t_emit(t, MINT_MONITOR_EXIT, t->lock_slot);
    t_emit(t, MINT_ENDFINALLY, (uint32_t)clause->state_slot, t->clause_count - 1);
    clause->handler_end = t->code_count;
}

/* ---- 3. Walk -------------------------------------------------------------------------------------------------------------------- */

static bool begin_block(Transform *t, uint8_t flags)
{
    t->last_op = UINT32_MAX;
    t->fell_through = !t->dead && t->block_ir != t->code_count;
    t->block_il = t->il_offset;
    t->block_ir = t->code_count;
    if (!t->dead)
        t->dead_by_fold = false;
    if (flags & IL_HANDLER) {
        if (!t->dead)
            return t_invalid(t, "the code runs into a handler");
        enter_handler(t);
        t->dead = t->dead_by_fold = false;
    } else if (flags & IL_TARGET) {
        StackShape *shape = t->shapes[t->il_offset];
        if (!t->dead) {
            if (!t_merge_to(t, t->il_offset))
                return false;
            shape = t->shapes[t->il_offset];
        }
        /* What comes from elsewhere is known by kind only. A target that nothing before reached starts empty. */
        t->depth = 0;
        bool comes_later = (flags & IL_LOOP_HEAD) && !t->dead_by_fold;
        if (!shape && !comes_later) { /* nothing goes there */
            if (flags & IL_JOIN)
                t->il_to_ir[t->il_offset] = t->code_count;
            return true;
        }
        if (shape) {
            for (uint32_t i = 0; i < shape->depth; i++) {
                MonoClass *klass = shape->entries[i].klass;
                bool is_value = shape->entries[i].kind == KIND_VT;
                if (shape->entries[i].kind == KIND_REF && flags & IL_LOOP_HEAD)
                    klass = NULL; /* what comes round the loop may be another's */
                t_push(t, shape->entries[i].kind, klass, is_value ? t_slots(&klass->byval_type) : 1);
                if (shape->entries[i].kind == KIND_PTR)
                    t_top(t, 0)->range = shape->entries[i].pointer;
            }
        } else if (!t_merge_to(t, t->il_offset)) {
            return false;
        }
        t->dead = t->dead_by_fold = false;
    }
    if (t->il_offset == 0 && (flags & IL_LOOP_HEAD))
        t_emit(t, MINT_BR, interp_tier_points ? 6u : 4u); /* behind the head's first ops: the entry is no loop head */
    t->il_to_ir[t->il_offset] = t->code_count;
    if ((flags & IL_LOOP_HEAD) && interp_tier_points)
        t_emit(t, MINT_TIER_LOOP, t_data_new(t, (void *)(intptr_t)interp_tier_loop_heat, 2));
    if (flags & IL_LOOP_HEAD)
        t_emit(t, !(t->prof & MONO_PROFILER_CALL_INSTRUMENTATION_SAMPLEPOINT) ? MINT_SAFEPOINT
                  : mono_profiler_state.raises_by_request                    ? MINT_PROF_SAMPLEPOINT_POLL
                                                                             : MINT_PROF_SAMPLEPOINT);
    t->last_op = UINT32_MAX;
    return true;
}

static void skip_operand(Transform *t, uint32_t op)
{
    unsigned kind = operand_kinds[INDEX(op)];
    if (kind == OPERAND_SWITCH) {
        uint32_t count = t_u4(t);
        t->ip += 4 * count;
    } else {
        t->ip += operand_sizes[kind];
    }
}

static bool one_instruction(Transform *t)
{
    bool handled = false;
    uint32_t op = t_u1(t);
    if (op == 0xfe)
        op = 0xfe00 | t_u1(t);
    if (t->dead) {
        skip_operand(t, op);
        return true;
    }
    bool ok = t_basic(t, op, &handled);
    if (!handled)
        ok = t_object(t, op, &handled);
    if (!handled)
        ok = t_call(t, op, &handled);
    if (!handled)
        return t_invalid(t, "opcode 0x%x is not handled", op);
    if (t->max_slot > 65000)
        return t_invalid(t, "the frame is too large");
    return ok;
}

/* The caller's call op raises the enter event. */
static bool is_polled_at_entry(const Transform *t)
{
    return t->prof & MONO_PROFILER_CALL_INSTRUMENTATION_ENTER && t_has_samplepoints(t) &&
           mono_profiler_state.raises_by_request;
}

static void enter_event(Transform *t)
{
    if (t_has_cursor(t))
        t_emit(t, MINT_PROF_ENTER_CURSOR);
    else if (!is_polled_at_entry(t))
        t_emit(t, t_is_visited(t) ? MINT_PROF_ENTER_VISIT : MINT_PROF_ENTER);
}

bool t_walk(Transform *t)
{
    t->il_offset = 0;
    if (interp_tier_points && !t->outer)
        t_emit(t, MINT_TIER_ENTER, t_data_new(t, (void *)(intptr_t)interp_tier_entry_heat, 2));
    if (t->prof & MONO_PROFILER_CALL_INSTRUMENTATION_ENTER)
        enter_event(t);
    if (t->synchronized)
        enter_synchronized(t);
    while (t->ip < t->il_size) {
        t->il_offset = t->ip;
        uint8_t flags = t->il_flags[t->ip];
        if ((flags & (IL_TARGET | IL_JOIN | IL_HANDLER)) && !begin_block(t, flags))
            return false;
        if (!one_instruction(t))
            return false;
    }
    if (!t->dead)
        return t_invalid(t, "the code runs off its end");
    t->il_to_ir[t->il_size] = t->code_count;
    if (t->synchronized)
        leave_synchronized(t);
    end_clauses(t);
    for (guint i = 0; i < t->fixes->len; i++)
        t->unfold |= t->il_to_ir[g_array_index(t->fixes, BranchFix, i).il_target] == UINT32_MAX;
    if (t->unfold && t->no_fold)
        return t_invalid(t, "a branch goes to code that nothing reaches");
    return true;
}

/* ---- 4. Finish ----------------------------------------------------------------------------------------------------------------- */

void t_resolve_branches(Transform *t)
{
    for (guint i = 0; i < t->fixes->len; i++) {
        BranchFix *fix = &g_array_index(t->fixes, BranchFix, i);
        uint32_t distance = t->il_to_ir[fix->il_target] - fix->from;
        t->code[fix->at] = (uint16_t)distance;
        t->code[fix->at + 1] = (uint16_t)(distance >> 16);
    }
}

void t_finish(Transform *t)
{
    InterpMethod *imethod = t->imethod;
    t_resolve_branches(t);
    imethod->code = g_memdup2(t->code, t->code_count * sizeof t->code[0]);
    imethod->code_units = t->code_count;
    imethod->data_count = t->data->len;
    imethod->data = g_memdup2(t->data->pdata, t->data->len * sizeof(void *));
    imethod->il_map_count = t->il_map->len;
    imethod->il_map = g_memdup2(t->il_map->data, t->il_map->len * sizeof(InterpIlMap));
    imethod->inlines = t->inlines->len ? g_memdup2(t->inlines->data, t->inlines->len * sizeof(InterpInline)) : NULL;
    imethod->inline_count = t->inlines->len;
    interp_transform_stats.inlined += t->inlines->len;
    imethod->clauses = g_memdup2(t->clauses, t->clause_count * sizeof(InterpClause));
    imethod->clause_count = t->clause_count;
    imethod->frame_slots = t->max_slot;
    imethod->prof_flags = t->prof;
    imethod->by_request = mono_profiler_state.raises_by_request;
    imethod->by_cursor = mono_profiler_state.moves_call_cursor;
    imethod->stable = t->stable;
    imethod->muted = t->muted;
    imethod->polled_at_entry = is_polled_at_entry(t);
}

void t_begin(Transform *t, MonoMethod *method, InterpMethod *imethod, MonoError *error)
{
    *t = (Transform){.method = method, .imethod = imethod, .image = method->klass->image, .error = error};
    t->context = mono_method_context(method);
    t->signature = imethod->signature;
    t->data = g_ptr_array_new();
    t->data_index = g_hash_table_new(NULL, NULL);
    t->il_map = g_array_new(FALSE, FALSE, sizeof(InterpIlMap));
    t->inlines = g_array_new(FALSE, FALSE, sizeof(InterpInline));
    t->fixes = g_array_new(FALSE, FALSE, sizeof(BranchFix));
    t->last_op = t->before_last = t->newest_op = UINT32_MAX;
    t->stack_size = 32;
    t->stack = g_new(StackEntry, t->stack_size);
}

void t_clear_il(Transform *t)
{
    for (uint32_t i = 0; t->shapes && i < t->il_size; i++)
        g_free(t->shapes[i]);
    g_free(t->shapes);
    g_free(t->il_flags);
    g_free(t->il_to_ir);
    g_free(t->args);
    g_free(t->locals);
    g_free(t->stack);
    g_array_free(t->fixes, TRUE);
    mono_method_body_clear(&t->body);
}

void t_clear(Transform *t)
{
    t_clear_il(t);
    g_free(t->code);
    g_free(t->clauses);
    g_ptr_array_free(t->data, TRUE);
    g_hash_table_destroy(t->data_index);
    g_array_free(t->il_map, TRUE);
    g_array_free(t->inlines, TRUE);
}

void t_begin_il(Transform *t)
{
    t->il = t->body.code;
    t->il_size = t->body.code_size_bytes;
    t->il_flags = g_malloc0(t->il_size + 1);
    t->il_to_ir = g_new(uint32_t, t->il_size + 1);
    memset(t->il_to_ir, 0xff, (t->il_size + 1) * sizeof t->il_to_ir[0]);
    t->shapes = g_new0(StackShape *, t->il_size + 1);
}

static bool transform_il(Transform *t)
{
    if (!mono_method_body_read(t->image, MONO_TOKEN_ROW(t->method->token), &t->body, t->error))
        return false;
    t_begin_il(t);
    t->synchronized = t->method->iflags & MONO_METHOD_IMPL_ATTR_SYNCHRONIZED;
    if (!t->il_size)
        return t_invalid(t, "the method has no code");
    if (!lay_out_frame(t) || !begin_clauses(t))
        return false;
    t->max_slot = t->stack_base;
    if (!t_scan(t))
        return false;
    t->ip = 0;
    return t_walk(t);
}

bool interp_transform(InterpMethod *imethod, MonoError *error)
{
    Transform t;
    MonoProfilerCallInstrumentationFlags asked, compiled = MONO_PROFILER_CALL_INSTRUMENTATION_NONE;
    MonoMethod *method = imethod->method;
    bool all_aliased = false, no_fold = false, local_pointers = false, *any_object = NULL, ok;
    if (method->is_open) {
        mono_error_set(error, MONO_ERROR_EXECUTION_ENGINE, NULL, "%s:%s has unbound type parameters",
                       method->klass->name, method->name);
        return false;
    }
    asked = mono_profiler_method_flags(method);
    bool stable = interp_aot.wants && interp_aot.wants(method, &compiled);
    for (;;) {
        t_begin(&t, method, imethod, error);
        t.prof = stable ? compiled : asked;
        t.stable = stable;
        t.muted = stable && !asked;
        t.all_aliased = all_aliased;
        t.no_fold = no_fold;
        t.local_pointers = local_pointers;
        t.any_object = any_object;
        ok = method->kind == MONO_METHOD_IL ? transform_il(&t) : interp_make_stub(&t);
        if (!ok || ((!t.restart || all_aliased) && !t.unfold && (!t.restart_local || local_pointers) &&
                    !t.restart_any_object))
            break;
        all_aliased |= t.restart;
        local_pointers |= t.restart_local;
        no_fold |= t.unfold;
        if (t.restart_any_object && !any_object)
            any_object = g_new0(bool, t.local_count);
        for (uint32_t i = 0; t.restart_any_object && i < t.local_count; i++)
            any_object[i] = t.locals[i].any_object;
        t_clear(&t);
    }
    if (ok && !imethod->ready) /* else a class constructor that ran meanwhile has called it */
        t_finish(&t);
    t_clear(&t);
    g_free(any_object);
    return ok;
}
