import { DomainError } from '@rollcall/shared/errors.ts'
import type { z } from 'zod'
import { parseRequestJson } from '../../ingest/reading/parse-json.ts'
import { parseBody } from '../../ingest/reading/validation.ts'
import type { HttpContext } from '../environment.ts'

/** Throws 415 unless the Content-Type is application/json or, if allowed, a merge patch (RFC 7396). */
export function requireJson(c: HttpContext, mayBePatch = false): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  const isPatch = mayBePatch && type === 'application/merge-patch+json'
  if (type !== 'application/json' && !isPatch) {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json with that Content-Type.')
  }
}

/** Throws 415 for a compressed body. Routes that accept one unpack it with `withBody`. */
export function requireUncompressed(c: HttpContext): void {
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Send the body without a Content-Encoding.')
  }
}

/** Reads the body of a route without a validator; throws 415, 400 `malformed_json` or 400 `validation_failed`. */
export async function readJson<T extends z.ZodType>(c: HttpContext, schema: T): Promise<z.output<T>> {
  requireJson(c)
  requireUncompressed(c)
  return parseBody(schema, parseRequestJson(await c.req.arrayBuffer()))
}
