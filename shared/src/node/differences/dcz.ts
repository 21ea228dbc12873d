import { hash as digest } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'

// The content coding `dcz`: Zstandard with a dictionary that both sides have (RFC 9842, section 5). A skippable frame
// before the content holds the SHA-256 of the dictionary.

export const dictionaryCoding = 'dcz'

const magic = Buffer.from('5e2a4d1820000000', 'hex')
const digestBytes = 32
const headerBytes = magic.length + digestBytes

/** Largest body and dictionary of a difference that has to be unpacked: some 10,000 programs. */
export const differenceBytesMax = 2 * 1024 * 1024

/** A body that can only be unpacked with its dictionary. */
export type Difference = {
  /** SHA-256 of the dictionary. */
  digest: Buffer
  /** Zstandard frame. */
  frame: Buffer
}

export const digestOf = (dictionary: Uint8Array): Buffer => digest('sha256', dictionary, 'buffer')

/** Writes a body with this coding. */
export const encodeDifference = ({ digest: ofDictionary, frame }: Difference): Buffer =>
  Buffer.concat([magic, ofDictionary, frame])

/** Reads a body with this coding; undefined if it has another form. */
export function decodeDifference(bytes: Buffer): Difference | undefined {
  if (bytes.length < headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return undefined
  return { digest: bytes.subarray(magic.length, headerBytes), frame: bytes.subarray(headerBytes) }
}

/** Smallest window of the format, and the largest that a receiver accepts, because unpacking takes as much memory. */
const windowLogMin = 10
const windowLogMax = 23
/** Takes some milliseconds for a thousand programs, and a sixth fewer bytes than the default of 3. */
const level = 9
/** Tables of half a MiB instead of 5, for one byte more in a hundred: the agent has little memory. */
const tableLog = 16

/** Compresses a body of any size with a dictionary whose bytes it may repeat. */
export function compressWith(dictionary: Buffer, body: Buffer): Buffer {
  // The window has to reach from the end of the body back to the beginning of the dictionary.
  const log = Math.ceil(Math.log2(dictionary.length + body.length))
  const windowLog = Math.min(Math.max(log, windowLogMin), windowLogMax)
  return zstdCompressSync(body, {
    dictionary,
    params: {
      [constants.ZSTD_c_windowLog]: windowLog,
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_hashLog]: tableLog,
      [constants.ZSTD_c_chainLog]: tableLog,
    },
  })
}
