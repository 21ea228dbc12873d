import { once } from 'node:events'
import { createGunzip, type Gunzip } from 'node:zlib'
import { DomainError } from '@rollcall/shared/errors.ts'

type Parts = AsyncIterable<Uint8Array>

export async function* unpacked(parts: Parts): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip()
  void feed(gunzip, parts)
  try {
    for await (const part of gunzip) yield part
  } catch (error) {
    const isDataFault = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    if (isDataFault) throw new DomainError('validation_failed', 'The body is not valid gzip.')
    throw error
  }
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
