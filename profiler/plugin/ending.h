/*
 * ending.h - when to write: the program's end in all its forms, and snapshots in between.
 */
#ifndef SAMPLEPOINT_ENDING_H
#define SAMPLEPOINT_ENDING_H

#include "profiler/plugin/options.h"

/* Hooks exit, the ending signals that the program left at their default, the snapshot signal and fork. */
bool sp_ending_start(const SpOptions *options, GError **error);

/* The host has ended while its process may go on (an embedded runtime): the profile is written now, not at exit. */
void sp_ending_now(void);

#endif
