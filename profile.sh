#!/bin/bash
# profile.sh - one command from a C# program to its flame graph. See --help.
#
# Life of a run: options -> what is missing is installed -> build/ -> a .cs is compiled -> scripts/run-profiled.py runs
# the program and reports. Everything said here goes to stderr: stdin, stdout and the exit code are the program's.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
. "$root/scripts/install.sh"
. "$root/scripts/build.sh"

own_failure=125 # as env(1) and timeout(1): no usual exit code of a program

help() {
  cat <<'END'
Usage: ./profile.sh [OPTION...] [PROGRAM.cs|PROGRAM.exe|PROGRAM.dll] [ARGUMENT...]

Runs a .NET program on Mono, or on this project's own runtime, under the samplepoint profiler, prints its ten hottest methods, and writes a flame graph as
an HTML page and as an SVG picture. On a bare Debian 12 it first installs what is missing. Without a program it
profiles tests/programs/Showcase.cs.

  --interval=MS      milliseconds between samples; default 1, 0 takes every visit
  --callspec=SPEC    only these methods, as Mono's callspecs: N:My.App (namespace), T:My.App.Type, M:My.App.Type:Method
  --mode=MODE        sample (default), calls (exact call counts and times; slower) or alloc (where memory is allocated)
  --trigger=TRIGGER  auto (default), timer, visits or signal
  --options=RAW      further options for the profiler, as written after --profile=browser:
                     (all of them: --options=help)
  --class-library    also see the inside of precompiled class-library methods where enter and leave events are used
                     (gives mono -O=-aot; starting the program then takes longer)
  --interp           run by Mono's interpreter
  --runtime=RUNTIME  mono (default), or monosp: this project's runtime, which samples at its own safepoints, has source
                     lines of every program compiled with -debug, and runs programs of one thread
  --aot              with monosp: the program and the libraries beside it are compiled ahead of time first
  --aot=all          the class library too, which takes minutes the first time
  --mcs=ARGUMENTS    further arguments for the C# compiler, split at spaces, such as --mcs='-r:System.Numerics -optimize'
  --out-dir=FOLDER   where the files go; default is the current folder
  --keep             also write PROGRAM.PID.pb.gz for go tool pprof; samplepoint itself reads the HTML page as well
  --open             serve the flame graph on 127.0.0.1 afterwards, until Ctrl-C
  --help             this text

Files: PROGRAM.PID.html and PROGRAM.PID.svg. A .cs is compiled with "mcs -debug" below build/programs, once a version.
Exit status: the program's own, and the program's signal if one ended it; 125 when profile.sh itself failed.

Examples:
  ./profile.sh
  ./profile.sh Slow.cs 1000 <input.txt >output.txt
  ./profile.sh --mode=calls --callspec=N:My.App app.exe
END
}

fail() {
  printf 'profile.sh: %s\n' "$*" >&2
  exit "$own_failure"
}

interval=1 callspec='' mode='' trigger='' raw='' mcs_arguments='' out_dir=. keep=0 open=0
mono_arguments=(--debug) mono_only=() runtime=mono aot=none

while [ $# -gt 0 ]; do
  case $1 in
    --interval=*) interval=${1#*=} ;;
    --callspec=*) callspec=${1#*=} ;;
    --mode=*) mode=${1#*=} ;;
    --trigger=*) trigger=${1#*=} ;;
    --options=*) raw=${1#*=} ;;
    --class-library) mono_arguments+=(-O=-aot) mono_only+=("$1") ;;
    --interp) mono_arguments+=(--interp) mono_only+=("$1") ;;
    --runtime=*) runtime=${1#*=} ;;
    --aot) aot=program ;;
    --aot=all) aot=all ;;
    --mcs=*) mcs_arguments=${1#*=} ;;
    --out-dir=*) out_dir=${1#*=} ;;
    --keep) keep=1 ;;
    --open) open=1 ;;
    --help | -h) help; exit 0 ;;
    --) shift; break ;;
    -*) fail "unknown option $1 (./profile.sh --help lists them)" ;;
    *) break ;;
  esac
  shift
done

case $runtime in
  mono) [ "$aot" = none ] || fail "--aot is for --runtime=monosp; mono has mono --aot" ;;
  monosp)
    [ ${#mono_only[@]} -eq 0 ] || fail "${mono_only[0]} is for Mono: monosp has no precompiled class library, and one interpreter"
    ;;
  *) fail "--runtime=$runtime: a runtime is mono or monosp" ;;
esac

program=${1-$root/tests/programs/Showcase.cs}
[ $# -eq 0 ] || shift

case $program in
  *.cs | *.exe | *.dll) ;;
  *) fail "$program: a program is a .cs, .exe or .dll file" ;;
