/*
 * defaults.c - the core library and the classes of it that the runtime names.
 */
#include "interp/runtime/types.h"

#include <string.h>

MonoDefaults mono_defaults;

/* Object first: it is the parent of what the loader makes up (parameters, broken classes). */
static bool load(MonoClass **slot, const char *name_space, const char *name, MonoError *error)
{
    if (!*slot)
        *slot = mono_class_from_name(mono_defaults.corlib, name_space, name);
    if (*slot)
        return true;
    mono_error_set(error, MONO_ERROR_TYPE_LOAD, name, "The core library %s has no class %s.%s",
                   mono_defaults.corlib->filename, name_space, name);
    return false;
}

bool mono_runtime_init_classes(MonoError *error)
{
    MonoAssemblyName name = {.name = "mscorlib", .culture = "", .major = 4};
    MonoAssembly *assembly = mono_assembly_load_name(&name, NULL, error);
    if (!assembly)
        return false;
    mono_defaults.corlib = assembly->image;
#define LOAD_DEFAULT(field, name_space, name)                                                                          \
    if (!load(&mono_defaults.field, name_space, name, error))                                                          \
        return false;
    MONO_DEFAULT_CLASSES(LOAD_DEFAULT)
#undef LOAD_DEFAULT
    return mono_layout_check(error);
}
