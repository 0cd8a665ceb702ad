/*
 * class-init.c - from class to MonoVTable with static data, and the class constructor.
 */
#include "interp/runtime/types.h"

#include <string.h>

GPtrArray *mono_runtime_vtables;

/* ---- MonoVTable -------------------------------------------------------------------------------------------------- */

static bool is_ephemeron(const MonoClass *klass)
{
    return mono_class_is_corlib(klass->image) && klass->valuetype && strcmp(klass->name, "Ephemeron") == 0 &&
           strcmp(klass->name_space, "System.Runtime.CompilerServices") == 0;
}

static MonoGcKind gc_kind(const MonoClass *klass)
{
    if (klass == mono_defaults.string)
        return MONO_GC_KIND_STRING;
    if (klass->kind != MONO_CLASS_ARRAY)
        return klass->has_references ? MONO_GC_KIND_PLAIN : MONO_GC_KIND_NO_REFERENCES;
    if (is_ephemeron(klass->element_class))
        return MONO_GC_KIND_EPHEMERON_ARRAY;
    if (mono_type_is_reference(&klass->element_class->byval_type))
        return MONO_GC_KIND_REFERENCE_ARRAY;
    return klass->has_references ? MONO_GC_KIND_VALUE_ARRAY : MONO_GC_KIND_NO_REFERENCES;
}

static void copy_rva_statics(MonoClass *klass, MonoVTable *vtable)
{
    for (uint32_t i = 0; i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        uint32_t available;
        if (!(field->flags & MONO_FIELD_ATTR_HAS_RVA) || !(field->flags & MONO_FIELD_ATTR_STATIC) ||
            field->flags & MONO_FIELD_ATTR_LITERAL)
            continue;
        /* Bytes of a file are never taken for references. */
        if (mono_type_is_reference(&field->type) || field->type.klass->has_references)
            continue;
        const uint8_t *data = mono_field_rva_data(field, &available);
        if (data)
            memcpy(vtable->static_data + field->offset, data, MIN(available, mono_type_size(&field->type, NULL)));
    }
}

MonoVTable *mono_class_vtable_checked(MonoClass *klass, MonoError *error)
{
    if (klass->vtable)
        return klass->vtable;
    if (klass->is_open) {
        char *name = mono_class_full_name(klass);
        mono_error_set(error, MONO_ERROR_EXECUTION_ENGINE, name, "Type '%s' has unbound parameters", name);
        g_free(name);
        return NULL;
    }
    if (!mono_class_init_checked(klass, error))
        return NULL;
    uint32_t slots = klass->is_interface ? 0 : klass->slot_count;
    MonoVTable *vtable = mono_type_alloc(sizeof *vtable + slots * sizeof *vtable->slots);
    MONO_PROFILER_RAISE(vtable_loading, (NULL, vtable));
    vtable->klass = klass;
    vtable->instance_size_bytes = klass->instance_size;
    vtable->kind = gc_kind(klass);
    vtable->rank = klass->rank;
    vtable->initialized = !klass->cctor;
    vtable->has_finalizer = klass->finalizer != NULL;
    vtable->weak_ephemeron = vtable->kind == MONO_GC_KIND_EPHEMERON_ARRAY;
    if (slots)
        memcpy(vtable->slots, klass->slots, slots * sizeof *vtable->slots);
    if (klass->static_size)
        vtable->static_data = mono_type_alloc(klass->static_size);
    if (!mono_runtime_vtables)
        mono_runtime_vtables = g_ptr_array_new();
    g_ptr_array_add(mono_runtime_vtables, vtable);
    klass->vtable = vtable;
    if (klass->static_size)
        copy_rva_statics(klass, vtable);
    MONO_PROFILER_RAISE(vtable_loaded, (NULL, vtable));
    return vtable;
}

void *mono_static_field_address(MonoClassField *field, MonoError *error)
{
    MonoVTable *vtable = mono_class_vtable_checked(field->parent, error);
    if (!vtable)
        return NULL;
    if (!(field->flags & MONO_FIELD_ATTR_STATIC) || field->flags & MONO_FIELD_ATTR_LITERAL) {
        mono_error_set(error, MONO_ERROR_MISSING_FIELD, field->name, "Field '%s' has no static storage", field->name);
        return NULL;
    }
    return vtable->static_data + field->offset;
}

/* ---- Class constructor ------------------------------------------------------------------------------------------- */

static bool throw_kept(MonoVTable *vtable, MonoError *error)
{
    error->code = MONO_ERROR_EXCEPTION;
    error->exception = vtable->init_exception;
    return false;
}

bool mono_runtime_class_init_checked(MonoVTable *vtable, MonoError *error)
{
    /* One thread: whoever comes here while the constructor runs was called by it, and goes on. */
    if (vtable->initialized || vtable->initializing)
        return true;
    if (vtable->init_exception)
        return throw_kept(vtable, error);
    vtable->initializing = true;
    MonoException *exception = mono_invoke_slots(vtable->klass->cctor, NULL, NULL);
    vtable->initializing = false;
    if (!exception) {
        vtable->initialized = true;
        return true;
    }
    vtable->init_exception = (MonoObject *)mono_exception_type_initialization(vtable->klass, exception);
    mono_gc_keep(vtable->init_exception);
    return throw_kept(vtable, error);
}
