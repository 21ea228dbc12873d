import type { SoftwareGroup } from '@rollcall/shared/api/software.ts'
import type { Kit } from '../kit.ts'

export const softwareTables = (kit: Kit) => {
  const softwareNames = kit.table(
    'software_names',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      /** SHA-256 of the name, hex. */
      keyHash: kit.text('key_hash').notNull(),
      name: kit.text('name').notNull(),
      /** Lower case and cut, as the indexes of PostgreSQL hold no more. */
      sortName: kit.text('sort_name').notNull(),
      publisher: kit.text('publisher').notNull(),
      /** What was last set for the name as a whole, and what its new versions get. */
      ownGroup: kit.text<SoftwareGroup>('own_group').notNull(),
      /** The strictest of ownGroup and of the versions' groups: what a list shows. */
      softwareGroup: kit.text<SoftwareGroup>('software_group').notNull(),
      inScopeTagId: kit.text('in_scope_tag_id'),
      firstSeen: kit.time('first_seen').notNull(),
    },
    (t) => [
      kit.uniqueIndex('software_names_key').on(t.siteId, t.keyHash),
      kit.index('software_names_order').on(t.siteId, t.sortName, t.id),
      kit.index('software_names_group').on(t.siteId, t.softwareGroup, t.sortName, t.id),
    ],
  )
  const softwareProducts = kit.table(
    'software_products',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      nameId: kit
        .text('name_id')
        .notNull()
        .references(() => softwareNames.id),
      /** SHA-256 of name and version, hex: the names themselves can be too long for PostgreSQL's index. */
      keyHash: kit.text('key_hash').notNull(),
      name: kit.text('name').notNull(),
      sortName: kit.text('sort_name').notNull(),
      version: kit.text('version').notNull(),
      publisher: kit.text('publisher').notNull(),
      softwareGroup: kit.text<SoftwareGroup>('software_group').notNull(),
      inScopeTagId: kit.text('in_scope_tag_id'),
      firstSeen: kit.time('first_seen').notNull(),
    },
    (t) => [
      kit.uniqueIndex('software_products_key').on(t.siteId, t.keyHash),
      kit.index('software_products_order').on(t.siteId, t.sortName, t.version, t.id),
      kit.index('software_products_group').on(t.siteId, t.softwareGroup, t.sortName, t.version, t.id),
      kit.index('software_products_name').on(t.nameId, t.version, t.id),
    ],
  )
  return {
    softwareNames,
    softwareProducts,
    /** Apart from the products, as every group of snapshots writes here: few columns, and no index but the key. */
    softwareCounts: kit.table('software_counts', {
      /** A product's or a name's id. */
      subjectId: kit.text('subject_id').primaryKey(),
      installations: kit.integer('installations').notNull(),
      /** When an installation was last found or gone. */
      changedAt: kit.time('changed_at').notNull(),
    }),
    /** What is installed now; what was is in the snapshots and the change log. */
    installations: kit.table(
      'installations',
      {
        deviceId: kit.text('device_id').notNull(),
        productId: kit
          .text('product_id')
          .notNull()
          .references(() => softwareProducts.id),
        installDate: kit.time('install_date'),
        firstSeen: kit.time('first_seen').notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.productId] }),
        kit.index('installations_product').on(t.productId, t.deviceId),
      ],
    ),
  }
}
