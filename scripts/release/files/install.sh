#!/bin/sh
# Installs or upgrades @PACKAGE@ on a Linux without dpkg or rpm. Run it as root in the unpacked folder.
set -e
cd "$(dirname "$0")"
if [ "$(id -u)" -ne 0 ]; then
  echo "@PACKAGE@: run install.sh as root (sudo)" >&2
  exit 1
fi
@LIFECYCLE@
# Before anything changes: the rest is small.
# Everything belongs to root, also if another user unpacked the archive.
if ! cp -a "root$program" "$program.new" || ! chown -R root:root "$program.new"; then
  rm -rf "$program.new"
  echo "@PACKAGE@: nothing was installed, since its files cannot be written to $program" >&2
  exit 1
fi
if [ -d "$program" ]; then verb=upgrade; before_upgrade; else verb=install; fi
rm -rf "$program"
mv "$program.new" "$program"
set -- --exclude ".$program"
if [ -n "$settings" ] && [ -e "$settings" ]; then
  # Settings of this machine stay; those of the release are put beside them.
  cp -p "root$settings" "$settings.new"
  chown root:root "$settings.new"
  set -- "$@" --exclude ".$settings"
fi
tar -C root --owner=root --group=root "$@" -cf - . | tar -C / --no-overwrite-dir -xf -
if [ "$verb" = upgrade ]; then after_upgrade
elif ! after_install; then
  "$program/uninstall.sh" --purge
  exit 1
fi
echo "@PACKAGE@: done"
