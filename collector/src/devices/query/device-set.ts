import { count, type SQL, sql } from 'drizzle-orm'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { amongFound } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Number of matches up to which a condition is counted before the way of a query is chosen. */
export const countedMax = 10_000

/**
 * Listed devices by their numbers. Indexes of facts have them in order, so that large sets are combined without reading
 * a device.
 */
export type DeviceSet = {
  /** Query that selects the numbers as `device`. */
  numbers: SQL
  /** The query selects no number twice. */
  isDistinct: boolean
  /** Upper bound of what it reads, in rows of facts. */
  rows: number
  /** The set consists of all listed devices but these. */
  isRest: boolean
}

/** Rows that the sets of a query read together: about 25 ms of SQLite. */
export const setRowsMax = 150_000

/** A device that is found by its id costs as much as this many rows of facts. */
const rowsPerId = 5

/** The devices that are in all sets; undefined if one is missing or they are too large. */
export function intersection(sets: readonly (DeviceSet | undefined)[]): DeviceSet | undefined {
  const all = sets.filter((set) => set !== undefined)
  const rows = all.reduce((sum, set) => sum + set.rows, 0)
  if (all.length < sets.length || rows > setRowsMax) return undefined
  // All devices but none are no condition.
  const needed = all.filter((set) => set.rows > 0 || !set.isRest)
  if (needed.length < 2) return needed[0] ?? all[0]
  const parts = (isRest: boolean) =>
    needed.filter((set) => set.isRest === isRest).map(({ numbers }) => sql`select device from (${numbers}) as part`)
  const [within, without] = [parts(false), parts(true)]
  const combined = { rows, isDistinct: true }
  if (within.length === 0) return { ...combined, numbers: sql.join(without, sql` union `), isRest: true }
  const common = sql.join(within, sql` intersect `)
  return { ...combined, numbers: sql.join([common, ...without], sql` except `), isRest: false }
}

/** The devices that are in one of the sets at least. */
export const union = (sets: readonly (DeviceSet | undefined)[]): DeviceSet | undefined =>
  restOf(intersection(sets.map(restOf)))

/** All listed devices that are not in the set. */
export const restOf = (set: DeviceSet | undefined): DeviceSet | undefined => set && { ...set, isRest: !set.isRest }

/** The set of a condition that an index finds by the ids of listed devices, if they are not too many. */
export function setOfIds(db: Db, { ids, size }: { ids: SQL | undefined; size: number }): DeviceSet | undefined {
  if (!ids || size > countedMax) return undefined
  const { factDevices } = db.tables(deviceFactTables)
  const { device, deviceId } = factDevices
  const numbers = db.select({ device }).from(factDevices).where(amongFound(deviceId, ids))
  return { numbers: numbers.getSQL(), isDistinct: true, rows: size * rowsPerId, isRest: false }
}

/** Counts a set. `total` counts all listed devices. */
export async function countSet(
  db: Db,
  { numbers, isDistinct, isRest }: DeviceSet,
  total: () => Promise<number>,
): Promise<number> {
  const members = isDistinct ? numbers : sql`select distinct device from (${numbers}) as members`
  const [found] = await db.select({ n: count() }).from(sql`(${members}) as counted`)
  return isRest ? (await total()) - (found?.n ?? 0) : (found?.n ?? 0)
}

/** Query that selects the ids of the devices whose numbers another one selects. */
export function idsOfDevices(db: Db, numbers: SQL): SQL {
  const { factDevices } = db.tables(deviceFactTables)
  return db
    .select({ id: factDevices.deviceId })
    .from(factDevices)
    .where(amongFound(factDevices.device, numbers))
    .getSQL()
}
