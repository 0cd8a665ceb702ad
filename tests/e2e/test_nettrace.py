#!/usr/bin/python3
"""Traces of .NET's own runtime: as profiles, and as a list of methods to compile ahead of time.

The quick tests read one that lies in the folder nettrace; the slow ones let the .NET on PATH write a new one."""
import functools
import glob
import json
import os
import re
import shutil
import sys

import harness
from differential import FIXED, MONOSP, compiled, main
from harness import Profile, between, check, equal, execute, new_folder, slow
from test_aot import FAST, compile_ahead

PROGRAM = "MethodNames"
RECORDED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nettrace", PROGRAM + ".nettrace.gz")
# mcs's state machines have it; Mono's class library calls it, .NET's does not.
MONO_ONLY = "Names.Methods/<Wait>c__async1:SetStateMachine (System.Runtime.CompilerServices.IAsyncStateMachine)"
CONFIG = {"framework": {"name": "Microsoft.NETCore.App", "version": "6.0.0"}, "rollForward": "LatestMajor"}


def converted(path):
    out = os.path.join(new_folder(), "p.pb.gz")
    done = execute([harness.TOOL, "convert", path, "-o", out])
    equal((done.code, done.err), (0, ""), "exit code and stderr of convert")
    return Profile(out)


@functools.lru_cache(maxsize=None)
def called():
    """The program's own methods that our runtime calls."""
    path = os.path.join(new_folder(), "p.pb.gz")
    done = execute([MONOSP, f"--profile=browser:quiet,mode=calls,callspec=program,out={path}", compiled(PROGRAM)], env=FIXED)
    equal((done.code, done.err), (0, ""), "exit code and stderr")
    return set(Profile(path).calls()) - {MONO_ONLY}


def compiled_methods(*options):
    """Full names of what an image has."""
    folder = new_folder()
    _, done = compile_ahead(compiled(PROGRAM), "save-temps=" + folder, *options, *FAST)
    equal(done.code, 0, f"exit code of --aot; {done.err[-800:]!r}")
    names = set()
    for path in glob.glob(os.path.join(folder, "*.c")):
        with open(path, encoding="utf-8") as f:
            names.update(re.findall(r"^/\* (.*:.*\)) \*/$", f.read(), re.M))
    equal(len(names), int(re.search(r": (\d+) methods", done.out).group(1)), "methods")
    return names


def own(names):
    return {name for name in names if re.match(r"Names\.|MethodNames:", name)}


# Of RECORDED, by TraceEvent.
SAMPLES, TIME_MS = 464, 1141.25
TURN, TURN_SAMPLES, TURN_MS = ["MethodNames:Main (string[])", "Names.Spin:Turn (int[],int)"], 86, 235.66


def test_samples_are_those_that_another_reader_finds():
    profile = converted(RECORDED)
    equal(profile.total("samples"), SAMPLES, "samples")
    between(profile.total() / 1e6, TIME_MS - 0.1, TIME_MS + 0.1, "ms in all")
    turn = [v for frames, v in profile.rows if [f[1] for f in frames] == TURN]
    equal(sum(v["samples"] for v in turn), TURN_SAMPLES, "samples of Turn")
    between(sum(v["time"] for v in turn) / 1e6, TURN_MS - 0.01, TURN_MS + 0.01, "ms of Turn")


def test_reports_name_methods_modules_and_native_time():
    top = execute([harness.TOOL, "top", RECORDED, "--limit=0"]).out
    check(re.search(r"Names\.Spin\.Turn\(int\[\], int\) +\[MethodNames\]", top), f"no Turn in {top[:1000]!r}")
    check("[native]" in top and "[System.Private.CoreLib]" in top, f"{top[:1000]!r}")
    info = json.loads(execute([harness.TOOL, "info", RECORDED, "--json"]).out)
    check(info["runtime"].startswith("CoreCLR 10.0."), f"runtime {info['runtime']!r}")
    check(info["command"].endswith("MethodNames.exe 250"), f"command {info['command']!r}")


def test_exactly_the_methods_that_ran_are_compiled():
    made = compiled_methods("profile=" + RECORDED)
    equal(own(made), called(), "the program's methods in the image")
    check(any(name.startswith("System.Collections.Generic.Dictionary`2<Names.Vector, Level>:") for name in made),
          "instances of the class library's generics over the program's types")
    check(own(made) < own(compiled_methods()), "without a profile there are more")


def test_folded_stacks_of_a_trace_name_only_what_has_samples():
    out = os.path.join(new_folder(), "p.folded")
    equal(execute([harness.TOOL, "convert", RECORDED, "-o", out]).code, 0, "exit code of convert")
    made = own(compiled_methods("profile=" + out))
    check(set(TURN) <= made < called(), f"methods: {made}")


@functools.lru_cache(maxsize=None)
def recorded_now():
    folder = new_folder()
    exe, trace = os.path.join(folder, PROGRAM + ".exe"), os.path.join(folder, PROGRAM + ".nettrace")
    shutil.copy(compiled(PROGRAM), exe)
    with open(os.path.join(folder, PROGRAM + ".runtimeconfig.json"), "w", encoding="utf-8") as f:
        json.dump({"runtimeOptions": CONFIG}, f)
    done = execute(["dotnet", "exec", exe, "500"], env={
        "DOTNET_EnableEventPipe": "1", "DOTNET_EventPipeOutputPath": trace, "DOTNET_EventPipeConfig":
            "Microsoft-DotNETCore-SampleProfiler:0:5,Microsoft-Windows-DotNETRuntime:0x4c14fccbd:5"}, timeout=120)
    equal((done.code, done.out), (0, "10\n"), f"exit code and output on .NET; {done.err[-400:]!r}")
    return trace


@slow
def test_a_new_trace_shows_where_time_goes():
    profile = converted(recorded_now())
    between(profile.share("Names.Spin:Turn", within="MethodNames:Main"), 50, 100, "percent of Turn")
    between(profile.share("?!?"), 0, 20, "percent with an unknown frame")


@slow
def test_a_new_trace_compiles_exactly_the_methods_that_ran():
    equal(own(compiled_methods("profile=" + recorded_now())), called(), "the program's methods in the image")


if __name__ == "__main__":
    main(lambda: "there is no dotnet on PATH" if sys.argv[1:] == ["slow"] and not shutil.which("dotnet") else None)
