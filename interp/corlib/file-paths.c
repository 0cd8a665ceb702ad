/*
 * file-paths.c - System.IO.MonoIO: names, folders, attributes, searches; DriveInfo.
 */
#include "interp/corlib/file-internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { ATTR_READ_ONLY = 1, ATTR_HIDDEN = 2, ATTR_DIRECTORY = 0x10, ATTR_NORMAL = 0x80, ATTR_REPARSE_POINT = 0x400 };

bool file_path_error(const char *path, int errno_value, int32_t *error)
{
    *error = glue_io_error(errno_value);
    if (errno_value == ENOENT) {
        char *parent = g_path_get_dirname(path);
        if (access(parent, F_OK) < 0)
            *error = IO_PATH_NOT_FOUND;
        g_free(parent);
    }
    return false;
}

int32_t file_attributes(const char *path, const struct stat *status, const struct stat *link_status)
{
    int32_t attributes = 0;
    if (!(status->st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)))
        attributes |= ATTR_READ_ONLY;
    if (S_ISDIR(status->st_mode))
        attributes |= ATTR_DIRECTORY;
    if (path) {
        char *name = g_path_get_basename(path);
        if (name[0] == '.' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            attributes |= ATTR_HIDDEN;
        g_free(name);
    }
    if (link_status && S_ISLNK(link_status->st_mode))
        attributes |= ATTR_REPARSE_POINT;
    return attributes ? attributes : ATTR_NORMAL;
}

/* Runs one path call; the shape that most rows have. */
#define PATH_CALL(name, error_index, call)                                                                             \
    void file_##name(MonoSlot *args, MonoSlot *ret)                                                                    \
    {                                                                                                                  \
        char *path = glue_path(args[0].p, -1);                                                                         \
        int32_t *error = args[error_index].p;                                                                          \
        int done = call;                                                                                               \
        if (done < 0)                                                                                                  \
            file_path_error(path, errno, error);                                                                       \
        else                                                                                                           \
            *error = IO_SUCCESS;                                                                                       \
        ret->i4 = done >= 0;                                                                                           \
        g_free(path);                                                                                                  \
    }

PATH_CALL(CreateDirectory, 1, mkdir(path, 0777))
PATH_CALL(RemoveDirectory, 1, rmdir(path))
PATH_CALL(DeleteFile, 1, unlink(path))
PATH_CALL(SetCurrentDirectory, 1, chdir(path))

void file_GetCurrentDirectory(MonoSlot *args, MonoSlot *ret)
{
    int32_t *error = args[0].p;
    char *path = g_get_current_dir();
    *error = IO_SUCCESS;
    ret->p = mono_string_new(path);
    g_free(path);
}

static bool copy_bytes(int from, int to)
{
    char buffer[65536];
    for (;;) {
        ssize_t got = read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        for (ssize_t done = 0; done < got;) {
            ssize_t put = write(to, buffer + done, (size_t)(got - done));
            if (put < 0 && errno != EINTR)
                return false;
            if (put > 0)
                done += put;
        }
    }
}

static bool copy_file(const char *source, const char *target, bool overwrite, int32_t *error)
{
    struct stat status, target_status;
    int from = open(source, O_RDONLY | O_CLOEXEC);
    if (from < 0 || fstat(from, &status) < 0) {
        file_path_error(source, errno, error);
        if (from >= 0)
            close(from);
        return false;
    }
    if (stat(target, &target_status) == 0 && target_status.st_dev == status.st_dev &&
        target_status.st_ino == status.st_ino) {
        *error = IO_SHARING_VIOLATION;
        close(from);
        return false;
    }
    int to = open(target, O_WRONLY | O_CREAT | O_CLOEXEC | (overwrite ? O_TRUNC : O_EXCL), status.st_mode & 07777);
    if (to < 0) {
        file_path_error(target, errno, error);
        close(from);
        return false;
    }
    bool done = copy_bytes(from, to);
    *error = done ? IO_SUCCESS : glue_io_error(errno);
    struct timespec times[2] = {status.st_atim, status.st_mtim};
    futimens(to, times);
    close(from);
    close(to);
    return done;
}

/* (source, target, overwrite, out error) */
void file_CopyFile(MonoSlot *args, MonoSlot *ret)
{
    char *source = glue_path(args[0].p, -1), *target = glue_path(args[1].p, -1);
    ret->i4 = copy_file(source, target, args[2].i4 & 1, args[3].p);
    g_free(source);
    g_free(target);
}

static bool move_file(const char *source, const char *target, int32_t *error)
{
    struct stat status, target_status;
    if (lstat(source, &status) < 0)
        return file_path_error(source, errno, error);
    if (lstat(target, &target_status) == 0 &&
        (target_status.st_dev != status.st_dev || target_status.st_ino != status.st_ino)) {
        *error = IO_ALREADY_EXISTS;
        return false;
    }
    if (rename(source, target) == 0) {
        *error = IO_SUCCESS;
        return true;
    }
    if (errno == EXDEV && !S_ISDIR(status.st_mode))
        return copy_file(source, target, false, error) && unlink(source) == 0;
    return file_path_error(errno == ENOENT ? target : source, errno, error);
}

