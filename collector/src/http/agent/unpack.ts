import { once } from 'node:events'
import { createGunzip, type Gunzip, gunzipSync } from 'node:zlib'
import { DomainError } from '@rollcall/shared/errors.ts'

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A body that is larger, packed or unpacked, would keep all others waiting. */
export const packedAtOnceBytesMax = 32 * 1024
const unpackedAtOnceBytesMax = 256 * 1024

/** What comes of a small gzip; undefined where that is large. A stream and its turns in other threads cost more. */
export function unpackAtOnce(packed: Buffer): Buffer | undefined {
  try {
    return gunzipSync(packed, { maxOutputLength: unpackedAtOnceBytesMax })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw asDataFault(error)
  }
}

/** The parts of what comes of gzip, as it comes. */
export async function* unpacked(parts: Parts): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip()
  void feed(gunzip, parts)
  try {
    for await (const part of gunzip) yield part
  } catch (error) {
    throw asDataFault(error)
  }
}

function asDataFault(error: unknown): unknown {
  const isDataFault = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
  return isDataFault ? new DomainError('validation_failed', 'The body is not valid gzip.') : error
}

async function feed(gunzip: Gunzip, parts: Parts): Promise<void> {
  try {
    for await (const part of parts) {
      if (gunzip.destroyed) return
      if (!gunzip.write(part)) await once(gunzip, 'drain')
    }
    gunzip.end()
  } catch (error) {
    gunzip.destroy(error instanceof Error ? error : new Error('the body broke off'))
  }
}
