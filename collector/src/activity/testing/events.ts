import type { EventData } from '@rollcall/shared/api/event.ts'
import type { NewEvent } from '../../change-log/record-events.ts'

const device = { name: 'pc-17' }

const dataOf = {
  'device.added': { ...device, type: 'computer' },
  'device.modified': { ...device, type: 'computer' },
  'device.deleted': device,
  'segment.added': { name: 'Head office' },
  'task.changed': { kind: 'scan', status: 'Success' },
} satisfies Partial<EventData>

export type ExampleType = keyof typeof dataOf

/** For tests: returns an event of each type, with data as the product emits it. */
export const exampleEvents = (types: readonly ExampleType[]): NewEvent[] =>
  types.map((type) => ({ type, subjectId: `of ${type}`, data: dataOf[type] }) as NewEvent)
