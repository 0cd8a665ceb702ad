/*
 * calls.c - managed code called from C: methods made ready, the loop entered, values between memory and slots,
 * delegates with several targets, Main.
 */
#include "interp/exec/internal.h"
#include "interp/exec/tools.h"

#include <stdio.h>
#include <string.h>

/* ---- Making methods ready ---- */

INTERP_COLD MonoException *interp_prepare(InterpMethod *imethod)
{
    MonoError error = MONO_ERROR_INIT;
    return interp_method_transform(imethod, &error) ? NULL : mono_error_exception(&error);
}

INTERP_COLD MonoException *interp_class_init(InterpMethod *imethod)
{
    MonoError error = MONO_ERROR_INIT;
    if (!imethod->needs_class_init)
        return NULL;
    MonoVTable *vtable = mono_class_vtable_checked(imethod->method->klass, &error);
    if (!vtable || (!vtable->initialized && !mono_runtime_class_init_checked(vtable, &error)))
        return interp_class_failure(&error);
    if (vtable->initialized)
        imethod->needs_class_init = false;
    return NULL;
}

/* The constructor's own safepoints may have unmade the method. */
INTERP_COLD MonoException *interp_prepare_entry(InterpMethod *imethod)
{
    MonoException *exception;
    do {
        exception = interp_prepare(imethod);
        if (!exception)
            exception = interp_class_init(imethod);
    } while (!exception && !imethod->ready);
    return exception;
}

/* ---- Entering the loop ---- */

/* Makes a method ready whose arguments stand at fp already: a frame that nobody sees keeps them alive meanwhile. */
static INTERP_COLD MonoException *prepare_below(InterpMethod *imethod, InterpFrame *frame, MonoSlot *fp)
{
    InterpMethod holder = {.frame_slots = imethod->arg_slots};
    *frame = (InterpFrame){.imethod = &holder, .fp = fp, .flags = FRAME_INVOKE | FRAME_FILTER};
    mono_thread_state.frames_top = frame;
    MonoException *exception = interp_prepare_entry(imethod);
    mono_thread_state.frames_top = frame - 1;
    return exception;
}

MonoException *interp_invoke(InterpMethod *imethod, const MonoSlot *args, MonoSlot *ret)
{
    MonoThreadState *state = &mono_thread_state;
    InterpFrame *caller = state->frames_top, *frame = caller + 1;
    MonoSlot *fp = interp_slots_top();
    if (!interp_room_for(frame, fp, imethod->arg_slots))
        return mono_exception_stack_overflow();
    for (uint32_t i = 0; i < imethod->arg_slots; i++)
        fp[i] = args[i];
    if (!imethod->ready || imethod->needs_class_init) {
        MonoException *exception = prepare_below(imethod, frame, fp);
        if (exception)
            return exception;
    }
    if (!interp_room_for(frame, fp, imethod->frame_slots))
        return mono_exception_stack_overflow();
    memset(fp + imethod->arg_slots, 0, imethod->local_slots * sizeof(MonoSlot));
    *frame = (InterpFrame){imethod, imethod->code, fp, ret, FRAME_INVOKE, NULL};
    state->frames_top = frame;
    if (imethod->polled_at_entry && state->samplepoint_requested)
        interp_prof_enter(frame);
    uint32_t slots = imethod->frame_slots;
    MonoException *exception = interp_run(frame);
    state->frames_top = caller;
    memset(fp, 0, slots * sizeof(MonoSlot)); /* a finalizer's object must not live on here */
    return exception;
}

MonoException *mono_invoke_slots(MonoMethod *method, const MonoSlot *args, MonoSlot *ret)
{
    InterpMethod *imethod = interp_method_of(method);
    if (ret || imethod->return_type.type == MONO_TYPE_VOID)
        return interp_invoke(imethod, args, ret);
    MonoSlot *unwanted = g_new0(MonoSlot, mono_type_slots(&imethod->return_type) + 1);
    MonoException *exception = interp_invoke(imethod, args, unwanted);
    g_free(unwanted);
    return exception;
}

INTERP_COLD MonoException *interp_delegate_multicast(MonoMulticastDelegate *delegate, MonoSlot *args, MonoSlot *ret,
                                                     InterpMethod *invoke, uint32_t arg_slots)
{
    enum { SMALL = 32 };
    MonoSlot small[2 * SMALL];
    MonoArray *targets = delegate->delegates;
    uint32_t return_slots = mono_type_slots(&invoke->return_type);
    MonoSlot *copy = small, *result = small + SMALL;
    MonoException *exception = NULL;
    if (arg_slots + 1 > SMALL || return_slots > SMALL) {
        copy = g_new0(MonoSlot, arg_slots + 1 + return_slots);
        result = copy + arg_slots + 1;
    }
    /* The originals stay in the caller's frame, where the collector sees them, until the last target has returned. */
    memcpy(copy, args, (arg_slots + 1) * sizeof(MonoSlot));
    for (uintptr_t i = 0; i < targets->length && !exception; i++) {
        copy[0].o = mono_array_get(targets, MonoObject *, i);
        if (copy[0].o)
            exception = interp_invoke(invoke, copy, result);
    }
    if (!exception && return_slots)
        memcpy(ret, result, return_slots * sizeof(MonoSlot));
    if (copy != small)
        g_free(copy);
    return exception;
}

/* ---- Values: natural size in memory, extended in slots ---- */

static bool is_struct(const MonoType *type)
{
    return !type->byref && type->type == MONO_TYPE_VALUETYPE && mono_type_reduced(type) == MONO_TYPE_VALUETYPE;
}

