import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { overlay } from '../glpi/glpi-partial.ts'
import type { GlpiDocument } from '../glpi/glpi-schema.ts'
import { plausible } from '../reading/plausible-times.ts'
import { type Reading, readingOf } from '../reading/reading.ts'

/** A partial document and the data of the device's last import, undefined if there is none. */
export type OverlayInput = {
  now: string
  observation: Observation
  document: GlpiDocument
  last: SnapshotContent | undefined
}

/** Completes a partial document from the device's last import. */
export async function overlayOnLast({ now, observation, document, last }: OverlayInput): Promise<Reading> {
  const whole = last
    ? observationSchema.parse({ ...observation, ...overlay(last, observation, document) })
    : observation
  return readingOf(plausible(whole, now))
}
