#!/bin/sh
# Ends the agent of a former version and removes its program. $3 is the volume that is installed to.
set -eu
[ "${3:-/}" = / ] || exit 0
for label in @WATCH@ @LABEL@; do
  job=system/$label
  if /bin/launchctl print "$job" > /dev/null 2>&1; then
    /bin/launchctl bootout "$job" || true
    # launchd refuses to load a job again until its last run has ended.
    seconds=0
    while /bin/launchctl print "$job" > /dev/null 2>&1 && [ "$seconds" -lt 30 ]; do
      sleep 1
      seconds=$((seconds + 1))
    done
  fi
done
rm -rf @PROGRAM@
