#!/bin/sh
# Installs @PACKAGE@ from the collector @URL@ and joins it. Run it as root:
#   sh install.sh TOKEN         installs or upgrades, and joins with this join token
#   sh install.sh               upgrades what has joined, which stays joined
#   sh install.sh --uninstall   removes the package with its data and settings
set -eu

url='@URL@'
pin='@PIN@'
part='@PART@'
package='@PACKAGE@'
program="/usr/lib/$package"
state="/var/lib/$package"
settings="/etc/rollcall/$part.env"
# What the collector offers: format, machine, version, SHA-256, file.
packages='@PACKAGES@'

main() {
  [ "$(id -u)" -eq 0 ] || fail 'this needs root: write "sudo" before "sh"'
  case "${1-}" in
    rcj1.*) install_and_join "$1" ;;
    --uninstall) uninstall ;;
    '') has_joined || fail 'has not joined: add a join token of this collector'; install_and_join '' ;;
    *) fail 'add a join token of this collector, --uninstall, or nothing to upgrade' ;;
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
  # A failure removes what this run has brought, and nothing that was there before.
  if [ -d "$program" ]; then was_installed=yes; else was_installed=no; fi
  if [ -e "$state" ] || [ -e "$settings" ]; then had_state=yes; else had_state=no; fi
  # A part that has joined keeps its identity with the token of that time, also one that has expired.
  has_joined || check_token "$1"
  install_package
  [ -z "$1" ] || join "$1"
  say 'starting'
  # Returns when the Audit Service is ready, or the agent has sent its first snapshot.
  systemctl restart "$package.service" || {
    journalctl --no-pager --lines 8 --output cat --unit "$package.service" >&2
    fail 'it has joined, stays installed, and does not start; the lines above say why'
  }
  say "runs, and reports to $url"
  # It finds new programs within five minutes.
  [ "$part" = agent ] || install_tools
}

has_joined() { [ -e "$state/agent.json" ] || [ -e "$state/service.json" ]; }

join() {
  # A running Audit Service keeps its state to itself.
  was_active=no
  if [ "$part" = audit-service ] && systemctl --quiet is-active "$package.service"; then
    was_active=yes
    systemctl stop "$package.service"
  fi
  printf '%s' "$1" | "$program/rollcall" "$part" join --url "$url" --token - || {
    [ "$was_active" = no ] || systemctl start "$package.service" || true
    take_back
    fail 'has not joined; the lines above say why'
  }
}

# Nobody but the holder of this key gets an answer.
ask_collector() { curl --silent --show-error --insecure --pinnedpubkey "$pin" "$@"; }

# Before a download in vain. If there is no answer, the join says why.
check_token() {
  status=$(printf '{"token":"%s"}' "$1" | ask_collector --max-time 20 --output /dev/null --write-out '%{http_code}' \
    --header 'Content-Type: application/json' --data-binary @- "$url/api/$part/join/check" 2>/dev/null) || true
  [ "$status" != 403 ] || fail "this join token is used up, expired or not for this part. Create a new command in the web interface, or a token with \"rollcall join-token create --for $part\""
}

# A new installation that fails leaves nothing behind.
take_back() {
  if [ "$was_installed" = yes ] || { [ ! -d "$program" ] && ! is_deb && ! is_rpm; }; then return 0; fi
  if [ "$had_state" = yes ]; then remove >/dev/null 2>&1 || true; else purge >/dev/null 2>&1 || true; fi
  if [ -d "$program" ]; then say 'could not be removed again: run this with --uninstall' >&2
  elif [ "$had_state" = yes ]; then say 'is removed again; its earlier data and settings are kept' >&2
  else say 'is removed again' >&2; fi
}

install_package() {
  machine=$(uname -m)
  format=$(format_of_system)
  line=$(echo "$packages" | grep "^$format $machine " || echo "$packages" | grep "^tar $machine ") ||
    fail "the collector offers no package for $format on $machine. Copy one of this release into the folder \"packages\" of its data directory"
  # shellcheck disable=SC2086 # Fields of the line.
  set -- $line
  format=$1 version=$3 sha256=$4 file=$5
  if [ "$(installed_version)" = "$version" ]; then
    say "version $version is installed"
    return 0
  fi
  if is_older "$version" "$(installed_version)"; then
    say "version $(installed_version) is installed and stays: the collector offers $version only"
    return 0
  fi
  needs_space /usr/lib 300
  needs_space /var/lib 50
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  # An archive is unpacked there.
  if [ "$format" = tar ]; then needs_space "$folder" 250; else needs_space "$folder" 100; fi
  say "downloading version $version"
  ask_collector --fail --retry 3 --output "$folder/$file" "$url/install/packages/$file" || case $? in
    90) fail 'the collector has another key than when this line was made: create a new line there' ;;
    *) fail "the package could not be downloaded$(about_proxy)" ;;
  esac
  [ "$(sha256sum "$folder/$file" | cut -d ' ' -f 1)" = "$sha256" ] || fail 'the download is not complete: run this again'
  say "installing version $version"
  # Package managers ask no questions without a terminal, and some only warn where the program does not start.
  if ! "install_$format" "$folder" "$folder/$file" </dev/null >"$folder/log" 2>&1 ||
    [ "$(installed_version)" != "$version" ]; then
    tail -n 20 "$folder/log" >&2
    take_back
    fail 'the package could not be installed; the lines above say why'
  fi
}

