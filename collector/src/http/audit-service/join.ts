import type { OpenAPIHono } from '@hono/zod-openapi'
import { serviceJoinSchema } from '@rollcall/shared/messages/enrolment.ts'
import { joinAuditService } from '../../enrolment/join-audit-service.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { readJson } from '../read-json.ts'

/** POST /api/audit-service/join: the one call an Audit Service makes over HTTPS; the rest goes over NATS. */
export function auditServiceJoinRoute(app: OpenAPIHono<Environment>, deps: HttpDeps): void {
  app.post('/api/audit-service/join', limitBody(anonymousBodyBytesMax), async (c) => {
    const input = await readJson(c, serviceJoinSchema)
    const joined = await joinAuditService(deps.system, input)
    // NATS of the embedded server is reached by the very name the service reached us by.
    const host = new URL(c.req.url).hostname
    const admission = await deps.admitAuditService({
      id: joined.auditServiceId,
      userPublicKey: input.userPublicKey,
      host,
    })
    return c.json({ ...joined, ...admission, caPem: deps.caPem }, 201)
  })
}
