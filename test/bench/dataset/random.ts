export type Random = {
  /** A whole number from 0 to below `n`. */
  below(n: number): number
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string
}

/** Numbers that are the same at every run for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (n: number) => next() % n
  return { below, hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join('') }
}
