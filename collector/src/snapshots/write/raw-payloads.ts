import { compress } from '../sections/compress.ts'

/** A raw payload as it is first stored. */
export type PackedPayload = {
  content: Uint8Array
  size: number
  /** The snapshot whose raw payload is the dictionary of the content; undefined if it has none. */
  dictionaryOf?: string
}

/** Compresses a raw payload. To be called before the transaction that inserts it. */
export async function packPayload(raw: Buffer): Promise<PackedPayload> {
  return { content: await compress(raw), size: raw.length }
}
