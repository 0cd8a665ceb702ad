#!/bin/bash
# "meson install": what lands where, and that mono finds the module. Usage: test-install.sh SOURCE_ROOT BUILD
root=$1 build=$2
. "$root/tests/packaging/tap.sh"
command -v mono >/dev/null || skip_all "mono is not installed"

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT

option() {
  meson introspect "$build" --buildoptions |
    python3 -c 'import json, sys; print(next(o["value"] for o in json.load(sys.stdin) if o["name"] == sys.argv[1]))' "$1"
}
prefix=$(option prefix) datadir=$(option datadir) moduledir=$(option moduledir)

install_staged() {
  DESTDIR=$staged meson install -C "$build" --no-rebuild --skip-subprojects >install.log 2>&1 || {
    sed 's/^/# /' install.log
    return 1
  }
}

every_file_lands_in_its_place() {
  install_staged || return 1
  local file missing=0
  for file in "$moduledir/libmono-profiler-browser.so" bin/samplepoint "$datadir/pkgconfig/samplepoint.pc" \
    include/samplepoint/mono-profiler-abi.h share/man/man1/samplepoint.1 share/man/man7/mono-profiler-browser.7; do
    [ -f "$staged$prefix/$file" ] || { echo "# missing: $prefix/$file" && missing=1; }
  done
  return $missing
}

nothing_else_is_installed() {
  install_staged || return 1
  expect 'static libraries and test programs' '' \
    "$(cd "$staged" && find . -name '*.a' ! -name libmonosp.a -o -name 'check-*' -o -name '*nop*' -o -name '*.exe')"
}

# It finds its host's functions itself, so nothing is left open, and only the entry point shows.
the_module_needs_only_glib_and_zlib_and_shows_only_its_entry() {
  install_staged || return 1
  local module=$staged$prefix/$moduledir/libmono-profiler-browser.so
  expect 'symbols found nowhere' '' "$(ldd -r "$module" 2>&1 | grep 'undefined symbol')" &&
    expect 'needed libraries' '' \
      "$(objdump -p "$module" | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^(lib(glib-2\.0|z|c|m|pthread|dl|rt)|ld-linux.*)\.so')" &&
    expect 'shown symbols' mono_profiler_init_browser "$(nm -D --defined-only "$module" | awk '{ print $NF }')"
}

mono_finds_the_module_through_the_loader_path() {
  install_staged || return 1
  local said
  printf 'class P { static int Main() { return 0; } }\n' >Empty.cs && mcs Empty.cs || return 1
  said=$(LD_LIBRARY_PATH=$staged$prefix/$moduledir mono --profile=browser:help Empty.exe 2>&1)
  expect_match 'help text' sampleIntervalMs "$said"
}

pkg_config_tells_the_module_folder() {
  install_staged || return 1
  local file=$staged$prefix/$datadir/pkgconfig/samplepoint.pc
  expect moduledir "$prefix/$moduledir" "$(pkg-config --variable=moduledir "$file")" &&
    expect_match cflags "-I$prefix/include" "$(PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 pkg-config --cflags "$file")"
}

the_installed_tool_runs() {
  install_staged || return 1
  "$staged$prefix/bin/samplepoint" --help >help.txt && expect_match help top "$(cat help.txt)"
}

the_installed_header_compiles_alone() {
  install_staged || return 1
  printf '#include <samplepoint/mono-profiler-abi.h>\nint main(void) { return 0; }\n' >use.c
  cc -Wall -Werror -I"$staged$prefix/include" -c use.c -o use.o
}

# The example of docs/embedding.md, with the shared library and with the static one.
a_program_embeds_the_installed_runtime() {
  install_staged || return 1
  local libdir=$staged$prefix/$(option libdir) exe=$build/examples/embed/Embedded.exe shared static kind
  [ -f "$libdir/libmonosp.so" ] && [ -f "$exe" ] || return 0 # built without libffi or mcs
  export PKG_CONFIG_PATH=$libdir/pkgconfig
  shared=$(pkg-config --define-variable=prefix="$staged$prefix" --cflags --libs monosp) || return 1
  static=$(pkg-config --define-variable=prefix="$staged$prefix" --static --cflags --libs monosp) || return 1
  # shellcheck disable=SC2086
  cc -Wall -Werror "$root/examples/embed/host.c" $shared -lm -o host-shared &&
    cc -Wall -Werror "$root/examples/embed/host.c" ${static/-lmonosp/-l:libmonosp.a} -lm -o host-static || return 1
  expect 'the static host needs no library' '' "$(ldd host-static | grep monosp)" || return 1
  grep -v ^Profile "$root/examples/embed/expected.txt" >expected.txt
  for kind in shared static; do
    LD_LIBRARY_PATH=$libdir ./host-$kind "$exe" >output.txt
    expect "output of the $kind host" "$(cat expected.txt)" "$(cat output.txt)" || return 1
    LD_LIBRARY_PATH=$libdir:$staged$prefix/$moduledir ./host-$kind "$exe" profile.folded >output.txt
    expect "output of the profiled $kind host" "$(cat "$root/examples/embed/expected.txt")" "$(cat output.txt)" || return 1
  done
  printf '#include <monosp.h>\nint main() { return !mono_jit_init("x"); }\n' >use.cpp
  ! command -v c++ >/dev/null || c++ -Wall -Wextra -Werror -c use.cpp $shared -o use.o
}

manual_pages_are_well_formed() {
  install_staged || return 1
  command -v man >/dev/null || return 0 # readers of the pages have it; nothing else here needs it
  local page said
  for page in "$staged$prefix"/share/man/man*/*; do
    said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    expect "warnings of ${page##*/}" '' "$said" || return 1
  done
}

run_tests every_file_lands_in_its_place nothing_else_is_installed \
  the_module_needs_only_glib_and_zlib_and_shows_only_its_entry mono_finds_the_module_through_the_loader_path \
  pkg_config_tells_the_module_folder the_installed_tool_runs the_installed_header_compiles_alone \
  a_program_embeds_the_installed_runtime manual_pages_are_well_formed
