import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { DeviceMerge } from '@rollcall/shared/api/device-merge.ts'
import { desc, eq } from 'drizzle-orm'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { mergeTables } from '../../store/schema/merges.ts'

/** Merges into a device, the last first, including merges into records that were merged into it. */
export async function listMerges(ctx: Context, deviceId: string, page: Page): Promise<List<DeviceMerge>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { deviceMerges } = db.tables(mergeTables)
    const { id, otherId, otherName, mergedAt, mergedBy, undoneAt, undoneBy, overwritten } = deviceMerges
    const where = eq(deviceMerges.deviceId, device.id)
    const rows = db
      .select({ id, otherId, otherName, mergedAt, mergedBy, undoneAt, undoneBy, overwritten })
      .from(deviceMerges)
      .where(where)
      .orderBy(desc(deviceMerges.place), desc(id))
    return readPage(rows, db.$count(deviceMerges, where), page)
  })
}
