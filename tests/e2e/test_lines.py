"""Source lines: from Mono's debug information through the module to `samplepoint lines` and `annotate`."""
import json
import os

from harness import ON_OURS, SOURCES, TOOL, also_on_ours, check, equal, execute, main, mono

TRIGGER = "timer" if ON_OURS else "signal"

SOURCE = os.path.join(SOURCES, "TwoPhases.cs")


def loop_lines():
    """Numbers of the lines of CallFree's loop."""
    with open(SOURCE, encoding="utf-8") as file:
        lines = file.read().split("\n")
    first = next(i for i, line in enumerate(lines) if "static void CallFree" in line)
    return range(first + 1, first + 12)


@also_on_ours
def test_the_lines_of_the_hot_loop_have_its_time():
    run = mono("TwoPhases", 1000, options=f"trigger={TRIGGER},lines")
    found = json.loads(execute([TOOL, "lines", "--json", "--limit=0", run.path()]).out)
    inside = [line for line in found["lines"] if line["file"].endswith("TwoPhases.cs") and line["line"] in loop_lines()]
    share = sum(line["self_ns"] for line in inside) / found["total_ns"]
    check(share > 0.4, f"the loop's lines have {share:.0%} of the time: {inside}")


def test_annotate_puts_the_samples_beside_the_source():
    run = mono("TwoPhases", 1000, options=f"trigger={TRIGGER},lines")
    shown = execute([TOOL, "annotate", SOURCE, run.path()])
    equal(shown.code, 0, f"exit code; {shown.err!r}")
    hot = [line for line in shown.out.split("\n") if "x ^= x <<" in line or "x ^= x >>" in line]
    check(len(hot) == 3 and any("%" in line for line in hot), f"lines of the loop: {hot}")


def test_lines_that_cannot_be_had_are_said():
    run = mono("TwoPhases", 200, options="trigger=timer,lines")
    check("trigger=signal has lines" in run.err, f"no hint: {run.err!r}")


if __name__ == "__main__":
    main()
