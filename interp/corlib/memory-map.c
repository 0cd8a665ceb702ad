/*
 * memory-map.c - System.IO.MemoryMappedFiles: a handle is a descriptor of its own with the file's size and access; a
 * mapping begins at a page, so it keeps its real start beside the address that was asked for.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/corlib/glue.h"

/* What managed code makes of them: ArgumentException, IOException ... */
enum {
    MAP_OK,
    MAP_BAD_CAPACITY_FOR_FILE_BACKED,
    MAP_CAPACITY_SMALLER_THAN_FILE_SIZE,
    MAP_FILE_NOT_FOUND,
    MAP_FILE_ALREADY_EXISTS,
    MAP_PATH_TOO_LONG,
    MAP_COULD_NOT_OPEN,
    MAP_CAPACITY_MUST_BE_POSITIVE,
    MAP_INVALID_FILE_MODE,
    MAP_COULD_NOT_MAP_MEMORY,
    MAP_ACCESS_DENIED,
    MAP_CAPACITY_LARGER_THAN_LOGICAL_ADDRESS_SPACE
};
enum { ACCESS_READ_WRITE, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY_ON_WRITE, ACCESS_READ_EXECUTE };
enum { MODE_CREATE_NEW = 1, MODE_CREATE, MODE_OPEN, MODE_OPEN_OR_CREATE, MODE_TRUNCATE, MODE_APPEND };

typedef struct {
    int file;
    int64_t capacity;
} MapHandle;

typedef struct {
    void *start;
    size_t length;
} Mapping;

static MapHandle *new_handle(int file, int64_t capacity)
{
    MapHandle *handle = g_new0(MapHandle, 1);
    *handle = (MapHandle){file, capacity};
    return handle;
}

/* The capacity asked for (0 = the file's size) against the file's size; a larger one makes the file longer. */
static int32_t settle_capacity(int file, int64_t *capacity, int32_t access)
{
    struct stat status;
    if (fstat(file, &status) < 0)
        return MAP_COULD_NOT_OPEN;
    if (*capacity == 0)
        *capacity = status.st_size;
    if (*capacity == 0)
        return MAP_BAD_CAPACITY_FOR_FILE_BACKED;
    if (*capacity < status.st_size)
        return MAP_CAPACITY_SMALLER_THAN_FILE_SIZE;
    if (*capacity > status.st_size) {
        if (access == ACCESS_READ || access == ACCESS_READ_EXECUTE)
            return MAP_ACCESS_DENIED;
        if (ftruncate(file, *capacity) < 0)
            return MAP_COULD_NOT_OPEN;
    }
    return MAP_OK;
}

static int open_flags(int32_t mode, int32_t access)
{
    int flags = access == ACCESS_READ || access == ACCESS_READ_EXECUTE || access == ACCESS_COPY_ON_WRITE ? O_RDONLY
                                                                                                         : O_RDWR;
    switch (mode) {
    case MODE_CREATE_NEW:
        return flags | O_CREAT | O_EXCL;
    case MODE_CREATE:
        return flags | O_CREAT | O_TRUNC;
    case MODE_OPEN_OR_CREATE:
        return flags | O_CREAT;
    case MODE_TRUNCATE:
        return flags | O_TRUNC;
    default:
        return flags;
    }
}

static MapHandle *open_path(const char *path, int32_t mode, int64_t *capacity, int32_t access, int32_t *error)
{
    if (mode == MODE_APPEND || mode == MODE_TRUNCATE) {
        *error = MAP_INVALID_FILE_MODE;
        return NULL;
    }
    int file = open(path, open_flags(mode, access) | O_CLOEXEC, 0666);
    if (file < 0) {
        *error = errno == ENOENT   ? MAP_FILE_NOT_FOUND
                 : errno == EEXIST ? MAP_FILE_ALREADY_EXISTS
                 : errno == EACCES ? MAP_ACCESS_DENIED
                                   : MAP_COULD_NOT_OPEN;
        return NULL;
    }
    if ((*error = settle_capacity(file, capacity, access))) {
        close(file);
        return NULL;
    }
    return new_handle(file, *capacity);
}

