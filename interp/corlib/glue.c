/*
 * glue.c - what the area files share: text conversion, errors, look-ups.
 */
#include "interp/corlib/glue.h"

#include <errno.h>
#include <time.h>

int32_t glue_last_error;

char *glue_utf8(const uint16_t *chars, intptr_t length)
{
    GString *text = g_string_new(NULL);
    for (intptr_t i = 0; length < 0 ? chars[i] != 0 : i < length; i++) {
        gunichar c = chars[i];
        if (c >= 0xd800 && c < 0xe000) {
            uint16_t low = length < 0 || i + 1 < length ? chars[i + 1] : 0;
            if (c < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00u);
                i++;
            } else {
                c = 0xfffd;
            }
        }
        if (c == 0)
            g_string_append_c(text, 0);
        else
            g_string_append_unichar(text, c);
    }
    return g_string_free(text, FALSE);
}

char *glue_path(const uint16_t *chars, intptr_t length)
{
    return glue_utf8(chars, length);
}

int32_t glue_io_error(int errno_value)
{
    switch (errno_value) {
    case 0:
        return IO_SUCCESS;
    case EACCES:
    case EPERM:
    case EROFS:
        return IO_ACCESS_DENIED;
    case EAGAIN:
        return IO_SHARING_VIOLATION;
    case EBUSY:
        return IO_LOCK_VIOLATION;
    case EEXIST:
        return IO_FILE_EXISTS;
    case EINVAL:
    case ESPIPE:
        return IO_INVALID_PARAMETER; /* seeks say so themselves */
    case EISDIR:
        return IO_ACCESS_DENIED;
    case ENFILE:
    case EMFILE:
        return IO_TOO_MANY_OPEN_FILES;
    case ENOENT:
    case ENOTDIR:
        return IO_FILE_NOT_FOUND;
    case ENOSPC:
        return IO_HANDLE_DISK_FULL;
    case ENOTEMPTY:
        return IO_DIR_NOT_EMPTY;
    case ENOEXEC:
        return IO_INVALID_HANDLE;
    case ENAMETOOLONG:
        return IO_FILENAME_EXCED_RANGE;
    case ELOOP:
        return IO_CANT_RESOLVE_FILENAME;
    case EPIPE:
        return IO_WRITE_FAULT; /* as mono names it */
    case EBADF:
        return IO_INVALID_HANDLE;
    case EXDEV:
        return IO_NOT_SAME_DEVICE;
    case EIO:
        return IO_LOCK_VIOLATION;
    case ENOSYS:
        return IO_NOT_SUPPORTED;
    default:
        return IO_GEN_FAILURE;
    }
}

int64_t glue_ticks(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 10000000 + now.tv_nsec / 100;
}

MonoClassField *glue_field(MonoClass *klass, const char *name)
{
    MonoError error = MONO_ERROR_INIT;
    MonoClassField *field = NULL;
    if (mono_class_setup_fields(klass, &error))
        field = mono_class_find_field(klass, name);
    mono_error_clear(&error);
    if (!field)
        g_error("class library: field %s::%s is missing", klass->name, name);
    return field;
}

MonoMethod *glue_method_of(MonoObject *method_base)
{
    if (!method_base)
        return NULL;
    MonoClass *klass = mono_object_class(method_base);
    if (!mono_class_is_assignable(mono_defaults.runtime_method, klass) &&
        !mono_class_is_assignable(mono_defaults.runtime_constructor, klass) &&
        !(klass->image == mono_defaults.corlib && strcmp(klass->name, "DynamicMethod") == 0))
        return NULL;
    return *(MonoMethod **)mono_field_ptr(method_base, glue_field(klass, "mhandle"));
}
