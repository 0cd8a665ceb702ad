#!/usr/bin/python3
"""Stacks are right: complete, with the root, and free of frames that were left."""
import re
import resource

from harness import (ALL, CALLS, ON_OURS, SAMPLING, also_on_ours, between, check, equal, heavy, in_parallel, main,
                     mono, slow)

JIT = {name: c for name, c in ALL.items() if not name.startswith("interp")}


def truths(run):
    """{method: share in percent} from the lines a program prints about itself."""
    found = {m: float(share) for m, share in re.findall(r"^truth (\w+).* actual ([0-9.]+)", run.out, re.M)}
    check(found, f"no truth printed: {run.out!r}")
    return found


@slow
@also_on_ours
def r01_deep_stacks_keep_their_root():
    def one(item):
        config, depth = item
        flags, options = ALL[config]
        run = mono("DeepLeaf", depth, 400, flags=flags, options=options, timeout=120)
        profile = run.profile
        check(profile.total() > 0, "the profile is empty")
        share = profile.share("DeepLeaf:Main", within="DeepLeaf:")
        between(share, 99.9, 100.0, f"share of Main at depth {depth}")
        check(profile.depth() > depth or profile.has("truncated"),
              f"neither full depth nor a truncated frame: {profile.depth()} frames")

    def depths(config): # mono's interpreter overflows its stack sooner; with counted calls each frame is a stack of its own
        return (500, 5000) if config.startswith("interp") or config.endswith("calls") else (2000, 20000)

    in_parallel(one, [(c, d) for c in ALL for d in depths(c)])


@also_on_ours
def r02_recursion_is_credited_once():
    run = mono("RecursionShare", 1000, options="trigger=timer")
    between(run.profile.share("RecursionShare:Recurse", within="RecursionShare:Main"), 24, 36, "share of the recursion")


@also_on_ours
def r04_frames_left_by_exceptions_are_gone():
    def one(config):
        flags, options = ALL[config]
        throws = 2000 if not flags else 400
        run = mono("ThrowThroughFifty", throws, 300, flags=flags, options=options, timeout=120)
        rows = [stack for stack, _ in run.profile.rows if any("ThrowThroughFifty:After" in f[1] for f in stack)]
        check(rows, "After is in no stack")
        for stack in rows:
            names = [f[1] for f in stack]
            check(not any("ThrowThroughFifty:Deep" in n for n in names), f"a left frame is below After: {names}")
        deepest = max(sum("ThrowThroughFifty:Deep" in f[1] for f in stack) for stack, _ in run.profile.rows)
        check(deepest <= 50, f"{deepest} frames of Deep on one stack")

    in_parallel(one, ALL)


@slow
@also_on_ours
def r06_tail_calls_neither_crash_nor_pile_up():
    def one(config):
        flags, options = JIT[config]
        depth = heavy(1000000, 5000000)
        plain = mono("TailCalls", depth)
        run = mono("TailCalls", depth, flags=flags, options=options, timeout=120)
        equal((run.out, run.code), (plain.out, 0), "output and exit code")
        for stack, _ in run.profile.rows:
            pair = sum("TailCalls:P" in f[1] for f in stack)
            check(pair <= 4, f"{pair} frames of the pair on one stack")
        between(run.rss_kb, 0, plain.rss_kb + 64 * 1024, "resident memory in kB")

    in_parallel(one, JIT)


@also_on_ours
def r08_a_long_loop_needs_no_stack():
    """A quarter of a megabyte of stack, one method with one loop."""
    def one(config):
        flags, options = ALL[config]
        turns = heavy(20000000, 200000000) if not flags else 2000000
        limits = [(resource.RLIMIT_STACK, 256 * 1024)]
        plain = mono("LongLoop", turns, flags=flags, limits=limits)
        for spec in ("", ",callspec=N:"):
            run = mono("LongLoop", turns, flags=flags, options=options + spec, limits=limits)
            equal((run.out, run.code), (plain.out, plain.code), f"output and exit code{spec}")
            between(run.rss_kb, 0, plain.rss_kb + 64 * 1024, "resident memory in kB")

    in_parallel(one, ALL)


