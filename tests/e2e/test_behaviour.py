#!/usr/bin/python3
"""The program behaves as if unprofiled: same output, same exit code, in every mode and with every trigger."""
import os
import re

from harness import (ALL, INTERP, NATIVE, also_on_ours, check, equal, in_parallel, main, mono, new_folder,
                     same_as_unprofiled, slow)

# Programs whose output does not depend on time, with arguments that keep the run short.
PROGRAMS = {
    "AsyncAwait": [], "Callbacks": [20, 2], "Children": [], "DeepLeaf": [2000, 40], "DeepWorkers": [100],
    "Delegates": [], "Dispatch": [], "Domains": [3, 1], "DynamicCode": [60], "ExitRace": [],
    "Finalizers": [], "FiveFrames": [],
    "Fork": [], "Generics": [], "HostileNames": [], "Iterators": [], "Lambdas": [], "LongLoop": [1000000],
    "Namespaces": [], "NativeThreads": [os.path.join(NATIVE, "libnative-threads.so"), 50], "PlatformInvoke": [],
    "Recursion": [], "RecursionShare": [100], "Showcase": [0.02], "SleepSpin": [50], "Spin": [100],
    "StaticConstructors": [], "SystemCalls": [5], "TailCalls": [50000], "ThreadChurn": [100, 16, 1],
    "ThrowThroughFifty": [200], "Workers": [50],
}
# Mono's interpreter itself fails here unprofiled: deep tail calls, and leaving the process from inside native code.
NOT_INTERPRETED = {"TailCalls"}


def unchanged(names, config):
    flags, options = ALL[config]

    def one(name):
        plain = mono(name, *PROGRAMS[name], flags=flags)
        run = mono(name, *PROGRAMS[name], flags=flags, options=options)
        same_as_unprofiled(run, plain)
        equal(run.foreign_err, plain.err, "stderr without the module's own lines")
        check(run.profile.types, "a profile is written")

    in_parallel(one, [n for n in names if not (flags and n in NOT_INTERPRETED)])


def test_a_few_programs_unchanged_by_signal():
    unchanged(["Recursion", "FiveFrames", "AsyncAwait", "Workers"], "jit signal")


def test_a_few_programs_unchanged_by_interpreted_timer():
    unchanged(["FiveFrames", "AsyncAwait", "Finalizers"], "interp timer")


@slow
def test_every_program_unchanged_by_signal():
    unchanged(PROGRAMS, "jit signal")


@slow
def test_every_program_unchanged_by_timer():
    unchanged(PROGRAMS, "jit timer")


@slow
def test_every_program_unchanged_by_visits():
    unchanged(PROGRAMS, "jit visits")


@slow
def test_every_program_unchanged_by_calls_mode():
    unchanged(PROGRAMS, "jit calls")


@slow
def test_every_program_unchanged_by_interpreted_timer():
    unchanged(PROGRAMS, "interp timer")


@slow
def test_every_program_unchanged_by_interpreted_visits():
    unchanged(PROGRAMS, "interp visits")


@slow
def test_every_program_unchanged_by_interpreted_calls_mode():
    unchanged(PROGRAMS, "interp calls")


@also_on_ours
def test_standard_input_arguments_and_exit_code_pass_through():
    text = "one\ntwo\nthree\n"
    for flags in ([], [INTERP]):
        run = mono("Echo", "a b", "", "ü", flags=flags, options="", stdin=text)
        equal((run.out, run.code), (text, 3), "output and exit code")
        check("lines=3 args=a b||ü" in run.foreign_err, f"stderr is the program's own: {run.err!r}")


@also_on_ours
def test_quiet_says_nothing():
    run = mono("Spin", 50, options="quiet")
    equal(run.err, "", "stderr")


@also_on_ours
def test_summary_names_the_files_and_the_trigger():
    run = mono("Spin", 50, options="trigger=timer")
    said = "\n".join(run.ours)
    check("timer" in said, f"the summary names the trigger: {said!r}")
    check("p.pb.gz" in said, f"the summary names the file: {said!r}")


def test_signal_refuses_under_the_interpreter():
    run = mono("Spin", 50, flags=[INTERP], options="trigger=signal")
    equal((run.code, run.out), (1, ""), "exit code and output")
    equal(len(run.ours), 1, f"lines on stderr: {run.err!r}")
    check(re.search("interp", run.err), f"the reason is given: {run.err!r}")


def test_auto_uses_timer_under_the_interpreter():
    run = mono("Spin", 100, flags=[INTERP], options="")
    equal(run.code, 0, "exit code")
    check("timer" in "\n".join(run.ours), f"the summary says so: {run.err!r}")
    config = os.path.join(new_folder(), "config")
    with open(config, "w", encoding="utf-8") as f:
        f.write("<configuration/>")
    run = mono("Spin", 100, flags=["--config", config, INTERP], options="")
    check("trigger timer" in run.err, f"also behind an option with a value of its own: {run.err!r}")


if __name__ == "__main__":
    main()
