#include "profiler/import/import.h"
#include "tests/suite.h"
#include "tests/export/support.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

static GByteArray *packed(const void *bytes, size_t size)
{
    GByteArray *out = g_byte_array_new();
    z_stream z = {.next_in = (Bytef *)bytes, .avail_in = (uInt)size};
    ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    g_byte_array_set_size(out, (guint)deflateBound(&z, (uLong)size) + 32);
    z.next_out = out->data;
    z.avail_out = out->len;
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    g_byte_array_set_size(out, (guint)z.total_out);
    deflateEnd(&z);
    return out;
}

static void assert_refused(const void *bytes, size_t size, const char *why)
{
    GError *error = NULL;
    SpProfile *p = sp_import_bytes(bytes, size, "x", &error);
    ck_assert_msg(p == NULL, "taken, but should be refused for '%s'", why);
    ck_assert_msg(strstr(error->message, why) && g_str_has_prefix(error->message, "x: "), "%s", error->message);
    g_error_free(error);
}
#define REFUSED(bytes, why) assert_refused(bytes, sizeof(bytes) - 1, why)

START_TEST(other_kinds_of_files_are_refused_by_name_with_what_is_accepted)
{
    REFUSED("\x89PNG\r\n\x1a\n", "a PNG picture");
    REFUSED("\x14\0\0\0!FastSerialization.1", "a netperf or ETLX file");
    REFUSED("\x7f" "ELF\x02\x01\x01", "a program");
    REFUSED("MZ\x90\0\x03\0", "a program");
    REFUSED("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "SVG");
    REFUSED("<?xml version=\"1.0\"?>\n<svg/>", "folded stacks, pprof, speedscope");
    REFUSED("PK\x03\x04", "zip");
}
END_TEST

START_TEST(text_that_only_begins_like_another_kind_is_read)
{
    sp_profile_free(read_text("MZ;a 1\n"));
    sp_profile_free(read_text("<Main>$;a 1\n"));
    sp_profile_free(read_text("BZ;a 1\n"));
    sp_profile_free(read_text("Nettrace;a 1\n"));
}
END_TEST

START_TEST(packed_text_is_read_and_many_members_are_one_file)
{
    GByteArray *one = packed("a;b 1\n", 6), *two = packed("a 2\n", 4);
    g_byte_array_append(one, two->data, two->len);
    GError *error = NULL;
    SpProfile *p = sp_import_bytes(one->data, one->len, "x", &error);
    ck_assert_msg(p != NULL, "%s", error ? error->message : "");
    ck_assert_int_eq(sp_profile_sum(p).samples, 3);
    sp_profile_free(p);
    g_byte_array_unref(one);
    g_byte_array_unref(two);
}
END_TEST

START_TEST(a_cut_or_broken_gzip_file_is_refused_at_every_length)
{
    SpProfile *p = nasty_profile();
    size_t size;
    char *bytes = written(p, sp_write_pprof, &size);
    for (size_t n = 2; n < size; n += n < 64 ? 1 : 61)
        assert_refused(bytes, n, "byte ");
    bytes[size - 6] ^= 1; /* the checksum */
    assert_refused(bytes, size, "gzip");
    g_free(bytes);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_gzip_file_that_unpacks_to_more_than_the_limit_is_refused)
{
    /* 1.1 GiB of line feeds in 1 MiB members of a kilobyte each */
    char *blank = g_malloc(1 << 20);
    memset(blank, '\n', 1 << 20);
    GByteArray *member = packed(blank, 1 << 20), *bomb = g_byte_array_new();
    for (int i = 0; i < 1126; i++)
        g_byte_array_append(bomb, member->data, member->len);
    assert_refused(bomb->data, bomb->len, "1 GiB");
    g_byte_array_unref(bomb);
    g_byte_array_unref(member);
    g_free(blank);
}
END_TEST

START_TEST(paths_are_read_and_their_faults_named)
{
    GError *error = NULL;
    ck_assert(sp_import("/no/such/file", &error) == NULL);
    ck_assert_ptr_nonnull(strstr(error->message, "/no/such/file"));
    g_clear_error(&error);
    ck_assert(sp_import("/", &error) == NULL);
    ck_assert_ptr_nonnull(strstr(error->message, "'/'"));
    g_clear_error(&error);
    char *path = g_strdup_printf("%s/check-import-%d.folded", g_get_tmp_dir(), (int)getpid());
    ck_assert(g_file_set_contents(path, "a;b 3\n", -1, NULL));
    SpProfile *p = sp_import(path, &error);
    ck_assert_msg(p != NULL, "%s", error ? error->message : "");
    ck_assert_int_eq(sp_profile_sum(p).samples, 3);
    ck_assert(g_str_has_suffix(p->program, ".folded"));
    ck_assert(strchr(p->program, '/') == NULL);
    unlink(path);
    g_free(path);
    sp_profile_free(p);
}
END_TEST

/* Every prefix of a good file of each kind is refused or read; none is taken for the whole. */
START_TEST(a_cut_file_is_never_taken_for_the_whole)
{
    static void (*const writers[])(const SpProfile *, SpOutput *) = {sp_write_speedscope, sp_write_chrome};
    SpProfile *p = timed_profile();
    take_sample(p, stack(p, 0, "A", "B", NULL), 10, 10);
    for (size_t i = 0; i < G_N_ELEMENTS(writers); i++) {
        size_t size;
        char *text = written(p, writers[i], &size);
        for (size_t n = 1; n + 1 < size; n++)
            assert_refused(text, n, "");
        g_free(text);
    }
    sp_profile_free(p);
}
END_TEST

SUITE("import", 120, other_kinds_of_files_are_refused_by_name_with_what_is_accepted,
      text_that_only_begins_like_another_kind_is_read, packed_text_is_read_and_many_members_are_one_file,
      a_cut_or_broken_gzip_file_is_refused_at_every_length, a_gzip_file_that_unpacks_to_more_than_the_limit_is_refused,
      paths_are_read_and_their_faults_named, a_cut_file_is_never_taken_for_the_whole)
