/*
 * process.h - what the module asks of the system it runs on: process-native.c, process-wasm.c.
 */
#ifndef SAMPLEPOINT_PROCESS_H
#define SAMPLEPOINT_PROCESS_H

#include <glib.h>
#include <stdint.h>

/* The words of the command line, each ended by a NUL, the first being the command; NULL: unknown. Free with g_free().
 */
char *sp_process_command_line(gsize *size);

/* Of the calling thread, as the system counts them. */
uint64_t sp_process_thread_id(void);

/* What the system calls the thread, unless that is only the name of the process; "Main" for the first. Free with
 * g_free(). */
char *sp_process_thread_name(uint64_t id);

/* Calls f, in which a file over the size limit and a reader gone are error numbers rather than the end of the program.
 */
void sp_process_without_deadly_signals(void (*f)(void *data), void *data);

#endif
