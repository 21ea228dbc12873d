import type { NewEvent } from '../events/record.ts'
import type { State } from '../reconciliation/standing.ts'
import type { Placement } from './place.ts'

/** What listeners hear of a group: each snapshot, and each device that is new or has changed, once. */
export function eventsOf(placements: readonly Placement[], isChanged: (placement: Placement) => boolean): NewEvent[] {
  const devices = new Map<string, NewEvent>()
  for (const placement of placements) {
    const { entry, outcome, after } = placement
    const { id } = entry.row
    if (!outcome.isNew && !isChanged(placement)) continue
    const type = outcome.isNew || devices.get(id)?.type === 'device.added' ? 'device.added' : 'device.modified'
    devices.set(id, { type, subjectId: id, data: { name: after.name, type: after.type } })
  }
  const snapshots = placements.flatMap(({ entry, state }) => (state ? [snapshotAdded(entry.row.id, state)] : []))
  return [...devices.values(), ...snapshots]
}

export const snapshotAdded = (
  deviceId: string,
  { snapshotId, source, auditDate }: Pick<State, 'snapshotId' | 'source' | 'auditDate'>,
): NewEvent => ({ type: 'snapshot.added', subjectId: snapshotId, data: { deviceId, source, auditDate } })
