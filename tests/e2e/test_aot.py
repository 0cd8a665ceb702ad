#!/usr/bin/python3
"""Programs compiled ahead of time: output, calls and samplepoints as from mono and the interpreter; images that do not
fit are ignored.

Images are made as fast as can be, without optimisation; test_optimised_* make them as users do. Each run of a C compiler
costs, so only some programs are compiled; SP_HEAVY=1: all.

  SP_AOT_LIBRARY  a folder with images of the class library, for all programs: a long run
"""
import functools
import os
import re
import shutil
import signal
import struct
import subprocess
import time

import harness
from differential import (FIXED, FLAGS, MONOSP, arguments, compare, compiled, everyday_programs, expected, header,
                          library_programs, main, monosp, runtime_programs, same_output, test_each)
from harness import Profile, between, check, equal, execute, new_folder, slow
from test_runtime import BENCH, OLDER, STRESS, UNDER_STRESS
from test_runtime_events import NOT_COUNTED, counted, waits

LIBRARY = os.environ.get("SP_AOT_LIBRARY", "")
EVENTS = {"samplepoint": "samplepoint", "calls": "enter,leave", "visits": "samplepoint,visits"}
# Variable arguments are refused, and a program that a signal ends prints no numbers.
PROGRAMS = [name for name in runtime_programs() if name not in ("ArgumentLists", "CancelKeys")]
OTHERS = [name for name in library_programs() if name != "NotHere"] + everyday_programs()


FAST = ("cflags=-O0", "instances=0")


# Their own types are in so many instances of generics that the C compiler takes a minute.
MANY_INSTANCES = {"ConcurrentTypes", "LogReport", "CsvTables"}


def some(names, step):
    return names if harness.HEAVY else [name for name in names[::step] if name not in MANY_INSTANCES]


def compile_ahead(path, *options):
    """The folder of a program's image, and what the compiler said."""
    folder = new_folder()
    words = ",".join(["out=" + folder, "cache=off", "jobs=1", *options])
    return folder, execute([MONOSP, "--aot=" + words, path], env=FIXED, timeout=300)


def image_of(name, events="samplepoint", options=FAST, library=LIBRARY):
    """The option that names the images of a program and of the class library."""
    folder, done = compile_ahead(compiled(name), "profile-events=" + EVENTS[events], *options)
    equal(done.code, 0, f"exit code of --aot; {done.err[-800:]!r}")
    check(re.search(r": [1-9][0-9]* methods, ", done.out), f"{done.out!r}")
    return "--aot-path=" + ":".join([folder] + [library] * bool(library))


@functools.lru_cache(maxsize=None)
def class_library():
    """An image of those methods of mscorlib that some programs call, as a profile names them."""
    profiles = [sampled(name, options="mode=calls,callspec=mscorlib,", args=args)[0] for name, args in
                (("OtherCollections", []), ("Dates", []))]
    merged = os.path.join(new_folder(), "all.pb.gz")
    equal(execute([harness.TOOL, "merge", "-o", merged, *profiles]).code, 0, "exit code of merge")
    folder, done = compile_ahead("/usr/lib/mono/4.5/mscorlib.dll", "profile=" + merged, *FAST)
    equal(done.code, 0, f"exit code of --aot; {done.err[-800:]!r}")
    check(int(re.search(r": (\d+) methods", done.out).group(1)) > 300, f"{done.out!r}")
    return folder


def numbers(err):
    """What --stats says of images: from them, in none, not as compiled."""
    found = re.search(r"^Methods from AOT images: (\d+)\nMethods in no image: (\d+)\n.* compiled: (\d+)$", err, re.M)
    check(found, f"no numbers: {err[-600:]!r}")
    return tuple(map(int, found.groups()))


def same_ahead(name, flags=(), args=None, env=None, timeout=60, options=FAST, library=LIBRARY):
    """As on mono, by code of the image; its own methods are all as they were compiled."""
    wanted = expected(name, None if args is None else tuple(args))
    image = image_of(name, options=options, library=library)
    got = monosp(name, image, *flags, "--stats", args=args, env=env, timeout=timeout)
    same_output(got, wanted)
    from_images, _, different = numbers(got.err)
    check(from_images > 0, "no method is from an image")
    equal(different, 0, "methods that are not as they were compiled")
    if wanted.err:
        compare(name, monosp(name, image, *flags, args=args, env=env), wanted)


# ---- Events --------------------------------------------------------------------------------------------------------


