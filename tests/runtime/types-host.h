/*
 * types-host.h - what the suites of types play for the rooms above the runtime, and how they start.
 */
#ifndef TESTS_RUNTIME_TYPES_HOST_H
#define TESTS_RUNTIME_TYPES_HOST_H

#include "tests/suite.h"

#include "interp/runtime/types.h"

#include <string.h>

static MonoMethod *last_invoked; /* class constructors "run" here */
static unsigned invoke_count;
static MonoException *invoke_answer;

MonoException *mono_invoke_slots(MonoMethod *method, const MonoSlot *args, MonoSlot *ret)
{
    if (strcmp(method->name, ".cctor") != 0)
        return NULL;
    last_invoked = method;
    invoke_count++;
    return invoke_answer;
}

uint32_t mono_type_slots(const MonoType *type)
{
    return 1;
}

void mono_slot_store(const MonoType *type, void *memory, const MonoSlot *slots)
{
}

static MonoError error;

static inline MonoImage *open_image(const char *path)
{
    MonoAssembly *assembly = mono_assembly_open_file(path, &error);
    ck_assert_msg(assembly != NULL, "%s: %s", path, error.message);
    return assembly->image;
}

static void start(void)
{
    mono_gc_init(0);
    mono_assembly_init(".", NULL);
    bool loaded = mono_runtime_init_classes(&error);
    ck_assert_msg(loaded, "%s", error.message);
    mono_exceptions_init();
}

#endif
