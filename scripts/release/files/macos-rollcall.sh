#!/bin/sh
# The command line of the installed agent.
# Node would load code, trust certificates or write files as these variables say, with the rights of this command.
unset @UNTRUSTED@
exec @PROGRAM@/bin/node @FLAGS@ @PROGRAM@/lib/rollcall.cjs "$@"
