import type { Kit } from '../kit.ts'

/** For tests of migrations: the earlier table of devices, with the columns that each row needs. */
export const earlierDevices = (kit: Kit) =>
  kit.table('devices', {
    id: kit.text('id').primaryKey(),
    siteId: kit.text('site_id').notNull(),
    name: kit.text('name').notNull(),
    nameKey: kit.text('name_key').notNull(),
    type: kit.text('type').notNull(),
    searchText: kit.text('search_text').notNull(),
    firstSeen: kit.time('first_seen').notNull(),
    lastSeen: kit.time('last_seen').notNull(),
    modifiedAt: kit.time('modified_at').notNull(),
    customFields: kit.json<object>('custom_fields').notNull(),
  })

export const earlierDevice = (id: string, time: string) => ({
  ...{ id, siteId: 's', name: 'pc', nameKey: 'pc', type: 'computer', searchText: 'pc', customFields: {} },
  ...{ firstSeen: time, lastSeen: time, modifiedAt: time },
})
