import type { StorageProblemCode } from '@rollcall/shared/api/snapshot-storage.ts'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Identity } from '@rollcall/shared/inventory/identity.ts'
import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { isNotNull, not } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Kit } from '../kit.ts'

/** A snapshot is a row of small numbers: what it says is kept apart, where it is stored once for all that say the same. */
export const snapshotTables = (kit: Kit) => {
  const contentColumns = (dictionary: () => AnySQLiteColumn) => ({
    /** A Zstandard frame (RFC 8878). */
    content: kit.bytes('content').notNull(),
    /** Its size before compression, in bytes. */
    size: kit.integer('size').notNull(),
    /** What it is compressed with as its dictionary, so that only the difference takes room; null: nothing. */
    dictionarySeq: kit.integer('dictionary_seq').references(dictionary),
    /** Its number in a chain of differences; 0 without a dictionary. */
    place: kit.integer('place').notNull().default(0),
    /** Set for what only serves as a dictionary any more: when those that have it get another one. */
    rebaseAt: kit.time('rebase_at'),
  })

  /** Sections by content: an unchanged one costs a snapshot only the reference. */
  const sections = kit.table(
    'sections',
    {
      seq: kit.sequence('seq'),
      /** SHA-256 of the canonical JSON, which is the content; of one with a base, of its hash and the JSON. */
      hash: kit.digest('hash').notNull(),
      ...contentColumns((): AnySQLiteColumn => sections.seq),
      /** What hardly ever changes; the content is then what is volatile in the section. */
      baseSeq: kit.integer('base_seq').references((): AnySQLiteColumn => sections.seq),
      /** Which form of the schema it was valid by when it was stored; 0 is not known. */
      form: kit.integer('form').notNull().default(0),
    },
    (t) => [
      kit.uniqueIndex('sections_hash').on(t.hash),
      kit.index('sections_base').on(t.baseSeq).where(isNotNull(t.baseSeq)),
      kit.index('sections_dictionary').on(t.dictionarySeq).where(isNotNull(t.dictionarySeq)),
      kit.index('sections_rebase').on(t.rebaseAt).where(isNotNull(t.rebaseAt)),
    ],
  )
  const sites = kit.table(
    'snapshot_sites',
    { seq: kit.sequence('seq'), siteId: kit.text('site_id').notNull() },
    (t) => [kit.uniqueIndex('snapshot_sites_site').on(t.siteId)],
  )
  /** What one snapshot of a device says like the next. */
  const facts = kit.table(
    'snapshot_facts',
    {
      seq: kit.sequence('seq'),
      /** SHA-256 of all that follows; null for those of an earlier release until they are packed. */
      hash: kit.digest('hash'),
      scheduleId: kit.text('schedule_id'),
      auditServiceId: kit.text('audit_service_id'),
      agentId: kit.text('agent_id'),
      identity: kit.json<Identity>('identity').notNull(),
      /** What else the observation said: name, type, evidence, probes, what was cut. */
      report: kit
        .json<Pick<Observation, 'type' | 'name' | 'dnsName' | 'evidence' | 'truncated' | 'probes'>>('report')
        .notNull(),
      match: kit.json<MatchReason>('match').notNull(),
    },
    (t) => [kit.uniqueIndex('snapshot_facts_hash').on(t.hash)],
  )
  const sectionSeq = (name: string) => kit.integer(name).references(() => sections.seq)
  const snapshots = kit.table(
    'snapshots',
    {
      seq: kit.sequence('seq'),
      id: kit.uuid('id').notNull(),
      siteSeq: kit
        .integer('site_seq')
        .notNull()
        .references(() => sites.seq),
      deviceId: kit.uuid('device_id').notNull(),
      /** Made by the origin; a second delivery of it changes nothing. */
      observationId: kit.uuid('observation_id').notNull(),
      auditDate: kit.time('audit_date').notNull(),
      receivedAt: kit.time('received_at').notNull(),
      source: kit.text<SnapshotSource>('source').notNull(),
      depth: kit.text<Observation['depth']>('depth').notNull(),
      taskId: kit.text('task_id'),
      factsSeq: kit
        .integer('facts_seq')
        .notNull()
        .references(() => facts.seq),
      hardwareSeq: sectionSeq('hardware_seq'),
      softwareSeq: sectionSeq('software_seq'),
      networkSeq: sectionSeq('network_seq'),
      customFieldsSeq: sectionSeq('custom_fields_seq'),
      /** Its sections and raw payload are kept as differences where that is less. */
      isPacked: kit.boolean('is_packed').notNull().default(false),
    },
    (t) => [
      kit.uniqueIndex('snapshots_id').on(t.id),
      kit.uniqueIndex('snapshots_observation').on(t.observationId, t.siteSeq),
      kit.index('snapshots_device').on(t.deviceId, t.auditDate),
      kit.index('snapshots_origin').on(t.deviceId, t.source, t.depth, t.auditDate),
      // Whether something is still referred to, when a snapshot that did is deleted.
      kit.index('snapshots_facts').on(t.factsSeq),
      kit.index('snapshots_hardware').on(t.hardwareSeq).where(isNotNull(t.hardwareSeq)),
      kit.index('snapshots_software').on(t.softwareSeq).where(isNotNull(t.softwareSeq)),
      kit.index('snapshots_network').on(t.networkSeq).where(isNotNull(t.networkSeq)),
      kit.index('snapshots_custom_fields').on(t.customFieldsSeq).where(isNotNull(t.customFieldsSeq)),
      kit.index('snapshots_unpacked').on(t.seq).where(not(t.isPacked)),
    ],
  )
  const rawPayloads = kit.table(
    'raw_payloads',
    {
      /** The number of its snapshot, which may be gone while others are kept as differences from this. */
      seq: kit.integer('seq').primaryKey(),
      /** What the origin sent, compressed whatever it is: a few bytes more of a tar that is compressed already. */
      ...contentColumns((): AnySQLiteColumn => rawPayloads.seq),
    },
    (t) => [
      kit.index('raw_payloads_dictionary').on(t.dictionarySeq).where(isNotNull(t.dictionarySeq)),
      kit.index('raw_payloads_rebase').on(t.rebaseAt).where(isNotNull(t.rebaseAt)),
    ],
  )
  return { sections, snapshotSites: sites, snapshotFacts: facts, snapshots, rawPayloads }
}

