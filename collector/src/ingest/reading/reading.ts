import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { KnownSection, Section, SectionName } from '../../snapshots/sections/sections.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import type { Mark } from './fingerprint.ts'
import { type Look, lookAt } from './observed.ts'

/** An observation that was read, in a form that is cheap to send between threads. */
export type Reading = {
  /** A prepared observation without its sections, as JSON. */
  look: string
  /** The two values that differ between otherwise identical snapshots. */
  id: string
  observedAt: string
  sections: [SectionName, Section | KnownSection][]
  /** Raw payload, compressed. */
  packed?: PackedPayload | undefined
  /** Fingerprint to detect the next unchanged snapshot. undefined if that has to be read again. */
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

/** Converts a reading to the form that ingest takes. */
export function lookOf({ look, id, observedAt, sections }: Reading): Look {
  const { head, ...rest } = JSON.parse(look) as Omit<Look, 'sections'>
  return { ...rest, head: { ...head, id, observedAt }, sections: new Map(sections) }
}

/** Converts a reading to the part of a delivery that it supplies. */
export function deliveryOf(reading: Reading): { look: Look; packed?: PackedPayload } {
  return { look: lookOf(reading), ...(reading.packed && { packed: reading.packed }) }
}
