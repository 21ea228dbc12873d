import type { Print } from '../identify/print.ts'
import { manufacturers } from '../snmp/manufacturers.ts'

/** Class of RMCP (DSP0136, section 3.2): ASF or IPMI. */
const rmcp = { asf: [0x06, 0x00, 0xff, 0x06], ipmi: [0x06, 0x00, 0xff, 0x07] }
/** Enterprise numbers. */
const asfEnterprise = 4542
const intelEnterprise = 343
const ping = { request: 0x80, answer: 0x40 }
const tag = 0x2a

/** Presence Ping (DSP0136, section 3.2.4.2). */
const presencePing = Buffer.from([...rmcp.asf, 0, 0, 0x11, 0xbe, ping.request, tag, 0, 0])

/**
 * Get Channel Authentication Capabilities (IPMI 2.0, section 22.13): of this channel, with the data of version 2, for an
 * administrator. It is answered before any session.
 */
const capabilitiesRequest = Buffer.from([
  // No authentication, sequence number 0 and session 0; nine bytes follow.
  ...[...rmcp.ipmi, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9],
  // To the controller, application request; from the remote console.
  ...withChecksum(0x20, 0x18),
  ...withChecksum(0x81, 0x04, 0x38, 0x8e, 0x04),
])
const answerHead = { netFn: 0x1c, command: 0x38 }
/** Index of the message in a packet without authentication. */
const messageAt = 14

/** Reads from a service processor which IPMI it speaks, and its manufacturer. No session is opened. */
export const ipmiPrint: Print = {
  name: 'ipmi',
  ports: { udp: [623] },
  read: async (visit) => {
    const [capabilities, pong] = await Promise.all([
      visit.query(capabilitiesRequest, isCapabilities),
      visit.query(presencePing, isPong),
    ])
    const ipmi = capabilities && readCapabilities(capabilities)
    if (ipmi === undefined && pong === undefined) return undefined
    const manufacturer = ipmi?.manufacturer ?? (pong && manufacturerOf(pong.readUInt32BE(12)))
    return {
      service: {
        name: 'asf-rmcp',
        product: ipmi ? 'IPMI' : 'ASF',
        version: ipmi?.version,
        banner: ipmi?.logins,
      },
      device: { manufacturer, ...(ipmi && { type: 'computer' as const }) },
    }
  },
}

/** Ends bytes with the complement of their sum (IPMI 2.0, section 13.8). */
function withChecksum(...bytes: number[]): number[] {
  return [...bytes, -bytes.reduce((sum, byte) => sum + byte, 0) & 0xff]
}

/** Returns true for a whole answer with completion code 0. */
function isCapabilities(packet: Buffer): boolean {
  const message = packet.subarray(messageAt)
  const isIpmi = packet[0] === rmcp.ipmi[0] && packet[3] === rmcp.ipmi[3] && packet[4] === 0
  const isAnswer = ((message[1] ?? 0) & 0xfc) === answerHead.netFn && message[5] === answerHead.command
  return isIpmi && isAnswer && message[6] === 0 && message.length >= 16
}

function isPong(packet: Buffer): boolean {
  const isAsf = packet.length >= 28 && packet[0] === rmcp.asf[0] && packet[3] === rmcp.asf[3]
  return isAsf && packet.readUInt32BE(4) === asfEnterprise && packet[8] === ping.answer
}

function readCapabilities(packet: Buffer) {
  const data = packet.subarray(messageAt + 7)
  const [, types = 0, status = 0, extended = 0, ...oem] = data
  const isVersion2 = (types & 0x80) !== 0 && (extended & 0x02) !== 0
  const logins = [
    (types & 0x01) !== 0 && 'sessions without authentication',
    (status & 0x01) !== 0 && 'anonymous login',
    (status & 0x02) !== 0 && 'null user names',
  ].filter(Boolean)
  const [low = 0, middle = 0, high = 0] = oem
  return {
    version: isVersion2 ? '2.0' : '1.5',
    logins: logins.length === 0 ? undefined : `Allows ${logins.join(', ')}`,
    manufacturer: manufacturerOf(low | (middle << 8) | (high << 16)),
  }
}

/**
 * Returns the manufacturer with an enterprise number of IANA. Intel's management engine answers in machines of all
 * manufacturers.
 */
const manufacturerOf = (enterprise: number): string | undefined =>
  enterprise === intelEnterprise ? undefined : manufacturers.get(enterprise)?.name
