/* check-debug.c - source lines and local names: .mdb and portable PDB made by hand. check-lines.c has those of mcs. */
#include "tests/metadata/builder.h"
#include "tests/metadata/walk.h"
#include "tests/suite.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* Two methods with bodies of 100 bytes. */
static Builder program(void)
{
    Builder b = builder_new();
    uint8_t body[112] = {0x13, 0x30, 8, 0, 100};
    builder_assembly(&b, "lines", 1, "", NULL);
    uint32_t rva = builder_code(&b, body, sizeof body);
    builder_row(&b, MONO_TABLE_METHOD, rva, 0, 0, builder_string(&b, "First"), 0, 1);
    builder_row(&b, MONO_TABLE_METHOD, rva, 0, 0, builder_string(&b, "Second"), 0, 1);
    return b;
}

static MonoImage *open_built(Builder *b)
{
    GByteArray *file = builder_file(b);
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_from_memory(guarded(file->data, file->len), file->len, "lines.exe", &error);
    ck_assert_msg(image != NULL, "%s", error.message);
    g_byte_array_unref(file);
    return image;
}

static bool use(MonoImage *image, const GByteArray *bytes)
{
    return mono_image_debug_from_memory(image, guarded(bytes->data, bytes->len), bytes->len);
}

static void put_text(GByteArray *b, const char *text)
{
    put(b, strlen(text), 1);
    g_byte_array_append(b, (const guint8 *)text, (guint)strlen(text));
}

/* "file:line:column@offset" of an IL offset, "-" = none. */
static const char *at(MonoImage *image, uint32_t method, uint32_t offset)
{
    static char text[200];
    MonoLineInfo line;
    if (!mono_debug_find_line(image, method, offset, &line))
        return "-";
    snprintf(text, sizeof text, "%s:%u:%u@%u", line.file, line.line, line.column, line.il_offset);
    return text;
}

/* ---- Mono symbol files ------------------------------------------------------------------------------------------- */

/* Line base -1, range 8, opcodes from 9 on: a row is 9 + line step + 1 + 8 * offset step. */
static GByteArray *symbol_file(const Builder *b)
{
    GByteArray *m = g_byte_array_new();
    put(m, 0x45e82623fd7fa614u, 8);
    put(m, 50, 4);
    put(m, 0, 4);
    g_byte_array_append(m, b->mvid, 16);
    put(m, 0, 80);
    poke(m, 96, 0xffffffff, 4);
    poke(m, 100, 8, 4);
    poke(m, 104, 9, 4);
    size_t names[2];
    static const char *const files[] = {"/src/a.cs", "/src/b.cs"};
    for (unsigned i = 0; i < 2; i++) {
        names[i] = m->len;
        put_text(m, files[i]);
        put(m, 0, 33);
    }
    size_t locals = m->len;
    put(m, 2, 1);
    put(m, 0, 1);
    put_text(m, "count");
    put(m, 1, 1);
    put(m, 200, 1); /* index 72 + 128 = 200 in seven-bit groups */
    m->data[m->len - 1] = 0xc8;
    put(m, 1, 1);
    put_text(m, "name");
    put(m, 1, 1);
    size_t lines = m->len;
    static const uint8_t code[] = {
        3,
        9,
        1,             /* line 10 at 0 */
        9 + 3 + 8 * 4, /* line 12 at 4 */
        2,
        20,
        3,
        0xf8,
        0xff,
        0xff,
        0xff,
        0xf, /* offset 24, line 4 */
        4,
        2,
        1, /* b.cs */
        8,
        3,
        0xea,
        0xdf,
        0xfb,
        0x7,
        1, /* offset 54, line 0xfeefee */
        2,
        6,
        3,
        0x96,
        0xa0,
        0x84,
        0xf8,
        0xf, /* offset 60, line 4 */
        0,
        1,
        0x40,
        9 + 2, /* hidden row, line 5 */
        0,
        2,
        0x41,
        7,
        0,
        1,
        0x40,
        9 + 2 + 8, /* offset 61, line 6 */
        0,
        1,
        1,
    };
    g_byte_array_append(m, code, sizeof code);
    static const uint8_t columns[] = {5, 6, 0x80, 1, 0, 3, 0xff, 0xff, 0xff, 0xff, 0xf};
    g_byte_array_append(m, columns, sizeof columns);
    size_t data = m->len;
    put(m, 1, 1);
    put(m, 0x80 | (locals & 0x7f), 1);
    put(m, locals >> 7, 1);
    put(m, 0, 4);
    put(m, 2, 1); /* has columns */
    poke(m, 56, 2, 4);
    poke(m, 60, m->len, 4);
    for (unsigned i = 0; i < 2; i++) {
        put(m, i + 1, 4);
        put(m, names[i], 4);
    }
    poke(m, 68, 1, 4);
    poke(m, 72, m->len, 4);
    put(m, 0x06000002, 4);
    put(m, data, 4);
    put(m, lines, 4);
    return m;
}

