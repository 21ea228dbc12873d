import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import type { HostOutcome, TaskHost } from '@rollcall/shared/api/task-host.ts'
import { type AddressFamily, formatAddress, parseAddress } from '@rollcall/shared/targets/address.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'

/** Addresses in order, several of them in one cell. */
export type Strip = { ranges: readonly StripRange[]; total: number; perCell: number }
/**
 * A range of addresses and its position in the strip. IPv4 addresses are numbers, as a large scan has tens of
 * thousands.
 */
type StripRange = { family: AddressFamily; first: number | bigint; last: number | bigint; start: number }
export type Cell = Record<HostOutcome, number> & { first: string; last: string; addresses: number }

const cellsMax = 1_024

/**
 * Divides a segment's addresses into cells that fit on the page. DNS names have no cells, as only the Audit Service
 * resolves them. Returns undefined without other addresses.
 */
export function stripOf(expressions: readonly string[]): Strip | undefined {
  const { ranges } = parseTargets(expressions, { allowNames: true })
  let total = 0
  const stripRanges = ranges.map(({ family, first, last }): StripRange => {
    const start = total
    total += Number(last - first) + 1
    return family === 4 ? { family, first: Number(first), last: Number(last), start } : { family, first, last, start }
  })
  if (total === 0) return undefined
  return { ranges: stripRanges, total, perCell: 2 ** Math.max(0, Math.ceil(Math.log2(total / cellsMax))) }
}

/** Counts hosts per cell, and the hosts outside all cells. */
export function fill(strip: Strip, hosts: readonly Pick<TaskHost, 'address' | 'outcome'>[]) {
  const { total, perCell } = strip
  const cells = Array.from({ length: Math.ceil(total / perCell) }, (_, at): Cell => {
    const start = at * perCell
    const end = Math.min(start + perCell, total) - 1
    return { first: addressAt(strip, start), last: addressAt(strip, end), addresses: end - start + 1, ...none }
  })
  let elsewhere = 0
  for (const { address, outcome } of hosts) {
    const position = positionOf(strip, address)
    const cell = position === undefined ? undefined : cells[Math.floor(position / perCell)]
    if (cell) cell[outcome] += 1
    else elsewhere += 1
  }
  return { cells, elsewhere }
}

/** Returns how many addresses are done, counted from the first. */
export function doneOf(
  { ranges, total }: Strip,
  { addressesTotal, addressesDone, addressesDoneTo }: TaskRecord['progress'],
): number {
  if (addressesTotal > 0 && addressesDone >= addressesTotal) return total
  const last = addressesDoneTo === null ? undefined : parseAddress(addressesDoneTo)
  if (!last) return 0
  // The current address may be that of a DNS name, which lies between cells.
  const range = ranges.findLast(
    ({ family, first }) => family < last.family || (family === last.family && first <= last.value),
  )
  if (!range) return 0
  const end = range.family === last.family && last.value < range.last ? last.value : range.last
  return range.start + Number(BigInt(end) - BigInt(range.first)) + 1
}

const none: Record<HostOutcome, number> = { new: 0, known: 0, ignored: 0, tested: 0 }

function addressAt({ ranges }: Strip, position: number): string {
  const range = ranges.findLast(({ start }) => start <= position)
  return range ? formatAddress(range.family, BigInt(range.first) + BigInt(position - range.start)) : ''
}

function positionOf({ ranges }: Strip, text: string): number | undefined {
  const dotted = text.split('.')
  if (dotted.length === 4)
    return positionIn(
      ranges,
      4,
      dotted.reduce((value, octet) => value * 256 + Number(octet), 0),
    )
  const address = parseAddress(text)
  return address && positionIn(ranges, address.family, address.value)
}

/** Finds an address by binary search. Ranges are sorted, IPv4 first. */
function positionIn(ranges: readonly StripRange[], family: AddressFamily, value: number | bigint): number | undefined {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (!range) return undefined
    const order = family - range.family
    if (order < 0 || (order === 0 && value < range.first)) high = middle - 1
    else if (order > 0 || value > range.last) low = middle + 1
    else
      return (
        range.start + (family === 4 ? Number(value) - Number(range.first) : Number(BigInt(value) - BigInt(range.first)))
      )
  }
  return undefined
}
