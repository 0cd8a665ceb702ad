#!/usr/bin/python3
"""Names in every format: hostile ones from Reflection.Emit, equal ones, compiler-made ones, in any locale."""
import os
import re
import xml.etree.ElementTree

from harness import (CALLS, TOOL, also_on_ours, between, check, equal, execute, in_parallel, load_json, main, mono,
                     program, read_folded)

FORMATS = ["p.pb.gz", "p.folded", "p.svg", "p.html", "p.speedscope.json", "p.trace.json"]


def hostile(milliseconds=0, flags=(), options="mode=calls", **rest):
    run = mono("HostileNames", milliseconds, flags=flags, options=options, out=FORMATS, **rest)
    equal(run.code, 0, f"exit code; {run.err[-500:]!r}")
    names = {}
    for number, digits in re.findall(r"^(\d+) ([0-9a-f]*)$", run.out, re.M):
        units = bytes.fromhex(digits)
        names[int(number)] = units.decode("utf-16-be", "surrogatepass")
    check(len(names) > 40, f"the program lists its names: {run.out[:200]!r}")
    return run, names


def representable(name):
    """Names that a C string of UTF-8 can hold whole; of the others Mono itself hands over a changed or cut form."""
    return name and "\0" not in name and not any(0xD800 <= ord(c) <= 0xDFFF for c in name)


def made(profile):
    """raw name -> calls, of the emitted methods."""
    return {raw: n for raw, n in profile.calls().items() if raw.startswith("Hostile.Names:")}


@also_on_ours
def r24_no_name_is_lost_or_merged():
    """Each method was called as often as its number says, so counts identify the methods whatever the names."""
    def one(config):
        flags, options = CALLS[config]
        run, names = hostile(0, flags, options)
        counts = made(run.profile)
        for number, name in names.items():
            if representable(name):
                equal(counts.get(f"Hostile.Names:{name} (int)"), number, f"calls of {name!r}")
        equal(sum(counts.values()), sum(names), "calls of all of them")

    in_parallel(one, CALLS)


@also_on_ours
def r16_a_semicolon_splits_no_frame():
    run, names = hostile()
    rows = [stack for stack, _ in read_folded(run.path("p.folded")) if any("Hostile.Names" in f for f in stack)]
    depths = {sum("Hostile.Names" in f or "HostileNames" in f for f in stack) for stack in rows}
    check(depths <= {2, 3}, f"frames of the program a stack, Main and a method and perhaps Work: {depths}")
    check(not any(re.match(r"b\b", f) for stack in rows for f in stack), "half a name became a frame")
    check(len(names) > 40, "names")


@also_on_ours
def r17_blanks_and_digits_in_names_are_no_counts():
    run, names = hostile()
    read = execute([TOOL, "convert", run.path("p.folded"), "-o", run.path("again.folded")])
    equal(read.code, 0, f"the tool reads our folded file; {read.err!r}")
    equal(sorted(map(str, read_folded(run.path("again.folded")))), sorted(map(str, read_folded(run.path("p.folded")))),
          "folded -> folded")
    leaves = {f for stack, _ in read_folded(run.path("p.folded")) for f in stack}
    check(any("a b 17" in f for f in leaves), "the name with blanks and digits is there")


@also_on_ours
def r18_markup_in_names_is_shown_not_obeyed():
    run, _ = hostile(1)
    tree = xml.etree.ElementTree.parse(run.path("p.svg"))
    text = "\n".join(t for e in tree.iter() for t in [e.text or "", *e.attrib.values()])
    for name in ("operator<", "a&b", 'a"b', "List<int>", "it's", "]]>", "<script>alert(1)<"):
        check(name in text, f"{name!r} is not in the parsed SVG")
    scripts = [e for e in tree.iter() if e.tag.endswith("script")]
    check(all("alert(1)" not in (e.text or "") for e in scripts), "the name became a script of the SVG")
    with open(run.path("p.html"), encoding="utf-8") as f:
        check("<script>alert(1)" not in f.read(), "the name became a script of the page")


@also_on_ours
def r21_control_characters_reach_no_file():
    """XML 1.0 characters only, JSON that parses, one folded line a stack."""
    run, _ = hostile()
    xml.etree.ElementTree.parse(run.path("p.svg"))
    load_json(run.path("p.speedscope.json"))
    load_json(run.path("p.trace.json"))
    read_folded(run.path("p.folded"))
    for name in FORMATS[1:]:
        with open(run.path(name), encoding="utf-8") as f:
            found = re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", f.read())
        check(not found, f"{name} holds {found and found.group()!r}")


@also_on_ours
def r22_backslashes_survive():
    run, _ = hostile()
    frames = {f["name"] for f in load_json(run.path("p.speedscope.json"))["shared"]["frames"]}
    for name in ("end\\", "a\\\\b", "\\u0041"):
        check(any(name + "(" in f for f in frames), f"{name!r} is not among the frames")


