/*
 * type_members.h - rows of the table in type.c whose functions stand in type_members.c.
 */
#ifndef MONOSP_TYPE_MEMBERS_H
#define MONOSP_TYPE_MEMBERS_H

#include "interp/corlib/icalls.h"

void icall_get_methods_by_name(MonoSlot *args, MonoSlot *ret);
void icall_get_properties_by_name(MonoSlot *args, MonoSlot *ret);
void icall_get_constructors(MonoSlot *args, MonoSlot *ret);
void icall_get_events(MonoSlot *args, MonoSlot *ret);
void icall_get_fields(MonoSlot *args, MonoSlot *ret);
void icall_get_nested_types(MonoSlot *args, MonoSlot *ret);
void icall_get_interfaces(MonoSlot *args, MonoSlot *ret);
void icall_get_interface_map(MonoSlot *args, MonoSlot *ret);

#endif
