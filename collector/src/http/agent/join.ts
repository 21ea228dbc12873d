import { agentJoinSchema } from '@rollcall/shared/messages/enrollment.ts'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import type { App, HttpDeps } from '../environment.ts'
import { anonymousBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { readJson } from '../middleware/read-json.ts'
import { offerCodings } from './snapshot-body.ts'

/** Adds the route by which an agent exchanges its join token for an identity. */
export function agentJoinRoute(app: App, { system, publicUrls, caPem, waitingAgents, agentSchedules }: HttpDeps): void {
  app.post('/api/agent/join', limitBody(anonymousBodyBytesMax), async (c) => {
    offerCodings(c)
    const input = await readJson(c, agentJoinSchema)
    const joined = await joinAgent(system, input)
    // A call with the token that this agent had before ends.
    waitingAgents.wake(joined.agentId)
    return c.json({ ...joined, ...(await agentSchedules.of(joined.siteId)), collectorUrls: publicUrls(), caPem }, 201)
  })
}
