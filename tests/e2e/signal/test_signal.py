#!/usr/bin/python3
"""trigger=signal: whole stacks of every shape, waits, exceptions, threads; both engines; nothing the program can see."""
import os
import re
import resource

from harness import between, check, equal, in_parallel, main, mono, same_as_unprofiled, slow

OURS = os.environ.get("SP_SIGNAL_PROGRAMS", "")
HOST, COPY = {"SAMPLEPOINT_SIGNAL_ENGINE": "host"}, {"SAMPLEPOINT_SIGNAL_ENGINE": "copy"}
SECOND = 1e9


def run(name, *arguments, options="", **rest):
    path = os.path.join(OURS, name + ".exe") if os.path.exists(os.path.join(OURS, name + ".exe")) else name
    return mono(path, *arguments, options="trigger=signal" + ("," + options if options else ""), **rest)


def names(stack):
    return [raw or shown for shown, raw, _ in stack]


def chains(profile, *wanted):
    """Time of the stacks that hold these names right after each other, root first."""
    total = 0
    for stack, values in profile.rows:
        frames = names(stack)
        total += any(all(w in f for w, f in zip(wanted, frames[i:])) and len(frames[i:]) >= len(wanted)
                     for i in range(len(frames))) * values["time"]
    return total


def in_thread(profile, text):
    return sum(v["time"] for s, v in profile.rows if text in names(s)[0])


def distribution(profile, of):
    """Shares of the stacks down to the last frame of the program `of`: the host's walk stops short in other code."""
    shares, total = {}, profile.total()
    for stack, values in profile.rows:
        key = ";".join(f for f in names(stack) if of in f)
        shares[key] = shares.get(key, 0) + values["time"] / total
    return shares


def test_each_frame_has_its_caller():
    profile = run("Shapes", 1500).profile
    for callee in ("Localloc", "LargeFrame", "Finally", "ByDelegate", "Library"):
        share = 100 * chains(profile, "Shapes:Main", "Shapes:Turn", "Shapes:" + callee) / profile.total()
        check(share > 4, f"Main, Turn, {callee} has {share:.1f} %")
    for chain in (("Shapes:Localloc", "Shapes:Spin"), ("Shapes:LargeFrame", "Shapes:Spin"),
                  ("Shapes:Finally", "Shapes:InFinally", "Shapes:Spin"), ("Shapes:ByDelegate", "Shapes:Spin")):
        check(chains(profile, *chain) > 0.04 * profile.total(), f"no time in {chain}")
    check(chains(profile, "Shapes:Library", "string:Join") > 0, "the class library's frames lie below their caller")
    lost = sum(v["time"] for s, v in profile.rows if "Shapes:Main" not in " ".join(names(s)))
    check(lost < 0.03 * profile.total(), f"{100 * lost / profile.total():.1f} % without Main")
    cut = profile.inclusive("[truncated]")
    check(cut < 0.01 * profile.total(), f"{100 * cut / profile.total():.1f} % truncated")


def run_host(*arguments):
    """Mono's own sampling may hang the program, which is why it serves for comparison only: up to three tries."""
    for tries_left in (2, 1, 0):
        try:
            return run(*arguments, env=HOST, timeout=20)
        except Exception:
            if not tries_left:
                raise


def test_engines_agree():
    """The same stacks from the host's walk and from ours, their shares within what chance explains."""
    host = distribution(run_host("Shapes", 2500).profile, "Shapes:")
    copy = distribution(run("Shapes", 2500, env=COPY).profile, "Shapes:")
    for stack in {s for shares in (host, copy) for s, share in shares.items() if share > 0.03}:
        between(copy.get(stack, 0), host.get(stack, 0) * 0.6 - 0.02, host.get(stack, 0) * 1.6 + 0.02, f"share of {stack}")


def test_the_summary_names_the_engine():
    check(any("signals of our own" in line for line in run("Shapes", 100).ours), "ours by default")
    check(any("the host's own sampling, for comparison" in line for line in run_host("Shapes", 100).ours),
          "the host's, as asked")


def test_without_timers_another_trigger_serves():
    limits = [(resource.RLIMIT_SIGPENDING, 0)]
    result = mono("Spin", 300, options="", limits=limits)
    equal((result.code, result.out), (0, "done\n"), "end and output")
    check(any("trigger timer: " in line and "no timer" in line for line in result.ours), f"the reason: {result.ours}")
    check(result.profile.has("Spin:Hot"), "and the profile is there")
    refused = run("Spin", 300, limits=limits)
    equal((refused.code, refused.out, len(refused.ours)), (1, "", 1), f"refused when asked for: {refused.err}")


def test_exceptions_show_who_throws():
    profile = run("Thrower", 3000).profile
    check(profile.share("Thrower:Throw") > 70, f"the thrower has {profile.share('Thrower:Throw'):.1f} %")
    check(profile.share("[native]") < 10, f"[native] has {profile.share('[native]'):.1f} %")
    check(chains(profile, "Thrower:Main", "Thrower:Guard", "Thrower:Throw") > 0.6 * profile.total(), "with its callers")


