#!/usr/bin/python3
"""mcs.exe on our runtime compiles every program; what it makes behaves on mono as what mono's mcs made."""
import os
import re

from differential import MONO, compare, compiled, execute_compiler, expected, main, run, runtime_programs, source_of, test_each
from harness import check, equal, new_folder


def references(name):
    """What the build compiles the program with."""
    with open(os.path.join(os.path.dirname(source_of(name)), "meson.build"), encoding="utf-8") as f:
        return re.findall(rf"'{name}': '(-r:[^']+)'", f.read())


def compiles(name):
    folder = new_folder()
    made = os.path.join(folder, name + ".exe")
    done = execute_compiler(["-nologo", "-debug", "-unsafe", "-warn:0", *references(name), "-out:" + made,
                             source_of(name)])
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
test_each("mcs", runtime_programs("cs"), compiles, globals(), slow=True)


if __name__ == "__main__":
    main()
