import type { Device } from '@rollcall/shared/api/device.ts'
import type { Db } from '../../store/store.ts'
import { readDevice } from '../detail/get-device.ts'
import { tagsById } from '../tags/tags-of-devices.ts'
import type { DeviceChangeset } from './changeset.ts'

/** Shows a device as it would be after a changeset, without writing anything. */
export async function previewDevice(db: Db, { row, tags }: DeviceChangeset): Promise<Device> {
  if (!row.after) throw new Error('a deleted device cannot be shown')
  const device = await readDevice(db, row.after)
  const attached = tags?.attached.flatMap(({ tagId }) => tagId ?? []) ?? []
  const remaining = device.tags.flatMap(({ id }) => (tags?.detached.includes(id) ? [] : [id]))
  return { ...device, tags: await tagsById(db, [...remaining, ...attached]) }
}