@also_on_ours
def r09_every_stack_of_the_main_thread_starts_at_main():
    own = re.compile(r"DeepLeaf:")

    def one(config):
        flags, options = ALL[config]
        run = mono("DeepLeaf", 30, 300, flags=flags, options=options + ',callspec="program"')
        rows = [stack for stack, _ in run.profile.rows if any(own.match(f[1]) for f in stack)]
        check(rows, "the program is in no stack")
        for stack in rows:
            first = next(f[1] for f in stack if own.match(f[1]))
            equal(first, "DeepLeaf:Main (string[])", "first frame of the program")
        if "visits" in config:
            return  # Leaf makes no visit while it spins, so whether a sample falls into it is chance
        # Leaf spins in one place, so all modes must agree on this one stack.
        wanted = ["DeepLeaf:Main (string[])"] + ["DeepLeaf:Down (int,int)"] * 31 + ["DeepLeaf:Leaf (int)"]
        check(any([f[1] for f in stack if own.match(f[1])] == wanted for stack in rows), "the hot stack is missing")

    in_parallel(one, ALL)


@slow
@also_on_ours
def r10_a_loop_without_calls_gets_its_time():
    """Not with trigger=visits: counting visits is blind to a loop without any, which is why it is no default."""
    for config, (flags, options) in SAMPLING.items():
        for spec in ("", ",callspec=program") if "visits" not in options else ():
            run = mono("TwoPhases", 2000, flags=flags, options=options + spec)
            for method, truth in truths(run).items():
                share = run.profile.share("TwoPhases:" + method, within="TwoPhases:Main")
                between(share, truth - 5, truth + 5, f"{config}{spec} share of {method} (truth {truth})")


@slow
@also_on_ours
def test_known_mix_shares_within_two_points():
    """The short form of bench/accuracy: one rotation, 5 s, one trigger after the other (timing is not shared)."""
    for config in ["ours timer", "ours calls"] if ON_OURS else ["jit signal", "jit timer"]:
        flags, options = ALL[config]
        run = mono("KnownMix", 5000, 1, flags=flags, options=options)
        for method, truth in truths(run).items():
            share = run.profile.share("KnownMix:" + method + " (", within="KnownMix:Main")
            between(share, truth - 2, truth + 2, f"{config} share of {method}")


@also_on_ours
def r11_the_clock_decides_what_sleep_weighs():
    def one(item):
        trigger, clock = item
        run = mono("SleepSpin", 600, options=f"trigger={trigger},clock={clock}")
        profile = run.profile
        sleeping = profile.inclusive("SleepSpin:Sleeping") / 1e6
        spinning = profile.inclusive("SleepSpin:Spinning") / 1e6
        if clock == "wall":
            between(sleeping, 500, 700, "milliseconds asleep by wall clock")
        else:
            between(sleeping, 0, 60, "milliseconds asleep by CPU clock")
        if clock == "wall":
            between(spinning, 540, 700, "milliseconds spinning by wall clock")
        else:  # whatever the machine's other work left for it; start and end of the process are not the program's
            cpu_ms = run.cpu_seconds * 1000
            between(spinning, cpu_ms * 0.5, cpu_ms, "milliseconds spinning by CPU clock")

    in_parallel(one, [(t, c) for t in (["timer"] if ON_OURS else ["timer", "signal"]) for c in ("wall", "cpu")])


@slow
def r12_short_callbacks_are_sampled():
    """500 callbacks of 1 ms over 5 s, a sample due every 10 ms."""
    for trigger in ("timer", "visits", "signal"):
        run = mono("Callbacks", 500, 10, options=f"trigger={trigger},sampleIntervalMs=10")
        check(run.profile.has("Callbacks:OnEvent"), f"{trigger}: the callback is in no stack")
        samples = run.profile.inclusive("Callbacks:Main", "samples")
        # Visits cannot see time pass while the program sleeps; each callback then makes at most one sample.
        between(samples, 400, 700, f"{trigger}: samples in 5 s at 10 ms")


@also_on_ours
def test_recursive_frames_survive_in_calls_mode():
    def one(config):
        flags, options = CALLS[config]
        run = mono("Recursion", flags=flags, options=options)
        check(run.profile.depth() >= 10001 or run.profile.has("truncated"), f"depth {run.profile.depth()}")

    in_parallel(one, CALLS)


if __name__ == "__main__":
    main()
