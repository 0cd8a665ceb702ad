#!/usr/bin/python3
"""Files that are no assembly, damaged metadata, invalid code: a .NET exception or one clear line, never a crash."""
import os
import random

from differential import FIXED, FLAGS, MONOSP, compiled, main
from harness import Failure, check, equal, execute, heavy, in_parallel, new_folder, slow

PATTERN = bytes.fromhex("2078563412" * 3 + "5858" + "000000" + "2a")
LIMITS = {"timeout": 30}

# What Body() becomes, as hexadecimal; the rest of its bytes are nop. Each must be refused when it is called.
INVALID = {
    "pop of an empty stack": "26",
    "add with one value": "1658",
    "return without a value": "2a",
    "end without a return": "00",
    "an opcode that does not exist": "24",
    "a two-byte opcode that does not exist": "feff",
    "a two-byte opcode cut at the end": "00" * 20 + "fe",
    "an operand cut at the end": "00" * 19 + "2011",
    "branch into an instruction": "2b0120782b0000162a",
    "branch beyond the end": "2b70",
    "branch before the start": "2b90",
    "far branch beyond the end": "38ffffff7f",
    "far branch before the start": "3800000080",
    "conditional branch beyond the end": "162d70162a",
    "switch with too many targets": "1645ffffff7f",
    "switch into nothing": "164501000000ffff0000162a",
    "call of a missing method": "28ffffff06",
    "call of a missing member reference": "28ffffff0a",
    "call of a row of no table": "2801000055",
    "call of a type": "2802000002162a",
    "call through token 0": "2800000000",
    "a string beyond the heap": "72ffffff7026162a",
    "a field that is missing": "7effffff042a",
    "a type that is missing": "14" + "74ffffff01" + "26162a",
    "newobj of a missing constructor": "73ffffff0a26162a",
    "ldtoken of nothing": "d0ffffff1126162a",
    "a signature that is missing": "1629ffffff11162a",
    "a local that is missing": "11c82a",
    "an argument that is missing": "0ec82a",
    "a store to a local that is missing": "1613c8162a",
    "different depths at a join": "022c0116172a",
    "different depths at a backward branch": "162bfd",
    "endfinally outside a handler": "dc162a",
    "endfilter outside a filter": "16fe11162a",
    "rethrow outside a handler": "fe1a162a",
}

# No rule says that these are refused; they must not crash.
ODD = {
    "an object added to a number": "14" + "02" + "58" + "2a",
    "a float returned as an integer": "23000000000000f03f2a",
    "values left on the stack": "1616161616162a",
    "more values than maxstack": "16" * 20 + "2a",
    "null dereferenced": "144a2a",
    "leave outside a block": "de00162a",
    "jmp to a missing method": "27ffffff06",
    "calli through null": "16d3" + "29ffffff11" + "2a",
    "sizeof nothing": "fe1cffffff012a",
    "a tail prefix before nothing": "fe14162a",
    "a constrained prefix before an add": "1616fe1601000002582a",
}


def read(path):
    with open(path, "rb") as f:
        return f.read()


def run_bytes(data, name="Bad.exe"):
    folder = new_folder()
    path = os.path.join(folder, name)
    with open(path, "wb") as f:
        f.write(data)
    return execute([MONOSP, *FLAGS, path], folder=folder, env=FIXED, **LIMITS)


def no_crash(run, what):
    if run.code < 0 or run.code in (134, 139) or "Sanitizer" in run.err:
        raise Failure(f"{what}: ended with {run.code}; stderr: {run.err[-800:]!r}")


def refused(run, what):
    no_crash(run, what)
    check(run.code > 0, f"{what}: exit code {run.code}, stdout {run.out[-200:]!r}")
    check(run.err.strip(), f"{what}: nothing on stderr")
    check("Exception" in run.err or len(run.err.strip().splitlines()) == 1,
        f"{what}: no exception and not one line: {run.err[:600]!r}")


def with_body(code):
    data = read(compiled("Target"))
    equal(data.count(PATTERN), 1, "places of Body's code in Target.exe")
    code = bytes.fromhex(code)
    check(len(code) <= len(PATTERN), "the code fits")
    return data.replace(PATTERN, code + bytes(len(PATTERN) - len(code)))


def test_invalid_code_is_refused():
    in_parallel(lambda what: refused(run_bytes(with_body(INVALID[what])), what), INVALID)


def test_odd_code_does_not_crash():
    in_parallel(lambda what: no_crash(run_bytes(with_body(ODD[what])), what), ODD)


def test_valid_code_runs():
    run = run_bytes(with_body("1f2a2a"))
    equal((run.code, run.out), (0, "start\n42\n"), "exit code and stdout")


def test_files_that_are_no_assembly():
    native = read("/bin/true")
    files = {"empty": b"", "one byte": b"M", "text": b"hello world\n" * 100, "MZ only": b"MZ",
        "MZ and zeros": b"MZ" + bytes(5000),
             "native program": native, "zeros": bytes(10000), "source": read(os.path.abspath(__file__))}
    in_parallel(lambda what: refused(run_bytes(files[what]), what), files)


def test_missing_files_and_folders():
    for path in ("/no/such/file.exe", "/tmp", ""):
        run = execute([MONOSP, *FLAGS, path], env=FIXED, **LIMITS)
        check(run.code > 0 and run.err.strip(), f"{path!r}: {run.code} {run.err!r}")


def test_truncated_assemblies():
    data = read(compiled("Target"))
    in_parallel(lambda size: refused(run_bytes(data[:size]), f"{size} bytes"),
                sorted({0x3b, 0x80, 0x98, 0x178, 0x200, 0x201, 0x240, *range(300, len(data) - 1200, 97)}))


def damaged(seed, data):
    """A copy with 1 to 8 changed bytes in the headers, code and metadata."""
    chance = random.Random(seed)
    copy = bytearray(data)
    end = data.rfind(b"#Blob") + 2000
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(0, min(end, len(copy)))
        copy[at] = chance.choice([0, 0xff, 0x7f, 0x80, chance.randrange(256), copy[at] ^ (1 << chance.randrange(8))])
    return bytes(copy)


def survives(seeds, name):
    data = read(compiled(name))
    in_parallel(lambda seed: no_crash(run_bytes(damaged(seed, data)), f"{name}, seed {seed}"), seeds)


def test_damaged_assemblies():
    survives(range(60), "Target")


@slow
def test_damaged_assemblies_of_many_kinds():
    for name in ("Target", "GenericClasses", "ExceptionFlow", "IlTokens", "Attributes"):
        survives(range(1000, 1000 + heavy(60, 1000)), name)


@slow
def test_metadata_of_huge_row_counts():
    data = read(compiled("Target"))
    start = data.find(b"BSJB")
    # The row counts follow the table stream's header; every 4-byte word there becomes huge in turn.
    words = range(start, min(start + 400, len(data) - 4), 4)
    in_parallel(lambda at: no_crash(run_bytes(data[:at] + b"\xff\xff\xff\x7f" + data[at + 4:]), f"word at {at:#x}"),
        words)


if __name__ == "__main__":
    main()
