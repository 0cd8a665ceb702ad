/*
 * stacktrace.c - System.Diagnostics.StackFrame and StackTrace, and who called an internal call.
 *
 * A walk shows managed frames from the top; internal calls have no frame that counts here. Exceptions carry their own
 * frames: see trace_ips in exec.
 */
#include <string.h>

#include "interp/corlib/reflect.h"
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

typedef struct {
    unsigned skip;
    bool no_reflection;
    MonoMethod *method;
    int32_t il_offset;
} Walk;

static bool is_reflection(const MonoMethod *method)
{
    const MonoClass *klass = method->klass;
    while (klass->nested_in)
        klass = klass->nested_in;
    return klass->image == mono_defaults.corlib &&
           (!strcmp(klass->name_space, "System") || !strcmp(klass->name_space, "System.Reflection"));
}

static mono_bool walk_step(MonoMethod *method, int32_t native_offset, int32_t il_offset, mono_bool managed, void *data)
{
    Walk *walk = data;
    if (!method || method->kind == MONO_METHOD_ICALL || method->kind == MONO_METHOD_PINVOKE)
        return false;
    if (walk->no_reflection ? is_reflection(method) : walk->skip-- > 0)
        return false;
    walk->method = method;
    walk->il_offset = il_offset;
    return true;
}

MonoMethod *reflect_caller(unsigned skip)
{
    Walk walk = {.skip = skip};
    mono_stack_walk_no_il(walk_step, &walk);
    return walk.method;
}

MonoMethod *reflect_caller_no_reflection(void)
{
    Walk walk = {.no_reflection = true};
    mono_stack_walk_no_il(walk_step, &walk);
    return walk.method;
}

static bool find_line(MonoMethod *method, int32_t il_offset, MonoLineInfo *line)
{
    MonoImage *image = method->klass->image;
    return interp_trace_lines && MONO_TOKEN_TABLE(method->token) == MONO_TABLE_METHOD && il_offset >= 0 && image &&
           mono_image_debug(image) &&
           mono_debug_find_line(image, MONO_TOKEN_ROW(method->token), (uint32_t)il_offset, line);
}

/* get_frame_info(int skip, bool needFileInfo, out method, out ilOffset, out nativeOffset, out file, out line, out column):
 * skip 1 is the method that calls. */
static void get_frame_info(MonoSlot *args, MonoSlot *ret)
{
    Walk walk = {.skip = args[0].i4 > 0 ? (unsigned)args[0].i4 - 1 : 0};
    mono_stack_walk_no_il(walk_step, &walk);
    ret->i4 = walk.method != NULL;
    if (!walk.method)
        return;
    reflect_set_out(&args[2], mono_method_object(walk.method, NULL));
    *(int32_t *)args[3].p = walk.il_offset;
    *(int32_t *)args[4].p = walk.il_offset;
    MonoLineInfo line;
    if (args[1].i4 && find_line(walk.method, walk.il_offset, &line)) {
        reflect_set_out(&args[5], mono_string_new(line.file));
        *(int32_t *)args[6].p = (int32_t)line.line;
        *(int32_t *)args[7].p = (int32_t)line.column;
    }
}

/* get_trace(Exception e, int skipFrames, bool needFileInfo). trace_ips: pairs of MonoMethod and IL offset. */
static void get_trace(MonoSlot *args, MonoSlot *ret)
{
    MonoException *exception = args[0].p;
    MonoArray *ips = exception ? (MonoArray *)exception->trace_ips : NULL;
    if (!ips) {
        ret->p = NULL;
        return;
    }
    unsigned count = (unsigned)(ips->length / 2);
    unsigned skip = args[1].i4 > 0 ? (unsigned)args[1].i4 : 0;
    unsigned left = count > skip ? count - skip : 0;
    MonoArray *frames = mono_array_new(mono_defaults.stack_frame, left);
    ret->p = frames;
    for (unsigned i = 0; frames && i < left; i++) {
        MonoMethod *method = (MonoMethod *)(intptr_t)mono_array_get(ips, int64_t, (i + skip) * 2);
        int32_t il_offset = (int32_t)mono_array_get(ips, int64_t, (i + skip) * 2 + 1);
        MonoStackFrameObject *frame = (MonoStackFrameObject *)mono_object_new(mono_defaults.stack_frame);
        if (!frame)
            return;
        mono_array_set(frames, void *, i, frame);
        frame->il_offset = frame->native_offset = il_offset;
        frame->method_index = METHOD_INDEX_NONE;
        char *wrapper = interp_wrapper_name(method);
        if (wrapper)
            frame->internal_method_name = mono_string_new(wrapper);
        else
            frame->method = mono_method_object(method, NULL);
        g_free(wrapper);
        MonoLineInfo line;
        if (args[2].i4 && find_line(method, il_offset, &line)) {
            frame->file_name = mono_string_new(line.file);
            frame->line = (int32_t)line.line;
            frame->column = (int32_t)line.column;
        }
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