static void check_mdb(MonoImage *image)
{
    ck_assert_str_eq(at(image, 2, 0), "/src/a.cs:10:5@0");
    ck_assert_str_eq(at(image, 2, 3), "/src/a.cs:10:5@0");
    ck_assert_str_eq(at(image, 2, 4), "/src/a.cs:12:6@4");
    ck_assert_str_eq(at(image, 2, 23), "/src/a.cs:12:6@4");
    ck_assert_str_eq(at(image, 2, 24), "/src/b.cs:4:128@24");
    ck_assert_str_eq(at(image, 2, 55), "/src/b.cs:4:128@24"); /* 0xfeefee is no line */
    ck_assert_str_eq(at(image, 2, 60), "/src/b.cs:5:3@60");
    ck_assert_str_eq(at(image, 2, 1000), "/src/b.cs:6:0@61"); /* column -1 */
    ck_assert_str_eq(at(image, 1, 0), "-");
    ck_assert_str_eq(at(image, 3, 0), "-");
    ck_assert_str_eq(mono_debug_local_name(image, 2, 0), "count");
    ck_assert_str_eq(mono_debug_local_name(image, 2, 200), "name");
    ck_assert(mono_debug_local_name(image, 2, 0) == mono_debug_local_name(image, 2, 0));
    ck_assert_ptr_null(mono_debug_local_name(image, 2, 1));
    ck_assert_ptr_null(mono_debug_local_name(image, 1, 0));
}

START_TEST(lines_of_a_mono_symbol_file)
{
    Builder b = program();
    MonoImage *image = open_built(&b);
    GByteArray *mdb = symbol_file(&b);
    ck_assert(!mono_image_debug(image));
    ck_assert(use(image, mdb));
    ck_assert(mono_image_debug(image));
    check_mdb(image);
    mono_image_free(image);
    g_byte_array_unref(mdb);
    builder_free(&b);
}
END_TEST

START_TEST(a_symbol_file_of_another_build_or_version_is_not_used)
{
    Builder b = program();
    MonoImage *image = open_built(&b);
    GByteArray *mdb = symbol_file(&b);
    static const size_t places[] = {0, 8, 16, 31};
    for (unsigned i = 0; i < 4; i++) {
        mdb->data[places[i]] ^= 1;
        ck_assert(!use(image, mdb));
        ck_assert_str_eq(at(image, 2, 0), "-");
        mdb->data[places[i]] ^= 1;
    }
    ck_assert(use(image, mdb));
    mono_image_free(image);
    g_byte_array_unref(mdb);
    builder_free(&b);
}
END_TEST

