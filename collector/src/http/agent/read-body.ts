import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { Environment } from '../environment.ts'

const unzip = promisify(gunzip)

/** Snapshot and import bodies, after decompression. */
export const snapshotBytesMax = 64 * 1024 * 1024

/** The bytes of a JSON body, gzip or plain; never unpacks more than the limit. */
export async function readSnapshotBody(c: HonoContext<Environment>): Promise<Buffer> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (type !== 'application/json' || !['gzip', 'identity'].includes(encoding)) {
    throw new DomainError('unsupported_media_type', 'Send application/json, plain or with Content-Encoding gzip.')
  }
  const sent = Buffer.from(await c.req.arrayBuffer())
  if (encoding === 'identity') return sent
  try {
    return await unzip(sent, { maxOutputLength: snapshotBytesMax })
  } catch (error) {
    if (error instanceof RangeError) throw new DomainError('payload_too_large', 'The snapshot is larger than 64 MiB.')
    throw new DomainError('validation_failed', 'The body is not valid gzip.')
  }
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new DomainError('malformed_json', 'The body is not well-formed JSON.')
  }
}
