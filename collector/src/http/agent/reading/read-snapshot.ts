import { toldObservationSchema } from '@rollcall/shared/inventory/told-observation.ts'
import { type Look, lookAt } from '../../../ingest/look.ts'
import { plausible } from '../../../ingest/plausible.ts'
import { byRightClock } from '../../../ingest/right-clock.ts'
import { type PackedPayload, packPayload } from '../../../snapshots/raw-payloads.ts'
import type { KnownSection, Section, SectionName } from '../../../snapshots/sections.ts'
import { parseJson } from '../../read-json.ts'
import { parseBody } from '../../validation.ts'
import { type Mark, markOf } from './mark.ts'

/** What an agent has sent, when it came, and how far its clock is ahead of ours. */
export type Sent = { agentId: string; raw: Buffer; now: string; aheadMs: number }

/** A snapshot that was read, in a form that goes from thread to thread at little cost. */
export type Reading = {
  /** A look without its sections, as JSON. */
  look: string
  /** What differs from snapshot to snapshot that are the same otherwise. */
  id: string
  observedAt: string
  sections: [SectionName, Section | KnownSection][]
  packed: PackedPayload
  /** What the next that is the same is known by; undefined where it is to be read anew. */
  mark?: Mark | undefined
}

/** What was read, as ingest takes it. */
export function lookOf({ look, id, observedAt, sections }: Reading): Look {
  const { head, ...rest } = JSON.parse(look) as Omit<Look, 'sections'>
  return { ...rest, head: { ...head, id, observedAt }, sections: new Map(sections) }
}

/** Reads what an agent sent; throws a DomainError where it is not an observation. */
export async function readSnapshot({ raw, now, aheadMs }: Omit<Sent, 'agentId'>): Promise<Reading> {
  const packed = await packPayload(raw)
  const json = parseJson(raw.toString('utf8'))
  const told = parseBody(toldObservationSchema, json)
  const observation = plausible(byRightClock(told, aheadMs), now)
  const { sections, ...rest } = lookAt(observation)
  const { id, observedAt } = rest.head
  // What cannot be now may be so another time.
  const mark = observation === told ? markOf(raw, json) : undefined
  return { look: JSON.stringify(rest), id, observedAt, sections: [...sections], packed, mark }
}
