/*
 * file.c - System.IO.MonoIO: open files. A handle is the file descriptor; 0, 1, 2 are the console's.
 *
 * Sharing (FileShare) is kept per file (device, inode) and only among this process's own opens, as mono does it.
 */
#include "interp/corlib/file-internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

enum { MODE_CREATE_NEW = 1, MODE_CREATE, MODE_OPEN, MODE_OPEN_OR_CREATE, MODE_TRUNCATE, MODE_APPEND };
enum { ACCESS_READ = 1, ACCESS_WRITE = 2 };
enum { SHARE_READ = 1, SHARE_WRITE = 2 };
enum { OPTION_DELETE_ON_CLOSE = 0x04000000 };
enum { TYPE_UNKNOWN = 0, TYPE_DISK = 1, TYPE_CHAR = 2, TYPE_PIPE = 3 };

typedef struct {
    uint64_t device, inode;
    int32_t access, share;
    unsigned handles;
} Share;

static GHashTable *shares;  /* Share -> itself */
static GHashTable *handles; /* descriptor -> Share; only files opened here */

static guint share_hash(gconstpointer share)
{
    const Share *s = share;
    return (guint)(s->inode * 31 + s->device);
}

static gboolean share_equal(gconstpointer a, gconstpointer b)
{
    const Share *x = a, *y = b;
    return x->inode == y->inode && x->device == y->device;
}

/* mono's rule: what the first open shares is what later ones may do; who shares nothing is alone. */
static bool share_allows(const Share *share, int32_t access, int32_t wanted_share)
{
    if (share->share == 0 || (wanted_share & (SHARE_READ | SHARE_WRITE)) == 0)
        return false;
    return !(share->share == SHARE_READ && access != ACCESS_READ) &&
           !(share->share == SHARE_WRITE && access != ACCESS_WRITE);
}

/* Enters a new descriptor; false: another open of the file does not share. */
static bool share_take(int fd, const struct stat *status, int32_t access, int32_t share)
{
    if (!shares) {
        shares = g_hash_table_new_full(share_hash, share_equal, g_free, NULL);
        handles = g_hash_table_new(NULL, NULL);
    }
    Share key = {status->st_dev, status->st_ino, access, share & (SHARE_READ | SHARE_WRITE), 0};
    Share *found = g_hash_table_lookup(shares, &key);
    if (found && !share_allows(found, access, share))
        return false;
    if (!found) {
        found = g_memdup2(&key, sizeof key);
        g_hash_table_add(shares, found);
    }
    found->handles++;
    g_hash_table_insert(handles, GINT_TO_POINTER(fd), found);
    return true;
}

static void share_release(int fd)
{
    Share *share = handles ? g_hash_table_lookup(handles, GINT_TO_POINTER(fd)) : NULL;
    if (!share)
        return;
    g_hash_table_remove(handles, GINT_TO_POINTER(fd));
    if (--share->handles == 0)
        g_hash_table_remove(shares, share);
}

static bool open_flags(int32_t mode, int32_t access, int *flags)
{
    *flags = O_CLOEXEC;
    switch (access & (ACCESS_READ | ACCESS_WRITE)) {
    case ACCESS_READ:
        *flags |= O_RDONLY;
        break;
    case ACCESS_WRITE:
        *flags |= O_WRONLY;
        break;
    case ACCESS_READ | ACCESS_WRITE:
        *flags |= O_RDWR;
        break;
    default:
        return false;
    }
    switch (mode) {
    case MODE_CREATE_NEW:
        *flags |= O_CREAT | O_EXCL;
        return true;
    case MODE_CREATE:
        *flags |= O_CREAT | O_TRUNC;
        return true;
    case MODE_OPEN:
        return true;
    case MODE_OPEN_OR_CREATE:
    case MODE_APPEND:
        *flags |= O_CREAT;
        return true;
    case MODE_TRUNCATE:
        *flags |= O_TRUNC;
        return true;
    default:
        return false;
    }
}

/* (char* filename, mode, access, share, options, out error) -> handle, -1 = failed. Truncation waits until sharing is
 * settled: a refused open must not empty the file. */
ICALL(file_open)
{
    int32_t mode = args[1].i4, access = args[2].i4, share = args[3].i4, options = args[4].i4, *error = args[5].p;
    char *path = glue_path(args[0].p, -1);
    int flags;
    *error = IO_SUCCESS;
    ret->i8 = -1;
    if (!open_flags(mode, access, &flags)) {
        *error = IO_INVALID_PARAMETER;
        g_free(path);
        return;
    }
    int fd = open(path, flags & ~O_TRUNC, 0666);
    struct stat status;
    if (fd < 0) {
        file_path_error(path, errno, error);
    } else if (fstat(fd, &status) < 0) {
        *error = glue_io_error(errno);
    } else if (S_ISDIR(status.st_mode)) {
        *error = IO_ACCESS_DENIED;
    } else if (!share_take(fd, &status, access, share)) {
        *error = IO_SHARING_VIOLATION;
    } else {
        if ((flags & O_TRUNC) && S_ISREG(status.st_mode) && ftruncate(fd, 0) < 0)
            *error = glue_io_error(errno);
        if (options & OPTION_DELETE_ON_CLOSE)
            unlink(path);
        ret->i8 = fd;
    }
    if (ret->i8 < 0 && fd >= 0)
        close(fd);
    g_free(path);
}

