import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { scheduleName } from '../../scanning/schedules/assign-schedule.ts'
import type { Db } from '../../store/store.ts'
import { customFieldRow, customValueText } from '../edit/custom-fields.ts'

/** Change log entries for the audited fields that changed. */
export function auditedRows(before: DeviceRow, after: DeviceFields): ChangeRow[] {
  const line = lineOf(before)
  return (Object.keys(after) as (keyof DeviceFields)[]).flatMap((field): ChangeRow[] =>
    before[field] === after[field] ? [] : [{ ...line, field, from: before[field], to: after[field] }],
  )
}

/** Change log entries for the edited fields that changed. */
export async function editedRows(db: Db, before: DeviceRow, after: DeviceRow): Promise<ChangeRow[]> {
  const line = lineOf(before)
  const rows: ChangeRow[] = []
  if (before.assetTag !== after.assetTag) {
    rows.push({ ...line, field: 'assetTag', from: before.assetTag, to: after.assetTag })
  }
  for (const key of new Set([...Object.keys(before.customFields), ...Object.keys(after.customFields)])) {
    const [from, to] = [before, after].map(({ customFields }) => customValueText(customFields, key))
    if (from !== to) rows.push({ ...line, field: customFieldRow(key), from: from ?? null, to: to ?? null })
  }
  if (before.auditScheduleId !== after.auditScheduleId) {
    const [from, to] = [await scheduleName(db, before.auditScheduleId), await scheduleName(db, after.auditScheduleId)]
    rows.push({ ...line, field: 'auditSchedule', from, to })
  }
  return rows
}

const lineOf = ({ id }: DeviceRow) => ({
  verb: 'Modified' as const,
  entity: 'Device',
  entityId: id,
  deviceId: id,
})
