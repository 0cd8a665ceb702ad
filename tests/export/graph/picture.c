#include "picture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Picture *picture;
    GString *text;       /* of the element at hand */
    PictureFrame *frame; /* open <g class="f"> */
    GString *words, *tips;
} Parsing;

static void frame_free(void *data)
{
    PictureFrame *f = data;
    g_free(f->name);
    g_free(f->details);
    g_free(f->css_class);
    g_free(f->text);
    g_free(f);
}

static double plain_number(const char *text)
{
    ck_assert_msg(g_regex_match_simple("^-?[0-9]+(\\.[0-9]+)?$", text, 0, 0), "'%s' is no plain number", text);
    return g_ascii_strtod(text, NULL);
}

static void count_part(Picture *p, char *key)
{
    g_hash_table_replace(p->structure, key,
                         GUINT_TO_POINTER(GPOINTER_TO_UINT(g_hash_table_lookup(p->structure, key)) + 1));
}

static void take_attribute(Parsing *s, const char *element, const char *name, const char *value)
{
    static const char *const numbers[] = {"x", "y", "width", "height"};
    PictureFrame *f = s->frame;
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (strcmp(numbers[i], name))
            continue;
        double number = plain_number(value);
        if (f && !strcmp(element, "rect"))
            *(double *[]){&f->x, &f->y, &f->width, &f->height}[i] = number;
    }
    if (f && !strcmp(element, "rect") && !strcmp(name, "class"))
        f->css_class = g_strdup(value);
}

static void on_start(GMarkupParseContext *context, const char *element, const char **names, const char **values,
                     void *user, GError **error)
{
    Parsing *s = user;
    count_part(s->picture, g_strdup(element));
    for (size_t i = 0; names[i]; i++) {
        count_part(s->picture, g_strdup_printf("%s@%s", element, names[i]));
        if (!strcmp(element, "g") && !strcmp(names[i], "class") && g_str_has_prefix(values[i], "f")) {
            s->frame = g_new0(PictureFrame, 1);
            g_ptr_array_add(s->picture->frames, s->frame);
        }
        take_attribute(s, element, names[i], values[i]);
    }
    g_string_truncate(s->text, 0);
}

static void on_text(GMarkupParseContext *context, const char *text, gsize size, void *user, GError **error)
{
    g_string_append_len(((Parsing *)user)->text, text, (gssize)size);
}

static void on_end(GMarkupParseContext *context, const char *element, void *user, GError **error)
{
    Parsing *s = user;
    if (s->frame && !strcmp(element, "title")) {
        const char *line = strchr(s->text->str, '\n');
        ck_assert_ptr_nonnull(line);
        s->frame->name = g_strndup(s->text->str, (size_t)(line - s->text->str));
        s->frame->details = g_strdup(line + 1);
    } else if (s->frame && !strcmp(element, "text")) {
        s->frame->text = g_strdup(s->text->str);
    } else if (!strcmp(element, "title") && !s->picture->title) {
        s->picture->title = g_strdup(s->text->str);
    } else if (!strcmp(element, "title")) {
        g_string_append_printf(s->tips, "%s\n", s->text->str);
    } else if (!strcmp(element, "text")) {
        g_string_append_printf(s->words, "%s\n", s->text->str);
    } else if (!strcmp(element, "g")) {
        s->frame = NULL;
    }
    g_string_truncate(s->text, 0);
}

Picture *picture_new(const char *bytes, size_t size)
{
    static const GMarkupParser parser = {on_start, on_end, on_text, NULL, NULL};
    Picture *p = g_new0(Picture, 1);
    p->frames = g_ptr_array_new_with_free_func(frame_free);
    p->structure = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    p->bytes = g_strndup(bytes, size);
    p->size = size;
    Parsing s = {p, g_string_new(NULL), NULL, g_string_new(NULL), g_string_new(NULL)};
    GMarkupParseContext *context = g_markup_parse_context_new(&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &s, NULL);
    GError *error = NULL;
    ck_assert_msg(g_markup_parse_context_parse(context, bytes, (gssize)size, &error) &&
                      g_markup_parse_context_end_parse(context, &error),
                  "no well-formed XML: %s", error ? error->message : "");
    g_markup_parse_context_free(context);
    g_string_free(s.text, TRUE);
    p->words = g_string_free(s.words, FALSE);
    p->tips = g_string_free(s.tips, FALSE);
    return p;
}

