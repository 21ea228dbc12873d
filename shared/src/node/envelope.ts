import type { KeyPair } from '@nats-io/nkeys'
import { z } from 'zod'
import { signedSchema } from '../messages/task.ts'
import { isSignedBy } from './signing-key.ts'
import { decodeMessage, encodeMessage } from './wire.ts'

/**
 * A signed message was refused. `unsigned`: the sender is not the collector; `invalid`: the collector signed a message
 * of another schema.
 */
export class EnvelopeError extends Error {
  readonly reason: 'undecodable' | 'unsigned' | 'invalid'
  /** The signed JSON value, if the signature is valid but the schema does not match. */
  readonly payload: unknown

  constructor(reason: EnvelopeError['reason'], message: string, payload?: unknown) {
    super(message)
    this.name = 'EnvelopeError'
    this.reason = reason
    this.payload = payload
  }
}

/** Largest message before base64 that `signedSchema` accepts. */
const signedBytesMax = 6_000_000

export class MessageTooLargeError extends Error {}

/**
 * Signs a message for NATS. The signature covers the exact JSON text, so no canonical form is needed. Throws
 * `MessageTooLargeError` if the receiver would refuse it.
 */
export async function signMessage(message: unknown, signer: KeyPair): Promise<Buffer> {
  const payload = Buffer.from(JSON.stringify(message))
  if (payload.length > signedBytesMax) throw new MessageTooLargeError(`the message has ${payload.length} bytes`)
  const signature = Buffer.from(signer.sign(payload))
  return encodeMessage({ payload: payload.toString('base64'), signature: signature.toString('base64') })
}

/** Returns the message if `signerPublicKey` signed it and it matches the schema; otherwise throws `EnvelopeError`. */
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

/**
 * Seals credentials so that only the service's curve key opens them (xkeys, X25519 with XSalsa20-Poly1305). Returns
 * base64.
 */
export function sealCredentials(credentials: readonly unknown[], sender: KeyPair, recipientCurveKey: string): string {
  const sealed = sender.seal(Buffer.from(JSON.stringify(credentials)), recipientCurveKey)
  return Buffer.from(sealed).toString('base64')
}

/** Returns the credentials as JSON if the sender's key sealed them to ours; otherwise throws. */
export function openCredentials(sealed: string, recipient: KeyPair, senderCurveKey: string): unknown {
  const opened = recipient.open(Buffer.from(sealed, 'base64'), senderCurveKey)
  if (!opened) throw new Error('the credentials of this task cannot be opened with the key of this Audit Service')
  return JSON.parse(Buffer.from(opened).toString('utf8'))
}
