/*
 * console.c - System.ConsoleDriver where no terminal can be set up: streams only.
 */
#include <unistd.h>

#include "interp/corlib/glue.h"

ICALL(console_isatty)
{
    ret->i4 = isatty(args[0].i4) != 0;
}

/* (keypadXmit, teardown, out byte[] controlCharacters, out int* windowSize): false, so Console takes its plain driver. */
ICALL(console_tty_setup)
{
    static int32_t window_size = -1;
    MonoArray **control = args[2].p;
    int32_t **size = args[3].p;
    *size = &window_size;
    *control = NULL;
    ret->i4 = 0;
}

const MonoICallRow mono_icalls_console[] = {
    {"System.ConsoleDriver::InternalKeyAvailable", icall_zero},
    {"System.ConsoleDriver::Isatty", console_isatty},
    {"System.ConsoleDriver::SetBreak", icall_zero},
    {"System.ConsoleDriver::SetEcho", icall_zero},
    {"System.ConsoleDriver::TtySetup", console_tty_setup},
    {0},
};
