#!/usr/bin/python3
"""The profiler side of our runtime: exact call counts, samplepoints as often as loops turn, none elsewhere."""
import json
import os
import re

import harness
from differential import (FIXED, FLAGS, MONOSP, arguments, compiled, expected, header, main, monosp, runtime_programs, source_of, stdin,
                          test_each)
from harness import Profile, check, equal, execute, new_folder

# Their calls depend on when objects die or how deep a stack goes, or they end before a profile is written.
NOT_COUNTED = {"FinalizerRuns", "WeakReferences", "GarbageCollection", "StackOverflowing", "UncaughtStackOverflow",
               "UncaughtException", "UncaughtOwnType", "UncaughtRuntime", "ArgumentLists"}
LONG = set() if harness.HEAVY else {"DeepRecursion", "RealArguments"}
OLDER = ["Delegates", "Dispatch", "FiveFrames", "Generics", "Iterators", "Lambdas", "Namespaces", "PlatformInvoke",
         "Recursion", "StaticConstructors", "TailCalls", "ThrowThroughFifty"]


def waits(name):
    """On mono other threads run what the program waits for, and how often they are asked differs from run to run."""
    with open(source_of(name), encoding="utf-8") as f:
        return "using System.Threading" in f.read()


def unshared(raw):
    """Class:Method without type arguments and parameters: mono's code is shared between instances, ours may not be."""
    name = raw.split(" (")[0]
    while True:
        shorter = re.sub(r"(?<=\w)<[^<>]*>", "", name)
        if shorter == name:
            return name
        name = shorter


def counted(command, name, env=None):
    """Class:Method -> calls, of the program's own methods."""
    folder = new_folder()
    options = f"mode=calls,callspec={name},out={folder}/p.pb.gz"
    done = execute([*command, "--profile=browser:" + options, compiled(name), *arguments(name, new_folder())],
                   folder=folder, stdin=stdin(name), env={**FIXED, **(env or {})}, timeout=120)
    check(os.path.exists(done.path()), f"{command[0]} wrote no profile: {done.err[-600:]!r}")
    counts = {}
    for raw, calls in Profile(done.path()).calls().items():
        if raw.startswith("(wrapper "):  # mono's own methods between managed and native code
            continue
        counts[unshared(raw)] = counts.get(unshared(raw), 0) + calls
    return counts


def tool_counts(folder):
    """The same counts as `samplepoint top --json` has them."""
    shown = execute([harness.TOOL, "top", "--json", "--limit=0", os.path.join(folder, "p.pb.gz")])
    equal(shown.code, 0, f"exit code of the tool; {shown.err!r}")
    return json.loads(shown.out)


# Who counts: the module at each event, or the runtime by the module's cursor from the first call on.
BY_CURSOR = {"SAMPLEPOINT_EXACT_CALLS": "0"}
COUNTING = {"events": ([], {}), "cursor, interpreted": (["--jiterp=off"], BY_CURSOR),
            "cursor, compiled": (["--jiterp=eager"], BY_CURSOR)}


# Each frame of theirs is a stack in the profile, as long as it is deep: minutes to read.
DEEP = {"DeepRecursion", "Recursion"}


def calls_are_exact(name):
    wanted = counted(["mono", "--debug"], name)
    for how, (flags, env) in COUNTING.items():
        if name in DEEP and how != "cursor, compiled":
            continue
        got = counted([MONOSP, *FLAGS, *flags], name, env)
        differences = [f"{method}: got {got.get(method, 0)}, wanted {wanted.get(method, 0)}"
                       for method in sorted({*wanted, *got}) if got.get(method, 0) != wanted.get(method, 0)]
        check(not differences, f"{how}: {len(differences)} of {len(wanted)} methods\n" + "\n".join(differences[:20]))


def expected_samplepoints():
    for text in header("TripCounts")["expect-samplepoints"]:
        name, _, numbers = text.rpartition(" = ")
        least, _, most = numbers.partition("..")
        yield name, int(least), int(most or least)


def raised(prefix, name="TripCounts"):
    """method -> samplepoints raised in it when every visit is raised."""
    folders = os.pathsep.join([os.environ.get("SP_COUNT_MODULE", ""), harness.MODULE])
    done = monosp(name, "--profile=count:" + prefix, env={"LD_LIBRARY_PATH": folders})
    equal(done.code, 0, f"exit code; {done.err[-600:]!r}")
    rows = re.findall(r"^count: (\d+) (.*)$", done.err, re.M)
    check(rows, f"no counts; stderr: {done.err[-600:]!r}")
    return {method: int(number) for number, method in rows}


def test_samplepoints_equal_trip_counts():
    counts = raised("TripCounts:")
    wrong = [f"{name}: got {counts.get(name)}, wanted {least} to {most}" for name, least,
        most in expected_samplepoints()
             if not least <= counts.get(name, 0) <= most]
    check(not wrong, "\n".join(wrong) + f"\nall: {counts}")


def test_methods_outside_the_filter_raise_none():
    counts = raised("TripCounts:DoWhile")
    equal(counts, {"TripCounts:DoWhile (int)": 1000}, "samplepoints")


