/*
 * import.c - from a path or bytes to the reader that understands them.
 *
 * A gzip file is unpacked and looked at again, so a packed speedscope file or folded text is read as well.
 */
#include "profiler/import/import.h"

#include "profiler/eventpipe/nettrace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define ACCEPTED "folded stacks, pprof, speedscope, Chrome trace events, nettrace and this tool's HTML are read"

static void set_error(GError **error, SpErrorCode code, const char *name, const char *message)
{
    g_set_error(error, SP_ERROR, code, "%s: %s", name, message);
}

/* ---- What kind of file it is ------------------------------------------------------------------------------------ */

typedef struct {
    const char *magic, *kind;
    uint8_t length;
} Magic;

/* Kinds people hand over by mistake, which deserve a better answer than a complaint about line 1. */
static const Magic refused[] = {
    {"\x89PNG", "a PNG picture", 4},
    {"\xff\xd8\xff", "a JPEG picture", 3},
    {NETTRACE_CONTAINER, "a netperf or ETLX file (nettrace of version 4 is read)", NETTRACE_CONTAINER_SIZE},
    {"\x7f" "ELF", "a program or library", 4},
    {"MZ", "a program or library", 2},
    {"PK\x03\x04", "a zip archive", 4},
    {"\x28\xb5\x2f\xfd", "a Zstandard archive", 4},
    {"\xfd" "7zXZ", "an xz archive", 5},
    {"BZh", "a bzip2 archive", 3},
    {"%PDF", "a PDF document", 4},
    {"PERFILE2", "a perf.data file (perf script can print its stacks)", 8},
    {"SQLite format 3", "a database", 15},
};

static const char *refused_kind(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
        bool two_letters = refused[i].length == 2; /* "MZ": text may begin so, a program has binary bytes */
        if (size >= refused[i].length && !memcmp(bytes, refused[i].magic, refused[i].length) &&
            (!two_letters || memchr(bytes, 0, MIN(size, 64))))
            return refused[i].kind;
    }
    return NULL;
}

static const char *skip_mark_and_blanks(const char *s, const char *end)
{
    if (end - s >= 3 && !memcmp(s, "\xEF\xBB\xBF", 3))
        s += 3;
    while (s < end && g_ascii_isspace(*s))
        s++;
    return s;
}

static bool begins(const char *s, const char *end, const char *prefix)
{
    size_t n = strlen(prefix);
    return (size_t)(end - s) >= n && !g_ascii_strncasecmp(s, prefix, n);
}

/* Folded text may begin with "[unknown];main 3": JSON goes on with a value or an end. */
static bool is_json(const char *s, const char *end)
{
    if (s == end || (*s != '{' && *s != '['))
        return false;
    char open = *s;
    s = skip_mark_and_blanks(s + 1, end);
    if (s == end)
        return true;
    return open == '{' ? *s == '"' || *s == '}' : *s == '{' || *s == ']';
}

