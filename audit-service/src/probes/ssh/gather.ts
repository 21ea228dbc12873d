/**
 * Batches the calls of one turn of the event loop: items are looked up together, at most `itemsMax` at a time, each
 * once. Returns undefined for items missing from the result.
 */
export function gather<Item, Result>(
  lookUp: (items: Item[]) => Promise<Result[]>,
  keyOf: (item: Item) => string,
  itemsMax: number,
): (item: Item) => Promise<Result | undefined> {
  const cached = new Map<string, Promise<Result | undefined>>()
  let waiting: { item: Item; resolve(result: Promise<Result | undefined>): void }[] = []
  const flush = () => {
    const pending = waiting
    waiting = []
    for (let start = 0; start < pending.length; start += itemsMax) {
      const part = pending.slice(start, start + itemsMax)
      const results = lookUp(part.map(({ item }) => item))
      for (const [index, { resolve }] of part.entries()) resolve(results.then((found) => found[index]))
    }
  }
  return (item) => {
    const key = keyOf(item)
    const before = cached.get(key)
    if (before) return before
    const result = new Promise<Result | undefined>((resolve) => {
      if (waiting.push({ item, resolve }) === 1) setImmediate(flush)
    })
    cached.set(key, result)
    return result
  }
}
