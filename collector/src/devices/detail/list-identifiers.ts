import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { DeviceIdentifier } from '@rollcall/shared/api/device-history.ts'
import { evidenceKinds } from '@rollcall/shared/inventory/match.ts'
import { and, asc, eq, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { shown } from '../../matching/shown-value.ts'
import { readPage } from '../../store/page.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'

/**
 * Returns the condition of the identifiers that are shown. A serial number without its manufacturer follows from the one
 * with it, and serves only to find the device.
 */
export function shownIdentifiersOf(db: Db, deviceId: string): SQL | undefined {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const ofDevice = eq(ids.deviceId, deviceId)
  const serials = db
    .select({ value: ids.value })
    .from(ids)
    .where(and(ofDevice, eq(ids.kind, 'serial')))
  return and(ofDevice, or(ne(ids.kind, 'bareSerial'), notExists(serials)))
}

/** Identifiers of a device: the strongest kinds first, then by value. */
export async function listIdentifiers(ctx: Context, deviceId: string, page: Page): Promise<List<DeviceIdentifier>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { deviceIdentifiers: ids } = db.tables(deviceTables)
    const where = shownIdentifiersOf(db, device.id)
    const rank = sql.join(
      evidenceKinds.map((each, index) => sql`when ${each} then ${sql.raw(String(index))}`),
      sql` `,
    )
    const { kind, value, reported, manufacturer, firstSeen, lastSeen, origin } = ids
    const rows = db
      .select({ kind, value, reported, manufacturer, firstSeen, lastSeen, origin })
      .from(ids)
      .where(where)
      .orderBy(sql`case ${kind} ${rank} end`, asc(value))
    const { items, total } = await readPage(rows, db.$count(ids, where), page)
    return {
      items: items.map(({ firstSeen, lastSeen, origin, ...key }) => ({ ...shown(key), firstSeen, lastSeen, origin })),
      total,
    }
  })
}