# Nothing, if no program is installed that runs.
installed_version() { if [ -x "$program/rollcall" ]; then "$program/rollcall" --version 2>/dev/null || true; fi; }

# Of semantic versions: a pre-release comes before its release.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | tr - '~' | sort -V | head -n 1)" = "$(echo "$1" | tr - '~')" ]; }

about_proxy() {
  proxy=${https_proxy:-${HTTPS_PROXY:-}}
  if [ -z "$proxy" ]; then echo '. Behind a proxy, write "sudo --preserve-env=HTTPS_PROXY" instead of "sudo"'
  # Without its password.
  else proxy=${proxy%/} && echo " through the proxy ${proxy##*[@/]}: it must pass connections to $url on, or this machine needs a direct connection (NO_PROXY)"; fi
}

needs_space() {
  free=$(($(df -Pk "$1" | awk 'NR == 2 { print $4 }') / 1024))
  [ "$free" -ge "$2" ] || fail "the disk of $1 has $free MiB free; $2 MiB are needed"
}

# Settings that this machine has changed stay.
install_deb() {
  export DEBIAN_FRONTEND=noninteractive
  dpkg --force-confdef --force-confold --install "$2" ||
    { ! dpkg --status "$package" | grep -q '^Status: .* half-configured' &&
      apt-get -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \
        install --yes --no-install-recommends --no-remove "$2"; }
}
install_rpm() {
  rpm --upgrade --replacepkgs "$2" || { has dnf && dnf install --assumeyes --setopt=install_weak_deps=False "$2"; } ||
    { has zypper && zypper --non-interactive install --no-recommends --allow-unsigned-rpm "$2"; }
}
install_tar() { tar -xzf "$2" -C "$1" && sh "$1"/rollcall-*/install.sh; }

# Programs of scans, where a package source can be reached. Only the download may be cut off.
install_tools() {
  set --
  for tool in nmap fping; do has "$tool" || set -- "$@" "$tool"; done
  [ "$#" -gt 0 ] || return 0
  say "installing $*"
  if has apt-get; then
    RES_OPTIONS='timeout:1 attempts:1' timeout 60 apt-get -o Acquire::Retries=0 -o Acquire::http::Timeout=10 \
      install --yes --no-install-recommends --no-remove --download-only "$@" &&
      apt-get install --yes --no-install-recommends --no-remove --no-download "$@"
  elif has dnf; then
    timeout 60 dnf install --assumeyes --downloadonly "$@" && dnf install --assumeyes --cacheonly "$@"
  elif has zypper; then
    timeout 60 zypper --non-interactive install --download-only "$@" &&
      zypper --non-interactive --no-refresh install "$@"
  fi </dev/null >/dev/null 2>&1 || true
  for tool; do has "$tool" || say "$tool cannot be installed from here: scans find less until it is"; done
}

is_deb() { has dpkg && dpkg --status "$package" >/dev/null 2>&1; }
is_rpm() { has rpm && rpm --query "$package" >/dev/null 2>&1; }

# Removes the package; its data and settings stay.
remove() {
  if is_deb; then dpkg --remove "$package"
  elif is_rpm; then rpm --erase "$package"
  else sh "$program/uninstall.sh"; fi
}

purge() {
  if is_deb; then dpkg --purge "$package"
  elif is_rpm; then
    lifecycle=$(cat "$program/lifecycle.sh") && rpm --erase "$package" && eval "$lifecycle" && after_purge
  else sh "$program/uninstall.sh" --purge
  fi
}

uninstall() {
  [ -d "$program" ] || fail 'is not installed'
  purge || fail 'could not be removed; the lines above say why'
  say 'is removed, with its data and settings. The collector still lists it until somebody deletes it there'
}

main "$@"
