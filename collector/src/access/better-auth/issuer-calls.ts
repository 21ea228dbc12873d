import { DomainError } from '@rollcall/shared/errors.ts'
import { connectionFault } from '@rollcall/shared/node/outbound/connection-fault.ts'
import { AnswerTooLong, outboundFetch } from '@rollcall/shared/node/outbound/fetch.ts'
import { outboundAgents } from '@rollcall/shared/node/outbound/http-agents.ts'
import type { Outbound } from '@rollcall/shared/node/outbound/outbound.ts'

const timeoutMs = 10_000
const answerBytesMax = 256 * 1024

type Call = { method?: string; headers?: Record<string, string>; body?: string }

/**
 * Calls an issuer through the outbound policy, without redirects. Errors name the address by `what`: the address may
 * come from the issuer's own metadata, whose text is not repeated.
 */
export async function callIssuer(outbound: Outbound, what: string, url: string, call: Call = {}) {
  const agents = outboundAgents(outbound, 'sign-in')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await outboundFetch(new URL(url), agents, { ...call, signal }, answerBytesMax)
  } catch (error) {
    if (error instanceof AnswerTooLong) throw unusable(`The answer of ${what} is longer than ${answerBytesMax} bytes.`)
    const { kind, text } = connectionFault(error)
    throw unusable(kind === 'refused' ? `${what}: ${text}` : `${what} does not answer: ${text}.`)
  }
}

export const unusable = (detail: string) => new DomainError('issuer_unusable', `The issuer cannot be used. ${detail}`)
