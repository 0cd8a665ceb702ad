#!/usr/bin/python3
"""Every program on the runtime built for WebAssembly, in Node: output and exit code as on mono, interpreted and with every
method compiled to WebAssembly at its first call, under GC stress too.

  SP_WASM   monosp.wasm; wasm/serve.mjs runs the programs, all in one process
"""
import atexit
import collections
import json
import os
import re
import shutil
import subprocess
import threading

import differential
import harness
from differential import (FIXED, Failure, Result, arguments, compare, compiled, everyday_programs, expected, header,
    library_programs, main, runtime_programs, stdin, test_each)
from harness import Profile, between, check, equal, execute, new_folder, slow
from test_runtime import BENCH, OLDER, REFUSED, STRESS, TOO_LONG_UNDER_STRESS

WASM = os.environ.get("SP_WASM", "")
SERVE = os.path.join(harness.SOURCES, "..", "..", "wasm", "serve.mjs")

# What a program answers instead of mono's lines, counted from 1: pointers have 4 bytes, and WASI knows no permissions.
OTHER_LINES = {
    "EnvironmentExit": {5: "True False True Unix 4 False True"},
    "IlConversions": {
        27: "int32 conv.ovf.i.un: 0 1 ovf 127 128 ovf 255 256 32768 65535 65536 2147483647 ovf",
        58: "int64 conv.i: 0 -1 128 65536 -2147483648 2147483647 -1 0 -1 0",
        59: "int64 conv.ovf.i: 0 -1 128 65536 ovf ovf ovf ovf ovf ovf",
        60: "int64 conv.ovf.i.un: 0 ovf 128 65536 ovf ovf ovf ovf ovf ovf",
        61: "int64 conv.u: 0 4294967295 128 65536 2147483648 2147483647 4294967295 0 4294967295 0",
        62: "int64 conv.ovf.u: 0 ovf 128 65536 2147483648 ovf 4294967295 ovf ovf ovf",
        63: "int64 conv.ovf.u.un: 0 ovf 128 65536 2147483648 ovf 4294967295 ovf ovf ovf",
        84: "float64 conv.ovf.i: 0 0 127 255 256 32768 65535 2147483647 ovf ovf 0 -1 -128 ovf ovf ovf",
        85: "float64 conv.u: 0 0 127 255 256 32768 65535 2147483647 1410065408 3800301568",
        86: "float64 conv.ovf.u: 0 0 127 255 256 32768 65535 2147483647 ovf ovf 0 ovf ovf ovf ovf ovf",
    },
    "Environments": {6: "True False Unix 4.0.30319.42000", 7: "True True 65536", 8: "False True", 11: "True X86"},
    "IlTokens": {14: "4", 18: "4"},
    "IntegerConversions": {97: "-5 -5 -5 -5 5 5 4 True 0"},
    "Pointers": {2: "77 6 True True 4"},
    "Folders": {11: "Normal Directory False"},
}

# Programs that need what WebAssembly has not. name -> (why, what stderr must say; exit code 1)
LIBC = "it calls libc", "System.DllNotFoundException: libc"
HELPER = "it compresses, by Mono's native helper", "System.DllNotFoundException: MonoPosixHelper"
PROCESS = "it starts processes", "System.PlatformNotSupportedException: "
NOT_HERE = {
    "CancelKeys": LIBC, "Drawings": LIBC, "ModuleMembers": LIBC, "NetTypes": LIBC, "PlatformInvoke": LIBC,
    "PlatformInvokes": LIBC,
    "Compression": HELPER, "Pictures": HELPER, "Plumbing": HELPER, "ZipArchives": HELPER,
    "MappedFiles": ("it maps files", "System.PlatformNotSupportedException: WebAssembly maps no files"),
    "ProcessEvents": PROCESS, "Processes": PROCESS,
    "Queries": ("it has a database", "System.DllNotFoundException: sqlite3"),
}