void file_MoveFile(MonoSlot *args, MonoSlot *ret)
{
    char *source = glue_path(args[0].p, -1), *target = glue_path(args[1].p, -1);
    ret->i4 = move_file(source, target, args[2].p);
    g_free(source);
    g_free(target);
}

/* (source, destination, backup or null, ignore metadata errors, out error) */
void file_ReplaceFile(MonoSlot *args, MonoSlot *ret)
{
    char *source = glue_path(args[0].p, -1), *target = glue_path(args[1].p, -1);
    char *backup = args[2].p ? glue_path(args[2].p, -1) : NULL;
    int32_t *error = args[4].p;
    *error = IO_SUCCESS;
    if (access(target, F_OK) < 0 || (backup && rename(target, backup) < 0))
        file_path_error(target, errno, error);
    else if (rename(source, target) < 0)
        file_path_error(source, errno, error);
    ret->i4 = *error == IO_SUCCESS;
    g_free(source);
    g_free(target);
    g_free(backup);
}

/* Status of what a path leads to (of the link itself when it leads nowhere), and of the path itself. */
static bool read_status(const char *path, struct stat *status, struct stat *link_status)
{
    if (lstat(path, link_status) < 0)
        return false;
    if (stat(path, status) < 0)
        *status = *link_status;
    return true;
}

void file_GetFileAttributes(MonoSlot *args, MonoSlot *ret)
{
    char *path = glue_path(args[0].p, -1);
    int32_t *error = args[1].p;
    struct stat status, link_status;
    *error = IO_SUCCESS;
    if (read_status(path, &status, &link_status)) {
        ret->i4 = file_attributes(path, &status, &link_status);
    } else {
        file_path_error(path, errno, error);
        ret->i4 = -1;
    }
    g_free(path);
}

void file_SetFileAttributes(MonoSlot *args, MonoSlot *ret)
{
    char *path = glue_path(args[0].p, -1);
    int32_t attributes = args[1].i4, *error = args[2].p;
    struct stat status;
    int done = stat(path, &status);
    if (done == 0) {
        mode_t write_bits = S_IWUSR | S_IWGRP | S_IWOTH;
        mode_t mode = attributes & ATTR_READ_ONLY   ? status.st_mode & ~write_bits
                      : status.st_mode & write_bits ? status.st_mode
                                                    : status.st_mode | S_IWUSR;
        done = mode == status.st_mode ? 0 : chmod(path, mode & 07777);
    }
    *error = IO_SUCCESS;
    if (done < 0)
        file_path_error(path, errno, error);
    ret->i4 = done >= 0;
    g_free(path);
}

#define TICKS_1601_TO_1970 116444736000000000

static int64_t ticks_of(struct timespec time)
{
    return (int64_t)time.tv_sec * 10000000 + time.tv_nsec / 100 + TICKS_1601_TO_1970;
}

/* MonoIOStat: int attributes; long length, creation, access, write */
typedef struct {
    int32_t attributes;
    int64_t length, creation, last_access, last_write;
} IOStat;

void file_GetFileStat(MonoSlot *args, MonoSlot *ret)
{
    char *path = glue_path(args[0].p, -1);
    IOStat *out = args[1].p;
    int32_t *error = args[2].p;
    struct stat status, link_status;
    *error = IO_SUCCESS;
    memset(out, 0, sizeof *out);
    if (read_status(path, &status, &link_status)) {
        int64_t changed = ticks_of(status.st_ctim), written = ticks_of(status.st_mtim);
        *out = (IOStat){file_attributes(path, &status, &link_status), S_ISDIR(status.st_mode) ? 0 : status.st_size,
                        changed < written ? changed : written, ticks_of(status.st_atim), written};
        ret->i4 = 1;
    } else {
        file_path_error(path, errno, error);
        ret->i4 = 0;
    }
    g_free(path);
}

/* ---- Searches -------------------------------------------------------------------------------------------------------
 */

typedef struct {
    DIR *directory;
    char *folder, *pattern;
} Search;

static GHashTable *searches; /* Search -> itself: a handle from managed code is only used when it is here */

static void search_free(Search *search)
{
    if (search->directory)
        closedir(search->directory);
    g_free(search->folder);
    g_free(search->pattern);
    g_free(search);
}

static bool search_next(Search *search, MonoString **name, int32_t *attributes)
{
    struct dirent *entry;
    while ((entry = readdir(search->directory))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            fnmatch(search->pattern, entry->d_name, FNM_NOESCAPE) != 0)
            continue;
        char *path = g_build_filename(search->folder, entry->d_name, NULL);
        struct stat status, link_status;
        if (read_status(path, &status, &link_status)) {
            *name = mono_string_new(path);
            *attributes = file_attributes(path, &status, &link_status);
            g_free(path);
            return true;
        }
        g_free(path);
    }
    return false;
}

