/*
 * console.c - System.ConsoleDriver: is it a terminal, its modes, waiting keys. Streams go through MonoIO (file.c).
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "interp/corlib/glue.h"

static struct termios first_modes, modes;
static bool modes_saved;
static char *keypad_on, *teardown;
static int32_t window_size = -1; /* columns << 16 | rows, -1 = not known; set to -1 when the window changes */

ICALL(console_isatty)
{
    ret->i4 = isatty((int)args[0].i8) != 0;
}

ICALL(console_key_available)
{
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    int ready = poll(&in, 1, args[0].i4);
    int waiting = 0;
    if (ready > 0 && ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0)
        waiting = 0;
    ret->i4 = waiting;
}

static void restore_terminal(void)
{
    if (teardown && write(STDOUT_FILENO, teardown, strlen(teardown)) < 0)
        return;
    tcflush(STDIN_FILENO, TCIFLUSH);
    tcsetattr(STDIN_FILENO, TCSANOW, &first_modes);
}

static void window_changed(int signal_number)
{
    window_size = -1;
}

static void program_continued(int signal_number)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    if (keypad_on && write(STDOUT_FILENO, keypad_on, strlen(keypad_on)) < 0)
        return;
}

/* Control-C: from the time the terminal is set up it is Console's event; Console ends the program after it. */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    interrupted = 1;
    mono_safepoint_request();
}

/* At a safepoint, so that a program that never waits hears it too. */
static void raise_cancel_event(void)
{
    if (!interrupted)
        return;
    interrupted = 0;
    MonoClass *console = mono_class_from_name(mono_defaults.corlib, "System", "Console");
    MonoMethod *method = console ? mono_class_find_method(console, "DoConsoleCancelEvent", 0) : NULL;
    MonoException *exception = method ? mono_invoke_slots(method, NULL, NULL) : NULL;
    if (exception)
        mono_set_pending_exception(exception);
}

static void watch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_interrupt}; /* no restart: a sleep or a read ends, and asks */
    mono_safepoint_set_hook(raise_cancel_event);
    sigaction(SIGINT, &action, NULL);
}

/* (keypadXmit, teardown, out byte[] controlCharacters, out int* windowSize) */
ICALL(console_tty_setup)
{
    const MonoString *keypad_text = args[0].p, *teardown_text = args[1].p; /* ret may lie on args */
    MonoArray **control = args[2].p;
    int32_t **size = args[3].p;
    *size = &window_size;
    ret->i4 = 0;
    *control = mono_array_new(mono_defaults.byte_class, 17);
    if (!modes_saved && tcgetattr(STDIN_FILENO, &first_modes) < 0)
        return;
    modes = first_modes;
    modes.c_lflag &= (tcflag_t) ~(ICANON | IXON | IEXTEN);
    modes.c_lflag |= ISIG;
    modes.c_iflag &= (tcflag_t) ~(IXON | IXOFF);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    modes.c_cc[VSUSP] = 0; /* Control-Z is a key here */
    if (tcsetattr(STDIN_FILENO, TCSANOW, &modes) < 0)
        return;
    g_free(keypad_on);
    g_free(teardown);
    keypad_on = mono_string_to_utf8(keypad_text);
    teardown = mono_string_to_utf8(teardown_text);
    if (*control)
        memcpy((*control)->data, first_modes.c_cc, 17);
    if (!modes_saved) {
        modes_saved = true;
        signal(SIGWINCH, window_changed);
        signal(SIGCONT, program_continued);
        watch_interrupt();
        atexit(restore_terminal);
    }
    ret->i4 = 1;
}

static bool set_local_flag(tcflag_t flag, bool on)
{
    struct termios now;
    if (tcgetattr(STDIN_FILENO, &now) < 0)
        return false;
    if (((now.c_lflag & flag) != 0) == on)
        return true;
    now.c_lflag = on ? now.c_lflag | flag : now.c_lflag & ~flag;
    modes.c_lflag = on ? modes.c_lflag | flag : modes.c_lflag & ~flag;
    return tcsetattr(STDIN_FILENO, TCSANOW, &now) >= 0;
}

ICALL(console_set_echo)
{
    ret->i4 = set_local_flag(ECHO, args[0].i4 & 1);
}

ICALL(console_set_break)
{
    ret->i4 = set_local_flag(ISIG, !(args[0].i4 & 1));
}

const MonoICallRow mono_icalls_console[] = {
    {"System.ConsoleDriver::InternalKeyAvailable", console_key_available},
    {"System.ConsoleDriver::Isatty", console_isatty},
    {"System.ConsoleDriver::SetBreak", console_set_break},
    {"System.ConsoleDriver::SetEcho", console_set_echo},
    {"System.ConsoleDriver::TtySetup", console_tty_setup},
    {0},
};
