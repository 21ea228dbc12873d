import type { ScanOptions } from '@rollcall/shared/api/scan-options.ts'
import type { Segment, SegmentType } from '@rollcall/shared/api/segment.ts'
import type { Kit } from '../kit.ts'

export const segmentTables = (kit: Kit) => ({
  segments: kit.table(
    'segments',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      /** Lower case, for the unique name of a site. */
      nameKey: kit.text('name_key').notNull(),
      type: kit.text<SegmentType>('type').notNull(),
      /** null: the No service state. */
      auditServiceId: kit.text('audit_service_id'),
      autoTagId: kit.text('auto_tag_id'),
      addresses: kit.json<string[]>('addresses').notNull(),
      credentialIds: kit.json<string[]>('credential_ids').notNull(),
      scanScheduleId: kit.text('scan_schedule_id'),
      auditScheduleId: kit.text('audit_schedule_id'),
      scanOptions: kit.json<ScanOptions>('scan_options').notNull(),
      directory: kit.json<Segment['directory']>('directory'),
      cloud: kit.json<Segment['cloud']>('cloud'),
      lastScan: kit.time('last_scan'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('segments_name').on(t.siteId, t.nameKey),
      kit.index('segments_audit_service').on(t.auditServiceId),
    ],
  ),
})
