#!/bin/sh
# Starts the agent of a Mac that has joined a collector. Otherwise "rollcall agent install" starts it.
set -eu
[ "${3:-/}" = / ] || exit 0
if [ -e @STATE@/agent.json ] || [ -e @STATE@/join.json ]; then
  /bin/launchctl bootstrap system /Library/LaunchDaemons/@LABEL@.plist
  # Not part of the package: "rollcall agent install --watch" has written it.
  watch=/Library/LaunchDaemons/@WATCH@.plist
  if [ -e "$watch" ]; then
    /bin/launchctl bootstrap system "$watch"
  fi
fi
