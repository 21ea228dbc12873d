import { readAnswer } from '@rollcall/audit-service/probes/http/page.ts'
import { readAttributes } from '@rollcall/audit-service/probes/ipp/attributes.ts'
import { readDeviceId } from '@rollcall/audit-service/probes/ipp/device-id.ts'
import { readMdns } from '@rollcall/audit-service/probes/mdns/read.ts'
import { parseNodeStatus } from '@rollcall/audit-service/probes/netbios/node-status.ts'
import { parseHost } from '@rollcall/audit-service/probes/nmap/parse-host.ts'
import { createHostSplitter } from '@rollcall/audit-service/probes/nmap/split-hosts.ts'
import { BerError } from '@rollcall/audit-service/probes/snmp/ber.ts'
import {
  decodeMessage,
  encodeCommunityMessage,
  encodeScopedPdu,
  encodeV3Message,
  peekRequestId,
} from '@rollcall/audit-service/probes/snmp/message.ts'
import { PduType } from '@rollcall/audit-service/probes/snmp/pdu.ts'
import { Tag, type Varbind } from '@rollcall/audit-service/probes/snmp/varbind.ts'
import { completeQuery } from '@rollcall/shared/query/complete-query.ts'
import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import { QueryError } from '@rollcall/shared/query/query-error.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzed, fuzzGuard, mutatedBytes } from './mutations.ts'

/** Larger than any answer that these parsers get. A result of ten times the input would be an amplification. */
const resultFactorMax = 10

type Parser = {
  name: string
  samples: readonly Buffer[]
  parse: (bytes: Buffer) => unknown
  /** The error that says the bytes are malformed; without one the parser never throws. */
  refusal?: new (
    ...args: never[]
  ) => Error
}

const varbinds: Varbind[] = [
  { oid: [1, 3, 6, 1, 2, 1, 1, 1, 0], tag: Tag.octetString, value: Buffer.from('Example Switch, version 4.2') },
  { oid: [1, 3, 6, 1, 2, 1, 1, 2, 0], tag: Tag.objectIdentifier, value: [1, 3, 6, 1, 4, 1, 99_999, 1] },
  { oid: [1, 3, 6, 1, 2, 1, 1, 3, 0], tag: Tag.timeTicks, value: 4_294_967_295 },
  { oid: [1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 6, 1], tag: Tag.counter64, value: 18_446_744_073_709_551_615n },
]
const pdu = { type: PduType.response, requestId: 77, errorStatus: 0, errorIndex: 0, varbinds }
const usm = {
  engineId: Buffer.from('80001f8804', 'hex'),
  boots: 3,
  time: 1_000,
  user: 'auditor',
  authenticationParameters: Buffer.alloc(12),
  privacyParameters: Buffer.alloc(8),
}
const scoped = encodeScopedPdu({ contextEngineId: usm.engineId, contextName: Buffer.alloc(0), pdu })
const snmpMessages = [
  encodeCommunityMessage({ version: 1, community: Buffer.from('public'), pdu }),
  encodeV3Message({ messageId: 9, flags: 0, usm }, scoped).bytes,
]

/** Recorded from nmap 7.93. */
const nmapXml = Buffer.from(`<host starttime="1795227323"><status state="up" reason="user-set"/>
<address addr="10.77.0.12" addrtype="ipv4"/><address addr="4E:FF:95:9C:AA:D6" addrtype="mac" vendor="Acme &amp; Sons"/>
<hostnames><hostname name="web.example" type="PTR"/></hostnames><ports>
<port protocol="tcp" portid="80"><state state="open" reason="syn-ack"/><service name="http" product="SimpleHTTPServer" version="0.6"><cpe>cpe:/a:python:simplehttpserver:0.6</cpe></service></port></ports>
<os><osmatch name="Linux 5.3" accuracy="96"><osclass type="general purpose" osfamily="Linux"/></osmatch></os></host>
`)

