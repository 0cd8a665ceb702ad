/*
 * posix.c - POSIX functions that wasi-libc lacks (posix.h, pwd.h, grp.h ...): there are no users, groups, pipes, other
 * processes, and file systems tell nothing of themselves.
 */
#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <posix.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

static int lacking(void)
{
    errno = ENOSYS;
    return -1;
}

struct passwd *getpwuid(uid_t uid)
{
    return NULL;
}

struct passwd *getpwnam(const char *name)
{
    return NULL;
}

struct group *getgrgid(gid_t gid)
{
    return NULL;
}

struct group *getgrnam(const char *name)
{
    return NULL;
}

int getgrouplist(const char *user, gid_t gid, gid_t *groups, int *count)
{
    return lacking();
}

uid_t geteuid(void)
{
    return 0;
}

int gethostname(char *name, size_t bytes)
{
    strncpy(name, "localhost", bytes);
    return 0;
}

int pipe2(int ends[2], int flags)
{
    return lacking();
}

/* A lock would keep other processes out. Descriptors cannot be copied. */
#undef fcntl
int posix_fcntl(int fd, int command, ...)
{
    va_list ap;
    va_start(ap, command);
    int argument = command == F_SETLK ? 0 : va_arg(ap, int);
    va_end(ap);
    return command == F_SETLK ? 0 : command == F_DUPFD || command == F_DUPFD_CLOEXEC ? lacking() : fcntl(fd, command, argument);
}

int kill(pid_t pid, int number)
{
    return lacking();
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    enum { MOST = 256 }; /* of getentropy() */
    size_t part = count < MOST ? count : MOST;
    return getentropy(bytes, part) == 0 ? (ssize_t)part : -1;
}

int statvfs(const char *path, struct statvfs *status)
{
    return lacking();
}

int statfs(const char *path, struct statfs *status)
{
    return lacking();
}

/* Permissions are the host's business: what is asked for is taken as done. */
int chmod(const char *path, mode_t mode)
{
    struct stat status;
    return stat(path, &status);
}

int fchmod(int fd, mode_t mode)
{
    struct stat status;
    return fstat(fd, &status);
}

mode_t umask(mode_t mode)
{
    return 022;
}

/* ---- realpath(): WASI's host resolves links only when it opens ---- */

enum { MOST_LINKS = 40 };

/* path without "." and ".." in front of the part `rest`; links are followed one by one. */
static int follow(char *path, char *rest, unsigned *links)
{
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return 0;
    target[length] = 0;
    if (++*links > MOST_LINKS || (size_t)length + strlen(rest) + 2 > PATH_MAX)
        return -1;
    strcat(target, "/");
    strcat(target, rest);
    strcpy(rest, target);
    if (*target == '/')
        *path = 0;
    else
        *strrchr(path, '/') = 0;
    return 1;
}

char *realpath(const char *path, char *resolved)
{
    char *done = resolved ? resolved : malloc(PATH_MAX), rest[PATH_MAX];
    unsigned links = 0;
    *done = 0;
    if (*path != '/' && !getcwd(done, PATH_MAX))
        goto failed;
    if (!strcmp(done, "/"))
        *done = 0;
    strncpy(rest, path, sizeof rest - 1);
    rest[sizeof rest - 1] = 0;
    while (*rest) {
        char *part = rest + strspn(rest, "/"), name[PATH_MAX];
        size_t length = strcspn(part, "/");
        memcpy(name, part, length);
        name[length] = 0;
        memmove(rest, part + length, strlen(part + length) + 1);
        if (!length || !strcmp(name, "."))
            continue;
        if (!strcmp(name, "..")) {
            if (*done)
                *strrchr(done, '/') = 0;
            continue;
        }
        if (strlen(done) + length + 2 > PATH_MAX)
            goto failed;
        strcat(done, "/");
        strcat(done, name);
        if (follow(done, rest, &links) < 0)
            goto failed;
    }
    struct stat status;
    if (!*done)
        strcpy(done, "/");
    if (stat(done, &status) == 0)
        return done;
failed:
    if (!resolved)
        free(done);
    return NULL;
}
