import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { DeviceMatch } from '@rollcall/shared/api/device-history.ts'
import { count, desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { requireDevice } from '../devices/require-device.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'

/** Why each snapshot of a device was taken for one of it, newest auditDate first, then by id. */
export async function listMatches(ctx: Context, deviceId: string, page: Page): Promise<List<DeviceMatch>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { snapshots } = db.tables(snapshotTables)
    const where = eq(snapshots.deviceId, device.id)
    const [total] = await db.select({ n: count() }).from(snapshots).where(where)
    const rows = await db
      .select({ id: snapshots.id, auditDate: snapshots.auditDate, source: snapshots.source, match: snapshots.match })
      .from(snapshots)
      .where(where)
      .orderBy(desc(snapshots.auditDate), desc(snapshots.id))
      .limit(page.limit)
      .offset(page.offset)
    const items = rows.map(({ id, auditDate, source, match }) => ({ snapshotId: id, auditDate, source, ...match }))
    return { items, total: total?.n ?? 0 }
  })
}
