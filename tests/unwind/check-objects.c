/* check-objects.c - the tables of this very process: its own stack can be walked to its end. */
#include "profiler/unwind/unwind.h"
#include "tests/suite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define NOT_CHECKED __attribute__((no_sanitize_address))
#else
#define NOT_CHECKED
#endif

static SpRegistry *registry;
static SpObjects *objects;
static SpUnwindInfo info;
static size_t walked;

static uintptr_t top_of_stack(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    ck_assert_int_eq(pthread_getattr_np(pthread_self(), &attributes), 0);
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)low + size;
}

NOT_CHECKED static void copy_words(uint64_t *to, uintptr_t from, size_t words)
{
    for (size_t i = 0; i < words; i++)
        to[i] = ((volatile uint64_t *)from)[i];
}

static void walk(const ucontext_t *context)
{
    static const int order[SP_REGISTERS] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                            REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                            REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    static uint64_t stack[1 << 17];
    SpUnwoundFrame frames[4];
    SpCapture c = {.known = UINT32_MAX};
    for (int i = 0; i < SP_REGISTERS; i++)
        c.registers[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
    uintptr_t at = c.registers[SP_RSP] & ~(uintptr_t)7;
    size_t words = (top_of_stack() - at) / 8;
    if (words > sizeof stack / 8)
        words = sizeof stack / 8;
    copy_words(stack, at, words);
    c.stack = (SpStackCopy){at, (uint8_t *)stack, words * 8};
    sp_objects_refresh(objects);
    walked = sp_unwind(registry, objects, &c, frames, 4, &info);
    if (info.unknown) {
        sp_registry_give_up(registry, info.unknown);
        walked = sp_unwind(registry, objects, &c, frames, 4, &info);
    }
}

static void setup_walk(void)
{
    registry = sp_registry_new();
    objects = sp_objects_new();
    sp_objects_refresh(objects);
    memset(&info, 0, sizeof info);
}

static void walk_from_here(void)
{
    ucontext_t context;
    getcontext(&context);
    walk(&context);
}

START_TEST(our_own_stack_is_walked_to_its_end)
{
    setup_walk();
    walk_from_here();
    ck_assert(info.whole);
    ck_assert(!info.guessed);
    ck_assert(info.leaf_native);
    ck_assert_uint_eq(walked, 0);
}
END_TEST

static int compare_and_walk(const void *a, const void *b)
{
    walk_from_here();
    return *(const int *)a - *(const int *)b;
}

START_TEST(a_stack_through_the_c_library_is_walked)
{
    int numbers[] = {2, 1};
    setup_walk();
    qsort(numbers, 2, sizeof *numbers, compare_and_walk);
    ck_assert(info.whole);
    ck_assert(!info.guessed);
}
END_TEST

static void *thread_main(void *unused)
{
    walk_from_here();
    return NULL;
}

START_TEST(a_threads_stack_is_walked)
{
    pthread_t thread;
    setup_walk();
    ck_assert_int_eq(pthread_create(&thread, NULL, thread_main, NULL), 0);
    pthread_join(thread, NULL);
    ck_assert(info.whole);
    ck_assert(!info.guessed);
}
END_TEST

static void on_signal_walk(int number)
{
    walk_from_here();
}

START_TEST(a_walk_leads_back_through_a_signal_handler)
{
    setup_walk();
    signal(SIGUSR1, on_signal_walk);
    raise(SIGUSR1);
    ck_assert(info.whole);
    ck_assert(!info.guessed);
}
END_TEST

START_TEST(every_address_of_the_c_library_has_a_rule_or_none)
{
    setup_walk();
    uintptr_t start = (uintptr_t)dlsym(RTLD_DEFAULT, "qsort") & ~(uintptr_t)4095;
    size_t with_rule = 0;
    for (uintptr_t pc = start; pc < start + 65536; pc++) {
        const SpEhTables *tables;
        with_rule += sp_objects_rule(objects, pc, &tables) != NULL;
        ck_assert(!sp_objects_bare(objects, pc));
    }
    ck_assert_uint_gt(with_rule, 50000);
}
END_TEST

START_TEST(addresses_in_no_object_have_no_rule)
{
    const SpEhTables *tables;
    setup_walk();
    ck_assert_ptr_null(sp_objects_rule(objects, 0, &tables));
    ck_assert_ptr_null(sp_objects_rule(objects, 4096, &tables));
    ck_assert_ptr_null(sp_objects_rule(objects, UINTPTR_MAX, &tables));
    ck_assert_ptr_null(sp_objects_rule(objects, (uintptr_t)&tables, &tables));
    sp_objects_free(objects);
}
END_TEST

START_TEST(libraries_that_come_and_go_are_noticed)
{
    const SpEhTables *tables;
    setup_walk();
    void *library = dlopen("libBrokenLocale.so.1", RTLD_NOW | RTLD_LOCAL),
         *other = dlopen("libthread_db.so.1", RTLD_NOW);
    if (!other)
        other = library;
    ck_assert_ptr_nonnull(other);
    uintptr_t pc = (uintptr_t)dlsym(other, other == library ? "__ctype_get_mb_cur_max" : "td_init");
    ck_assert_ptr_null(sp_objects_rule(objects, pc, &tables));
    sp_objects_refresh(objects);
    ck_assert_ptr_nonnull(sp_objects_rule(objects, pc, &tables));
    dlclose(other);
    sp_objects_refresh(objects);
    ck_assert_ptr_null(sp_objects_rule(objects, pc, &tables));
    sp_objects_free(objects);
}
END_TEST

SUITE("objects", 60, our_own_stack_is_walked_to_its_end, a_stack_through_the_c_library_is_walked,
      a_threads_stack_is_walked, a_walk_leads_back_through_a_signal_handler,
      every_address_of_the_c_library_has_a_rule_or_none, addresses_in_no_object_have_no_rule,
      libraries_that_come_and_go_are_noticed)
