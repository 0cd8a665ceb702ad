"""A real program that nobody here wrote: the C# compiler, mcs.exe, compiling a large file."""
import json
import os
import subprocess
import sys

from harness import TOOL, check, equal, execute, main, new_folder, slow

COMPILER = "/usr/lib/mono/4.5/mcs.exe"
BIG_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench", "big-source")
PHASES = ["Mono.CSharp.Driver:Parse ", "Mono.CSharp.ModuleContainer:Define ", "Mono.CSharp.ToplevelBlock:Resolve ",
          "Mono.CSharp.ToplevelBlock:Emit ", "Mono.CSharp.AssemblyDefinition:Save "]


# Debian's compiler comes precompiled, and precompiled code raises no enter and leave.
JITTED = ["-O=-aot"]


def compile_big_source(options, classes, flags):
    folder = new_folder()
    source = os.path.join(folder, "big.cs")
    with open(source, "w", encoding="utf-8") as file:
        subprocess.run([sys.executable, BIG_SOURCE, str(classes)], stdout=file, check=True)
    profile = [f"--profile=browser:{options},out={folder}/p.pb.gz"] if options else []
    run = execute(["mono", *flags, *profile, COMPILER, "-nologo", f"-out:{folder}/big.exe", source], folder=folder, timeout=300)
    with open(os.path.join(folder, "big.exe"), "rb") as file:
        return run, len(file.read())


def check_compiler(options, classes, fewest_methods, flags=()):
    run, size = compile_big_source(options, classes, flags)
    plain, plain_size = compile_big_source("", classes, flags)
    equal((run.code, run.out, size), (plain.code, plain.out, plain_size), "exit code, output, size of the program made")
    top = subprocess.run([TOOL, "top", "--json", "--limit=0", run.path("p.pb.gz")], capture_output=True, check=True)
    total_ns = {m["raw_name"]: m["total_ns"] for m in json.loads(top.stdout)["methods"]}
    whole = max(ns for name, ns in total_ns.items() if name.startswith("Mono.CSharp.Driver:Main "))
    for phase in PHASES:
        inside = sum(ns for name, ns in total_ns.items() if name.startswith(phase))
        check(inside > whole * 0.005, f"{options}: {phase} has next to no share")
    check(len(total_ns) >= fewest_methods, f"{options}: only {len(total_ns)} methods")


def test_the_compilers_phases_are_seen_by_signal():
    check_compiler("trigger=signal", 200, 400)


@slow
def test_the_compilers_phases_are_seen_by_timer():
    check_compiler("trigger=timer", 200, 400, JITTED)


@slow
def test_every_call_of_the_compiler_is_counted():
    check_compiler("mode=calls", 5, 2500, JITTED)


if __name__ == "__main__":
    main()
