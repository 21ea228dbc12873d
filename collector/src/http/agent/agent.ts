import type { OpenAPIHono } from '@hono/zod-openapi'
import { DomainError } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import { agentJoinSchema, agentSelfPath, previousSnapshotHeader } from '@rollcall/shared/messages/enrollment.ts'
import type { Context as HonoContext } from 'hono'
import { type AgentRecord, createAgentCache } from '../../enrollment/agents/agent-cache.ts'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import {
  isUnknownAgent,
  recordAgents,
  recordIgnoredAgents,
  rejectDeletedAgents,
} from '../../enrollment/agents/record-agent.ts'
import { isIgnored } from '../../ingest/accept/admit-observations.ts'
import { type IngestOutcome, isSectionMissing, type Origin } from '../../ingest/accept/ingest.ts'
import { readDifference } from '../../ingest/reading/read-difference.ts'
import { deliveryOf } from '../../ingest/reading/reading.ts'
import { nowOf } from '../../lib/context.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { authenticateAsAgent, refuseAgent } from '../middleware/authenticate.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { readJson } from '../middleware/read-json.ts'
import type { BodyBudget } from './body-budget.ts'
import { clockAheadMs, sentAtMs } from './clock-ahead.ts'
import { addressesFor, offerCodings, type SnapshotBody, withSnapshotBody } from './snapshot-body.ts'

/** Body of an agent's request, and the milliseconds by which the agent's clock is ahead. */
type Body = SnapshotBody & { aheadMs: number }

/** Adds the routes of the agents' own protocol, which is not part of the documented API. */
export function agentRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps, budget: BodyBudget): void {
  const { system, ingest, reader, caPem, witnessClock } = deps
  const agents = createAgentCache(system)
  const addresses = () => ({ collectorUrls: deps.publicUrls() })

  app.post('/api/agent/join', limitBody(anonymousBodyBytesMax), async (c) => {
    offerCodings(c)
    const input = await readJson(c, agentJoinSchema)
    return c.json({ ...(await joinAgent(system, input)), ...addresses(), caPem }, 201)
  })

  app.get(agentSelfPath, authenticateAsAgent(agents), (c) =>
    c.json({ agentId: c.get('agent').id, ...addresses() }, 200),
  )

  app.post('/api/agent/snapshots', authenticateAsAgent(agents), (c) => {
    // Read before the body, which may take long to arrive.
    const sentMs = sentAtMs(c.req.header('Date'))
    const aheadMs = clockAheadMs(sentMs, system.clock.now())
    if (sentMs !== undefined) witnessClock(c.env.address ?? '', sentMs)
    const { id, siteId } = c.get('agent')
    const sender = { siteId, id, name: `agent ${id}` }
    offerCodings(c)
    return withSnapshotBody(c, { budget, sender }, (body) => takeSnapshot(c, { ...body, aheadMs }))
  })

  async function takeSnapshot(c: HonoContext<Environment>, sent: Body) {
    const agent = c.get('agent')
    try {
      const { status, deviceId, snapshotId } = await store(agent, sent, {
        ...versionIn(c.req.header('User-Agent')),
        ...previousIn(c.req.header(previousSnapshotHeader)),
      })
      return c.json({ deviceId, snapshotId, ...addressesFor(c, deps.publicUrls()) }, status === 'duplicate' ? 200 : 201)
    } catch (error) {
      // Accepted and dropped: after an error the agent would keep the snapshot in its spool.
      if (isIgnored(error))
        return c.json({ deviceId: null, snapshotId: null, ...addressesFor(c, deps.publicUrls()) }, 200)
      if (!isUnknownAgent(error)) throw error
      agents.forget(agent)
      return refuseAgent(c)
    }
  }

  async function store(
    agent: AgentRecord,
    sent: Body,
    told: Pick<Origin, 'agentVersion' | 'agentPreviousId'>,
  ): Promise<IngestOutcome> {
    const origin: Omit<Origin, 'packed'> = {
      siteId: agent.siteId,
      agentId: agent.id,
      ...told,
      ...(agent.autoTag === null ? {} : { autoTag: agent.autoTag }),
      actor: `agent ${agent.hostname}`,
      ...shared,
    }
    const submit = async (whole: boolean) => {
      const { reading, delivery } = await read(agent, sent, whole)
      const outcome = await ingest.submitPrepared({ ...origin, ...delivery })
      if (outcome.status === 'stored') reader.keep(agent.id, reading, outcome.snapshotId)
      return outcome
    }
    try {
      return await submit(false)
    } catch (error) {
      // The sections shared with the agent's last snapshot were deleted with that snapshot.
      if (isSectionMissing(error)) return submit(true)
      throw error
    }
  }

  /** Shared functions, so that ingest calls each of them once for a group. */
  const shared: Pick<Origin, 'admit' | 'onStored' | 'onIgnored'> = {
    admit: rejectDeletedAgents,
    onStored: (tx, stored) => recordAgents(tx, stored, nowOf(system)),
    onIgnored: (tx, ignored) => recordIgnoredAgents(tx, ignored, nowOf(system)),
  }

  async function read(agent: AgentRecord, { difference, aheadMs, ...sent }: Body, whole: boolean) {
    const input = { now: nowOf(system), aheadMs, whole }
    const reading = difference
      ? await readDifference(system.store, reader, { sender: sent.sender, ...difference, ...input })
      : await reader.readSnapshot(sent, { agentId: agent.id, ...input })
    const delivery = deliveryOf(reading)
    const { prepared } = delivery
    // An agent may report only its own machine.
    if (prepared.head.source !== 'Agent' || prepared.head.identity.agentId !== agent.id) {
      throw new DomainError('validation_failed', 'The observation belongs to another agent.', [
        { path: '/identity/agentId', message: 'must be the id that this agent received when it joined' },
      ])
    }
    return { reading, delivery }
  }
}

/** Reads the agent version from the User-Agent (RFC 9110 section 10.1.5), such as `rollcall-agent/1.2.3`. */
function versionIn(userAgent = ''): Pick<Origin, 'agentVersion'> {
  const agentVersion = /^rollcall-agent\/([\w.+-]{1,64})/.exec(userAgent)?.[1]
  return agentVersion === undefined ? {} : { agentVersion }
}

/** Reads the id of the previous snapshot from the agent's state. */
const previousIn = (id: string | undefined): Pick<Origin, 'agentPreviousId'> =>
  id !== undefined && isUuid(id) ? { agentPreviousId: id.toLowerCase() } : {}
