#!/usr/bin/env python3
"""list-targets.py BUILD PREFIX [--paths] - tests of a build folder whose program's name starts with PREFIX, one a line;
with --paths the built programs themselves, whether or not they are tests."""
import json
import os
import subprocess
import sys


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", what, build], check=True, capture_output=True).stdout)


def main():
    build, prefix = sys.argv[1:3]
    if "--paths" in sys.argv[3:]:
        for target in introspect(build, "--targets"):
            if target["type"] == "executable" and target["name"].startswith(prefix):
                print(target["filename"][0])
    else:
        for test in introspect(build, "--tests"):
            if os.path.basename(test["cmd"][0]).startswith(prefix):
                print(test["name"])


main()
