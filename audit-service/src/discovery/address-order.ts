import { type AddressRange, addresses, isAmong } from '@rollcall/shared/targets/ranges.ts'

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
