import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { BodyShare } from '../agent/body-budget.ts'
import { readBytes, snapshotBytesMax } from '../agent/read-body.ts'
import type { Environment } from '../environment.ts'
import { parseJson } from '../read-json.ts'

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** The content types of the protocol; what is packed is JSON, or the XML of a first contact. */
const unpackers = new Map<string, Unpack | undefined>([
  ['application/json', undefined],
  ['application/xml', undefined],
  ['application/x-compress-zlib', promisify(inflate)],
  ['application/x-compress-gzip', promisify(gunzip)],
  ['application/x-compress-br', promisify(brotliDecompress)],
])

/** `prolog`: an agent that does not know yet what its server speaks. */
type Message = 'prolog' | { json: unknown; raw: Buffer }

/** What a GLPI agent sent, unpacked; never more than a snapshot may have. */
export async function readMessage(c: HonoContext<Environment>, share: BodyShare): Promise<Message> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!unpackers.has(type)) {
    throw new DomainError('unsupported_media_type', `Send one of ${[...unpackers.keys()].join(', ')}.`)
  }
  const sent = await readBytes(c, share)
  const unpack = unpackers.get(type)
  const raw = unpack ? await unpacked(unpack, sent) : sent
  if (unpack) share.take(raw.length)
  const text = raw.toString('utf8')
  return /^\s*</.test(text) && /<QUERY>\s*PROLOG\s*<\/QUERY>/i.test(text) ? 'prolog' : { json: parseJson(text), raw }
}

async function unpacked(unpack: Unpack, sent: Buffer): Promise<Buffer> {
  try {
    return await unpack(sent, { maxOutputLength: snapshotBytesMax })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge) throw new DomainError('payload_too_large', 'The document is larger than 64 MiB.')
    throw new DomainError('validation_failed', 'The body cannot be unpacked as its Content-Type says.')
  }
}
