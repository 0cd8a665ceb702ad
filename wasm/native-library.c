/*
 * native-library.c - no libraries to load: a P/Invoke throws DllNotFoundException. The one that is always there is
 * System.Native, which the class library itself calls (system-native.c).
 */
#include "interp/corlib/native-library.h"

#include <string.h>

#include "wasm/system-native.h"

static const char system_native[] = "System.Native";

void *native_library_open(const char *name, const MonoAssembly *from)
{
    return strcmp(name, system_native) == 0 ? (void *)(uintptr_t)system_native : NULL;
}

void *native_library_symbol(void *library, const char *name)
{
    return system_native_find(name);
}
