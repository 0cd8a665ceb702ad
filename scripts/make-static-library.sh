#!/bin/sh
# make-static-library.sh OUT LD OBJCOPY AR ARCHIVE...: one archive with one object, in which only what a shared library
# would export is visible.
set -eu
out=$1 ld=$2 objcopy=$3 ar=$4
shift 4
object=$(dirname "$out")/monosp-all.o
"$ld" -r --whole-archive "$@" -o "$object"
"$objcopy" --localize-hidden "$object"
rm -f "$out"
"$ar" rcsD "$out" "$object"
rm -f "$object"
