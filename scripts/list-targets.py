#!/usr/bin/env python3
"""list-targets.py programs|tests BUILD PREFIX - of a build folder, the programs whose name starts with PREFIX (paths in
that folder), or the names of the tests that run such a program; one a line."""
import json
import os
import subprocess
import sys


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", what, build], check=True, capture_output=True).stdout)


def main():
    what, build, prefix = sys.argv[1:]
    if what == "programs":
        for target in introspect(build, "--targets"):
            if target["type"] == "executable" and target["name"].startswith(prefix):
                print(os.path.relpath(target["filename"][0], build))
    else:
        for test in introspect(build, "--tests"):
            if os.path.basename(test["cmd"][0]).startswith(prefix):
                print(test["name"])


main()
