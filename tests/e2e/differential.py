"""differential.py - runs one program on mono and on our runtime and says where they differ.

A program states how it is run in comments at its start:
  // args: WORDS            its arguments, quoted as in a shell; {folder} is a fresh folder
  // stdin: TEXT            its input; \\n, \\r and \\xNN are escapes
  // stress-args: WORD      its argument under GC stress
  // stderr: lines N        only the first N lines of stderr are compared

The environment, beside that of harness.py:
  SP_MONOSP           the runtime                     SP_RUNTIME_PROGRAMS  the folder of its compiled programs;
                                                      those of programs/library and /everyday are in folders beside it
  SP_MONOSP_FLAGS     flags for it. SP_MONOSP=mono SP_MONOSP_FLAGS=--interp tries the tests themselves on mono alone.
  SP_COUNT_MODULE     the folder of libmono-profiler-count.so
  SP_SANITIZED=1      the runtime has sanitizers; only tests that need nothing else are run
"""
import functools
import os
import re
import shlex
import shutil

import harness
from harness import Failure, check, equal, execute, new_folder

MONOSP = os.environ.get("SP_MONOSP", "")
FLAGS = shlex.split(os.environ.get("SP_MONOSP_FLAGS", ""))
FOLDER = os.environ.get("SP_RUNTIME_PROGRAMS", os.path.join(harness.PROGRAMS, "runtime"))
SOURCES = os.path.join(harness.SOURCES, "runtime")
LIBRARY = os.path.join(harness.SOURCES, "library")
EVERYDAY = os.path.join(harness.SOURCES, "everyday")
BENCH = os.path.join(harness.SOURCES, "..", "..", "bench", "programs")

# Inlining drops frames from mono's stack traces; ours always has them.
MONO = ["mono", "-O=-inline"]
# What a program could see of the machine is the same for both.
FIXED = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb", "MONO_PATH": ""}


def sanitized():
    """A build with sanitizers has no module that mono could load and none of the older programs."""
    return os.environ.get("SP_SANITIZED") == "1"


# ---- Programs ------------------------------------------------------------------------------------------------------


def source_of(name):
    places = ((SOURCES, ".cs"), (SOURCES, ".il"), (LIBRARY, ".cs"), (EVERYDAY, ".cs"), (harness.SOURCES, ".cs"),
              (harness.SOURCES, ".il"), (BENCH, ".cs"))
    for folder, ending in places:
        path = os.path.join(folder, name + ending)
        if os.path.exists(path):
            return path
    raise Failure(f"no source of {name}")


def compiled(name):
    for folder in (FOLDER, *(os.path.join(FOLDER, "..", kind) for kind in ("library", "everyday")), harness.PROGRAMS):
        path = os.path.join(folder, name + ".exe")
        if os.path.exists(path):
            return path
    raise Failure(f"{name}.exe is not built")


def runtime_programs(ending=("cs", "il"), folder=SOURCES):
    return sorted(name.rsplit(".", 1)[0] for name in os.listdir(folder) if name.endswith(ending))


def library_programs():
    return runtime_programs(ending="cs", folder=LIBRARY)


def everyday_programs():
    return runtime_programs(ending="cs", folder=EVERYDAY)


@functools.lru_cache(maxsize=None)
def header(name):
    """key -> values of the comments `// key: value` before the program's first other line."""
    found = {}
    with open(source_of(name), encoding="utf-8") as f:
        for line in f:
            if not line.startswith("//"):
                break
            match = re.match(r"// ([a-z-]+): (.*)", line)
            if match:
                found.setdefault(match.group(1), []).append(match.group(2))
    return found


def arguments(name, folder):
    words = [word for text in header(name).get("args", []) for word in shlex.split(text)]
    return [word.replace("{folder}", folder) for word in words]


def stdin(name):
    texts = header(name).get("stdin")
    return texts and texts[0].encode("latin-1", "backslashreplace").decode("unicode_escape")


# ---- Runs ----------------------------------------------------------------------------------------------------------


class Result:
    """What a program showed: stdout as bytes, exit code (negative: signal), stderr as text."""

    def __init__(self, run):
        with open(run.path("stdout"), "rb") as f:
            self.out = f.read()
        self.code, self.err, self.run = run.code, run.err, run


