#!/usr/bin/python3
"""Where profiles go: names, paths that cannot be written, disks that are full, several outputs, no samples at all."""
import glob
import itertools
import os
import re
import resource
import signal
import subprocess
import time
import xml.etree.ElementTree

from harness import (ALL, FEW, INTERP, MOST, SOURCES, also_on_ours, check, equal, execute, in_parallel, load_json,
                     main, mono, new_folder, program, read_folded, slow, wait_for_line)

FORMATS = ["p.pb.gz", "p.folded", "p.svg", "p.html", "p.speedscope.json", "p.trace.json"]


def opens(path):
    """The file is whole and valid for its format."""
    check(os.path.getsize(path) > 0 or path.endswith(".folded"), f"{path} is empty")
    if path.endswith(".json"):
        load_json(path)
    elif path.endswith(".svg"):
        xml.etree.ElementTree.parse(path)
    elif path.endswith(".folded"):
        read_folded(path)
    elif path.endswith(".html"):
        with open(path, encoding="utf-8") as f:
            check(f.read().rstrip().endswith("</html>"), f"{path} is not whole")


def said_in_one_line(run, path):
    lines = [line for line in run.ours if path in line]
    check(lines, f"no line names {path}: {run.err!r}")


def no_leftovers(folder, *expected):
    """No temporary or half file stays beside what was asked for."""
    found = sorted(set(os.listdir(folder)) - {"stdout", "stderr"})
    equal(found, sorted(expected), "files in the output folder")


@also_on_ours
def r25_the_default_output_has_a_portable_bounded_name():
    source = program("Spin")

    def one(name):
        folder, home = new_folder(), new_folder()
        path = os.path.join(home, name)
        with open(source, "rb") as f, open(path, "wb") as copy:
            copy.write(f.read())
        run = execute(["mono", "--profile=browser", path, "30"], folder=folder)
        equal((run.code, run.out), (0, "done\n"), f"end and output; {run.err!r}")
        files = [f for f in os.listdir(folder) if f.endswith(".html")]
        equal(len(files), 1, f"default outputs {os.listdir(folder)}")
        check(re.fullmatch(r"[^\x00-\x1f\":*?<>|/\\%]+", files[0]), f"portable name: {files[0]!r}")
        check(len(files[0].encode()) <= 255, f"bounded name: {len(files[0].encode())} bytes")
        check(re.search(r"\.\d+\.html$", files[0]), f"holds the process id: {files[0]!r}")
        check(files[0] in run.err, f"is stated on stderr: {run.err!r}")

    in_parallel(one, ["plain.exe", "with space.exe", "%p%s%n.exe", "a:b.exe", 'we "said".exe', "it's.exe",
                      "\u4e2d" * 80 + ".exe"])


@also_on_ours
def r25_percent_p_is_the_process_id():
    run = mono("Spin", 30, options="", out="x-%p-%%.folded")
    files = glob.glob(run.path("x-*"))
    equal(len(files), 1, f"files: {os.listdir(run.folder)}")
    check(re.search(r"/x-\d+-%\.folded$", files[0]), files[0])


@also_on_ours
def r48_no_samples_is_a_valid_profile():
    cases = {"ends at once": ("Echo", [], ""), "long interval": ("Spin", [30], "trigger=auto,sampleIntervalMs=60000"),
             "empty selection": ("Spin", [30], "callspec=N:NoSuch")}

    def one(item):
        case, config = item
        name, arguments, more = cases[case]
        flags, options = ALL[config]
        run = mono(name, *arguments, flags=flags, options=",".join(filter(None, [options, more])), out=FORMATS,
                   timeout=20)
        equal(run.code, 0, f"exit code; {run.err!r}")
        for file in FORMATS:
            opens(run.path(file))
        with open(run.path("p.svg"), encoding="utf-8") as f:
            check("NaN" not in f.read(), "NaN in the SVG")

    in_parallel(one, [(c, m) for c in cases for m in MOST])


