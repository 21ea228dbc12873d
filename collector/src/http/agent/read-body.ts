import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { Environment } from '../environment.ts'
import { requireJson } from '../read-json.ts'
import type { BodyBudget, BodyShare } from './body-budget.ts'
import { eachPart, partsOf } from './body-parts.ts'
import { packedAtOnceBytesMax, unpackAtOnce, unpacked } from './unpack.ts'

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
  const length = Number(c.req.header('Content-Length') ?? Number.NaN)
  if (length > snapshotBytesMax) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  const take = (part: Uint8Array) => {
    size += part.length
    if (size > snapshotBytesMax) throw tooLarge()
    share.take(part.length + partOverheadBytes)
    parts.push(part)
  }
  if (!isGzip) await eachPart(c, take)
  else if (length <= packedAtOnceBytesMax) {
    const packed = await readBytes(c, share)
    const body = unpackAtOnce(packed)
    for await (const part of body ? [body] : unpacked([packed])) take(part)
  } else for await (const part of unpacked(partsOf(c))) take(part)
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
