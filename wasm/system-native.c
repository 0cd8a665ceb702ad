/*
 * system-native.c - System.Native over wasi-libc: files, folders, error numbers, random bytes. All arguments are of 32
 * bits, as ffi.c wants them.
 */
#include "wasm/system-native.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Interop.Sys.FileStatus */
typedef struct {
    int32_t flags, mode;
    uint32_t uid, gid;
    int64_t size, atime, atime_ns, mtime, mtime_ns, ctime, ctime_ns, birth_time, birth_time_ns, dev, ino;
    uint32_t user_flags;
} FileStatus;

/* Interop.Sys.DirectoryEntry */
typedef struct {
    const char *name;
    int32_t name_length, inode_type; /* length -1: zero-terminated */
} DirectoryEntry;

typedef struct {
    int64_t seconds, microseconds;
} TimeValue;

enum { PAL_OTHER = 0x1ffff };

/* Interop.Error */
static const struct {
    int32_t number, pal;
} errors[] = {
    {0, 0},
    {E2BIG, 0x10001}, {EACCES, 0x10002}, {EAGAIN, 0x10006}, {EBADF, 0x10008}, {EBUSY, 0x1000a}, {ECANCELED, 0x1000b},
    {EDQUOT, 0x10013}, {EEXIST, 0x10014}, {EFAULT, 0x10015}, {EFBIG, 0x10016}, {EINTR, 0x1001b}, {EINVAL, 0x1001c},
    {EIO, 0x1001d}, {EISDIR, 0x1001f}, {ELOOP, 0x10020}, {EMFILE, 0x10021}, {EMLINK, 0x10022}, {ENAMETOOLONG, 0x10025},
    {ENFILE, 0x10029}, {ENODEV, 0x1002c}, {ENOENT, 0x1002d}, {ENOEXEC, 0x1002e}, {ENOLCK, 0x1002f}, {ENOMEM, 0x10031},
    {ENOSPC, 0x10034}, {ENOSYS, 0x10037}, {ENOTDIR, 0x10039}, {ENOTEMPTY, 0x1003a}, {ENOTSUP, 0x1003d}, {ENOTTY, 0x1003e},
    {ENXIO, 0x1003f}, {EOVERFLOW, 0x10040}, {EPERM, 0x10042}, {EPIPE, 0x10043}, {ERANGE, 0x10047}, {EROFS, 0x10048},
    {ESPIPE, 0x10049}, {ESTALE, 0x1004b}, {ETIMEDOUT, 0x1004d}, {ETXTBSY, 0x1004e}, {EXDEV, 0x1004f},
};

static int32_t error_to_pal(int32_t number)
{
    for (size_t i = 0; i < G_N_ELEMENTS(errors); i++)
        if (errors[i].number == number)
            return errors[i].pal;
    return PAL_OTHER;
}

static int32_t error_from_pal(int32_t pal)
{
    for (size_t i = 0; i < G_N_ELEMENTS(errors); i++)
        if (errors[i].pal == pal)
            return errors[i].number;
    return -1;
}

static const char *error_text(int32_t number, char *buffer, int32_t bytes)
{
    snprintf(buffer, (size_t)bytes, "%s", strerror(number));
    return buffer;
}

static void random_bytes(uint8_t *bytes, int32_t count)
{
    ssize_t got;
    for (int32_t done = 0; done < count && (got = getrandom(bytes + done, (size_t)(count - done), 0)) > 0;)
        done += (int32_t)got;
}

/* ---- What a file is ---- */

/* WASI tells no permissions: everything may be done. */
static int32_t take_status(int result, const struct stat *from, FileStatus *to)
{
    if (result != 0)
        return result;
    *to = (FileStatus){
        .mode = (int32_t)(from->st_mode | (S_ISDIR(from->st_mode) ? 0755 : 0644)), .size = from->st_size,
        .atime = from->st_atim.tv_sec, .atime_ns = from->st_atim.tv_nsec,
        .mtime = from->st_mtim.tv_sec, .mtime_ns = from->st_mtim.tv_nsec,
        .ctime = from->st_ctim.tv_sec, .ctime_ns = from->st_ctim.tv_nsec,
        .dev = (int64_t)from->st_dev, .ino = (int64_t)from->st_ino};
    return 0;
}

