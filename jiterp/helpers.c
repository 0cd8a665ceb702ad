/*
 * helpers.c - C functions that compiled code calls, machine code's and C's.
 */
#include "jiterp/region.h"

#include <math.h>
#include <string.h>

#include "interp/corlib/icalls.h"
#include "interp/exec/tier.h"
#include "interp/ir/arith.h"

/* ---- Safepoints ---- */

bool jit_help_safepoint(InterpFrame *frame)
{
    mono_safepoint();
    return mono_thread_state.pending_exception != NULL;
}

bool jit_help_samplepoint_poll(InterpFrame *frame)
{
    interp_prof_poll(frame);
    return mono_thread_state.pending_exception != NULL;
}

/* ---- Calls ---- */

static void no_frame_for(InterpFrame *frame)
{
    mono_thread_state.frames_top = frame - 1;
    mono_thread_state.pending_exception = mono_exception_stack_overflow();
    interp_tier_status = INTERP_TIER_THROW_NEW;
}

/* The frame's ip is at the method's first op then. */
void jit_help_enter_if_due(InterpFrame *frame)
{
    if (frame < interp_stacks.enter_limit || !frame->imethod->ready || !interp_entry_is_due(frame->imethod))
        return;
    const uint16_t *ip = frame->ip;
    frame->ip = frame->imethod->code + 1;
    interp_prof_enter(frame);
    frame->ip = ip;
}

/* The interpreter goes on with the callee; the compiled callers leave one by one, each saying where its callee's value goes.
 * That is known already in a frame that a tail call gives to the callee. */
void jit_help_push(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee)
{
    if (fp + callee->frame_slots > interp_stacks.slot_limit || frame >= interp_stacks.frame_limit) {
        no_frame_for(frame);
        return;
    }
    *frame = (InterpFrame){.imethod = callee, .ip = callee->code, .fp = fp, .ret = frame->ret};
    memset(fp + callee->arg_slots, 0, callee->local_slots * sizeof(MonoSlot));
    mono_thread_state.frames_top = frame;
    interp_tier_status = INTERP_TIER_EXIT;
    jit_help_enter_if_due(frame);
}

bool jit_help_admit(InterpFrame *frame, MonoSlot *fp, InterpMethod *callee, uint32_t flags)
{
    if (!interp_room_for(frame, fp, callee->frame_slots)) {
        jit_help_push(frame, fp, callee);
        return false;
    }
    *frame = (InterpFrame){.imethod = callee, .ip = callee->code, .fp = fp, .ret = frame->ret, .flags = flags};
    mono_thread_state.frames_top = frame;
    jit_help_enter_if_due(frame);
    return true;
}

void jit_help_put_result(InterpFrame *frame, uint64_t value, double real)
{
    const InterpMethod *imethod = frame->imethod;
    if (interp_type_is_real(&imethod->return_type))
        frame->ret->r8 = real;
    else if (imethod->return_slots == 1 && !jit_returns_value_type(imethod))
        frame->ret->u8 = value;
}

InterpMethod *jit_help_virtual(MonoVTable *vtable, void **entry, InterpFrame *frame)
{
    MonoError error = MONO_ERROR_INIT;
    mono_thread_state.frames_top = frame;
    InterpMethod *found = interp_virtual_slow(vtable, entry, &error);
    mono_error_clear(&error);
    return found;
}

/* ---- Objects: NULL lets the interpreter try, and throw ---- */

MonoObject *jit_help_new(MonoVTable *vtable)
{
    MonoError error = MONO_ERROR_INIT;
    MonoObject *object = mono_object_new_checked(vtable, &error);
    if (G_UNLIKELY(!object))
        mono_error_clear(&error);
    return object;
}

MonoArray *jit_help_new_array(MonoVTable *vtable, int32_t length)
{
    MonoError error = MONO_ERROR_INIT;
    if (length < 0)
        return NULL;
    MonoArray *array = mono_array_new_checked(vtable, (uintptr_t)length, &error);
    if (G_UNLIKELY(!array))
        mono_error_clear(&error);
    return array;
}

bool jit_help_box(MonoClass *klass, const void *value, MonoObject **result)
{
    MonoError error = MONO_ERROR_INIT;
    *result = mono_value_box(klass, value, &error);
    bool ok = mono_error_ok(&error);
    mono_error_clear(&error);
    return ok;
}

