/*
 * pinvoke.c - P/Invoke: finds the function (ImplMap), marshals the arguments, calls it through libffi.
 *
 * Objects never move, so blittable memory (arrays, ref parameters, pinned strings) is passed as it is.
 */
#include <alloca.h>
#include <errno.h>
#include <stdlib.h>

#include "interp/corlib/marshal.h"
#include "interp/corlib/native-library.h"
#include "interp/corlib/queue.h"

enum { MAP_NO_MANGLE = 1, MAP_CHARSET_MASK = 6, MAP_ANSI = 2, MAP_UNICODE = 4, MAP_LAST_ERROR = 0x40 };

/* What method->native points to. */
typedef struct {
    void *function;
    MarshalSignature *signature;
    bool set_last_error;
} NativeCall;

/* ---- Resolving ------------------------------------------------------------------------------------------------------
 */

static void set_not_found(MonoError *error, const char *class_name, const char *what)
{
    char *text = g_strdup_printf("%s assembly:<unknown assembly> type:<unknown type> member:(null)", what);
    mono_error_set(error, MONO_ERROR_EXCEPTION, what, "%s", text);
    error->exception = mono_exception_new("System", class_name, text);
    g_free(text);
}

static void *find_symbol(void *library, const char *name, uint32_t flags)
{
    void *function = native_library_symbol(library, name);
    if (!function && !(flags & MAP_NO_MANGLE)) {
        char *mangled = g_strconcat(name, (flags & MAP_CHARSET_MASK) == MAP_UNICODE ? "W" : "A", NULL);
        function = native_library_symbol(library, mangled);
        g_free(mangled);
    }
    return function;
}

bool pinvoke_resolve(MonoMethod *method, MonoError *error)
{
    MonoImage *image = method->klass->image;
    uint32_t count;
    if (method->native)
        return true;
    uint32_t row = mono_image_find_rows(image, MONO_TABLE_IMPLMAP, MONO_IMPLMAP_MEMBER,
                                        mono_coded_index(MONO_CODED_MEMBER_FORWARDED, method->token), &count);
    if (!row) {
        set_not_found(error, "EntryPointNotFoundException", method->name);
        return false;
    }
    uint32_t flags = mono_image_row(image, MONO_TABLE_IMPLMAP, row, MONO_IMPLMAP_FLAGS);
    const char *name = mono_image_string(image, mono_image_row(image, MONO_TABLE_IMPLMAP, row, MONO_IMPLMAP_NAME));
    uint32_t scope = mono_image_row(image, MONO_TABLE_IMPLMAP, row, MONO_IMPLMAP_SCOPE);
    const char *module =
        mono_image_string(image, mono_image_row(image, MONO_TABLE_MODULEREF, scope, MONO_MODULEREF_NAME));
    void *library = native_library_open(module, image->assembly);
    if (!library) {
        set_not_found(error, "DllNotFoundException", module);
        return false;
    }
    void *function = find_symbol(library, *name ? name : method->name, flags);
    if (!function) {
        set_not_found(error, "EntryPointNotFoundException", *name ? name : method->name);
        return false;
    }
    MonoMethodSignature *signature = mono_method_signature_checked(method, error);
    MarshalSignature *marshal =
        signature ? marshal_signature(method, signature, (flags & MAP_CHARSET_MASK) == MAP_UNICODE, 0, error) : NULL;
    if (!marshal)
        return false;
    NativeCall *call = g_new0(NativeCall, 1);
    *call = (NativeCall){function, marshal, flags & MAP_LAST_ERROR};
    method->native = call;
    return true;
}

MonoMethod *pinvoke_wrap_function(MonoClass *klass, MonoMethodSignature *signature, void *function, bool unicode)
{
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *invoke = mono_class_find_method(klass, "Invoke", -1);
    MarshalSignature *marshal = marshal_signature(invoke, signature, unicode, 0, &error);
    if (!glue_ok(&error))
        return NULL;
    MonoMethod *method = g_new0(MonoMethod, 1);
    NativeCall *call = g_new0(NativeCall, 1);
    *call = (NativeCall){function, marshal, false};
    *method = (MonoMethod){.klass = klass,
                           .name = g_strdup_printf("wrapper_native_%p", function),
                           .flags = 0x10 /* static */,
                           .kind = MONO_METHOD_PINVOKE,
                           .slot = -1,
                           .signature_ = signature,
                           .native = call};
    return method;
}

/* ---- StringBuilder --------------------------------------------------------------------------------------------------
 */