static int32_t native_stat(const char *path, FileStatus *out)
{
    struct stat status;
    return take_status(stat(path, &status), &status, out);
}

static int32_t native_lstat(const char *path, FileStatus *out)
{
    struct stat status;
    return take_status(lstat(path, &status), &status, out);
}

static int32_t native_fstat(int32_t fd, FileStatus *out)
{
    struct stat status;
    return take_status(fstat(fd, &status), &status, out);
}

static int32_t set_times(const char *path, const TimeValue *values)
{
    struct timespec times[2];
    for (unsigned i = 0; i < 2; i++) {
        times[i].tv_sec = values[i].seconds;
        times[i].tv_nsec = (long)values[i].microseconds * 1000;
    }
    return utimensat(AT_FDCWD, path, times, 0);
}

/* ---- Folders ---- */

static DIR *open_folder(const char *path)
{
    return opendir(path);
}

static int32_t close_folder(DIR *folder)
{
    return closedir(folder);
}

static int32_t entry_buffer_bytes(void)
{
    return 0; /* the folder has one of its own */
}

static int32_t entry_type(int type)
{
    switch (type) { /* to Linux's numbers */
    case DT_DIR:
        return 4;
    case DT_REG:
        return 8;
    case DT_LNK:
        return 10;
    case DT_CHR:
        return 2;
    case DT_BLK:
        return 6;
    default:
        return 0;
    }
}

static int32_t next_entry(DIR *folder, uint8_t *buffer, int32_t bytes, DirectoryEntry *out)
{
    errno = 0;
    const struct dirent *entry = readdir(folder);
    *out = (DirectoryEntry){NULL, 0, 0};
    if (!entry)
        return errno ? errno : -1;
    *out = (DirectoryEntry){entry->d_name, -1, entry_type(entry->d_type)};
    return 0;
}

static int32_t make_folder(const char *path, int32_t mode)
{
    return mkdir(path, (mode_t)mode);
}

/* ---- Files ---- */

static int32_t read_link(const char *path, char *buffer, int32_t bytes)
{
    return (int32_t)readlink(path, buffer, (size_t)bytes);
}

static int32_t copy_file(int32_t from, int32_t to)
{
    char part[8192];
    ssize_t got;
    while ((got = read(from, part, sizeof part)) > 0)
        for (ssize_t done = 0, put; done < got; done += put)
            if ((put = write(to, part + done, (size_t)(got - done))) < 0)
                return -1;
    return got < 0 ? -1 : 0;
}

static uint32_t nobody(void)
{
    return 0;
}

static int32_t change_mode(const char *path, int32_t mode)
{
    return chmod(path, (mode_t)mode);
}

static const struct {
    const char *name;
    void *function;
} functions[] = {
#define ROW(name, function) {"SystemNative_" name, (void *)function}
    ROW("ConvertErrorPlatformToPal", error_to_pal), ROW("ConvertErrorPalToPlatform", error_from_pal),
    ROW("StrErrorR", error_text), ROW("GetNonCryptographicallySecureRandomBytes", random_bytes),
    ROW("Stat2", native_stat), ROW("LStat2", native_lstat), ROW("FStat2", native_fstat), ROW("UTimes", set_times),
    ROW("OpenDir", open_folder), ROW("CloseDir", close_folder), ROW("GetReadDirRBufferSize", entry_buffer_bytes),
    ROW("ReadDirR", next_entry), ROW("MkDir", make_folder), ROW("RmDir", rmdir), ROW("ReadLink", read_link),
    ROW("CopyFile", copy_file), ROW("GetEUid", nobody), ROW("GetEGid", nobody), ROW("LChflagsCanSetHiddenFlag", nobody),
    ROW("ChMod", change_mode), ROW("Link", link), ROW("Symlink", symlink), ROW("Rename", rename), ROW("Unlink", unlink),
};

void *system_native_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
        if (strcmp(functions[i].name, name) == 0)
            return functions[i].function;
    return NULL;
}
