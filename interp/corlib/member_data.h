/*
 * member_data.h - rows of the table in member.c whose functions stand in member_data.c, and what attributes need too.
 */
#ifndef MONOSP_MEMBER_DATA_H
#define MONOSP_MEMBER_DATA_H

#include "interp/corlib/reflect.h"

uint32_t reflect_param_row(MonoMethod *method, unsigned sequence);
MonoMethod *reflect_parameter_method(const MonoReflectionParameter *parameter);
/* Custom modifiers at the reader's place as Type[]; NULL = none. */
MonoArray *reflect_modifiers(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, bool optional);
/* MarshalAsAttribute of a Field or Param token, NULL = none. */
MonoObject *reflect_marshal_as(MonoImage *image, uint32_t token);

void icall_field_from_handle(MonoSlot *args, MonoSlot *ret);
void icall_field_marshal_info(MonoSlot *args, MonoSlot *ret);
void icall_field_get_value(MonoSlot *args, MonoSlot *ret);
void icall_field_set_value(MonoSlot *args, MonoSlot *ret);
void icall_field_get_value_direct(MonoSlot *args, MonoSlot *ret);
void icall_field_set_value_direct(MonoSlot *args, MonoSlot *ret);
void icall_typed_reference_to_object(MonoSlot *args, MonoSlot *ret);
void icall_make_typed_reference(MonoSlot *args, MonoSlot *ret);
void icall_field_resolve_type(MonoSlot *args, MonoSlot *ret);
void icall_field_parent_type(MonoSlot *args, MonoSlot *ret);
void icall_field_offset(MonoSlot *args, MonoSlot *ret);
void icall_field_raw_constant(MonoSlot *args, MonoSlot *ret);
void icall_field_token(MonoSlot *args, MonoSlot *ret);
void icall_field_modifiers(MonoSlot *args, MonoSlot *ret);
void icall_property_info(MonoSlot *args, MonoSlot *ret);
void icall_property_modifiers(MonoSlot *args, MonoSlot *ret);
void icall_property_default_value(MonoSlot *args, MonoSlot *ret);
void icall_property_token(MonoSlot *args, MonoSlot *ret);
void icall_property_from_handle(MonoSlot *args, MonoSlot *ret);
void icall_event_from_handle(MonoSlot *args, MonoSlot *ret);
void icall_event_info(MonoSlot *args, MonoSlot *ret);
void icall_event_token(MonoSlot *args, MonoSlot *ret);

#endif
