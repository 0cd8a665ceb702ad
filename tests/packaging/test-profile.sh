#!/bin/bash
# profile.sh as a person uses it: the program's input, output and ending stay its own, files land where it says, mistakes
# give one clear line. Usage: test-profile.sh SOURCE_ROOT BUILD
root=$1
export SAMPLEPOINT_BUILD=$2
. "$root/tests/packaging/tap.sh"
command -v mono >/dev/null || skip_all "mono is not installed"
own_failure=125

# profile ARGUMENTS... <INPUT: output in the file out, what is said in the file err, exit status in $status.
profile() {
  timeout -k 5 60 "$root/profile.sh" "$@" >out 2>err
  status=$?
}

# Works a moment, then echoes its input and ends with the code of its first argument.
echo_program() {
  cat >"$1" <<'END'
using System;
class Echo {
    static int Fib(int n) { return n < 2 ? n : Fib(n - 1) + Fib(n - 2); }
    static int Main(string[] arguments) {
        Fib(32);
        Console.WriteLine("arguments: " + string.Join("|", arguments));
        for (string line; (line = Console.In.ReadLine()) != null;) Console.WriteLine("read: " + line);
        Console.Error.WriteLine("its own error line");
        return arguments.Length > 0 ? int.Parse(arguments[0]) : 0;
    }
}
END
}

input_output_and_exit_code_are_the_programs() {
  echo_program Echo.cs
  profile Echo.cs 143 'two words' '' < <(printf 'one\ntwo\n')
  expect status 143 $status && expect out $'arguments: 143|two words|\nread: one\nread: two' "$(cat out)" &&
    expect_match err '^its own error line$' "$(cat err)"
}

hottest_methods_and_files_are_told() {
  echo_program Echo.cs
  profile Echo.cs </dev/null
  local page
  page=$(sed -n 's/^Flame graph: //p' err)
  expect_match err 'Echo\.Fib' "$(cat err)" && expect_match page '^Echo\.[0-9]+\.html$' "$page" || return 1
  [ -s "$page" ] && [ -s "${page%.html}.svg" ] && expect 'profile files left' '' "$(ls ./*.pb.gz 2>/dev/null)"
}

the_profile_is_kept_when_asked() {
  echo_program Echo.cs
  profile --keep --out-dir=results Echo.cs </dev/null
  expect 'files by ending' 'gz html svg ' "$(find results -type f | sed 's/.*\.//' | sort | tr '\n' ' ')"
}

paths_with_spaces_commas_quotes_and_percent_signs_work() {
  local folder='a b,c"d%p'
  mkdir "$folder" && echo_program "$folder/My Echo.cs"
  profile --out-dir="$folder/out" "$folder/My Echo.cs" 5 </dev/null
  expect status 5 $status && expect 'files' 2 "$(find "$folder/out" -type f | grep -cE '/My Echo\.[0-9]+\.(html|svg)$')"
}

it_can_be_called_from_anywhere() {
  mkdir deep && echo_program deep/Echo.cs
  (cd deep && "$root/profile.sh" Echo.cs 3 </dev/null >../out 2>../err)
  expect status 3 $? && expect files 2 "$(find deep -name '*.html' -o -name '*.svg' | wc -l)"
}

an_exe_runs_as_it_is() {
  echo_program Echo.cs && mcs -out:Ready.exe Echo.cs || return 1
  profile Ready.exe 6 </dev/null
  expect status 6 $status && expect_match err 'Ready\.[0-9]+\.html' "$(cat err)"
}

a_source_is_compiled_again_only_when_it_changed() {
  echo_program Echo.cs
  profile Echo.cs </dev/null
  local compiled
  compiled=$(find "$SAMPLEPOINT_BUILD/programs" -name Echo.exe -newer Echo.cs)
  : >before
  profile Echo.cs </dev/null
  expect 'compiled again' '' "$(find "$SAMPLEPOINT_BUILD/programs" -name Echo.exe -newer before)" || return 1
  sed -i 's/arguments: /changed: /' Echo.cs
  touch -d '+1 second' Echo.cs
  profile Echo.cs </dev/null
  expect out 'changed: ' "$(cat out)" && [ -n "$compiled" ]
}

options_reach_the_profiler() {
  echo_program Echo.cs
  profile --mode=calls --callspec=M:Echo:Fib --interval=5 --keep Echo.cs </dev/null
  local calls
  calls=$("$SAMPLEPOINT_BUILD/profiler/report/samplepoint" top --json Echo.*.pb.gz |
    python3 -c 'import json, sys; print([m["calls"] for m in json.load(sys.stdin)["methods"] if "Fib" in m["name"]])')
  expect 'calls of Fib(32)' '[7049155]' "$calls"
}

further_options_are_passed_raw() {
  echo_program Echo.cs
  profile --options=maxDepth=12,threads,out=more.folded Echo.cs </dev/null
  expect status 0 $status && [ -s more.folded ]
}

libraries_beside_the_source_are_found() {
  mkdir deep && echo 'public class Lib { public static int Number() { return 8; } }' >deep/Lib.cs
  mcs -target:library -out:deep/Lib.dll deep/Lib.cs || return 1
  echo 'class P { static int Main() { return Lib.Number(); } }' >deep/P.cs
  profile --mcs=-r:deep/Lib.dll deep/P.cs </dev/null
  expect status 8 $status
}

compiler_arguments_are_passed() {
  printf 'class P { static int Main() {\n#if EXTRA\nreturn 9;\n#endif\nreturn 1; } }\n' >P.cs
  profile --mcs=-d:EXTRA P.cs </dev/null
  expect status 9 $status
}

