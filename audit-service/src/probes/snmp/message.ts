import { BerError, BerReader, messageBytesMax } from './ber.ts'
import { BerWriter } from './ber-writer.ts'
import { type OutgoingRequest, type Pdu, type ReceivedPdu, readPdu, writePdu } from './pdu.ts'

/** The version field of a message: SNMPv1 (RFC 1157), v2c (RFC 1901), v3 (RFC 3412). */
export const MessageVersion = { v1: 0, v2c: 1, v3: 3 } as const

export type CommunityMessage<P = ReceivedPdu> = { version: 0 | 1; community: Buffer; pdu: P }

/** Security parameters of the User-based Security Model (RFC 3414 section 2.4). */
type UsmParameters = {
  engineId: Buffer
  /** snmpEngineBoots. */
  boots: number
  /** snmpEngineTime in seconds. */
  time: number
  user: string
  authenticationParameters: Buffer
  /** The salt. */
  privacyParameters: Buffer
}

type ScopedPdu<P = ReceivedPdu> = { contextEngineId: Buffer; contextName: Buffer; pdu: P }
/** A message to send: a received PDU, a new one, or a request. */
type Outgoing = Pdu | OutgoingRequest

export const MessageFlag = { auth: 1, priv: 2, reportable: 4 } as const
const usmSecurityModel = 3

/** A v3 message whose data is still encoded: the BER of a scoped PDU, or its cipher text. */
export type V3Message = {
  version: 3
  messageId: number
  maxSize: number
  flags: number
  usm: UsmParameters
  /** Offset of the authentication parameters in the message: the digest is computed with zeros there. */
  authenticationOffset: number
  data: { encrypted: false; scoped: ScopedPdu } | { encrypted: true; cipherText: Buffer }
}

export function encodeCommunityMessage(message: CommunityMessage<Outgoing>): Buffer {
  const writer = new BerWriter()
  writePdu(writer, message.pdu)
  writer.octets(message.community)
  writer.integer(message.version)
  writer.wrap(0x30, 0)
  return writer.finish()
}

export function encodeScopedPdu(scoped: ScopedPdu<Outgoing>): Buffer {
  const writer = new BerWriter()
  writePdu(writer, scoped.pdu)
  writer.octets(scoped.contextName)
  writer.octets(scoped.contextEngineId)
  writer.wrap(0x30, 0)
  return writer.finish()
}

/** Encodes a v3 message. `data` is the result of `encodeScopedPdu`, or its cipher text if the priv flag is set. */
export function encodeV3Message(
  message: Pick<V3Message, 'messageId' | 'flags' | 'usm'>,
  data: Buffer,
): { bytes: Buffer; authenticationOffset: number } {
  const writer = new BerWriter()
  if (message.flags & MessageFlag.priv) writer.octets(data)
  else writer.raw(data)
  const security = writer.written
  const { usm } = message
  writer.octets(usm.privacyParameters)
  const authenticationEnd = writer.written
  writer.octets(usm.authenticationParameters)
  writer.octets(Buffer.from(usm.user, 'utf8'))
  writer.integer(usm.time)
  writer.integer(usm.boots)
  writer.octets(usm.engineId)
  writer.wrap(0x30, security)
  writer.wrap(0x04, security)
  const header = writer.written
  writer.integer(usmSecurityModel)
  writer.octets(Buffer.of(message.flags))
  writer.integer(messageBytesMax)
  writer.integer(message.messageId)
  writer.wrap(0x30, header)
  writer.integer(MessageVersion.v3)
  writer.wrap(0x30, 0)
  const bytes = writer.finish()
  return { bytes, authenticationOffset: bytes.length - authenticationEnd - usm.authenticationParameters.length }
}

export function decodeScopedPdu(bytes: Buffer): ScopedPdu {
  // A block cipher leaves padding after the PDU (RFC 3414, section 8.1.1.2), so the end is not checked.
  return readScopedPdu(new BerReader(bytes))
}

/** Decodes a whole message; throws BerError if it is malformed. */
export function decodeMessage(bytes: Buffer): CommunityMessage | V3Message {
  const reader = new BerReader(bytes)
  const outer = reader.enter(0x30)
  const version = reader.integer()
  const message = version === 3 ? readV3(reader) : readCommunity(reader, version)
  reader.leave(outer)
  return message
}

/** Returns the id that pairs an answer with its request: msgID of v3, request-id of v1 and v2c. Reads no further. */
export function peekRequestId(bytes: Buffer): number {
  const reader = new BerReader(bytes)
  reader.enter(0x30)
  if (reader.integer() === MessageVersion.v3) reader.enter(0x30)
  else {
    reader.octets()
    reader.enter(reader.peekTag())
  }
  return reader.integer()
}

function readCommunity(reader: BerReader, version: number): CommunityMessage {
  if (version !== MessageVersion.v1 && version !== MessageVersion.v2c) {
    throw new BerError(`message version ${version}`, reader.offset)
  }
  return { version, community: reader.octets(), pdu: readPdu(reader) }
}

function readV3(reader: BerReader): V3Message {
  const header = reader.enter(0x30)
  const messageId = reader.integer()
  const maxSize = reader.integer()
  const flags = reader.octets()
  const model = reader.integer()
  reader.leave(header)
  if (flags.length !== 1) throw new BerError('message flags are one octet', reader.offset)
  if (model !== usmSecurityModel) throw new BerError(`security model ${model}, expected USM`, reader.offset)
  const bits = flags[0] ?? 0

  const wrapping = reader.enter(0x04)
  const sequence = reader.enter(0x30)
  const engineId = reader.octets()
  if (engineId.length > 32) throw new BerError('an engine id of more than 32 octets', reader.offset)
  const boots = reader.integer()
  const time = reader.integer()
  const user = reader.octets().toString('utf8')
  const authenticationParameters = reader.octets()
  const authenticationOffset = reader.offset - authenticationParameters.length
  const privacyParameters = reader.octets()
  reader.leave(sequence)
  reader.leave(wrapping)

  return {
    version: 3,
    messageId,
    maxSize,
    flags: bits,
    usm: { engineId, boots, time, user, authenticationParameters, privacyParameters },
    authenticationOffset,
    data:
      bits & MessageFlag.priv
        ? { encrypted: true, cipherText: reader.octets() }
        : { encrypted: false, scoped: readScopedPdu(reader) },
  }
}

function readScopedPdu(reader: BerReader): ScopedPdu {
  const outer = reader.enter(0x30)
  const scoped = { contextEngineId: reader.octets(), contextName: reader.octets(), pdu: readPdu(reader) }
  reader.leave(outer)
  return scoped
}