/* An exception that is pending is dropped: the interpreter makes it again, or none. */
MonoObject *jit_help_type_of(const MonoObject *object)
{
    MonoObject *type = mono_class_type_object(object->vtable->klass);
    if (!mono_thread_state.pending_exception)
        return type;
    mono_thread_state.pending_exception = NULL;
    return NULL;
}

MonoMethod *jit_help_virtual_function(MonoVTable *vtable, MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *found = mono_vtable_resolve(vtable, method, &error);
    mono_error_clear(&error);
    return found;
}

bool jit_help_store_check(MonoArray *array, MonoObject *value)
{
    return interp_store_allowed(array, value);
}

void jit_help_copy(void *to, const void *from, size_t bytes)
{
    memmove(to, from, bytes);
}

/* ---- Ops on slots ---- */

static int32_t imm32(const uint16_t *p)
{
    return (int32_t)(p[0] | (uint32_t)p[1] << 16);
}

#define SLOT(unit) fp[ip[unit]]

static bool narrow(const uint16_t *ip, MonoSlot *fp)
{
    MonoSlot a = SLOT(2);
    switch (*ip) {
#define CHECKED(NAME, from, Type)                                                                                      \
    case MINT_CONV_OVF_##NAME: {                                                                                       \
        Type r;                                                                                                        \
        if (__builtin_add_overflow(a.from, 0, &r))                                                                     \
            return false;                                                                                              \
        SLOT(1).i8 = (int64_t)r;                                                                                       \
        return true;                                                                                                   \
    }
        CHECKED(I1_I8, i8, int8_t)
        CHECKED(U1_I8, i8, uint8_t)
        CHECKED(I2_I8, i8, int16_t)
        CHECKED(U2_I8, i8, uint16_t)
        CHECKED(I1_U8, u8, int8_t)
        CHECKED(U1_U8, u8, uint8_t)
        CHECKED(I2_U8, u8, int16_t)
        CHECKED(U2_U8, u8, uint16_t)
#define CHECKED_REAL(NAME, name, Type)                                                                                 \
    case MINT_CONV_OVF_##NAME##_R8: {                                                                                  \
        Type r;                                                                                                        \
        if (!interp_r8_ovf_##name(a.r8, &r))                                                                           \
            return false;                                                                                              \
        SLOT(1).i8 = (int64_t)r;                                                                                       \
        return true;                                                                                                   \
    }
        CHECKED_REAL(I1, i1, int32_t)
        CHECKED_REAL(U1, u1, int32_t)
        CHECKED_REAL(I2, i2, int32_t)
        CHECKED_REAL(U2, u2, int32_t)
        CHECKED_REAL(I4, i4, int32_t)
        CHECKED_REAL(U4, u4, uint32_t)
        CHECKED_REAL(I8, i8, int64_t)
        CHECKED_REAL(U8, u8, uint64_t)
    default:
        return false;
    }
}

static bool blocks(const uint16_t *ip, MonoSlot *fp)
{
    uint32_t bytes;
    switch (*ip) {
    case MINT_CPBLK:
        bytes = SLOT(3).u4;
        if (bytes && (!SLOT(1).p || !SLOT(2).p))
            return false;
        if (bytes)
            memmove(SLOT(1).p, SLOT(2).p, bytes);
        return true;
    case MINT_INITBLK:
        bytes = SLOT(3).u4;
        if (bytes && !SLOT(1).p)
            return false;
        if (bytes)
            memset(SLOT(1).p, SLOT(2).i4, bytes);
        return true;
    case MINT_INITOBJ:
        if (!SLOT(1).p)
            return false;
        memset(SLOT(1).p, 0, (uint32_t)imm32(ip + 2));
        return true;
    case MINT_ZERO_VT:
        memset(&SLOT(1), 0, ip[2] * sizeof(MonoSlot));
        return true;
    case MINT_MOV_VT:
        memmove(&SLOT(1), &SLOT(2), ip[3] * sizeof(MonoSlot));
        return true;
    case MINT_LDVTFLD_VT:
        memmove(&SLOT(1), (uint8_t *)&SLOT(2) + ip[3], (uint32_t)imm32(ip + 4));
        return true;
    case MINT_STVTFLD_VT:
        memmove((uint8_t *)&SLOT(1) + ip[2], &SLOT(3), (uint32_t)imm32(ip + 4));
        return true;
    default:
        return false;
    }
}

