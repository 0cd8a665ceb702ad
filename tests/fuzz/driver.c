/*
 * driver.c - runs a fuzzer without libFuzzer: every file of the folder given as argument, and a fixed number of
 * mutations of each from a fixed seed, so that the normal and the sanitizer build try the same hostile inputs each
 * time. FUZZ_ROUNDS=N mutates each file N times, from another seed.
 */
#include "tests/fuzz/fuzz.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rounds = 400; /* mutations of each file */
#define MAX_SIZE 65536

static uint64_t state = 0x9e3779b97f4a7c15u;

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit ? (size_t)(state % limit) : 0;
}

/* An exact copy on the heap, so that a sanitizer sees a read past the end. */
static void run(const GByteArray *input)
{
    uint8_t *copy = malloc(input->len + (input->len == 0));
    if (input->len)
        memcpy(copy, input->data, input->len);
    LLVMFuzzerTestOneInput(copy, input->len);
    free(copy);
}

static void mutate(GByteArray *b)
{
    size_t at = below(b->len + 1), length = below(16);
    length = MIN(length, b->len - at);
    uint8_t byte = (uint8_t)below(256);
    switch (below(5)) {
    case 0:
        if (at < b->len)
            b->data[at] ^= (uint8_t)(1u << below(8));
        break;
    case 1:
        if (at < b->len)
            b->data[at] = byte;
        break;
    case 2:
        g_byte_array_remove_range(b, (guint)at, (guint)length);
        break;
    case 3: /* repeat a piece at the end */
        if (length && b->len + length < MAX_SIZE) {
            uint8_t piece[16];
            memcpy(piece, b->data + at, length);
            g_byte_array_append(b, piece, (guint)length);
        }
        break;
    default:
        if (b->len < MAX_SIZE) {
            g_byte_array_append(b, &byte, 1);
            memmove(b->data + at + 1, b->data + at, b->len - 1 - at);
            b->data[at] = byte;
        }
    }
}

static void run_file(const char *path)
{
    char *bytes = NULL;
    gsize size = 0;
    GError *error = NULL;
    if (!g_file_get_contents(path, &bytes, &size, &error))
        g_error("%s", error->message);
    GByteArray *input = g_byte_array_new();
    g_byte_array_append(input, (const guint8 *)bytes, (guint)size);
    run(input);
    for (int i = 0; i < rounds; i++) {
        if (i % 20 == 0) { /* back to the file, lest the input drifts into noise */
            g_byte_array_set_size(input, 0);
            g_byte_array_append(input, (const guint8 *)bytes, (guint)size);
        }
        mutate(input);
        run(input);
    }
    g_byte_array_unref(input);
    g_free(bytes);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int main(int argc, char **argv)
{
    g_log_set_always_fatal(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
    GDir *folder = argc == 2 ? g_dir_open(argv[1], 0, NULL) : NULL;
    if (!folder) {
        fprintf(stderr, "usage: %s FOLDER-OF-INPUTS\n", argv[0]);
        return 2;
    }
    const char *more = g_getenv("FUZZ_ROUNDS");
    if (more) {
        rounds = atoi(more);
        state ^= (uint64_t)rounds << 20;
    }
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder));)
        g_ptr_array_add(paths, g_build_filename(argv[1], name, NULL));
    g_dir_close(folder);
    g_ptr_array_sort(paths, by_name);
    if (paths->len == 0) {
        fprintf(stderr, "%s: no inputs in %s\n", argv[0], argv[1]);
        return 2;
    }
    for (guint i = 0; i < paths->len; i++)
        run_file(paths->pdata[i]);
    printf("%u files, %d mutations each\n", paths->len, rounds);
    g_ptr_array_unref(paths);
    return 0;
}
