import { count, inArray, type SQL, sql } from 'drizzle-orm'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import type { Db } from '../../store/store.ts'

/** Number of matches up to which a condition is counted before the way of a query is chosen. */
export const countedMax = 10_000

/**
 * Listed devices by their numbers. Indexes of facts have them in order, so that large sets are combined without reading
 * a device.
 */
export type DeviceSet = {
  /** Query that selects the numbers, perhaps some of them twice, as `device`. */
  numbers: SQL
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
  const parts = (isRest: boolean) =>
    all.filter((set) => set.isRest === isRest).map(({ numbers }) => sql`select device from (${numbers}) as part`)
  const [within, without] = [parts(false), parts(true)]
  if (within.length === 0) return { numbers: sql.join(without, sql` union `), rows, isRest: true }
  const common = sql.join(within, sql` intersect `)
  return { numbers: sql.join([common, ...without], sql` except `), rows, isRest: false }
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
  const numbers = db
    .select({ device })
    .from(factDevices)
    .where(inArray(deviceId, sql`(${ids})`))
  return { numbers: numbers.getSQL(), rows: size * rowsPerId, isRest: false }
}

/** Counts a set. `total` counts all listed devices. */
export async function countSet(db: Db, { numbers, isRest }: DeviceSet, total: () => Promise<number>): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(sql`(select distinct device from (${numbers}) as members) as counted`)
  return isRest ? (await total()) - (found?.n ?? 0) : (found?.n ?? 0)
}

/** Query that selects the ids of a set that is no rest. */
export function idsOfSet(db: Db, { numbers }: DeviceSet): SQL {
  const { factDevices } = db.tables(deviceFactTables)
  return db
    .select({ id: factDevices.deviceId })
    .from(factDevices)
    .where(inArray(factDevices.device, sql`(${numbers})`))
    .getSQL()
}
