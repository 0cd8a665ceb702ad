/*
 * glib.h - the part of GLib's interface that interp/, jiterp/ and profiler/ use, for builds without GLib (WebAssembly).
 *
 *   memory.c    allocation, messages          string.c   C strings, GString, base64
 *   array.c     GArray, GByteArray, GPtrArray hash.c     GHashTable
 *   list.c      GSList, GList, GQueue         unicode.c  UTF-8, UTF-16, letters, decompositions
 *   file.c      paths, files, environment     checksum.c SHA-1
 *   clock.c     time                          error.c    GError
 *   chunk.c     GStringChunk, interned strings
 *
 * Same names, same meaning, same structures where callers look into them; what nobody here calls is not there. Memory
 * that runs out ends the program, as in GLib.
 */
#ifndef EGLIB_GLIB_H
#define EGLIB_GLIB_H

#include <alloca.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef char gchar;
typedef unsigned char guchar;
typedef int gint;
typedef unsigned int guint;
typedef int gboolean;
typedef long glong;
typedef int8_t gint8;
typedef uint8_t guint8;
typedef int16_t gint16;
typedef uint16_t guint16;
typedef int32_t gint32;
typedef uint32_t guint32;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef size_t gsize;
typedef ptrdiff_t gssize;
typedef float gfloat;
typedef double gdouble;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef uint32_t gunichar;
typedef uint16_t gunichar2;

#define FALSE 0
#define TRUE 1
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ABS(a) ((a) < 0 ? -(a) : (a))
#define CLAMP(x, low, high) ((x) > (high) ? (high) : (x) < (low) ? (low) : (x))
#define G_MAXINT32 INT32_MAX
#define G_MAXINT64 INT64_MAX
#define G_MAXUINT64 UINT64_MAX
#define G_MAXUINT UINT_MAX
#define G_N_ELEMENTS(array) (sizeof(array) / sizeof((array)[0]))
#define G_LIKELY(x) __builtin_expect(!!(x), 1)
#define G_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define G_GNUC_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#define G_GNUC_NORETURN __attribute__((noreturn))
#define G_STATIC_ASSERT(condition) _Static_assert(condition, #condition)
#define G_GINT64_MODIFIER "ll"
#define G_GINT64_FORMAT "lli"
#define G_GUINT64_FORMAT "llu"
#define G_GINT64_CONSTANT(number) number##LL
#define GINT_TO_POINTER(i) ((gpointer)(intptr_t)(i))
#define GUINT_TO_POINTER(u) ((gpointer)(uintptr_t)(u))
#define GSIZE_TO_POINTER(s) ((gpointer)(uintptr_t)(s))
#define GPOINTER_TO_INT(p) ((gint)(intptr_t)(p))
#define GPOINTER_TO_UINT(p) ((guint)(uintptr_t)(p))
#define GPOINTER_TO_SIZE(p) ((gsize)(uintptr_t)(p))

typedef gint (*GCompareFunc)(gconstpointer a, gconstpointer b);
typedef gint (*GCompareDataFunc)(gconstpointer a, gconstpointer b, gpointer data);
typedef guint (*GHashFunc)(gconstpointer key);
typedef gboolean (*GEqualFunc)(gconstpointer a, gconstpointer b);
typedef void (*GDestroyNotify)(gpointer data);
typedef gboolean (*GHRFunc)(gpointer key, gpointer value, gpointer data);

