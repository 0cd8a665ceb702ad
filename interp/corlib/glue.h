/*
 * glue.h - what the area files share: short forms for arguments, text conversion, errors of the operating system.
 */
#ifndef MONOSP_GLUE_H
#define MONOSP_GLUE_H

#include <string.h>

#include "interp/corlib/icalls.h"

#define ICALL(name) static void name(MonoSlot *args, MonoSlot *ret)

/* UTF-16 (not terminated when length >= 0, else up to the NUL) to UTF-8; lone surrogates become U+FFFD. g_free. */
char *glue_utf8(const uint16_t *chars, intptr_t length);
/* A path as the file system takes it: UTF-8, and names that were made from undecodable bytes go back to them. g_free.
 */
char *glue_path(const uint16_t *chars, intptr_t length);

/* Numbers of MonoIOError. */
enum {
    IO_SUCCESS = 0,
    IO_FILE_NOT_FOUND = 2,
    IO_PATH_NOT_FOUND = 3,
    IO_TOO_MANY_OPEN_FILES = 4,
    IO_ACCESS_DENIED = 5,
    IO_INVALID_HANDLE = 6,
    IO_NOT_SAME_DEVICE = 17,
    IO_NO_MORE_FILES = 18,
    IO_WRITE_FAULT = 29,
    IO_GEN_FAILURE = 31,
    IO_SHARING_VIOLATION = 32,
    IO_LOCK_VIOLATION = 33,
    IO_HANDLE_DISK_FULL = 39,
    IO_NOT_SUPPORTED = 50,
    IO_FILE_EXISTS = 80,
    IO_INVALID_PARAMETER = 87,
    IO_BROKEN_PIPE = 109,
    IO_INVALID_NAME = 123,
    IO_DIR_NOT_EMPTY = 145,
    IO_ALREADY_EXISTS = 183,
    IO_FILENAME_EXCED_RANGE = 206,
    IO_DIRECTORY = 267,
    IO_CANT_RESOLVE_FILENAME = 1921,
};
/* MonoIOError for an errno value. */
int32_t glue_io_error(int errno_value);

/* Monotonic time in 100 ns ticks. */
int64_t glue_ticks(void);

/* MonoMethod behind a MethodBase object; NULL when it is none of ours. */
MonoMethod *glue_method_of(MonoObject *method_base);
/* Field of an object by name; the class must have it. */
MonoClassField *glue_field(MonoClass *klass, const char *name);

/* Leaves the error as the pending exception (and clears it). Returns true when there was none. */
static inline bool glue_ok(MonoError *error)
{
    if (mono_error_ok(error))
        return true;
    mono_set_pending_exception(mono_error_exception(error));
    return false;
}

/* A handle of a process is its id with this bit: no file descriptor. */
#define PROCESS_HANDLE ((int64_t)1 << 40)

/* Last error of the platform, kept for Marshal.GetLastWin32Error. */
extern int32_t glue_last_error;

#endif
