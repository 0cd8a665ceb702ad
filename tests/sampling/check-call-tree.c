/* check-call-tree.c - exact counts of one thread and their way into a profile. */
#include "profiler/sampling/sampling.h"
#include "tests/suite.h"

static const char methods[1000];

static uint32_t frame_named(SpProfile *p, const char *name)
{
    SpFunction f = {.name = name};
    return sp_profile_frame(p, sp_profile_function(p, &f), 0, SP_TIER_JIT);
}

static uint32_t thread_root(SpProfile *p)
{
    return sp_thread(p, sp_profile_add_thread(p, 1, "Main"))->root;
}

START_TEST(children_are_found_by_parent_and_method)
{
    SpCallTree *t = sp_call_tree_new();
    SpCallNode *root = sp_call_tree_root(t);
    for (int i = 0; i < 1000; i++)
        ck_assert_ptr_nonnull(sp_call_tree_add(t, root, &methods[i], (uint32_t)i));
    SpCallNode *first = sp_call_tree_find(t, root, &methods[0]);
    ck_assert_uint_eq(first->frame, 0);
    ck_assert_ptr_null(sp_call_tree_find(t, first, &methods[0]));
    for (int i = 0; i < 1000; i++)
        ck_assert_uint_eq(sp_call_tree_find(t, root, &methods[i])->frame, (uint32_t)i);
    sp_call_tree_free(t);
}
END_TEST

START_TEST(counts_and_times_arrive_in_the_profile)
{
    SpProfile *p = sp_profile_new();
    uint32_t a = frame_named(p, "A"), b = frame_named(p, "B"), root = thread_root(p);
    SpCallTree *t = sp_call_tree_new();
    SpCallNode *na = sp_call_tree_add(t, sp_call_tree_root(t), &methods[0], a);
    SpCallNode *nb = sp_call_tree_add(t, na, &methods[1], b);
    SpCallNode *again = sp_call_tree_add(t, sp_call_tree_root(t), &methods[1], b);
    na->calls = 3, na->self_ticks = 10;
    nb->calls = 7, nb->self_ticks = 20;
    again->calls = 1, again->self_ticks = 5;
    sp_call_tree_add_to(t, p, root, 2.0);
    uint32_t pa = sp_profile_find_child(p, root, a);
    ck_assert_int_eq(sp_node(p, pa)->calls, 3);
    ck_assert_int_eq(sp_node(p, pa)->self_ns, 20);
    ck_assert_int_eq(sp_node(p, sp_profile_find_child(p, pa, b))->calls, 7);
    ck_assert_int_eq(sp_node(p, sp_profile_find_child(p, pa, b))->self_ns, 40);
    ck_assert_int_eq(sp_node(p, sp_profile_find_child(p, root, b))->calls, 1);
    sp_call_tree_free(t);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_hidden_method_gives_its_time_to_its_caller_and_its_calls_to_none)
{
    SpProfile *p = sp_profile_new();
    uint32_t a = frame_named(p, "A"), c = frame_named(p, "C"), root = thread_root(p);
    SpCallTree *t = sp_call_tree_new();
    SpCallNode *na = sp_call_tree_add(t, sp_call_tree_root(t), &methods[0], a);
    SpCallNode *hidden = sp_call_tree_add(t, na, &methods[1], SP_NONE);
    SpCallNode *nc = sp_call_tree_add(t, hidden, &methods[2], c);
    SpCallNode *sibling = sp_call_tree_add(t, na, &methods[3], c);
    na->calls = 1, hidden->calls = 50, nc->calls = 2, sibling->calls = 4;
    na->self_ticks = 1, hidden->self_ticks = 10, nc->self_ticks = 100;
    sp_call_tree_add_to(t, p, root, 1.0);
    uint32_t pa = sp_profile_find_child(p, root, a);
    ck_assert_int_eq(sp_node(p, pa)->calls, 1);
    ck_assert_int_eq(sp_node(p, pa)->self_ns, 11);
    ck_assert_int_eq(sp_node(p, sp_profile_find_child(p, pa, c))->calls, 6);
    ck_assert_uint_eq(p->nodes->len, 3);
    sp_call_tree_free(t);
    sp_profile_free(p);
}
END_TEST

