/*
 * code.c - memory for machine code: one piece, mapped twice. One mapping can be written, the other executed, so memory is
 * never both. Where the system refuses that, one mapping whose protection is changed around each write.
 */
#include "jiterp/internal.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ALIGN = 32 };

static struct {
    uint8_t *write, *run;
    size_t size, top;
    bool twice;
} memory;

bool jit_code_init(void)
{
    memory.size = jit_options.code_limit_bytes;
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

uint8_t *jit_code_take(size_t bytes, uint8_t **run)
{
    bytes = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (bytes > memory.size - memory.top)
        return NULL;
    *run = memory.run + memory.top;
    uint8_t *write = memory.write + memory.top;
    memory.top += bytes;
    return write;
}
