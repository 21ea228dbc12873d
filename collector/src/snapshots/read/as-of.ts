import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { type SnapshotSource, snapshotSourceSchema } from '@rollcall/shared/inventory/device-type.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { and, asc, eq, gte, isNotNull, lte, not, type SQL, sql } from 'drizzle-orm'
import { newestStates, readingOf, type State, snapshotIdsIn, stateSections } from '../../matching/newest-states.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import type { SectionName } from '../sections/sections.ts'
import { hashesOfSections, readSectionsBySeq } from '../sections/stored-sections.ts'
import type { Facts } from '../write/facts.ts'
import { selectWithFacts } from './facts-of-snapshots.ts'
import { ofSite, snapshotNotFound } from './list-snapshots.ts'
import { dataOf, noSections, sectionColumns, seqsIn } from './snapshot-data.ts'

/** A snapshot, or the newest one of an origin, with the data that describes a device as a whole. */
export type StateAt = State &
  Pick<Facts, 'identity' | 'report'> & {
    deviceId: string
    /** Sections of the snapshot itself. */
    data: Pick<SnapshotContent, 'hardware' | 'network'>
    /** The snapshots of sections that the newest one does not have. */
    before: readonly StateAt[]
  }
/** A state with the match reason of its snapshot. */
export type MatchedState = StateAt & Pick<Facts, 'match'>

/** A time later than any snapshot. */
export const endOfTime = '9999-12-31T23:59:59.999Z'

const origins = snapshotSourceSchema.options.flatMap((source) =>
  observationSchema.shape.depth.options.map((depth) => ({ source, depth })),
)

type Wanted = { without?: readonly string[]; only?: readonly string[]; source?: SnapshotSource }

/**
 * A device's states at a time: the newest snapshot until then of each source at each depth, and the newest that has each
 * section that this one lacks, excluding `without`, or limited to `only` or to a source. The index finds them, however
 * many snapshots there are.
 */
export async function statesAt(
  db: Db,
  deviceId: string,
  at: string,
  { without, only, source: wanted }: Wanted = {},
): Promise<MatchedState[]> {
  const { snapshots } = db.tables(snapshotTables)
  const { seq, auditDate, observationId, source, depth } = snapshots
  const newest = (origin: Pick<State, 'source' | 'depth'>, section?: SectionName) => {
    const made = and(
      eq(snapshots.deviceId, deviceId),
      eq(source, origin.source),
      eq(depth, origin.depth),
      lte(auditDate, at),
      section && isNotNull(sectionColumns(db)[section]),
      without && not(among(snapshots.id, without)),
      only && among(snapshots.id, only),
    )
    return sql`(select ${seq} from ${snapshots} where ${made} order by ${auditDate} desc, ${observationId} desc limit 1)`
  }
  const read = (found: readonly SQL[]) => readStates(db, sql`${seq} in (${sql.join([...found], sql`, `)})`)
  const searched = origins.filter((origin) => wanted === undefined || origin.source === wanted)
  const states = await read(searched.map((origin) => newest(origin)))
  const lacking = states.flatMap((state) =>
    stateSections.flatMap((section) => (readingOf(state, section) ? [] : [newest(state, section)])),
  )
  return lacking.length === 0 ? states : joined([...states, ...(await read(lacking))])
}

/** Joins the states of each origin. */
export function joined<S extends StateAt>(states: readonly S[]): S[] {
  const all = new Map(states.flatMap((state) => [state, ...state.before]).map((state) => [state.snapshotId, state]))
  return newestStates(states).map((state) => ({
    ...state,
    before: [...new Set(snapshotIdsIn(state))].flatMap((id) => (id === state.snapshotId ? [] : (all.get(id) ?? []))),
  }))
}

/** One snapshot as a state. `not_found` if the site has none with this id. */
export async function requireState(db: Db, siteId: string, id: string): Promise<MatchedState> {
  const [state] = await readStates(db, ofSite(db, siteId, id))
  if (!state) throw snapshotNotFound()
  return state
}

/** Snapshots of a device within a time, as states: all, or the oldest. */
export async function statesBetween(
  db: Db,
  deviceId: string,
  from: string,
  until: string,
  max?: number,
): Promise<MatchedState[]> {
  const { snapshots } = db.tables(snapshotTables)
  const made = and(gte(snapshots.auditDate, from), lte(snapshots.auditDate, until))
  return readStates(db, and(eq(snapshots.deviceId, deviceId), made), max)
}

/** Some snapshots as states, oldest first. */
export const statesOf = (db: Db, snapshotIds: readonly string[]): Promise<MatchedState[]> =>
  readStates(db, among(db.tables(snapshotTables).snapshots.id, snapshotIds))

/** Columns of a snapshot's row that its state takes unchanged. */
export function stateColumns(db: Db) {
  const { id: snapshotId, deviceId, observationId, auditDate, source, depth } = db.tables(snapshotTables).snapshots
  return { snapshotId, deviceId, observationId, auditDate, source, depth }
}

async function readStates(db: Db, where: SQL | undefined, max?: number): Promise<MatchedState[]> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const all = selectWithFacts(db, {
    ...stateColumns(db),
    identity: snapshotFacts.identity,
    report: snapshotFacts.report,
    match: snapshotFacts.match,
    sections: sectionColumns(db),
  })
    .where(where)
    .orderBy(asc(snapshots.auditDate), asc(snapshots.observationId))
  const rows = await (max === undefined ? all : all.limit(max))
  const described = rows.flatMap(({ sections: { hardware, network } }) => seqsIn({ ...noSections, hardware, network }))
  const contents = await readSectionsBySeq(db, [...new Set(described)])
  const hashes = await hashesOfSections(db, [...new Set(rows.flatMap((row) => seqsIn(row.sections)))])
  const hashOf = (seq: number | null) => hashes.get(seq ?? Number.NaN) ?? null
  return rows.map(({ sections, ...row }) => ({
    ...row,
    hardwareHash: hashOf(sections.hardware),
    softwareHash: hashOf(sections.software),
    networkHash: hashOf(sections.network),
    customFieldsHash: hashOf(sections.customFields),
    earlier: null,
    data: dataOf({ ...noSections, hardware: sections.hardware, network: sections.network }, contents),
    before: [],
  }))
}