@also_on_ours
def r49_a_missing_folder_is_found_before_the_program_starts_or_reported():
    bad = "/no/such/folder/x.folded"
    run = mono("Spin", 30, options=f"out={bad}", out="p.folded")
    said_in_one_line(run, "/no/such/folder")
    if run.code == 1:
        equal(run.out, "", "refused before the program starts")
    else:
        equal((run.code, run.out), (0, "done\n"), "end and output")
        opens(run.path("p.folded"))


@also_on_ours
def r50_paths_that_are_no_files():
    folder = new_folder()
    os.mkdir(os.path.join(folder, "folder.folded"))
    os.symlink("/no/such/target", os.path.join(folder, "dangling.folded"))
    os.mkfifo(os.path.join(folder, "fifo.folded"))

    def one(out):
        options = f"out={out},format=folded"
        run = mono("Spin", 30, options=options, out=None, timeout=20)
        check(run.code in (0, 1), f"exit code {run.code}; {run.err!r}")
        if run.code == 1:
            equal((run.out, len(run.err.splitlines())), ("", 1), f"one line: {run.err!r}")
        else:
            check(run.out.startswith("done\n") or out == "-", f"output {run.out!r}")

    in_parallel(one, [f"{folder}/folder.folded", "", "-", "/dev/null", f"{folder}/fifo.folded",
                      f"{folder}/dangling.folded"])


@also_on_ours
def r51_read_only_places_and_existing_files():
    """Root may write anywhere, so the read-only place is /proc, where nobody may make a file."""
    run = mono("Spin", 30, options="out=/proc/x.folded", out="p.folded")
    said_in_one_line(run, "/proc/x.folded")
    check(run.code in (0, 1), f"exit code {run.code}")
    if run.code == 0:
        opens(run.path("p.folded"))

    folder = new_folder()
    existing = os.path.join(folder, "p.folded")
    with open(existing, "w", encoding="ascii") as f:
        f.write("old contents")
    run = mono("Spin", 30, options="", out="p.folded", folder=folder)
    equal(run.code, 0, "exit code")
    read_folded(existing)  # replaced as a whole
    no_leftovers(folder, "p.folded")


@also_on_ours
def r58_a_full_disk_disturbs_nothing():
    def one(config):
        flags, options = ALL[config]
        run = mono("Spin", 50, flags=flags, options=options + ",out=/dev/full,format=folded", out="p.folded")
        equal((run.code, run.out), (0, "done\n"), f"end and output; {run.err!r}")
        said_in_one_line(run, "/dev/full")
        check(re.search("space", "\n".join(run.ours)), f"the reason is given: {run.err!r}")
        opens(run.path("p.folded"))

    in_parallel(one, FEW)


@also_on_ours
def r58_a_file_size_limit_disturbs_nothing():
    limits = [(resource.RLIMIT_FSIZE, 16 * 1024)]
    plain = mono("Spin", 30, limits=limits)
    equal(plain.code, 0, "unprofiled exit code")
    run = mono("Spin", 30, options="", out=["p.html", "p.folded"], limits=limits)
    equal((run.code, run.out), (0, "done\n"), f"no death by SIGXFSZ; {run.err!r}")
    said_in_one_line(run, "p.html")
    check(not os.path.exists(run.path("p.html")), "no half file")
    opens(run.path("p.folded"))
    no_leftovers(run.folder, "p.folded")


@also_on_ours
def r58_a_full_file_system_disturbs_nothing():
    folder = new_folder()
    place = os.path.join(folder, "small")
    os.mkdir(place)
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", place], capture_output=True)
    if mount.returncode != 0:
        return r58_a_file_size_limit_disturbs_nothing()  # nobody may mount here; the limit above is the same failure
    try:
        run = mono("Spin", 50, options=f"out={place}/x.html", out="p.folded")
        equal((run.code, run.out), (0, "done\n"), f"end and output; {run.err!r}")
        said_in_one_line(run, f"{place}/x.html")
        equal(os.listdir(place), [], "no half file")
        opens(run.path("p.folded"))
    finally:
        subprocess.run(["umount", place], check=True)


