import { hash as digest } from 'node:crypto'
import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import { z } from 'zod'
import { RecentlyUsed } from '../../../recently-used.ts'
import type { KnownSection, SectionName } from '../../../snapshots/sections.ts'
import type { Reading } from './read-snapshot.ts'

/** Of all snapshots that are remembered; one takes about two kilobytes. */
const charactersMax = 24 * 1024 * 1024

/** Where in a body the two values are that no other snapshot has. */
type Places = { id: number; time: number; timeLength: number }
type Remembered = Places & {
  length: number
  /** SHA-256 of all bytes but those two values. */
  rest: string
  look: string
  sections: [SectionName, KnownSection][]
}

export type RememberedSnapshots = {
  /** What the agent's snapshot says, where it is the one that is remembered but for its id and time. */
  find(agentId: string, raw: Buffer): Omit<Reading, 'packed'> | undefined
  /** Remembers a snapshot with what was read of it; `json` is its body, parsed. */
  keep(agentId: string, raw: Buffer, json: unknown, reading: Reading): void
}

const idSchema = z.uuid()
const idLength = 36

/** Remembers the last snapshot of each agent: most of them are sent again with another id and time, and nothing else. */
export function createRememberedSnapshots(): RememberedSnapshots {
  const byAgent = new RecentlyUsed<Remembered>(charactersMax)
  return {
    find(agentId, raw) {
      const last = byAgent.get(agentId)
      if (last?.length !== raw.length) return undefined
      const id = idSchema.safeParse(raw.toString('latin1', last.id, last.id + idLength))
      const time = timestampSchema.safeParse(raw.toString('latin1', last.time, last.time + last.timeLength))
      if (!id.success || !time.success || restOf(raw, last) !== last.rest) return undefined
      return { look: last.look, id: id.data, observedAt: time.data, sections: last.sections }
    },
    keep(agentId, raw, json, { look, sections }) {
      const places = placesIn(raw, json)
      if (!places) return
      const known = sections.map(([name, { hash }]): [SectionName, KnownSection] => [name, { hash }])
      const remembered = { ...places, length: raw.length, rest: restOf(raw, places), look, sections: known }
      byAgent.set(agentId, remembered, look.length + overhead)
    },
  }
}

/** Of an entry beside its look, about. */
const overhead = 700

/** Undefined where it is not certain which bytes they are. */
function placesIn(raw: Buffer, json: unknown): Places | undefined {
  const { id, observedAt } = json as Record<'id' | 'observedAt', string>
  const [idAt, timeAt] = [placeOf(raw, 'id', id), placeOf(raw, 'observedAt', observedAt)]
  return idAt === undefined || timeAt === undefined
    ? undefined
    : { id: idAt, time: timeAt, timeLength: observedAt.length }
}

/** Where the value of a property is that is nowhere else. Neither has a character that JSON would write otherwise. */
function placeOf(raw: Buffer, name: string, value: string): number | undefined {
  const property = `"${name}":"${value}"`
  const place = raw.indexOf(property, 0, 'latin1')
  if (place < 0 || raw.indexOf(property, place + 1, 'latin1') >= 0) return undefined
  return place + property.length - value.length - 1
}

function restOf(raw: Buffer, { id, time, timeLength }: Places): string {
  const parts = id < time ? [id, idLength, time, timeLength] : [time, timeLength, id, idLength]
  const [first = 0, firstLength = 0, second = 0, secondLength = 0] = parts
  const rest = Buffer.allocUnsafe(raw.length - idLength - timeLength)
  let end = raw.copy(rest, 0, 0, first)
  end += raw.copy(rest, end, first + firstLength, second)
  raw.copy(rest, end, second + secondLength)
  return digest('sha256', rest, 'base64')
}
