import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem, DeviceQuery } from '@rollcall/shared/api/device.ts'
import type { Context } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { listQueryOf } from '../query/list-query.ts'
import { isStale, staleBefore } from '../stale/stale-watermark.ts'
import { tagsOfRows } from '../tags/tags-of-devices.ts'
import { withFields } from './field-values.ts'
import { findDevices } from './find-page.ts'
import { listDevicesAsOf } from './list-as-of.ts'

/** Lists the site's devices that match the query, in its order, then by id; as of a past time if it names one. */
export async function listDevices(ctx: Context, query: DeviceQuery): Promise<List<DeviceListItem>> {
  const { asOf } = query
  if (asOf !== undefined) return listDevicesAsOf(ctx, { ...query, asOf })
  const listed = listQueryOf(query, ctx.clock.now())
  return ctx.store.read(async (db) => {
    const { ids, total } = await findDevices(db, ctx.siteId, listed)
    return { items: await listItems(db, ctx.siteId, ids, query.columns), total }
  })
}

/** Devices as list items, in the order of the ids, with the values of these fields. */
export async function listItems(
  db: Db,
  siteId: string,
  ids: readonly string[],
  columns?: readonly string[],
): Promise<DeviceListItem[]> {
  if (ids.length === 0) return []
  const { devices } = db.tables(deviceTables)
  const [rows, watermark] = await Promise.all([
    db.rowsAmong(devices, ids, { key: 'id', columns: [...listedColumns, 'archivedAt'] }),
    staleBefore(db, siteId),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const tags = await tagsOfRows(db, rows)
  const items = ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...row, stale: isStale(row, watermark), tags: tags.get(id) ?? [] }] : []
  })
  return withFields(db, siteId, items, columns)
}

/** Columns that every list has. */
export const listedColumns = [
  'id',
  'name',
  'dnsName',
  'macAddress',
  'ipAddress',
  'serialNumber',
  'assetTag',
  'type',
  'manufacturer',
  'model',
  'lastSeen',
] as const
