import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** A wire message may be this large before compression; larger ones are refused on both ends. */
export const messageBytesMax = 32 * 1024 * 1024

/** Its reader would refuse the message. */
export class UnreadableMessageError extends Error {}

/**
 * JSON as zstd (RFC 8878): what goes over NATS and into a spool. Throws `UnreadableMessageError` for more than
 * `messageBytesMax`.
 */
export async function encodeMessage(message: unknown): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(message))
  if (json.length > messageBytesMax) {
    throw new UnreadableMessageError(`the message has ${json.length} bytes; at most ${messageBytesMax} are read`)
  }
  return compress(json)
}

/** The JSON value inside; throws on anything else, and before it has unpacked more than `messageBytesMax`. */
export async function decodeMessage(bytes: Uint8Array): Promise<unknown> {
  const json = await decompress(bytes, { maxOutputLength: messageBytesMax })
  return JSON.parse(json.toString('utf8'))
}
