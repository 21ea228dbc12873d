import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { Environment } from './environment.ts'
import { parseBody } from './validation.ts'

/** 415 unless the body is declared as application/json, or where it may be one, as a merge patch (RFC 7396). */
export function requireJson(c: HonoContext<Environment>, mayBePatch = false): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  const isPatch = mayBePatch && type === 'application/merge-patch+json'
  if (type !== 'application/json' && !isPatch) {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json with that Content-Type.')
  }
}

/** The body of a route that is not declared with a validator; 415, 400 `malformed_json` or 400 `validation_failed`. */
export async function readJson<T extends z.ZodType>(c: HonoContext<Environment>, schema: T): Promise<z.output<T>> {
  requireJson(c)
  return parseBody(schema, parseJson(await c.req.text()))
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('malformed_json', 'The body is not well-formed JSON.')
  }
}
