# shellcheck shell=bash
# tap.sh - what the shell tests share: each test is a function, run_tests runs them in a temporary folder of their own
# and prints TAP. A test fails when it returns non-zero; `expect` says what was found.

# expect WHAT EXPECTED FOUND
expect() {
  [ "$2" = "$3" ] && return 0
  printf '# %s: expected "%s", found "%s"\n' "$1" "$2" "$3"
  return 1
}

# expect_match WHAT PATTERN TEXT - PATTERN is an extended regular expression
expect_match() {
  grep -qE -e "$2" <<<"$3" && return 0
  printf '# %s: nothing matches /%s/ in:\n' "$1" "$2"
  sed 's/^/#   /' <<<"$3"
  return 1
}

# run_tests NAME...
run_tests() {
  local number=0 failed=0 name scratch
  printf '1..%d\n' $#
  for name in "$@"; do
    number=$((number + 1))
    scratch=$(mktemp -d)
    if (cd "$scratch" && "$name"); then
      printf 'ok %d - %s\n' $number "$name"
    else
      printf 'not ok %d - %s\n' $number "$name"
      failed=1
    fi
    rm -rf "$scratch"
  done
  return $failed
}

# skip_all REASON - for a peer that is not there; where CI=true that is a failure.
skip_all() {
  [ "${CI-}" = true ] && printf 'Bail out! %s\n' "$1" && exit 1
  printf '1..0 # SKIP %s\n' "$1"
  exit 0
}
