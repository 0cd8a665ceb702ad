/*
 * file-internal.h - between file.c (handles) and file-paths.c (names, folders).
 */
#ifndef MONOSP_FILE_INTERNAL_H
#define MONOSP_FILE_INTERNAL_H

#include <sys/stat.h>

#include "interp/corlib/glue.h"

/* errno -> *error for a path: a missing parent folder is PATH_NOT_FOUND, as mono says. Returns false. */
bool file_path_error(const char *path, int errno_value, int32_t *error);
/* FileAttributes of a file; path for its hidden name, may be NULL. */
int32_t file_attributes(const char *path, const struct stat *status, const struct stat *link_status);

#define FILE_PATH_ROWS(X)                                                                                              \
    X(CopyFile)                                                                                                        \
    X(CreateDirectory) X(DeleteFile) X(FindCloseFile) X(FindFirstFile) X(FindNextFile) X(GetCurrentDirectory)          \
        X(GetFileAttributes) X(GetFileStat) X(MoveFile) X(RemoveDirectory) X(ReplaceFile) X(SetCurrentDirectory)       \
            X(SetFileAttributes)
#define FILE_PATH_DECLARE(name) void file_##name(MonoSlot *args, MonoSlot *ret);
FILE_PATH_ROWS(FILE_PATH_DECLARE)
#undef FILE_PATH_DECLARE

/* DriveInfo */
void drive_free_space(MonoSlot *args, MonoSlot *ret);
void drive_type(MonoSlot *args, MonoSlot *ret);
void drive_format(MonoSlot *args, MonoSlot *ret);

#endif
