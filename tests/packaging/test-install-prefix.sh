#!/bin/bash
# A build of its own with its own prefix, as a person without root makes it. Usage: test-install-prefix.sh SOURCE_ROOT
root=$1
. "$root/tests/packaging/tap.sh"
command -v mono >/dev/null || skip_all "mono is not installed"

a_private_prefix_works_through_the_loader_path() {
  local prefix="$PWD/my prefix" said
  meson setup build "$root" --prefix="$prefix" -Dtests=disabled >log 2>&1 &&
    ninja -j2 -C build >>log 2>&1 && meson install -C build >>log 2>&1 || {
    sed 's/^/# /' log
    return 1
  }
  printf 'class P { static int Main() { return 7; } }\n' >Seven.cs && mcs Seven.cs || return 1
  said=$(LD_LIBRARY_PATH=$prefix/lib mono --profile=browser:help Seven.exe 2>&1)
  expect_match 'help text' sampleIntervalMs "$said" || return 1
  LD_LIBRARY_PATH=$prefix/lib mono --profile=browser:out=seven.folded,quiet Seven.exe
  expect 'exit code' 7 $?
}

run_tests a_private_prefix_works_through_the_loader_path
