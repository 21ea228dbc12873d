import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

type DeviceRow = ReturnType<typeof deviceTables>['devices']['$inferSelect']
/** Fields of a device's record that its observations supply. */
type Shown = Pick<
  DeviceRow,
  'name' | 'dnsName' | 'macAddress' | 'ipAddress' | 'serialNumber' | 'type' | 'manufacturer' | 'model'
>

/** Evidence for matching in addition to a device's current identifiers. */
export const sightingTables = (kit: Kit) => {
  const deviceId = () =>
    kit
      .text('device_id')
      .notNull()
      .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  /** All observations of a device with the same evidence, as one row. */
  const deviceSightings = kit.table(
    'device_sightings',
    {
      deviceId: deviceId(),
      siteId: kit.text('site_id').notNull(),
      /** Hash of source, depth and evidence. */
      key: kit.text('key').notNull(),
      source: kit.text<SnapshotSource>('source').notNull(),
      depth: kit.text<Observation['depth']>('depth').notNull(),
      evidence: kit.json<Evidence[]>('evidence').notNull(),
      firstAt: kit.time('first_at').notNull(),
      lastAt: kit.time('last_at').notNull(),
      /** Set if a person decided that it belongs to this device. */
      decided: kit.boolean('decided').notNull(),
      /** Fields that the record shows from it, if no snapshot supplies them. */
      fields: kit.json<Shown>('fields'),
    },
    (t) => [kit.primaryKey({ columns: [t.deviceId, t.key] }), kit.index('device_sightings_key').on(t.siteId, t.key)],
  )
  return {
    deviceSightings,
    sightingRevision: kit.revision(
      'device_sightings_revision',
      [deviceSightings.deviceId, deviceSightings.key, deviceSightings.decided],
      'caches',
    ),
    /** Names and addresses that a device has or had, for matching late observations. */
    deviceTraces: kit.table(
      'device_traces',
      {
        deviceId: deviceId(),
        siteId: kit.text('site_id').notNull(),
        kind: kit.text<EvidenceKind>('kind').notNull(),
        value: kit.text('value').notNull(),
      },
      (t) => [
        kit.primaryKey({ columns: [t.deviceId, t.kind, t.value] }),
        kit.index('device_traces_value').on(t.siteId, t.kind, t.value),
      ],
    ),
  }
}
