#!/usr/bin/python3
"""Every program on the runtime built for WebAssembly, in Node: output and exit code as on mono, interpreted and with every
method compiled to WebAssembly at its first call, under GC stress too.

  SP_WASM   monosp.wasm; wasm/serve.mjs runs the programs, all in one process
"""
import atexit
import collections
import json
import os
import re
import shutil
import subprocess
import threading

import harness
from differential import (FIXED, Failure, Result, arguments, compare, compiled, everyday_programs, expected, header,
    library_programs, main, runtime_programs, stdin, test_each)
from harness import check, equal, new_folder
from test_runtime import BENCH, OLDER, REFUSED, STRESS, TOO_LONG_UNDER_STRESS

WASM = os.environ.get("SP_WASM", "")
SERVE = os.path.join(harness.SOURCES, "..", "..", "wasm", "serve.mjs")

# What a program answers instead of mono's lines, counted from 1: pointers have 4 bytes, and WASI knows no permissions.
OTHER_LINES = {
    "EnvironmentExit": {5: "True False True Unix 4 False True"},
    "IlConversions": {
        27: "int32 conv.ovf.i.un: 0 1 ovf 127 128 ovf 255 256 32768 65535 65536 2147483647 ovf",
        58: "int64 conv.i: 0 -1 128 65536 -2147483648 2147483647 -1 0 -1 0",
        59: "int64 conv.ovf.i: 0 -1 128 65536 ovf ovf ovf ovf ovf ovf",
        60: "int64 conv.ovf.i.un: 0 ovf 128 65536 ovf ovf ovf ovf ovf ovf",
        61: "int64 conv.u: 0 4294967295 128 65536 2147483648 2147483647 4294967295 0 4294967295 0",
        62: "int64 conv.ovf.u: 0 ovf 128 65536 2147483648 ovf 4294967295 ovf ovf ovf",
        63: "int64 conv.ovf.u.un: 0 ovf 128 65536 2147483648 ovf 4294967295 ovf ovf ovf",
        84: "float64 conv.ovf.i: 0 0 127 255 256 32768 65535 2147483647 ovf ovf 0 -1 -128 ovf ovf ovf",
        85: "float64 conv.u: 0 0 127 255 256 32768 65535 2147483647 1410065408 3800301568",
        86: "float64 conv.ovf.u: 0 0 127 255 256 32768 65535 2147483647 ovf ovf 0 ovf ovf ovf ovf ovf",
    },
    "Environments": {6: "True False Unix 4.0.30319.42000", 7: "True True 65536", 8: "False True", 11: "True X86"},
    "IlTokens": {14: "4", 18: "4"},
    "IntegerConversions": {97: "-5 -5 -5 -5 5 5 4 True 0"},
    "Pointers": {2: "77 6 True True 4"},
    "Folders": {11: "Normal Directory False"},
}

# Programs that need what WebAssembly has not. name -> (why, what stderr must say; exit code 1)
LIBC = "it calls libc", "System.DllNotFoundException: libc"
HELPER = "it compresses, by Mono's native helper", "System.DllNotFoundException: MonoPosixHelper"
PROCESS = "it starts processes", "System.PlatformNotSupportedException: "
NOT_HERE = {
    "CancelKeys": LIBC, "Drawings": LIBC, "ModuleMembers": LIBC, "NetTypes": LIBC, "PlatformInvoke": LIBC,
    "PlatformInvokes": LIBC,
    "Compression": HELPER, "Pictures": HELPER, "Plumbing": HELPER, "ZipArchives": HELPER,
    "MappedFiles": ("it maps files", "System.PlatformNotSupportedException: WebAssembly maps no files"),
    "ProcessEvents": PROCESS, "Processes": PROCESS,
    "Queries": ("it has a database", "System.DllNotFoundException: sqlite3"),
}


