/*
 * helpers.c - the rare or long part of some ops. Called with a saved state, so they may allocate, run managed code and
 * make exceptions.
 */
#include "interp/exec/internal.h"

#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif

MonoException *interp_class_failure(MonoError *error)
{
    MonoException *exception = mono_error_exception(error);
    exception->trace_ips = NULL;
    return exception;
}

/* Several methods' code is written to after it was made: each op that needs its class's constructor, once. */
INTERP_COLD MonoException *interp_static_init(MonoVTable *vtable, uint16_t *op, uint16_t ready_op)
{
    MonoError error = MONO_ERROR_INIT;
    if (!vtable->initialized && !mono_runtime_class_init_checked(vtable, &error))
        return interp_class_failure(&error);
    if (vtable->initialized)
        *op = ready_op;
    return NULL;
}

bool interp_store_allowed(const MonoArray *array, MonoObject *value)
{
    MonoClass *element = array->object.vtable->klass->element_class;
    return value->vtable->klass == element || mono_object_isinst(value, element);
}

void *interp_array_element(MonoArray *array, const MonoSlot *indexes, unsigned rank, uint32_t element_size)
{
    uintptr_t position = 0;
    if (!array->bounds) {
        position = indexes[0].u4;
        if (position >= array->length)
            return NULL;
        return mono_array_address(array, element_size, position);
    }
    for (unsigned d = 0; d < rank; d++) {
        uint32_t i = indexes[d].u4 - (uint32_t)array->bounds[d].lower_bound;
        if (i >= array->bounds[d].length)
            return NULL;
        position = position * array->bounds[d].length + i;
    }
    return mono_array_address(array, element_size, position);
}

INTERP_COLD MonoException *interp_array_new_md(MonoClass *klass, const MonoSlot *args, unsigned count,
                                               MonoSlot *result)
{
    uintptr_t lengths[32];
    intptr_t lower_bounds[32];
    unsigned rank = klass->rank;
    if (rank > 32 || (count != rank && count != 2 * rank))
        return mono_exception_not_supported("array constructor");
    bool with_bounds = count == 2 * rank && rank != count;
    for (unsigned d = 0; d < rank; d++) {
        int32_t length = with_bounds ? args[2 * d + 1].i4 : args[d].i4;
        if (length < 0)
            return mono_exception_new("System", "OverflowException", ""); /* mono gives it no message here */
        lengths[d] = (uintptr_t)length;
        lower_bounds[d] = with_bounds ? args[2 * d].i4 : 0;
    }
    MonoError error = MONO_ERROR_INIT;
    MonoArray *array = mono_array_new_full(klass, lengths, with_bounds ? lower_bounds : NULL, &error);
    if (!array)
        return mono_error_exception(&error);
    result->p = array;
    return NULL;
}

MonoException *interp_delegate_new(MonoVTable *vtable, MonoObject *target, MonoMethod *method, MonoSlot *result)
{
    if (!method)
        return mono_exception_null_reference();
    MonoError error = MONO_ERROR_INIT;
    if (G_UNLIKELY(!target && !(method->flags & MONO_METHOD_ATTR_STATIC))) {
        /* Null as `this` is only right for an open delegate, whose Invoke brings it as its first argument. */
        MonoMethod *invoke = mono_class_find_method(vtable->klass, "Invoke", -1);
        MonoMethodSignature *have = mono_method_signature_checked(method, &error);
        MonoMethodSignature *want = invoke && have ? mono_method_signature_checked(invoke, &error) : NULL;
        if (!want)
            return mono_error_exception(&error);
        if (want->param_count == have->param_count)
            return mono_exception_argument(NULL, "Delegate to an instance method cannot have null 'this'.");
    }
    MonoObject *object = mono_object_new_checked(vtable, &error);
    if (!object)
        return mono_error_exception(&error);
    mono_delegate_init((MonoDelegate *)object, target, method);
    result->o = object;
    return NULL;
}

INTERP_COLD bool interp_try_again(unsigned op, MonoError *error)
{
    static unsigned collections; /* as of the last one here: what failed behind it has no more to hope for */
    if (op != MINT_NEWOBJ && op != MINT_NEWARR && op != MINT_NEWARR_MD && op != MINT_ALLOC && op != MINT_BOX)
        return false;
    if (mono_gc_collection_count() == collections)
        return false;
    mono_error_clear(error);
    mono_gc_collect();
    collections = mono_gc_collection_count();
    return true;
}

INTERP_COLD void interp_local_returned(const InterpFrame *frame, MonoError *error)
{
    const MonoMethod *method = frame->imethod->method;
    char *klass = mono_class_full_name(method->klass);
    mono_error_set(error, MONO_ERROR_INVALID_PROGRAM, NULL, "Invalid IL code in %s:%s: the address of a local variable is returned",
                   klass, method->name);
    g_free(klass);
}

