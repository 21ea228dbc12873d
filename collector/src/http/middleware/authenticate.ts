import { DomainError } from '@rollcall/shared/errors.ts'
import type { AgentCache } from '../../enrollment/agents/agent-cache.ts'
import { chooseSite } from '../../lib/authorise.ts'
import { problemResponse } from '../answers/problem.ts'
import type { HttpContext, HttpDeps, Middleware } from '../environment.ts'
import { bearerToken } from './authorization.ts'

/** Path that stays open to a user who must change the password first. */
const mePath = '/api/v1/me'

/** Chooses the site of the authenticated caller (see `countCall`) before the body is read; 401 without a caller. */
export function authenticate(deps: HttpDeps): Middleware {
  return async (c, next) => {
    const actor = c.get('caller')
    if (!actor) {
      return refuse(
        c,
        'The token is invalid or expired, or its App registration is disabled or expired. Request a new token.',
      )
    }
    if (c.get('session')?.mustChangePassword && c.req.path !== mePath) {
      throw new DomainError(
        'password_change_required',
        'Your password is a one-time password. Choose another one first.',
      )
    }
    c.set('ctx', { ...deps.system, actor, siteId: chooseSite(actor, c.req.header('X-Site-Id')) })
    return next()
  }
}

/** Identifies the agent before the body is read; 401 for an agent that has not joined. */
export function authenticateAsAgent(authenticateToken: AgentCache['authenticate']): Middleware {
  return async (c, next) => {
    const token = bearerToken(c.req.header('Authorization'))
    const agent = token === undefined ? undefined : await authenticateToken(token)
    if (!agent) return refuseAgent(c)
    c.env?.authenticated?.(agent.id)
    c.set('agent', agent)
    return next()
  }
}

export const refuseAgent = (c: HttpContext) => refuse(c, 'This agent is not registered. Join it again.')

/** Responds with 401 (RFC 6750 section 3). A scheme other than Bearer is not reported as an invalid token. */
function refuse(c: HttpContext, detail: string) {
  const hasToken = /^bearer\b/i.test(c.req.header('Authorization')?.trim() ?? '')
  c.header('WWW-Authenticate', hasToken ? 'Bearer error="invalid_token"' : 'Bearer')
  const missing = 'Send "Authorization: Bearer <token>" with a token from the token endpoint.'
  return problemResponse(c, 'invalid_token', hasToken ? detail : missing)
}
