/*
 * tiers.c - how the tiers of frames are called: in options and files by a word, in names by a mark behind them, as
 * async-profiler has it for methods of Java ("_[j]" for compiled code, "_[0]" for interpreted). JIT has no mark: on a host
 * with a JIT all frames are.
 */
#include "profiler/model/model.h"

#include <string.h>

enum { MARK_LENGTH = 4 };

static const struct {
    const char *word, *mark, *title;
} tiers[SP_TIER_COUNT] = {
    [SP_TIER_UNKNOWN] = {"unknown", "", "unknown tier"},
    [SP_TIER_INTERP] = {"interp", "_[0]", "interpreter"},
    [SP_TIER_JITERP] = {"jiterp", "_[j]", "jiterpreter"},
    [SP_TIER_JIT] = {"jit", "", "JIT"},
    [SP_TIER_AOT] = {"aot", "_[a]", "AOT"},
};

const char *sp_tier_word(SpTier tier)
{
    return tiers[tier].word;
}

const char *sp_tier_mark(SpTier tier)
{
    return tiers[tier].mark;
}

const char *sp_tier_title(SpTier tier)
{
    return tiers[tier].title;
}

SpTier sp_tier_by_word(const char *word)
{
    for (int i = SP_TIER_UNKNOWN + 1; word && i < SP_TIER_COUNT; i++)
        if (!strcmp(tiers[i].word, word))
            return (SpTier)i;
    return SP_TIER_UNKNOWN;
}

SpTier sp_tier_of_mark(const char *text, size_t *length)
{
    for (int i = 0; *length >= MARK_LENGTH && i < SP_TIER_COUNT; i++)
        if (*tiers[i].mark && !memcmp(text + *length - MARK_LENGTH, tiers[i].mark, MARK_LENGTH)) {
            *length -= MARK_LENGTH;
            return (SpTier)i;
        }
    return SP_TIER_UNKNOWN;
}

unsigned sp_profile_tiers(const SpProfile *p)
{
    unsigned found = 0;
    for (uint32_t i = 0; i < p->nodes->len; i++) {
        const SpNode *n = sp_node(p, i);
        if (n->frame != SP_NONE && (n->samples || n->self_ns || n->calls))
            found |= 1u << sp_frame(p, n->frame)->tier;
    }
    return found & ~(1u << SP_TIER_UNKNOWN);
}
