import type { ComplianceKind } from '@rollcall/shared/api/compliance.ts'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

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
