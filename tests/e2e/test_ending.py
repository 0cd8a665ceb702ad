#!/usr/bin/python3
"""However the program ends, it ends as unprofiled, and the profile is there and whole."""
import os
import shutil
import signal
import time

from harness import (ALL, FEW, MOST, SAMPLING, also_on_ours, between, check, equal, execute, heavy, in_parallel,
                     main, mono, new_folder, program, read_folded, same_as_unprofiled, send_signals, slow,
                     wait_for_line)


def messages(err):
    """Without the frames of stack traces: they hold addresses, and wrappers that instrumentation changes."""
    return [line for line in err.splitlines() if not line.startswith("  at ")]


def ends_alike(how, configs, has_profile=True, same_err=True):
    def one(config):
        flags, options = ALL[config]
        plain = mono("Ending", how, flags=flags)
        run = mono("Ending", how, flags=flags, options=options)
        same_as_unprofiled(run, plain, how)
        if same_err:
            equal(messages(run.foreign_err), messages(plain.err), "messages on stderr")
        if has_profile:
            check(run.profile.has("Ending:Work"), "the work before the end is in the profile")
            between(run.profile.inclusive("Ending:Main") / 1e6, 150, 1e9, "milliseconds of Main")

    in_parallel(one, configs)


@also_on_ours
def test_main_returns():
    ends_alike("return", FEW)


@also_on_ours
def r54_exit_from_a_worker():
    ends_alike("exit-worker", FEW)


@also_on_ours
def r54_exit_inside_a_process_exit_handler():
    ends_alike("exit-in-handler", FEW)


@also_on_ours
def r54_native_exit():
    ends_alike("native-exit", FEW)


def aborts_alike(how):
    """Aborts with a native dump on stdout, as unprofiled; a profile, if there is one, is whole."""
    # A path without a debugger, which Mono would start for its dump.
    only_mono = os.path.join(new_folder(), "bin")
    os.mkdir(only_mono)
    os.symlink(shutil.which("mono"), os.path.join(only_mono, "mono"))

    def one(config):
        flags, options = ALL[config]
        run = mono("Ending", how, flags=flags, options=options, env={"PATH": only_mono})
        equal((run.out[:8], run.code), ("working\n", -signal.SIGABRT), "output and end")
        if os.path.exists(run.path()):
            check(run.profile.types, "a whole profile")

    in_parallel(one, FEW)


@also_on_ours
def r55_fail_fast():
    aborts_alike("fail-fast")


@also_on_ours
def r55_native_abort():
    aborts_alike("abort")


@also_on_ours
def r56_unhandled_exception_on_main():
    ends_alike("unhandled-main", FEW)


def r56_unhandled_exception_on_a_worker():
    ends_alike("unhandled-worker", FEW)


@also_on_ours
def r56_unhandled_exception_in_a_finalizer():
    ends_alike("unhandled-finalizer", FEW, same_err=False)


@also_on_ours
def r56_unhandled_exception_in_a_static_constructor():
    ends_alike("unhandled-cctor", FEW)


@slow
def test_every_end_in_every_mode():
    rest = [c for c in ALL if c not in FEW]
    for how in ("return", "exit-worker", "exit-in-handler", "native-exit", "unhandled-main", "unhandled-worker",
                "unhandled-cctor"):
        ends_alike(how, rest)


@slow
@also_on_ours
def test_endless_recursion_ends_as_unprofiled():
    def one(config):
        flags, options = ALL[config]
        plain = mono("Ending", "overflow", flags=flags)
        run = mono("Ending", "overflow", flags=flags, options=options, timeout=40)
        same_as_unprofiled(run, plain)

    in_parallel(one, [c for c in ALL if not c.startswith("interp")])


def killed_by(number, how, configs):
    def one(config):
        flags, options = ALL[config]
        run = mono("SignalTarget", how, flags=flags, options=options, act=send_signals((0.5, number)),
                   timeout=20)
        equal((run.out, run.code), ("ready\n", -number), f"output and ending signal; {run.err[-500:]!r}")
        check(run.profile.types, "a profile is written")
        if how == "spin":
            between(run.profile.inclusive("SignalTarget:Spin") / 1e6, 200, 3000, "milliseconds of Spin")

    in_parallel(one, configs)


@also_on_ours
def r53_sigint_ends_the_program_with_a_profile():
    killed_by(signal.SIGINT, "spin", FEW)


@also_on_ours
def r53_sigterm_ends_the_program_with_a_profile():
    killed_by(signal.SIGTERM, "spin", FEW)


@also_on_ours
def r53_sighup_ends_the_program_with_a_profile():
    killed_by(signal.SIGHUP, "spin", FEW)


@also_on_ours
def r53_signals_end_a_sleeping_program_too():
    for number in (signal.SIGINT, signal.SIGTERM):
        killed_by(number, "sleep", FEW)


@slow
def r53_signals_in_every_mode():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for how in ("spin", "sleep"):
            killed_by(number, how, [c for c in ALL if c not in FEW])


@also_on_ours
def r53_a_cancel_key_handler_works_as_unprofiled():
    """Stock Mono dies of SIGINT here although the handler is installed; whatever it does, the module changes nothing."""
    def one(config):
        flags, options = ALL[config]
        act = send_signals((0.5, signal.SIGINT))
        plain = mono("SignalTarget", "handler", 1500, flags=flags, act=act)
        run = mono("SignalTarget", "handler", 1500, flags=flags, options=options, act=act)
        same_as_unprofiled(run, plain)
        check(run.profile.types, "a profile is written")

    in_parallel(one, FEW)


