import { agentSelfPath } from '@rollcall/shared/messages/agent-protocol.ts'
import type { HttpClient } from '@rollcall/shared/node/pinned-client.ts'

/** Asks the collector whether it still has this agent. Rejects if there is no usable answer. */
export async function isAccepted(client: HttpClient, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` }
  const { status } = await client({ method: 'GET', path: agentSelfPath, headers })
  if (status === 401) return false
  // A collector of an older release does not have the path.
  if (status === 200 || status === 404) return true
  throw new Error(`the collector answered ${status}`)
}