export const offloadTables = (kit: Kit) => ({
  /** Snapshots that are still to be copied to their site's bucket, written in the transaction of the snapshot. */
  offloadQueue: kit.table(
    'offload_queue',
    {
      snapshotId: kit.text('snapshot_id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      queuedAt: kit.time('queued_at').notNull(),
      /** Later than queuedAt only for one that the service refused by itself. */
      nextAttemptAt: kit.time('next_attempt_at').notNull(),
      /** How often it was refused by itself. */
      refusals: kit.integer('refusals').notNull(),
    },
    (t) => [kit.index('offload_queue_due').on(t.siteId, t.nextAttemptAt, t.snapshotId)],
  ),
  /** How the offload of a site stands; no row until there was something to copy. */
  offloadSites: kit.table('offload_sites', {
    siteId: kit.text('site_id').primaryKey(),
    sent: kit.integer('sent').notNull(),
    failedAttempts: kit.integer('failed_attempts').notNull(),
    /** In a row, since the last success. */
    failures: kit.integer('failures').notNull(),
    failingSince: kit.time('failing_since'),
    /** Nothing is sent before. */
    retryAt: kit.time('retry_at'),
    /** Until then one collector alone sends for this site. */
    leaseUntil: kit.time('lease_until'),
    lastSuccess: kit.time('last_success'),
    lastErrorCode: kit.text<StorageProblemCode>('last_error_code'),
    lastErrorDetail: kit.text('last_error_detail'),
    lastErrorAt: kit.time('last_error_at'),
  }),
})
