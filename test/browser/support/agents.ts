import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { agentWantedPath } from '@rollcall/shared/messages/agent-protocol.ts'
import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { expect } from 'vitest'
import type { Answer, ApiClient } from '../../harness/api-client.ts'

export type TestAgent = {
  id: string
  /** Sends a snapshot that the collector stores. */
  send: (observation?: Partial<ObservationInput>, headers?: Record<string, string>) => Promise<void>
  /** Sends any body as a snapshot. */
  sendBody: (body: unknown) => Promise<Answer>
  /** Waits until somebody requests a snapshot. */
  awaitRequest: () => Promise<unknown>
}

/** Joins an agent, as the program does it. */
export async function joinAgent(api: ApiClient, hostname: string): Promise<TestAgent> {
  const { token } = await api.create('/api/v1/join-tokens', { for: 'agent', uses: 1 }, joinTokenSchema)
  return joinAgentWith(api, token, hostname)
}

/** Joins an agent with a token that already exists. */
export async function joinAgentWith(api: ApiClient, joinToken: string, hostname: string): Promise<TestAgent> {
  const request = { secret: parseJoinToken(joinToken)?.secret, hostname, version: productVersion }
  const answer = await api.post('/api/agent/join', request, { token: null })
  const { agentId, token } = agentJoinedSchema.parse(answer.json())
  const sendBody: TestAgent['sendBody'] = (body) => api.post('/api/agent/snapshots', body, { token })
  return {
    id: agentId,
    sendBody,
    awaitRequest: async () => (await api.get(agentWantedPath, { token })).json(),
    async send(observation = {}, headers = {}) {
      const body = {
        ...{ schemaVersion: 1, id: newId(), source: 'Agent', depth: 'audit', type: 'computer', name: hostname },
        ...{ observedAt: new Date().toISOString(), ...observation },
        identity: { hostname, ...observation.identity, agentId },
      }
      const answer = await api.post('/api/agent/snapshots', body, { token, headers })
      expect([answer.status, answer.body.toString()]).toEqual([201, expect.any(String)])
    },
  }
}
