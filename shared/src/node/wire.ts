import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { documentBounds } from './json-bounds.ts'
import { unpackedBytesMax, unpackJson, unpackRatioMax } from './unpack.ts'

const compress = promisify(zstdCompress)

/** A wire message may be this large before compression; larger ones are refused on both ends. */
export const messageBytesMax = 32 * 1024 * 1024

/** Its reader would refuse the message. */
export class UnreadableMessageError extends Error {}

/**
 * JSON as zstd (RFC 8878): what goes over NATS and into a spool. Throws `UnreadableMessageError` for what its reader would
 * refuse.
 */
export async function encodeMessage(message: unknown): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(message))
  if (json.length > messageBytesMax) {
    throw new UnreadableMessageError(`the message has ${json.length} bytes; at most ${messageBytesMax} are read`)
  }
  const packed = await compress(json)
  if (json.length > unpackedBytesMax(packed)) {
    throw new UnreadableMessageError(
      `the message has ${json.length} bytes and only ${packed.length} compressed; at most ${unpackRatioMax} times as many are read`,
    )
  }
  return packed
}

/** The JSON value inside; throws on anything else, and before it has unpacked or parsed more than a message may have. */
export async function decodeMessage(bytes: Uint8Array): Promise<unknown> {
  const { json } = await unpackJson({ bytes, packing: 'zstd' }, messageBytesMax, documentBounds)
  return JSON.parse(json.toString('utf8'))
}
