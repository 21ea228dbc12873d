import { counted } from '@rollcall/shared/counted.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { and, type SQL, sql } from 'drizzle-orm'
import { eachInList, inList } from '../../device-records/listed-devices.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { totalOf } from '../../store/tally/total-of.ts'
import type { ListQuery } from '../query/list-query.ts'
import { countListed } from '../query/match-query.ts'
import { eachRow, fewMax, handfulMax, type Narrowed, narrow, testsMax } from './narrow-search.ts'
import { inOrder, orderBy, reversed, sortColumn } from './sort-order.ts'

type DevicePage = { ids: string[]; total: number }

/** Finds a page of matching device ids, in the query's order, then by id, and the total. */
export async function findDevices(db: Db, siteId: string, query: ListQuery): Promise<DevicePage> {
  const narrowed = await narrow(db, siteId, query)
  if (narrowed.few) return pageOfFew(db, siteId, query, narrowed)
  const total = await countMatches(db, siteId, query, narrowed)
  return { ids: await pageOf(db, siteId, query, narrowed, total), total }
}

/** All matching ids, if they are among `few`. */
export async function idsOfFew(
  db: Db,
  siteId: string,
  { sort, archived }: Pick<ListQuery, 'sort' | 'archived'>,
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

/**
 * Finds a page among few devices and counts in the same query: thousands are read and sorted either way, but only the
 * page is transferred.
 */
async function pageOfFew(
  db: Db,
  siteId: string,
  { sort, archived, limit, offset }: ListQuery,
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
  // Beyond the last page no row has the total.
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

async function countMatches(db: Db, siteId: string, query: ListQuery, narrowed: Narrowed): Promise<number> {
  const { devices, deviceTally, deviceRevision, tagRevision } = db.tables(deviceTables)
  const { conditions, countAlone, cacheKey } = narrowed
  const ofList = inList(db, siteId, query.archived)
  if (conditions.length === 0 || (conditions.length === 1 && query.type !== undefined)) {
    const where = and(ofList, ...conditions)
    return totalOf(db, deviceTally, where)
  }
  const where = and(ofList, conditions.length > 1 ? eachRow(conditions) : conditions[0])
  const count = countAlone ?? (() => db.$count(devices, where))
  return cacheKey ? db.cachedCount([deviceRevision, tagRevision], cacheKey, count) : count()
}

/** Reads from the nearer end, since skipped rows have to be read. */
async function pageOf(
  db: Db,
  siteId: string,
  query: ListQuery,
  { conditions: all, tests }: Narrowed,
  total: number,
): Promise<string[]> {
  const { sort, archived, limit, offset } = query
  const taken = Math.min(limit, total - offset)
  if (taken <= 0) return []
  const listed = all.length === 0 ? total : await countListed({ db, siteId, isArchived: archived === true })
  const conditions = total === listed ? [] : all
  if (conditions.length > 1 && total <= handfulMax) return pageOfHandful(db, siteId, query, conditions)
  const { devices } = db.tables(deviceTables)
  const after = total - offset - taken
  const isFromEnd = after < offset
  const tested = ((Math.min(offset, after) + taken) / total) * listed * tests
  if (conditions.length > 0 && tested > testsMax) throw tooFar(offset, total)
  const isAlone = conditions.length === 1
  // An index has the devices of each of these in the order of their names.
  const { type, segmentId, manufacturer } = query
  const isInOrder = isAlone && sort.endsWith('name') && (type ?? segmentId ?? manufacturer) !== undefined
  const isFew = isAlone && total <= fewMax
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inList(db, siteId, archived), isFew || isInOrder ? conditions[0] : eachRow(conditions)))
    .orderBy(...inOrder(db, isFromEnd ? reversed(sort) : sort))
    .limit(taken)
    .offset(isFromEnd ? after : offset)
  const ids = rows.map(({ id }) => id)
  return isFromEnd ? ids.reverse() : ids
}

/** Refuses a page for which too many devices would be tested one by one. */
const tooFar = (offset: number, total: number) =>
  invalidField(
    'offset',
    `${offset.toLocaleString('en')} of ${counted(total, 'device')} is too far from both ends for this query. Narrow the query, or read all of them as CSV`,
  )

/**
 * Finds a page among very few devices. Only one order's index contains the times of the last sighting and change: in
 * any other order each non-matching device would be read. So the few are read by whichever index covers them, and
 * sorted.
 */
async function pageOfHandful(
  db: Db,
  siteId: string,
  { sort, archived, limit, offset }: ListQuery,
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
