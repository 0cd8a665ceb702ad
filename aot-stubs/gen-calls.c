/*
 * gen-calls.c - C of calls, internal calls, new objects, returns.
 *
 * Arguments are written to the callee's slots, which begin at fp[base]; its frame is the next one. Only when it comes back
 * with `left` set does the caller write its own webs to its slots: it leaves compiled code, too, then.
 */
#include "aot-stubs/gen-internal.h"

bool a_returns_value_type(const InterpMethod *imethod)
{
    const MonoType *type = &imethod->return_type;
    return !type->byref && (type->type == MONO_TYPE_VALUETYPE || type->type == MONO_TYPE_TYPEDBYREF);
}

static bool is_void(const InterpMethod *imethod)
{
    return imethod->return_type.type == MONO_TYPE_VOID && !imethod->return_type.byref;
}

/* ---- Calls ---- */

/* The ip of a call lies behind it. Then `callee`, a variable, is ready to be called. */
static void prepare(Gen *g, bool may_need_class_init)
{
    a_line(g, "AT(const uint16_t *, frame, FRAME_IP) = code + %u;", a_unit(g) + mint_op_info[INS->op].units);
    if (!may_need_class_init)
        return;
    a_line(g, "if (UNLIKELY(AT(uint8_t, callee, IMETHOD_NEEDS_CLASS_INIT))) {");
    a_line(g, "    AT(char *, state, STATE_FRAMES_TOP) = frame;");
    a_line(g, "    if (host.class_init(callee)) goto %s;", a_pending_label(g));
    a_line(g, "}");
}

/* like: of the callee's signature. first: text of the callee's slot 0. result: slot. */
static void enter_callee(Gen *g, const InterpMethod *like, const char *first, uint32_t result)
{
    bool constructs = INS->op == MINT_NEWOBJ || INS->op == MINT_NEWOBJ_VT;
    bool has_result = !is_void(like) && !constructs, in_memory = a_returns_value_type(like);
    if (in_memory)
        a_line(g, "AT(Slot *, frame, FRAME_SIZE + FRAME_RET) = fp + %u;", result);
    bool real = jit_type_is_fp(&like->return_type);
    a_line(g, "Aot%sResult result = CALL_%s(callee, %s);", real ? "Real" : "", real ? "REAL" : "METHOD", first);
    a_line(g, "if (UNLIKELY(result.left)) goto %s;", a_callee_label(g, result));
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

/* The two answers of the call site's cache, else C, which renews it. */
static void find_cached(Gen *g, const char *object)
{
    int32_t p = INS->v[1];
    a_line(g, "char *vtable = AT(char *, %s, OBJECT_VTABLE), *callee = data[%d];", object, p + 2);
    a_line(g, "if (vtable != data[%d]) {", p + 1);
    a_line(g, "    callee = data[%d];", p + 4);
    a_line(g, "    if (vtable != data[%d]) {", p + 3);
    a_save_state(g);
    a_line(g, "        callee = host.find_virtual(vtable, (void *)&data[%d], frame);", p);
    a_exit_if(g, "!callee");
    a_line(g, "    }");
    a_line(g, "}");
}

static void unbox_this(Gen *g, uint32_t base)
{
    a_line(g, "if (UNLIKELY(AT(uint8_t, callee, IMETHOD_UNBOX_THIS))) fp[%u].u8 += OBJECT_HEADER;", base);
}

void a_call(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2], result = (uint32_t)INS->v[0];
    InterpMethod *like = jit_callee(g->r, INS);
    bool direct = INS->op == MINT_CALL || INS->op == MINT_CALL_NULLCHECK;
    const char *object = INS->op == MINT_CALL ? NULL : a_object_in(g, base);
    a_flush(g);
    a_line(g, "{");
    if (INS->op == MINT_CALLVIRT)
        find_virtual(g, object);
    else if (INS->op == MINT_CALLVIRT_CACHED)
        find_cached(g, object);
    else
        a_line(g, "char *callee = data[%d];", INS->v[1]);
    if (!direct)
        unbox_this(g, base);
    prepare(g, direct && like->may_need_class_init);
    /* What writes no value must not be taken for one that does: its slot 0 is nobody's. */
    enter_callee(g, like, a_text(g, "fp + %u", base), is_void(like) ? base : result);
    a_line(g, "}");
    a_reload_defs(g, false);
}

