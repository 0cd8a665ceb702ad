#!/usr/bin/python3
"""mode=alloc: exact bytes and objects of a program with known allocations, sampled ones within their error, types as
frames, every format in bytes. On mono (JIT and interpreter) and, where it was built, on our own runtime."""
import json
import os
import subprocess

from harness import TOOL, between, check, equal, execute, in_parallel, main, new_folder, program, slow

MONOSP = os.environ.get("SP_MONOSP", "")
HOSTS = {"jit": ["mono", "--debug"], "interp": ["mono", "--debug", "--interp"]}
if MONOSP:
    HOSTS["monosp"] = [MONOSP]

# What tests/programs/Allocations.cs states: method -> (objects, bytes).
KNOWN = {
    "Nodes": (1100, 1100 * 32),  # 100 of them below Outer
    "Arrays": (500, 500 * 1032),
    "Strings": (300, 300 * 42),
    "Boxes": (200, 200 * 24),
    "Big": (3, 3 * 800032),
    "Generic": (50, 50 * 48),
}
SPEC = 'callspec="T:Allocations"'


def run(host, options, times=1, out="p.pb.gz"):
    folder = new_folder()
    outputs = [out] if isinstance(out, str) else out
    descriptor = "browser:mode=alloc," + options + "".join(f",out={folder}/{o}" for o in outputs)
    return execute([*HOSTS[host], "--profile=" + descriptor, program("Allocations"), str(times)], folder=folder)


def tool(*arguments):
    done = subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"samplepoint {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def top(path, *options):
    return json.loads(tool("top", "--json", "--limit=0", *options, path))


def methods(path):
    return {m["name"]: m for m in top(path)["methods"]}


def test_every_allocation_is_counted_exactly():
    def one(host):
        done = run(host, f"allocInterval=0,{SPEC}")
        equal(done.code, 0, f"exit code; {done.err}")
        found = methods(done.path())
        for name, (objects, size) in KNOWN.items():
            if name == "Strings" and host == "interp":
                continue  # an object of the runtime's is made in it too
            row = found[f"Allocations.{name}(int)"]
            equal((row["samples"], row["self_bytes"]), (objects, size), f"{host}: objects and bytes of {name}")
        outer = found["Allocations.Outer(int)"]
        equal((outer["self_bytes"], outer["total_bytes"]), (0, 3200), f"{host}: bytes of Outer")

    in_parallel(one, HOSTS)


def test_pprof_has_the_types_of_go():
    done = run("jit", f"allocInterval=64K,{SPEC}")
    equal(done.profile.types, ["alloc_objects", "alloc_space"], "sample types")
    equal(done.profile.facts["mode"], "alloc", "mode")
    equal(done.profile.facts["interval_asked_bytes"], "65536", "interval")
    check("clock" not in done.profile.facts, "bytes have no clock")


def test_sampled_bytes_are_right_on_average():
    def one(host):
        done = run(host, f"allocInterval=16K,{SPEC}", times=60)
        found = methods(done.path())
        for name, error in (("Arrays", 0.15), ("Big", 0.02), ("Nodes", 0.5)):
            objects, size = (60 * n for n in KNOWN[name])
            row = found[f"Allocations.{name}(int)"]
            between(row["self_bytes"] / size, 1 - error, 1 + error, f"{host}: bytes of {name}, share of the true ones")
            between(row["samples"] / objects, 1 - error, 1 + error, f"{host}: objects of {name}")

    in_parallel(one, HOSTS)


def test_types_are_frames():
    def one(host):
        done = run(host, f"allocInterval=0,allocTypes,{SPEC}")
        found = methods(done.path())
        equal(found["[alloc] Node"]["self_bytes"], 1100 * 32, f"{host}: bytes in Node")
        equal(found["[alloc] System.Byte[]"]["samples"], 500, f"{host}: arrays of bytes")
        generic = "System.Collections.Generic."
        wanted = f"[alloc] {generic}Dictionary<System.String,{generic}List<System.Int32>>[]"
        equal(found[wanted]["samples"], 50, f"{host}: arrays of dictionaries")
        equal(found["Allocations.Nodes(int)"]["self_bytes"], 0, f"{host}: bytes of Nodes itself")

    in_parallel(one, HOSTS)