class Server:
    """wasm/serve.mjs: requests as lines of JSON, answers as they come."""

    def __init__(self):
        self.process = subprocess.Popen(["node", SERVE, WASM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lock, self.waiting, self.next = threading.Lock(), {}, 0
        threading.Thread(target=self.read, daemon=True).start()
        atexit.register(self.end)

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            waiter = self.waiting.pop(answer["id"])
            waiter["answer"] = answer
            waiter["done"].set()

    def run(self, request):
        waiter = {"done": threading.Event()}
        with self.lock:
            self.next += 1
            request["id"] = self.next
            self.waiting[self.next] = waiter
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        waiter["done"].wait()
        return waiter["answer"]


class Finished:
    """As harness.Run, as far as Result looks."""

    def __init__(self, folder, code, err):
        self.folder, self.code, self.err = folder, code, err

    def path(self, name):
        return os.path.join(self.folder, name)


server_lock = threading.Lock()
servers = []


def server():
    with server_lock:
        if not servers:
            servers.append(Server())
        return servers[0]


def monosp(name, *flags, args=None, env=None, timeout=60):
    folder, data = new_folder(), new_folder()
    words = arguments(name, data) if args is None else list(map(str, args))
    paths = {stream: os.path.join(folder, stream) for stream in ("stdin", "stdout", "stderr")}
    with open(paths["stdin"], "w", encoding="utf-8") as f:
        f.write(stdin(name) or "")
    answer = server().run({
        "args": ["monosp", *flags, compiled(name), *words], "env": {**os.environ, **FIXED, **(env or {})}, "cwd": folder,
        "timeout_ms": timeout * 1000, **paths})
    with open(paths["stderr"], encoding="utf-8", errors="surrogateescape") as f:
        err = f.read()
    check("error" not in answer, f"the host failed: {answer.get('error', '')[:1500]}; stderr: {err[-600:]!r}")
    check(answer["code"] is not None, f"no end within {timeout} s; stderr: {err[-600:]!r}")
    return Result(Finished(folder, answer["code"], err))


def wanted(name, args):
    """mono's result, with the lines that differ here."""
    result = expected(name, args)
    lines = result.out.split(b"\n")
    for number, text in OTHER_LINES.get(name, {}).items():
        lines[number - 1] = text.encode()
    changed = Result.__new__(Result)
    changed.out, changed.err, changed.code, changed.run = b"\n".join(lines), result.err, result.code, result.run
    return changed


def same(name, *flags, args=None, **rest):
    args = None if args is None else tuple(args)
    got = monosp(name, *flags, args=args, **rest)
    if name in NOT_HERE:
        why, text = NOT_HERE[name]
        equal(got.code, 1, f"exit code ({why}); stderr: {got.err[-600:]!r}")
        check(text in got.err, f"{why}: stderr: {got.err[-600:]!r}")
    else:
        compare(name, got, wanted(name, args))


def refused(name):
    got = monosp(name, args=REFUSED[name])
    check(got.code > 0, f"exit code {got.code}; stderr: {got.err[-600:]!r}")
    check("PlatformNotSupportedException" in got.err, f"stderr: {got.err[-600:]!r}")


def test_the_jiterpreter_tells_what_it_made():
    got = monosp("Sieve", "--jiterp=eager", "--stats", args=[BENCH["Sieve"]])
    for text in ("Methods compiled", "Machine code bytes", "Entries into compiled code"):
        check(re.search(rf"^{text}: [1-9]", got.err, re.M), f"{text}: {got.err[-800:]!r}")
    check(not re.search("^Methods not compiled", got.err, re.M), got.err[-800:])
    got = monosp("Sieve", "--jiterp=off", "--stats", args=[BENCH["Sieve"]])
    check("Methods compiled" not in got.err, got.err[-800:])


PROGRAMS = [name for name in runtime_programs() if name != "ArgumentLists"]
OTHERS = [name for name in library_programs() if name != "NotHere"] + everyday_programs()
EAGER = "--jiterp=eager"

def calls(name, *flags):
    """(what, method) -> how often, of the program's own methods. Profiler modules are not linked in, --trace is."""
    got = monosp(name, *flags, "--trace=program")
    return got.code, collections.Counter(re.findall(r"\] (ENTER|LEAVE): (\S+ \([^)]*\))", got.out.decode("utf-8", "replace")))


def counted(name):
    interpreted = calls(name, "--jiterp=off")
    check(len(interpreted[1]) > 10, f"{interpreted}")
    equal(calls(name, EAGER), interpreted, "calls of compiled code")


# Every program of runtime/ compiled, and some of the others; without the tier, where it is hot, and under stress some in
# turn. SP_HEAVY=1: all.
def some(names, first, step):
    return names if harness.HEAVY else names[first::step]


def test_some_programs_interpreted_and_compiled():
    for name in ("GenericMethods", "ExceptionFlow", "Structs"):
        same(name, "--jiterp=off")
        same(name, EAGER)


test_each("eager", PROGRAMS + some(OTHERS, 0, 3), lambda name: same(name, EAGER), globals(), slow=True)
test_each("eager", OLDER, lambda name: same(name, EAGER, args=OLDER[name]), globals(), slow=True)
test_each("eager", BENCH, lambda name: same(name, EAGER, args=[BENCH[name]]), globals(), slow=True)
test_each("interpreted", some(PROGRAMS + OTHERS, 0, 16), lambda name: same(name, "--jiterp=off"), globals(), slow=True)
test_each("hot", some(PROGRAMS + OTHERS, 8, 16), same, globals(), slow=True)
test_each("refused", REFUSED, refused, globals())
test_each("calls", ("Closures", "ExceptionFlow", "GenericVirtualMethods", "Inlining", "IteratorMethods", "LinqQueries", "Structs",
    "TaskRuns", "VirtualMethods"), counted, globals(), slow=True)
UNDER_STRESS = [name for name in PROGRAMS if name not in TOO_LONG_UNDER_STRESS | {"LoopGuards"}]
test_each("eager_stress", some(UNDER_STRESS, 0, 16), lambda name: same(name, EAGER, args=header(name).get("stress-args"),
    env=STRESS, timeout=400), globals(), slow=True)


def missing():
    if not os.path.exists(WASM):
        return f"there is no {WASM or 'SP_WASM'}"
    return None if shutil.which("node") else "there is no node on PATH"


if __name__ == "__main__":
    main(missing)
