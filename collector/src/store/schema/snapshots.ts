import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Identity } from '@rollcall/shared/inventory/identity.ts'
import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Kit } from '../kit.ts'

export const snapshotTables = (kit: Kit) => {
  /** Sections by content: an unchanged one costs a snapshot only the reference. */
  const sections = kit.table(
    'sections',
    {
      /** SHA-256 of the canonical JSON, hex; of one with a base, of its hash and the JSON. */
      hash: kit.text('hash').primaryKey(),
      /** The canonical JSON, zstd-compressed (RFC 8878). */
      content: kit.bytes('content').notNull(),
      /** Its size before compression, in bytes. */
      size: kit.integer('size').notNull(),
      /** What hardly ever changes; the content is then what is volatile in the section. */
      baseHash: kit.text('base_hash').references((): AnySQLiteColumn => sections.hash),
    },
    (t) => [kit.index('sections_base').on(t.baseHash)],
  )
  const sectionHash = (name: string) => kit.text(name).references(() => sections.hash)
  const snapshots = kit.table(
    'snapshots',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      deviceId: kit.text('device_id').notNull(),
      /** Made by the origin; a second delivery of it changes nothing. */
      observationId: kit.text('observation_id').notNull(),
      auditDate: kit.time('audit_date').notNull(),
      receivedAt: kit.time('received_at').notNull(),
      source: kit.text<SnapshotSource>('source').notNull(),
      depth: kit.text<Observation['depth']>('depth').notNull(),
      scheduleId: kit.text('schedule_id'),
      auditServiceId: kit.text('audit_service_id'),
      agentId: kit.text('agent_id'),
      taskId: kit.text('task_id'),
      hardwareHash: sectionHash('hardware_hash'),
      softwareHash: sectionHash('software_hash'),
      networkHash: sectionHash('network_hash'),
      customFieldsHash: sectionHash('custom_fields_hash'),
      identity: kit.json<Identity>('identity').notNull(),
      /** What else the observation said: name, type, evidence, probes, what was cut. */
      report: kit
        .json<Pick<Observation, 'type' | 'name' | 'dnsName' | 'evidence' | 'truncated' | 'probes'>>('report')
        .notNull(),
      match: kit.json<MatchReason>('match').notNull(),
    },
    (t) => [
      kit.uniqueIndex('snapshots_observation').on(t.siteId, t.observationId),
      kit.index('snapshots_device').on(t.deviceId, t.auditDate, t.id),
      // Whether a section is still referred to, when a snapshot that did is deleted.
      kit.index('snapshots_hardware').on(t.hardwareHash),
      kit.index('snapshots_software').on(t.softwareHash),
      kit.index('snapshots_network').on(t.networkHash),
      kit.index('snapshots_custom_fields').on(t.customFieldsHash),
    ],
  )
  return {
    sections,
    snapshots,
    rawPayloads: kit.table('raw_payloads', {
      snapshotId: kit
        .text('snapshot_id')
        .primaryKey()
        .references(() => snapshots.id, { onDelete: 'cascade' }),
      /**
       * What the origin sent, zstd-compressed (RFC 8878) whatever it is: a tenth of an agent's JSON, and a few bytes
       * more of a tar that is compressed already.
       */
      content: kit.bytes('content').notNull(),
      /** Its size before compression, in bytes. */
      size: kit.integer('size').notNull(),
    }),
  }
}
