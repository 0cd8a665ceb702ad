/*
 * host.c - a C program that embeds the runtime: loads an assembly, uses its objects, is called by it, catches what it
 * throws, and profiles it.
 *
 *   cc host.c $(pkg-config --cflags --libs monosp) -o host && mcs -out:Embedded.exe Embedded.cs
 *   ./host Embedded.exe profile.folded
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <monosp.h>

static MonoDomain *domain;
static MonoImage *image;

static void need(const void *thing, const char *what)
{
    if (thing)
        return;
    fprintf(stderr, "host: no %s\n", what);
    exit(1);
}

/* ---- Called by the assembly: C functions behind [MethodImpl(MethodImplOptions.InternalCall)] --------------------- */

typedef struct {
    double x, y;
} Point;

static double distance(Point a, Point b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static MonoString *describe(MonoString *what, int32_t count, int64_t big, float part, uint8_t yes, int32_t *calls)
{
    char *text = mono_string_to_utf8(what), line[200];
    snprintf(line, sizeof line, "%d %s, %lld, %.2f, %s", count, text, (long long)big, part, yes ? "yes" : "no");
    mono_free(text);
    ++*calls;
    return mono_string_new(domain, line);
}

static void refuse(MonoString *why)
{
    char *text = mono_string_to_utf8(why);
    mono_runtime_set_pending_exception(mono_get_exception_invalid_operation(text), 0);
    mono_free(text);
}

/* ---- What is shown ----------------------------------------------------------------------------------------------- */

static void print_object(const char *label, MonoObject *object)
{
    char *text = mono_string_to_utf8(mono_object_to_string(object, NULL));
    printf("%s: %s\n", label, text);
    mono_free(text);
}

static void call_static_methods(void)
{
    MonoClass *work = mono_class_from_name(image, "Embedded", "Work");
    need(work, "class Embedded.Work");
    MonoMethod *sum = mono_class_get_method_from_name(work, "Sum", 1);
    MonoMethod *words = mono_class_get_method_from_name(work, "Words", 1);

    MonoArray *numbers = mono_array_new(domain, mono_get_int32_class(), 5);
    for (int i = 0; i < 5; i++)
        mono_array_set(numbers, int32_t, (uintptr_t)i, (i + 1) * (i + 1));
    MonoObject *result = mono_runtime_invoke(sum, NULL, (void *[]){numbers}, NULL);
    printf("Sum: %d\n", *(int32_t *)mono_object_unbox(result));

    MonoArray *list = (MonoArray *)mono_runtime_invoke(
        words, NULL, (void *[]){mono_string_new(domain, "na\u00efve text here")}, NULL);
    for (uintptr_t i = 0; i < mono_array_length(list); i++)
        print_object("Word", mono_array_get(list, MonoObject *, i));
}

static void use_an_object(void)
{
    MonoClass *account = mono_class_from_name(image, "Embedded", "Account");
    MonoObject *object = mono_object_new(domain, account), *exc;
    uint32_t handle = mono_gchandle_new(object, 0); /* this reference may now lie anywhere */
    mono_runtime_object_init(object);

    mono_field_set_value(object, mono_class_get_field_from_name(account, "Owner"), mono_string_new(domain, "Ada"));
    MonoProperty *cents = mono_class_get_property_from_name(account, "Cents");
    int32_t value = 250;
    mono_property_set_value(cents, object, (void *[]){&value}, &exc);
    print_object("Account", mono_gchandle_get_target(handle));

    int32_t made;
    mono_field_static_get_value(mono_class_vtable(domain, account), mono_class_get_field_from_name(account, "Made"),
                                &made);
    printf("Accounts made: %d\n", made);

    value = -1;
    mono_property_set_value(cents, object, (void *[]){&value}, &exc);
    printf("Exception: %s\n", mono_class_get_name(mono_object_get_class(exc)));
    MonoObject *message = mono_property_get_value(
        mono_class_get_property_from_name(mono_get_exception_class(), "Message"), exc, NULL, NULL);
    char *text = mono_string_to_utf8((MonoString *)message);
    printf("Message: %.*s\n", (int)strcspn(text, "\n"), text);
    mono_free(text);
    mono_gchandle_free(handle);
}

static void be_called(void)
{
    MonoMethodDesc *desc = mono_method_desc_new("Embedded.Work:CallHost()", 1);
    MonoMethod *call_host = mono_method_desc_search_in_image(desc, image);
    mono_method_desc_free(desc);
    need(call_host, "method CallHost");
    MonoObject *result = mono_runtime_invoke(call_host, NULL, NULL, NULL);
    printf("Distance: %g\n", *(double *)mono_object_unbox(result));

    MonoClass *work = mono_class_from_name(image, "Embedded", "Work");
    result = mono_runtime_invoke(mono_class_get_method_from_name(work, "CatchHost", 0), NULL, NULL, NULL);
    print_object("CatchHost", result);
}

static void spin(void)
{
    MonoClass *work = mono_class_from_name(image, "Embedded", "Work");
    int32_t milliseconds = 300;
    mono_runtime_invoke(mono_class_get_method_from_name(work, "Spin", 1), NULL, (void *[]){&milliseconds}, NULL);
}

/* Folded stacks: "root;caller;leaf count" a line. Prints the leaf with the largest count. */
static void read_profile(const char *path)
{
    static char line[8192];
    char hottest[sizeof line] = "none";
    long most = 0, all = 0;
    FILE *file = fopen(path, "r");
    need(file, path);
    while (fgets(line, sizeof line, file)) {
        char *space = strrchr(line, ' ');
        if (!space)
            continue;
        long count = atol(space + 1);
        *space = 0;
        char *leaf = strrchr(line, ';');
        all += count;
        if (count > most)
            snprintf(hottest, sizeof hottest, "%s", leaf ? leaf + 1 : line);
        most = count > most ? count : most;
    }
    fclose(file);
    printf("Profile: %s, hottest %s\n", all > 10 ? "many samples" : "few samples", hottest);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s Embedded.exe [PROFILE.folded]\n", argv[0]);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0); /* the assembly's Console does not share C's buffer */
    if (argc == 3) {                  /* before the runtime starts */
        char options[4200];
        snprintf(options, sizeof options, "browser:quiet,out=%s", argv[2]);
        mono_profiler_load(options);
    }
    domain = mono_jit_init(argv[1]);
    need(domain, "runtime");
    MonoAssembly *assembly = mono_domain_assembly_open(domain, argv[1]);
    need(assembly, argv[1]);
    image = mono_assembly_get_image(assembly);

    mono_add_internal_call("Embedded.Work::Distance", distance);
    mono_add_internal_call("Embedded.Work::Describe", describe);
    mono_add_internal_call("Embedded.Work::Refuse(string)", refuse);

    call_static_methods();
    use_an_object();
    be_called();
    if (argc == 3)
        spin();
    char *main_args[] = {argv[1], "one", "two"};
    printf("Main returned %d\n", mono_jit_exec(domain, assembly, 3, main_args));
    mono_jit_cleanup(domain);
    if (argc == 3)
        read_profile(argv[2]);
    return 0;
}
