/* spare-signals-wasm.c - there are no signals. */
#include "profiler/plugin/spare-signals.h"

#include <string.h>

const char sp_spare_signals[] = "none";
const char sp_standard_spare_signal[] = "none";

bool sp_spare_signal(const char *text, int *number)
{
    *number = 0;
    return !strcmp(text, sp_standard_spare_signal);
}
