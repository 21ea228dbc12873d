import type { Kit } from '../kit.ts'

/** Keys the collector made for itself (NATS operator and accounts, task signing), sealed by the vault. */
export const secretTables = (kit: Kit) => ({
  secrets: kit.table('secrets', {
    name: kit.text('name').primaryKey(),
    sealed: kit.bytes('sealed').notNull(),
    createdAt: kit.time('created_at').notNull(),
  }),
})
