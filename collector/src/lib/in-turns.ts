import { setImmediate } from 'node:timers/promises'

/** Lets other work run: `setImmediate` of node:timers/promises, or a transaction's own. */
export type Pause = () => Promise<void>

/** Items processed before other work gets a turn: some milliseconds. */
export const itemsPerTurn = 4_000

export async function inTurns<T>(items: readonly T[], work: (item: T) => void, pause: Pause): Promise<void> {
  for (let at = 0; at < items.length; at += itemsPerTurn) {
    if (at > 0) await pause()
    for (const item of items.slice(at, at + itemsPerTurn)) work(item)
  }
}

/** Time for which work has the event loop before other work gets a turn. */
const turnMs = 10

/** Creates a pause that lets other work run if the current turn is over: to be awaited after each small step. */
export function createPause(): Pause {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMs) return
    await setImmediate()
    since = performance.now()
  }
}