bool interp_isinst_slow(MonoObject *object, void **entry)
{
    if (object->vtable == entry[2])
        return false;
    bool is = mono_object_isinst(object, entry[0]);
    entry[is ? 1 : 2] = object->vtable;
    return is;
}

InterpMethod *interp_virtual_slow(MonoVTable *vtable, void **entry, MonoError *error)
{
    void *older_vtable = entry[3];
    InterpMethod *found = entry[4];
    if (older_vtable != vtable) {
        MonoMethod *method = mono_vtable_resolve(vtable, entry[0], error);
        if (!method)
            return NULL;
        found = interp_method_of(method);
    }
    entry[3] = entry[1];
    entry[4] = entry[2];
    entry[1] = vtable;
    entry[2] = found;
    return found;
}

InterpMethod *interp_delegate_method(MonoDelegate *delegate, uint32_t arg_slots)
{
    MonoMethod *method = delegate->method_ptr;
    InterpMethod *imethod = interp_method_of(method);
    delegate->interp_method = imethod;
    if (imethod->arg_slots == arg_slots && method->flags & MONO_METHOD_ATTR_VIRTUAL &&
        !(method->flags & MONO_METHOD_ATTR_STATIC))
        delegate->method_is_virtual = 1;
    return imethod;
}

InterpMethod *interp_open_virtual(MonoDelegate *delegate, MonoSlot *args, MonoError *error)
{
    MonoObject *object = args[0].o;
    MonoMethod *method = delegate->method_ptr;
    if (method->klass->valuetype) /* the first argument is an address */
        return interp_method_of(method);
    if (!object)
        return NULL;
    method = mono_vtable_resolve(object->vtable, method, error);
    if (!method)
        return NULL;
    InterpMethod *imethod = interp_method_of(method);
    if (imethod->unbox_this)
        args[0].p = mono_object_unbox(object);
    return imethod;
}

INTERP_COLD MonoException *interp_as_exception(MonoObject *object)
{
    if (mono_class_is_subclass(object->vtable->klass, mono_defaults.exception))
        return (MonoException *)object;
    MonoException *wrapper =
        mono_exception_new("System.Runtime.CompilerServices", "RuntimeWrappedException", NULL);
    MonoClassField *field = mono_class_find_field(wrapper->object.vtable->klass, "m_wrappedException");
    if (field)
        *(MonoObject **)mono_field_ptr(wrapper, field) = object;
    return wrapper;
}

/* ---- stackalloc: a stack of its own beside the slots; the frame's first piece remembers where it stood before ---- */

enum { LOCALLOC_STACK_BYTES = 8 << 20, LOCALLOC_ALIGN = 16, LOCALLOC_FRAMES = 4096 };

static struct {
    uint8_t *start, *top, *end;
    struct {
        InterpFrame *frame;
        uint8_t *top;
    } owners[LOCALLOC_FRAMES];
    unsigned owner_count;
} pieces;

void *interp_localloc(InterpFrame *frame, uint64_t size_bytes)
{
    if (!pieces.start) {
#ifdef __wasm__
        pieces.start = g_malloc0(LOCALLOC_STACK_BYTES);
#else
        pieces.start = mmap(NULL, LOCALLOC_STACK_BYTES, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pieces.start == MAP_FAILED)
            pieces.start = g_malloc0(LOCALLOC_STACK_BYTES);
#endif
        pieces.top = pieces.start;
        pieces.end = pieces.start + LOCALLOC_STACK_BYTES;
    }
    if (size_bytes > (uint64_t)(pieces.end - pieces.top) - LOCALLOC_ALIGN)
        return NULL;
    if (!(frame->flags & FRAME_LOCALLOC)) {
        if (pieces.owner_count == LOCALLOC_FRAMES)
            return NULL;
        pieces.owners[pieces.owner_count].frame = frame;
        pieces.owners[pieces.owner_count++].top = pieces.top;
        frame->flags |= FRAME_LOCALLOC;
    }
    uint8_t *memory = pieces.top;
    memset(memory, 0, size_bytes);
    pieces.top += (size_bytes + LOCALLOC_ALIGN - 1) & ~(uint64_t)(LOCALLOC_ALIGN - 1);
    return memory;
}

void interp_localloc_release(InterpFrame *frame)
{
    while (pieces.owner_count && pieces.owners[pieces.owner_count - 1].frame >= frame)
        pieces.top = pieces.owners[--pieces.owner_count].top;
    frame->flags &= ~(uint32_t)FRAME_LOCALLOC;
}

void interp_localloc_scan(void)
{
    if (pieces.start)
        mono_gc_scan_conservative(pieces.start, pieces.top);
}
