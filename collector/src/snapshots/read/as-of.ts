import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { snapshotSourceSchema } from '@rollcall/shared/inventory/device-type.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { and, asc, eq, gte, lte, not, type SQL, sql } from 'drizzle-orm'
import type { State } from '../../matching/newest-states.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { readSectionsBySeq } from '../sections/stored-sections.ts'
import type { Facts } from '../write/facts.ts'
import { ofSite, snapshotNotFound } from './list-snapshots.ts'
import { dataOf, type SectionSeqs, sectionColumns, seqsIn } from './snapshot-data.ts'

export type StateAt = State & Pick<Facts, 'identity' | 'report'> & { deviceId: string; data: SnapshotContent }
/** A state with the match reason of its snapshot. */
export type MatchedState = StateAt & Pick<Facts, 'match'>

/** A time later than any snapshot. */
export const endOfTime = '9999-12-31T23:59:59.999Z'

const origins = snapshotSourceSchema.options.flatMap((source) =>
  observationSchema.shape.depth.options.map((depth) => ({ source, depth })),
)

/**
 * A device's states at a time: the newest snapshot until then of each source at each depth, with its data, excluding
 * `without`, or limited to `only`. The index finds each, however many snapshots there are.
 */
export async function statesAt(
  db: Db,
  deviceId: string,
  at: string,
  { without, only }: { without?: readonly string[]; only?: readonly string[] } = {},
): Promise<MatchedState[]> {
  const { snapshots } = db.tables(snapshotTables)
  const { seq, auditDate, observationId, source, depth } = snapshots
  const newest = origins.map((origin) => {
    const made = and(
      eq(snapshots.deviceId, deviceId),
      eq(source, origin.source),
      eq(depth, origin.depth),
      lte(auditDate, at),
      without && not(among(snapshots.id, without)),
      only && among(snapshots.id, only),
    )
    return sql`(select ${seq} from ${snapshots} where ${made} order by ${auditDate} desc, ${observationId} desc limit 1)`
  })
  return readStates(db, sql`${seq} in (${sql.join(newest, sql`, `)})`)
}

/** One snapshot as a state. `not_found` if the site has none with this id. */
export async function requireState(db: Db, siteId: string, id: string): Promise<MatchedState> {
  const [state] = await readStates(db, ofSite(db, siteId, id))
  if (!state) throw snapshotNotFound()
  return state
}

/** Snapshots of a device within a time, as states. */
export async function statesBetween(db: Db, deviceId: string, from: string, until: string): Promise<MatchedState[]> {
  const { snapshots } = db.tables(snapshotTables)
  const made = and(gte(snapshots.auditDate, from), lte(snapshots.auditDate, until))
  return readStates(db, and(eq(snapshots.deviceId, deviceId), made))
}

/** Some snapshots as states, oldest first. */
export const statesOf = (db: Db, snapshotIds: readonly string[]): Promise<MatchedState[]> =>
  readStates(db, among(db.tables(snapshotTables).snapshots.id, snapshotIds))

/** Columns of a snapshot's row that its state takes unchanged. */
export function stateColumns(db: Db) {
  const { id: snapshotId, deviceId, observationId, auditDate, source, depth } = db.tables(snapshotTables).snapshots
  return { snapshotId, deviceId, observationId, auditDate, source, depth }
}

async function readStates(db: Db, where: SQL | undefined): Promise<MatchedState[]> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const rows = await db
    .select({
      ...stateColumns(db),
      identity: snapshotFacts.identity,
      report: snapshotFacts.report,
      match: snapshotFacts.match,
      sections: sectionColumns(db),
    })
    .from(snapshots)
    .innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
    .where(where)
    .orderBy(asc(snapshots.auditDate), asc(snapshots.observationId))
  const sections = await readSectionsBySeq(db, [...new Set(rows.flatMap((row) => seqsIn(row.sections)))])
  const hashOf = (seq: number | null) => sections.get(seq ?? Number.NaN)?.hash ?? null
  return rows.map(({ sections: seqs, ...row }) => ({ ...row, ...hashesOf(seqs, hashOf), data: dataOf(seqs, sections) }))
}

const hashesOf = ({ hardware, software, network }: SectionSeqs, hashOf: (seq: number | null) => string | null) => ({
  hardwareHash: hashOf(hardware),
  softwareHash: hashOf(software),
  networkHash: hashOf(network),
})
