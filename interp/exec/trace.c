/*
 * trace.c - stack traces: what an exception remembers, and the text that mono prints for a frame.
 *
 * MonoException.trace_ips is an int64[] of pairs (MonoMethod *, IL offset), innermost frame first. Like mono, a trace
 * holds no more than 999 frames: those nearest to the throw.
 */
#include "interp/exec/internal.h"

#include <string.h>

enum { MAX_FRAMES = 999 };

bool interp_trace_lines;

uint32_t interp_frame_il_offset(const InterpFrame *frame)
{
    if (!frame->imethod->il_map_count)
        return (uint32_t)-1;
    return interp_il_offset(frame->imethod, interp_frame_offset(frame));
}

/* Inlined methods are frames of their own here. */
static unsigned positions(const InterpFrame *frame)
{
    unsigned count = 0;
    MonoMethod *method;
    uint32_t il_offset;
    while (interp_frame_position(frame, count, &method, &il_offset))
        count++;
    return count;
}

bool interp_frame_position(const InterpFrame *frame, unsigned depth, MonoMethod **method, uint32_t *il_offset)
{
    if (frame->imethod->il_map_count)
        return interp_code_position(frame->imethod, interp_frame_offset(frame), depth, method, il_offset);
    *method = frame->imethod->method;
    *il_offset = (uint32_t)-1;
    return depth == 0;
}

/* Pairs of an earlier trace that stay. A rethrow stands for the handler's frame where the first throw went through. */
static unsigned kept_pairs(const MonoArray *earlier, const InterpFrame *top, InterpThrowMode mode)
{
    if (!earlier || mode == INTERP_THROW_NEW)
        return 0;
    unsigned count = (unsigned)(earlier->length / 2);
    if (mode == INTERP_THROW_RETHROW && count &&
        mono_array_get(earlier, int64_t, 2 * (count - 1)) == (int64_t)(intptr_t)top->imethod->method)
        count--;
    return count;
}

void interp_trace_set(MonoException *exception, MonoArray *earlier, InterpFrame *top, InterpFrame *last,
                      InterpThrowMode mode)
{
    unsigned kept = kept_pairs(earlier, top, mode), added = 0;
    for (const InterpFrame *f = top; f >= last; f--)
        added += f->flags & FRAME_FILTER ? 0 : positions(f);
    if (kept + added > MAX_FRAMES)
        added = kept > MAX_FRAMES ? 0 : MAX_FRAMES - kept;
    MonoArray *trace = mono_array_new(mono_defaults.int64, (uintptr_t)(kept + added) * 2);
    exception->trace_ips = (MonoObject *)trace; /* NULL when out of memory: no trace */
    if (mode == INTERP_THROW_NEW)
        exception->stack_trace_string = exception->remote_stack_trace_string = NULL;
    if (!trace)
        return;
    int64_t *pairs = (int64_t *)(void *)trace->data;
    if (kept)
        memcpy(pairs, earlier->data, kept * 2 * sizeof *pairs);
    pairs += 2 * kept;
    for (const InterpFrame *f = top; added; f--) {
        MonoMethod *method;
        uint32_t il_offset;
        if (f->flags & FRAME_FILTER)
            continue;
        for (unsigned depth = 0; added && interp_frame_position(f, depth, &method, &il_offset); depth++, added--) {
            *pairs++ = (int64_t)(intptr_t)method;
            *pairs++ = (int32_t)il_offset;
        }
    }
}

bool interp_exception_frame(const MonoException *exception, unsigned index, MonoMethod **method, uint32_t *il_offset)
{
    const MonoArray *trace = (const MonoArray *)exception->trace_ips;
    if (!trace || index >= trace->length / 2)
        return false;
    *method = (MonoMethod *)(intptr_t)mono_array_get(trace, int64_t, 2 * index);
    *il_offset = (uint32_t)mono_array_get(trace, int64_t, 2 * index + 1);
    return true;
}

bool interp_stack_frame(unsigned index, MonoMethod **method, uint32_t *il_offset)
{
    for (const InterpFrame *f = mono_thread_state.frames_top; f >= interp_frames; f--) {
        if (f->flags & FRAME_FILTER)
            continue;
        for (unsigned depth = 0; interp_frame_position(f, depth, method, il_offset); depth++)
            if (!index--)
                return true;
    }
    return false;
}

/* ---- Text ---- */

static const char *wrapper_kind(const MonoMethod *method)
{
    switch (method->kind) {
    case MONO_METHOD_ICALL:
    case MONO_METHOD_PINVOKE:
        return "managed-to-native";
    case MONO_METHOD_DELEGATE_INVOKE:
        return "delegate-invoke";
    case MONO_METHOD_ARRAY_GET:
    case MONO_METHOD_ARRAY_SET:
    case MONO_METHOD_ARRAY_ADDRESS:
    case MONO_METHOD_ARRAY_CTOR:
        return "array-accessor";
    default:
        return method->is_dynamic ? "dynamic-method" : NULL;
    }
}

