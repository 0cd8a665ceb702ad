"""harness.py - what the end-to-end tests share: run a program on Mono with or without the module, read its profile.

A test script defines functions and calls main(). Every function named test_* or after a trial (r04_...) is one test;
@slow keeps it out of the quick run. `SCRIPT.py quick|slow|all [NAME...]` runs them and prints TAP.

The environment names what is tested (meson sets it; see meson.build):
  SP_MODULE    the folder of libmono-profiler-browser.so     SP_PROGRAMS  the folder of the compiled programs
  SP_TOOL      the report tool                               SP_NATIVE    the folder of the native helpers
  SP_HEAVY=1   the sizes the trials ask for, where a test runs smaller ones to save time
  SP_JOBS=N    how many tests run at once: 1 without it, 0 as many as there are processors
  SP_HOST      a runtime of our own: tests marked @also_on_ours run on it, in its modes; all others are left out
"""
import concurrent.futures
import functools
import gzip
import inspect
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

MODULE = os.environ.get("SP_MODULE", "")
PROGRAMS = os.environ.get("SP_PROGRAMS", "")
TOOL = os.environ.get("SP_TOOL", "")
NATIVE = os.environ.get("SP_NATIVE", "")
SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs")
HEAVY = os.environ.get("SP_HEAVY") == "1"
HOST = os.environ.get("SP_HOST") or "mono"
ON_OURS = HOST != "mono"

PREFIX = "[samplepoint] "  # begins every line that the module writes to stderr
INTERP = "--interp"
INTERP_ALL_CALLS = "--interp=-inline"  # Mono's interpreter inlines small methods, which then raise no events

# name -> (mono flags, options)
SAMPLING = {
    "jit signal": ([], "trigger=signal"),
    "jit timer": ([], "trigger=timer"),
    "jit visits": ([], "trigger=visits"),
    "interp timer": ([INTERP], "trigger=timer"),
    "interp visits": ([INTERP], "trigger=visits"),
}
CALLS = {
    "jit calls": ([], "mode=calls"),
    "interp calls": ([INTERP_ALL_CALLS], "mode=calls"),
}
FEW = ["jit signal", "jit calls", "interp timer"]  # one of each kind
MOST = [*FEW, "jit timer"]
if ON_OURS:
    SAMPLING = {"ours timer": ([], "trigger=timer"), "ours visits": ([], "trigger=visits")}
    CALLS = {"ours calls": ([], "mode=calls")}
ALL = {**SAMPLING, **CALLS}
if ON_OURS:
    FEW = MOST = list(ALL)


def also_on_ours(test):
    """The test holds on our own runtime too: it needs no threads, no processes and no trigger=signal."""
    test.on_ours = True
    return test


def slow(test):
    test.slow = True
    return test


def heavy(usual, asked):
    return asked if HEAVY else usual


# ---- Checks --------------------------------------------------------------------------------------------------------


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def equal(got, wanted, what):
    check(got == wanted, f"{what}: got {got!r}, wanted {wanted!r}")


def between(got, low, high, what):
    check(low <= got <= high, f"{what}: got {got:.6g}, wanted {low:.6g} to {high:.6g}")


# ---- Runs ----------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=None)
def scratch():
    """The folder of this script's files; removed at the end."""
    return tempfile.mkdtemp(prefix="samplepoint-e2e-")


def new_folder():
    return tempfile.mkdtemp(dir=scratch())


class Run:
    """One finished process. code is negative for a signal, as in subprocess."""

    def __init__(self, folder, code, out, err, seconds, usage):
        self.folder, self.code, self.out, self.err, self.seconds = folder, code, out, err, seconds
        self.cpu_seconds, self.rss_kb = usage.ru_utime + usage.ru_stime, usage.ru_maxrss

    def path(self, name="p.pb.gz"):
        return os.path.join(self.folder, name)

    @functools.cached_property
    def profile(self):
        check(os.path.exists(self.path()), f"no profile was written; stderr: {self.err[-600:]!r}")
        return Profile(self.path())

    @property
    def ours(self):
        """What the module said on stderr."""
        return [line for line in self.err.splitlines() if line.startswith(PREFIX)]

    @property
    def foreign_err(self):
        return "".join(line + "\n" for line in self.err.splitlines() if not line.startswith(PREFIX))


