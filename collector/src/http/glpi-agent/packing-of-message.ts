import { DomainError } from '@rollcall/shared/errors.ts'
import type { Packing } from '@rollcall/shared/node/unpack.ts'
import type { Context as HonoContext } from 'hono'
import type { Environment } from '../environment.ts'

/** Content types of the protocol. The content is JSON, or XML in a first contact. */
const packings = new Map<string, Packing>([
  ['application/json', 'none'],
  ['application/xml', 'none'],
  ['application/x-compress-zlib', 'zlib'],
  ['application/x-compress-gzip', 'gzip'],
  ['application/x-compress-br', 'brotli'],
])

/** Reads the encoding of a GLPI agent's message from its Content-Type. */
export function packingOfMessage(c: HonoContext<Environment>): Packing {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const packing = packings.get(type)
  if (packing === undefined) {
    throw new DomainError('unsupported_media_type', `Send one of ${[...packings.keys()].join(', ')}.`)
  }
  return packing
}
