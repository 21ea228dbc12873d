import { type Address, parseAddress } from '@rollcall/shared/targets/address.ts'
import { type AddressRange, mergeRanges } from '@rollcall/shared/targets/ranges.ts'

/** Returns a test for addresses in the ranges, of which an address list can have very many. */
export function within(ranges: readonly AddressRange[]): (address: string) => boolean {
  const sorted = mergeRanges(ranges)
  return (text) => {
    const address = parseAddress(text)
    if (address === undefined) return false
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const range = sorted[middle]
      if (range !== undefined && endsBefore(range, address)) low = middle + 1
      else high = middle
    }
    const range = sorted[low]
    return range !== undefined && range.family === address.family && range.first <= address.value
  }
}

const endsBefore = (range: AddressRange, { family, value }: Address): boolean =>
  range.family < family || (range.family === family && range.last < value)