/* ---- error.c: functions of eglib itself tell no reasons and leave the error NULL ---- */
typedef guint32 GQuark;
typedef struct {
    GQuark domain;
    gint code;
    char *message;
} GError;
GQuark g_quark_from_static_string(const char *text);
#define G_DEFINE_QUARK(text, name)                                                                                     \
    GQuark name##_quark(void)                                                                                          \
    {                                                                                                                  \
        return g_quark_from_static_string(#text);                                                                      \
    }
void g_set_error(GError **error, GQuark domain, gint code, const char *format, ...) G_GNUC_PRINTF(4, 5);
void g_set_error_literal(GError **error, GQuark domain, gint code, const char *message);
void g_prefix_error(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
void g_propagate_prefixed_error(GError **to, GError *from, const char *format, ...) G_GNUC_PRINTF(3, 4);
void g_clear_error(GError **error);
void g_error_free(GError *error);

/* ---- memory.c ---- */
gpointer g_malloc(gsize bytes);
gpointer g_malloc0(gsize bytes);
gpointer g_realloc(gpointer memory, gsize bytes);
gpointer g_malloc_n(gsize count, gsize bytes);
gpointer g_malloc0_n(gsize count, gsize bytes);
gpointer g_realloc_n(gpointer memory, gsize count, gsize bytes);
void g_free(gpointer memory);
gpointer g_memdup2(gconstpointer memory, gsize bytes);
#define g_new(Type, count) ((Type *)g_malloc_n((count), sizeof(Type)))
#define g_new0(Type, count) ((Type *)g_malloc0_n((count), sizeof(Type)))
#define g_renew(Type, memory, count) ((Type *)g_realloc_n((memory), (count), sizeof(Type)))
#define g_alloca(bytes) alloca(bytes)
#define g_once_init_enter(place) (!*(place)) /* there is one thread */
#define g_once_init_leave(place, value) ((void)(*(place) = (value)))
#define g_clear_pointer(place, destroy)                                                                                \
    do {                                                                                                               \
        __typeof__(*(place)) cleared_ = *(place);                                                                      \
        *(place) = NULL;                                                                                               \
        if (cleared_)                                                                                                  \
            (destroy)(cleared_);                                                                                       \
    } while (0)
void g_printerr(const char *format, ...) G_GNUC_PRINTF(1, 2);
void g_error(const char *format, ...) G_GNUC_PRINTF(1, 2) __attribute__((noreturn));
#define g_assert(condition)                                                                                            \
    ((condition) ? (void)0 : g_error("%s:%d: assertion failed: %s", __FILE__, __LINE__, #condition))
#define g_return_val_if_fail(condition, value)                                                                        \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return value;                                                                                              \
    } while (0)
#define g_assert_not_reached() g_error("%s:%d: should not be reached", __FILE__, __LINE__)

/* ---- string.c ---- */
typedef struct {
    char *str;
    gsize len, allocated_len;
} GString;
char *g_strdup(const char *text);
char *g_strndup(const char *text, gsize bytes);
char *g_strdup_printf(const char *format, ...) G_GNUC_PRINTF(1, 2);
char *g_strdup_vprintf(const char *format, va_list ap) G_GNUC_PRINTF(1, 0);
gint g_snprintf(char *text, gsize bytes, const char *format, ...) G_GNUC_PRINTF(3, 4);
char *g_strconcat(const char *first, ...) __attribute__((sentinel));
char **g_strsplit(const char *text, const char *delimiter, gint most);
char **g_strsplit_set(const char *text, const char *delimiters, gint most);
void g_strfreev(char **strings);
guint g_strv_length(char **strings);
gboolean g_strv_contains(const char *const *strings, const char *text);
gboolean g_str_has_prefix(const char *text, const char *prefix);
gboolean g_str_has_suffix(const char *text, const char *suffix);
char *g_strchug(char *text);
char *g_strchomp(char *text);
#define g_strstrip(text) g_strchomp(g_strchug(text))
char *g_strdelimit(char *text, const char *delimiters, char replacement);
char *g_strrstr_len(const char *text, gssize bytes, const char *wanted);
char *g_strcompress(const char *text);
gint g_strcmp0(const char *a, const char *b);
const char *g_strerror(gint number);
gint g_ascii_strcasecmp(const char *a, const char *b);
char *g_ascii_strdown(const char *text, gssize bytes);
char *g_ascii_strup(const char *text, gssize bytes);
char g_ascii_tolower(char c);
char g_ascii_toupper(char c);
gint g_ascii_xdigit_value(char c);
gboolean g_ascii_string_to_unsigned(const char *text, guint base, guint64 least, guint64 most, guint64 *value,
                                    GError **error);
gboolean g_ascii_string_to_signed(const char *text, guint base, gint64 least, gint64 most, gint64 *value, GError **error);
char *g_ascii_formatd(char *text, gint bytes, const char *format, gdouble value); /* there is no other locale here */
char *g_base64_encode(const guchar *bytes, gsize count);
static inline bool g_ascii_iscntrl(char c) { return (guchar)c < ' ' || c == 127; }
static inline bool g_ascii_isdigit(char c) { return c >= '0' && c <= '9'; }
static inline bool g_ascii_isalpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static inline bool g_ascii_isalnum(char c) { return g_ascii_isdigit(c) || g_ascii_isalpha(c); }
static inline bool g_ascii_isxdigit(char c) { return g_ascii_xdigit_value(c) >= 0; }
static inline bool g_ascii_isspace(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v'); }

GString *g_string_new(const char *text);
GString *g_string_new_len(const char *text, gssize bytes);
GString *g_string_sized_new(gsize bytes);
GString *g_string_assign(GString *string, const char *text);
char *g_string_free(GString *string, gboolean with_text);
GString *g_string_append(GString *string, const char *text);
GString *g_string_append_len(GString *string, const char *text, gssize bytes);
GString *g_string_append_c(GString *string, char c);
GString *g_string_append_unichar(GString *string, gunichar c);
GString *g_string_prepend(GString *string, const char *text);
GString *g_string_prepend_c(GString *string, char c);
GString *g_string_truncate(GString *string, gsize bytes);
void g_string_printf(GString *string, const char *format, ...) G_GNUC_PRINTF(2, 3);
void g_string_append_printf(GString *string, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* ---- array.c ---- */
typedef struct {
    char *data;
    guint len;
} GArray;
typedef struct {
    guint8 *data;
    guint len;
} GByteArray;
typedef struct {
    gpointer *pdata;
    guint len;
} GPtrArray;
GArray *g_array_new(gboolean zero_terminated, gboolean clear, guint element_bytes);
GArray *g_array_append_vals(GArray *array, gconstpointer values, guint count);
GArray *g_array_insert_vals(GArray *array, guint index, gconstpointer values, guint count);
GArray *g_array_set_size(GArray *array, guint length);
GArray *g_array_remove_index(GArray *array, guint index);
GArray *g_array_remove_index_fast(GArray *array, guint index);
void g_array_sort(GArray *array, GCompareFunc compare);
void g_array_set_clear_func(GArray *array, GDestroyNotify clear);
guint g_array_get_element_size(GArray *array);
void g_qsort_with_data(gconstpointer elements, gint count, gsize bytes, GCompareDataFunc compare, gpointer data);
GArray *g_array_ref(GArray *array);
void g_array_unref(GArray *array);
char *g_array_free(GArray *array, gboolean with_data);
#define g_array_index(array, Type, i) (((Type *)(void *)(array)->data)[i])
#define g_array_append_val(array, value) g_array_append_vals(array, &(value), 1)
#define g_array_insert_val(array, index, value) g_array_insert_vals(array, index, &(value), 1)
GByteArray *g_byte_array_new(void);
GByteArray *g_byte_array_append(GByteArray *array, const guint8 *bytes, guint count);
GByteArray *g_byte_array_set_size(GByteArray *array, guint length);
guint8 *g_byte_array_free(GByteArray *array, gboolean with_data);
void g_byte_array_unref(GByteArray *array);
GPtrArray *g_ptr_array_new(void);
GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify free_function);
void g_ptr_array_add(GPtrArray *array, gpointer pointer);
void g_ptr_array_insert(GPtrArray *array, gint index, gpointer pointer);
void g_ptr_array_set_size(GPtrArray *array, gint length);
gpointer g_ptr_array_remove_index_fast(GPtrArray *array, guint index);
gboolean g_ptr_array_remove(GPtrArray *array, gpointer pointer);
GPtrArray *g_ptr_array_remove_range(GPtrArray *array, guint index, guint count);
gboolean g_ptr_array_find(GPtrArray *array, gconstpointer pointer, guint *index);
void g_ptr_array_sort(GPtrArray *array, GCompareFunc compare);
void g_ptr_array_unref(GPtrArray *array);
gpointer *g_ptr_array_free(GPtrArray *array, gboolean with_data);
#define g_ptr_array_index(array, i) ((array)->pdata[i])

/* ---- list.c ---- */
typedef struct GSList GSList;
struct GSList {
    gpointer data;
    GSList *next;
};
typedef struct GList GList;
struct GList {
    gpointer data;
    GList *next, *prev;
};
typedef struct {
    GList *head, *tail;
    guint length;
} GQueue;
#define G_QUEUE_INIT {NULL, NULL, 0}
GSList *g_slist_prepend(GSList *list, gpointer data);
GSList *g_slist_reverse(GSList *list);
void g_slist_free(GSList *list);
void g_slist_free_full(GSList *list, GDestroyNotify free_function);
void g_list_free(GList *list);
void g_queue_push_tail(GQueue *queue, gpointer data);
gpointer g_queue_pop_head(GQueue *queue);
gboolean g_queue_is_empty(GQueue *queue);

/* ---- hash.c ---- */
typedef struct GHashTable GHashTable;
typedef struct {
    GHashTable *table;
    guint at;
} GHashTableIter;
GHashTable *g_hash_table_new(GHashFunc hash, GEqualFunc equal);
GHashTable *g_hash_table_new_full(GHashFunc hash, GEqualFunc equal, GDestroyNotify free_key, GDestroyNotify free_value);
void g_hash_table_destroy(GHashTable *table);
void g_hash_table_unref(GHashTable *table);
gboolean g_hash_table_insert(GHashTable *table, gpointer key, gpointer value);
gboolean g_hash_table_replace(GHashTable *table, gpointer key, gpointer value);
gboolean g_hash_table_add(GHashTable *table, gpointer key);
gboolean g_hash_table_remove(GHashTable *table, gconstpointer key);
gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key);
gboolean g_hash_table_lookup_extended(GHashTable *table, gconstpointer key, gpointer *found, gpointer *value);
gboolean g_hash_table_contains(GHashTable *table, gconstpointer key);
void g_hash_table_remove_all(GHashTable *table);
guint g_hash_table_size(GHashTable *table);
guint g_hash_table_foreach_remove(GHashTable *table, GHRFunc function, gpointer data);
GList *g_hash_table_get_keys(GHashTable *table);
void g_hash_table_iter_init(GHashTableIter *iter, GHashTable *table);
gboolean g_hash_table_iter_next(GHashTableIter *iter, gpointer *key, gpointer *value);
guint g_str_hash(gconstpointer text);
gboolean g_str_equal(gconstpointer a, gconstpointer b);
guint g_direct_hash(gconstpointer key);
gboolean g_direct_equal(gconstpointer a, gconstpointer b);
gboolean g_int64_equal(gconstpointer a, gconstpointer b);

/* ---- chunk.c ---- */
typedef struct GStringChunk GStringChunk;
GStringChunk *g_string_chunk_new(gsize block_bytes);
void g_string_chunk_free(GStringChunk *chunk);
char *g_string_chunk_insert_len(GStringChunk *chunk, const char *text, gssize bytes);
char *g_string_chunk_insert_const(GStringChunk *chunk, const char *text); /* one for equal ones inserted so */
const char *g_intern_string(const char *text);

/* ---- unicode.c ---- */
enum { G_UNICHAR_MAX_DECOMPOSITION_LENGTH = 18 };
gint g_unichar_to_utf8(gunichar c, char *bytes); /* bytes: room for 6, or NULL */
gboolean g_utf8_validate(const char *text, gssize bytes, const char **end);
char *g_utf8_make_valid(const char *text, gssize bytes);
extern const guint8 g_utf8_skip[256]; /* by a character's first byte, how many it has */
#define g_utf8_next_char(c) ((c) + g_utf8_skip[*(const guchar *)(c)])
gunichar g_utf8_get_char(const char *c);                           /* of valid text */
gunichar g_utf8_get_char_validated(const char *c, gssize bytes); /* -1: none begins here; -2: it is cut */
char *g_utf16_to_utf8(const gunichar2 *text, glong units, glong *read, glong *written, GError **error);
/* There are no other encodings here: NULL. */
char *g_convert(const char *text, gssize bytes, const char *to, const char *from, gsize *read, gsize *written,
                GError **error);
gunichar g_unichar_tolower(gunichar c);
gboolean g_unichar_islower(gunichar c);
gboolean g_unichar_isalnum(gunichar c);
gboolean g_unichar_iscntrl(gunichar c);
gboolean g_unichar_iswide(gunichar c);
gboolean g_unichar_iszerowidth(gunichar c);
gint g_unichar_combining_class(gunichar c);
gsize g_unichar_fully_decompose(gunichar c, gboolean compatible, gunichar *result, gsize room);
gboolean g_unichar_decompose(gunichar c, gunichar *a, gunichar *b);
gboolean g_unichar_compose(gunichar a, gunichar b, gunichar *c);

/* ---- file.c ---- */
typedef enum { G_FILE_TEST_IS_REGULAR = 1, G_FILE_TEST_IS_DIR = 4, G_FILE_TEST_EXISTS = 16 } GFileTest;
const char *g_getenv(const char *name);
gboolean g_setenv(const char *name, const char *value, gboolean overwrite);
void g_unsetenv(const char *name);
char *g_get_current_dir(void);
const char *g_get_tmp_dir(void);
char *g_build_filename(const char *first, ...) __attribute__((sentinel));
char *g_path_get_dirname(const char *path);
char *g_path_get_basename(const char *path);
gboolean g_path_is_absolute(const char *path);
char *g_canonicalize_filename(const char *path, const char *relative_to);
gboolean g_file_test(const char *path, GFileTest test);
gboolean g_file_get_contents(const char *path, char **contents, gsize *bytes, GError **error);
char *g_file_read_link(const char *path, GError **error);
char *g_filename_to_uri(const char *path, const char *host, GError **error);
char *g_filename_from_uri(const char *uri, char **host, GError **error);
char *g_find_program_in_path(const char *program);
typedef struct GDir GDir;
GDir *g_dir_open(const char *path, guint flags, GError **error);
const char *g_dir_read_name(GDir *dir); /* not . and .. */
void g_dir_close(GDir *dir);
/* Read into memory, not mapped. */
typedef struct GMappedFile GMappedFile;
GMappedFile *g_mapped_file_new(const char *path, gboolean writable, GError **error);
char *g_mapped_file_get_contents(GMappedFile *file);
gsize g_mapped_file_get_length(GMappedFile *file);
void g_mapped_file_unref(GMappedFile *file);

/* ---- checksum.c ---- */
typedef enum { G_CHECKSUM_SHA1 = 1 } GChecksumType;
typedef struct GChecksum GChecksum;
GChecksum *g_checksum_new(GChecksumType type);
void g_checksum_update(GChecksum *checksum, const guchar *data, gssize bytes);
void g_checksum_get_digest(GChecksum *checksum, guint8 *digest, gsize *bytes);
void g_checksum_free(GChecksum *checksum);

/* ---- clock.c: microseconds ---- */
gint64 g_get_monotonic_time(void);
gint64 g_get_real_time(void);

#endif
