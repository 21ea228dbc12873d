import type { DeviceQuery } from '@rollcall/shared/api/device.ts'
import { and, asc, count, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { ascending, descending, rowByRow } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { eachRow, fewMax, type Narrowed, narrow } from './narrow.ts'

export type DevicePage = { ids: string[]; total: number }

/** The ids of a page of the devices that match, in the order the query names, then by id; and how many match in all. */
export async function findDevices(db: Db, siteId: string, query: DeviceQuery): Promise<DevicePage> {
  const narrowed = await narrow(db, siteId, query)
  if (narrowed.few) return ofFew(db, siteId, query, narrowed.few, narrowed.conditions)
  const total = await countMatches(db, siteId, narrowed)
  return { ids: await pageOf(db, siteId, query, narrowed, total), total }
}

async function ofFew(db: Db, siteId: string, query: DeviceQuery, few: SQL, conditions: SQL[]): Promise<DevicePage> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inArray(devices.id, few), rowByRow(eq(devices.siteId, siteId)), eachRow(conditions)))
    .orderBy(...inOrder(db, query.sort))
  const page = rows.slice(query.offset, query.offset + query.limit)
  return { ids: page.map(({ id }) => id), total: rows.length }
}

async function countMatches(db: Db, siteId: string, { conditions, onlyTagId }: Narrowed): Promise<number> {
  const { devices, deviceTags } = db.tables(deviceTables)
  // A tag is of one site, and so are the devices it is on.
  const counted = onlyTagId
    ? db.select({ n: count() }).from(deviceTags).where(eq(deviceTags.tagId, onlyTagId))
    : db
        .select({ n: count() })
        .from(devices)
        .where(and(eq(devices.siteId, siteId), conditions.length > 1 ? eachRow(conditions) : conditions[0]))
  const [found] = await counted
  return found?.n ?? 0
}

/** From the end that is nearer: what is skipped has to be walked over. */
async function pageOf(
  db: Db,
  siteId: string,
  { sort, limit, offset }: DeviceQuery,
  { conditions }: Narrowed,
  total: number,
): Promise<string[]> {
  const taken = Math.min(limit, total - offset)
  if (taken <= 0) return []
  const { devices } = db.tables(deviceTables)
  const after = total - offset - taken
  const isFromEnd = after < offset
  const isFew = conditions.length === 1 && total <= fewMax
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.siteId, siteId), isFew ? conditions[0] : eachRow(conditions)))
    .orderBy(...inOrder(db, isFromEnd ? reversed(sort) : sort))
    .limit(taken)
    .offset(isFromEnd ? after : offset)
  const ids = rows.map(({ id }) => id)
  return isFromEnd ? ids.reverse() : ids
}

type Sort = DeviceQuery['sort']

const reversed = (sort: Sort): Sort => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as Sort

function inOrder(db: Db, sort: Sort): SQL[] {
  const { devices } = db.tables(deviceTables)
  const columns = {
    name: devices.nameKey,
    lastSeen: devices.lastSeen,
    ipAddress: devices.ipKey,
    type: devices.type,
  } as const
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  return sort.startsWith('-') ? [descending(column), desc(devices.id)] : [ascending(column), asc(devices.id)]
}
