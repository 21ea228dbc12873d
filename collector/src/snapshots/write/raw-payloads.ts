import { compress } from '../sections/compress.ts'

/** A raw payload as it is stored at first. */
export type PackedPayload = {
  content: Uint8Array
  size: number
  /** The snapshot whose raw payload is the dictionary of the content; undefined where it has none. */
  dictionaryOf?: string
}

/** To be called before the transaction that inserts it. */
export async function packPayload(raw: Buffer): Promise<PackedPayload> {
  return { content: await compress(raw), size: raw.length }
}
