import type { Kit } from '../kit.ts'
import { deviceTables, listedColumns } from './devices.ts'

/** What an archived device has no longer, and gets back. */
export type KeptInArchive = {
  tagIds: string[]
  installations: { productId: string; installDate: string | null; firstSeen: string }[]
}

export const deviceHistoryTables = (kit: Kit) => {
  const deviceId = () =>
    kit
      .text('device_id')
      .primaryKey()
      .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  /** A stretch of time, without its end; `endOfTime` for what is so now. */
  const stretch = () => ({ from: kit.time('from_time').notNull(), until: kit.time('until_time').notNull() })
  return {
    deviceArchives: kit.table('device_archives', {
      deviceId: deviceId(),
      kept: kit.json<KeptInArchive>('kept').notNull(),
    }),
    /**
     * What lists show of each device, and when they would have: by the times of the observations, not of their
     * arrival. It outlives a device that is deleted, and goes with one that is merged into another.
     */
    deviceVersions: kit.table(
      'device_versions',
      {
        deviceId: kit.text('device_id').notNull(),
        siteId: kit.text('site_id').notNull(),
        ...stretch(),
        ...listedColumns(kit),
        lastSegmentId: kit.text('last_segment_id'),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.from] }),
        // All that a list as it was then needs of those that are on no page.
        kit
          .index('device_versions_list')
          .on(t.siteId, t.until, t.from, t.nameKey, t.deviceId, t.type, t.ipKey, t.lastSegmentId),
      ],
    ),
    /** The same of the tags of devices. */
    deviceTagSpans: kit.table(
      'device_tag_spans',
      {
        deviceId: kit.text('device_id').notNull(),
        tagId: kit.text('tag_id').notNull(),
        ...stretch(),
        siteId: kit.text('site_id').notNull(),
        /** As it was called. */
        name: kit.text('name').notNull(),
        nameKey: kit.text('name_key').notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.tagId, t.from] }),
        kit.index('device_tag_spans_tag').on(t.tagId, t.until),
        kit.index('device_tag_spans_name').on(t.siteId, t.nameKey, t.until),
      ],
    ),
    /** Devices of which versions are to be found out anew from their snapshots, from a time on. */
    deviceRewrites: kit.table(
      'device_rewrites',
      { deviceId: deviceId(), siteId: kit.text('site_id').notNull(), from: kit.time('from_time').notNull() },
      (t) => [kit.index('device_rewrites_site').on(t.siteId, t.deviceId)],
    ),
    /** Devices of a site that were last seen before this have been told to be stale. */
    staleMarks: kit.table('stale_marks', {
      siteId: kit.text('site_id').primaryKey(),
      lastSeen: kit.time('last_seen').notNull(),
    }),
  }
}
