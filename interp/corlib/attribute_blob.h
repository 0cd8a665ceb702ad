/*
 * attribute_blob.h - custom attribute blobs (ECMA-335 II.23.3) as objects: see attribute_blob.c.
 */
#ifndef MONOSP_ATTRIBUTE_BLOB_H
#define MONOSP_ATTRIBUTE_BLOB_H

#include "interp/corlib/reflect.h"

typedef struct {
    bool is_field;
    char *name;
    MonoClassField *field; /* or property; found in the attribute's class or a parent */
    MonoProperty *property;
    MonoType type; /* of the member */
} MonoAttributeMember;

typedef struct {
    MonoArray *arguments; /* object[] of the constructor's parameters */
    MonoArray *values;    /* object[] of the named ones */
    MonoAttributeMember *members; /* values->length */
} MonoAttributeArguments;

/* Decodes; false with an error when malformed or a name leads nowhere. */
bool mono_attribute_decode(MonoMethod *ctor, MonoImage *image, MonoBlob blob, MonoAttributeArguments *result,
                           MonoError *error);
void mono_attribute_clear(MonoAttributeArguments *arguments);

#endif
