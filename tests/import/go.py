"""Go's pprof reads what we write, and we read what Go's runtime writes.

usage: go.py TOTALS GO-PROGRAM-FOLDER WORK-FOLDER
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOTALS, PROGRAM, WORK = (os.path.abspath(path) for path in sys.argv[1:4])


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def totals(what, path):
    return json.loads(run(TOTALS, what, path))


def pprof(path, *options):
    return run("go", "tool", "pprof", *options, path)


def raw_sums(text):
    """Sum of each value column, number of samples and number of locations in the output of -raw."""
    sums, locations, section = {}, 0, ""
    columns = []
    for line in text.splitlines():
        if re.fullmatch(r"(Samples|Locations|Mappings):?", line.strip()):
            section = line.strip().rstrip(":")
        elif section == "Samples" and "/" in line and not columns:
            columns = [column.split("[")[0] for column in line.split()]
            sums = {column: 0 for column in columns}
        elif section == "Samples" and re.match(r"\s*-?\d+.*: ", line):
            for column, value in zip(columns, line.split(":")[0].split()):
                sums[column] += int(value)
        elif section == "Locations" and re.match(r"\s*\d+: 0x", line):
            locations += 1
    return sums, locations


def check(what, have, want):
    if have != want:
        sys.exit(f"{what}: have {have}, want {want}")


def ours_in_go(folder):
    path = os.path.join(folder, "ours.pb.gz")
    want = totals("write", path)
    raw = pprof(path, "-raw")
    sums, locations = raw_sums(raw)
    check("-raw totals", sums, {"samples/count": want["samples"], "time/nanoseconds": want["ns"],
                                "calls/count": want["calls"]})
    check("locations", locations, want["frames"])
    for part in ("PeriodType: time nanoseconds", "Period: 1250000", "time/nanoseconds[dflt]",
                 "interval_asked_ns: 1000000"):
        if part not in raw:
            sys.exit(f"-raw lacks '{part}'\n{raw[:3000]}")
    top = pprof(path, "-top", "-nodecount=1000", "-nodefraction=0", "-unit=ns")
    for name in ("operator<", 'a"b', "List<int>", "Work(long)", "N1.T.Work", "Größe", "名前", "a;b"):
        if name not in top:
            sys.exit(f"-top lacks '{name}'")
    header = re.search(r"Showing nodes accounting for (\d+)ns, 100% of (\d+)ns total", top)
    if not header:
        sys.exit(f"-top has no total\n{top[:500]}")
    check("-top totals", (int(header[1]), int(header[2])), (want["ns"], want["ns"]))
    shares = [float(share) for share in re.findall(r"^ *\d+ns +\S+% +\S+% +\d+ns +([\d.]+)% ", top, re.MULTILINE)]
    if len(shares) < 50 or max(shares) > 100:
        sys.exit(f"{len(shares)} shares, the largest {max(shares, default=0)} %")
    tags = pprof(path, "-tags")
    for part in ("thread:", "Thread Pool Worker", "Main", "thread_id:", "101"):
        if part not in tags:
            sys.exit(f"-tags lacks '{part}'\n{tags}")


def empty_and_difference_in_go(folder):
    path = os.path.join(folder, "empty.pb.gz")
    totals("empty", path)
    check("-raw of no samples", raw_sums(pprof(path, "-raw"))[0].get("time/nanoseconds", 0), 0)
    path = os.path.join(folder, "difference.pb.gz")
    want = totals("difference", path)
    check("-raw of a difference", raw_sums(pprof(path, "-raw"))[0], {"samples/count": 30, "time/nanoseconds": want["ns"]})
    top = pprof(path, "-top", "-unit=ms")
    if not re.search(r"-20ms.*Shrank", top) or not re.search(r"\b50ms.*Grew", top):
        sys.exit(f"-top of a difference\n{top}")
    path = os.path.join(folder, "bytes.pb.gz")
    want = totals("bytes", path)
    raw = pprof(path, "-raw")
    check("-raw of allocations", raw_sums(raw)[0], {"alloc_objects/count": want["samples"], "alloc_space/bytes": want["ns"]})
    for part in ("PeriodType: space bytes", "Period: 524288", "alloc_space/bytes[dflt]"):
        if part not in raw:
            sys.exit(f"-raw of allocations lacks '{part}'\n{raw[:3000]}")
    top = pprof(path, "-top")
    if "Type: alloc_space" not in top or not re.search(r"1536kB.*Make", top):
        sys.exit(f"-top of allocations\n{top}")
    base = os.path.join(folder, "base.pb.gz")
    totals("write", base)
    compared = pprof(base, "-top", "-unit=ns", "-diff_base", base)
    if "Showing nodes accounting for 0, 0%" not in compared:
        sys.exit(f"-diff_base of a file with itself\n{compared}")


def go_in_ours(folder):
    binary = os.path.join(folder, "self-profile")
    run("go", "build", "-o", binary, os.path.join(PROGRAM, "main.go"), cwd=folder,
        env={**os.environ, "GO111MODULE": "off", "GOFLAGS": "", "GOPROXY": "off",
             "GOCACHE": os.path.join(WORK, "go-cache"), "GOPATH": os.path.join(folder, "go-path")})
    run(binary, folder)
    cpu = os.path.join(folder, "cpu.pb.gz")
    have, (sums, _) = totals("read", cpu), raw_sums(pprof(cpu, "-raw"))
    check("Go's CPU profile", (have["samples"], have["ns"]), (sums["samples/count"], sums["cpu/nanoseconds"]))
    check("its period", have["interval_ns"], 10000000)
    if "main.spin" not in have["functions"] or have["samples"] < 10:
        sys.exit(f"main.spin is missing or {have['samples']} samples are too few")
    heap = os.path.join(folder, "heap.pb.gz")
    have, (sums, _) = totals("read", heap), raw_sums(pprof(heap, "-raw"))
    check("Go's heap profile", (have["samples"], have["ns"], have["unit"]),
          (sums["inuse_objects/count"], sums["inuse_space/bytes"], "bytes"))
    check("its interval", have["interval_bytes"], 1) # as main.go asks
    goroutine = os.path.join(folder, "goroutine.pb.gz")
    have, (sums, _) = totals("read", goroutine), raw_sums(pprof(goroutine, "-raw"))
    check("Go's goroutine profile", have["samples"], sums["goroutine/count"])


def main():
    if not shutil.which("go"):
        print("no 'go' on PATH (Debian: golang-go); this test needs Go's pprof")
        sys.exit(1 if os.environ.get("CI") == "true" else 77)
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        os.environ["HOME"] = folder
        os.environ["GOCACHE"] = os.path.join(WORK, "go-cache")
        os.environ["PPROF_TMPDIR"] = folder
        ours_in_go(folder)
        empty_and_difference_in_go(folder)
        go_in_ours(folder)
    print("go tool pprof agrees")


main()
