# shellcheck shell=bash disable=SC2154 # root is set by the scripts that source this
# build.sh - configuring and building without noise. Sourced by bash scripts after $root is set to the tree's top.

# quietly COMMAND...: runs it; its output is shown only when it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# configure_once FOLDER [meson options]: sets the folder up when it is new, or when the tree has moved since.
configure_once() {
  local folder=$1 stamp=$1/source-root
  shift
  if [ ! -e "$folder/build.ninja" ]; then
    rm -rf "$folder/meson-private" "$folder/meson-info"
    quietly meson setup "$folder" "$root" "$@" || return 1
  elif [ -e "$stamp" ] && [ "$(cat "$stamp")" != "$root" ]; then
    rm -rf "$folder/meson-private" "$folder/meson-info" "$folder/build.ninja"
    quietly meson setup "$folder" "$root" "$@" || return 1
  else
    return 0
  fi
  printf '%s\n' "$root" >"$stamp"
}
