import { randomInt } from 'node:crypto'
import packet from 'dns-packet'
import ipaddr from 'ipaddr.js'
import { arpaName } from '../dns/arpa-name.ts'
import { briefPatience, queryUdp } from '../udp/query.ts'
import { type MdnsFacts, readMdns } from './read.ts'

const port = 5353
/** Answers to an ordinary query are smaller; a responder truncates longer ones (RFC 6762, section 17). */
const messageBytesMax = 9_000

/** The most informative services. A responder answers with those it has, and their TXT records. */
const serviceTypes = [
  '_device-info',
  '_ipp',
  '_printer',
  '_pdl-datastream',
  '_workstation',
  '_smb',
  '_airplay',
  '_googlecast',
  '_axis-video',
]

/**
 * Queries a host at its own address (RFC 6762, section 5.5). The source port differs from 5353, so that the answer is
 * sent to us alone (section 6.7). Responders answer only on their own link.
 */
export async function queryMdns(
  address: string,
  signal: AbortSignal,
  targetPort = port,
): Promise<{ facts: MdnsFacts; received: Buffer } | undefined> {
  const id = randomInt(1, 0xffff)
  const names = [arpaName(ipaddr.process(address)), ...serviceTypes.map((type) => `${type}._tcp.local`)]
  const payload = packet.encode({
    type: 'query',
    id,
    questions: names.map((name) => ({ name, type: 'PTR', class: 'IN' })),
  })
  const read = (message: Buffer) => message.length <= messageBytesMax && readMdns(message, id) !== undefined
  const outcome = await queryUdp({ address, port: targetPort, payload, read, ...briefPatience, signal })
  const facts = 'answer' in outcome ? readMdns(outcome.answer, id) : undefined
  return facts && 'answer' in outcome ? { facts, received: outcome.answer } : undefined
}
