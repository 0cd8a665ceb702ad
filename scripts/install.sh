# shellcheck shell=bash disable=SC2034 # the lists are read by the scripts that source this
# install.sh - what profile.sh and test.sh need on a Debian 12 machine, and how to get it. Sourced by bash scripts.
#
# Each row: Debian package | how to see that it is there | why it is wanted.
#   cmd:NAME   a command on PATH (it may come from elsewhere than Debian)
#   pc:NAME    a pkg-config module
#   file:PATH  a file
#   pkg:NAME   the Debian package itself, where it leaves no better mark
# Nothing is asked of apt-get while every row is there.

packages_to_profile='
gcc            | cmd:cc                     | compiles the profiler module and the report tool
libc6-dev      | file:/usr/include/stdio.h  | C library headers
meson          | cmd:meson                  | configures the build
ninja-build    | cmd:ninja                  | runs the build
pkg-config     | cmd:pkg-config             | finds glib and zlib
libglib2.0-dev | pc:glib-2.0                | containers, options and files for module and tool
zlib1g-dev     | pc:zlib                    | compresses profiles
libffi-dev     | pc:libffi                   | the runtime monosp calls native functions with it
libcapstone-dev | pc:capstone               | lists the machine code of --dump-jit (optional)
mono-runtime   | cmd:mono                   | runs the program that is profiled
mono-mcs       | cmd:mcs                    | compiles C# programs
'

packages_to_test='
check              | pc:check                                             | unit test library
libmono-2.0-dev    | file:/usr/include/mono-2.0/mono/metadata/profiler.h  | real Mono headers, to compare our declarations with
mono-utils         | cmd:monodis                                          | lists methods of test programs
mono-devel         | cmd:ilasm                                            | assembles test programs written in IL
mono-csharp-shell  | file:/usr/lib/mono/4.5/csharp.exe                    | the csharp shell, which tests run on both runtimes
libmono-profiler   | file:/usr/lib/libmono-profiler-log.so                 | log profiler of Mono, to run beside ours
libgdiplus         | pkg:libgdiplus                                       | draws for System.Drawing, in a test program
libsqlite3-0       | pkg:libsqlite3-0                                     | the database of a test program
golang-go          | cmd:go                                               | "go tool pprof" reads our profiles
chromium           | cmd:chromium                                         | shows our flame graphs
nodejs             | cmd:node                                             | runs the browser and viewer tests, WebAssembly modules
wabt               | cmd:wasm-validate                                    | checks the modules of the WebAssembly back end
npm                | cmd:npm                                              | fetches the viewers that tests use
libxml2-utils      | cmd:xmllint                                          | checks that SVG files are well formed
clang              | cmd:clang                                            | builds the fuzzers
libclang-rt-14-dev | pkg:libclang-rt-14-dev                               | what fuzzers link with
clang-14           | cmd:clang-14                                         | compiles the runtime for WebAssembly
llvm-14            | cmd:llvm-ar-14                                       | makes its libraries
lld-14             | cmd:wasm-ld-14                                       | links it
wasi-libc          | file:/usr/lib/wasm32-wasi/libc.a                     | its C library
libclang-rt-14-dev-wasm32 | pkg:libclang-rt-14-dev-wasm32                  | what its compiler calls
binaryen           | cmd:wasm-opt                                         | optimises it
'

is_there() {
  case $1 in
    cmd:*) command -v "${1#cmd:}" >/dev/null ;;
    pc:*) command -v pkg-config >/dev/null && pkg-config --exists "${1#pc:}" ;;
    file:*) [ -e "${1#file:}" ] ;;
    pkg:*) [ "$(dpkg-query -W -f '${db:Status-Status}' "${1#pkg:}" 2>/dev/null)" = installed ] ;;
  esac
}

# install_missing ROWS: installs the packages of the rows that are not there. Says on stderr what and why, and nothing
# when nothing is missing. Returns 1 after one clear message when it cannot.
install_missing() {
  local package probe why names=() reasons=() as_root=() log
  while IFS='|' read -r package probe why; do
    package=${package// /} probe=${probe// /}
    if [ -n "$package" ] && ! is_there "$probe"; then
      names+=("$package")
      reasons+=("$(printf '  %-18s %s' "$package" "${why# }")")
    fi
  done <<<"$1"
  [ ${#names[@]} -gt 0 ] || return 0

  if ! command -v apt-get >/dev/null; then
    printf '%s: missing, and there is no apt-get here to install it:\n' "${0##*/}" >&2
    printf '%s\n' "${reasons[@]}" >&2
    return 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
    [ -t 2 ] || as_root=(sudo -n) # nobody there to type a password
    if ! command -v sudo >/dev/null; then
      printf '%s: missing, and installing needs root or sudo. As root: apt-get install %s\n' \
        "${0##*/}" "${names[*]}" >&2
      return 1
    fi
  fi

  printf '%s: installing with apt-get:\n' "${0##*/}" >&2
  printf '%s\n' "${reasons[@]}" >&2
  log=$(mktemp)
  if ! apt_install "${names[@]}" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    printf '%s: apt-get could not install: %s\n' "${0##*/}" "${names[*]}" >&2
    return 1
  fi
  rm -f "$log"
  hash -r
}

# Uses install_missing's as_root. The lists are refreshed first: a bare machine has none, and old ones name files that
# the mirror no longer keeps.
apt_install() {
  local settings=(-o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0)
  "${as_root[@]}" apt-get "${settings[@]}" -q update || return 1
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get "${settings[@]}" -q -y --no-install-recommends install "$@"
}
