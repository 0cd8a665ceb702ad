/*
 * output.c - files that appear whole or not at all.
 *
 * A regular target is written as ".NAME.PID-N.tmp" beside it and renamed when complete, so a crash, a full disk or a
 * reader in between never meets half a file, and an existing file is replaced in one step or kept. Devices, FIFOs and
 * stdout cannot be renamed onto and are written directly.
 */
#include "profiler/model/model.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_SIZE 65536
#define WAIT_MS 10000 /* for a reader that reads nothing at all */

struct SpOutput {
    char *path, *temporary; /* temporary == NULL: written directly */
    int fd, error;          /* error: errno of the first failure, 0 = none */
    bool not_ours;          /* fd is an open file of the program that this system cannot duplicate */
    size_t used;
    char buffer[BUFFER_SIZE];
};

static void set_error(GError **error, const char *path, int number)
{
    char *shown = g_utf8_make_valid(path, -1);
    for (char *c = shown; *c; c++)
        if (g_ascii_iscntrl(*c))
            *c = '?';
    g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot write '%s': %s", shown, g_strerror(number));
    g_free(shown);
}

/* Where a symbolic link leads is where the file has to appear; a dangling link names a file yet to be made. */
static char *resolve_links(const char *path)
{
    char *current = g_strdup(path);
    for (int depth = 0; depth < 32; depth++) {
        char *target = g_file_read_link(current, NULL);
        if (!target)
            return current;
        char *folder = g_path_get_dirname(current);
        char *next = g_path_is_absolute(target) ? g_strdup(target) : g_build_filename(folder, target, NULL);
        g_free(folder);
        g_free(target);
        g_free(current);
        current = next;
    }
    return current;
}

static char *temporary_name(const char *path)
{
    static int counter;
    char *folder = g_path_get_dirname(path), *base = g_path_get_basename(path);
    /* 255 bytes is the usual limit of a name; leave room for the decoration. */
    char *name = g_strdup_printf("%s/.%.180s.%d-%d.tmp", folder, base, (int)getpid(),
                                 __atomic_add_fetch(&counter, 1, __ATOMIC_RELAXED));
    g_free(folder);
    g_free(base);
    return name;
}

/* The open file that a path names, or -1. Opened anew, /dev/stdout of a program whose output goes to a file would be
 * that file, and would be replaced under the program's feet. */
static int named_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (!strcmp(path, "-") || !strcmp(path, "/dev/stdout"))
        return STDOUT_FILENO;
    if (!strcmp(path, "/dev/stderr"))
        return STDERR_FILENO;
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        const char *digits = g_str_has_prefix(path, folders[i]) ? path + strlen(folders[i]) : "";
        if (*digits && strlen(digits) < 8 && strspn(digits, "0123456789") == strlen(digits))
            return atoi(digits);
    }
    return -1;
}

/* A program may have closed its standard files: what it then prints must not end up in the profile. */
static int above_standard_files(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    int higher = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), number = errno;
    close(fd);
    errno = number;
    return higher;
}

