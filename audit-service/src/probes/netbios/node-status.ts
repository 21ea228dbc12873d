import { randomInt } from 'node:crypto'
import { cleanText, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { briefPatience, queryUdp } from '../udp/query.ts'

/** Names of a host from a node status response (RFC 1002, section 4.2.18). */
export type NetbiosNames = {
  /** Unique name with suffix 00 (workstation). */
  computer?: string
  /** Group name with suffix 00: workgroup, or the short form of the domain. */
  workgroup?: string
  /** UNIT_ID if it is an address: Samba sends zeros. */
  macAddress?: string
}

const port = 137

/** NBSTAT. */
const statusType = 0x21
const internetClass = 1
const responseFlag = 0x8000
const groupFlag = 0x8000
const nameBytes = 18

/** Queries the NetBIOS names of a host; undefined if it does not answer. */
export async function readNodeStatus(
  address: string,
  signal: AbortSignal,
  targetPort = port,
): Promise<{ names: NetbiosNames; received: Buffer } | undefined> {
  // NetBIOS supports IPv4 only.
  if (address.includes(':')) return undefined
  const id = randomInt(1, 0xffff)
  const read = (message: Buffer) => parseNodeStatus(message, id) !== undefined
  const outcome = await queryUdp({ address, port: targetPort, payload: question(id), read, ...briefPatience, signal })
  const names = 'answer' in outcome ? parseNodeStatus(outcome.answer, id) : undefined
  return names && 'answer' in outcome ? { names, received: outcome.answer } : undefined
}

/** Returns a NODE STATUS REQUEST (section 4.2.17) for the name `*`, which every node answers. */
function question(id: number): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(id, 0)
  header.writeUInt16BE(1, 4)
  // First-level encoding (RFC 1001 section 14.1) of `*` and fifteen zeros.
  const name = Buffer.from(`\x20CK${'A'.repeat(30)}\0`, 'latin1')
  return Buffer.concat([header, name, Buffer.from([0, statusType, 0, internetClass])])
}

/** Parses an answer to the query `id`; undefined if it is none. Counts are limited by the actual bytes. */
export function parseNodeStatus(message: Buffer, id: number): NetbiosNames | undefined {
  if (message.length < 12 || message.readUInt16BE(0) !== id) return undefined
  if ((message.readUInt16BE(2) & responseFlag) === 0 || message.readUInt16BE(6) === 0) return undefined
  // The name, in full or as a pointer, is followed by type, class, TTL and length.
  const start = message[12] === 0x20 ? 12 + 34 : (message[12] ?? 0) >= 0xc0 ? 12 + 2 : undefined
  if (start === undefined || message.length < start + 11) return undefined
  if (message.readUInt16BE(start) !== statusType) return undefined
  const count = message[start + 10] ?? 0
  const first = start + 11
  const entries: { name: string; suffix: number; isGroup: boolean }[] = []
  for (let at = first; at + nameBytes <= message.length && entries.length < count; at += nameBytes) {
    const name = cleanText(message.toString('latin1', at, at + 15), 15)
    entries.push({ name, suffix: message[at + 15] ?? 0, isGroup: (message.readUInt16BE(at + 16) & groupFlag) !== 0 })
  }
  const nameOf = (isGroup: boolean) =>
    entries.find((entry) => entry.suffix === 0 && entry.isGroup === isGroup && entry.name !== '')?.name
  const computer = nameOf(false)
  const workgroup = nameOf(true)
  const unit = first + count * nameBytes
  const macAddress = normaliseMac(message.toString('hex', unit, unit + 6))
  return {
    ...(computer !== undefined && { computer }),
    ...(workgroup !== undefined && { workgroup }),
    ...(macAddress !== undefined && !/^[0:]+$/.test(macAddress) && { macAddress }),
  }
}
