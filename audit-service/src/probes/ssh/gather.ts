/**
 * A function of one item made of a function of many: what is asked for within one turn of the event loop is looked up
 * together, `itemsMax` at a time, and each item once only. Undefined where the look-up gave less than it was asked for.
 */
export function gather<Item, Result>(
  lookUp: (items: Item[]) => Promise<Result[]>,
  keyOf: (item: Item) => string,
  itemsMax: number,
): (item: Item) => Promise<Result | undefined> {
  const known = new Map<string, Promise<Result | undefined>>()
  let waiting: { item: Item; resolve(result: Promise<Result | undefined>): void }[] = []
  const flush = () => {
    const asked = waiting
    waiting = []
    for (let start = 0; start < asked.length; start += itemsMax) {
      const part = asked.slice(start, start + itemsMax)
      const results = lookUp(part.map(({ item }) => item))
      for (const [index, { resolve }] of part.entries()) resolve(results.then((found) => found[index]))
    }
  }
  return (item) => {
    const key = keyOf(item)
    const before = known.get(key)
    if (before) return before
    const result = new Promise<Result | undefined>((resolve) => {
      if (waiting.push({ item, resolve }) === 1) setImmediate(flush)
    })
    known.set(key, result)
    return result
  }
}
