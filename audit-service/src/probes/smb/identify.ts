import { randomBytes } from 'node:crypto'
import type { Print, PrintReading } from '../identify/print.ts'
import { readNtlmChallenge, spnegoNegotiate } from '../ntlm/messages.ts'
import type { Line } from '../tcp/conversation.ts'
import { readSmb1 } from './smb1.ts'

/** Dialects without negotiate contexts: every server of SMB 2 and 3 accepts one of them. */
const dialects = [0x0202, 0x0210, 0x0300, 0x0302]
const commands = { negotiate: 0, sessionSetup: 1 }
const protocolId = Buffer.from('\xfeSMB', 'latin1')
const headerBytes = 64

/**
 * Reads name, domain and version of Windows from a file server: two requests, up to the challenge of an NTLM login
 * that is not continued (MS-SMB2, sections 3.2.4.2.2 and 3.2.4.2.3).
 */
export const smbPrint: Print = {
  name: 'smb',
  ports: { tcp: [445] },
  async read(visit) {
    const found = await visit.converse(readSmb2)
    // A server of SMB 1 alone ends the connection.
    return found === 'otherDialect' ? visit.converse((line) => readSmb1(line, messageLength)) : found
  },
}

async function readSmb2(line: Line): Promise<PrintReading | 'otherDialect' | undefined> {
  line.send(frame(commands.negotiate, 0n, negotiateBody()))
  const message = await line.receive(messageLength)
  if (message === undefined) return 'otherDialect'
  const negotiated = bodyOf(message, commands.negotiate)
  if (negotiated === undefined) return undefined
  const service = { name: 'microsoft-ds', product: `SMB ${dialectOf(negotiated.readUInt16LE(4))}` }
  line.send(frame(commands.sessionSetup, 1n, sessionSetupBody()))
  const setup = bodyOf(await line.receive(messageLength), commands.sessionSetup)
  const device = setup && readNtlmChallenge(setup)
  return { service, ...(device && { device }) }
}

/** Direct TCP (MS-SMB2, section 2.1): a zero and a length of three bytes. */
function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < 4) return undefined
  return 4 + bytes.readUInt32BE(0)
}

/** Returns the body of the answer to a command; undefined if the message is another one. */
function bodyOf(message: Buffer | undefined, command: number): Buffer | undefined {
  const packet = message?.subarray(4)
  if (packet === undefined || packet.length < headerBytes || !packet.subarray(0, 4).equals(protocolId)) return undefined
  return packet.readUInt16LE(12) === command ? packet.subarray(headerBytes) : undefined
}

function frame(command: number, messageId: bigint, body: Buffer): Buffer {
  const header = Buffer.alloc(4 + headerBytes)
  header.writeUInt32BE(headerBytes + body.length)
  protocolId.copy(header, 4)
  header.writeUInt16LE(headerBytes, 8)
  header.writeUInt16LE(command, 16)
  // Credits requested, for the second message.
  header.writeUInt16LE(31, 18)
  header.writeBigUInt64LE(messageId, 28)
  return Buffer.concat([header, body])
}

/** NEGOTIATE (section 2.2.3). Signing is enabled, as a server may demand it. */
function negotiateBody(): Buffer {
  const body = Buffer.alloc(36 + 2 * dialects.length)
  body.writeUInt16LE(36, 0)
  body.writeUInt16LE(dialects.length, 2)
  body.writeUInt16LE(1, 4)
  randomBytes(16).copy(body, 12)
  for (const [index, dialect] of dialects.entries()) body.writeUInt16LE(dialect, 36 + 2 * index)
  return body
}

/** SESSION_SETUP (section 2.2.5). */
function sessionSetupBody(): Buffer {
  const body = Buffer.alloc(24)
  body.writeUInt16LE(25, 0)
  body[3] = 1
  body.writeUInt16LE(headerBytes + body.length, 12)
  body.writeUInt16LE(spnegoNegotiate.length, 14)
  return Buffer.concat([body, spnegoNegotiate])
}

/** 0x0302: 3.0.2. */
function dialectOf(number: number): string {
  const [major, minor, patch] = [number >> 8, (number >> 4) & 15, number & 15]
  return patch === 0 ? `${major}.${minor}` : `${major}.${minor}.${patch}`
}
