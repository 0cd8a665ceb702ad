#!/usr/bin/python3
"""Programs on our runtime and on mono: equal output, exit code and uncaught exceptions; also under GC stress."""
import os
import pty
import re
import subprocess

import harness
from differential import (FLAGS, MONOSP, compare, compiled, expected, header, main, monosp, runtime_programs, same,
    sanitized, test_each)
from harness import check, equal, execute, new_folder

# Sizes that keep a run short, also interpreted.
BENCH = {
    "BinaryTrees": 60, "DictStrings": 3000, "Exceptions": 10, "ExprTree": 200, "Fannkuch": 20, "Fib": 20,
    "HeldHeap": 20, "JsonParse": 300,
    "LinqMix": 10, "Mandelbrot": 80, "MatMul": 40, "NBody": 5000, "Scheduler": 100, "Sieve": 2, "SortStructs": 3000,
    "SpectralNorm": 60, "Startup": 1,
}

# Older programs that need no thread, process, signal or time. name -> arguments
OLDER = {
    "Delegates": [], "Dispatch": [], "Echo": [], "FiveFrames": [], "Generics": [], "Iterators": [], "Lambdas": [],
    "LongLoop": [20000], "Namespaces": [], "PlatformInvoke": [], "Recursion": [], "StaticConstructors": [],
    "TailCalls": [],
    "ThrowThroughFifty": [], "AsyncAwait": [], "Twins": [], "DynamicCode": [100], "HostileNames": [],
}

# Programs that need what one thread cannot give, or a second domain. name -> arguments
REFUSED = {
    "DeepWorkers": [], "Domains": [], "ExitRace": [], "ThreadChurn": [], "Workers": [],
}

# Under stress every safepoint collects, and scans the whole stack: these have deep ones, or run a compiler.
# `// stress-args:` in a program gives it smaller sizes.
TOO_LONG_UNDER_STRESS = {"DataContracts", "DeepRecursion", "DynamicBinding", "Evaluator", "KeptValues", "UncaughtStackOverflow",
    "XmlSerialization"}
STRESS = {"MONOSP_GC_STRESS": "1"}


def calling_frames(err):
    """(method, file:line) of all frames but the innermost of each trace: mono shows the line after a throw there."""
    frames, before = [], ""
    for line in err.splitlines():
        if "(wrapper " in line:
            continue
        match = re.match(r" *at (\S+) .* in (?:\S*/)?(\w+\.cs:\d+)", line)
        if match and before.strip().startswith("at "):
            frames.append(match.groups())
        before = line
    return frames


def test_stack_traces_have_lines():
    for name in ("UncaughtException", "UncaughtRuntime"):
        wanted = calling_frames(expected(name, flags=("--debug",)).err)
        check(wanted, "mono shows lines")
        equal(calling_frames(monosp(name, "--debug").err), wanted, f"lines of {name}")


def test_the_innermost_frame_has_the_line_of_the_throw():
    err = monosp("UncaughtException", "--debug").err
    check(re.search(r"too deep\nParameter name: count\n *at .*UncaughtException\.cs:12\b", err), f"stderr: {err[:600]}")


def test_variable_arguments_run_or_are_refused_by_name():
    got = monosp("ArgumentLists")
    if got.code == 0:
        compare("ArgumentLists", got, expected("ArgumentLists"))
    else:
        check(re.search("NotSupportedException: .*(call with variable arguments|arglist)", got.err),
            f"{got.code} {got.err[-600:]!r}")


