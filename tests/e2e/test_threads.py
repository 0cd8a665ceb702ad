#!/usr/bin/python3
"""Many threads, domains that go away, code that is collected, memory that stays flat."""
import os
import re
import threading

from harness import (ALL, CALLS, INTERP, NATIVE, SAMPLING, between, check, equal, heavy, in_parallel, load_json, main,
                     mono, same_as_unprofiled, slow)


@slow
def r63_exited_threads_cost_nothing():
    """Many short threads against few long ones doing the same work."""
    threads = heavy(3000, 20000)
    for config in ("jit signal", "jit timer"):
        flags, options = ALL[config]
        plain = mono("ThreadChurn", threads, 64, 2, 500, timeout=300)
        run = mono("ThreadChurn", threads, 64, 2, 500, flags=flags, options=options, timeout=300)
        same_as_unprofiled(run, plain, config)
        between(run.rss_kb - plain.rss_kb, -1e9, 64 * 1024, f"{config}: added memory in kB")
        between(run.seconds, 0, plain.seconds * 1.5 + 2, f"{config}: seconds")
        between(run.profile.inclusive("ThreadChurn:Main") / 1e6, 400, 1e9, f"{config}: milliseconds of Main")


@slow
def r64_threads_start_and_end_while_sampled():
    def one(config):
        flags, options = ALL[config]
        threads = heavy(2000, 20000)
        run = mono("ThreadChurn", threads, 32, 0, 0, flags=flags, options=options, timeout=200)
        equal((run.code, run.out), (0, f"done={threads}\n"), f"end and output; {run.err[-500:]!r}")
        check(run.profile.types, "a profile is written")

    in_parallel(one, ALL)


def r64_native_threads_that_never_detach():
    def one(config):
        flags, options = ALL[config]
        run = mono("NativeThreads", os.path.join(NATIVE, "libnative-threads.so"), 300, flags=flags, options=options)
        equal((run.code, run.out), (0, "ran=300 sum=44850\n"), f"end and output; {run.err[-500:]!r}")
        if config in CALLS:
            counted = sum(n for raw, n in run.profile.calls().items() if "NativeThreads:OnNativeThread" in raw)
            equal(counted, 300, "calls on native threads")

    in_parallel(one, ALL)


def r65_unloaded_domains_keep_their_names():
    domains = heavy(5, 200)

    def one(config):
        flags, options = ALL[config]
        run = mono("Domains", domains, 8, flags=flags, options=options, timeout=heavy(60, 900))
        equal((run.code, run.out), (0, f"sum={sum(range(domains))}\n"), f"end and output; {run.err[-500:]!r}")
        seen = {number for stack, _ in run.profile.rows for _, raw, _ in stack
                for number in re.findall(r"Plugin\.Type(\d+):Hot", raw)}
        if config in CALLS:
            equal(len(seen), domains, "domains whose method is in the profile")
        else:
            check(len(seen) > domains / 2, f"only {len(seen)} of {domains} domains in the profile")

    in_parallel(one, ALL)


def r67_names_of_collected_methods_stay_right():
    expected = re.compile(r"[\x20-\x7e]+\Z")

    def one(config):
        flags, options = ALL[config]
        run = mono("DynamicCode", heavy(800, 60000), flags=flags, options=options, timeout=200)
        equal((run.code, run.out), (0, "done\n"), f"end and output; {run.err[-500:]!r}")
        for display, raw, _ in {f for stack, _ in run.profile.rows for f in stack}:
            if display not in ("[native]", "[truncated]"):  # the profiler's own frames have no name in the runtime
                check(expected.match(raw) and expected.match(display), f"a broken name: {raw!r} {display!r}")
            check(not re.search(r":Dynamic(?![0-6] )", raw), f"a broken name of a dynamic method: {raw!r}")

    in_parallel(one, ALL)


def r68_methods_of_dynamic_assemblies_are_listed():
    def one(config):
        flags, options = CALLS[config]
        run = mono("DynamicCode", 50, flags=flags, options=options)
        calls = run.profile.calls()
        for i in range(50):
            check(calls.get(f"Emitted.Type:Hot{i} (int)", 0) >= 1, f"Hot{i} is missing")
        dynamic = [raw for raw in calls if "Dynamic0 " in raw]
        check(dynamic, "dynamic methods are missing")

    in_parallel(one, CALLS)


def memory_over_time(name, *arguments, options, every=1.0):
    """Resident kB of the running program, once a period."""
    readings, done = [], threading.Event()

    def act(process, out_path):
        def read():
            while not done.wait(every):
                try:
                    with open(f"/proc/{process.pid}/status", encoding="ascii") as f:
                        found = re.search(r"VmRSS:\s+(\d+)", f.read())
                except OSError:
                    return
                if found:
                    readings.append(int(found.group(1)))

        threading.Thread(target=read, daemon=True).start()

    try:
        run = mono(name, *arguments, options=options, act=act, timeout=heavy(60, 2000))
    finally:
        done.set()
    equal(run.code, 0, "exit code")
    return readings


@slow
def r73_memory_is_flat():
    """The long form, with ten minutes and ever new stacks, is bench/longrun."""
    for trigger in ("signal", "timer"):
        readings = memory_over_time("Spin", heavy(8, 1800) * 1000, options=f"trigger={trigger}")
        check(len(readings) >= 6, f"readings: {readings}")
        third = len(readings) // 3
        growth = max(readings[-third:]) - max(readings[:third])
        between(growth, -1e9, 2048, f"{trigger}: growth in kB from the first to the last third of the run")


def r87_all_threads_have_a_merged_view():
    for flags, options in (([], "trigger=signal"), ([], "trigger=timer"), ([INTERP], "trigger=timer")):
        run = mono("Workers", 300, flags=flags, options=options, out=["p.pb.gz", "p.speedscope.json"])
        profiles = load_json(run.path("p.speedscope.json"))["profiles"]
        names = [p["name"] for p in profiles]
        check(any("all" in n.lower() for n in names), f"a merged view: {names[:5]}")
        merged = next(p for p in profiles if "all" in p["name"].lower())
        single = [p for p in profiles if p is not merged]
        check(len(single) >= 64, f"{len(single)} threads")
        whole, parts = sum(merged["weights"]), sum(sum(p["weights"]) for p in single)
        between(whole, parts * 0.999, parts * 1.001, "merged weight against the sum of the threads")


def test_named_threads_are_named():
    run = mono("Workers", 200, options="trigger=timer,threads", out=["p.folded"])
    with open(run.path("p.folded"), encoding="utf-8") as f:
        text = f.read()
    check(sum(f"worker-{i}" in text for i in range(64)) > 32, f"thread names: {text[:300]!r}")


@slow
def test_sixty_four_workers_have_the_same_shares():
    for config, (flags, options) in SAMPLING.items():
        run = mono("Workers", 400, flags=flags, options=options)
        body = run.profile.share("Workers:Body", within="Workers:")
        check(body > 70, f"{config}: share of Body {body:.1f}")


if __name__ == "__main__":
    main()
