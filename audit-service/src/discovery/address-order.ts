import { parseAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, addresses } from '@rollcall/shared/targets/ranges.ts'

/** Yields the addresses of `first` that are in the ranges and not excluded, in their order. */
export function aheadOf(
  ranges: readonly AddressRange[],
  first: Iterable<string>,
  leftOut: ReadonlySet<string>,
): Set<string> {
  const ahead = new Set<string>()
  for (const address of first) if (!leftOut.has(address) && isAmong(ranges, address)) ahead.add(address)
  return ahead
}

/**
 * Yields every address of the ranges once, without the excluded ones: first those of `first`, then the rest in order.
 */
export function* inOrder(
  ranges: readonly AddressRange[],
  ahead: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
): Generator<string> {
  yield* ahead
  for (const address of addresses(ranges)) if (!ahead.has(address) && !leftOut.has(address)) yield address
}

/** Returns true if one of the ranges contains the address. Uses binary search, because both can be thousands. */
export function isAmong(ranges: readonly AddressRange[], text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const range = ranges[middle]
    if (range === undefined) return false
    const isBehind = range.family === address.family ? range.last < address.value : range.family < address.family
    if (isBehind) low = middle + 1
    else high = middle
  }
  const range = ranges[low]
  return range !== undefined && range.family === address.family && range.first <= address.value
}
