/* walk.h - reads everything that an image has, and checks what must hold for any bytes. */
#ifndef TESTS_METADATA_WALK_H
#define TESTS_METADATA_WALK_H

#include "interp/metadata/metadata.h"

/* Every row, heap entry, list, owner, body, signature, resource, and the debug information of every method. A sum over
 * what was read, so that nothing is optimised away and two readings can be compared. */
uint64_t walk_image(MonoImage *image);

#endif
