/*
 * compile.c - --aot: an assembly's methods become chunks of C, the chunks an image (build.c).
 *
 *   methods of all types -> stable IR -> region -> C text
 *   instances of generics that their code names, or whose vtables they need, are compiled into the same image
 *
 * Chunks follow the metadata: the methods of 16 neighbouring types are one C file, so that a changed type leaves the
 * other files, and their object files in the cache, as they are.
 */
#include "aot-stubs/compile.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aot-stubs/aot.h"
#include "aot-stubs/gen.h"

enum { TYPES_A_CHUNK = 16, INSTANCE_CHUNKS = 64, MAX_CHUNK_BYTES = 400 << 10, MAX_INSTANCES = 60000 };

typedef struct {
    MonoImage *image;
    GHashTable *seen;  /* MonoMethod -> its symbol, NULL: not for this image */
    GQueue *queue;     /* Wanted */
    GHashTable *open;  /* number of types or instances -> AotChunk that takes more */
    GPtrArray *chunks; /* AotChunk */
    GArray *methods;   /* AotMethod */
    GHashTable *profile; /* aot_profile_read(); NULL: all */
    AotChunk *missing; /* symbols that others name and that have no code */
    unsigned vtables_seen, instances;
    unsigned depth; /* of the method at hand */
    unsigned left;  /* methods that stay the interpreter's */
} Compile;

/* depth: instances made of other assemblies' types alone are followed so many calls from the assembly's own code. */
typedef struct {
    MonoMethod *method;
    unsigned depth;
} Wanted;

/* What ran while the runtime started may have changed its own IR (class constructors that are done): as it was made. */
static GHashTable *started; /* InterpMethod -> copy of code */

static bool wants(MonoMethod *method, MonoProfilerCallInstrumentationFlags *flags)
{
    *flags = aot_options.prof_flags;
    return method->kind == MONO_METHOD_IL;
}

static void made_at_start(InterpMethod *imethod)
{
    g_hash_table_insert(started, imethod, g_memdup2(imethod->code, imethod->code_units * sizeof imethod->code[0]));
}

static bool class_library_has_image(void)
{
    mono_assembly_init(".", NULL); /* finds the class library; the start does it again, with the program's folder */
    char *corlib = g_strdup_printf("%s/4.5/mscorlib.dll", mono_assembly_libdir());
    bool found = aot_image_exists(corlib);
    g_free(corlib);
    return found;
}

void mono_aot_init(const char *program)
{
    if (aot_options.compiles || aot_options.dump_spec) {
        started = g_hash_table_new(NULL, NULL);
        interp_aot.compiling = true;
        interp_aot.wants = wants;
        interp_aot.made = made_at_start;
        mono_profiler_state.raises_by_request = aot_options.by_request;
        if (!interp_tier_points)
            interp_tier_entry_heat = interp_tier_loop_heat = INT32_MAX;
        interp_tier_points = true;
        return;
    }
    /* Without a tier the interpreter has ops of its own that code of images cannot go on from. */
    if (!aot_options.off && (interp_tier_points || aot_image_exists(program) || class_library_has_image())) {
        aot_enter_init();
        aot_bind_init();
    }
}

int mono_aot_dump(MonoAssembly *program)
{
    if (!aot_options.dump_spec)
        return -1;
    interp_aot.made = NULL;
    return aot_dump(program, aot_options.dump_spec);
}

/* ---- Names ---- */

/* A C identifier that a person knows the method by; the key makes it the only one. */
static char *symbol_of(const MonoMethod *method, uint64_t key)
{
    GString *name = g_string_new(NULL);
    g_string_append_printf(name, "%s_%s_%016" PRIx64, method->klass->name, method->name, key);
    for (char *p = name->str; *p; p++)
        if (!g_ascii_isalnum(*p))
            *p = '_';
    if (g_ascii_isdigit(name->str[0]))
        g_string_prepend_c(name, '_');
    return g_string_free(name, FALSE);
}

static AotChunk *new_chunk(Compile *c, char *name)
{
    AotChunk *chunk = g_new(AotChunk, 1);
    *chunk = (AotChunk){name, g_string_new("#include \"aot.h\"\n")};
    g_ptr_array_add(c->chunks, chunk);
    return chunk;
}

