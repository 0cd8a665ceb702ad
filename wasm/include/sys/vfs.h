/* sys/vfs.h - nor its kind (posix.c). */
#ifndef WASM_VFS_H
#define WASM_VFS_H

struct statfs {
    long f_type;
};
int statfs(const char *path, struct statfs *status);

#endif
