import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import type { testApp } from './app.ts'

/** For tests: joins an agent to the site, and calls the collector like one. */
export async function testAgent(call: Awaited<ReturnType<typeof testApp>>['call'], hostname: string) {
  const made = await call('POST', '/api/v1/join-tokens', { json: { for: 'agent' } })
  const { secret } = parseJoinToken(((await made.json()) as JoinTokenMade).token) ?? {}
  const join = await call('POST', '/api/agent/join', { token: null, json: { secret, hostname, version: '0.1.0' } })
  const { agentId, token } = (await join.json()) as { agentId: string; token: string }
  return {
    agentId,
    /** Sends an observation; returns the status and the ids of the response. */
    async send(observation: Observation, headers: Record<string, string> = {}) {
      const answer = await call('POST', '/api/agent/snapshots', { token, json: observation, headers })
      return [answer.status, await answer.json()] as [number, { deviceId: string; snapshotId: string }]
    },
  }
}