# Of each opcode that can mean a variable argument list, code that reaches it. calli is not: ilasm cannot write its signature.
VARIABLE_ARGUMENTS = {
    "call": "ldc.i4.5 ldc.i4.6 call vararg int32 C::S(int32, ..., int32) pop ret",
    "callvirt": "newobj instance void C::.ctor() ldc.i4.3 callvirt instance vararg int32 C::V(..., int32) pop ret",
    "newobj": "ldc.i4.1 newobj instance vararg void D::.ctor(..., int32) pop ret",
    "arglist": "call int32 C::A() pop ret",
}
VARIABLE_ARGUMENTS_IL = """
.assembly extern mscorlib {{}}
.assembly V {{}}
.class public C extends [mscorlib]System.Object {{
  .method public specialname rtspecialname instance void .ctor() cil managed {{
    ldarg.0 call instance void [mscorlib]System.Object::.ctor() ret }}
  .method public static vararg int32 S(int32 x) cil managed {{ ldarg.0 ret }}
  .method public virtual instance vararg int32 V() cil managed {{ ldc.i4.1 ret }}
  .method public static int32 A() cil managed {{
    .locals init (valuetype [mscorlib]System.RuntimeArgumentHandle h) arglist stloc.0 ldc.i4.7 ret }}
}}
.class public D extends [mscorlib]System.Object {{
  .method public specialname rtspecialname instance vararg void .ctor() cil managed {{
    ldarg.0 call instance void [mscorlib]System.Object::.ctor() ret }}
}}
.class P extends [mscorlib]System.Object {{
  .method static void Main() cil managed {{ .entrypoint .maxstack 8 {} }}
}}
"""


def test_each_opcode_of_variable_arguments_is_refused_by_name():
    for opcode, body in VARIABLE_ARGUMENTS.items():
        folder = new_folder()
        source, path = os.path.join(folder, "V.il"), os.path.join(folder, "V.exe")
        with open(source, "w", encoding="utf-8") as f:
            f.write(VARIABLE_ARGUMENTS_IL.format(body))
        subprocess.run(["ilasm", "/quiet", "/output:" + path, source], check=True, stdout=subprocess.DEVNULL)
        equal(execute(["mono", path]).code, 0, f"mono's exit code for {opcode}")
        got = execute([MONOSP, *FLAGS, path])
        check(re.search(rf"^System.NotSupportedException: {opcode}( with variable arguments)? is not supported$", got.err, re.M),
            f"{opcode}: {got.code} {got.err[-600:]!r}")


def refused(name):
    got = monosp(name, args=REFUSED[name])
    check(got.code > 0, f"exit code {got.code}; stderr: {got.err[-600:]!r}")
    check("PlatformNotSupportedException" in got.err, f"stderr: {got.err[-600:]!r}")


def on_a_terminal(command):
    """(what it printed there, how it ended)"""
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, {**os.environ, "TERM": "xterm"})
    printed = b""
    while True:
        try:
            more = os.read(terminal, 4096)
        except OSError: # the other end is closed
            break
        if not more:
            break
        printed += more
    os.close(terminal)
    return printed, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def control_c():
    path = compiled("CancelKeys")
    equal(on_a_terminal([MONOSP, *FLAGS, path]), on_a_terminal(["mono", path]), "printed and exit code")


def endless_waits():
    got = monosp("EndlessWaits")
    equal(got.code, 0, "exit code")
    lines = got.out.decode().splitlines()
    check(len(lines) == 14, got.out)
    for line in lines:
        check(line.endswith(" System.InvalidOperationException True"), line)


def under_stress(name):
    same(name, args=header(name).get("stress-args"), env=STRESS, timeout=400)


def test_the_jiterpreter_tells_what_it_made():
    size = [BENCH["Sieve"]]
    got = monosp("Sieve", "--jiterp=eager", "--stats", "--dump-jit=Sieve:Round", args=size)
    text = got.out.decode()
    check("Sieve:Round (bool[],int)" in text and "stelem.i1" in text, f"no listing: {text[:500]!r}")
    lines = re.findall(r"^  ; \S*Sieve\.cs:(\d+)$", text, re.M)
    check(len(set(lines)) >= 4, f"source lines of the listing: {lines}")
    check(re.search(r"^Methods compiled: [1-9]", got.err, re.M), f"stderr: {got.err[-800:]!r}")
    got = monosp("Sieve", "--jiterp=off", "--stats", args=size)
    check("Methods compiled" not in got.err, f"stderr: {got.err[-800:]!r}")


