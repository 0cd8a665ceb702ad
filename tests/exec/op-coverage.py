"""op-coverage.py FILE - which ops of ops.def were never executed, from what MONOSP_OP_COVERAGE=FILE collected over any
number of runs of monosp-counting and of the suites of tests/exec. Exit code 1 when there are some.

op-coverage.py --run COUNTING FOLDER MODULES SUITE... - collects itself: the suites, and COUNTING on every program of
FOLDER, with the profiler module of MODULES at every fourth of them.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

# Long ones that execute no op of their own.
LEFT_OUT = {"ReflectionSweep", "DeepRecursion", "UncaughtStackOverflow", "StackOverflowing"}
OFF = ["--jiterp=off"]  # compiled code executes no op
# What the tiers above the interpreter look for; only a run with one of them has these ops.
OF_TIERS = re.compile(r"tier\b")


def all_ops():
    table = os.path.join(os.path.dirname(__file__), "..", "..", "interp", "ir", "ops.def")
    text = subprocess.run(["cc", "-E", "-P", "-x", "c", "-"], capture_output=True, text=True, check=True,
                          input=f'#define OP(NAME, text, units, operands, effects) @ text\n#include "{table}"\n').stdout
    return ["".join(re.findall(r'"([^"]*)"', part)) for part in text.split("@")[1:]]


def counts_of(path):
    counts = {}
    if os.path.exists(path):
        with open(path) as lines:
            for line in lines:
                count, name = line.split()
                counts[name] = counts.get(name, 0) + int(count)
    return counts


def report(counts):
    ops = [op for op in all_ops() if not OF_TIERS.match(op)]
    missing = [op for op in ops if op not in counts]
    print(f"{len(ops) - len(missing)} of {len(ops)} ops executed ({100 * (len(ops) - len(missing)) / len(ops):.1f} %)")
    for op in missing:
        print("never:", op)
    return 1 if missing else 0


def own_programs():
    """Those that take a folder; the others are those of bench, which take a size."""
    sources = os.path.join(os.path.dirname(__file__), "..", "programs", "runtime")
    return {name.rsplit(".", 1)[0] for name in os.listdir(sources)}


def run_all(counting, folder, modules, suites):
    commands, own = [[suite] for suite in suites], own_programs()
    for path in sorted(glob.glob(os.path.join(folder, "*.exe"))):
        name = os.path.basename(path)[:-4]
        flags = [[]] if len(commands) % 4 else [[], ["--profile=browser:quiet,trigger=visits,out=p.folded"]]
        if name not in LEFT_OUT:
            commands += [[counting, *OFF, *flag, path, "{place}" if name in own else "3"] for flag in flags]
    with tempfile.TemporaryDirectory() as scratch:
        def run(item):
            number, command = item
            path, place = os.path.join(scratch, f"{number}.ops"), os.path.join(scratch, str(number))
            os.mkdir(place)
            words = [word.replace("{place}", place) for word in command]
            try:  # counting programs that hang or end badly are other tests' business
                subprocess.run(words, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                               env={**os.environ, "MONOSP_OP_COVERAGE": path, "LD_LIBRARY_PATH": modules})
            except subprocess.TimeoutExpired:
                pass
            return counts_of(path)

        with ThreadPoolExecutor(2) as pool:
            total = {}
            for counts in pool.map(run, enumerate(commands)):
                for name, count in counts.items():
                    total[name] = total.get(name, 0) + count
    return report(total)


if sys.argv[1] == "--run":
    counting, folder, modules, *suites = map(os.path.abspath, sys.argv[2:])
    sys.exit(run_all(counting, folder, modules, suites))
sys.exit(report(counts_of(sys.argv[1])))
