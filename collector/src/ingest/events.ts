import type { NewEvent } from '../events/record.ts'
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
  const snapshots = placements.flatMap(({ entry, state }): NewEvent[] => {
    if (!state) return []
    const { snapshotId, source, auditDate } = state
    return [{ type: 'snapshot.added', subjectId: snapshotId, data: { deviceId: entry.row.id, source, auditDate } }]
  })
  return [...devices.values(), ...snapshots]
}
