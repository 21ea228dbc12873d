import { serviceJoinSchema, serviceRenewSchema } from '@rollcall/shared/messages/enrollment.ts'
import { joinAuditService } from '../../scanning/audit-services/join-audit-service.ts'
import { verifyAddressRequest, verifyRenewal } from '../../scanning/audit-services/renew-audit-service.ts'
import type { App, HttpContext, HttpDeps } from '../environment.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { readJson } from '../middleware/read-json.ts'

/**
 * Adds the HTTPS routes of the Audit Services' own protocol, which is not part of the documented API. Everything else
 * uses NATS.
 */
export function auditServiceOwnRoutes(app: App, deps: HttpDeps): void {
  // An Audit Service reaches the embedded NATS server by the same names as the collector.
  const addresses = (c: HttpContext) => {
    const collectorUrls = deps.publicUrls()
    const natsServers = deps.natsServersFor([...new Set([new URL(c.req.url).origin, ...collectorUrls])])
    return { collectorUrls, natsServers }
  }

  app.post('/api/audit-service/join', limitBody(anonymousBodyBytesMax), async (c) => {
    const input = await readJson(c, serviceJoinSchema)
    const joined = await joinAuditService(deps.system, input)
    const { userPublicKey } = input
    const admission = await deps.admitAuditService({ id: joined.auditServiceId, userPublicKey })
    return c.json({ ...joined, ...admission, ...addresses(c), caPem: deps.caPem }, 201)
  })

  app.post('/api/audit-service/renew', limitBody(anonymousBodyBytesMax), async (c) => {
    const { serviceId, userPublicKey } = await verifyRenewal(deps.system, await readJson(c, serviceRenewSchema))
    const { userJwt } = await deps.admitAuditService({ id: serviceId, userPublicKey })
    return c.json({ userJwt }, 200)
  })

  app.post('/api/audit-service/addresses', limitBody(anonymousBodyBytesMax), async (c) => {
    await verifyAddressRequest(deps.system, await readJson(c, serviceRenewSchema))
    return c.json(addresses(c), 200)
  })
}
