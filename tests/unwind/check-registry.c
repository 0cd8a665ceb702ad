/* check-registry.c - which code lies where, as code comes, goes and takes the place of other code. */
#include "profiler/unwind/unwind.h"
#include "tests/suite.h"

#include <glib.h>
#include <string.h>

static const uint8_t code[4096] = {0x48, 0x83, 0xec, 0x18, 0xe8, 0, 0, 0, 0};
static int methods[8], domains[3];

static SpRegistry *registry;

static void setup_registry(void)
{
    registry = sp_registry_new();
}

static void add(uintptr_t start, uint32_t size, void *method, void *domain)
{
    sp_registry_add(registry, code, start, size, method, domain);
}

static void *method_at(uintptr_t pc)
{
    const SpCode *c = sp_registry_find(registry, pc);
    return c ? c->method : NULL;
}

START_TEST(code_is_found_by_every_address_in_it)
{
    setup_registry();
    add(0x5000, 0x100, &methods[1], NULL);
    add(0x1000, 0x100, &methods[0], NULL);
    ck_assert_ptr_null(method_at(0x1000)); /* not yet taken in */
    sp_registry_update(registry);
    ck_assert_ptr_null(method_at(0xfff));
    ck_assert_ptr_eq(method_at(0x1000), &methods[0]);
    ck_assert_ptr_eq(method_at(0x10ff), &methods[0]);
    ck_assert_ptr_null(method_at(0x1100));
    ck_assert_ptr_eq(method_at(0x5080), &methods[1]);
    ck_assert_ptr_null(method_at(0));
    ck_assert_ptr_null(method_at(UINTPTR_MAX));
    ck_assert_uint_eq(sp_registry_find(registry, 0x1004)->prologue.frame_bytes, 0x18);
    ck_assert(sp_code_call_ends_at(sp_registry_find(registry, 0x1004), 0x1009));
    ck_assert(!sp_code_call_ends_at(sp_registry_find(registry, 0x1004), 0x1008));
    ck_assert(!sp_code_call_ends_at(sp_registry_find(registry, 0x1004), 0x9999));
    sp_registry_free(registry);
}
END_TEST

START_TEST(of_overlapping_code_the_newest_stays)
{
    setup_registry();
    add(0x1000, 0x100, &methods[0], NULL);
    add(0x2000, 0x100, &methods[1], NULL);
    add(0x10c0, 0x1000, &methods[2], NULL); /* over both */
    sp_registry_update(registry);
    ck_assert_uint_eq(sp_registry_count(registry), 1);
    ck_assert_ptr_eq(method_at(0x1800), &methods[2]);
    ck_assert_ptr_null(method_at(0x1000));
    add(0x1400, 0x10, &methods[3], NULL); /* in the middle */
    sp_registry_update(registry);
    ck_assert_ptr_eq(method_at(0x1408), &methods[3]);
    ck_assert_ptr_null(method_at(0x1800));
    add(0x1400, 0x10, &methods[4], NULL); /* the same place, twice in one update */
    add(0x1400, 0x20, &methods[5], NULL);
    sp_registry_update(registry);
    ck_assert_uint_eq(sp_registry_count(registry), 1);
    ck_assert_ptr_eq(method_at(0x1418), &methods[5]);
    sp_registry_free(registry);
}
END_TEST

START_TEST(methods_and_domains_take_their_code_with_them)
{
    setup_registry();
    add(0x1000, 0x10, &methods[0], &domains[0]);
    add(0x2000, 0x10, &methods[0], &domains[1]); /* the same method for another domain */
    add(0x3000, 0x10, &methods[1], &domains[1]);
    add(0x4000, 0x10, NULL, NULL);
    sp_registry_update(registry);
    sp_registry_give_up(registry, 0x9000);
    ck_assert(sp_registry_gave_up(registry, 0x9000));
    sp_registry_remove_domain(registry, &domains[1]);
    ck_assert(!sp_registry_gave_up(registry, 0x9000)); /* something new may come to lie there */
    ck_assert_ptr_eq(method_at(0x1000), &methods[0]);
    ck_assert_ptr_null(method_at(0x2000));
    ck_assert_ptr_null(method_at(0x3000));
    sp_registry_remove_method(registry, &methods[0]);
    ck_assert_uint_eq(sp_registry_count(registry), 1);
    ck_assert_ptr_nonnull(sp_registry_find(registry, 0x4000));
    sp_registry_free(registry);
}
END_TEST

START_TEST(code_not_yet_taken_in_is_removed_too)
{
    setup_registry();
    add(0x1000, 0x10, &methods[0], NULL);
    sp_registry_remove_method(registry, &methods[0]);
    sp_registry_update(registry);
    ck_assert_uint_eq(sp_registry_count(registry), 0);
    sp_registry_free(registry);
}
END_TEST

START_TEST(code_shared_by_domains_stays_when_one_goes)
{
    setup_registry();
    add(0x1000, 0x10, &methods[0], &domains[0]);
    sp_registry_update(registry);
    add(0x1000, 0x10, &methods[0], &domains[1]);
    sp_registry_update(registry);
    add(0x1000, 0x10, &methods[0], &domains[1]);
    sp_registry_remove_domain(registry, &domains[1]);
    ck_assert_ptr_eq(method_at(0x1000), &methods[0]);
    sp_registry_free(registry);
}
END_TEST

START_TEST(sizes_and_places_that_cannot_be_are_left_out)
{
    setup_registry();
    add(0x1000, 0, &methods[0], NULL);
    add(UINTPTR_MAX - 8, 16, &methods[0], NULL);
    sp_registry_update(registry);
    ck_assert_uint_eq(sp_registry_count(registry), 0);
    sp_registry_free(registry);
}
END_TEST

START_TEST(random_registrations_agree_with_a_plain_list)
{
    enum { SPACE = 2000 };
    setup_registry();
    static void *expected[SPACE];
    GRand *random = g_rand_new_with_seed(7);
    for (int round = 0; round < 3000; round++) {
        uint32_t start = (uint32_t)g_rand_int_range(random, 1, SPACE - 60),
                 size = (uint32_t)g_rand_int_range(random, 1, 60);
        void *method = &methods[g_rand_int_range(random, 0, 8)];
        for (uint32_t at = start; at < start + size; at++)
            if (expected[at]) { /* the older code goes as a whole */
                uint32_t from = at, to = at;
                while (from > 0 && expected[from - 1] == expected[at])
                    from--;
                while (to < SPACE && expected[to] == expected[at])
                    to++;
                memset(expected + from, 0, (to - from) * sizeof *expected);
            }
        /* a tag of its own, so that neighbours are told apart */
        void *tag = GSIZE_TO_POINTER((gsize)round * 8 + 8 + (gsize)((int *)method - methods));
        for (uint32_t at = start; at < start + size; at++)
            expected[at] = tag;
        add(start, size, tag, NULL);
        if (g_rand_int_range(random, 0, 3))
            continue;
        sp_registry_update(registry);
        for (uint32_t at = 0; at < SPACE; at++)
            ck_assert_ptr_eq(method_at(at), expected[at]);
    }
    g_rand_free(random);
    sp_registry_free(registry);
}
END_TEST

SUITE("registry", 60, code_is_found_by_every_address_in_it, of_overlapping_code_the_newest_stays,
      methods_and_domains_take_their_code_with_them, code_not_yet_taken_in_is_removed_too,
      code_shared_by_domains_stays_when_one_goes, sizes_and_places_that_cannot_be_are_left_out,
      random_registrations_agree_with_a_plain_list)