def refiltered(*flags, env=None):
    """phase, method -> enters, leaves, leaves by exceptions, samplepoints, while the filter is another in each phase."""
    folders = os.pathsep.join([os.environ.get("SP_COUNT_MODULE", ""), harness.MODULE])
    done = monosp("Refiltered", *flags, "--profile=refilter", env={"LD_LIBRARY_PATH": folders, **(env or {})})
    equal(done.code, 0, f"exit code; {done.err[-600:]!r}")
    equal(done.out, expected("Refiltered").out, "output")
    rows = re.findall(r"^refilter: (\d+) Refiltered:(\w+) (\d+) (\d+) (\d+) (\d+)$", done.err, re.M)
    return {(int(phase), method): tuple(map(int, numbers)) for phase, method, *numbers in rows}


def test_a_filter_that_changes_holds_from_the_next_safepoint_on():
    stress = {"MONOSP_GC_STRESS": "1", "MONOSP_GC_POISON": "1"}
    ways = {"interpreted": (["--jiterp=off"], None), "compiled": (["--jiterp=eager"], None),
            "half and half": (["--jiterp-threshold=5"], None), "collecting": (["--jiterp=eager"], stress)}
    first = None
    for how, (flags, env) in ways.items():
        counts = refiltered(*flags, env=env)
        phases = max(phase for phase, _ in counts)
        check(phases > 9, f"{how}: phases {phases}")
        for phase in range(1, phases + 1):
            work = {1: (10, 10, 0, 1005), 2: (10, 10, 0, 0)}.get(phase % 3)  # none of phases 0, 3, 6 ...
            if phase % 4:  # the fourth runs no round
                equal(counts.get((phase, "Work")), work, f"{how}: Work in phase {phase}")
            if phase % 4 and phase % 3 == 1:
                check(counts[phase, "Small"][0] >= 1005, f"{how}: Small, inlined before, in phase {phase}: {counts}")
        for method in ("Work", "Small", "Round", "Climb", "Fall"):
            enters, leaves, thrown, _ = map(sum, zip(*(row for (_, name), row in counts.items() if name == method)))
            equal(leaves + thrown, enters, f"{how}: leaves of {method}")
            check(method != "Fall" or thrown, "frames that an exception left after the change raised no leave")
        first = first or counts
        equal(counts, first, f"{how}: all counts")


def test_filtered_methods_carry_no_op():
    folders = os.pathsep.join([os.environ.get("SP_COUNT_MODULE", ""), harness.MODULE])
    for prefix, wanted in (("TripCounts:DoWhile", True), ("TripCounts:For", False)):
        done = monosp("TripCounts", "--profile=count:" + prefix, "--dump-ir=TripCounts:DoWhile",
            env={"LD_LIBRARY_PATH": folders})
        text = done.out.decode()
        check("DoWhile" in text, f"no IR: {text[:300]!r} {done.err[-300:]!r}")
        equal("prof.samplepoint" in text, wanted, f"the op with the filter {prefix}")
        check("prof.enter" not in text, "an enter op that nobody asked for")


def test_at_interval_0_every_visit_is_a_sample():
    folder = new_folder()
    options = f"trigger=visits,sampleIntervalMs=0,callspec=TripCounts,out={folder}/p.pb.gz"
    done = execute([MONOSP, *FLAGS, "--profile=browser:" + options, compiled("TripCounts")], folder=folder, env=FIXED)
    profile = Profile(done.path())
    check("samples" in profile.types, f"types {profile.types}")
    own, callees = {}, {}
    for frames, values in profile.rows:
        own[frames[-1][1]] = own.get(frames[-1][1], 0) + values["samples"]
        if len(frames) > 1:
            callees[frames[-2][1]] = callees.get(frames[-2][1], 0) + values["samples"]
    for name, least, most in expected_samplepoints():
        # Leaving adds a sample; the methods with loops are called once or twice. The sample at an enter is the caller's;
        # the methods called have no loops, so each of their samples is a leave and stands for an enter too.
        if least >= 70:
            got = own.get(name, 0) - callees.get(name, 0)
            check(least <= got <= most + 4, f"{name}: got {got}, wanted {least} to {most + 4}")


