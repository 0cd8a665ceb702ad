/*
 * names.c - what locals of the C are called: the parameter or local variable whose slot it is, from metadata and debug
 * information, and the web's number; w and the number where there is no such name.
 */
#include "aot-stubs/gen-internal.h"

/* In C identifiers; what is not ASCII is left out, and what the C compiler may have defined, such as __x86_64. */
static bool is_name(const char *name)
{
    if (!name || g_str_has_prefix(name, "__") || !(g_ascii_isalpha(*name) || *name == '_'))
        return false;
    for (; *name; name++)
        if (!g_ascii_isalnum(*name) && *name != '_')
            return false;
    return true;
}

/* Of argument n, this included; else of the local behind the arguments. */
static const char *variable_name(const InterpMethod *imethod, unsigned n)
{
    const MonoMethod *method = imethod->method;
    const MonoMethodSignature *signature = imethod->signature;
    MonoImage *image = method->klass->image;
    unsigned has_this = signature->hasthis && !signature->explicit_this;
    if (n < has_this)
        return "this";
    if (n >= signature->param_count + has_this)
        return mono_debug_local_name(image, MONO_TOKEN_ROW(method->token), n - signature->param_count - has_this);
    uint32_t row = mono_method_param_row(image, method->token, n - has_this + 1);
    return row ? mono_image_string(image, mono_image_row(image, MONO_TABLE_PARAM, row, MONO_PARAM_NAME)) : NULL;
}

const char **a_slot_names(const InterpMethod *imethod)
{
    uint32_t slots = imethod->arg_slots + imethod->local_slots;
    const char **names = g_new0(const char *, slots + 1);
    const MonoMethod *method = imethod->method;
    if (!method->token || !imethod->signature)
        return names;
    bool has_debug = mono_image_debug(method->klass->image);
    for (guint n = 0; imethod->variables && n < imethod->variables->len; n++) {
        const InterpVariable *variable = &g_array_index(imethod->variables, InterpVariable, n);
        if (variable->slot >= slots || variable->slots != 1 || (variable->slot >= imethod->arg_slots && !has_debug))
            continue;
        const char *name = variable_name(imethod, n);
        if (is_name(name))
            names[variable->slot] = name;
    }
    return names;
}

const char *a_web_name(Gen *g, uint32_t index)
{
    const InterpMethod *imethod = g->r->imethod;
    uint32_t slot = JIT_WEB(g->r, index)->slot;
    const char *name = slot < imethod->arg_slots + imethod->local_slots ? g->slot_names[slot] : NULL;
    return name ? a_text(g, "%s_%u", name, index) : a_text(g, "w%u", index);
}
