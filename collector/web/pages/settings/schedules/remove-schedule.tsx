import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import { schedules } from '../../../api/catalogs.ts'
import { useRemove } from '../../../api/use-remove.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'

type Props = { schedule: Schedule; segments: readonly string[] }

export function RemoveSchedule({ schedule: { id, name, kind }, segments }: Props) {
  const remove = useRemove(schedules, 'segments', 'devices')
  return (
    <RemoveButton name={name} run={() => remove(id)} asIcon>
      {segments.length === 0 ? 'No segment uses it.' : `It is removed from ${segments.join(', ')}.`}
      {kind === 'audit' && ' Devices with this schedule then use the schedule of their segment, if any.'} Running tasks
      continue.
    </RemoveButton>
  )
}
