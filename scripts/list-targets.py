#!/usr/bin/env python3
"""list-targets.py programs|tests BUILD PREFIX... - of a build folder, the programs whose name starts with a PREFIX and
what the tests that are named so or run them depend on (paths in that folder), or the names of those tests; one a line.
A test that runs a suite check-NAME goes by its program alone: test fuzz-NAME is no libFuzzer program fuzz-NAME."""
import json
import os
import subprocess
import sys


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", what, build], check=True, capture_output=True).stdout)


def tests_of(build, prefixes):
    def goes_by(test):
        program = os.path.basename(test["cmd"][0])
        return program if program.startswith("check-") else test["name"]
    return [test for test in introspect(build, "--tests")
            if goes_by(test).startswith(prefixes) or os.path.basename(test["cmd"][0]).startswith(prefixes)]


def main():
    what, build, prefixes = sys.argv[1], sys.argv[2], tuple(sys.argv[3:])
    if what == "programs":
        needed = {identity for test in tests_of(build, prefixes) for identity in test["depends"]}
        for target in introspect(build, "--targets"):
            if target["type"] == "executable" and target["name"].startswith(prefixes) or target["id"] in needed:
                print(os.path.relpath(target["filename"][0], build))
    else:
        for test in tests_of(build, prefixes):
            print(test["name"])


main()
