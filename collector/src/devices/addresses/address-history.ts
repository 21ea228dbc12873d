import type { AddressPeriod, AddressQuery } from '@rollcall/shared/api/address-history.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { and, desc, eq } from 'drizzle-orm'
import { devicesWithAddress, sightingsWithAddress } from '../../device-records/address-sightings.ts'
import type { Context } from '../../lib/context.ts'
import { endOfTime } from '../../snapshots/read/as-of.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { ipKeyOf } from '../list/search-text.ts'
import { rewriteSite } from '../versions/rewrite-versions.ts'
import { type Held, periodsOf } from './periods.ts'

/** Versions of devices that are read for an address, the newest ones. */
const versionsMax = 5_000

/** Lists the devices that had an address, each with its period: the latest first, then by device id. */
export async function listAddressHistory(ctx: Context, query: AddressQuery): Promise<List<AddressPeriod>> {
  await rewriteSite(ctx, ctx.siteId)
  const { at, from, to, limit, offset } = query
  return ctx.store.read(async (db) => {
    const all = await periodsAt(db, ctx.siteId, query.address)
    const isMatch = (period: Held) =>
      (at === undefined || (period.from <= at && at < period.until)) &&
      (from === undefined || period.until > from) &&
      (to === undefined || period.from <= to)
    const found = all.filter(isMatch)
    const page = found.slice(offset, offset + limit)
    return { items: await described(db, page), total: found.length }
  })
}

async function periodsAt(db: Db, siteId: string, address: string): Promise<Held[]> {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  const { deviceId, from, until } = versions
  const listed = await db
    .select({ deviceId, from, until })
    .from(versions)
    .where(and(eq(versions.siteId, siteId), eq(versions.ipKey, ipKeyOf(address) ?? '')))
    .orderBy(desc(from))
    .limit(versionsMax)
  const sightings = await sightingsWithAddress(db, siteId, address)
  return periodsOf(listed, sightings, await devicesWithAddress(db, siteId, address))
}

/** Adds the name and type that each device had at the end of its period. */
async function described(db: Db, periods: readonly Held[]): Promise<AddressPeriod[]> {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  const { devices } = db.tables(deviceTables)
  const deviceIds = [...new Set(periods.map(({ deviceId }) => deviceId))]
  const rows = await db.rowsAmong(versions, deviceIds, {
    key: 'deviceId',
    columns: ['deviceId', 'from', 'name', 'type'],
  })
  const present = await db.rowsAmong(devices, deviceIds, { key: 'id', columns: ['id', 'name', 'type'] })
  const now = new Map(present.map((row) => [row.id, row]))
  const ofDevice = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return periods.flatMap(({ until, ...period }) => {
    const versionsThen = (ofDevice.get(period.deviceId) ?? []).filter(({ from }) => from < until)
    const then = versionsThen.reduce<(typeof rows)[number] | undefined>(
      (last, row) => (last === undefined || row.from > last.from ? row : last),
      undefined,
    )
    const shown = then ?? now.get(period.deviceId)
    if (!shown) return []
    const { name: deviceName, type } = shown
    const isDeleted = !now.has(period.deviceId)
    return [{ ...period, deviceName, type, until: until === endOfTime ? null : until, isDeleted }]
  })
}