def test_a_method_as_a_webassembly_module():
    for spec in ("Sieve:Round", "Sieve:Round@33", "Sieve:Round(bool[],int)"):
        got = monosp("Sieve", f"--dump-wasm={spec}", args=[])
        check(got.code == 0 and got.out.startswith(b"\0asm\1\0\0\0"), f"{spec}: {got.code} {got.out[:20]!r} {got.err}")
    for spec, text in (("Sieve:Nothing", "No method is named"), ("Sieve:Round@5", "loop heads are at: "),
                       ("Sieve:Round@x", "not of the form"), ("Console:WriteLine", " methods; write Type:Method(")):
        got = monosp("Sieve", f"--dump-wasm={spec}", args=[])
        check(got.code == 1 and text in got.err and not got.out, f"{spec}: {got.code} {got.err!r}")
    got = monosp("Sieve", "--jiterp=off", "--dump-wasm=Sieve:Round", args=[])
    check(got.code == 1 and "--jiterp=off" in got.err, f"{got.code} {got.err!r}")


def test_a_threshold_that_is_never_reached_compiles_nothing():
    got = monosp("Sieve", "--jiterp=on", "--jiterp-threshold=100000000", "--stats", args=[BENCH["Sieve"]])
    check(re.search(r"^Methods compiled: 0$", got.err, re.M), f"stderr: {got.err[-800:]!r}")


