/*
 * gen-calls.c - C of calls, internal calls, new objects, returns.
 *
 * Arguments are written to the callee's slots, which begin at fp[base]; its frame is the next one. A callee of the same
 * image that is bound gets those of one slot as parameters instead. Only when it comes back with `left` set does the
 * caller write its own webs to its slots: it leaves compiled code, too, then.
 */
#include "aot-stubs/gen-internal.h"

#include <string.h>

/* ---- Arguments ---- */

bool a_argument(const InterpMethod *imethod, CArgument *argument)
{
    const MonoMethodSignature *signature = imethod->signature;
    argument->slot += argument->slots;
    if (!signature) { /* made by hand: nothing is known of them */
        bool more = argument->slot < imethod->arg_slots;
        *argument = (CArgument){0, argument->slot, imethod->arg_slots - argument->slot, true, C_U8};
        return more;
    }
    int index = argument->index++;
    if (signature->hasthis && !signature->explicit_this && index-- == 0) {
        argument->slots = 1;
        argument->in_memory = false;
        argument->type = C_U8;
        return true;
    }
    if (index >= signature->param_count)
        return false;
    const MonoType *type = &signature->params[index];
    argument->slots = mono_type_slots(type);
    argument->in_memory = argument->slots != 1 || (!type->byref && (type->type == MONO_TYPE_VALUETYPE ||
                                                                    type->type == MONO_TYPE_TYPEDBYREF));
    argument->type = interp_type_is_real(type) ? (type->type == MONO_TYPE_R4 ? C_R4 : C_R8)
                     : jit_type_is_small(type) ? C_U4 : C_U8;
    return true;
}

void a_parameters(const InterpMethod *imethod, GString *out)
{
    for (CArgument argument = {0}; a_argument(imethod, &argument);)
        if (!argument.in_memory)
            g_string_append_printf(out, ", %s a%u", a_type_name(argument.type), argument.slot);
}

bool a_calls_managed(unsigned op)
{
    switch (op) {
    case MINT_CALL:
    case MINT_CALL_NULLCHECK:
    case MINT_CALLVIRT:
    case MINT_CALLVIRT_CACHED:
    case MINT_CALL_DELEGATE:
    case MINT_NEWOBJ:
    case MINT_NEWOBJ_VT:
        return true;
    default:
        return false;
    }
}

/* ---- Calls ---- */

/* Where the callee is to put a value type. */
static void say_where(Gen *g, const InterpMethod *like, uint32_t slot)
{
    if (jit_returns_value_type(like))
        a_line(g, "AT(Slot *, frame, FRAME_SIZE + FRAME_RET) = fp + %u;", slot);
}

/* Of the variable `callee`. */
static void init_class_first(Gen *g)
{
    a_line(g, "if (UNLIKELY(AT(uint8_t, callee, IMETHOD_NEEDS_CLASS_INIT)) && !aot_ready(frame, callee)) goto %s;",
           a_pending_label(g));
}

/* Declares and makes `result`, by the variable `callee`. first: the callee's slot 0. */
static void call_found(Gen *g, const InterpMethod *like, const char *first)
{
    bool real = interp_type_is_real(&like->return_type);
    a_line(g, "AT(const uint16_t *, frame, FRAME_IP) = CODE + %u;", a_unit(g) + mint_op_info[INS->op].units);
    if (INS->op == MINT_CALL_DELEGATE)
        init_class_first(g);
    a_line(g, "Aot%sResult result = CALL_%s(callee, %s);", real ? "Real" : "", real ? "REAL" : "METHOD", first);
}

/* The callee's name where the image has it; the text declares it. */
static const char *direct_name(Gen *g, const InterpMethod *callee)
{
    const char *name = g->names && callee->signature ? g->names->symbol(callee->method, g->names->data) : NULL;
    if (name && g_hash_table_add(g->called, g_strdup(name))) {
        GString *parameters = g_string_new(NULL);
        a_parameters(callee, parameters);
        g_string_append_printf(g->declarations, "Aot%sResult %s_direct(char *, Slot *%s);\nextern const AotMethod %s_m;\n",
                               interp_type_is_real(&callee->return_type) ? "Real" : "", name, parameters->str, name);
        g_string_free(parameters, TRUE);
    }
    return name;
}

