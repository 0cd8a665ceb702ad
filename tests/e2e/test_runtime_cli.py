#!/usr/bin/python3
"""The command line as mono's: same exit code and same words for what both know, and the same ends by signals."""
import os
import re
import shutil
import signal
import subprocess
from collections import Counter

from differential import FIXED, FLAGS, MONOSP, compiled, main
from harness import check, equal, execute, new_folder, program, send_signals


def both(*words, env=None):
    return [execute([*command, *words], env={**FIXED, **(env or {})}) for command in (["mono"], [MONOSP, *FLAGS])]


def alike(*words, env=None):
    theirs, ours = both(*words, env=env)
    equal((ours.code, ours.out, ours.err), (theirs.code, theirs.out, theirs.err), f"code, stdout, stderr of {words}")
    return ours


def test_what_is_no_program():
    folder = new_folder()
    text, directory = os.path.join(folder, "text.exe"), os.path.join(folder, "folder.exe")
    with open(text, "w", encoding="utf-8") as f:
        f.write("hello\n")
    os.mkdir(directory)
    for path in (text, directory, directory + "/", "/no/such.exe", "", "/dev/null"):
        check(alike(path).code > 0, f"{path!r} is refused")


def test_a_library_has_no_entry_point():
    alike(program("TwinOne.dll"))


def test_arguments_pass_unchanged():
    for words in (["a", "b c", ""], ["--", "--version"], ["-x"], ["ü\U0001f600"]):
        alike(program("Echo"), *words)
    alike("--", program("Echo"), "x")


def test_arguments_that_are_no_text_are_refused():
    check(alike(program("Echo"), b"\xff\xfe").code == 255, "exit code 255")
    alike(program("Echo"), b"\xff", env={"MONO_EXTERNAL_ENCODINGS": "latin1"})


def test_options_nobody_knows():
    check(alike("--nosuch", program("Echo")).code == 1, "exit code 1")
    check(alike("--gc=nosuch", program("Echo")).code == 1, "exit code 1")


def test_options_that_mean_nothing_here_are_accepted():
    for option in ("-O=all", "--gc=sgen", "--server", "--desktop", "--security", "--jitmap", "--interp"):
        run = execute([MONOSP, *FLAGS, option, program("Echo")], env=FIXED)
        equal(run.code, 0, f"exit code with {option}; {run.err!r}")


def test_help_and_version():
    for option, word in (("--help", "Usage"), ("--version", "monosp")):
        run = execute([MONOSP, option], env=FIXED)
        equal(run.code, 0, "exit code")
        check(word in run.out and not run.err, f"{run.out!r} {run.err!r}")
    run = execute([MONOSP], env=FIXED)
    check(run.code == 1 and "Usage" in run.out, f"without a program: {run.code} {run.out!r}")


def test_mono_path_finds_libraries():
    folder, library = new_folder(), new_folder()
    source = os.path.join(folder, "Uses.cs")
    with open(source, "w", encoding="utf-8") as f:
        f.write("class Uses { static void Main() { System.Console.WriteLine(Lib.X()); } }\n")
    with open(os.path.join(library, "Lib.cs"), "w", encoding="utf-8") as f:
        f.write("public class Lib { public static string X() { return typeof(Lib).Assembly.GetName().Name; } }\n")
    dll, exe = os.path.join(library, "Lib.dll"), os.path.join(folder, "Uses.exe")
    subprocess.run(["mcs", "-nologo", "-target:library", "-out:" + dll, dll[:-3] + "cs"], check=True)
    subprocess.run(["mcs", "-nologo", "-r:" + dll, "-out:" + exe, source], check=True)
    check(alike(exe, env={"MONO_PATH": "/nowhere:" + library}).out.endswith("\nLib\n"), "found through MONO_PATH")
    missing = execute([MONOSP, *FLAGS, exe], env=FIXED)
    check(missing.code == 1 and "FileNotFoundException" in missing.err, f"{missing.code} {missing.err[-400:]!r}")
    shutil.copy(dll, folder)
    equal(alike(exe).out, "Lib\n", "beside the program")


