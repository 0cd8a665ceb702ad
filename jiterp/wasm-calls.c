/*
 * wasm-calls.c - traces and the functions they import (wasm-helpers.def).
 *
 * A trace calls another one directly, in C and WebAssembly: frames are the interpreter's. A callee without a trace is
 * pushed for the interpreter, and so is every callee where the C stack ends; then all traces that run are left one by one,
 * each with its frame behind the call (JIT_WASM_LEFT). What the host cannot do, the interpreter does: the trace is left at
 * the op.
 */
#include "jiterp/wasm-calls.h"

#include <math.h>
#include <string.h>

#include "interp/corlib/icalls.h"

#define EXPORT(name) __attribute__((export_name("mono_jiterp_" #name)))

typedef int32_t (*Trace)(InterpFrame *frame, MonoSlot *fp);

/* ---- Ways out ---- */

static int32_t leave_to(InterpFrame *frame)
{
    mono_thread_state.frames_top = frame;
    interp_tier_status = INTERP_TIER_EXIT;
    return JIT_WASM_LEFT;
}

/* The interpreter runs the op. */
static int32_t leave_at(InterpFrame *frame, const uint16_t *ip)
{
    frame->ip = ip;
    return leave_to(frame);
}

static int32_t pending(InterpFrame *frame)
{
    mono_thread_state.frames_top = frame;
    return JIT_WASM_PENDING;
}

static int32_t go_on_unless_pending(InterpFrame *frame)
{
    return mono_thread_state.pending_exception ? pending(frame) : 0;
}

static void save(InterpFrame *frame, uint32_t unit)
{
    frame->ip = frame->imethod->code + unit + 1;
    mono_thread_state.frames_top = frame;
}

static void count_exit(unsigned op)
{
    jit_exit_counts.by_cause[JIT_ABORT_UNSUPPORTED]++;
    jit_exit_counts.by_op[op]++;
}

int32_t jit_trace_run(void *code, InterpFrame *frame)
{
    Trace trace = (Trace)(uintptr_t)code;
    frame->flags |= FRAME_JITERP;
    int32_t result = trace(frame, frame->fp);
    frame->flags &= ~(uint32_t)FRAME_JITERP;
    if (result < 0)
        return result;
    const uint16_t *ip = frame->imethod->code + result;
    count_exit(*ip);
    return leave_at(frame, ip);
}

/* ---- Calls ---- */

/* May the call op enter it without more ado? Else the interpreter does what must be done first, or throws. */
static bool may_enter(const InterpFrame *frame, const InterpMethod *callee, const MonoSlot *fp)
{
    return callee->ready && !callee->needs_class_init && fp + callee->frame_slots <= interp_stacks.slot_limit &&
           frame + 1 < interp_stacks.enter_limit;
}

static void *trace_of(InterpMethod *callee)
{
    if (callee->tier)
        return callee->tier;
    JitMethod *method = jit_method(callee);
    if (method->failed || ++method->heat <= jit_heat_needed(method) || !jit_compile(callee, callee->code))
        return NULL;
    return callee->tier;
}

/* After may_enter(). frame->ip is behind the call. */
static int32_t call(InterpFrame *frame, InterpMethod *callee, MonoSlot *fp, MonoSlot *ret)
{
    char here;
    InterpFrame *made = frame + 1;
    mono_thread_state.frames_top = frame;
    void *trace = &here > interp_stacks.c_stack_limit ? trace_of(callee) : NULL;
    *made = (InterpFrame){.imethod = callee, .ip = callee->code, .fp = fp, .ret = ret};
    memset(fp + callee->arg_slots, 0, callee->local_slots * sizeof(MonoSlot));
    mono_thread_state.frames_top = made;
    if (!trace)
        return leave_to(made);
    int32_t result = jit_trace_run(trace, made);
    if (result != JIT_WASM_RETURNED)
        return result;
    if (made->flags & FRAME_LOCALLOC)
        interp_localloc_release(made);
    mono_thread_state.frames_top = frame;
    return 0;
}

#define SLOT(unit) fp[ip[unit]]
#define DATA(unit) data[ip[unit]]

static int32_t call_virtual(InterpFrame *frame, const uint16_t *ip, MonoSlot *fp, void **data)
{
    MonoSlot *callee_fp = &SLOT(3);
    MonoObject *object = callee_fp->o;
    InterpMethod *callee = NULL;
    if (!object)
        return leave_at(frame, ip);
    if (*ip == MINT_CALLVIRT) {
        MonoMethod *method = object->vtable->slots[ip[4]];
        callee = method ? interp_method_of(method) : NULL;
    } else {
        void **entry = &DATA(2);
        callee = entry[1] == object->vtable ? entry[2] : jit_help_virtual(object->vtable, entry, frame);
    }
    if (!callee || !may_enter(frame, callee, callee_fp))
        return leave_at(frame, ip);
    if (callee->unbox_this)
        callee_fp->p = mono_object_unbox(object);
    frame->ip = ip + mint_units(ip);
    return call(frame, callee, callee_fp, &SLOT(1));
}

