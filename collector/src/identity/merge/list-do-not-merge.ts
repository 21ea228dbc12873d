import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { UnmergeableDevice } from '@rollcall/shared/api/device-split.ts'
import { doNotMergePairs } from '../../device-records/do-not-merge.ts'
import { loadDevices } from '../../device-records/load-devices.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'

/** Do-not-merge decisions on a device, by id. A deleted device has no name. */
export async function listDoNotMerge(
  ctx: Context,
  id: string,
  { limit, offset }: Page,
): Promise<List<UnmergeableDevice>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, id)
    const pairs = (await doNotMergePairs(db, [device.id])).map(({ firstId, secondId, keptAt, keptBy }) => ({
      id: firstId === device.id ? secondId : firstId,
      keptAt: keptAt ?? null,
      keptBy: keptBy ?? null,
    }))
    const page = pairs.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(offset, offset + limit)
    const partners = await loadDevices(
      db,
      page.map((each) => each.id),
    )
    const names = new Map(partners.map(({ row }) => [row.id, row.name]))
    return { items: page.map((each) => ({ ...each, name: names.get(each.id) ?? null })), total: pairs.length }
  })
}
