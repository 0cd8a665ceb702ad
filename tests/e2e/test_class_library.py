#!/usr/bin/python3
"""The class library in breadth: programs that behave on our runtime as on mono."""
from differential import library_programs, main, same, test_each

test_each("program", library_programs(), same, globals())


if __name__ == "__main__":
    main()
