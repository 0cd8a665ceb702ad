/*
 * shadow-wasm.c - the memory of a shadow stack. malloc() clears nothing, and the host commits pages of new memory as
 * they are used.
 */
#include "profiler/sampling/shadow.h"

#include <stdlib.h>

bool sp_shadow_init(SpShadow *s)
{
    SpShadowFrame *memory = malloc((SP_SHADOW_CAPACITY + 1) * sizeof *memory);
    if (!memory)
        return false;
    *s = (SpShadow){.bottom = memory, .top = memory, .limit = memory + SP_SHADOW_CAPACITY};
    *s->bottom = (SpShadowFrame){.anchor = UINTPTR_MAX};
    return true;
}

void sp_shadow_free(SpShadow *s)
{
    free(s->bottom);
    s->bottom = s->top = s->limit = 0;
}
