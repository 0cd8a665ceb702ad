/*
 * inline.c - small methods in the place of their calls.
 *
 * The callee's IL goes through a transform of its own that shares the caller's output: its arguments are the entries of
 * the caller's abstract stack (a constant stays a constant, the address of a variable stays that variable), its locals and
 * stack lie above them. The IL map says whose code it is, so that stack traces, stack walks and samples show the method as
 * if it had been called. A method that a profiler instruments is never inlined.
 *
 * When something in the callee does not fit, what was emitted is taken back and the call is a call.
 */
#include "interp/ir/transform.h"

#include <string.h>

enum {
    MAX_IL = 40,             /* bytes of IL */
    MAX_IL_AGGRESSIVE = 160, /* MethodImplOptions.AggressiveInlining */
    MAX_DEPTH = 5,
    MAX_UNITS = 8000, /* of a caller's code: more is not made larger */
};

/* MONOSP_INLINE=0: every call is a call; benchmarks tell so what samplepoints cost from what the loss of inlining does. */
static bool is_off(void)
{
    static int off = -1;
    if (off < 0)
        off = !g_strcmp0(g_getenv("MONOSP_INLINE"), "0");
    return off;
}

bool t_may_inline(const Transform *t, MonoMethod *method)
{
    unsigned depth = 0;
    if (method->kind != MONO_METHOD_IL || method->is_open || t->code_count > MAX_UNITS ||
        method->iflags & (MONO_METHOD_IMPL_ATTR_SYNCHRONIZED | MONO_METHOD_IMPL_ATTR_NOINLINING))
        return false;
    for (const Transform *o = t; o; o = o->outer)
        if (o->method == method || ++depth > MAX_DEPTH)
            return false;
    const InterpMethod *imethod = interp_method_get(method);
    if (is_off())
        return false;
    if (t->stable) /* with samplepoints in the code, all methods have them */
        return !t->prof && !imethod->may_need_class_init;
    return !imethod->never_inline && !imethod->needs_class_init && !mono_profiler_method_flags(method);
}

static bool body_fits(MonoMethod *method, const MonoMethodBody *body)
{
    uint32_t limit = method->iflags & MONO_METHOD_IMPL_ATTR_AGGRESSIVE_INLINING ? MAX_IL_AGGRESSIVE : MAX_IL;
    return body->code_size_bytes && body->code_size_bytes <= limit && !body->clause_count;
}

/* No loops: they need safepoints, and calls in them cost more than this one. */
static bool has_loops(const Transform *in)
{
    for (uint32_t i = 0; i < in->il_size; i++)
        if (in->il_flags[i] & IL_LOOP_HEAD)
            return true;
    return false;
}

/* Types of arguments and locals; slots for locals and for arguments that the callee writes. */
static bool lay_out_variables(Transform *in, uint32_t *slot)
{
    MonoClass *klass = in->method->klass;
    bool has_this = in->signature->hasthis && !in->signature->explicit_this;
    for (uint32_t i = 0; i < in->arg_count; i++) {
        const MonoType *type = !has_this ? &in->signature->params[i]
                               : i       ? &in->signature->params[i - 1]
                                         : klass->valuetype ? &klass->byref_type : &klass->byval_type;
        uint32_t unused = 0;
        if (!t_lay_out(in, &in->args[i], type, in->args[i].written ? slot : &unused))
            return false;
    }
    if (!in->body.locals_token)
        return true;
    uint32_t count;
    MonoType *types = mono_locals_parse(in->image, in->body.locals_token, &in->context, &count, in->error);
    bool ok = types || mono_error_ok(in->error);
    for (uint32_t i = 0; ok && types && i < in->local_count; i++)
        ok = t_lay_out(in, &in->locals[i], &types[i], slot);
    g_free(types);
    return ok;
}

static bool count_locals(Transform *in)
{
    if (!in->body.locals_token)
        return true;
    MonoType *types = mono_locals_parse(in->image, in->body.locals_token, &in->context, &in->local_count, in->error);
    bool ok = types || mono_error_ok(in->error);
    g_free(types);
    in->locals = g_new0(Variable, in->local_count + 1);
    return ok;
}

static void set_up_variables(Transform *in)
{
    for (uint32_t i = 0; i < in->arg_count; i++) {
        StackEntry value = in->inline_args[i];
        if (in->args[i].written)
            t_move_to(in, &value, in->args[i].slot);
    }
    for (uint32_t i = 0; i < in->local_count; i++) {
        const Variable *local = &in->locals[i];
        if (local->set_first || !local->named)
            continue;
        if (local->slots == 1)
            t_emit(in, MINT_LDC_I8_S, local->slot, 0u);
        else
            t_emit(in, MINT_ZERO_VT, local->slot, local->slots);
    }
    in->last_op = UINT32_MAX;
}

bool t_inline_return(Transform *t, StackEntry *value)
{
    bool is_last = t->ip == t->il_size;
    if (value && is_last && !t->joined)
        t->result = *value;
    else if (value)
        t_place(t, value, t->result_home);
    if (!is_last) {
        t_branch(t, MINT_BR, t->il_size, 0);
        t->joined = true;
    }
    t->returned = t->dead = true;
    return true;
}