ICALL(file_close)
{
    int fd = (int)args[0].i8;
    int32_t *error = args[1].p;
    share_release(fd);
    int closed = close(fd);
    *error = closed < 0 ? glue_io_error(errno) : IO_SUCCESS;
    ret->i4 = closed >= 0;
}

/* (handle, byte[], offset, count, out error): where the part of the array begins; NULL: it is not all in the array. */
static uint8_t *array_part(const MonoSlot *args, MonoSlot *ret)
{
    MonoArray *array = args[1].p;
    int32_t offset = args[2].i4, count = args[3].i4;
    *(int32_t *)args[4].p = IO_SUCCESS;
    ret->i4 = 0;
    bool inside = offset >= 0 && count >= 0 && (uint64_t)offset + (uint64_t)count <= array->length;
    return inside ? array->data + offset : NULL;
}

ICALL(file_read)
{
    int fd = (int)args[0].i8;
    int32_t count = args[3].i4, *error = args[4].p;
    uint8_t *part = array_part(args, ret);
    if (!part)
        return;
    ssize_t got;
    while ((got = read(fd, part, (size_t)count)) < 0 && errno == EINTR)
        if (mono_thread_state.safepoint_pending)
            mono_safepoint(); /* Control-C while the program waits for a line */
    if (got < 0)
        *error = glue_io_error(errno);
    ret->i4 = (int32_t)got;
}

ICALL(file_write)
{
    int fd = (int)args[0].i8;
    int32_t count = args[3].i4, *error = args[4].p;
    const uint8_t *part = array_part(args, ret);
    if (!part)
        return;
    int32_t done = 0;
    while (done < count) {
        ssize_t put = write(fd, part + done, (size_t)(count - done));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0) {
            *error = glue_io_error(errno);
            ret->i4 = -1;
            return;
        }
        done += (int32_t)put;
    }
    ret->i4 = done;
}

ICALL(file_seek)
{
    int32_t *error = args[3].p;
    off_t at = lseek((int)args[0].i8, args[1].i8, args[2].i4);
    *error = at < 0 ? glue_io_error(errno) : IO_SUCCESS;
    ret->i8 = at;
}

ICALL(file_flush)
{
    int32_t *error = args[1].p;
    int done = fsync((int)args[0].i8);
    *error = done < 0 && errno != EINVAL ? glue_io_error(errno) : IO_SUCCESS;
    ret->i4 = *error == IO_SUCCESS;
}

ICALL(file_get_length)
{
    int32_t *error = args[1].p;
    struct stat status;
    if (fstat((int)args[0].i8, &status) < 0) {
        *error = glue_io_error(errno);
        ret->i8 = -1;
        return;
    }
    *error = IO_SUCCESS;
    ret->i8 = status.st_size;
}

ICALL(file_set_length)
{
    int32_t *error = args[2].p;
    int done;
    do
        done = ftruncate((int)args[0].i8, args[1].i8);
    while (done < 0 && errno == EINTR);
    *error = done < 0 ? glue_io_error(errno) : IO_SUCCESS;
    ret->i4 = done >= 0;
}

#define TICKS_1601_TO_1970 116444736000000000

static struct timespec time_of(int64_t ticks)
{
    if (ticks < 0)
        return (struct timespec){.tv_nsec = UTIME_OMIT};
    ticks -= TICKS_1601_TO_1970;
    int64_t seconds = ticks / 10000000, rest = ticks % 10000000;
    if (rest < 0) {
        seconds--;
        rest += 10000000;
    }
    return (struct timespec){.tv_sec = seconds, .tv_nsec = rest * 100};
}

/* (handle, creation, last access, last write, out error); -1 leaves a time as it is. */
ICALL(file_set_time)
{
    int32_t *error = args[4].p;
    struct timespec times[2] = {time_of(args[2].i8), time_of(args[3].i8)};
    int done = futimens((int)args[0].i8, times);
    *error = done < 0 ? glue_io_error(errno) : IO_SUCCESS;
    ret->i4 = done >= 0;
}