/** An answer to a question for names in the local domain, as avahi-daemon writes it: with compressed names. */
const mdns = Buffer.from(
  '4242840000010001000000000c5f776f726b73746174696f6e045f746370056c6f63616c00000c8001c00c000c00010000000a000d0a66696c65722d37205b5dc00c',
  'hex',
)
const netbios = Buffer.from(
  '12348400000000010000000020434b4141414141414141414141414141414141414141414141414141414141410000210001000000000025' +
    '0246494c45522d3720202020202020200004004f46464943452020202020202020200084000000001b213c9df8',
  'hex',
)
const ipp = Buffer.concat([
  Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 0x01, 0x47, 0, 18]),
  Buffer.from('attributes-charset'),
  Buffer.from([0, 5]),
  Buffer.from('utf-8'),
  Buffer.from([0x04, 0x41, 0, 17]),
  Buffer.from('printer-device-id'),
  Buffer.from([0, 30]),
  Buffer.from('MFG:Example;MDL:Laser;SN:0042;'),
  Buffer.from([3]),
])
const page = Buffer.from(
  'HTTP/1.1 200 OK\r\nServer: Example/2.1\r\nContent-Type: text/html; charset=utf-8\r\nWWW-Authenticate: Basic realm="Switch"\r\n\r\n<html><title>Example switch 4.2</title></html>',
)

const query = Buffer.from(
  'type = printer and not (supply(level < 10% or has color) or custom."Cost center" ~ "4\\"2") and lastSeen >= 14d ago',
)

const parsers: Parser[] = [
  { name: 'SNMP messages', samples: snmpMessages, parse: readWholeMessage, refusal: BerError },
  { name: 'SNMP request ids', samples: snmpMessages, parse: peekRequestId, refusal: BerError },
  { name: "nmap's host elements", samples: [nmapXml], parse: (bytes) => splitAndParse(bytes) },
  { name: 'multicast DNS answers', samples: [mdns], parse: (bytes) => readMdns(bytes, 0x4242) },
  { name: 'NetBIOS node status', samples: [netbios], parse: (bytes) => parseNodeStatus(bytes, 0x1234) },
  { name: 'IPP attributes', samples: [ipp], parse: (bytes) => [...readAttributes(bytes)] },
  { name: 'IEEE 1284 device ids', samples: [ipp.subarray(60)], parse: (bytes) => readDeviceId(bytes.toString('utf8')) },
  { name: 'web pages', samples: [page], parse: readAnswer },
  { name: 'queries of devices', samples: [query], parse: (bytes) => parseQuery(`${bytes}`), refusal: QueryError },
  { name: 'unfinished queries', samples: [query], parse: (bytes) => completedBytes(`${bytes}`) },
]

test.each(parsers)('accepts or refuses every mutation of $name', fuzzGuard, ({ samples, parse, refusal }) => {
  for (const sample of samples) expect(parse(sample), 'the sample itself').toBeDefined()
  fc.assert(
    fc.property(mutatedBytes(samples), (bytes) => {
      try {
        const size = JSON.stringify(parse(bytes) ?? null, (_, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        ).length
        return size <= bytes.length * resultFactorMax + 4096
      } catch (error) {
        if (refusal !== undefined && error instanceof refusal) return true
        throw error
      }
    }),
    fuzzed(1_000),
  )
})

/** Decodes a message with each of its variables: they are read from the bytes when they are asked for. */
function readWholeMessage(bytes: Buffer): unknown {
  const message = decodeMessage(bytes)
  const read = 'pdu' in message ? message.pdu : message.data.encrypted ? undefined : message.data.scoped.pdu
  return (read?.varbinds ?? []).map(({ oid, tag, value }) => ({ oid, tag, value }))
}

/** Completes a text at its end, and returns the number of characters of it that remain. */
function completedBytes(text: string): number {
  const { start, end } = completeQuery(text, text.length)
  return text.length - (end - start)
}

function splitAndParse(bytes: Buffer): unknown[] {
  const hosts: unknown[] = []
  const push = createHostSplitter(100_000, ({ xml, complete }) => {
    const host = complete ? parseHost(xml) : undefined
    if (host !== undefined) hosts.push({ ...host, rawXml: '' })
  })
  push(bytes.toString('utf8'))
  return hosts
}