# Counted against the native interpreter, which is where pointers have 8 bytes: methods of the class library that go another
# way for that, and those that tell a regular file from a stream, which standard output is here always.
OTHER_COUNTS = {
    "intptr", "uintptr", "string:wcslen", "System.Buffer:memcpy2", "System.Buffer:memcpy4", "System.SpanHelpers:SequenceEqual",
    "System.SpanHelpers:SequenceCompareTo",
    "System.IO.FileStream:Init", "System.IO.FileStream:get_CanSeek", "System.IO.FileStream:get_Position",
    "System.IO.MonoIO:Seek", "System.IO.StreamWriter:Init", "System.Runtime.InteropServices.SafeHandle:DangerousAddRef",
    "System.Runtime.InteropServices.SafeHandle:DangerousGetHandle",
    "System.Runtime.InteropServices.SafeHandle:DangerousRelease",
    "System.Runtime.InteropServices.SafeHandle:DangerousReleaseInternal",
    "System.Runtime.InteropServices.SafeHandle:get_IsClosed",
}
# Programs whose own methods are not counted, and why.
NOT_COUNTED = {
    "IlConversions": "native ints overflow earlier",
    "DynamicCode": "it makes methods until some are collected",
    "TaskDelays": "what a timer finds done depends on the speed",
    "Twins": "it runs for a time",
}
# A sample each visit would be millions, or each as long as their stacks are deep: they are counted by mode=calls only.
CALLS_ONLY = {"DeepRecursion", "LongLoop", "RealArguments", "Recursion", "StackOverflowing", "UncaughtStackOverflow"}


