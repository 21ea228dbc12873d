import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Kit } from '../kit.ts'

export const siteTables = (kit: Kit) => {
  const sites = kit.table(
    'sites',
    {
      id: kit.text('id').primaryKey(),
      name: kit.text('name').notNull(),
      /** Lower case, for the unique name. */
      nameKey: kit.text('name_key').notNull(),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [kit.uniqueIndex('sites_name').on(t.nameKey)],
  )
  return {
    sites,
    /** Without a row the defaults hold. */
    siteSettings: kit.table('site_settings', {
      siteId: kit
        .text('site_id')
        .primaryKey()
        .references(() => sites.id, { onDelete: 'cascade' }),
      settings: kit.json<SiteSettings>('settings').notNull(),
      /** Secrets of the settings by name as JSON, sealed by the vault; null if there are none. */
      sealedSecrets: kit.bytes('sealed_secrets'),
      modifiedAt: kit.time('modified_at').notNull(),
    }),
  }
}
