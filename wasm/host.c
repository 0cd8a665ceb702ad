/*
 * host.c - start under WASI. The module is a "reactor": wasm-ld would have every exported function of a "command" run all
 * constructors, and compiled traces call such functions all the time. So the host calls _initialize, then this.
 */
#include <stdlib.h>
#include <unistd.h>

int __main_void(void); /* wasi-libc: main() with the host's arguments */
__attribute__((export_name("monosp_main"))) void monosp_main(void);

static pid_t pid = 1;

pid_t getpid(void)
{
    return pid;
}

/* What WASI does not tell, the host does: the current folder and the number of its process. */
void monosp_main(void)
{
    const char *folder = getenv("MONOSP_CWD"), *number = getenv("MONOSP_PID");
    if (folder && chdir(folder) == 0)
        unsetenv("MONOSP_CWD");
    if (number)
        pid = atoi(number);
    unsetenv("MONOSP_PID");
    exit(__main_void());
}
