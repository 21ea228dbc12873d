import type { Owner, ViewList, ViewParameters } from '@rollcall/shared/api/view.ts'
import type { Kit } from '../kit.ts'

export const viewTables = (kit: Kit) => ({
  views: kit.table(
    'views',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      list: kit.text<ViewList>('list').notNull(),
      name: kit.text('name').notNull(),
      /** Lower case, for the unique name among the views of an owner. */
      nameKey: kit.text('name_key').notNull(),
      parameters: kit.json<ViewParameters>('parameters').notNull(),
      shared: kit.boolean('shared').notNull(),
      ownerKind: kit.text<Owner['kind']>('owner_kind').notNull(),
      /** null after the owner was deleted. */
      ownerId: kit.text('owner_id'),
      ownerName: kit.text('owner_name').notNull(),
      createdAt: kit.time('created_at').notNull(),
      modifiedAt: kit.time('modified_at'),
    },
    (t) => [
      /** Null equals nothing: views of deleted owners may have equal names. */
      kit.uniqueIndex('views_name').on(t.siteId, t.ownerId, t.list, t.nameKey),
      kit.index('views_owner').on(t.ownerId),
    ],
  ),
})
