import type { Failed } from '../../ui/bulk/failures-in-words.ts'

/** The number of concurrent calls. A browser has few connections to one server. */
export const callsAtOnce = 4

/** Runs for each item, a few at a time, regardless of failures. Resolves to the failed items in the given order. */
export async function forEach<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  onDone?: (count: number) => void,
): Promise<Failed<T>[]> {
  const failed = new Map<T, unknown>()
  const waiting = items.values()
  let count = 0
  const work = async () => {
    for (const item of waiting) {
      await run(item).catch((error: unknown) => failed.set(item, error))
      count += 1
      onDone?.(count)
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, work))
  return items.filter((item) => failed.has(item)).map((item) => ({ item, error: failed.get(item) }))
}
