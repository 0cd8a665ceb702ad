/*
 * signals.c - there are none.
 */
#include "interp/signals.h"

void signals_init(void)
{
}
