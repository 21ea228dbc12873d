import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { NewEvent } from '../../change-log/record-events.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { MergeChanges } from '../../device-records/merge-changes.ts'
import type { Operation } from '../../device-records/operation.ts'
import type { Review } from '../../device-records/reviews.ts'
import type { SightingRow, SightingSummary } from '../../device-records/sightings.ts'
import type { StoredIdentifier } from '../../matching/candidates.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import type { State } from '../../matching/newest-states.ts'
import type { PortOutages } from '../../matching/port-outages.ts'
import type { Identifier } from '../../matching/update-identifiers.ts'
import type { SnapshotNumbers, SnapshotRow } from '../../snapshots/write/insert-snapshots.ts'
import type { ArchivedData } from '../../store/schema/device-history.ts'
import type { DoNotMergePair, WholeDevice } from '../../store/schema/merges.ts'
import type { FactSources } from '../facts/fact-sources.ts'
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
   * The device's row. `before` is null for a new device, and `after` for one that is deleted or merged. Both are null
   * for the snapshots that a deleted device has left.
   */
  row: { before: DeviceRow | null; after: DeviceRow | null }
  /** The device that a deleted row was merged into. */
  mergedInto?: string | undefined
  /** The deleted device that this new one returns from: its do-not-merge decisions apply to this one. */
  returnedFrom?: string | undefined
  identifiers?: { added: readonly Identifier[]; updated: readonly Identifier[]; removed: readonly StoredIdentifier[] }
  sightings?: SightingChanges
  /** The newest snapshots of the device by origin. */
  states?: { put: readonly State[]; removed: readonly Pick<State, 'source' | 'depth'>[] }
  snapshots?: { inserted?: readonly SnapshotRow[]; deleted?: readonly string[] }
  /** Match reasons that replace those of stored snapshots, by snapshot id. */
  matches?: ReadonlyMap<string, MatchReason>
  /** Ids of records that move from another device to this one. */
  moved?: MovedRecords
  merges?: MergeChanges
  doNotMerge?: { added: readonly DoNotMergePair[]; removed: readonly DoNotMergePair[] }
  /** Set for a new device if another one has its DNS name, and may be a likely duplicate. */
  sharesDnsName?: boolean | undefined
  /** A review to open; `closed` if a person has decided on all of the device. */
  review?: Review | 'closed' | undefined
  tags?: { attached: readonly TagRef[]; detached: readonly string[] }
  /** Tags and installations of an archived device, for its return. */
  archive?: ArchivedData
  /** Hash of the hardware section that the device shows; null for none. */
  hardware?: { hash: string | null }
  /**
   * Hash of the network section that shows the device's neighbors and ports; null for none. Also set for a device of
   * another type than before: only ports of network devices are searched.
   */
  network?: { hash: string | null }
  /** Hashes of the sections that the device's facts come from; only those that changed. */
  factSources?: Partial<FactSources>
  /** All installations, with the dates that are available already. */
  installations?: WholeDevice['installations']
  /** Hash of the section that lists the installations, and of the section before it, if stored. */
  software?: { hash: string | null; previousHash: string | null }
  history?: HistoryChanges
  /** Change log entries, except those of `softwareChanges`. */
  changes: readonly ChangeRow[]
  softwareChanges?: readonly SoftwareChange[]
  portOutages?: PortOutages
  events: readonly NewEvent[]
}

/** Changes of single sightings, or the complete new sightings of the device. */
export type SightingChanges =
  | { inserted: readonly SightingRow[]; touched: readonly SightingSummary[]; deleted: readonly SightingSummary[] }
  | { replaced: readonly SightingRow[] }

/** A snapshot with the same content as the device's last one of its origin: a changeset with only times. */
export type UnchangedSnapshot = Pick<State, 'source' | 'depth' | 'snapshotId' | 'observationId' | 'auditDate'> & {
  operation: Operation
  deviceId: string
  /** Numbers of the content that its row refers to, copied from the last one. */
  numbers: SnapshotNumbers
  sightingKey: string
  /** Identifiers whose time has to move with it. */
  identifiers: readonly Pick<StoredIdentifier, 'kind' | 'value'>[]
  events: readonly NewEvent[]
}

type MovedRecords = { from: string } & Partial<Record<'snapshots' | 'changes' | 'tasks' | 'agents', readonly string[]>>

/** A tag by its id, or by its name, which is created if the catalog lacks it. */
export type TagRef = { tagId?: string | undefined; tagName?: string | undefined }

type HistoryChanges = {
  /** Time from which `row.after` holds; the time of the operation if absent. */
  since?: string | undefined
  /** Time from which the versions have to be derived from the snapshots again. */
  rewriteFrom?: string | undefined
  /** All versions of the device that lists have shown until now. */
  versions?: readonly Version[]
}

export const isRestored = ({ row: { before, after } }: DeviceChangeset): boolean =>
  before?.isArchived === true && after?.isArchived === false

export const isArchived = ({ row: { before, after } }: DeviceChangeset): boolean =>
  before?.isArchived === false && after?.isArchived === true

export const isDeleted = ({ row: { before, after } }: DeviceChangeset): boolean => before !== null && after === null

/** Deleted, and merged into no other device. */
export const isGone = (changeset: DeviceChangeset): boolean =>
  isDeleted(changeset) && changeset.mergedInto === undefined

/** Shown by no list any more, and neither is a device that it was merged into. */
export const leavesLists = (changeset: DeviceChangeset): boolean => isArchived(changeset) || isGone(changeset)

/** Ids of the devices of some changesets. */
export const idsOf = (
  changesets: readonly DeviceChangeset[],
  isWanted: (changeset: DeviceChangeset) => boolean,
): string[] => changesets.filter(isWanted).map(({ deviceId }) => deviceId)