/* (char *path, length, mode, char *name, length, ref capacity, access, options, out error) */
static void map_open_file(MonoSlot *args, MonoSlot *ret)
{
    int64_t *capacity = args[5].p;
    int32_t *error = args[8].p;
    *error = MAP_OK;
    if (args[0].p) {
        char *path = glue_path(args[0].p, args[1].i4);
        ret->p = open_path(path, args[2].i4, capacity, args[6].i4, error);
        g_free(path);
    } else if (*capacity <= 0) {
        *error = MAP_CAPACITY_MUST_BE_POSITIVE;
        ret->p = NULL;
    } else {
        int file = memfd_create("map", MFD_CLOEXEC);
        if (file >= 0 && ftruncate(file, *capacity) < 0) {
            close(file);
            file = -1;
        }
        *error = file < 0 ? MAP_COULD_NOT_MAP_MEMORY : MAP_OK;
        ret->p = file < 0 ? NULL : new_handle(file, *capacity);
    }
}

/* (file handle, char *name, length, ref capacity, access, options, out error) */
static void map_open_handle(MonoSlot *args, MonoSlot *ret)
{
    int32_t *error = args[6].p;
    int file = fcntl((int)args[0].i8, F_DUPFD_CLOEXEC, 3);
    *error = file < 0 ? MAP_COULD_NOT_OPEN : settle_capacity(file, args[3].p, args[4].i4);
    if (*error && file >= 0)
        close(file);
    ret->p = *error ? NULL : new_handle(file, *(int64_t *)args[3].p);
}

static void map_close(MonoSlot *args, MonoSlot *ret)
{
    MapHandle *handle = args[0].p;
    if (!handle)
        return;
    close(handle->file);
    g_free(handle);
}

static void map_flush(MonoSlot *args, MonoSlot *ret)
{
    MapHandle *handle = args[0].p;
    if (handle)
        fsync(handle->file);
}

static void map_inheritability(MonoSlot *args, MonoSlot *ret)
{
    MapHandle *handle = args[0].p;
    if (handle)
        fcntl(handle->file, F_SETFD, args[1].i4 ? 0 : FD_CLOEXEC);
}

/* (handle, offset, ref size, access, out mapping, out address) */
static void map_map(MonoSlot *args, MonoSlot *ret)
{
    MapHandle *handle = args[0].p;
    int64_t offset = args[1].i8, *size = args[2].p, page = sysconf(_SC_PAGESIZE);
    int32_t access = args[3].i4;
    void **mapping_out = args[4].p, **address = args[5].p;
    *mapping_out = *address = NULL;
    if (*size == 0)
        *size = handle->capacity - offset;
    if (offset < 0 || *size <= 0 || offset > handle->capacity || *size > handle->capacity - offset) {
        ret->i4 = MAP_ACCESS_DENIED;
        return;
    }
    int64_t begin = offset / page * page;
    int protection = PROT_READ | (access == ACCESS_READ || access == ACCESS_READ_EXECUTE ? 0 : PROT_WRITE);
    size_t length = (size_t)(offset - begin + *size);
    void *start = mmap(NULL, length, protection, access == ACCESS_COPY_ON_WRITE ? MAP_PRIVATE : MAP_SHARED,
                       handle->file, begin);
    if (start == MAP_FAILED) {
        ret->i4 = MAP_COULD_NOT_MAP_MEMORY;
        return;
    }
    Mapping *mapping = g_new(Mapping, 1);
    *mapping = (Mapping){start, length};
    *mapping_out = mapping;
    *address = (uint8_t *)start + (offset - begin);
    ret->i4 = MAP_OK;
}

static void map_unmap(MonoSlot *args, MonoSlot *ret)
{
    Mapping *mapping = args[0].p;
    ret->i4 = mapping && munmap(mapping->start, mapping->length) == 0;
    g_free(mapping);
}

#define MAPS "System.IO.MemoryMappedFiles.MemoryMapImpl::"

const MonoICallRow mono_icalls_memory_map[] = {
    {MAPS "CloseMapping", map_close},
    {MAPS "ConfigureHandleInheritability", map_inheritability},
    {MAPS "Flush", map_flush},
    {MAPS "MapInternal", map_map},
    {MAPS "OpenFileInternal", map_open_file},
    {MAPS "OpenHandleInternal", map_open_handle},
    {MAPS "Unmap", map_unmap},
    {0},
};