START_TEST(the_symbol_file_beside_an_image_is_found)
{
    char *folder = g_dir_make_tmp("metadata-XXXXXX", NULL), *exe = g_build_filename(folder, "lines.exe", NULL);
    char *path = g_strconcat(exe, ".mdb", NULL);
    Builder b = program();
    GByteArray *mdb = symbol_file(&b);
    builder_write(&b, exe);
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_file(exe, &error);
    ck_assert(!mono_image_debug(image));
    mono_image_free(image);
    ck_assert(g_file_set_contents(path, (char *)mdb->data, mdb->len, NULL));
    image = mono_image_open_file(exe, &error);
    ck_assert(mono_image_debug(image));
    check_mdb(image);
    mono_image_free(image);
    g_unlink(exe);
    g_unlink(path);
    g_rmdir(folder);
    g_free(folder);
    g_free(exe);
    g_free(path);
    g_byte_array_unref(mdb);
    builder_free(&b);
}
END_TEST

/* ---- Portable PDB ------------------------------------------------------------------------------------------------ */

static const uint8_t pdb_id[20] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 0x11, 0x22, 0x33, 0x44};

static uint32_t document(Builder *b, const char *separator, const char *const *parts)
{
    uint8_t name[16];
    unsigned size = 0;
    name[size++] = (uint8_t)*separator;
    for (; *parts; parts++)
        name[size++] = **parts ? (uint8_t)builder_blob(b, *parts, strlen(*parts)) : 0;
    return builder_row(b, MONO_TABLE_DOCUMENT, builder_blob(b, name, size), 0, 0, 0);
}

/* external: rows of MethodDef in the image, which decide how wide LocalScope's columns are. */
static GByteArray *portable_pdb(uint32_t external)
{
    Builder b = builder_new();
    b.no_metadata_around = true;
    g_byte_array_append(b.pdb, pdb_id, sizeof pdb_id);
    put(b.pdb, 0, 4);
    put(b.pdb, 1u << MONO_TABLE_METHOD, 8);
    put(b.pdb, external, 4);
    b.external_rows[MONO_TABLE_METHOD] = external;
    document(&b, "/", (const char *const[]){"", "src", "a.cs", NULL});
    document(&b, "\\", (const char *const[]){"C:", "b.cs", NULL});
    static const uint8_t one[] = {
        0,                       /* no locals */
        0,  0, 9,    10,   5,    /* offset 0: 10:5 */
        4,  1, 0x7b, 4,    2,    /* offset 4: 12:6, ends a line below and three columns to the left */
        6,  0, 0,                /* offset 10: hidden */
        10, 0, 2,    0x71, 0x77, /* offset 20: 4:1 */
    };
    static const uint8_t two[] = {
        0, 1,                         /* first document */
        3, 0, 0,                      /* offset 3: hidden */
        5, 0, 1, 0x81, 0, 0x80, 0xc8, /* offset 8: 256:200 */
        0, 2,                         /* second document */
        2, 0, 1, 2,    0,             /* offset 10: 257:200 */
    };
    builder_row(&b, MONO_TABLE_METHODDEBUGINFORMATION, 1, builder_blob(&b, one, sizeof one));
    builder_row(&b, MONO_TABLE_METHODDEBUGINFORMATION, 0, builder_blob(&b, two, sizeof two));
    builder_row(&b, MONO_TABLE_IMPORTSCOPE, 0, 0);
    builder_row(&b, MONO_TABLE_LOCALSCOPE, 1, 1, 1, 1, 0, 100);
    builder_row(&b, MONO_TABLE_LOCALSCOPE, 2, 1, 2, 1, 0, 100);
    builder_row(&b, MONO_TABLE_LOCALSCOPE, 2, 1, 3, 1, 10, 20);
    builder_row(&b, MONO_TABLE_LOCALVARIABLE, 0, 0, builder_string(&b, "i"));
    builder_row(&b, MONO_TABLE_LOCALVARIABLE, 0, 0, builder_string(&b, "sum"));
    builder_row(&b, MONO_TABLE_LOCALVARIABLE, 0, 1, builder_string(&b, "inner"));
    GByteArray *file = builder_file(&b);
    builder_free(&b);
    return file;
}

