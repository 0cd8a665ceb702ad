/*
 * layout-check.c - the C structs that mirror classes of mscorlib, one row a field, against what the metadata says. A
 * class library with another layout is refused at start instead of being misread.
 */
#include "interp/runtime/runtime.h"

#include <string.h>

typedef struct {
    const char *name_space, *class_name, *field_name;
    size_t offset; /* of the C struct, header included */
} MirrorRow;

#define EXCEPTION(field, member)                                                                                       \
    {                                                                                                                  \
        "System", "Exception", field, offsetof(MonoException, member)                                                  \
    }
#define DELEGATE(field, member)                                                                                        \
    {                                                                                                                  \
        "System", "Delegate", field, offsetof(MonoDelegate, member)                                                    \
    }

static const MirrorRow mirrors[] = {
    {"System", "String", "_stringLength", offsetof(MonoString, length)},
    {"System", "String", "_firstChar", offsetof(MonoString, chars)},
    EXCEPTION("_className", class_name),
    EXCEPTION("_message", message),
    EXCEPTION("_data", data),
    EXCEPTION("_innerException", inner_exception),
    EXCEPTION("_helpURL", help_url),
    EXCEPTION("_stackTrace", trace_ips),
    EXCEPTION("_stackTraceString", stack_trace_string),
    EXCEPTION("_remoteStackTraceString", remote_stack_trace_string),
    EXCEPTION("_remoteStackIndex", remote_stack_index),
    EXCEPTION("_dynamicMethods", dynamic_methods),
    EXCEPTION("_HResult", hresult),
    EXCEPTION("_source", source),
    EXCEPTION("_safeSerializationManager", safe_serialization_manager),
    EXCEPTION("captured_traces", captured_traces),
    EXCEPTION("native_trace_ips", native_trace_ips),
    EXCEPTION("caught_in_unmanaged", caught_in_unmanaged),
    DELEGATE("method_ptr", method_ptr),
    DELEGATE("invoke_impl", invoke_impl),
    DELEGATE("m_target", target),
    DELEGATE("method", method),
    DELEGATE("delegate_trampoline", delegate_trampoline),
    DELEGATE("extra_arg", extra_arg),
    DELEGATE("method_code", method_code),
    DELEGATE("interp_method", interp_method),
    DELEGATE("interp_invoke_impl", interp_invoke_impl),
    DELEGATE("method_info", method_info),
    DELEGATE("original_method_info", original_method_info),
    DELEGATE("data", data),
    DELEGATE("method_is_virtual", method_is_virtual),
    {"System", "MulticastDelegate", "delegates", offsetof(MonoMulticastDelegate, delegates)},
};

bool mono_layout_check(MonoError *error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(mirrors); i++) {
        const MirrorRow *row = &mirrors[i];
        MonoClass *klass = mono_class_from_name(mono_defaults.corlib, row->name_space, row->class_name);
        if (!klass || !mono_class_setup_fields(klass, error)) {
            mono_error_set(error, MONO_ERROR_TYPE_LOAD, row->class_name, "no class %s.%s in the class library",
                           row->name_space, row->class_name);
            return false;
        }
        const MonoClassField *field = mono_class_find_field(klass, row->field_name);
        if (!field || field->offset != row->offset) {
            mono_error_set(error, MONO_ERROR_TYPE_LOAD, row->class_name,
                           "%s.%s.%s is expected at offset %zu but is %s%u: not the class library of Mono 6.8",
                           row->name_space, row->class_name, row->field_name, row->offset, field ? "at " : "absent ",
                           field ? field->offset : 0);
            return false;
        }
    }
    return true;
}
