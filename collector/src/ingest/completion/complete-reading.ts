import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { lenientObservationSchema } from '@rollcall/shared/inventory/lenient-observation.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { describe } from '../../matching/device-fields.ts'
import { contentOf, sectionsOf } from '../../snapshots/sections/sections.ts'
import type { PreparedObservation } from '../reading/observed.ts'
import { linesMax } from '../reading/plausible.ts'
import type { Reading } from '../reading/reading.ts'
import { completeData } from './complete-data.ts'
import { incompletePaths } from './paths.ts'

/** The device's snapshot before of the same source: its data, and the paths that have never been read. */
export type Earlier = { data: SnapshotContent; incomplete: readonly string[] }

/** A reading without its payload, which is stored as it came. */
export type CompletionInput = { reading: Omit<Reading, 'packed'>; earlier: Earlier | undefined }

/**
 * Completes the data that the origin could not read with the device's earlier values, so that a source that failed once
 * is not recorded as changes of the device. `truncated` says which values are earlier ones, and `incomplete` keeps the
 * paths that have no earlier value either.
 */
export function completeReading({ reading, earlier }: CompletionInput): Reading {
  const { head, ...rest } = JSON.parse(reading.prepared) as Omit<PreparedObservation, 'sections'>
  const paths = incompletePaths(head)
  const data = Object.fromEntries(reading.sections.map(([name, section]) => [name, contentOf(section)]))
  const observed = { ...head, ...data } as Observation
  const unread = new Set(earlier?.incomplete ?? paths.map(({ text }) => text))
  const completed = earlier
    ? lenientObservationSchema.parse({ ...head, ...completeData(data, earlier.data, paths) })
    : observed
  const kept = paths.map(({ text }) => text).filter((text) => !unread.has(text))
  const truncated = [
    ...(kept.length > 0 ? [`not read, so the values before are shown: ${kept.join(', ')}`] : []),
    ...completed.truncated,
  ]
  const prepared = {
    ...rest,
    head: {
      ...head,
      truncated: truncated.map((line) => line.slice(0, lineCharsMax)).slice(0, linesMax),
      incomplete: paths.map(({ text }) => text).filter((text) => unread.has(text)),
    },
    fields: describe({ ...completed, identity: withHostname(completed) }),
    osName: completed.hardware?.os?.name ?? null,
  }
  return { ...reading, prepared: JSON.stringify(prepared), sections: [...sectionsOf(completed)] }
}

const lineCharsMax = 256

/** Without its host name, a device would be named by its serial number. */
const withHostname = ({ identity, network }: Observation): Observation['identity'] =>
  identity.hostname === undefined && network?.hostname !== undefined
    ? { ...identity, hostname: network.hostname }
    : identity
