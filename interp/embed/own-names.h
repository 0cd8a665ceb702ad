/*
 * own-names.h - for the files of interp/embed: the inside of the runtime under its linker names (interp_object_new()),
 * and monosp.h under the public ones (mono_object_new()). See runtime/internal-names.h.
 */
#ifndef MONOSP_EMBED_OWN_NAMES_H
#define MONOSP_EMBED_OWN_NAMES_H

#include "interp/corlib/icalls.h"
#include "interp/corlib/reflect.h"
#include "interp/exec/exec.h"
#include "interp/runtime/runtime.h"

#undef mono_array_get
#undef mono_array_new
#undef mono_array_set
#undef mono_class_from_name
#undef mono_gc_collect
#undef mono_object_clone
#undef mono_object_hash
#undef mono_object_isinst
#undef mono_object_new
#undef mono_object_unbox
#undef mono_string_equal
#undef mono_string_intern
#undef mono_string_new
#undef mono_string_new_len
#undef mono_string_new_utf16
#undef mono_string_to_utf8
#undef mono_value_box

#include "interp/include/monosp.h"

/* Does managed code wait for the caller (an internal call)? Then an exception may be left pending. */
static inline bool embed_managed_waits(void)
{
    return (InterpFrame *)mono_thread_state.frames_top >= interp_frames;
}

/* True without an error. Else the error is cleared, and pending as an exception where managed code waits. */
bool embed_ok(MonoError *error);

#endif