esac
[ -f "$program" ] || fail "$program: no such file"
[ -r "$program" ] || fail "$program: cannot be read"
[ -n "$out_dir" ] || fail "--out-dir= needs a folder"
mkdir -p -- "$out_dir" 2>/dev/null || fail "$out_dir: cannot make this folder"
[ -w "$out_dir" ] || fail "$out_dir: cannot write into this folder (--out-dir=FOLDER chooses another)"

install_missing "$packages_to_profile" || exit "$own_failure"

# One build at a time; the others wait here.
build=${SAMPLEPOINT_BUILD:-$root/build} # the tests give the build that they test
mkdir -p "$build/programs" || fail "$build: cannot make this folder"
exec 9>"$build/profile.lock" && flock 9
module_folder=$build/profiler/plugin
tool=$build/profiler/report/samplepoint
configure_once "$build" -Dtests=disabled || fail "the build could not be configured"
targets=(profiler/plugin/libmono-profiler-browser.so profiler/report/samplepoint)
host=mono
if [ "$runtime" = monosp ]; then
  targets+=(interp/monosp)
  host=$build/interp/monosp
fi
quietly ninja -C "$build" "${targets[@]}" || fail "the build failed"

# Compiled once for each version of the source; the folder's name is made from the source's whole path and the arguments.
case $program in
  *.cs)
    name=$(basename "$program" .cs)
    key=$(printf '%s\n%s' "$(readlink -f "$program")" "$mcs_arguments" | sha256sum | cut -c1-12)
    executable=$build/programs/$key/$name.exe
    # Libraries that the source refers to lie beside it, not beside the compiled program.
    folder=$(dirname "$(readlink -f "$program")")
    export MONO_PATH=$folder${MONO_PATH:+:$MONO_PATH}
    if [ ! -e "$executable" ] || [ "$program" -nt "$executable" ] || [ -n "$mcs_arguments" ]; then
      mkdir -p "${executable%/*}"
      # shellcheck disable=SC2086 # split at spaces, as --help says
      if ! quietly mcs -debug -nologo "-out:$executable" $mcs_arguments "$program"; then
        rm -f "$executable"
        fail "$program does not compile"
      fi
    fi
    ;;
  *) name=$(basename "$program") name=${name%.*} executable=$program ;;
esac
exec 9>&-

# Images that are of another build of the program or the runtime are made anew from the cached object files that still fit.
if [ "$aot" != none ]; then
  images=$build/programs/aot/$(readlink -f "$executable" | sha256sum | cut -c1-12)
  mkdir -p "$images"
  assemblies=("$executable")
  for library in "$(dirname "$(readlink -f "$executable")")"/*.dll; do
    [ ! -f "$library" ] || [ "$library" -ef "$executable" ] || assemblies+=("$library")
  done
  [ "$aot" = program ] || assemblies+=("$("$host" --version | sed -n 's/^Class library: //p')/mscorlib.dll")
  "$host" "--aot=out=$images" "${assemblies[@]}" </dev/null >&2 || fail "the program could not be compiled ahead of time"
  mono_arguments+=("--aot-path=$images")
fi

# A value for the profiler's option text: quoted, since it may hold commas.
quoted() {
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

result=$out_dir/$name
[ "$out_dir" != . ] || result=$name
percent_safe() { printf '%s' "${1//%/%%}"; } # %p in out= is the process id, %% a percent sign
descriptor=browser:sampleIntervalMs=$(quoted "$interval")
[ -z "$callspec" ] || descriptor+=,callspec=$(quoted "$callspec")
[ -z "$mode" ] || descriptor+=,mode=$(quoted "$mode")
[ -z "$trigger" ] || descriptor+=,trigger=$(quoted "$trigger")
[ -z "$raw" ] || descriptor+=,$raw
descriptor+=,out=$(quoted "$(percent_safe "$result").%p.html")
descriptor+=,out=$(quoted "$(percent_safe "$result").%p.svg")
[ "$keep" -eq 0 ] || descriptor+=,out=$(quoted "$(percent_safe "$result").%p.pb.gz")

# Mono prefers a module beside its own libraries to one on the loader's path.
installed=/nowhere
[ "$runtime" != mono ] || installed=$(dirname "$(dirname "$(readlink -f "$(command -v mono)")")")/lib/libmono-profiler-browser.so
[ ! -e "$installed" ] || printf 'profile.sh: Mono takes the installed %s, not the one built here\n' "$installed" >&2
export LD_LIBRARY_PATH=$module_folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
exec python3 "$root/scripts/run-profiled.py" "$tool" "$result" "$open" \
  "$host" "${mono_arguments[@]}" "--profile=$descriptor" "$executable" "$@"
