import { type AddressRange, addresses, containsAddress } from '@rollcall/shared/targets/ranges.ts'

/** Every address of the ranges once: those of `first` that are in them, as they come there, then the rest as listed. */
export function* inOrder(ranges: readonly AddressRange[], first: Iterable<string>): Generator<string> {
  const ahead = new Set<string>()
  for (const address of first) {
    if (!ahead.has(address) && containsAddress(ranges, address)) {
      ahead.add(address)
      yield address
    }
  }
  for (const address of addresses(ranges)) if (!ahead.has(address)) yield address
}
