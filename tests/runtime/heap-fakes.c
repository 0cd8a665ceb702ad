/* heap-fakes.c - see heap-fakes.h. */
#include "tests/runtime/heap-fakes.h"

/* ---- What the heap wants from other rooms ------------------------------------------------------------------------ */

unsigned finalized;
uintptr_t last_finalized;
void *resurrect_into;

MonoException *mono_invoke_slots(MonoMethod *method, const MonoSlot *args, MonoSlot *ret)
{
    finalized++;
    last_finalized = HIDE(args[0].o);
    if (resurrect_into)
        *(MonoObject **)resurrect_into = args[0].o;
    return NULL;
}

uint32_t mono_type_slots(const MonoType *type)
{
    return 1;
}

void mono_slot_store(const MonoType *type, void *memory, const MonoSlot *slots)
{
}

/* ---- Classes by hand --------------------------------------------------------------------------------------------- */

static MonoMethod fake_finalizer;

/* header, `references` of them, then a uint64_t for the test */
MonoVTable *plain(unsigned references, unsigned extra_bytes)
{
    MonoClass *klass = g_new0(MonoClass, 1);
    MonoVTable *vtable = g_malloc0(sizeof(MonoVTable));
    klass->name = "Plain";
    klass->name_space = "";
    klass->reference_count = references;
    klass->reference_offsets = g_new0(uint32_t, references + 1);
    for (unsigned i = 0; i < references; i++)
        klass->reference_offsets[i] = MONO_OBJECT_HEADER_SIZE + i * sizeof(void *);
    vtable->klass = klass;
    vtable->instance_size_bytes = MONO_OBJECT_HEADER_SIZE + references * sizeof(void *) + 8 + extra_bytes;
    vtable->kind = references ? MONO_GC_KIND_PLAIN : MONO_GC_KIND_NO_REFERENCES;
    return vtable;
}

MonoVTable *finalizable(unsigned references)
{
    MonoVTable *vtable = plain(references, 0);
    vtable->has_finalizer = true;
    vtable->klass->finalizer = &fake_finalizer;
    return vtable;
}

/* element: reference_offsets as if boxed */
MonoVTable *array_of(MonoGcKind kind, uint32_t element_size, MonoClass *element)
{
    MonoClass *klass = g_new0(MonoClass, 1);
    MonoVTable *vtable = g_malloc0(sizeof(MonoVTable));
    klass->name = "Array";
    klass->name_space = "";
    klass->rank = 1;
    klass->is_szarray = true;
    klass->element_class = element;
    klass->element_size = element_size;
    vtable->klass = klass;
    vtable->rank = 1;
    vtable->kind = (uint8_t)kind;
    return vtable;
}

MonoArray *new_array(MonoVTable *vtable, uintptr_t length)
{
    MonoError error = MONO_ERROR_INIT;
    MonoArray *array = mono_array_new_checked(vtable, length, &error);
    mono_error_clear(&error);
    return array;
}

MonoObject *new_plain(MonoVTable *vtable)
{
    return mono_gc_alloc(vtable, vtable->instance_size_bytes);
}

MonoObject **reference(MonoObject *object, unsigned index)
{
    return (MonoObject **)(void *)((uint8_t *)object + MONO_OBJECT_HEADER_SIZE) + index;
}

void **root_slots;

void setup(void)
{
    mono_gc_init(0);
    native_stack_enabled = false;
    mono_profiler_state.started = true;
    root_slots = g_new0(void *, 256);
    mono_gc_register_root(root_slots, 256 * sizeof(void *), MONO_ROOT_SOURCE_EXTERNAL, "test");
}