static AotChunk *chunk_of(Compile *c, const MonoMethod *method, uint64_t key)
{
    bool is_instance = aot_is_instance(method);
    uint32_t types = MONO_TOKEN_ROW(method->klass->type_token) / TYPES_A_CHUNK;
    uint32_t number = is_instance ? 0x80000000u | (uint32_t)(key % INSTANCE_CHUNKS) : types;
    AotChunk *chunk = g_hash_table_lookup(c->open, GUINT_TO_POINTER(number));
    if (chunk && chunk->text->len < MAX_CHUNK_BYTES)
        return chunk;
    chunk = new_chunk(c, g_strdup_printf("%s%u-%u", is_instance ? "instances" : "types", number & 0x7fffffffu,
                                         c->chunks->len));
    g_hash_table_insert(c->open, GUINT_TO_POINTER(number), chunk);
    return chunk;
}

/* ---- Methods ---- */

static bool has_own_part(const Compile *c, const MonoClass *klass);

static bool has_own_argument(const Compile *c, const MonoGenericInst *inst)
{
    for (unsigned i = 0; inst && i < inst->count; i++)
        if (has_own_part(c, inst->args[i]))
            return true;
    return false;
}

static bool has_own_part(const Compile *c, const MonoClass *klass)
{
    while (klass->rank || klass->kind == MONO_CLASS_POINTER)
        klass = klass->element_class;
    return klass->image == c->image || has_own_argument(c, klass->inst);
}

static void want(Compile *c, MonoMethod *method)
{
    bool is_instance = aot_is_instance(method);
    bool is_own = has_own_part(c, method->klass) || has_own_argument(c, method->method_inst);
    unsigned depth = is_own ? 0 : c->depth + 1;
    if (depth > aot_options.depth || method->kind != MONO_METHOD_IL || method->is_open || !method->token ||
        (!is_instance && method->klass->image != c->image) || g_hash_table_contains(c->seen, method))
        return;
    if (is_instance && ++c->instances > MAX_INSTANCES) /* a generic that names ever larger instances of itself */
        return;
    bool wanted = !c->profile || aot_profile_names(c->profile, method);
    g_hash_table_insert(c->seen, method, wanted ? symbol_of(method, aot_key(method)) : NULL);
    if (!wanted)
        return;
    Wanted *entry = g_new(Wanted, 1);
    *entry = (Wanted){method, depth};
    g_queue_push_tail(c->queue, entry);
}

/* AotNames: a method that is called is wanted, too. */
static const char *symbol_for(MonoMethod *method, void *data)
{
    Compile *c = data;
    want(c, method);
    return g_hash_table_lookup(c->seen, method);
}

static void want_named(Compile *c, const JitRegion *region)
{
    for (guint i = 0; i < region->insns->len; i++) {
        const InterpMethod *callee = jit_callee(region, JIT_INSN(region, i));
        if (callee)
            want(c, callee->method);
    }
}

/* Virtual methods of instances whose objects the method at hand makes. */
static void want_virtual(Compile *c)
{
    for (; mono_runtime_vtables && c->vtables_seen < mono_runtime_vtables->len; c->vtables_seen++) {
        const MonoVTable *vtable = mono_runtime_vtables->pdata[c->vtables_seen];
        const MonoClass *klass = vtable->klass;
        for (uint32_t i = 0; klass->inst && !klass->is_interface && i < klass->slot_count; i++) {
            MonoMethod *method = klass->slots[i];
            if (method && method->klass->inst && !method->generic_param_count)
                want(c, method);
        }
    }
}

static void restore(const InterpMethod *imethod)
{
    const uint16_t *code = g_hash_table_lookup(started, imethod);
    if (code)
        memcpy((uint16_t *)imethod->code, code, imethod->code_units * sizeof code[0]);
}

static bool generate(Compile *c, InterpMethod *imethod, AotMethod *entry, JitAbort *why)
{
    JitRegion region;
    bool ok = jit_region_make(&region, imethod, why);
    if (ok) {
        AotChunk *chunk = chunk_of(c, imethod->method, entry->key);
        gsize length = chunk->text->len;
        jit_flow(&region);
        ok = aot_gen_method(&region, entry->symbol, &(AotNames){symbol_for, c}, chunk->text, why);
        if (!ok)
            g_string_truncate(chunk->text, length);
        want_named(c, &region);
    }
    jit_region_clear(&region);
    return ok;
}

static void compile_method(Compile *c, MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    JitAbort why = JIT_ABORT_NONE;
    InterpMethod *imethod = interp_method_get(method);
    AotMethod entry = {.key = aot_key(method)};
    entry.symbol = g_strdup(g_hash_table_lookup(c->seen, method));
    bool ok = interp_method_transform(imethod, &error) && imethod->stable;
    mono_error_clear(&error);
    if (ok) {
        restore(imethod);
        ok = generate(c, imethod, &entry, &why);
    }
    if (!ok) {
        g_string_append_printf(c->missing->text, "AOT_MISSING(%s)\n", entry.symbol);
        g_free(entry.symbol);
        c->left++;
        return;
    }
    entry.ir_hash = aot_ir_hash(imethod);
    g_array_append_val(c->methods, entry);
}

