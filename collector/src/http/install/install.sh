#!/bin/sh
# Installs @PACKAGE@ from the collector @URL@ and joins it. Run it as root:
#   sh install.sh TOKEN         installs or upgrades, and joins with this join token
#   sh install.sh --uninstall   removes the package with its data and settings
set -eu

url='@URL@'
pin='@PIN@'
part='@PART@'
package='@PACKAGE@'
program="/usr/lib/$package"
# What the collector offers: format, machine, version, SHA-256, file.
packages='@PACKAGES@'

main() {
  [ "$(id -u)" -eq 0 ] || fail 'this needs root: write "sudo" before "sh"'
  case "${1-}" in
    rcj1.*) install_and_join "$1" ;;
    --uninstall) uninstall ;;
    *) fail 'add a join token of this collector, or --uninstall' ;;
  esac
}

say() { echo "$package: $1"; }
fail() { say "$1" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# Package format of this system, and with it the way to install one.
format_of_system() {
  if has dpkg; then echo deb; elif has rpm; then echo rpm; else echo tar; fi
}

install_and_join() {
  [ -d /run/systemd/system ] ||
    fail "this machine does not run systemd: install the archive, and run \"rollcall $part run\" under a supervisor of your own"
  if [ -d "$program" ]; then was_installed=yes; else was_installed=no; fi
  install_package
  printf '%s' "$1" | "$program/rollcall" "$part" join --url "$url" --token - || {
    take_back
    fail 'has not joined; the lines above say why'
  }
  say 'starting'
  # Returns when the Audit Service is ready, or the agent has sent its first snapshot.
  systemctl restart "$package.service" || {
    journalctl --no-pager --lines 8 --output cat --unit "$package.service" >&2
    fail 'it has joined and does not start; the lines above say why'
  }
  say "runs, and reports to $url"
}

# A new installation that fails leaves nothing behind.
take_back() {
  [ "$was_installed" = no ] || return 0
  (uninstall) >/dev/null 2>&1 || true
  say 'is removed again' >&2
}

install_package() {
  machine=$(uname -m)
  format=$(format_of_system)
  line=$(echo "$packages" | grep "^$format $machine " || echo "$packages" | grep "^tar $machine ") ||
    fail "the collector offers no package for $format on $machine. Copy one of this release into the folder \"packages\" of its data directory"
  # shellcheck disable=SC2086 # Fields of the line.
  set -- $line
  format=$1 version=$3 sha256=$4 file=$5
  if [ -x "$program/rollcall" ] && [ "$("$program/rollcall" --version)" = "$version" ]; then
    say "version $version is installed"
    return 0
  fi
  free=$(df -Pk /usr/lib | awk 'NR == 2 { print $4 }')
  [ "$free" -gt 300000 ] || fail "the disk of /usr/lib has $((free / 1024)) MiB free; 300 MiB are needed"
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  say "downloading version $version"
  curl --fail --silent --show-error --retry 3 --insecure --pinnedpubkey "$pin" \
    --output "$folder/$file" "$url/install/packages/$file" || case $? in
    90) fail 'the collector has another key than when this line was made: create a new line there' ;;
    *) fail 'the package could not be downloaded. Behind a proxy, write "sudo --preserve-env=HTTPS_PROXY" instead of "sudo"' ;;
  esac
  [ "$(sha256sum "$folder/$file" | cut -d ' ' -f 1)" = "$sha256" ] || fail 'the download is not complete: run this again'
  say "installing version $version"
  "install_$format" "$folder" "$folder/$file" >"$folder/log" 2>&1 || {
    tail -n 20 "$folder/log" >&2
    take_back
    fail 'the package could not be installed; the lines above say why'
  }
}

install_deb() {
  export DEBIAN_FRONTEND=noninteractive
  dpkg --install "$2" || apt-get install --yes --fix-broken --no-install-recommends
}
install_rpm() { rpm --upgrade --replacepkgs "$2" || dnf install --assumeyes "$2" || zypper --non-interactive install --allow-unsigned-rpm "$2"; }
install_tar() { tar -xzf "$2" -C "$1" && "$1"/rollcall-*/install.sh; }

uninstall() {
  [ -d "$program" ] || fail 'is not installed'
  if has dpkg && dpkg --status "$package" >/dev/null 2>&1; then dpkg --purge "$package"
  elif has rpm && rpm --query "$package" >/dev/null 2>&1; then
    lifecycle=$(cat "$program/lifecycle.sh")
    rpm --erase "$package"
    eval "$lifecycle"
    after_purge
  else "$program/uninstall.sh" --purge
  fi
  say 'is removed, with its data and settings. The collector still lists it until somebody deletes it there'
}

main "$@"
