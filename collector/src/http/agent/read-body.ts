import { once } from 'node:events'
import { createGunzip, type Gunzip } from 'node:zlib'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { Environment } from '../environment.ts'
import { requireJson } from '../read-json.ts'
import type { BodyBudget, BodyShare } from './body-budget.ts'

/** Snapshot and import bodies, after decompression. */
export const snapshotBytesMax = 64 * 1024 * 1024
/** What a part of a body takes besides its bytes: one sent octet by octet must not take many times its size. */
const partOverheadBytes = 256

/**
 * The bytes of a JSON body, gzip or plain, unpacked as it arrives: never more than the limit, and never more than the
 * share can take. The share is the caller's to release.
 */
export async function readSnapshotBody(c: HonoContext<Environment>, share: BodyShare): Promise<Buffer> {
  requireJson(c)
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (!['gzip', 'identity'].includes(encoding)) {
    throw new DomainError('unsupported_media_type', 'Send the body plain or with Content-Encoding gzip.')
  }
  return readBytes(c, share, encoding === 'gzip')
}

/** The same of any content type. */
export async function readBytes(c: HonoContext<Environment>, share: BodyShare, isGzip = false): Promise<Buffer> {
  if (Number(c.req.header('Content-Length') ?? 0) > snapshotBytesMax) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of partsOf(c.req.raw.body, isGzip)) {
    size += part.length
    if (size > snapshotBytesMax) throw tooLarge()
    share.take(part.length + partOverheadBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The whole of a large JSON body, as it came; held against the budget until `use` has ended. */
export async function withLargeBody<R>(
  c: HonoContext<Environment>,
  budget: BodyBudget,
  use: (raw: Buffer) => Promise<R>,
): Promise<R> {
  const share = budget.open()
  try {
    return await use(await readSnapshotBody(c, share))
  } finally {
    share.release()
  }
}

const tooLarge = () => new DomainError('payload_too_large', 'The snapshot is larger than 64 MiB.')

type Body = ReadableStream<Uint8Array> | null
type Reader = ReadableStreamDefaultReader<Uint8Array>

async function* partsOf(body: Body, gzipped: boolean): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  if (!reader) return
  if (!gzipped) return yield* read(reader)
  const gunzip = createGunzip()
  void feed(gunzip, reader)
  try {
    for await (const part of gunzip) yield part
  } catch (error) {
    const isDataFault = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    if (isDataFault) throw new DomainError('validation_failed', 'The body is not valid gzip.')
    throw error
  }
}

/** Leaves a body that is not wanted any more unread: to cancel it would cut the connection before the answer. */
async function* read(reader: Reader): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

async function feed(gunzip: Gunzip, reader: Reader): Promise<void> {
  try {
    for await (const part of read(reader)) {
      if (gunzip.destroyed) return
      if (!gunzip.write(part)) await once(gunzip, 'drain')
    }
    gunzip.end()
  } catch (error) {
    gunzip.destroy(error instanceof Error ? error : new Error('the body broke off'))
  }
}
