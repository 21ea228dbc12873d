import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { parseRequestJson } from '../../ingest/reading/parse-json.ts'
import { parseBody } from '../../ingest/reading/validation.ts'
import type { Environment } from '../environment.ts'

/** 415 unless the body is declared as application/json, or where it may be one, as a merge patch (RFC 7396). */
export function requireJson(c: HonoContext<Environment>, mayBePatch = false): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  const isPatch = mayBePatch && type === 'application/merge-patch+json'
  if (type !== 'application/json' && !isPatch) {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json with that Content-Type.')
  }
}

/** 415 for a body that is compressed; where it may be, the reader unpacks it (see `withBody`). */
export function requireUncompressed(c: HonoContext<Environment>): void {
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Send the body without a Content-Encoding.')
  }
}

/** The body of a route that is not declared with a validator; 415, 400 `malformed_json` or 400 `validation_failed`. */
export async function readJson<T extends z.ZodType>(c: HonoContext<Environment>, schema: T): Promise<z.output<T>> {
  requireJson(c)
  requireUncompressed(c)
  return parseBody(schema, parseRequestJson(await c.req.arrayBuffer()))
}
