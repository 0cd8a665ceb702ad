/*
 * delegate.c - System.Delegate: delegates made by reflection, combined ones.
 */
#include "interp/corlib/queue.h"

/* (this) -> the method a virtual delegate runs on its target */
ICALL(delegate_virtual_method)
{
    MonoDelegate *delegate = args[0].p;
    MonoObject *target = delegate->target;
    MonoError error = MONO_ERROR_INIT;
    if (!target || !delegate->method) {
        ret->o = NULL;
        return;
    }
    MonoMethod *method = mono_vtable_resolve(target->vtable, delegate->method, &error);
    ret->o = method ? mono_method_object(method, mono_object_class(target)) : NULL;
    glue_ok(&error);
}

/* (Type, target, MethodInfo, throw on failure): the managed side has checked signatures. */
ICALL(delegate_create)
{
    const MonoType *type = mono_type_from_object(args[0].o);
    MonoObject *target = args[1].o;
    MonoMethod *method = glue_method_of(args[2].o);
    MonoError error = MONO_ERROR_INIT;
    ret->o = NULL;
    if (!type || !method)
        return;
    MonoVTable *vtable = mono_class_vtable_checked(type->klass, &error);
    MonoDelegate *delegate = vtable ? (MonoDelegate *)mono_object_new_checked(vtable, &error) : NULL;
    if (delegate && target && (method->flags & MONO_METHOD_ATTR_VIRTUAL))
        method = mono_vtable_resolve(target->vtable, method, &error);
    if (delegate && method)
        mono_delegate_init(delegate, target, method);
    if (delegate && strcmp(mono_object_class(args[2].o)->name, "DynamicMethod") == 0)
        delegate->method_info = args[2].o; /* what Delegate.Method answers */
    if (glue_ok(&error))
        ret->p = delegate;
}

/* An empty delegate of the same class, for the managed side to fill with several. */
ICALL(delegate_alloc_like)
{
    MonoError error = MONO_ERROR_INIT;
    ret->o = mono_object_new_checked(args[0].o->vtable, &error);
    glue_ok(&error);
}

const MonoICallRow mono_icalls_delegate[] = {
    {"System.Delegate::AllocDelegateLike_internal", delegate_alloc_like},
    {"System.Delegate::CreateDelegate_internal", delegate_create},
    {"System.Delegate::GetVirtualMethod_internal", delegate_virtual_method},
    {"System.Runtime.Remoting.Messaging.AsyncResult::Invoke", async_invoke},
    {0},
};
