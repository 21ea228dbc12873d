import type { Context as HonoContext, MiddlewareHandler, Next } from 'hono'
import type { Call } from '../../access/quota/count-calls.ts'
import type { Limit } from '../../access/quota/limit.ts'
import type { Limits } from '../../access/quota/limits.ts'
import { callerOfToken } from '../../access/registrations/caller-of-token.ts'
import type { Actor } from '../../lib/context.ts'
import { problemResponse } from '../answers/problem.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { bearerToken } from './bearer-token.ts'
import { createCallerTurns } from './caller-turns.ts'
import { noteSession, requireSameOrigin, sessionOf } from './session.ts'

/**
 * Finds out who calls and counts the call when it is an App registration, whatever then becomes of it: 404, 403, and 401
 * when the token is one that was good once. Before anything of a body is read.
 */
export function countCall(deps: HttpDeps): MiddlewareHandler<Environment> {
  const takeTurn = createCallerTurns()
  return async (c, next) => {
    const authorization = c.req.header('Authorization')
    // Whoever sends a token means it, whatever cookies there are.
    const session = authorization === undefined ? await sessionOf(c, deps.system) : undefined
    if (session) requireSameOrigin(c)
    const token = bearerToken(authorization)
    const actor = token === undefined ? session?.actor : await deps.authenticate(token)
    c.set('caller', actor)
    if (actor) c.env?.authenticated?.(actor.id)
    if (session) noteSession(c, session)
    const call = actor ? callOf(actor, c.req.header('X-Site-Id')) : token && (await callerOfToken(deps.system, token))
    const go = () => (call ? admit(c, next, deps.limits, call) : next())
    return actor ? takeTurn(actor.id, go) : go()
  }
}

/** The site that a call acts on; the current one where it asks for one that is not its caller's. */
function callOf({ kind, id, siteIds }: Actor, asked: string | undefined): Call | undefined {
  const siteId = siteIds.find((each) => each === asked?.toLowerCase()) ?? siteIds[0]
  return kind === 'app' && siteId !== undefined ? { siteId, registrationId: id } : undefined
}

/** Goes on when no limit is in the way; tells the limits in any case (draft-ietf-httpapi-ratelimit-headers-10). */
export async function admit(c: HonoContext<Environment>, next: Next, limits: Limits, call: Call): Promise<void> {
  const { exceeded, limits: held } = await limits.admit(call)
  // Before there is an answer: see `requestId`.
  if (held.length > 0) {
    c.header('RateLimit-Policy', held.map(policyItem).join(', '))
    c.header('RateLimit', held.map(limitItem).join(', '))
  }
  if (!exceeded) return next()
  c.res = refuse(c, exceeded, call)
  c.header('Retry-After', String(wholeSeconds(exceeded.resetSeconds)))
}

/** Never too early: what is left of a second is one. */
const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds))

const policyItem = ({ name, max, windowSeconds }: Limit) => `"${name}";q=${max};w=${wholeSeconds(windowSeconds)}`
const limitItem = ({ name, max, used, resetSeconds }: Limit) =>
  `"${name}";r=${Math.max(0, max - used)};t=${wholeSeconds(resetSeconds)}`

function refuse(c: HonoContext<Environment>, { name, max, resetSeconds }: Limit, { siteId }: Call): Response {
  const wait = `try again in ${wholeSeconds(resetSeconds)} seconds.`
  if (name !== 'quota') {
    return problemResponse(c, 'rate_limited', `More than ${max} calls of this App registration in a ${name}; ${wait}`)
  }
  // The calls of an Administrator are refused too, also the one that would raise it.
  const wayOut = `"rollcall quota <calls> --site ${siteId}" on the machine of the collector changes the quota.`
  const usedUp = `The site's ${max} API transactions of this month are used up; ${wait} ${wayOut}`
  return problemResponse(c, 'quota_exhausted', usedUp)
}
