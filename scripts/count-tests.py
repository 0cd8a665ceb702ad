#!/usr/bin/env python3
"""count-tests.py OUTCOMES [NAME=TESTLOG.json...] - the closing count of test.sh.

OUTCOMES holds lines "pass WHAT", "fail WHAT" or "skip WHAT". A TESTLOG is what "meson test" writes, one JSON object a
line. A suite that prints how many cases it ran (Check's "Checks: N, Failures: N, Errors: N", TAP's "ok"/"not ok" lines,
or "N passed, N failed") counts as these cases, every other test as one. A suite that did not end well although no case
of it failed, as after a crash, a time-out or a leak at its end, counts one failure more.

Ends with "N passed, N failed", ", N skipped" when there are skips; exit code 1 when anything failed, nothing ran, or
CI=true and anything was skipped.
"""
import json
import os
import re
import sys

CHECK_LINE = re.compile(r"^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)$", re.M)
PLAIN_LINE = re.compile(r"^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
TAP_LINE = re.compile(r"^(ok|not ok)\b[^#\n]*(# *skip)?", re.M | re.I)
TAP_PLAN = re.compile(r"^1\.\.\d+", re.M)


def cases(text):
    """(passed, failed, skipped) as the output tells them, all 0 when it tells nothing."""
    passed = failed = skipped = 0
    for total, failures, errors in CHECK_LINE.findall(text):
        bad = int(failures) + int(errors)
        passed, failed = passed + int(total) - bad, failed + bad
    if passed + failed:
        return passed, failed, skipped
    plain = PLAIN_LINE.findall(text)
    if plain:
        return tuple(sum(int(row[i] or 0) for row in plain) for i in range(3))
    if TAP_PLAN.search(text):
        for word, skip in TAP_LINE.findall(text):
            if skip:
                skipped += 1
            elif word.lower() == "ok":
                passed += 1
            else:
                failed += 1
    return passed, failed, skipped


def count(test):
    if test["result"] == "SKIP":
        return 0, 0, 1
    good = test["result"] in ("OK", "EXPECTEDFAIL")
    passed, failed, skipped = cases(test.get("stdout") or "")
    if good and not passed + failed + skipped:
        return 1, 0, 0
    return passed, failed + (0 if good or failed else 1), skipped


def main():
    passed = failed = skipped = 0
    bad, skips = [], []
    with open(sys.argv[1], encoding="utf-8") as outcomes:
        for line in outcomes:
            word, _, what = line.rstrip("\n").partition(" ")
            passed, failed, skipped = passed + (word == "pass"), failed + (word == "fail"), skipped + (word == "skip")
            if word == "fail":
                bad.append(what)
    for argument in sys.argv[2:]:
        build, _, path = argument.partition("=")
        with open(path, encoding="utf-8") as log:
            for line in log:
                test = json.loads(line)
                counts = count(test)
                passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
                name = f"{build}: {test['name']} ({test['result'].lower()})"
                if counts[1]:
                    bad.append(name)
                if counts[2]:
                    skips.append(name)
    print()
    for title, names in (("Failed", bad), ("Skipped", skips)):
        for name in names:
            print(f"{title}: {name}")
    if os.environ.get("CI") == "true" and skipped:
        print("Skipped tests count as failed here (CI=true).")
        failed, skipped = failed + skipped, 0
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed or not passed else 0)


main()
