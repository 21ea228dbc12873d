#!/bin/sh
# Installs or upgrades @PACKAGE@ on a Linux without dpkg or rpm. Run it as root in the unpacked folder.
set -e
cd "$(dirname "$0")"
if [ "$(id -u)" -ne 0 ]; then
  echo "@PACKAGE@: run install.sh as root (sudo)" >&2
  exit 1
fi
@LIFECYCLE@
if [ -d "$program" ]; then verb=upgrade; before_upgrade; else verb=install; fi
if [ -n "$settings" ] && [ -e "$settings" ]; then
  # Settings of this machine stay; those of the release are put beside them.
  mv "root$settings" "root$settings.new"
fi
# Beside the program that runs, which is replaced as a whole.
rm -rf "$program"
cp -a root/. /
case $verb in upgrade) after_upgrade ;; install) after_install ;; esac
echo "@PACKAGE@: done"
