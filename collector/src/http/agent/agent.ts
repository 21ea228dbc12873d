import type { OpenAPIHono } from '@hono/zod-openapi'
import { DomainError } from '@rollcall/shared/errors.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { agentJoinSchema } from '@rollcall/shared/messages/enrolment.ts'
import { nowOf } from '../../context.ts'
import { joinAgent } from '../../enrolment/join-agent.ts'
import { noteAgent } from '../../enrolment/note-agent.ts'
import { authenticateAgent } from '../../enrolment/read.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { bearerToken } from '../middleware/authenticate.ts'
import { parseBody } from '../validation.ts'
import { parseJson, readSnapshotBody } from './read-body.ts'

/** What agents call: their own protocol, not part of the documented API. */
export function agentRoutes(app: OpenAPIHono<Environment>, { system, ingest, caPem }: HttpDeps): void {
  app.post('/api/agent/join', async (c) => {
    const input = parseBody(agentJoinSchema, await c.req.json())
    return c.json({ ...(await joinAgent(system, input)), caPem }, 201)
  })

  app.post('/api/agent/snapshots', async (c) => {
    const token = bearerToken(c.req.header('Authorization'))
    const agent = token === undefined ? undefined : await authenticateAgent(system, token)
    if (!agent) throw new DomainError('invalid_token', 'This agent is not known here; join it again.')
    const raw = await readSnapshotBody(c)
    const observation = parseBody(observationSchema, parseJson(raw))
    // An agent speaks for itself only.
    if (observation.source !== 'Agent' || observation.identity.agentId !== agent.id) {
      throw new DomainError('validation_failed', 'The observation is not one of this agent.', [
        { path: '/identity/agentId', message: 'must be the id this agent got when it joined' },
      ])
    }
    const { status, deviceId, snapshotId } = await ingest.submit({
      siteId: agent.siteId,
      observation,
      raw,
      agentId: agent.id,
      ...(agent.autoTag === null ? {} : { autoTag: agent.autoTag }),
      actor: `agent ${agent.hostname}`,
      onStored: (tx, outcome) => noteAgent(tx, { agentId: agent.id, deviceId: outcome.deviceId, now: nowOf(system) }),
    })
    return c.json({ deviceId, snapshotId }, status === 'duplicate' ? 200 : 201)
  })
}
