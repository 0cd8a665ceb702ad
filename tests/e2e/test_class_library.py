#!/usr/bin/python3
"""The class library in breadth: programs that behave on our runtime as on mono."""
from differential import library_programs, main, monosp, same, test_each
from harness import check

# What these need is code made at run time.
REFUSED = {"XmlSerializing"}


def refused(name):
    got = monosp(name)
    check(got.code > 0, f"exit code {got.code}; stderr: {got.err[-600:]!r}")
    check("PlatformNotSupportedException" in got.err, f"stderr: {got.err[-600:]!r}")


test_each("program", [name for name in library_programs() if name not in REFUSED], same, globals())
test_each("refused", REFUSED, refused, globals())


if __name__ == "__main__":
    main()
