import { normaliseIp } from '@rollcall/shared/inventory/primitives.ts'
import { and, type SQL } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { deviceTables } from '../store/schema/devices.ts'
import { contains } from '../store/sql.ts'

type Devices = ReturnType<typeof deviceTables>['devices']

type Searched = {
  name: string
  dnsName: string | null
  macAddress: string | null
  ipAddress: string | null
  serialNumber: string | null
  assetTag: string | null
}

/** What `q` looks in. Whoever changes one of the fields writes it anew. */
export function searchTextOf({ name, dnsName, macAddress, ipAddress, serialNumber, assetTag }: Searched): string {
  const bareMac = macAddress?.replaceAll(':', '')
  return [name, dnsName, macAddress, bareMac, ipAddress, serialNumber, assetTag]
    .flatMap((text) => (text ? text.toLowerCase() : []))
    .join('\n')
}

const wordsMax = 20

/** Every word of `q` is part of some field, case-insensitively; a MAC, or a piece of one, in any notation. */
export function searchCondition(devices: Devices, q: string): SQL | undefined {
  const words = q.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax)
  return and(...words.map((word) => contains(devices.searchText, searchForm(word))))
}

/** A piece of a MAC as in `00-1B-21`, `001b.213c` or `00:1b:21` without its separators; an address as it is stored. */
function searchForm(word: string): string {
  if (/^[0-9a-f]{2}([:-][0-9a-f]{2})+$/.test(word)) return word.replaceAll(/[:-]/g, '')
  if (/^[0-9a-f]{4}(\.[0-9a-f]{4})+$/.test(word)) return word.replaceAll('.', '')
  return (word.includes(':') ? normaliseIp(word) : undefined) ?? word
}

/** 16 octets in hex, IPv4 as ::ffff:a.b.c.d: addresses in their own order. */
export function ipKeyOf(address: string | null): string | null {
  if (address === null || !ipaddr.isValid(address)) return null
  const parsed = ipaddr.parse(address)
  const full = parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress() : parsed
  return Buffer.from(full.toByteArray()).toString('hex')
}
