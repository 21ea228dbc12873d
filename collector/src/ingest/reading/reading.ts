import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { KnownSection, Section, SectionName } from '../../snapshots/sections/sections.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import type { Mark } from './fingerprint.ts'
import { type Look, lookAt } from './observed.ts'

/** An observation that was read, in a form that goes from thread to thread at little cost. */
export type Reading = {
  /** A look without its sections, as JSON. */
  look: string
  /** What differs from snapshot to snapshot that are the same otherwise. */
  id: string
  observedAt: string
  sections: [SectionName, Section | KnownSection][]
  /** What was sent, compressed. */
  packed?: PackedPayload | undefined
  /** What the next that is the same is known by; undefined where it is to be read anew. */
  mark?: Mark | undefined
}

export async function readingOf(observation: Observation, raw?: Buffer): Promise<Reading> {
  const { sections, ...rest } = lookAt(observation)
  const { id, observedAt } = rest.head
  return {
    look: JSON.stringify(rest),
    id,
    observedAt,
    sections: [...sections],
    packed: raw && (await packPayload(raw)),
  }
}

/** The observation that was read, as ingest takes it. */
export function lookOf({ look, id, observedAt, sections }: Reading): Look {
  const { head, ...rest } = JSON.parse(look) as Omit<Look, 'sections'>
  return { ...rest, head: { ...head, id, observedAt }, sections: new Map(sections) }
}

/** A reading as a delivery for ingest has it. */
export function deliveryOf(reading: Reading): { look: Look; packed?: PackedPayload } {
  return { look: lookOf(reading), ...(reading.packed && { packed: reading.packed }) }
}