def program(name):
    return os.path.join(PROGRAMS, name if "." in name else name + ".exe")


def execute(command, folder=None, env=None, stdin=None, cwd=None, timeout=60, limits=(), act=None):
    """Runs command with default signal actions, which a background shell would not give. limits: (RLIMIT_*, value);
    act(process) may send signals while it runs."""
    folder = folder or new_folder()
    whole_env = {**os.environ, "LD_LIBRARY_PATH": MODULE, **(env or {})}

    def prepare():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXFSZ, signal.SIGUSR2):
            signal.signal(number, signal.SIG_DFL)
        for what, value in limits:
            resource.setrlimit(what, (value, value))

    out_path, err_path = os.path.join(folder, "stdout"), os.path.join(folder, "stderr")
    with open(out_path, "wb") as out, open(err_path, "wb") as err:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                                   stdout=out, stderr=err, cwd=cwd or folder, env=whole_env, preexec_fn=prepare)
        killed = []
        watchdog = threading.Timer(timeout, lambda: (killed.append(True), process.kill()))
        watchdog.start()
        try:
            if stdin is not None:
                process.stdin.write(stdin.encode())
                process.stdin.close()
            if act:
                act(process, out_path)
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            watchdog.cancel()
        seconds = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    texts = []
    for path in (out_path, err_path):
        with open(path, encoding="utf-8", errors="surrogateescape") as f:
            texts.append(f.read())
    if killed:
        raise Failure(f"no end within {timeout} s: {' '.join(command)}; stderr: {texts[1][-600:]!r}")
    return Run(folder, process.returncode, texts[0], texts[1], seconds, usage)


def mono(name, *arguments, flags=(), options=None, out="p.pb.gz", profiles=None, **rest):
    """Runs a test program. options: None = unprofiled, else the text after browser:, to which out=FOLDER/<out> is added
    (out=None: nothing is added). profiles: whole --profile= descriptors instead."""
    folder = rest.pop("folder", None) or new_folder()
    command = [HOST, "--debug", *flags]
    outputs = [out] if isinstance(out, str) else out or []
    if options is not None:
        items = ([options] if options else []) + [f"out={folder}/{o}" for o in outputs]
        profiles = ["browser:" + ",".join(items)]
    command += ["--profile=" + p for p in profiles or []]
    run = execute([*command, program(name), *map(str, arguments)], folder=folder, **rest)
    # Stock Mono says nothing and runs on when it cannot load a module: nothing written means nothing was tested.
    if options is not None and run.code == 0 and not run.ours and outputs:
        check(any("%" in o or os.path.exists(run.path(o)) for o in outputs), "the module was not loaded")
    return run


def same_as_unprofiled(run, plain, what=""):
    """The rule that the program behaves as if unprofiled: output, end, and nothing foreign on stderr."""
    equal(run.out, plain.out, f"{what} stdout")
    equal(run.code, plain.code, f"{what} exit code (negative: signal); stderr {run.err[-600:]!r}")


