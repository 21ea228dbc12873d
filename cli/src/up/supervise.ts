import { setTimeout as delay } from 'node:timers/promises'
import { type PartOptions, type RunningPart, startPart } from './part.ts'

/** Nobody is served meanwhile. What keeps ending may be a disk that works again in a moment. */
const restartDelayMsMin = 100
const restartDelayMsMax = 5_000
/** A part that ran this long starts anew with the short delay. */
const stableMs = 20_000

export type Supervised = {
  name: string
  /** Resolves to the line that the part printed when it was first ready; rejects when its first start fails. */
  ready: Promise<unknown>
  /** Gives whether the part finished all that was under way. */
  stop(): Promise<boolean>
}

/**
 * Keeps a part running: one that ends by itself is started again, sooner at first, later when it keeps ending. The
 * first start must succeed: its failure is the caller's. The part can be stopped in the middle of it.
 */
export function supervise(
  name: string,
  { first, again = () => first }: { first: PartOptions; again?: (ready: unknown) => PartOptions },
  say: (line: string) => void,
): Supervised {
  const stopping = new AbortController()
  let current: RunningPart = startPart(first)
  const watching = current.ready.then(keepUp, () => undefined)
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

  async function keepUp(ready: unknown): Promise<void> {
    let delayMs = restartDelayMsMin
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      const code = await current.exited
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > stableMs) delayMs = restartDelayMsMin
      say(`${name} ended (code ${code}); starting it again in ${delayMs / 1000} s, see ${first.logFile}`)
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      delayMs = Math.min(delayMs * 2, restartDelayMsMax)
      current = startPart(again(ready))
    }
  }
}
