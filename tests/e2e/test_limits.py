#!/usr/bin/python3
"""--heap-limit and --stack-limit: exceptions that the program can catch, mono's messages when it does not; no crash."""
import os

from differential import FIXED, FLAGS, MONOSP, compiled, main
from harness import check, equal, execute, in_parallel, new_folder

PROGRAM = """
using System;
using System.Collections.Generic;
class Program {
    class Node { public Node next; public int[] numbers = new int[100]; }
    static int Depth(int n) { return n == 0 ? 0 : 1 + Depth(n - 1) * 1; }
    static void Try(string name, Action action) {
        try { action(); Console.WriteLine(name + " ok"); }
        catch (Exception e) { Console.WriteLine(name + " " + e.GetType().Name); }
    }
    static void Garbage() { new byte[5 << 20].ToString(); new byte[5 << 20].ToString(); new byte[5 << 20].ToString(); }
    static void Main(string[] args) {
        if (args.Length > 0 && args[0] == "uncaught") { var all = new List<object>(); for (;;) all.Add(new byte[100000]); }
        if (args.Length > 0 && args[0] == "deep") Depth(100000000);
        Try("garbage in one method", Garbage);
        for (int i = 0; i < 3; i++) {
            Try("objects", () => { Node n = null; for (;;) n = new Node { next = n }; });
            Try("arrays", () => { var all = new List<object>(); for (;;) all.Add(new byte[100000]); });
            Try("rectangles", () => { var all = new List<object>(); for (;;) all.Add(new int[100, 100]); });
            Try("strings", () => { var all = new List<object>(); for (;;) all.Add(new string('x', 10000)); });
            Try("concatenation", () => { string s = "x"; for (;;) s += s; });
            Try("boxes", () => { var all = new List<object>(); for (int j = 0;; j++) all.Add(j); });
            Try("closures", () => { var all = new List<Action>(); for (int j = 0;; j++) { int k = j; all.Add(() => Console.Write(k)); } });
            Try("one huge array", () => { GC.KeepAlive(new long[1 << 28]); });
            Try("negative length", () => { GC.KeepAlive(new int[-i - 1]); });
            Try("clones", () => { var all = new List<object>(); var a = new int[10000]; for (;;) all.Add(a.Clone()); });
            Try("resize", () => { var a = new int[10]; for (;;) Array.Resize(ref a, a.Length * 2); });
            Try("after it", () => { for (int j = 0; j < 100; j++) GC.KeepAlive(new byte[100000]); });
        }
        Console.WriteLine("end");
    }
}
"""
ALL = ["objects", "arrays", "rectangles", "strings", "concatenation", "boxes", "closures", "one huge array"]


def program():
    folder = new_folder()
    source, path = os.path.join(folder, "Limits.cs"), os.path.join(folder, "Limits.exe")
    with open(source, "w", encoding="utf-8") as f:
        f.write(PROGRAM)
    made = execute(["mcs", "-nologo", f"-out:{path}", source], folder=folder)
    equal(made.code, 0, f"mcs: {made.out} {made.err}")
    return path


def test_out_of_memory_is_an_exception():
    path = program()

    def try_limit(limit, env=None):
        run = execute([MONOSP, *FLAGS, f"--heap-limit={limit}", path], env={**FIXED, **(env or {})}, timeout=120)
        lines = run.out.splitlines()
        equal(run.code, 0, f"{limit}: exit code; stderr {run.err[-300:]!r}")
        equal((lines[0], lines[-1]), ("garbage in one method ok", "end"), f"{limit}: first and last line")
        for name in ALL + ["clones", "resize"]:
            equal(lines.count(f"{name} OutOfMemoryException"), 3, f"{limit}: {name}; {lines}")
        check("after it ok" in lines, f"{limit}: after it")  # a stale slot may keep a large array for a while

    for limit in ("20M", "25000K", "32M"):
        try_limit(limit)
    try_limit("24M", {"MONOSP_GC_POISON": "1"})


def test_out_of_memory_uncaught():
    run = execute([MONOSP, *FLAGS, "--heap-limit=8M", program(), "uncaught"], env=FIXED)
    equal(run.code, 1, "exit code")
    check("Unhandled Exception:\nSystem.OutOfMemoryException" in run.err, run.err[:300])


def test_little_memory_is_no_crash():
    def try_one(item):
        name, limit = item
        run = execute([MONOSP, *FLAGS, f"--heap-limit={limit}", compiled(name)], env=FIXED, timeout=120)
        check(0 <= run.code <= 2 and run.code == 0 or "Exception" in run.err or "cannot start" in run.err,
              f"{run.code} {run.err[-300:]!r}")

    names = ["Strings", "LinqQueries", "Dictionaries", "ReflectionBasics", "FinalizerRuns", "WeakReferences"]
    in_parallel(try_one, [(name, limit) for name in names for limit in ("4K", "64K", "300K", "1M", "2M")])


def test_stack_overflow():
    path = program()
    for limit in ("4K", "64K", "1M", "100M"):
        run = execute([MONOSP, *FLAGS, f"--stack-limit={limit}", path, "deep"], env=FIXED)
        equal(run.code, 1, f"{limit}: exit code")
        check("StackOverflowException" in run.err, f"{limit}: {run.err[:300]}")


if __name__ == "__main__":
    main()
