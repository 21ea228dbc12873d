type RunLimitOptions = {
  /** Runs that may follow each other closely. */
  runsMax: number
  /** Time after which one more run is allowed. */
  everyMs: number
  nowMs: () => number
}

/** Limits runs: some may follow each other closely, and then there is one in each period. */
export function createRunLimit({ runsMax, everyMs, nowMs }: RunLimitOptions) {
  let left = runsMax
  let countedAtMs = nowMs()
  const refill = () => {
    const periods = Math.floor((nowMs() - countedAtMs) / everyMs)
    left = Math.min(runsMax, left + periods)
    countedAtMs = left === runsMax ? nowMs() : countedAtMs + periods * everyMs
  }
  return {
    isReached(): boolean {
      refill()
      return left === 0
    },
    /** Counts a run, which happened because the limit was not reached. */
    count(): void {
      refill()
      left -= 1
    },
  }
}
