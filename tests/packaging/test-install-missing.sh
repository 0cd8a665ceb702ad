#!/bin/bash
# scripts/install.sh with stand-ins for apt-get, sudo and id: what is said, and that apt-get is left alone when nothing
# is missing. Usage: test-install-missing.sh SOURCE_ROOT
root=$1
. "$root/tests/packaging/tap.sh"

rows='
present-package | cmd:bash             | is always there
absent-package  | cmd:no-such-command  | does the missing thing
absent-library  | pc:no-such-library   | links the missing thing
absent-file     | file:/no/such/file   | is read
'

# A folder of stand-ins; apt-get notes its arguments in the file "calls". Arguments: user id, apt-get's exit code.
stand_ins() {
  mkdir bin
  printf '#!/bin/sh\necho "$*" >>"%s/calls"\necho noise\nexit %s\n' "$PWD" "$2" >bin/apt-get
  printf '#!/bin/sh\necho %s\n' "$1" >bin/id
  chmod +x bin/*
  : >calls
}

# install ROWS [PATH]: output in $said, result in $result
install() {
  said=$(PATH=${2-$PWD/bin:$PATH} bash -c '. "$1/scripts/install.sh"; install_missing "$2"' ./start.sh "$root" "$1" 2>&1)
  result=$?
}

nothing_missing_says_nothing_and_leaves_apt_alone() {
  stand_ins 0 0
  install 'present-package | cmd:sh | is always there'
  expect result 0 $result && expect said '' "$said" && expect calls '' "$(cat calls)"
}

missing_packages_are_named_with_their_reasons() {
  stand_ins 0 0
  install "$rows"
  expect result 0 $result &&
    expect_match said '^ +absent-package +does the missing thing$' "$said" &&
    expect_match said '^ +absent-library +links the missing thing$' "$said" &&
    expect_match said '^ +absent-file +is read$' "$said" &&
    expect 'lines of noise' 0 "$(grep -c noise <<<"$said")"
}

only_missing_packages_are_installed() {
  stand_ins 0 0
  install "$rows"
  expect_match calls 'install absent-package absent-library absent-file$' "$(cat calls)" &&
    expect 'calls with present-package' 0 "$(grep -c present-package calls)"
}

a_failing_apt_is_shown_and_reported() {
  stand_ins 0 100
  install "$rows"
  expect result 1 $result && expect_match said noise "$said" &&
    expect_match said '^start.sh: apt-get could not install: absent-package' "$said"
}

without_root_and_sudo_one_line_says_what_to_do() {
  stand_ins 1000 0
  for command in bash grep mktemp cat rm tr; do ln -s "$(command -v $command)" bin/; done
  install "$rows" "$PWD/bin"
  expect result 1 $result && expect calls '' "$(cat calls)" && expect lines 1 "$(wc -l <<<"$said")" &&
    expect_match said '^start.sh: missing, .*root or sudo.*apt-get install absent-package absent-library' "$said"
}

a_user_installs_through_sudo() {
  stand_ins 1000 0
  # shellcheck disable=SC2016
  printf '#!/bin/sh\necho "sudo $*" >>"%s/calls"\n[ "$1" = -n ] && shift\nexec "$@"\n' "$PWD" >bin/sudo
  chmod +x bin/sudo
  install "$rows"
  expect result 0 $result && expect_match calls '^sudo .*apt-get .* update' "$(cat calls)"
}

without_apt_the_packages_are_still_named() {
  mkdir bin
  for command in bash grep mktemp cat rm; do ln -s "$(command -v $command)" bin/; done
  install "$rows" "$PWD/bin"
  expect result 1 $result && expect_match said 'no apt-get' "$said" && expect_match said 'absent-package' "$said"
}

run_tests nothing_missing_says_nothing_and_leaves_apt_alone missing_packages_are_named_with_their_reasons \
  only_missing_packages_are_installed a_failing_apt_is_shown_and_reported \
  without_root_and_sudo_one_line_says_what_to_do a_user_installs_through_sudo without_apt_the_packages_are_still_named
