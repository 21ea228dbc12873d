import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { schedules } from '../../../api/catalogs.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'

type Props = { schedule: Schedule; segments: readonly string[] }

export function RemoveSchedule({ schedule: { id, name, kind }, segments }: Props) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await schedules.remove(id)
    for (const first of ['schedules', 'segments', 'devices']) await queryClient.invalidateQueries({ queryKey: [first] })
  }
  return (
    <RemoveButton name={name} run={remove} asIcon>
      {segments.length === 0 ? 'No segment uses it.' : `It is removed from ${segments.join(', ')}.`}
      {kind === 'audit' && ' Devices with this schedule then use the schedule of their segment, if any.'} Running tasks
      continue.
    </RemoveButton>
  )
}
