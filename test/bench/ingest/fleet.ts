import { newId } from '@rollcall/shared/ids.ts'
import { observe } from '../dataset/devices.ts'

/** An agent that has joined. */
export type Joined = { agentId: string; token: string }
/** The devices from `first` on, each with as many packages: their agents, in their order. */
export type Fleet = { first: number; packages: number; agents: readonly Joined[] }

const placeholders = {
  id: '00000000-0000-7000-8000-000000000000',
  time: '2026-01-01T00:00:00.000Z',
  common: '1.0000000.1',
  rare: '2.0000000.1',
}
/** Packages that are upgraded, by their places: one that all devices have, and one of those behind that few have. */
const upgraded = { common: 5, rare: 25 }
export type Upgraded = keyof typeof upgraded
/** The release that each of them is at. */
export type Releases = Record<Upgraded, number>
const upgradedKinds = ['common', 'rare'] as const satisfies Upgraded[]

/** One agent's request, put together once: what differs from send to send is written over in it. */
export class AgentRequest {
  readonly #bytes: Buffer
  readonly #places: Record<keyof typeof placeholders, number>
  readonly bodyBytes: number

  constructor(number: number, packages: number, { agentId, token }: Joined, host: string) {
    const seen = observe(number, 0, { packages })
    const software = [...(seen.software ?? [])]
    for (const which of upgradedKinds) {
      const item = software[upgraded[which]]
      if (item) software[upgraded[which]] = { ...item, version: placeholders[which] }
    }
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
      common: this.#bytes.indexOf(placeholders.common),
      rare: this.#bytes.indexOf(placeholders.rare),
    }
  }

  /** As a snapshot of now. */
  bytesOf(releases: Releases): Buffer {
    this.#bytes.write(newId(), this.#places.id, 'latin1')
    this.#bytes.write(new Date().toISOString(), this.#places.time, 'latin1')
    for (const which of upgradedKinds) {
      const release = `${placeholders[which].slice(0, 2)}${String(releases[which]).padStart(7, '0')}.1`
      this.#bytes.write(release, this.#places[which], 'latin1')
    }
    return this.#bytes
  }
}
