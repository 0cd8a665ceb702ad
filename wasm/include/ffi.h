/*
 * ffi.h - libffi's interface as far as the runtime uses it, where no native function can be called: ffi_prep_cif() and
 * ffi_closure_alloc() say so. See ffi.c.
 */
#ifndef WASM_FFI_H
#define WASM_FFI_H

#include <stddef.h>

typedef enum { FFI_OK, FFI_BAD_TYPEDEF, FFI_BAD_ABI } ffi_status;
typedef enum { FFI_DEFAULT_ABI } ffi_abi;
enum { FFI_TYPE_STRUCT = 13 };
typedef unsigned long ffi_arg;

typedef struct ffi_type {
    size_t size;
    unsigned short alignment, type;
    struct ffi_type **elements;
} ffi_type;

typedef struct {
    unsigned nargs;
    ffi_type **arg_types, *rtype;
} ffi_cif;

typedef struct {
    void *user_data;
} ffi_closure;

extern ffi_type ffi_type_void, ffi_type_uint8, ffi_type_sint8, ffi_type_uint16, ffi_type_sint16, ffi_type_uint32,
    ffi_type_sint32, ffi_type_uint64, ffi_type_sint64, ffi_type_float, ffi_type_double, ffi_type_pointer;

#define FFI_FN(function) ((void (*)(void))(function))

ffi_status ffi_prep_cif(ffi_cif *cif, ffi_abi abi, unsigned nargs, ffi_type *rtype, ffi_type **arg_types);
void ffi_call(ffi_cif *cif, void (*function)(void), void *result, void **values);
void *ffi_closure_alloc(size_t bytes, void **code);
void ffi_closure_free(void *closure);
ffi_status ffi_prep_closure_loc(ffi_closure *closure, ffi_cif *cif,
                                void (*function)(ffi_cif *cif, void *result, void **values, void *data), void *data,
                                void *code);

#endif
