#!/bin/bash
# test.sh - installs what is missing, builds, runs every test, and ends with one line: N passed, N failed.
#
#   ./test.sh         everything: the normal build, the runtime for WebAssembly, the Check suites and the runtime's
#                     programs under sanitizers, the fuzzers for a fixed number of inputs
#   ./test.sh quick   the normal build without the tests of suite "slow"
#
# With CI=true in the environment a skipped test counts as failed.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
cd "$root" || exit 1
. scripts/install.sh
. scripts/build.sh

fuzz_inputs=5000

case ${1-} in
  '') quick=0 ;;
  quick) quick=1 ;;
  *)
    echo "Usage: ./test.sh [quick]" >&2
    exit 2
    ;;
esac

logs=() # meson's JSON logs of the runs, for the count
outcomes=$(mktemp)
trap 'rm -f "$outcomes"' EXIT

say() { printf '\n== %s\n' "$*"; }

# A step that is no test by itself: its failure counts as one failed test, its success as nothing.
step_failed() {
  printf 'FAILED: %s\n' "$1"
  printf 'fail %s\n' "$1" >>"$outcomes"
}

finish() {
  python3 scripts/count-tests.py "$outcomes" "${logs[@]}"
  exit
}

# build FOLDER NAME "PREFIX..." [meson options]: configures, and builds the programs whose name starts with a PREFIX and
# what the tests named so need, or everything when there is none.
build() {
  local folder=$1 name=$2 prefixes=$3 targets=(all meson-test-prereq)
  shift 3
  say "$name: build"
  # A folder that is older than an option does not know it before it is set up again.
  if configure_once "$folder" "$@" &&
    { meson configure "$folder" "$@" &>/dev/null || quietly meson setup --reconfigure "$folder" "$root" "$@"; }; then
    # shellcheck disable=SC2086 # one word each
    [ -z "$prefixes" ] || mapfile -t targets < <(python3 scripts/list-targets.py programs "$folder" $prefixes)
    [ ${#targets[@]} -gt 0 ] && quietly ninja -C "$folder" "${targets[@]}" && return 0
  fi
  step_failed "$name: build"
  return 1
}

# run_tests FOLDER NAME [meson test arguments]
run_tests() {
  local folder=$1 name=$2 log=testlog-${2// /-}
  shift 2
  say "$name: tests"
  rm -f "$folder/meson-logs/$log.json"
  # Failures are counted from the log, with names.
  meson test -C "$folder" --no-rebuild --print-errorlogs --logbase "$log" "$@" </dev/null || true
  if [ -e "$folder/meson-logs/$log.json" ]; then
    logs+=("$name=$folder/meson-logs/$log.json")
  else
    step_failed "$name: run"
  fi
}

viewers() {
  local folder=tests/e2e/viewers
  [ -e $folder/package-lock.json ] || return 0
  [ $folder/node_modules/.package-lock.json -nt $folder/package-lock.json ] && return 0
  say "viewers that tests use (npm ci in $folder)"
  (cd $folder && quietly npm ci --no-audit --no-fund --loglevel=error) || step_failed "npm ci in $folder"
}

say "what is missing is installed"
install_missing "$packages_to_profile$packages_to_test" || {
  step_failed "install"
  finish
}
viewers

# The runtime for WebAssembly; a quick run tests the one that is there.
wasm_file=$root/build-wasm/wasm/monosp.wasm
if [ $quick -eq 0 ]; then
  if configure_once build-wasm --cross-file "$root/wasm/wasm32-wasi.ini" -Dbuildtype=release -Doptimization=2; then
    build build-wasm "WebAssembly" "" -Dwerror=true
  else
    step_failed "WebAssembly: set up"
  fi
fi

if build build "normal" "" -Dtests=enabled -Dwerror=true -Dwasm_runtime="$wasm_file"; then
  if [ $quick -eq 1 ]; then
    run_tests build "normal" --no-suite slow
  else
    run_tests build "normal"
  fi
fi

if [ $quick -eq 0 ]; then
  export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
  if build build-san "sanitizers" "check- e2e-" -Dtests=enabled -Dwerror=true \
    -Db_sanitize=address,undefined -Db_lundef=false -Dcompiled_programs="$root/build/tests/programs"; then
    # The runtime scans its native stack and measures it, so it must be the real one; and what it makes of metadata lives
    # until the process ends, which is no leak.
    runtime='^(metadata|fuzz-metadata|heap|objects|types|ir-|exec-|jiterp-|corlib-|embed|fuzz-hostile)'
    mapfile -t suites < <(python3 scripts/list-targets.py tests build-san check- | grep -Ev "$runtime")
    run_tests build-san "sanitizers" --timeout-multiplier=4 "${suites[@]}"
    mapfile -t suites < <(python3 scripts/list-targets.py tests build-san check- | grep -E "$runtime")
    [ ${#suites[@]} -eq 0 ] ||
      ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0:strict_string_checks=1 \
        run_tests build-san "sanitizers runtime" --timeout-multiplier=4 "${suites[@]}"
    # Every program of tests/programs that needs no more than our runtime, compared with mono.
    mapfile -t suites < <(python3 scripts/list-targets.py tests build-san e2e-)
    [ ${#suites[@]} -eq 0 ] || run_tests build-san "sanitizers programs" "${suites[@]}"
  fi

  if CC=clang build build-fuzz "fuzzers" fuzz- -Dtests=enabled -Dfuzzers=true -Druntime_fuzzers=true \
    -Db_lundef=false; then
    say "fuzzers: $fuzz_inputs inputs each"
    bash scripts/run-fuzzers.sh build-fuzz $fuzz_inputs "$outcomes"
  fi
fi
finish
