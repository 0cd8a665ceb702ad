/* shadow-native.c - the memory of a shadow stack, committed as it is used; its events are inlined from shadow.h. */
#include "profiler/sampling/shadow.h"

#include <stddef.h>
#include <sys/mman.h>

#define MAPPING_BYTES ((SP_SHADOW_CAPACITY + 1) * sizeof(SpShadowFrame))

bool sp_shadow_init(SpShadow *s)
{
    void *memory =
        mmap(NULL, MAPPING_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    *s = (SpShadow){.bottom = memory};
    s->top = s->bottom;
    s->limit = s->bottom + SP_SHADOW_CAPACITY;
    s->bottom->anchor = UINTPTR_MAX;
    return true;
}

void sp_shadow_free(SpShadow *s)
{
    if (s->bottom)
        munmap(s->bottom, MAPPING_BYTES);
    s->bottom = s->top = s->limit = 0;
}
