import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import packet, { type Answer, type DecodedPacket } from 'dns-packet'

/** Facts about a host from its responder (RFC 6762, 6763). */
export type MdnsFacts = {
  /** Host name without `.local`. */
  hostname?: string
  services: MdnsService[]
}

export type MdnsService = {
  /** `_ipp`, `_airplay`, … */
  type: string
  /** Name that a person chose. */
  instance: string
  /** Key and value pairs (RFC 6763, section 6), keys in lower case. */
  txt: ReadonlyMap<string, string>
}

const recordsMax = 128
const servicesMax = 32
const pairsMax = 64
const textMax = 256

/** Parses an answer to the query `id`; undefined if it is none or malformed. */
export function readMdns(message: Buffer, id: number): MdnsFacts | undefined {
  const answer = decoded(message)
  if (answer === undefined || answer.id !== id || answer.type !== 'response') return undefined
  const records = [...(answer.answers ?? []), ...(answer.additionals ?? [])].slice(0, recordsMax)
  const texts = new Map(
    records.flatMap((record) => (record.type === 'TXT' ? [[record.name, record.data] as const] : [])),
  )
  const services: MdnsService[] = []
  for (const [name, data] of texts) {
    const [, instance, type] = /^(.*)\.(_[a-z0-9-]+)\._(?:tcp|udp)\.local$/i.exec(name) ?? []
    if (instance === undefined || type === undefined || services.length >= servicesMax) continue
    services.push({ type: type.toLowerCase(), instance: cleanText(instance, textMax), txt: pairs(data) })
  }
  const hostname = hostnameOf(records)
  return { services, ...(hostname !== undefined && { hostname }) }
}

function decoded(message: Buffer): DecodedPacket | undefined {
  try {
    return packet.decode(message)
  } catch {
    // Names that point at themselves, or counts without data: it is no DNS message.
    return undefined
  }
}

/** Returns the name of the queried address, otherwise the only host in the service records. */
function hostnameOf(records: readonly Answer[]): string | undefined {
  const reverse = records.flatMap((record) =>
    record.type === 'PTR' && /\.(?:in-addr|ip6)\.arpa$/i.test(record.name) ? [record.data] : [],
  )
  const targets = new Set(records.flatMap((record) => (record.type === 'SRV' ? [record.data.target] : [])))
  const name = reverse[0] ?? (targets.size === 1 ? [...targets][0] : undefined)
  const host = cleanText(name ?? '', textMax).replace(/\.local$/i, '')
  return host === '' ? undefined : host
}

function pairs(data: unknown): Map<string, string> {
  const strings = (Array.isArray(data) ? data : [data]).slice(0, pairsMax)
  const found = new Map<string, string>()
  for (const part of strings) {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(Buffer.isBuffer(part) ? part.toString('utf8') : '') ?? []
    // The first value of a key counts (section 6.4).
    const lower = key?.toLowerCase()
    if (lower !== undefined && value !== undefined && !found.has(lower)) found.set(lower, cleanText(value, textMax))
  }
  return found
}
