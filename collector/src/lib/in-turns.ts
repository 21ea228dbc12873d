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
