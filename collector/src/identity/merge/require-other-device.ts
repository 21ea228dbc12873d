import { invalidField } from '@rollcall/shared/errors.ts'
import { survivorOf } from '../../device-records/merges.ts'
import type { WholeDevice } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'
import { loadWhole } from './load-whole-device.ts'

/**
 * Finds the device that a body names as `otherId`. Fails with a 400 about it if that is no other device of the site.
 */
export async function requireOther(db: Db, siteId: string, deviceId: string, otherId: string): Promise<WholeDevice> {
  if (otherId === deviceId) throw invalidField('/otherId', 'is this device itself')
  const other = await loadWhole(db, otherId)
  if (other?.row.siteId === siteId) return other
  const mergedInto = await survivorOf(db, siteId, otherId)
  throw invalidField('/otherId', mergedInto ? `was merged into device ${mergedInto}` : 'is not a device of this site')
}
