/*
 * guess.c - what a virtual call will most likely reach: the only method that objects have for it up to now. What is inlined
 * on that ground stands behind a guard, so a class that comes later makes it slower, not wrong.
 */
#include "interp/ir/transform.h"

typedef struct {
    uint32_t seen; /* vtables looked at: the first so many of mono_runtime_vtables */
    MonoMethod *target; /* NULL: none yet */
    MonoVTable *vtable; /* that has it; NULL: several have */
    bool several;       /* targets */
} Guess;

static GHashTable *guesses; /* MonoMethod * -> Guess */

static bool may_have_objects(const MonoClass *klass)
{
    return !klass->is_interface && !(klass->flags & MONO_TYPE_ATTR_ABSTRACT);
}

/* What an object of the class has for the method; NULL: it is no object of the method's class. */
static MonoMethod *target_in(MonoVTable *vtable, MonoMethod *method)
{
    const MonoClass *klass = vtable->klass;
    if (!method->klass->is_interface)
        return (uint32_t)method->slot < klass->slot_count && mono_class_is_subclass(klass, method->klass)
                   ? vtable->slots[method->slot] : NULL;
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *target = klass->rank || !mono_class_is_assignable(method->klass, (MonoClass *)klass)
                             ? NULL : mono_vtable_resolve(vtable, method, &error);
    mono_error_clear(&error);
    return target;
}

MonoMethod *t_guess_target(MonoMethod *method, MonoVTable **vtable)
{
    if (!guesses)
        guesses = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    Guess *guess = g_hash_table_lookup(guesses, method);
    if (!guess)
        g_hash_table_insert(guesses, method, guess = g_new0(Guess, 1));
    for (; !guess->several && mono_runtime_vtables && guess->seen < mono_runtime_vtables->len; guess->seen++) {
        MonoVTable *one = mono_runtime_vtables->pdata[guess->seen];
        MonoMethod *target = may_have_objects(one->klass) ? target_in(one, method) : NULL;
        if (!target)
            continue;
        guess->several = guess->target && target != guess->target;
        guess->vtable = guess->target ? NULL : one;
        guess->target = target;
    }
    *vtable = guess->vtable;
    return guess->several ? NULL : guess->target;
}
