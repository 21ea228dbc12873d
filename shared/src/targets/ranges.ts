import { type Address, type AddressFamily, addressBits, formatAddress, formatIpv4, parseAddress } from './address.ts'

/** All addresses from `first` to `last`, both included; `first <= last`. */
export type AddressRange = { family: AddressFamily; first: bigint; last: bigint }

/** Returns the CIDR block of `prefixLength` bits that contains the address. */
export function blockAround({ family, value }: Address, prefixLength: number): AddressRange {
  const hostBits = BigInt(addressBits(family) - prefixLength)
  const first = (value >> hostBits) << hostBits
  return { family, first, last: first + (1n << hostBits) - 1n }
}

/** Sorts ranges (IPv4 first, then by address) and merges overlaps. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const sorted = [...ranges].sort((a, b) => a.family - b.family || compare(a.first, b.first))
  const merged: AddressRange[] = []
  for (const range of sorted) {
    const before = merged.at(-1)
    if (before && before.family === range.family && range.first <= before.last + 1n) {
      if (range.last > before.last) before.last = range.last
    } else {
      merged.push({ ...range })
    }
  }
  return merged
}

/** Counts the addresses of the ranges. Overlapping ranges count twice, so merge them first. */
export function countAddresses(ranges: readonly AddressRange[]): bigint {
  return ranges.reduce((count, range) => count + range.last - range.first + 1n, 0n)
}

/** Yields every address in canonical text, one at a time, so that memory does not grow with the range. */
export function* addresses(ranges: readonly AddressRange[]): Generator<string, void, undefined> {
  for (const range of ranges) {
    if (range.family === 4) {
      const last = Number(range.last)
      for (let value = Number(range.first); value <= last; value++) yield formatIpv4(value)
    } else {
      for (let value = range.first; value <= range.last; value++) yield formatAddress(6, value)
    }
  }
}

/** Returns whether merged ranges contain an address, by binary search. An address list has thousands of ranges. */
export function isAmong(merged: readonly AddressRange[], text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  let [low, high] = [0, merged.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const range = merged[middle]
    if (range === undefined) return false
    const isBehind = range.family === address.family ? range.last < address.value : range.family < address.family
    if (isBehind) low = middle + 1
    else high = middle
  }
  const range = merged[low]
  return range !== undefined && range.family === address.family && range.first <= address.value
}

/** Returns true if one of the ranges contains the address, in any text form. */
export function containsAddress(ranges: readonly AddressRange[], text: string): boolean {
  const address = parseAddress(text)
  if (!address) return false
  return ranges.some((range) => overlap(range, { family: address.family, first: address.value, last: address.value }))
}

export function overlap(a: AddressRange, b: AddressRange): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last
}

/** Returns `first-last`, or the address alone for a range of one. Parses back to the same range. */
export function formatRange(range: AddressRange): string {
  const first = formatAddress(range.family, range.first)
  return range.first === range.last ? first : `${first}-${formatAddress(range.family, range.last)}`
}

/** Returns a block of addresses in CIDR notation. */
export const formatBlock = ({ family, first }: AddressRange, prefixLength: number): string =>
  `${formatAddress(family, first)}/${prefixLength}`

/** Compares addresses: IPv4 first, then by value. */
export const compareAddresses = (a: Address, b: Address): number => a.family - b.family || compare(a.value, b.value)

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
