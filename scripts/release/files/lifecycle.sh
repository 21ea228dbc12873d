# What happens around the installation of @PACKAGE@, for every package format.
program=@PROGRAM@
state=@STATE@
user=@USER@
unit=@UNIT@
optional_unit=@OPTIONAL_UNIT@
units="@UNITS@"
start_at_once=@START@
settings=@SETTINGS@
unit_dir=/usr/lib/systemd/system
# Is there from the first unpacking to the end of a first installation.
first=$program.first

say() { echo "@PACKAGE@: $1" >&2; }
has_systemctl() { command -v systemctl >/dev/null 2>&1; }
has_systemd() { [ -d /run/systemd/system ] && has_systemctl; }

# Before the files change: keeps the program and the units that run now, so that a failed upgrade can go back to them.
before_files() {
  rm -rf "$program.previous" || return 1
  if [ ! -x "$program/rollcall" ]; then
    mkdir -p "$(dirname "$first")" && touch "$first"
    return
  fi
  rm -f "$program/went-back"
  cp -al "$program" "$program.previous" && mkdir "$program.previous/units" || return 1
  for each in $units; do
    if [ -e "$unit_dir/$each" ]; then cp -p "$unit_dir/$each" "$program.previous/units/" || return 1; fi
  done
  if has_systemd && systemctl --quiet is-active "$unit"; then
    touch "$program.previous/was-active"
    # Somebody has completed a first installation that failed.
    rm -f "$first"
  fi
}

# After the files have changed. A package manager calls it again until it succeeds, and at a reconfiguration.
after_files() {
  if [ -e "$first" ]; then
    rm -rf "$program.previous"
    after_install || return 1
    rm -f "$first"
  elif [ -d "$program.previous" ]; then after_upgrade
  elif [ -e "$program/went-back" ]; then
    say "the previous version is in place, since this one did not start. Once that is mended, install the package again: \"dpkg --install\", \"rpm --upgrade --replacepkgs\""
    return 1
  else prepare
  fi
}

# The package manager has put the former files back.
forget_files() { rm -rf "$program.previous" "$first"; }

after_install() {
  prepare && try_program || return 1
  if has_systemctl; then systemctl --quiet enable "$unit" || return 1; fi
  if ! has_systemd; then
    say "this machine does not run systemd now; start \"$program/rollcall @PART@ run\" under a supervisor of your own"
    return 0
  fi
  systemctl daemon-reload || return 1
  if [ "$start_at_once" = yes ] && ! start_and_wait; then
    # Else systemd would try again and again, and at each boot.
    systemctl --quiet disable --now "$unit"
    return 1
  fi
}

# A release that does not run here is taken back.
after_upgrade() {
  if ! prepare || ! try_program; then go_back; return 1; fi
  if has_systemd; then
    systemctl daemon-reload
    if was_active && ! start_and_wait; then go_back; return 1; fi
    restart_optional
  fi
  rm -rf "$program.previous"
}

# Only if it runs: an administrator enables it.
restart_optional() {
  if [ -n "$optional_unit" ]; then systemctl try-restart "$optional_unit" || true; fi
}

was_active() { [ -e "$program.previous/was-active" ]; }

prepare() {
  if [ -n "$user" ]; then
    if ! getent passwd "$user" >/dev/null; then
      useradd --system --user-group --no-create-home --home-dir "$state" --shell /usr/sbin/nologin "$user" || return 1
    fi
    install -d -m 0700 -o "$user" -g "$user" "$state" || return 1
  else
    install -d -m 0700 "$state" || return 1
  fi
  # An administrator may have deleted it: every setting has a default.
  if [ -n "$user" ] && [ -e "$settings" ]; then chgrp "$user" "$settings" || return 1; fi
  if has_alternatives; then
    update-alternatives --quiet --install /usr/bin/rollcall rollcall "$program/rollcall" @PRIORITY@
  else link_command; fi
}

has_alternatives() { command -v update-alternatives >/dev/null 2>&1; }

# Links the command of the installed part with the most commands; "$1" is a part that leaves.
link_command() {
  for part in collector audit-service agent; do
    if [ "$part" != "${1-}" ] && [ -x "/usr/lib/rollcall-$part/rollcall" ]; then
      ln -sf "/usr/lib/rollcall-$part/rollcall" /usr/bin/rollcall
      return
    fi
  done
  rm -f /usr/bin/rollcall
}

# Compiles the program for this machine: a start takes half as long afterwards.
try_program() {
  rm -rf "$program/cache"
  "$program/rollcall" --version >/dev/null
}

# systemd waits until the service is ready.
start_and_wait() {
  systemctl restart "$unit" && return 0
  say "$unit does not start. The end of its journal:"
  journalctl --no-pager --lines 8 --output cat --unit "$unit" >&2 || true
  return 1
}

go_back() {
  if has_systemd; then systemctl stop "$unit" || true; fi
  rm -rf "$program"
  mv "$program.previous" "$program"
  for each in $units; do
    if [ -e "$program/units/$each" ]; then cp -p "$program/units/$each" "$unit_dir/"; fi
  done
  rm -rf "$program/units"
  # Nobody may take this version for the one that was to be installed.
  touch "$program/went-back"
  if has_systemd; then systemctl daemon-reload || true; fi
  if [ ! -e "$program/was-active" ]; then
    say 'the previous version is back'
    return 0
  fi
  rm -f "$program/was-active"
  if systemctl restart "$unit"; then
    say 'the previous version runs again, with its data'
  else
    say 'the previous version is back and does not start either. The end of its journal:'
    journalctl --no-pager --lines 4 --output cat --unit "$unit" >&2 || true
    say "Its settings are in $settings. If it refuses the data of the newer version, restore the backup: see \"Upgrade and roll back\" in docs/operations.md"
  fi
}

before_remove() {
  if has_alternatives; then update-alternatives --quiet --remove rollcall "$program/rollcall"
  else link_command @PART@; fi
  if has_systemd; then systemctl --quiet disable --now "$unit" $optional_unit || true
  elif has_systemctl; then systemctl --quiet disable "$unit" $optional_unit || true; fi
}

after_remove() {
  # With compiled code, and with files of a version that was gone back to.
  rm -rf "$program"
  forget_files
  if has_systemd; then systemctl daemon-reload || true; fi
}

after_purge() {
  # A disk may be mounted at the state folder: it is emptied, and its folder stays.
  rm -rf "$state" || say "$state is not removed"
  rm -rf "/var/cache/@PACKAGE@" || true
  rm -f "/var/lib/systemd/timers/stamp-$unit"
  # With what a package manager put beside them.
  if [ -n "$settings" ]; then rm -f "$settings" "$settings".*; fi
  rmdir /etc/rollcall 2>/dev/null || true
  if [ -n "$user" ] && getent passwd "$user" >/dev/null; then userdel "$user" || true; fi
}
