/*
 * build.c - chunks of C become object files, object files the image.
 *
 * An object file is kept in the cache under a hash of all that it is made from: text, prelude, compiler, options. So
 * after a change of the assembly only the chunks that changed are compiled. The image is written under a temporary name
 * and takes its own when it is whole.
 */
#include "aot-stubs/compile.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "aot-stubs/gen.h"

typedef struct {
    const char *name; /* of the chunk */
    char *source, *object, *target; /* object: being written; target: its place in the cache, may be the same */
    GPid pid;
} Job;

typedef struct {
    char *folder; /* temporary, or save-temps */
    GPtrArray *flags; /* compiler and options; not NULL-terminated */
    uint64_t base;    /* hash of compiler, options and prelude */
    GPtrArray *objects;
    GArray *running; /* Job */
    unsigned done, total;
    bool failed;
} Build;

/* ---- Files ---- */

static bool write_file(const char *path, const GString *text)
{
    GError *error = NULL;
    if (g_file_set_contents(path, text->str, (gssize)text->len, &error))
        return true;
    fprintf(stderr, "--aot: %s\n", error->message);
    g_error_free(error);
    return false;
}

static void remove_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
    g_rmdir(folder);
}

/* ---- The compiler ---- */

static char *output_of(const char *program, const char *option)
{
    char *argv[] = {(char *)program, (char *)option, NULL}, *text = NULL;
    g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &text, NULL, NULL, NULL);
    return text ? text : g_strdup("");
}

static bool find_compiler(Build *b)
{
    static const char *const fixed[] = {"-O2", "-fPIC", "-fwrapv", "-fno-math-errno",
                                        "-ffp-contract=off", "-fno-trapping-math", "-fvisibility=hidden", "-fno-plt",
                                        "-fno-stack-protector", "-fno-tree-slp-vectorize", "-finline-functions",
                                        "--param", "inline-min-speedup=15", "-fcf-protection=none",
                                        "-fno-asynchronous-unwind-tables", "-w"};
    char *program = g_find_program_in_path(aot_options.cc), **more = NULL;
    GError *error = NULL;
    if (!program) {
        fprintf(stderr, "--aot: there is no C compiler '%s'; install gcc or clang, or name one with cc=PROGRAM\n",
                aot_options.cc);
        return false;
    }
    b->flags = g_ptr_array_new();
    g_ptr_array_add(b->flags, program);
    for (unsigned i = 0; i < G_N_ELEMENTS(fixed); i++)
        g_ptr_array_add(b->flags, (char *)fixed[i]);
    g_ptr_array_add(b->flags, aot_options.native_cpu ? (char *)"-march=native" : (char *)"-march=x86-64");
    g_ptr_array_add(b->flags, aot_options.debug ? (char *)"-g" : (char *)"-g0");
    if (aot_options.cflags && !g_shell_parse_argv(aot_options.cflags, NULL, &more, &error)) {
        fprintf(stderr, "--aot: cflags: %s\n", error->message);
        g_error_free(error);
        return false;
    }
    for (char **flag = more; flag && *flag; flag++)
        g_ptr_array_add(b->flags, *flag);
    GString *all = g_string_new(NULL);
    aot_prelude(all);
    char *version = output_of(program, "--version");
    g_string_append(all, version);
    g_free(version);
    for (guint i = 0; i < b->flags->len; i++)
        g_string_append_printf(all, "\n%s", (const char *)b->flags->pdata[i]);
    if (aot_options.native_cpu)
        g_string_append_printf(all, "\n%" PRIx64, aot_cpu_features());
    b->base = aot_checksum(all->str, all->len);
    g_string_free(all, TRUE);
    return true;
}

/* ---- Jobs ---- */

/* Ctrl-C and the like: compilers end, temporary files go, then we end by that signal. These and SIGCHLD are blocked while
 * an image is made, and waited for, so none is missed. */
static int stop_signal;
static sigset_t watched;

static void watch_signals(void)
{
    static const int signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&watched);
    for (unsigned i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaddset(&watched, signals[i]);
    sigprocmask(SIG_BLOCK, &watched, NULL);
}

static void unblock_in_child(gpointer data)
{
    sigprocmask(SIG_UNBLOCK, &watched, NULL);
}

static void end_watch(void)
{
    if (stop_signal)
        raise(stop_signal);
    sigprocmask(SIG_UNBLOCK, &watched, NULL);
}

static bool start(Build *b, Job *job)
{
    GPtrArray *argv = g_ptr_array_new();
    GError *error = NULL;
    for (guint i = 0; i < b->flags->len; i++)
        g_ptr_array_add(argv, b->flags->pdata[i]);
    const char *const rest[] = {"-c", job->source, "-o", job->object, NULL};
    for (unsigned i = 0; i < G_N_ELEMENTS(rest); i++)
        g_ptr_array_add(argv, (char *)rest[i]);
    bool ok = g_spawn_async(NULL, (char **)argv->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, unblock_in_child, NULL,
                           &job->pid, &error);
    if (!ok) {
        fprintf(stderr, "--aot: %s\n", error->message);
        g_error_free(error);
    }
    g_ptr_array_free(argv, TRUE);
    return ok;
}

