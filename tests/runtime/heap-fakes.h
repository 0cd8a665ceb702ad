/*
 * heap-fakes.h - classes and vtables made by hand, for the suites of the heap alone; and what the heap wants from other
 * rooms, played by heap-fakes.c.
 *
 * The native stack is not scanned, except where a test is about that: so it is exact what must live and what must not.
 * What tests remember of dead objects is stored complemented (HIDE).
 */
#ifndef TESTS_RUNTIME_HEAP_FAKES_H
#define TESTS_RUNTIME_HEAP_FAKES_H

#include "interp/runtime/heap.h"

#include <string.h>

#define HIDE(object) (~(uintptr_t)(object))
#define SHOW(hidden) ((MonoObject *)~(hidden))

extern unsigned finalized;
extern uintptr_t last_finalized; /* hidden */
extern void *resurrect_into;     /* a root slot that finalizers store their object in; NULL = they do not */
extern void **root_slots;        /* 256, registered */

void setup(void);
/* header, `references` of them, then a uint64_t for the test */
MonoVTable *plain(unsigned references, unsigned extra_bytes);
MonoVTable *finalizable(unsigned references);
/* element: reference_offsets as if boxed */
MonoVTable *array_of(MonoGcKind kind, uint32_t element_size, MonoClass *element);
MonoArray *new_array(MonoVTable *vtable, uintptr_t length);
MonoObject *new_plain(MonoVTable *vtable);
MonoObject **reference(MonoObject *object, unsigned index);

#endif
