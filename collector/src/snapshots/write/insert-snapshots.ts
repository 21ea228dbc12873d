import { eq, type SQL } from 'drizzle-orm'
import type { Cache } from '../../lib/cache.ts'
import { MissingReference } from '../../store/errors.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db, Tx } from '../../store/store.ts'
import { sectionNames, seqsOfSections } from '../sections/sections.ts'
import { ensureFacts, type Facts, factsHash } from './facts.ts'
import type { PackedPayload } from './raw-payloads.ts'

type Tables = ReturnType<typeof snapshotTables>
type Columns = Pick<
  Tables['snapshots']['$inferSelect'],
  'id' | 'deviceId' | 'observationId' | 'auditDate' | 'receivedAt' | 'source' | 'depth' | 'taskId'
>

/** A snapshot to be stored. Its sections are referred to by hash. */
export type SnapshotRow = Columns &
  Facts & { siteId: string } & Record<`${(typeof sectionNames)[number]}Hash`, string | null>
export type RawPayloadRow = PackedPayload & { snapshotId: string }

/** Finds these observations among the stored ones. */
export async function findStored(
  db: Db,
  siteId: string,
  observationIds: readonly string[],
): Promise<Map<string, { snapshotId: string; deviceId: string }>> {
  const { snapshots, snapshotSites } = db.tables(snapshotTables)
  const [site] = await db.rowsAmong(snapshotSites, [siteId], { key: 'siteId', columns: ['seq'] })
  if (!site) return new Map()
  const rows = await db.rowsAmong(snapshots, observationIds, {
    key: 'observationId',
    columns: ['observationId', 'id', 'deviceId'],
    and: { siteSeq: site.seq },
  })
  return new Map(rows.map(({ observationId, id, deviceId }) => [observationId, { snapshotId: id, deviceId }]))
}

export function isOfSite(db: Db, siteId: string): SQL {
  const { snapshots, snapshotSites } = db.tables(snapshotTables)
  const seq = db.select({ seq: snapshotSites.seq }).from(snapshotSites).where(eq(snapshotSites.siteId, siteId))
  return eq(snapshots.siteSeq, seq)
}

/** Numbers of sections and of facts by their hashes. */
export type SeqCaches = { sections: Cache<number>; facts: Cache<number> }

/** Inserts snapshots. Their sections have to exist: a MissingReference reports that one was deleted since. */
export async function insertSnapshots(
  tx: Tx,
  rows: readonly SnapshotRow[],
  payloads: readonly RawPayloadRow[],
  cache?: SeqCaches,
): Promise<void> {
  if (rows.length === 0) return
  const sites = await ensureSites(tx, [...new Set(rows.map(({ siteId }) => siteId))])
  const sections = await seqsOfSections(
    tx,
    rows.flatMap((row) => sectionNames.flatMap((name) => row[`${name}Hash`] ?? [])),
    cache?.sections,
  )
  const hashes = new Map(rows.map((row) => [row, factsHash(row)]))
  const facts = await ensureFacts(tx, new Map(rows.map((row) => [hashes.get(row) ?? '', row])), cache?.facts)
  const sectionSeq = (hash: string | null) => (hash === null ? null : required(sections.get(hash), 'section'))
  await insertNumbered(
    tx,
    rows.map((row) => ({
      ...row,
      siteSeq: required(sites.get(row.siteId), 'site'),
      factsSeq: required(facts.get(hashes.get(row) ?? ''), 'facts'),
      hardwareSeq: sectionSeq(row.hardwareHash),
      softwareSeq: sectionSeq(row.softwareHash),
      networkSeq: sectionSeq(row.networkHash),
      customFieldsSeq: sectionSeq(row.customFieldsHash),
    })),
    payloads,
  )
}

/** Numbers of the contents that a snapshot's row refers to. */
export type SnapshotNumbers = Pick<
  Tables['snapshots']['$inferSelect'],
  'siteSeq' | 'factsSeq' | 'hardwareSeq' | 'softwareSeq' | 'networkSeq' | 'customFieldsSeq'
>

/** Numbers of stored snapshots, by id. */
export async function numbersOf(db: Db, ids: readonly string[]): Promise<Map<string, SnapshotNumbers>> {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db.rowsAmong(snapshots, ids, {
    key: 'id',
    columns: ['id', 'siteSeq', 'factsSeq', 'hardwareSeq', 'softwareSeq', 'networkSeq', 'customFieldsSeq'],
  })
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]))
}

/** Inserts snapshots whose numbers are available. */
export async function insertNumbered(
  tx: Tx,
  rows: readonly (Columns & SnapshotNumbers)[],
  payloads: readonly RawPayloadRow[],
): Promise<void> {
  const { snapshots } = tx.tables(snapshotTables)
  const differences = new Set(payloads.flatMap(({ snapshotId, dictionaryOf }) => (dictionaryOf ? [snapshotId] : [])))
  // A snapshot whose payload is a difference has the sections of an earlier one.
  await tx.insertRows(
    snapshots,
    rows.map((row) => ({ ...row, isPacked: differences.has(row.id) })),
  )
  await insertPayloads(tx, payloads)
}

/** Inserts raw payloads. One that is a difference from another snapshot's from the start has no place in a chain. */
async function insertPayloads(tx: Tx, payloads: readonly RawPayloadRow[]): Promise<void> {
  const { snapshots, rawPayloads } = tx.tables(snapshotTables)
  const ids = new Set(payloads.flatMap(({ snapshotId, dictionaryOf }) => [snapshotId, dictionaryOf ?? snapshotId]))
  const stored = await tx.rowsAmong(snapshots, [...ids], { key: 'id', columns: ['id', 'seq'] })
  const seqs = new Map(stored.map(({ id, seq }) => [id, seq]))
  await tx.insertRows(
    rawPayloads,
    payloads.map(({ snapshotId, content, size, dictionaryOf }) => ({
      seq: required(seqs.get(snapshotId), 'snapshot'),
      content,
      size,
      dictionarySeq: dictionaryOf === undefined ? null : required(seqs.get(dictionaryOf), 'raw payload'),
    })),
  )
}

function required(seq: number | undefined, what: string): number {
  if (seq === undefined) throw new MissingReference(`a ${what} was deleted after it was stored`)
  return seq
}

async function ensureSites(tx: Tx, siteIds: readonly string[]): Promise<Map<string, number>> {
  const { snapshotSites } = tx.tables(snapshotTables)
  const find = async () => {
    const rows = await tx.rowsAmong(snapshotSites, siteIds, { key: 'siteId', columns: ['siteId', 'seq'] })
    return new Map(rows.map(({ siteId, seq }) => [siteId, seq]))
  }
  const cache = await find()
  const missing = siteIds.filter((siteId) => !cache.has(siteId))
  if (missing.length === 0) return cache
  await tx.insertRows(
    snapshotSites,
    missing.map((siteId) => ({ siteId })),
  )
  return find()
}
