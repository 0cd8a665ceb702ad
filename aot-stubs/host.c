/*
 * host.c - the functions of host.def.
 */
#include "aot-stubs/gen.h"

#include <math.h>
#include <string.h>

#include "interp/corlib/icalls.h"
#include "interp/exec/tier.h"

#define HOST(returns, name, parameters) static returns host_##name parameters;
#include "aot-stubs/host.def"
#undef HOST

/* ---- Entry ---- */

static AotResult host_at_limit(void *frame, void *fp, void *imethod, void *body)
{
    return jit_help_admit(frame, fp, imethod, FRAME_AOT) ? ((AotBody)body)(frame, fp) : (AotResult){0, 1};
}

static AotRealResult host_at_limit_real(void *frame, void *fp, void *imethod, void *body)
{
    return jit_help_admit(frame, fp, imethod, FRAME_AOT) ? ((AotRealBody)body)(frame, fp) : (AotRealResult){0, 1};
}

/* ---- Safepoints, events ---- */

static uint32_t host_safepoint(void *frame) { return jit_help_safepoint(frame); }
static uint32_t host_samplepoint_poll(void *frame) { return jit_help_samplepoint_poll(frame); }
static void host_prof_samplepoint(void *frame) { interp_prof_samplepoint(frame); }
static void host_prof_enter(void *frame) { interp_prof_enter(frame); }
static void host_prof_enter_cursor(void *frame) { interp_prof_enter_cursor(frame); }
static void host_prof_leave(void *frame, void *result) { interp_prof_leave(frame, result); }

static void host_answer(void *frame, void *fp, void *callee, uint64_t value, uint64_t left)
{
    aot_answer(frame, fp, callee, value, left);
}

void aot_answer(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee, uint64_t value, uint64_t left)
{
    MonoSlot result = {.u8 = value};
    frame->imethod = callee; /* a leaf makes no frame */
    frame->fp = fp;
    frame->ip = callee->code + (left >> 1);
    mono_thread_state.frames_top = frame;
    interp_prof_leave(frame, jit_returns_void(callee) ? NULL : jit_returns_value_type(callee) ? frame->ret : &result);
}

/* ---- Class constructors ---- */

static uint32_t throws(MonoException *exception)
{
    if (exception)
        mono_thread_state.pending_exception = exception;
    return exception != NULL;
}

static uint32_t host_class_init(void *callee)
{
    return throws(interp_class_init(callee));
}

static uint32_t host_static_init(void *vtable)
{
    uint16_t op = MINT_NOP;
    return throws(interp_static_init(vtable, &op, op));
}

/* ---- Objects ---- */

static void *host_load_string(void *entry, uint32_t row)
{
    void **place = entry;
    MonoError error = MONO_ERROR_INIT;
    *place = mono_ldstr(place[1], row, &error);
    mono_error_clear(&error);
    return *place;
}

static void *host_load_type(void *entry)
{
    void **place = entry;
    *place = mono_type_object(place[1]);
    if (mono_thread_state.pending_exception) { /* the interpreter makes it again, or none */
        mono_thread_state.pending_exception = NULL;
        *place = NULL;
    }
    return *place;
}

static void *host_type_of(void *object) { return jit_help_type_of(object); }

static void *host_new_object(void *vtable) { return jit_help_new(vtable); }
static void *host_new_array(void *vtable, int32_t length) { return jit_help_new_array(vtable, length); }

static void *host_new_array_md(void *klass, void *arguments, uint32_t count)
{
    MonoSlot result;
    return interp_array_new_md(klass, arguments, count, &result) ? NULL : result.p;
}

static void *host_new_delegate(void *vtable, void *target, void *method)
{
    MonoSlot result;
    return interp_delegate_new(vtable, target, method, &result) ? NULL : result.p;
}

static uint32_t host_box(void *klass, void *value, void *result) { return jit_help_box(klass, value, result); }

static uint32_t host_unbox_nullable(void *klass, void *result, uint32_t slots, void *object)
{
    memset(result, 0, slots * sizeof(MonoSlot));
    return mono_nullable_init(klass, result, object);
}

/* An enum and its underlying type are one in a box. */
static uint32_t host_can_unbox(void *klass, void *object)
{
    const MonoClass *actual = mono_object_class(object), *wanted = klass;
    return actual->valuetype && actual->element_class == wanted->element_class;
}

static uint32_t host_is_instance(void *object, void *entry) { return interp_isinst_slow(object, entry); }
static uint32_t host_store_allowed(void *array, void *value) { return interp_store_allowed(array, value); }

static void *host_array_element(void *array, void *indexes, uint32_t rank, uint32_t size)
{
    return interp_array_element(array, indexes, rank, size);
}

static uint32_t host_monitor_enter(void *object)
{
    mono_monitor_enter_object(object);
    return !mono_thread_state.pending_exception;
}

static uint32_t host_monitor_exit(void *object)
{
    return mono_monitor_exit_object(object) && !mono_thread_state.pending_exception;
}

static void *host_localloc(void *frame, uint64_t size) { return interp_localloc(frame, size); }
static void host_localloc_release(void *frame) { interp_localloc_release(frame); }

/* ---- Calls ---- */

static void *host_method_get(void *method) { return interp_method_of(method); }

static void *host_find_virtual(void *vtable, void *entry, void *frame)
{
    return jit_help_virtual(vtable, entry, frame);
}

static void *host_virtual_function(void *vtable, void *method) { return jit_help_virtual_function(vtable, method); }
static void *host_delegate_method(void *delegate, uint32_t slots) { return interp_delegate_method(delegate, slots); }

static void *host_open_virtual(void *delegate, void *arguments)
{
    MonoError error = MONO_ERROR_INIT;
    InterpMethod *found = interp_open_virtual(delegate, arguments, &error);
    mono_error_clear(&error);
    return found;
}

static uint32_t host_multicast(void *delegate, void *arguments, void *result, void *invoke, uint32_t slots)
{
    return !throws(interp_delegate_multicast(delegate, arguments, result, invoke, slots));
}

static uint32_t host_outlives(void *address, void *fp) { return interp_outlives(address, fp); }
static void host_pinvoke(void *method, void *arguments, void *result) { mono_pinvoke_call(method, arguments, result); }

/* ---- Reals ---- */

static double host_fmod(double a, double b) { return fmod(a, b); }
static double host_sin(double a) { return sin(a); }
static double host_cos(double a) { return cos(a); }
static double host_floor(double a) { return floor(a); }
static double host_ceil(double a) { return ceil(a); }

/* ---- The table ---- */

/* Bins with nothing in them: who may listen to allocations hears of all when each is made by C code. */
static MonoGCBin *bins_for_code(void)
{
    size_t bytes;
    MonoGCBin *bins = mono_gc_bins(&bytes);
    return mono_profiler_allocations_enabled() ? g_malloc0(bytes) : bins;
}

void aot_host_fill(AotHost *host)
{
    static MonoGCBin *bins;
    if (!bins)
        bins = bins_for_code();
    *host = (AotHost){
        .state = &mono_thread_state,
        .stacks = &interp_stacks,
        .status = &interp_tier_status,
        .bins = bins,
#define HOST(returns, name, parameters) .name = host_##name,
#include "aot-stubs/host.def"
#undef HOST
    };
}
