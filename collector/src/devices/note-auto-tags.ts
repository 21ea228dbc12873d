import { inArray } from 'drizzle-orm'
import type { ChangeRow } from '../changes/record.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Tx } from '../store/store.ts'
import { syncTagSpans } from './history/tag-spans.ts'

/**
 * Notes that devices have got Auto tags. Those that were known before are changed by it: gives the lines that the change
 * log is to have of them. Of one that was just made its own line is enough.
 */
export async function noteAutoTags(
  tx: Tx,
  siteId: string,
  tagged: readonly string[],
  known: ReadonlySet<string>,
  now: string,
): Promise<Map<string, ChangeRow[]>> {
  const come = (await syncTagSpans(tx, siteId, tagged, now)).filter(({ deviceId }) => known.has(deviceId))
  const byDevice = Map.groupBy(come, ({ deviceId }) => deviceId)
  const { devices } = tx.tables(deviceTables)
  await tx
    .update(devices)
    .set({ modifiedAt: now })
    .where(inArray(devices.id, [...byDevice.keys()]))
  const line = { verb: 'Modified' as const, entity: 'Device', field: 'tags' }
  return new Map(
    [...byDevice].map(([deviceId, tags]) => [
      deviceId,
      tags.map(({ name: to }) => ({ ...line, entityId: deviceId, deviceId, to })),
    ]),
  )
}
