#!/usr/bin/python3
"""The class library in breadth: programs that behave on our runtime as on mono, and one for what one thread cannot give."""
from differential import library_programs, main, monosp, same, test_each
from harness import equal


def test_what_one_thread_cannot_give_fails_by_name():
    got = monosp("NotHere")
    equal(got.code, 0, f"exit code; stdout {got.out!r}, stderr {got.err[-600:]!r}")


test_each("program", [name for name in library_programs() if name != "NotHere"], same, globals())


if __name__ == "__main__":
    main()