def samplepoints(name, *flags):
    """method -> samplepoints when every visit is raised, in methods of the program's own class."""
    folders = os.pathsep.join([os.environ.get("SP_COUNT_MODULE", ""), harness.MODULE])
    done = monosp(name, *flags, f"--profile=count:{name}", env={"LD_LIBRARY_PATH": folders})
    # Methods that are only asked about differ: who is inlined is no question where code is made already.
    return {method: int(number) for number, method in re.findall(r"^count: ([1-9]\d*) (.*)$", done.err, re.M)}


def same_events(name):
    """Calls and samplepoints are the interpreter's, one by one."""
    interpreted = counted([MONOSP, *FLAGS, "--jiterp=off", "--no-aot"], name)
    equal(counted([MONOSP, *FLAGS, image_of(name, "calls")], name), interpreted, "calls")
    equal(samplepoints(name, image_of(name, "visits")), samplepoints(name, "--jiterp=off", "--no-aot"), "samplepoints")


def sampled(name, *flags, options="", args=()):
    """The profile, and stderr, of a run under the module."""
    folder = new_folder()
    done = execute([MONOSP, *flags, f"--profile=browser:quiet,{options}out={folder}/p.pb.gz", compiled(name), *args],
                   folder=folder, env=FIXED)
    return os.path.join(folder, "p.pb.gz"), done


def test_frames_of_images_are_marked():
    path, done = sampled("LongLoop", image_of("LongLoop"), options="callspec=LongLoop,", args=["200000000"])
    equal(done.err, "", "stderr")
    shown = execute([harness.TOOL, "convert", "--mark-tiers", "--format=folded", "-o", "-", path])
    check(re.search(r"LongLoop\.Turn\(int\)_\[a\] ", shown.out), f"folded: {shown.out!r} {shown.err!r}")
    picture = os.path.join(new_folder(), "p.svg")
    equal(execute([harness.TOOL, "flamegraph", path, "-o", picture]).code, 0, "exit code of the tool")
    with open(picture, encoding="utf-8") as f:
        check("AOT" in f.read(), "the picture's legend names the tier")


@slow
def test_a_leaf_gets_its_time():
    """Nothing is moved past the tests that ask for a sample, and none of them is lost, in any tier."""
    image = image_of("LeafShare", options=())
    outputs = {200000: "2494037574\n", 2000000: "1609661802\n"}
    named = os.path.join(new_folder(), "leaf.folded")
    with open(named, "w", encoding="utf-8") as f:
        f.write("LeafShare.Mix(uint) 1\n")
    leaf = image_of("LeafShare", options=["profile=" + named])
    for tier, flags in (("image", [image]), ("compiled, leaf in an image", [leaf]), ("compiled", ["--no-aot"]),
                        ("interpreted, leaf in an image", ["--jiterp=off", leaf]),
                        ("interpreted", ["--jiterp=off", "--no-aot"])):
        rounds = 200000 if tier.startswith("interpreted") else 2000000
        path, done = sampled("LeafShare", *flags, options="callspec=program,", args=[str(rounds)])
        equal(done.out, outputs[rounds], "output")
        low, high = (0, 60) if tier.startswith("interpreted, ") else (40, 60)
        between(Profile(path).share("LeafShare:Mix", within="LeafShare:Main"), low, high, f"{tier}: percent of the leaf")


def test_one_loop_in_the_filter_among_code_without():
    """Methods of an image that the callspec leaves out raise nothing."""
    image = image_of("TripCounts", "visits")
    folders = os.pathsep.join([os.environ.get("SP_COUNT_MODULE", ""), harness.MODULE])
    done = monosp("TripCounts", image, "--profile=count:TripCounts:DoWhile", env={"LD_LIBRARY_PATH": folders})
    equal(re.findall(r"^count: (.*)$", done.err, re.M), ["1000 TripCounts:DoWhile (int)"], "samplepoints")


def test_events_that_an_image_lacks_are_said_at_start():
    """And the image made as the line says is used."""
    for events, options in (("calls", "sampleIntervalMs=1,"), ("visits", "sampleIntervalMs=1,"),
                            ("samplepoint", "mode=calls,"), ("samplepoint", "trigger=visits,"), ("calls", "trigger=visits,")):
        path, done = sampled("Delegates", image_of("Delegates", events), options=options)
        said = re.search(r"^The AOT image \S*Delegates\.exe\.so is not used: a profiler .*; make it with (--aot=\S+) (\S+)\.$",
                         done.err, re.M)
        check(said, f"{events}: {done.err!r}")
        check(os.path.exists(path), "a profile all the same")
        folder = new_folder()
        made = execute([MONOSP, f"{said.group(1)},out={folder},cache=off,cflags=-O0", said.group(2)], env=FIXED)
        equal(made.code, 0, f"exit code of {said.group(0)}; {made.err!r}")
        path, done = sampled("Delegates", f"--aot-path={folder}", options=options)
        equal(done.err, "", f"stderr with the right image, {events}")


