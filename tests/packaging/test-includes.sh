#!/bin/bash
# test-includes.sh ROOT - the folders of profiler/ include each other one way only, as docs/architecture.md says.
set -uo pipefail
root=$1
# shellcheck source=tests/packaging/tap.sh
. "$root/tests/packaging/tap.sh"

# folder: folders it may include besides itself; plugin/callspec.h and plugin/options.h are the tool's too
allowed='include:
model:
sampling:model
unwind:include
export:model
import:model export
plugin:include model sampling unwind export
report:model export import plugin'

# included_by FOLDER - "folder/header" of every project header that its files include
included_by() {
  grep -rhoE '^#include "[^"]+"' "$root/profiler/$1" --include='*.[ch]' | sed 's/^#include "//; s/"$//; s,^profiler/,,' |
    grep / | sort -u
}

arrows_go_one_way() {
  local line folder others header target wrong=0
  while IFS= read -r line; do
    folder=${line%%:*} others=" ${line#*:} $folder "
    [ -d "$root/profiler/$folder" ] || { echo "# no folder profiler/$folder" && return 1; }
    while IFS= read -r header; do
      target=${header%%/*}
      [[ $others == *" $target "* ]] && continue
      echo "# profiler/$folder includes $header"
      wrong=1
    done < <(included_by "$folder")
  done <<<"$allowed"
  return $wrong
}

every_folder_is_listed() {
  local folder
  for folder in "$root"/profiler/*/; do
    grep -q "^$(basename "$folder"):" <<<"$allowed" || { echo "# $folder has no row" && return 1; }
  done
}

the_tool_takes_only_the_callspec_of_the_module() {
  expect 'headers of plugin/ in report/' 'plugin/callspec.h' "$(included_by report | grep '^plugin/')"
}

run_tests arrows_go_one_way every_folder_is_listed the_tool_takes_only_the_callspec_of_the_module
