import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Kit } from '../kit.ts'
import { deviceTables } from './devices.ts'

type DeviceRow = ReturnType<typeof deviceTables>['devices']['$inferSelect']
/** What a record shows of the observations of a device. */
type Shown = Pick<
  DeviceRow,
  'name' | 'dnsName' | 'macAddress' | 'ipAddress' | 'serialNumber' | 'type' | 'manufacturer' | 'model'
>

/** What reconciliation goes by beside the identifiers that a device has now. */
export const sightingTables = (kit: Kit) => {
  const deviceId = () =>
    kit
      .text('device_id')
      .notNull()
      .references(() => kit.tables(deviceTables).devices.id, { onDelete: 'cascade' })
  /** All observations of a device that said the same of which one it is, as one row. */
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
      /** A person has said that it is of this device. */
      decided: kit.boolean('decided').notNull(),
      /** What the record shows of it, where no snapshot does. */
      fields: kit.json<Shown>('fields'),
    },
    (t) => [kit.primaryKey({ columns: [t.deviceId, t.key] }), kit.index('device_sightings_key').on(t.siteId, t.key)],
  )
  return {
    deviceSightings,
    sightingRevision: kit.revision('device_sightings_revision', [
      deviceSightings.deviceId,
      deviceSightings.key,
      deviceSightings.decided,
    ]),
    /** Names and addresses that a device has or had: what a late observation is looked up by. */
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