def test_a_closed_pipe_is_an_exception_and_no_signal():
    for command in (["mono"], [MONOSP, *FLAGS]):
        process = subprocess.Popen([*command, compiled("Startup"), "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, **FIXED})
        process.stdout.close()
        err = process.stderr.read().decode()
        equal(process.wait(), 1, f"exit code of {command[0]}; {err[-300:]!r}")
        check("IOException: Write fault" in err, f"stderr: {err[:300]!r}")


def test_output_to_a_full_device():
    codes = []
    for command in ("mono", MONOSP):
        done = subprocess.run(["sh", "-c", f'"$0" "$1" 1 >/dev/full', command, compiled("Startup")], capture_output=True,
                              env={**os.environ, **FIXED}, check=False)
        codes.append((done.returncode, "Disk full" in done.stderr.decode()))
    equal(codes[1], codes[0], "exit code and reason")


def test_signals_end_it_as_mono():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGALRM):
        for how in ("spin", "sleep"):
            run = execute([MONOSP, *FLAGS, program("SignalTarget"), how], env=FIXED, act=send_signals((0.2, number)))
            equal(run.code, -number, f"end of {how}")


def test_sigquit_shows_the_stack_and_goes_on():
    run = execute([MONOSP, *FLAGS, program("SignalTarget"), "spin", "1000"], env=FIXED,
                  act=send_signals((0.2, signal.SIGQUIT)))
    equal(run.code, 0, "exit code")
    check(re.search(r"Full thread dump:\n\n.*\n(  at .*\n)*  at SignalTarget\.Main ", run.out), f"stdout: {run.out!r}")


TRACES = ("all", "program", "disabled", "-program", "program,disabled", "program,", ",program", "-", "", "N:Acme",
    "N:Acme.Noise", "N:", "N:Ac", "N:Acme,-M:Acme.Program:Step", "all,-N:Acme.Core", "program,-T:Acme.Noise.Loud",
    "T:Acme.Core.Engine", "T:Engine", "T:Part", "T:Global", "T:", "M:Acme.Noise.Loud:Echo", "M:Loud:Make", "M::Help",
    "M:Loud::Make", "Namespaces", "N", "mscorlib", "E:all", "E:System.Exception")
REFUSED_TRACES = ("M:Echo", "M:", "M:Loud:Make(int)", "[N]", "N:Ac*", "program;N:Acme")


def traced(spec):
    """Methods of the program that --trace shows as entered, in order, on both; and our run."""
    runs = both("-O=-inline", "--trace=" + spec, program("Namespaces"))
    return [re.findall(r"ENTER: ((?:Acme|Global)[^ ]*)", run.out) for run in runs], runs[1]


def test_traces_show_the_methods_that_mono_traces():
    shown = set()
    for spec in TRACES:
        (theirs, ours), run = traced(spec)
        equal((Counter(ours), run.code, run.err), (Counter(theirs), 0, ""), f"--trace={spec}")
        check(ours == theirs, f"--trace={spec}: another order")
        if spec == "program":
            check(run.out.rstrip().splitlines()[-2].startswith("n="), "the program's output is not where it was printed")
        shown.update(ours)
    equal(len(shown), 7, "methods that some specification showed")


def test_traces_below_a_namespace():
    equal(len(traced("N:Acme.*")[0][1]), 151, "calls in Acme and below")
    equal(len(traced("T:Acme.Core.Engine/Part")[0][1]), 50, "calls of the nested type")


def test_bad_trace_specifications_are_refused():
    for spec in REFUSED_TRACES:
        check(both("--trace=" + spec, program("Namespaces"))[0].code == 1, f"mono refuses {spec}")
    for spec in (*REFUSED_TRACES, "X:Acme", "program,M:Acme:", "Acme.Program:Main"):
        run = both("--trace=" + spec, program("Namespaces"))[1]
        check(run.code == 1 and run.err.count("\n") == 1 and "n=" not in run.out, f"{spec}: {run.code} {run.err!r}")


def test_traced_exceptions():
    run = both("--trace=E:all", program("ThrowThroughFifty"))[1]
    check("EXCEPTION handling: " in run.out and "ENTER" not in run.out, run.out[:300])


FAIL_FAST = """using System;
static class FailFast
{
    static void Main(string[] args)
    {
        try { Environment.FailFast(args.Length > 0 ? args[0] : null, args.Length > 1 ? new Exception(args[1]) : null); }
        finally { Console.WriteLine("not reached"); }
    }
}
"""


def test_fail_fast_says_why_and_aborts():
    folder = new_folder()
    source, path = os.path.join(folder, "FailFast.cs"), os.path.join(folder, "FailFast.exe")
    with open(source, "w", encoding="utf-8") as f:
        f.write(FAIL_FAST)
    subprocess.run(["mcs", "-nologo", "-out:" + path, source], check=True)
    for words in ((), ("why",), ("", "inner")):
        theirs, ours = both(path, *words) # mono goes on with a report of the crash
        equal((ours.code, ours.out.splitlines()), (theirs.code, theirs.out.splitlines()[:1]), f"code, stdout of {words}")
        wanted = theirs.err.splitlines()[:3] if len(words) > 1 else []
        equal(ours.err.splitlines(), wanted, f"stderr of {words}")


if __name__ == "__main__":
    main()
