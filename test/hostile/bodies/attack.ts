import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { newId } from '@rollcall/shared/ids.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { z } from 'zod'
import type { Up } from '../../harness/rollcall.ts'

export type Answer = { status: number; body: string; ms: number }
type Collector = { facts: Pick<Up['facts'], 'url' | 'caFile'> }
type Sending = { body?: Buffer; headers?: Record<string, string>; token?: string }

/** Sends all of a body whatever is answered meanwhile, as many programs do. */
export function send({ facts }: Collector, path: string, { body, headers, token }: Sending = {}): Promise<Answer> {
  const beganAt = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, facts.url), {
      method: body ? 'POST' : 'GET',
      ca: readFileSync(facts.caFile),
      agent: false,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
    })
    outgoing.on('error', reject).on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: response.statusCode ?? 0, body: text, ms: performance.now() - beganAt })
      })
    })
    outgoing.end(body)
  })
}

/** Begins an upload that never ends; gives what ends it. */
export function beginUpload({ facts }: Collector, { token, body }: { token: string; body: Buffer }): () => void {
  const outgoing = request(new URL('/api/agent/snapshots', facts.url), {
    method: 'POST',
    ca: readFileSync(facts.caFile),
    agent: false,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
  })
  // It is refused, or cut.
  outgoing.on('error', () => undefined)
  outgoing.write(body)
  return () => void outgoing.destroy()
}

export type Agent = { agentId: string; token: string }
const joinedSchema = z.object({ agentId: z.string(), token: z.string() })

export async function joinAgents(up: Up, count: number): Promise<Agent[]> {
  const { token } = await up.api.create(
    '/api/v1/join-tokens',
    { for: 'agent', uses: count },
    z.object({ token: z.string() }),
  )
  const { secret } = parseJoinToken(token) ?? {}
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const join = { secret, hostname: `pc-${n}`, version: '0.1.0' }
      const answer = await send(up, '/api/agent/join', { body: Buffer.from(JSON.stringify(join)) })
      if (answer.status !== 201) throw new Error(answer.body)
      return joinedSchema.parse(JSON.parse(answer.body))
    }),
  )
}

export const snapshotOf = ({ agentId }: Agent, software: readonly unknown[], rest: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      schemaVersion: 1,
      id: newId(),
      source: 'Agent',
      observedAt: new Date().toISOString(),
      type: 'computer',
      name: agentId,
      identity: { agentId, machineId: agentId },
      depth: 'audit',
      software,
      ...rest,
    }),
  )

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Asks again and again until `until` has ended; gives how long each answer took. */
export async function measureWhile(
  until: Promise<unknown>,
  ask: () => Promise<Answer>,
  pauseMs: number,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  while (!isOver) {
    answers.push(await ask())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return answers
}
