import type { Change, ChangeQuery } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { listChanges } from '../../change-log/list-changes.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { softwareIdsBelow } from '../../software/catalog/name-groups.ts'

/** Change log entries of a device and its contents, newest first. */
export async function listDeviceChanges(
  ctx: Context,
  deviceId: string,
  query: Omit<ChangeQuery, 'deviceId'>,
): Promise<List<Change>> {
  const device = await ctx.store.read((db) => requireDevice(db, ctx.siteId, deviceId))
  return listChanges(ctx, { ...query, deviceId: device.id }, softwareIdsBelow)
}
