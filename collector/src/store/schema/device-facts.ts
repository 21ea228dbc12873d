import { isNotNull } from 'drizzle-orm'
import type { Kit } from '../kit.ts'

/** Sources that the facts of a device come from: its record, and sections of its newest snapshots. */
export type FactPart = 'device' | 'hardware' | 'network' | 'services'

/** Facts of devices, by which queries find them. Everything can be derived again. */
export const deviceFactTables = (kit: Kit) => ({
  /** Devices with their numbers, by which facts refer to them. */
  factDevices: kit.table(
    'fact_devices',
    {
      device: kit.sequence('device'),
      deviceId: kit.text('device_id').notNull(),
      /** Version of the rules by which its facts were derived; 0 before that. */
      rules: kit.integer('rules').notNull(),
      /** Fingerprint of the facts of each part. */
      parts: kit.json<Partial<Record<FactPart, string>>>('parts').notNull(),
    },
    (t) => [kit.uniqueIndex('fact_devices_device').on(t.deviceId), kit.index('fact_devices_rules').on(t.rules)],
  ),
  /** Fields of a site that facts refer to by number. */
  factFields: kit.table(
    'fact_fields',
    { number: kit.sequence('number'), siteId: kit.text('site_id').notNull(), name: kit.text('name').notNull() },
    (t) => [kit.uniqueIndex('fact_fields_name').on(t.siteId, t.name)],
  ),
  /**
   * Values of fields, in the order of devices. Archived devices have none. Without foreign keys, which PostgreSQL would
   * check row by row.
   */
  facts: kit.table(
    'facts',
    {
      device: kit.integer('device').notNull(),
      field: kit.integer('field').notNull(),
      /** Position of the item that has the field, or of the value if a device has several. */
      item: kit.integer('item').notNull(),
      /** A text as it is searched: in lower case and cut. */
      key: kit.text('key'),
      /** The text itself, where it differs from the key. */
      text: kit.text('text'),
      number: kit.real('number'),
    },
    (t) => [
      kit.primaryKey({ columns: [t.device, t.field, t.item] }),
      kit.index('facts_key').on(t.field, t.key, t.device, t.item).where(isNotNull(t.key)),
      kit.index('facts_number').on(t.field, t.number, t.device, t.item).where(isNotNull(t.number)),
    ],
  ),
})
