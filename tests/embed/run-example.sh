#!/bin/sh
# run-example.sh HOST EXE EXPECTED PROFILE: the example must print what EXPECTED holds, with a profile and without.
set -eu
rm -f "$4"
"$1" "$2" "$4" | diff "$3" -
test -s "$4"
grep -v '^Profile' "$3" > "$4.expected"
"$1" "$2" | diff "$4.expected" -
