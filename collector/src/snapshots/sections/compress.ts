import { promisify } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/**
 * Below this size, handing the work to a thread costs the event loop more than doing it: 86 against 25 microseconds for
 * 9 KiB. In a thread nobody else waits.
 */
const atOnceBytesMax = isMainThread ? 32 * 1024 : 1024 * 1024

const compressInThread = promisify(zstdCompress)
const zstdDecompressInThread = promisify(zstdDecompress)

/** Compresses to a Zstandard frame (RFC 8878). */
export async function compress(content: Buffer): Promise<Buffer> {
  return content.length <= atOnceBytesMax ? zstdCompressSync(content) : compressInThread(content)
}

/** Compresses to a frame that needs the same dictionary to read it: common parts take a few bytes. */
export async function compressAgainst(dictionary: Buffer, content: Buffer): Promise<Buffer> {
  const bytes = dictionary.length + content.length
  const options = { dictionary, params: paramsFor(bytes) }
  return bytes <= atOnceBytesMax ? zstdCompressSync(content, options) : compressInThread(content, options)
}

/** Up to this size, Zstandard's own choice of window covers the whole dictionary. */
const smallBytesMax = 1024 * 1024

function paramsFor(bytes: number): Record<number, number> {
  if (bytes <= smallBytesMax) return {}
  const log = Math.ceil(Math.log2(bytes))
  return { [constants.ZSTD_c_windowLog]: log, [constants.ZSTD_c_hashLog]: Math.min(log, hashLogMax) }
}

/** Needs 16 MiB of memory while it works. */
const hashLogMax = 22

/** A stored frame. Its dictionary is decompressed already. */
export type Frame = { content: Uint8Array; size: number; dictionary?: Buffer | undefined }

export const decompress = ({ content, size, dictionary }: Frame): Buffer =>
  zstdDecompressSync(content, optionsOf(size, dictionary))

/** Decompresses a frame, in a thread unless it is small. */
export async function decompressInThread(frame: Frame): Promise<Buffer> {
  const { content, size, dictionary } = frame
  return size <= atOnceBytesMax ? decompress(frame) : zstdDecompressInThread(content, optionsOf(size, dictionary))
}

/**
 * One piece for all output: each further one is a round trip to the thread, and a full one would be followed by
 * another.
 */
const optionsOf = (size: number, dictionary: Buffer | undefined) => ({
  maxOutputLength: Math.max(1, size),
  chunkSize: Math.max(constants.Z_MIN_CHUNK, size + 1),
  ...(dictionary && { dictionary }),
})

/**
 * Releases the memory of decompressed data that nobody reads any more: V8 would otherwise collect its whole heap for
 * each 64 MiB. Small data may share memory with others and is left.
 */
export function release({ buffer, length }: Buffer): void {
  if (length > Buffer.poolSize && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/**
 * Rules out an empty dictionary, which Zstandard would take for a dictionary of its own format (RFC 8878, section 5).
 */
export const canBeDictionary = (content: Buffer): boolean =>
  content.length > 0 && !(content.length >= 4 && content.readUInt32LE() === 0xec30a437)