bool jit_help_op(const uint16_t *ip, MonoSlot *fp, void **data)
{
    switch (*ip) {
    case MINT_REM_R4:
        SLOT(1).r4 = (float)fmod(SLOT(2).r4, SLOT(3).r4);
        return true;
    case MINT_REM_R8:
        SLOT(1).r8 = fmod(SLOT(2).r8, SLOT(3).r8);
        return true;
    case MINT_SIN_R8:
        SLOT(1).r8 = sin(SLOT(2).r8);
        return true;
    case MINT_COS_R8:
        SLOT(1).r8 = cos(SLOT(2).r8);
        return true;
    case MINT_FLOOR_R8:
        SLOT(1).r8 = floor(SLOT(2).r8);
        return true;
    case MINT_CEIL_R8:
        SLOT(1).r8 = ceil(SLOT(2).r8);
        return true;
    case MINT_CONV_R8_U8:
        SLOT(1).r8 = (double)SLOT(2).u8;
        return true;
    case MINT_CONV_U8_R4:
        SLOT(1).u8 = interp_r8_to_u8(SLOT(2).r4);
        return true;
    case MINT_CONV_U8_R8:
        SLOT(1).u8 = interp_r8_to_u8(SLOT(2).r8);
        return true;
    case MINT_LDELEMA_MD: {
        MonoArray *array = SLOT(2).p;
        void *place = array ? interp_array_element(array, &SLOT(2) + 1, ip[3], (uint32_t)imm32(ip + 4)) : NULL;
        if (!place)
            return false;
        SLOT(1).p = place;
        return true;
    }
    case MINT_CHECK_ARRAY_STORE: {
        MonoArray *array = SLOT(1).p;
        return array && (!SLOT(2).o || interp_store_allowed(array, SLOT(2).o));
    }
    case MINT_CHECK_RETURN:
        return interp_outlives(SLOT(1).p, fp);
    case MINT_UNBOX_NULLABLE: {
        MonoObject *object = SLOT(2).o;
        memset(&SLOT(1), 0, ip[4] * sizeof(MonoSlot));
        if (mono_nullable_init(data[ip[3]], &SLOT(1), object))
            return true;
        SLOT(2).o = object;
        return false;
    }
    default:
        return narrow(ip, fp) || blocks(ip, fp);
    }
}

/* ---- Ops on objects; the frame's ip is saved ---- */

static bool is_fine(const MonoException *exception)
{
    return exception == NULL;
}

static bool put_box(MonoClass *klass, const void *value, MonoSlot *result)
{
    MonoObject *object;
    bool ok = jit_help_box(klass, value, &object);
    if (ok)
        result->o = object;
    return ok;
}

static bool local_memory(uint64_t size_bytes, MonoSlot *result)
{
    void *memory = size_bytes ? interp_localloc(mono_thread_state.frames_top, size_bytes) : NULL;
    if (size_bytes && !memory)
        return false;
    result->p = memory;
    return true;
}

bool jit_help_object_op(const uint16_t *ip, MonoSlot *fp, void **data)
{
    switch (*ip) {
    case MINT_LOCALLOC:
        return local_memory(SLOT(2).u8, &SLOT(1));
    case MINT_NEWARR_MD:
        return is_fine(interp_array_new_md(data[ip[3]], &SLOT(2), ip[4], &SLOT(1)));
    case MINT_NEWOBJ_DELEGATE:
        return is_fine(interp_delegate_new(data[ip[4]], SLOT(2).o, SLOT(3).p, &SLOT(1)));
    case MINT_BOX_PTR:
        return SLOT(2).p && put_box(((MonoVTable *)data[ip[3]])->klass, SLOT(2).p, &SLOT(1));
    case MINT_BOX_NULLABLE:
        return put_box(data[ip[3]], &SLOT(2), &SLOT(1));
    case MINT_GETTYPE:
        return SLOT(2).o && jit_put(jit_help_type_of(SLOT(2).o), &SLOT(1));
    case MINT_REFANYVAL: {
        void *const *reference = (void *)&SLOT(2);
        if (reference[2] != data[ip[3]])
            return false;
        SLOT(1).p = reference[1];
        return true;
    }
    case MINT_MONITOR_ENTER:
        if (SLOT(1).o)
            mono_monitor_enter_object(SLOT(1).o);
        return SLOT(1).o != NULL;
    case MINT_MONITOR_EXIT:
        return SLOT(1).o && mono_monitor_exit_object(SLOT(1).o);
    case MINT_LDVIRTFTN:
        return SLOT(2).o && jit_put(jit_help_virtual_function(SLOT(2).o->vtable, data[ip[3]]), &SLOT(1));
    default:
        return false;
    }
}
