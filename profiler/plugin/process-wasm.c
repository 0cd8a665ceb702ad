/* process-wasm.c - a WASI process: words given to it, one thread, no signals. */
#include "profiler/plugin/process.h"

#include <wasi/api.h>

char *sp_process_command_line(gsize *size)
{
    __wasi_size_t count, bytes;
    if (__wasi_args_sizes_get(&count, &bytes) != 0)
        return NULL;
    uint8_t **words = g_new(uint8_t *, count + 1), *line = g_malloc(bytes + 1);
    bool given = __wasi_args_get(words, line) == 0; /* one behind the other in `line` */
    g_free(words);
    *size = given ? bytes : 0;
    return (char *)line;
}

uint64_t sp_process_thread_id(void)
{
    return 1;
}

char *sp_process_thread_name(uint64_t id)
{
    return g_strdup("Main");
}

void sp_process_without_deadly_signals(void (*f)(void *data), void *data)
{
    f(data);
}
