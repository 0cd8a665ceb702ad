/*
 * stacks.c - questions several writers ask of the call tree.
 */
#include "profiler/export/writing.h"

#include <string.h>

void sp_stack_of(const SpProfile *p, uint32_t node, GArray *frames)
{
    g_array_set_size(frames, 0);
    const SpNode *n = sp_node(p, node);
    if (n->frame == SP_NONE)
        g_array_append_val(frames, n->frame);
    for (; n->frame != SP_NONE; n = sp_node(p, n->parent))
        g_array_append_val(frames, n->frame);
}

bool sp_has_negative(const SpProfile *p)
{
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (n->samples < 0 || n->self_ns < 0 || n->calls < 0)
            return true;
    }
    return false;
}

bool sp_is_calls(const SpProfile *p)
{
    return p->has_time && (p->has_calls || !strcmp(p->mode, "calls"));
}
