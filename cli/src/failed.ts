import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { printable } from '@rollcall/shared/printable.ts'

/** Ends a command with this exit code after it has printed its output. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(exitCode = 1) {
    super()
    this.exitCode = exitCode
  }
}

/** Exit code for work that was interrupted and rolled back: EX_TEMPFAIL of sysexits.h. */
export const cutOffExitCode = 75

/** Prints the error that ended a command, and returns the exit code. */
export function printFailure(error: unknown): number {
  if (error instanceof OperatorError) {
    console.error(printable(`rollcall: ${error.message}`))
    return error.exitCode
  }
  const stack = error instanceof Error ? error.stack : ''
  console.error(printable(`rollcall: unexpected error: ${messageOf(error)}\n${stack}`))
  return 1
}
