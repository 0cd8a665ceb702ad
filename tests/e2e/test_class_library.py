#!/usr/bin/python3
"""The class library in breadth: programs that behave on our runtime as on mono, and one for what one thread cannot give.
Those of programs/everyday also run compiled, from their first call and where they are hot."""
from differential import compare, everyday_programs, expected, library_programs, main, monosp, same, test_each
from harness import equal


def test_what_one_thread_cannot_give_fails_by_name():
    got = monosp("NotHere")
    equal(got.code, 0, f"exit code; stdout {got.out!r}, stderr {got.err[-600:]!r}")


def compiled(name, when):
    compare(name, monosp(name, "--jiterp=" + when), expected(name))


test_each("program", [name for name in library_programs() if name != "NotHere"], same, globals())
test_each("everyday", everyday_programs(), lambda name: compiled(name, "off"), globals())
test_each("everyday_hot", everyday_programs(), lambda name: compiled(name, "on"), globals())
test_each("everyday_eager", everyday_programs(), lambda name: compiled(name, "eager"), globals())


if __name__ == "__main__":
    main()
