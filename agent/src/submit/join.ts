import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { createClient, fetchPinnedCa } from '@rollcall/shared/node/pinned-client.ts'
import type { AgentConfig } from '../config.ts'
import { parseOrUndefined, reasonOf } from './problem.ts'

type JoinInput = {
  /** Where the collector is: `https://host:port`. */
  url: string
  /** As the collector printed it (`rcj1.…`). */
  token: string
  hostname: string
  version: string
  machineId?: string | undefined
}

/**
 * Trades a join token for an identity of this agent's own. The server has to prove that it is the collector the token
 * was made for before the token's secret is sent. Throws OperatorError with what to do.
 */
export async function joinAgent({ url, token, hostname, version, machineId }: JoinInput): Promise<AgentConfig> {
  const joinToken = parseJoinToken(token)
  if (!joinToken) throw new OperatorError('this is not a join token: copy it whole, it begins with "rcj1."')
  if (joinToken.kind !== 'agent') {
    throw new OperatorError(
      `this join token is for an ${joinToken.kind}: make one with "rollcall join-token create --for agent"`,
    )
  }
  const collectorUrl = originOf(url)
  const client = createClient({ url: collectorUrl, caPem: await fetchPinnedCa(collectorUrl, joinToken.pin) })
  const response = await client({
    method: 'POST',
    path: '/api/agent/join',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret: joinToken.secret, hostname, version, machineId }),
  }).catch((error: unknown) => {
    throw new OperatorError(`cannot join the collector at ${collectorUrl}: ${messageOf(error)}`)
  })
  if (response.status !== 201) {
    throw new OperatorError(`the collector at ${collectorUrl} refused this agent: ${reasonOf(response)}`)
  }
  const joined = agentJoinedSchema.safeParse(parseOrUndefined(response.body))
  if (!joined.success) {
    throw new OperatorError(
      `the collector at ${collectorUrl} answered in a form this agent does not know: update one of them`,
    )
  }
  return { collectorUrl, ...joined.data }
}

function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol !== 'https:') {
    throw new OperatorError(`"${url}" is not the address of a collector: it looks like https://collector.example:8443`)
  }
  return parsed.origin
}
