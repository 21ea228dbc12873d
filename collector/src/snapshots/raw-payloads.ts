import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { compress } from './compress.ts'

/** A raw payload as it is stored. */
export type PackedPayload = { content: Uint8Array; size: number }

const decompress = promisify(zstdDecompress)

/** To be called before the transaction that inserts it. */
export async function packPayload(raw: Buffer): Promise<PackedPayload> {
  return { content: await compress(raw), size: raw.length }
}

/** What was sent, byte for byte. */
export async function unpackPayload({ content, size }: PackedPayload): Promise<Buffer> {
  return decompress(content, { maxOutputLength: Math.max(1, size) })
}