static void put_entry(Builder *b, uint32_t stamp, uint32_t type, size_t size, uint32_t offset)
{
    put(b->debug_directory, 0, 4);
    put(b->debug_directory, stamp, 4);
    put(b->debug_directory, 0x01000100, 4);
    put(b->debug_directory, type, 4);
    put(b->debug_directory, size, 4);
    put(b->debug_directory, 0, 4);
    put(b->debug_directory, offset, 4);
}

static void put_code_view(Builder *b)
{
    GByteArray *view = g_byte_array_new();
    put(view, 0x53445352, 4);
    g_byte_array_append(view, pdb_id, 16);
    put(view, 1, 4);
    g_byte_array_append(view, (const guint8 *)"lines.pdb", 10);
    put_entry(b, 0x44332211, 2, view->len, builder_code(b, view->data, view->len) - BUILDER_SECTION_RVA);
    g_byte_array_unref(view);
}

static void put_embedded(Builder *b, const GByteArray *pdb, uint32_t claimed_size)
{
    GByteArray *entry = g_byte_array_new();
    put(entry, 0x4244504d, 4);
    put(entry, claimed_size, 4);
    uLong bound = compressBound(pdb->len);
    g_byte_array_set_size(entry, (guint)(8 + bound));
    z_stream stream = {
        .next_in = pdb->data, .avail_in = pdb->len, .next_out = entry->data + 8, .avail_out = (uInt)bound};
    ck_assert_int_eq(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    ck_assert_int_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
    g_byte_array_set_size(entry, (guint)(8 + stream.total_out));
    deflateEnd(&stream);
    put_entry(b, 0, 17, entry->len, builder_code(b, entry->data, entry->len) - BUILDER_SECTION_RVA);
    g_byte_array_unref(entry);
}

static void check_pdb(MonoImage *image)
{
    ck_assert_str_eq(at(image, 1, 0), "/src/a.cs:10:5@0");
    ck_assert_str_eq(at(image, 1, 5), "/src/a.cs:12:6@4");
    ck_assert_str_eq(at(image, 1, 15), "/src/a.cs:12:6@4"); /* the hidden one is passed over */
    ck_assert_str_eq(at(image, 1, 99), "/src/a.cs:4:1@20");
    ck_assert_str_eq(at(image, 2, 0), "-");
    ck_assert_str_eq(at(image, 2, 4), "-");
    ck_assert_str_eq(at(image, 2, 8), "/src/a.cs:256:200@8");
    ck_assert_str_eq(at(image, 2, 10), "C:\\b.cs:257:200@10");
    ck_assert_str_eq(at(image, 3, 0), "-");
    ck_assert_str_eq(mono_debug_local_name(image, 1, 0), "i");
    ck_assert_str_eq(mono_debug_local_name(image, 2, 0), "sum");
    ck_assert_str_eq(mono_debug_local_name(image, 2, 1), "inner");
    ck_assert_ptr_null(mono_debug_local_name(image, 1, 1));
    ck_assert_ptr_null(mono_debug_local_name(image, 3, 0));
}

START_TEST(lines_of_a_portable_pdb)
{
    for (uint32_t external = 2; external < 100000; external += 70000) {
        Builder b = program();
        put_code_view(&b);
        MonoImage *image = open_built(&b);
        GByteArray *pdb = portable_pdb(external);
        ck_assert(use(image, pdb));
        check_pdb(image);
        mono_image_free(image);
        g_byte_array_unref(pdb);
        builder_free(&b);
    }
}
END_TEST

START_TEST(a_pdb_of_another_build_is_not_used)
{
    Builder b = program();
    GByteArray *pdb = portable_pdb(2);
    MonoImage *without = open_built(&b);
    ck_assert(!use(without, pdb)); /* the image names no PDB */
    mono_image_free(without);
    put_code_view(&b);
    MonoImage *image = open_built(&b);
    size_t id = 0;
    while (memcmp(pdb->data + id, pdb_id, sizeof pdb_id) != 0)
        id++;
    pdb->data[id] ^= 1;
    ck_assert(!use(image, pdb));
    pdb->data[id] ^= 1;
    pdb->data[id + 19] ^= 1; /* the stamp */
    ck_assert(!use(image, pdb));
    pdb->data[id + 19] ^= 1;
    ck_assert(use(image, pdb));
    mono_image_free(image);
    g_byte_array_unref(pdb);
    builder_free(&b);
}
END_TEST

START_TEST(a_pdb_inside_the_image)
{
    GByteArray *pdb = portable_pdb(2);
    static const int32_t wrong[] = {0, 1, -1, 0x7ff00000};
    for (unsigned i = 0; i < 4; i++) {
        Builder b = program();
        put_code_view(&b);
        put_embedded(&b, pdb, pdb->len + (uint32_t)wrong[i]);
        MonoImage *image = open_built(&b);
        ck_assert_int_eq(mono_image_debug(image), i == 0);
        if (i == 0)
            check_pdb(image);
        else
            ck_assert_str_eq(at(image, 1, 0), "-");
        mono_image_free(image);
        builder_free(&b);
    }
    g_byte_array_unref(pdb);
}
END_TEST

START_TEST(the_pdb_beside_an_image_is_found)
{
    char *folder = g_dir_make_tmp("metadata-XXXXXX", NULL), *exe = g_build_filename(folder, "lines.exe", NULL);
    char *path = g_build_filename(folder, "lines.pdb", NULL);
    Builder b = program();
    put_code_view(&b);
    GByteArray *pdb = portable_pdb(2);
    builder_write(&b, exe);
    ck_assert(g_file_set_contents(path, (char *)pdb->data, pdb->len, NULL));
    MonoError error = MONO_ERROR_INIT;
    MonoImage *image = mono_image_open_file(exe, &error);
    ck_assert(mono_image_debug(image));
    check_pdb(image);
    mono_image_free(image);
    g_unlink(exe);
    g_unlink(path);
    g_rmdir(folder);
    g_free(folder);
    g_free(exe);
    g_free(path);
    g_byte_array_unref(pdb);
    builder_free(&b);
}
END_TEST

/* ---- Damage ------------------------------------------------------------------------------------------------------ */

START_TEST(damaged_debug_information_gives_no_line_or_another_and_no_crash)
{
    Builder b = program();
    put_code_view(&b);
    MonoImage *image = open_built(&b);
    GByteArray *formats[] = {symbol_file(&b), portable_pdb(2)};
    for (unsigned f = 0; f < 2; f++) {
        size_t size = formats[f]->len;
        uint8_t *copy = g_memdup2(formats[f]->data, size);
        for (size_t cut = 0; cut < size; cut += f ? 7 : 1) {
            mono_image_debug_from_memory(image, guarded(copy, cut), cut);
            for (uint32_t offset = 0; offset < 70; offset += 10)
                at(image, 2, offset);
            mono_debug_local_name(image, 2, 1);
        }
        for (size_t i = 0; i < size; i++)
            for (unsigned bit = 0; bit < 8; bit++) {
                copy[i] ^= (uint8_t)(1u << bit);
                mono_image_debug_from_memory(image, copy, size);
                for (uint32_t offset = 0; offset < 70; offset += 10)
                    at(image, 2, offset);
                mono_debug_local_name(image, 2, 1);
                copy[i] ^= (uint8_t)(1u << bit);
            }
        mono_image_debug_from_memory(image, NULL, 0);
        g_free(copy);
        g_byte_array_unref(formats[f]);
    }
    mono_image_free(image);
    builder_free(&b);
}
END_TEST

SUITE("metadata-debug", 60, lines_of_a_mono_symbol_file, a_symbol_file_of_another_build_or_version_is_not_used,
      the_symbol_file_beside_an_image_is_found, lines_of_a_portable_pdb, a_pdb_of_another_build_is_not_used,
      a_pdb_inside_the_image, the_pdb_beside_an_image_is_found,
      damaged_debug_information_gives_no_line_or_another_and_no_crash)
