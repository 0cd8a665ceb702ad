/* spill-native.c - an unlinked file in the system's temporary folder. */
#include "profiler/sampling/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int spill = -1;         /* made for the first write; -1: none */
static struct stat spill_file; /* what it was when it was opened */
static bool no_spill;          /* there is none to be had */
static off_t written;          /* bytes in it */

/* Never visible by name, so nothing is left behind however the process ends. */
static int open_unlinked(void)
{
    int fd = open(g_get_tmp_dir(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    char *name = g_build_filename(g_get_tmp_dir(), "samplepoint-XXXXXX", NULL);
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    g_free(name);
    return fd;
}

/* A program may run with its standard files closed; their numbers are not ours to take. */
static void open_spill(void)
{
    int fd = open_unlinked();
    spill = fd;
    if (fd >= 0 && fd <= STDERR_FILENO) {
        spill = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(fd);
    }
    no_spill = spill < 0 || fstat(spill, &spill_file) != 0;
}

/* A program that closes all files it does not know closes this one too; its number may then be a file of the program,
 * even with the same inode number. */
static bool spill_is_ours(void)
{
    struct stat st;
    return spill >= 0 && fstat(spill, &st) == 0 && st.st_dev == spill_file.st_dev && st.st_ino == spill_file.st_ino &&
           st.st_nlink == 0 && st.st_size == written;
}

/* Within RLIMIT_FSIZE: beyond it the kernel would end the program. */
static bool append(const void *bytes, size_t size)
{
    const char *from = bytes;
    off_t at = written;
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < (rlim_t)at + size)
        return false;
    while (size) {
        ssize_t n = pwrite(spill, from, size, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        at += n;
        size -= (size_t)n;
    }
    written = at;
    return true;
}

bool sp_spill_write(const void *bytes, size_t size)
{
    if (spill < 0 && !no_spill)
        open_spill();
    bool ours = !no_spill && spill_is_ours();
    if (ours && append(bytes, size))
        return true;
    if (ours)
        close(spill);
    spill = -1;
    no_spill = true;
    return false;
}

bool sp_spill_read(void *bytes, size_t size)
{
    return spill_is_ours() && pread(spill, bytes, size, 0) == (ssize_t)size;
}
