#!/bin/sh
# Removes @PACKAGE@; with --purge its data and settings as well. Run it as root.
set -e
if [ "$(id -u)" -ne 0 ]; then
  echo "@PACKAGE@: run uninstall.sh as root (sudo)" >&2
  exit 1
fi
@LIFECYCLE@
before_remove
rm -rf /usr/share/doc/@PACKAGE@ /usr/lib/sysusers.d/@PACKAGE@.conf @FILES@
after_remove
if [ "$1" = --purge ]; then after_purge; fi
say 'removed' 2>&1
