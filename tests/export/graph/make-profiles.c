/*
 * make-profiles.c - writes the synthetic profiles in every format, for the tests with real viewers:
 *     make-profiles FOLDER [NAME...]     all, or those named
 */
#include "profiler/export/export.h"
#include "synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_all(const char *folder, const char *name, SpProfile *p)
{
    for (int format = 0; format < SP_FORMAT_COUNT; format++) {
        GError *error = NULL;
        char *path = g_strdup_printf("%s/%s%s", folder, name, sp_formats[format].ending);
        if (!sp_export(p, (SpFormat)format, path, &error)) {
            fprintf(stderr, "make-profiles: %s\n", error->message);
            exit(1);
        }
        g_free(path);
    }
    sp_profile_free(p);
}

static SpProfile *make_benign(void)
{
    return synthetic_names(false);
}
static SpProfile *make_hostile(void)
{
    return synthetic_names(true);
}
static SpProfile *make_large(void)
{
    return synthetic_large(100000, 7);
}
static SpProfile *make_deep(void)
{
    return synthetic_deep(30000);
}

static void write_diff(const char *folder)
{
    GError *error = NULL;
    SpProfile *before = sp_profile_new(), *after = sp_profile_new();
    before->program = "before.exe";
    after->program = "after.exe";
    sp_profile_add_thread(before, 1, "Main");
    sp_profile_add_thread(after, 1, "Main");
    synthetic_stack(before, 0, "Main();Parse();Lex()", 30, 0);
    synthetic_stack(before, 0, "Main();Parse();Build()", 30, 0);
    synthetic_stack(before, 0, "Main();Check()", 20, 0);
    synthetic_stack(before, 0, "Main();Legacy();Convert()", 20, 0);
    synthetic_stack(after, 0, "Main();Parse();Lex()", 15, 0);
    synthetic_stack(after, 0, "Main();Parse();Build()", 30, 0);
    synthetic_stack(after, 0, "Main();Check();Infer()", 35, 0);
    synthetic_stack(after, 0, "Main();Check()", 20, 0);
    char *path = g_build_filename(folder, "diff.svg", NULL);
    SpOutput *o = sp_output_open(path, &error);
    if (o)
        sp_write_svg_diff(before, after, o);
    if (!o || !sp_output_close(o, &error)) {
        fprintf(stderr, "make-profiles: %s\n", error->message);
        exit(1);
    }
    g_free(path);
    sp_profile_free(before);
    sp_profile_free(after);
}

static const struct {
    const char *name;
    SpProfile *(*make)(void);
} profiles[] = {
    {"program", synthetic_program}, {"benign", make_benign},      {"hostile", make_hostile},
    {"empty", synthetic_empty},     {"large", make_large},        {"deep", make_deep},
    {"calls", synthetic_calls},     {"phases", synthetic_phases}, {"counts", synthetic_counts},
};

static bool is_wanted(const char *name, int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], name))
            return true;
    return argc <= 2;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: make-profiles FOLDER [NAME...]\n");
        return 1;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(profiles); i++)
        if (is_wanted(profiles[i].name, argc, argv))
            write_all(argv[1], profiles[i].name, profiles[i].make());
    if (is_wanted("diff", argc, argv))
        write_diff(argv[1]);
    return 0;
}