/* (pattern with folder, out name, out attributes, out error) -> handle, -1 = none */
void file_FindFirstFile(MonoSlot *args, MonoSlot *ret)
{
    char *path = glue_path(args[0].p, -1);
    MonoString **name = args[1].p;
    int32_t *attributes = args[2].p, *error = args[3].p;
    Search *search = g_new0(Search, 1);
    search->folder = g_path_get_dirname(path);
    search->pattern = g_path_get_basename(path);
    if (strcmp(search->pattern, "*.*") == 0)
        search->pattern[1] = 0;
    *error = IO_SUCCESS;
    ret->i8 = -1;
    search->directory = opendir(search->folder);
    if (!search->directory) {
        *error = errno == ENOENT ? IO_PATH_NOT_FOUND : glue_io_error(errno);
        search_free(search);
    } else if (!search_next(search, name, attributes)) {
        *error = IO_FILE_NOT_FOUND;
        search_free(search);
    } else {
        if (!searches)
            searches = g_hash_table_new(NULL, NULL);
        g_hash_table_add(searches, search);
        ret->p = search;
    }
    g_free(path);
}

void file_FindNextFile(MonoSlot *args, MonoSlot *ret)
{
    Search *search = args[0].p;
    int32_t *error = args[3].p;
    *error = IO_SUCCESS;
    if (!searches || !g_hash_table_contains(searches, search)) {
        *error = IO_INVALID_HANDLE;
        ret->i4 = 0;
    } else if (search_next(search, args[1].p, args[2].p)) {
        ret->i4 = 1;
    } else {
        *error = IO_NO_MORE_FILES;
        ret->i4 = 0;
    }
}

void file_FindCloseFile(MonoSlot *args, MonoSlot *ret)
{
    Search *search = args[0].p;
    bool known = searches && g_hash_table_remove(searches, search);
    if (known)
        search_free(search);
    ret->i4 = known;
}

/* ---- DriveInfo ------------------------------------------------------------------------------------------------------
 */

/* (char* path, int, out available, out total, out free, out error) */
void drive_free_space(MonoSlot *args, MonoSlot *ret)
{
    char *path = glue_path(args[0].p, args[1].i4);
    uint64_t *available = args[2].p, *total = args[3].p, *unused = args[4].p;
    int32_t *error = args[5].p;
    struct statvfs status;
    if (statvfs(path, &status) < 0) {
        *available = *total = *unused = 0;
        *error = glue_io_error(errno);
        ret->i4 = 0;
    } else {
        *available = status.f_flag & ST_RDONLY ? 0 : status.f_bavail * status.f_frsize;
        *total = status.f_blocks * status.f_frsize;
        *unused = status.f_flag & ST_RDONLY ? 0 : status.f_bfree * status.f_frsize;
        *error = IO_SUCCESS;
        ret->i4 = 1;
    }
    g_free(path);
}

enum { DRIVE_NO_ROOT = 1, DRIVE_FIXED = 3, DRIVE_REMOTE = 4, DRIVE_CDROM = 5, DRIVE_RAM = 6 };

static const struct {
    uint32_t magic;
    const char *name;
    unsigned type;
} file_systems[] = {
    {0xEF53, "ext", DRIVE_FIXED},     {0x9123683E, "btrfs", DRIVE_FIXED}, {0x58465342, "xfs", DRIVE_FIXED},
    {0x01021994, "tmpfs", DRIVE_RAM}, {0x9fa0, "proc", DRIVE_RAM},        {0x62656572, "sysfs", DRIVE_RAM},
    {0x858458f6, "ramfs", DRIVE_RAM}, {0x6969, "nfs", DRIVE_REMOTE},      {0x517B, "smb", DRIVE_REMOTE},
    {0x9660, "iso9660", DRIVE_CDROM}, {0x15013346, "udf", DRIVE_CDROM},   {0x794c7630, "overlayfs", DRIVE_FIXED},
    {0x1cd1, "devpts", DRIVE_RAM},    {0x4d44, "msdos", DRIVE_FIXED},     {0x65735546, "fuse", DRIVE_FIXED},
};

static int find_file_system(const char *path)
{
    struct statfs status;
    if (statfs(path, &status) == 0)
        for (size_t i = 0; i < G_N_ELEMENTS(file_systems); i++)
            if (file_systems[i].magic == (uint32_t)status.f_type)
                return (int)i;
    return -1;
}

void drive_type(MonoSlot *args, MonoSlot *ret)
{
    char *path = glue_path(args[0].p, args[1].i4);
    int found = find_file_system(path);
    ret->u4 = found >= 0 ? file_systems[found].type : access(path, F_OK) == 0 ? DRIVE_FIXED : DRIVE_NO_ROOT;
    g_free(path);
}

void drive_format(MonoSlot *args, MonoSlot *ret)
{
    char *path = glue_path(args[0].p, args[1].i4);
    int found = find_file_system(path);
    ret->p = found >= 0 ? mono_string_new(file_systems[found].name) : NULL;
    g_free(path);
}
