/**
 * Like `Promise.all` of `map`, with at most `concurrencyMax` calls in progress. Results have the order of the items.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  concurrencyMax: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await map(item)
  }
  await Promise.all(Array.from({ length: Math.min(concurrencyMax, items.length) }, worker))
  return results
}
