import type { Kit } from '../kit.ts'

export const changeTables = (kit: Kit) => ({
  changes: kit.table(
    'changes',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      timestamp: kit.time('timestamp').notNull(),
      verb: kit.text<'Added' | 'Modified' | 'Deleted'>('verb').notNull(),
      entity: kit.text('entity').notNull(),
      entityId: kit.text('entity_id').notNull(),
      deviceId: kit.text('device_id'),
      field: kit.text('field'),
      from: kit.text('from_value'),
      to: kit.text('to_value'),
      actor: kit.text('actor').notNull(),
    },
    (t) => [
      kit.index('changes_site').on(t.siteId, t.timestamp, t.id),
      kit.index('changes_device').on(t.deviceId, t.timestamp),
    ],
  ),
})