def wait_for_line(path, text="ready", seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with open(path, encoding="utf-8") as f:
            if text in f.read():
                return
        time.sleep(0.01)
    raise Failure(f"the program never said {text!r}")


def send_signals(*steps):
    """An `act`: after the program says "ready", waits and sends: (seconds, signal), ..."""

    def act(process, out_path):
        wait_for_line(out_path)
        for seconds, number in steps:
            time.sleep(seconds)
            process.send_signal(number)

    return act


def in_parallel(function, items):
    """Calls function(item) for each, two at a time; raises one Failure that names all failed items."""
    failures, items = [], list(items)
    lock = threading.Lock()

    def worker():
        while True:
            with lock:
                if not items:
                    return
                item = items.pop(0)
            try:
                function(item)
            except Exception as problem:  # a broken profile may raise anything; all of it is a failure of the item
                kind = "" if isinstance(problem, Failure) else type(problem).__name__ + " "
                with lock:
                    failures.append(f"{str(item)[:80]}: {kind}{problem}")

    threads = [threading.Thread(target=worker) for _ in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    check(not failures, "\n".join(failures))


# ---- Profiles ------------------------------------------------------------------------------------------------------


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def fields(data):
    """(field number, value) of a protobuf message; value is an int or bytes."""
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = read_varint(data, at)
        elif kind == 2:
            size, at = read_varint(data, at)
            value, at = data[at:at + size], at + size
        elif kind == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        else:
            raise Failure(f"wire type {kind} in a profile")
        yield key >> 3, value


def packed(value):
    if isinstance(value, int):
        return [value]
    numbers, at = [], 0
    while at < len(value):
        number, at = read_varint(value, at)
        numbers.append(number)
    return numbers


CONTINUED = bytes(range(0x80, 0x100))  # bytes of a varint that are not its last


class Profile:
    """A pprof file, read by this reader of its own. rows: (stack root first, values by sample type); a frame is
    (display name, raw name, line). Stacks are decoded when asked for: those of deep recursions are long."""

    def __init__(self, path):
        with gzip.open(path) as f:
            data = f.read()
        strings, types, samples, locations, functions = [], [], [], {}, {}
        comments = []
        for number, value in fields(data):
            if number == 1:
                types.append(dict(fields(value)))
            elif number == 2:
                samples.append(list(fields(value)))
            elif number == 4:
                self.read_location(value, locations)
            elif number == 5:
                function = dict(fields(value))
                functions[function[1]] = function
            elif number == 6:
                strings.append(value.decode("utf-8"))
            elif number == 13:
                comments += packed(value)
        equal(strings[0], "", "string 0 of a pprof file")
        self.types = [strings[t.get(1, 0)] for t in types]
        self.facts = dict(strings[c].split(": ", 1) for c in comments if ": " in strings[c])
        self.names = {i: (strings[f.get(2, 0)], strings[f.get(3, 0)]) for i, f in functions.items()}
        self.frames = {i: [(*self.names[f], line) for f, line in lines] for i, lines in locations.items()}
        self.samples = [self.read_sample(s) for s in samples]  # (packed location ids, leaf first; values)

    @staticmethod
    def read_location(data, locations):
        lines, number = [], 0
        for field, value in fields(data):
            if field == 1:
                number = value
            elif field == 4:
                line = dict(fields(value))
                lines.append((line[1], line.get(2, 0)))
        locations[number] = lines[::-1]  # inlined callees come first in the file

    def read_sample(self, sample):
        ids, values = b"", []
        for field, value in sample:
            if field == 1:
                check(not isinstance(value, int), "location ids of a sample are packed")
                ids += value
            elif field == 2:
                values += map(signed, packed(value))
        equal(len(values), len(self.types), "values of a pprof sample")
        check(ids, "a pprof sample has no location")
        return ids, dict(zip(self.types, values))

    @functools.cached_property
    def rows(self):
        return [([f for i in reversed(packed(ids)) for f in self.frames[i]], values) for ids, values in self.samples]

    def total(self, kind="time"):
        return sum(values[kind] for _, values in self.samples)

    def inclusive(self, text, kind="time"):
        """Sum over the stacks in which a raw or display name contains text; each stack once."""
        wanted = {i for i, frames in self.frames.items() if any(text in f[0] or text in f[1] for f in frames)}
        return sum(values[kind] for ids, values in self.samples if not wanted.isdisjoint(packed(ids)))

    def share(self, text, within=None):
        """Inclusive share of time in percent, of all stacks or of those with `within`."""
        whole = self.inclusive(within) if within else self.total()
        check(whole > 0, f"the profile has no time{' within ' + within if within else ''}")
        return 100 * self.inclusive(text) / whole

    def has(self, text):
        return any(text in f[0] or text in f[1] for frames in self.frames.values() for f in frames)

    def calls(self):
        """raw name -> exact number of calls."""
        check("calls" in self.types, f"no call counts, only {self.types}")
        counts = {}
        for ids, values in self.samples:
            raw = self.frames[read_varint(ids, 0)[0]][-1][1]
            counts[raw] = counts.get(raw, 0) + values["calls"]
        return counts

    def depth(self):
        return max((len(ids.translate(None, CONTINUED)) for ids, _ in self.samples), default=0)


def read_folded(path):
    """[(frames root first, count)]; every rule of the folded format is checked."""
    with open(path, "rb") as f:
        data = f.read()
    text = data.decode("utf-8")
    check(not data or data.endswith(b"\n"), "the folded file does not end with a line feed")
    rows = []
    for line in text.split("\n")[:-1]:
        match = re.fullmatch(r"(.+) ([1-9][0-9]*)", line)
        check(match, f"no folded line: {line!r}")
        check(not re.search(r"[\x00-\x1f\x7f]", line), f"control character in {line!r}")
        frames = match.group(1).split(";")
        check(all(frames), f"empty frame in {line!r}")
        rows.append((frames, int(match.group(2))))
    return rows


def load_json(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


# ---- The runner ----------------------------------------------------------------------------------------------------


def missing_peer():
    for needed in (os.path.join(MODULE, "libmono-profiler-browser.so"), TOOL, program("Spin")):
        if not os.path.exists(needed):
            return needed + " is not built (mcs and ilasm compile the programs)"
    return None if shutil.which("mono") else "there is no mono on PATH"


def problem_of(test):
    try:
        test()
    except Failure as failure:
        return str(failure)
    except Exception:
        return traceback.format_exc()
    return None


def as_comment(problem):
    return "".join(f"# {line}\n" for line in problem.splitlines())


def run_one(number, name, test):
    """(is it good, its TAP lines). Whole programs on a machine that others use: a test that fails gets a second try, and
    what failed first is shown."""
    start, lines = time.monotonic(), ""
    first = problem = problem_of(test)
    if first:
        lines = as_comment("first try: " + first)
        problem = problem_of(test)
    seconds = time.monotonic() - start
    lines += f"{'not ok' if problem else 'ok'} {number} - {name} ({seconds:.1f} s)\n"
    return not problem, lines + as_comment(problem or "")


def run_all(tests):
    """The results of run_one in the tests' order. With one job, in this thread: some tests handle signals."""
    jobs = int(os.environ.get("SP_JOBS") or 1) or len(os.sched_getaffinity(0))
    numbered = [(i + 1, name, f) for i, (name, f) in enumerate(tests)]
    if jobs == 1:
        yield from (run_one(*test) for test in numbered)
        return
    scratch() # made once
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda test: run_one(*test), numbered)


def main():
    which = sys.argv[1] if len(sys.argv) > 1 else "all"
    wanted = sys.argv[2:]
    missing = missing_peer()
    if missing:
        print(f"1..0 # SKIP {missing}")
        sys.exit(1 if os.environ.get("CI") == "true" else 0)
    tests = [(name, f) for name, f in inspect.getmembers(sys.modules["__main__"], inspect.isfunction)
             if re.match(r"test_|r\d\d_", name) and f.__module__ == "__main__"]
    tests = [(name, f) for name, f in tests
             if (getattr(f, "on_ours", False) or not ON_OURS or os.environ.get("SP_ALL")) and
             (name in wanted if wanted else which == "all" or getattr(f, "slow", False) == (which == "slow"))]
    print(f"1..{len(tests)}", flush=True)
    good = []
    try:
        for is_good, lines in run_all(tests):
            good.append(is_good)
            print(lines, end="", flush=True)
    finally:
        if not os.environ.get("SP_KEEP"):
            shutil.rmtree(scratch(), ignore_errors=True)
    sys.exit(0 if all(good) else 1)
