#!/bin/bash
# run-fuzzers.sh BUILD INPUTS OUTCOMES - runs every fuzzer (program fuzz-NAME) of a build folder for a fixed number of
# inputs with a fixed seed, starting from tests/fuzz/NAME where that folder exists. A crash prints its report, and the
# input as base64 so that it can become a test. Appends "pass fuzz-NAME" or "fail fuzz-NAME" to OUTCOMES.
set -uo pipefail
build=$1 inputs=$2 outcomes=$3
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mapfile -t fuzzers < <(python3 "$root/scripts/list-targets.py" programs "$build" fuzz-)
if [ ${#fuzzers[@]} -eq 0 ]; then
  echo "no fuzzers were built"
  echo "fail fuzzers: none built" >>"$outcomes"
fi
for fuzzer in "${fuzzers[@]}"; do
  name=${fuzzer##*/}
  mkdir -p "$work/$name/new"
  corpus=("$work/$name/new")
  [ -d "$root/tests/fuzz/${name#fuzz-}" ] && corpus+=("$root/tests/fuzz/${name#fuzz-}")
  if "$build/$fuzzer" -runs="$inputs" -seed=1 -max_len=4096 -timeout=20 -rss_limit_mb=1024 -print_final_stats=0 \
    -artifact_prefix="$work/$name/" "${corpus[@]}" >"$work/$name/log" 2>&1 </dev/null; then
    echo "pass $name" >>"$outcomes"
    echo "  $name: ok"
  else
    echo "fail $name" >>"$outcomes"
    echo "  $name: FAILED"
    tail -n 60 "$work/$name/log"
    for input in "$work/$name"/*-*; do
      [ -f "$input" ] && echo "input, base64: $(base64 -w0 <"$input")"
    done
  fi
done
