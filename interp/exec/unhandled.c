/*
 * unhandled.c - what is said of an exception that nobody caught: its text, also where its own ToString fails, the handlers of
 * AppDomain.UnhandledException, and the exit code.
 */
#include "interp/exec/internal.h"

#include <stdio.h>
#include <string.h>

/* What ToString answers, NULL where it answers null or throws; then *failure is what it threw. */
static char *own_text(MonoException *exception, MonoObject **failure)
{
    MonoError error = MONO_ERROR_INIT;
    MonoObject *text = NULL;
    MonoMethod *to_string = mono_class_find_method(mono_defaults.object, "ToString", 0);
    if (to_string)
        to_string = mono_vtable_resolve(exception->object.vtable, to_string, &error);
    if (to_string)
        text = mono_runtime_invoke_checked(to_string, exception, NULL, failure);
    mono_error_clear(&error);
    return text && !*failure ? mono_string_to_utf8((MonoString *)text) : NULL;
}

char *interp_exception_text(MonoException *exception)
{
    MonoObject *failure = NULL;
    char *text = own_text(exception, &failure);
    if (text)
        return text;
    char *klass = mono_class_full_name(exception->object.vtable->klass);
    char *message = mono_string_to_utf8(exception->message);
    char *trace = mono_string_to_utf8(mono_exception_stack_trace_text(exception));
    char *fallback = g_strdup_printf("%s%s%s%s%s", klass, message ? ": " : "", message ? message : "",
                                     trace ? "\n" : "", trace ? trace : "");
    g_free(klass);
    g_free(message);
    g_free(trace);
    return fallback;
}

/* Without any managed code; in mono's form, which is not that of Exception.StackTrace. */
static void append_plain_trace(GString *out, const MonoException *exception)
{
    MonoMethod *method;
    uint32_t il_offset;
    for (unsigned i = 0; interp_exception_frame(exception, i, &method, &il_offset); i++) {
        char *name = mono_method_full_name(method, 1);
        char *colon = strrchr(name, ':');
        if (colon)
            *colon = '.';
        g_string_append_printf(out, "at %s ", name);
        mono_free(name);
        interp_trace_position(out, method, il_offset);
        g_string_truncate(out, out->len - (out->str[out->len - 1] == ' '));
        g_string_append_c(out, '\n');
    }
}

/* As mono: of an exception that cannot tell its own text only the two traces. NULL: ToString answered null. */
static char *final_text(MonoException *exception)
{
    MonoObject *failure = NULL;
    char *text = own_text(exception, &failure);
    if (text || !failure)
        return text;
    GString *nested = g_string_new("Nested exception detected.\nOriginal Exception: ");
    append_plain_trace(nested, exception);
    g_string_append(nested, "\nNested exception:");
    append_plain_trace(nested, (MonoException *)failure);
    g_string_append_c(nested, '\n');
    return g_string_free(nested, FALSE);
}

/* AppDomain.CurrentDomain.UnhandledException: true when somebody listens (mono then prints only the last line). */
static bool call_unhandled_handlers(MonoException *exception)
{
    MonoMethod *getter = mono_class_find_method(mono_defaults.appdomain, "get_CurrentDomain", 0);
    MonoClassField *field = mono_class_find_field(mono_defaults.appdomain, "UnhandledException");
    MonoClass *args_class = mono_class_from_name(mono_defaults.corlib, "System", "UnhandledExceptionEventArgs");
    MonoObject *failure = NULL;
    MonoObject *domain = getter ? mono_runtime_invoke_checked(getter, NULL, NULL, &failure) : NULL;
    MonoObject *handler = domain && field ? *(MonoObject **)mono_field_ptr(domain, field) : NULL;
    if (!handler || !args_class)
        return false;
    mono_bool terminating = 1;
    void *constructor_args[] = {exception, &terminating};
    MonoObject *args = mono_object_new(args_class);
    MonoMethod *constructor = mono_class_find_method(args_class, ".ctor", 2);
    MonoMethod *invoke = mono_class_find_method(mono_object_class(handler), "Invoke", 2);
    if (!args || !constructor || !invoke)
        return false;
    mono_runtime_invoke_checked(constructor, args, constructor_args, &failure);
    void *invoke_args[] = {domain, args};
    mono_runtime_invoke_checked(invoke, handler, invoke_args, &failure);
    if (failure) {
        const MonoClass *klass = failure->vtable->klass;
        printf("exception inside UnhandledException handler: (null) assembly:%s type:%s member:(null)\n\n",
               klass->image->filename, klass->name);
    }
    return true;
}

bool interp_print_unhandled(MonoException *exception)
{
    /* A stopped thread is no accident: neither handlers nor the first text. */
    bool aborted = !strcmp(exception->object.vtable->klass->name, "ThreadAbortException");
    interp_escaped = exception; /* a root */
    bool handled = !aborted && call_unhandled_handlers(exception);
    interp_escaped = exception;
    fflush(stdout);
    if (!handled && !aborted) { /* of a stack overflow mono says no more than this here */
        bool overflow = !strcmp(exception->object.vtable->klass->name, "StackOverflowException");
        char *text = overflow ? g_strdup("StackOverflowException") : final_text(exception);
        fprintf(stderr, "\nUnhandled Exception:\n%s\n", text ? text : "");
        g_free(text);
    }
    interp_escaped = exception;
    char *text = final_text(exception); /* asked again, as by mono */
    fprintf(stderr, "[ERROR] FATAL UNHANDLED EXCEPTION: %s\n",
            text ? text : "Nested exception trying to figure out what went wrong");
    g_free(text);
    interp_escaped = NULL;
    return aborted;
}
