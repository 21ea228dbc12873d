import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { requireJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { collectorOrigin } from '@rollcall/shared/node/collector-client.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { createClient, fetchPinnedCa } from '@rollcall/shared/node/pinned-client.ts'
import { reasonOf } from '@rollcall/shared/node/problem.ts'
import { type ProxyFor, withoutProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import type { z } from 'zod'
import { answerLimits } from './answer-limits.ts'
import { acceptsDifferences } from './forms.ts'

type JoinInput = {
  /** Address of the collector: `https://host:port`. */
  url: string
  /** Join token that the collector printed (`rcj1.…`). */
  token: string
  hostname: string
  version: string
  machineId?: string | undefined
  proxyFor?: ProxyFor
}

type Joined = z.infer<typeof agentJoinedSchema> & { collectorUrl: string; acceptsDifferences?: true }

/**
 * Exchanges a join token for an identity of this agent. The server must prove that it is the collector of the token
 * before the token's secret is sent. Throws OperatorError with the remedy.
 */
export async function joinAgent({
  url,
  token,
  hostname,
  version,
  machineId,
  proxyFor = withoutProxy,
}: JoinInput): Promise<Joined> {
  const joinToken = requireJoinToken(token, 'agent')
  const collectorUrl = collectorOrigin(url)
  const client = createClient({
    url: collectorUrl,
    caPem: await fetchPinnedCa(collectorUrl, joinToken.pin, proxyFor),
    proxyFor,
    limits: answerLimits,
  })
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
  const joined = agentJoinedSchema.safeParse(parseJson(response.body))
  if (!joined.success) {
    throw new OperatorError(
      `the answer of the collector at ${collectorUrl} has an unknown format: update the agent or the collector`,
    )
  }
  return { collectorUrl, ...joined.data, ...(acceptsDifferences(response) && { acceptsDifferences: true }) }
}
