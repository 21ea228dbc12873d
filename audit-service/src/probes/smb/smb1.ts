import type { PrintReading } from '../identify/print.ts'
import { type NtlmChallenge, readNtlmChallenge, spnegoNegotiate } from '../ntlm/messages.ts'
import { windowsOf } from '../ntlm/windows.ts'
import type { Line } from '../tcp/conversation.ts'

// SMB 1 (MS-CIFS, MS-SMB) for servers that know no newer dialect: Windows up to Server 2003, and old storage.

const commands = { negotiate: 0x72, sessionSetup: 0x73 }
const protocolId = Buffer.from('\xffSMB', 'latin1')
const headerBytes = 32
/** Unicode, NT status codes, extended security, long names. */
const requestFlags = 0xc801
const unicodeFlag = 0x8000
/** Extended security, NT status codes, NT requests, Unicode. */
const capabilities = 0x8000_0054
const extendedSecurity = 0x8000_0000
/** Words of the answers that carry names. */
const words = { negotiate: 17, sessionSetup: 4 }

/** Reads name, domain and version up to the challenge of a login that is not continued. */
export async function readSmb1(
  line: Line,
  messageLength: (bytes: Buffer) => number | undefined,
): Promise<PrintReading | undefined> {
  line.send(frame(commands.negotiate, 1, Buffer.alloc(0), Buffer.from('\x02NT LM 0.12\0', 'latin1')))
  const negotiated = answerOf(await line.receive(messageLength), commands.negotiate, words.negotiate)
  if (negotiated === undefined) return undefined
  const service = { name: 'microsoft-ds', product: 'SMB 1' }
  if (!hasExtendedSecurity(negotiated)) return { service, device: namesIn(negotiated) }
  line.send(sessionSetup())
  const setup = answerOf(await line.receive(messageLength), commands.sessionSetup, words.sessionSetup)
  if (setup === undefined) return { service }
  const [system = '', software = ''] = textsIn(setup, setup.words.readUInt16LE(6))
  const device = readNtlmChallenge(setup.bytes)
  const product = software.startsWith('Samba') ? `SMB 1, ${software}` : service.product
  return {
    service: { ...service, product },
    ...(device && { device: { ...systemOf(system), ...withoutGaps(device) } }),
  }
}

type Answer = { words: Buffer; bytes: Buffer; isUnicode: boolean }

/** Returns the words and bytes of the answer to a command; undefined if the message is another one. */
function answerOf(message: Buffer | undefined, command: number, wordsMin: number): Answer | undefined {
  const packet = message?.subarray(4)
  if (packet === undefined || packet.length <= headerBytes || !packet.subarray(0, 4).equals(protocolId))
    return undefined
  const end = headerBytes + 1 + 2 * (packet[headerBytes] ?? 0)
  if (packet[4] !== command || end < headerBytes + 1 + 2 * wordsMin || packet.length < end + 2) return undefined
  return {
    words: packet.subarray(headerBytes + 1, end),
    bytes: packet.subarray(end + 2, end + 2 + packet.readUInt16LE(end)),
    isUnicode: (packet.readUInt16LE(10) & unicodeFlag) !== 0,
  }
}

const hasExtendedSecurity = ({ words: found }: Answer): boolean => (found.readUInt32LE(19) & extendedSecurity) !== 0

/** Reads the names behind the challenge of a server without extended security, such as Windows NT. */
function namesIn(answer: Answer): NtlmChallenge {
  const [domain, hostname] = textsIn(answer, answer.words[33] ?? 0)
  return { hostname: hostname || undefined, dnsName: undefined, domain: domain || undefined }
}

/** Texts from an offset on. In Unicode they begin at an even place of the message. */
function textsIn({ bytes, words: before, isUnicode }: Answer, offset: number): string[] {
  if (!isUnicode) return bytes.toString('latin1', offset).split('\0')
  const isOdd = (headerBytes + 1 + before.length + 2 + offset) % 2 === 1
  // Windows does not align the names of a negotiation.
  const isAligned = before.length === 2 * words.sessionSetup && isOdd
  return bytes.toString('utf16le', isAligned ? offset + 1 : offset).split('\0')
}

const builds: readonly (readonly [pattern: RegExp, version: readonly [number, number, number]])[] = [
  [/^Windows 5\.0$/, [5, 0, 2195]],
  [/^Windows 5\.1$/, [5, 1, 2600]],
  [/^Windows .*\b3790\b/, [5, 2, 3790]],
]

/** The system that Windows names before its login messages had a version. */
function systemOf(text: string): ReturnType<typeof windowsOf> {
  const found = builds.find(([pattern]) => pattern.test(text))
  return found && windowsOf(...found[1])
}

const withoutGaps = (device: NtlmChallenge): NtlmChallenge =>
  Object.fromEntries(Object.entries(device).filter(([, value]) => value !== undefined))

function frame(command: number, messageId: number, parameters: Buffer, data: Buffer): Buffer {
  const header = Buffer.alloc(4 + headerBytes)
  protocolId.copy(header, 4)
  header[8] = command
  header[13] = 0x18
  header.writeUInt16LE(requestFlags, 14)
  header.writeUInt16LE(messageId, 34)
  const count = Buffer.alloc(2)
  count.writeUInt16LE(data.length)
  const message = Buffer.concat([header, Buffer.of(parameters.length / 2), parameters, count, data])
  message.writeUInt32BE(message.length - 4)
  return message
}

function sessionSetup(): Buffer {
  const parameters = Buffer.alloc(24)
  parameters[0] = 0xff
  parameters.writeUInt16LE(4356, 4)
  parameters.writeUInt16LE(2, 6)
  // Virtual circuit 0 would end the other connections of this machine.
  parameters.writeUInt16LE(1, 8)
  parameters.writeUInt16LE(spnegoNegotiate.length, 14)
  parameters.writeUInt32LE(capabilities, 20)
  return frame(commands.sessionSetup, 2, parameters, Buffer.concat([spnegoNegotiate, Buffer.alloc(5)]))
}
