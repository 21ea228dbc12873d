import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { lenientObservationSchema } from '@rollcall/shared/inventory/lenient-observation.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { describe } from '../../matching/device-fields.ts'
import { contentOf, sectionsOf } from '../../snapshots/sections/sections.ts'
import type { EarlierPart } from '../../snapshots/write/facts.ts'
import type { PreparedObservation } from '../reading/observed.ts'
import { linesMax } from '../reading/plausible-times.ts'
import type { Reading } from '../reading/reading.ts'
import { completeData } from './complete-data.ts'
import { incompletePaths, type Path } from './paths.ts'

/** A section before, the snapshot that read it, and the paths of it that were never read or not by this snapshot. */
export type EarlierSection = {
  snapshotId: string
  auditDate: string
  unread: readonly string[]
  earlier: readonly EarlierPart[]
}

/** The sections that audits of the same source had read of the device before. */
export type Earlier = {
  data: SnapshotContent
  sections: Partial<Record<string, EarlierSection>>
}

/** A reading without its payload, which is stored as it came. */
export type CompletionInput = { reading: Omit<Reading, 'packed'>; earlier: Earlier | undefined }

/**
 * Completes the data that the origin could not read with the device's earlier values, so that a source that failed once
 * is not recorded as changes of the device. `truncated` and `earlier` say which values are earlier ones, and `incomplete`
 * keeps the paths that have no earlier value either. A section that is absent stays absent: the device shows the last
 * one that was read.
 */
export function completeReading({ reading, earlier }: CompletionInput): Reading {
  const { head, ...rest } = JSON.parse(reading.prepared) as Omit<PreparedObservation, 'sections'>
  const data = Object.fromEntries(reading.sections.map(([name, section]) => [name, contentOf(section)]))
  const paths = incompletePaths(head).filter(({ fields: [section = ''] }) => data[section] !== undefined)
  const observed = { ...head, ...data } as Observation
  const parts = paths.flatMap((path) => partBefore(path, earlier) ?? [])
  const before = new Set(parts.map(({ path }) => path))
  const completed = earlier
    ? lenientObservationSchema.parse({ ...head, ...completeData(data, earlier.data, paths) })
    : observed
  const truncated = [
    ...(parts.length > 0 ? [`not read, so the values before are shown: ${[...before].join(', ')}`] : []),
    ...completed.truncated,
  ]
  const prepared = {
    ...rest,
    head: {
      ...head,
      truncated: truncated.map((line) => line.slice(0, lineCharsMax)).slice(0, linesMax),
      incomplete: paths.map(({ text }) => text).filter((text) => !before.has(text)),
    },
    earlier: parts,
    fields: describe({ ...completed, identity: withHostname(completed) }),
    osName: completed.hardware?.os?.name ?? null,
  }
  return { ...reading, prepared: JSON.stringify(prepared), sections: [...sectionsOf(completed)] }
}

/** The snapshot that a part comes from; undefined if none has read it. */
function partBefore({ text: path, fields: [name = ''] }: Path, earlier: Earlier | undefined): EarlierPart | undefined {
  const section = earlier?.sections[name]
  if (!section || section.unread.includes(path)) return undefined
  const { snapshotId, auditDate } = section
  return section.earlier.find((part) => part.path === path) ?? { path, snapshotId, auditDate }
}

const lineCharsMax = 256

/** Without its host name, a device would be named by its serial number. */
const withHostname = ({ identity, network }: Observation): Observation['identity'] =>
  identity.hostname === undefined && network?.hostname !== undefined
    ? { ...identity, hostname: network.hostname }
    : identity
