#!/usr/bin/python3
"""Random CIL programs: each method's checksums are the same on mono and on our runtime, interpreted and compiled. Where mono's JIT and its
interpreter differ (the JIT has such bugs), the interpreter's answer is right too. SP_RANDOM_CIL_SEEDS=FROM-TO runs
others than the usual; a difference names the seed and the methods, and how to make the program again."""
import os
import sys

from differential import FIXED, FLAGS, MONOSP, main
from harness import SOURCES, check, equal, execute, in_parallel, new_folder, slow

GENERATOR = os.path.join(SOURCES, "..", "random-cil", "generate.py")


def seeds(first, last):
    chosen = os.environ.get("SP_RANDOM_CIL_SEEDS")
    if chosen:
        first, last = map(int, chosen.split("-"))
    return range(first, last + 1)


def make(seed, methods):
    folder = new_folder()
    generated = execute([sys.executable, GENERATOR, str(seed), str(methods)], folder=folder)
    equal(generated.code, 0, f"generator, seed {seed}: {generated.err[-300:]}")
    source = os.path.join(folder, "program.il")
    with open(source, "w", encoding="utf-8") as f:
        f.write(generated.out)
    made = execute(["ilasm", "-quiet", f"-output:{folder}/program.exe", source], folder=folder)
    equal(made.code, 0, f"ilasm, seed {seed}: {made.out[-300:]}")
    return os.path.join(folder, "program.exe")


def compare(seed, methods, env=None):
    path = make(seed, methods)
    theirs = execute(["mono", path], env=FIXED)
    tier_is_chosen = any(flag.startswith("--jiterp") for flag in FLAGS)
    for flags in [[]] if tier_is_chosen else [["--jiterp=off"], ["--jiterp=eager"]]:
        ours = execute([MONOSP, *FLAGS, *flags, path], env={**FIXED, **(env or {})}, timeout=200)
        wanted, got = theirs.out.splitlines(), ours.out.splitlines()
        other = wanted
        if wanted != got:
            other = execute(["mono", "--interp", path], env=FIXED).out.splitlines()
        differing = [f"{a!r}, mono: {b!r}" for a, b, c in zip(got, wanted, other) if a not in (b, c)]
        check(not differing, f"seed {seed}, {flags}, {len(differing)} of {methods} methods: {'; '.join(differing[:5])}\n"
              f"again with: tests/random-cil/generate.py {seed} {methods} [NUMBER OF THE METHOD TO TRACE]")
        equal((ours.code, len(got)), (theirs.code, methods),
              f"seed {seed}, {flags}: exit code, lines; stderr {ours.err[-300:]!r}")


def test_random_methods():
    in_parallel(lambda seed: compare(seed, 250), seeds(1, 4))


def test_random_methods_under_collections():
    in_parallel(lambda seed: compare(seed, 100, env={"MONOSP_GC_STRESS": "50", "MONOSP_GC_POISON": "1"}), seeds(7, 7))


@slow
def test_many_random_methods():
    in_parallel(lambda seed: compare(seed, 400), seeds(1000, 1059))


if __name__ == "__main__":
    main()
