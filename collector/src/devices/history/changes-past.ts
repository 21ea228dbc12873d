import { type DeviceFields, mergeFields } from '../../reconciliation/device-fields.ts'
import type { DeviceRow } from '../load.ts'
import { fieldsOfRow } from '../row-fields.ts'

type Late = { observedAt: string; fields: DeviceFields; hasSnapshot: boolean }

/** Whether an observation is older than what is known of a device, and shows it otherwise than it was shown then. */
export function changesPast(row: DeviceRow, { observedAt, fields, hasSnapshot }: Late): boolean {
  if (observedAt < row.firstSeen) return true
  if (!hasSnapshot || observedAt >= row.lastSeen) return false
  const now = fieldsOfRow(row)
  const then = mergeFields(now, fields, 'current')
  const isAsNow = (Object.keys(now) as (keyof DeviceFields)[]).every((key) => now[key] === then[key])
  return row.modifiedAt > observedAt || !isAsNow
}
