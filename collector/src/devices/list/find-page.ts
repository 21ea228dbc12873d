import type { DeviceQuery } from '@rollcall/shared/api/device.ts'
import { and, type SQL, sql } from 'drizzle-orm'
import { eachInList, inList } from '../../device-records/listed-devices.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { eachRow, fewMax, handfulMax, type Narrowed, narrow } from './narrow-search.ts'
import { inOrder, orderBy, reversed, sortColumn } from './sort-order.ts'

type DevicePage = { ids: string[]; total: number }

/** The ids of a page of the devices that match, in the order the query names, then by id; and how many match in all. */
export async function findDevices(db: Db, siteId: string, query: DeviceQuery): Promise<DevicePage> {
  const narrowed = await narrow(db, siteId, query)
  if (narrowed.few) return pageOfFew(db, siteId, query, narrowed)
  const total = await countMatches(db, siteId, query, narrowed)
  return { ids: await pageOf(db, siteId, query, narrowed, total), total }
}

/** All that match, when they are within `few`. */
export async function idsOfFew(
  db: Db,
  siteId: string,
  { sort, archived }: Pick<DeviceQuery, 'sort' | 'archived'>,
  narrowed: Narrowed,
): Promise<string[]> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(withinFew(db, siteId, archived, narrowed))
    .orderBy(...inOrder(db, sort))
  return rows.map(({ id }) => id)
}

/** Counted as it is read: thousands are looked up and sorted either way, but only the page is brought here. */
async function pageOfFew(
  db: Db,
  siteId: string,
  { sort, archived, limit, offset }: DeviceQuery,
  narrowed: Narrowed,
): Promise<DevicePage> {
  const { devices } = db.tables(deviceTables)
  const where = withinFew(db, siteId, archived, narrowed)
  const rows = await db
    .select({ id: devices.id, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(devices)
    .where(where)
    .orderBy(...inOrder(db, sort))
    .limit(limit)
    .offset(offset)
  // Behind the last page no row tells how many there are.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await db.$count(devices, where))
  return { ids: rows.map(({ id }) => id), total }
}

function withinFew(
  db: Db,
  siteId: string,
  isArchived: boolean | undefined,
  { few, conditions }: Narrowed,
): SQL | undefined {
  return and(few, eachInList(db, siteId, isArchived), eachRow(conditions))
}

async function countMatches(db: Db, siteId: string, query: DeviceQuery, narrowed: Narrowed): Promise<number> {
  const { devices, deviceTally, deviceRevision } = db.tables(deviceTables)
  const { conditions, countAlone, onlyWords } = narrowed
  const ofList = inList(db, siteId, query.archived)
  if (conditions.length === 0 || (conditions.length === 1 && query.type !== undefined)) {
    const where = and(ofList, ...conditions)
    const [counted] = await db.select({ n: deviceTally.total }).from(deviceTally.groups).where(where)
    return counted?.n ?? 0
  }
  const where = and(ofList, conditions.length > 1 ? eachRow(conditions) : conditions[0])
  const look = countAlone ?? (() => db.$count(devices, where))
  // What a word of one letter matches is found by a look at every device of the site.
  return onlyWords
    ? db.rememberedCount(deviceRevision, JSON.stringify([siteId, query.archived === true, ...onlyWords]), look)
    : look()
}

/** From the end that is nearer: what is skipped has to be walked over. */
async function pageOf(
  db: Db,
  siteId: string,
  query: DeviceQuery,
  { conditions }: Narrowed,
  total: number,
): Promise<string[]> {
  const { sort, archived, limit, offset } = query
  const taken = Math.min(limit, total - offset)
  if (taken <= 0) return []
  if (conditions.length > 1 && total <= handfulMax) return pageOfHandful(db, siteId, query, conditions)
  const { devices } = db.tables(deviceTables)
  const after = total - offset - taken
  const isFromEnd = after < offset
  const isFew = conditions.length === 1 && total <= fewMax
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inList(db, siteId, archived), isFew ? conditions[0] : eachRow(conditions)))
    .orderBy(...inOrder(db, isFromEnd ? reversed(sort) : sort))
    .limit(taken)
    .offset(isFromEnd ? after : offset)
  const ids = rows.map(({ id }) => id)
  return isFromEnd ? ids.reverse() : ids
}

/**
 * When a device was seen and changed last is in the index of one order alone: in any other one each of those that do not
 * match would be looked up. So few are read in the order of whatever index has it all, and sorted.
 */
async function pageOfHandful(
  db: Db,
  siteId: string,
  { sort, archived, limit, offset }: DeviceQuery,
  conditions: readonly SQL[],
): Promise<string[]> {
  const { devices } = db.tables(deviceTables)
  const handful = db
    .select({ id: devices.id, value: sortColumn(db, sort) })
    .from(devices)
    .where(and(inList(db, siteId, archived), eachRow(conditions)))
    .limit(handfulMax)
    .as('handful')
  const rows = await db
    .select({ id: handful.id })
    .from(handful)
    .orderBy(...orderBy(sort, handful))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}
