/** Ends a command with this exit code after it has printed what there is to say. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(exitCode = 1) {
    super()
    this.exitCode = exitCode
  }
}

/** Not all that was under way could be finished when it was stopped; it was rolled back: EX_TEMPFAIL of sysexits.h. */
export const cutOffExitCode = 75
