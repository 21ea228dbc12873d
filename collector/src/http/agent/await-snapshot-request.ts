import { DomainError } from '@rollcall/shared/errors.ts'
import { agentWantedPath } from '@rollcall/shared/messages/agent-protocol.ts'
import type { AgentCache } from '../../enrollment/agents/agent-cache.ts'
import { isSnapshotWanted } from '../../enrollment/agents/request-snapshot.ts'
import type { App, HttpDeps } from '../environment.ts'
import { authenticateAsAgent, refuseAgent } from '../middleware/authenticate.ts'
import { createRateLimiter } from '../server/rate-limiter.ts'

/** Rate of the calls of one agent: more than one that waits each time ever needs. */
const callRate = { perSecond: 0.2, burst: 5 }
/** Agents without a place call again at this rate, the first after a minute, so that they never come all at once. */
const laterPerSecond = 20
const laterMsMin = 60_000
const laterMsMax = 60 * 60_000

/** Adds the call with which an agent waits until somebody requests its snapshot. */
export function agentWantedRoute(app: App, deps: HttpDeps, agents: AgentCache): void {
  const { system, waitingAgents, agentSchedules } = deps
  const limiter = createRateLimiter(callRate)
  const nextCallSeconds = createTurns()

  app.get(agentWantedPath, authenticateAsAgent(agents.authenticate), async (c) => {
    const agent = c.get('agent')
    if (limiter.take(agent.id, performance.now()) === undefined)
      throw new DomainError('rate_limited', 'This agent calls too often.')
    const place = waitingAgents.enter(agent)
    try {
      let isWanted = await isSnapshotWanted(system, agent.tokenHash)
      if (isWanted === false && place) {
        await place.wait(c.req.raw.signal)
        isWanted = await isSnapshotWanted(system, agent.tokenHash)
      }
      if (isWanted === undefined) {
        agents.forget(agent)
        return refuseAgent(c)
      }
      if (!place) c.header('Retry-After', String(nextCallSeconds(performance.now())))
      return c.json({ snapshotWanted: isWanted, ...(await agentSchedules.of(agent.siteId)) }, 200)
    } finally {
      place?.leave()
    }
  })
}

/** Returns the seconds after which the next agent without a place calls again. */
function createTurns(): (nowMs: number) => number {
  let lastMs = 0
  return (nowMs) => {
    lastMs = Math.min(Math.max(lastMs + 1_000 / laterPerSecond, nowMs + laterMsMin), nowMs + laterMsMax)
    return Math.ceil((lastMs - nowMs) / 1_000)
  }
}
