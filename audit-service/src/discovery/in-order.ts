import { parseAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, addresses } from '@rollcall/shared/targets/ranges.ts'

/**
 * Every address of the ranges once, but for those that are left out: those of `first` that are in them, as they come
 * there, then the rest as listed. The ranges are sorted and without overlap.
 */
export function* inOrder(
  ranges: readonly AddressRange[],
  first: Iterable<string>,
  leftOut: ReadonlySet<string>,
): Generator<string> {
  const ahead = new Set(leftOut)
  for (const address of first) {
    if (!ahead.has(address) && isAmong(ranges, address)) {
      ahead.add(address)
      yield address
    }
  }
  for (const address of addresses(ranges)) if (!ahead.has(address)) yield address
}

/** Whether the address is in one of the ranges; by halves, as both they and those who ask may be thousands. */
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
