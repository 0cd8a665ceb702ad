/*
 * recording.c - the profile being recorded.
 *
 * One lock around one SpProfile: it is taken once per sample (a thousand times a second and thread), never per event.
 * The timeline leaves memory in blocks for an unlinked temporary file, so a long run stays flat.
 */
#include "profiler/sampling/sampling.h"
#include "profiler/sampling/spill.h"

#include <pthread.h>
#include <time.h>

#define BLOCK 8192 /* samples kept in memory between two writes: 192 KiB */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SpProfile *recording;
static int64_t spilled; /* samples in the temporary file */
static bool timeline_complete = true;
static int64_t dropped_samples; /* atomic */
static uint32_t other_threads = SP_NONE;

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
    if (pthread_mutex_trylock(&lock) == 0)
        return true;
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

/* A failed write (disk full) ends the timeline, never the recording. Without a file up to a quarter of the limit stays
 * in memory. */
static void spill_block(void)
{
    GArray *block = recording->samples;
    if (sp_spill_write(block->data, block->len * sizeof(SpSample))) {
        spilled += block->len;
        g_array_set_size(block, 0);
        return;
    }
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
        g_array_set_size(samples, (guint)spilled);
        if (!sp_spill_read(samples->data, (size_t)spilled * sizeof(SpSample))) {
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
