import { parseAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, addresses } from '@rollcall/shared/targets/ranges.ts'

/** Those of `first` that are in the ranges and not left out, as they come there. */
export function aheadOf(
  ranges: readonly AddressRange[],
  first: Iterable<string>,
  leftOut: ReadonlySet<string>,
): Set<string> {
  const ahead = new Set<string>()
  for (const address of first) if (!leftOut.has(address) && isAmong(ranges, address)) ahead.add(address)
  return ahead
}

/** Every address of the ranges once, but for those that are left out: those that go ahead, then the rest as listed. */
export function* inOrder(
  ranges: readonly AddressRange[],
  ahead: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
): Generator<string> {
  yield* ahead
  for (const address of addresses(ranges)) if (!ahead.has(address) && !leftOut.has(address)) yield address
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
