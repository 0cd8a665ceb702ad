#!/usr/bin/python3
"""mcs.exe on our runtime compiles programs; what it makes behaves on mono as what mono's mcs made.

Every second of them is compiled by a compiler that was itself compiled ahead of time.

  SP_AOT_MCS  a folder with an image of all of mcs.exe: it compiles all programs
"""
import functools
import os
import re

import harness
from differential import (FIXED, FLAGS, MCS, MONO, MONOSP, compare, compiled, execute_compiler, expected, main, run,
    runtime_programs, source_of, test_each)
from harness import check, equal, execute, new_folder


WHOLE = os.environ.get("SP_AOT_MCS", "")


def references(name):
    """What the build compiles the program with."""
    with open(os.path.join(os.path.dirname(source_of(name)), "meson.build"), encoding="utf-8") as f:
        return re.findall(rf"'{name}': '(-r:[^']+)'", f.read())


@functools.lru_cache(maxsize=None)
def image_of_mcs():
    """The folder of an image with those methods of mcs.exe that take its time; all of them take minutes to compile."""
    if WHOLE:
        return WHOLE
    folder = new_folder()
    profile = os.path.join(folder, "mcs.pb.gz")
    compiler = [MONOSP, *FLAGS, f"--profile=browser:quiet,callspec=mcs,out={profile}"]
    done = execute_compiler(["-nologo", "-out:" + os.path.join(folder, "x.exe"), source_of("LanguageFeatures")], runtime=compiler)
    equal(done.code, 0, f"exit code of mcs; {done.err[-600:]!r}")
    done = execute([MONOSP, f"--aot=profile={profile},out={folder},cache=off,cflags=-O0,instances=0", MCS], env=FIXED, timeout=600)
    found = re.search(r": (\d+) methods, ", done.out)
    check(done.code == 0 and found and int(found.group(1)) > 50, f"{done.code} {done.out!r} {done.err[-600:]!r}")
    return folder


def compiles(name, runtime=None):
    folder = new_folder()
    made = os.path.join(folder, name + ".exe")
    done = execute_compiler(["-nologo", "-debug", "-unsafe", "-warn:0", *references(name), "-out:" + made,
                             source_of(name)], runtime=runtime)
    equal(done.code, 0, f"exit code of mcs; stdout {done.out[-600:]!r}, stderr {done.err[-600:]!r}")
    check(os.path.exists(made), "mcs wrote nothing")
    got = run(MONO, name, path=made)
    got.out = got.out.replace(made.encode(), compiled(name).encode()) # a program may say where it is
    compare(name, got, expected(name))


def test_errors_are_those_of_mono():
    source = os.path.join(new_folder(), "Wrong.cs")
    with open(source, "w", encoding="utf-8") as f:
        f.write("class Wrong { int F() { return \"text\"; } void G() { undefined(); } int x = y; }\n")
    ours, theirs = execute_compiler([source]), execute_compiler([source], runtime=["mono"])
    equal((ours.code, ours.out, ours.err), (theirs.code, theirs.out, theirs.err), "exit code and messages")
    equal(theirs.code, 1, "exit code")


test_errors_are_those_of_mono.slow = True
def compiles_ahead(name):
    compiles(name, [MONOSP, *FLAGS, f"--aot-path={image_of_mcs()}"])


# Two of twelve, each by one compiler; SP_HEAVY=1: all programs.
STEP = 2 if harness.HEAVY else 12
test_each("mcs", runtime_programs("cs")[::STEP], compiles, globals(), slow=True)
test_each("mcs_ahead", runtime_programs("cs") if WHOLE else runtime_programs("cs")[STEP // 2::STEP], compiles_ahead, globals(), slow=True)


if __name__ == "__main__":
    main()
