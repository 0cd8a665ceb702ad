/*
 * write-out.h - from the recording to files and to the summary on stderr.
 */
#ifndef SAMPLEPOINT_WRITE_OUT_H
#define SAMPLEPOINT_WRITE_OUT_H

#include "profiler/plugin/modes.h"

/* To be called once, before the program starts: notes start time and folder, fixes the paths and says at once which of
 * them cannot be written. trigger_reason: why the trigger was chosen, for the summary. */
void sp_write_out_start(const SpOptions *options, const SpModeInfo *mode, const char *trigger_reason);

/* The host goes away: its functions are not to be called any more. */
void sp_write_out_host_ends(void);

/* Writes all outputs, and the summary unless quiet. A snapshot goes to names of its own and the recording goes on. */
void sp_write_out(bool snapshot);

/* One line on stderr with the module's prefix. */
void sp_message(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
