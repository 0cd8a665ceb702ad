/*
 * stacktrace.c - System.Diagnostics.StackFrame and StackTrace, and who called an internal call.
 *
 * Frames come from interp/exec: those of now, and those an exception remembers. An internal call has no frame.
 */
#include <string.h>

#include "interp/corlib/reflect.h"
#include "interp/exec/exec.h"
#include "interp/exec/exec.h"

typedef struct {
    MonoObject object;
    int32_t il_offset, native_offset;
    int64_t method_address;
    uint32_t method_index;
    MonoObject *method;
    MonoString *file_name;
    int32_t line, column;
    MonoString *internal_method_name;
} MonoStackFrameObject;

enum { METHOD_INDEX_NONE = 0xffffff };

static bool is_reflection(const MonoMethod *method)
{
    const MonoClass *klass = method->klass;
    while (klass->nested_in)
        klass = klass->nested_in;
    return klass->image == mono_defaults.corlib &&
           (!strcmp(klass->name_space, "System") || !strcmp(klass->name_space, "System.Reflection"));
}

MonoMethod *reflect_caller(unsigned skip)
{
    MonoMethod *method;
    uint32_t il_offset;
    for (unsigned i = 0; interp_stack_frame(i, &method, &il_offset); i++)
        if (method->kind == MONO_METHOD_IL && skip-- == 0)
            return method;
    return NULL;
}

MonoMethod *reflect_caller_no_reflection(void)
{
    MonoMethod *method;
    uint32_t il_offset;
    for (unsigned i = 0; interp_stack_frame(i, &method, &il_offset); i++)
        if (method->kind == MONO_METHOD_IL && !is_reflection(method))
            return method;
    return NULL;
}

static bool find_line(MonoMethod *method, uint32_t il_offset, MonoLineInfo *line)
{
    MonoImage *image = method->klass->image;
    return interp_trace_lines && MONO_TOKEN_TABLE(method->token) == MONO_TABLE_METHOD && (int32_t)il_offset >= 0 &&
           image && mono_image_debug(image) &&
           mono_debug_find_line(image, MONO_TOKEN_ROW(method->token), il_offset, line);
}

/* get_frame_info(int skip, bool needFileInfo, out method, out ilOffset, out nativeOffset, out file, out line, out
 * column): skip 1 is the method that calls. Offsets are 0 without --debug, as mono's. */
static void get_frame_info(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method;
    uint32_t il_offset;
    ret->i4 = interp_stack_frame(args[0].i4 > 0 ? (unsigned)args[0].i4 - 1 : 0, &method, &il_offset);
    if (!ret->i4)
        return;
    MonoLineInfo line;
    bool found = find_line(method, il_offset, &line);
    int32_t shown = found ? (int32_t)il_offset : 0;
    reflect_set_out(&args[2], mono_method_object(method, NULL));
    *(int32_t *)args[3].p = shown;
    *(int32_t *)args[4].p = shown;
    if (found && (args[1].i4 & 1)) {
        reflect_set_out(&args[5], mono_string_new(line.file));
        *(int32_t *)args[6].p = (int32_t)line.line;
        *(int32_t *)args[7].p = (int32_t)line.column;
    }
}

static MonoStackFrameObject *exception_frame(MonoMethod *method, uint32_t il_offset, bool need_file_info)
{
    MonoStackFrameObject *frame = (MonoStackFrameObject *)mono_object_new(mono_defaults.stack_frame);
    if (!frame)
        return NULL;
    frame->method_index = METHOD_INDEX_NONE;
    char *wrapper = interp_wrapper_name(method);
    if (wrapper) {
        frame->internal_method_name = mono_string_new(wrapper);
        g_free(wrapper);
        return frame;
    }
    frame->il_offset = frame->native_offset = (int32_t)il_offset;
    frame->method = mono_method_object(method, NULL);
    MonoLineInfo line;
    if (need_file_info && find_line(method, il_offset, &line)) {
        frame->file_name = mono_string_new(line.file);
        frame->line = (int32_t)line.line;
        frame->column = (int32_t)line.column;
    }
    return frame;
}

/* get_trace(Exception e, int skipFrames, bool needFileInfo): null when it was never thrown. */
static void get_trace(MonoSlot *args, MonoSlot *ret)
{
    const MonoException *exception = args[0].p;
    MonoMethod *method;
    uint32_t il_offset;
    unsigned count = 0, skip = args[1].i4 > 0 ? (unsigned)args[1].i4 : 0;
    ret->p = NULL;
    if (!exception || !exception->trace_ips)
        return;
    while (interp_exception_frame(exception, count, &method, &il_offset))
        count++;
    unsigned left = count > skip ? count - skip : 0;
    MonoArray *frames = mono_array_new(mono_defaults.stack_frame, left);
    ret->p = frames;
    for (unsigned i = 0; frames && i < left; i++) {
        interp_exception_frame(exception, i + skip, &method, &il_offset);
        mono_array_set(frames, void *, i, exception_frame(method, il_offset, args[2].i4 & 1));
    }
}

static void get_current_method(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = reflect_caller(0);
    if (method && method->definition)
        method = method->definition;
    ret->o = method ? mono_method_object(method, NULL) : NULL;
}

const MonoICallRow mono_icalls_stacktrace[] = {
    {"System.Diagnostics.StackFrame::get_frame_info", get_frame_info},
    {"System.Diagnostics.StackTrace::get_trace", get_trace},
    {"System.Reflection.MethodBase::GetCurrentMethod", get_current_method},
    {0},
};
