#!/bin/sh
# after-install.sh FOLDER - last step of "meson install". Mono finds the module FOLDER/libmono-profiler-browser.so through
# the dynamic loader: refreshes the loader's cache where FOLDER is in it, else says what to set. A staged install
# (DESTDIR) is a package's business.
set -eu
folder=$1
[ -z "${DESTDIR-}" ] || exit 0
PATH=$PATH:/usr/sbin:/sbin

in_cache_folders() {
  ldconfig -v -N -X 2>/dev/null | grep -q "^$folder:\|^$folder (" && return 0
  # ldconfig names a folder by the first of its paths; /lib is /usr/lib.
  ldconfig -v -N -X 2>/dev/null | grep -q "^${folder#/usr}:\|^${folder#/usr} ("
}

if command -v ldconfig >/dev/null && in_cache_folders; then
  if [ "$(id -u)" -eq 0 ]; then
    ldconfig
  else
    echo "Run ldconfig as root, so that mono finds the module in $folder."
  fi
else
  echo "So that mono finds the module: export LD_LIBRARY_PATH=$folder"
fi
