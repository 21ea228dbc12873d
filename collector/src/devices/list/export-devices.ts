import type { DeviceListItem, DeviceQuery } from '@rollcall/shared/api/device.ts'
import { and } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import type { Context } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { chunks } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { type ListQuery, listQueryOf } from '../query/list-query.ts'
import { idsOfFew } from './find-page.ts'
import { exportDevicesAsOf } from './list-as-of.ts'
import { listItems } from './list-devices.ts'
import { eachRow, type Narrowed, narrow } from './narrow-search.ts'
import { inOrder, type SortPosition, sortColumn, sortRanges } from './sort-order.ts'

/** Devices read at a time: few enough that other callers hardly notice. */
const partMax = 500

/**
 * Exports all devices that match the query in parts, in its order; limit and offset do not count. Each part is read on
 * its own, so that a slow receiver blocks nobody. A device whose position does not change meanwhile comes once.
 */
export async function* exportDevices(ctx: Context, wanted: DeviceQuery): AsyncGenerator<DeviceListItem[]> {
  const { asOf } = wanted
  if (asOf !== undefined) {
    yield* exportDevicesAsOf(ctx, { ...wanted, asOf })
    return
  }
  const query = listQueryOf(wanted, ctx.clock.now())
  const narrowed = await ctx.store.read((db) => narrow(db, ctx.siteId, query))
  if (narrowed.few) {
    const ids = await ctx.store.read((db) => idsOfFew(db, ctx.siteId, query, narrowed))
    for (const part of chunks(ids, partMax)) {
      yield ctx.store.read((db) => listItems(db, ctx.siteId, part, query.columns))
    }
    return
  }
  for (const range of [0, 1]) {
    let position: SortPosition | undefined
    do {
      const part = await ctx.store.read(async (db) => {
        const rows = await rowsAfter(db, ctx.siteId, query, narrowed, range, position)
        const ids = rows.map(({ id }) => id)
        return {
          items: await listItems(db, ctx.siteId, ids, query.columns),
          next: rows.length === partMax ? rows.at(-1) : undefined,
        }
      })
      if (part.items.length > 0) yield part.items
      position = part.next
    } while (position)
  }
}

async function rowsAfter(
  db: Db,
  siteId: string,
  { sort, archived }: ListQuery,
  { conditions }: Narrowed,
  range: number,
  position: SortPosition | undefined,
): Promise<SortPosition[]> {
  const { devices } = db.tables(deviceTables)
  const { within, after } = sortRanges(db, sort)[range] ?? {}
  return db
    .select({ id: devices.id, value: sortColumn(db, sort) })
    .from(devices)
    .where(and(inList(db, siteId, archived), within, position && after?.(position), eachRow(conditions)))
    .orderBy(...inOrder(db, sort))
    .limit(partMax)
}