/* One target, closed or static. */
static int32_t call_delegate(InterpFrame *frame, const uint16_t *ip, MonoSlot *fp)
{
    MonoSlot *callee_fp = &SLOT(3);
    MonoDelegate *delegate = callee_fp->p;
    if (!delegate || ((MonoMulticastDelegate *)delegate)->delegates || !delegate->method_ptr)
        return leave_at(frame, ip);
    InterpMethod *callee = delegate->interp_method;
    if (!callee || callee->method != delegate->method_ptr)
        return leave_at(frame, ip);
    bool open = callee->arg_slots == ip[4];
    if ((open && delegate->method_is_virtual) || !may_enter(frame, callee, callee_fp + open))
        return leave_at(frame, ip);
    if (!open)
        callee_fp->p = callee->unbox_this && delegate->target ? mono_object_unbox(delegate->target) : delegate->target;
    frame->ip = ip + mint_units(ip);
    return call(frame, callee, callee_fp + open, &SLOT(1));
}

static int32_t new_object(InterpFrame *frame, const uint16_t *ip, MonoSlot *fp, void **data)
{
    InterpMethod *constructor = DATA(2);
    MonoSlot *callee_fp = &SLOT(3);
    bool is_value = *ip == MINT_NEWOBJ_VT;
    if (mono_thread_state.safepoint_pending || !may_enter(frame, constructor, callee_fp))
        return leave_at(frame, ip);
    if (is_value) {
        memset(&SLOT(1), 0, ip[4] * sizeof(MonoSlot));
        callee_fp->p = &SLOT(1);
    } else {
        MonoObject *object = jit_help_new((&DATA(2))[1]);
        if (!object)
            return leave_at(frame, ip);
        callee_fp->o = SLOT(1).o = object;
    }
    frame->ip = ip + mint_units(ip);
    return call(frame, constructor, callee_fp, is_value ? callee_fp : &SLOT(1));
}

/* The op is ICALL, ICALL_VOID, ICALL_VT or PINVOKE; the frame's state is saved. */
static int32_t internal_call(InterpFrame *frame, const uint16_t *ip, MonoSlot *fp, void **data)
{
    MonoSlot result;
    switch (*ip) {
    case MINT_ICALL:
        ((MonoICall)DATA(2))(&SLOT(3), &result);
        SLOT(1) = result;
        break;
    case MINT_ICALL_VOID:
        ((MonoICall)DATA(1))(&SLOT(2), &result);
        break;
    case MINT_ICALL_VT:
        ((MonoICall)DATA(2))(&SLOT(3), &SLOT(1));
        break;
    default:
        mono_pinvoke_call(DATA(2), &SLOT(3), &SLOT(1));
    }
    if (mono_thread_state.pending_exception)
        return pending(frame);
    if (mono_thread_state.safepoint_pending)
        mono_safepoint();
    return go_on_unless_pending(frame);
}

/* ---- Other ops ---- */

static bool is_instance(const uint16_t *ip, MonoObject *object, void **entry)
{
    if (*ip == MINT_CASTCLASS_CLASS || *ip == MINT_ISINST_CLASS)
        return mono_class_is_subclass(object->vtable->klass, entry[0]);
    return entry[1] == object->vtable || (entry[2] != object->vtable && interp_isinst_slow(object, entry));
}

static void *reference_element(const uint16_t *ip, MonoSlot *fp, void **data)
{
    MonoArray *array = SLOT(2).p;
    uint32_t index = SLOT(3).u4;
    if (!array || index >= array->length || array->object.vtable->klass->element_class != DATA(4))
        return NULL;
    return mono_array_address(array, sizeof(void *), index);
}

