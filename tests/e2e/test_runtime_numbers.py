#!/usr/bin/python3
"""What our runtime tells about itself: --stats at the end of a run, --gc-verbose at each collection, both on stderr."""
import os
import re

from harness import between, check, equal, execute, main, program

MONOSP = os.environ["SP_MONOSP"]


def run(*options, name="Allocations", arguments=("20",)):
    done = execute([MONOSP, *options, program(name), *arguments])
    equal(done.code, 0, f"exit code; {done.err[-500:]}")
    return done


def numbers(text):
    """{name: number} of the lines "Name:   123.4"."""
    return {name: float(value) for name, value in re.findall(r"^([A-Z][^:\n]*): +([\d.]+)$", text, re.M)}


def test_stats_are_complete_and_plausible():
    done = run("--stats")
    found = numbers(done.err)
    for name in ("Run, ms", "Classes loaded", "Methods transformed", "Calls inlined", "IR units (2 bytes)",
                 "Transform, ms", "Collections", "Longest pause, ms", "Longest pause, CPU ms",
                 "All pauses, ms", "Bytes allocated", "Bytes in use", "Heap, bytes"):
        check(name in found, f"no '{name}' in {done.err!r}")
    between(found["Bytes allocated"], 57e6, 66e6, "bytes allocated")  # 58 MB of known objects, heap cells rounded up
    between(found["Collections"], 1, 100, "collections")
    check(found["Longest pause, ms"] <= found["All pauses, ms"] < found["Run, ms"], f"pauses: {found}")
    check(0 < found["Longest pause, CPU ms"] <= found["All pauses, ms"] + 1, f"CPU of pauses: {found}")
    check(0 < found["Transform, ms"] < found["Run, ms"], f"transform: {found}")
    check(found["Methods transformed"] > 20 and found["Classes loaded"] > 100, str(found))
    check(found["Heap, bytes"] >= found["Bytes in use"], str(found))


def test_internal_calls_are_counted_most_called_first():
    done = run("--stats")
    calls, kinds = re.search(r"^Internal calls: (\d+) of (\d+) kinds$", done.err, re.M).groups()
    rows = re.findall(r"^ +(\d+) (\S+::.*)$", done.err, re.M)
    check(0 < len(rows) <= 20 and int(kinds) >= len(rows), f"{len(rows)} rows of {kinds} kinds")
    counts = [int(count) for count, _ in rows]
    equal(counts, sorted(counts, reverse=True), "order")
    check(sum(counts) <= int(calls), "more calls than there were")
    strings = [int(count) for count, name in rows if name.startswith("System.String::FastAllocateString(")]
    check(strings and strings[0] >= 6000, f"20 * 300 strings are made by an internal call: {rows}")


def test_collections_are_told_one_a_line():
    done = run("--gc-verbose", "--stats", arguments=("100",))
    lines = re.findall(r"^GC (\d+): ([a-z ]+), live (\d+) KB, freed (\d+) KB, heap (\d+) KB, pause (\d+\.\d{3}) ms, "
                       r"CPU (\d+\.\d{3}) ms$",
                       done.err, re.M)
    found = numbers(done.err)
    equal(len(lines), int(found["Collections"]), "lines")
    equal([int(line[0]) for line in lines], list(range(1, len(lines) + 1)), "numbers of the collections")
    check({line[1] for line in lines} <= {"allocation", "end of the program"}, f"reasons: {lines}")
    freed = sum(int(line[3]) for line in lines) * 1024
    check(len(lines) >= 3, f"{len(lines)} collections")
    between(freed + int(lines[-1][2]) * 1024, 0.7 * found["Bytes allocated"], 1.01 * found["Bytes allocated"],
            "freed and live bytes against those allocated, which go on after the last collection")
    equal(round(max(float(line[5]) for line in lines), 3), found["Longest pause, ms"], "longest pause")
    equal(round(max(float(line[6]) for line in lines), 3), found["Longest pause, CPU ms"], "of the CPU")


def test_without_the_options_nothing_is_said():
    equal(run().err, "", "stderr")


def test_the_reason_is_told():
    env = {"MONOSP_GC_STRESS": "1000"}
    done = execute([MONOSP, "--gc-verbose", program("Allocations")], env=env)
    check("stress" in done.err, done.err[-300:])


if __name__ == "__main__":
    main()
