import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { documentBounds } from './json-bounds.ts'
import { unpackedBytesMax, unpackJson, unpackRatioMax } from './unpack.ts'

const compress = promisify(zstdCompress)

/** Largest wire message before compression in bytes; both ends refuse larger ones. */
export const messageBytesMax = 32 * 1024 * 1024

/** The receiver would refuse the message. */
export class UnreadableMessageError extends Error {}

/**
 * Encodes JSON as zstd (RFC 8878), for NATS and the spool. Throws `UnreadableMessageError` if the receiver would refuse
 * the message.
 */
export async function encodeMessage(message: unknown): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(message))
  if (json.length > messageBytesMax) {
    throw new UnreadableMessageError(`the message has ${json.length} bytes; at most ${messageBytesMax} are read`)
  }
  const packed = await compress(json)
  if (json.length > unpackedBytesMax({ bytes: packed })) {
    throw new UnreadableMessageError(
      `the message has ${json.length} bytes and only ${packed.length} compressed; at most ${unpackRatioMax} times as many are read`,
    )
  }
  return packed
}

/**
 * Decodes a message to its JSON value. Throws on anything else, before it unpacks or parses more than the limits of a
 * message.
 */
export async function decodeMessage(bytes: Uint8Array): Promise<unknown> {
  const { json } = await unpackJson({ bytes, packing: 'zstd' }, messageBytesMax, documentBounds)
  return JSON.parse(json.toString('utf8'))
}
