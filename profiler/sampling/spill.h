/*
 * spill.h - the temporary file that takes the timeline of a long run out of memory: spill-native.c; where there is none
 * to be had, spill-wasm.c.
 */
#ifndef SAMPLEPOINT_SPILL_H
#define SAMPLEPOINT_SPILL_H

#include <stdbool.h>
#include <stddef.h>

/* Appends. False: nothing was written, nor will be ever again; what was written before may still be there. */
bool sp_spill_write(const void *bytes, size_t size);

/* All that was written, which is that many bytes. */
bool sp_spill_read(void *bytes, size_t size);

#endif