# ---- Images that do not fit ----------------------------------------------------------------------------------------


def ignored(image, reason, name="Recursion", **rest):
    """The program runs as without the image; --verbose says why."""
    path = f"--aot-path={os.path.dirname(image)}"
    same_output(monosp(name, path, **rest), expected(name))
    said = monosp(name, path, "-v", **rest).err
    check(re.search(rf"^AOT image {re.escape(image)} ignored: .*{reason}", said, re.M), f"{reason}: {said[-400:]!r}")


def recursion():
    folder, done = compile_ahead(compiled("Recursion"), *FAST)
    equal(done.code, 0, done.err)
    with open(os.path.join(folder, "Recursion.exe.so"), "rb") as f:
        return os.path.join(folder, "Recursion.exe.so"), f.read()


def test_a_changed_or_cut_image_is_refused():
    path, good = recursion()
    cuts = [0, 1, 79, 80, 4096, len(good) // 2, len(good) - 1]
    for bad, reason in [(good[:n], "") for n in cuts] + [(good + b"\0", "does not end as an image")]:
        with open(path, "wb") as f:
            f.write(bad)
        ignored(path, reason)
    for place in (0, 16, 200, len(good) // 3, len(good) // 2, len(good) - 200, len(good) - 70, len(good) - 20, len(good) - 1):
        for bit in (0, 7):
            bad = bytearray(good)
            bad[place] ^= 1 << bit
            with open(path, "wb") as f:
                f.write(bad)
            ignored(path, "")


def test_foreign_files_are_refused():
    path, good = recursion()
    for foreign in ("/lib/x86_64-linux-gnu/libc.so.6", compiled("Recursion"), "/bin/true"):
        shutil.copyfile(foreign, path)
        ignored(path, "does not end as an image")
    os.remove(path)
    os.mkdir(path)
    ignored(path, "no file")


def test_an_image_of_another_build_of_the_assembly_is_ignored():
    path, _ = recursion()
    subprocess.run(["mcs", "-debug", "-out:" + os.path.join(os.path.dirname(path), "again.exe"),
                    os.path.join(harness.SOURCES, "Recursion.cs")], check=True, stdout=subprocess.DEVNULL)
    again = os.path.join(os.path.dirname(path), "again.exe")
    shutil.move(path, again + ".so")
    said = execute([MONOSP, "-v", again], env=FIXED).err
    check(re.search(r"^AOT image .*again\.exe\.so ignored: made from another build of the assembly", said, re.M), said[-300:])


def checksum(data):
    """As aot-stubs/hash.c."""
    def fnv(value, more):
        for byte in more:
            value = (value ^ byte) * 0x100000001B3 % 2**64
        return value

    start = 0xCBF29CE484222325
    lanes, whole = [start, start + 1, start + 2, start + 3], len(data) // 32 * 32
    for at, word in enumerate(struct.unpack(f"<{whole // 8}Q", data[:whole])):
        value = (lanes[at % 4] ^ word) * 0x9E3779B97F4A7C15 % 2**64
        lanes[at % 4] = value ^ value >> 29
    return fnv(fnv(fnv(start, struct.pack("<Q", len(data))), struct.pack("<4Q", *lanes)), data[whole:])


def test_an_image_that_lies_about_what_it_needs_is_refused():
    """Whole files, whose checksum is right: of an unknown CPU, and of another runtime."""
    path, good = recursion()
    for at, reason in ((len(good) - 32, "CPU features that this machine lacks: "), (len(good) - 24, "another build of monosp")):
        bad = good[:at] + b"\xff" * 8 + good[at + 8:-16]
        with open(path, "wb") as f:
            f.write(bad + struct.pack("<Q", checksum(bad)) + good[-8:])
        ignored(path, reason)


def test_no_aot_uses_no_image():
    image = image_of("Recursion")
    check("AOT images" not in monosp("Recursion", image, "--no-aot", "--stats").err, "numbers of images")
    check("AOT images" not in monosp("Recursion", image, "-O=-aot", "--stats").err, "numbers of images")


# ---- The compiler --------------------------------------------------------------------------------------------------


def fails(words, text, files=None):
    done = execute([MONOSP, *words, *(files or [compiled("Recursion")])], folder=new_folder(), env=FIXED)
    check(done.code in (1, 2) and text in done.err, f"{words}: {done.code} {done.err[-300:]!r}")
    return done


def test_bad_options_are_refused():
    for option in ("nothing", "jobs=0", "jobs=x", "profile-events=leaves", "profile-events=none,enter",
                   "profile-events=visits", "cpu=other"):
        fails([f"--aot={option}"], "options are:")
    fails(["--aot=cc=no-such-compiler"], "there is no C compiler 'no-such-compiler'")
    fails(["--aot=profile=/nowhere"], "/nowhere")
    fails(["--aot=cache=off"], "Cannot open assembly", files=["/nowhere.exe"])
    fails(["--aot=cache=off"], "Cannot open assembly", files=["/bin/true"])
    fails(["--aot=cache=off,out=/nowhere/x.so"], "/nowhere/x.so")
    equal(execute([MONOSP, "--aot=help"]).code, 0, "--aot=help")


def test_a_compiler_that_fails_leaves_nothing():
    folder, done = compile_ahead(compiled("Recursion"), "cc=false")
    check(done.code == 1 and "false failed" in done.err, f"{done.code} {done.err!r}")
    equal(os.listdir(folder), [], "files")


def test_ctrl_c_leaves_nothing():
    folder, temporary = new_folder(), new_folder()
    compiler = os.path.join(folder, "slow-cc")
    with open(compiler, "w", encoding="utf-8") as f:
        f.write("#!/bin/sh\ncase $* in *--version*) exit 0;; esac\ntouch " + folder + "/started\nexec sleep 60\n")
    os.chmod(compiler, 0o755)

    def interrupt(process, _):
        while not os.path.exists(os.path.join(folder, "started")):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)

    done = execute([MONOSP, f"--aot=out={folder},cache=off,jobs=2,cc={compiler}", compiled("Recursion")],
                   env={**FIXED, "TMPDIR": temporary}, act=interrupt)
    equal(done.code, -signal.SIGINT, f"exit code; {done.err!r}")
    equal((sorted(os.listdir(folder)), os.listdir(temporary)), (["slow-cc", "started"], []), "files")


def test_object_files_are_used_again():
    folder, cache = new_folder(), new_folder()
    words = f"--aot=out={folder},cache={cache}"
    equal(execute([MONOSP, words, compiled("Recursion")]).code, 0, "exit code")
    made = {name: os.stat(os.path.join(cache, name)).st_mtime_ns for name in os.listdir(cache)}
    check(len(made) >= 3, f"object files: {made}")
    # A compiler that cannot compile is good enough for what is known; it links.
    equal(execute([MONOSP, words, compiled("Recursion")]).code, 0, "exit code")
    equal({name: os.stat(os.path.join(cache, name)).st_mtime_ns for name in os.listdir(cache)}, made, "object files")


def test_only_what_a_profile_names():
    path, _ = sampled("Recursion", options="mode=calls,callspec=Recursion,")
    folder, done = compile_ahead(compiled("Recursion"), "profile=" + path, *FAST)
    equal(done.code, 0, done.err)
    few = int(re.search(r": (\d+) methods", done.out).group(1))
    called = len(Profile(path).calls())
    check(0 < few <= called, f"{few} methods in the image, {called} in the profile")


def ahead(prefix, names, **options):
    """Compiled ahead of time each; a benchmark with the size that keeps it short."""
    sizes = {**{name: [size] for name, size in BENCH.items()}, **OLDER}
    test_each(prefix, names, lambda name: same_ahead(name, args=sizes.get(name), **options), globals(), slow=True)


ahead("program", some(PROGRAMS + OTHERS + [*OLDER, *BENCH], 13))
ahead("optimised", ["OldValueInHandler", "GenericClasses", "Fib", "NBody", "CheckedArithmetic", "Conversions"], options=())
ahead("without_jiterp", ["GenericMethods", "Exceptions", "DeepRecursion", "DelegateKinds"], flags=["--jiterp=off"])
test_each("with_library", ["Dates", "StringFormatting", "OtherCollections", "UncaughtException", "ExceptionFlow"],
          lambda name: same_ahead(name, library=class_library()), globals(), slow=True)
COUNTED = [name for name in PROGRAMS if name not in NOT_COUNTED and not waits(name)]
test_each("events", some(COUNTED, 17), same_events, globals(), slow=True)
test_each("events", ["TripCounts"], same_events, globals())
test_each("stress", some(UNDER_STRESS, 17), lambda name: same_ahead(name, args=header(name).get("stress-args"), env=STRESS, timeout=400),
          globals(), slow=True)


if __name__ == "__main__":
    main()
