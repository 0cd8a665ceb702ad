/*
 * marshal.h - how managed values look to native code: layouts of structures, conversion of single values.
 *
 *   MonoType + MarshalAs + character set -> MarshalSpec -> bytes in native memory, and back
 *
 * Used by Marshal.* (marshal_icalls.c), P/Invoke (pinvoke.c) and callbacks (callback.c). Native memory that a
 * conversion makes comes from malloc, as AllocCoTaskMem's does.
 */
#ifndef MONOSP_MARSHAL_H
#define MONOSP_MARSHAL_H

#include <ffi.h>

#include "interp/corlib/glue.h"

typedef enum {
    MARSHAL_COPY,        /* the same bytes on both sides */
    MARSHAL_BOOL4,       /* BOOL */
    MARSHAL_BOOL2,       /* VARIANT_BOOL: 0 or -1 */
    MARSHAL_BOOL1,       /* C++ bool */
    MARSHAL_CHAR1,       /* char as one byte */
    MARSHAL_UTF8,        /* string as char* */
    MARSHAL_WIDE,        /* string as char16_t* */
    MARSHAL_BSTR,        /* string as char16_t* with its length in bytes before it */
    MARSHAL_BYVAL_UTF8,  /* string inside the structure, count bytes */
    MARSHAL_BYVAL_WIDE,  /* string inside the structure, count char16_t */
    MARSHAL_BYVAL_ARRAY, /* count elements inside the structure */
    MARSHAL_STRUCT,      /* structure whose layout differs */
    MARSHAL_DELEGATE,    /* function pointer */
    MARSHAL_HANDLE,      /* SafeHandle, CriticalHandle: the handle's value */
    MARSHAL_HANDLE_REF,  /* HandleRef: the handle's value */
    /* parameters only */
    MARSHAL_ARRAY,          /* pointer to elements */
    MARSHAL_STRUCT_POINTER, /* object of a class with layout: pointer to the structure */
    MARSHAL_BUILDER_UTF8,   /* StringBuilder */
    MARSHAL_BUILDER_WIDE,
} MarshalKind;

typedef struct MarshalLayout MarshalLayout;

typedef struct MarshalSpec MarshalSpec;
struct MarshalSpec {
    MarshalKind kind;
    uint32_t size, align;  /* native, bytes */
    uint32_t managed_size; /* bytes in a field or array element */
    uint32_t count;        /* BYVAL_* */
    MonoClass *klass;      /* of the managed value */
    MarshalLayout *layout; /* STRUCT, STRUCT_POINTER and COPY of structures; NULL for primitives */
    MarshalSpec *element;  /* ARRAY, BYVAL_ARRAY; owned by the spec, which lives for ever */
    uint8_t primitive;     /* COPY: MonoTypeEnum of the value, 0 for structures */
};

typedef struct {
    MonoClassField *field;
    uint32_t offset; /* native */
    MarshalSpec spec;
} MarshalField;

struct MarshalLayout {
    MonoClass *klass;
    uint32_t size, align;
    bool blittable; /* native bytes are the managed ones */
    uint32_t field_count;
    MarshalField *fields;
    ffi_type *ffi; /* made when first passed by value */
};

/* Layout of a class or value type; cached. NULL with an error (ARGUMENT) when it has none. */
MarshalLayout *marshal_layout(MonoClass *klass, MonoError *error);
/* native_type: MarshalAs blob (II.23.4), empty = none. byref of the type is not looked at. */
bool marshal_spec(const MonoType *type, MonoBlob native_type, bool unicode, bool is_field, MarshalSpec *spec,
                  MonoError *error);
/* Blob of a FieldMarshal row for a Field or Param token; empty when there is none. */
MonoBlob marshal_native_type(MonoImage *image, uint32_t token);
bool marshal_class_is_unicode(const MonoClass *klass);

/* managed: address of the value (of a reference: of the reference). false: an exception is pending. */
bool marshal_to_native(const MarshalSpec *spec, const void *managed, void *native);
bool marshal_to_managed(const MarshalSpec *spec, const void *native, void *managed);
/* Frees what to_native made (strings), not `native` itself. */
void marshal_release(const MarshalSpec *spec, void *native);
/* The same for a structure; data: managed fields without object header. */
bool marshal_struct_to_native(const MarshalLayout *layout, const uint8_t *data, uint8_t *native);
bool marshal_struct_to_managed(const MarshalLayout *layout, const uint8_t *native, uint8_t *data);
void marshal_struct_release(const MarshalLayout *layout, uint8_t *native);

/* Strings in malloc'ed memory. */
char *marshal_utf8(const MonoString *string);
uint16_t *marshal_wide(const MonoString *string);
uint16_t *marshal_bstr(const uint16_t *chars, uint32_t length);
void marshal_free_bstr(uint16_t *bstr);
MonoString *marshal_string_from_wide(const uint16_t *chars);

/* As libffi passes it. primitive: by value as it is; what is no number is a pointer. */
ffi_type *marshal_ffi_primitive(MonoTypeEnum type);
ffi_type *marshal_ffi_type(const MarshalSpec *spec);

/* One parameter of a signature as native code sees it. */
typedef struct {
    MarshalSpec spec;
    bool byref;
    bool in, out;  /* [In], [Out] as written; neither = the default of its kind */
    uint32_t slot; /* first slot of the managed value */
    MonoType type;
} MarshalParam;

typedef struct {
    MonoMethodSignature *signature;
    MarshalParam ret; /* spec unused when it returns nothing */
    bool returns;
    uint32_t count;
    MarshalParam *params;
    ffi_cif cif;
    ffi_type **types;
} MarshalSignature;

/* Attributes come from the method's Param rows. Slots count from first_slot. NULL with an error when something cannot
 * be marshaled. Lives for ever. */
MarshalSignature *marshal_signature(MonoMethod *method, MonoMethodSignature *signature, bool unicode,
                                    uint32_t first_slot, MonoError *error);

/* callback.c: native function that calls the delegate; the same delegate gives the same function. */
void *marshal_delegate_function(MonoDelegate *delegate);
/* Delegate of a class over a native function; the original one when the function is a delegate's. */
MonoObject *marshal_function_delegate(void *function, MonoClass *delegate_class, MonoError *error);
/* Exceptions that left callbacks while native code ran: pending for the managed caller of that code. */
void marshal_callbacks_raise(void);

/* pinvoke.c: a method that calls a native function directly (static; signature is owned by it from now on). */
MonoMethod *pinvoke_wrap_function(MonoClass *klass, MonoMethodSignature *signature, void *function, bool unicode);
/* Address of a P/Invoke method's function; false with an error. */
bool pinvoke_resolve(MonoMethod *method, MonoError *error);

#endif
