import type { OpenAPIHono } from '@hono/zod-openapi'
import { serviceJoinSchema, serviceRenewSchema } from '@rollcall/shared/messages/enrollment.ts'
import type { Context as HonoContext } from 'hono'
import { joinAuditService } from '../../scanning/audit-services/join-audit-service.ts'
import { verifyRenewal } from '../../scanning/audit-services/renew-audit-service.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { readJson } from '../middleware/read-json.ts'

/**
 * Adds the HTTPS routes of the Audit Services' own protocol, which is not part of the documented API. Everything else
 * uses NATS.
 */
export function auditServiceOwnRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps): void {
  // An Audit Service reaches the embedded NATS server by the same name as the collector.
  const hostOf = (c: HonoContext<Environment>) => new URL(c.req.url).hostname

  app.post('/api/audit-service/join', limitBody(anonymousBodyBytesMax), async (c) => {
    const input = await readJson(c, serviceJoinSchema)
    const joined = await joinAuditService(deps.system, input)
    const { userPublicKey } = input
    const admission = await deps.admitAuditService({ id: joined.auditServiceId, userPublicKey, host: hostOf(c) })
    return c.json({ ...joined, ...admission, caPem: deps.caPem }, 201)
  })

  app.post('/api/audit-service/renew', limitBody(anonymousBodyBytesMax), async (c) => {
    const { serviceId, userPublicKey } = await verifyRenewal(deps.system, await readJson(c, serviceRenewSchema))
    const { userJwt } = await deps.admitAuditService({ id: serviceId, userPublicKey, host: hostOf(c) })
    return c.json({ userJwt }, 200)
  })
}
