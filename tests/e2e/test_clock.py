#!/usr/bin/python3
"""Clock and interval: coarse clocks, wrong intervals, first and last piece, pauses."""
import os
import signal
import time

from harness import (INTERP, NATIVE, SAMPLING, also_on_ours, between, check, equal, heavy, in_parallel, load_json,
                     main, mono, send_signals, slow)

TIMER_LIKE = {name: c for name, c in SAMPLING.items() if "signal" not in name}


def shim(**settings):
    return {"LD_PRELOAD": os.path.join(NATIVE, "libclock-shim.so"), **settings}


def hot_ms(run):
    return run.profile.inclusive("Spin:Hot") / 1e6


def longest(run, interval):
    """The mean interval in ms that is still right. A program that spins samples itself, so while the machine runs other
    things it takes no sample."""
    return 1.15 * interval * max(1, run.seconds / run.cpu_seconds)


def sample_times(run, name="p.speedscope.json"):
    """Times in seconds at which the samples of the busiest thread end."""
    threads = [p for p in load_json(run.path(name))["profiles"] if not p.get("merged")]
    profile = max(threads, key=lambda p: len(p["weights"]))
    scale = {"nanoseconds": 1e-9, "microseconds": 1e-6, "milliseconds": 1e-3, "seconds": 1}[profile["unit"]]
    at, times = profile["startValue"] * scale, []
    for weight in profile["weights"]:
        at += weight * scale
        times.append(at)
    return times


@also_on_ours
def r30_interval_zero_takes_every_visit():
    for config, (flags, options) in TIMER_LIKE.items():
        run = mono("FiveFrames", flags=flags, options=options + ",sampleIntervalMs=0")
        equal(run.code, 0, f"{config}: exit code; {run.err!r}")
        check(run.profile.total("samples") > 3000, f"{config}: only {run.profile.total('samples')} samples")


def r30_interval_zero_with_signal_is_refused_or_runs():
    run = mono("Spin", 200, options="trigger=signal,sampleIntervalMs=0")
    if run.code == 1:
        equal((run.out, len(run.ours)), ("", 1), f"one line and no output: {run.err!r}")
    else:
        equal((run.code, run.out), (0, "done\n"), "end and output")


@also_on_ours
def r31_bad_intervals_are_refused():
    def one(value):
        run = mono("Spin", 50, options=f"sampleIntervalMs{value}")
        equal((run.code, run.out), (1, ""), f"exit code and output; stderr {run.err!r}")
        equal(len(run.err.splitlines()), 1, f"lines on stderr: {run.err!r}")
        check("sampleIntervalMs" in run.err and value.strip("=") in run.err, f"names option and value: {run.err!r}")

    in_parallel(one, ["=-5", "=abc", "=", "", "=1e99", "=nan", "=inf", "=99999999999999999999", "=1 ms"])


@also_on_ours
def r31_a_huge_interval_is_accepted_or_refused_by_rule():
    run = mono("Spin", 50, options="sampleIntervalMs=2147483647")
    check(run.code in (0, 1), f"exit code {run.code}")
    if run.code == 1:
        check("2147483647" in run.err, f"names the value: {run.err!r}")


def r31_ticks_too_dense_for_signals_do_not_stop_the_program():
    run = mono("Spin", 50, options="trigger=signal,sampleIntervalMs=0.01")
    equal((run.code, run.out, len(run.ours)), (1, "", 1), f"refused in one line: {run.err!r}")
    run = mono("Spin", 50, options="sampleIntervalMs=0.001", timeout=20)
    equal((run.code, run.out), (0, "done\n"), "end and output")
    check("trigger timer" in run.err, f"auto takes another trigger: {run.err!r}")


@also_on_ours
def r31_given_twice_the_last_wins():
    run = mono("Spin", 300, options="trigger=timer,sampleIntervalMs=1000,sampleIntervalMs=1")
    check(run.profile.total("samples") > 50, f"{run.profile.total('samples')} samples at 1 ms in 300 ms")


