/*
 * code.c - memory for machine code: one piece, mapped twice. One mapping can be written, the other executed, so memory is
 * never both. Where the system refuses that, one mapping whose protection is changed around each write.
 *
 * What is free is kept as a list of holes by address; neighbours are joined. Code is given back mostly in the order it
 * was taken, so holes are few and large.
 */
#include "jiterp/internal.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ALIGN = 32, INT3 = 0xcc };

typedef struct {
    size_t from, to;
} Hole;

static struct {
    uint8_t *write, *run;
    size_t size;
    bool twice;
    GArray *holes; /* Hole */
} memory;
JitCodeStats jit_code_stats;

bool jit_code_init(void)
{
    memory.size = jit_options.code_limit_bytes;
    Hole all = {0, memory.size};
    memory.holes = g_array_new(FALSE, FALSE, sizeof(Hole));
    g_array_append_val(memory.holes, all);
    /* perf looks into its map only for anonymous memory; and a limit on file sizes would end the process by SIGXFSZ. */
    struct rlimit files;
    bool limited = getrlimit(RLIMIT_FSIZE, &files) == 0 && files.rlim_cur < memory.size;
    int fd = jit_options.perf_map || limited ? -1 : memfd_create("monosp-code", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)memory.size) == 0) {
        void *write = mmap(NULL, memory.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        void *run = mmap(NULL, memory.size, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
        memory.twice = write != MAP_FAILED && run != MAP_FAILED;
        if (memory.twice) {
            memory.write = write;
            memory.run = run;
        }
    }
    if (fd >= 0)
        close(fd);
    if (memory.twice)
        return true;
    void *one = mmap(NULL, memory.size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (one == MAP_FAILED)
        return false;
    memory.write = memory.run = one;
    return true;
}

void jit_code_begin_write(void)
{
    if (!memory.twice && mprotect(memory.write, memory.size, PROT_READ | PROT_WRITE) != 0)
        g_error("code memory cannot be made writable");
}

void jit_code_end_write(void)
{
    if (!memory.twice && mprotect(memory.write, memory.size, PROT_READ | PROT_EXEC) != 0)
        g_error("code memory cannot be made executable");
}

static size_t rounded(size_t bytes)
{
    return (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

bool jit_code_fits(size_t bytes)
{
    for (guint i = 0; i < memory.holes->len; i++) {
        const Hole *hole = &g_array_index(memory.holes, Hole, i);
        if (hole->to - hole->from >= rounded(bytes))
            return true;
    }
    return false;
}

uint8_t *jit_code_take(size_t bytes, uint8_t **run)
{
    bytes = rounded(bytes);
    for (guint i = 0; i < memory.holes->len; i++) {
        Hole *hole = &g_array_index(memory.holes, Hole, i);
        if (hole->to - hole->from < bytes)
            continue;
        size_t at = hole->from;
        hole->from += bytes;
        if (hole->from == hole->to)
            g_array_remove_index(memory.holes, i);
        jit_code_stats.in_use += bytes;
        jit_code_stats.most = MAX(jit_code_stats.most, jit_code_stats.in_use);
        *run = memory.run + at;
        return memory.write + at;
    }
    return NULL;
}

/* A jump into it would be heard of. */
static void fill(Hole hole)
{
    jit_code_begin_write();
    memset(memory.write + hole.from, INT3, hole.to - hole.from);
    jit_code_end_write();
}

void jit_code_give(const uint8_t *run, size_t bytes)
{
    size_t from = (size_t)(run - memory.run);
    Hole given = {from, from + rounded(bytes)};
    jit_code_stats.in_use -= given.to - given.from;
    jit_code_stats.freed += given.to - given.from;
    fill(given);
    guint next = 0;
    while (next < memory.holes->len && g_array_index(memory.holes, Hole, next).from < given.from)
        next++;
    if (next < memory.holes->len && g_array_index(memory.holes, Hole, next).from == given.to) {
        given.to = g_array_index(memory.holes, Hole, next).to;
        g_array_remove_index(memory.holes, next);
    }
    if (next && g_array_index(memory.holes, Hole, next - 1).to == given.from)
        g_array_index(memory.holes, Hole, next - 1).to = given.to;
    else
        g_array_insert_val(memory.holes, next, given);
}