static MonoMethod *builder_method(MonoObject *builder, const char *name, int parameters, const MonoClass *parameter)
{
    MonoClass *klass = mono_object_class(builder);
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *found = NULL;
    if (mono_class_setup_methods(klass, &error))
        for (uint32_t i = 0; i < klass->method_count && !found; i++) {
            MonoMethod *method = klass->methods[i];
            MonoMethodSignature *signature =
                strcmp(method->name, name) == 0 ? mono_method_signature_checked(method, &error) : NULL;
            if (signature && signature->param_count == parameters &&
                (!parameter || signature->params[0].klass == parameter))
                found = method;
        }
    mono_error_clear(&error);
    return found;
}

static bool builder_call(MonoObject *builder, const char *name, int parameters, const MonoClass *type,
                         MonoSlot argument, MonoSlot *result)
{
    MonoMethod *method = builder_method(builder, name, parameters, type);
    MonoSlot arguments[2] = {{.o = builder}, argument};
    MonoException *exception = method ? mono_invoke_slots(method, arguments, result) : NULL;
    if (exception)
        mono_set_pending_exception(exception);
    return method && !exception;
}

/* A buffer with the builder's text and room for its capacity; NULL = failed. */
static void *builder_to_native(MonoObject *builder, bool wide)
{
    MonoSlot capacity = {0}, text = {0}, none = {0};
    if (!builder_call(builder, "get_Capacity", 0, NULL, none, &capacity) ||
        !builder_call(builder, "ToString", 0, NULL, none, &text))
        return NULL;
    size_t room = (size_t)MAX(capacity.i4, 0) + 1;
    const MonoString *string = text.p;
    if (wide) {
        uint16_t *buffer = calloc(room + 1, 2);
        if (buffer)
            memcpy(buffer, string->chars, MIN((size_t)string->length, room) * 2);
        return buffer;
    }
    char *utf8 = mono_string_to_utf8(string), *buffer = calloc(room * 4, 1);
    if (buffer)
        memcpy(buffer, utf8, MIN(strlen(utf8), room * 4 - 1));
    g_free(utf8);
    return buffer;
}

static void builder_from_native(MonoObject *builder, const void *buffer, bool wide)
{
    MonoString *string = wide ? marshal_string_from_wide(buffer) : mono_string_new(buffer);
    MonoSlot result;
    if (builder_call(builder, "set_Length", 1, NULL, (MonoSlot){.i4 = 0}, &result))
        builder_call(builder, "Append", 1, mono_defaults.string, (MonoSlot){.p = string}, &result);
}

/* ---- Arguments ------------------------------------------------------------------------------------------------------
 */

/* One argument during the call. */
typedef struct {
    void *pointer; /* the value itself when it is a pointer; also memory to free */
    void *memory;  /* malloc'ed, freed after the call; NULL = none */
    void *value;   /* what libffi reads */
} Argument;

static bool put_array(const MarshalParam *param, MonoArray *array, Argument *argument)
{
    const MarshalSpec *element = param->spec.element;
    argument->value = &argument->pointer;
    argument->pointer = NULL;
    if (!array)
        return true;
    if (element->kind == MARSHAL_COPY) {
        argument->pointer = array->data;
        return true;
    }
    uint8_t *memory = calloc(array->length + 1, element->size);
    argument->pointer = argument->memory = memory;
    for (uintptr_t i = 0; memory && i < array->length; i++)
        if ((param->in || !param->out) &&
            !marshal_to_native(element, array->data + i * element->managed_size, memory + i * element->size))
            return false;
    return memory != NULL;
}

static bool put_struct_pointer(const MarshalParam *param, MonoObject *object, Argument *argument)
{
    argument->value = &argument->pointer;
    argument->pointer = NULL;
    if (!object)
        return true;
    MonoError error = MONO_ERROR_INIT;
    MarshalLayout *layout = marshal_layout(mono_object_class(object), &error); /* may be a subclass */
    if (!layout)
        return glue_ok(&error);
    if (layout->blittable) {
        argument->pointer = mono_object_unbox(object);
        return true;
    }
    argument->pointer = argument->memory = calloc(1, layout->size);
    return marshal_struct_to_native(layout, mono_object_unbox(object), argument->memory);
}

