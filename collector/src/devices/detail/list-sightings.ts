import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { DeviceSighting } from '@rollcall/shared/api/device-split.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { readSightings } from '../../device-records/sightings.ts'
import type { Context } from '../../lib/context.ts'
import { shown } from '../../matching/shown-value.ts'

/** Sightings of a device, the last seen first, then by key. */
export async function listSightings(ctx: Context, id: string, page: Page): Promise<List<DeviceSighting>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, id)
    const { items, total } = await readSightings(db, device.id, page)
    return {
      items: items.map(({ key, source, depth, evidence, firstAt, lastAt, decided }) => ({
        ...{ key, source, depth, firstAt, lastAt, decided },
        evidence: evidence.map(shown),
      })),
      total,
    }
  })
}
