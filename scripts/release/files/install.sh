#!/bin/sh
# Installs or upgrades @PACKAGE@ on a Linux without dpkg or rpm. Run it as root in the unpacked folder.
set -e
cd "$(dirname "$0")"
@LIFECYCLE@
fail() { say "nothing was installed: $1"; exit 1; }
[ "$(id -u)" -eq 0 ] || fail 'run install.sh as root (sudo)'
[ "$(uname -m)" = @MACHINE@ ] || fail "this archive is for @MACHINE@, and this machine is $(uname -m)"

# Before anything changes: all the files, and whether the program runs here.
# Everything belongs to root, also if another user unpacked the archive.
files=$program.files.tar
trap 'rm -rf "$program.new" "$files"' EXIT
rm -rf "$program.new" "$program.old" "$files"
set -- --exclude ".$program"
has_settings=no
if [ -n "$settings" ] && [ -e "$settings" ]; then
  # Settings of this machine stay; those of the release are put beside them.
  has_settings=yes
  set -- "$@" --exclude ".$settings"
fi
if ! cp -a "root$program" "$program.new" || ! chown -R root:root "$program.new" ||
  ! tar -C root --owner=root --group=root "$@" -cf "$files" .; then
  fail "its files cannot be written to $program"
fi
"$program.new/rollcall" --version >/dev/null || fail 'the program does not run here. It needs a glibc of 2.34 or newer'

# Data and settings that were there before are no part of an installation that fails.
had_state=no
if [ -e "$state" ] || [ "$has_settings" = yes ]; then had_state=yes; fi
before_files
if [ -d "$program" ]; then mv "$program" "$program.old"; fi
mv "$program.new" "$program"
rm -rf "$program.old"
if tar -C / --no-overwrite-dir -xf "$files"; then
  if [ "$has_settings" = yes ]; then install -m 0640 "root$settings" "$settings.new"; fi
  if after_files; then
    say 'done' 2>&1
    exit 0
  fi
elif [ -d "$program.previous" ]; then go_back; fi
if [ -e "$first" ]; then
  if [ "$had_state" = yes ]; then sh "$program/uninstall.sh"; else sh "$program/uninstall.sh" --purge; fi
fi
exit 1
