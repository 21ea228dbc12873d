import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { SettingsOfAgents } from '@rollcall/shared/messages/agent-settings.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import type { testApp } from './app.ts'

type Call = Awaited<ReturnType<typeof testApp>>['call']
type Joined = { agentId: string; token: string } & SettingsOfAgents

/** For tests: joins an agent to the site, unless it has joined, and calls the collector like one. */
export async function testAgent(call: Call, hostname: string, joined?: Joined) {
  const answer = joined ?? (await join(call, hostname))
  const { agentId, token } = answer
  const sendBody = async (body: Uint8Array, headers: Record<string, string>) => {
    const all = { 'Content-Type': 'application/json', ...headers }
    const answer = await call('POST', '/api/agent/snapshots', { token, body: new Uint8Array(body), headers: all })
    return [answer.status, await answer.json()] as [
      number,
      { deviceId: string; snapshotId: string; requestId?: string },
    ]
  }
  return {
    agentId,
    token,
    /** The answer to the join. */
    joined: answer,
    /** Sends a body with any coding. */
    sendBody,
    /** Sends an observation; returns the status and the ids of the response. */
    send: (observation: Observation, headers: Record<string, string> = {}) =>
      sendBody(Buffer.from(JSON.stringify(observation)), headers),
  }
}

async function join(call: Call, hostname: string): Promise<Joined> {
  const made = await call('POST', '/api/v1/join-tokens', { json: { for: 'agent' } })
  const { secret } = parseJoinToken(((await made.json()) as JoinTokenMade).token) ?? {}
  const joined = await call('POST', '/api/agent/join', { token: null, json: { secret, hostname, version: '0.1.0' } })
  return (await joined.json()) as Joined
}