/* this: text of slot 0 where the instruction makes it, else NULL. in_memory: those that are no parameters, or all. */
static void store_arguments(Gen *g, const InterpMethod *callee, uint32_t base, const char *this, bool all)
{
    for (CArgument argument = {0}; a_argument(callee, &argument);)
        for (uint32_t s = argument.slot; s < argument.slot + argument.slots; s++)
            if (s == 0 && this && (all || argument.in_memory))
                a_line(g, "fp[%u].u8 = %s;", base, this);
            else if (!(s == 0 && this) && (all || argument.in_memory))
                a_store_slot(g, base + s);
}

/* Declares and makes `result`. The callee is data[p]. */
static void call_known(Gen *g, const InterpMethod *callee, int32_t p, uint32_t base, const char *this)
{
    const char *name = direct_name(g, callee);
    bool real = interp_type_is_real(&callee->return_type);
    const char *kind = real ? "REAL" : "METHOD";
    a_line(g, "AT(const uint16_t *, frame, FRAME_IP) = CODE + %u;", a_unit(g) + mint_op_info[INS->op].units);
    store_arguments(g, callee, base, this, !name);
    a_line(g, "Aot%sResult result;", real ? "Real" : "");
    if (name) {
        GString *arguments = g_string_new(NULL);
        for (CArgument argument = {0}; a_argument(callee, &argument);)
            if (!argument.in_memory)
                g_string_append_printf(arguments, ", %s", argument.slot == 0 && this ? this
                                       : a_slot_text(g, base + argument.slot, argument.type));
        char *direct = g_strdup_printf("result = %s_direct(frame, fp + %u%s);", name, base, arguments->str);
        g_string_free(arguments, TRUE);
        if (!strcmp(name, g->symbol)) { /* code that runs may be called */
            a_line(g, "%s", direct);
        } else {
            a_line(g, "if (LIKELY(%s_m.callable)) {", name);
            a_line(g, "    %s", direct);
            a_line(g, "} else {");
            a_line(g, "    char *callee = DATA[%d];", p);
            a_line(g, "    if (!aot_ready(frame, callee)) goto %s;", a_pending_label(g));
            store_arguments(g, callee, base, this, true);
            a_line(g, "    result = CALL_%s(callee, fp + %u);", kind, base);
            a_line(g, "}");
        }
        g_free(direct);
        return;
    }
    a_line(g, "char *callee = DATA[%d];", p);
    if (callee->may_need_class_init)
        init_class_first(g);
    a_line(g, "result = CALL_%s(callee, fp + %u);", kind, base);
}

/* The value of `result`. slot: where it goes. callee, first: texts of the method and of its slot 0. */
static void take_result(Gen *g, const InterpMethod *like, uint32_t slot, const char *callee, const char *first)
{
    bool constructs = INS->op == MINT_NEWOBJ || INS->op == MINT_NEWOBJ_VT;
    bool has_result = !jit_returns_void(like) && !constructs, in_memory = jit_returns_value_type(like);
    bool real = interp_type_is_real(&like->return_type);
    a_line(g, "if (UNLIKELY(result.left)) {");
    a_line(g, "    result = aot_left%s(frame, %s, %s, result);", real ? "_real" : "", first, callee);
    a_line(g, "    if (result.left) goto %s;", a_callee_label(g, slot));
    a_line(g, "}");
    if (!has_result || in_memory)
        return;
    if (real && like->return_type.type == MONO_TYPE_R4)
        a_def(g, 0, C_R4, "r4_of_bits((uint32_t)bits_of_r8(result.value))");
    else if (real)
        a_def(g, 0, C_R8, "result.value");
    else
        a_def(g, 0, C_U8, "result.value");
}

static void find_virtual(Gen *g, const char *object)
{
    a_line(g, "char *vtable = AT(char *, %s, OBJECT_VTABLE);", object);
    a_line(g, "char *method = AT(char *, vtable, VTABLE_SLOTS + %d);", INS->v[3] * 8);
    a_exit_if(g, "!method");
    a_line(g, "char *callee = AT(char *, method, METHOD_INTERP);");
    a_line(g, "if (UNLIKELY(!callee)) callee = host.method_get(method);");
}

