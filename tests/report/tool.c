/*
 * tool.c - running the built tool and making what it reads.
 */
#include "tests/report/tool.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char *folder;
static GPtrArray *paths;

const char *scratch_path(const char *name)
{
    if (!folder) {
        folder = g_dir_make_tmp("check-report-XXXXXX", NULL);
        paths = g_ptr_array_new_with_free_func(g_free);
        ck_assert_ptr_nonnull(folder);
    }
    char *path = g_build_filename(folder, name, NULL);
    g_ptr_array_add(paths, path);
    return path;
}

const char *scratch_file(const char *name, const char *content)
{
    const char *path = scratch_path(name);
    ck_assert(g_file_set_contents(path, content, -1, NULL));
    return path;
}

void scratch_remove(void)
{
    for (guint i = 0; paths && i < paths->len; i++)
        g_unlink(g_ptr_array_index(paths, i));
    if (folder)
        g_rmdir(folder);
    g_clear_pointer(&paths, g_ptr_array_unref);
    g_clear_pointer(&folder, g_free);
}

static Ran run(char **argv)
{
    Ran r = {0};
    int wait_status = 0;
    GError *error = NULL;
    char **environment = g_environ_setenv(g_get_environ(), "LC_ALL", "C.UTF-8", TRUE);
    environment = g_environ_setenv(environment, "SP", getenv("SAMPLEPOINT_TOOL"), TRUE);
    environment = g_environ_unsetenv(environment, "NO_COLOR");
    ck_assert_msg(
        g_spawn_sync(NULL, argv, environment, G_SPAWN_SEARCH_PATH, NULL, NULL, &r.out, &r.err, &wait_status, &error),
        "%s", error ? error->message : "");
    g_strfreev(environment);
    r.status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
    return r;
}

Ran tool(const char *first, ...)
{
    ck_assert_msg(getenv("SAMPLEPOINT_TOOL") != NULL, "SAMPLEPOINT_TOOL names the tool to test");
    GPtrArray *argv = g_ptr_array_new();
    g_ptr_array_add(argv, getenv("SAMPLEPOINT_TOOL"));
    va_list args;
    va_start(args, first);
    for (const char *word = first; word; word = va_arg(args, const char *))
        g_ptr_array_add(argv, (gpointer)word);
    va_end(args);
    g_ptr_array_add(argv, NULL);
    Ran r = run((char **)argv->pdata);
    g_ptr_array_unref(argv);
    return r;
}

Ran shell(const char *command)
{
    char *argv[] = {"/bin/sh", "-c", (char *)command, NULL};
    return run(argv);
}

void ran_free(Ran *r)
{
    g_free(r->out);
    g_free(r->err);
}

/* ---- Profiles ----------------------------------------------------------------------------------------------- */

uint32_t add_stack(SpProfile *p, uint32_t thread, const char *stack, int64_t samples)
{
    char **frames = g_strsplit(stack, ";", -1);
    uint32_t node = sp_thread(p, thread)->root;
    for (char **f = frames; *f; f++) {
        SpFunction function = {.name = *f};
        node = sp_profile_child(p, node, sp_profile_frame(p, sp_profile_function(p, &function), 0, SP_TIER_JIT));
    }
    g_strfreev(frames);
    sp_profile_add(p, node, samples, samples * 1000000, 0);
    return node;
}

SpProfile *profile_of(const char *const *stacks)
{
    SpProfile *p = sp_profile_new();
    p->program = "test.exe";
    p->has_time = true;
    sp_profile_add_thread(p, 1, "Main");
    for (; *stacks; stacks++) {
        const char *space = strrchr(*stacks, ' ');
        char *stack = g_strndup(*stacks, (gsize)(space - *stacks));
        add_stack(p, 0, stack, g_ascii_strtoll(space, NULL, 10));
        g_free(stack);
    }
    return p;
}

/* ---- JSON --------------------------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t\r\n");
}

/* Each answers the end of what it read, or NULL with *fault set. */
static const char *json_string(const char *s, const char **fault)
{
    *fault = s;
    for (s++; *s && *s != '"'; s++)
        if ((unsigned char)*s < 0x20 || (*s == '\\' && !strchr("\"\\/bfnrtu", *++s)))
            return NULL;
    return *s ? s + 1 : NULL;
}

static const char *json_number(const char *s, const char **fault)
{
    char *end = NULL;
    *fault = s;
    s += *s == '-';
    if (!g_ascii_isdigit(*s) || (*s == '0' && g_ascii_isdigit(s[1])))
        return NULL;
    g_ascii_strtod(s, &end);
    return end;
}

static const char *json_value(const char *s, const char **fault, int depth);

static const char *json_members(const char *s, const char **fault, int depth, char close)
{
    s = skip_blanks(s + 1);
    if (*s == close)
        return s + 1;
    for (;;) {
        *fault = s;
        if (close == '}') {
            s = *s == '"' ? json_string(s, fault) : NULL;
            s = s ? skip_blanks(s) : NULL;
            s = s && *s == ':' ? s + 1 : NULL;
        }
        s = s ? json_value(s, fault, depth + 1) : NULL;
        if (!s)
            return NULL;
        s = skip_blanks(s);
        *fault = s;
        if (*s == close)
            return s + 1;
        if (*s++ != ',')
            return NULL;
        s = skip_blanks(s);
    }
}

static const char *json_value(const char *s, const char **fault, int depth)
{
    s = skip_blanks(s);
    *fault = s;
    if (depth > 500)
        return NULL;
    if (*s == '{')
        return json_members(s, fault, depth, '}');
    if (*s == '[')
        return json_members(s, fault, depth, ']');
    if (*s == '"')
        return json_string(s, fault);
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_str_has_prefix(s, words[i]))
            return s + strlen(words[i]);
    return json_number(s, fault);
}

const char *json_fault(const char *text)
{
    const char *fault = text, *end = g_utf8_validate(text, -1, &fault) ? json_value(text, &fault, 0) : NULL;
    if (!end)
        return fault;
    end = skip_blanks(end);
    return *end ? end : NULL;
}
