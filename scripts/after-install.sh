#!/bin/sh
# after-install.sh FOLDER - last step of "meson install", which shows nothing of what this prints. Mono finds the module
# FOLDER/libmono-profiler-browser.so through the dynamic loader: refreshes the loader's cache where FOLDER is in it. A
# staged install (DESTDIR) is a package's business.
set -eu
folder=$1
[ -z "${DESTDIR-}" ] && [ "$(id -u)" -eq 0 ] || exit 0
PATH=$PATH:/usr/sbin:/sbin
command -v ldconfig >/dev/null || exit 0

# ldconfig names a folder by the first of its paths; /lib is /usr/lib.
if ldconfig -v -N -X 2>/dev/null | grep -q -e "^$folder[: ]" -e "^${folder#/usr}[: ]"; then
  ldconfig
fi
