import { fromPublic, type KeyPair } from '@nats-io/nkeys'
import { z } from 'zod'
import { signedSchema } from '../messages/task.ts'
import { decodeMessage, encodeMessage } from './wire.ts'

/** Why a signed message was not taken. `unsigned` is somebody else's doing; `invalid` came from the collector itself. */
export class EnvelopeError extends Error {
  readonly reason: 'undecodable' | 'unsigned' | 'invalid'
  /** The signed JSON value, when the signature fits but the schema does not. */
  readonly payload: unknown

  constructor(reason: EnvelopeError['reason'], message: string, payload?: unknown) {
    super(message)
    this.name = 'EnvelopeError'
    this.reason = reason
    this.payload = payload
  }
}

/** What `signedSchema` takes, before base64. */
const signedBytesMax = 6_000_000

export class MessageTooLargeError extends Error {}

/**
 * A message as it goes over NATS: what is signed is the exact JSON text, so no canonical form is needed.
 * Throws `MessageTooLargeError` when its receiver would not take it.
 */
export async function signMessage(message: unknown, signer: KeyPair): Promise<Buffer> {
  const payload = Buffer.from(JSON.stringify(message))
  if (payload.length > signedBytesMax) throw new MessageTooLargeError(`the message has ${payload.length} bytes`)
  const signature = Buffer.from(signer.sign(payload))
  return encodeMessage({ payload: payload.toString('base64'), signature: signature.toString('base64') })
}

/** The message inside, when `signerPublicKey` signed it and it fits the schema; else throws `EnvelopeError`. */
export async function openSigned<T>(bytes: Uint8Array, signerPublicKey: string, schema: z.ZodType<T>): Promise<T> {
  const signed = await decodeMessage(bytes).then(
    (value) => signedSchema.safeParse(value),
    () => undefined,
  )
  if (!signed?.success) throw new EnvelopeError('undecodable', 'not a signed message')
  const payload = Buffer.from(signed.data.payload, 'base64')
  if (!isSignedBy(signerPublicKey, payload, Buffer.from(signed.data.signature, 'base64'))) {
    throw new EnvelopeError('unsigned', 'the signature is not that of the collector')
  }
  const value: unknown = JSON.parse(payload.toString('utf8'))
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new EnvelopeError('invalid', z.prettifyError(parsed.error), value)
  return parsed.data
}

/** Seals credentials so that only the service's curve key opens them (xkeys, X25519 with XSalsa20-Poly1305); base64. */
export function sealCredentials(credentials: readonly unknown[], sender: KeyPair, recipientCurveKey: string): string {
  const sealed = sender.seal(Buffer.from(JSON.stringify(credentials)), recipientCurveKey)
  return Buffer.from(sealed).toString('base64')
}

/** The credentials as JSON, when they were sealed by the sender's key to ours; else throws. */
export function openCredentials(sealed: string, recipient: KeyPair, senderCurveKey: string): unknown {
  const opened = recipient.open(Buffer.from(sealed, 'base64'), senderCurveKey)
  if (!opened) throw new Error('the credentials of this task cannot be opened with the key of this Audit Service')
  return JSON.parse(Buffer.from(opened).toString('utf8'))
}

/** Whether the key of an nkey (`U…`) made this Ed25519 signature. */
export function isSignedBy(publicKey: string, payload: Uint8Array, signature: Uint8Array): boolean {
  try {
    return fromPublic(publicKey).verify(payload, signature)
  } catch {
    // The library throws on a signature of the wrong length, and on a key whose checksum is wrong.
    return false
  }
}
