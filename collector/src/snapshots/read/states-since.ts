import { aliasedTable, and, asc, eq, gt, sql } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'
import { readSectionsBySeq } from '../sections/stored-sections.ts'
import { type StateAt, stateColumns } from './as-of.ts'
import { dataOf, noSections } from './snapshot-data.ts'

/** A state without its software and volatile values. Two with one `contentKey` have equal content. */
export type KeyedState = StateAt & { contentKey: string }

/** States of a device by each snapshot after a time, oldest first. Content that several share is read once. */
export async function statesSince(db: Db, deviceId: string, after: string): Promise<KeyedState[]> {
  const { snapshots, snapshotFacts, sections } = db.tables(snapshotTables)
  const [hardware, network] = [aliasedTable(sections, 'hardware'), aliasedTable(sections, 'network')]
  const rows = await db
    .select({
      ...stateColumns(db),
      factsSeq: snapshots.factsSeq,
      hardwareSeq: sql<number | null>`coalesce(${hardware.baseSeq}, ${hardware.seq})`.mapWith(numberOrNull),
      networkSeq: sql<number | null>`coalesce(${network.baseSeq}, ${network.seq})`.mapWith(numberOrNull),
    })
    .from(snapshots)
    .leftJoin(hardware, eq(hardware.seq, snapshots.hardwareSeq))
    .leftJoin(network, eq(network.seq, snapshots.networkSeq))
    .where(and(eq(snapshots.deviceId, deviceId), gt(snapshots.auditDate, after)))
    .orderBy(asc(snapshots.auditDate), asc(snapshots.observationId))
  const factsSeqs = rows.map(({ factsSeq }) => factsSeq)
  const facts = await db.rowsAmong(snapshotFacts, factsSeqs, { key: 'seq', columns: ['seq', 'identity', 'report'] })
  const factsBySeq = new Map(facts.map(({ seq, ...each }) => [seq, each]))
  const seqs = rows.flatMap(({ hardwareSeq, networkSeq }) => [hardwareSeq ?? [], networkSeq ?? []].flat())
  const contents = await readSectionsBySeq(db, [...new Set(seqs)])
  return rows.flatMap(({ factsSeq, hardwareSeq, networkSeq, ...row }) => {
    const facts = factsBySeq.get(factsSeq)
    if (!facts) return []
    const data = dataOf({ ...noSections, hardware: hardwareSeq, network: networkSeq }, contents)
    const hashes = { ...noHashes, hardwareHash: textOf(hardwareSeq), networkHash: textOf(networkSeq) }
    const contentKey = [row.source, factsSeq, hardwareSeq, networkSeq].join(' ')
    return [{ ...row, ...facts, ...hashes, earlier: null, data, before: [], contentKey }]
  })
}

const noHashes = { softwareHash: null, customFieldsHash: null }

/** The number of a section stands for its hash: it only shows that the section was read. */
const textOf = (seq: number | null): string | null => (seq === null ? null : String(seq))

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))