@also_on_ours
def r53_two_signals_at_once_are_one():
    """timeout(1) sends one to the process and one to its group."""
    def one(gap):
        def act(process, out_path):
            wait_for_line(out_path)
            time.sleep(0.5)
            for pause in (gap, 0):
                os.kill(process.pid, signal.SIGTERM)
                time.sleep(pause)

        run = mono("SignalTarget", "spin", options="", act=act, timeout=20)
        equal(run.code, -signal.SIGTERM, "ending signal")
        check(run.profile.types, "a profile is written")

    in_parallel(one, [0, 0.0005, 0.001, 0.002, 0.004, 0.008])


def r53_a_shell_in_the_background_ignores_sigint():
    """SIGINT that is inherited as ignored stays ignored."""
    folder = new_folder()
    command = (f"trap '' INT; exec mono '--profile=browser:out={folder}/p.pb.gz' {program('SignalTarget')} spin 1500")
    run = execute(["sh", "-c", command], folder=folder, act=send_signals((0.5, signal.SIGINT)))
    equal((run.out, run.code), ("ready\nhandled=0\n", 0), "output and end")


@also_on_ours
def r53_sigquit_still_dumps_threads():
    run = mono("SignalTarget", "spin", 1500, options="trigger=timer", act=send_signals((0.5, signal.SIGQUIT)))
    equal(run.code, 0, "the program goes on")
    check("handled=0" in run.out, f"output {run.out[-200:]!r}")


@slow
@also_on_ours
def r57_sigkill_leaves_no_half_file():
    run = mono("SignalTarget", "spin", options="", act=send_signals((1.0, signal.SIGKILL)))
    equal(run.code, -signal.SIGKILL, "end")
    for name in os.listdir(run.folder):
        check(name in ("stdout", "stderr") or name.startswith("."), f"left behind: {name}")


@slow
def r59_threads_that_run_at_the_end_crash_nothing():
    """32 threads spin through profiled methods while Main returns or calls Exit."""
    rounds = heavy(2, 300)

    def one(item):
        config, arguments = item
        flags, options = ALL[config]
        for _ in range(rounds):
            run = mono("ExitRace", *arguments, flags=flags, options=options, timeout=40)
            equal((run.out, run.code), ("started=32\n", 0), f"output and end; {run.err[-500:]!r}")
            check(all(f[0] for stack, _ in run.profile.rows for f in stack), "every frame has a name")

    in_parallel(one, [(c, a) for c in MOST for a in ([], ["exit"])])


def r62_no_system_call_is_interrupted():
    def one(config):
        flags, options = ALL[config]
        plain = mono("SystemCalls", 30, flags=flags)
        run = mono("SystemCalls", 30, flags=flags, options=options)
        same_as_unprofiled(run, plain)

    in_parallel(one, SAMPLING)


def r69_two_profilers_at_once():
    """With the log profiler, in both orders: both files are valid, or one line refuses."""
    def one(order):
        folder = new_folder()
        ours = f"browser:trigger=timer,out={folder}/p.pb.gz"
        log = f"log:nodefaults,sample,output={folder}/p.mlpd"
        run = mono("Spin", 200, profiles=[ours, log] if order == "ours first" else [log, ours], folder=folder)
        check(run.code in (0, 1), f"exit code {run.code}; {run.err[-500:]!r}")
        if run.code == 0:
            equal(run.out, "done\n", "output")
            check(run.profile.has("Spin:Hot"), "our profile is right")
        else:
            check(run.ours, f"a clear refusal: {run.err!r}")

    in_parallel(one, ["ours first", "log first"])


def r69_signal_with_the_log_profiler_owning_sampling():
    folder = new_folder()
    log = f"log:nodefaults,sample,output={folder}/p.mlpd"
    run = mono("Spin", 200, profiles=[log, f"browser:trigger=signal,out={folder}/p.pb.gz"], folder=folder)
    check(run.code in (0, 1), f"exit code {run.code}; {run.err[-500:]!r}")
    check(run.ours, f"something is said: {run.err!r}")


@also_on_ours
def r70_loaded_twice_is_refused():
    folder = new_folder()
    run = mono("Spin", 50, profiles=[f"browser:out={folder}/a.folded", f"browser:out={folder}/b.folded"], folder=folder)
    equal((run.code, run.out), (1, ""), f"exit code and output; {run.err!r}")
    equal(len(run.err.splitlines()), 1, f"lines on stderr: {run.err!r}")


@slow
def test_snapshots_of_busy_threads_crash_nothing():
    def one(config):
        flags, options = ALL[config]
        act = send_signals(*[(0.01, signal.SIGUSR2)] * 30)
        run = mono("DeepWorkers", 2000, flags=flags, options=options, act=act, out="p.folded")
        equal((run.code, run.out), (0, "ready\ndone\n"), f"end and output; {run.err[-500:]!r}")
        check(any("snapshot" in name for name in os.listdir(run.folder)), "no snapshot")

    in_parallel(one, ["jit calls", "jit timer", "jit visits", "jit signal"])


@slow
@also_on_ours
def r71_a_snapshot_taken_late_has_whole_stacks():
    """There is no attaching; a snapshot of a running program shows frames entered long before."""
    def act(process, out_path):
        wait_for_line(out_path)
        time.sleep(1)
        process.send_signal(signal.SIGUSR2)
        time.sleep(0.8)
        process.send_signal(signal.SIGTERM)

    run = mono("SignalTarget", "spin", options="trigger=timer", out="p.folded", act=act)
    equal(run.code, -signal.SIGTERM, "end")
    for name in os.listdir(run.folder):
        if name.endswith(".folded"):
            rows = [stack for stack, _ in read_folded(run.path(name)) if any("SignalTarget" in f for f in stack)]
            check(rows, f"{name}: the program is in no stack")
            check(all(any("Main" in f for f in stack) for stack in rows), f"{name}: a stack without Main")


if __name__ == "__main__":
    main()