def test_waits_are_where_they_happen():
    def one(interval):
        result, took = run("Waits", options=f"sampleIntervalMs={interval}"), {}
        for place in re.finditer(r"took (\w+) ([0-9]+)", result.err):
            took[place.group(1)] = took.get(place.group(1), 0) + int(place.group(2)) / 1000
        equal(len(took), 5, f"places in {result.err!r}")
        tolerance = max(0.12, 3.5 * interval / 1000)  # of the time, each change of place may cost a look or a tick
        for place, seconds in took.items():
            got = result.profile.inclusive("Waits:" + place) / SECOND
            between(got, seconds - tolerance, seconds + tolerance, f"{interval} ms: seconds of {place}")
        check(result.profile.inclusive("Waits:Worker") > 0.4 * SECOND, f"{interval} ms: the other thread's wait")

    in_parallel(one, [1, 5, 50])


def test_no_call_is_interrupted():
    def one(interval):
        equal(run("Waits", options=f"sampleIntervalMs={interval}").out, "interrupted 0\n", f"{interval} ms")

    in_parallel(one, [0.5, 1, 5, 50])


def test_the_main_thread_adds_up_to_the_run():
    def one(case):
        name, argument, interval = case
        result = run(name, *argument, options=f"sampleIntervalMs={interval},threads=true")
        seconds = float(re.search(r"samples in ([0-9.]+) s", result.err).group(1))
        between(in_thread(result.profile, "Main"), (seconds - 0.25) * 0.98 * SECOND, seconds * 1.02 * SECOND, f"{case}")

    in_parallel(one, [("Waits", (), 1), ("Shapes", (2000,), 1), ("Shapes", (2000,), 5), ("Waits", (), 20)])


def test_cpu_clock_leaves_waits_out():
    profile = run("Waits", options="clock=cpu").profile
    check(profile.inclusive("Waits:First") < 0.05 * SECOND, "sleeping costs no CPU time")
    between(profile.inclusive("Waits:Busy"), 0.05 * SECOND, 0.3 * SECOND, "busy time")


def test_deep_stacks_keep_root_and_leaf():
    profile = run("Depths", 60).profile
    check(profile.has("[truncated]"), "the copies end before the stacks do")
    for stack, _ in profile.rows:
        frames = names(stack)
        if "[truncated]" in frames:
            check("Depths:Main" in frames[0] or "Thread" in frames[0] or "Main" in frames[0], f"root is {frames[:3]}")
            check("Depths:Down" in frames[-1] or "[native]" in frames[-1], f"leaf is {frames[-1]}")


def test_lines_are_those_of_calls():
    profile = run("Shapes", 800, options="lines=true").profile
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "Shapes.cs"), encoding="utf-8") as f:
        source = f.read().split("\n")
    seen = 0
    for stack, values in profile.rows:
        for _, raw, line in stack:
            if "Shapes:Turn" in raw and line:
                seen += values["time"] if "sum +=" in source[line - 1] else 0
    check(seen > 0.8 * profile.total(), "Turn has lines")


def test_threads_domains_and_dynamic_methods():
    plain = mono(os.path.join(OURS, "Crowd.exe"))
    result = run("Crowd", options="threads=true")
    same_as_unprofiled(result, plain)
    for name in ("Crowd:Fib", "Crowd:Worker", "Crowd:Deep"):
        check(result.profile.has(name), f"{name} is missing")
    for stack, _ in result.profile.rows:
        for name in names(stack):
            check(name and re.match(r"[\x20-\x7e]+\Z", name), f"a broken name: {name!r}")


def robust(name, arguments, times, options):
    path = os.path.join(OURS, name + ".exe")
    plain = mono(path, *arguments)
    for i in range(times):
        same_as_unprofiled(run(name, *arguments, options=options, timeout=90), plain, f"run {i} of {name} {options}")


@slow
def test_thirty_runs_of_each_kind_are_as_unprofiled():
    in_parallel(lambda case: robust(*case), [
        ("Crowd", (), 30, ""), ("Thrower", (1500,), 30, ""), ("Shapes", (300,), 10, "sampleIntervalMs=0.2"),
        ("Crowd", (), 30, "sampleIntervalMs=0.2"), ("Depths", (20,), 10, ""), ("Crowd", (), 10, "sampleIntervalMs=50")])


@slow
def test_known_shares_are_found():
    result = run("KnownMix", 3000)
    within = sum(result.profile.inclusive("KnownMix:" + n) for n in
                 ("TightLoop", "TinyCalls", "Strings", "Recurse", "Allocate"))
    for line in re.finditer(r"truth (\w+) want \S+ actual (\S+)", result.out):
        got = 100 * result.profile.inclusive("KnownMix:" + line.group(1)) / within
        between(got, float(line.group(2)) - 2, float(line.group(2)) + 2, f"share of {line.group(1)}")


if __name__ == "__main__":
    main()
