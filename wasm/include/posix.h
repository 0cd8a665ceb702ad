/*
 * posix.h - what wasi-libc leaves out of POSIX and the class library's internal calls name; included before every file of
 * the runtime. posix.c: each function fails as it would on a system that has no such thing.
 */
#ifndef WASM_POSIX_H
#define WASM_POSIX_H

#include <fcntl.h>
#include <stddef.h>
#include <sys/types.h>

enum { F_DUPFD = 0x100, F_SETLK, F_DUPFD_CLOEXEC };
int posix_fcntl(int fd, int command, ...);
#define fcntl posix_fcntl
enum { F_WRLCK, F_UNLCK };

uid_t geteuid(void);
int gethostname(char *name, size_t bytes);
int pipe2(int ends[2], int flags);
int chmod(const char *path, mode_t mode);
int fchmod(int fd, mode_t mode);
mode_t umask(mode_t mode);
int kill(pid_t pid, int number);
ssize_t getrandom(void *bytes, size_t count, unsigned flags);
char *realpath(const char *restrict path, char *restrict resolved);

#endif
