import type { MiddlewareHandler } from 'hono'
import { chooseSite } from '../../auth/authorise.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { problemResponse } from '../problem.ts'

/** The token of `Authorization: Bearer <token>` (RFC 6750); the scheme word in any case. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\w~+/.-]+=*)$/i.exec(header?.trim() ?? '')?.[1]
}

/** Finds out who asks, and for which site; 401 when nobody. */
export function authenticate(deps: HttpDeps): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const header = c.req.header('Authorization')
    const token = bearerToken(header)
    const actor = token === undefined ? undefined : await deps.authenticate(token)
    if (!actor) {
      c.header('WWW-Authenticate', header === undefined ? 'Bearer' : 'Bearer error="invalid_token"')
      return problemResponse(
        c,
        'invalid_token',
        header === undefined
          ? 'Send "Authorization: Bearer <token>" with a token of the token endpoint.'
          : 'The token is unknown or expired, or its App registration is disabled or expired; request a new one.',
      )
    }
    c.set('ctx', { ...deps.system, actor, siteId: chooseSite(actor, c.req.header('X-Site-Id')) })
    return next()
  }
}
