import { DomainError } from '@rollcall/shared/errors.ts'
import type { Packing } from '@rollcall/shared/node/unpack.ts'
import { authenticateClient } from '../../access/registrations/authenticate.ts'
import { isIgnored } from '../../ingest/accept/admit-observations.ts'
import { takeGlpiMessage } from '../../ingest/imports/import-document.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { BodyBudget } from '../agent/body-budget.ts'
import { withBody } from '../agent/read-body.ts'
import { problemResponse } from '../answers/problem.ts'
import type { App, HttpContext, HttpDeps } from '../environment.ts'
import { basicClient } from '../middleware/authorization.ts'
import { countClientCall } from '../middleware/count-client-call.ts'

/** Hours until the next contact of an agent. */
const expirationHours = 24

/**
 * Adds the route that GLPI agents call (GLPI JSON protocol: CONTACT and INVENTORY), for sites that migrate from GLPI.
 * The agent options `user` and `password` are Client ID and Client secret of an App registration with EditInventory.
 */
export function glpiAgentRoute(app: App, deps: HttpDeps, budget: BodyBudget): void {
  app.post(
    '/api/glpi-agent',
    (c, next) => countClientCall(c, next, deps, basicClient(c.req.header('Authorization'))),
    async (c) => {
      const client = basicClient(c.req.header('Authorization'))
      const actor = client && (await authenticateClient(deps.system, client))
      const siteId = actor?.siteIds[0]
      if (!actor || siteId === undefined) return refuse(c)
      const ctx = { ...deps.system, actor, siteId }
      requireCapability(ctx, 'EditInventory')
      const sender = { siteId, id: actor.id, name: `App registration ${actor.id}` }
      try {
        await withBody(c, { budget, sender, packing: packingOfMessage(c) }, (sent) =>
          takeGlpiMessage(ctx, deps.ingest, deps.reader, sent),
        )
        return answer(c)
      } catch (error) {
        // Accepted and dropped: after an error the agent would send the inventory again.
        if (isIgnored(error)) return answer(c)
        throw error
      }
    },
  )
}

/** Responds in the format of the agent, even behind a proxy. */
function answer(c: HttpContext) {
  for (const name of ['GLPI-Agent-ID', 'GLPI-Request-ID']) {
    const given = c.req.header(name)
    if (given !== undefined && /^[\w-]{1,64}$/.test(given)) c.header(name, given)
  }
  return c.json({ status: 'ok', expiration: expirationHours })
}

/** Asks for credentials: agents send them only on request. */
function refuse(c: HttpContext) {
  c.header('WWW-Authenticate', 'Basic realm="rollcall"')
  return problemResponse(
    c,
    'invalid_token',
    'Set user and password of the GLPI agent to Client ID and Client secret of an enabled App registration.',
  )
}

/** Content types of the protocol. The content is JSON, or XML in a first contact. */
const packings = new Map<string, Packing>([
  ['application/json', 'none'],
  ['application/xml', 'none'],
  ['application/x-compress-zlib', 'zlib'],
  ['application/x-compress-gzip', 'gzip'],
  ['application/x-compress-br', 'brotli'],
])

/** Reads the encoding of a GLPI agent's message from its Content-Type. */
function packingOfMessage(c: HttpContext): Packing {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const packing = packings.get(type)
  if (packing === undefined) {
    throw new DomainError('unsupported_media_type', `Send one of ${[...packings.keys()].join(', ')}.`)
  }
  return packing
}
