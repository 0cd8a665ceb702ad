#!/usr/bin/python3
"""Options and callspecs as a user gives them: what is refused, how it is said, and what a spec selects."""
import os
import shutil

from harness import (ALL, MODULE, MOST, TOOL, also_on_ours, between, check, equal, execute, in_parallel, main, mono,
                     new_folder, program, read_folded, slow)


def refused(options, *words, **rest):
    """One line on stderr that holds the words, exit code 1, and nothing of the program."""
    run = mono("Recursion", options=options, out=None, **rest)
    equal((run.code, run.out), (1, ""), f"{options[:80]!r}: exit code and output; stderr {run.err[-500:]!r}")
    equal(len(run.err.splitlines()), 1, f"{options[:80]!r}: lines on stderr: {run.err!r}")
    for word in words:
        check(word in run.err, f"{options[:80]!r}: {word!r} is not in {run.err!r}")


@also_on_ours
def test_bad_values_are_refused_and_named():
    def one(option):
        name, _, value = option.partition("=")
        refused(option, name, value)

    in_parallel(one, ["mode=fast", "mode=", "trigger=now", "trigger=", "clock=sun", "maxDepth=0", "maxDepth=-1",
                      "maxDepth=x", "maxDepth=99999999999999999999", "format=gif", "snapshotSignal=SIGNO",
                      "lines=maybe", "quiet=2"])


@also_on_ours
def test_help_lists_the_options_and_exits():
    run = mono("Recursion", options="help", out=None)
    text = run.out + run.err
    check("sum=" not in text, "the program does not run")
    equal(run.code, 0, "exit code")
    for word in ("sampleIntervalMs", "callspec", "mode", "trigger", "clock", "out", "lines", "threads", "quiet"):
        check(word in text, f"{word} is not in the help text")


@also_on_ours
def r38_unknown_options_are_refused_with_the_nearest_name():
    refused("sampleInterval=5", "sampleInterval", "sampleIntervalMs")
    refused("callSpec=N:A", "callSpec", "callspec")
    refused("bogus", "bogus")
    refused("=", "=")
    refused("triger=timer", "trigger")


@also_on_ours
def r38_empty_items_change_nothing():
    run = mono("Spin", 100, options=",,trigger=timer,,sampleIntervalMs=5,")
    equal(run.code, 0, f"exit code; {run.err!r}")
    equal(run.profile.facts["interval_asked_ns"], "5000000", "the interval keeps its meaning")


def r39_absence_is_never_silent():
    """Where our code gets to run: a format nobody knows, and a module that finds no function of its host."""
    refused("format=flame", "format", "flame")
    refused("out=x.unknown", "x.unknown")
    # The whole module under another name: its entry is not what Mono looks for, so Mono goes on without it.
    folder = new_folder()
    shutil.copy(os.path.join(MODULE, "libmono-profiler-browser.so"), os.path.join(folder, "libmono-profiler-other.so"))
    run = mono("Recursion", profiles=["other"], env={"LD_LIBRARY_PATH": folder})
    equal((run.code, run.out), (0, "sum=30003\n"), "stock Mono runs on")


@also_on_ours
def r40_a_callspec_with_commas_is_quoted():
    def counts(options, **rest):
        run = mono("Namespaces", options=options, **rest)
        equal(run.code, 0, f"{options!r}: exit code; {run.err!r}")
        return {raw for raw in run.profile.calls()}

    wanted = {"Acme.Noise.Loud:Make (int)", "Acme.Noise.Loud:Echo (int)", "Acme.Core.Engine:Run (int)"}
    for spec in ('callspec="N:Acme.Noise,N:Acme.Core",mode=calls', "mode=calls,callspec='N:Acme.Noise,N:Acme.Core'",
                 "mode=calls,callspec=N:Acme.Noise\\,N:Acme.Core"):
        equal(counts(spec), wanted, spec)
    environment = {"SAMPLEPOINT_OPTIONS": 'mode=calls,callspec="N:Acme.Noise,N:Acme.Core"'}
    equal(counts("", env=environment), wanted, "options from the environment")
    refused("callspec=N:Acme.Noise,N:Acme.Core", "N:Acme.Core")
    refused("callspec=N:A;N:B", ";")


def selected(spec, flags=(), mode="calls"):
    run = mono("Namespaces", flags=flags, options=f'mode={mode},callspec="{spec}"')
    equal(run.code, 0, f"{spec!r}: exit code; {run.err!r}")
    return run, run.profile.calls()


@also_on_ours
def test_what_callspecs_select():
    everything = {"Acme.Program:Main (string[])": 1, "Acme.Program:Step (int,int)": 10,
                  "Acme.Noise.Loud:Make (int)": 20, "Acme.Noise.Loud:Echo (int)": 30,
                  "Acme.Core.Engine:Run (int)": 40, "Acme.Core.Engine/Part:Turn (int)": 50, "Global:Help (int)": 60}

    def only(*texts):
        return {raw: n for raw, n in everything.items() if any(t in raw for t in texts)}

    table = {
        "program": everything,
        "Namespaces": everything,
        "N:Acme": only("Acme.Program"),
        "N:Acme.Noise": only("Noise"),
        "N:Acme.*": only("Acme."),
        "N:Acme.Core": only("Engine:Run"),
        "N:Acme.Core.*": only("Acme.Core"),
        "T:Acme.Core.Engine": only("Engine:Run"),
        "T:Acme.Core.Engine/Part": only("Part"),
        "T:Part": only("Part"),
        "M:Acme.Noise.Loud:Echo": only("Echo"),
        "M:Loud:Echo": only("Echo"),
        "program,-N:Acme.Noise": only("Program", "Core", "Global"),
        "program,-N:Acme,N:Acme": everything,
        "T:Global": only("Global"),
    }

    def one(spec):
        _, calls = selected(spec)
        ours = {raw: n for raw, n in calls.items() if raw in everything}
        equal(ours, table[spec], f"calls under {spec}")
        if spec != "program,-N:Acme,N:Acme":
            equal(set(calls) - set(everything), set(), f"other methods under {spec}")

    in_parallel(one, table)


