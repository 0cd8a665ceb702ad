#!/bin/bash
# test-includes.sh ROOT - the folders of profiler/ and of the runtime include each other one way only, as
# docs/architecture.md says.
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
eventpipe:
import:model export eventpipe
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

# folder: folders it may include besides itself, all from the root. Of corlib and exec, lower folders use the door only
# (the next test). main.c stands above all of them.
runtime_allowed='interp/metadata:profiler/include
interp/runtime:profiler/include interp/metadata
interp/ir:profiler/include interp/metadata interp/runtime interp/corlib
interp/exec:profiler/include interp/metadata interp/runtime interp/ir interp/corlib
interp/corlib:profiler/include interp/metadata interp/runtime interp/ir interp/exec
interp/embed:profiler/include interp/metadata interp/runtime interp/ir interp/exec interp/corlib interp/include
interp/include:
jiterp:profiler/include interp/metadata interp/runtime interp/ir interp/exec interp/corlib
aot-stubs:profiler/include interp/metadata interp/runtime interp/ir interp/exec interp/corlib jiterp profiler/import profiler/model
wasm:interp interp/metadata interp/runtime interp/corlib'

# headers_of FOLDER - every project header that its files include, from the root
headers_of() {
  grep -rhoE '^#include "[^"]+"' "$root/$1" --include='*.[ch]' --include='*.inc' --include='*.def' |
    sed 's/^#include "//; s/"$//' | grep / | sort -u
}

arrows_of_the_runtime_go_one_way() {
  local line folder others header wrong=0
  while IFS= read -r line; do
    folder=${line%%:*} others=" ${line#*:} $folder "
    [ -d "$root/$folder" ] || continue
    while IFS= read -r header; do
      [[ $others == *" ${header%/*} "* ]] && continue
      echo "# $folder includes $header"
      wrong=1
    done < <(headers_of "$folder")
  done <<<"$runtime_allowed"
  for folder in "$root"/interp/*/; do
    grep -q "^interp/$(basename "$folder"):" <<<"$runtime_allowed" || { echo "# $folder has no row" && return 1; }
  done
  return $wrong
}

lower_folders_use_the_door_of_the_class_library() {
  expect "headers of corlib in ir, exec and jiterp" "interp/corlib/icall-hook.h interp/corlib/icalls.h" \
    "$(for folder in interp/ir interp/exec jiterp; do headers_of $folder; done | grep "^interp/corlib/" | sort -u | xargs)"
}

run_tests arrows_of_the_runtime_go_one_way lower_folders_use_the_door_of_the_class_library arrows_go_one_way every_folder_is_listed the_tool_takes_only_the_callspec_of_the_module