/* false: the interpreter runs it, and throws. */
static bool plain_op(InterpFrame *frame, const uint16_t *ip, MonoSlot *fp, void **data)
{
    MonoObject *object;
    switch (*ip) {
    case MINT_NEWARR:
        return jit_put(jit_help_new_array(DATA(3), SLOT(2).i4), &SLOT(1));
    case MINT_ALLOC:
        return jit_put(jit_help_new(DATA(2)), &SLOT(1));
    case MINT_BOX:
        return jit_help_box(((MonoVTable *)DATA(3))->klass, &SLOT(2), &object) && jit_put(object, &SLOT(1));
    case MINT_LDELEMA_REF:
        return jit_put(reference_element(ip, fp, data), &SLOT(1));
    case MINT_CHECK_ARRAY_CLASS:
        return SLOT(1).o && SLOT(1).o->vtable->klass == DATA(2);
    case MINT_CASTCLASS_CLASS:
    case MINT_CASTCLASS_CACHED:
        object = SLOT(2).o;
        if (object && !is_instance(ip, object, &DATA(3)))
            return false;
        SLOT(1).o = object;
        return true;
    case MINT_ISINST_CLASS:
    case MINT_ISINST_CACHED:
        object = SLOT(2).o;
        SLOT(1).o = object && is_instance(ip, object, &DATA(3)) ? object : NULL;
        return true;
    case MINT_PROF_ENTER_CURSOR:
        if (!interp_cursor_entered(&mono_thread_state, frame))
            interp_prof_enter_cursor(frame);
        return true;
    case MINT_PROF_EXIT_CURSOR:
        if (!interp_cursor_left(&mono_thread_state, frame))
            interp_prof_leave(frame, NULL);
        return true;
    case MINT_PROF_TAIL_CALL:
        interp_prof_tail_call(frame, DATA(1));
        return true;
#define BY_OBJECT(NAME) case MINT_##NAME:
        JIT_BY_OBJECT_HELPER(BY_OBJECT)
#undef BY_OBJECT
        return jit_help_object_op(ip, fp, data);
    default:
        return jit_help_op(ip, fp, data);
    }
}

EXPORT(op) int32_t jit_wasm_op(InterpFrame *frame, uint32_t unit);
int32_t jit_wasm_op(InterpFrame *frame, uint32_t unit)
{
    const uint16_t *ip = frame->imethod->code + unit;
    MonoSlot *fp = frame->fp;
    void **data = frame->imethod->data;
    save(frame, unit);
    switch (*ip) {
    case MINT_CALL_NULLCHECK:
        if (!SLOT(3).p)
            return leave_at(frame, ip);
        /* fall through */
    case MINT_CALL:
        if (!may_enter(frame, DATA(2), &SLOT(3)))
            return leave_at(frame, ip);
        frame->ip = ip + mint_units(ip);
        return call(frame, DATA(2), &SLOT(3), &SLOT(1));
    case MINT_CALLVIRT:
    case MINT_CALLVIRT_CACHED:
        return call_virtual(frame, ip, fp, data);
    case MINT_CALL_DELEGATE:
        return call_delegate(frame, ip, fp);
    case MINT_NEWOBJ:
    case MINT_NEWOBJ_VT:
        return new_object(frame, ip, fp, data);
    case MINT_ICALL:
    case MINT_ICALL_VOID:
    case MINT_ICALL_VT:
    case MINT_PINVOKE:
        return internal_call(frame, ip, fp, data);
    default:
        if (!plain_op(frame, ip, fp, data))
            return leave_at(frame, ip);
        return go_on_unless_pending(frame);
    }
}

/* ---- Safepoints, events ---- */

EXPORT(safepoint) int32_t jit_wasm_safepoint(InterpFrame *frame, uint32_t unit);
int32_t jit_wasm_safepoint(InterpFrame *frame, uint32_t unit)
{
    save(frame, unit);
    mono_safepoint();
    return go_on_unless_pending(frame);
}

EXPORT(samplepoint_poll) int32_t jit_wasm_samplepoint_poll(InterpFrame *frame, uint32_t unit);
int32_t jit_wasm_samplepoint_poll(InterpFrame *frame, uint32_t unit)
{
    save(frame, unit);
    interp_prof_poll(frame);
    return go_on_unless_pending(frame);
}

EXPORT(prof_enter) void jit_wasm_prof_enter(InterpFrame *frame, uint32_t unit);
void jit_wasm_prof_enter(InterpFrame *frame, uint32_t unit)
{
    save(frame, unit);
    interp_prof_enter(frame);
}

EXPORT(prof_samplepoint) void jit_wasm_prof_samplepoint(InterpFrame *frame, uint32_t unit);
void jit_wasm_prof_samplepoint(InterpFrame *frame, uint32_t unit)
{
    save(frame, unit);
    interp_prof_samplepoint(frame);
}

EXPORT(prof_leave) void jit_wasm_prof_leave(InterpFrame *frame, uint32_t unit, MonoSlot *result);
void jit_wasm_prof_leave(InterpFrame *frame, uint32_t unit, MonoSlot *result)
{
    save(frame, unit);
    interp_prof_leave(frame, result);
}

/* ---- Small things ---- */

EXPORT(store_check) int32_t jit_wasm_store_check(MonoArray *array, MonoObject *value);
int32_t jit_wasm_store_check(MonoArray *array, MonoObject *value)
{
    return interp_store_allowed(array, value);
}

EXPORT(fmod) double jit_wasm_fmod(double a, double b);
double jit_wasm_fmod(double a, double b)
{
    return fmod(a, b);
}

EXPORT(sin) double jit_wasm_sin(double a);
double jit_wasm_sin(double a)
{
    return sin(a);
}

EXPORT(cos) double jit_wasm_cos(double a);
double jit_wasm_cos(double a)
{
    return cos(a);
}
