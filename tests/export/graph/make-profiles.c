/*
 * make-profiles.c - writes the synthetic profiles in every format, for the tests with real viewers:
 *     make-profiles FOLDER
 */
#include "profiler/export/export.h"
#include "synthetic.h"

#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make-profiles FOLDER\n");
        return 1;
    }
    write_all(argv[1], "program", synthetic_program());
    write_all(argv[1], "benign", synthetic_names(false));
    write_all(argv[1], "hostile", synthetic_names(true));
    write_all(argv[1], "empty", synthetic_empty());
    write_all(argv[1], "large", synthetic_large(100000, 7));
    write_all(argv[1], "deep", synthetic_deep(30000));
    write_all(argv[1], "calls", synthetic_calls());
    write_diff(argv[1]);
    return 0;
}
