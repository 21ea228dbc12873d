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
      /** Common part of its products' names, in the spelling that was found first. */
      name: kit.text('name').notNull(),
      /** Lower case and truncated, as the indexes of PostgreSQL hold no more. */
      sortName: kit.text('sort_name').notNull(),
      publisher: kit.text('publisher').notNull(),
      kind: kit.text<SoftwareKind>('kind').notNull().default('product'),
      /** Group last set for the name as a whole, and the default of its new versions. */
      ownGroup: kit.text<SoftwareGroup>('own_group').notNull(),
      /** The strictest of ownGroup and of the versions' groups: the one that a list shows. */
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
      /** Number by which installations refer to it: a tenth of an id's length. */
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
      /** Source that listed it first, which decides how versions are ordered. Empty if unknown. */
      source: kit.text('source').notNull(),
      kind: kit.text<SoftwareKind>('kind').notNull(),
      softwareGroup: kit.text<SoftwareGroup>('software_group').notNull(),
      inScopeTagId: kit.text('in_scope_tag_id'),
      firstSeen: kit.time('first_seen').notNull(),
      /** Version of the rules that found its name; 0 if it is still the name as reported. */
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
    /**
     * Counts, apart from the products, since every group of snapshots writes here: few columns, and no index but the
     * key.
     */
    softwareCounts: kit.table('software_counts', {
      // A product without a row can be removed, so a cached one is checked at its first count.
      product: kit
        .integer('product')
        .primaryKey()
        .references(() => softwareProducts.number),
      installations: kit.integer('installations').notNull(),
      /** Time at which an installation last came or went. */
      changedAt: kit.time('changed_at').notNull(),
    }),
    /** Current installations of each device, to be read and compared at once. */
    installedLists: kit.table(
      'installed_lists',
      {
        device: kit.sequence('device'),
        deviceId: kit.text('device_id').notNull(),
        /** Numbers of products in ascending order. */
        products: kit.json<number[]>('products').notNull(),
      },
      (t) => [kit.uniqueIndex('installed_lists_device').on(t.deviceId)],
    ),
    /**
     * Installations by product, in addition to the recent ones. Without foreign keys, which PostgreSQL would check row
     * by row: products stay for ever, and a deletion of a device removes its installations. On SQLite the table has no
     * row ids, so it is in this order itself.
     */
    installations: kit.table('installations', installationColumns(kit), (t) => [
      kit.primaryKey({ columns: [t.product, t.device] }),
    ]),
    /**
     * Installations of devices that were found in large numbers at once. By product alone each would be on a page of
     * its own; here consecutive devices share some pages. Later all of them are moved, product by product. PostgreSQL
     * uses none.
     */
    recentInstallations: kit.table(
      'recent_installations',
      { slot: kit.integer('slot').notNull(), ...installationColumns(kit) },
      (t) => [kit.primaryKey({ columns: [t.slot, t.product, t.device] })],
    ),
  }
}

/** Results of rules and installations, stored for lists. Everything can be derived again. */
export const complianceTables = (kit: Kit) => {
  const deviceId = () =>
    kit.text('device_id').references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  return {
    /** Devices that do not comply, and devices of which it is not known, one row each. */
    complianceDevices: kit.table(
      'compliance_devices',
      {
        deviceId: deviceId().primaryKey(),
        siteId: kit.text('site_id').notNull(),
        hasMissing: kit.boolean('has_missing').notNull(),
        hasForbidden: kit.boolean('has_forbidden').notNull(),
        /** Set if its software was never read, so that it is not known whether it complies. */
        isUnknown: kit.boolean('is_unknown').notNull().default(false),
      },
      (t) => [
        kit.index('compliance_devices_state').on(t.siteId, t.isUnknown, t.deviceId),
        kit.index('compliance_devices_missing').on(t.siteId, t.hasMissing, t.deviceId),
        kit.index('compliance_devices_forbidden').on(t.siteId, t.hasForbidden, t.deviceId),
      ],
    ),
    /** Products that a device lacks or should not have, or of which this is not known. */
    complianceFindings: kit.table(
      'compliance_findings',
      {
        deviceId: deviceId().notNull(),
        /** Id of the product, or of the name if any of its versions would comply. */
        productId: kit.text('product_id').notNull(),
        nameId: kit.text('name_id').notNull(),
        kind: kit.text<ComplianceKind>('kind').notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.productId] }),
        kit.index('compliance_findings_rule').on(t.productId, t.deviceId, t.kind),
        kit.index('compliance_findings_name').on(t.nameId, t.deviceId, t.kind),
      ],
    ),
    /** Progress of judging a site's devices again after its rules changed. */
    complianceReviews: kit.table('compliance_reviews', {
      siteId: kit.text('site_id').primaryKey(),
      /** Devices up to this id are done; '' at the start. */
      afterDeviceId: kit.text('after_device_id').notNull(),
    }),
  }
}
