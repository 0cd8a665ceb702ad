#!/bin/bash
# test-dump.sh ROOT MONOSP - --dump-aot: the C of a program, and of parts of the class library, compiles without a warning.
set -uo pipefail
root=$1 monosp=$(realpath "$2")
# shellcheck source=tests/packaging/tap.sh
. "$root/tests/packaging/tap.sh"
for tool in mcs cc mono; do
  command -v $tool >/dev/null || skip_all "$tool is not there"
done
corlib=/usr/lib/mono/4.5/mscorlib.dll

# compiles FILE - what nobody uses (labels, results) is left to the C compiler, on purpose
compiles() {
  cc -std=gnu11 -O0 -fsyntax-only -Wall -Wextra -Werror -Wno-unused -Wno-unused-parameter -Wno-type-limits "$1"
}

dump() {
  mcs -debug -unsafe -nologo -out:Ops.exe "$root/tests/aot-stubs/Ops.cs" && "$monosp" --dump-aot="$1" Ops.exe >text.c
}

a_program_compiles() {
  dump 'Ops:*' && compiles text.c
}

the_text_names_method_line_and_il() {
  dump Ops:Total || return 1
  expect_match 'the method' '^/\* Ops:Total \(int\[\]\) \*/$' "$(cat text.c)" &&
    expect_match 'the line' '^#line [0-9]+ ".*Ops\.cs"$' "$(cat text.c)" &&
    expect_match 'the variables' '^    total_[0-9]+ = total_[0-9]+ \+ w[0-9]+;$' "$(cat text.c)" &&
    expect_match 'the instruction' 'IL_000[0-9a-f] ldelem\.i4 ' "$(cat text.c)"
}

the_same_method_gives_the_same_text() {
  dump Ops:Bytes && mv text.c first.c && dump Ops:Bytes && cmp text.c first.c
}

parts_of_the_class_library_compile() {
  local type
  for type in System.String System.Decimal System.Delegate System.Enum System.Collections.Hashtable; do
    "$monosp" --dump-aot="$type:*" $corlib >$type.c && compiles $type.c || return 1
  done
}

a_name_that_fits_nothing_is_an_error() {
  dump Ops:Nothing 2>error
  expect 'exit code' 1 $? && expect 'output' '' "$(cat text.c)" && expect_match 'error' "No method is named 'Ops:Nothing'" "$(cat error)"
}

# An image has the name that mono gives its own.
mono_passes_over_an_image() {
  mcs -unsafe -nologo -out:Ops.exe "$root/tests/aot-stubs/Ops.cs" &&
    "$monosp" --aot=cflags=-O0,cache=off Ops.exe >/dev/null &&
    expect 'output' "$(mono Ops.exe)" "$("$monosp" Ops.exe)"
}

run_tests a_program_compiles the_text_names_method_line_and_il the_same_method_gives_the_same_text \
  parts_of_the_class_library_compile a_name_that_fits_nothing_is_an_error mono_passes_over_an_image