def test_code_that_no_frame_runs_makes_room_for_other_code():
    with_flags("OtherCollections", "--jiterp=eager", "--jiterp-code=1")
    flags = ["--jiterp=eager", "--jiterp-code=1", "--stats"]
    for env in ({}, STRESS):
        got = monosp("ManyMethods", *flags, env=env)
        equal((got.code, got.out), (0, monosp("ManyMethods", "--jiterp=off").out), f"exit code, output; {got.err[-600:]!r}")
        made, most, limit, freed = (int(re.search(rf"^Machine code bytes{text}", got.err, re.M)[1]) for text in (
            r": (\d+)", r" in use at most: (\d+)", r" in use at most: \d+ of (\d+)", r" freed: (\d+)"))
        equal(limit, 1 << 20, "the limit")
        check(made > limit >= most > limit // 2, f"made {made}, in use at most {most} of {limit}")
        check(freed >= made - limit, f"made {made}, freed {freed}, limit {limit}")


def test_loops_test_what_they_take_for_granted():
    wanted = monosp("LoopGuards", "--jiterp=off").out
    equal(wanted, expected("LoopGuards").out, "output of the interpreter")
    for flags in (["--jiterp=eager"], ["--jiterp-threshold=3"], ["--jiterp-threshold=30"]):
        got = monosp("LoopGuards", *flags, "--stats")
        equal((got.code, got.out), (0, wanted), f"{flags}: exit code, output")
        failed = re.search(r"^Exits, loop whose guard failed: (\d+)$", got.err, re.M)
        # After a few the method gets code without guards: 200,000 turns with an array that is missing are no exits.
        check(failed and 4 < int(failed[1]) < 100, f"{flags}: {got.err[-600:]!r}")


def test_virtual_calls_are_inlined_behind_guards():
    def guards(method, env=None):
        got = monosp("GuardedCalls", "--jiterp=eager", f"--dump-jit=GuardedCalls:{method}", env=env)
        text = got.out.decode()
        check("tier.enter" in text, f"no code of {method}: {got.err[-300:]!r}")
        return re.findall(r"^ +\d+ +IL_[0-9a-f]+ +br\.not\.(\w+)", text, re.M)
    equal(guards("Sum"), ["method"] * 7, "guards: five calls, and two in one of them")
    equal(guards("Stores"), ["vtable"] * 4, "guards: of the small ones; no generic method is guessed")
    equal(guards("Sum", {"MONOSP_INLINE": "0"}), [], "guards without inlining")


def test_ops_on_objects_stay_in_compiled_code():
    for name, ops in (("DelegateKinds", "newobj.delegate ldvirtftn"), ("Locking", "monitor.enter monitor.exit"),
                      ("MultiDimensionalArrays", "newarr.md"), ("Nullables", "box.nullable"),
                      ("IntegerFormatting", "localloc ret"), ("ReflectionBasics", "gettype"), ("TypedReferences", "refanyval")):
        got = monosp(name, "--jiterp=eager", "--stats")
        equal(got.out, monosp(name, "--jiterp=off").out, f"output of {name}")
        check("Methods compiled" in got.err, f"no statistics: {got.err[-300:]!r}")
        left = {op: int(count) for op, count in re.findall(r"^  ([a-z0-9.]+): (\d+)$", got.err, re.M)}
        check(not set(ops.split()) & set(left), f"{name}: exits by op {left}")


def test_tail_calls_stay_in_compiled_code():
    for flags in (["--jiterp=eager"], ["--jiterp-threshold=3"], []):
        got = monosp("IlTailCalls", *flags, "--stats")
        equal((got.code, got.out), (0, expected("IlTailCalls").out), f"{flags}: exit code, output")
        check("Methods compiled" in got.err and "tail.call" not in got.err, f"{flags}: {got.err[-600:]!r}")
        # A million of them; those that the interpreter makes meet a method without code, or a frame entered from C.
        left = re.search(r"^Exits, tail call for the interpreter: (\d+)$", got.err, re.M)
        check(left and int(left[1]) < 1000, f"{flags}: {got.err[-600:]!r}")


def test_bad_options_of_the_jiterpreter_are_refused():
    for flag in ("--jiterp=maybe", "--jiterp-threshold=-1", "--jiterp-threshold=x", "--jiterp-code=0"):
        got = monosp("Echo", flag, args=[])
        check(got.code == 1 and flag.split("=")[0] in got.err, f"{flag}: {got.code} {got.err!r}")


def test_perf_finds_names_and_code():
    got = monosp("Sieve", "--jiterp=eager", "--jitdump", args=[BENCH["Sieve"]])
    dumps = [name for name in os.listdir(got.run.folder) if name.endswith(".dump")]
    equal(len(dumps), 1, f"dumps; {got.err[-300:]!r}")
    with open(os.path.join(got.run.folder, dumps[0]), "rb") as f:
        check(b"Sieve:Round (bool[],int)\0" in f.read(), "the method's name")


def with_flags(name, *flags, **rest):
    args = rest.get("args")
    compare(name, monosp(name, *flags, **rest), expected(name, None if args is None else tuple(args)))


def compiled_under_stress(name):
    with_flags(name, "--jiterp=eager", args=header(name).get("stress-args"), env=STRESS, timeout=400)


PROGRAMS = [name for name in runtime_programs() if name != "ArgumentLists"]

test_each("program", PROGRAMS, same, globals())
test_each("eager", PROGRAMS, lambda name: with_flags(name, "--jiterp=eager"), globals())
test_each("interpreted", PROGRAMS, lambda name: with_flags(name, "--jiterp=off"), globals())
test_each("bench", BENCH, lambda name: same(name, args=[BENCH[name]]), globals())
test_each("bench_eager", BENCH, lambda name: with_flags(name, "--jiterp=eager", args=[BENCH[name]]), globals())
if not sanitized():
    test_each("older", OLDER, lambda name: same(name, args=OLDER[name]), globals())
    test_each("refused", REFUSED, refused, globals())
    test_control_c_on_a_terminal = control_c
    test_waits_that_nothing_can_end_say_so = endless_waits
UNDER_STRESS = [name for name in PROGRAMS if name not in TOO_LONG_UNDER_STRESS]
# A third of them, each in one tier, in turn; SP_HEAVY=1: all in both.
test_each("stress", UNDER_STRESS if harness.HEAVY else UNDER_STRESS[::6], under_stress, globals(), slow=True)
test_each("eager_stress", UNDER_STRESS if harness.HEAVY else UNDER_STRESS[3::6], compiled_under_stress, globals(), slow=True)


if __name__ == "__main__":
    main()
