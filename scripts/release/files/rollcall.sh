#!/bin/sh
# The command line of an installed @PART@, and the program of its service.
here=$(dirname "$(readlink -f "$0")")
settings=/etc/rollcall/@PART@.env
@DEFAULTS@
# V8 needs no more threads for garbage collection than there are cores beside the one that waits for them.
helpers=$(($(nproc) - 1))
[ "$helpers" -ge 1 ] || helpers=1
[ "$helpers" -le 4 ] || helpers=4
set -- "$here/lib/rollcall.mjs" "$@"
[ ! -r "$settings" ] || set -- "--env-file=$settings" "$@"
exec "$here/bin/node" @FLAGS@ "--v8-pool-size=$helpers" "$@"
