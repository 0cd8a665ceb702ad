/*
 * fuzz-il.c - fuzzer of the transform, its type rules and the interpreter: the input is the code of one of the methods
 * Body* of Base.il. Whatever is let through is run, with a budget of safepoints, unless it uses pointers; then the collector,
 * which checks every reference it follows, looks at what it left behind. First inputs: il/.
 *
 * An input is the number of the method and its first bytes; the rest of its code is nops and the method's own end. What is
 * refused at an instruction is tried again with a `ret` in its place, so that most inputs run in part.
 */
#include "tests/hostile/runtime.h"

#include <setjmp.h>
#include <string.h>

enum { BUDGET = 300 /* safepoints */, COLLECT_EVERY = 16, METHODS = 8, TRIES = 16 };

typedef struct {
    InterpMethod *imethod;
    const uint16_t *untransformed;
    uint8_t *code;
    uint32_t size;
    uint8_t *original;
} Body;

static Body bodies[METHODS];
static unsigned body_count;
static MonoMethod *reset;
static jmp_buf out_of_budget;
static int budget;
static unsigned inputs, transformed, started; /* the bulk of the inputs must not be refused at once */

static void on_safepoint(void)
{
    if (--budget <= 0)
        longjmp(out_of_budget, 1);
    mono_safepoint_request();
}

static void print_counts(void)
{
    printf("%u inputs, %u transformed, %u run\n", inputs, transformed, started);
}

static void find_bodies(void)
{
    MonoClass *klass = fuzz_class("P");
    MonoError error = MONO_ERROR_INIT;
    mono_safepoint_set_hook(on_safepoint);
    atexit(print_counts);
    for (uint32_t i = 0; i < klass->method_count; i++) {
        MonoMethod *method = klass->methods[i];
        MonoMethodBody body;
        if (!strcmp(method->name, "Reset"))
            reset = method;
        if (strncmp(method->name, "Body", 4) != 0 || body_count == METHODS)
            continue;
        FUZZ_CHECK(mono_method_body_read(klass->image, MONO_TOKEN_ROW(method->token), &body, &error));
        Body *found = &bodies[body_count++];
        found->imethod = interp_method_get(method);
        found->untransformed = found->imethod->code;
        found->code = (uint8_t *)(uintptr_t)body.code;
        found->size = body.code_size_bytes;
        found->original = g_memdup2(body.code, body.code_size_bytes);
        mono_method_body_clear(&body);
    }
    FUZZ_CHECK(reset && body_count >= 3);
}

static void forget_code(Body *body)
{
    InterpMethod *im = body->imethod;
    if (im->ready) {
        g_free((void *)(uintptr_t)im->code);
        g_free(im->data);
        g_free(im->il_map);
        g_free(im->clauses);
        g_free(im->inlines);
        if (im->variables)
            g_array_unref(im->variables);
    }
    im->code = body->untransformed;
    im->code_units = 1;
    im->data = NULL;
    im->il_map = NULL;
    im->clauses = NULL;
    im->inlines = NULL;
    im->variables = NULL;
    im->clause_count = im->il_map_count = 0;
    im->ready = im->failed = im->uses_pointers = im->has_localloc = im->never_inline = false;
}

static void run(InterpMethod *im)
{
    MonoThreadState *state = &mono_thread_state;
    void *top = state->frames_top;
    MonoError error = MONO_ERROR_INIT;
    MonoSlot result[64], nothing;
    FUZZ_CHECK(!mono_invoke_slots(reset, NULL, &nothing));
    MonoArray *array = mono_array_new(mono_defaults.int32, 4);
    MonoObject *object = mono_object_new(fuzz_class("A"));
    MonoSlot args[] = {{.i8 = 3}, {.i8 = -7}, {.r8 = 1.5}, {.o = object}, {.o = (MonoObject *)array}, {.o = object}};
    budget = BUDGET;
    if (setjmp(out_of_budget) == 0) {
        mono_safepoint_request();
        interp_invoke(im, args, result);
    }
    budget = INT32_MAX;
    state->frames_top = top;
    state->pending_exception = NULL;
    interp_escaped = NULL;
    mono_error_clear(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MonoError error = MONO_ERROR_INIT;
    if (!body_count)
        find_bodies();
    if (size < 2)
        return 0;
    Body *body = &bodies[data[0] % body_count];
    uint32_t length = MIN((uint32_t)size - 1, body->size - 2);
    memset(body->code, 0, body->size);
    memcpy(body->code, data + 1, length);
    bool ok = false;
    for (unsigned tries = 0; !ok && tries < TRIES; tries++) {
        memcpy(body->code + body->size - 2, body->original + body->size - 2, 2);
        mono_error_clear(&error);
        forget_code(body);
        ok = interp_method_transform(body->imethod, &error);
        FUZZ_CHECK(ok == mono_error_ok(&error));
        const char *at = error.message ? strstr(error.message, ": IL_") : NULL;
        length = at ? (uint32_t)strtoul(at + 5, NULL, 16) : length / 2; /* a bad token's place is not told */
        uint32_t offset = length;
        if (offset + 2 > body->size)
            break;
        memcpy(body->code + offset, body->original + body->size - 2, 2);
        memset(body->code + offset + 2, 0, body->size - offset - 2);
    }
    transformed += ok;
    if (!ok && g_getenv("FUZZ_WHY"))
        fprintf(stderr, "%s\n", error.message ? error.message : "an exception");
    if (ok && !body->imethod->uses_pointers) {
        started++;
        run(body->imethod);
    }
    mono_error_clear(&error);
    forget_code(body);
    memcpy(body->code, body->original, body->size);
    if (++inputs % COLLECT_EVERY == 0)
        mono_gc_collect();
    return 0;
}
