#!/bin/bash
# run-fuzzers.sh BUILD INPUTS OUTCOMES - runs every fuzzer (program fuzz-NAME) of a build folder for a fixed number of
# inputs with a fixed seed, starting from its folder of first inputs. A crash prints its report, and the input as base64
# so that it can become a test. Appends "pass fuzz-NAME" or "fail fuzz-NAME" to OUTCOMES.
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
  hostile=
  case $name in
    fuzz-hostile-*) first=$root/tests/hostile/${name#fuzz-hostile-} hostile=1 ;;
    fuzz-metadata-*) first=$root/tests/metadata/fuzz-${name#fuzz-metadata-} ;;
    *) first=$root/tests/fuzz/${name#fuzz-} ;;
  esac
  # The runtime's say themselves what they need of the sanitizer: the stack it scans must be the real one.
  if env ${hostile:+-u ASAN_OPTIONS} "$build/$fuzzer" -runs="$inputs" -seed=1 -max_len=8192 -timeout=20 \
    -rss_limit_mb=1024 -print_final_stats=0 -artifact_prefix="$work/$name/" "$work/$name/new" "$first" \
    >"$work/$name/log" 2>&1 </dev/null; then
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
