import type { DeviceQuery } from '@rollcall/shared/api/device.ts'
import { type AnyColumn, asc, desc, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import { ascending, descending } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

type Sort = DeviceQuery['sort']

const isDescending = (sort: Sort): boolean => sort.startsWith('-')

export const reversed = (sort: Sort): Sort => (isDescending(sort) ? sort.slice(1) : `-${sort}`) as Sort

export function sortColumn(db: Db, sort: Sort) {
  const { devices } = db.tables(deviceTables)
  const columns = {
    name: devices.nameKey,
    lastSeen: devices.lastSeen,
    ipAddress: devices.ipKey,
    type: devices.type,
  } as const
  return columns[sort.replace('-', '') as keyof typeof columns]
}

export function inOrder(db: Db, sort: Sort): SQL[] {
  const { devices } = db.tables(deviceTables)
  return orderBy(sort, { value: sortColumn(db, sort), id: devices.id })
}

/** Order of selected columns. */
export function orderBy(sort: Sort, { value, id }: { value: AnyColumn; id: AnyColumn }): SQL[] {
  return isDescending(sort) ? [descending(value), desc(id)] : [ascending(value), asc(id)]
}

/** The last device read so far. */
export type SortPosition = { id: string; value: string | null }

/**
 * The order in two ranges, each of which an index is searched in: devices without a value, and those with one. `after`
 * is the condition that continues after a place in the range.
 */
export function sortRanges(db: Db, sort: Sort): { within: SQL; after(position: SortPosition): SQL | undefined }[] {
  const { devices } = db.tables(deviceTables)
  const column: AnyColumn = sortColumn(db, sort)
  const isBehind = isDescending(sort) ? lt : gt
  const than = sql.raw(isDescending(sort) ? '<' : '>')
  const empty = { within: isNull(column), after: ({ id }: SortPosition) => isBehind(devices.id, id) }
  const filled = {
    within: isNotNull(column),
    after: ({ id, value }: SortPosition) =>
      sql<boolean>`(${column}, ${devices.id}) ${than} (${sql.param(value, column)}, ${sql.param(id, devices.id)})`,
  }
  return isDescending(sort) ? [filled, empty] : [empty, filled]
}
