"""benchlib.py - what the benchmarks share: measure a process, run configurations in turn, print markdown.

A configuration is a command and its environment. All configurations of a program run in every round, the order rotated
by one each round and every second round reversed, and a ratio is taken round by round, so that both of its sides meet
the same disturbance. Figures are medians with (minimum-maximum).
"""
import atexit
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROGRAMS = os.path.join(HERE, "programs")


def scratch_folder():
    """A folder for this run's files; gone at its end."""
    folder = tempfile.mkdtemp(prefix="samplepoint-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Sample:
    """One finished process: wall and CPU (user + system) seconds, peak resident kB, and the line it must agree on."""

    def __init__(self, wall, cpu, rss_kb, out, err):
        self.wall, self.cpu, self.rss_kb, self.out, self.err = wall, cpu, rss_kb, out, err


class Config:
    def __init__(self, name, command, env=None, after=None, program=None):
        """command: list, to which program and size are added. after(): called once the process has ended, for files
        it wrote; what it returns is kept in `extra`, one entry a run. program: instead of the one all others run."""
        self.name, self.command, self.env, self.after, self.program = name, command, env or {}, after, program
        self.samples, self.extra = [], []

    def ratios(self, base, what="cpu"):
        return [getattr(a, what) / getattr(b, what) for a, b in zip(self.samples, base.samples)]


def measure(command, env=None):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                   env={**os.environ, **(env or {})})
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    if process.returncode != 0:
        sys.exit(f"{shlex.join(command)}: exit code {process.returncode}\n{texts[1][-2000:]}")
    return Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, texts[0], texts[1])


def interleave(configs, arguments, rounds):
    """Runs every configuration `rounds` times on one program; stops when a checksum line differs."""
    wanted = None
    for number in range(rounds):
        order = configs[number % len(configs):] + configs[:number % len(configs)]
        for config in reversed(order) if number % 2 else order:
            own = [config.program, *arguments[1:]] if config.program else arguments
            sample = measure(config.command + own, config.env)
            lines = [line for line in sample.out.splitlines() if "checksum=" in line]
            wanted = wanted or lines
            if lines != wanted:
                sys.exit(f"{config.name}: {lines} where {wanted} was printed before")
            config.samples.append(sample)
            config.extra.append(config.after() if config.after else None)


def sizes(column):
    """program -> size; column is "jit" or "interp"."""
    table = {}
    with open(os.path.join(PROGRAMS, "sizes.txt"), encoding="ascii") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                name, jit, interp = line.split()
                table[name] = jit if column == "jit" else interp
    return table


def compiled(name, folder):
    """The program's .exe, compiled with optimisation into folder unless it is there and newer."""
    source, target = os.path.join(PROGRAMS, name + ".cs"), os.path.join(folder, name + ".exe")
    if not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(source):
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["mcs", "-nologo", "-debug", "-optimize+", "-out:" + target, source], check=True)
    return target


def median_range(values, digits=2):
    low, mid, high = min(values), statistics.median(values), max(values)
    return f"{mid:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})"


def median(values):
    return statistics.median(values)


def geometric_mean(values):
    return statistics.geometric_mean(values)


def print_table(title, heads, rows):
    """Markdown, with the command that printed it above."""
    print(f"\n### {title}\n\n`{command_line()}`\n")
    print("| " + " | ".join(heads) + " |")
    print("|" + " --- |" * len(heads))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    sys.stdout.flush()


def command_line():
    return shlex.join(["bench/" + os.path.basename(sys.argv[0]), *sys.argv[1:]])


def verdict(text, value, limit, unit="%"):
    """One line of the closing list: a figure, its bar, and whether it holds."""
    print(f"- {'holds' if value <= limit else 'FAILS'}: {text}: {value:.2f} {unit}, must be <= {limit:.3g} {unit}")
    return value <= limit


def progress(text):
    print(text, file=sys.stderr, flush=True)


def add_common_options(parser, rounds):
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder (default: build)")
    parser.add_argument("--rounds", type=int, default=rounds, help=f"runs of each configuration (default {rounds})")
    parser.add_argument("--programs", help="comma-separated; default: all of programs/sizes.txt but Startup")
    parser.add_argument("--json", metavar="FILE", help="also write every single measurement")


def chosen_programs(options):
    names = [n for n in sizes("jit") if n != "Startup"]
    if not options.programs:
        return names
    asked = options.programs.split(",")
    for name in asked:
        if name not in sizes("jit"):
            sys.exit(f"--programs={name}: programs are {', '.join(sizes('jit'))}")
    return asked


def module_env(options):
    folders = [os.path.join(options.build, "profiler", "plugin"), os.path.join(options.build, "bench")]
    return {"LD_LIBRARY_PATH": ":".join(folders)}


def as_json(results):
    """{program: {configuration: [measurements]}} ready for json.dump."""
    return {program: {c.name: [{"wall": s.wall, "cpu": s.cpu, "rss_kb": s.rss_kb, "extra": e}
                               for s, e in zip(c.samples, c.extra)] for c in configs}
            for program, configs in results.items()}
