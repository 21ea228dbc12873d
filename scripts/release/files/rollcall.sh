#!/bin/sh
# The command line of an installed @PART@, and the program of its service.
# Node would load code, trust certificates or write files as these variables say, with the rights of this command.
unset @UNTRUSTED@
caller_path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
[ ! -L "$0" ] || here=$(dirname "$(readlink -f "$0")")
# V8 needs no more threads for garbage collection than there are cores beside the one that waits for them.
helpers=@HELPERS@
PATH=$caller_path
settings=/etc/rollcall/@PART@.env
@CACHE@
@DEFAULTS@
[ "$helpers" -ge 1 ] || helpers=1
[ "$helpers" -le 4 ] || helpers=4
set -- "$here/lib/rollcall.cjs" "$@"
[ ! -r "$settings" ] || set -- "--env-file=$settings" "$@"
exec "$here/bin/node" "--v8-pool-size=$helpers" @FLAGS@ "$@"
