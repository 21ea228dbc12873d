import type { CreateCredential } from '@rollcall/shared/api/credential.ts'
import type { Kit } from '../kit.ts'

export const credentialTables = (kit: Kit) => ({
  credentials: kit.table(
    'credentials',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      kind: kit.text<CreateCredential['kind']>('kind').notNull(),
      /** The whole credential as JSON, sealed by the vault. */
      sealed: kit.bytes('sealed').notNull(),
      createdAt: kit.time('created_at').notNull(),
      modifiedAt: kit.time('modified_at'),
    },
    (t) => [kit.index('credentials_site').on(t.siteId, t.name)],
  ),
})
