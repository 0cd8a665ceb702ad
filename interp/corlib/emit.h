/*
 * emit.h - inside of System.Reflection.Emit: builders' objects -> rows, tokens and blobs of a dynamic image.
 *
 *   emit.c             AssemblyBuilder, ModuleBuilder: their images; internal calls
 *   emit-token.c       types, members, strings -> tokens and signatures
 *   emit-method.c      code of an ILGenerator -> method body; DynamicMethod
 *   emit-type.c        TypeBuilder.CreateType: all rows of a type, then a class like any other
 *   emit-attribute.c   CustomAttributeBuilder: blobs, rows; constants
 *
 * Builders' private fields are read by name. An image is never freed, nor is a dynamic method.
 */
#ifndef MONOSP_EMIT_H
#define MONOSP_EMIT_H

#include "interp/corlib/glue.h"
#include "interp/corlib/reflect.h"

typedef enum {
    EMIT_OTHER,
    EMIT_RUNTIME_TYPE,
    EMIT_TYPE_BUILDER,
    EMIT_ENUM_BUILDER,
    EMIT_TYPE_PARAMETER,
    EMIT_ARRAY_TYPE,
    EMIT_BYREF_TYPE,
    EMIT_POINTER_TYPE,
    EMIT_TYPE_INSTANCE,
    EMIT_RUNTIME_METHOD, /* and constructors */
    EMIT_RUNTIME_FIELD,
    EMIT_METHOD_BUILDER,
    EMIT_CONSTRUCTOR_BUILDER,
    EMIT_FIELD_BUILDER,
    EMIT_METHOD_ON_INSTANCE,
    EMIT_CONSTRUCTOR_ON_INSTANCE,
    EMIT_FIELD_ON_INSTANCE,
    EMIT_ARRAY_METHOD,
    EMIT_DYNAMIC_METHOD,
    EMIT_SIGNATURE,
    EMIT_STRING,
} EmitKind;

EmitKind emit_kind(const MonoObject *object); /* object not NULL */

static inline void *emit_at(MonoObject *object, const char *field)
{
    return mono_field_ptr(object, glue_field(mono_object_class(object), field));
}
static inline MonoObject *emit_ref(MonoObject *object, const char *field)
{
    return *(MonoObject **)emit_at(object, field);
}
static inline MonoArray *emit_array(MonoObject *object, const char *field)
{
    return (MonoArray *)emit_ref(object, field);
}
static inline int32_t emit_int(MonoObject *object, const char *field)
{
    return *(int32_t *)emit_at(object, field);
}
static inline bool emit_bool(MonoObject *object, const char *field)
{
    return *(uint8_t *)emit_at(object, field) != 0;
}
static inline uint32_t emit_length(const MonoArray *array)
{
    return array ? (uint32_t)array->length : 0;
}
/* PlatformNotSupportedException that names what is not there; 0. */
uint32_t emit_refuse(const char *what);

/* ---- emit.c ---- */

MonoImage *emit_builder_image(MonoObject *module_builder);
/* The image of methods that belong to no module: DynamicMethod. */
MonoImage *emit_dynamic_methods(void);
/* The object that was registered for a token in code of this image, NULL = the token is a real one. */
MonoObject *emit_registered(MonoImage *image, uint32_t token);
/* Row of a text in a string column. */
uint32_t emit_string(MonoImage *image, MonoObject *string);

/* ---- emit-token.c ---- */

/* Rows of builders in their own image, reserved at the first mention. */
uint32_t emit_type_row(MonoObject *type_builder);
uint32_t emit_method_row(MonoObject *method_or_constructor_builder);
uint32_t emit_field_row(MonoObject *field_builder);
MonoObject *emit_enum_type(MonoObject *type); /* of an EnumBuilder its TypeBuilder, else the same */
/* 0 = an exception is pending. open: of a generic TypeBuilder the instance over its own parameters. */
uint32_t emit_token(MonoImage *image, MonoObject *object, bool open);
uint32_t emit_type_def_or_ref(MonoImage *image, MonoObject *type);       /* coded; NULL gives 0 */
void emit_put_type(MonoImage *image, GByteArray *out, MonoObject *type); /* NULL = void */
void emit_put_method(MonoImage *image, GByteArray *out, MonoObject *method_or_constructor_builder);
uint32_t emit_blob(MonoImage *image, GByteArray *bytes); /* frees the bytes */
/* Name, namespace, flags, parent and enclosing type as they are now. */
void emit_type_head(MonoObject *type_builder);

/* ---- emit-method.c ---- */

/* Body of an ILGenerator; refs: objects of a dynamic method's tokens, NULL = tokens of the image. RVA, 0 = exception.
 */
uint32_t emit_body(MonoImage *image, MonoObject *generator, MonoArray *refs, bool init_locals);
uint32_t emit_raw_body(MonoImage *image, MonoArray *code);
/* The method of a DynamicMethod object, made if need be. */
MonoMethod *emit_dynamic_method(MonoObject *dynamic_method);
void emit_create_dynamic_method(MonoSlot *args, MonoSlot *ret);

/* ---- emit-type.c ---- */

void emit_create_type(MonoSlot *args, MonoSlot *ret);

/* ---- emit-attribute.c ---- */

void emit_attributes(MonoImage *image, uint32_t parent_token, MonoArray *attributes);
void emit_constant(MonoImage *image, uint32_t parent_token, MonoObject *value);
void emit_attribute_blob(MonoSlot *args, MonoSlot *ret);

#endif
