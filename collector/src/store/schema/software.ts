import type { ComplianceKind } from '@rollcall/shared/api/compliance.ts'
import type { SoftwareGroup } from '@rollcall/shared/api/software.ts'
import type { SoftwareKind } from '@rollcall/shared/inventory/software-name.ts'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

const installationColumns = (kit: Kit) => ({
  product: kit.integer('product').notNull(),
  device: kit.integer('device').notNull(),
  installDate: kit.time('install_date'),
  firstSeen: kit.time('first_seen').notNull(),
})

export const softwareTables = (kit: Kit) => {
  const softwareNames = kit.table(
    'software_names',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      /** SHA-256 of the name in lower case, hex. */
      keyHash: kit.text('key_hash').notNull(),
      /** What the names of its products have in common, in the spelling that was found first. */
      name: kit.text('name').notNull(),
      /** Lower case and cut, as the indexes of PostgreSQL hold no more. */
      sortName: kit.text('sort_name').notNull(),
      publisher: kit.text('publisher').notNull(),
      kind: kit.text<SoftwareKind>('kind').notNull().default('product'),
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
      kit.index('software_names_kind').on(t.siteId, t.kind, t.sortName, t.id),
    ],
  )
  const softwareProducts = kit.table(
    'software_products',
    {
      /** What installations know it by: a tenth of an id's length. */
      number: kit.sequence('number'),
      id: kit.text('id').notNull(),
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
      /** Which source listed it first; it says how versions are ordered. Empty where none is known. */
      source: kit.text('source').notNull(),
      kind: kit.text<SoftwareKind>('kind').notNull(),
      softwareGroup: kit.text<SoftwareGroup>('software_group').notNull(),
      inScopeTagId: kit.text('in_scope_tag_id'),
      firstSeen: kit.time('first_seen').notNull(),
      /** The rules by which its name was found; 0 where it is still the name as it is written. */
      grouping: kit.integer('grouping').notNull(),
    },
    (t) => [
      kit.uniqueIndex('software_products_id').on(t.id),
      kit.uniqueIndex('software_products_key').on(t.siteId, t.keyHash),
      kit.index('software_products_order').on(t.siteId, t.sortName, t.version, t.id),
      kit.index('software_products_group').on(t.siteId, t.softwareGroup, t.sortName, t.version, t.id),
      kit.index('software_products_kind').on(t.siteId, t.kind, t.sortName, t.version, t.id),
      kit.index('software_products_name').on(t.nameId, t.version, t.id),
      kit.index('software_products_grouping').on(t.grouping),
    ],
  )
  return {
    softwareNames,
    softwareProducts,
    /** Apart from the products, as every group of snapshots writes here: few columns, and no index but the key. */
    softwareCounts: kit.table('software_counts', {
      // A product that was never counted can be removed, so one that is remembered from before is looked up at its first.
      product: kit
        .integer('product')
        .primaryKey()
        .references(() => softwareProducts.number),
      installations: kit.integer('installations').notNull(),
      /** When an installation was last found or gone. */
      changedAt: kit.time('changed_at').notNull(),
    }),
    /** What is installed on each device now, to be read and compared at once. */
    installedLists: kit.table(
      'installed_lists',
      {
        device: kit.sequence('device'),
        deviceId: kit.text('device_id').notNull(),
        /** Numbers of products, rising. */
        products: kit.json<number[]>('products').notNull(),
      },
      (t) => [kit.uniqueIndex('installed_lists_device').on(t.deviceId)],
    ),
    /**
     * The same by product, beside those that are recent. Without foreign keys, which PostgreSQL would look up row by row: products stay for ever, and
     * whoever deletes a device removes its installations. On SQLite it has no row ids, so it is in this order itself.
     */
    installations: kit.table('installations', installationColumns(kit), (t) => [
      kit.primaryKey({ columns: [t.product, t.device] }),
    ]),
    /**
     * Installations of devices that were found with many at once. By product alone each of them would be on a page of its
     * own; here devices that come one after the other share some pages. Later all of them are moved, product by product. On PostgreSQL there are none.
     */
    recentInstallations: kit.table(
      'recent_installations',
      { slot: kit.integer('slot').notNull(), ...installationColumns(kit) },
      (t) => [kit.primaryKey({ columns: [t.slot, t.product, t.device] })],
    ),
  }
}

/** What follows from rules and installations, kept so that it can be listed: all of it can be made anew. */
export const complianceTables = (kit: Kit) => {
  const deviceId = () =>
    kit.text('device_id').references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  return {
    /** A device that does not comply, once. */
    complianceDevices: kit.table(
      'compliance_devices',
      {
        deviceId: deviceId().primaryKey(),
        siteId: kit.text('site_id').notNull(),
        hasMissing: kit.boolean('has_missing').notNull(),
        hasForbidden: kit.boolean('has_forbidden').notNull(),
      },
      (t) => [
        kit.index('compliance_devices_site').on(t.siteId, t.deviceId),
        kit.index('compliance_devices_missing').on(t.siteId, t.hasMissing, t.deviceId),
        kit.index('compliance_devices_forbidden').on(t.siteId, t.hasForbidden, t.deviceId),
      ],
    ),
    /** What a device misses or should not have. */
    complianceFindings: kit.table(
      'compliance_findings',
      {
        deviceId: deviceId().notNull(),
        /** The product's id; the name's where any of its versions would do. */
        productId: kit.text('product_id').notNull(),
        nameId: kit.text('name_id').notNull(),
        kind: kit.text<ComplianceKind>('kind').notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.productId] }),
        kit.index('compliance_findings_product').on(t.productId, t.deviceId),
        kit.index('compliance_findings_name').on(t.nameId, t.deviceId, t.kind),
      ],
    ),
    /** A site whose rules have changed: how far its devices have been judged anew. */
    complianceReviews: kit.table('compliance_reviews', {
      siteId: kit.text('site_id').primaryKey(),
      /** Devices up to this id are done; '' at the start. */
      afterDeviceId: kit.text('after_device_id').notNull(),
    }),
  }
}
