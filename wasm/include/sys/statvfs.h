/* sys/statvfs.h - WASI does not tell the space of a file system (posix.c). */
#ifndef WASM_STATVFS_H
#define WASM_STATVFS_H

#include <stdint.h>

enum { ST_RDONLY = 1 };
struct statvfs {
    unsigned long f_frsize, f_bsize, f_flag;
    uint64_t f_bavail, f_blocks, f_bfree;
};
int statvfs(const char *path, struct statvfs *status);

#endif
