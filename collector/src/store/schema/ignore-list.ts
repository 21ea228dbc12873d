import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import type { Kit } from '../kit.ts'

export const ignoreListTables = (kit: Kit) => ({
  ignoreEntries: kit.table(
    'ignore_entries',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      kind: kit.text<IgnoreKind>('kind').notNull(),
      /** As a person wrote it. */
      pattern: kit.text('pattern').notNull(),
      /** The one form in which it is compared: two notations of one MAC are one entry. */
      patternKey: kit.text('pattern_key').notNull(),
      reason: kit.text('reason'),
      createdAt: kit.time('created_at').notNull(),
      createdBy: kit.text('created_by').notNull(),
    },
    (t) => [kit.uniqueIndex('ignore_entries_pattern').on(t.siteId, t.kind, t.patternKey)],
  ),
  /** Raised with every change of a site's list, so that ingest reads the list itself only when it has changed. */
  ignoreLists: kit.table('ignore_lists', {
    siteId: kit.text('site_id').primaryKey(),
    version: kit.integer('version').notNull(),
  }),
})
