import type { DeviceRow } from '../../device-records/load-devices.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import type { DeviceChangeset } from './changeset.ts'

type Tag = { id: string; name: string }

/** Attaches a tag of the catalog to a device. */
export const tagAttached = (operation: Operation, before: DeviceRow, { id: tagId, name: to }: Tag): DeviceChangeset =>
  tagged(operation, before, { attached: [{ tagId }], detached: [] }, { to })

/** Removes a tag from a device. */
export const tagDetached = (operation: Operation, before: DeviceRow, { id, name: from }: Tag): DeviceChangeset =>
  tagged(operation, before, { attached: [], detached: [id] }, { from })

function tagged(
  operation: Operation,
  before: DeviceRow,
  tags: NonNullable<DeviceChangeset['tags']>,
  change: { from: string } | { to: string },
): DeviceChangeset {
  const { id: deviceId, name, type } = before
  return {
    operation,
    deviceId,
    row: { before, after: { ...before, ...modifiedBy(operation) } },
    tags,
    changes: [{ verb: 'Modified', entity: 'Device', entityId: deviceId, deviceId, field: 'tags', ...change }],
    events: [{ type: 'device.modified', subjectId: deviceId, data: { name, type, fields: ['tags'] } }],
  }
}
