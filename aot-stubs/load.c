/*
 * load.c - images are found beside their assemblies, checked, and loaded; or refused, with the reason under --verbose.
 *
 *   file -> trailer -> checksum of all bytes -> ABI, module, CPU, events -> dlopen of the same open file -> table
 */
#include "aot-stubs/image.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aot-stubs/gen.h"
#include "interp/exec/exec.h"

char **aot_path;
static GHashTable *by_image; /* MonoImage -> AotImage or NULL */
static GPtrArray *accepted;  /* AotImage */

/* ---- Where ---- */

static char *file_of(const char *assembly_file)
{
    char *beside = g_strconcat(assembly_file, ".so", NULL);
    if (g_file_test(beside, G_FILE_TEST_EXISTS))
        return beside;
    g_free(beside);
    char *name = g_path_get_basename(assembly_file), *file = g_strconcat(name, ".so", NULL), *found = NULL;
    for (char **folder = aot_path; folder && *folder && !found; folder++) {
        char *path = g_build_filename(*folder, file, NULL);
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            found = path;
        else
            g_free(path);
    }
    g_free(name);
    g_free(file);
    return found;
}

bool aot_image_exists(const char *assembly_file)
{
    char *path = file_of(assembly_file);
    g_free(path);
    return path != NULL;
}

/* ---- Checks: NULL or the reason; g_free ---- */

static char *check_bytes(const uint8_t *bytes, size_t size, AotTrailer *trailer)
{
    if (size < sizeof *trailer)
        return g_strdup("the file is too short to be an image");
    memcpy(trailer, bytes + size - sizeof *trailer, sizeof *trailer);
    if (memcmp(trailer->magic, AOT_MAGIC, sizeof trailer->magic) != 0)
        return g_strdup("it does not end as an image of this runtime does: made by something else, or cut off");
    if (aot_checksum(bytes, size - AOT_UNCHECKED_BYTES) != trailer->checksum)
        return g_strdup("its bytes are not those that were written (checksum)");
    return NULL;
}

static char *check_runtime(const AotTrailer *trailer, const MonoImage *image)
{
    uint64_t missing = trailer->cpu_features & ~aot_cpu_features();
    if (trailer->abi != aot_abi())
        return g_strdup_printf("made by another build of monosp (ABI %016" PRIx64 ", this one has %016" PRIx64 ")",
                               trailer->abi, aot_abi());
    if (strncmp(trailer->guid, image->guid, sizeof trailer->guid) != 0)
        return g_strdup_printf("made from another build of the assembly (module %.36s, this one is %s)", trailer->guid,
                               image->guid);
    if (missing) {
        char *names = aot_cpu_names(missing);
        char *text = g_strdup_printf("it needs CPU features that this machine lacks: %s", names);
        g_free(names);
        return text;
    }
    return NULL;
}

static bool has_samplepoints(const AotTrailer *trailer)
{
    return trailer->prof_flags & INTERP_SAMPLEPOINTS;
}

/* The first accepted image with samplepoints, or NULL. */
static const AotTrailer *first_sampled(void)
{
    for (guint i = 0; i < accepted->len; i++)
        if (has_samplepoints(((const AotImage *)accepted->pdata[i])->trailer))
            return ((const AotImage *)accepted->pdata[i])->trailer;
    return NULL;
}