/* The two answers of the call site's cache, else the object's class's, else C, which renews both. */
static void find_cached(Gen *g, const char *object)
{
    int32_t p = INS->v[1];
    a_line(g, "char *vtable = AT(char *, %s, OBJECT_VTABLE), *callee = DATA[%d];", object, p + 2);
    a_line(g, "if (vtable != DATA[%d]) {", p + 1);
    a_line(g, "    callee = DATA[%d];", p + 4);
    a_line(g, "    if (vtable != DATA[%d] && !(callee = aot_search(vtable, DATA[%d]))) {", p + 3, p);
    a_save_state(g);
    a_line(g, "        callee = host.find_virtual(vtable, (void *)&DATA[%d], frame);", p);
    a_exit_if(g, "!callee");
    a_line(g, "    }");
    a_line(g, "}");
}

/* Boxes are of a type under these, or of one that implements an interface. */
static void unbox_this(Gen *g, const InterpMethod *like, uint32_t base)
{
    const MonoClass *klass = like->method->klass;
    if (!klass->is_interface && klass != mono_defaults.object && !mono_class_is_subclass(mono_defaults.enum_class, (MonoClass *)klass))
        return;
    a_line(g, "if (UNLIKELY(AT(uint8_t, callee, IMETHOD_UNBOX_THIS))) fp[%u].u8 += OBJECT_HEADER;", base);
}

void a_call(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2], result = (uint32_t)INS->v[0];
    InterpMethod *like = jit_callee(g->r, INS);
    const char *object = INS->op == MINT_CALL ? NULL : a_object_in(g, base);
    const char *callee = a_text(g, "DATA[%d]", INS->v[1]);
    a_line(g, "{");
    say_where(g, like, result);
    if (INS->op == MINT_CALL || INS->op == MINT_CALL_NULLCHECK) {
        call_known(g, like, INS->v[1], base, NULL);
    } else {
        a_flush(g);
        if (INS->op == MINT_CALLVIRT)
            find_virtual(g, object);
        else
            find_cached(g, object);
        unbox_this(g, like, base);
        call_found(g, like, a_text(g, "fp + %u", base));
        callee = "callee";
    }
    /* What writes no value must not be taken for one that does: its slot 0 is nobody's. */
    take_result(g, like, jit_returns_void(like) ? base : result, callee, a_text(g, "fp + %u", base));
    a_line(g, "}");
    a_reload_defs(g, false);
}

/* One target: closed, its object takes the delegate's slot; open, its arguments begin behind that. */
void a_call_delegate(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2], result = (uint32_t)INS->v[0];
    const InterpMethod *invoke = jit_callee(g->r, INS);
    const char *delegate = a_object_in(g, base);
    bool one_slot = !jit_returns_void(invoke) && !jit_returns_value_type(invoke);
    a_flush(g);
    a_line(g, "{ char *delegate = (char *)%s, *callee = AT(char *, delegate, DELEGATE_INTERP);", delegate);
    a_line(g, "Slot *first = fp + %u;", base);
    a_line(g, "if (UNLIKELY(AT(char *, delegate, DELEGATE_LIST))) {");
    a_save_state(g);
    a_line(g, "    if (!host.multicast(delegate, first, fp + %u, DATA[%d], %d)) goto %s;", result, INS->v[1], INS->v[3],
           a_pending_label(g));
    if (one_slot)
        a_reload_defs(g, true);
    a_line(g, "} else {");
    a_line(g, "if (UNLIKELY(!callee || AT(char *, callee, IMETHOD_METHOD) != AT(char *, delegate, DELEGATE_METHOD))) {");
    a_exit_if(g, "!AT(char *, delegate, DELEGATE_METHOD)");
    a_line(g, "    callee = host.delegate_method(delegate, %d);", INS->v[3]);
    a_line(g, "}");
    a_line(g, "if (AT(uint32_t, callee, IMETHOD_ARG_SLOTS) == %d) {", INS->v[3]);
    a_line(g, "    first++;");
    a_line(g, "    if (UNLIKELY(AT(uint8_t, delegate, DELEGATE_IS_VIRTUAL))) {");
    a_save_state(g);
    a_line(g, "        callee = host.open_virtual(delegate, first);");
    a_exit_if(g, "!callee");
    a_line(g, "    }");
    a_line(g, "} else {");
    a_line(g, "    char *target = AT(char *, delegate, DELEGATE_TARGET);");
    a_line(g, "    if (UNLIKELY(AT(uint8_t, callee, IMETHOD_UNBOX_THIS)) && target) target += OBJECT_HEADER;");
    a_line(g, "    first->u8 = (uint64_t)target;");
    a_line(g, "}");
    say_where(g, invoke, result);
    call_found(g, invoke, "first");
    take_result(g, invoke, jit_returns_void(invoke) ? base : result, "callee", "first");
    a_line(g, "}");
    a_line(g, "}");
    a_reload_defs(g, false);
}