def run(command, name, path=None, args=None, env=None, timeout=60, folder=None):
    folder = folder or new_folder()
    data = new_folder()
    words = arguments(name, data) if args is None else list(map(str, args))
    finished = execute([*command, path or compiled(name), *words], folder=folder, stdin=stdin(name),
                       env={**FIXED, **(env or {})}, timeout=timeout)
    return Result(finished)


def monosp(name, *flags, **rest):
    return run([MONOSP, *FLAGS, *flags], name, **rest)


MCS = "/usr/lib/mono/4.5/mcs.exe"


def execute_compiler(words, runtime=None):
    return execute([*(runtime or [MONOSP, *FLAGS]), MCS, *words], env=FIXED, timeout=300)


@functools.lru_cache(maxsize=None)
def expected(name, args=None, flags=()):
    """mono's result; each program is run on mono once for all variants of ours."""
    return run([*MONO, *flags], name, args=args)


def traceless(text):
    """stderr without what no two runtimes share: IL offsets, module ids, addresses, mono's wrapper methods."""
    lines = [line.rstrip() for line in text.splitlines() if "(wrapper " not in line]
    return [re.sub(r" (\[0x[0-9a-f]+\]|<0x[0-9a-f]+ \+ 0x[0-9a-f]+>)( in <[0-9a-f#]+>:0)?", "", line) for line in lines]


def first_difference(got, wanted):
    got, wanted = got.split(b"\n"), wanted.split(b"\n")
    for number, (a, b) in enumerate(zip(got, wanted), 1):
        if a != b:
            return f"line {number}: got {a[:300]!r}, wanted {b[:300]!r}"
    return f"{len(got)} lines, wanted {len(wanted)}; after the common ones: {(got + wanted)[min(len(got), len(wanted)):][:1]!r}"


def same_output(got, wanted):
    if got.out != wanted.out or got.code != wanted.code:
        difference = "" if got.out == wanted.out else "stdout, " + first_difference(got.out, wanted.out) + "\n"
        raise Failure(f"{difference}exit code {got.code}, wanted {wanted.code}\nstderr: {got.err[-1200:]}")


def compare(name, got, wanted):
    same_output(got, wanted)
    limit = header(name).get("stderr", [None])[0]
    limit = int(limit.split()[-1]) if limit else None
    equal(traceless(got.err)[:limit], traceless(wanted.err)[:limit], "stderr")


def same(name, args=None, **rest):
    """The program behaves on our runtime as on mono."""
    args = None if args is None else tuple(args)
    compare(name, monosp(name, args=args, **rest), expected(name, args))


def same_command(words, folder=None, stdin="", prints_traces=False):
    """A program that is none of ours on both; {folder} in its arguments is a fresh folder. Both Results; .written is it.
    prints_traces: its stdout has stack traces, which are compared as those of stderr."""
    results = []
    for runtime in (MONO, [MONOSP, *FLAGS]):
        written = new_folder()
        result = Result(execute([*runtime, *(word.replace("{folder}", written) for word in words)],
                                folder=folder or new_folder(), stdin=stdin, env=FIXED, timeout=120))
        result.written, result.out = written, result.out.replace(written.encode(), b"FOLDER")
        if prints_traces:
            result.out = "\n".join(traceless(result.out.decode("utf-8", "replace"))).encode()
        results.append(result)
    wanted, got = results
    same_output(got, wanted)
    return got, wanted


# ---- The runner ----------------------------------------------------------------------------------------------------


def test_each(prefix, names, function, scope, slow=False):
    """Defines scope's test PREFIX_NAME for every name, so that each program is a test of its own."""
    for name in names:
        def test(name=name):
            function(name)
        test.__module__, test.slow = "__main__", slow
        scope[f"test_{prefix}_{name}"] = test


def missing_peer():
    if not (MONOSP and shutil.which(MONOSP)):
        return f"there is no {MONOSP or 'SP_MONOSP'}"
    if not os.path.exists(os.path.join(FOLDER, "Target.exe")):
        return f"{FOLDER} has no programs (mcs and ilasm compile them)"
    return None if shutil.which("mono") else "there is no mono on PATH"


def main(also_missing=lambda: None):
    """As harness.main(), without a runtime to test: skipped, or failed where everything must be there."""
    peers = harness.missing_peer
    harness.missing_peer = lambda: missing_peer() or (None if sanitized() else peers()) or also_missing()
    harness.main()
