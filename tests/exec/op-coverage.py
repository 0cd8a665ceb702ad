"""op-coverage.py FILE - which ops of ops.def were never executed, from what MONOSP_OP_COVERAGE=FILE collected over any
number of runs of monosp-counting and of the suites of tests/exec. Exit code 1 when there are some.
"""
import os
import re
import subprocess
import sys


def all_ops():
    table = os.path.join(os.path.dirname(__file__), "..", "..", "interp", "ir", "ops.def")
    text = subprocess.run(["cc", "-E", "-P", "-x", "c", "-"], capture_output=True, text=True, check=True,
                          input=f'#define OP(NAME, text, units, operands, effects) @ text\n#include "{table}"\n').stdout
    return ["".join(re.findall(r'"([^"]*)"', part)) for part in text.split("@")[1:]]


def main(path):
    counts = {}
    with open(path) as lines:
        for line in lines:
            count, name = line.split()
            counts[name] = counts.get(name, 0) + int(count)
    ops = all_ops()
    missing = [op for op in ops if op not in counts]
    print(f"{len(ops) - len(missing)} of {len(ops)} ops executed")
    for op in missing:
        print("never:", op)
    return 1 if missing else 0


sys.exit(main(sys.argv[1]))