uint32_t mono_type_slots(const MonoType *type)
{
    uint32_t align;
    if (!type->byref && type->type == MONO_TYPE_VOID)
        return 0;
    if (!type->byref && type->type == MONO_TYPE_TYPEDBYREF)
        return mono_slots(3 * sizeof(void *));
    return is_struct(type) ? mono_slots(mono_type_size(type, &align)) : 1;
}

void mono_slot_load(const MonoType *type, const void *memory, MonoSlot *slots)
{
    uint32_t align;
    switch (type->byref ? MONO_TYPE_PTR : mono_type_reduced(type)) {
    case MONO_TYPE_I1:
        slots->i8 = *(const int8_t *)memory;
        break;
    case MONO_TYPE_BOOLEAN:
    case MONO_TYPE_U1:
        slots->i8 = *(const uint8_t *)memory;
        break;
    case MONO_TYPE_I2:
        slots->i8 = *(const int16_t *)memory;
        break;
    case MONO_TYPE_CHAR:
    case MONO_TYPE_U2:
        slots->i8 = *(const uint16_t *)memory;
        break;
    case MONO_TYPE_I4:
    case MONO_TYPE_U4:
    case MONO_TYPE_R4:
        slots->i8 = *(const int32_t *)memory;
        break;
    case MONO_TYPE_TYPEDBYREF:
    case MONO_TYPE_VALUETYPE:
        memcpy(slots, memory, mono_type_size(type, &align));
        break;
    case MONO_TYPE_I8:
    case MONO_TYPE_U8:
    case MONO_TYPE_R8:
        slots->i8 = *(const int64_t *)memory;
        break;
    default:
        slots->p = *(void *const *)memory;
    }
}

void mono_slot_store(const MonoType *type, void *memory, const MonoSlot *slots)
{
    uint32_t align;
    if (type->byref)
        memcpy(memory, slots, sizeof(void *));
    else /* little-endian: a small integer's bytes come first */
        memcpy(memory, slots, mono_type_size(type, &align));
}

/* ---- Mono's calling convention ---- */

static MonoObject *box_result(const MonoType *type, const MonoSlot *result, MonoError *error)
{
    if (type->byref) { /* what it refers to */
        MonoType pointed = *type;
        pointed.byref = false;
        if (!result->p)
            return NULL;
        return mono_type_is_reference(&pointed) ? *(MonoObject **)result->p
                                                : mono_value_box(pointed.klass, result->p, error);
    }
    if (type->type == MONO_TYPE_VOID)
        return NULL;
    if (mono_type_is_reference(type))
        return result->o;
    if (type->type == MONO_TYPE_PTR || type->type == MONO_TYPE_FNPTR)
        return mono_value_box(mono_defaults.intptr, result, error);
    return mono_value_box(type->klass, result, error);
}

MonoObject *mono_runtime_invoke_checked(MonoMethod *method, void *obj, void **params, MonoObject **exc)
{
    enum { SMALL = 24 };
    MonoSlot small_args[SMALL], small_result[SMALL];
    MonoError error = MONO_ERROR_INIT;
    MonoObject *boxed = NULL;
    MonoException *exception = NULL;
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    if (!signature) {
        exception = mono_error_exception(&error);
        goto done;
    }
    uint32_t arg_slots = signature->hasthis, return_slots = mono_type_slots(&signature->ret);
    for (unsigned i = 0; i < signature->param_count; i++)
        arg_slots += mono_type_slots(&signature->params[i]);
    MonoSlot *args = arg_slots <= SMALL ? small_args : g_new0(MonoSlot, arg_slots);
    MonoSlot *result = return_slots <= SMALL ? small_result : g_new0(MonoSlot, return_slots);
    MonoSlot *next = args;
    if (signature->hasthis)
        (next++)->p = obj;
    for (unsigned i = 0; i < signature->param_count; i++) {
        const MonoType *type = &signature->params[i];
        if (type->byref || mono_type_is_reference(type))
            next->p = params[i];
        else
            mono_slot_load(type, params[i], next);
        next += mono_type_slots(type);
    }
    exception = interp_invoke(interp_method_of(method), args, result);
    if (!exception)
        boxed = box_result(&signature->ret, result, &error);
    if (!mono_error_ok(&error))
        exception = mono_error_exception(&error);
    if (args != small_args)
        g_free(args);
    if (result != small_result)
        g_free(result);
done:
    if (exc)
        *exc = (MonoObject *)exception;
    else if (exception)
        mono_set_pending_exception(exception);
    return exception ? NULL : boxed;
}

/* ---- Main ---- */

int interp_run_main(MonoMethod *main_method, int argc, char **argv)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethodSignature *signature = mono_method_signature_checked(main_method, &error);
    MonoException *exception = signature ? NULL : mono_error_exception(&error);
    MonoSlot argument = {0}, result = {0};
    if (!exception) {
        MonoArray *args = mono_array_new(mono_defaults.string, (uintptr_t)argc);
        for (int i = 0; args && i < argc; i++)
            mono_array_set(args, MonoString *, i, mono_string_new(argv[i]));
        argument.p = args;
        exception = interp_invoke(interp_method_of(main_method), &argument, &result);
    }
    if (exception) {
        interp_died = true;
        bool aborted = interp_print_unhandled(exception);
        if (aborted)
            return signature && signature->ret.type == MONO_TYPE_VOID ? mono_environment_exitcode : 255;
        return 1;
    }
    if (signature->ret.type != MONO_TYPE_VOID)
        mono_environment_exitcode = result.i4;
    return mono_environment_exitcode;
}
