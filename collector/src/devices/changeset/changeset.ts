import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { NewEvent } from '../../activity/events/record-events.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { MergeChanges } from '../../device-records/merge-changes.ts'
import type { Operation } from '../../device-records/operation.ts'
import type { Review } from '../../device-records/reviews.ts'
import type { SightingMark, SightingRow } from '../../device-records/sightings.ts'
import type { KnownIdentifier } from '../../matching/candidates.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import type { State } from '../../matching/newest-states.ts'
import type { Identifier } from '../../matching/update-identifiers.ts'
import type { SnapshotNumbers, SnapshotRow } from '../../snapshots/write/insert-snapshots.ts'
import type { KeptInArchive } from '../../store/schema/device-history.ts'
import type { Apart, KeptDevice } from '../../store/schema/merges.ts'
import type { Version } from '../versions/versions.ts'

/**
 * Everything one operation changes about one device, as plain data.
 *
 * Callers build changesets from what they have read and pass them to `applyChangesets`, which writes every table that
 * follows from them, in one order (`projections/`). A caller says what happens to a device; it never says which tables
 * are written. A dry run builds the same changesets and shows them. A part that is absent stays as it is stored.
 *
 * Several changesets of one device are in the order in which they happened. An operation that builds on what an earlier
 * one wrote (reclustering merges records, then rewrites what is left) applies its changesets in steps.
 */
export type DeviceChangeset = {
  operation: Operation
  deviceId: string
  /**
   * The device's row: `before` is null for a new device, `after` for one that is deleted or merged away, both for the
   * snapshots that a deleted device has left.
   */
  row: { before: DeviceRow | null; after: DeviceRow | null }
  /** The device that a deleted row was merged into. */
  mergedInto?: string | undefined
  /** The deleted device that this new one is: its do-not-merge decisions hold for this one. */
  returnedFrom?: string | undefined
  identifiers?: { added: readonly Identifier[]; updated: readonly Identifier[]; removed: readonly KnownIdentifier[] }
  sightings?: SightingChanges
  /** The newest snapshots of the device by origin. */
  states?: { put: readonly State[]; removed: readonly Pick<State, 'source' | 'depth'>[] }
  snapshots?: { inserted?: readonly SnapshotRow[]; deleted?: readonly string[] }
  /** Match reasons that replace those of stored snapshots, by snapshot id. */
  matches?: ReadonlyMap<string, MatchReason>
  /** Records of another device that are this one's from now on, by their ids. */
  moved?: MovedRecords
  merges?: MergeChanges
  doNotMerge?: { added: readonly Apart[]; removed: readonly Apart[] }
  /** A review to open, or that a person has closed it. */
  review?: Review | 'closed' | undefined
  tags?: { attached: readonly TagRef[]; detached: readonly string[] }
  /** Tags and installations that an archived device gets back when it is restored. */
  archive?: KeptInArchive
  /** Hash of the network section that shows the device's neighbors; null for none. */
  network?: { hash: string | null }
  /** All that is installed, with dates that are known already. */
  installations?: KeptDevice['installations']
  /** Hash of the section that lists what is installed, and of the one that did so before, where that is stored. */
  software?: { hash: string | null; previousHash: string | null }
  history?: HistoryChanges
  /** Change log entries, but for those of `softwareChanges`. */
  changes: readonly ChangeRow[]
  softwareChanges?: readonly SoftwareChange[]
  events: readonly NewEvent[]
}

/** Changes of single sightings, or all that the device has from now on. */
export type SightingChanges =
  | { inserted: readonly SightingRow[]; touched: readonly SightingMark[]; deleted: readonly SightingMark[] }
  | { replaced: readonly SightingRow[] }

/** A snapshot that reports just what the device's last one of its origin did: a changeset with only times. */
export type UnchangedSnapshot = Pick<State, 'source' | 'depth' | 'snapshotId' | 'observationId' | 'auditDate'> & {
  operation: Operation
  deviceId: string
  /** Numbers of the content that its row refers to, which are those of the last one. */
  numbers: SnapshotNumbers
  sightingKey: string
  /** Identifiers whose time has to move with it. */
  identifiers: readonly Pick<KnownIdentifier, 'kind' | 'value'>[]
  events: readonly NewEvent[]
}

type MovedRecords = { from: string } & Partial<Record<'snapshots' | 'changes' | 'tasks' | 'agents', readonly string[]>>

/** A tag by its id, or by its name, which is created where the catalog lacks it. */
export type TagRef = { tagId?: string | undefined; tagName?: string | undefined }

type HistoryChanges = {
  /** When the device began to be as `row.after` says; the time of the operation where absent. */
  since?: string | undefined
  /** The versions from this time on have to be derived from the snapshots again. */
  rewriteFrom?: string | undefined
  /** All versions that lists have shown of the device until now. */
  versions?: readonly Version[]
}

export const isRestored = ({ row: { before, after } }: DeviceChangeset): boolean =>
  before?.isArchived === true && after?.isArchived === false

export const isArchived = ({ row: { before, after } }: DeviceChangeset): boolean =>
  before?.isArchived === false && after?.isArchived === true

export const isDeleted = ({ row: { before, after } }: DeviceChangeset): boolean => before !== null && after === null
