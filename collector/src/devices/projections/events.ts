import { type NewEvent, recordEvents } from '../../activity/events/record-events.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Emits events, one for a device that several changesets add or modify. */
export const events: Projection = {
  name: 'events',
  async apply(tx, changesets, { siteId, at }) {
    const all = onceForEachDevice(changesets)
    if (all.length > 0) await recordEvents(tx, { siteId, timestamp: at, events: all })
  },
  async touch(tx, snapshots, { siteId, at }) {
    const all = snapshots.flatMap((each) => each.events)
    if (all.length > 0) await recordEvents(tx, { siteId, timestamp: at, events: all })
  },
}

function onceForEachDevice(changesets: readonly DeviceChangeset[]): NewEvent[] {
  const found: NewEvent[] = []
  const positions = new Map<string, number>()
  for (const event of changesets.flatMap((each) => each.events)) {
    const isOfDevice = event.type === 'device.added' || event.type === 'device.modified'
    const position = isOfDevice ? positions.get(event.subjectId) : undefined
    const earlier = position === undefined ? undefined : found[position]
    if (position !== undefined && earlier) {
      found[position] = { ...event, type: earlier.type === 'device.added' ? earlier.type : event.type }
      continue
    }
    if (isOfDevice) positions.set(event.subjectId, found.length)
    found.push(event)
  }
  return found
}