@slow
@also_on_ours
def r33_coarse_clocks_do_not_stall_the_sampler():
    def one(item):
        trigger, quantum, interval = item
        seconds = heavy(3, 10)
        run = mono("Spin", seconds * 1000, options=f"trigger={trigger},sampleIntervalMs={interval}",
                   out=["p.pb.gz", "p.speedscope.json"], env=shim(CLOCK_QUANTUM_US=str(quantum)))
        equal(run.code, 0, f"exit code; stderr {run.err[-500:]!r}")
        times = sample_times(run)
        for second in range(seconds):
            inside = sum(second <= t < second + 1 for t in times)
            check(inside >= 20 / interval, f"{inside} samples in second {second}")
        # counting visits, what comes after the last sample is not seen: up to a few ticks of the clock
        lost = 0 if trigger == "timer" else 10 * max(quantum / 1000, interval)
        between(hot_ms(run), seconds * 950 - lost, seconds * 1050, "milliseconds in the profile")

    in_parallel(one, [(t, q, i) for t in ("timer", "visits") for q in (16, 100, 1000, 16000) for i in (1, 10)])


@slow
def r34_weights_follow_the_achieved_interval():
    for trigger in ("timer", "visits", "signal"):
        for interval in (1, 5, 20, 100):
            run = mono("Spin", 2000, options=f"trigger={trigger},sampleIntervalMs={interval}")
            between(hot_ms(run), 1960 - interval, 2040 + interval, f"{trigger} at {interval} ms: milliseconds")
            between(2000 / run.profile.inclusive("Spin:Hot", "samples"), interval * 0.9, longest(run, interval),
                    f"{trigger} at {interval} ms: mean interval")


@also_on_ours
def r34_the_file_states_the_interval():
    run = mono("Spin", 300, options="trigger=timer,sampleIntervalMs=5")
    equal(run.profile.facts["interval_asked_ns"], "5000000", "asked interval")
    between(int(run.profile.facts["interval_achieved_ns"]) / 1e6, 4.5, longest(run, 5), "achieved interval in ms")


@slow
def r35_a_stopped_process_is_a_gap():
    """Stopped for a while in the middle of a spin: the hot method does not get the pause."""
    pause = heavy(2, 5)

    def act(process, out_path):
        time.sleep(1)
        process.send_signal(signal.SIGSTOP)
        time.sleep(pause)
        process.send_signal(signal.SIGCONT)

    for trigger in ("timer", "signal"):
        run = mono("Spin", 2000 + pause * 1000, options=f"trigger={trigger}", act=act)
        outside = run.profile.total() / 1e6 - run.profile.inclusive("[gap]") / 1e6
        between(outside, 1700, 2400, f"{trigger}: milliseconds outside the gap")
        check(run.profile.inclusive("[gap]") == 0 or run.profile.inclusive("[gap]") / 1e6 > pause * 800,
              "the gap holds the pause")


def r36_short_runs_never_weigh_more_than_they_last():
    def one(item):
        trigger, intervals = item
        interval = 100
        wanted = interval * intervals
        run = mono("Spin", int(wanted), options=f"trigger={trigger},sampleIntervalMs={interval}")
        lost = interval * 1.25  # the longest wait between two ticks: what comes after the last one is not seen
        between(run.profile.inclusive("Spin:Main") / 1e6, max(0, wanted - lost), run.seconds * 1000, "milliseconds")

    in_parallel(one, [(t, n) for t in ("timer", "visits", "signal") for n in (0.5, 1, 1.5, 3, 10)])


@slow
def r37_a_long_interval_makes_a_small_file():
    seconds = heavy(5, 120)
    run = mono("Spin", seconds * 1000, options="trigger=timer,sampleIntervalMs=1000", out=["p.pb.gz", "p.folded"])
    between(run.profile.inclusive("Spin:Hot", "samples"), seconds - 2, seconds + 2, "samples at 1000 ms")
    check(os.path.getsize(run.path()) < 200000, "the file is small")


@also_on_ours
def r77_a_machine_up_for_years_wraps_nothing():
    run = mono("Spin", 300, options="trigger=timer", env=shim(CLOCK_OFFSET_S=str(1 << 33)))
    between(hot_ms(run), 250, 350, "milliseconds")


def test_interpreted_interval_is_kept():
    run = mono("Spin", 1000, flags=[INTERP], options="trigger=timer")
    between(1000 / run.profile.inclusive("Spin:Hot", "samples"), 0.9, longest(run, 1), "mean interval in ms")


@also_on_ours
def test_visits_survive_a_sleeping_program():
    run = mono("SignalTarget", "sleep", 500, options="trigger=visits", act=send_signals())
    equal((run.code, run.out), (0, "ready\nhandled=0\n"), "end and output")


if __name__ == "__main__":
    main()