def test_all_formats_are_in_bytes():
    names = ["p.pb.gz", "p.html", "p.speedscope.json", "p.trace.json", "p.folded", "p.svg"]
    done = run("jit", f"allocInterval=0,{SPEC}", out=names)
    size = KNOWN["Big"][1]
    for name in names[:4]:
        report = top(done.path(name))
        equal(report["unit"], "bytes", f"unit of {name}")
        found = {m["name"]: m for m in report["methods"]}
        equal(found["Allocations.Big(int)"]["self_bytes"], size, f"bytes in {name}")
    with open(done.path("p.folded"), encoding="utf-8") as f:
        weights = dict(line.rsplit(" ", 1) for line in f)
    equal(int(weights["Allocations.Main(string[]);Allocations.Big(int)"]), size, "bytes in the folded file")
    with open(done.path("p.svg"), encoding="utf-8") as f:
        check("MB allocated" in f.read(), "the picture does not say what it shows")
    text = tool("top", "--limit=3", done.path("p.html"))
    check("objects" in text and "MB allocated" in text and "2.29 MB" in text, text)
    check("samples" not in text, text)
    text = tool("tree", done.path("p.html"))
    check("2.29 MB" in text, text)
    text = tool("info", done.path("p.html"))
    check("a sample every     allocation" in text and "allocated          2." in text, text)


def test_units_are_not_mixed():
    bytes_run = run("jit", f"allocInterval=0,{SPEC}")
    folder = new_folder()
    execute(["mono", f"--profile=browser:out={folder}/t.pb.gz", program("Spin"), "200"], folder=folder)
    for command in (["diff", bytes_run.path(), f"{folder}/t.pb.gz"],
                    ["merge", bytes_run.path(), f"{folder}/t.pb.gz", "-o", f"{folder}/m.pb.gz"]):
        done = subprocess.run([TOOL, *command], capture_output=True, text=True, check=False)
        equal(done.returncode, 2, " ".join(command))
        check("counts" in done.stderr and done.stderr.count("\n") == 1, done.stderr)
    again = run("jit", f"allocInterval=0,{SPEC}", times=2)
    text = tool("diff", "--no-normalize", "--color=never", bytes_run.path(), again.path())
    check("MB" in text, text)
    tool("merge", bytes_run.path(), again.path(), "-o", f"{folder}/m.html")
    found = methods(f"{folder}/m.html")
    equal(found["Allocations.Big(int)"]["self_bytes"], 3 * KNOWN["Big"][1], "merged bytes")


def test_the_summary_says_what_was_counted():
    done = run("jit", f"allocInterval=0,{SPEC}")
    check(any("MB in" in line and "objects allocated" in line for line in done.ours), done.err)
    check(any("mode alloc: every allocation, stacks by walking" in line for line in done.ours), done.err)


@slow
def test_the_compiler_is_profiled_alike():
    """mcs compiling a file: what it allocates in all is the same for the JIT and our runtime, within a tenth."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "Showcase.cs")
    totals = {}
    for host in HOSTS:
        if host == "interp":
            continue
        folder = new_folder()
        done = execute([*HOSTS[host], f"--profile=browser:mode=alloc,allocInterval=4K,out={folder}/p.pb.gz",
                        "/usr/lib/mono/4.5/mcs.exe", f"-out:{folder}/x.exe", source], folder=folder, timeout=120)
        equal(done.code, 0, f"{host}: exit code; {done.err[-500:]}")
        totals[host] = top(f"{folder}/p.pb.gz")["total_bytes"]
    if len(totals) == 2:
        between(totals["monosp"] / totals["jit"], 0.9, 1.1, "bytes of monosp over those of the JIT")


if __name__ == "__main__":
    main()