@also_on_ours
def r27_the_locale_changes_nothing():
    results = []
    for locale in ("C", "C.UTF-8", "de_DE.UTF-8"):
        run, _ = hostile(env={"LC_ALL": locale})
        results.append(sorted(made(run.profile).items()))
        frames = {f["name"] for f in load_json(run.path("p.speedscope.json"))["shared"]["frames"]}
        check(any("\u540d\u524d" in f for f in frames), f"{locale}: the Japanese name is there")
        check(any("Gr\u00f6\u00dfe" in f for f in frames) and any("Gro\u0308\u00dfe" in f for f in frames),
              f"{locale}: composed and decomposed forms are two names")
    check(results[0] == results[1] == results[2], "the same names and counts in each locale")


@also_on_ours
def r23_titles_and_threads_are_escaped():
    folder_name = 'we "said".exe'
    run = mono("Spin", 30, options="")
    copy = os.path.join(run.folder, folder_name)
    with open(program("Spin"), "rb") as f, open(copy, "wb") as out:
        out.write(f.read())
    outs = ",".join(f"out={run.folder}/q.{ending}" for ending in ("speedscope.json", "trace.json", "svg", "pb.gz"))
    again = execute(["mono", f"--profile=browser:{outs}", copy, "30"])
    equal(again.code, 0, f"exit code; {again.err!r}")
    check('we "said"' in str(load_json(run.path("q.speedscope.json"))["name"]), "the title is in the speedscope file")
    load_json(run.path("q.trace.json"))
    xml.etree.ElementTree.parse(run.path("q.svg"))


@also_on_ours
def r26_equal_names_are_not_added_together():
    """Overloads, namespaces and assemblies cost 1 : 2 : 4 : 8 : 16 : 32."""
    run = mono("Twins", 5, options="mode=calls")
    calls = run.profile.calls()
    for raw in ("Twins:Work (int)", "Twins:Work (long)", "N1.T:Work (int)", "N2.T:Work (int)"):
        equal(calls.get(raw), 1, f"calls of {raw}")
    twins = run.profile.inclusive("Shared.Twin:Work (int)") / 1e6
    between(twins, 230, 480, "milliseconds of the twins of both assemblies together")
    names = {f[0] for stack, _ in run.profile.rows for f in stack if "Work" in f[1]}
    check(len(names) >= 5, f"display names stay distinct: {sorted(names)}")


@also_on_ours
def test_compiler_made_names_read_as_written():
    """The method a person wrote shows; the raw name is kept beside it."""
    table = {"AsyncAwait": ("AsyncAwait.Work", "AsyncAwait/<Work>c__async0:MoveNext ()"),
             "Iterators": ("Iterators.Numbers", "Iterators/<Numbers>c__Iterator0:MoveNext ()"),
             "Lambdas": ("Lambdas.Main", "Lambdas:<Main>m__0 (int)"),
             "Generics": ("Gen<int>.Get", "Gen`1<int>:Get ()")}

    def one(name):
        display, raw = table[name]
        profile = mono(name, options="mode=calls").profile
        shown = {f[0] for stack, _ in profile.rows for f in stack if f[1] == raw}
        check(shown and all(s.startswith(display) for s in shown), f"{raw} is shown as {shown}")

    in_parallel(one, table)


@also_on_ours
def test_raw_names_on_request():
    profile = mono("Lambdas", options="mode=calls,rawNames").profile
    check(any(f[0] == "Lambdas:<Main>m__0 (int)" for stack, _ in profile.rows for f in stack), "raw names are shown")


def test_wrappers_are_hidden_unless_raw():
    """A call into native code shows as the method the person declared."""
    def shown(options):
        return {f[0] for stack, _ in mono("PlatformInvoke", options=options).profile.rows for f in stack}

    names = shown("mode=calls")
    check(not any("(wrapper" in n for n in names), "a runtime wrapper is shown")
    check("PlatformInvoke.getpid()" in names, f"the native function is shown: {sorted(names)[:9]}")
    check(any("(wrapper" in n for n in shown("mode=calls,rawNames")), "rawNames shows runtime wrappers")


@also_on_ours
def test_all_formats_give_a_stack_the_same_weight():
    run = mono("RecursionShare", 300, options="trigger=timer", out=FORMATS)
    folded = sum(count for _, count in read_folded(run.path("p.folded")))
    total = run.profile.total()
    check(folded in (total, run.profile.total("samples")) or abs(folded * 1000 - total) < 0.01 * total,
          f"folded {folded}, pprof {total} ns, {run.profile.total('samples')} samples")
    speed = load_json(run.path("p.speedscope.json"))
    scale = {"nanoseconds": 1, "microseconds": 1e3, "milliseconds": 1e6, "seconds": 1e9}
    sampled = [p for p in speed["profiles"] if p["type"] == "sampled"]
    weight = sum(sampled[0]["weights"]) * scale[sampled[0]["unit"]]
    between(weight, total * 0.99, total * 1.01, "speedscope against pprof")


if __name__ == "__main__":
    main()
