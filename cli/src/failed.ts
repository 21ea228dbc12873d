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