@also_on_ours
def r42_empty_specs():
    run, calls = selected("N:")
    check("Acme.Program:Main (string[])" not in calls, "N: does not select a namespace")
    check("Global:Help (int)" in calls, "N: selects types without a namespace")
    run = mono("Namespaces", options="mode=calls,callspec=")
    if run.code == 0:
        equal(run.profile.calls().get("Acme.Noise.Loud:Make (int)"), 20, "an empty spec selects all")
    else:
        equal((run.code, len(run.ours)), (1, 1), f"or is refused in one line: {run.err!r}")


@also_on_ours
def r43_malformed_specs_are_refused():
    def one(spec):
        refused(f'callspec="{spec}"', "callspec")

    in_parallel(one, ["N:A+N:B", "+".join(["N:A"] * 40), "N:A;N:B", "--N:A", "M:A.B", "M:", "N:a(b)", "T:A<B>", "N:A B",
                      "-disabled"])


@also_on_ours
def r43_legal_oddities_run():
    def one(spec):
        run = mono("Recursion", options=f'quiet,callspec="{spec}"')
        check(run.code in (0, 1), f"exit code {run.code}; {run.err!r}")
        equal(run.out, "sum=30003\n" if run.code == 0 else "", "output")
        check(run.code == 0 or len(run.err.splitlines()) == 1, f"one line: {run.err!r}")

    in_parallel(one, ["N:A,-", "T:A/B", "E:all", " N:A", "," * 10000, "N:a," * 30000])


@also_on_ours
def r44_excluded_code_is_in_no_format():
    def one(item):
        spec, config = item
        flags, options = ALL[config]
        run = mono("Namespaces", 5, flags=flags, options=f'{options},callspec="{spec}"',
                   out=["p.pb.gz", "p.folded", "p.svg", "p.speedscope.json", "p.trace.json"])
        equal(run.code, 0, f"exit code; {run.err!r}")
        for name in ("p.folded", "p.svg", "p.speedscope.json", "p.trace.json"):
            with open(run.path(name), encoding="utf-8") as f:
                check("Loud" not in f.read(), f"an excluded method is in {name}")
        check(not run.profile.has("Loud"), "an excluded method is in the pprof file")

    specs = ("program,-N:Acme.Noise", "T:Acme.Program,-N:Acme.Noise")
    in_parallel(one, [(s, c) for s in specs for c in MOST])


@also_on_ours
def r45_only_exclusions_select_nothing_and_say_so():
    run, calls = selected("-N:Acme")
    equal(calls, {}, "nothing is selected")
    check(any("callspec" in line for line in run.ours), f"a line says so: {run.err!r}")
    _, calls = selected("-N:Acme,program")
    equal(calls.get("Acme.Program:Step (int,int)"), 10, "the last match wins")


@slow
@also_on_ours
def r46_filtered_time_sits_on_the_nearest_kept_ancestor():
    # Not by visits: the few methods kept make 22 of them in all.
    for config in [c for c in MOST if c != "ours visits"]:
        flags, options = ALL[config]
        run = mono("Namespaces", 20, flags=flags, options=f"{options},callspec=N:Acme")
        step = run.profile.inclusive("Acme.Program:Step") / 1e6
        between(step, 388, 480, f"{config}: milliseconds on the kept caller of 400 ms filtered")
        for stack, _ in run.profile.rows:
            raw = [f[1] for f in stack if f[1].startswith("Acme.")]
            check(raw == ["Acme.Program:Main (string[])", "Acme.Program:Step (int,int)"][:len(raw)],
                  f"{config}: order of kept frames: {raw}")


@also_on_ours
def r47_a_spec_that_selects_nothing_warns():
    for config in MOST:
        flags, options = ALL[config]
        run = mono("Recursion", flags=flags, options=options + ",callspec=N:NoSuch", out=["p.pb.gz", "p.folded"])
        equal((run.code, run.out), (0, "sum=30003\n"), f"{config}: end and output")
        check(any("callspec" in line or "NoSuch" in line for line in run.ours), f"{config}: a warning: {run.err!r}")
        equal(read_folded(run.path("p.folded")), [], f"{config}: folded stacks")


@also_on_ours
def test_environment_gives_options_and_the_command_line_wins():
    env = {"SAMPLEPOINT_OPTIONS": "trigger=timer,sampleIntervalMs=7"}
    run = mono("Spin", 100, options="", env=env)
    equal(run.profile.facts["interval_asked_ns"], "7000000", "interval from the environment")
    run = mono("Spin", 100, options="sampleIntervalMs=3", env=env)
    equal(run.profile.facts["interval_asked_ns"], "3000000", "interval from the command line")


@also_on_ours
def test_the_tool_lists_what_a_spec_selects():
    run = execute([TOOL, "callspec", "N:Acme.Noise", program("Namespaces")])
    equal(run.code, 0, f"exit code; {run.err!r}")
    check("Make" in run.out and "Echo" in run.out, f"both methods: {run.out!r}")
    check("Step" not in run.out, f"no other: {run.out!r}")


if __name__ == "__main__":
    main()
