import type { Overwritten } from '@rollcall/shared/api/device-merge.ts'
import type { EvidenceKind, MatchReason, ReportedForm } from '@rollcall/shared/inventory/match.ts'
import type { Kit } from '../kit.ts'
import type { ArchivedData, deviceHistoryTables } from './device-history.ts'
import { deviceTables } from './devices.ts'
import type { sightingTables } from './sightings.ts'

type Rows = { [Name in 'devices' | 'deviceIdentifiers' | 'deviceStates']: ReturnType<typeof deviceTables>[Name] }
type RowOf<Name extends keyof Rows> = Rows[Name]['$inferSelect']

/** A device before a merge, with the data that is not in its snapshots. */
export type WholeDevice = ArchivedData & {
  row: RowOf<'devices'>
  /** Identifiers; merges of an earlier release lack their reported form. */
  identifiers: (Omit<RowOf<'deviceIdentifiers'>, 'deviceId' | 'siteId' | keyof ReportedForm> & ReportedForm)[]
  states: Omit<RowOf<'deviceStates'>, 'deviceId'>[]
}

/** A do-not-merge decision on two devices, the lesser id first. */
export type DoNotMergePair = {
  firstId: string
  secondId: string
  keptAt?: string | null | undefined
  keptBy?: string | null | undefined
}

type SightingTimes = Pick<
  ReturnType<typeof sightingTables>['deviceSightings']['$inferSelect'],
  'key' | 'firstAt' | 'lastAt'
>

type VersionRow = ReturnType<typeof deviceHistoryTables>['deviceVersions']['$inferSelect']

/** Data for an unmerge. */
export type UnmergeData = {
  survivor: WholeDevice
  other: WholeDevice
  /** Earlier merges into the other device, which moved to the survivor with it. */
  mergeIds: string[]
  /** Do-not-merge decisions on the two. */
  apart: DoNotMergePair[]
  /** Sightings of each with their times; absent for merges of an earlier release. */
  sightings?: { survivor: SightingTimes[]; other: SightingTimes[] }
  /** Versions of both; absent for merges of an earlier release. */
  versions?: VersionRow[]
}

export type MergedKind = 'snapshot' | 'change' | 'task' | 'agent' | 'sighting'

export const mergeTables = (kit: Kit) => {
  const deviceId = (name: string) =>
    kit
      .text(name)
      .notNull()
      .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  const deviceMerges = kit.table(
    'device_merges',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      /** Current device of the other record: the survivor, or the device that it was merged into since. */
      deviceId: deviceId('device_id'),
      /** Position in the order of merges into the device, since clocks may not show it. */
      place: kit.integer('place').notNull(),
      otherId: kit.text('other_id').notNull(),
      otherName: kit.text('other_name').notNull(),
      mergedAt: kit.time('merged_at').notNull(),
      mergedBy: kit.text('merged_by').notNull(),
      undoneAt: kit.time('undone_at'),
      undoneBy: kit.text('undone_by'),
      overwritten: kit.json<Overwritten[]>('overwritten').notNull(),
      /** null once it is undone. */
      kept: kit.json<UnmergeData>('kept'),
    },
    (t) => [kit.index('device_merges_device').on(t.deviceId, t.place), kit.index('device_merges_other').on(t.otherId)],
  )
  return {
    deviceMerges,
    /** Records of other tables that a merge moved to the survivor, and the snapshots that the survivor had before. */
    mergedRecords: kit.table(
      'merged_records',
      {
        mergeId: kit
          .text('merge_id')
          .notNull()
          .references(() => deviceMerges.id, { onDelete: 'cascade' }),
        kind: kit.text<MergedKind | 'ownSnapshot'>('kind').notNull(),
        recordId: kit.text('record_id').notNull(),
      },
      (t) => [kit.primaryKey({ columns: [t.mergeId, t.kind, t.recordId] })],
    ),
    /** Do-not-merge decisions. They outlive both devices, as these may return. */
    keptApart: kit.table(
      'devices_kept_apart',
      {
        firstId: kit.text('first_id').notNull(),
        secondId: kit.text('second_id').notNull(),
        /** null for pairs of an earlier release, and for those derived from another pair. */
        keptAt: kit.time('kept_at'),
        keptBy: kit.text('kept_by'),
      },
      (t) => [
        kit.primaryKey({ columns: [t.firstId, t.secondId] }),
        kit.index('devices_kept_apart_second').on(t.secondId),
      ],
    ),
    /**
     * Tombstones: identifiers of a deleted device with a do-not-merge decision, so that the decision holds if it
     * returns.
     */
    departedIdentifiers: kit.table(
      'departed_identifiers',
      {
        deviceId: kit.text('device_id').notNull(),
        siteId: kit.text('site_id').notNull(),
        kind: kit.text<EvidenceKind>('kind').notNull(),
        value: kit.text('value').notNull(),
        lastSeen: kit.time('last_seen').notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.kind, t.value] }),
        kit.index('departed_identifiers_value').on(t.siteId, t.kind, t.value),
      ],
    ),
    /** Likely duplicates, derived from identifiers and stored for lists. */
    deviceDuplicates: kit.table(
      'device_duplicates',
      {
        firstId: deviceId('first_id'),
        secondId: deviceId('second_id'),
        siteId: kit.text('site_id').notNull(),
        confidence: kit.real('confidence').notNull(),
        evidence: kit.json<MatchReason['matched']>('evidence').notNull(),
        against: kit.json<MatchReason['against']>('against').notNull(),
        review: kit.text('review'),
      },
      (t) => [
        kit.primaryKey({ columns: [t.firstId, t.secondId] }),
        kit.index('device_duplicates_second').on(t.secondId),
        kit.index('device_duplicates_order').on(t.siteId, t.confidence, t.firstId, t.secondId),
      ],
    ),
  }
}
