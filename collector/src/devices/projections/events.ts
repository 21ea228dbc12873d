import { type NewEvent, recordEvents } from '../../change-log/record-events.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Emits events, one for a device that several changesets add or modify. */
export const events: Projection = {
  async apply(tx, changesets, { siteId, at }) {
    const all = onceForEachDevice(changesets)
    if (all.length > 0) await recordEvents(tx, { siteId, timestamp: at, events: all })
  },
  async touch(tx, snapshots, { siteId, at }) {
    const all = snapshots.flatMap((each) => each.events)
    if (all.length > 0) await recordEvents(tx, { siteId, timestamp: at, events: all })
  },
}

type DeviceEvent = Extract<NewEvent, { type: 'device.added' | 'device.modified' }>

function onceForEachDevice(changesets: readonly DeviceChangeset[]): NewEvent[] {
  const emitted: NewEvent[] = []
  const ofDevices = new Map<string, { at: number; event: DeviceEvent }>()
  for (const event of changesets.flatMap((each) => each.events)) {
    if (event.type !== 'device.added' && event.type !== 'device.modified') {
      emitted.push(event)
      continue
    }
    const earlier = ofDevices.get(event.subjectId)
    const at = earlier?.at ?? emitted.length
    emitted[at] = earlier ? combined(earlier.event, event) : event
    ofDevices.set(event.subjectId, { at, event: emitted[at] as DeviceEvent })
  }
  return emitted
}

/** Combines two events of one device: a new device is only added, and `fields` needs those of both. */
function combined(earlier: DeviceEvent, later: DeviceEvent): DeviceEvent {
  const { subjectId } = later
  const { name, type } = later.data
  if ([earlier.type, later.type].includes('device.added'))
    return { type: 'device.added', subjectId, data: { name, type } }
  const [before, after] = [fieldsOf(earlier), fieldsOf(later)]
  const fields = before && after ? { fields: [...new Set([...before, ...after])] } : {}
  return { type: 'device.modified', subjectId, data: { name, type, ...fields } }
}

const fieldsOf = ({ data }: DeviceEvent): string[] | undefined => ('fields' in data ? data.fields : undefined)
