import { and, asc, desc, eq, inArray, lt, not, or } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { sectionColumns, seqsIn } from '../read/snapshot-data.ts'
import { isInChain } from '../retention/section-uses.ts'
import { sectionNames } from '../sections/sections.ts'
import {
  type ContentTable,
  contentTables,
  isOutsideOfChains,
  loadContents,
  pathOf,
  type StoredContents,
} from './contents.ts'

/** Limit of one query and of one transaction. */
const snapshotsSeenMax = 256
const snapshotsPerTurn = 64

/** Larger contents stay whole: packing takes the memory of both sides. */
const contentBytesMax = 32 * 1024 * 1024
/** Maximum length of a path to read a content. Places in the chain keep it below this for any number of snapshots. */
const pathMax = 24

const columnsOf = (db: Db) => {
  const { seq, deviceId, source, depth, auditDate, observationId, factsSeq } = db.tables(snapshotTables).snapshots
  return { seq, deviceId, source, depth, auditDate, observationId, factsSeq, sections: sectionColumns(db) }
}
export type Unpacked = Awaited<ReturnType<typeof nextUnpacked>>[number]

/** The oldest unpacked snapshots, one of each device and origin: the next of it is packed after this one. */
export async function nextUnpacked(db: Db) {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db
    .select(columnsOf(db))
    .from(snapshots)
    .where(not(snapshots.isPacked))
    .orderBy(asc(snapshots.seq))
    .limit(snapshotsSeenMax)
  const ofOrigin = Map.groupBy(rows, ({ deviceId, source, depth }) => `${deviceId} ${source} ${depth}`)
  return [...ofOrigin.values()].flatMap(([first]) => first ?? []).slice(0, snapshotsPerTurn)
}

/** A whole content, and the dictionary for storing it as a difference. */
export type Packing = {
  table: ContentTable
  seq: number
  dictionarySeq: number
  place: number
  contents: StoredContents
}

/** Contents of a snapshot that can be stored as differences from the snapshot before it. */
export async function planPacking(db: Db, snapshot: Unpacked): Promise<Packing[]> {
  const before = await previous(db, snapshot)
  if (!before) return []
  const { sections, rawPayloads } = contentTables(db)
  return [
    ...(await planContents(db, rawPayloads, [{ seq: snapshot.seq, before: before.seq }])),
    ...(await planContents(db, sections, await changedSections(db, snapshot, before))),
  ]
}

async function previous(db: Db, { deviceId, source, depth, auditDate, observationId }: Unpacked) {
  const { snapshots } = db.tables(snapshotTables)
  const isOlder = or(
    lt(snapshots.auditDate, auditDate),
    and(eq(snapshots.auditDate, auditDate), lt(snapshots.observationId, observationId)),
  )
  const ofOrigin = and(eq(snapshots.deviceId, deviceId), eq(snapshots.source, source), eq(snapshots.depth, depth))
  const [row] = await db
    .select(columnsOf(db))
    .from(snapshots)
    .where(and(ofOrigin, isOlder))
    .orderBy(desc(snapshots.auditDate), desc(snapshots.observationId))
    .limit(1)
  return row
}

type Pair = { seq: number; before: number }

/** Pairs stable parts with stable parts, and volatile parts with volatile parts. */
async function changedSections(db: Db, now: Unpacked, before: Unpacked): Promise<Pair[]> {
  const { sections } = db.tables(snapshotTables)
  const { seq, baseSeq } = sections
  const seqs = [...seqsIn(now.sections), ...seqsIn(before.sections)]
  const rows = await db.select({ seq, baseSeq }).from(sections).where(inArray(seq, seqs))
  const bases = new Map(rows.map((row) => [row.seq, row.baseSeq]))
  const pairs = sectionNames.flatMap((name): Pair[] => {
    const [to, from] = [now.sections[name], before.sections[name]]
    if (to === null || from === null) return []
    const [base, baseBefore] = [bases.get(to) ?? null, bases.get(from) ?? null]
    const volatile = base !== null && baseBefore !== null ? [{ seq: to, before: from }] : []
    return [{ seq: base ?? to, before: baseBefore ?? from }, ...volatile]
  })
  return pairs.filter((pair) => pair.seq !== pair.before)
}

async function planContents(db: Db, table: ContentTable, pairs: readonly Pair[]): Promise<Packing[]> {
  const contents = await loadContents(
    db,
    table,
    pairs.flatMap(({ seq, before }) => [seq, before]),
  )
  const inChains = await inChainsAmong(
    db,
    table,
    pairs.map(({ seq }) => seq),
  )
  return pairs.flatMap(({ seq, before }): Packing[] => {
    const whole = contents.get(seq)
    const path = pathOf(contents, before).filter((row) => !isOutsideOfChains(row))
    const [nearest] = path
    // A content that other chains continue from stays whole: otherwise its own dictionary could become a difference
    // from it.
    if (!whole || !nearest || whole.dictionarySeq !== null || inChains.has(seq) || path.includes(whole)) return []
    if (whole.size > contentBytesMax || nearest.size > contentBytesMax || path.length >= pathMax) return []
    const place = nearest.place + 1
    // The dictionary's place is the content's own with the last one bit cleared. So a path has as many steps as the
    // place has one bits, and a content is a step of few others. Contents to be deleted are excluded, as they would
    // soon have to be replaced.
    const lasting = path.filter(({ rebaseAt }) => rebaseAt === null)
    const dictionary = lasting.find((row) => row.place <= (place & (place - 1))) ?? lasting.at(-1)
    if (!dictionary) return []
    const needed = [...pathOf(contents, dictionary.seq).reverse(), whole]
    return [
      { table, seq, dictionarySeq: dictionary.seq, place, contents: new Map(needed.map((row) => [row.seq, row])) },
    ]
  })
}

async function inChainsAmong(db: Db, table: ContentTable, seqs: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ seq: table.seq })
    .from(table)
    .where(and(among(table.seq, seqs), isInChain(table)))
  return new Set(rows.map(({ seq }) => seq))
}
