import type { Device } from '@rollcall/shared/api/device.ts'
import { loadStates } from '../../device-records/device-states.ts'
import { originOf } from '../../matching/newest-states.ts'
import type { Db } from '../../store/store.ts'
import { readRecord } from '../detail/get-device.ts'
import { readShownData } from '../detail/shown-data.ts'
import { tagsById } from '../tags/tags-of-devices.ts'
import type { DeviceChangeset } from './changeset.ts'

/** Shows a device as it would be after a changeset, without writing anything. */
export async function previewDevice(db: Db, { deviceId, row, states, tags }: DeviceChangeset): Promise<Device> {
  if (!row.after) throw new Error('a deleted device cannot be shown')
  const stored = (await loadStates(db, [deviceId])).get(deviceId) ?? []
  const gone = new Set([...(states?.removed ?? []), ...(states?.put ?? [])].map(originOf))
  const after = [...stored.filter((state) => !gone.has(originOf(state))), ...(states?.put ?? [])]
  const device = { ...(await readRecord(db, row.after)), ...(await readShownData(db, after)) }
  const attached = tags?.attached.flatMap(({ tagId }) => tagId ?? []) ?? []
  const remaining = device.tags.flatMap(({ id }) => (tags?.detached.includes(id) ? [] : [id]))
  return { ...device, tags: await tagsById(db, [...remaining, ...attached]) }
}