/* Who listens to samplepoints must get them from all tiers, and in the same way; the same with calls. */
static char *check_events(const AotTrailer *trailer, const char *assembly)
{
    MonoProfilerState *state = &mono_profiler_state;
    bool sampled = has_samplepoints(trailer);
    bool has_calls = trailer->prof_flags & MONO_PROFILER_CALL_INSTRUMENTATION_ENTER && !sampled;
    if (state->method_samplepoint_count) {
        const char *wanted = state->raises_by_request ? "samplepoint" : "samplepoint,visits";
        if (!sampled)
            return g_strdup_printf("a profiler asks for samplepoints, and it was made without; "
                                   "make it with --aot=profile-events=%s %s", wanted, assembly);
        if (trailer->by_request != state->raises_by_request)
            return g_strdup_printf("a profiler wants samplepoints %s, and it was made for %s; "
                                   "make it with --aot=profile-events=%s %s",
                                   state->raises_by_request ? "by request" : "counted",
                                   trailer->by_request ? "requests" : "counting", wanted, assembly);
    } else if ((state->method_enter_count || state->method_leave_count) && !has_calls) {
        return g_strdup_printf("a profiler asks for enter and leave, and it was made without; "
                               "make it with --aot=profile-events=enter,leave %s", assembly);
    } else if (sampled) {
        /* Nobody listens: the first image says how samplepoints are, the others must agree. */
        const AotTrailer *first = first_sampled();
        if (first && first->by_request != trailer->by_request)
            return g_strdup_printf("its samplepoints are %s, those of another image are %s",
                                   trailer->by_request ? "requested" : "counted", first->by_request ? "requested" : "counted");
        state->raises_by_request = trailer->by_request;
    }
    return NULL;
}

static char *open_table(int file, const AotTable **table)
{
    char *path = g_strdup_printf("/proc/self/fd/%d", file);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    g_free(path);
    if (!library)
        return g_strdup(dlerror());
    *table = dlsym(library, "mono_aot_table");
    if (!*table)
        return g_strdup("it has no table of methods");
    if ((*table)->host_bytes != sizeof(AotHost))
        return g_strdup("its table of helpers has another size");
    aot_host_fill(aot_at(&(*table)->host));
    return NULL;
}

static char *load(const char *path, const MonoImage *image, AotTrailer *trailer, const AotTable **table)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        char *text = g_strdup(file < 0 ? g_strerror(errno) : "it is no file");
        if (file >= 0)
            close(file);
        return text;
    }
    size_t size = (size_t)status.st_size;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0) : MAP_FAILED;
    char *why = bytes == MAP_FAILED ? g_strdup("it is empty") : check_bytes(bytes, size, trailer);
    if (!why)
        why = check_runtime(trailer, image);
    if (!why) {
        why = check_events(trailer, image->filename);
        if (why) /* who asks for a profile is to know what it lacks */
            fprintf(stderr, "The AOT image %s is not used: %s.\n", path, why);
    }
    if (!why)
        why = open_table(file, table);
    if (bytes != MAP_FAILED)
        munmap(bytes, size);
    close(file);
    return why;
}

static AotImage *find(MonoImage *image)
{
    AotTrailer trailer;
    const AotTable *table = NULL;
    char *path = image->filename && !mono_dynamic_is_image(image) ? file_of(image->filename) : NULL;
    if (!path)
        return NULL;
    char *why = load(path, image, &trailer, &table);
    if (interp_verbosity && why)
        fprintf(stderr, "AOT image %s ignored: %s\n", path, why);
    else if (interp_verbosity)
        fprintf(stderr, "AOT image %s: %u methods\n", path, table->count);
    if (why) {
        g_free(why);
        g_free(path);
        return NULL;
    }
    AotImage *found = g_new0(AotImage, 1);
    *found = (AotImage){path, g_memdup2(&trailer, sizeof trailer), table};
    g_ptr_array_add(accepted, found);
    return found;
}

const AotImage *aot_image_of(MonoImage *image)
{
    gpointer found;
    if (!by_image) {
        by_image = g_hash_table_new(NULL, NULL);
        accepted = g_ptr_array_new();
    }
    if (g_hash_table_lookup_extended(by_image, image, NULL, &found))
        return found;
    g_hash_table_insert(by_image, image, NULL); /* asked again on the way: not yet */
    found = find(image);
    g_hash_table_insert(by_image, image, found);
    return found;
}

const AotImage *aot_image_at(unsigned index)
{
    return accepted && index < accepted->len ? accepted->pdata[index] : NULL;
}