ICALL(file_get_type)
{
    int32_t *error = args[1].p;
    struct stat status;
    *error = IO_SUCCESS;
    if (fstat((int)args[0].i8, &status) < 0) {
        *error = glue_io_error(errno);
        ret->i4 = TYPE_UNKNOWN;
    } else if (S_ISCHR(status.st_mode)) {
        ret->i4 = TYPE_CHAR;
    } else if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) {
        ret->i4 = TYPE_PIPE;
    } else {
        ret->i4 = TYPE_DISK;
    }
}

static void lock_range(MonoSlot *args, short type)
{
    int32_t *error = args[3].p;
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = args[1].i8, .l_len = args[2].i8};
    *error = IO_SUCCESS;
    if (args[1].i8 < 0 || args[2].i8 < 0)
        *error = IO_INVALID_PARAMETER;
    else if (fcntl((int)args[0].i8, F_SETLK, &range) < 0)
        *error = errno == EACCES || errno == EAGAIN ? IO_LOCK_VIOLATION
                 : errno == ENOLCK                  ? IO_SUCCESS
                                                    : glue_io_error(errno);
}

ICALL(file_lock)
{
    lock_range(args, F_WRLCK);
}

ICALL(file_unlock)
{
    lock_range(args, F_UNLCK);
}

ICALL(console_in)
{
    ret->i8 = STDIN_FILENO;
}

ICALL(console_out)
{
    ret->i8 = STDOUT_FILENO;
}

ICALL(console_error)
{
    ret->i8 = STDERR_FILENO;
}

ICALL(file_create_pipe)
{
    intptr_t *read_end = args[0].p, *write_end = args[1].p;
    int32_t *error = args[2].p;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) {
        if (errno == ENOSYS)
            mono_set_pending_exception(mono_exception_platform_not_supported("This host has no pipes."));
        *error = glue_io_error(errno);
        ret->i4 = 0;
        return;
    }
    *read_end = ends[0];
    *write_end = ends[1];
    *error = IO_SUCCESS;
    ret->i4 = 1;
}

/* (source process, handle, target process, out handle, access, inherit, options, out error); this process only */
ICALL(file_duplicate)
{
    intptr_t *target = args[3].p;
    int32_t *error = args[7].p;
    if ((intptr_t)args[1].p & PROCESS_HANDLE) {
        *target = (intptr_t)args[1].p;
        *error = IO_SUCCESS;
        ret->i4 = 1;
        return;
    }
    int copy = fcntl((int)args[1].i8, args[5].i4 ? F_DUPFD : F_DUPFD_CLOEXEC, 3);
    *error = copy < 0 ? glue_io_error(errno) : IO_SUCCESS;
    *target = copy;
    ret->i4 = copy >= 0;
}

ICALL(file_cancel)
{
    *(int32_t *)args[1].p = IO_SUCCESS;
    ret->i4 = 1;
}

ICALL(char_slash)
{
    ret->i4 = '/';
}

ICALL(char_colon)
{
    ret->i4 = ':';
}

/* Interop.Sys.Read(IntPtr, byte*, int): plain read(2) */
ICALL(sys_read)
{
    ssize_t got;
    do
        got = read((int)args[0].i8, args[1].p, (size_t)MAX(args[2].i4, 0));
    while (got < 0 && errno == EINTR);
    glue_last_error = errno;
    ret->i4 = (int32_t)got;
}

#define IO "System.IO.MonoIO::"
#define FILE_PATH_ROW(name) {IO #name, file_##name},

const MonoICallRow mono_icalls_file[] = {
    {"Interop/Sys::Read", sys_read},
    FILE_PATH_ROWS(FILE_PATH_ROW){IO "Cancel_internal", file_cancel},
    {IO "Close", file_close},
    {IO "CreatePipe", file_create_pipe},
    {IO "DumpHandles", icall_nothing},
    {IO "DuplicateHandle", file_duplicate},
    {IO "Flush", file_flush},
    {IO "GetFileType", file_get_type},
    {IO "GetLength", file_get_length},
    {IO "Lock", file_lock},
    {IO "Open", file_open},
    {IO "Read", file_read},
    {IO "Seek", file_seek},
    {IO "SetFileTime", file_set_time},
    {IO "SetLength", file_set_length},
    {IO "Unlock", file_unlock},
    {IO "Write", file_write},
    {IO "get_AltDirectorySeparatorChar", char_slash},
    {IO "get_ConsoleError", console_error},
    {IO "get_ConsoleInput", console_in},
    {IO "get_ConsoleOutput", console_out},
    {IO "get_DirectorySeparatorChar", char_slash},
    {IO "get_PathSeparator", char_colon},
    {IO "get_VolumeSeparatorChar", char_slash},
    {"System.IO.DriveInfo::GetDiskFreeSpaceInternal", drive_free_space},
    {"System.IO.DriveInfo::GetDriveFormatInternal", drive_format},
    {"System.IO.DriveInfo::GetDriveTypeInternal", drive_type},
    {0},
};
