#!/bin/sh
# Removes @PACKAGE@; with --purge its data and settings as well. Run it as root.
set -e
if [ "$(id -u)" -ne 0 ]; then
  echo "@PACKAGE@: run uninstall.sh as root (sudo)" >&2
  exit 1
fi
@LIFECYCLE@
before_remove
rm -rf "$program" /usr/share/doc/@PACKAGE@ /usr/lib/sysusers.d/@PACKAGE@.conf @FILES@
after_remove
if [ "$1" = --purge ]; then
  if [ -n "$settings" ]; then rm -f "$settings" "$settings.new"; fi
  after_purge
fi
echo "@PACKAGE@: removed"