static void share_output(Transform *to, const Transform *from)
{
    to->code = from->code;
    to->code_count = from->code_count;
    to->code_size = from->code_size;
    to->max_slot = MAX(to->max_slot, from->max_slot);
}

/* The null check of a callvirt, which belongs to the call. Getters do it with their only load. */
static void check_this(Transform *t, Transform *in, StackEntry *object)
{
    if (object->place == IS_ADDRESS)
        return;
    if (in->il_size > 2 && in->il[0] == CIL_LDARG_0 && in->il[1] == CIL_LDFLD)
        in->credit_caller = true;
    else
        t_emit(t, MINT_NULLCHECK, t_use(t, object));
}

static bool transform_body(Transform *t, Transform *in, uint32_t base, bool null_check)
{
    StackEntry *this_arg = (StackEntry *)(uintptr_t)in->inline_args;
    t_begin_il(in);
    if (!count_locals(in) || !t_scan(in) || has_loops(in) || !lay_out_variables(in, &base))
        return false;
    in->ip = 0;
    in->stack_base = base;
    if (null_check)
        check_this(t, in, this_arg);
    share_output(in, t);
    in->max_slot = MAX(in->max_slot, base + 1);
    set_up_variables(in);
    bool ok = t_walk(in) && in->returned && !in->unfold && !in->restart;
    if (ok)
        t_resolve_branches(in);
    share_output(t, in);
    return ok;
}

static bool inline_body(Transform *t, Transform *in, uint32_t base, bool null_check, StackEntry *result)
{
    InterpInline site = {in->method, t->il_offset, t->inlined};
    g_array_append_val(t->inlines, site);
    in->inlined = t->inlines->len;
    in->stack_size = 16;
    in->stack = g_new(StackEntry, in->stack_size);
    in->fixes = g_array_new(FALSE, FALSE, sizeof(BranchFix));
    bool ok = transform_body(t, in, base, null_check);
    t->before_last = t->newest_op = UINT32_MAX;
    t->last_op = t->last_dest = 0;
    if (ok && !in->joined) {
        *result = in->result;
        t->last_op = in->last_op;
        t->last_dest = in->last_op == UINT32_MAX ? 0 : in->last_dest;
    } else {
        t->last_op = UINT32_MAX;
        result->place = IN_HOME;
        result->home = result->slot = in->result_home;
    }
    return ok;
}

bool t_inline(Transform *t, MonoMethod *method, const StackEntry *args, uint32_t count, uint32_t result_home,
              uint32_t base, bool null_check, StackEntry *result)
{
    if (!t_may_inline(t, method))
        return false;
    MonoError error = MONO_ERROR_INIT;
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    Transform in = {.method = method, .imethod = t->imethod, .image = method->klass->image, .error = &error, .outer = t,
                    .stable = t->stable,
                    .signature = signature, .data = t->data, .data_index = t->data_index, .il_map = t->il_map,
                    .inlines = t->inlines, .last_op = UINT32_MAX, .before_last = UINT32_MAX,
                    .newest_op = UINT32_MAX, .result_home = result_home, .arg_count = count};
    if (!signature || !mono_method_body_read(in.image, MONO_TOKEN_ROW(method->token), &in.body, &error) ||
        !body_fits(method, &in.body)) {
        mono_method_body_clear(&in.body);
        mono_error_clear(&error);
        interp_method_get(method)->never_inline = true;
        return false;
    }
    /* A constant argument hides code behind a branch from the checks; only what is known to be right may be hidden. */
    in.no_fold = in.image != mono_defaults.corlib && (t->stable || !interp_method_get(method)->ready);
    in.context = mono_method_context(method);
    in.args = g_new0(Variable, count + 1);
    uint32_t code_count = t->code_count, map_count = t->il_map->len, inline_count = t->inlines->len;
    uint32_t last_op = t->last_op, last_dest = t->last_dest;
    StackEntry *saved = g_memdup2(t->stack, t->depth * sizeof(StackEntry));
    t_flush_aliased(t);
    StackEntry *values = g_new0(StackEntry, count + 1);
    memcpy(values, args, count * sizeof(StackEntry));
    in.inline_args = values;
    *result = (StackEntry){.place = IN_HOME};
    bool ok = inline_body(t, &in, base, null_check, result);
    if (!ok) {
        t->code_count = code_count;
        g_array_set_size(t->il_map, map_count);
        g_array_set_size(t->inlines, inline_count);
        if (t->depth) /* nothing was saved of an empty stack */
            memcpy(t->stack, saved, t->depth * sizeof(StackEntry));
        t->last_op = last_op;
        t->last_dest = last_dest;
        if (mono_error_ok(&error) || has_loops(&in)) /* else what does not fit may fit later, or elsewhere */
            interp_method_get(method)->never_inline = true;
    }
    mono_error_clear(&error);
    g_free(saved);
    g_free(values);
    t_clear_il(&in);
    return ok;
}
