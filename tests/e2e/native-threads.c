/*
 * native-threads.c - threads the runtime did not make: each runs the callback once and returns without detaching.
 */
#include <pthread.h>
#include <stdint.h>

typedef void (*Callback)(int number);

static Callback the_callback;

static void *body(void *number)
{
    the_callback((int)(intptr_t)number);
    return NULL;
}

__attribute__((visibility("default"))) int run_on_threads(Callback callback, int threads);

/* One after the other, so that many threads come and go; returns how many ran. */
int run_on_threads(Callback callback, int threads)
{
    int ran = 0;
    the_callback = callback;
    for (int i = 0; i < threads; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, body, (void *)(intptr_t)i) == 0 && pthread_join(thread, NULL) == 0)
            ran++;
    }
    return ran;
}
