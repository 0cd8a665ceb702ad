#!/usr/bin/python3
"""Libraries from NuGet that nobody here wrote, used by the programs of tests/libraries, on our runtime as on mono.

SP_LIBRARIES is the folder where the packages go and the programs are compiled."""
import functools
import os
import re
import subprocess
import sys

import harness
from differential import main, same_command, test_each
from harness import Failure

FOLDER = os.environ.get("SP_LIBRARIES", "")
SOURCES = os.path.join(harness.SOURCES, "..", "libraries")
README = os.path.join(harness.SOURCES, "..", "..", "README.md")

sys.path.insert(0, SOURCES)
import fetch  # noqa: E402 - it lies beside the programs that use the packages

# Six, so that a run stays short: a command-line parser, a template engine, a Markdown renderer, an expression evaluator,
# a JSON library, a unit test framework. What they need comes along.
PACKAGES = [
    ("CommandLineParser", "2.9.1"), ("DotLiquid", "2.3.260"), ("Markdig", "0.31.0"), ("NCalcSync", "7.4.0"),
    ("Newtonsoft.Json", "13.0.3"), ("NUnit", "3.14.0"),
]

PROGRAMS = {
    "CommandLines": [], "Expressions": [], "Json": [], "MarkdownTexts": [README], "RunTests": ["SampleTests.dll"],
    "Templates": [],
}


def compile_program(path):
    name = os.path.splitext(os.path.basename(path))[0]
    with open(path, encoding="utf-8") as f:
        head = [line for line in f if line.startswith("//")]
    references = [word for line in head if line.startswith("// references: ") for word in line.split()[2:]]
    is_library = "// library\n" in head
    out = os.path.join(FOLDER, name + (".dll" if is_library else ".exe"))
    done = subprocess.run(["mcs", "-nologo", "-warn:0", "-lib:" + FOLDER, *(f"-r:{r}.dll" for r in references),
                           *(["-target:library"] if is_library else []), "-out:" + out, path],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    if done.returncode:
        raise Failure(f"mcs {name}: {done.stdout.decode('utf-8', 'replace')[-600:]}")


@functools.lru_cache(maxsize=None)
def compile_programs():
    for name in [*PROGRAMS, "SampleTests"]:
        compile_program(os.path.join(SOURCES, name + ".cs"))


def library(name):
    compile_programs()
    same_command([os.path.join(FOLDER, name + ".exe"), *PROGRAMS[name]], folder=FOLDER)


def missing_packages():
    if not FOLDER:
        return "SP_LIBRARIES is not set"
    try:
        fetch.fetch(FOLDER, PACKAGES)
    except fetch.NotFetched as e:
        return re.sub(r"\s+", " ", f"the packages cannot be fetched: {e}")
    return None


test_each("library", PROGRAMS, library, globals(), slow=True)


if __name__ == "__main__":
    main(missing_packages)
