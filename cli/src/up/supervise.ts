import { setTimeout as delay } from 'node:timers/promises'
import { type PartOptions, type RunningPart, startPart } from './part.ts'

/**
 * Shortest delay, because the service is down meanwhile. A repeated failure may be a disk that recovers in a moment.
 */
const restartDelayMsMin = 100
const restartDelayMsMax = 5_000
/** A part that ran this long restarts with the shortest delay. */
const stableMs = 20_000

export type Supervised = {
  name: string
  /** Resolves to the part's first ready line; rejects if its first start fails. */
  ready: Promise<unknown>
  /** Stops the part. Resolves with true if it finished all work in progress. */
  stop(): Promise<boolean>
}

/**
 * Keeps a part running: it is restarted when it ends, with growing delays if it keeps ending. A failure of the
 * first start is reported to the caller. The part can be stopped during the start.
 */
export function supervise(
  name: string,
  { first, again = () => first }: { first: PartOptions; again?: (ready: unknown) => PartOptions },
  printLine: (line: string) => void,
): Supervised {
  const stopping = new AbortController()
  let current: RunningPart = startPart(first)
  const watching = current.ready.then(restartOnEnd, () => undefined)
  return {
    name,
    ready: current.ready,
    stop: async () => {
      stopping.abort()
      const isClean = await current.stop()
      await watching
      return isClean
    },
  }

  async function restartOnEnd(ready: unknown): Promise<void> {
    let delayMs = restartDelayMsMin
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      const code = await current.exited
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > stableMs) delayMs = restartDelayMsMin
      printLine(`${name} ended (code ${code}); starting it again in ${delayMs / 1000} s, see ${first.logFile}`)
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      delayMs = Math.min(delayMs * 2, restartDelayMsMax)
      current = startPart(again(ready))
    }
  }
}
