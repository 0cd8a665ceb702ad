/*
 * signals.c - what the command does with signals, as mono does: SIGPIPE is ignored (a write fails instead), SIGQUIT prints
 * where the thread is and the program goes on. All others keep what they do by default.
 */
#include "interp/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "interp/exec/exec.h"

static volatile sig_atomic_t quit;

static void on_quit(int number)
{
    quit = 1;
    mono_safepoint_request();
}

static void print_thread(void)
{
    if (!quit)
        return;
    quit = 0;
    GString *text = g_string_new("Full thread dump:\n\n\"<unnamed thread>\"\n");
    MonoMethod *method;
    uint32_t il_offset;
    for (unsigned i = 0; interp_stack_frame(i, &method, &il_offset); i++) {
        interp_trace_line(text, method, il_offset);
        g_string_append_c(text, '\n');
    }
    g_string_append_c(text, '\n');
    for (gsize done = 0; done < text->len;) {
        ssize_t put = write(STDOUT_FILENO, text->str + done, text->len - done);
        if (put <= 0)
            break;
        done += (gsize)put;
    }
    g_string_free(text, TRUE);
}

void signals_init(void)
{
    struct sigaction dump = {.sa_handler = on_quit, .sa_flags = SA_RESTART}, now;
    signal(SIGPIPE, SIG_IGN);
    mono_safepoint_set_hook(print_thread);
    if (sigaction(SIGQUIT, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        sigaction(SIGQUIT, &dump, NULL);
}
