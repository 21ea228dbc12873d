import { DomainError } from '@rollcall/shared/errors.ts'
import { agentSelfPath } from '@rollcall/shared/messages/agent-protocol.ts'
import type { AgentCache, AgentRecord } from '../../enrollment/agents/agent-cache.ts'
import {
  isUnknownAgent,
  recordAgents,
  recordIgnoredAgents,
  rejectInvalidAgents,
} from '../../enrollment/agents/record-agent.ts'
import { createRefusalRecorder } from '../../enrollment/agents/record-refusal.ts'
import { isIgnored } from '../../ingest/accept/admit-observations.ts'
import { type IngestOutcome, isSectionMissing, type Origin } from '../../ingest/accept/ingest.ts'
import { submitCompleted } from '../../ingest/completion/submit-completed.ts'
import { readDifference } from '../../ingest/reading/read-difference.ts'
import { preparedOf } from '../../ingest/reading/reading.ts'
import { isAboutTime } from '../../ingest/reading/right-clock.ts'
import { nowOf } from '../../lib/context.ts'
import type { App, HttpContext, HttpDeps } from '../environment.ts'
import { authenticateAsAgent, refuseAgent } from '../middleware/authenticate.ts'
import { clockAheadMs, sentAtMs } from './agent-clock.ts'
import type { BodyBudget } from './body-budget.ts'
import { addressesFor, agentIn, offerCodings, type SnapshotBody, withSnapshotBody } from './snapshot-body.ts'

/** Body of an agent's request, and the milliseconds by which the agent's clock is ahead. */
type Body = SnapshotBody & { aheadMs: number }

/** Adds the routes of the agents' own protocol, which is not part of the documented API. */
export function agentRoutes(
  app: App,
  deps: HttpDeps,
  { agents, budget }: { agents: AgentCache; budget: BodyBudget },
): void {
  const { system, ingest, reader, witnessClock, agentSchedules } = deps
  const refusals = createRefusalRecorder(system)

  app.get(agentSelfPath, authenticateAsAgent(agents.authenticateNow), (c) =>
    c.json({ agentId: c.get('agent').id, collectorUrls: deps.publicUrls() }, 200),
  )

  app.post('/api/agent/snapshots', authenticateAsAgent(agents.authenticate), async (c) => {
    // Read before the body, which may take long to arrive.
    const sentMs = sentAtMs(c.req.header('Date'))
    const aheadMs = clockAheadMs(sentMs, system.clock.now())
    if (sentMs !== undefined) witnessClock(c.env.address ?? '', sentMs)
    const { id, siteId } = c.get('agent')
    const sender = { siteId, id, name: `agent ${id}` }
    offerCodings(c)
    try {
      return await withSnapshotBody(c, { budget, sender }, (body) => takeSnapshot(c, { ...body, aheadMs }))
    } catch (error) {
      await refusals.record(id, error)
      throw error
    }
  })

  async function takeSnapshot(c: HttpContext, sent: Body) {
    const agent = c.get('agent')
    try {
      const { status, deviceId, snapshotId } = await store(agent, sent, agentIn(c))
      return c.json({ deviceId, snapshotId, ...(await newsFor(c)) }, status === 'duplicate' ? 200 : 201)
    } catch (error) {
      // Accepted and dropped: after an error the agent would keep the snapshot in its spool.
      if (isIgnored(error)) return c.json({ deviceId: null, snapshotId: null, ...(await newsFor(c)) }, 200)
      if (!isUnknownAgent(error)) throw error
      agents.forget(agent)
      return refuseAgent(c)
    }
  }

  /** Returns the fields of each answer: the schedule, and the collector's addresses if the agent has others. */
  const newsFor = async (c: HttpContext) => ({
    ...addressesFor(c, deps.publicUrls()),
    ...(await agentSchedules.of(c.get('agent').siteId)),
  })

  async function store(
    agent: AgentRecord,
    sent: Body,
    sentBy: Pick<Origin, 'agentVersion' | 'agentPreviousId'>,
  ): Promise<IngestOutcome> {
    const origin: Omit<Origin, 'packed'> = {
      siteId: agent.siteId,
      agentId: agent.id,
      agentTokenHash: agent.tokenHash,
      ...sentBy,
      ...(agent.autoTag === null ? {} : { autoTag: agent.autoTag }),
      actor: `agent ${agent.hostname}`,
      ...shared,
    }
    const submit = async (whole: boolean) => {
      const { reading, prepared } = await read(agent, sent, whole)
      const observed = { siteId: agent.siteId, sender: sent.sender, reading, prepared }
      const outcome = await submitCompleted(system, reader, observed, (delivery) => {
        const { osName, head } = delivery.prepared
        const missing = head.truncated.filter((line) => !isAboutTime(line))
        const agentReport = { osName, truncated: missing, clockAheadMs: sent.aheadMs }
        return ingest.submitPrepared({ ...origin, ...delivery, agentReport })
      })
      refusals.forget(agent.id)
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
    admit: rejectInvalidAgents,
    onStored: (tx, stored) => recordAgents(tx, stored, nowOf(system)),
    onIgnored: (tx, ignored) => recordIgnoredAgents(tx, ignored, nowOf(system)),
  }

  async function read(agent: AgentRecord, { difference, aheadMs, ...sent }: Body, whole: boolean) {
    const input = { now: nowOf(system), aheadMs, whole }
    const reading = difference
      ? await readDifference(system.store, reader, { sender: sent.sender, ...difference, ...input })
      : await reader.readSnapshot(sent, { agentId: agent.id, ...input })
    const prepared = preparedOf(reading)
    // An agent may report only its own machine.
    if (prepared.head.source !== 'Agent' || prepared.head.identity.agentId !== agent.id) {
      throw new DomainError('validation_failed', 'The observation belongs to another agent.', [
        { path: '/identity/agentId', message: 'must be the id that this agent received when it joined' },
      ])
    }
    return { reading, prepared }
  }
}