/* ---- Internal calls ---- */

void a_icall(Gen *g)
{
    bool is_void_call = INS->op == MINT_ICALL_VOID;
    int32_t p = INS->v[is_void_call ? 0 : 1], base = INS->v[is_void_call ? 1 : 2];
    a_flush(g);
    a_save_state(g);
    a_line(g, "{ Slot result;");
    if (INS->op == MINT_PINVOKE)
        a_line(g, "host.pinvoke(DATA[%d], fp + %d, fp + %d);", p, base, INS->v[0]);
    else if (INS->op == MINT_ICALL_VT)
        a_line(g, "((void (*)(Slot *, Slot *))DATA[%d])(fp + %d, fp + %d);", p, base, INS->v[0]);
    else
        a_line(g, "((void (*)(Slot *, Slot *))DATA[%d])(fp + %d, &result);", p, base);
    a_line(g, "if (UNLIKELY(AT(char *, STATE, STATE_PENDING))) goto %s;", a_pending_label(g));
    if (INS->op == MINT_ICALL && INS->web[0] == JIT_NO_WEB)
        a_line(g, "fp[%d].u8 = result.u8;", INS->v[0]);
    else if (INS->op == MINT_ICALL)
        a_def_as(g, 0, C_U8, "result.u8");
    a_line(g, "}");
    a_reload_defs(g, INS->op != MINT_ICALL);
}

/* ---- New objects ---- */

/* `object`, of the vtable in data[p]. Its place is taken here when there is one of its size, else by C. */
static void allocate(Gen *g, int32_t p)
{
    const MonoVTable *vtable = jit_data(g->r, INS)[p];
    uint32_t slot_bytes;
    const MonoGCBin *bin = mono_gc_bin(vtable, &slot_bytes);
    a_line(g, "char *object;");
    if (bin && !vtable->has_finalizer) {
        a_line(g, "char *bin = (char *)host.bins + %zu;", (size_t)((const char *)bin - (const char *)mono_gc_bins(NULL)));
        a_line(g, "object = AT(char *, bin, BIN_CURSOR);");
        a_line(g, "if (LIKELY(object != AT(char *, bin, BIN_LIMIT))) {");
        a_line(g, "    AT(char *, bin, BIN_CURSOR) = object + %u;", slot_bytes);
        a_line(g, "    AT(char *, object, OBJECT_VTABLE) = DATA[%d];", p);
        a_line(g, "} else {");
    } else {
        a_line(g, "{");
    }
    a_save_state(g);
    a_line(g, "    object = host.new_object(DATA[%d]);", p);
    a_exit_if(g, "!object");
    a_line(g, "}");
}

void a_made_by_host(Gen *g, const char *call)
{
    a_save_state(g);
    a_line(g, "{ void *object = host.%s;", call);
    a_exit_if(g, "!object");
    a_def(g, 0, C_U8, "(uint64_t)object");
    a_line(g, "}");
    a_not_null(g, 0);
}

void a_new_array(Gen *g)
{
    a_safepoint(g);
    a_made_by_host(g, a_text(g, "new_array(DATA[%d], %s)", INS->v[2], a_use(g, 1, C_I4)));
}