static void compile_queue(Compile *c)
{
    Wanted *wanted;
    c->vtables_seen = mono_runtime_vtables ? mono_runtime_vtables->len : 0; /* of the runtime's start */
    while ((wanted = g_queue_pop_head(c->queue))) {
        c->depth = wanted->depth;
        compile_method(c, wanted->method);
        want_virtual(c);
        g_free(wanted);
    }
}

static void want_all(Compile *c)
{
    for (uint32_t row = 1; row <= mono_image_rows(c->image, MONO_TABLE_TYPEDEF); row++) {
        MonoError error = MONO_ERROR_INIT;
        MonoClass *klass = mono_class_from_typedef(c->image, row, &error);
        if (klass && mono_class_setup_methods(klass, &error))
            for (uint32_t i = 0; i < klass->method_count; i++)
                want(c, klass->methods[i]);
        mono_error_clear(&error);
    }
}

/* ---- One assembly ---- */

static char *place_of(const char *file)
{
    char *name = g_path_get_basename(file), *image = g_strconcat(name, ".so", NULL), *path;
    struct stat status;
    if (!aot_options.out)
        path = g_strconcat(file, ".so", NULL);
    else if (stat(aot_options.out, &status) == 0 && S_ISDIR(status.st_mode))
        path = g_build_filename(aot_options.out, image, NULL);
    else
        path = g_strdup(aot_options.out);
    g_free(name);
    g_free(image);
    return path;
}

static void clear(Compile *c)
{
    for (guint i = 0; i < c->chunks->len; i++) {
        AotChunk *chunk = c->chunks->pdata[i];
        g_free(chunk->name);
        g_string_free(chunk->text, TRUE);
        g_free(chunk);
    }
    for (guint i = 0; i < c->methods->len; i++)
        g_free(g_array_index(c->methods, AotMethod, i).symbol);
    g_ptr_array_free(c->chunks, TRUE);
    g_array_free(c->methods, TRUE);
    g_hash_table_destroy(c->seen);
    g_hash_table_destroy(c->open);
    g_queue_free(c->queue);
}

static bool compile_assembly(const char *file, GHashTable *profile)
{
    MonoError error = MONO_ERROR_INIT;
    gint64 start = g_get_monotonic_time();
    if (access(file, R_OK) != 0) {
        fprintf(stderr, "Cannot open assembly '%s': %s.\n", file, strerror(errno));
        return false;
    }
    MonoAssembly *assembly = mono_assembly_open_file(file, &error);
    if (!assembly) {
        fprintf(stderr, "Cannot open assembly '%s': %s\n", file, error.message ? error.message : "no CLI image");
        mono_error_clear(&error);
        return false;
    }
    Compile c = {.image = assembly->image, .profile = profile};
    c.seen = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    c.open = g_hash_table_new(NULL, NULL);
    c.queue = g_queue_new();
    c.chunks = g_ptr_array_new();
    c.methods = g_array_new(FALSE, TRUE, sizeof(AotMethod));
    c.missing = new_chunk(&c, g_strdup("missing"));
    want_all(&c);
    compile_queue(&c);
    char *path = place_of(file);
    bool ok = aot_build(path, assembly->image->guid, c.chunks, c.methods);
    struct stat status;
    if (ok && stat(path, &status) == 0)
        printf("%s: %u methods, %u left to the interpreter, %.1f MB, %.1f s\n", path, c.methods->len, c.left,
               (double)status.st_size / 1e6, (double)(g_get_monotonic_time() - start) / 1e6);
    g_free(path);
    clear(&c);
    return ok;
}

int mono_aot_compile(int count, char **files)
{
    GHashTable *profile = NULL;
    interp_aot.made = NULL; /* nothing of the program runs from here on */
    if (count > 1 && aot_options.out && !g_file_test(aot_options.out, G_FILE_TEST_IS_DIR)) {
        fprintf(stderr, "--aot: out=%s is no folder, and there are %d assemblies\n", aot_options.out, count);
        return 1;
    }
    if (aot_options.profile && !(profile = aot_profile_read(aot_options.profile)))
        return 1;
    int failed = 0;
    for (int i = 0; i < count; i++)
        failed |= !compile_assembly(files[i], profile);
    return failed;
}