char *interp_wrapper_name(MonoMethod *method)
{
    const char *kind = wrapper_kind(method);
    if (!kind)
        return NULL;
    MonoError error = MONO_ERROR_INIT;
    GString *out = g_string_new(NULL);
    char *klass = mono_class_full_name(method->klass);
    g_string_printf(out, "(wrapper %s) %s.%s(", kind, klass, method->name);
    g_free(klass);
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    char *parameters = signature ? mono_signature_get_desc(signature, 1) : NULL;
    g_string_append_printf(out, "%s)", parameters ? parameters : "");
    mono_free(parameters);
    mono_error_clear(&error);
    return g_string_free(out, FALSE);
}

static void append_generic_params(GString *out, MonoClass *const *params, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        g_string_append_printf(out, "%s%s", i ? "," : "[", params[i]->name);
    if (count)
        g_string_append_c(out, ']');
}

/* The generic type definition's own method behind one of an instance. */
static MonoMethod *open_method(MonoMethod *method)
{
    if (method->definition)
        method = method->definition;
    MonoClass *definition = method->klass->definition;
    MonoError error = MONO_ERROR_INIT;
    if (!definition || !mono_class_setup_methods(definition, &error)) {
        mono_error_clear(&error);
        return method;
    }
    for (uint32_t i = 0; i < definition->method_count; i++)
        if (definition->methods[i]->token == method->token)
            return definition->methods[i];
    return method;
}

/* As Type.ToString() of the parameter's type, instances shown as their definitions. */
static void append_type(GString *out, const MonoType *type)
{
    MonoType shown = *type;
    if (shown.klass->definition) {
        shown.klass = shown.klass->definition;
        shown.type = (uint8_t)shown.klass->byval_type.type;
    }
    bool byref = shown.byref;
    shown.byref = false;
    char *name = mono_type_name_reflection(&shown, true, false);
    g_string_append(out, name);
    if (shown.klass->kind == MONO_CLASS_GTD && shown.klass->inst)
        append_generic_params(out, shown.klass->inst->args, shown.klass->inst->count);
    if (byref)
        g_string_append_c(out, '&');
    g_free(name);
}

/* position: 1 ... */
static const char *parameter_name(const MonoMethod *method, unsigned position)
{
    MonoImage *image = method->klass->image;
    uint32_t row = mono_method_param_row(image, method->token, position);
    return row ? mono_image_string(image, mono_image_row(image, MONO_TABLE_PARAM, row, MONO_PARAM_NAME)) : NULL;
}

static void append_method(GString *out, MonoMethod *closed)
{
    char *wrapper = interp_wrapper_name(closed);
    if (wrapper) {
        g_string_append_printf(out, "  at %s", wrapper);
        g_free(wrapper);
        return;
    }
    MonoMethod *method = open_method(closed);
    MonoError error = MONO_ERROR_INIT;
    char *klass = mono_class_dotted_name(method->klass);
    g_string_append_printf(out, "  at %s.%s", klass, method->name);
    g_free(klass);
    if (method->generic_param_count) {
        unsigned count;
        MonoClass **params = mono_method_generic_params(method, &count);
        append_generic_params(out, params, count);
    }
    g_string_append(out, " (");
    MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    for (unsigned i = 0; signature && i < signature->param_count; i++) {
        if (i)
            g_string_append(out, ", ");
        append_type(out, &signature->params[i]);
        const char *name = parameter_name(method, i + 1);
        if (name && *name)
            g_string_append_printf(out, " %s", name);
    }
    g_string_append(out, ") ");
    mono_error_clear(&error);
}

void interp_trace_position(GString *out, MonoMethod *method, uint32_t il_offset)
{
    if (method->kind != MONO_METHOD_IL || method->is_dynamic)
        return;
    MonoImage *image = method->klass->image;
    MonoLineInfo line;
    g_string_append_printf(out, "[0x%05x] in ", il_offset == (uint32_t)-1 ? 0 : il_offset);
    if (interp_trace_lines && mono_image_debug(image) &&
        mono_debug_find_line(image, method->token & 0xffffff, il_offset, &line)) {
        g_string_append_printf(out, "%s:%u ", line.file, line.line);
        return;
    }
    g_string_append_c(out, '<');
    for (const char *c = image->guid; *c; c++)
        if (*c != '-')
            g_string_append_c(out, *c);
    g_string_append(out, ">:0 ");
}

void interp_trace_line(GString *out, MonoMethod *method, uint32_t il_offset)
{
    append_method(out, method);
    interp_trace_position(out, method, il_offset);
}

MonoString *mono_exception_stack_trace_text(MonoException *exception)
{
    if (!exception->trace_ips)
        return NULL;
    GString *out = g_string_new(NULL);
    MonoMethod *method;
    uint32_t il_offset;
    for (unsigned i = 0; interp_exception_frame(exception, i, &method, &il_offset); i++) {
        if (i)
            g_string_append_c(out, '\n');
        interp_trace_line(out, method, il_offset);
    }
    MonoString *text = mono_string_new(out->str);
    g_string_free(out, TRUE);
    return text;
}
