# What happens around the installation of @PACKAGE@, for every package format.
program=@PROGRAM@
state=@STATE@
user=@USER@
unit=@UNIT@
start_at_once=@START@
settings=@SETTINGS@

has_systemd() { [ -d /run/systemd/system ]; }

# Keeps the program that runs now, so that a failed upgrade can go back to it.
before_upgrade() {
  rm -rf "$program.previous"
  if [ -d "$program" ]; then cp -al "$program" "$program.previous"; fi
  if has_systemd && systemctl --quiet is-active "$unit"; then touch "$program.previous/was-active"; fi
}

# $1: "install", or "upgrade" of an installed package.
after_install() {
  if [ -n "$user" ]; then
    if ! getent passwd "$user" >/dev/null; then
      useradd --system --user-group --no-create-home --home-dir "$state" --shell /usr/sbin/nologin "$user"
    fi
    install -d -m 0700 -o "$user" -g "$user" "$state"
    chgrp "$user" "$settings"
  else
    install -d -m 0700 "$state"
  fi
  update-alternatives --quiet --install /usr/bin/rollcall rollcall "$program/rollcall" @PRIORITY@
  # Compiled code: a start takes half as long with it.
  rm -rf "$program/cache"
  "$program/rollcall" --version >/dev/null
  if ! has_systemd; then
    echo "@PACKAGE@: this machine does not run systemd; start \"$program/rollcall @PART@ run\" under a supervisor of your own" >&2
    return 0
  fi
  systemctl daemon-reload
  if [ "$1" = install ]; then
    systemctl --quiet enable "$unit"
    if [ "$start_at_once" = yes ]; then start_and_wait || return 1; fi
  elif [ -e "$program.previous/was-active" ]; then
    if ! start_and_wait; then go_back; return 1; fi
  fi
  rm -rf "$program.previous"
}

# systemd waits until the service is ready.
start_and_wait() {
  systemctl restart "$unit" && return 0
  echo "@PACKAGE@: $unit does not start. The end of its journal:" >&2
  journalctl --no-pager --lines 5 --output cat --unit "$unit" >&2 || true
  return 1
}

go_back() {
  systemctl stop "$unit" || true
  rm -rf "$program"
  mv "$program.previous" "$program"
  rm -f "$program/was-active"
  systemctl restart "$unit" || true
  echo "@PACKAGE@: the previous version runs again, with its data" >&2
}

before_remove() {
  update-alternatives --quiet --remove rollcall "$program/rollcall"
  if has_systemd; then systemctl --quiet disable --now "$unit" || true; fi
}

after_remove() {
  rm -rf "$program/cache" "$program.previous"
  rmdir "$program" 2>/dev/null || true
  if has_systemd; then systemctl daemon-reload || true; fi
}

after_purge() {
  rm -rf "$state"
  rmdir /etc/rollcall 2>/dev/null || true
  if [ -n "$user" ] && getent passwd "$user" >/dev/null; then userdel "$user" || true; fi
}
