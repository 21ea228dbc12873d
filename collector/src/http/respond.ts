import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import type { Environment } from './environment.ts'

/** Strong entity tag (RFC 9110 section 8.8.3) of the bytes that are sent. */
function entityTag(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/** True when If-None-Match names this tag, or any (RFC 9110 section 13.1.2). */
function alreadyHas(c: HonoContext<Environment>, tag: string): boolean {
  const given = c.req.header('If-None-Match')
  if (given === undefined) return false
  return given.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

/**
 * Sets the strong ETag of what is sent, a resource as JSON or bytes as they are; true when the caller has this very
 * state, and 304 is the answer.
 */
export function unchanged(c: HonoContext<Environment>, sent: object | Uint8Array): boolean {
  const tag = entityTag(sent instanceof Uint8Array ? sent : JSON.stringify(sent))
  c.header('ETag', tag)
  return alreadyHas(c, tag)
}
