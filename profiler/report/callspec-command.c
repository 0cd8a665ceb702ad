/*
 * callspec-command.c - which methods of an assembly a callspec selects.
 */
#include "profiler/plugin/callspec.h"
#include "profiler/report/assembly.h"
#include "profiler/report/report.h"

static bool selects(const SpCallspec *spec, const SpAssembly *a, const SpAssemblyMethod *m)
{
    SpMethodDescription d = {.assembly = a->name,
                             .in_main_assembly = a->is_program,
                             .name_space = m->name_space,
                             .type_name = m->type_name,
                             .outer_namespace = m->outer_namespace,
                             .type_path = m->type_path,
                             .method = m->method,
                             .wrapper = SP_WRAPPER_NONE};
    return sp_callspec_selects(spec, &d);
}

/* "Ns.Outer/Inner:Method" */
static char *full_name(const SpAssemblyMethod *m)
{
    return g_strdup_printf("%s%s%s:%s", m->outer_namespace, *m->outer_namespace ? "." : "", m->type_path, m->method);
}

static void print_method(SpPage *page, const SpAssemblyMethod *m, bool selected, bool all)
{
    char *name = full_name(m);
    if (all) {
        sp_page_style(page, selected ? SP_STYLE_GOOD : SP_STYLE_DIM);
        sp_output_printf(page->out, "%c ", selected ? '+' : '-');
    }
    sp_page_text(page, name, 0);
    if (all)
        sp_page_style(page, SP_STYLE_PLAIN);
    sp_output_puts(page->out, "\n");
    g_free(name);
}

static void json_method(SpOutput *out, const SpAssemblyMethod *m, bool selected, bool first)
{
    char *name = full_name(m);
    sp_output_puts(out, first ? "\n    {\"name\": " : ",\n    {\"name\": ");
    sp_write_json_string(out, name);
    sp_output_printf(out, ", \"token\": %u, \"selected\": %s}", m->token, selected ? "true" : "false");
    g_free(name);
}

static guint list_methods(SpPage *page, const SpAssembly *a, const SpCallspec *spec, bool all, bool json)
{
    guint selected = 0, shown = 0;
    for (guint i = 0; i < a->methods->len; i++) {
        const SpAssemblyMethod *m = &g_array_index(a->methods, SpAssemblyMethod, i);
        bool chosen = selects(spec, a, m);
        selected += chosen;
        if (!chosen && !all)
            continue;
        if (json)
            json_method(page->out, m, chosen, !shown);
        else
            print_method(page, m, chosen, all);
        shown++;
    }
    if (json)
        sp_output_printf(page->out, "%s],\n  \"selected\": %u\n}\n", shown ? "\n  " : "", selected);
    return selected;
}

static bool list(const SpArgs *args, const SpAssembly *a, const SpCallspec *spec, GError **error)
{
    SpPage page;
    bool json = sp_args_has(args, "json");
    if (!sp_page_open(&page, args, error))
        return false;
    if (json) {
        sp_output_puts(page.out, "{\n  \"assembly\": ");
        sp_write_json_string(page.out, a->name);
        sp_output_printf(page.out, ",\n  \"program\": %s,\n  \"methods_in_assembly\": %u,\n  \"methods\": [",
                         a->is_program ? "true" : "false", a->methods->len);
    }
    guint selected = list_methods(&page, a, spec, sp_args_has(args, "all"), json);
    if (!sp_page_close(&page, error))
        return false;
    if (!json)
        sp_note("%u of %u methods of %s selected%s", selected, a->methods->len, a->name,
                sp_callspec_only_excludes(spec) ? "; the spec only excludes, so it selects nothing: put what it "
                                                  "excludes from first, as in 'all,-N:Acme'"
                                                : "");
    return true;
}

bool sp_run_callspec(const SpArgs *args, GError **error)
{
    SpCallspec *spec = sp_callspec_parse(sp_args_operand(args, 0), error);
    SpAssembly *a = spec ? sp_assembly_read(sp_args_operand(args, 1), error) : NULL;
    bool ok = a && list(args, a, spec, error);
    sp_assembly_free(a);
    sp_callspec_free(spec);
    return ok;
}