class Server:
    """wasm/serve.mjs: requests as lines of JSON, answers as they come."""

    def __init__(self):
        self.process = subprocess.Popen(["node", SERVE, WASM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lock, self.waiting, self.next = threading.Lock(), {}, 0
        threading.Thread(target=self.read, daemon=True).start()
        atexit.register(self.end)

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            waiter = self.waiting.pop(answer["id"])
            waiter["answer"] = answer
            waiter["done"].set()

    def run(self, request):
        waiter = {"done": threading.Event()}
        with self.lock:
            self.next += 1
            request["id"] = self.next
            self.waiting[self.next] = waiter
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        waiter["done"].wait()
        return waiter["answer"]


class Finished:
    """As harness.Run, as far as Result looks."""

    def __init__(self, folder, code, err):
        self.folder, self.code, self.err = folder, code, err

    def path(self, name):
        return os.path.join(self.folder, name)


server_lock = threading.Lock()
servers = []


def server():
    with server_lock:
        if not servers:
            servers.append(Server())
        return servers[0]


def monosp(name, *flags, args=None, env=None, timeout=60):
    folder, data = new_folder(), new_folder()
    words = arguments(name, data) if args is None else list(map(str, args))
    paths = {stream: os.path.join(folder, stream) for stream in ("stdin", "stdout", "stderr")}
    with open(paths["stdin"], "w", encoding="utf-8") as f:
        f.write(stdin(name) or "")
    answer = server().run({
        "args": ["monosp", *flags, compiled(name), *words], "env": {**os.environ, **FIXED, **(env or {})}, "cwd": folder,
        "timeout_ms": timeout * 1000, **paths})
    with open(paths["stderr"], encoding="utf-8", errors="surrogateescape") as f:
        err = f.read()
    check("error" not in answer, f"the host failed: {answer.get('error', '')[:1500]}; stderr: {err[-600:]!r}")
    check(answer["code"] is not None, f"no end within {timeout} s; stderr: {err[-600:]!r}")
    return Result(Finished(folder, answer["code"], err))


def wanted(name, args):
    """mono's result, with the lines that differ here."""
    result = expected(name, args)
    lines = result.out.split(b"\n")
    for number, text in OTHER_LINES.get(name, {}).items():
        lines[number - 1] = text.encode()
    changed = Result.__new__(Result)
    changed.out, changed.err, changed.code, changed.run = b"\n".join(lines), result.err, result.code, result.run
    return changed


def same(name, *flags, args=None, **rest):
    args = None if args is None else tuple(args)
    got = monosp(name, *flags, args=args, **rest)
    if name in NOT_HERE:
        why, text = NOT_HERE[name]
        equal(got.code, 1, f"exit code ({why}); stderr: {got.err[-600:]!r}")
        check(text in got.err, f"{why}: stderr: {got.err[-600:]!r}")
    else:
        compare(name, got, wanted(name, args))


def refused(name):
    got = monosp(name, args=REFUSED[name])
    check(got.code > 0, f"exit code {got.code}; stderr: {got.err[-600:]!r}")
    check("PlatformNotSupportedException" in got.err, f"stderr: {got.err[-600:]!r}")


def test_the_jiterpreter_tells_what_it_made():
    got = monosp("Sieve", "--jiterp=eager", "--stats", args=[BENCH["Sieve"]])
    for text in ("Methods compiled", "Machine code bytes", "Entries into compiled code"):
        check(re.search(rf"^{text}: [1-9]", got.err, re.M), f"{text}: {got.err[-800:]!r}")
    check(not re.search("^Methods not compiled", got.err, re.M), got.err[-800:])
    got = monosp("Sieve", "--jiterp=off", "--stats", args=[BENCH["Sieve"]])
    check("Methods compiled" not in got.err, got.err[-800:])


PROGRAMS = [name for name in runtime_programs() if name != "ArgumentLists"]
OTHERS = [name for name in library_programs() if name != "NotHere"] + everyday_programs()
EAGER = "--jiterp=eager"


# ---- The profiler module ----

def samples_by_stack(profile):
    counts = collections.Counter()
    for frames, values in profile.rows:
        counts[tuple(f"{raw}, line {line}" for _, raw, line in frames)] += values["samples"]
    return counts


# What is counted: mode=calls does at each event; at interval 0 there is a sample at each visit, which is a stack with lines.
COUNTS = {"calls": ("mode=calls", Profile.calls), "samples": ("sampleIntervalMs=0,lines", samples_by_stack)}
BACK_ENDS = {"interpreted": "--jiterp=off", "compiled": EAGER}
WAYS = [(what, how) for what in COUNTS for how in BACK_ENDS]


def profiled(run, name, options, *flags, **rest):
    path = os.path.join(new_folder(), "p.pb.gz")
    got = run(name, *flags, "--debug", f"--profile=browser:quiet,{options},out={path}", **rest)
    check(os.path.exists(path), f"no profile was written; stderr: {got.err[-600:]!r}")
    return Profile(path)


def same_counts(name, ways=WAYS, options="", left_out=lambda key: False):
    """As the native interpreter counts, in WebAssembly."""
    wanted = {}
    for what, how in ways:
        chosen, counts = COUNTS[what]
        if what not in wanted:
            wanted[what] = counts(profiled(differential.monosp, name, chosen + options, "--jiterp=off"))
            check(wanted[what] or name == "UncaughtAbort", f"{what}: nothing was counted") # it ends at once
        got = counts(profiled(monosp, name, chosen + options, BACK_ENDS[how]))
        wrong = [f"{key}: got {got.get(key, 0)}, wanted {wanted[what].get(key, 0)}" for key in {*got, *wanted[what]}
                 if got.get(key, 0) != wanted[what].get(key, 0) and not left_out(key)]
        check(not wrong, f"{what}, {how}: {len(wrong)} of {len(wanted[what])}\n" + "\n".join(wrong[:20]))


def own_counts(name, ways=WAYS):
    same_counts(name, ways, f",callspec={name}")


def library_counts(name):
    def left_out(key):
        method = (key if isinstance(key, str) else key[-1]).split(" (")[0]
        return method in OTHER_COUNTS or method.split(":")[0] in OTHER_COUNTS
    same_counts(name, left_out=left_out)


def refuses_options(options, *words):
    """One line on stderr that holds the words, exit code 1, and nothing of the program."""
    got = monosp("TripCounts", "--profile=browser:" + options)
    equal((got.code, got.out), (1, b""), f"{options}: exit code and output; stderr {got.err!r}")
    equal(len(got.err.splitlines()), 1, f"{options}: lines on stderr: {got.err!r}")
    check(all(word in got.err for word in words), f"{options}: {got.err!r} holds not all of {words}")


def test_what_needs_threads_and_signals_is_refused():
    refuses_options("trigger=timer", "trigger=timer cannot be used", "second thread", "trigger=visits")
    refuses_options("trigger=signal", "trigger=signal cannot be used", "trigger=visits")
    refuses_options("snapshotSignal=USR1", "snapshotSignal=USR1", "(allowed: none)")
    refuses_options("triger=visits", "did you mean 'trigger'?")
    got = monosp("TripCounts", "--profile=log")
    equal((got.code, got.out), (1, b""), "another module's exit code and output")
    check("profiler module 'log': not linked" in got.err, got.err)


def test_a_module_that_is_missing_or_none_is_said_in_a_line():
    command = os.path.join(os.path.dirname(SERVE), "monosp.mjs")
    for file, why in (("/nowhere/monosp.wasm", "no such file"), (os.path.abspath(__file__), "WebAssembly.Module()")):
        got = execute(["node", command, "--version"], env={"MONOSP_WASM": file})
        equal((got.code, got.out, got.err.count("\n")), (1, "", 1), f"exit code, output, lines on stderr: {got.err}")
        check(f"monosp: {file}: " in got.err and why in got.err and "MONOSP_WASM names" in got.err, got.err)


def test_all_formats_are_written_and_read():
    """By the native tool, which sees the same samples in each."""
    folder = new_folder()
    files = {ending: os.path.join(folder, "p" + ending)
             for ending in (".html", ".svg", ".folded", ".speedscope.json", ".pb.gz", ".trace.json")}
    outputs = "".join(f",out={path}" for path in files.values())
    got = monosp("TripCounts", "--profile=browser:sampleIntervalMs=0,callspec=TripCounts" + outputs)
    equal(got.code, 0, f"exit code; {got.err!r}")
    check(got.err.count("[samplepoint] wrote ") == len(files) and "trigger visits" in got.err, got.err)
    tables = {}
    for ending in (".html", ".folded", ".speedscope.json", ".pb.gz"):
        shown = execute([harness.TOOL, "top", "--json", "--limit=0", files[ending]])
        equal(shown.code, 0, f"the tool's exit code for {ending}; {shown.err!r}")
        tables[ending] = {row["name"]: row["samples"] for row in json.loads(shown.out)["methods"]}
        check(len(tables[ending]) > 10, f"{ending}: {tables[ending]}")
    for ending, table in tables.items():
        if ending != ".folded":  # whose numbers are weights
            equal(table, tables[".pb.gz"], f"samples in {ending}")
    for ending, text in ((".svg", "TripCounts.DoWhile"), (".trace.json", "TripCounts.DoWhile")):
        with open(files[ending], encoding="utf-8") as f:
            check(text in f.read(), f"{text} is not in {ending}")


def test_standard_output_takes_a_profile():
    got = monosp("TripCounts", "--profile=browser:quiet,sampleIntervalMs=0,callspec=TripCounts,out=-,format=folded")
    check(re.search(rb"^TripCounts.Main\(.*\);TripCounts.DoWhile\(int\) \d+$", got.out, re.M), got.out[-600:])


@slow
def test_known_mix_shares_and_tiers():
    """Sampled once a millisecond: shares of time as the program measured them, and frames of both tiers."""
    folder = new_folder()
    got = monosp("KnownMix", f"--profile=browser:quiet,out={folder}/p.pb.gz,out={folder}/p.svg", args=[4000, 1])
    profile = Profile(os.path.join(folder, "p.pb.gz"))
    truths = re.findall(r"^truth (\w+).* actual ([0-9.]+)", got.out.decode(), re.M)
    equal(len(truths), 5, f"truths: {got.out!r}")
    for method, truth in truths:
        share = profile.share(f"KnownMix:{method} (", within="KnownMix:Main")
        between(share, float(truth) - 6, float(truth) + 6, f"share of {method}")
    shown = execute([harness.TOOL, "top", "--json", "--by=tier", os.path.join(folder, "p.pb.gz")])
    tiers = {row["name"]: row["samples"] for row in json.loads(shown.out)["tiers"]}
    check(tiers.get("interp", 0) > 5 and tiers.get("jiterp", 0) > 100, f"samples by tier: {tiers}")
    with open(os.path.join(folder, "p.svg"), encoding="utf-8") as f:
        text = f.read()
    check('id="tier1"' in text and 'id="tier2"' in text, "the picture has a legend of both tiers")


def events(run, name, *flags):
    """Enters and leaves as --trace prints them, in order."""
    return re.findall(rb"\] (ENTER|LEAVE): (\S+ \([^)]*\))", run(name, *flags, "--trace=program").out)


def test_trace_prints_events_in_order():
    for name in ("ExceptionFlow", "TailCalls"):
        wanted = events(differential.monosp, name, "--jiterp=off")
        check(len(wanted) > 10, f"{name}: {wanted}")
        for how, flag in BACK_ENDS.items():
            equal(events(monosp, name, flag), wanted, f"events of {name}, {how}")


COUNTED = [name for name in PROGRAMS + list(OLDER) if name not in {*NOT_COUNTED, *NOT_HERE, *CALLS_ONLY}]

# Every program compiled: half of runtime/ for its output, the others for their counts; some of the others, without the
# tier, where it is hot, and under stress in turn. SP_HEAVY=1: all.
def some(names, first, step):
    return names if harness.HEAVY else names[first::step]


def test_some_programs_interpreted_and_compiled():
    for name in ("GenericMethods", "ExceptionFlow", "Structs"):
        same(name, "--jiterp=off")
        same(name, EAGER)


FOR_OUTPUT = some([name for name in PROGRAMS if name in COUNTED], 1, 2) + [name for name in PROGRAMS if name not in COUNTED]
test_each("eager", FOR_OUTPUT + some(OTHERS, 0, 5), lambda name: same(name, EAGER), globals(), slow=True)
test_each("eager", OLDER, lambda name: same(name, EAGER, args=OLDER[name]), globals(), slow=True)
test_each("eager", BENCH, lambda name: same(name, EAGER, args=[BENCH[name]]), globals(), slow=True)
test_each("interpreted", some(PROGRAMS + OTHERS, 0, 16), lambda name: same(name, "--jiterp=off"), globals(), slow=True)
test_each("hot", some(PROGRAMS + OTHERS, 8, 16), same, globals(), slow=True)
test_each("refused", REFUSED, refused, globals())
for quick in ("ExceptionFlow", "IteratorMethods", "TripCounts"):
    test_each("counts", [quick], own_counts, globals())
test_each("library_counts", ["Closures"], library_counts, globals(), slow=True)
# Compiled, for calls and for visits in turn; with SP_HEAVY=1 each in all ways.
FOR_COUNTS = [name for name in COUNTED if harness.HEAVY or name not in FOR_OUTPUT]
for turn, what in enumerate(COUNTS):
    test_each("counts_of", FOR_COUNTS[turn::len(COUNTS)],
        lambda name, what=what: own_counts(name, WAYS if harness.HEAVY else [(what, "compiled")]), globals(), slow=True)
if harness.HEAVY:
    test_each("counts_of", sorted(CALLS_ONLY), lambda name: own_counts(name, [way for way in WAYS if way[0] == "calls"]),
        globals(), slow=True)
UNDER_STRESS = [name for name in PROGRAMS if name not in TOO_LONG_UNDER_STRESS | {"LoopGuards"}]
test_each("eager_stress", some(UNDER_STRESS, 0, 16), lambda name: same(name, EAGER, args=header(name).get("stress-args"),
    env=STRESS, timeout=400), globals(), slow=True)


def missing():
    if not os.path.exists(WASM):
        return f"there is no {WASM or 'SP_WASM'}"
    return None if shutil.which("node") else "there is no node on PATH"


if __name__ == "__main__":
    main(missing)