static void progress(const Build *b)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%u of %u C files%s", b->done, b->total, b->done == b->total ? "\r\033[K" : " ");
}

static void finish(Build *b, Job *job, int status)
{
    bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!ok && !stop_signal)
        fprintf(stderr, "--aot: %s failed on %s.c\n", aot_options.cc, job->name);
    if (!ok)
        g_unlink(job->object);
    if (ok && strcmp(job->object, job->target) != 0 && g_rename(job->object, job->target) != 0) {
        fprintf(stderr, "--aot: %s: %s\n", job->target, g_strerror(errno));
        ok = false;
    }
    b->failed |= !ok;
    b->done++;
    progress(b);
    g_free(job->source);
    g_free(job->object);
}

static void wait_for_one(Build *b)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) == 0) {
        int arrived = sigwaitinfo(&watched, NULL);
        if (arrived < 0 || arrived == SIGCHLD)
            continue;
        stop_signal = arrived;
        b->failed = true;
        for (guint i = 0; i < b->running->len; i++)
            kill(g_array_index(b->running, Job, i).pid, SIGTERM);
    }
    for (guint i = 0; i < b->running->len; i++) {
        Job *job = &g_array_index(b->running, Job, i);
        if (job->pid != pid && pid >= 0)
            continue;
        finish(b, job, pid >= 0 ? status : -1);
        g_array_remove_index_fast(b->running, i);
        return;
    }
}

/* The object's place, NULL on failure; what is in the cache needs no compiler. */
static void add(Build *b, const char *name, const char *ending, const GString *text)
{
    Job job = {.name = name};
    char *file = g_strconcat(name, ending, NULL), *object = g_strconcat(name, ".o", NULL);
    job.source = g_build_filename(b->folder, file, NULL);
    if (!aot_options.cache) {
        job.object = g_build_filename(b->folder, object, NULL);
        job.target = g_strdup(job.object);
    } else {
        uint64_t parts[] = {b->base, aot_checksum(text->str, text->len), (uint64_t)ending[1]};
        char *key = g_strdup_printf("%016" PRIx64 "%016" PRIx64 ".o", aot_checksum(parts, sizeof parts), parts[1]);
        job.target = g_build_filename(aot_options.cache, key, NULL);
        job.object = g_strdup_printf("%s.%d", job.target, (int)getpid());
        g_free(key);
    }
    g_free(file);
    g_free(object);
    g_ptr_array_add(b->objects, job.target);
    bool known = aot_options.cache && g_file_test(job.target, G_FILE_TEST_EXISTS);
    if (!known || aot_options.temps)
        b->failed |= !write_file(job.source, text);
    if (known || b->failed) {
        b->done++;
        progress(b);
        return;
    }
    while (b->running->len >= aot_options.jobs)
        wait_for_one(b);
    if (!b->failed && start(b, &job)) {
        g_array_append_val(b->running, job);
        return;
    }
    b->failed = true;
    g_free(job.source);
    g_free(job.object);
}

/* ---- The image ---- */

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const AotMethod *)a)->key, y = ((const AotMethod *)b)->key;
    return x < y ? -1 : x > y;
}

/* AotTable, in assembly: distances between sections are the assembler's and linker's work. What the loader fills is here,
 * too: to the C it is constant. */
static GString *table_text(GArray *methods)
{
    GString *text = g_string_new("\t.section .rodata\n\t.globl mono_aot_table\n\t.balign 16\n"
                                 "\t.type mono_aot_table, @object\nmono_aot_table:\n");
    g_string_append_printf(text, "\t.long %u, %zu, aot_host - ., 0\n", methods->len, sizeof(AotHost));
    for (guint i = 0; i < methods->len; i++) {
        const AotMethod *m = &g_array_index(methods, AotMethod, i);
        g_string_append_printf(text, "\t.quad 0x%" PRIx64 ", 0x%" PRIx64 "\n\t.long %s - ., %s_body - ., %s_m - ., 0\n",
                               m->key, m->ir_hash, m->symbol, m->symbol, m->symbol);
    }
    g_string_append(text, "\t.size mono_aot_table, . - mono_aot_table\n");
    for (guint i = 0; i < methods->len; i++)
        g_string_append_printf(text, "\t.comm %s_m, %zu, 16\n\t.hidden %s_m\n",
                               g_array_index(methods, AotMethod, i).symbol, sizeof(AotSelf),
                               g_array_index(methods, AotMethod, i).symbol);
    g_string_append(text, "\t.section .note.GNU-stack,\"\",@progbits\n");
    return text;
}

