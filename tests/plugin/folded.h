/* folded.h - what a folded file that the module wrote says of a stack. */
#ifndef SAMPLEPOINT_TESTS_FOLDED_H
#define SAMPLEPOINT_TESTS_FOLDED_H

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Sum of the counts of the lines with this very stack; text may be NULL. */
static inline long folded_sum(const char *text, const char *stack)
{
    long sum = 0;
    char **lines = g_strsplit(text ? text : "", "\n", -1);
    for (char **l = lines; *l; l++)
        if (g_str_has_prefix(*l, stack) && (*l)[strlen(stack)] == ' ')
            sum += strtol(*l + strlen(stack), NULL, 10);
    g_strfreev(lines);
    return sum;
}

#endif
