import type { DeviceFacts } from '../banner/service-print.ts'
import { der } from '../der/der.ts'
import { isCutName } from '../netbios/cut-name.ts'
import { windowsOf } from './windows.ts'

const signature = Buffer.from('NTLMSSP\0', 'latin1')

/**
 * Unicode, target name, NTLM, always sign, extended session security, version, 128 and 56 bits (MS-NLMP, section
 * 2.2.2.5).
 */
const flags = 0xa208_8205

/**
 * NEGOTIATE_MESSAGE (MS-NLMP, section 2.2.1.1). It names neither a user nor this machine. The server answers with its
 * own name; the login would be the next message, which is never sent.
 */
export const ntlmNegotiate: Buffer = (() => {
  const message = Buffer.alloc(40)
  signature.copy(message)
  message.writeUInt32LE(1, 8)
  message.writeUInt32LE(flags, 12)
  // The empty domain and workstation point to the end. Version 10.0, NTLMSSP revision 15.
  for (const at of [20, 28]) message.writeUInt32LE(40, at)
  Buffer.from([10, 0, 0, 0, 0, 0, 0, 15]).copy(message, 32)
  return message
})()

/** NEGOTIATE_MESSAGE in SPNEGO (RFC 4178, section 4.2.1) with NTLM as the only mechanism. */
export const spnegoNegotiate: Buffer = der(
  0x60,
  der(0x06, Buffer.from('2b0601050502', 'hex')),
  der(
    0xa0,
    der(
      0x30,
      der(0xa0, der(0x30, der(0x06, Buffer.from('2b06010401823702020a', 'hex')))),
      der(0xa2, der(0x04, ntlmNegotiate)),
    ),
  ),
)

export type NtlmChallenge = Pick<DeviceFacts, 'hostname' | 'dnsName' | 'domain' | 'os' | 'type'>

/** Identifiers of AV_PAIR (MS-NLMP, section 2.2.2.1). */
const avPairs = { end: 0, netbiosName: 1, netbiosDomain: 2, dnsName: 3, dnsDomain: 4 }
const challengeBytes = 48
const versionFlag = 0x0200_0000

/**
 * Parses the CHALLENGE_MESSAGE (MS-NLMP, section 2.2.1.2) in the bytes: the name and domain of the server, and the
 * version of Windows. Undefined if there is none.
 */
export function readNtlmChallenge(bytes: Buffer): NtlmChallenge | undefined {
  const start = bytes.indexOf(Buffer.concat([signature, Buffer.from([2, 0, 0, 0])]))
  const message = bytes.subarray(start)
  if (start < 0 || message.length < challengeBytes) return undefined
  const infoAt = message.readUInt32LE(44)
  const pairs = readPairs(message.subarray(infoAt, infoAt + message.readUInt16LE(40)))
  const dnsName = pairs.get(avPairs.dnsName)
  const netbiosName = pairs.get(avPairs.netbiosName)
  const label = dnsName?.split('.', 1)[0]
  const hostname = isCutName(netbiosName ?? '', label ?? '') ? label : (netbiosName ?? label)
  const hasVersion = (message.readUInt32LE(20) & versionFlag) !== 0 && message.length >= challengeBytes + 8
  const windows = hasVersion ? windowsOf(message[48] ?? 0, message[49] ?? 0, message.readUInt16LE(50)) : undefined
  return {
    hostname,
    dnsName: dnsName?.includes('.') ? dnsName : undefined,
    domain: domainOf(pairs, hostname),
    ...windows,
  }
}

/** Reads texts up to the first malformed pair. */
function readPairs(bytes: Buffer): Map<number, string> {
  const pairs = new Map<number, string>()
  for (let at = 0; at + 4 <= bytes.length; ) {
    const [id, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    const end = at + 4 + length
    if (id === avPairs.end || end > bytes.length) break
    const text = bytes.toString('utf16le', at + 4, end)
    if (text !== '' && !pairs.has(id)) pairs.set(id, text)
    at = end
  }
  return pairs
}

/** Returns the domain, or the workgroup; a machine without either reports its own name. */
function domainOf(pairs: ReadonlyMap<number, string>, hostname: string | undefined): string | undefined {
  const own = hostname?.toLowerCase()
  const names = [pairs.get(avPairs.dnsDomain), pairs.get(avPairs.netbiosDomain)]
  return names.find((name) => name !== undefined && name.toLowerCase() !== own)
}
