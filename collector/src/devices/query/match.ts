import { and, count, or, type SQL, sql } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import { amongFound, rowByRow } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { countedMax, type DeviceSet, intersection, restOf, union } from './device-set.ts'

/** Devices that meet a condition. */
export type Match = {
  /** Upper bound of their number, as far as it was counted; infinite if it is unknown. */
  size: number
  /** Query that selects their ids by an index; undefined if they can only be found row by row. */
  ids: SQL | undefined
  /** Condition on the row of a device. */
  row: SQL
  /** Counts listed devices without reading their rows. */
  count?: () => Promise<number>
  /** The listed devices as a set, to be combined with others. Large ones have one only if it costs little. */
  set?: DeviceSet | undefined
  /** Number of conditions on a row. */
  conditions: number
  /** The condition in words, for a refusal. */
  text: string
}

/** Counts the rows of a query, up to a limit. */
export async function countSome(db: Db, rows: SQL, max = countedMax): Promise<number> {
  const [found] = await db.select({ n: count() }).from(sql`(${rows} limit ${sql.raw(String(max + 1))}) as counted`)
  return found?.n ?? 0
}

/** Size of a condition from a limited count. */
export const sizeOf = (counted: number): number => (counted > countedMax ? Number.POSITIVE_INFINITY : counted)

/** Devices that meet all conditions. */
export function all(db: Db, matches: readonly Match[]): Match {
  const [only, ...others] = matches
  if (only && others.length === 0) return only
  const found = matches.filter(({ ids }) => ids).sort((a, b) => a.size - b.size)[0]
  const rest = matches.filter((match) => match !== found).map(({ row }) => rowByRow(row))
  const ids = found?.ids && idsWithin(db, found.ids, rest).getSQL()
  const size = found?.size ?? Number.POSITIVE_INFINITY
  return {
    size,
    ids,
    row: and(...matches.map(({ row }) => row)) ?? sql`1 = 1`,
    ...countOf(db, ids, size),
    set: intersection(matches.map(({ set }) => set)),
    ...joined(matches, 'and'),
  }
}

/** Devices that meet any of the conditions. */
export function any(db: Db, matches: readonly Match[]): Match {
  const [only, ...others] = matches
  if (only && others.length === 0) return only
  const found = matches.flatMap((match) => match.ids ?? [])
  const ids = found.length === matches.length ? sql.join(found, sql` union all `) : undefined
  const size = matches.reduce((sum, each) => sum + each.size, 0)
  return {
    size,
    ids,
    row: or(...matches.map(({ row }) => row)) ?? sql`1 = 0`,
    ...countOf(db, ids, size),
    set: union(matches.map(({ set }) => set)),
    ...joined(matches, 'or'),
  }
}

function idsWithin(db: Db, ids: SQL, rest: readonly SQL[]) {
  const { devices } = db.tables(deviceTables)
  return db
    .select({ id: devices.id })
    .from(devices)
    .where(and(amongFound(devices.id, ids), ...rest))
}

/** Counts the ids, each of them once, if they are not too many. */
function countOf(db: Db, ids: SQL | undefined, size: number): Pick<Match, 'count'> | undefined {
  if (!ids || size > countedMax) return undefined
  const { devices } = db.tables(deviceTables)
  return { count: () => db.$count(devices, amongFound(devices.id, ids)) }
}

const joined = (matches: readonly Match[], word: string) => ({
  conditions: matches.reduce((sum, { conditions }) => sum + conditions, 0),
  text: matches.map(({ text }) => text).join(` ${word} `),
})

/** Devices that do not meet a condition. `total` counts all listed ones. */
export function not({ row, count: countThem, set, conditions, text }: Match, total: () => Promise<number>): Match {
  return {
    size: Number.POSITIVE_INFINITY,
    ids: undefined,
    row: sql`not ${rowByRow(row)}`,
    ...(countThem && { count: async () => (await total()) - (await countThem()) }),
    set: restOf(set),
    conditions,
    text: `not (${text})`,
  }
}
