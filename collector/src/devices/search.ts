import { normaliseIp } from '@rollcall/shared/inventory/primitives.ts'
import ipaddr from 'ipaddr.js'

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

/** The words of `q` as the search text has them; a device matches when it has them all. */
export function searchWords(q = ''): string[] {
  const words = q.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax)
  return [...new Set(words.map(searchForm))]
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