static bool link_image(Build *b, const char *path)
{
    GString *list = g_string_new(NULL);
    for (guint i = 0; i < b->objects->len; i++)
        g_string_append_printf(list, "\"%s\"\n", (const char *)b->objects->pdata[i]);
    char *response = g_build_filename(b->folder, "objects.rsp", NULL), *at = g_strconcat("@", response, NULL);
    char *argv[] = {b->flags->pdata[0], (char *)"-shared", (char *)"-nostartfiles", (char *)"-Wl,-O1",
                    (char *)"-Wl,-z,noexecstack", (char *)"-Wl,-z,relro,-z,now", (char *)"-Wl,--build-id=none",
                    (char *)"-o", (char *)path, at, (char *)"-lm", NULL};
    int status = -1;
    GError *error = NULL;
    bool ok = write_file(response, list) &&
              g_spawn_sync(NULL, argv, NULL, G_SPAWN_DEFAULT, unblock_in_child, NULL, NULL, NULL, &status, &error) &&
              g_spawn_check_wait_status(status, &error);
    if (error) {
        fprintf(stderr, "--aot: linking: %s\n", error->message);
        g_error_free(error);
    }
    g_free(response);
    g_free(at);
    g_string_free(list, TRUE);
    return ok;
}

static bool append_trailer(const char *path, const char *guid)
{
    char *bytes;
    gsize count;
    GError *error = NULL;
    if (!g_file_get_contents(path, &bytes, &count, &error)) {
        fprintf(stderr, "--aot: %s\n", error->message);
        g_error_free(error);
        return false;
    }
    AotTrailer trailer = {.prof_flags = aot_options.prof_flags, .by_request = aot_options.by_request,
                          .cpu_features = aot_options.native_cpu ? aot_cpu_features() : 0, .abi = aot_abi()};
    g_strlcpy(trailer.guid, guid, sizeof trailer.guid);
    memcpy(trailer.magic, AOT_MAGIC, sizeof trailer.magic);
    bytes = g_realloc(bytes, count + sizeof trailer);
    memcpy(bytes + count, &trailer, sizeof trailer);
    trailer.checksum = aot_checksum(bytes, count + sizeof trailer - AOT_UNCHECKED_BYTES);
    g_free(bytes);
    FILE *file = fopen(path, "ab");
    bool ok = file && fwrite(&trailer, sizeof trailer, 1, file) == 1;
    ok &= file && fclose(file) == 0;
    if (!ok)
        fprintf(stderr, "--aot: %s: %s\n", path, g_strerror(errno));
    return ok;
}

static bool make_image(Build *b, const char *path, const char *guid)
{
    char *temporary = g_strdup_printf("%s.%d.tmp", path, (int)getpid());
    bool ok = link_image(b, temporary) && append_trailer(temporary, guid);
    if (ok && g_rename(temporary, path) != 0) {
        fprintf(stderr, "--aot: %s: %s\n", path, g_strerror(errno));
        ok = false;
    }
    if (!ok)
        g_unlink(temporary);
    g_free(temporary);
    return ok;
}

static bool prepare(Build *b)
{
    char *prelude_path;
    GError *error = NULL;
    if (!find_compiler(b))
        return false;
    if (aot_options.cache && g_mkdir_with_parents(aot_options.cache, 0777) != 0) {
        fprintf(stderr, "--aot: cache=%s: %s\n", aot_options.cache, g_strerror(errno));
        return false;
    }
    if (aot_options.temps) {
        b->folder = g_strdup(aot_options.temps);
        if (g_mkdir_with_parents(b->folder, 0777) != 0) {
            fprintf(stderr, "--aot: save-temps=%s: %s\n", b->folder, g_strerror(errno));
            return false;
        }
    } else if (!(b->folder = g_dir_make_tmp("monosp-aot-XXXXXX", &error))) {
        fprintf(stderr, "--aot: %s\n", error->message);
        g_error_free(error);
        return false;
    }
    GString *prelude = g_string_new(NULL);
    aot_prelude(prelude);
    prelude_path = g_build_filename(b->folder, "aot.h", NULL);
    bool ok = write_file(prelude_path, prelude);
    g_free(prelude_path);
    g_string_free(prelude, TRUE);
    return ok;
}

bool aot_build(const char *path, const char *guid, GPtrArray *chunks, GArray *methods)
{
    Build b = {.total = chunks->len + 2};
    b.objects = g_ptr_array_new_with_free_func(g_free);
    b.running = g_array_new(FALSE, FALSE, sizeof(Job));
    g_array_sort(methods, by_key);
    watch_signals();
    b.failed = !prepare(&b);
    for (guint i = 0; i < chunks->len && !b.failed; i++) {
        const AotChunk *chunk = chunks->pdata[i];
        add(&b, chunk->name, ".c", chunk->text);
    }
    if (!b.failed) {
        GString *table = table_text(methods), *host = g_string_new("#define AOT_DEFINES_HOST\n#include \"aot.h\"\nAOT_DEFINE_HOST\n");
        add(&b, "table", ".s", table);
        add(&b, "host", ".c", host);
        g_string_free(table, TRUE);
        g_string_free(host, TRUE);
    }
    while (b.running->len)
        wait_for_one(&b);
    bool ok = !b.failed && !stop_signal && make_image(&b, path, guid);
    if (b.folder && !aot_options.temps)
        remove_folder(b.folder);
    g_free(b.folder);
    g_ptr_array_free(b.objects, TRUE);
    g_array_free(b.running, TRUE);
    if (b.flags)
        g_ptr_array_free(b.flags, TRUE);
    end_watch();
    return ok;
}
