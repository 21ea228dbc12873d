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
  const sent = bodyOf(c)
  for await (const part of isGzip ? unpacked(sent) : sent) {
    size += part.length
    if (size > snapshotBytesMax) throw tooLarge()
    share.take(part.length + partOverheadBytes)
    parts.push(part)
  }
  return joined(parts)
}

/** Most come in one part: that is the body, unless it would hold memory of more than twice its size. */
function joined([only, ...others]: readonly Uint8Array[]): Buffer {
  if (!only) return Buffer.alloc(0)
  const isBody = others.length === 0 && only.length * 2 > only.buffer.byteLength
  return isBody ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat([only, ...others])
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

type Parts = AsyncIterable<Uint8Array>

/**
 * The parts of a body as they come. Those that come over a socket are taken from it: to make a web stream of them would
 * cost as much as all else of a request. One that is not wanted any more is left unread: to cancel it would cut the
 * connection before the answer.
 */
function bodyOf(c: HonoContext<Environment>): Parts {
  const { incoming } = c.env ?? {}
  return incoming ? incoming.iterator({ destroyOnReturn: false }) : read(c.req.raw.body)
}

async function* read(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

async function* unpacked(parts: Parts): AsyncGenerator<Uint8Array, void, undefined> {
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
