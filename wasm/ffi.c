/*
 * ffi.c - calls of functions whose signature is known at run time only. WebAssembly checks a signature at every call, so
 * only those can be called that are written here: up to 6 arguments of 32 bits (3 where there is no result), one result of 32 bits or none, which is
 * what System.Native has (system-native.c). A delegate has no native function.
 */
#include <ffi.h>
#include <glib.h>

enum { MOST_ARGUMENTS = 6 };

#define TYPE(name, bytes) ffi_type ffi_type_##name = {bytes, bytes, 0, NULL}
TYPE(void, 1);
TYPE(uint8, 1);
TYPE(sint8, 1);
TYPE(uint16, 2);
TYPE(sint16, 2);
TYPE(uint32, 4);
TYPE(sint32, 4);
TYPE(uint64, 8);
TYPE(sint64, 8);
TYPE(float, 4);
TYPE(double, 8);
TYPE(pointer, sizeof(void *));

ffi_status ffi_prep_cif(ffi_cif *cif, ffi_abi abi, unsigned nargs, ffi_type *rtype, ffi_type **arg_types)
{
    *cif = (ffi_cif){nargs, arg_types, rtype};
    return FFI_OK;
}

typedef uint32_t W;

static W call(void (*function)(void), unsigned count, const W *a)
{
    switch (count) {
    case 0:
        return ((W(*)(void))function)();
    case 1:
        return ((W(*)(W))function)(a[0]);
    case 2:
        return ((W(*)(W, W))function)(a[0], a[1]);
    case 3:
        return ((W(*)(W, W, W))function)(a[0], a[1], a[2]);
    case 4:
        return ((W(*)(W, W, W, W))function)(a[0], a[1], a[2], a[3]);
    case 5:
        return ((W(*)(W, W, W, W, W))function)(a[0], a[1], a[2], a[3], a[4]);
    default:
        return ((W(*)(W, W, W, W, W, W))function)(a[0], a[1], a[2], a[3], a[4], a[5]);
    }
}

static void call_void(void (*function)(void), unsigned count, const W *a)
{
    switch (count) {
    case 0:
        function();
        break;
    case 1:
        ((void (*)(W))function)(a[0]);
        break;
    case 2:
        ((void (*)(W, W))function)(a[0], a[1]);
        break;
    default:
        ((void (*)(W, W, W))function)(a[0], a[1], a[2]);
    }
}

void ffi_call(ffi_cif *cif, void (*function)(void), void *result, void **values)
{
    uint32_t a[MOST_ARGUMENTS] = {0}, answer = 0;
    if (cif->nargs > MOST_ARGUMENTS || cif->rtype->size > sizeof answer)
        g_error("a native function of another shape was to be called");
    for (unsigned i = 0; i < cif->nargs; i++) {
        if (cif->arg_types[i]->size > sizeof a[i])
            g_error("a native function of another shape was to be called");
        memcpy(&a[i], values[i], cif->arg_types[i]->size);
    }
    if (cif->rtype == &ffi_type_void)
        call_void(function, cif->nargs, a);
    else
        answer = call(function, cif->nargs, a);
    if (cif->rtype != &ffi_type_void)
        memcpy(result, &answer, sizeof answer);
}

void *ffi_closure_alloc(size_t bytes, void **code)
{
    return NULL;
}

void ffi_closure_free(void *closure)
{
}

ffi_status ffi_prep_closure_loc(ffi_closure *closure, ffi_cif *cif,
                                void (*function)(ffi_cif *cif, void *result, void **values, void *data), void *data,
                                void *code)
{
    return FFI_BAD_ABI;
}
