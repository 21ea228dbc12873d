/** Time between two looks at the package databases. */
export const tickMs = 10_000

/** Longest time from a change to its report while further changes follow, such as those of a long upgrade. */
const delayMsMax = 30_000

/** Returns a text that differs after each change of the installed software. */
export type ReadState = () => string

/**
 * Detects changes of the installed software. A change is due once a whole tick passed without another one, because a
 * package manager writes several times; at the latest it is due some 40 seconds after it was made.
 */
export function createChangeDetector(readState: ReadState, nowMs: () => number) {
  let state = readState()
  let changedAtMs: number | undefined
  return {
    /** Looks at the state, once a tick. Returns true if a change is to be reported now. */
    isDue(): boolean {
      const before = state
      state = readState()
      if (state !== before) changedAtMs ??= nowMs()
      return changedAtMs !== undefined && (state === before || nowMs() - changedAtMs >= delayMsMax)
    },
    /** Forgets the change: a run that reports it begins. A later change counts again. */
    reported(): void {
      changedAtMs = undefined
    },
  }
}
