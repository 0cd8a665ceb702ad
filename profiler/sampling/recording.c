/*
 * recording.c - the profile being recorded.
 *
 * One lock around one SpProfile: it is taken once per sample (a thousand times a second and thread), never per event.
 * The timeline leaves memory in blocks for an unlinked temporary file, so a long run stays flat.
 */
#include "profiler/sampling/sampling.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BLOCK 8192 /* samples kept in memory between two writes: 192 KiB */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SpProfile *recording;
static int spill = -1;          /* the temporary file, made for the first block; -1: none */
static struct stat spill_file;  /* what it was when it was opened */
static bool no_spill;           /* there is none to be had: the timeline stays in memory */
static int64_t spilled;         /* samples in it */
static bool timeline_complete = true;
static int64_t dropped_samples; /* atomic */
static uint32_t other_threads = SP_NONE;

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
           st.st_nlink == 0 && st.st_size == (off_t)((size_t)spilled * sizeof(SpSample));
}

void sp_recording_start(void)
{
    recording = sp_profile_new();
    recording->has_time = true;
}

SpProfile *sp_recording_profile(void)
{
    return recording;
}

bool sp_recording_lock(void)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 2;
    return pthread_mutex_timedlock(&lock, &deadline) == 0;
}

void sp_recording_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

uint32_t sp_recording_frame(const SpFunction *f, uint32_t line, SpTier tier)
{
    pthread_mutex_lock(&lock);
    uint32_t frame = sp_profile_frame(recording, sp_profile_function(recording, f), line, tier);
    pthread_mutex_unlock(&lock);
    return frame;
}

uint32_t sp_recording_frame_at_line(uint32_t frame, uint32_t line)
{
    pthread_mutex_lock(&lock);
    SpFrame f = *sp_frame(recording, frame);
    uint32_t at_line = sp_profile_frame(recording, f.function, line, f.tier);
    pthread_mutex_unlock(&lock);
    return at_line;
}

uint32_t sp_recording_thread(uint64_t id, const char *name)
{
    pthread_mutex_lock(&lock);
    uint32_t root = other_threads;
    if (recording->threads->len < SP_MAX_THREADS)
        root = sp_thread(recording, sp_profile_add_thread(recording, id, name))->root;
    else if (root == SP_NONE)
        root = other_threads = sp_thread(recording, sp_profile_add_thread(recording, 0, "Other threads"))->root;
    pthread_mutex_unlock(&lock);
    return root;
}

void sp_recording_name_thread(uint32_t root_node, const char *name)
{
    pthread_mutex_lock(&lock);
    if (root_node != other_threads)
        g_array_index(recording->threads, SpThread, sp_node(recording, root_node)->thread).name =
            sp_profile_string(recording, name);
    pthread_mutex_unlock(&lock);
}

uint32_t sp_recording_child(uint32_t parent, uint32_t frame)
{
    if (G_UNLIKELY(recording->nodes->len >= SP_MAX_NODES)) {
        uint32_t child = sp_profile_find_child(recording, parent, frame);
        if (child == SP_NONE)
            recording->truncated++;
        return child == SP_NONE ? parent : child;
    }
    return sp_profile_child(recording, parent, frame);
}

/* Within RLIMIT_FSIZE: beyond it the kernel would end the program. */
static bool write_block(const void *bytes, size_t size)
{
    const char *from = bytes;
    off_t at = (off_t)((size_t)spilled * sizeof(SpSample));
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
    return true;
}

/* A failed write (disk full) ends the timeline, never the recording. Without a file up to a quarter of the limit stays
 * in memory. */
static void spill_block(void)
{
    GArray *block = recording->samples;
    if (spill < 0 && !no_spill)
        open_spill();
    bool ours = !no_spill && spill_is_ours();
    if (ours && write_block(block->data, block->len * sizeof(SpSample))) {
        spilled += block->len;
        g_array_set_size(block, 0);
        return;
    }
    if (ours)
        close(spill);
    spill = -1;
    no_spill = true;
    if (spilled == 0 && block->len < SP_MAX_TIMELINE / 4)
        return;
    timeline_complete = false;
    g_array_set_size(block, 0);
}

void sp_recording_add(uint32_t node, int64_t time_ns, int64_t weight_ns, int64_t samples)
{
    sp_profile_add(recording, node, samples, weight_ns, 0);
    if (!timeline_complete || time_ns == SP_NO_TIME)
        return;
    sp_profile_add_sample(recording, time_ns, weight_ns, node);
    if (spilled + recording->samples->len >= SP_MAX_TIMELINE)
        timeline_complete = false;
    else if (recording->samples->len % BLOCK == 0)
        spill_block();
}

void sp_recording_dropped(int64_t samples)
{
    __atomic_add_fetch(&dropped_samples, samples, __ATOMIC_RELAXED);
}

static gint compare_times(gconstpointer a, gconstpointer b)
{
    const SpSample *x = a, *y = b;
    return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

/* Threads deliver their samples a little out of order; readers want them sorted and counted from the start. */
static void read_timeline(SpProfile *into, int64_t start_ns)
{
    GArray *samples = into->samples;
    g_array_set_size(samples, 0);
    if (!timeline_complete)
        return;
    if (spilled) {
        size_t size = (size_t)spilled * sizeof(SpSample);
        g_array_set_size(samples, (guint)spilled);
        if (!spill_is_ours() || pread(spill, samples->data, size, 0) != (ssize_t)size) {
            g_array_set_size(samples, 0);
            return;
        }
    }
    g_array_append_vals(samples, recording->samples->data, recording->samples->len);
    for (guint i = 0; i < samples->len; i++)
        g_array_index(samples, SpSample, i).time_ns -= start_ns;
    g_array_sort(samples, compare_times);
    into->samples_complete = true;
}

SpProfile *sp_recording_snapshot(int64_t start_ns)
{
    if (!sp_recording_lock())
        return NULL;
    SpProfile *copy = sp_profile_copy(recording);
    read_timeline(copy, start_ns);
    copy->dropped = __atomic_load_n(&dropped_samples, __ATOMIC_RELAXED);
    sp_recording_unlock();
    return copy;
}
