/*
 * internal-names.h - functions of the runtime that are called like functions of Mono's embedding API but take other
 * arguments, or that must stay hidden while a wrapper in interp/embed is exported under the name.
 *
 * The linker knows them as interp_NAME; everything inside the runtime goes on writing the plain name. interp/embed
 * takes the defines away again (own-names.h) before it defines the public ones.
 */
#ifndef MONOSP_INTERNAL_NAMES_H
#define MONOSP_INTERNAL_NAMES_H

#define mono_array_new interp_array_new
#define mono_class_from_name interp_class_from_name
#define mono_gc_collect interp_gc_collect
#define mono_object_clone interp_object_clone
#define mono_object_hash interp_object_hash
#define mono_object_isinst interp_object_isinst
#define mono_object_new interp_object_new
#define mono_object_unbox interp_object_unbox
#define mono_string_equal interp_string_equal
#define mono_string_intern interp_string_intern
#define mono_string_new interp_string_new
#define mono_string_new_len interp_string_new_len
#define mono_string_new_utf16 interp_string_new_utf16
#define mono_string_to_utf8 interp_string_to_utf8
#define mono_value_box interp_value_box

#endif
