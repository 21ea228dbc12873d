import type { Kit } from '../kit.ts'

export const softwareTables = (kit: Kit) => {
  const softwareProducts = kit.table(
    'software_products',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      /** SHA-256 of name and version, hex: the names themselves can be too long for PostgreSQL's index. */
      keyHash: kit.text('key_hash').notNull(),
      name: kit.text('name').notNull(),
      version: kit.text('version').notNull(),
      publisher: kit.text('publisher').notNull(),
      softwareGroup: kit.text<'Regular' | 'Required' | 'Forbidden'>('software_group').notNull(),
      firstSeen: kit.time('first_seen').notNull(),
    },
    (t) => [kit.uniqueIndex('software_products_key').on(t.siteId, t.keyHash)],
  )
  return {
    softwareProducts,
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
        kit.index('installations_product').on(t.productId),
      ],
    ),
  }
}
