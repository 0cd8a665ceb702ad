#!/usr/bin/env python3
"""list-targets.py programs|tests BUILD PREFIX - of a build folder, the programs whose name starts with PREFIX and what
the tests that run them depend on (paths in that folder), or the names of those tests; one a line."""
import json
import os
import subprocess
import sys


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", what, build], check=True, capture_output=True).stdout)


def tests_of(build, prefix):
    return [test for test in introspect(build, "--tests") if os.path.basename(test["cmd"][0]).startswith(prefix)]


def main():
    what, build, prefix = sys.argv[1:]
    if what == "programs":
        needed = {identity for test in tests_of(build, prefix) for identity in test["depends"]}
        for target in introspect(build, "--targets"):
            if target["type"] == "executable" and target["name"].startswith(prefix) or target["id"] in needed:
                print(os.path.relpath(target["filename"][0], build))
    else:
        for test in tests_of(build, prefix):
            print(test["name"])


main()
