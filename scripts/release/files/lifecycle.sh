# What happens around the installation of @PACKAGE@, for every package format.
program=@PROGRAM@
state=@STATE@
user=@USER@
unit=@UNIT@
optional_unit=@OPTIONAL_UNIT@
start_at_once=@START@
settings=@SETTINGS@

has_systemd() { [ -d /run/systemd/system ]; }

# Keeps the program that runs now, so that a failed upgrade can go back to it.
before_upgrade() {
  rm -rf "$program.previous"
  if [ -d "$program" ]; then cp -al "$program" "$program.previous"; fi
  if has_systemd && systemctl --quiet is-active "$unit"; then touch "$program.previous/was-active"; fi
}

after_install() {
  prepare
  if ! try_program; then return 1; fi
  if ! has_systemd; then
    echo "@PACKAGE@: this machine does not run systemd; start \"$program/rollcall @PART@ run\" under a supervisor of your own" >&2
    return 0
  fi
  systemctl daemon-reload
  systemctl --quiet enable "$unit"
  if [ "$start_at_once" = yes ]; then start_and_wait; fi
}

# A release that does not run here is taken back.
after_upgrade() {
  prepare
  if ! try_program; then go_back; return 1; fi
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
      useradd --system --user-group --no-create-home --home-dir "$state" --shell /usr/sbin/nologin "$user"
    fi
    install -d -m 0700 -o "$user" -g "$user" "$state"
    # An administrator may have deleted it: every setting has a default.
    if [ -e "$settings" ]; then chgrp "$user" "$settings"; fi
  else
    install -d -m 0700 "$state"
  fi
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
      return 0
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
  echo "@PACKAGE@: $unit does not start. The end of its journal:" >&2
  journalctl --no-pager --lines 8 --output cat --unit "$unit" >&2 || true
  return 1
}

go_back() {
  if has_systemd; then systemctl stop "$unit" || true; fi
  rm -rf "$program"
  mv "$program.previous" "$program"
  if [ ! -e "$program/was-active" ]; then
    echo "@PACKAGE@: the previous version is back" >&2
    return 0
  fi
  rm -f "$program/was-active"
  if systemctl restart "$unit"; then
    echo "@PACKAGE@: the previous version runs again, with its data" >&2
  else
    echo "@PACKAGE@: the previous version is back and does not start either; its settings are in $settings" >&2
  fi
}

before_remove() {
  if has_alternatives; then update-alternatives --quiet --remove rollcall "$program/rollcall"
  else link_command @PART@; fi
  if has_systemd; then systemctl --quiet disable --now "$unit" $optional_unit || true; fi
}

after_remove() {
  rm -rf "$program/cache" "$program.previous"
  rmdir "$program" 2>/dev/null || true
  if has_systemd; then systemctl daemon-reload || true; fi
}

after_purge() {
  rm -rf "$state" /var/cache/@PACKAGE@
  rm -f "/var/lib/systemd/timers/stamp-$unit"
  rmdir /etc/rollcall 2>/dev/null || true
  if [ -n "$user" ] && getent passwd "$user" >/dev/null; then userdel "$user" || true; fi
}
