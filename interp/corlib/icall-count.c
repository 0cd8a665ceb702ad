/*
 * icall-count.c - --stats: how often each internal call was called.
 *
 * A counted call goes through a small function made by libffi, one a method, so a run without --stats pays nothing.
 */
#include <ffi.h>
#include <inttypes.h>
#include <stdio.h>

#include "interp/corlib/icall-hook.h"

typedef struct {
    MonoICall function;
    char *name;
    uint64_t calls;
} Counted;

static GPtrArray *counted; /* Counted */
static MonoICallHook next_hook;
static ffi_cif cif;

static void count_and_call(ffi_cif *own, void *result, void **args, void *data)
{
    Counted *c = data;
    c->calls++;
    c->function(*(MonoSlot **)args[0], *(MonoSlot **)args[1]);
}

static MonoICall count(MonoMethod *method, MonoICall found)
{
    MonoICall function = next_hook ? next_hook(method, found) : found;
    void *code = NULL;
    ffi_closure *closure = function ? ffi_closure_alloc(sizeof(ffi_closure), &code) : NULL;
    if (!closure)
        return function;
    Counted *c = g_new0(Counted, 1);
    *c = (Counted){function, mono_icall_name(method), 0};
    if (ffi_prep_closure_loc(closure, &cif, count_and_call, c, code) != FFI_OK) {
        ffi_closure_free(closure);
        return function;
    }
    g_ptr_array_add(counted, c);
    return (MonoICall)(uintptr_t)code;
}

void mono_icall_count_start(void)
{
    static ffi_type *types[2];
    if (counted)
        return;
    types[0] = types[1] = &ffi_type_pointer;
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, 2, &ffi_type_void, types) != FFI_OK)
        return;
    counted = g_ptr_array_new();
    next_hook = mono_icall_hook;
    mono_icall_hook = count;
}

static gint more_calls_first(gconstpointer a, gconstpointer b)
{
    const Counted *x = *(Counted *const *)a, *y = *(Counted *const *)b;
    return x->calls != y->calls ? (x->calls > y->calls ? -1 : 1) : g_strcmp0(x->name, y->name);
}

void mono_icall_count_print(FILE *out, unsigned most)
{
    uint64_t all = 0;
    if (!counted)
        return;
    for (unsigned i = 0; i < counted->len; i++)
        all += ((Counted *)counted->pdata[i])->calls;
    g_ptr_array_sort(counted, more_calls_first);
    fprintf(out, "Internal calls: %" PRIu64 " of %u kinds\n", all, counted->len);
    for (unsigned i = 0; i < MIN(counted->len, most); i++) {
        const Counted *c = counted->pdata[i];
        if (c->calls)
            fprintf(out, "%12" PRIu64 " %s\n", c->calls, c->name);
    }
}
