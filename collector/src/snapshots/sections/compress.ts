import { promisify } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/**
 * Up to this, handing it to a thread takes the event loop three times as long as doing it: 86 against 25 microseconds for
 * 9 KiB. Nobody else waits for what is a thread already.
 */
const atOnceBytesMax = isMainThread ? 32 * 1024 : 1024 * 1024

const compressInThread = promisify(zstdCompress)
const zstdDecompressInThread = promisify(zstdDecompress)

/** As a Zstandard frame (RFC 8878). */
export async function compress(content: Buffer): Promise<Buffer> {
  return content.length <= atOnceBytesMax ? zstdCompressSync(content) : compressInThread(content)
}

/** As a frame that is read with the same dictionary: what both have in common takes a few bytes. */
export async function compressAgainst(dictionary: Buffer, content: Buffer): Promise<Buffer> {
  const bytes = dictionary.length + content.length
  const options = { dictionary, params: paramsFor(bytes) }
  return bytes <= atOnceBytesMax ? zstdCompressSync(content, options) : compressInThread(content, options)
}

/** Up to these, Zstandard's own choice has all of a dictionary within reach. */
const smallBytesMax = 1024 * 1024

function paramsFor(bytes: number): Record<number, number> {
  if (bytes <= smallBytesMax) return {}
  const log = Math.ceil(Math.log2(bytes))
  return { [constants.ZSTD_c_windowLog]: log, [constants.ZSTD_c_hashLog]: Math.min(log, hashLogMax) }
}

/** 16 MiB of memory while it works. */
const hashLogMax = 22

/** A frame as it is stored: what it has as dictionary is decompressed already. */
export type Frame = { content: Uint8Array; size: number; dictionary?: Buffer | undefined }

export const decompress = ({ content, size, dictionary }: Frame): Buffer =>
  zstdDecompressSync(content, optionsOf(size, dictionary))

/** The same in a thread, of what is not small. */
export async function decompressInThread(frame: Frame): Promise<Buffer> {
  const { content, size, dictionary } = frame
  return size <= atOnceBytesMax ? decompress(frame) : zstdDecompressInThread(content, optionsOf(size, dictionary))
}

/** In one piece: each further one is a way to the thread and back. One that is full would be followed by another. */
const optionsOf = (size: number, dictionary: Buffer | undefined) => ({
  maxOutputLength: Math.max(1, size),
  chunkSize: Math.max(constants.Z_MIN_CHUNK, size + 1),
  ...(dictionary && { dictionary }),
})

/**
 * Gives back the memory of what was decompressed and nobody reads any more: V8 would go through all of its heap whenever
 * 64 MiB of it have come together. What is small may be a part of memory that others use.
 */
export function release({ buffer, length }: Buffer): void {
  if (length > Buffer.poolSize && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Not where it is empty, or Zstandard would take it for a dictionary of a format of its own (RFC 8878, section 5). */
export const canBeDictionary = (content: Buffer): boolean =>
  content.length > 0 && !(content.length >= 4 && content.readUInt32LE() === 0xec30a437)
