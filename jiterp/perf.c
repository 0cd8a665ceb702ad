/*
 * perf.c - names of compiled methods for Linux perf.
 *
 *   --perf-map  /tmp/perf-PID.map, one line a method; perf report reads it, without code
 *   --jitdump   jit-PID.dump in the working folder, with the code: perf record -k mono; perf inject --jit. Its format is
 *               described in the kernel's tools/perf/Documentation/jitdump-specification.txt
 */
#include "jiterp/internal.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { JITDUMP_MAGIC = 0x4a695444, JITDUMP_VERSION = 1, JIT_CODE_LOAD = 0, ELF_MACHINE_X86_64 = 62 };

typedef struct {
    uint32_t magic, version, total_size, elf_machine, pad, pid;
    uint64_t timestamp, flags;
} DumpHeader;

typedef struct {
    uint32_t id, total_size;
    uint64_t timestamp;
    uint32_t pid, tid;
    uint64_t vma, code_addr, code_size, code_index;
} DumpCode;

static FILE *map, *dump;

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static FILE *create(const char *prefix, const char *suffix)
{
    char *path = g_strdup_printf("%s%d%s", prefix, (int)getpid(), suffix);
    FILE *file = fopen(path, "w+");
    if (!file)
        fprintf(stderr, "%s cannot be written\n", path);
    g_free(path);
    return file;
}

void jit_perf_init(void)
{
    if (jit_options.perf_map)
        map = create("/tmp/perf-", ".map");
    if (!jit_options.jitdump || !(dump = create("jit-", ".dump")))
        return;
    DumpHeader header = {.magic = JITDUMP_MAGIC, .version = JITDUMP_VERSION, .total_size = sizeof header,
                         .elf_machine = ELF_MACHINE_X86_64, .pid = (uint32_t)getpid(), .timestamp = now_ns()};
    fwrite(&header, sizeof header, 1, dump);
    fflush(dump);
    /* An executable mapping of the file tells perf record where it is. */
    if (mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(dump), 0) == MAP_FAILED)
        fputs("perf will not find the jitdump file\n", stderr);
}

static void write_dump(const JitMethod *method, const char *name)
{
    static uint64_t index;
    size_t name_size = strlen(name) + 1;
    DumpCode record = {.id = JIT_CODE_LOAD, .total_size = (uint32_t)(sizeof record + name_size + method->code_bytes),
                       .timestamp = now_ns(), .pid = (uint32_t)getpid(), .tid = (uint32_t)getpid(),
                       .vma = (uintptr_t)method->code, .code_addr = (uintptr_t)method->code,
                       .code_size = method->code_bytes, .code_index = index++};
    fwrite(&record, sizeof record, 1, dump);
    fwrite(name, name_size, 1, dump);
    fwrite(method->code, method->code_bytes, 1, dump);
    fflush(dump);
}

void jit_perf_method(const JitMethod *method)
{
    if (!map && !dump)
        return;
    char *name = mono_method_full_name(method->imethod->method, 1);
    if (map) {
        fprintf(map, "%" PRIxPTR " %x %s\n", (uintptr_t)method->code, method->code_bytes, name);
        fflush(map);
    }
    if (dump)
        write_dump(method, name);
    mono_free(name);
}
