import type { StorageProblemCode } from '@rollcall/shared/api/snapshot-storage.ts'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import type { Identity } from '@rollcall/shared/inventory/identity.ts'
import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { isNotNull, not } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Kit } from '../kit.ts'

/** Part of a section that was not read, and the snapshot that its values come from. */
type EarlierPart = { path: string; snapshotId: string; auditDate: string }

/** Other fields of an observation. `incomplete` has the parts that were never read, `earlier` those read before. */
type Report = Pick<Observation, 'type' | 'name' | 'dnsName' | 'evidence' | 'truncated' | 'probes' | 'incomplete'> & {
  earlier?: readonly EarlierPart[]
}

/**
 * Snapshots. A snapshot is a row of small numbers; its contents are stored apart, once for all snapshots that share
 * them.
 */
export const snapshotTables = (kit: Kit) => {
  const contentColumns = (dictionary: () => AnySQLiteColumn) => ({
    /** A Zstandard frame (RFC 8878). */
    content: kit.bytes('content').notNull(),
    /** Size before compression, in bytes. */
    size: kit.integer('size').notNull(),
    /** Dictionary for the compression, so that only the difference takes room; null: none. */
    dictionarySeq: kit.integer('dictionary_seq').references(dictionary),
    /** Number of the content in a chain of differences; 0 without a dictionary. */
    place: kit.integer('place').notNull().default(0),
    /** Set for a content that is only a dictionary any more: the time at which its dependents get another one. */
    rebaseAt: kit.time('rebase_at'),
  })

  /** Sections by content: for an unchanged one a snapshot only stores a reference. */
  const sections = kit.table(
    'sections',
    {
      seq: kit.sequence('seq'),
      /**
       * SHA-256 of the canonical JSON, which is the content; for a section with a base, of the base's hash and the
       * JSON.
       */
      hash: kit.digest('hash').notNull(),
      ...contentColumns((): AnySQLiteColumn => sections.seq),
      /** Base with the stable values. The content is then the volatile part of the section. */
      baseSeq: kit.integer('base_seq').references((): AnySQLiteColumn => sections.seq),
      /** Version of the schema by which it was valid when it was stored; 0 if unknown. */
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
  /** Facts that consecutive snapshots of a device share. */
  const facts = kit.table(
    'snapshot_facts',
    {
      seq: kit.sequence('seq'),
      /** SHA-256 of all columns below; null for rows of an earlier release until they are packed. */
      hash: kit.digest('hash'),
      scheduleId: kit.text('schedule_id'),
      auditServiceId: kit.text('audit_service_id'),
      agentId: kit.text('agent_id'),
      identity: kit.json<Identity>('identity').notNull(),
      /** Other fields of the observation: name, type, evidence, probes, truncated values. */
      report: kit.json<Report>('report').notNull(),
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
      /** Id that the origin made. A second delivery of it changes nothing. */
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
      /** Set if its sections and raw payload have become differences where these are smaller. */
      isPacked: kit.boolean('is_packed').notNull().default(false),
    },
    (t) => [
      kit.uniqueIndex('snapshots_id').on(t.id),
      kit.uniqueIndex('snapshots_observation').on(t.observationId, t.siteSeq),
      kit.index('snapshots_device').on(t.deviceId, t.auditDate),
      kit.index('snapshots_origin').on(t.deviceId, t.source, t.depth, t.auditDate),
      // Finds remaining references when a snapshot is deleted.
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
      /** Number of its snapshot, which may be deleted while others are stored as differences from this. */
      seq: kit.integer('seq').primaryKey(),
      /**
       * Payload as sent by the origin, compressed in any case: a tar that is compressed already grows by a few bytes.
       */
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
  /** Snapshots to be copied to their site's bucket, written in the transaction of the snapshot. */
  offloadQueue: kit.table(
    'offload_queue',
    {
      snapshotId: kit.text('snapshot_id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      queuedAt: kit.time('queued_at').notNull(),
      /** Later than queuedAt only for a snapshot that the service refused individually. */
      nextAttemptAt: kit.time('next_attempt_at').notNull(),
      /** Number of individual refusals. */
      refusals: kit.integer('refusals').notNull(),
    },
    (t) => [kit.index('offload_queue_due').on(t.siteId, t.nextAttemptAt, t.snapshotId)],
  ),
  /** State of a site's offload. No row until there was something to copy. */
  offloadSites: kit.table('offload_sites', {
    siteId: kit.text('site_id').primaryKey(),
    sent: kit.integer('sent').notNull(),
    failedAttempts: kit.integer('failed_attempts').notNull(),
    /** Consecutive failures since the last success. */
    failures: kit.integer('failures').notNull(),
    failingSince: kit.time('failing_since'),
    /** Time before which nothing is sent. */
    retryAt: kit.time('retry_at'),
    /** Time until which one collector alone sends for this site. */
    leaseUntil: kit.time('lease_until'),
    lastSuccess: kit.time('last_success'),
    lastErrorCode: kit.text<StorageProblemCode>('last_error_code'),
    lastErrorDetail: kit.text('last_error_detail'),
    lastErrorAt: kit.time('last_error_at'),
  }),
})