static bool put_byref(const MarshalParam *param, void *managed, Argument *argument)
{
    argument->value = &argument->pointer;
    argument->pointer = managed;
    if (!managed || param->spec.kind == MARSHAL_COPY)
        return true;
    argument->pointer = argument->memory = calloc(1, MAX(param->spec.size, sizeof(void *)));
    if (param->spec.kind == MARSHAL_ARRAY) {
        MonoArray *array = *(MonoArray **)managed;
        *(void **)argument->memory = array ? array->data : NULL;
        return true;
    }
    if (param->out && !param->in)
        return true;
    return marshal_to_native(&param->spec, managed, argument->memory);
}

/* Makes the native argument of one parameter. room: spec.size bytes for values that are converted. */
static bool put_argument(const MarshalParam *param, MonoSlot *slot, void *room, Argument *argument)
{
    const MarshalSpec *spec = &param->spec;
    argument->value = slot;
    if (param->byref)
        return put_byref(param, slot->p, argument);
    switch (spec->kind) {
    case MARSHAL_COPY: /* slots hold it with its low bytes first */
        return true;
    case MARSHAL_ARRAY:
        return put_array(param, slot->p, argument);
    case MARSHAL_STRUCT_POINTER:
        return put_struct_pointer(param, slot->o, argument);
    case MARSHAL_BUILDER_UTF8:
    case MARSHAL_BUILDER_WIDE:
        argument->value = &argument->pointer;
        argument->pointer = argument->memory =
            slot->o ? builder_to_native(slot->o, spec->kind == MARSHAL_BUILDER_WIDE) : NULL;
        return !slot->o || argument->memory;
    case MARSHAL_WIDE: /* in mono too the callee sees the string's own characters */
        argument->value = &argument->pointer;
        argument->pointer = slot->p ? ((MonoString *)slot->p)->chars : NULL;
        return true;
    case MARSHAL_HANDLE:
        if (!slot->o) {
            mono_set_pending_exception(mono_exception_argument_null("handle"));
            return false;
        }
        break;
    default:
        break;
    }
    argument->value = room;
    return marshal_to_native(spec, slot, room);
}

static MonoObject *new_safe_handle(MonoClass *klass, void *value)
{
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = mono_class_init_checked(klass, &error) ? mono_class_vtable_checked(klass, &error) : NULL;
    MonoObject *handle = vtable ? mono_object_new_checked(vtable, &error) : NULL;
    if (!glue_ok(&error))
        return NULL;
    MonoMethod *constructor = mono_class_find_method(klass, ".ctor", 0);
    MonoSlot self = {.o = handle};
    MonoException *exception =
        constructor && constructor->klass == klass ? mono_invoke_slots(constructor, &self, NULL) : NULL;
    if (exception)
        mono_set_pending_exception(exception);
    *(void **)mono_field_ptr(handle, glue_field(klass, "handle")) = value;
    return handle;
}

/* After the call: copies back what native code may have changed, frees what was made. */
static void take_back(const MarshalParam *param, MonoSlot *slot, void *room, Argument *argument)
{
    const MarshalSpec *spec = &param->spec;
    bool copy_back = param->out || !param->in;
    if (param->byref) {
        if (argument->memory && copy_back) {
            if (spec->kind == MARSHAL_HANDLE)
                *(MonoObject **)slot->p = new_safe_handle(spec->klass, *(void **)argument->memory);
            else if (spec->kind != MARSHAL_ARRAY)
                marshal_to_managed(spec, argument->memory, slot->p);
        }
        if (argument->memory)
            marshal_release(spec, argument->memory);
    } else if (spec->kind == MARSHAL_ARRAY) {
        const MarshalSpec *element = spec->element;
        MonoArray *array = slot->p;
        for (uintptr_t i = 0; argument->memory && i < array->length; i++) {
            uint8_t *native = (uint8_t *)argument->memory + i * element->size;
            if (param->out)
                marshal_to_managed(element, native, array->data + i * element->managed_size);
            marshal_release(element, native);
        }
    } else if (spec->kind == MARSHAL_STRUCT_POINTER) {
        MonoError error = MONO_ERROR_INIT;
        MarshalLayout *layout = argument->memory ? marshal_layout(mono_object_class(slot->o), &error) : NULL;
        if (layout) {
            if (param->out)
                marshal_struct_to_managed(layout, argument->memory, mono_object_unbox(slot->o));
            marshal_struct_release(layout, argument->memory);
        }
        mono_error_clear(&error);
    } else if (spec->kind == MARSHAL_BUILDER_UTF8 || spec->kind == MARSHAL_BUILDER_WIDE) {
        if (argument->memory && copy_back)
            builder_from_native(slot->o, argument->memory, spec->kind == MARSHAL_BUILDER_WIDE);
    } else if (argument->value == room) {
        marshal_release(spec, room);
    }
    free(argument->memory);
}

