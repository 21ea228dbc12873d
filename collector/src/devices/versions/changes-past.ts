import type { DeviceRow } from '../../device-records/load-devices.ts'
import { type DeviceFields, mergeFields } from '../../matching/device-fields.ts'
import { fieldsOfRow } from '../states/row-fields.ts'

type Late = { observedAt: string; fields: DeviceFields; hasSnapshot: boolean }

/** Reports whether an observation is older than the device's last one and changes the device as shown at that time. */
export function changesPast(row: DeviceRow, { observedAt, fields, hasSnapshot }: Late): boolean {
  if (observedAt < row.firstSeen) return true
  if (!hasSnapshot || observedAt >= row.lastSeen) return false
  const now = fieldsOfRow(row)
  const then = mergeFields(now, fields, 'current')
  const isAsNow = (Object.keys(now) as (keyof DeviceFields)[]).every((key) => now[key] === then[key])
  return row.modifiedAt > observedAt || !isAsNow
}
