import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { Operation } from '../../device-records/operation.ts'
import { type State, shownReading } from '../../matching/newest-states.ts'
import type { ArchivedData } from '../../store/schema/device-history.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import { factSources } from '../facts/fact-sources.ts'

/**
 * Restores a device to the lists in the form of `after`, with its archived tags and installations. The installations
 * are updated by the snapshots since, and its facts are derived again.
 */
export function restored(
  operation: Operation,
  before: DeviceRow,
  after: { row: DeviceRow; states: readonly State[] },
  archived: ArchivedData | undefined,
): DeviceChangeset {
  const { id: deviceId, name } = after.row
  const hash = shownReading(after.states, 'software')?.hash
  const line = { verb: 'Modified' as const, entity: 'Device', entityId: deviceId, deviceId }
  return {
    operation,
    deviceId,
    row: { before, after: after.row },
    tags: { attached: (archived?.tagIds ?? []).map((tagId) => ({ tagId })), detached: [] },
    ...(archived && { installations: archived.installations }),
    ...(hash ? { software: { hash, previousHash: null } } : {}),
    factSources: factSources(after.states),
    changes: [{ ...line, field: 'archivedAt', from: before.archivedAt, to: null }],
    events: [{ type: 'device.restored', subjectId: deviceId, data: { name } }],
  }
}

/**
 * Reports whether an archived device was seen after it was archived. An earlier observation that arrives late leaves it
 * archived.
 */
export const isSeenAgain = ({ archivedAt }: Pick<DeviceRow, 'archivedAt'>, observedAt: string): boolean =>
  archivedAt !== null && observedAt > archivedAt

export const outOfArchive = { isArchived: false, archivedAt: null }
