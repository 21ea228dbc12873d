import { addressBits, parseAddress } from './address.ts'
import { type AddressRange, blockAround, containsAddress, overlap } from './ranges.ts'

/** Addresses that no host can have. Each has a reason in words that follow the expression. */
const refused: readonly [first: string, last: string, problem: string][] = [
  ['0.0.0.0', '0.255.255.255', 'holds addresses of 0.0.0.0/8 (unspecified), which no host has'],
  ['224.0.0.0', '239.255.255.255', 'holds multicast addresses'],
  ['255.255.255.255', '255.255.255.255', 'holds the broadcast address'],
  ['::', '::', 'holds the unspecified address'],
  [
    'fe80::',
    'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'holds link-local IPv6 addresses, which mean nothing off their link',
  ],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'holds multicast addresses'],
]

/** The IPv4-mapped block ::ffff:0:0/96, which an IPv6 range could overlap. */
const mapped: AddressRange = { family: 6, first: 0xffff_0000_0000n, last: 0xffff_ffff_ffffn }

/** Returns a problem if the range contains addresses that no host can have; undefined if it may be scanned. */
export function refusedRange(range: AddressRange): string | undefined {
  if (overlap(range, mapped)) return 'holds IPv4-mapped addresses: write the IPv4 addresses'
  return refusedBlocks.find((block) => overlap(range, block.range))?.problem
}

const refusedBlocks = refused.flatMap(([firstText, lastText, problem]) => {
  const first = parseAddress(firstText)
  const last = parseAddress(lastText)
  return first && last ? [{ problem, range: { family: first.family, first: first.value, last: last.value } }] : []
})

/** 127.0.0.0/8, ::1 and 169.254.0.0/16 name another host on each machine, or none. */
const ofOneMachine = [
  blockAround({ family: 4, value: 0x7f00_0000n }, 8),
  blockAround({ family: 4, value: 0xa9fe_0000n }, 16),
  blockAround({ family: 6, value: 1n }, 128),
]

/** Reports whether an address that a machine reports can be scanned from another machine. */
export function isHostAddress(text: string): boolean {
  const address = parseAddress(text)
  if (!address || containsAddress(ofOneMachine, text)) return false
  return refusedRange(blockAround(address, addressBits(address.family))) === undefined
}
