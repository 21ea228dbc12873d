import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Fingerprint } from '@rollcall/shared/node/differences/fingerprint.ts'
import type { Section, SectionName, SectionReference } from '../../snapshots/sections/sections.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import { type PreparedObservation, prepareObservation } from './observed.ts'

/** An observation that was read, in a form that is cheap to send between threads. */
export type Reading = {
  /** A prepared observation without its sections, as JSON. */
  prepared: string
  /** The two values that differ between otherwise identical snapshots. */
  id: string
  observedAt: string
  sections: [SectionName, Section | SectionReference][]
  /** Raw payload, compressed. */
  packed?: PackedPayload | undefined
  /** Fingerprint to detect the next unchanged snapshot. undefined if that has to be read again. */
  fingerprint?: Fingerprint | undefined
  /**
   * SHA-256 (base64) of the raw payload of the snapshot that unchanged ones differ from: of this body, or of the one
   * that this body is a difference from.
   */
  digest?: string | undefined
}

export async function readingOf(observation: Observation, raw?: Buffer): Promise<Reading> {
  const { sections, ...rest } = prepareObservation(observation)
  const { id, observedAt } = rest.head
  return {
    prepared: JSON.stringify(rest),
    id,
    observedAt,
    sections: [...sections],
    packed: raw && (await packPayload(raw)),
  }
}

/** Converts a reading to the form that ingest takes. */
export function preparedOf({ prepared, id, observedAt, sections }: Reading): PreparedObservation {
  const { head, ...rest } = JSON.parse(prepared) as Omit<PreparedObservation, 'sections'>
  return { ...rest, head: { ...head, id, observedAt }, sections: new Map(sections) }
}

/** Converts a reading to the part of a delivery that it supplies. */
export function deliveryOf(reading: Reading): { prepared: PreparedObservation; packed?: PackedPayload } {
  return { prepared: preparedOf(reading), ...(reading.packed && { packed: reading.packed }) }
}