/* One target: closed, its object takes the delegate's slot; open, its arguments begin behind that. */
void a_call_delegate(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2], result = (uint32_t)INS->v[0];
    const InterpMethod *invoke = jit_callee(g->r, INS);
    const char *delegate = a_object_in(g, base);
    bool one_slot = !is_void(invoke) && !a_returns_value_type(invoke);
    a_flush(g);
    a_line(g, "{ char *delegate = (char *)%s, *callee = AT(char *, delegate, DELEGATE_INTERP);", delegate);
    a_line(g, "Slot *first = fp + %u;", base);
    a_line(g, "if (UNLIKELY(AT(char *, delegate, DELEGATE_LIST))) {");
    a_save_state(g);
    a_line(g, "    if (!host.multicast(delegate, first, fp + %u, data[%d], %d)) goto %s;", result, INS->v[1], INS->v[3],
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
    prepare(g, true);
    enter_callee(g, invoke, "first", is_void(invoke) ? base : result);
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
        a_line(g, "host.pinvoke(data[%d], fp + %d, fp + %d);", p, base, INS->v[0]);
    else if (INS->op == MINT_ICALL_VT)
        a_line(g, "((void (*)(Slot *, Slot *))data[%d])(fp + %d, fp + %d);", p, base, INS->v[0]);
    else
        a_line(g, "((void (*)(Slot *, Slot *))data[%d])(fp + %d, &result);", p, base);
    a_line(g, "if (UNLIKELY(AT(char *, state, STATE_PENDING))) goto %s;", a_pending_label(g));
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
        a_line(g, "    AT(char *, object, OBJECT_VTABLE) = data[%d];", p);
        a_line(g, "} else {");
    } else {
        a_line(g, "{");
    }
    a_save_state(g);
    a_line(g, "    object = host.new_object(data[%d]);", p);
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
    a_made_by_host(g, a_text(g, "new_array(data[%d], %s)", INS->v[2], a_use(g, 1, C_I4)));
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
    a_exit_if(g, "!host.box(data[%d], fp + %d, &object)", INS->v[2], INS->v[1]);
    a_def(g, 0, C_U8, "(uint64_t)object");
    a_line(g, "}");
}

/* The object lies in the constructor's slot 0 and in the result's, where the interpreter would have it. */
void a_construct(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2];
    const InterpMethod *constructor = jit_callee(g->r, INS);
    a_safepoint(g);
    a_flush(g);
    a_line(g, "{");
    allocate(g, INS->v[1] + 1);
    a_line(g, "char *callee = data[%d];", INS->v[1]);
    a_line(g, "fp[%u].u8 = fp[%d].u8 = (uint64_t)object;", base, INS->v[0]);
    prepare(g, constructor->may_need_class_init);
    enter_callee(g, constructor, a_text(g, "fp + %u", base), base);
    a_def(g, 0, C_U8, "(uint64_t)object");
    a_line(g, "}");
    a_not_null(g, 0);
}

void a_new_vt(Gen *g)
{
    uint32_t base = (uint32_t)INS->v[2];
    const InterpMethod *constructor = jit_callee(g->r, INS);
    a_flush(g);
    a_line(g, "{ char *callee = data[%d];", INS->v[1]);
    a_line(g, "__builtin_memset(fp + %d, 0, %d);", INS->v[0], INS->v[3] * 8);
    a_line(g, "fp[%u].u8 = (uint64_t)(fp + %d);", base, INS->v[0]);
    prepare(g, constructor->may_need_class_init);
    enter_callee(g, constructor, a_text(g, "fp + %u", base), base);
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
    } else if (INS->op == MINT_RET && a_returns_value_type(imethod)) {
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
    a_line(g, "return (Aot%sResult){%s, 0};", real, value);
}