void picture_free(Picture *p)
{
    g_ptr_array_unref(p->frames);
    g_hash_table_unref(p->structure);
    g_free(p->title);
    g_free(p->words);
    g_free(p->tips);
    g_free(p->bytes);
    g_free(p);
}

static PictureFrame *frame_at(const Picture *p, guint i)
{
    return g_ptr_array_index(p->frames, i);
}

const PictureFrame *picture_frame(const Picture *p, const char *name)
{
    for (guint i = 0; i < p->frames->len; i++)
        if (!strcmp(frame_at(p, i)->name, name))
            return frame_at(p, i);
    return NULL;
}

unsigned picture_count(const Picture *p, const char *name)
{
    unsigned count = 0;
    for (guint i = 0; i < p->frames->len; i++)
        count += !strcmp(frame_at(p, i)->name, name);
    return count;
}

static int by_row_then_x(const void *pa, const void *pb)
{
    const PictureFrame *a = *(PictureFrame *const *)pa, *b = *(PictureFrame *const *)pb;
    if (a->y != b->y)
        return a->y > b->y ? -1 : 1;
    return a->x < b->x ? -1 : a->x > b->x;
}

void assert_geometry(const Picture *p)
{
    const double slack = 0.0101; /* one step of rounding */
    guint n = p->frames->len;
    PictureFrame **sorted = g_memdup2(p->frames->pdata, n * sizeof *sorted);
    if (n)
        qsort(sorted, n, sizeof *sorted, by_row_then_x);
    guint below = 0, row = 0; /* where the row below and this row begin */
    for (guint i = 1; i < n; i++) {
        if (sorted[i]->y != sorted[i - 1]->y) {
            below = row;
            row = i;
        } else {
            ck_assert_double_ge(sorted[i]->x, sorted[i - 1]->x + sorted[i - 1]->width - slack);
        }
        ck_assert_double_ge(sorted[i]->width, 0);
        while (below + 1 < row && sorted[below]->x + sorted[below]->width + slack < sorted[i]->x + sorted[i]->width)
            below++;
        ck_assert_msg(sorted[below]->x <= sorted[i]->x + slack, "'%s' does not lie on a frame of the row below",
                      sorted[i]->name);
    }
    g_free(sorted);
}

void assert_xmllint(const Picture *p)
{
    char *tool = g_find_program_in_path("xmllint");
    if (!tool) {
        fprintf(stderr, "xmllint is not installed (package libxml2-utils)\n");
        ck_assert_str_ne(g_getenv("CI") ? g_getenv("CI") : "", "true");
        return;
    }
    GError *error = NULL;
    char *path, *output = NULL;
    int status = -1, fd = g_file_open_tmp("picture-XXXXXX.svg", &path, &error);
    ck_assert_int_ge(fd, 0);
    close(fd);
    ck_assert(g_file_set_contents(path, p->bytes, (gssize)p->size, &error));
    char *arguments[] = {tool, "--noout", path, NULL};
    ck_assert(g_spawn_sync(NULL, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &output, &status, &error));
    ck_assert_msg(g_spawn_check_wait_status(status, NULL), "xmllint: %s", output);
    unlink(path);
    g_free(output);
    g_free(path);
    g_free(tool);
}

void assert_same_structure(const Picture *a, const Picture *b)
{
    GHashTableIter iter;
    void *key, *value;
    ck_assert_uint_eq(g_hash_table_size(a->structure), g_hash_table_size(b->structure));
    g_hash_table_iter_init(&iter, a->structure);
    while (g_hash_table_iter_next(&iter, &key, &value))
        ck_assert_msg(g_hash_table_lookup(b->structure, key) == value, "%s: %u against %u", (char *)key,
                      GPOINTER_TO_UINT(value), GPOINTER_TO_UINT(g_hash_table_lookup(b->structure, key)));
}
