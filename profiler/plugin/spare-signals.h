/*
 * spare-signals.h - signals that no program needs, one of which may ask for a snapshot: spare-signals-native.c,
 * spare-signals-wasm.c.
 */
#ifndef SAMPLEPOINT_SPARE_SIGNALS_H
#define SAMPLEPOINT_SPARE_SIGNALS_H

#include <stdbool.h>

extern const char sp_spare_signals[];         /* what sp_spare_signal() takes, for help and messages */
extern const char sp_standard_spare_signal[]; /* one of them */

/* "USR1", "SIGUSR1", a number; "none": 0. */
bool sp_spare_signal(const char *text, int *number);

#endif
