/*
 * bind.c - which methods have code in an image, and the binding of that code when their IR is made.
 *
 * A method of an accepted image gets stable IR; when that is the IR the code was made from, to the last operand, the
 * code is the method's fastest tier. Else the method runs in the others, and --verbose says so.
 */
#include "aot-stubs/image.h"

#include <stdio.h>
#include <stdlib.h>

#include "interp/exec/exec.h"

AotBindStats aot_bind_stats;

static int by_key(const void *key, const void *entry)
{
    uint64_t x = *(const uint64_t *)key, y = ((const AotEntry *)entry)->key;
    return x < y ? -1 : x > y;
}

static const AotEntry *find_in(const AotImage *image, uint64_t key)
{
    return bsearch(&key, image->table->entries, image->table->count, sizeof(AotEntry), by_key);
}

/* Its own assembly's image first; instances may be in that of whoever needed them. */
static const AotEntry *find(MonoMethod *method, const AotImage **image)
{
    if (method->kind != MONO_METHOD_IL || !method->token)
        return NULL;
    *image = aot_image_of(method->klass->image);
    bool is_instance = aot_is_instance(method);
    if (!*image && !is_instance)
        return NULL;
    uint64_t key = aot_key(method);
    const AotEntry *entry = *image ? find_in(*image, key) : NULL;
    for (unsigned i = 0; !entry && is_instance && (*image = aot_image_at(i)); i++)
        entry = find_in(*image, key);
    return entry;
}

static bool wants(MonoMethod *method, MonoProfilerCallInstrumentationFlags *flags)
{
    const AotImage *image;
    const AotEntry *entry = find(method, &image);
    if (entry)
        *flags = (MonoProfilerCallInstrumentationFlags)image->trailer->prof_flags;
    else
        aot_bind_stats.absent += method->kind == MONO_METHOD_IL;
    return entry != NULL;
}

static void made(InterpMethod *imethod)
{
    const AotImage *image;
    const AotEntry *entry = find(imethod->method, &image);
    if (entry && entry->ir_hash == aot_ir_hash(imethod)) {
        aot_enter_bind(imethod, aot_at(&entry->entry), aot_at(&entry->body), aot_at(&entry->self));
        aot_bind_stats.bound++;
        return;
    }
    aot_bind_stats.different++;
    if (interp_verbosity && entry) {
        char *name = mono_method_full_name(imethod->method, 1);
        fprintf(stderr, "AOT image %s: %s is not as it was compiled, and is interpreted\n", image->path, name);
        mono_free(name);
    }
}

void aot_bind_init(void)
{
    interp_aot.wants = wants;
    interp_aot.made = made;
}
