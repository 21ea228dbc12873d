import type { Kit } from '../kit.ts'

export const siteTables = (kit: Kit) => ({
  sites: kit.table('sites', {
    id: kit.text('id').primaryKey(),
    name: kit.text('name').notNull(),
    createdAt: kit.time('created_at').notNull(),
  }),
})
