import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { codeOf, DomainError } from '../errors.ts'
import { type JsonBounds, JsonScanner } from './json-bounds.ts'

/** Compression of a body. */
export type Packing = 'none' | 'gzip' | 'zlib' | 'brotli' | 'zstd'
/** A body, and the dictionary that it was compressed with (zstd only). */
export type Packed = { bytes: Uint8Array; packing: Packing; dictionary?: Uint8Array | undefined }
type Compressed = Packed & { packing: Exclude<Packing, 'none'> }

type Options = {
  maxOutputLength: number
  chunkSize?: number
  params?: Record<number, number>
  dictionary?: Uint8Array
}
type Codec = {
  sync(bytes: Uint8Array, options: Options): Buffer
  async(bytes: Uint8Array, options: Options): Promise<Buffer>
  stream(options: Omit<Options, 'maxOutputLength'>): AsyncIterable<Buffer> & { end(bytes: Uint8Array): void }
  params?: Record<number, number>
}

const codecs: Record<Compressed['packing'], Codec> = {
  gzip: { sync: zlib.gunzipSync, async: promisify(zlib.gunzip), stream: zlib.createGunzip },
  zlib: { sync: zlib.inflateSync, async: promisify(zlib.inflate), stream: zlib.createInflate },
  brotli: {
    sync: zlib.brotliDecompressSync,
    async: promisify(zlib.brotliDecompress),
    stream: zlib.createBrotliDecompress,
  },
  zstd: {
    sync: zlib.zstdDecompressSync,
    async: promisify(zlib.zstdDecompress),
    stream: zlib.createZstdDecompress,
    // A frame names the memory that its decoder needs: at most 8 MiB is allowed.
    params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 },
  },
}

function optionsOf({ packing, dictionary }: Compressed): Pick<Options, 'params' | 'dictionary'> {
  const { params } = codecs[packing]
  return { ...(params && { params }), ...(dictionary && { dictionary }) }
}

/** Largest ratio of unpacked to packed size, for bodies above the size at which it matters. */
export const unpackRatioMax = 100
const ratioFromBytes = 1024 * 1024
/** Returns the largest unpacked size of a packed body in bytes. A body may repeat its dictionary once. */
export const unpackedBytesMax = ({ bytes, dictionary }: Pick<Packed, 'bytes' | 'dictionary'>): number =>
  Math.max(ratioFromBytes, bytes.length * unpackRatioMax) + (dictionary?.length ?? 0)

/** A body up to this size is unpacked synchronously; a larger one in a zlib thread. */
const syncBytesMax = 32 * 1024
const chunkBytes = 64 * 1024

/** Returns the unpacked bytes, or undefined if they are more than `bytesMax`. Blocks while it unpacks. */
export function unpackSmall(packed: Packed, bytesMax: number): Buffer | undefined {
  const { bytes, packing } = packed
  if (packing === 'none') return bytes.length <= bytesMax ? asBuffer(bytes) : undefined
  if (bytes.length > syncBytesMax) return undefined
  try {
    return codecs[packing].sync(bytes, { maxOutputLength: bytesMax, ...optionsOf({ ...packed, packing }) })
  } catch (error) {
    if (isTooLarge(error)) return undefined
    throw asDataFault(error, packing)
  }
}

/** Refuses a packed body of a few kilobytes that unpacks to more than its ratio allows. Takes some milliseconds. */
export function refuseSmallBomb(packed: Packed): void {
  const isSmall = packed.packing !== 'none' && packed.bytes.length * unpackRatioMax <= ratioFromBytes
  if (isSmall && unpackSmall(packed, unpackedBytesMax(packed)) === undefined) throw tooPacked()
}

/** Returns the unpacked bytes, or undefined if they are more than `bytesMax`. Unpacks in a zlib thread. */
export async function unpackUpTo(packed: Packed, bytesMax: number): Promise<Buffer | undefined> {
  const { bytes, packing } = packed
  if (packing === 'none') return bytes.length <= bytesMax ? asBuffer(bytes) : undefined
  try {
    return await codecs[packing].async(bytes, { maxOutputLength: bytesMax, ...optionsOf({ ...packed, packing }) })
  } catch (error) {
    if (isTooLarge(error)) return undefined
    throw asDataFault(error, packing)
  }
}

/** An unpacked JSON text with the number of its values and containers. */
type Unpacked = { json: Buffer; values: number; containers: number }

/**
 * Returns the unpacked JSON text within `bytesMax` and the bounds; otherwise throws a DomainError that names the limit.
 * A large body is unpacked twice: the first pass only counts and stores nothing, so a decompression bomb ends at the
 * limit that it exceeds.
 */
export async function unpackJson(packed: Packed, bytesMax: number, bounds: JsonBounds): Promise<Unpacked> {
  const { bytes, packing } = packed
  const scanner = new JsonScanner(bounds)
  const json =
    unpackSmall(packed, Math.min(bytesMax, ratioFromBytes)) ??
    (packing === 'none'
      ? asBuffer(bytes)
      : await unpackLarge({ ...packed, packing }, bytesMax, new JsonScanner(bounds)))
  if (json.length > bytesMax) throw tooLarge(bytesMax)
  scanner.take(json)
  const { values, containers } = scanner
  return { json, values, containers }
}

async function unpackLarge(packed: Compressed, bytesMax: number, scanner: JsonScanner): Promise<Buffer> {
  const { bytes, packing } = packed
  const size = await countUnpacked(packed, bytesMax, scanner)
  // In one piece: a full chunk would be followed by another.
  const options = { maxOutputLength: Math.max(1, size), chunkSize: size + chunkBytes, ...optionsOf(packed) }
  return codecs[packing].async(bytes, options)
}

async function countUnpacked(packed: Compressed, bytesMax: number, scanner: JsonScanner): Promise<number> {
  const { bytes, packing } = packed
  const ratioBytesMax = unpackedBytesMax(packed)
  const stream = codecs[packing].stream({ chunkSize: chunkBytes, ...optionsOf(packed) })
  stream.end(bytes)
  let size = 0
  try {
    for await (const part of stream) {
      size += part.length
      if (size > bytesMax) throw tooLarge(bytesMax)
      if (size > ratioBytesMax) throw tooPacked()
      scanner.take(part)
    }
  } catch (error) {
    throw asDataFault(error, packing)
  }
  return size
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const isTooLarge = (error: unknown): boolean => codeOf(error) === 'ERR_BUFFER_TOO_LARGE'

/** Converts a zlib error into an error about the body. Other errors are passed on. */
const asDataFault = (error: unknown, packing: Packing): unknown =>
  /^(Z_|ZSTD_error|ERR__ERROR)/.test(String(codeOf(error)))
    ? new DomainError('validation_failed', `The body is not valid ${packing}.`)
    : error

const tooPacked = () =>
  new DomainError(
    'payload_too_large',
    `The body unpacks to more than ${unpackRatioMax} times its size; send it in parts, or without compression.`,
  )
const tooLarge = (bytesMax: number) =>
  new DomainError('payload_too_large', `The body is larger than ${Math.round(bytesMax / 2 ** 20)} MiB unpacked.`)
