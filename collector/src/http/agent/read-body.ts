import { DomainError } from '@rollcall/shared/errors.ts'
import { dictionaryCoding } from '@rollcall/shared/node/differences/dcz.ts'
import type { Packing } from '@rollcall/shared/node/unpack.ts'
import type { Sender } from '../../ingest/reading/fair-queue.ts'
import { bodyBytesMax } from '../../ingest/reading/jobs.ts'
import type { Sent } from '../../ingest/reading/reader.ts'
import type { HttpContext } from '../environment.ts'
import { requireJson } from '../middleware/read-json.ts'
import type { BodyBudget, BodyShare } from './body-budget.ts'
import { eachPart } from './body-parts.ts'

/** Overhead in memory of each part of a body: a body sent byte by byte must not take many times its size. */
const partOverheadBytes = 256

/** Reads the encoding of a JSON body from its headers. */
export function packingOfJson(c: HttpContext): Packing {
  requireJson(c)
  const encoding = encodingOf(c)
  if (!['gzip', 'identity'].includes(encoding)) {
    throw new DomainError('unsupported_media_type', 'Send the body plain or with Content-Encoding gzip.')
  }
  return encoding === 'gzip' ? 'gzip' : 'none'
}

const encodingOf = (c: HttpContext): string => c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity'

/** Reports whether a JSON body is a difference (`Content-Encoding: dcz`). */
export function isDifference(c: HttpContext): boolean {
  requireJson(c)
  return encodingOf(c) === dictionaryCoding
}

/**
 * Reads a body as it arrives, compressed or not, and passes it to `use`. The body counts against the sender's share of
 * the budget until `use` has ended.
 */
export async function withBody<R>(
  c: HttpContext,
  { budget, sender, packing }: { budget: BodyBudget; sender: Sender; packing: Packing },
  use: (sent: Sent, share: BodyShare) => Promise<R>,
): Promise<R> {
  const share = budget.open(sender)
  try {
    return await use({ sender, packing, bytes: await readBytes(c, share) }, share)
  } finally {
    share.release()
  }
}

/** Reads the bytes of a body, up to the size limit and the sender's share. */
export async function readBytes(c: HttpContext, share: BodyShare): Promise<Buffer> {
  const length = Number(c.req.header('Content-Length') ?? Number.NaN)
  if (length > bodyBytesMax) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  await eachPart(c, (part) => {
    size += part.length
    if (size > bodyBytesMax) throw tooLarge()
    share.take(part.length + partOverheadBytes)
    parts.push(part)
  })
  return joined(parts)
}

/** Returns the only part as the body, unless it would keep more than twice its size in memory. */
function joined([only, ...others]: readonly Uint8Array[]): Buffer {
  if (!only) return Buffer.alloc(0)
  const isBody = others.length === 0 && only.length * 2 > only.buffer.byteLength
  return isBody ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat([only, ...others])
}

const tooLarge = () => new DomainError('payload_too_large', 'The body exceeds 64 MiB.')
