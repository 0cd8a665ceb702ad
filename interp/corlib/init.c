/*
 * init.c - what must be there before Main runs, and what runs after it.
 */
#include "interp/corlib/environment.h"
#include "interp/corlib/queue.h"

/* String.Empty has no initialiser: the runtime puts the interned "" there. */
static bool set_empty_string(MonoError *error)
{
    if (!mono_class_init_checked(mono_defaults.string, error) ||
        !mono_class_vtable_checked(mono_defaults.string, error))
        return false;
    MonoClassField *field = glue_field(mono_defaults.string, "Empty");
    MonoString **address = mono_static_field_address(field, error);
    if (address)
        *address = mono_string_intern(mono_string_new(""));
    return address != NULL;
}

bool mono_corlib_init(int argc, char **argv, MonoError *error)
{
    environment_set_command_line(argc, argv);
    if (!mono_class_init_checked(mono_defaults.thread, error) ||
        !mono_class_init_checked(mono_defaults.internal_thread, error) || !set_empty_string(error))
        return false;
    mono_thread_state.thread_object = thread_new(false);
    if (!mono_thread_state.thread_object) {
        mono_error_set(error, MONO_ERROR_OUT_OF_MEMORY, NULL, "no memory for the main thread's object");
        return false;
    }
    mono_gc_keep(mono_thread_state.thread_object);
    return true;
}

/* ProcessExit (sender: the domain, arguments: null, as mono calls it). What handlers throw is dropped. */
static void raise_process_exit(void)
{
    MonoICall current_domain = mono_icall_find_name("System.AppDomain::getCurDomain");
    if (!current_domain)
        return;
    MonoSlot domain = {0};
    current_domain(NULL, &domain);
    if (!domain.o)
        return;
    MonoClassField *field = glue_field(mono_object_class(domain.o), "ProcessExit");
    MonoObject *handlers = *(MonoObject **)mono_field_ptr(domain.o, field);
    MonoMethod *invoke = handlers ? mono_class_find_method(mono_object_class(handlers), "Invoke", 2) : NULL;
    if (!invoke)
        return;
    MonoSlot arguments[3] = {{.o = handlers}, domain, {.o = NULL}};
    mono_invoke_slots(invoke, arguments, NULL);
}

void mono_corlib_shutdown(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    raise_process_exit();
    mono_runtime_shutting_down = true;
}