void a_new_object(Gen *g)
{
    int32_t p = INS->v[INS->op == MINT_BOX ? 2 : 1];
    const MonoVTable *vtable = jit_data(g->r, INS)[p];
    a_safepoint(g);
    a_flush(g);
    a_line(g, "{");
    allocate(g, p);
    if (INS->op == MINT_BOX)
        a_line(g, "__builtin_memcpy(object + OBJECT_HEADER, fp + %d, %u);", INS->v[1], vtable->klass->value_size);
    a_def(g, 0, C_U8, "(uint64_t)object");
    a_line(g, "}");
    a_not_null(g, 0);
}

void a_box_nullable(Gen *g)
{
    a_safepoint(g);
    a_flush(g);
    a_save_state(g);
    a_line(g, "{ void *object;");
    a_exit_if(g, "!host.box(DATA[%d], fp + %d, &object)", INS->v[2], INS->v[1]);
    a_def(g, 0, C_U8, "(uint64_t)object");
    a_line(g, "}");
}

/* The object lies in the constructor's slot 0 and in the result's, where the interpreter would have it. */
void a_construct(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2];
    const InterpMethod *constructor = jit_callee(g->r, INS);
    a_safepoint(g);
    a_line(g, "{");
    allocate(g, INS->v[1] + 1);
    a_line(g, "fp[%d].u8 = (uint64_t)object;", INS->v[0]);
    call_known(g, constructor, INS->v[1], base, "(uint64_t)object");
    take_result(g, constructor, base, a_text(g, "DATA[%d]", INS->v[1]), a_text(g, "fp + %u", base));
    a_def(g, 0, C_U8, "(uint64_t)object");
    a_line(g, "}");
    a_not_null(g, 0);
}

void a_new_vt(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2];
    const InterpMethod *constructor = jit_callee(g->r, INS);
    a_line(g, "{");
    a_line(g, "__builtin_memset(fp + %d, 0, %d);", INS->v[0], INS->v[3] * 8);
    call_known(g, constructor, INS->v[1], base, a_text(g, "(uint64_t)(fp + %d)", INS->v[0]));
    take_result(g, constructor, base, a_text(g, "DATA[%d]", INS->v[1]), a_text(g, "fp + %u", base));
    a_line(g, "}");
    a_reload_defs(g, false);
}

/* ---- Returns ---- */

void a_return(Gen *g)
{
    const InterpMethod *imethod = g->r->imethod;
    const char *real = g->is_real ? "Real" : "", *value = "0";
    if (INS->op == MINT_RET_VT) {
        a_flush(g);
        a_line(g, "__builtin_memmove(AT(Slot *, frame, FRAME_RET), fp + %d, %d);", INS->v[0], INS->v[1] * 8);
    } else if (INS->op == MINT_RET && jit_returns_value_type(imethod)) {
        a_line(g, "AT(Slot *, frame, FRAME_RET)->u8 = %s;", a_use_as(g, 0, C_U8));
    } else if (INS->op == MINT_RET && imethod->return_type.type == MONO_TYPE_R4 && g->is_real) {
        value = a_text(g, "r8_of_bits(bits_of_r4(%s))", a_use(g, 0, C_R4));
    } else if (INS->op == MINT_RET && g->is_real) {
        value = a_use(g, 0, C_R8);
    } else if (INS->op == MINT_RET) {
        value = a_use(g, 0, C_U8);
    }
    if (imethod->has_localloc)
        a_line(g, "if (AT(uint32_t, frame, FRAME_FLAGS) & FLAG_LOCALLOC) host.localloc_release(frame);");
    if (!g->leave_unit) {
        a_line(g, "return (Aot%sResult){%s, 0};", real, value);
        return;
    }
    a_line(g, "{ %s value = %s;", g->is_real ? "double" : "uint64_t", value);
    a_line(g, g->is_real ? "FIRST_REAL(value);" : "FIRST(value);");
    a_line(g, "return (Aot%sResult){value, REQUEST(%u)}; }", real, g->leave_unit);
    g->leave_unit = 0;
}
