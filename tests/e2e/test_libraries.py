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

# What the programs use; what these need comes along.
PACKAGES = [
    ("AngleSharp", "0.17.1"), ("Autofac", "6.5.0"), ("AutoMapper", "10.1.1"), ("BouncyCastle.Cryptography", "2.3.0"),
    ("CommandLineParser", "2.9.1"), ("CsvHelper", "30.0.1"), ("DotLiquid", "2.3.260"),
    ("DynamicExpresso.Core", "2.16.1"), ("FluentValidation", "11.9.0"), ("FSharp.Core", "8.0.100"),
    ("Google.Protobuf", "3.21.12"), ("Handlebars.Net", "2.1.4"), ("HtmlAgilityPack", "1.13.0"),
    ("Humanizer.Core", "2.14.1"), ("Jint", "4.16.0"), ("LiteDB", "5.0.21"), ("Markdig", "0.31.0"),
    ("MathNet.Numerics", "5.0.0"), ("Mono.Cecil", "0.11.5"), ("Moq", "4.18.4"), ("NCalcSync", "7.4.0"),
    ("Newtonsoft.Json", "13.0.3"), ("NodaTime", "3.1.9"), ("NSubstitute", "5.1.0"), ("NUnit", "3.14.0"),
    ("NUnit.ConsoleRunner", "3.15.2"), ("Polly", "7.2.4"), ("Serilog", "3.1.1"), ("SharpZipLib", "1.4.2"),
    ("SixLabors.ImageSharp", "2.1.13"), ("Sprache", "2.3.1"), ("Stateless", "5.13.0"),
    ("System.Linq.Dynamic.Core", "1.3.7"), ("System.Reactive", "6.0.1"), ("YamlDotNet", "18.1.0"),
]
FACADES = "/usr/lib/mono/4.5/Facades"

PROGRAMS = {
    "Assemblies": [], "Calendars": [], "CommandLines": [], "CsvTexts": [], "Digests": [], "Expressions": [],
    "Grammars": [], "HtmlPages": [], "Images": [], "Json": [], "MarkdownTexts": [README], "Mocks": [], "Numbers": [],
    "RunConsole": ["SampleTests.dll", "--inprocess", "--domain=None", "--noresult", "--labels=All"],
    "RunTests": ["SampleTests.dll"], "Scripts": [], "Stores": [], "Streams": [], "Templates": [],
    "Wirings": [], "YamlTexts": [],
}


def compile_program(path):
    name = os.path.splitext(os.path.basename(path))[0]
    with open(path, encoding="utf-8") as f:
        head = [line for line in f if line.startswith("//")]
    references = [word for line in head if line.startswith("// references: ") for word in line.split()[2:]]
    is_library = "// library\n" in head
    out = os.path.join(FOLDER, name + (".dll" if is_library else ".exe"))
    done = subprocess.run(["mcs", "-nologo", "-warn:0", "-lib:" + FOLDER, "-lib:" + FACADES,
                           "-r:netstandard.dll", "-r:System.Runtime.dll",
                           *(f"-r:{r}" if r.endswith(".exe") else f"-r:{r}.dll" for r in references),
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
