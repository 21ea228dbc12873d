/** For tests: numbers below a bound, the same for the same seed. */
export type Random = (below: number) => number

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function shuffled<T>(items: readonly T[], seed: number | Random): T[] {
  const random = typeof seed === 'number' ? randomOf(seed) : seed
  const left = [...items]
  return items.flatMap(() => left.splice(random(left.length), 1))
}
