/*
 * module.h - rows of the table in assembly.c whose functions stand in module.c.
 */
#ifndef MONOSP_MODULE_H
#define MONOSP_MODULE_H

#include "interp/corlib/icalls.h"

/* Type[] of an image, without <Module>. */
MonoArray *reflect_image_types(MonoImage *image, bool exported_only);

void icall_manifest_module(MonoSlot *args, MonoSlot *ret);
void icall_modules(MonoSlot *args, MonoSlot *ret);
void icall_module_token(MonoSlot *args, MonoSlot *ret);
void icall_module_stream_version(MonoSlot *args, MonoSlot *ret);
void icall_module_types(MonoSlot *args, MonoSlot *ret);
void icall_module_guid(MonoSlot *args, MonoSlot *ret);
void icall_module_global_type(MonoSlot *args, MonoSlot *ret);
void icall_module_pe_kind(MonoSlot *args, MonoSlot *ret);
void icall_resolve_type(MonoSlot *args, MonoSlot *ret);
void icall_resolve_method(MonoSlot *args, MonoSlot *ret);
void icall_resolve_field(MonoSlot *args, MonoSlot *ret);
void icall_resolve_string(MonoSlot *args, MonoSlot *ret);
void icall_resolve_member(MonoSlot *args, MonoSlot *ret);
void icall_resolve_signature(MonoSlot *args, MonoSlot *ret);

#endif