START_TEST(a_deep_tree_is_copied_without_recursion)
{
    SpProfile *p = sp_profile_new();
    uint32_t a = frame_named(p, "A"), root = thread_root(p);
    SpCallTree *t = sp_call_tree_new();
    SpCallNode *n = sp_call_tree_root(t);
    for (int i = 0; i < 200000; i++) {
        n = sp_call_tree_add(t, n, &methods[0], a);
        n->calls = 1;
    }
    sp_call_tree_add_to(t, p, root, 1.0);
    ck_assert_uint_eq(p->nodes->len, 200001);
    ck_assert_int_eq(sp_profile_sum(p).calls, 200000);
    sp_call_tree_free(t);
    sp_profile_free(p);
}
END_TEST

static bool second_is_gone(const void *method, uint32_t frame)
{
    return method == &methods[1];
}

START_TEST(a_freed_method_keeps_its_values_and_its_address_means_another)
{
    SpProfile *p = sp_profile_new();
    uint32_t old = frame_named(p, "old"), other = frame_named(p, "new"), root = thread_root(p);
    SpCallTree *t = sp_call_tree_new();
    SpCallNode *top = sp_call_tree_root(t);
    sp_call_tree_add(t, top, &methods[0], frame_named(p, "stays"))->calls = 1;
    sp_call_tree_add(t, top, &methods[1], old)->calls = 5;
    sp_call_tree_forget_where(t, second_is_gone);
    ck_assert_ptr_eq(top->last_found, &sp_call_none);
    ck_assert_ptr_null(sp_call_tree_find(t, top, &methods[1]));
    ck_assert_ptr_nonnull(sp_call_tree_find(t, top, &methods[0]));
    sp_call_tree_add(t, top, &methods[1], other)->calls = 2;
    sp_call_tree_add_to(t, p, root, 1.0);
    ck_assert_int_eq(sp_node(p, sp_profile_find_child(p, root, old))->calls, 5);
    ck_assert_int_eq(sp_node(p, sp_profile_find_child(p, root, other))->calls, 2);
    sp_call_tree_free(t);
    sp_profile_free(p);
}
END_TEST

START_TEST(spans_are_kept_up_to_the_limit_and_then_given_up)
{
    SpProfile *p = sp_profile_new();
    uint32_t a = frame_named(p, "A"), root = thread_root(p);
    SpCallTree *t = sp_call_tree_new();
    SpCallNode *n = sp_call_tree_add(t, sp_call_tree_root(t), &methods[0], a);
    for (uint64_t i = 0; i < 3000; i++)
        sp_call_tree_add_span(t, n, 100 + i * 10, 105 + i * 10);
    ck_assert(sp_call_spans_complete());
    sp_call_tree_add_to(t, p, root, 1.0);
    sp_call_tree_spans_to(t, p, 100, 2.0);
    ck_assert_uint_eq(p->spans->len, 3000);
    int64_t total = 0;
    for (guint i = 0; i < p->spans->len; i++)
        total += g_array_index(p->spans, SpSpan, i).end_ns - g_array_index(p->spans, SpSpan, i).start_ns;
    ck_assert_int_eq(total, 3000 * 10);
    for (uint64_t i = 0; i < SP_MAX_SPANS; i++)
        sp_call_tree_add_span(t, n, i, i + 1);
    ck_assert(!sp_call_spans_complete());
    sp_call_tree_free(t);
    sp_profile_free(p);
}
END_TEST

SUITE("call-tree", 60, children_are_found_by_parent_and_method, counts_and_times_arrive_in_the_profile,
      a_hidden_method_gives_its_time_to_its_caller_and_its_calls_to_none, a_deep_tree_is_copied_without_recursion,
      a_freed_method_keeps_its_values_and_its_address_means_another, spans_are_kept_up_to_the_limit_and_then_given_up)