def r61_children_do_not_write_one_file():
    """Options by the environment reach child runtimes; with %p each has a file of its own."""
    folder = new_folder()
    env = {"SAMPLEPOINT_OPTIONS": f"out={folder}/c.%p.folded,quiet", "MONO_ENV_OPTIONS": "--profile=browser"}
    run = execute(["mono", program("Children")], folder=folder, env=env)
    equal((run.code, run.out), (0, "failed=0\n"), f"end and output; {run.err!r}")
    files = glob.glob(os.path.join(folder, "c.*.folded"))
    equal(len(files), 6, "one file a process")
    for file in files:
        read_folded(file)


@also_on_ours
def r88_each_format_alone_and_in_pairs():
    def one(formats):
        run = mono("Spin", 30, options="", out=list(formats))
        equal(run.code, 0, f"exit code; {run.err!r}")
        for file in formats:
            check(os.path.exists(run.path(file)), f"{file} is missing; {run.err!r}")
            opens(run.path(file))
        no_leftovers(run.folder, *formats)

    in_parallel(one, [(f,) for f in FORMATS] + list(itertools.combinations(FORMATS, 2)))


@also_on_ours
def test_format_overrides_the_ending():
    folder = new_folder()
    for name in ("any.name", "p.html"):
        run = mono("Spin", 30, options=f"out={folder}/{name},format=folded", out=None, folder=folder)
        equal(run.code, 0, f"exit code; {run.err!r}")
        read_folded(run.path(name))


def test_a_fork_without_exec_writes_once():
    for how in ("_exit", "exit"):
        run = mono("Fork", how, options="", out="f.%p.folded")
        equal((run.code, run.out), (0, "child=5\n"), f"{how}: end and output; {run.err!r}")
        files = glob.glob(run.path("f.*"))
        equal(len(files), 1, f"{how}: files {os.listdir(run.folder)}")
        total = sum(count for _, count in read_folded(files[0]))
        check(total > 0, f"{how}: the parent's profile is empty")


def test_threads_option_makes_one_root_a_thread():
    for flags in ([], [INTERP]):
        run = mono("Workers", 200, flags=flags, options="threads,trigger=timer", out=["p.folded"])
        roots = {stack[0] for stack, _ in read_folded(run.path("p.folded")) if any("Workers" in f for f in stack)}
        check(len(roots) > 10, f"roots: {sorted(roots)[:5]}")


def test_lines_come_from_debug_information():
    run = mono("Spin", 300, options="trigger=signal,lines")
    hot = {line for stack, _ in run.profile.rows for _, raw, line in stack if "Spin:Hot" in raw}
    with open(os.path.join(SOURCES, "Spin.cs"), encoding="utf-8") as f:
        text = f.read().splitlines()
    check(any(0 < n <= len(text) and ("Tiny(sink)" in text[n - 1] or "while" in text[n - 1] or "for (" in text[n - 1])
              for n in hot), f"lines of Hot: {sorted(hot)}")


@slow
def test_snapshot_signal_writes_without_stopping():
    for trigger in ("signal", "timer"):
        seen = []

        def act(process, out_path):
            wait_for_line(out_path)
            time.sleep(0.7)
            process.send_signal(signal.SIGUSR2)
            time.sleep(1.0)
            seen.extend(f for f in os.listdir(os.path.dirname(out_path)) if f.endswith(".folded"))

        run = mono("SignalTarget", "spin", 2500, options=f"trigger={trigger}", out="p.folded", act=act)
        equal((run.code, run.out), (0, "ready\nhandled=0\n"), f"{trigger}: end and output; {run.err!r}")
        check(seen, f"{trigger}: no snapshot while it ran; {run.err!r}")
        read_folded(run.path("p.folded"))


if __name__ == "__main__":
    main()