class_library_and_interpreter_runs_end_the_same() {
  echo_program Echo.cs
  profile --class-library --trigger=timer Echo.cs 4 </dev/null
  expect 'status with --class-library' 4 $status || return 1
  profile --interp Echo.cs 4 </dev/null
  expect 'status with --interp' 4 $status
}

# The line is one, names the thing, and no program ran.
a_program_is_compiled_ahead_of_time_on_our_runtime() {
  [ -x "$SAMPLEPOINT_BUILD/interp/monosp" ] || return 0 # built without the runtime
  echo_program Echo.cs
  profile --runtime=monosp --aot Echo.cs 7 < <(printf 'one\n')
  expect status 7 $status && expect out $'arguments: 7\nread: one' "$(cat out)" &&
    expect_match 'what was compiled' 'Echo\.exe\.so: [0-9]+ methods, 0 left' "$(cat err)" &&
    expect 'frames of the image in the picture' yes "$(grep -q 'AOT' ./Echo.*.svg && echo yes)"
}

refused() {
  local what=$1
  shift
  profile "$@" </dev/null
  expect "status for $what" $own_failure $status && expect "lines for $what" 1 "$(wc -l <err)" &&
    expect "output for $what" '' "$(cat out)" && expect_match "$what" "^profile.sh: $what" "$(cat err)"
}

mistakes_give_one_line() {
  mkdir folder.exe && : >text.txt && : >Some.cs
  refused 'unknown option --colour' --colour &&
    refused 'missing\.cs: no such file' missing.cs &&
    refused 'folder\.exe: no such file' folder.exe &&
    refused 'text\.txt: a program is a \.cs, \.exe or \.dll file' text.txt &&
    refused '/proc/nothing: cannot make this folder' --out-dir=/proc/nothing Some.cs ||
    return 1
}

a_source_that_does_not_compile_is_told() {
  echo 'class Broken {' >Broken.cs
  profile Broken.cs </dev/null
  expect status $own_failure $status && expect_match err '^Broken\.cs\(1,[0-9]+\): error' "$(cat err)" &&
    expect_match err '^profile\.sh: Broken\.cs does not compile$' "$(cat err)"
}

a_wrong_profiler_option_ends_before_the_program_starts() {
  echo_program Echo.cs
  profile --interval=abc Echo.cs </dev/null
  expect out '' "$(cat out)" && expect_match err sampleIntervalMs "$(cat err)" && [ $status -ne 0 ]
}

help_names_every_option() {
  profile --help
  local option count=0
  expect status 0 $status && expect err '' "$(cat err)" || return 1
  while read -r option; do
    count=$((count + 1))
    expect_match help "^  $option( |=)" "$(cat out)" || return 1
  done < <(sed -n 's/^    \(--[a-z][a-z-]*\).*) .*/\1/p' "$root/profile.sh")
  [ $count -gt 8 ]
}

sleeper() {
  cat >Sleeper.cs <<'END'
class Sleeper { static void Main() { System.Console.WriteLine("ready"); System.Threading.Thread.Sleep(60000); } }
END
}

# watched.py PROFILE.SH TERM|INT|HUP|terminal: starts the sleeper, sends it the signal (or Ctrl-C through a terminal, which
# reaches the whole group at once), and fails unless it ends by that signal with a profile. Ends everything after 60 s.
watched() {
  cat >watched.py <<'END'
import os, pty, signal, sys, threading
script, way = sys.argv[1:]
number = signal.SIGINT if way == "terminal" else getattr(signal, "SIG" + way)
child, terminal = pty.fork()
if child == 0:
    for ignorable in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # as when started under nohup
        signal.signal(ignorable, signal.SIG_DFL)
    os.execv(script, [script, "Sleeper.cs"])
threading.Timer(60, os.killpg, (child, signal.SIGKILL)).start()
seen = b""
sent = False
while True:
    try:
        seen += os.read(terminal, 4096)
    except OSError:
        break
    if b"ready" in seen and not sent:
        sent = True
        if way == "terminal":
            os.write(terminal, b"\x03")
        else:
            os.kill(child, number)
status = os.waitpid(child, 0)[1]
if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != number or b".html" not in seen:
    print(f"# {way}: wait status {status:#x}, said:", *seen.decode().splitlines(), sep="\n#   ")
    os._exit(1)
os._exit(0)
END
  python3 watched.py "$root/profile.sh" "$1"
}

a_signal_sent_to_the_script_ends_both() {
  sleeper
  watched TERM && watched INT && watched HUP
}

ctrl_c_ends_both() {
  sleeper
  watched terminal
}

run_tests input_output_and_exit_code_are_the_programs hottest_methods_and_files_are_told the_profile_is_kept_when_asked \
  paths_with_spaces_commas_quotes_and_percent_signs_work it_can_be_called_from_anywhere an_exe_runs_as_it_is \
  a_source_is_compiled_again_only_when_it_changed options_reach_the_profiler further_options_are_passed_raw \
  libraries_beside_the_source_are_found compiler_arguments_are_passed class_library_and_interpreter_runs_end_the_same \
  a_program_is_compiled_ahead_of_time_on_our_runtime mistakes_give_one_line \
  a_source_that_does_not_compile_is_told a_wrong_profiler_option_ends_before_the_program_starts help_names_every_option \
  a_signal_sent_to_the_script_ends_both ctrl_c_ends_both
