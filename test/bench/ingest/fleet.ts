import { newId } from '@rollcall/shared/ids.ts'
import { observe } from '../dataset/devices.ts'

/** An agent that has joined. */
export type Joined = { agentId: string; token: string }
/** The devices from `first` on, each with as many packages: their agents, in their order. */
export type Fleet = { first: number; packages: number; agents: readonly Joined[] }

const placeholders = {
  id: '00000000-0000-7000-8000-000000000000',
  time: '2026-01-01T00:00:00.000Z',
  visit: '1.0000000.1',
}
/** Behind those that all devices have. */
const upgradedPackage = 25

/** One agent's request, put together once: what differs from send to send is written over in it. */
export class AgentRequest {
  readonly #bytes: Buffer
  readonly #places: Record<keyof typeof placeholders, number>
  readonly bodyBytes: number

  constructor(number: number, packages: number, { agentId, token }: Joined, host: string) {
    const seen = observe(number, 0, { packages })
    const software = (seen.software ?? []).map((item, index) =>
      index === upgradedPackage ? { ...item, version: placeholders.visit } : item,
    )
    const identity = { ...seen.identity, agentId }
    const { id, time: observedAt } = placeholders
    const body = Buffer.from(JSON.stringify({ ...seen, id, observedAt, identity, software }))
    const head = [
      'POST /api/agent/snapshots HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      'User-Agent: rollcall-agent/0.1.0',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    this.#bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
    this.bodyBytes = body.length
    this.#places = {
      id: this.#bytes.indexOf(placeholders.id),
      time: this.#bytes.indexOf(placeholders.time),
      visit: this.#bytes.indexOf(placeholders.visit),
    }
  }

  /** As a snapshot of now; of another `visit` the software is another. */
  bytesOf(visit: number): Buffer {
    this.#bytes.write(newId(), this.#places.id, 'latin1')
    this.#bytes.write(new Date().toISOString(), this.#places.time, 'latin1')
    this.#bytes.write(`1.${String(visit).padStart(7, '0')}.1`, this.#places.visit, 'latin1')
    return this.#bytes
  }
}
