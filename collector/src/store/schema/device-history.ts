import type { Kit } from '../kit.ts'
import { deviceTables, listedColumns } from './devices.ts'

/** Data that an archived device no longer has, and gets back on its return. */
export type ArchivedData = {
  tagIds: string[]
  installations: { productId: string; installDate: string | null; firstSeen: string }[]
}

export const deviceHistoryTables = (kit: Kit) => {
  const deviceId = () =>
    kit
      .text('device_id')
      .primaryKey()
      .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  /** A period, excluding its end; `endOfTime` for the current one. */
  const timeRange = () => ({ from: kit.time('from_time').notNull(), until: kit.time('until_time').notNull() })
  /**
   * Versions of each device that lists show, by the times of the observations, not of their arrival. They outlive a
   * deleted device, and are removed with one that is merged into another.
   */
  const deviceVersions = kit.table(
    'device_versions',
    {
      deviceId: kit.text('device_id').notNull(),
      siteId: kit.text('site_id').notNull(),
      ...timeRange(),
      ...listedColumns(kit),
      lastSegmentId: kit.text('last_segment_id'),
    },
    (t) => [
      kit.primaryKey({ columns: [t.deviceId, t.from] }),
      // All columns that a list as of a past time needs from devices on no page.
      kit
        .index('device_versions_list')
        .on(t.siteId, t.until, t.from, t.nameKey, t.deviceId, t.type, t.ipKey, t.lastSegmentId),
      // All columns from which the periods of an address are derived.
      kit.index('device_versions_address').on(t.siteId, t.ipKey, t.deviceId, t.from, t.until),
    ],
  )
  return {
    deviceArchives: kit.table('device_archives', {
      deviceId: deviceId(),
      kept: kit.json<ArchivedData>('kept').notNull(),
    }),
    deviceVersions,
    /** Revision of the columns that choose and sort the devices of a past time. */
    versionRevision: kit.revision(
      'device_versions_revision',
      [
        deviceVersions.siteId,
        deviceVersions.from,
        deviceVersions.until,
        deviceVersions.type,
        deviceVersions.lastSegmentId,
      ],
      'counts',
    ),
    /** Tags of devices with the periods in which they had them. */
    deviceTagSpans: kit.table(
      'device_tag_spans',
      {
        deviceId: kit.text('device_id').notNull(),
        tagId: kit.text('tag_id').notNull(),
        ...timeRange(),
        siteId: kit.text('site_id').notNull(),
        /** Name at that time. */
        name: kit.text('name').notNull(),
        nameKey: kit.text('name_key').notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.tagId, t.from] }),
        kit.index('device_tag_spans_tag').on(t.tagId, t.until),
        kit.index('device_tag_spans_name').on(t.siteId, t.nameKey, t.until),
      ],
    ),
    /** Devices whose versions have to be derived from their snapshots again, from a time on. */
    deviceRewrites: kit.table(
      'device_rewrites',
      { deviceId: deviceId(), siteId: kit.text('site_id').notNull(), from: kit.time('from_time').notNull() },
      (t) => [kit.index('device_rewrites_site').on(t.siteId, t.deviceId)],
    ),
    /** Watermark of a site: stale events were emitted for devices last seen before this time. */
    staleMarks: kit.table('stale_marks', {
      siteId: kit.text('site_id').primaryKey(),
      lastSeen: kit.time('last_seen').notNull(),
    }),
  }
}