static void take_result(const MarshalParam *result, const void *native, MonoSlot *ret)
{
    const MarshalSpec *spec = &result->spec;
    MonoError error = MONO_ERROR_INIT;
    if (result->byref) {
        ret->p = *(void *const *)native;
        return;
    }
    switch (spec->kind) {
    case MARSHAL_HANDLE:
        ret->o = new_safe_handle(spec->klass, *(void *const *)native);
        return;
    case MARSHAL_STRUCT_POINTER: {
        const uint8_t *memory = *(uint8_t *const *)native;
        ret->o = memory ? mono_object_new(spec->klass) : NULL;
        if (ret->o)
            marshal_struct_to_managed(spec->layout, memory, mono_object_unbox(ret->o));
        return;
    }
    case MARSHAL_ARRAY:
        mono_set_pending_exception(mono_exception_not_supported("A native function cannot return an array."));
        return;
    default:
        break;
    }
    void *managed = alloca(MAX(spec->managed_size, sizeof(MonoSlot)));
    memset(managed, 0, MAX(spec->managed_size, sizeof(MonoSlot)));
    if (!marshal_to_managed(spec, native, managed)) {
        glue_ok(&error);
        return;
    }
    mono_slot_load(&result->type, managed, ret);
    if (spec->kind == MARSHAL_UTF8 || spec->kind == MARSHAL_WIDE)
        free(*(void *const *)native); /* as mono: the callee gave it away */
}

static void call_native(const NativeCall *call, MonoSlot *args, MonoSlot *ret)
{
    const MarshalSignature *signature = call->signature;
    uint32_t count = signature->count, made = 0;
    Argument *arguments = alloca((count + 1) * sizeof(Argument));
    void **rooms = alloca((count + 1) * sizeof(void *)), **values = alloca((count + 1) * sizeof(void *));
    size_t result_size = MAX(MAX(signature->ret.spec.size, sizeof(ffi_arg)), sizeof(void *));
    void *result = alloca(result_size);
    memset(result, 0, result_size);
    memset(arguments, 0, (count + 1) * sizeof(Argument));
    bool fine = true;
    for (uint32_t i = 0; i < count && fine; i++, made++) {
        const MarshalParam *param = &signature->params[i];
        rooms[i] = alloca(MAX(param->spec.size, 16));
        memset(rooms[i], 0, MAX(param->spec.size, 16));
        fine = put_argument(param, &args[param->slot], rooms[i], &arguments[i]);
        values[i] = arguments[i].value;
    }
    if (fine) {
        ffi_call((ffi_cif *)&signature->cif, FFI_FN(call->function), result, values);
        if (call->set_last_error)
            glue_last_error = errno;
        marshal_callbacks_raise();
    } else if (!mono_thread_state.pending_exception) {
        mono_set_pending_exception(mono_exception_out_of_memory());
    }
    for (uint32_t i = 0; i < made; i++)
        take_back(&signature->params[i], &args[signature->params[i].slot], rooms[i], &arguments[i]);
    if (fine && signature->returns && !mono_thread_state.pending_exception)
        take_result(&signature->ret, result, ret);
}

void mono_pinvoke_call(MonoMethod *method, MonoSlot *args, MonoSlot *ret)
{
    MonoError error = MONO_ERROR_INIT;
    if (method->kind != MONO_METHOD_PINVOKE) {
        mono_delegate_async_call(method, args, ret);
        return;
    }
    if (!method->native && !pinvoke_resolve(method, &error)) {
        glue_ok(&error);
        return;
    }
    call_native(method->native, args, ret);
}

/* ---- What libmono-native.so wants of its host -----------------------------------------------------------------------
 */

#define EXPORT __attribute__((visibility("default")))

EXPORT void mono_marshal_set_last_error(void);
EXPORT void mono_add_internal_call_with_flags(const char *name, const void *function, int cooperative);
EXPORT void *mono_threads_enter_gc_safe_region_internal(void *stack_data);
EXPORT void mono_threads_exit_gc_safe_region_internal(void *cookie, void *stack_data);

void mono_marshal_set_last_error(void)
{
    glue_last_error = errno;
}

/* Only Interop.Sys.Read is ever added; it has a row here. */
void mono_add_internal_call_with_flags(const char *name, const void *function, int cooperative)
{
}

void *mono_threads_enter_gc_safe_region_internal(void *stack_data)
{
    return NULL;
}

void mono_threads_exit_gc_safe_region_internal(void *cookie, void *stack_data)
{
}