def test_a_loop_that_becomes_hot_is_in_both_tiers_and_one_row():
    """16 million turns by the interpreter, the rest by compiled code of the same call."""
    if any(flag.startswith("--jiterp") for flag in FLAGS):
        return
    folder = new_folder()
    execute([MONOSP, "--jiterp-threshold=4000000", f"--profile=browser:quiet,callspec=LongLoop,out={folder}/p.pb.gz",
             compiled("LongLoop"), "100000000"], folder=folder, env=FIXED)
    path = os.path.join(folder, "p.pb.gz")

    def tool(*words):
        shown = execute([harness.TOOL, *words])
        equal(shown.code, 0, f"exit code of {words}; {shown.err!r}")
        return shown.out

    rows = json.loads(tool("top", "--json", path))["methods"]
    equal([row["name"] for row in rows].count("LongLoop.Turn(int)"), 1, "rows of Turn")
    both = {row["name"]: row["samples"] for row in json.loads(tool("top", "--json", "--by=tier", path))["tiers"]}
    check(both.get("interp", 0) >= 3 and both.get("jiterp", 0) >= 3, f"samples by tier: {both}")
    for tier, mark in (("interp", "_[0]"), ("jiterp", "_[j]")):
        folded = tool("convert", "--mark-tiers", f"--tier={tier}", "--format=folded", "-o", "-", path)
        turns = [line for line in folded.splitlines() if line.startswith("LongLoop.Main(string[])_[0];LongLoop.Turn(int)")]
        check(len(turns) == 1 and turns[0].split()[-2].endswith("LongLoop.Turn(int)" + mark), f"--tier={tier}: {folded}")
    svg = os.path.join(folder, "p.svg")
    tool("flamegraph", path, "-o", svg)
    with open(svg, encoding="utf-8") as f:
        text = f.read()
    check('id="tier1"' in text and 'id="tier2"' in text, "the picture has a legend of both tiers")


def test_the_tool_shows_the_counts():
    folder = new_folder()
    execute([MONOSP, *FLAGS, f"--profile=browser:mode=calls,callspec=Recursion,out={folder}/p.pb.gz",
        compiled("Recursion")],
            folder=folder, env=FIXED)
    text = str(tool_counts(folder))
    check("Down" in text and "30003" in text, f"top --json: {text[:600]}")


def test_sampled_times_of_counted_calls():
    """The sum misses nothing. Shares are rough here, where other tests run beside: test_stacks.py looks closer."""
    for flags in (["--jiterp=off"], ["--jiterp=eager"]):
        folder = new_folder()
        done = execute([MONOSP, *flags, f"--profile=browser:mode=calls,out={folder}/p.pb.gz", harness.program("TwoPhases"),
                        "1000"], folder=folder, env={**FIXED, **BY_CURSOR})
        profile = Profile(done.path())
        truths = re.findall(r"^truth (\w+).* actual ([0-9.]+)", done.out, re.M)
        check(truths, f"no truth printed: {done.out!r}")
        for method, truth in truths:
            share = profile.share("TwoPhases:" + method, within="TwoPhases:Main")
            harness.between(share, float(truth) - 15, float(truth) + 15, f"share of {method}, {flags}")
        duration_ns = int(profile.facts["duration_ns"])
        harness.between(profile.total(), 0.9 * duration_ns, duration_ns, "sum of all times")
        equal((profile.facts.get("trigger"), profile.facts.get("interval_asked_ns")), ("timer", "1000000"), "how it was sampled")
        calls = profile.calls()
        equal(sum(n for name, n in calls.items() if "TwoPhases:Main" in name), 1, "calls of Main")


def test_few_calls_have_exact_times():
    folder = new_folder()
    options = f"mode=calls,callspec=Recursion,out={folder}/p.speedscope.json,out={folder}/p.pb.gz"
    for limit, complete in (("", True), ("100", False)):
        env = {"SAMPLEPOINT_EXACT_CALLS": limit} if limit else {}
        execute([MONOSP, *FLAGS, "--profile=browser:" + options, compiled("Recursion")], folder=folder, env={**FIXED, **env})
        facts = Profile(os.path.join(folder, "p.pb.gz")).facts
        equal(facts.get("calls_in_order", "no") in ("yes", "true", "1"), complete, f"single calls are kept; facts {facts}")
        equal("trigger" in facts, not complete, f"a trigger is named; facts {facts}")


def test_a_wrong_limit_is_one_line():
    for text in ("-1", "x", "400001", ""):
        done = monosp("Recursion", "--profile=browser:mode=calls", env={"SAMPLEPOINT_EXACT_CALLS": text,
                                                                        "LD_LIBRARY_PATH": harness.MODULE})
        equal(done.code, 1, f"exit code with {text!r}")
        check(re.fullmatch(r".*SAMPLEPOINT_EXACT_CALLS=.* is no whole number up to 400000\n", done.err), f"{done.err!r}")


def ops_of(name, method, *flags):
    return monosp(name, *flags, f"--dump-ir={name}:{method}", env={"LD_LIBRARY_PATH": harness.MODULE}).out.decode()


def test_who_listens_beside_gets_every_event():
    """--trace listens to the same events: then nothing is counted without telling."""
    profile = "--profile=browser:mode=calls,quiet,out=/dev/null,format=folded"
    for flags, wanted in (([profile], True), ([profile, "--trace=T:Recursion"], False)):
        text = ops_of("Recursion", "Down", *flags)
        equal(("prof.enter.cursor" in text, "prof.exit.cursor" in text), (wanted, wanted), f"cursor ops with {flags}")
        check("prof.enter" in text, text[:500])


test_each("calls", [name for name in runtime_programs() if name not in NOT_COUNTED | LONG and not waits(name)] + OLDER, calls_are_exact, globals())


if __name__ == "__main__":
    main()
