import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import type { Environment } from './environment.ts'

/** Strong entity tag (RFC 9110 section 8.8.3) of a representation. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

/** True when If-None-Match names this tag, or any. */
function alreadyHas(c: HonoContext<Environment>, tag: string): boolean {
  const given = c.req.header('If-None-Match')
  if (given === undefined) return false
  return given.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

/** Sets the strong ETag of a single resource; true when the caller has this very state, and 304 is the answer. */
export function unchanged(c: HonoContext<Environment>, resource: unknown): boolean {
  const tag = entityTag(JSON.stringify(resource))
  c.header('ETag', tag)
  return alreadyHas(c, tag)
}