static int open_temporary(SpOutput *o, mode_t mode)
{
    char *target = resolve_links(o->path);
    g_free(o->path);
    o->path = target;
    int fd = -1;
    for (int attempt = 0; attempt < 100; attempt++) { /* process ids repeat, in containers above all */
        g_free(o->temporary);
        o->temporary = temporary_name(target);
        fd = above_standard_files(open(o->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (fd >= 0 || errno != EEXIST)
            break;
    }
    if (fd >= 0 && mode) /* the file that is replaced may be private */
        fchmod(fd, mode);
    return fd;
}

static int open_target(SpOutput *o)
{
    struct stat st;
    int open_file = named_descriptor(o->path);
    if (open_file >= 0) {
        int copy = fcntl(open_file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        o->not_ours = copy < 0 && errno == ENOSYS;
        return o->not_ours ? open_file : copy;
    }
    bool exists = stat(o->path, &st) == 0;
    if (!exists && (errno != ENOENT || !*o->path)) /* a loop of links, a file where a folder should be, ... */
        return -1;
    if (exists && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && !S_ISREG(st.st_mode)) /* O_NONBLOCK: a FIFO without a reader is an error, not a hang */
        return above_standard_files(open(o->path, O_WRONLY | O_CLOEXEC | (S_ISFIFO(st.st_mode) ? O_NONBLOCK : 0)));
    if (exists && access(o->path, W_OK) != 0)
        return -1;
    return open_temporary(o, exists ? st.st_mode & 0777 : 0);
}

SpOutput *sp_output_open(const char *path, GError **error)
{
    SpOutput *o = g_new0(SpOutput, 1);
    o->path = g_strdup(path);
    o->fd = open_target(o);
    if (o->fd >= 0)
        return o;
    set_error(error, path, errno);
    g_free(o->temporary);
    g_free(o->path);
    g_free(o);
    return NULL;
}

/* The other end of a FIFO may be slow, but a program that ends must not wait for ever. Returns an errno. */
static int wait_for_reader(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    int n = poll(&p, 1, WAIT_MS);
    return n > 0 || (n < 0 && errno == EINTR) ? 0 : n == 0 ? ETIMEDOUT : errno;
}

static void flush(SpOutput *o)
{
    size_t done = 0;
    while (done < o->used && !o->error) {
        ssize_t n = write(o->fd, o->buffer + done, o->used - done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0)
            o->error = EIO;
        else if (errno == EAGAIN)
            o->error = wait_for_reader(o->fd);
        else if (errno != EINTR)
            o->error = errno;
    }
    o->used = 0;
}

void sp_output_write(SpOutput *o, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size && !o->error) {
        size_t n = MIN(size, BUFFER_SIZE - o->used);
        memcpy(o->buffer + o->used, from, n);
        o->used += n;
        from += n;
        size -= n;
        if (o->used == BUFFER_SIZE)
            flush(o);
    }
}

void sp_output_puts(SpOutput *o, const char *s)
{
    sp_output_write(o, s, strlen(s));
}

void sp_output_printf(SpOutput *o, const char *format, ...)
{
    char local[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(local, sizeof local, format, args);
    if (n >= 0 && (size_t)n < sizeof local) {
        sp_output_write(o, local, (size_t)n);
    } else if (n >= 0) {
        char *longer = g_malloc((size_t)n + 1);
        vsnprintf(longer, (size_t)n + 1, format, again);
        sp_output_write(o, longer, (size_t)n);
        g_free(longer);
    }
    va_end(again);
    va_end(args);
}

static void release(SpOutput *o)
{
    g_free(o->temporary);
    g_free(o->path);
    g_free(o);
}

bool sp_output_close(SpOutput *o, GError **error)
{
    flush(o);
    if (!o->not_ours && close(o->fd) != 0 && !o->error)
        o->error = errno;
    if (!o->error && o->temporary && rename(o->temporary, o->path) != 0)
        o->error = errno;
    if (o->error && o->temporary)
        unlink(o->temporary);
    bool ok = o->error == 0;
    if (!ok)
        set_error(error, o->path, o->error);
    release(o);
    return ok;
}

void sp_output_abort(SpOutput *o)
{
    if (!o->not_ours)
        close(o->fd);
    if (o->temporary)
        unlink(o->temporary);
    release(o);
}

char *sp_format_double(char *buffer, size_t size, double value, int decimals)
{
    char format[16];
    snprintf(format, sizeof format, "%%.%df", decimals);
    if (!isfinite(value))
        value = 0;
    g_ascii_formatd(buffer, (int)size, format, value);
    if (strchr(buffer, '.')) {
        size_t n = strlen(buffer);
        while (n && buffer[n - 1] == '0')
            buffer[--n] = 0;
        if (n && buffer[n - 1] == '.')
            buffer[--n] = 0;
    }
    if (!strcmp(buffer, "-0"))
        strcpy(buffer, "0");
    return buffer;
}

char *sp_format_bytes(char *buffer, size_t size, int64_t bytes)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB"};
    double value = bytes < 0 ? -(double)bytes : (double)bytes;
    size_t u = 0;
    while (u + 1 < G_N_ELEMENTS(units) && value >= (u ? 999.5 : 1023.5)) {
        value /= 1024;
        u++;
    }
    char number[48];
    sp_format_double(number, sizeof number, bytes < 0 ? -value : value,
                     u == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
    g_snprintf(buffer, size, "%s %s", number, units[u]);
    return buffer;
}