/* pprof speaks of field 1 in its first bytes and holds controls no text has. */
static bool is_binary(const uint8_t *bytes, size_t size)
{
    if (size >= 2 && ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
        return false; /* UTF-16 */
    for (size_t i = 0; i < MIN(size, 256); i++)
        if (bytes[i] < 0x20 && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\f')
            return true;
    return false;
}

/* In a trace the events come first as a rule; the other format tells its name in its first kilobytes or in a member
 * both "shared" and "profiles". */
static bool is_trace(const char *s, size_t size)
{
    if (*s == '[')
        return true;
    size_t head = MIN(size, 65536);
    const char *events = g_strstr_len(s, (gssize)head, "\"traceEvents\"");
    const char *profiles = g_strstr_len(s, (gssize)head, "\"profiles\"");
    const char *schema = g_strstr_len(s, (gssize)head, "speedscope.app/file-format-schema.json");
    const char *first = schema ? schema : profiles;
    return events && (!first || events < first);
}

static SpProfile *import_text(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    const char *text = (const char *)bytes, *end = text + size, *s = skip_mark_and_blanks(text, end);
    if (is_json(s, end)) {
        bool trace = is_trace(s, (size_t)(end - s));
        return (trace ? sp_import_chrome : sp_import_speedscope)(bytes, size, name, error);
    }
    if (begins(s, end, "<!doctype html") || begins(s, end, "<html"))
        return sp_import_html(text, size, name, error);
    if (begins(s, end, "<svg") || begins(s, end, "<?xml")) {
        set_error(error, SP_ERROR_FORMAT, name, "this is an SVG or XML file, a picture of a profile; " ACCEPTED);
        return NULL;
    }
    return sp_import_folded(bytes, size, name, error);
}

static SpProfile *import_binary(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    GError *why = NULL;
    SpProfile *p = sp_import_pprof(bytes, size, name, &why);
    if (!p)
        g_set_error(error, why->domain, why->code, "%s (taken for pprof, as it is binary)", why->message);
    g_clear_error(&why);
    return p;
}

static SpProfile *import_unpacked(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    const char *kind = refused_kind(bytes, size);
    if (kind) {
        char *message = g_strdup_printf("this is %s; " ACCEPTED, kind);
        set_error(error, SP_ERROR_FORMAT, name, message);
        g_free(message);
        return NULL;
    }
    if (!is_binary(bytes, size))
        return import_text(bytes, size, name, error);
    bool is_nettrace = size >= strlen(NETTRACE_MAGIC) && !memcmp(bytes, NETTRACE_MAGIC, strlen(NETTRACE_MAGIC));
    return (is_nettrace ? sp_import_nettrace : import_binary)(bytes, size, name, error);
}

/* ---- gzip ------------------------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t *bytes;
    size_t size, capacity;
} Buffer;

static void make_room(Buffer *b, size_t limit)
{
    if (b->size == b->capacity) {
        b->capacity = MIN(MAX(b->capacity * 2, 65536), limit);
        b->bytes = g_realloc(b->bytes, b->capacity);
    }
}

static bool gzip_error(GError **error, const char *name, const z_stream *z, size_t done, const char *what)
{
    g_set_error(error, SP_ERROR, SP_ERROR_FORMAT, "%s: byte %zu: gzip: %s", name, done, z->msg ? z->msg : what);
    return false;
}

/* All members of the file, one after another, as gzip allows. */
static bool inflate_all(z_stream *z, const uint8_t *bytes, size_t size, const char *name, Buffer *out, GError **error)
{
    size_t taken = 0; /* of bytes, given to zlib */
    for (;;) {
        if (z->avail_in == 0 && taken < size) {
            size_t n = MIN(size - taken, (size_t)1 << 30);
            z->next_in = (Bytef *)bytes + taken;
            z->avail_in = (uInt)n;
            taken += n;
        }
        if (out->size == SP_IMPORT_MAX_UNPACKED) {
            set_error(error, SP_ERROR_LIMIT, name, "the gzip file unpacks to more than 1 GiB");
            return false;
        }
        make_room(out, SP_IMPORT_MAX_UNPACKED);
        uInt room = (uInt)(out->capacity - out->size);
        z->next_out = out->bytes + out->size;
        z->avail_out = room;
        int result = inflate(z, Z_NO_FLUSH);
        out->size += room - z->avail_out;
        bool input_left = z->avail_in || taken < size;
        if (result == Z_STREAM_END) {
            if (!input_left)
                return true;
            if (inflateReset(z) != Z_OK)
                return gzip_error(error, name, z, taken - z->avail_in, "broken");
        } else if (result == Z_BUF_ERROR || (result == Z_OK && !input_left && z->avail_out)) {
            return gzip_error(error, name, z, taken - z->avail_in, "the file is cut off");
        } else if (result != Z_OK) {
            return gzip_error(error, name, z, taken - z->avail_in, "broken");
        }
    }
}

static SpProfile *import_gzip(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    z_stream z = {0};
    Buffer out = {0};
    SpProfile *p = NULL;
    if (inflateInit2(&z, 15 + 16) != Z_OK)
        set_error(error, SP_ERROR_IO, name, "zlib has no memory to start unpacking");
    else if (inflate_all(&z, bytes, size, name, &out, error))
        p = import_unpacked(out.bytes, out.size, name, error);
    inflateEnd(&z);
    g_free(out.bytes);
    return p;
}

SpProfile *sp_import_bytes(const uint8_t *bytes, size_t size, const char *name, GError **error)
{
    if (size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b)
        return import_gzip(bytes, size, name, error);
    return import_unpacked(bytes, size, name, error);
}

/* ---- Files ------------------------------------------------------------------------------------------------------ */

static bool io_error(GError **error, const char *name, int number)
{
    g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot read '%s': %s", name, g_strerror(number));
    return false;
}

/* Read rather than mapped: a mapped file that shrinks meanwhile kills its reader. */
static bool read_all(int fd, const char *name, Buffer *b, GError **error)
{
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && (uint64_t)st.st_size < SP_IMPORT_MAX_FILE) {
        b->capacity = (size_t)st.st_size + 1; /* + 1: the end shows without growing */
        b->bytes = g_malloc(b->capacity);
    }
    for (;;) {
        if (b->size == SP_IMPORT_MAX_FILE) {
            set_error(error, SP_ERROR_LIMIT, name, "the file is larger than 4 GiB");
            return false;
        }
        make_room(b, SP_IMPORT_MAX_FILE);
        ssize_t n = read(fd, b->bytes + b->size, b->capacity - b->size);
        if (n == 0)
            return true;
        if (n < 0 && errno != EINTR)
            return io_error(error, name, errno);
        b->size += n > 0 ? (size_t)n : 0;
    }
}

SpProfile *sp_import(const char *path, GError **error)
{
    bool is_stdin = !strcmp(path, "-");
    const char *name = is_stdin ? "stdin" : path;
    int fd = is_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        io_error(error, name, errno);
        return NULL;
    }
    Buffer b = {0};
    SpProfile *p = read_all(fd, name, &b, error) ? sp_import_bytes(b.bytes, b.size, name, error) : NULL;
    close(fd);
    g_free(b.bytes);
    return p;
}
