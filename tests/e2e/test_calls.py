#!/usr/bin/python3
"""Exact call counts in calls mode: every program that states `expect-calls` in its source, jitted and interpreted."""
import os
import re

from harness import CALLS, ON_OURS, SOURCES, also_on_ours, check, equal, in_parallel, main, mono


def expected(name):
    """[(pattern of the raw name, its text, count)] from the comments of a program's source."""
    for ending in (".cs", ".il"):
        path = os.path.join(SOURCES, name + ending)
        if os.path.exists(path):
            break
    with open(path, encoding="utf-8") as f:
        lines = re.findall(r"^// expect-calls: (.*) = (\d+)$", f.read(), re.M)
    return [(re.compile(re.escape(text).replace(r"\*", ".*")), text, int(count)) for text, count in lines]


def counted_exactly(name):
    rows = expected(name)
    check(rows, f"{name} states no counts")
    plain = mono(name)

    def one(item):
        config, env = item
        flags, options = CALLS[config]
        run = mono(name, flags=flags, options=options, env=env)
        equal(run.out, plain.out, "stdout")
        calls = run.profile.calls()
        for pattern, text, count in rows:
            got = sum(n for raw, n in calls.items() if pattern.fullmatch(raw))
            equal(got, count, f"calls of {text}")

    # On our own runtime by the cursor from the first call on, too.
    in_parallel(one, [(c, env) for c in CALLS for env in ({}, {"SAMPLEPOINT_EXACT_CALLS": "0"})[:2 if ON_OURS else 1]])


@also_on_ours
def test_recursion_10000_deep():
    counted_exactly("Recursion")


@also_on_ours
def test_exceptions_through_five_frames():
    counted_exactly("FiveFrames")


@also_on_ours
def test_throws_through_fifty_frames():
    counted_exactly("ThrowThroughFifty")


@also_on_ours
def test_tail_calls():
    counted_exactly("TailCalls")


@also_on_ours
def test_generics():
    counted_exactly("Generics")


@also_on_ours
def test_lambdas_and_closures():
    counted_exactly("Lambdas")


@also_on_ours
def test_async_methods():
    counted_exactly("AsyncAwait")


@also_on_ours
def test_iterators():
    counted_exactly("Iterators")


def test_finalizers():
    counted_exactly("Finalizers")


@also_on_ours
def test_static_constructors():
    counted_exactly("StaticConstructors")


@also_on_ours
def test_platform_invoke():
    counted_exactly("PlatformInvoke")


@also_on_ours
def test_delegates():
    counted_exactly("Delegates")


@also_on_ours
def test_virtual_and_interface_dispatch():
    counted_exactly("Dispatch")


@also_on_ours
def test_namespaces():
    counted_exactly("Namespaces")


if __name__ == "__main__":
    main()
