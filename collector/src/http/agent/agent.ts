import type { OpenAPIHono } from '@hono/zod-openapi'
import { DomainError } from '@rollcall/shared/errors.ts'
import { toldObservationSchema } from '@rollcall/shared/inventory/told-observation.ts'
import { agentJoinSchema } from '@rollcall/shared/messages/enrolment.ts'
import type { Context as HonoContext } from 'hono'
import { nowOf } from '../../context.ts'
import { joinAgent } from '../../enrolment/join-agent.ts'
import { noteAgent } from '../../enrolment/note-agent.ts'
import type { Delivery } from '../../ingest/ingest.ts'
import { isIgnored } from '../../ingest/sort-out.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { authenticateAsAgent } from '../middleware/authenticate.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { parseJson, readJson } from '../read-json.ts'
import { parseBody } from '../validation.ts'
import type { BodyBudget } from './body-budget.ts'
import { withLargeBody } from './read-body.ts'

/** What agents call: their own protocol, not part of the documented API. */
export function agentRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps, budget: BodyBudget): void {
  const { system, ingest, caPem } = deps

  app.post('/api/agent/join', limitBody(anonymousBodyBytesMax), async (c) => {
    const input = await readJson(c, agentJoinSchema)
    return c.json({ ...(await joinAgent(system, input)), caPem }, 201)
  })

  app.post('/api/agent/snapshots', authenticateAsAgent(deps), (c) =>
    withLargeBody(c, budget, (raw) => takeSnapshot(c, raw)),
  )

  async function takeSnapshot(c: HonoContext<Environment>, raw: Buffer) {
    const agent = c.get('agent')
    const observation = parseBody(toldObservationSchema, parseJson(raw.toString('utf8')))
    // An agent speaks for itself only.
    if (observation.source !== 'Agent' || observation.identity.agentId !== agent.id) {
      throw new DomainError('validation_failed', 'The observation is not one of this agent.', [
        { path: '/identity/agentId', message: 'must be the id this agent got when it joined' },
      ])
    }
    const noted = { agentId: agent.id, now: nowOf(system), version: versionIn(c.req.header('User-Agent')) }
    const delivery: Delivery = {
      siteId: agent.siteId,
      observation,
      raw,
      agentId: agent.id,
      mayWait: true,
      ...(agent.autoTag === null ? {} : { autoTag: agent.autoTag }),
      actor: `agent ${agent.hostname}`,
      // Of a duplicate the device was noted with the first delivery, and may have been deleted since.
      onStored: async (tx, stored) => {
        for (const { outcome } of stored) {
          await noteAgent(tx, outcome.status === 'stored' ? { ...noted, deviceId: outcome.deviceId } : noted)
        }
      },
      onIgnored: (tx) => noteAgent(tx, { ...noted, deviceId: null }),
    }
    try {
      const { status, deviceId, snapshotId } = await ingest.submit(delivery)
      return c.json({ deviceId, snapshotId }, status === 'duplicate' ? 200 : 201)
    } catch (error) {
      // Taken and not wanted: an agent that heard an error would keep it in its spool.
      if (isIgnored(error)) return c.json({ deviceId: null, snapshotId: null }, 200)
      throw error
    }
  }
}

/** What version of the agent speaks, by its User-Agent (RFC 9110 section 10.1.5): `rollcall-agent/1.2.3`. */
const versionIn = (userAgent = ''): string | undefined => /^rollcall-agent\/([\w.+-]{1,64})/.exec(userAgent)?.[1]
